//! The receiver of an app's hooks: what happens to a request, from its head to its response. The handlers are called, and the
//! dedupe store is asked, by `packages/node/src/hooks.ts`.

use std::net::IpAddr;
use std::sync::Arc;

use napi::Env;
use napi_derive::napi;
use open_platform::ffi::data;
use open_platform::hooks::{self, Answer, Language, Log, Next, SharedExchange};
use open_platform::model::event::{Delivery, Event};
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::observe::ReceivedHook;
use open_platform::webhook::Reply;

use crate::calls::Call;
use crate::errors::raise;
use crate::inbox::Inbox;
use crate::webhooks::{Headers, IpAllowlist, MemoryDedupe, Webhooks};

/// A line for the log.
#[data]
pub struct HookLog {
    /// Whether something failed. Otherwise it is a warning.
    pub is_error: bool,
    pub text: String,
}

impl From<Log> for HookLog {
    fn from(log: Log) -> Self {
        Self { is_error: log.is_error, text: format!("open-platform: {}", log.line(Language::Node)) }
    }
}

/// What comes next for a request, as [`Next`].
#[data(tag = "step")]
pub enum HookStep {
    Answer {
        reply: Reply,
        /// Nothing for a path that is not served.
        record: Option<ReceivedHook>,
        logs: Vec<HookLog>,
    },
    Body {
        limit: u32,
        seconds: f64,
    },
    DynamicAction {
        request: Box<DynamicActionRequest>,
        key_id: String,
    },
    Event {
        delivery: Box<Delivery>,
        key_id: String,
    },
    Forget {
        key: String,
    },
    Remember {
        key: String,
        window_seconds: Option<i64>,
    },
    Start {
        request: Box<StartRequest>,
        key_id: String,
    },
    Store,
}

impl From<Answer> for HookStep {
    fn from(Answer { reply, record, logs }: Answer) -> Self {
        Self::Answer { reply, record, logs: logs.into_iter().map(HookLog::from).collect() }
    }
}

impl From<Next> for HookStep {
    fn from(next: Next) -> Self {
        match next {
            Next::Answer(answer) => Self::from(answer),
            Next::Body { limit, timeout } => {
                Self::Body { limit: limit.try_into().unwrap_or(u32::MAX), seconds: timeout.as_secs_f64() }
            }
            Next::DynamicAction { request, key_id } => Self::DynamicAction { request, key_id },
            Next::Event { delivery, key_id, .. } => Self::Event { delivery, key_id },
            Next::Forget { key } => Self::Forget { key },
            Next::Remember { key, window } => {
                let window_seconds = window.and_then(|window| window.as_secs().try_into().ok());
                Self::Remember { key, window_seconds }
            }
            Next::Start { request, key_id } => Self::Start { request, key_id },
            Next::Store => Self::Store,
        }
    }
}

/// Decides what happens to requests of the platform.
#[napi]
pub struct HookReceiver(Arc<hooks::Receiver>);

#[napi]
impl HookReceiver {
    /// Receives what `webhooks` accepts. `dedupe` is `store`, `inbox` or `off`; with `memory` that is the store.
    #[napi(constructor, catch_unwind)]
    pub fn new(
        webhooks: &Webhooks,
        #[napi(ts_arg_type = "'store' | 'inbox' | 'off'")] dedupe: String,
        memory: Option<&MemoryDedupe>,
        allowlist: Option<&IpAllowlist>,
    ) -> Self {
        let receiver = hooks::Receiver::new(webhooks.0.clone()).mounted_anywhere();
        let receiver = match (dedupe.as_str(), memory) {
            (_, Some(memory)) => receiver.dedupe_in(Arc::clone(&memory.0)),
            ("inbox", None) => receiver.into_inbox(),
            ("off", None) => receiver.without_dedupe(),
            _ => receiver.dedupe_by_store(),
        };
        Self(Arc::new(match allowlist {
            Some(allowlist) => receiver.allowlist(allowlist.0.clone()),
            None => receiver,
        }))
    }

    /// Notes that there is a handler with this name.
    #[napi(catch_unwind)]
    pub fn register(&self, env: Env, handler: String) -> napi::Result<()> {
        self.0.register(&handler).map_err(raise(env))
    }

    /// Accepts or refuses a request by its head. `peer` is the IP address of the other end of the connection.
    #[napi(catch_unwind)]
    pub fn begin(
        &self,
        method: String,
        path: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
        peer: Option<String>,
    ) -> HookRequest {
        let peer: Option<IpAddr> = peer.and_then(|peer| peer.parse().ok());
        let (exchange, next) = self.0.begin_shared(&method, &path, &headers, peer);
        HookRequest { exchange: Arc::new(exchange), first: Some(next) }
    }

    /// What to log about an event of an inbox that has no handler, if it was not logged before.
    #[napi(catch_unwind)]
    pub fn without_handler(&self, #[napi(ts_arg_type = "Delivery['event']")] event: Event) -> Option<HookLog> {
        self.0.event_without_handler(&event).map(HookLog::from)
    }
}

/// The paths that a receiver serves.
#[napi(catch_unwind)]
pub fn hook_paths() -> Vec<String> {
    hooks::Receiver::default_paths().map(str::to_owned).into()
}

/// One request. The methods return the next step.
#[napi]
pub struct HookRequest {
    exchange: Arc<SharedExchange>,
    first: Option<Next>,
}

fn step(env: Env, next: open_platform::Result<Next>) -> napi::Result<HookStep> {
    next.map(HookStep::from).map_err(raise(env))
}

#[napi]
impl HookRequest {
    /// The first step. It is taken once.
    #[napi(catch_unwind)]
    pub fn first(&mut self) -> Option<HookStep> {
        self.first.take().map(HookStep::from)
    }

    /// The body.
    #[napi(catch_unwind)]
    pub fn read(&self, env: Env, body: &[u8]) -> napi::Result<HookStep> {
        step(env, self.exchange.read(body))
    }

    /// The body did not arrive in time.
    #[napi(catch_unwind)]
    pub fn too_slow(&self, env: Env) -> napi::Result<HookStep> {
        step(env, self.exchange.too_slow())
    }

    /// The dedupe store has remembered the key, which was new or not.
    #[napi(catch_unwind)]
    pub fn remembered(&self, env: Env, is_new: bool) -> napi::Result<HookStep> {
        step(env, self.exchange.remembered(is_new))
    }

    /// The handler of the event has returned, or the dedupe store has forgotten the key.
    #[napi(catch_unwind)]
    pub fn done(&self, env: Env) -> napi::Result<HookStep> {
        step(env, self.exchange.done())
    }

    /// The handler of start requests has returned.
    #[napi(catch_unwind)]
    pub fn started(&self, env: Env, answer: StartReply) -> napi::Result<HookStep> {
        step(env, self.exchange.started(&answer))
    }

    /// The handler of dynamic actions has returned.
    #[napi(catch_unwind)]
    pub fn acted(&self, env: Env, answer: DynamicActionReply) -> napi::Result<HookStep> {
        step(env, self.exchange.acted(&answer))
    }

    /// The body could not be read, or the handler, the dedupe store or the inbox has failed.
    #[napi(catch_unwind)]
    pub fn failed(&self, env: Env, error: String) -> napi::Result<HookStep> {
        step(env, self.exchange.failed(&error))
    }
}

#[napi]
impl Inbox {
    /// Stores the event of a request.
    #[napi(catch_unwind)]
    pub fn store(&self, env: Env, id: i64, request: &HookRequest) -> napi::Result<Call<HookStep>> {
        let (inbox, exchange) = (self.core.clone(), Arc::clone(&request.exchange));
        let step = async move { exchange.store(&inbox).await.map(HookStep::from) };
        self.client.start(id, step).map_err(raise(env))
    }
}
