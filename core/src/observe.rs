//! Records of what the client does: one for each request of a call, for each refresh of a token, for each request that the
//! platform sends to a webhook, and for each event of an inbox that a worker has handled.
//!
//! Each record goes to a callback ([`Builder::on_request`], [`Builder::on_refresh`], [`Webhooks::on_hook`],
//! [`Builder::on_handled_event`]), to [`tracing`], and, of a call inside [`with_attempts`], to its caller. No record holds an id of a
//! user or a post, an address, a body or a credential. A record is only made where somebody takes it. As text, a record is a [`Line`]
//! of a log.
//!
//! | target of the events | what is in it | level |
//! |---|---|---|
//! | `open_platform::http` | [`Attempt`] | `INFO` if the request is sent again, otherwise `DEBUG` |
//! | `open_platform::refresh` | [`Refresh`] | `INFO` for new tokens, otherwise `WARN` |
//! | `open_platform::hooks` | [`ReceivedHook`] | `DEBUG` |
//! | `open_platform::inbox` | [`HandledEvent`] | `DEBUG` if the event was acknowledged or released, otherwise `INFO` |
//! | `open_platform` | [`Note`], once for a client that has one | `INFO` |
//!
//! [`Builder::on_request`]: crate::client::Builder::on_request
//! [`Builder::on_refresh`]: crate::client::Builder::on_refresh
//! [`Builder::on_handled_event`]: crate::client::Builder::on_handled_event
//! [`Webhooks::on_hook`]: crate::webhook::Webhooks::on_hook

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use http::{HeaderMap, HeaderName, HeaderValue};
use tracing::Instrument;
pub use tracing::Level;

use crate::lock::lock;

mod line;
mod span;
mod trace;

pub use line::Line;
pub(crate) use span::CallSpan;
pub use trace::{CallTrace, TraceAttribute, TracedRetry};

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");
/// The longest `tracestate` that is sent.
const MAX_TRACESTATE: usize = 512;

/// One request of a call, once its outcome is known.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Attempt {
    /// Name of the endpoint, such as `posts.get`; `request` for one that has no method here.
    pub endpoint: String,
    /// HTTP method.
    pub method: String,
    /// Host of the address, and its port where one is set.
    pub server: String,
    /// Path of the endpoint with the names of its variable segments, such as `/v1/open-platform/posts/{post_token}`. Empty for
    /// an endpoint that has no method here.
    pub path: Option<String>,
    /// The number of this request in its call, from 1.
    pub attempt: i64,
    /// HTTP status of the response. Empty if there was none.
    pub status: Option<i64>,
    /// Why there was no response: `connect`, `tls`, `interrupted`, `deadline`, `too_large`, `redirect` or `protocol`.
    pub error: Option<String>,
    /// How long the request took, in seconds.
    pub duration_seconds: f64,
    /// The id that the platform gave the request, or else the one that was sent with it.
    pub request_id: Option<String>,
    /// Why the request is sent again: `server` after a 408 or 5xx, `rate_limited` after a 429, `not_sent` if it never left,
    /// `interrupted` if the connection broke, `unauthorized` after a 401, or after a call of a phone whose token lacked a
    /// scope, with a newer token. Empty if it is not.
    pub retry: Option<String>,
    /// How long the client waits before it is sent again, in seconds. Empty if it is not.
    pub wait_seconds: Option<f64>,
}

/// One request of a token refresh, once its outcome is known. The request itself has an [`Attempt`], too, with the endpoint
/// `oauth.refresh`.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Refresh {
    /// `refreshed`; `invalid_grant` if the refresh token is not accepted; `invalid_client` if the app's credentials are not;
    /// `refused` for another refusal; `unavailable` if it may work later; `redirect`; `unreadable`.
    pub outcome: String,
    /// The number of this request in its refresh, from 1.
    pub attempt: i64,
    /// How long the request took, in seconds.
    pub duration_seconds: f64,
    /// Why there is a refresh: `due` if the token has ended or is about to, `refused` if the platform has refused it or the
    /// app has asked for a new one.
    pub reason: String,
}

/// One request of the platform to a webhook, once its response is known.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ReceivedHook {
    /// `event`, `start` or `action`.
    pub kind: String,
    /// Name of the event's type, such as `new_message`; `unknown` for a type that this version does not know, `malformed` for
    /// an event that cannot be parsed. Empty for other requests, and for a request that was refused.
    pub event_type: Option<String>,
    /// `handled`: its handler has returned. `stored`: it is in an inbox. `ignored`: it has no handler. `duplicate`: a repetition
    /// of an event that was handled or stored before. `in_progress`: a repetition of an event that is being handled. `refused`:
    /// it is not authentic or not readable. `failed`: its handler has failed. `unavailable`: it could not be stored or looked
    /// up.
    pub outcome: String,
    /// HTTP status of the response.
    pub status: i64,
    /// Why it was refused. Empty if it was not.
    pub reason: Option<String>,
    /// How long it took until the response was known, in seconds.
    pub duration_seconds: f64,
}

/// One attempt to handle an event of an inbox, once its end is stored.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct HandledEvent {
    /// Name of the event's type, such as `new_message`; `unknown` for a type that this version does not know, `malformed` for
    /// an event that cannot be parsed.
    pub event_type: String,
    /// `acknowledged`; `retried` if it failed and is handled again later; `dead_letter` if it failed and is not; `released` if
    /// its worker stopped and another one handles it.
    pub outcome: String,
    /// The number of this attempt, from 1.
    pub attempt: i64,
    /// How long the worker had the event, in seconds, by the clock of the inbox. Empty for an event that was handed out by an
    /// earlier version.
    pub duration_seconds: Option<f64>,
    /// How long until the event is handled again, in seconds. Empty if it is not `retried`.
    pub wait_seconds: Option<f64>,
}

/// What a log should say of a client itself. It has no callback: a client has its note from the beginning
/// ([`OpenPlatform::note`](crate::OpenPlatform::note)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    text: &'static str,
}

impl Note {
    /// Of a client whose addresses come from the environment.
    pub(crate) const SANDBOX: Self = Self { text: "OPEN_PLATFORM_SANDBOX_URL is set: all calls go to the sandbox" };

    pub(crate) fn trace(&self) {
        tracing::info!(target: "open_platform", "{self}");
    }
}

/// A callback of the app for one kind of record.
#[derive(Clone)]
pub(crate) struct Callback<T> {
    call: Arc<dyn Fn(&T) + Send + Sync>,
    /// Whether it takes records now. Always, if it is not set.
    wanted: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl<T> Callback<T> {
    pub(crate) fn new(call: impl Fn(&T) + Send + Sync + 'static) -> Self {
        Self { call: Arc::new(call), wanted: None }
    }

    pub(crate) fn when(
        wanted: impl Fn() -> bool + Send + Sync + 'static,
        call: impl Fn(&T) + Send + Sync + 'static,
    ) -> Self {
        Self { call: Arc::new(call), wanted: Some(Arc::new(wanted)) }
    }

    fn takes(&self) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted())
    }
}

/// The callbacks of a client, and its note.
#[derive(Clone, Default)]
pub(crate) struct Observers {
    pub(crate) note: Option<Note>,
    pub(crate) request: Option<Callback<Attempt>>,
    pub(crate) refresh: Option<Callback<Refresh>>,
    pub(crate) handled_events: Option<Callback<HandledEvent>>,
}

impl fmt::Debug for Observers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observers").finish_non_exhaustive()
    }
}

impl Observers {
    /// Whether there is a receiver for records of requests: a callback, a subscriber of `tracing` or [`with_attempts`].
    pub(crate) fn wants_attempts(&self) -> bool {
        self.request.as_ref().is_some_and(Callback::takes)
            || tracing::enabled!(target: "open_platform::http", Level::INFO)
            || ATTEMPTS.try_with(|_| ()).is_ok()
    }

    pub(crate) fn attempt(&self, record: &Attempt) {
        macro_rules! event {
            ($level:ident) => {
                tracing::$level!(
                    target: "open_platform::http",
                    endpoint = record.endpoint,
                    attempt = record.attempt,
                    status = record.status,
                    error = record.error,
                    duration_seconds = record.duration_seconds,
                    request_id = record.request_id,
                    retry = record.retry,
                    wait_seconds = record.wait_seconds,
                    "a request has ended"
                )
            };
        }
        if record.level() == Level::INFO {
            event!(info)
        } else {
            event!(debug)
        }
        let _ = ATTEMPTS.try_with(|attempts| lock(attempts).push(record.clone()));
        notify(self.request.as_ref(), record);
    }

    /// `is_repeated`: whether the request repeats one with an unknown outcome. `age_days`: the age of the refresh token. Both
    /// are metrics of the event only.
    pub(crate) fn refresh(&self, record: &Refresh, is_repeated: bool, age_days: Option<u64>) {
        macro_rules! event {
            ($level:ident) => {
                tracing::$level!(
                    target: "open_platform::refresh",
                    {
                        monotonic_counter.refresh_total = 1_u64,
                        monotonic_counter.replay_in_window = u64::from(is_repeated),
                        histogram.rt_age_days = age_days,
                        result = record.outcome,
                        attempt = record.attempt,
                        duration_seconds = record.duration_seconds,
                        reason = record.reason,
                    },
                    "a refresh was answered"
                )
            };
        }
        if record.level() == Level::INFO {
            event!(info)
        } else {
            event!(warn)
        }
        notify(self.refresh.as_ref(), record);
    }
}

/// Whether there is a receiver for the records of an inbox with this callback.
pub(crate) fn wants_handled_event(callback: Option<&Callback<HandledEvent>>) -> bool {
    callback.is_some_and(Callback::takes) || tracing::enabled!(target: "open_platform::inbox", Level::INFO)
}

/// Passes on the record of an event of an inbox.
pub(crate) fn handled_event(callback: Option<&Callback<HandledEvent>>, record: &HandledEvent) {
    macro_rules! event {
        ($level:ident) => {
            tracing::$level!(
                target: "open_platform::inbox",
                event_type = record.event_type,
                outcome = record.outcome,
                attempt = record.attempt,
                duration_seconds = record.duration_seconds,
                wait_seconds = record.wait_seconds,
                "an event of the inbox was handled"
            )
        };
    }
    if record.level() == Level::INFO {
        event!(info)
    } else {
        event!(debug)
    }
    notify(callback, record);
}

/// Whether there is a receiver for the records of requests of the platform with this callback.
pub(crate) fn wants_hook(callback: Option<&Callback<ReceivedHook>>) -> bool {
    callback.is_some_and(Callback::takes) || tracing::enabled!(target: "open_platform::hooks", Level::DEBUG)
}

/// Passes on the record of a request of the platform.
pub(crate) fn hook(callback: Option<&Callback<ReceivedHook>>, record: &ReceivedHook) {
    tracing::debug!(
        target: "open_platform::hooks",
        kind = record.kind,
        event_type = record.event_type,
        outcome = record.outcome,
        status = record.status,
        reason = record.reason,
        duration_seconds = record.duration_seconds,
        "a request of the platform was answered"
    );
    notify(callback, record);
}

/// Calls a callback of the app. A panic in it is logged and does not change the call.
fn notify<T>(callback: Option<&Callback<T>>, record: &T) {
    if let Some(callback) = callback
        && catch_unwind(AssertUnwindSafe(|| (callback.call)(record))).is_err()
    {
        tracing::error!("a callback for records panicked");
    }
}

tokio::task_local! {
    /// The requests of the current call.
    static ATTEMPTS: Arc<Mutex<Vec<Attempt>>>;
    /// The trace context of the current call.
    static TRACE: TraceContext;
}

/// Makes a call and returns its result and its requests. The last request has the platform's request id. A token refresh that
/// the call waited for is not included, because it may serve several calls.
///
/// ```no_run
/// # async fn run(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
/// let (post, attempts) = open_platform::observe::with_attempts(platform.posts().get("gZd7omnS")).await;
/// println!("{} after {} attempts", post?.token, attempts.len());
/// # Ok(()) }
/// ```
pub async fn with_attempts<T>(call: impl Future<Output = T>) -> (T, Vec<Attempt>) {
    let run = async {
        let result = call.await;
        (result, ATTEMPTS.with(|attempts| std::mem::take(&mut *lock(attempts))))
    };
    let (result, attempts) = ATTEMPTS.scope(Arc::default(), run).await;
    // If one is inside another, both receive the requests.
    let _ = ATTEMPTS.try_with(|outer| lock(outer).extend_from_slice(&attempts));
    (result, attempts)
}

/// `work` for a task of its own, observed as its caller is: it has the caller's span and trace context, and its requests are among
/// those of the caller's call.
pub(crate) fn as_caller<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let (attempts, trace) = (ATTEMPTS.try_with(Arc::clone).ok(), TRACE.try_with(Clone::clone).ok());
    let recorded = async move {
        match attempts {
            Some(attempts) => ATTEMPTS.scope(attempts, work).await,
            None => work.await,
        }
    };
    let traced = async move {
        match trace {
            Some(trace) => TRACE.scope(trace, recorded).await,
            None => recorded.await,
        }
    };
    traced.in_current_span()
}

/// The context of a distributed trace (W3C Trace Context), as a tracing library writes it for the next hop.
#[derive(Clone, Debug)]
pub struct TraceContext {
    parent: HeaderValue,
    state: Option<HeaderValue>,
}

impl TraceContext {
    /// The context of these headers. `None` if `traceparent` is not of its form; a `tracestate` that is not of its form or
    /// longer than 512 bytes is left out.
    pub fn new(traceparent: &str, tracestate: Option<&str>) -> Option<Self> {
        let parts: Vec<_> = traceparent.split('-').collect();
        let is_hex = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        let has_form = parts.iter().map(|part| part.len()).eq([2, 32, 16, 2]) && parts.iter().all(|part| is_hex(part));
        let is_set = |part: &str| part.bytes().any(|b| b != b'0');
        if !has_form || parts[0] == "ff" || !is_set(parts[1]) || !is_set(parts[2]) {
            return None;
        }
        let state = tracestate.filter(|state| !state.is_empty() && state.len() <= MAX_TRACESTATE);
        Some(Self {
            parent: HeaderValue::from_str(traceparent).ok()?,
            state: state.and_then(|state| HeaderValue::from_str(state).ok()),
        })
    }

    /// Makes a call whose requests carry this context as `traceparent` and `tracestate`.
    ///
    /// ```no_run
    /// # async fn run(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
    /// use open_platform::observe::TraceContext;
    /// let context = TraceContext::new("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", None);
    /// let post = match context {
    ///     Some(context) => context.scope(platform.posts().get("gZd7omnS")).await?,
    ///     None => platform.posts().get("gZd7omnS").await?,
    /// };
    /// # Ok(()) }
    /// ```
    pub async fn scope<T>(self, call: impl Future<Output = T>) -> T {
        TRACE.scope(self, call).await
    }
}

/// Adds the trace context of the current call, if there is one.
pub(crate) fn add_trace_context(headers: &mut HeaderMap) {
    let _ = TRACE.try_with(|context| {
        headers.insert(TRACEPARENT, context.parent.clone());
        if let Some(state) = &context.state {
            headers.insert(TRACESTATE, state.clone());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_context_has_the_form_of_the_standard_or_is_none() {
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert!(TraceContext::new(good, Some("vendor=1")).is_some_and(|context| context.state.is_some()));
        assert!(TraceContext::new(good, Some("a\r\nb")).is_some_and(|context| context.state.is_none()));
        assert!(TraceContext::new(good, Some(&"x".repeat(513))).is_some_and(|context| context.state.is_none()));
        for wrong in [
            "",
            "00",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0\n",
        ] {
            assert!(TraceContext::new(wrong, None).is_none(), "{wrong}");
        }
    }
}
