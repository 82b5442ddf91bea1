//! Events that are stored before they are acknowledged.

use std::sync::{Arc, Mutex, PoisonError};

use open_platform::inbox::{self, DeadLetter, Failed, InboxCounts, InboxItem, InboxOptions};
use open_platform::stores::Encryption;
use open_platform::webhook::Reply;

use super::client::Platform;
use super::stores::{RecordStore, guarded};
use super::webhooks::Accepted;
use crate::calling::{CancelToken, Life};
use crate::errors::Result;

/// Keeps events until they are handled.
#[derive(uniffi::Object)]
pub struct Inbox {
    core: inbox::Inbox,
    life: Arc<Life>,
}

#[uniffi::export]
impl Platform {
    /// An inbox in the store of this client.
    #[uniffi::method(default(options = None))]
    fn inbox(&self, options: Option<InboxOptions>) -> Result<Inbox> {
        Ok(Inbox { core: self.core.inbox(options.unwrap_or_default())?, life: Arc::clone(&self.life) })
    }
}

#[uniffi::export]
impl Inbox {
    /// An inbox in the store of an address. The word `unencrypted` alone in place of the keys: none.
    #[uniffi::constructor(default(options = None))]
    fn open(address: String, keys: Vec<String>, options: Option<InboxOptions>) -> Result<Self> {
        let core = inbox::Inbox::open(&address, encryption(&keys)?, options.unwrap_or_default())?;
        Ok(Self { core, life: Arc::default() })
    }

    /// An inbox in a store of the app's own.
    #[uniffi::constructor(default(options = None))]
    fn over(store: Arc<dyn RecordStore>, keys: Vec<String>, options: Option<InboxOptions>) -> Result<Self> {
        let core = inbox::Inbox::over(guarded(store), Some(encryption(&keys)?), options.unwrap_or_default())?;
        Ok(Self { core, life: Arc::default() })
    }

    /// Ends waiting for the next event with a `Config` error. All else goes on, so that workers can finish.
    fn shut_down(&self) {
        self.life.end();
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Inbox {
    /// Stores an event and says what to answer. It never fails.
    async fn receive(&self, accepted: &Accepted, body: Vec<u8>) -> Reply {
        self.core.receive(accepted.0.clone(), body).await
    }

    /// Stores an event. Returns whether it is new.
    async fn accept(&self, accepted: &Accepted, body: Vec<u8>) -> Result<bool> {
        Ok(matches!(self.core.accept(accepted.0.clone(), body).await?, inbox::Acceptance::New))
    }

    /// Waits for the next event and leases it.
    #[uniffi::method(default(cancel = None))]
    async fn next(&self, cancel: Option<Arc<CancelToken>>) -> Result<InboxItem> {
        self.life.run(cancel, Box::pin(self.core.next())).await
    }

    async fn try_next(&self) -> Result<Option<InboxItem>> {
        Ok(self.core.try_next().await?)
    }

    /// Keeps the lease of an item until the object is ended or gone. It is async because a task begins here.
    async fn keep(&self, id: String) -> Result<Lease> {
        Ok(Lease(Mutex::new(Some(self.core.keep(id)?))))
    }

    /// Waits for what there is to say that no call tells: at least one sentence.
    #[uniffi::method(default(cancel = None))]
    async fn warnings(&self, cancel: Option<Arc<CancelToken>>) -> Result<Vec<String>> {
        self.life.run(cancel, Box::pin(async { Ok(self.core.warnings().await) })).await
    }
}

#[uniffi::export]
impl Inbox {
    /// What there is to say now, if anything.
    fn try_warnings(&self) -> Vec<String> {
        self.core.try_warnings()
    }
}

/// Keeps the lease of an item that is being worked on.
#[derive(uniffi::Object)]
pub struct Lease(Mutex<Option<inbox::Lease>>);

#[uniffi::export]
impl Lease {
    /// No longer keeps it.
    fn end(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// A method for each call that needs no more.
macro_rules! calls {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)+) => {
        #[uniffi::export(async_runtime = "tokio")]
        impl Inbox {$(
            async fn $name(&self, $($argument: $type),*) -> Result<$answer> {
                Ok(self.core.$name($($argument),*).await?)
            }
        )+}
    };
}

calls! {
    ack(id: String) -> bool;
    nack(id: String, reason: String) -> Failed;
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
