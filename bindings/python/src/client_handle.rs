//! The client behind its Python object: the settings, and the client that was built from them in this process.

use std::sync::{Arc, Mutex, MutexGuard};

use open_platform::OpenPlatform;
use open_platform::client::Builder;
use open_platform::ffi::closed;
use open_platform::stores::IsolatedStore;
use open_platform::transport::{Http, HttpBuilder};
use pyo3::prelude::*;
use tokio::sync::watch;

use crate::caller_runtime::{PerRuntimeTransport, RuntimePool};
use crate::errors::raise;
use crate::process::{self, Process, lock};
use crate::settings::{Settings, TransportKind};
use crate::stores::{CustomStore, Store};

/// The state that the Python objects and calls of a client share.
pub(crate) struct ClientHandle {
    tracing: bool,
    state: Mutex<State>,
}

enum State {
    /// The settings, and the client of the process that used it last.
    Open(Box<Setup>, Option<Arc<ProcessClient>>),
    /// Without the settings: their functions may refer to the object that has the client.
    Closed,
}

/// What a client is built from.
struct Setup {
    builder: Builder,
    transport: TransportKind,
    store: Option<CustomStore>,
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
    pub(crate) fn open(py: Python<'_>, settings: Settings, builder: Builder) -> PyResult<Arc<Self>> {
        let tracing = settings.tracing();
        let (builder, transport, store) = settings.apply(builder)?;
        let state = State::Open(Box::new(Setup { builder, transport, store }), None);
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
        match &mut *self.state() {
            State::Closed => Err(raise(closed("client"))),
            State::Open(_, Some(client)) if client.process.id == process.id => Ok(Arc::clone(client)),
            State::Open(setup, client) => {
                let made = Arc::new(setup.make(process)?);
                // The parent's client is leaked: see `process`.
                std::mem::forget(client.replace(Arc::clone(&made)));
                Ok(made)
            }
        }
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

impl Setup {
    fn make(&self, process: &'static Process) -> PyResult<ProcessClient> {
        let http = match &self.transport {
            // At once, so that an invalid certificate is reported at once; and once per process, because a forked child
            // that shares it with its parent could wait for a lock forever.
            TransportKind::Http(http) => HttpBuilder::clone(http).prepare().map_err(raise)?,
            TransportKind::Recorder(_) => Http::builder(),
        };
        let transport = Arc::new(PerRuntimeTransport::new(http));
        let mut builder = match &self.transport {
            TransportKind::Http(_) => self.builder.clone().transport(Arc::clone(&transport) as _),
            TransportKind::Recorder(recorder) => self.builder.clone().transport(Arc::clone(recorder) as _),
        };
        let store = self.store.as_ref().map(|store| store.in_process(process));
        if let Some(store) = &store {
            builder = builder.store(Arc::new(IsolatedStore::new(store.clone())));
        }
        let platform =
            builder.background(|| process.background().ok().map(|it| it.handle().clone())).build().map_err(raise)?;
        let (runtimes, closed) = (RuntimePool::new(transport), watch::Sender::new(false));
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
