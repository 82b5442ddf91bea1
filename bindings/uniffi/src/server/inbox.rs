//! The inbox: it stores events before they are acknowledged.

use std::sync::Arc;

use open_platform::each_method;
use open_platform::ffi::without_unit;
use open_platform::inbox::{
    self, Cutoff, DeadLetter, Ending, InboxCounts, InboxItem, InboxOptions, NackOutcome, WorkerLog, WorkerOptions,
};
use open_platform::notice;
use open_platform::stores::Encryption;
use tokio::runtime::Handle;

use super::client::Platform;
use super::hooks::HookReceiver;
use super::stores::{RecordStore, isolated};
use crate::calling::{CancelToken, Shutdown};
use crate::errors::Result;
use crate::runtime::{in_runtime, runtime, within};

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
        Ok(Inbox {
            core: self.core.inbox(options.unwrap_or_default())?,
            shutdown: Shutdown::of_inbox(Some(&self.shutdown)),
        })
    }
}

#[uniffi::export]
impl Inbox {
    /// Opens an inbox in the store with this address. The single key `unencrypted` turns encryption off.
    #[uniffi::constructor(default(options = None))]
    fn open(address: String, keys: Vec<String>, options: Option<InboxOptions>) -> Result<Self> {
        let core = inbox::Inbox::open(&address, encryption(&keys)?, options.unwrap_or_default())?;
        Ok(Self { core, shutdown: Shutdown::of_inbox(None) })
    }

    /// Opens an inbox in a custom store. Apps call `over` of the package instead, which also keeps the errors that the store
    /// throws.
    #[uniffi::constructor(default(options = None))]
    fn over_custom(store: Arc<dyn RecordStore>, keys: Vec<String>, options: Option<InboxOptions>) -> Result<Self> {
        let core = inbox::Inbox::over(isolated(store), Some(encryption(&keys)?), options.unwrap_or_default())?;
        Ok(Self { core, shutdown: Shutdown::of_inbox(None) })
    }

    /// Ends `next` with a `Config` error. All other methods still work, so that workers can finish. The client goes on, and its
    /// other inboxes.
    fn shut_down(&self) {
        self.shutdown.begin();
    }

    /// Extends the lease of an event after every third of its length, until the returned object is ended or freed, or the attempt has
    /// ended. The workers of hooks do this.
    fn keep(&self, id: String) -> Result<Lease> {
        let runtime = runtime()?;
        let _entered = runtime.enter();
        Ok(Lease(self.core.keep(id)?))
    }

    /// Waits for the next event and leases it. The packages have a method without `cancel`, which ends with its task.
    async fn next(&self, cancel: Option<Arc<CancelToken>>) -> Result<InboxItem> {
        self.shutdown.run(cancel, Box::pin(self.core.logged(self.core.next(), log))).await
    }
}

/// Writes warnings to the log of the app.
fn log(warnings: &[String]) {
    warnings.iter().for_each(|warning| notice::tell(warning));
}

/// Extends the lease of an event: from `keep` of an inbox.
#[derive(uniffi::Object)]
pub struct Lease(inbox::Lease);

#[uniffi::export]
impl Lease {
    /// Stops extending the lease.
    fn end(&self) {
        self.0.end();
    }
}

/// The workers of an inbox in this process. For each worker, take events with `next` until it returns nothing, run the handler,
/// and end the attempt. Write `logs` to the log of the app, in one task, until it returns nothing. At the end call `drain`.
#[derive(uniffi::Object)]
pub struct Workers {
    core: inbox::Workers,
    /// For the methods that cannot fail, here and in [`InboxAttempt`].
    runtime: Handle,
    shutdown: Arc<Shutdown>,
}

/// An event to handle.
#[derive(uniffi::Record)]
pub struct LeasedEvent {
    /// The event.
    pub item: InboxItem,
    /// Takes its result.
    pub attempt: Arc<InboxAttempt>,
}

#[uniffi::export]
impl Inbox {
    /// The workers of this inbox in this process, which call the handlers of the receiver.
    fn workers(&self, receiver: &HookReceiver, options: WorkerOptions) -> Result<Workers> {
        let core = receiver.core.workers(&self.core, options).map_err(without_unit)?;
        Ok(Workers { core, runtime: runtime()?, shutdown: Arc::clone(&self.shutdown) })
    }
}

#[uniffi::export]
impl Workers {
    /// How many events are handled at once: the number of tasks that call `next`.
    fn count(&self) -> u32 {
        u32::try_from(self.core.count()).unwrap_or(u32::MAX)
    }

    /// Lets `next` return nothing from now on.
    fn stop(&self) {
        self.core.stop();
    }

    /// Waits for the next event that may be handled now, and for a free worker. Nothing: the workers were stopped. It waits while
    /// the store fails. A `Config` error after the shutdown of the inbox or its client.
    #[uniffi::method(default(cancel = None))]
    async fn next(&self, cancel: Option<Arc<CancelToken>>) -> Result<Option<LeasedEvent>> {
        let next = self.shutdown.run(cancel, Box::pin(self.core.next())).await?;
        Ok(next.map(|(item, core)| LeasedEvent {
            item,
            attempt: Arc::new(InboxAttempt { core, runtime: self.runtime.clone() }),
        }))
    }

    /// Stops, and waits for the attempts that run, for at most `drain_timeout_seconds`. Releases the events of the others, and
    /// returns their number.
    async fn drain(&self) -> Result<u32> {
        Ok(u32::try_from(within(&self.runtime, self.core.drain()).await).unwrap_or(u32::MAX))
    }

    /// Waits for lines for the log of the app. Nothing: the workers were drained, and no lines are left.
    async fn logs(&self) -> Result<Option<Vec<WorkerLog>>> {
        Ok(within(&self.runtime, self.core.logs()).await)
    }
}

/// An attempt at an event. Only its first end counts. If it is released without one, its event is put back.
#[derive(uniffi::Object)]
pub struct InboxAttempt {
    core: inbox::InboxAttempt,
    runtime: Handle,
}

#[uniffi::export]
impl InboxAttempt {
    /// Ends the attempt, unless it has ended.
    async fn end(&self, ending: Ending) -> Result<()> {
        within(&self.runtime, self.core.end(ending)).await;
        Ok(())
    }

    /// Waits for the end of the attempt. If it returns something, its time is over, and the handler is to be cancelled.
    async fn ended(&self) -> Result<Option<Cutoff>> {
        Ok(within(&self.runtime, self.core.ended()).await)
    }
}

/// Exports a method for each operation of the core's inbox: `name(arguments) -> result = |inbox| call;`.
macro_rules! operations {
    ($class:ident { $(
        $(#[$about:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty = |$core:ident| $call:expr;
    )+ }) => {
        #[uniffi::export]
        impl $class {$(
            $(#[$about])*
            async fn $name(&self, $($argument: $type),*) -> Result<$result> {
                let $core = &self.core;
                Ok(in_runtime($core.logged($call, log)).await??)
            }
        )+}
    };
}
each_method!(inbox operations Inbox);

fn encryption(keys: &[String]) -> Result<Encryption> {
    Ok(Encryption::from_list(&keys.join(","))?)
}
