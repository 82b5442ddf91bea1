//! The receiver of an app's hooks: what happens to a request, from its head to its response. The packages call the handlers and
//! ask the dedupe store of the app.

use std::sync::Arc;
use std::time::Duration;

use open_platform::hooks::{self, Next, SharedExchange};
use open_platform::model::event::{Delivery, Event};
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::observe::ReceivedHook;
use open_platform::webhook::{Freshness, Reply};

use super::inbox::Inbox;
use super::webhooks::{Header, MemoryDedupe, Webhooks, headers, pairs};
use crate::errors::Result;

/// How repeated events are recognized.
#[derive(uniffi::Enum)]
pub enum HookDedupe {
    /// Not at all: every delivery is handled.
    Off,
    /// In memory.
    Memory {
        /// The memory.
        memory: Arc<MemoryDedupe>,
    },
    /// By a store of the app: `HookStep.Remember` and `HookStep.Forget`.
    Store,
    /// By an inbox, to which all events are handed over: `HookStep.Store`.
    Inbox,
}

/// Decides what happens to requests of the platform.
#[derive(uniffi::Object)]
pub struct HookReceiver(Arc<hooks::Receiver>);

#[uniffi::export]
impl HookReceiver {
    /// Receives what `webhooks` accepts, at addresses that end with `/events`, `/start` and `/actions`.
    #[uniffi::constructor]
    fn new(webhooks: &Webhooks, dedupe: HookDedupe) -> Self {
        let receiver = hooks::Receiver::new(webhooks.0.clone()).mounted_anywhere();
        Self(Arc::new(match dedupe {
            HookDedupe::Off => receiver.without_dedupe(),
            HookDedupe::Memory { memory } => receiver.dedupe_in(Arc::clone(&memory.0)),
            HookDedupe::Store => receiver.dedupe_by_store(),
            HookDedupe::Inbox => receiver.into_inbox(),
        }))
    }

    /// Notes that there is a handler with this name: that of an event's type, `start` or `dynamic_action`. Throws `Config` if
    /// there is one already.
    fn register(&self, handler: String) -> Result<()> {
        Ok(self.0.register(&handler)?)
    }

    /// Notes that events of every type are taken from now on, also those whose handler is not registered.
    fn take_all_events(&self) {
        self.0.take_all_events();
    }

    /// Accepts or refuses a request by its head. `path` is the whole path, without the query.
    fn begin(&self, method: String, path: String, headers: Vec<Header>) -> BegunHook {
        let (exchange, next) = self.0.begin_shared(&method, &path, &pairs(headers), None);
        BegunHook { exchange: Arc::new(HookExchange(exchange)), step: next.into() }
    }

    /// What to log about an event of an inbox that has no handler, if it was not logged before.
    fn without_handler(&self, event: Event) -> Option<HookLog> {
        self.0.event_without_handler(&event).map(HookLog::from)
    }
}

/// A request whose head was checked.
#[derive(uniffi::Record)]
pub struct BegunHook {
    /// The request.
    pub exchange: Arc<HookExchange>,
    /// What comes first.
    pub step: HookStep,
}

/// What comes next for a request, with the method of the exchange that takes the result. If it fails, `failed` takes the reason.
#[derive(uniffi::Enum)]
#[expect(clippy::large_enum_variant, reason = "it is converted at once")]
pub enum HookStep {
    /// Read the body, or one byte more than `limit`: `read` or `tooSlow`.
    Body {
        /// Its largest size in bytes.
        limit: u32,
        /// The time limit of reading it, in seconds.
        seconds: f64,
    },
    /// Store a key in the dedupe store, unless it is there: `remembered`.
    Remember {
        /// The key.
        key: String,
        /// How long to store it. None: as long as possible.
        window_seconds: Option<i64>,
    },
    /// Delete a key from the dedupe store: `done`.
    Forget {
        /// The key.
        key: String,
    },
    /// Hand over the event to the inbox: `store`.
    Store,
    /// Call the handler of the event: `done` or `notTaken`.
    Event {
        /// The name of the handler.
        handler: String,
        /// The event.
        delivery: Delivery,
        /// The age of a message.
        freshness: Freshness,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Call the handler of start requests: `started`.
    Start {
        /// The request.
        request: StartRequest,
        /// The id of the key that matched.
        key_id: String,
    },
    /// Call the handler of dynamic actions: `acted`.
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
        /// All its headers, with the content type.
        headers: Vec<Header>,
        /// The record of the request. None for an address that is not served.
        record: Option<ReceivedHook>,
        /// What to log, in order.
        logs: Vec<HookLog>,
    },
}

impl From<Next> for HookStep {
    fn from(next: Next) -> Self {
        match next {
            Next::Body { limit, timeout } => {
                Self::Body { limit: limit.try_into().unwrap_or(u32::MAX), seconds: timeout.as_secs_f64() }
            }
            Next::Remember { key, window } => Self::Remember { key, window_seconds: window.and_then(whole_seconds) },
            Next::Forget { key } => Self::Forget { key },
            Next::Store => Self::Store,
            Next::Event { handler, delivery, freshness, key_id } => {
                Self::Event { handler: handler.to_owned(), delivery: *delivery, freshness, key_id }
            }
            Next::Start { request, key_id } => Self::Start { request: *request, key_id },
            Next::DynamicAction { request, key_id } => Self::DynamicAction { request: *request, key_id },
            Next::Answer(answer) => Self::Answer {
                headers: headers(&answer.reply),
                reply: answer.reply,
                record: answer.record,
                logs: answer.logs.into_iter().map(HookLog::from).collect(),
            },
        }
    }
}

fn whole_seconds(window: Duration) -> Option<i64> {
    window.as_secs().try_into().ok()
}

/// A line for the log of the app. It contains no data of users and no key.
#[derive(uniffi::Record)]
pub struct HookLog {
    /// Whether something failed. Otherwise it is a warning.
    pub is_error: bool,
    /// The text.
    pub text: String,
    /// The name of the handler that is missing, to suggest how to write one.
    pub missing_handler: Option<String>,
}

impl From<hooks::Log> for HookLog {
    fn from(log: hooks::Log) -> Self {
        let missing_handler = log.missing.map(|missing| missing.handler.to_owned());
        Self { is_error: log.is_error, text: log.text, missing_handler }
    }
}

/// A request from its accepted head to its response. The methods throw `InvalidInput` in a state that is not theirs.
#[derive(uniffi::Object)]
pub struct HookExchange(SharedExchange);

#[uniffi::export]
impl HookExchange {
    /// The body, unchanged, or more than its limit.
    fn read(&self, body: Vec<u8>) -> Result<HookStep> {
        Ok(self.0.read(&body)?.into())
    }

    /// The body did not arrive in time.
    fn too_slow(&self) -> Result<HookStep> {
        Ok(self.0.too_slow()?.into())
    }

    /// The dedupe store has the key now. `is_new`: it was not there before.
    fn remembered(&self, is_new: bool) -> Result<HookStep> {
        Ok(self.0.remembered(is_new)?.into())
    }

    /// The dedupe store has deleted the key, or the handler of the event has returned.
    fn done(&self) -> Result<HookStep> {
        Ok(self.0.done()?.into())
    }

    /// The event was not handled, because nothing takes it now.
    fn not_taken(&self) -> Result<HookStep> {
        Ok(self.0.not_taken()?.into())
    }

    /// The handler of start requests has returned this.
    fn started(&self, answer: StartReply) -> Result<HookStep> {
        Ok(self.0.started(&answer)?.into())
    }

    /// The handler of dynamic actions has returned this.
    fn acted(&self, answer: DynamicActionReply) -> Result<HookStep> {
        Ok(self.0.acted(&answer)?.into())
    }

    /// Reading the body, the dedupe store or the handler has failed, or was cancelled. `error` is logged, so it must not contain
    /// data of users: the class of the error is enough.
    fn failed(&self, error: String) -> Result<HookStep> {
        Ok(self.0.failed(&error)?.into())
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl HookExchange {
    /// Hands over the event to the inbox.
    async fn store(&self, inbox: &Inbox) -> Result<HookStep> {
        Ok(self.0.store(&inbox.core).await?.into())
    }
}
