//! What `await` on a call waits with: the call runs in the background, and a future of the event loop wakes the waiter.
//!
//! The outcome itself does not go through that future: an outcome that nobody fetches any more must not be reported as
//! an exception that was never retrieved.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyStopIteration;
use pyo3::prelude::*;
use tokio::task::AbortHandle;

use crate::call::{Outcome, Start};
use crate::door::Here;
use crate::errors::unusable;
use crate::process::{self, lock};
use crate::queue::Ticket;

/// Where the outcome arrives.
type Landing = Arc<Mutex<Option<Outcome>>>;

/// The iterator of `await`. Whoever lets go of it ends the call.
#[pyclass(frozen)]
pub(crate) struct Awaiting(Mutex<Option<Flight>>);

/// A call under way.
struct Flight {
    process: u32,
    landing: Landing,
    task: AbortHandle,
    ticket: Ticket,
}

impl Awaiting {
    pub(crate) fn begin(py: Python<'_>, here: &Here, start: Start) -> PyResult<Self> {
        let ticket = here.process.queues.ticket(py)?;
        if let Some(store) = &here.store {
            store.called_from(ticket.event_loop(), py);
        }
        let landing = Landing::default();
        let (running, arrival, stub) = (start(here.platform.clone()), Arc::clone(&landing), ticket.stub());
        let task = here.process.background().spawn(async move {
            let outcome = running.await;
            *lock(&arrival) = Some(outcome);
            stub.done();
        });
        let task = task.abort_handle();
        Ok(Self(Mutex::new(Some(Flight { process: here.process.id, landing, task, ticket }))))
    }
}

#[pymethods]
impl Awaiting {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// The future to wait for, or the end with the outcome.
    fn __next__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut flight = lock(&self.0);
        let Some(under_way) = flight.as_ref() else { return Err(PyStopIteration::new_err(())) };
        if !process::is(under_way.process) {
            return Err(unusable("process", "the call was begun in the parent of this process: make it again"));
        }
        let outcome = lock(&under_way.landing).take();
        if let Some(outcome) = outcome {
            let ended = flight.take();
            drop(flight);
            drop(ended);
            let value = outcome?(py)?;
            return Err(PyStopIteration::new_err((value,)));
        }
        let future = under_way.ticket.future.clone_ref(py);
        drop(flight);
        if future.call_method0(py, "done")?.is_truthy(py)? {
            // Somebody else has cancelled it.
            future.call_method0(py, "result")?;
        }
        // How a future tells the task that it is waited for.
        future.setattr(py, "_asyncio_future_blocking", true)?;
        Ok(future)
    }

    fn send(&self, py: Python<'_>, _value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__next__(py)
    }

    /// Ends the call: the task that waits is cancelled.
    #[pyo3(signature = (kind, value = None, _traceback = None))]
    fn throw(
        &self,
        kind: Bound<'_, PyAny>,
        value: Option<Bound<'_, PyAny>>,
        _traceback: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        self.close();
        Err(PyErr::from_value(value.unwrap_or(kind)))
    }

    fn close(&self) {
        let flight = lock(&self.0).take();
        drop(flight);
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        if process::is(self.process) {
            self.ticket.leave();
            self.task.abort();
        }
    }
}
