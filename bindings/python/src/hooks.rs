//! The receiver of an app's hooks: what happens to a request, from its head to its response. The handlers are called, and the
//! dedupe store is asked, by `open_platform/hooks.py`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use open_platform::ffi::python::{Given, no_panic};
use open_platform::hooks::{self, Answer, Language, Log, Next, SharedExchange};
use open_platform::inbox;
use open_platform::model::event::{Delivery, Event};
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::Reply;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::raise;
use crate::observe::received;
use crate::process::lock;
use crate::webhooks::{Body, Headers, MemoryDedupe, Method, Webhooks};

/// Decides what happens to requests of the platform.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Receiver(Arc<hooks::Receiver>);

/// A line for the log: whether it is an error, and its text.
pub(crate) type Line = (bool, String);

pub(crate) fn line(log: &Log) -> Line {
    (log.is_error, log.line(Language::Python))
}

#[no_panic]
#[pymethods]
impl Receiver {
    /// Receives what `webhooks` accepts, on the paths by kind, or on the default ones. `dedupe` is `store`, `inbox` or `off`; with `memory` that is the
    /// store.
    #[new]
    fn new(
        webhooks: &Bound<'_, Webhooks>,
        dedupe: &str,
        memory: Option<&Bound<'_, MemoryDedupe>>,
        paths: Option<Given<HashMap<String, String>>>,
    ) -> PyResult<Self> {
        let receiver = hooks::Receiver::new(webhooks.get().0.clone());
        let receiver = match Given::optional(paths, "paths")? {
            Some(paths) => receiver.paths_by_name(paths).map_err(raise)?,
            None => receiver,
        };
        Ok(Self(Arc::new(match (dedupe, memory) {
            (_, Some(memory)) => receiver.dedupe_in(Arc::clone(&memory.get().0)),
            ("inbox", None) => receiver.into_inbox(),
            ("off", None) => receiver.without_dedupe(),
            _ => receiver.dedupe_by_store(),
        })))
    }

    /// The paths that are served, relative to the mount point.
    #[getter]
    fn paths(&self) -> Vec<&str> {
        self.0.served_paths().collect()
    }

    /// Notes that there is a handler with this name.
    fn register(&self, handler: &str) -> PyResult<()> {
        self.0.register(handler).map_err(raise)
    }

    /// Accepts or refuses a request by its head.
    fn begin(&self, method: Method, path: &str, headers: Headers) -> Exchange {
        let (core, next) = self.0.begin_shared(&method.0, path, &headers.0, None);
        Exchange(Arc::new(Shared { core, next: Mutex::new(Some(next)) }))
    }

    /// What to log about an event of an inbox that has no handler, if it was not logged before.
    fn without_handler(&self, event: Event) -> Option<Line> {
        self.0.event_without_handler(&event).as_ref().map(line)
    }
}

/// One request. `step` says what comes next.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Exchange(pub(crate) Arc<Shared>);

/// A request, and what comes next for it, until that is taken.
pub(crate) struct Shared {
    core: SharedExchange,
    next: Mutex<Option<Next>>,
}

pub(crate) fn wrong_state() -> PyErr {
    PyRuntimeError::new_err("a request is in another state")
}

impl Shared {
    /// Notes what comes next.
    fn note(&self, next: open_platform::Result<Next>) -> open_platform::Result<()> {
        *lock(&self.next) = Some(next?);
        Ok(())
    }

    fn step(&self, next: open_platform::Result<Next>) -> PyResult<()> {
        self.note(next).map_err(raise)
    }

    /// Hands over the event to the inbox.
    pub(crate) async fn store(&self, inbox: &inbox::Inbox) -> open_platform::Result<()> {
        self.note(self.core.store(inbox).await)
    }

    fn answered<T>(&self, read: impl FnOnce(&Answer) -> T) -> PyResult<T> {
        match &*lock(&self.next) {
            Some(Next::Answer(answer)) => Ok(read(answer)),
            _ => Err(wrong_state()),
        }
    }
}

#[no_panic]
#[pymethods]
impl Exchange {
    /// What comes next: `body`, `remember`, `forget`, `store`, `event`, `start`, `dynamic_action` or `answer`.
    #[getter]
    fn step(&self) -> Option<&'static str> {
        Some(match lock(&self.0.next).as_ref()? {
            Next::Answer(_) => "answer",
            Next::Body { .. } => "body",
            Next::DynamicAction { .. } => "dynamic_action",
            Next::Event { .. } => "event",
            Next::Forget { .. } => "forget",
            Next::Remember { .. } => "remember",
            Next::Start { .. } => "start",
            Next::Store => "store",
        })
    }

    /// The limits of the body, in bytes and seconds.
    #[getter]
    fn limits(&self) -> Option<(usize, f64)> {
        match &*lock(&self.0.next) {
            Some(Next::Body { limit, timeout }) => Some((*limit, timeout.as_secs_f64())),
            _ => None,
        }
    }

    /// The body.
    fn read(&self, body: Body<'_>) -> PyResult<()> {
        self.0.step(self.0.core.read(body.0))
    }

    /// The body did not arrive in time.
    fn too_slow(&self) -> PyResult<()> {
        self.0.step(self.0.core.too_slow())
    }

    /// The length of the body is unknown.
    fn no_length(&self) -> PyResult<()> {
        self.0.step(self.0.core.no_length())
    }

    /// Takes the event to handle, the name of its handler, and the id of the key that matched.
    fn event(&self) -> PyResult<(Delivery, &'static str, String)> {
        match lock(&self.0.next).take() {
            Some(Next::Event { handler, delivery, key_id, .. }) => Ok((*delivery, handler, key_id)),
            _ => Err(wrong_state()),
        }
    }

    /// Takes the start request to handle, and the id of the key that matched.
    fn start(&self) -> PyResult<(StartRequest, String)> {
        match lock(&self.0.next).take() {
            Some(Next::Start { request, key_id }) => Ok((*request, key_id)),
            _ => Err(wrong_state()),
        }
    }

    /// Takes the dynamic action to handle, and the id of the key that matched.
    fn dynamic_action(&self) -> PyResult<(DynamicActionRequest, String)> {
        match lock(&self.0.next).take() {
            Some(Next::DynamicAction { request, key_id }) => Ok((*request, key_id)),
            _ => Err(wrong_state()),
        }
    }

    /// The key to remember or to forget, and how many seconds to remember it.
    fn key(&self) -> PyResult<(String, Option<u64>)> {
        match &*lock(&self.0.next) {
            Some(Next::Remember { key, window }) => Ok((key.clone(), window.as_ref().map(Duration::as_secs))),
            Some(Next::Forget { key }) => Ok((key.clone(), None)),
            _ => Err(wrong_state()),
        }
    }

    /// The store has remembered the key, which was new or not.
    fn remembered(&self, is_new: bool) -> PyResult<()> {
        self.0.step(self.0.core.remembered(is_new))
    }

    /// The store has forgotten the key, or the handler of the event has returned.
    fn done(&self) -> PyResult<()> {
        self.0.step(self.0.core.done())
    }

    /// The handler of start requests has returned.
    fn started(&self, answer: StartReply) -> PyResult<()> {
        self.0.step(self.0.core.started(&answer))
    }

    /// The handler of dynamic actions has returned.
    fn acted(&self, answer: DynamicActionReply) -> PyResult<()> {
        self.0.step(self.0.core.acted(&answer))
    }

    /// The handler, the dedupe store or the inbox has failed.
    fn failed(&self, error: &str) -> PyResult<()> {
        self.0.step(self.0.core.failed(error))
    }

    /// The response, and what to log.
    fn answer(&self) -> PyResult<(Reply, Vec<Line>)> {
        self.0.answered(|answer| (answer.reply.clone(), answer.logs.iter().map(line).collect()))
    }

    /// Logs the record of the request, if there is one, and calls this function with it.
    fn tell(&self, py: Python<'_>, receiver: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        // Not while the state is locked: a function of the app may ask for it.
        if let Some(record) = self.0.answered(|answer| answer.record.clone())? {
            received(py, &record, receiver);
        }
        Ok(())
    }
}
