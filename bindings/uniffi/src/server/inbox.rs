//! The inbox: it stores events before they are acknowledged.

use std::sync::{Arc, Mutex, PoisonError};

use open_platform::inbox::{self, DeadLetter, InboxCounts, InboxItem, InboxOptions, NackOutcome, Receipt};
use open_platform::stores::Encryption;
use open_platform::webhook::Reply;

use super::client::Platform;
use super::stores::{RecordStore, isolated};
use super::webhooks::Accepted;
use crate::calling::{CancelToken, Shutdown};
use crate::errors::Result;

/// Keeps events until they are handled.
#[derive(uniffi::Object)]
pub struct Inbox {
    pub(super) core: inbox::Inbox,
    shutdown: Arc<Shutdown>,
}

#[uniffi::export]
impl Platform {
    /// Opens an inbox in the store of this client.
    #[uniffi::method(default(options = None))]
    fn inbox(&self, options: Option<InboxOptions>) -> Result<Inbox> {
        Ok(Inbox { core: self.core.inbox(options.unwrap_or_default())?, shutdown: Arc::clone(&self.shutdown) })
    }
}

/// How many events a process handles at once, unless the app says otherwise.
#[uniffi::export]
fn default_workers() -> u32 {
    inbox::DEFAULT_WORKERS as u32
}

#[uniffi::export]
impl Inbox {
    /// Opens an inbox in the store with this address. The single key `unencrypted` turns encryption off.
    #[uniffi::constructor(default(options = None))]
    fn open(address: String, keys: Vec<String>, options: Option<InboxOptions>) -> Result<Self> {
        let core = inbox::Inbox::open(&address, encryption(&keys)?, options.unwrap_or_default())?;
        Ok(Self { core, shutdown: Arc::default() })
    }

    /// Opens an inbox in a custom store. Apps call `over` of the package instead, which also keeps the errors that the store
    /// throws.
    #[uniffi::constructor(default(options = None))]
    fn over_custom(store: Arc<dyn RecordStore>, keys: Vec<String>, options: Option<InboxOptions>) -> Result<Self> {
        let core = inbox::Inbox::over(isolated(store), Some(encryption(&keys)?), options.unwrap_or_default())?;
        Ok(Self { core, shutdown: Arc::default() })
    }

    /// Ends `next` with a `Config` error. All other methods still work, so that workers can finish.
    fn shut_down(&self) {
        self.shutdown.begin();
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Inbox {
    /// Stores an event and returns the response to send. It never fails.
    async fn receive(&self, accepted: &Accepted, body: Vec<u8>) -> Reply {
        self.core.receive(accepted.0.clone(), body).await
    }

    /// As `receive`, and also returns what is needed for the record of the request.
    async fn receive_event(&self, accepted: &Accepted, body: Vec<u8>) -> Receipt {
        self.core.receive_event(accepted.0.clone(), body).await
    }

    /// Stores an event. Returns whether it is new.
    async fn accept(&self, accepted: &Accepted, body: Vec<u8>) -> Result<bool> {
        Ok(matches!(self.core.accept(accepted.0.clone(), body).await?, inbox::Acceptance::New))
    }

    /// Waits for the next event and leases it.
    #[uniffi::method(default(cancel = None))]
    async fn next(&self, cancel: Option<Arc<CancelToken>>) -> Result<InboxItem> {
        self.shutdown.run(cancel, Box::pin(self.core.next())).await
    }

    async fn try_next(&self) -> Result<Option<InboxItem>> {
        Ok(self.core.try_next().await?)
    }

    /// Extends the lease of an item until the returned object is ended or released. It is async because it starts a task.
    async fn keep(&self, id: String) -> Result<Lease> {
        Ok(Lease(Mutex::new(Some(self.core.keep(id)?))))
    }

    /// Waits for warnings that do not belong to a call. Returns at least one.
    #[uniffi::method(default(cancel = None))]
    async fn warnings(&self, cancel: Option<Arc<CancelToken>>) -> Result<Vec<String>> {
        self.shutdown.run(cancel, Box::pin(async { Ok(self.core.warnings().await) })).await
    }
}

#[uniffi::export]
impl Inbox {
    /// The current warnings, without waiting.
    fn try_warnings(&self) -> Vec<String> {
        self.core.try_warnings()
    }
}

/// Extends the lease of an item that is being handled.
#[derive(uniffi::Object)]
pub struct Lease(Mutex<Option<inbox::Lease>>);

#[uniffi::export]
impl Lease {
    /// Stops extending the lease.
    fn end(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Exports a method for each call that has the same arguments and result in the core.
macro_rules! calls {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)+) => {
        #[uniffi::export(async_runtime = "tokio")]
        impl Inbox {$(
            async fn $name(&self, $($argument: $type),*) -> Result<$result> {
                Ok(self.core.$name($($argument),*).await?)
            }
        )+}
    };
}

calls! {
    ack(id: String) -> bool;
    nack(id: String, reason: String) -> NackOutcome;
    give_up(id: String, reason: String) -> bool;
    release(id: String) -> bool;
    extend(id: String) -> bool;
    dead_letters(after: Option<String>) -> Vec<DeadLetter>;
    retry(id: String) -> bool;
    discard(id: String) -> bool;
    counts() -> InboxCounts;
}

fn encryption(keys: &[String]) -> Result<Encryption> {
    Ok(Encryption::from_list(&keys.join(","))?)
}
