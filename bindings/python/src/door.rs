//! The client as Python holds it: settings, and what was made of them in this process.

use std::sync::{Arc, Mutex, MutexGuard};

use open_platform::OpenPlatform;
use open_platform::client::Builder;
use open_platform::stores::Guarded;
use open_platform::transport::{Http, HttpBuilder};
use pyo3::prelude::*;

use crate::errors::{raise, unusable};
use crate::process::{self, Process, lock};
use crate::settings::{Settings, Way};
use crate::slot::{Slots, Wire};
use crate::stores::{Own, Store};

/// What the handles and calls of a client share.
pub(crate) struct Door {
    builder: Builder,
    way: Way,
    store: Option<Own>,
    state: Mutex<State>,
}

enum State {
    Open(Option<Arc<Here>>),
    Closed,
}

/// The client in one process.
pub(crate) struct Here {
    pub(crate) process: &'static Process,
    pub(crate) platform: OpenPlatform,
    pub(crate) slots: Slots,
    pub(crate) store: Option<Store>,
}

impl Door {
    /// Checks the settings and opens.
    pub(crate) fn open(py: Python<'_>, settings: Settings, builder: Builder) -> PyResult<Arc<Self>> {
        let (builder, way, store) = settings.apply(builder)?;
        let door = Arc::new(Self { builder, way, store, state: Mutex::new(State::Open(None)) });
        door.here(py)?;
        Ok(door)
    }

    /// The client of this process.
    pub(crate) fn here(&self, py: Python<'_>) -> PyResult<Arc<Here>> {
        let process = Process::current(py);
        match &mut *self.state() {
            State::Closed => Err(unusable("client", "it is closed: make a new one")),
            State::Open(Some(here)) if here.process.id == process.id => Ok(Arc::clone(here)),
            State::Open(here) => {
                let made = Arc::new(self.make(process)?);
                // What the parent made is left alone: see `process`.
                std::mem::forget(here.replace(Arc::clone(&made)));
                Ok(made)
            }
        }
    }

    fn make(&self, process: &'static Process) -> PyResult<Here> {
        let http = match &self.way {
            // Now, so that a certificate that cannot be read is found now; and in each process, because a child that
            // shared it with its parent could wait for a lock for ever.
            Way::Http(http) => HttpBuilder::clone(http).prepare().map_err(raise)?,
            Way::Recorder(_) => Http::builder(),
        };
        let wire = Arc::new(Wire::new(http));
        let mut builder = match &self.way {
            Way::Http(_) => self.builder.clone().transport(Arc::clone(&wire) as _),
            Way::Recorder(recorder) => self.builder.clone().transport(Arc::clone(recorder) as _),
        };
        let store = self.store.as_ref().map(|own| own.at(process));
        if let Some(store) = &store {
            builder = builder.store(Arc::new(Guarded::new(store.clone())));
        }
        let platform =
            builder.background(|| process.background().ok().map(|it| it.handle().clone())).build().map_err(raise)?;
        Ok(Here { process, platform, slots: Slots::new(wire), store })
    }

    /// Lets nobody in any more. Calls under way end as they would.
    pub(crate) fn close(&self) {
        let state = std::mem::replace(&mut *self.state(), State::Closed);
        leave(state);
    }

    /// Only locked by threads that are attached to the interpreter.
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        leave(std::mem::replace(&mut *self.state(), State::Closed));
    }
}

/// Drops what this process made, and nothing else.
fn leave(state: State) {
    if let State::Open(Some(here)) = state
        && !process::is(here.process.id)
    {
        std::mem::forget(here);
    }
}
