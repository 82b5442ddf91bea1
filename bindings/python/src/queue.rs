//! Queues that wake the tasks of an event loop when their calls have completed, in batches with one wake-up each.
//!
//! The background adds the ids of completed calls to a queue. The first id of a batch schedules [`Drain`] in the loop
//! (`call_soon_threadsafe`); further ids are only added until it runs. It then wakes each waiting task. The queue refers to
//! the loop weakly: when the loop is dropped, its queue is dropped.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock};

use open_platform::ffi::python::no_panic;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyWeakrefMethods, PyWeakrefReference};
use tokio::runtime::Handle;

use crate::errors::unusable;
use crate::process::lock;

/// The queues of a process, one for each event loop.
#[derive(Default)]
pub(crate) struct Queues(Mutex<Vec<Arc<Queue>>>);

impl Queues {
    /// A ticket of the queue of the running event loop.
    pub(crate) fn ticket(&self, py: Python<'_>) -> PyResult<Ticket> {
        static RUNNING: OnceLock<Py<PyAny>> = OnceLock::new();
        let running = match RUNNING.get() {
            Some(running) => running,
            None => {
                let found = py.import("asyncio")?.getattr("get_running_loop")?.unbind();
                RUNNING.get_or_init(|| found)
            }
        };
        let event_loop = running.bind(py).call0().map_err(|_| {
            unusable("event loop", "AsyncClient needs a running loop of asyncio: elsewhere use Client, in a thread")
        })?;
        let queue = self.of(&event_loop)?;
        let id = queue.enter();
        Ok(Ticket { queue, id })
    }

    /// The queue of a loop. Python is never called while the list is locked: another thread may run meanwhile and lock it.
    fn of(&self, event_loop: &Bound<'_, PyAny>) -> PyResult<Arc<Queue>> {
        let py = event_loop.py();
        let (mut dead, known) = (Vec::new(), lock(&self.0).clone());
        for queue in known {
            match queue.event_loop.bind(py).upgrade() {
                Some(other) if other.is(event_loop) => return Ok(queue),
                Some(_) => {}
                None => dead.push(queue),
            }
        }
        let queue = Arc::new(Queue {
            event_loop: PyWeakrefReference::new(event_loop)?.unbind(),
            waiting: Mutex::default(),
            done: Mutex::default(),
        });
        let mut queues = lock(&self.0);
        queues.retain(|queue| !dead.iter().any(|dead| Arc::ptr_eq(queue, dead)));
        queues.push(Arc::clone(&queue));
        drop(queues);
        Ok(queue)
    }
}

/// The queue into one event loop.
struct Queue {
    event_loop: Py<PyWeakrefReference>,
    waiting: Mutex<Waiting>,
    done: Mutex<Done>,
}

/// Only locked by threads that are attached to the interpreter.
#[derive(Default)]
struct Waiting {
    tasks: HashMap<u64, Waiter>,
    last: u64,
}

#[derive(Default)]
struct Done {
    ids: VecDeque<u64>,
    /// Whether a [`Drain`] is scheduled that has not run yet.
    scheduled: bool,
}

/// A waiting task: the arguments of its `add_done_callback`.
pub(crate) struct Waiter {
    pub(crate) future: Py<PyAny>,
    pub(crate) callback: Py<PyAny>,
    pub(crate) context: Py<PyAny>,
}

impl Waiter {
    /// Runs the callback of the task now. Only the loop may do this.
    fn wake(self, py: Python<'_>) -> PyResult<()> {
        static RUN: OnceLock<Py<PyString>> = OnceLock::new();
        let run = RUN.get_or_init(|| PyString::intern(py, "run").unbind());
        self.context.call_method1(py, run, (self.callback, self.future)).map(drop)
    }

    /// Schedules the callback of the task in the next iteration of the loop.
    pub(crate) fn wake_soon(self, event_loop: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = PyDict::new(event_loop.py());
        options.set_item("context", self.context)?;
        event_loop.call_method("call_soon", (self.callback, self.future), Some(&options)).map(drop)
    }
}

impl Queue {
    fn enter(&self) -> u64 {
        let mut waiting = lock(&self.waiting);
        waiting.last += 1;
        waiting.last
    }

    fn leave(&self, id: u64) -> Option<Waiter> {
        lock(&self.waiting).tasks.remove(&id)
    }

    /// Schedules a [`Drain`] in the loop. If the loop is closed or dropped, no task waits any more: the queue is cleared.
    fn schedule(self: Arc<Self>) {
        Python::try_attach(|py| {
            let drain = Drain(Arc::clone(&self));
            let event_loop = self.event_loop.bind(py).upgrade();
            let scheduled = event_loop.map(|event_loop| event_loop.call_method1("call_soon_threadsafe", (drain,)));
            if !matches!(scheduled, Some(Ok(_))) {
                *lock(&self.done) = Done::default();
                let tasks = std::mem::take(&mut lock(&self.waiting).tasks);
                drop(tasks);
            }
            // While attached, because it may be the last reference to Python objects.
            drop(self);
        });
    }
}

/// Schedules a [`Drain`] when it is dropped, so also when its task is dropped without being run, as at the exit.
struct ScheduleOnDrop(Option<Arc<Queue>>);

impl Drop for ScheduleOnDrop {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.schedule();
        }
    }
}

/// The callback in the loop that wakes the tasks of completed calls.
#[pyclass(frozen)]
pub(crate) struct Drain(Arc<Queue>);

#[no_panic]
#[pymethods]
impl Drain {
    fn __call__(slf: Py<Self>, py: Python<'_>) -> PyResult<()> {
        let queue = &slf.get().0;
        let batch = {
            let mut done = lock(&queue.done);
            done.scheduled = false;
            done.ids.len()
        };
        if batch > 1
            && let Some(event_loop) = queue.event_loop.bind(py).upgrade()
        {
            // Scheduled again for ids that are not reached here: a task may stop the loop with an exception, or run it
            // to wait for another task of the batch.
            event_loop.call_method1("call_soon", (slf.clone_ref(py),))?;
        }
        for _ in 0..batch {
            let Some(id) = lock(&queue.done).ids.pop_front() else { break };
            if let Some(waiter) = queue.leave(id) {
                waiter.wake(py)?;
            }
        }
        Ok(())
    }
}

/// The registration of a call in a queue: for the caller, and for the background.
#[derive(Clone)]
pub(crate) struct Ticket {
    queue: Arc<Queue>,
    id: u64,
}

impl Ticket {
    pub(crate) fn event_loop(&self) -> &Py<PyWeakrefReference> {
        &self.queue.event_loop
    }

    /// Registers the waiting task of the call. Returns the previous one.
    pub(crate) fn wait(&self, waiter: Waiter) -> Option<Waiter> {
        lock(&self.queue.waiting).tasks.insert(self.id, waiter)
    }

    /// Removes the waiting task of the call.
    pub(crate) fn leave(&self) -> Option<Waiter> {
        self.queue.leave(self.id)
    }

    /// Reports from the background that the call has completed.
    pub(crate) fn notify(self) {
        let first = {
            let mut done = lock(&self.queue.done);
            done.ids.push_back(self.id);
            !std::mem::replace(&mut done.scheduled, true)
        };
        if first {
            let schedule = ScheduleOnDrop(Some(self.queue));
            // As a task, so that it runs after the other calls that have completed by now: they join the batch. Outside of
            // the runtime it is dropped at once.
            if let Ok(runtime) = Handle::try_current() {
                runtime.spawn(async { drop(schedule) });
            }
        }
    }
}
