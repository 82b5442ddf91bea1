//! The record of a request, made from how it was answered.

use super::dedupe::Progress;
use super::receiver::Webhooks;
use crate::observe::{self, Callback, ReceivedHook};

/// How a request was answered, for [`Webhooks::answered`]. The code that sends the response fills it in: an adapter for a web
/// framework.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answered {
    /// The kind of request: `event`, `start` or `action`.
    pub kind: String,
    /// HTTP status of the response.
    pub status: i64,
    /// How long it took, in seconds.
    pub duration_seconds: f64,
    /// The [name](crate::webhook::Event::name) of the event's type.
    pub event_type: Option<String>,
    /// Why it was refused: [`Rejection::reason`](super::Rejection::reason).
    pub reason: Option<String>,
    /// The state of the event when it arrived. `None` without deduplication.
    pub progress: Option<Progress>,
    /// Whether the event is in an inbox.
    pub is_stored: bool,
    /// Whether it has no handler.
    pub is_ignored: bool,
}

impl Answered {
    fn outcome(&self) -> &'static str {
        match (self.progress, self.status) {
            _ if self.reason.is_some() => "refused",
            (Some(Progress::Seen), _) => "duplicate",
            (Some(Progress::InProgress), _) => "in_progress",
            (_, 503) => "unavailable",
            (_, 500..) => "failed",
            _ if self.is_stored => "stored",
            _ if self.is_ignored => "ignored",
            _ => "handled",
        }
    }
}

impl Webhooks {
    /// A callback for each request, when its response is known: see [`observe`]. It must not block. A panic in it does not affect
    /// the response. It is called by [`answered`](Self::answered).
    pub fn on_hook(mut self, callback: impl Fn(&ReceivedHook) + Send + Sync + 'static) -> Self {
        self.on_hook = Some(Callback::new(callback));
        self
    }

    /// Whether anybody listens to records.
    pub(crate) fn wants_records(&self) -> bool {
        observe::wants_hook(self.on_hook.as_ref())
    }

    /// Makes the record of a request, and passes it to the callback and to [`tracing`]. Call it once for each request, when its
    /// response is known.
    pub fn answered(&self, request: Answered) -> ReceivedHook {
        let outcome = request.outcome().to_owned();
        let Answered { kind, status, duration_seconds, event_type, reason, .. } = request;
        let record = ReceivedHook { kind, event_type, outcome, status, reason, duration_seconds };
        observe::hook(self.on_hook.as_ref(), &record);
        record
    }
}
