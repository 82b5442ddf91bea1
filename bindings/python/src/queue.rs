//! How outcomes get from the background into an event loop: in batches, by one wake-up each.
//!
//! The background writes down who is done. The first one of a batch asks the loop to look (`call_soon_threadsafe`);
//! until it does, the others only add themselves. When the loop looks, it goes on with each task that waits. No loop is
//! held: when it goes, its queue goes.

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
    /// A place in the queue of the running loop.
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

    /// Python is never called while the list is locked: it may let another thread run, which may want the list.
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

/// Only touched by threads that are attached to the interpreter.
#[derive(Default)]
struct Waiting {
    tasks: HashMap<u64, Waiter>,
    last: u64,
}

#[derive(Default)]
struct Done {
    ids: VecDeque<u64>,
    /// Whether the loop was asked to look and has not looked yet.
    asked: bool,
}

/// A task that waits, by what it gave to be woken with.
pub(crate) struct Waiter {
    pub(crate) future: Py<PyAny>,
    pub(crate) callback: Py<PyAny>,
    pub(crate) context: Py<PyAny>,
}

impl Waiter {
    /// Goes on with the task now, which the loop alone may do.
    fn wake(self, py: Python<'_>) -> PyResult<()> {
        static RUN: OnceLock<Py<PyString>> = OnceLock::new();
        let run = RUN.get_or_init(|| PyString::intern(py, "run").unbind());
        self.context.call_method1(py, run, (self.callback, self.future)).map(drop)
    }

    /// Has the loop go on with the task in its next turn.
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

    /// Asks the loop to look. A loop that is closed or gone has nobody left who waits, nor has an ending interpreter.
    fn ask(self: Arc<Self>) {
        Python::try_attach(|py| {
            let look = Look(Arc::clone(&self));
            let event_loop = self.event_loop.bind(py).upgrade();
            let asked = event_loop.map(|event_loop| event_loop.call_method1("call_soon_threadsafe", (look,)));
            if !matches!(asked, Some(Ok(_))) {
                *lock(&self.done) = Done::default();
                let forgotten = std::mem::take(&mut lock(&self.waiting).tasks);
                drop(forgotten);
            }
            // Here, because it may be the last to hold Python objects.
            drop(self);
        });
    }
}

/// Asks when it is let go of: the task that has it may be dropped in place of being run, when the process ends.
struct Ask(Option<Arc<Queue>>);

impl Drop for Ask {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.ask();
        }
    }
}

/// Called by the loop.
#[pyclass(frozen)]
pub(crate) struct Look(Arc<Queue>);

#[no_panic]
#[pymethods]
impl Look {
    fn __call__(slf: Py<Self>, py: Python<'_>) -> PyResult<()> {
        let queue = &slf.get().0;
        let batch = {
            let mut done = lock(&queue.done);
            done.asked = false;
            done.ids.len()
        };
        if batch > 1
            && let Some(event_loop) = queue.event_loop.bind(py).upgrade()
        {
            // Once more, for those that are not reached here: a task may end the loop by what it lets through, or run the
            // loop itself, to wait for another one of the batch.
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

/// A place in a queue.
pub(crate) struct Ticket {
    queue: Arc<Queue>,
    id: u64,
}

impl Ticket {
    /// The half of the ticket that goes into the background.
    pub(crate) fn stub(&self) -> Stub {
        Stub { queue: Arc::clone(&self.queue), id: self.id }
    }

    pub(crate) fn event_loop(&self) -> &Py<PyWeakrefReference> {
        &self.queue.event_loop
    }

    /// Puts a task into the place. Returns the one that was there.
    pub(crate) fn wait(&self, waiter: Waiter) -> Option<Waiter> {
        lock(&self.queue.waiting).tasks.insert(self.id, waiter)
    }

    /// Gives the place up.
    pub(crate) fn leave(&self) -> Option<Waiter> {
        self.queue.leave(self.id)
    }
}

pub(crate) struct Stub {
    queue: Arc<Queue>,
    id: u64,
}

impl Stub {
    pub(crate) fn done(self) {
        let first = {
            let mut done = lock(&self.queue.done);
            done.ids.push_back(self.id);
            !std::mem::replace(&mut done.asked, true)
        };
        if first {
            let ask = Ask(Some(self.queue));
            // After all who are done at this moment: they come along. Outside of the runtime nobody else is done.
            if let Ok(runtime) = Handle::try_current() {
                runtime.spawn(async { drop(ask) });
            }
        }
    }
}
