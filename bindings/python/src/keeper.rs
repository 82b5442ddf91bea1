//! The keeper of stored grants.

use std::sync::Arc;
use std::time::Duration;

use open_platform::OpenPlatform;
use open_platform::ffi::python::{Given, Seconds, no_panic};
use open_platform::keeper::{self, KeeperReport};
use pyo3::prelude::*;

use crate::call::{Call, Closing, NoValue, Typed};
use crate::client::Platform;
use crate::client_handle::ClientHandle;
use crate::process::PerProcess;
use crate::settings::seconds;

#[no_panic]
#[pymethods]
impl Platform {
    /// Refreshes the stored grants in time even without calls, while its reports are awaited.
    #[pyo3(signature = (*, interval = None))]
    fn keeper(&self, interval: Option<Given<Seconds>>) -> PyResult<Keeper> {
        let interval =
            Given::optional(interval, "interval")?.map(|interval| seconds("interval", interval)).transpose()?;
        Ok(Keeper { handle: Arc::clone(&self.0), interval, core: PerProcess::new(), closing: Closing::new() })
    }

    /// Waits for work that must not be interrupted, and returns whether all of it was done in time.
    #[pyo3(signature = (timeout))]
    fn drain(&self, timeout: Given<Seconds>) -> PyResult<Typed<bool>> {
        let timeout = seconds("timeout", timeout.required("timeout")?)?;
        Ok(Call::of(&self.0, async move |platform| Ok(platform.drain(timeout).await)))
    }
}

/// Refreshes stored grants while its reports are awaited. A forked child has its own keeper.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Keeper {
    handle: Arc<ClientHandle>,
    interval: Option<Duration>,
    core: PerProcess<keeper::Keeper>,
    closing: Closing,
}

impl Keeper {
    /// The keeper of this process.
    fn core(&self, py: Python<'_>, platform: &OpenPlatform) -> PyResult<keeper::Keeper> {
        self.core.get(py, || Ok(platform.keeper().interval_if(self.interval)))
    }
}

#[no_panic]
#[pymethods]
impl Keeper {
    /// Works until there is something to report. `None`: the keeper was closed.
    fn next(&self, py: Python<'_>) -> PyResult<Typed<Option<KeeperReport>>> {
        let client = self.handle.current(py)?;
        let closing = self.closing.watch(py, &client)?;
        let keeper = self.core(py, &client.platform)?;
        Ok(Call::of(&self.handle, async move |_| closing.unless_closed(async { Ok(keeper.next().await) }).await))
    }

    /// The app could not handle the last report: the next call of `next` does not count it as handled.
    fn not_handled(&self, py: Python<'_>) -> PyResult<Typed<NoValue>> {
        let keeper = self.core(py, &self.handle.current(py)?.platform)?;
        Ok(Call::of(&self.handle, async move |_| {
            keeper.not_handled().await;
            Ok(())
        }))
    }

    /// Stops the keeper: `next` returns `None`.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.closing.close(py)
    }
}
