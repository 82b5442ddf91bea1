//! Unit tests without sockets: a transport with scripted responses, and a clock that is set by hand.
//!
//! The client is the real one: checks, retries, refreshes and errors are those of production. For a realistic platform with
//! a consent page, quotas and webhooks, run the sandbox instead.
//!
//! ```
//! use open_platform::OpenPlatform;
//! use open_platform::testing::{ManualClock, NoResponse, Recorder, ScriptedResponse};
//! use serde_json::json;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), open_platform::Error> {
//! let recorder = Recorder::script([
//!     NoResponse::interrupted().into(),
//!     ScriptedResponse::json(200, json!({ "token": "gZd7omnS", "city": "tehran" })).into(),
//! ]);
//! let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
//! let platform = OpenPlatform::builder()
//!     .api_key("any")
//!     .transport(recorder.clone())
//!     .clock(clock.clone())
//!     .build()?;
//!
//! assert_eq!(platform.posts().get("gZd7omnS").await?.city, "tehran");
//! let requests = recorder.requests();
//! assert_eq!(requests.len(), 2, "a read is repeated after a broken connection");
//! assert_eq!(requests[0].header("x-api-key"), Some("any"));
//! assert_eq!(clock.waits().len(), 1, "the wait before the second attempt took no real time");
//! # Ok(())
//! # }
//! ```

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::clock::Clock;
use crate::error::{Result, TransportErrorKind};
use crate::json::Json;
use crate::lock::lock;
use crate::transport::{Failure, Request, Response, Transport};

#[doc(hidden)]
pub mod command;
pub mod stores;
pub mod transports;

/// A scripted response of the platform. `Debug` shows no content, which may contain tokens.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, PartialEq, Eq)]
pub struct ScriptedResponse {
    /// HTTP status.
    pub status: u16,
    /// Headers by name. The case of names does not matter.
    pub headers: HashMap<String, String>,
    /// The complete body.
    pub body: Vec<u8>,
}

impl ScriptedResponse {
    /// A response without headers and body.
    pub fn new(status: u16) -> Self {
        Self { status, headers: HashMap::new(), body: Vec::new() }
    }

    /// A response with a JSON body and its `content-type`.
    pub fn json(status: u16, body: impl Into<Json>) -> Self {
        Self::new(status).header("content-type", "application/json").body(body.into().as_str())
    }

    /// Sets a header.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.insert(name.into(), value.into());
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    fn response(self) -> Result<Response, Failure> {
        let mut headers = HeaderMap::new();
        for (name, value) in self.headers {
            match (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
                (Ok(name), Ok(value)) => headers.append(name, value),
                _ => return Err(wrong_test(format!("the header {name:?} of a scripted response is not valid"))),
            };
        }
        Ok(Response { status: self.status, headers, body: self.body.into() })
    }
}

impl fmt::Debug for ScriptedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedResponse")
            .field("status", &self.status)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

/// A scripted failure: the request gets no response.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoResponse {
    /// What failed.
    pub kind: TransportErrorKind,
    /// Whether the platform may have received the request. By default `false` for `connect` and `tls`, and `true` for the
    /// other kinds.
    pub may_have_arrived: Option<bool>,
}

impl NoResponse {
    /// A refused connection: the platform has not received the request.
    pub fn connect() -> Self {
        Self { kind: TransportErrorKind::Connect, may_have_arrived: None }
    }

    /// An interrupted connection: the platform may have processed the request.
    pub fn interrupted() -> Self {
        Self { kind: TransportErrorKind::Interrupted, may_have_arrived: None }
    }
}

/// A scripted outcome of one request.
#[cfg_attr(feature = "ffi", crate::ffi::data(payload))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptedOutcome {
    /// The platform responds.
    Response {
        /// The response.
        response: ScriptedResponse,
    },
    /// There is no response.
    NoResponse {
        /// The failure.
        failure: NoResponse,
    },
}

impl From<ScriptedResponse> for ScriptedOutcome {
    fn from(response: ScriptedResponse) -> Self {
        Self::Response { response }
    }
}

impl From<NoResponse> for ScriptedOutcome {
    fn from(failure: NoResponse) -> Self {
        Self::NoResponse { failure }
    }
}

impl ScriptedOutcome {
    fn result(self) -> Result<Response, Failure> {
        match self {
            Self::Response { response } => response.response(),
            Self::NoResponse { failure: NoResponse { kind, may_have_arrived } } => {
                let is_connected = !matches!(kind, TransportErrorKind::Connect | TransportErrorKind::Tls);
                let may_have_arrived = may_have_arrived.unwrap_or(is_connected);
                Err(Failure { kind, may_have_arrived, reason: "the script of the test says so".to_owned() })
            }
        }
    }
}

/// A request as it was sent, including credentials. `Debug` shows neither address nor headers nor body.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, PartialEq)]
pub struct RecordedRequest {
    /// HTTP method, in upper case.
    pub method: String,
    /// The absolute address.
    pub url: String,
    /// Headers by name in lower case. Repeated headers are joined by `, `.
    pub headers: HashMap<String, String>,
    /// The complete body. Empty if there is none.
    pub body: Vec<u8>,
    /// The time limit of the exchange, in seconds.
    pub timeout_seconds: f64,
}

impl RecordedRequest {
    fn of(request: &Request) -> Self {
        let mut headers: HashMap<String, String> = HashMap::new();
        for (name, value) in &request.headers {
            let value = String::from_utf8_lossy(value.as_bytes());
            headers
                .entry(name.as_str().to_owned())
                .and_modify(|all| *all = format!("{all}, {value}"))
                .or_insert_with(|| value.into_owned());
        }
        Self {
            method: request.method.to_string(),
            url: request.url.clone(),
            headers,
            body: request.body.to_vec(),
            timeout_seconds: request.timeout.as_secs_f64(),
        }
    }

    /// A header. The case of `name` does not matter.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(&name.to_ascii_lowercase()).map(String::as_str)
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) for `json` if it is not JSON.
    pub fn json(&self) -> Result<Json> {
        Json::parse(&String::from_utf8_lossy(&self.body))
    }
}

impl fmt::Debug for RecordedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordedRequest")
            .field("method", &self.method)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

/// A transport that sends nothing: it records every request, and responds from a script.
pub struct Recorder {
    script: Mutex<Script>,
    requests: Mutex<Vec<RecordedRequest>>,
}

enum Script {
    Always(ScriptedOutcome),
    InOrder(VecDeque<ScriptedOutcome>),
}

impl Recorder {
    /// The same outcome for every request.
    pub fn always(outcome: impl Into<ScriptedOutcome>) -> Arc<Self> {
        Self::new(Script::Always(outcome.into()))
    }

    /// The outcomes in order. A request after the last one fails with a
    /// [`TransportError`](crate::error::TransportError) that names the cause.
    pub fn script(outcomes: impl IntoIterator<Item = ScriptedOutcome>) -> Arc<Self> {
        Self::new(Script::InOrder(outcomes.into_iter().collect()))
    }

    fn new(script: Script) -> Arc<Self> {
        Arc::new(Self { script: Mutex::new(script), requests: Mutex::default() })
    }

    /// The requests so far. Every attempt is listed, also those after the end of the script.
    pub fn requests(&self) -> Vec<RecordedRequest> {
        lock(&self.requests).clone()
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("requests", &*lock(&self.requests)).finish_non_exhaustive()
    }
}

#[async_trait]
impl Transport for Recorder {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        lock(&self.requests).push(RecordedRequest::of(&request));
        let outcome = match &mut *lock(&self.script) {
            Script::Always(outcome) => Some(outcome.clone()),
            Script::InOrder(outcomes) => outcomes.pop_front(),
        };
        let Some(outcome) = outcome else {
            let sent = lock(&self.requests).len();
            return Err(wrong_test(format!("request {sent} of the test has no outcome left in the script")));
        };
        outcome.result()
    }
}

fn wrong_test(reason: String) -> Failure {
    Failure { kind: TransportErrorKind::Protocol, may_have_arrived: false, reason }
}

/// A clock that is set by hand. A wait on it takes no real time and advances the clock by its duration.
#[derive(Debug)]
pub struct ManualClock {
    now: Mutex<DateTime<Utc>>,
    waits: Mutex<Vec<Duration>>,
}

impl ManualClock {
    /// A clock that shows `now`.
    pub fn at(now: DateTime<Utc>) -> Arc<Self> {
        Arc::new(Self { now: Mutex::new(now), waits: Mutex::default() })
    }

    /// Advances the clock.
    pub fn advance(&self, by: Duration) {
        let mut now = lock(&self.now);
        let later = TimeDelta::from_std(by).ok().and_then(|by| now.checked_add_signed(by));
        *now = later.unwrap_or(DateTime::<Utc>::MAX_UTC);
    }

    /// The durations of the client's waits: between attempts, or for another process's refresh.
    pub fn waits(&self) -> Vec<Duration> {
        lock(&self.waits).clone()
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *lock(&self.now)
    }

    async fn sleep(&self, duration: Duration) {
        lock(&self.waits).push(duration);
        self.advance(duration);
        // Lets the task run that is waited for.
        tokio::task::yield_now().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::OpenPlatform;
    use crate::error::Error;

    fn platform(recorder: &Arc<Recorder>) -> OpenPlatform {
        let clock = ManualClock::at(DateTime::UNIX_EPOCH);
        OpenPlatform::builder().api_key("canary-key").transport(recorder.clone()).clock(clock).build().unwrap()
    }

    #[tokio::test]
    async fn a_request_after_the_end_of_the_script_is_an_error_that_names_the_cause() {
        let recorder =
            Recorder::script([ScriptedResponse::json(200, serde_json::json!({ "token": "gZd7omnS" })).into()]);
        let platform = platform(&recorder);
        platform.posts().get("gZd7omnS").await.unwrap();
        let Err(Error::Transport(error)) = platform.posts().get("gZd7omnS").await else { panic!("an answer") };
        assert!(error.reason.contains("no outcome left in the script"), "{error}");
    }

    #[tokio::test]
    async fn an_invalid_header_is_an_error_that_names_it() {
        let recorder = Recorder::always(ScriptedResponse::new(200).header("not a name", "canary"));
        let error = platform(&recorder).posts().get("gZd7omnS").await.unwrap_err().to_string();
        assert!(error.contains("not a name") && !error.contains("canary"), "{error}");
    }

    #[test]
    fn a_request_without_a_response_may_have_arrived_unless_there_was_no_connection() {
        use TransportErrorKind::{Connect, Deadline, Interrupted, Protocol, Redirect, Tls, TooLarge};
        let arrived = |kind, may_have_arrived| {
            ScriptedOutcome::from(NoResponse { kind, may_have_arrived }).result().unwrap_err().may_have_arrived
        };
        assert!([Connect, Tls].iter().all(|kind| !arrived(*kind, None)));
        assert!([Interrupted, Deadline, TooLarge, Redirect, Protocol].iter().all(|kind| arrived(*kind, None)));
        assert!(arrived(Connect, Some(true)) && !arrived(Interrupted, Some(false)));
    }

    #[tokio::test]
    async fn recorded_requests_have_their_content_and_debug_does_not_show_it() {
        let recorder = Recorder::always(ScriptedResponse::new(200).header("x", "canary").body("canary"));
        let number = platform(&recorder).users().id_by_phone("09123456789").await;
        assert!(number.is_err());
        let [request] = recorder.requests().try_into().unwrap();
        assert_eq!((request.method.as_str(), request.header("X-API-Key")), ("POST", Some("canary-key")));
        assert!(request.json().unwrap().as_str().contains("9123456789") && request.timeout_seconds > 1.0);
        let shown = format!("{recorder:?} {request:?} {:?}", ScriptedResponse::new(200).body("canary"));
        assert!(shown.contains("POST") && !shown.contains("canary") && !shown.contains("9123456789"), "{shown}");
    }

    #[tokio::test]
    async fn the_clock_advances_by_hand_and_by_waits() {
        let clock = ManualClock::at(DateTime::UNIX_EPOCH);
        clock.advance(Duration::from_secs(60));
        clock.sleep(Duration::from_millis(1_500)).await;
        assert_eq!(clock.now().timestamp_millis(), 61_500);
        assert_eq!(clock.waits(), [Duration::from_millis(1_500)]);
        clock.advance(Duration::MAX);
        assert_eq!(clock.now(), DateTime::<Utc>::MAX_UTC);
    }
}
