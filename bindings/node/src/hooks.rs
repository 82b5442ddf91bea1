//! The receiver of an app's hooks. The handlers are called, and the dedupe store is asked, by `packages/node/src/hooks.ts`.

use std::sync::Arc;

use napi::Env;
use napi_derive::napi;
use open_platform::each_method;
use open_platform::hooks::{self, HookExchange, HookStep, Language};
use open_platform::webhook::start::{DynamicActionReply, StartReply};

use crate::calls::Call;
use crate::errors::raise;
use crate::inbox::Inbox;
use crate::methods::methods;
use crate::webhooks::{Headers, IpAllowlist, MemoryDedupe, Webhooks};

/// Decides what happens to requests of the platform.
#[napi]
pub struct HookReceiver {
    pub(crate) core: Arc<hooks::Receiver>,
}

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
        let receiver = hooks::Receiver::new(webhooks.0.clone()).mounted_anywhere().hints_in(Language::Node);
        let receiver = receiver.allowlist(allowlist.map(|allowlist| allowlist.0.clone()));
        Self { core: Arc::new(receiver.dedupe_by_name(&dedupe, memory.map(|memory| Arc::clone(&memory.0)))) }
    }

    /// Accepts or refuses a request by its head. `peer` is its IP address. The step `body`, always the same, is nothing if `knows_body`.
    #[napi(catch_unwind)]
    pub fn begin(
        &self,
        request: &mut HookRequest,
        method: String,
        path: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
        peer: Option<String>,
        knows_body: bool,
    ) -> Option<HookStep> {
        let (exchange, first) = self.core.begin_shared(&method, &path, &headers, peer.as_deref());
        request.core = Arc::new(exchange);
        (!knows_body || !matches!(first, HookStep::Body { .. })).then_some(first)
    }
}

each_method!(hook_receiver methods HookReceiver);

/// Refuses a second handler with a name, before there is a receiver.
#[napi(catch_unwind)]
pub fn refuse_second_handler(env: Env, handler: String) -> napi::Result<()> {
    Err(raise(env)(hooks::second_handler(&handler)))
}

/// One request at a time. After its answer the object is used for another one, because a new one is more work than an event.
#[napi]
pub struct HookRequest {
    core: Arc<HookExchange>,
}

#[napi]
impl HookRequest {
    /// Without a request.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> Self {
        Self { core: Arc::new(HookExchange::answered()) }
    }

    /// The body.
    #[napi(catch_unwind)]
    pub fn read(&self, env: Env, body: &[u8]) -> napi::Result<HookStep> {
        self.core.read(body).map_err(raise(env))
    }

    /// As `done`. An answer of 200 without logs is nothing, which is faster if nobody gets its record.
    #[napi(catch_unwind)]
    pub fn handled(&self, env: Env) -> napi::Result<Option<HookStep>> {
        self.core.done().map(|next| (!next.is_plain_ok()).then_some(next)).map_err(raise(env))
    }
}

each_method!(hook_exchange methods HookRequest);

#[napi]
impl Inbox {
    /// Stores the event of a request.
    #[napi(catch_unwind)]
    pub fn store(&self, env: Env, id: i64, request: &HookRequest) -> napi::Result<Call<HookStep>> {
        let (inbox, exchange) = (self.core.clone(), Arc::clone(&request.core));
        self.client.start(id, async move { exchange.store(&inbox).await }).map_err(raise(env))
    }
}
