//! The inbox: events that are stored until they are handled.

use std::rc::Rc;

use napi::Env;
use napi_derive::napi;
use open_platform::inbox::{self, Acceptance, DeadLetter, InboxCounts, InboxItem, InboxOptions, NackOutcome};
use open_platform::stores::Encryption;
use open_platform::webhook::Reply;

use crate::calls::{Call, Calls, Start, runtime};
use crate::client::Client;
use crate::errors::raise;
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
        #[napi(ts_arg_type = "string | OwnStore")] store: StoreSetting,
        store_keys: Vec<String>,
        options: InboxOptions,
    ) -> napi::Result<Self> {
        let open = |encryption| match store {
            StoreSetting::Address(address) => inbox::Inbox::open(&address, encryption, options),
            StoreSetting::Own(store) => inbox::Inbox::over(store, Some(encryption), options),
        };
        let core = Encryption::from_list(&store_keys.join(",")).and_then(open).map_err(raise(env))?;
        Ok(Self { core, client: Client::new(calls, false) })
    }

    /// Stores an event, and then returns the response to send.
    #[napi(catch_unwind)]
    pub fn receive(&self, env: Env, id: i64, accepted: &Accepted, body: &[u8]) -> napi::Result<Call<Reply>> {
        let (inbox, accepted, body) = (self.core.clone(), accepted.0.clone(), body.to_vec());
        let reply = async move { Ok(inbox.receive(accepted, body).await) };
        self.client.start(id, reply).map_err(raise(env))
    }

    #[napi(catch_unwind)]
    pub fn accept(&self, env: Env, id: i64, accepted: &Accepted, body: &[u8]) -> napi::Result<Call<Acceptance>> {
        let (inbox, accepted, body) = (self.core.clone(), accepted.0.clone(), body.to_vec());
        self.client.start(id, async move { inbox.accept(accepted, body).await }).map_err(raise(env))
    }

    /// Waits for the next event and leases it.
    #[napi(catch_unwind)]
    pub fn next(&self, env: Env, id: i64, holds_process: bool) -> napi::Result<Call<InboxItem>> {
        let inbox = self.core.clone();
        self.client.spawn(id, Start::holding(holds_process), async move { inbox.next().await }).map_err(raise(env))
    }
}

#[napi]
impl Inbox {
    /// Extends the lease of an item until the returned object is ended or garbage-collected.
    #[napi(catch_unwind)]
    pub fn keep(&self, env: Env, attempt: String) -> napi::Result<Lease> {
        let runtime = runtime().map_err(raise(env))?;
        let _entered = runtime.enter();
        self.core.keep(attempt).map(|lease| Lease(Some(lease))).map_err(raise(env))
    }

    /// Waits for warnings that no call returns, at least one sentence.
    #[napi(catch_unwind)]
    pub fn warnings(&self, env: Env, id: i64) -> napi::Result<Call<Vec<String>>> {
        let inbox = self.core.clone();
        self.client.spawn(id, Start::holding(false), async move { Ok(inbox.warnings().await) }).map_err(raise(env))
    }

    /// The pending warnings, without waiting.
    #[napi(catch_unwind)]
    pub fn try_warnings(&self) -> Vec<String> {
        self.core.try_warnings()
    }
}

/// Extends the lease of an item while it is handled.
#[napi]
pub struct Lease(Option<inbox::Lease>);

#[napi]
impl Lease {
    /// Stops extending the lease.
    #[napi(catch_unwind)]
    pub fn end(&mut self) {
        self.0 = None;
    }
}

/// A method per operation of the core's inbox: `name(arguments) -> value;`.
macro_rules! operations {
    ($($name:ident($($argument:ident: $type:ty),*) -> $value:ty;)+) => {
        #[napi]
        impl Inbox {$(
            #[napi(catch_unwind)]
            pub fn $name(&self, env: Env, id: i64, $($argument: $type),*) -> napi::Result<Call<$value>> {
                let inbox = self.core.clone();
                self.client.start(id, async move { inbox.$name($($argument),*).await }).map_err(raise(env))
            }
        )+}
    };
}

operations! {
    try_next() -> Option<InboxItem>;
    ack(attempt: String) -> bool;
    nack(attempt: String, reason: String) -> NackOutcome;
    give_up(attempt: String, reason: String) -> bool;
    release(attempt: String) -> bool;
    extend(attempt: String) -> bool;
    dead_letters(after: Option<String>) -> Vec<DeadLetter>;
    retry(letter: String) -> bool;
    discard(letter: String) -> bool;
    counts() -> InboxCounts;
}
