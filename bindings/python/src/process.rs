//! The state that exists once per process: the background runtime and the queues into event loops.
//!
//! A forked child inherits memory but no threads: a runtime of the parent never runs there, and a lock that another
//! thread of the parent held during the fork is never released. So all state belongs to a process id. A child leaks what it
//! inherits, because dropping it would close connections that the parent still uses, and creates its own. The locks that
//! lead to this state are only taken by threads that are attached to the interpreter, as the thread that forks is. For the
//! same reason this code does not use pyo3's `intern!` and `PyOnceLock`: they detach from the interpreter while they are
//! initialized. Those that pyo3 itself uses here are initialized by `prepare`, before there is any such state.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use chrono::{DateTime, Utc};
pub(crate) use open_platform::ffi::lock;
use open_platform::ffi::no_runtime;
use open_platform::ffi::python::{add_remaining_classes, no_panic};
use open_platform::{Result, stores};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::background::{Background, EXIT_TIMEOUT};
use crate::errors::unusable;
use crate::queue::Queues;
use crate::threads::Threads;

/// The state of one process.
pub(crate) struct Process {
    pub(crate) id: u32,
    pub(crate) queues: Queues,
    /// The threads for functions of the app, which may block.
    pub(crate) threads: Threads,
    /// Those for functions that return credentials. The exit does not wait for them.
    pub(crate) credentials: Threads,
    background: OnceLock<Background>,
}

impl Process {
    /// The state of the current process.
    pub(crate) fn current(py: Python<'_>) -> PyResult<&'static Self> {
        prepare(py)?;
        Ok(Self::unprepared(py))
    }

    fn unprepared(_attached: Python<'_>) -> &'static Self {
        static CURRENT: Mutex<Option<&'static Process>> = Mutex::new(None);
        let id = std::process::id();
        let mut current = lock(&CURRENT);
        match *current {
            Some(process) if process.id == id => process,
            _ => {
                let (queues, threads, credentials) = (Queues::default(), Threads::default(), Threads::default());
                let made = Self { id, queues, threads, credentials, background: OnceLock::new() };
                current.insert(Box::leak(Box::new(made)))
            }
        }
    }

    /// The background runtime, started at its first use. An error means that the system provides no thread or no file
    /// descriptor for it now; the next use tries again.
    pub(crate) fn background(&self) -> Result<&Background> {
        if let Some(background) = self.background.get() {
            return Ok(background);
        }
        let made = Background::start().map_err(no_runtime)?;
        // If two threads start one at the same time, one of them is dropped, and its thread ends.
        Ok(self.background.get_or_init(|| made))
    }

    /// Stops the background runtime. Its remaining tasks are dropped.
    pub(crate) fn stop(&self) {
        if self.background.get().is_none()
            && let Ok(stopped) = Background::stopped()
        {
            // Another thread may have started one at this moment.
            let _ = self.background.set(stopped);
        }
        if let Some(background) = self.background.get() {
            background.stop();
        }
        self.threads.wait_until_idle(EXIT_TIMEOUT);
    }
}

/// Whether the current process has this id.
pub(crate) fn is(id: u32) -> bool {
    std::process::id() == id
}

/// A value that belongs to this process. A forked child leaks the one that it inherits.
pub(crate) struct ProcessBound<T> {
    process: u32,
    value: Option<T>,
}

impl<T> ProcessBound<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { process: std::process::id(), value: Some(value) }
    }

    /// As [`new`](Self::new), without asking the system for the current process.
    pub(crate) fn of(current: &Process, value: T) -> Self {
        Self { process: current.id, value: Some(value) }
    }

    /// The value, in the process that made it.
    pub(crate) fn get(&self) -> PyResult<&T> {
        let own = self.value.as_ref().filter(|_| self.is_own());
        own.ok_or_else(|| unusable("process", "this was begun in the parent of this process: begin it again"))
    }

    /// As [`get`](Self::get), to change it. `None` in a forked child.
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        self.value.as_mut().filter(|_| is(self.process))
    }

    /// Drops the value, which this process has made.
    pub(crate) fn release(&mut self) {
        self.value = None;
    }

    /// Whether this process made it, and has not released it.
    pub(crate) fn is_own(&self) -> bool {
        self.value.is_some() && is(self.process)
    }

    /// The value, also in a forked child, which may only read what needs no lock.
    pub(crate) fn inherited(&self) -> &T {
        self.value.as_ref().expect("it is only taken by `drop`")
    }
}

impl<T> Drop for ProcessBound<T> {
    fn drop(&mut self) {
        if self.value.is_some() && !is(self.process) {
            std::mem::forget(self.value.take());
        }
    }
}

/// A value of which each process makes its own. A forked child leaks that of its parent.
pub(crate) struct PerProcess<T>(Mutex<Option<(u32, T)>>);

impl<T: Clone> PerProcess<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The value of the current process.
    pub(crate) fn get(&self, _attached: Python<'_>, make: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
        let process = std::process::id();
        let mut state = lock(&self.0);
        match &*state {
            Some((maker, value)) if *maker == process => Ok(value.clone()),
            _ => {
                let made = make()?;
                std::mem::forget(state.replace((process, made.clone())));
                Ok(made)
            }
        }
    }
}

/// Fails in any interpreter but the first one that imported this module: objects in statics belong to that one.
pub(crate) fn refuse_subinterpreters(py: Python<'_>) -> PyResult<()> {
    static FIRST: OnceLock<usize> = OnceLock::new();
    // Every interpreter has its own module `builtins`.
    let interpreter = py.import("builtins")?.as_ptr() as usize;
    if *FIRST.get_or_init(|| interpreter) == interpreter {
        Ok(())
    } else {
        let text = "open_platform does not run in a subinterpreter: import it in the main one only \
                    (mod_wsgi: `WSGIApplicationGroup %{GLOBAL}`)";
        Err(PyImportError::new_err(text))
    }
}

/// Initializes what pyo3 would initialize at its first use, the types of conversions. Not when the module is imported, because modules
/// of the standard library would be imported with it, which not every program needs.
///
/// It also imports `threading`. That module takes the thread that first imports it for the main one, and up to Python 3.12 the
/// interpreter waits at its exit for the end of that thread. If it was the background thread, which logs and calls functions of
/// the app, both would wait for each other.
fn prepare(py: Python<'_>) -> PyResult<()> {
    static PREPARED: AtomicBool = AtomicBool::new(false);
    if PREPARED.load(Ordering::Acquire) {
        return Ok(());
    }
    py.import("threading")?;
    DateTime::<Utc>::UNIX_EPOCH.into_bound_py_any(py)?.extract::<DateTime<Utc>>()?;
    Duration::ZERO.into_bound_py_any(py)?.extract::<Duration>()?;
    // For objects other than a dict pyo3 looks up the abstract class `Mapping`.
    py.None().bind(py).is_instance_of::<PyMapping>();
    py.get_type::<crate::awaiting::Awaiting>();
    py.get_type::<crate::queue::Drain>();
    PREPARED.store(true, Ordering::Release);
    Ok(())
}

/// Called before each fork by Python. While pyo3 creates a class or imports a module at its first use, it releases the GIL. If another
/// thread forked a child then, the child would wait for that class forever. So all are there before a child is.
///
/// It also closes the SQLite files of this process, which a child could not use (see `stores::sqlite::fork`). If there are none,
/// it does not detach.
#[no_panic]
#[pyfunction]
#[pyo3(pass_module)]
pub(crate) fn prepare_fork(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let prepared = prepare(module.py()).and_then(|()| add_remaining_classes(module));
    // Python also forks after an exception.
    if !stores::try_prepare_fork() {
        module.py().detach(stores::prepare_fork);
    }
    prepared
}

/// Called after each fork by Python, in the parent and in the child.
#[no_panic]
#[pyfunction]
pub(crate) fn complete_fork() {
    stores::complete_fork();
}

/// Called when the interpreter exits.
#[no_panic]
#[pyfunction]
pub(crate) fn stop_background(py: Python<'_>) {
    let process = Process::unprepared(py);
    // Detached, because the thread may need the interpreter to end.
    py.detach(|| process.stop());
}
