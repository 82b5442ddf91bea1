//! A request whose state is checked when the program runs: for other languages, which cannot have a type for each state.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::dedupe::{Forget, Remember};
use super::exchange::{Answer, HandleAction, HandleEvent, HandleStart, Log, NeedBody, Step, Store};
use super::receiver::{Begin, Receiver};
use crate::error::{Error, Result};
use crate::inbox::Inbox;
use crate::model::event::Delivery;
use crate::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use crate::webhook::{Freshness, Headers};

/// What the caller does next for a request, with the method of [`SharedExchange`] that takes the result. If it fails,
/// [`failed`](SharedExchange::failed) takes the reason.
#[derive(Debug)]
#[must_use]
pub enum Next {
    /// Read the body, or one byte more than `limit`: [`read`](SharedExchange::read),
    /// [`too_slow`](SharedExchange::too_slow) or [`no_length`](SharedExchange::no_length).
    Body {
        /// Its largest size in bytes.
        limit: usize,
        /// The time limit of reading it.
        timeout: Duration,
    },
    /// Store a key in the dedupe store, unless it is there: [`remembered`](SharedExchange::remembered).
    Remember {
        /// The key.
        key: String,
        /// How long to store it. `None`: as long as possible.
        window: Option<Duration>,
    },
    /// Delete a key from the dedupe store: [`done`](SharedExchange::done).
    Forget {
        /// The key.
        key: String,
    },
    /// Hand over the event to the inbox: [`store`](SharedExchange::store).
    Store,
    /// Call the handler of the event: [`done`](SharedExchange::done) or [`not_taken`](SharedExchange::not_taken).
    Event {
        /// The [name](super::handlers) of the handler.
        handler: &'static str,
        /// The event.
        delivery: Box<Delivery>,
        /// The age of a message.
        freshness: Freshness,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Call the handler of start requests: [`started`](SharedExchange::started).
    Start {
        /// The request.
        request: Box<StartRequest>,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Call the handler of dynamic actions: [`acted`](SharedExchange::acted).
    DynamicAction {
        /// The request.
        request: Box<DynamicActionRequest>,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Send the response. Nothing follows.
    Answer(Answer),
}

/// A request from its accepted head to its answer. Each method ends a state and returns what comes next.
///
/// # Errors
/// All methods return [`Error::InvalidInput`] for `exchange` in a state that is not theirs, which does not change it.
pub struct SharedExchange(Mutex<State>);

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
    /// As [`begin`](Self::begin), for a request whose state is checked when the program runs.
    pub fn begin_shared(
        self: &Arc<Self>,
        method: &str,
        path: &str,
        headers: &(impl Headers + ?Sized),
        peer: Option<IpAddr>,
    ) -> (SharedExchange, Next) {
        let (state, next) = match self.begin(method, path, headers, peer) {
            Begin::Answer(answer) => (State::Nothing, Next::Answer(answer)),
            Begin::Body(needed) => {
                let accepted = needed.accepted();
                let next = Next::Body { limit: accepted.body_limit(), timeout: accepted.body_timeout() };
                (State::Body(needed), next)
            }
        };
        (SharedExchange(Mutex::new(state)), next)
    }
}

impl State {
    fn of(step: Step) -> (Self, Next) {
        match step {
            Step::Remember(remember) => {
                let next = Next::Remember { key: remember.key().to_owned(), window: remember.window() };
                (Self::Remember(remember), next)
            }
            Step::Forget(forget) => {
                let next = Next::Forget { key: forget.key().to_owned() };
                (Self::Forget(forget), next)
            }
            Step::Store(store) => (Self::Store(store), Next::Store),
            Step::Event(delivery, handling) => {
                let handler = delivery.event.name();
                let (freshness, key_id) = (handling.freshness(&delivery), handling.key_id().to_owned());
                (Self::Event(handling), Next::Event { handler, delivery, freshness, key_id })
            }
            Step::Start(request, handling) => {
                let key_id = handling.key_id().to_owned();
                (Self::Start(handling), Next::Start { request, key_id })
            }
            Step::DynamicAction(request, handling) => {
                let key_id = handling.key_id().to_owned();
                (Self::Action(handling), Next::DynamicAction { request, key_id })
            }
            Step::Answer(answer) => (Self::Nothing, Next::Answer(answer)),
        }
    }
}

impl SharedExchange {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A call that panicked has taken the state.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the current state. `end` returns the state itself if it is another one.
    fn end(&self, end: impl FnOnce(State) -> std::result::Result<Step, Box<State>>) -> Result<Next> {
        let mut state = self.lock();
        match end(std::mem::replace(&mut *state, State::Nothing)) {
            Ok(step) => {
                let (after, next) = State::of(step);
                *state = after;
                Ok(next)
            }
            Err(same) => {
                *state = *same;
                Err(wrong_state())
            }
        }
    }

    /// The body, unchanged, or more than its limit.
    pub fn read(&self, body: &[u8]) -> Result<Next> {
        self.end(|state| match state {
            State::Body(needed) => Ok(needed.read(body)),
            other => Err(other.into()),
        })
    }

    /// The body did not arrive in time.
    pub fn too_slow(&self) -> Result<Next> {
        self.end(|state| match state {
            State::Body(needed) => Ok(Step::Answer(needed.too_slow())),
            other => Err(other.into()),
        })
    }

    /// The length of the body is unknown, and the server does not tell where it ends.
    pub fn no_length(&self) -> Result<Next> {
        self.end(|state| match state {
            State::Body(needed) => Ok(Step::Answer(needed.no_length())),
            other => Err(other.into()),
        })
    }

    /// The dedupe store has the key now. `is_new`: it was not there before.
    pub fn remembered(&self, is_new: bool) -> Result<Next> {
        self.end(|state| match state {
            State::Remember(remember) => Ok(remember.remembered(is_new)),
            other => Err(other.into()),
        })
    }

    /// The dedupe store has deleted the key, or the handler of the event has returned.
    pub fn done(&self) -> Result<Next> {
        self.end(|state| match state {
            State::Forget(forget) => Ok(forget.forgotten()),
            State::Event(handling) => Ok(handling.handled()),
            other => Err(other.into()),
        })
    }

    /// The event was not handled, because nothing takes it now.
    pub fn not_taken(&self) -> Result<Next> {
        self.end(|state| match state {
            State::Event(handling) => Ok(handling.not_taken()),
            other => Err(other.into()),
        })
    }

    /// The handler of start requests has returned this.
    pub fn started(&self, answer: &StartReply) -> Result<Next> {
        self.end(|state| match state {
            State::Start(handling) => Ok(handling.handled(answer)),
            other => Err(other.into()),
        })
    }

    /// The handler of dynamic actions has returned this.
    pub fn acted(&self, answer: &DynamicActionReply) -> Result<Next> {
        self.end(|state| match state {
            State::Action(handling) => Ok(handling.handled(answer)),
            other => Err(other.into()),
        })
    }

    /// Hands over the event to the inbox. The answer has the inbox's warnings.
    pub async fn store(&self, inbox: &Inbox) -> Result<Next> {
        let (accepted, body) = match &mut *self.lock() {
            State::Store(store) => store.take(),
            _ => return Err(wrong_state()),
        };
        let receipt = inbox.receive_event(accepted, body).await;
        // The caller may have reported a failure in the meantime, because it was cancelled.
        let mut next = self.end(|state| match state {
            State::Store(store) => Ok(store.stored(receipt)),
            other => Err(other.into()),
        })?;
        if let Next::Answer(answer) = &mut next {
            answer.logs.extend(inbox.try_warnings().into_iter().map(Log::warning));
        }
        Ok(next)
    }

    /// Reading the body, the dedupe store or the handler has failed, or was cancelled. `error` is logged, so it must not contain
    /// data of users: the class of the error is enough.
    pub fn failed(&self, error: &str) -> Result<Next> {
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

fn wrong_state() -> Error {
    Error::invalid("exchange", "the request is in another state")
}
