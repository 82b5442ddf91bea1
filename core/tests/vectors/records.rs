//! Vectors of the records of hooks and inboxes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use open_platform::OpenPlatform;
use open_platform::error::StoreError;
use open_platform::grants::Adoption;
use open_platform::hooks::Hooks;
use open_platform::inbox::{HandlerError, InboxOptions};
use open_platform::model::event::PostUpdate;
use open_platform::observe::{Level, Line};
use open_platform::testing::{ManualClock, Recorder};
use open_platform::webhook::start::StartReply;
use open_platform::webhook::{Dedupe, IdentificationKey, KeyRing, Webhooks};
use serde_json::{Value, json};
use tower_service::Service as _;

use crate::outgoing::platform::{outcome, tokens};
use crate::{judge, same};

type Records = Arc<Mutex<Vec<Value>>>;

fn push(records: &Records, record: Value) {
    let text = record.to_string();
    assert!(!text.contains("gZd7omnS") && !text.contains("identification-key"), "{text}");
    records.lock().unwrap().push(record);
}

/// The lines of the log.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn write(&self, record: &impl Line) {
        let level =
            if record.level() == Level::WARN { "warning".into() } else { record.level().to_string().to_lowercase() };
        let is_number = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
        let mut words: Vec<String> = record.to_string().split(' ').map(str::to_owned).collect();
        for place in 1..words.len() {
            let is_unit = words[place].starts_with("ms") || words[place].trim_end_matches(';') == "s";
            if is_unit && is_number(&words[place - 1]) {
                words[place - 1] = "N".to_owned();
            } else if words[place - 1] == "id" {
                let end = if words[place].ends_with(';') { "N;" } else { "N" };
                words[place] = end.to_owned();
            }
        }
        self.0.lock().unwrap().push(format!("{level} {}", words.join(" ")));
    }
}

/// The app of the file.
fn app(records: &Records, lines: &Lines) -> Hooks {
    let keys = KeyRing::new([IdentificationKey::new("one", "identification-key-one")]).unwrap();
    let (records, lines) = (Arc::clone(records), lines.clone());
    let webhooks = Webhooks::new(keys).on_hook(move |it| {
        lines.write(it);
        assert!(it.duration_seconds >= 0.0);
        let (kind, event_type, outcome) = (&it.kind, &it.event_type, &it.outcome);
        let (status, refused) = (it.status, it.reason.is_some());
        let record = json!({
            "kind": kind, "event_type": event_type, "outcome": outcome, "status": status, "refused": refused,
        });
        push(&records, record);
    });
    Hooks::new(webhooks)
        .on(async |update: PostUpdate, _| match update.post.city.as_str() {
            "fail" => Err(HandlerError::new("as the case says")),
            _ => Ok(()),
        })
        .on_start(async |_, _| Ok(StartReply::new("https://app.example/start")))
}

/// A store of the app that cannot be reached.
struct Broken;

#[async_trait]
impl Dedupe for Broken {
    async fn remember(&self, _: &str, _: Option<Duration>) -> Result<bool, StoreError> {
        Err(StoreError::new("remember", "it is down"))
    }

    async fn forget(&self, _: &str) -> Result<(), StoreError> {
        Err(StoreError::new("forget", "it is down"))
    }
}

async fn send(hooks: &Hooks, given: &Value) -> Response<Full<Bytes>> {
    let body = match given.get("text") {
        Some(text) => text.as_str().unwrap().as_bytes().to_vec(),
        None => serde_json::to_vec(&given["body"]).unwrap(),
    };
    let request = Request::post(format!("/{}", given["kind"].as_str().unwrap()))
        .header(
            "authorization",
            given.get("authorization").map_or("identification-key-one", |key| key.as_str().unwrap()),
        )
        .header("content-type", "application/json")
        .body(Full::<Bytes>::from(body));
    hooks.service().call(request.unwrap()).await.unwrap()
}

#[test]
fn records() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    judge("records", |case| {
        let (records, handled) = (Records::default(), Records::default());
        let to_handled = Arc::clone(&handled);
        let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
        let lines = Lines::default();
        let [of_requests, of_refreshes, of_handled] = [(); 3].map(|()| lines.clone());
        let outcomes = case.given.get("outcomes").map_or(&[][..], |outcomes| outcomes.as_array().unwrap());
        let platform = OpenPlatform::builder()
            .environment::<&str, &str>([])
            .api_key("key-of-the-app")
            .client_id("my-app")
            .client_secret("client-secret-of-the-app")
            .redirect_uri("https://app.example/oauth/callback")
            .transport(Recorder::script(outcomes.iter().map(outcome)))
            .clock(clock.clone())
            .on_request(move |it| of_requests.write(it))
            .on_refresh(move |it| of_refreshes.write(it));
        let platform = platform.on_handled_event(move |it| {
            of_handled.write(it);
            assert!(it.duration_seconds.is_some_and(|duration| duration >= 0.0));
            let waits = it.wait_seconds.is_some();
            let (event_type, outcome) = (&it.event_type, &it.outcome);
            push(
                &to_handled,
                json!({ "event_type": event_type, "outcome": outcome, "attempt": it.attempt, "waits": waits }),
            );
        });
        let platform = platform.build().unwrap();
        let has_inbox = case.given["inbox"].as_bool().unwrap();
        let inbox = has_inbox.then(|| platform.inbox(InboxOptions::default()).unwrap());
        let hooks = app(&records, &lines);
        let hooks = if case.given["dedupe"] == "fails" { hooks.dedupe(Broken) } else { hooks };
        let hooks = inbox.iter().fold(hooks, |hooks, inbox| hooks.inbox(inbox.clone()));
        let mut waits = Vec::new();
        runtime.block_on(async {
            for request in case.given["requests"].as_array().unwrap() {
                let response = send(&hooks, request).await;
                waits.push(response.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned()));
            }
            for end in case.given["ends"].as_array().unwrap() {
                let inbox = inbox.as_ref().unwrap();
                let id = inbox.try_next().await.unwrap().unwrap().id;
                for _ in 0..end.get("times").map_or(1, |times| times.as_i64().unwrap()) {
                    match end["end"].as_str().unwrap() {
                        "ack" => drop(inbox.ack(&*id).await.unwrap()),
                        "nack" => drop(inbox.nack(&*id, "a reason").await.unwrap()),
                        "give_up" => drop(inbox.give_up(&*id, "a reason").await.unwrap()),
                        _ => drop(inbox.release(&*id).await.unwrap()),
                    }
                }
                let later = end.get("seconds_later").map_or(0, |seconds| seconds.as_u64().unwrap());
                clock.advance(Duration::from_secs(later));
            }
            for call in case.given["calls"].as_array().unwrap() {
                if call == "posts.get" {
                    let _ = platform.posts().get("gZd7omnS").await;
                } else {
                    let tokens = tokens("access-token", "refresh-token");
                    let grant = platform.grants().adopt(Adoption::new(tokens)).await.unwrap();
                    let _ = platform.grants().refresh(grant.key).await;
                }
            }
        });
        same("hooks", &records.lock().unwrap().clone().into(), &case.expect["hooks"])?;
        if let Some(expected) = case.expect.get("retry_after") {
            same("retry_after", &json!(waits), expected)?;
        }
        if let Some(expected) = case.expect.get("lines") {
            same("lines", &json!(*lines.0.lock().unwrap()), expected)?;
        }
        let handled = handled.lock().unwrap().clone();
        same("handled events", &handled.into(), case.expect.get("handled_events").unwrap_or(&json!([])))
    });
}
