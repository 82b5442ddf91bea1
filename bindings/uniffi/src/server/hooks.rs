//! The receiver of an app's hooks, from the head of a request to its response. The packages call the handlers and the app's store.

use std::sync::Arc;

use open_platform::each_method;
use open_platform::hooks::{self, HookStep, Language};
use open_platform::webhook::start::{DynamicActionReply, StartReply};

use super::inbox::Inbox;
use super::webhooks::{Header, IpAllowlist, MemoryDedupe, Webhooks, pairs};
use crate::errors::Result;
use crate::methods::{by_jni, methods};
use crate::runtime::in_runtime;

type Body = Option<Vec<u8>>;

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

/// The language of the handlers.
#[derive(uniffi::Enum)]
pub enum HookLanguage {
    /// Kotlin.
    Kotlin,
    /// Swift.
    Swift,
}

/// Decides what happens to requests of the platform.
#[derive(uniffi::Object)]
pub struct HookReceiver {
    pub(super) core: Arc<hooks::Receiver>,
}

#[uniffi::export]
impl HookReceiver {
    /// Receives what `webhooks` accepts, at addresses that end with `/events`, `/start` and `/actions`. A warning about a missing
    /// handler shows one in the `language`.
    #[uniffi::constructor]
    fn new(
        webhooks: &Webhooks,
        dedupe: HookDedupe,
        allowlist: Option<Arc<IpAllowlist>>,
        language: HookLanguage,
    ) -> Self {
        let language = match language {
            HookLanguage::Kotlin => Language::Kotlin,
            HookLanguage::Swift => Language::Swift,
        };
        let receiver = hooks::Receiver::new(webhooks.0.clone()).mounted_anywhere().hints_in(language);
        let receiver = receiver.allowlist(allowlist.map(|allowlist| allowlist.0.clone()));
        let receiver = match dedupe {
            HookDedupe::Off => receiver.without_dedupe(),
            HookDedupe::Memory { memory } => receiver.dedupe_in(Arc::clone(&memory.0)),
            HookDedupe::Store => receiver.dedupe_by_store(),
            HookDedupe::Inbox => receiver.into_inbox(),
        };
        Self { core: Arc::new(receiver) }
    }

    /// Notes that events of every type are taken from now on, also those whose handler is not registered.
    fn take_all_events(&self) {
        self.core.take_all_events();
    }

    /// Accepts or refuses a request by its head. `path` is the whole path, without the query; `peer` is the IP address of the other
    /// end of the connection. A `body` that has arrived with the head is read at once if the head is accepted.
    ///
    /// On a JVM it is called through JNI.
    #[uniffi::method(default(body = None))]
    fn begin(&self, method: String, path: String, headers: Vec<Header>, peer: Option<String>, body: Body) -> BegunHook {
        let (core, step) = self.core.begin_arrived(&method, &path, &pairs(headers), peer.as_deref(), body.as_deref());
        BegunHook { exchange: Arc::new(HookExchange { core }), step }
    }
}

by_jni! {
    HookReceiver.begin(receiver, method: String, path: String, headers: Vec<Header>, peer: Option<String>, body: Body) -> BegunHook =
        Ok(receiver.begin(method, path, headers, peer, body))
}

each_method!(hook_receiver methods HookReceiver);

/// A request whose head was checked.
#[derive(uniffi::Record)]
pub struct BegunHook {
    /// The request.
    pub exchange: Arc<HookExchange>,
    /// What comes first.
    pub step: HookStep,
}

/// A request from its accepted head to its response. The methods throw `InvalidInput` in a state that is not theirs.
#[derive(uniffi::Object)]
pub struct HookExchange {
    core: hooks::HookExchange,
}

#[uniffi::export]
impl HookExchange {
    /// The body, unchanged, or more than its limit.
    ///
    /// On a JVM it is called through JNI.
    fn read(&self, body: Vec<u8>) -> Result<HookStep> {
        Ok(self.core.read(&body)?)
    }

    /// Hands over the event to the inbox.
    ///
    /// On a JVM it is called through JNI.
    async fn store(&self, inbox: Arc<Inbox>) -> Result<HookStep> {
        Ok(in_runtime(self.core.store(&inbox.core)).await??)
    }
}

#[cfg(not(target_vendor = "apple"))]
crate::jvm::methods!(HookExchange { store(inbox: Arc<Inbox>) -> HookStep; });

by_jni! { HookExchange.read(exchange, body: Vec<u8>) -> HookStep = exchange.read(body) }

each_method!(hook_exchange methods HookExchange);
