//! The keeper, which refreshes stored grants even if the app makes no calls; and `drain` for the end of a process.

use std::sync::Arc;

use open_platform::ffi::nearest_length;
use open_platform::keeper::{self, KeeperReport};

use super::client::Platform;
use crate::calling::{CancelToken, Shutdown};
use crate::errors::Result;
use crate::runtime::in_runtime;

/// Refreshes stored grants, renews their subscriptions, and reports events of interest to the app.
#[derive(uniffi::Object)]
pub struct Keeper {
    core: keeper::Keeper,
    shutdown: Arc<Shutdown>,
}

#[uniffi::export]
impl Platform {
    /// Creates a keeper of the grants of this client. It scans the store every `interval` seconds: 60 by default.
    #[uniffi::method(default(interval = None))]
    fn keeper(&self, interval: Option<f64>) -> Keeper {
        let core = self.core.keeper().interval_if(interval.map(nearest_length));
        Keeper { core, shutdown: Arc::clone(&self.shutdown) }
    }
}

#[uniffi::export]
impl Keeper {
    /// Runs until there is a report. A report counts as handled when the next one is requested.
    #[uniffi::method(default(cancel = None))]
    async fn next(&self, cancel: Option<Arc<CancelToken>>) -> Result<KeeperReport> {
        self.shutdown.run(cancel, Box::pin(async { Ok(self.core.next().await) })).await
    }
}

#[uniffi::export]
impl Platform {
    /// Waits up to `timeout` seconds for running refreshes and for tokens that are not stored yet. Returns whether everything
    /// is finished; if it cannot find out, `false`. It works after `shut_down`, too.
    async fn drain(&self, timeout: f64) -> Result<bool> {
        Ok(in_runtime(self.core.drain(nearest_length(timeout))).await.unwrap_or(false))
    }
}
