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
    /// Keeps the stored grants fresh without traffic, as long as its reports are asked for.
    #[pyo3(signature = (*, interval = None))]
    fn keeper(&self, interval: Option<Given<f64>>) -> PyResult<Keeper> {
        let interval =
            Given::optional(interval, "interval")?.map(|interval| seconds("interval", interval)).transpose()?;
        Ok(Keeper { handle: Arc::clone(&self.0), interval, kept: Mutex::default() })
    }

    /// Waits until nothing is under way that must not be cut off, and says whether that was so in time.
    #[pyo3(signature = (patience))]
    fn drain(&self, patience: Given<f64>) -> PyResult<Typed<bool>> {
        let patience = seconds("patience", patience.required("patience")?)?;
        Ok(self.call(async move |platform| Ok(platform.drain(patience).await)))
    }
}

/// Refreshes stored grants while its reports are asked for. A forked child has one of its own.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Keeper {
    handle: Arc<ClientHandle>,
    interval: Option<Duration>,
    /// Only locked by threads that are attached to the interpreter.
    kept: Mutex<Option<Kept>>,
}

/// The keeper of one process.
struct Kept {
    process: u32,
    keeper: keeper::Keeper,
    closed: watch::Sender<bool>,
}

impl Keeper {
    fn with<T>(&self, py: Python<'_>, use_it: impl FnOnce(&Kept) -> T) -> PyResult<T> {
        let client = self.handle.current(py)?;
        let mut kept = process::lock(&self.kept);
        if kept.as_ref().is_none_or(|kept| kept.process != client.process.id) {
            let keeper = client.platform.keeper();
            let keeper = match self.interval {
                Some(interval) => keeper.interval(interval),
                None => keeper,
            };
            let made = Kept { process: client.process.id, keeper, closed: watch::Sender::new(false) };
            // What the parent made is left alone: see `process`.
            std::mem::forget(kept.replace(made));
        }
        Ok(kept.as_ref().map(use_it).expect("it was just made"))
    }
}

#[no_panic]
#[pymethods]
impl Keeper {
    /// Works until there is something to report. `None`: it was closed.
    fn next(&self, py: Python<'_>) -> PyResult<Typed<Option<KeeperReport>>> {
        let (keeper, mut closed) = self.with(py, |kept| (kept.keeper.clone(), kept.closed.subscribe()))?;
        Ok(Call::of(&self.handle, async move |_| {
            tokio::select! {
                biased;
                _ = closed.wait_for(|closed| *closed) => Ok(None),
                report = keeper.next() => Ok(Some(report)),
            }
        }))
    }

    /// Ends it: whoever waits for a report gets none.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |kept| {
            kept.closed.send_replace(true);
        })
    }
}
