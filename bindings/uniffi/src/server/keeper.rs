//! Grants that are kept alive without traffic, and the end of a process.

use std::sync::Arc;

use open_platform::ffi::nearest_length;
use open_platform::keeper::{self, KeeperReport};

use super::client::Platform;
use crate::calling::{CancelToken, Life};
use crate::errors::Result;

/// Refreshes stored grants and renews their subscriptions, and reports what an app should know.
#[derive(uniffi::Object)]
pub struct Keeper {
    core: keeper::Keeper,
    life: Arc<Life>,
}

#[uniffi::export]
impl Platform {
    /// A keeper of the grants of this client. The store is looked through every `interval` seconds: 60 by default.
    #[uniffi::method(default(interval = None))]
    fn keeper(&self, interval: Option<f64>) -> Keeper {
        let keeper = self.core.keeper();
        let core = match interval {
            Some(interval) => keeper.interval(nearest_length(interval)),
            None => keeper,
        };
        Keeper { core, life: Arc::clone(&self.life) }
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Keeper {
    /// Works until there is something to report. A report counts as handled when the next one is asked for.
    #[uniffi::method(default(cancel = None))]
    async fn next(&self, cancel: Option<Arc<CancelToken>>) -> Result<KeeperReport> {
        self.life.run(cancel, Box::pin(async { Ok(self.core.next().await) })).await
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Platform {
    /// Waits `patience` seconds at most for refreshes under way and for tokens that are not saved yet, before the process
    /// ends. Returns whether nothing is left. It works after `shut_down`, too.
    async fn drain(&self, patience: f64) -> bool {
        self.core.drain(nearest_length(patience)).await
    }
}
