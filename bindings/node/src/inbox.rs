//! The inbox: events that are stored until they are handled.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use napi::Env;
use napi_derive::napi;
use open_platform::each_method;
use open_platform::ffi::node::Argument;
use open_platform::ffi::{lock, runtime};
use open_platform::inbox::{
    self, Acceptance, DeadLetter, Ending, InboxAttempt, InboxCounts, InboxItem, InboxOptions, NackOutcome, WorkerLog,
    WorkerOptions,
};
use open_platform::notice;
use open_platform::stores::Encryption;
use open_platform::webhook::Reply;

use crate::calls::{Call, Calls, OnDelivered, Start};
use crate::client::Client;
use crate::errors::raise;
use crate::hooks::HookReceiver;
use crate::stores::StoreSetting;
use crate::webhooks::Accepted;

/// An inbox, in the store of a client or in another store.
#[napi]
pub struct Inbox {
    pub(crate) core: inbox::Inbox,
    pub(crate) client: Rc<Client>,
}

#[napi]
impl Inbox {
    /// An inbox in another store than the client's.
    #[napi(factory, catch_unwind)]
    pub fn open(
        env: Env,
        calls: &Calls,
        #[napi(ts_arg_type = "string | JsStore")] store: StoreSetting,
        store_keys: Vec<String>,
        options: Argument<InboxOptions>,
    ) -> napi::Result<Self> {
        let options = options.named(|| "options".to_owned())?;
        let open = |encryption| match store {
            StoreSetting::Address(address) => inbox::Inbox::open(&address, encryption, options),
            StoreSetting::Custom(store) => inbox::Inbox::over(store, Some(encryption), options),
        };
        let core = Encryption::from_list(&store_keys.join(",")).and_then(open).map_err(raise(env))?;
        Ok(Self { core, client: Client::new(calls, false) })
    }

    /// Stores an event, and then returns the response to send.
    #[napi(catch_unwind)]
    pub fn receive(&self, env: Env, id: i64, accepted: &Accepted, body: &[u8]) -> napi::Result<Call<Reply>> {
        let (inbox, accepted, body) = (self.core.clone(), accepted.0.clone(), body.to_vec());
        let reply = async move { Ok(inbox.logged(inbox.receive(accepted, body), log).await) };
        self.client.start(id, reply).map_err(raise(env))
    }

    #[napi(catch_unwind)]
    pub fn accept(&self, env: Env, id: i64, accepted: &Accepted, body: &[u8]) -> napi::Result<Call<Acceptance>> {
        let (inbox, accepted, body) = (self.core.clone(), accepted.0.clone(), body.to_vec());
        self.client.start(id, async move { inbox.logged(inbox.accept(accepted, body), log).await }).map_err(raise(env))
    }

    /// Waits for the next event and leases it.
    #[napi(catch_unwind)]
    pub fn next(&self, env: Env, id: i64, holds_process: bool) -> napi::Result<Call<InboxItem>> {
        let inbox = self.core.clone();
        let next = async move { inbox.logged(inbox.next(), log).await };
        self.client.spawn(id, Start::holding(holds_process), next).map_err(raise(env))
    }

    /// Extends the lease of an item until the returned object is ended or garbage-collected.
    #[napi(catch_unwind)]
    pub fn keep(&self, env: Env, attempt: String) -> napi::Result<Lease> {
        let runtime = runtime().map_err(raise(env))?;
        let _entered = runtime.enter();
        self.core.keep(attempt).map(Lease).map_err(raise(env))
    }
}

/// Tells the app the warnings of an inbox, which no call returns.
fn log(warnings: &[String]) {
    warnings.iter().for_each(|warning| notice::tell(warning));
}

/// Extends the lease of an item while it is handled.
#[napi]
pub struct Lease(inbox::Lease);

#[napi]
impl Lease {
    /// Stops extending the lease.
    #[napi(catch_unwind)]
    pub fn end(&self) {
        self.0.end();
    }
}

/// The workers of an inbox in this environment. After the client was closed there is no next event, but attempts still end as their
/// handlers do.
#[napi]
pub struct Workers {
    core: inbox::Workers,
    client: Rc<Client>,
    running: Running,
}

/// The attempts that have not ended, by the ids of their items.
type Running = Arc<Mutex<HashMap<String, Arc<InboxAttempt>>>>;

#[napi]
impl Inbox {
    #[napi(catch_unwind)]
    pub fn workers(&self, env: Env, receiver: &HookReceiver, options: WorkerOptions) -> napi::Result<Workers> {
        let core = receiver.core.workers(&self.core, options).map_err(raise(env))?;
        Ok(Workers { core, client: Rc::clone(&self.client), running: Running::default() })
    }
}

/// Checks the options of workers, before there are any.
#[napi(catch_unwind)]
pub fn check_worker_options(env: Env, options: WorkerOptions) -> napi::Result<()> {
    options.check().map_err(raise(env))
}

#[napi]
impl Workers {
    /// How many loops call `next`.
    #[napi(getter, catch_unwind)]
    pub fn count(&self) -> u32 {
        u32::try_from(self.core.count()).unwrap_or(u32::MAX)
    }

    /// Waits for the next event. Nothing: the workers were stopped. It does not keep the process alive.
    #[napi(catch_unwind)]
    pub fn next(&self, env: Env, id: i64) -> napi::Result<Call<Option<InboxItem>>> {
        let (workers, running) = (self.core.clone(), Arc::clone(&self.running));
        let next = async move {
            let Some((item, attempt)) = workers.next().await? else {
                return Ok((None, Box::new(|| ()) as OnDelivered));
            };
            let id = item.id.clone();
            // An event that does not arrive, because the client was closed meanwhile, is put back.
            let on_delivered = move || drop(lock(&running).insert(id, Arc::new(attempt)));
            Ok((Some(item), Box::new(on_delivered) as OnDelivered))
        };
        self.client.spawn_then(id, Start::holding(false), next).map_err(raise(env))
    }

    /// Ends the attempt at an item. Returns whether that was its first end.
    #[napi(catch_unwind)]
    pub fn end(&self, env: Env, id: i64, item: String, ending: Ending) -> napi::Result<Call<bool>> {
        let attempt = lock(&self.running).remove(&item);
        let end = async move {
            let Some(attempt) = attempt else { return Ok(false) };
            attempt.end(ending).await;
            Ok(true)
        };
        self.client.finish(id, Start::holding(true), end).map_err(raise(env))
    }

    /// Waits for the end of the attempt at an item. Returns whether the workers have ended it before its handler.
    #[napi(catch_unwind)]
    pub fn ended(&self, env: Env, id: i64, item: String) -> napi::Result<Call<bool>> {
        let running = Arc::clone(&self.running);
        let attempt = lock(&running).get(&item).cloned();
        let ended = async move {
            let Some(attempt) = attempt else { return Ok(false) };
            let is_cut_off = attempt.ended().await.is_some();
            lock(&running).remove(&item);
            Ok(is_cut_off)
        };
        self.client.finish(id, Start::holding(false), ended).map_err(raise(env))
    }

    /// Makes `next` return nothing, and waits for the attempts that run. Returns how many were cut off.
    #[napi(catch_unwind)]
    pub fn drain(&self, env: Env, id: i64) -> napi::Result<Call<i64>> {
        let workers = self.core.clone();
        let drain = async move { Ok(i64::try_from(workers.drain().await).unwrap_or(i64::MAX)) };
        self.client.finish(id, Start::holding(true), drain).map_err(raise(env))
    }

    /// Waits for lines of the log. Nothing: the workers were drained.
    #[napi(catch_unwind)]
    pub fn logs(&self, env: Env, id: i64) -> napi::Result<Call<Option<Vec<WorkerLog>>>> {
        let workers = self.core.clone();
        self.client.finish(id, Start::holding(false), async move { Ok(workers.logs().await) }).map_err(raise(env))
    }
}

/// A method per operation of the core's inbox: `name(arguments) -> value = |inbox| call;`.
macro_rules! operations {
    ($class:ident { $(
        $(#[$about:meta])* $name:ident($($argument:ident: $type:ty),*) -> $value:ty = |$core:ident| $call:expr;
    )+ }) => {
        #[napi]
        impl $class {$(
            $(#[$about])*
            #[napi(catch_unwind)]
            pub fn $name(&self, env: Env, call_id: i64, $($argument: $type),*) -> napi::Result<Call<$value>> {
                let $core = self.core.clone();
                self.client.start(call_id, async move { $core.logged($call, log).await }).map_err(raise(env))
            }
        )+}
    };
}
each_method!(inbox operations Inbox);
