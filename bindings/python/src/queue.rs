//! Queues that wake the tasks of an event loop when their calls have completed, in batches with one wake-up each.
//!
//! The background adds the ids of completed calls to a queue. The first id of a batch makes the loop run [`Drain`]; further ids are
//! only added until it runs. It then wakes each waiting task. The queue refers to the loop weakly. That of a loop that has ended is
//! dropped when another loop makes its first call.
//!
//! The loop watches a pipe, into which the background writes. Unlike `call_soon_threadsafe` this needs no GIL, for which the background
//! and the loop that it wakes would wait in turn. A loop that watches no pipe, such as the default one of Windows, gets that call.

use std::collections::{HashMap, VecDeque};
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::sync::{Arc, Mutex, OnceLock};

use open_platform::ffi::python::no_panic;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyWeakrefMethods, PyWeakrefReference};
use tokio::runtime::Handle;

use crate::errors::unusable;
use crate::process::{is, lock};

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
        let known = lock(&self.0).clone();
        let is_own = |queue: &&Arc<Queue>| queue.event_loop.bind(py).upgrade().is_some_and(|it| it.is(event_loop));
        if let Some(queue) = known.iter().find(is_own) {
            return Ok(Arc::clone(queue));
        }
        let queue = Queue::new(event_loop)?;
        let ended: Vec<_> = known.into_iter().filter(|queue| queue.has_ended(py)).collect();
        let mut queues = lock(&self.0);
        queues.retain(|queue| !ended.iter().any(|ended| Arc::ptr_eq(queue, ended)));
        queues.push(Arc::clone(&queue));
        drop(queues);
        ended.iter().for_each(|queue| queue.clear());
        Ok(queue)
    }
}

/// The queue into one event loop.
struct Queue {
    event_loop: Py<PyWeakrefReference>,
    /// The process that made it: a forked child shares the pipe, and must not read what is meant for its parent.
    process: u32,
    /// What the loop watches, if it can. Both ends are open as long as the queue exists.
    pipe: OnceLock<(PipeReader, PipeWriter)>,
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
    /// Whether there is a byte in the pipe, or is about to be.
    written: bool,
}

impl Done {
    /// Lets the next id schedule a [`Drain`] again.
    fn read(&mut self, pipe: Option<&(PipeReader, PipeWriter)>) {
        let Some((reader, _)) = pipe else {
            self.scheduled = false;
            return;
        };
        // A loop that runs within itself may see one byte twice.
        if std::mem::take(&mut self.written) {
            let _ = { reader }.read_exact(&mut [0]);
            self.scheduled = false;
        }
    }
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
    fn new(event_loop: &Bound<'_, PyAny>) -> PyResult<Arc<Self>> {
        let queue = Arc::new(Self {
            event_loop: PyWeakrefReference::new(event_loop)?.unbind(),
            process: std::process::id(),
            pipe: OnceLock::new(),
            waiting: Mutex::default(),
            done: Mutex::default(),
        });
        #[cfg(unix)]
        if let Ok(pipe) = std::io::pipe() {
            let (fd, drain) =
                (std::os::fd::AsRawFd::as_raw_fd(&pipe.0), Drain { queue: Arc::clone(&queue), wakes: true });
            // In a context of its own, because the loop keeps that of the caller otherwise.
            let watch = || {
                let add_reader = event_loop.getattr("add_reader")?;
                event_loop
                    .py()
                    .import("contextvars")?
                    .call_method0("Context")?
                    .call_method1("run", (add_reader, fd, drain))
            };
            match watch() {
                Ok(_) => drop(queue.pipe.set(pipe)),
                // A loop that watches nothing raises an exception. Another one, such as that of a signal, may come after the descriptor
                // was added.
                Err(_) => drop(event_loop.call_method1("remove_reader", (fd,))),
            }
        }
        Ok(queue)
    }

    /// Whether the loop was closed or dropped.
    fn has_ended(&self, py: Python<'_>) -> bool {
        let Some(event_loop) = self.event_loop.bind(py).upgrade() else { return true };
        event_loop.call_method0("is_closed").and_then(|closed| closed.is_truthy()).unwrap_or(false)
    }

    /// Forgets the tasks of a loop that has ended: none is woken any more.
    fn clear(&self) {
        *lock(&self.done) = Done::default();
        let tasks = std::mem::take(&mut lock(&self.waiting).tasks);
        drop(tasks);
    }

    fn enter(&self) -> u64 {
        let mut waiting = lock(&self.waiting);
        waiting.last += 1;
        waiting.last
    }

    fn leave(&self, id: u64) -> Option<Waiter> {
        lock(&self.waiting).tasks.remove(&id)
    }

    /// Makes the loop run a [`Drain`].
    fn schedule(self: Arc<Self>) {
        if let Some((_, writer)) = self.pipe.get() {
            lock(&self.done).written = true;
            // Not while locked, because the loop that it wakes may run at once. The pipe is empty, and its reader is open.
            let _ = { writer }.write_all(&[0]);
            // The last reference to Python objects is dropped while attached.
            if let Some(last) = Arc::into_inner(self) {
                Python::try_attach(|_| drop(last));
            }
            return;
        }
        Python::try_attach(|py| {
            let drain = Drain { queue: Arc::clone(&self), wakes: true };
            let event_loop = self.event_loop.bind(py).upgrade();
            let scheduled = event_loop.map(|event_loop| event_loop.call_method1("call_soon_threadsafe", (drain,)));
            if !matches!(scheduled, Some(Ok(_))) {
                self.clear();
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
pub(crate) struct Drain {
    queue: Arc<Queue>,
    /// Whether it runs because a call has completed, and not for the rest of a batch.
    wakes: bool,
}

#[no_panic]
#[pymethods]
impl Drain {
    fn __call__(&self, py: Python<'_>) -> PyResult<()> {
        let queue = &self.queue;
        if !is(queue.process) {
            return Ok(());
        }
        let batch = {
            let mut done = lock(&queue.done);
            if self.wakes {
                done.read(queue.pipe.get());
            }
            done.ids.len()
        };
        // The loop cannot call what it watches a pipe for while that runs, and a task may run the loop: tasks are woken in the next turn.
        let is_watching = self.wakes && queue.pipe.get().is_some();
        if (batch > 1 || is_watching)
            && let Some(event_loop) = queue.event_loop.bind(py).upgrade()
        {
            // Scheduled again for ids that are not reached here: a task may stop the loop with an exception, or run it
            // to wait for another task of the batch.
            event_loop.call_method1("call_soon", (Self { queue: Arc::clone(queue), wakes: false },))?;
        }
        if is_watching {
            return Ok(());
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
