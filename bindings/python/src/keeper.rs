//! The keeper of stored grants.

use std::sync::Arc;
use std::time::Duration;

use open_platform::ffi::python::{Given, Seconds, no_panic};
use open_platform::keeper::{self, KeeperReport};
use pyo3::prelude::*;
use tokio::sync::watch;

use crate::call::{Call, Typed, unless_closed};
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
        Ok(Keeper { handle: Arc::clone(&self.0), interval, state: PerProcess::new() })
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
    /// The keeper, and whether it was closed.
    state: PerProcess<(keeper::Keeper, watch::Sender<bool>)>,
}

impl Keeper {
    fn current(&self, py: Python<'_>) -> PyResult<(keeper::Keeper, watch::Sender<bool>)> {
        let client = self.handle.current(py)?;
        self.state.get(py, client.process.id, || {
            let keeper = client.platform.keeper();
            let keeper = match self.interval {
                Some(interval) => keeper.interval(interval),
                None => keeper,
            };
            Ok((keeper, watch::Sender::new(false)))
        })
    }
}

#[no_panic]
#[pymethods]
impl Keeper {
    /// Works until there is something to report. `None`: the keeper was closed.
    fn next(&self, py: Python<'_>) -> PyResult<Typed<Option<KeeperReport>>> {
        let (keeper, closed) = self.current(py)?;
        Ok(Call::of(&self.handle, async move |_| unless_closed(closed, async { Ok(keeper.next().await) }).await))
    }

    /// Stops the keeper: `next` returns `None`.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.current(py)?.1.send_replace(true);
        Ok(())
    }
}
