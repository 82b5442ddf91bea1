//! Faults of all kinds on every row of the endpoint table, over HTTP, by the fault rules of the sandbox: how often a
//! request is sent, what the caller gets, and the resulting state of the platform. Faults that only a broken peer can
//! cause, on a raw socket, are in `http.rs`.

#[path = "faults/outages.rs"]
mod outages;
#[path = "faults/refusals.rs"]
mod refusals;
mod support;
#[path = "faults/uploads.rs"]
mod uploads;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chrono::TimeDelta;
use open_platform::api::endpoints;
use open_platform::client::{CallOptions, Hosts};
use open_platform::endpoint::{Body, Credentials, Endpoint, Host, RetryClass};
use open_platform::error::{ApiErrorKind, Error, TransportErrorKind};
use open_platform::model::message::Message;
use open_platform::oauth::Login;
use open_platform_sandbox::{Decision, Effect, FaultRule, Limit, Moment, RequestMatch};
use support::endpoint_caller::{EndpointCaller, callable, safe, writes};
use support::faults::measured;
use support::paused_clock::PausedClock;
use support::transports::RecordingTransport;
use support::{Fixture, is_api, status};
use tokio::time::Instant;

/// The outcome of a call.
#[derive(Debug, PartialEq)]
enum CallOutcome {
    Done,
    /// It may or may not have taken effect.
    Ambiguous,
    Refused(u16),
    Broken(TransportErrorKind),
    Other(&'static str),
}

impl CallOutcome {
    fn of(result: &Result<(), Error>) -> Self {
        match result {
            Ok(()) => Self::Done,
            Err(Error::AmbiguousOutcome(_)) => Self::Ambiguous,
            Err(Error::Api(error)) => Self::Refused(error.status),
            Err(Error::Transport(error)) => Self::Broken(error.kind),
            Err(error) => Self::Other(error.code()),
        }
    }
}

/// Calls a row with a fault at its first request. Returns the outcome and how many requests arrived.
async fn with_fault(caller: &EndpointCaller, row: &Endpoint, effect: &Effect) -> (CallOutcome, usize) {
    caller.prepare(row).await;
    let user = caller.user(row);
    let before = caller.world.ledger().requests_to(row.name).len();
    caller.world.faults().once(row.name, effect.clone());
    let result = caller.call(row, &user).await;
    caller.world.faults().clear();
    (CallOutcome::of(&result), caller.world.ledger().requests_to(row.name).len() - before)
}

/// Calls, each with its outcome and the number of its requests that arrived.
#[derive(Default)]
struct Calls(Vec<(String, (CallOutcome, usize))>);

impl Calls {
    fn push(&mut self, row: &Endpoint, fault: impl std::fmt::Debug, done: (CallOutcome, usize)) {
        self.0.push((format!("{} {fault:?}", row.name), done));
    }

    /// The most requests of one call.
    fn most_requests(&self) -> f64 {
        self.0.iter().map(|(_, (_, requests))| *requests as f64).fold(0.0, f64::max)
    }

    /// How many calls had another outcome.
    fn others(&self, expected: &CallOutcome) -> f64 {
        self.0.iter().filter(|(_, (outcome, _))| outcome != expected).count() as f64
    }

    #[track_caller]
    fn assert_all(&self, expected: &(CallOutcome, usize)) {
        assert!(!self.0.is_empty());
        for (call, done) in &self.0 {
            assert_eq!(done, expected, "{call}");
        }
    }
}

const HURRY: Duration = Duration::from_millis(200);

/// As `with_fault`, for a call that ends with its deadline, which is `HURRY` after its start. The clock stands still until
/// its request has arrived.
async fn with_fault_until_the_deadline(
    caller: &EndpointCaller,
    row: &Endpoint,
    effect: &Effect,
) -> (CallOutcome, usize) {
    let (clock, started) = (PausedClock::begin(), Instant::now());
    let fired = || caller.world.faults().rules().iter().any(|fault| fault.fired > 0);
    let (outcome, ()) = tokio::join!(with_fault(caller, row, effect), clock.until(fired));
    let late = started.elapsed().checked_sub(HURRY).expect("not before its deadline");
    assert!(late < Duration::from_millis(200), "{late:?} after the deadline");
    tokio::time::resume();
    outcome
}

/// Faults after which it is unknown whether the platform has processed the request.
fn unclear() -> Vec<Effect> {
    let mut effects: Vec<_> = [500, 502, 503, 504].map(status).to_vec();
    for moment in [Moment::Before, Moment::After] {
        effects.extend([false, true].map(|reset| Effect::Drop { moment, reset }));
    }
    let status = |status| Effect::Status {
        status,
        body: "<html>".into(),
        content_type: "text/html".into(),
        moment: Moment::After,
    };
    effects.extend([500, 502, 503, 504].map(status));
    effects.push(Effect::Truncate { bytes: 1 });
    effects
}

#[tokio::test]
async fn a_read_is_repeated_once_after_one_failure() {
    let fixture = Fixture::start().await;
    let (mut delays, mut calls) = (BTreeSet::new(), Calls::default());
    for row in safe() {
        // A new client each time, because this many failures would use up the retry budget of one.
        let caller = EndpointCaller::new(&fixture.world, fixture.client());
        for effect in unclear() {
            let before = fixture.world.now();
            calls.push(row, &effect, with_fault(&caller, row, &effect).await);
            delays.insert((fixture.world.now() - before).num_milliseconds());
        }
    }
    let (failed, extra) = (calls.others(&CallOutcome::Done), calls.most_requests() - 1.0);
    measured("F23", "", &[("calls that fail", failed), ("extra requests", extra)]);
    measured("F23", "", &[("different delays", delays.len() as f64)]);
    calls.assert_all(&(CallOutcome::Done, 2));
    assert!(delays.iter().all(|waited| (0..=100).contains(waited)), "{delays:?} ms");
}

#[tokio::test]
async fn a_write_with_an_unclear_outcome_is_sent_once_and_reported() {
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let mut calls = Calls::default();
    for row in writes() {
        for effect in unclear() {
            calls.push(row, &effect, with_fault(&caller, row, &effect).await);
        }
    }
    let others = calls.others(&CallOutcome::Ambiguous);
    measured("F24", "", &[("requests of one call", calls.most_requests()), ("errors that do not say so", others)]);
    calls.assert_all(&(CallOutcome::Ambiguous, 1));
}

/// Whether the platform has processed a request that met this fault.
fn is_processed(effect: &Effect) -> bool {
    !matches!(effect, Effect::Status { moment: Moment::Before, .. } | Effect::Drop { moment: Moment::Before, .. })
}

#[tokio::test]
async fn a_write_with_an_id_is_sent_again_with_that_id_and_acts_once() {
    let fixture = Fixture::start().await.repeats_writes();
    let effects = || {
        let money = fixture.world.money();
        money.transactions.len() + money.wallet_payments.len() + money.reports.len()
    };
    let watched = RecordingTransport::http();
    let client = || fixture.world.client().transport(watched.clone()).build().unwrap();
    let mut caller = EndpointCaller::new(&fixture.world, client());
    for row in callable().filter(|row| row.retry == RetryClass::WithId) {
        for effect in unclear() {
            // A new client each time, because this many failures would use up the retry budget of one.
            caller.platform = client();
            let (before, sent) = (effects(), watched.requests().len());
            let called = with_fault(&caller, row, &effect).await;
            // The platform returns the first outcome of a payment from a wallet, and refuses any other id that it has seen.
            let is_known = !is_processed(&effect) || row.name == endpoints::PAYMENTS_PAY_PROMOTION.name;
            let outcome = if is_known { CallOutcome::Done } else { CallOutcome::Ambiguous };
            assert_eq!(called, (outcome, 2), "{} {effect:?}", row.name);
            assert_eq!(effects() - before, 1, "{} {effect:?}", row.name);
            let bodies: Vec<_> = watched.requests()[sent..].iter().map(|request| request.body.clone()).collect();
            assert!(bodies.len() == 2 && bodies[0] == bodies[1], "{} {effect:?} {bodies:?}", row.name);
        }
    }
}

#[tokio::test]
async fn a_write_with_a_lost_response_has_taken_effect_once() {
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let before = fixture.world.messages(&caller.conversation).len();
    for (round, effect) in unclear().into_iter().enumerate() {
        let acted = is_processed(&effect);
        let count = fixture.world.messages(&caller.conversation).len();
        with_fault(&caller, endpoints::CONVERSATIONS_SEND, &effect).await;
        let now = fixture.world.messages(&caller.conversation).len();
        assert_eq!(now - count, usize::from(acted), "{round} {effect:?}");
    }
    assert_eq!(fixture.world.messages(&caller.conversation).len() - before, 7);
}

#[tokio::test]
async fn retry_after_is_applied_on_every_row_in_both_forms() {
    let fixture = Fixture::start().await.repeats_writes();
    let (mut shortest, mut early, mut longest) = (i64::MAX, TimeDelta::MIN, 0);
    for row in callable() {
        // A client of its own, with a full retry budget: the retries of all rows together would empty one.
        let caller = EndpointCaller::new(&fixture.world, fixture.client());
        if row.retry == RetryClass::NothingSent {
            let effect = Effect::RateLimit { limit: Limit::Minute, retry_after_seconds: Some(2), as_date: false };
            assert_eq!(with_fault(&caller, row, &effect).await, (CallOutcome::Refused(429), 1), "{}", row.name);
            continue;
        }
        for as_date in [false, true] {
            let effect = Effect::RateLimit { limit: Limit::Minute, retry_after_seconds: Some(2), as_date };
            let before = fixture.world.now();
            assert_eq!(with_fault(&caller, row, &effect).await, (CallOutcome::Done, 2), "{}", row.name);
            let waited = (fixture.world.now() - before).num_milliseconds();
            assert!(waited <= 2100, "{} {as_date}: {waited} ms", row.name);
            if as_date {
                // A date has whole seconds: what is less is cut off.
                let cut_off = TimeDelta::nanoseconds(before.timestamp_subsec_nanos().into());
                early = early.max(before + TimeDelta::seconds(2) - cut_off - fixture.world.now());
            } else {
                shortest = shortest.min(waited);
            }
        }
        // A wait that exceeds the deadline of the call is an error at once.
        let effect = Effect::RateLimit { limit: Limit::Minute, retry_after_seconds: Some(3600), as_date: false };
        let before = fixture.world.now();
        assert_eq!(with_fault(&caller, row, &effect).await, (CallOutcome::Refused(429), 1), "{}", row.name);
        longest = longest.max((fixture.world.now() - before).num_milliseconds());
    }
    let before_date = early.max(TimeDelta::zero()).num_microseconds().unwrap() as f64 / 1000.0;
    measured("F28", "HTTP-date", &[("milliseconds that a retry comes before the date", before_date)]);
    measured("F28", "2", &[("seconds waited", shortest as f64 / 1000.0)]);
    measured("F28", "longer than the deadline", &[("seconds waited", longest as f64 / 1000.0)]);
    assert!(shortest >= 2000 && early <= TimeDelta::zero() && longest == 0, "{shortest}, {early}, {longest}");
}

#[tokio::test]
async fn no_endpoint_follows_a_redirect() {
    let fixture = Fixture::start().await;
    let elsewhere = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let own = format!("{}/base/v1/open-platform/users", fixture.world.url());
    let other = format!("{}/base/v1/open-platform/users", elsewhere.world.url());
    for row in callable() {
        for (code, location) in [(301, &other), (302, &own), (303, &other), (307, &other), (308, &own)] {
            let effect = Effect::Redirect { status: code, location: location.clone() };
            let all = fixture.world.ledger().requests().len();
            let prepared = matches!(row.name, "addons.delete_for_user") || row.name.ends_with("delete_for_user");
            let (outcome, requests) = with_fault(&caller, row, &effect).await;
            assert_eq!(
                (outcome, requests),
                (CallOutcome::Broken(TransportErrorKind::Redirect), 1),
                "{} {code}",
                row.name
            );
            // An upload for a post reads its address first, and one for a chat creates its token.
            let before = usize::from(row.name.contains(".upload_") && row.body != Body::None);
            let others = fixture.world.ledger().requests().len() - all - 1 - before;
            assert!(others == 0 || prepared || row.method == http::Method::DELETE, "{}: {others} more", row.name);
        }
    }
    assert!(elsewhere.world.ledger().requests().is_empty());
    elsewhere.client().posts().get("nothing1").await.unwrap_err();
}

#[tokio::test]
async fn an_unreadable_response_is_an_error_and_never_a_partial_value() {
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    for row in callable() {
        for effect in [Effect::GzipBomb { mebibytes: 3 }, Effect::EndlessBody {}] {
            let expected = match row.retry {
                RetryClass::NotProcessed | RetryClass::NothingSent | RetryClass::WithId => CallOutcome::Ambiguous,
                _ => CallOutcome::Broken(TransportErrorKind::TooLarge),
            };
            assert_eq!(with_fault(&caller, row, &effect).await, (expected, 1), "{} {effect:?}", row.name);
        }
        let (outcome, requests) = with_fault(&caller, row, &Effect::BadJson {}).await;
        // If nothing is decoded from the response, its status is enough.
        assert!(matches!(outcome, CallOutcome::Done | CallOutcome::Other("decode")), "{} {outcome:?}", row.name);
        assert_eq!(requests, 1);
    }
}

#[tokio::test]
async fn a_request_that_cannot_be_sent_is_tried_three_times_on_every_row() {
    let fixture = Fixture::start().await;
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nowhere = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let watched = RecordingTransport::http();
    // A new client for each row, because this many failures would use up the retry budget of one.
    let client = || {
        let builder = fixture.world.client().hosts(Hosts::sandbox(&nowhere)).transport(watched.clone());
        builder.build().unwrap()
    };
    let mut calls = Vec::new();
    for row in callable() {
        let stranded = EndpointCaller::new(&fixture.world, client());
        let before = watched.requests().len();
        let outcome = CallOutcome::of(&stranded.call(row, &stranded.user(row)).await);
        calls.push((row, outcome, watched.requests().len() - before));
    }
    let most = calls.iter().map(|(_, _, attempts)| *attempts).max().unwrap();
    measured("F26", "connection refused", &[("attempts", most as f64)]);
    for (row, outcome, attempts) in calls {
        // An upload for a chat creates its token first, and that request is tried twice.
        let limit = if row.retry == RetryClass::SafeOnce || row.host == Host::Chat { 2 } else { 3 };
        assert_eq!((outcome, attempts), (CallOutcome::Broken(TransportErrorKind::Connect), limit), "{}", row.name);
    }
    let client = client();
    let login = client.oauth().start(Login::new(["USER_PHONE"], "browser")).await.unwrap();
    let before = watched.requests().len();
    let error = client.oauth().callback(format!("?code=abc&state={}", login.state.expose()), "browser").await;
    assert!(matches!(&error, Err(Error::Transport(error)) if error.attempts == 3), "{error:?}");
    assert_eq!(watched.requests().len() - before, 3);
    // No request has reached the sandbox.
    assert!(fixture.world.ledger().requests().is_empty());
    fixture.client().posts().get(fixture.world.posts()[0].token.as_str()).await.unwrap();
}

#[tokio::test]
async fn every_request_has_its_deadline_and_its_limit() {
    let _clock = PausedClock::begin();
    let fixture = Fixture::start().await;
    let watched = RecordingTransport::http();
    let platform = fixture.world.client().transport(watched.clone()).build().unwrap();
    let caller = EndpointCaller::new(&fixture.world, platform.clone());
    for row in callable() {
        caller.run(row).await.unwrap();
    }
    let user = platform.user(fixture.log_in(&platform, "seller", support::OFFLINE).await);
    platform.grants().refresh(user.grant().unwrap().clone()).await.unwrap();
    for request in watched.requests() {
        let (seconds, limit) = match () {
            () if request.url.contains("/auth/") => (10, 64 << 10),
            () if request.url.contains("/upload/") || request.url.contains("/upload-video/") => (60, 2 << 20),
            () => (15, 2 << 20),
        };
        assert_eq!(request.timeout, Duration::from_secs(seconds), "{}", request.url);
        assert_eq!(request.max_response, limit, "{}", request.url);
        let id = request.headers["x-request-id"].to_str().unwrap();
        assert!(id.len() >= 16, "{id}");
    }
}

#[tokio::test]
async fn a_silent_platform_takes_no_longer_than_the_deadline() {
    let fixture = Fixture::start().await;
    // The world's clock runs: the sandbox delays its responses by ten minutes.
    fixture.world.unfreeze();
    let caller = EndpointCaller::new(&fixture.world, fixture.client().with(CallOptions::timeout(HURRY)));
    for moment in [Moment::Before, Moment::After] {
        for row in [endpoints::POSTS_GET, endpoints::CONVERSATIONS_SEND, endpoints::IMAGES_UPLOAD] {
            let effect = Effect::Delay { milliseconds: 600_000, moment };
            let (outcome, requests) = with_fault_until_the_deadline(&caller, row, &effect).await;
            let expected = match row.retry {
                RetryClass::NotProcessed | RetryClass::NothingSent | RetryClass::WithId => CallOutcome::Ambiguous,
                _ => CallOutcome::Broken(TransportErrorKind::Deadline),
            };
            // A request that is delayed before the platform processes it is not logged yet.
            assert!(requests <= 1);
            assert_eq!(outcome, expected, "{} {moment:?}", row.name);
        }
    }
}

#[tokio::test]
async fn a_slow_response_ends_with_the_deadline_of_the_whole_call() {
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client().with(CallOptions::timeout(HURRY)));
    for row in [endpoints::POSTS_GET, endpoints::CONVERSATIONS_GET] {
        let effect = Effect::SlowDrip { bytes: 1, milliseconds: 20 };
        let expected = (CallOutcome::Broken(TransportErrorKind::Deadline), 1);
        assert_eq!(with_fault_until_the_deadline(&caller, row, &effect).await, expected, "{}", row.name);
    }
}

#[tokio::test]
async fn a_closed_idle_connection_fails_no_call_and_repeats_none() {
    let fixture = Fixture::start().await;
    let (row, read) = (endpoints::CONVERSATIONS_SEND, endpoints::POSTS_GET);
    let conversation = EndpointCaller::new(&fixture.world, fixture.client()).conversation;
    let before = fixture.world.messages(&conversation).len();
    for round in 0..300 {
        let caller = EndpointCaller::new(&fixture.world, fixture.client());
        caller.call(read, &caller.user(read)).await.unwrap();
        // The server closes the connection with its response to one of the calls, which the next call detects.
        let effect = Effect::Drop { moment: Moment::After, reset: round % 2 == 0 };
        assert_eq!(with_fault(&caller, read, &effect).await.0, CallOutcome::Done);
        caller.call(row, &caller.user(row)).await.unwrap();
    }
    assert_eq!(fixture.world.messages(&conversation).len() - before, 300);
    assert_eq!(fixture.count(row.name), 300);
}

#[tokio::test]
async fn each_host_gets_only_its_own_credentials() {
    let fixture = Fixture::start().await;
    let platform = fixture.world.client().pkce(true).build().unwrap();
    let caller = EndpointCaller::new(&fixture.world, platform.clone());
    for row in callable() {
        caller.run(row).await.unwrap();
        // The user has a token that the row does not need.
        if row.credentials == Credentials::None {
            let before = fixture.world.ledger().credentials().len();
            caller.run(row).await.unwrap();
            assert_eq!(fixture.world.ledger().credentials().len(), before, "{}", row.name);
        }
    }
    let key = fixture.log_in(&platform, "seller", support::OFFLINE).await;
    platform.grants().refresh(key).await.unwrap();
    let seen = fixture.world.ledger().credentials();
    assert!(seen.iter().all(|sighting| sighting.belongs), "{seen:?}");
    let kinds = |host: Host| {
        let mut kinds: Vec<_> = seen.iter().filter(|one| one.host == host.name()).map(|one| one.credential).collect();
        kinds.dedup();
        kinds
    };
    use open_platform_sandbox::CredentialKind::{AccessToken, ApiKey, AuthorizationCode, ClientSecret, RefreshToken};
    assert_eq!(kinds(Host::Auth), [AccessToken, RefreshToken, ClientSecret, AuthorizationCode]);
    assert_eq!(kinds(Host::Base), [ApiKey, AccessToken]);
    assert_eq!(kinds(Host::Api), [ApiKey]);
    assert_eq!(kinds(Host::Upload), []);
    assert_eq!(kinds(Host::Chat), []);
}

#[tokio::test]
async fn a_burst_of_calls_and_cancellations_leaves_the_client_usable() {
    // On a slow machine they take longer than their deadlines, which does not matter here.
    let _clock = PausedClock::begin();
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let (post, platform) = (caller.post.clone(), caller.platform.clone());
    let calls: Vec<_> = (0..1_000)
        .map(|number| {
            let (platform, post) = (platform.clone(), post.clone());
            let call = tokio::spawn(async move { platform.posts().get(post).await });
            (number, call)
        })
        .collect();
    for (number, call) in calls {
        for _ in 0..number % 17 {
            tokio::task::yield_now().await;
        }
        if number % 3 == 0 {
            call.abort();
            let _ = call.await;
        } else {
            call.await.unwrap().unwrap();
        }
    }
    let user = caller.user(endpoints::CONVERSATIONS_SEND);
    user.conversations().send(caller.conversation.as_str(), Message::text("after the storm")).await.unwrap();
}
