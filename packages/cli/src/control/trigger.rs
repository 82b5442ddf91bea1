//! `open-platform trigger`: sends a sample of anything that the platform sends, to the app of a running sandbox or to an address.

use std::sync::LazyLock;

use bytes::Bytes;
use chrono::Utc;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use http::{HeaderValue, Method};
use open_platform::Secret;
use open_platform::webhook::start::{DynamicActionReply, StartReply};
use serde_json::{Value, json};
use url::Url;

use super::{Admin, Place};
use crate::output::{Exit, Failure, Output};
use crate::webhook::request::{self, Reply, address, key};
use crate::webhook::samples::{Sample, SentAt, Subject};

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// What the platform sends. Each is a new event, except USER_ACCESS_REVOCATION: it has nothing but the user, so that an app
    /// recognizes another one within two minutes as a repetition.
    #[arg(value_enum, ignore_case = true)]
    event: PlatformRequest,
    /// Address of an app that gets the request instead of the app of the sandbox: https, or http on this machine.
    #[arg(long, value_name = "URL", value_parser = address)]
    to: Option<Url>,
    /// With --to: the environment variable with the identification key. Of several keys separated by commas the first is used.
    #[arg(long, value_name = "NAME", default_value = "OPEN_PLATFORM_IDENTIFICATION_KEYS")]
    key_env: String,
    /// How `sent_at` of messages is written.
    #[arg(long, value_enum, default_value_t)]
    sent_at: SentAt,
    #[command(flatten)]
    place: Place,
}

/// A request of the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlatformRequest {
    Event(Sample),
    Start,
    DynamicAction,
}

impl ValueEnum for PlatformRequest {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<PlatformRequest>> = LazyLock::new(|| {
            Sample::each()
                .map(PlatformRequest::Event)
                .chain([PlatformRequest::Start, PlatformRequest::DynamicAction])
                .collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Event(sample) => sample.to_possible_value(),
            Self::Start => Some(
                PossibleValue::new("START_REQUEST")
                    .aliases(["START", "START-REQUEST"])
                    .help("A user opens the app from an add-on on a post"),
            ),
            Self::DynamicAction => Some(
                PossibleValue::new("DYNAMIC_ACTION")
                    .aliases(["ACTION", "DYNAMIC-ACTION"])
                    .help("A user clicks a button that asks the app what to do"),
            ),
        }
    }
}

impl PlatformRequest {
    fn name(self) -> &'static str {
        match self {
            Self::Event(sample) => sample.kind(),
            Self::Start => "START_REQUEST",
            Self::DynamicAction => "DYNAMIC_ACTION",
        }
    }

    /// The member of the app's settings with its address, and the option of `sandbox` and `exec` that sets it.
    fn setting(self) -> (&'static str, &'static str) {
        match self {
            Self::Event(_) => ("events_url", "--events-url"),
            Self::Start => ("start_url", "--start-url"),
            Self::DynamicAction => ("dynamic_action_url", "--dynamic-action-url"),
        }
    }

    fn body(self, about: &Subject, sent_at: SentAt) -> Value {
        match self {
            Self::Event(sample) => sample.body(about, Utc::now(), 1, sent_at),
            Self::Start => about.start_request(),
            Self::DynamicAction => about.dynamic_action(),
        }
    }

    /// What the user sees after this answer.
    fn outcome(self, answer: &[u8]) -> Result<String, String> {
        fn read<T: serde::de::DeserializeOwned>(answer: &[u8]) -> Result<T, String> {
            serde_json::from_slice(answer).map_err(|_| "the answer is not the JSON object that is expected".to_owned())
        }
        match self {
            Self::Event(_) => Ok("the event is accepted".to_owned()),
            Self::Start => {
                let reply: StartReply = read(answer)?;
                reply.check().map_err(|error| error.to_string())?;
                Ok(format!("the user goes to {}", reply.url))
            }
            Self::DynamicAction => {
                let reply: DynamicActionReply = read(answer)?;
                reply.check().map_err(|error| error.to_string())?;
                let text = reply.text_message.map(|text| format!("the user reads {text:?}"));
                let action = reply.action.map(|action| format!("the platform does {}", json!(action)));
                Ok([text, action].into_iter().flatten().collect::<Vec<_>>().join("; "))
            }
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let requested = arguments.event;
    let admin = arguments.place.admin()?;
    let result = match &arguments.to {
        Some(to) => {
            let body = requested.body(&Subject::default(), arguments.sent_at);
            send(requested, &admin, to, &key(&arguments.key_env)?, &body)
        }
        None => to_app(arguments, &admin),
    }?;
    let passed = result["accepted"] == true;
    if output.is_json() {
        output.line(&result)?;
    } else {
        let text = |name: &str| result[name].as_str().unwrap_or_default().to_owned();
        let status = result["status"].as_u64().map(|status| format!("{status}, ")).unwrap_or_default();
        let line =
            format!("{} {} to {}: {status}{}\n", output.mark(passed), requested.name(), text("to"), text("result"));
        output.text(&line)?;
    }
    Ok(if passed { Exit::Success } else { Exit::Negative })
}

/// Sends to the app of the sandbox. The sandbox delivers events, so that they are in its log and its console.
fn to_app(arguments: &Arguments, admin: &Admin) -> Result<Value, Failure> {
    let requested = arguments.event;
    let app = admin.in_world(Method::GET, "/app", None)?;
    let (member, option) = requested.setting();
    let to = app[member].as_str().unwrap_or_default();
    if to.is_empty() {
        return Err(Failure::input(
            format!("the app has no address for {}", requested.name()),
            format!("its setting {member} in the world {} is empty", admin.world()),
            format!("start the sandbox with {option} URL, set it in the console, or use --to URL"),
        ));
    }
    let mut body = requested.body(&subject(admin)?, arguments.sent_at);
    if let PlatformRequest::Event(sample) = requested {
        // As if it were sent by the app's subscription, whose metadata tells the app what the event is for.
        if let Some(metadata) = subscribed_metadata(sample, admin)? {
            body["metadata"] = metadata;
        }
        return deliver(requested, admin, to, &body);
    }
    let key = Secret::from(app["identification_key"].as_str().unwrap_or_default());
    let url = Url::parse(to).map_err(|e| {
        Failure::input(format!("the app's setting {member} is not an address"), e, format!("set it with {option} URL"))
    })?;
    send(requested, admin, &url, &key, &body)
}

/// The first conversation of the world, its post and the user who asks.
fn subject(admin: &Admin) -> Result<Subject, Failure> {
    let conversations = admin.in_world(Method::GET, "/conversations", None)?;
    let users = admin.in_world(Method::GET, "/users", None)?;
    let mut about = Subject::default();
    let of_post = |talk: &&Value| talk["about"]["post"].is_object();
    let Some(talk) = conversations.as_array().and_then(|all| all.iter().find(of_post)) else { return Ok(about) };
    let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    about.conversation = of(&talk["id"]);
    about.post = of(&talk["about"]["post"]["post"]);
    let buyer = &talk["about"]["post"]["buyer"];
    if let Some(user) = users.as_array().and_then(|all| all.iter().find(|user| user["name"] == *buyer)) {
        about.user = of(&user["id"]);
    }
    Ok(about)
}

/// The metadata of the app's last subscription to this event, if there is one.
fn subscribed_metadata(sample: Sample, admin: &Admin) -> Result<Option<Value>, Failure> {
    let Sample::Event(event) = sample else { return Ok(None) };
    let subscriptions = admin.in_world(Method::GET, "/subscriptions", None)?;
    let wanted = json!(event.subscription());
    let last = subscriptions.as_array().and_then(|all| all.iter().rfind(|one| one["kind"] == wanted));
    Ok(last.map(|one| one["metadata"].clone()))
}

/// Lets the sandbox deliver an event now, also if its clock is frozen, and returns the result of the first attempt.
fn deliver(requested: PlatformRequest, admin: &Admin, to: &str, body: &Value) -> Result<Value, Failure> {
    let made = admin.in_world(Method::POST, "/deliveries", Some(&json!({ "body": body })))?;
    admin.in_world(Method::POST, "/clock/advance", Some(&json!({ "seconds": 0 })))?;
    let all = admin.in_world(Method::GET, "/deliveries", None)?;
    let delivery = all.as_array().and_then(|all| all.iter().find(|one| one["id"] == made["delivery"])).cloned();
    let delivery = delivery.unwrap_or_default();
    let attempt = &delivery["attempts"][0];
    let status = attempt["status"].as_u64().and_then(|status| u16::try_from(status).ok());
    let (accepted, result) = match (status, attempt["error"].as_str()) {
        (Some(status), _) => explain(requested, status, attempt["answer"].as_str().unwrap_or_default().as_bytes()),
        (None, Some(error)) => (false, error.to_owned()),
        (None, None) => (false, "not sent yet: deliveries are paused or delayed in this world".to_owned()),
    };
    Ok(json!({
        "event": requested.name(), "to": to, "accepted": accepted, "status": status, "result": result,
        "delivery": delivery["id"], "body": body,
    }))
}

/// Sends a request directly to an app.
fn send(requested: PlatformRequest, admin: &Admin, to: &Url, key: &Secret, body: &Value) -> Result<Value, Failure> {
    let mut headers = request::headers(Some(key))?;
    if requested == PlatformRequest::Start {
        headers.insert("api-version", HeaderValue::from_static("2"));
    }
    let reply = admin.post(to, headers, Bytes::from(body.to_string()));
    let mut shown = to.clone();
    // The query may hold a key of the app.
    shown.set_query(None);
    let Reply { status, body: answer, failure, latency_ms, is_refused } = reply;
    if is_refused {
        let next = "start the app, or check the address";
        return Err(Failure::unreachable(format!("no app at {shown}"), failure.unwrap_or_default(), next));
    }
    let (accepted, result) = match status {
        Some(status) => explain(requested, status, &answer),
        None => (false, failure.unwrap_or_default()),
    };
    Ok(json!({
        "event": requested.name(), "to": shown.as_str(), "accepted": accepted, "status": status, "result": result,
        "latency_ms": latency_ms, "body": body,
    }))
}

/// Whether an answer accepts the request, and what it means or what to do.
fn explain(requested: PlatformRequest, status: u16, answer: &[u8]) -> (bool, String) {
    match status {
        // Of the other requests the platform uses the answer, so that only 200 is one.
        200..300 if status == 200 || matches!(requested, PlatformRequest::Event(_)) => {
            match requested.outcome(answer) {
                Ok(outcome) => (true, outcome),
                Err(problem) => (false, problem),
            }
        }
        300..400 => (false, "the app redirects, which the platform does not follow: use the final address".to_owned()),
        400 => (false, "the app cannot read the body".to_owned()),
        401 | 403 => {
            let next = "compare its OPEN_PLATFORM_IDENTIFICATION_KEYS with the key that was sent";
            (false, format!("the app refuses the identification key: {next}"))
        }
        404 | 405 => {
            (false, "the app has no handler at this address: check its path, and that it accepts POST".to_owned())
        }
        500.. => (false, "the handler of the app failed: see the app's log".to_owned()),
        _ => (false, "the app does not accept the request: it must answer 200".to_owned()),
    }
}
