//! The client behind its Python object: the settings, and the client that was built from them in this process.

use std::sync::{Arc, Mutex, MutexGuard};

use open_platform::OpenPlatform;
use open_platform::ffi::closed;
use open_platform::stores::IsolatedStore;
use open_platform::transport::{Http, HttpBuilder};
use pyo3::prelude::*;
use tokio::sync::watch;

use crate::caller_runtime::{PerRuntimeTransport, RuntimePool};
use crate::errors::raise;
use crate::process::{self, Process, lock};
use crate::settings::Settings;
use crate::stores::Store;

/// The state that the Python objects and calls of a client share.
pub(crate) struct ClientHandle {
    tracing: bool,
    state: Mutex<State>,
}

enum State {
    /// The settings, and the client of the process that used it last.
    Open(Box<Settings>, Option<Arc<ProcessClient>>),
    /// Without the settings: their functions may refer to the object that has the client.
    Closed,
}

/// The client in one process.
pub(crate) struct ProcessClient {
    pub(crate) process: &'static Process,
    pub(crate) platform: OpenPlatform,
    pub(crate) runtimes: RuntimePool,
    pub(crate) store: Option<Store>,
    /// Whether the client was closed.
    pub(crate) closed: watch::Sender<bool>,
}

impl ClientHandle {
    /// Checks the settings and builds the client.
    pub(crate) fn open(py: Python<'_>, settings: Settings) -> PyResult<Arc<Self>> {
        let tracing = settings.tracing;
        let state = State::Open(Box::new(settings), None);
        let handle = Arc::new(Self { tracing, state: Mutex::new(state) });
        handle.current(py)?;
        Ok(handle)
    }

    /// Whether calls are spans of OpenTelemetry, where the program has loaded it.
    pub(crate) fn tracing(&self) -> bool {
        self.tracing
    }

    /// The client of this process.
    pub(crate) fn current(&self, py: Python<'_>) -> PyResult<Arc<ProcessClient>> {
        let process = Process::current(py)?;
        let made = match &mut *self.state() {
            State::Closed => return Err(raise(closed("client"))),
            State::Open(_, Some(client)) if client.process.id == process.id => return Ok(Arc::clone(client)),
            State::Open(settings, client) => {
                let made = Arc::new(settings.make(process)?);
                // The parent's client is leaked: see `process`.
                std::mem::forget(client.replace(Arc::clone(&made)));
                made
            }
        };
        made.platform.note().iter().for_each(|note| crate::observe::log(py, note));
        Ok(made)
    }

    /// Refuses further calls, and ends what waits for events. Other running calls continue.
    pub(crate) fn close(&self) {
        let state = std::mem::replace(&mut *self.state(), State::Closed);
        if let State::Open(_, Some(client)) = &state
            && process::is(client.process.id)
        {
            client.closed.send_replace(true);
        }
        drop_own(state);
    }

    /// Only locked by threads that are attached to the interpreter.
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Settings {
    fn make(&self, process: &'static Process) -> PyResult<ProcessClient> {
        let http = match &self.setup.transport {
            // At once, so that an invalid certificate is reported at once; and once per process, because a forked child
            // that shares it with its parent could wait for a lock forever.
            None => self.setup.trusting_http().and_then(HttpBuilder::prepare).map_err(raise)?,
            Some(_) => Http::builder(),
        };
        let http = Arc::new(PerRuntimeTransport::new(http));
        let transport = self.setup.transport.clone().unwrap_or_else(|| Arc::clone(&http) as _);
        let mut builder = self.setup.over(transport);
        let store = self.store.as_ref().map(|store| store.in_process(process));
        if let Some(store) = &store {
            builder = builder.store(Arc::new(IsolatedStore::new(store.clone())));
        }
        let platform =
            builder.background(|| process.background().ok().map(|it| it.handle().clone())).build().map_err(raise)?;
        let (runtimes, closed) = (RuntimePool::new(http), watch::Sender::new(false));
        Ok(ProcessClient { process, platform, runtimes, store, closed })
    }
}

impl Drop for ClientHandle {
    fn drop(&mut self) {
        drop_own(std::mem::replace(&mut *self.state(), State::Closed));
    }
}

/// Drops the client if this process has built it. The client of a parent process is leaked.
fn drop_own(state: State) {
    if let State::Open(_, Some(client)) = state
        && !process::is(client.process.id)
    {
        std::mem::forget(client);
    }
}
