//! A request whose state is checked when the program runs: for other languages, which cannot have a type for each state.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::dedupe::{Forget, Remember};
use super::exchange::{HandleAction, HandleEvent, HandleStart, HookLog, HookResponse, NeedBody, Step, Store};
use super::receiver::{Begin, Receiver, RequestKind};
use super::state_cell::{StateCell, wrong_state};
use crate::error::{Error, Result};
use crate::error_classes::INTERNAL_TEXT;
use crate::inbox::Inbox;
use crate::observe::ReceivedHook;
use crate::webhook::Delivery;
use crate::webhook::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use crate::webhook::{Headers, MemoryDedupe, Reply};

impl Receiver {
    /// Recognizes repeated events as the word says, `store`, `inbox` or `off`, or in a memory if there is one.
    pub fn dedupe_by_name(self, word: &str, memory: Option<Arc<MemoryDedupe>>) -> Self {
        match (word, memory) {
            (_, Some(memory)) => self.dedupe_in(memory),
            ("inbox", None) => self.into_inbox(),
            ("off", None) => self.without_dedupe(),
            _ => self.dedupe_by_store(),
        }
    }
}

/// What the caller does next for a request, with the method of [`HookExchange`] that takes the result. If it fails,
/// [`failed`](HookExchange::failed) takes the reason.
#[cfg_attr(feature = "ffi", crate::ffi::data(tag = "step"))]
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[expect(clippy::large_enum_variant, reason = "it is taken apart at once")]
pub enum HookStep {
    /// Read the body, or one byte more than `limit`: [`read`](HookExchange::read),
    /// [`too_slow`](HookExchange::too_slow) or [`no_length`](HookExchange::no_length).
    Body {
        /// Its largest size in bytes.
        limit: u32,
        /// The time limit of reading it, in seconds.
        seconds: f64,
    },
    /// Store a key in the dedupe store, unless it is there: [`remembered`](HookExchange::remembered).
    Remember {
        /// The key.
        key: String,
        /// How long to store it. Absent: as long as possible.
        window_seconds: Option<i64>,
        /// How long the store may take, in seconds. Then it has failed.
        timeout_seconds: f64,
    },
    /// Delete a key from the dedupe store: [`done`](HookExchange::done).
    Forget {
        /// The key.
        key: String,
        /// How long the store may take, in seconds. Then it has failed.
        timeout_seconds: f64,
    },
    /// Hand over the event to the inbox: [`store`](HookExchange::store).
    Store {},
    /// Call the handler of the event: [`done`](HookExchange::done) or [`not_taken`](HookExchange::not_taken).
    Event {
        /// The name of the handler.
        handler: String,
        /// The event.
        delivery: Delivery,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Call the handler of start requests: [`started`](HookExchange::started).
    Start {
        /// The request.
        request: StartRequest,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Call the handler of dynamic actions: [`acted`](HookExchange::acted).
    DynamicAction {
        /// The request.
        request: DynamicActionRequest,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Send the response. Nothing follows.
    Answer {
        /// The response.
        reply: Reply,
        /// The record of the request. Absent for a path that is not served.
        record: Option<ReceivedHook>,
        /// What to log, in order.
        logs: Vec<HookLog>,
    },
}

impl HookStep {
    /// Whether it is an answer of 200, with nothing to log.
    #[inline]
    pub fn is_plain_ok(&self) -> bool {
        matches!(self, Self::Answer { reply, logs, .. } if logs.is_empty() && *reply == Reply::ok())
    }
}

impl From<HookResponse> for HookStep {
    fn from(HookResponse { reply, record, logs }: HookResponse) -> Self {
        Self::Answer { reply, record, logs }
    }
}

/// A request from its accepted head to its answer. Each method ends a state and returns what comes next. After a panic that is the
/// answer, 500.
///
/// # Errors
/// All methods return [`Error::InvalidInput`] for `exchange` in a state that is not theirs, which does not change it.
pub struct HookExchange {
    state: StateCell<State>,
    /// The name of the kind of request, for a record.
    kind: &'static str,
}

enum State {
    Body(NeedBody),
    Remember(Remember),
    Forget(Forget),
    Store(Store),
    Event(HandleEvent),
    Start(HandleStart),
    Action(HandleAction),
    /// It is answered, or another call has taken the state.
    Nothing,
}

impl Receiver {
    /// As [`begin`](Self::begin), for a request whose state is checked when the program runs. A `peer` that is no IP address, such
    /// as the path of a Unix socket, counts as unknown.
    pub fn begin_shared(
        self: &Arc<Self>,
        method: &str,
        path: &str,
        headers: &(impl Headers + ?Sized),
        peer: Option<&str>,
    ) -> (HookExchange, HookStep) {
        let peer = peer.and_then(|peer| peer.parse().ok());
        let begin = || match self.begin(method, path, headers, peer) {
            Begin::Answer(answer) => ("", State::Nothing, answer.into()),
            Begin::Body(needed) => {
                let (kind, accepted) = (needed.exchange.kind.name(), needed.accepted());
                let limit = accepted.body_limit().try_into().unwrap_or(u32::MAX);
                let next = HookStep::Body { limit, seconds: accepted.body_timeout().as_secs_f64() };
                (kind, State::Body(needed), next)
            }
        };
        let failed = |_| ("", State::Nothing, panicked(self.kind(path).map_or("", RequestKind::name)));
        let (kind, state, next) = catch_unwind(AssertUnwindSafe(begin)).unwrap_or_else(failed);
        (HookExchange { state: StateCell::new(state), kind }, next)
    }
}

impl Receiver {
    /// As [`begin_shared`](Self::begin_shared), for a request whose whole body may have arrived with its head: then it is read at once
    /// if the head is accepted.
    #[inline]
    pub fn begin_arrived(
        self: &Arc<Self>,
        method: &str,
        path: &str,
        headers: &(impl Headers + ?Sized),
        peer: Option<&str>,
        body: Option<&[u8]>,
    ) -> (HookExchange, HookStep) {
        let (exchange, mut step) = self.begin_shared(method, path, headers, peer);
        if let (HookStep::Body { .. }, Some(body)) = (&step, body)
            && let Ok(next) = exchange.read(body)
        {
            step = next;
        }
        (exchange, step)
    }
}

/// The answer to a request of this kind after a panic, whose words are not logged: they may hold data of users.
fn panicked(kind: &str) -> HookStep {
    let reply = Reply { close: true, ..Reply::failed() };
    let (kind, outcome, status) = (kind.to_owned(), "failed".to_owned(), reply.status.into());
    let record = Some(ReceivedHook { kind, outcome, status, ..ReceivedHook::default() });
    HookStep::Answer { reply, record, logs: vec![HookLog::error(INTERNAL_TEXT.to_owned())] }
}

impl State {
    #[inline]
    fn of(step: Step) -> (Self, HookStep) {
        match step {
            Step::Remember(remember) => {
                let window_seconds = remember.window().and_then(|window| window.as_secs().try_into().ok());
                let timeout_seconds = remember.timeout().as_secs_f64();
                let next = HookStep::Remember { key: remember.key().to_owned(), window_seconds, timeout_seconds };
                (Self::Remember(remember), next)
            }
            Step::Forget(forget) => {
                let timeout_seconds = forget.timeout().as_secs_f64();
                let next = HookStep::Forget { key: forget.key().to_owned(), timeout_seconds };
                (Self::Forget(forget), next)
            }
            Step::Store(store) => (Self::Store(store), HookStep::Store {}),
            Step::Event(delivery, handling) => {
                let handler = delivery.event.name().to_owned();
                let key_id = handling.key_id().to_owned();
                (Self::Event(handling), HookStep::Event { handler, delivery: *delivery, key_id })
            }
            Step::Start(request, handling) => {
                let key_id = handling.key_id().to_owned();
                (Self::Start(handling), HookStep::Start { request: *request, key_id })
            }
            Step::DynamicAction(request, handling) => {
                let key_id = handling.key_id().to_owned();
                (Self::Action(handling), HookStep::DynamicAction { request: *request, key_id })
            }
            Step::Answer(answer) => (Self::Nothing, answer.into()),
        }
    }
}

impl HookExchange {
    /// No request: every method fails, as after the answer to one.
    pub fn answered() -> Self {
        Self { state: StateCell::new(State::Nothing), kind: "" }
    }

    /// Ends the current state. `end` returns the state itself if it is another one.
    #[inline]
    fn end(&self, end: impl FnOnce(State) -> Result<Step, Box<State>>) -> Result<HookStep> {
        self.state.end(State::Nothing, |state| end(state).map(State::of), || panicked(self.kind))
    }

    /// The body, unchanged, or more than its limit.
    #[inline]
    pub fn read(&self, body: &[u8]) -> Result<HookStep> {
        self.end(|state| match state {
            State::Body(needed) => Ok(needed.read(body)),
            other => Err(other.into()),
        })
    }

    /// The body did not arrive in time.
    pub fn too_slow(&self) -> Result<HookStep> {
        self.end(|state| match state {
            State::Body(needed) => Ok(Step::Answer(needed.too_slow())),
            other => Err(other.into()),
        })
    }

    /// The length of the body is unknown, and the server does not tell where it ends.
    pub fn no_length(&self) -> Result<HookStep> {
        self.end(|state| match state {
            State::Body(needed) => Ok(Step::Answer(needed.no_length())),
            other => Err(other.into()),
        })
    }

    /// The dedupe store has the key now. `is_new`: it was not there before.
    pub fn remembered(&self, is_new: bool) -> Result<HookStep> {
        self.end(|state| match state {
            State::Remember(remember) => Ok(remember.remembered(is_new)),
            other => Err(other.into()),
        })
    }

    /// The dedupe store has deleted the key, or the handler of the event has returned.
    #[inline]
    pub fn done(&self) -> Result<HookStep> {
        self.end(|state| match state {
            State::Forget(forget) => Ok(forget.forgotten()),
            State::Event(handling) => Ok(handling.handled()),
            other => Err(other.into()),
        })
    }

    /// The event was not handled, because nothing takes it now.
    pub fn not_taken(&self) -> Result<HookStep> {
        self.end(|state| match state {
            State::Event(handling) => Ok(handling.not_taken()),
            other => Err(other.into()),
        })
    }

    /// The handler of start requests has returned this.
    pub fn started(&self, answer: &StartReply) -> Result<HookStep> {
        self.end(|state| match state {
            State::Start(handling) => Ok(handling.handled(answer)),
            other => Err(other.into()),
        })
    }

    /// The handler of dynamic actions has returned this.
    pub fn acted(&self, answer: &DynamicActionReply) -> Result<HookStep> {
        self.end(|state| match state {
            State::Action(handling) => Ok(handling.handled(answer)),
            other => Err(other.into()),
        })
    }

    /// Hands over the event to the inbox. The answer has the inbox's warnings.
    pub async fn store(&self, inbox: &Inbox) -> Result<HookStep> {
        let (accepted, body) = match &mut *self.state.lock() {
            State::Store(store) => store.take(),
            _ => return Err(wrong_state()),
        };
        let receipt = inbox.receive_event(accepted, body).await;
        // The caller may have reported a failure in the meantime, because it was cancelled.
        let mut next = self.end(|state| match state {
            State::Store(store) => Ok(store.stored(receipt)),
            other => Err(other.into()),
        })?;
        if let HookStep::Answer { logs, .. } = &mut next {
            logs.extend(inbox.try_warnings().into_iter().map(HookLog::warning));
        }
        Ok(next)
    }

    /// Reading the body, the dedupe store or the handler has failed, or was cancelled. `error` is logged, so it must not contain
    /// data of users: the class of the error is enough.
    pub fn failed(&self, error: &str) -> Result<HookStep> {
        self.end(|state| match state {
            State::Body(it) => Ok(Step::Answer(it.failed(error))),
            State::Remember(it) => Ok(it.failed(error)),
            State::Forget(it) => Ok(it.failed(error)),
            State::Store(it) => Ok(it.failed(error)),
            State::Event(it) => Ok(it.failed(error)),
            State::Start(it) => Ok(it.failed(error)),
            State::Action(it) => Ok(it.failed(error)),
            State::Nothing => Err(State::Nothing.into()),
        })
    }
}

/// Checks the time limit of an app's functions, whose name is `field` in the app's language. Without an inbox it has no upper limit.
///
/// # Errors
/// [`Error::InvalidInput`] for `field`.
pub fn check_handler_timeout(seconds: f64, field: &str) -> Result<()> {
    if seconds > 0.0 && seconds.is_finite() {
        return Ok(());
    }
    Err(Error::invalid(field, "must be more than 0, and finite"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webhook::{KeyRing, Unreadable, Webhooks};

    #[test]
    fn after_a_panic_a_request_is_answered_with_500_without_its_words() {
        let keys = KeyRing::from_list("identification-key-one").unwrap();
        let receiver = Arc::new(Receiver::new(Webhooks::new(keys)));
        let (exchange, first) = receiver.begin_shared("POST", "/start", &Unreadable, None);
        let HookStep::Answer { reply, record, logs } = &first else { panic!("{first:?}") };
        let record = record.as_ref().expect("a record");
        assert_eq!((reply.status, reply.close, &*record.kind, &*record.outcome), (500, true, "start", "failed"));
        assert_eq!(*logs, [HookLog::error(INTERNAL_TEXT.to_owned())]);
        assert!(exchange.failed("late").is_err(), "it is answered");

        let headers = [("Authorization", "identification-key-one"), ("Content-Type", "application/json")];
        let (exchange, next) = receiver.begin_shared("POST", "/start", &headers, None);
        assert!(matches!(next, HookStep::Body { .. }), "the next request: {next:?}");
        assert_eq!(exchange.end(|_| panic!("words of a user")).unwrap(), first);
    }
}
