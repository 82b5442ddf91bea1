//! The requests to a dedupe store of the caller, which can only remember and forget keys. [`DedupeMarks`] has the keys of an
//! event.

use std::time::Duration;

use super::exchange::{HandleEvent, Marks, Step};
use crate::webhook::{DedupeMarks, Delivery, Progress, Reply, STORE_TIMEOUT};

/// A key to store, unless it is there.
#[must_use]
pub struct Remember {
    key: String,
    window_seconds: Option<i64>,
    purpose: Purpose,
}

enum Purpose {
    /// Mark the event as being handled.
    Handling(HandleEvent, Box<DedupeMarks>, Box<Delivery>),
    /// Mark it as handled, provisionally.
    Handled(HandleEvent, Box<DedupeMarks>, Box<Delivery>),
    Result(Ending),
}

impl Remember {
    /// The state of the event is unknown: asks for it.
    pub(super) fn begin(handle: HandleEvent, delivery: Box<Delivery>) -> Step {
        let marks = Box::new(DedupeMarks::of(&delivery));
        let (key, seconds) = (marks.handling.clone(), marks.handling_seconds);
        Step::Remember(Self { key, window_seconds: Some(seconds), purpose: Purpose::Handling(handle, marks, delivery) })
    }

    /// The handler has returned: replaces the provisional mark.
    pub(super) fn finish(handle: HandleEvent, marks: DedupeMarks) -> Step {
        let window_seconds = marks.window_seconds;
        let mut calls = vec![Call::Forget(marks.handled.clone()), Call::Remember(marks.handled)];
        calls.extend(marks.event.map(Call::RememberEvent));
        calls.push(Call::Forget(marks.handling));
        Ending { window_seconds, ..Ending::new(handle, calls, Reply::ok()) }.next()
    }

    /// The key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// How long to store it. `None`: as long as possible.
    pub fn window(&self) -> Option<Duration> {
        self.window_seconds.and_then(|seconds| u64::try_from(seconds).ok()).map(Duration::from_secs)
    }

    /// How long the store may take. Then it has [failed](Self::failed).
    pub fn timeout(&self) -> Duration {
        STORE_TIMEOUT
    }

    /// Whether the key is new.
    pub fn remembered(self, is_new: bool) -> Step {
        match (self.purpose, is_new) {
            (Purpose::Handling(handle, marks, delivery), true) => {
                let (key, window_seconds) = (marks.handled.clone(), Some(marks.provisional_seconds));
                Step::Remember(Self { key, window_seconds, purpose: Purpose::Handled(handle, marks, delivery) })
            }
            (Purpose::Handling(handle, _, delivery), false) => handle.found(Progress::InProgress, delivery),
            (Purpose::Handled(mut handle, marks, delivery), true) => {
                handle.marks = Marks::Store(marks);
                handle.found(Progress::New, delivery)
            }
            (Purpose::Handled(mut handle, marks, _), false) => {
                handle.exchange.known.progress = Some(Progress::Seen);
                Ending::new(handle, vec![Call::Forget(marks.handling)], Reply::ok()).next()
            }
            (Purpose::Result(mut ending), is_new) => {
                if ending.is_event && !is_new {
                    ending.handle.warn_of_conflict();
                }
                ending.next()
            }
        }
    }

    /// The store has failed. `error` is logged, so it must not contain what was stored.
    pub fn failed(self, error: &str) -> Step {
        match self.purpose {
            // If a mark is stored, this event may have made it, or a repetition that is being handled. So it is not deleted.
            Purpose::Handling(mut handle, ..) => {
                let reply = handle.unavailable(error);
                Step::Answer(handle.exchange.answer(reply))
            }
            Purpose::Handled(mut handle, marks, _) => {
                let reply = handle.unavailable(error);
                // The store may have kept the mark although it failed: a repetition would be acknowledged and lost. If the event
                // was handled long ago, a repetition is handled again, which is the lesser evil.
                Forget::abandon(handle, *marks, reply)
            }
            Purpose::Result(ending) => ending.fail(error),
        }
    }
}

/// A key to delete.
#[must_use]
pub struct Forget {
    key: String,
    ending: Ending,
}

impl Forget {
    /// The event was not handled, so a repetition of it will be.
    pub(super) fn abandon(handle: HandleEvent, marks: DedupeMarks, reply: Reply) -> Step {
        let DedupeMarks { handled, handling, .. } = marks;
        Ending::new(handle, vec![Call::Forget(handled), Call::Forget(handling)], reply).next()
    }

    /// How long the store may take. Then it has [failed](Self::failed).
    pub fn timeout(&self) -> Duration {
        STORE_TIMEOUT
    }

    /// The key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// It is deleted, or was not there.
    pub fn forgotten(self) -> Step {
        self.ending.next()
    }

    /// The store has failed. `error` is logged, so it must not contain what was stored.
    pub fn failed(self, error: &str) -> Step {
        self.ending.fail(error)
    }
}

/// The calls of the store that are left, none of which changes the response.
struct Ending {
    handle: HandleEvent,
    calls: std::vec::IntoIter<Call>,
    /// Whether the current call stores the id of the event.
    is_event: bool,
    /// How long to store what is stored.
    window_seconds: Option<i64>,
    reply: Reply,
}

enum Call {
    Forget(String),
    Remember(String),
    RememberEvent(String),
}

impl Ending {
    fn new(handle: HandleEvent, calls: Vec<Call>, reply: Reply) -> Self {
        Self { handle, calls: calls.into_iter(), is_event: false, window_seconds: None, reply }
    }

    fn next(mut self) -> Step {
        let Some(call) = self.calls.next() else {
            return Step::Answer(self.handle.exchange.answer(self.reply));
        };
        self.is_event = matches!(call, Call::RememberEvent(_));
        match call {
            Call::Forget(key) => Step::Forget(Forget { key, ending: self }),
            Call::Remember(key) | Call::RememberEvent(key) => {
                let window_seconds = self.window_seconds;
                Step::Remember(Remember { key, window_seconds, purpose: Purpose::Result(self) })
            }
        }
    }

    fn fail(mut self, error: &str) -> Step {
        let label = self.handle.label();
        let text = format!("The dedupe store failed ({error}), and the result of an event is not stored: {label}");
        self.handle.exchange.error(text);
        Step::Answer(self.handle.exchange.answer(self.reply))
    }
}
