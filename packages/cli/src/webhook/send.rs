//! `open-platform webhook send`: sends sample events over HTTP, and checks the answers.

use std::time::Duration;

use bytes::Bytes;
use chrono::{TimeDelta, Utc};
use clap::Args;
use open_platform::Secret;
use open_platform::transport::Transport;
use open_platform::webhook::KnownEvent;
use serde::Serialize;
use serde_json::json;
use url::Url;

use super::request::{self, address, key};
use super::samples::{Sample, SentAt, Subject, old_message};
use crate::control::clock::{Seconds, seconds};
use crate::output::{Exit, Failure, Output, columns};
use crate::sandbox::runtime;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The event. Each is a new one, except USER_ACCESS_REVOCATION: it has nothing but the user, so that an app recognizes another
    /// one within two minutes as a repetition.
    #[arg(value_enum, ignore_case = true)]
    event: Sample,
    /// The app's address for events: https, or http on this machine.
    #[arg(long, value_name = "URL", value_parser = address)]
    to: Url,
    /// The environment variable with the identification key. Of several keys separated by commas the first is used.
    #[arg(long, value_name = "NAME", default_value = "OPEN_PLATFORM_IDENTIFICATION_KEYS")]
    key_env: String,
    /// How many events to send, each different.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    times: u16,
    /// Send the newest event first and the oldest last, as they may arrive after retries. Needs several events.
    #[arg(long)]
    out_of_order: bool,
    /// Send the first event of a known type again, unchanged.
    #[arg(long)]
    duplicate: bool,
    /// Also send with a wrong key, which the app must refuse.
    #[arg(long)]
    wrong_key: bool,
    /// Also send without a key, which the app must refuse.
    #[arg(long)]
    no_key: bool,
    /// Send NEW_MESSAGE in the form of the old chat listener.
    #[arg(long)]
    old_format: bool,
    /// How `sent_at` is written.
    #[arg(long, value_enum, default_value_t)]
    sent_at: SentAt,
    /// How long to wait between two requests, such as 12s or 2m.
    #[arg(long, value_name = "DURATION", default_value = "0s", value_parser = seconds)]
    delay: Seconds,
}

/// What a request tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Check {
    Authenticated,
    UnknownEvent,
    OutOfOrder,
    Duplicate,
    WrongKey,
    NoKey,
}

impl Check {
    fn passes(self, status: u16) -> bool {
        match self {
            Self::WrongKey | Self::NoKey => status == 401,
            Self::Authenticated | Self::UnknownEvent | Self::OutOfOrder | Self::Duplicate => {
                (200..300).contains(&status)
            }
        }
    }

    fn expected(self) -> &'static str {
        match self {
            Self::WrongKey | Self::NoKey => "401",
            Self::Authenticated | Self::UnknownEvent | Self::OutOfOrder | Self::Duplicate => "2xx",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Authenticated => "right key",
            Self::UnknownEvent => "unknown event",
            Self::OutOfOrder => "out of order",
            Self::Duplicate => "duplicate",
            Self::WrongKey => "wrong key",
            Self::NoKey => "no key",
        }
    }
}

/// A request to send.
struct Planned {
    check: Check,
    kind: &'static str,
    body: Bytes,
}

/// The result of a request.
#[derive(Debug, Serialize)]
struct Delivery {
    check: Check,
    event: &'static str,
    expected: &'static str,
    /// `None` if no answer was received.
    status: Option<u16>,
    latency_ms: f64,
    /// Why no answer was received.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    passed: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let key = key(&arguments.key_env)?;
    let transport = request::http()?;
    let seen = |delivery: &Delivery| if output.is_json() { output.line(delivery) } else { Ok(()) };
    let deliveries = runtime()?.block_on(send(arguments, &transport, &key, seen))?;
    report(&deliveries, output)
}

async fn send(
    arguments: &Arguments,
    transport: &dyn Transport,
    key: &Secret,
    seen: impl Fn(&Delivery) -> Result<(), Failure>,
) -> Result<Vec<Delivery>, Failure> {
    let plan = plan(arguments)?;
    let mut deliveries = Vec::with_capacity(plan.len());
    for planned in plan {
        // Even a sleep of no length takes a millisecond.
        if arguments.delay.0 > 0 && !deliveries.is_empty() {
            tokio::time::sleep(Duration::from_secs(arguments.delay.0.into())).await;
        }
        let (delivery, refused) = deliver(transport, &arguments.to, key, planned).await?;
        if refused && deliveries.is_empty() {
            let why = delivery.failure.unwrap_or_default();
            let mut to = arguments.to.clone();
            // The query may hold a key of the app.
            to.set_query(None);
            return Err(Failure::unreachable(format!("no app at {to}"), why, "start the app, or check `--to`"));
        }
        seen(&delivery)?;
        deliveries.push(delivery);
    }
    Ok(deliveries)
}

fn plan(arguments: &Arguments) -> Result<Vec<Planned>, Failure> {
    if arguments.old_format && arguments.event != Sample::Event(KnownEvent::NewMessage) {
        return Err(Failure::usage(
            "there is no old form of this event",
            "the old chat listener delivered new messages and nothing else",
            "use `--old-format` with NEW_MESSAGE",
        ));
    }
    let everything = arguments.event == Sample::All;
    let samples = if everything { Sample::each().collect() } else { vec![arguments.event] };
    let mut plan = Vec::new();
    // The last event is from now, and each other one a second older than the next.
    let older = samples.len() * usize::from(arguments.times) - 1;
    let mut now = Utc::now() - TimeDelta::seconds(i64::try_from(older).unwrap_or_default());
    for number in 1..=arguments.times {
        let about = Subject { user: format!("sample-user-{number}"), ..Subject::default() };
        for &sample in &samples {
            let (kind, body) = if arguments.old_format {
                ("CHAT_MESSAGE", old_message(now, number))
            } else {
                (sample.kind(), sample.body(&about, now, number, arguments.sent_at))
            };
            let check = if sample == Sample::Unknown { Check::UnknownEvent } else { Check::Authenticated };
            plan.push(Planned { check, kind, body: body.to_string().into() });
            now += TimeDelta::seconds(1);
        }
    }
    if arguments.out_of_order {
        if plan.len() < 2 {
            return Err(Failure::usage(
                "a single event has no order",
                "`--out-of-order` sends several events, the newest first",
                "add `--times 3`",
            ));
        }
        plan.reverse();
        let late = plan.iter_mut().skip(1).filter(|planned| planned.check == Check::Authenticated);
        late.for_each(|planned| planned.check = Check::OutOfOrder);
    }
    // That of an unknown type would show nothing: an app does not handle it even once.
    let known = plan.iter().find(|planned| planned.check != Check::UnknownEvent).or_else(|| plan.first());
    let Some((kind, body)) = known.map(|first| (first.kind, first.body.clone())) else { return Ok(plan) };
    for (wanted, check) in [
        (arguments.duplicate, Check::Duplicate),
        (arguments.wrong_key, Check::WrongKey),
        (arguments.no_key, Check::NoKey),
    ] {
        if wanted || everything {
            plan.push(Planned { check, kind, body: body.clone() });
        }
    }
    Ok(plan)
}

/// Sends one request. Returns the result, and whether the connection was refused.
async fn deliver(
    transport: &dyn Transport,
    to: &Url,
    key: &Secret,
    planned: Planned,
) -> Result<(Delivery, bool), Failure> {
    let Planned { check, kind, body } = planned;
    let wrong = Secret::from("not-the-identification-key-of-this-app");
    let key = match check {
        Check::NoKey => None,
        Check::WrongKey => Some(&wrong),
        Check::Authenticated | Check::UnknownEvent | Check::OutOfOrder | Check::Duplicate => Some(key),
    };
    let request::Reply { status, failure, latency_ms, is_refused, .. } =
        request::post(transport, to, request::headers(key)?, body).await;
    let passed = status.is_some_and(|status| check.passes(status));
    let delivery = Delivery { check, event: kind, expected: check.expected(), status, latency_ms, failure, passed };
    Ok((delivery, is_refused))
}

fn report(deliveries: &[Delivery], output: Output) -> Result<Exit, Failure> {
    let failed = deliveries.iter().filter(|delivery| !delivery.passed).count();
    let passed = failed == 0;
    if output.is_json() {
        output.line(&json!({ "passed": passed, "deliveries": deliveries.len(), "failed": failed }))?;
    } else {
        output.text(&table(deliveries, output))?;
        let verdict = if passed {
            format!("passed: all {} answers are as expected\n", deliveries.len())
        } else {
            format!("failed: {failed} of {} answers are not as expected\n", deliveries.len())
        };
        output.text(&output.bold(&verdict))?;
    }
    Ok(if passed { Exit::Success } else { Exit::Negative })
}

fn table(deliveries: &[Delivery], output: Output) -> String {
    let mut rows = vec![["", "EVENT", "CASE", "EXPECTED", "ANSWER", "MS"].map(str::to_owned)];
    rows.extend(deliveries.iter().map(|delivery| {
        let answer = match (delivery.status, &delivery.failure) {
            (Some(status), _) => status.to_string(),
            (None, failure) => format!("none: {}", failure.as_deref().unwrap_or("unknown")),
        };
        [
            if delivery.passed { "ok" } else { "WRONG" }.to_owned(),
            delivery.event.to_owned(),
            delivery.check.label().to_owned(),
            delivery.expected.to_owned(),
            answer,
            format!("{:.1}", delivery.latency_ms),
        ]
    }));
    let mut lines = columns(&rows).into_iter();
    let head = lines.next().map(|line| output.bold(&line)).unwrap_or_default();
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use async_trait::async_trait;
    use clap::Parser;
    use http::HeaderMap;
    use http::header::AUTHORIZATION;
    use open_platform::transport;
    use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};

    use super::*;

    const KEY: &str = "identification-key-0123456789";

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn arguments(line: &str) -> Arguments {
        let words = ["send", "--to", "http://127.0.0.1:3000/hooks"].into_iter().chain(line.split_whitespace());
        Line::try_parse_from(words).unwrap().arguments
    }

    /// An app that answers as expected, and others.
    enum App {
        Right(Webhooks),
        Always(u16),
        Down,
    }

    struct Recorder {
        app: App,
        seen: Mutex<Vec<transport::Request>>,
    }

    /// The bodies of requests.
    fn bodies(seen: &[transport::Request]) -> Vec<serde_json::Value> {
        seen.iter().map(|request| serde_json::from_slice(&request.body).unwrap()).collect()
    }

    #[async_trait]
    impl Transport for Recorder {
        async fn send(&self, request: transport::Request) -> Result<transport::Response, transport::Failure> {
            self.seen.lock().unwrap().push(request.clone());
            let status = match &self.app {
                App::Right(webhooks) => match webhooks.event(&request.method, &request.headers, &request.body) {
                    Ok(_) => 200,
                    Err(rejection) => rejection.status,
                },
                App::Always(status) => *status,
                App::Down => {
                    return Err(transport::Failure {
                        kind: open_platform::error::TransportErrorKind::Connect,
                        may_have_arrived: false,
                        reason: "the connection was refused".into(),
                    });
                }
            };
            Ok(transport::Response { status, headers: HeaderMap::new(), body: Bytes::new() })
        }
    }

    async fn answer(app: App, line: &str) -> (bool, Vec<transport::Request>) {
        let recorder = Recorder { app, seen: Mutex::default() };
        let deliveries = send(&arguments(line), &recorder, &KEY.into(), |_| Ok(())).await.unwrap();
        (deliveries.iter().all(|delivery| delivery.passed), recorder.seen.into_inner().unwrap())
    }

    fn right() -> App {
        App::Right(Webhooks::new(KeyRing::new([IdentificationKey::new("k", KEY)]).unwrap()))
    }

    #[tokio::test]
    async fn an_app_that_answers_as_expected_passes_every_check() {
        let (passed, seen) = answer(right(), "ALL --times 2").await;
        assert_eq!((passed, seen.len()), (true, 2 * 6 + 3));
        assert_eq!(seen[0].body, seen[12].body, "the duplicate is the same event");
        assert_ne!(seen[0].body, seen[6].body, "a repetition is another event");
    }

    #[tokio::test]
    async fn the_newest_event_is_sent_first_on_request() {
        let sent_at = |body: &serde_json::Value| body["new_message"]["sent_at"].as_i64().unwrap();
        let line = "NEW_MESSAGE --times 3 --sent-at micros";
        let (_, seen) = answer(right(), line).await;
        assert!(bodies(&seen).iter().map(sent_at).is_sorted_by(|one, next| one < next));
        let line = format!("{line} --out-of-order");
        let (passed, seen) = answer(right(), &line).await;
        assert!(passed && bodies(&seen).iter().map(sent_at).is_sorted_by(|one, next| one > next));
        let checks: Vec<_> = plan(&arguments(&line)).unwrap().iter().map(|planned| planned.check).collect();
        assert_eq!(checks, [Check::Authenticated, Check::OutOfOrder, Check::OutOfOrder]);
        assert!(!answer(App::Always(500), &line).await.0);
        assert!(plan(&arguments("NEW_MESSAGE --out-of-order")).is_err(), "one event has no order");
    }

    #[tokio::test]
    async fn the_event_that_is_sent_again_is_of_a_known_type() {
        for (line, known) in [("ALL --out-of-order", 1), ("UNKNOWN --duplicate --wrong-key --no-key", 0)] {
            let (passed, seen) = answer(right(), line).await;
            let again = seen.iter().rev().take(3).filter(|request| request.body == seen[known].body).count();
            assert_eq!((passed, again), (true, 3), "{line}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_delay_is_between_two_requests() {
        for (line, waits) in [("NEW_MESSAGE --duplicate --wrong-key --delay 12s", 24), ("NEW_MESSAGE --delay 1h", 0)] {
            let start = tokio::time::Instant::now();
            assert!(answer(right(), line).await.0);
            assert_eq!(start.elapsed().as_secs(), waits, "{line}");
        }
    }

    #[tokio::test]
    async fn another_run_sends_other_events() {
        for event in ["new_message", "post_update", "payment_transaction", "unknown"] {
            let (first, second) = (answer(right(), event).await.1, answer(right(), event).await.1);
            assert_ne!(first[0].body, second[0].body, "{event}");
        }
    }

    #[tokio::test]
    async fn each_wrong_answer_fails_its_check() {
        for (app, line) in [
            (App::Always(200), "new_message --wrong-key"),
            (App::Always(200), "NEW_MESSAGE --no-key"),
            (App::Always(500), "new-message"),
            (App::Always(302), "post-update"),
            (App::Always(400), "unknown"),
            (App::Always(401), "POST_UPDATE --duplicate"),
        ] {
            assert!(!answer(app, line).await.0, "{line}");
        }
    }

    #[tokio::test]
    async fn an_app_that_cannot_be_reached_ends_the_command_with_the_first_request() {
        let recorder = Recorder { app: App::Down, seen: Mutex::default() };
        let failure = send(&arguments("ALL"), &recorder, &KEY.into(), |_| Ok(())).await.unwrap_err();
        assert_eq!(failure.kind, crate::output::FailureKind::Unreachable);
        assert_eq!(recorder.seen.into_inner().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn the_key_is_marked_sensitive_and_left_out_on_request() {
        let (_, seen) = answer(right(), "new_message --wrong-key --no-key").await;
        let keys: Vec<_> = seen.iter().map(|request| request.headers.get(AUTHORIZATION)).collect();
        assert_eq!(keys[0].unwrap(), KEY);
        assert!(keys[0].unwrap().is_sensitive());
        assert_ne!(keys[1].unwrap(), KEY);
        assert!(keys[2].is_none());
    }

    #[tokio::test]
    async fn only_new_messages_have_an_old_form() {
        let (_, seen) = answer(right(), "new_message --old-format").await;
        assert!(String::from_utf8_lossy(&seen[0].body).contains("\"type\":\"CHAT_MESSAGE\""));
        assert!(plan(&arguments("post_update --old-format")).is_err());
    }
}
