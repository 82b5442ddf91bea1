//! The awaitable of a call: the call runs in the background, and the event loop resumes the task when it has completed.
//!
//! It implements the protocol that a task of asyncio expects of a future. A future of the loop would cost a further iteration of the loop
//! for each call, and asyncio would report an outcome that is not fetched any more as an exception that was never retrieved.

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

/// The iterator that `__await__` returns. Dropping it cancels the call.
#[pyclass(frozen)]
pub(crate) struct Awaiting {
    waiting: Mutex<Option<Waiting>>,
    /// The flag by which a future tells the task that it is being awaited.
    blocking: AtomicBool,
}

struct Waiting {
    pending: PendingCall,
    ticket: Ticket,
    /// The message of the cancellation, if the task was cancelled.
    cancelled: Option<Option<Py<PyAny>>>,
}

impl Awaiting {
    pub(crate) fn begin(py: Python<'_>, client: &ProcessClient, start: Start) -> PyResult<Self> {
        let ticket = client.process.queues.ticket(py)?;
        if let Some(store) = &client.store {
            store.set_event_loop(ticket.event_loop(), py);
        }
        let notifier = ticket.clone();
        let pending = PendingCall::begin(client.process, start(client.platform.clone()), move || notifier.notify())?;
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

    /// Returns itself while the call is pending, and raises `StopIteration` with the outcome when it has completed.
    fn __next__(slf: Py<Self>, py: Python<'_>) -> PyResult<Py<Self>> {
        let this = slf.get();
        let mut waiting = lock(&this.waiting);
        let Some(current) = waiting.as_mut() else { return Err(PyStopIteration::new_err(())) };
        let state = current.pending.poll();
        let ended = if let CallState::Outcome(_) | CallState::Lost = state { waiting.take() } else { None };
        drop(waiting);
        // The task may have been resumed by something else: then it is still registered.
        drop(ended.and_then(|ended| ended.ticket.leave()));
        match state {
            CallState::Pending => {}
            CallState::Outcome(outcome) => return Err(PyStopIteration::new_err((outcome?(py)?,))),
            CallState::Lost => return Err(ending()),
            CallState::Inherited => {
                return Err(unusable("process", "the call was begun in the parent of this process: make it again"));
            }
        }
        this.blocking.store(true, Ordering::Relaxed);
        Ok(slf)
    }

    fn send(slf: Py<Self>, py: Python<'_>, _value: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Self::__next__(slf, py)
    }

    /// Cancels the call, because the waiting task was cancelled.
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

    // The protocol of a future, for the task.

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

    /// Wakes the task to cancel it. Returns `False` if it is not waiting any more.
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

    /// Raises `CancelledError` if the task was cancelled. The outcome is returned by `__next__`.
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
        if self.pending.is_own() {
            drop(self.ticket.leave());
        }
    }
}
