//! What `await` on a call waits with: the call runs in the background, and the loop goes on with the task when it has
//! ended.
//!
//! To the task this is a future, because it has what a task of asyncio asks of one. A future of the loop would cost it a
//! further turn for each call, and an outcome that nobody fetches any more would be reported as an exception that was
//! never retrieved.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use open_platform::ffi::python::no_panic;
use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use pyo3::types::PyWeakrefMethods;

use crate::call::{Start, ending};
use crate::client_handle::ProcessClient;
use crate::errors::unusable;
use crate::pending_call::{CallState, PendingCall};
use crate::process::lock;
use crate::queue::{Ticket, Waiter};

/// The iterator of `await`. Dropping it cancels the call.
#[pyclass(frozen)]
pub(crate) struct Awaiting {
    waiting: Mutex<Option<Waiting>>,
    /// How a future tells the task that it is waited for.
    blocking: AtomicBool,
}

struct Waiting {
    pending: PendingCall,
    ticket: Ticket,
    /// What the task was cancelled with, once it was.
    cancelled: Option<Option<Py<PyAny>>>,
}

impl Awaiting {
    pub(crate) fn begin(py: Python<'_>, client: &ProcessClient, start: Start) -> PyResult<Self> {
        let ticket = client.process.queues.ticket(py)?;
        if let Some(store) = &client.store {
            store.called_from(ticket.event_loop(), py);
        }
        let stub = ticket.stub();
        let pending = PendingCall::begin(client.process, start(client.platform.clone()), move || stub.done())?;
        let waiting = Waiting { pending, ticket, cancelled: None };
        Ok(Self { waiting: Mutex::new(Some(waiting)), blocking: AtomicBool::new(false) })
    }
}

#[no_panic]
#[pymethods]
impl Awaiting {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// Itself, to wait for, or the end with the outcome.
    fn __next__(slf: Py<Self>, py: Python<'_>) -> PyResult<Py<Self>> {
        let this = slf.get();
        let mut waiting = lock(&this.waiting);
        let Some(under_way) = waiting.as_ref() else { return Err(PyStopIteration::new_err(())) };
        if !under_way.pending.is_current_process() {
            return Err(unusable("process", "the call was begun in the parent of this process: make it again"));
        }
        let state = under_way.pending.poll();
        let ended = if let CallState::Pending = state { None } else { waiting.take() };
        drop(waiting);
        drop(ended);
        match state {
            CallState::Pending => {}
            CallState::Outcome(outcome) => return Err(PyStopIteration::new_err((outcome?(py)?,))),
            CallState::Lost => return Err(ending()),
        }
        this.blocking.store(true, Ordering::Relaxed);
        Ok(slf)
    }

    fn send(slf: Py<Self>, py: Python<'_>, _value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Self::__next__(slf, py)
    }

    /// Ends the call: the task that waits is cancelled.
    #[pyo3(signature = (kind, value = None, _traceback = None))]
    fn throw(
        &self,
        kind: Bound<'_, PyAny>,
        value: Option<Bound<'_, PyAny>>,
        _traceback: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        self.close()?;
        Err(PyErr::from_value(value.unwrap_or(kind)))
    }

    fn close(&self) {
        let waiting = lock(&self.waiting).take();
        drop(waiting);
    }

    // From here on: what a task asks of a future.

    #[getter(_asyncio_future_blocking)]
    fn blocking(&self) -> bool {
        self.blocking.load(Ordering::Relaxed)
    }

    #[setter(_asyncio_future_blocking)]
    fn set_blocking(&self, blocking: bool) {
        self.blocking.store(blocking, Ordering::Relaxed);
    }

    fn get_loop(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let waiting = lock(&self.waiting);
        waiting.as_ref()?.ticket.event_loop().bind(py).upgrade().map(Bound::unbind)
    }

    #[pyo3(signature = (callback, *, context))]
    fn add_done_callback(slf: Py<Self>, py: Python<'_>, callback: Py<PyAny>, context: Py<PyAny>) {
        let waiter = Waiter { future: slf.clone_ref(py).into_any(), callback, context };
        let before = lock(&slf.get().waiting).as_ref().and_then(|waiting| waiting.ticket.wait(waiter));
        drop(before);
    }

    /// Wakes the task to its end. `False`: it is awake already.
    #[pyo3(signature = (msg = None))]
    fn cancel(&self, py: Python<'_>, msg: Option<Py<PyAny>>) -> PyResult<bool> {
        let woken = match &mut *lock(&self.waiting) {
            Some(waiting) => waiting.ticket.leave().map(|waiter| {
                waiting.cancelled = Some(msg);
                (waiter, waiting.ticket.event_loop().clone_ref(py))
            }),
            None => None,
        };
        let Some((waiter, event_loop)) = woken else { return Ok(false) };
        if let Some(event_loop) = event_loop.bind(py).upgrade() {
            waiter.wake_soon(&event_loop)?;
        }
        Ok(true)
    }

    /// Nothing, or that the task was cancelled. The outcome comes by `__next__`.
    fn result(&self, py: Python<'_>) -> PyResult<()> {
        let cancelled = match &mut *lock(&self.waiting) {
            Some(waiting) => waiting.cancelled.take(),
            None => None,
        };
        let Some(message) = cancelled else { return Ok(()) };
        let class = py.import("asyncio")?.getattr("CancelledError")?;
        Err(PyErr::from_value(match message {
            Some(message) => class.call1((message,))?,
            None => class.call0()?,
        }))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.pending.is_current_process() {
            drop(self.ticket.leave());
        }
    }
}
