//! The keeper of stored grants.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use open_platform::ffi::python::{Given, no_panic};
use open_platform::keeper::{self, KeeperReport};
use pyo3::prelude::*;
use tokio::sync::watch;

use crate::call::{Call, Typed};
use crate::client::Platform;
use crate::client_handle::ClientHandle;
use crate::process;
use crate::settings::seconds;

#[no_panic]
#[pymethods]
impl Platform {
    /// Refreshes the stored grants in time even without calls, while its reports are awaited.
    #[pyo3(signature = (*, interval = None))]
    fn keeper(&self, interval: Option<Given<f64>>) -> PyResult<Keeper> {
        let interval =
            Given::optional(interval, "interval")?.map(|interval| seconds("interval", interval)).transpose()?;
        Ok(Keeper { handle: Arc::clone(&self.0), interval, state: Mutex::default() })
    }

    /// Waits for work that must not be interrupted, and returns whether all of it was done in time.
    #[pyo3(signature = (timeout))]
    fn drain(&self, timeout: Given<f64>) -> PyResult<Typed<bool>> {
        let timeout = seconds("timeout", timeout.required("timeout")?)?;
        Ok(self.call(async move |platform| Ok(platform.drain(timeout).await)))
    }
}

/// Refreshes stored grants while its reports are awaited. A forked child has its own keeper.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Keeper {
    handle: Arc<ClientHandle>,
    interval: Option<Duration>,
    /// Only locked by threads that are attached to the interpreter.
    state: Mutex<Option<ProcessKeeper>>,
}

/// The keeper in one process.
struct ProcessKeeper {
    process: u32,
    keeper: keeper::Keeper,
    closed: watch::Sender<bool>,
}

impl Keeper {
    fn with<T>(&self, py: Python<'_>, read: impl FnOnce(&ProcessKeeper) -> T) -> PyResult<T> {
        let client = self.handle.current(py)?;
        let mut state = process::lock(&self.state);
        if state.as_ref().is_none_or(|current| current.process != client.process.id) {
            let keeper = client.platform.keeper();
            let keeper = match self.interval {
                Some(interval) => keeper.interval(interval),
                None => keeper,
            };
            let made = ProcessKeeper { process: client.process.id, keeper, closed: watch::Sender::new(false) };
            // The parent's keeper is leaked: see `process`.
            std::mem::forget(state.replace(made));
        }
        Ok(state.as_ref().map(read).expect("it was just set"))
    }
}

#[no_panic]
#[pymethods]
impl Keeper {
    /// Works until there is something to report. `None`: the keeper was closed.
    fn next(&self, py: Python<'_>) -> PyResult<Typed<Option<KeeperReport>>> {
        let (keeper, mut closed) = self.with(py, |current| (current.keeper.clone(), current.closed.subscribe()))?;
        Ok(Call::of(&self.handle, async move |_| {
            tokio::select! {
                biased;
                _ = closed.wait_for(|closed| *closed) => Ok(None),
                report = keeper.next() => Ok(Some(report)),
            }
        }))
    }

    /// Stops the keeper: `next` returns `None`.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |current| {
            current.closed.send_replace(true);
        })
    }
}
