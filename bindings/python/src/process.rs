//! What exists once in a process: the background runtime and the queues into event loops.
//!
//! A forked child inherits memory but no threads: a runtime of the parent never runs there, and a lock that another
//! thread of the parent held at that moment is never released. So everything hangs on the process id. A child leaks
//! what it inherits, because dropping it would close connections that the parent still uses, and makes its own. The
//! locks on the way to it are only ever taken by a thread that is attached to the interpreter, as the one that forks is.
//! For the same reason nothing on the way uses pyo3's `intern!` and `PyOnceLock`: they let go of the interpreter while
//! they are filled. Those that pyo3 itself has on the way are filled by `load`, while the module is imported.

use std::io;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform::ffi::python::no_panic;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::background::{Background, PATIENCE};
use crate::queue::Queues;
use crate::threads::Threads;

/// One process.
pub(crate) struct Process {
    pub(crate) id: u32,
    pub(crate) queues: Queues,
    /// For functions of the app that may block.
    pub(crate) threads: Threads,
    background: OnceLock<Background>,
}

impl Process {
    /// The present one.
    pub(crate) fn current(_attached: Python<'_>) -> &'static Self {
        static CURRENT: Mutex<Option<&'static Process>> = Mutex::new(None);
        let id = std::process::id();
        let mut current = lock(&CURRENT);
        match *current {
            Some(process) if process.id == id => process,
            _ => {
                let (queues, threads) = (Queues::default(), Threads::default());
                current.insert(Box::leak(Box::new(Self { id, queues, threads, background: OnceLock::new() })))
            }
        }
    }

    /// The runtime for what needs no waiting thread, started at its first use. An error means that the system gives no
    /// thread or no file descriptor for it now; the next use tries again.
    pub(crate) fn background(&self) -> io::Result<&Background> {
        if let Some(background) = self.background.get() {
            return Ok(background);
        }
        let made = Background::start()?;
        // Of two that were made at the same time one is dropped, and its thread ends.
        Ok(self.background.get_or_init(|| made))
    }

    /// Ends the background runtime. What is left of its work is dropped.
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
        self.threads.rest(PATIENCE);
    }
}

/// Whether this is still the process with that id.
pub(crate) fn is(id: u32) -> bool {
    std::process::id() == id
}

/// Locks what no code that can panic ever holds.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The objects kept in statics belong to the interpreter that imported this module first.
pub(crate) fn refuse_subinterpreters(py: Python<'_>) -> PyResult<()> {
    static FIRST: OnceLock<usize> = OnceLock::new();
    // Every interpreter has its own.
    let interpreter = py.import("builtins")?.as_ptr() as usize;
    if *FIRST.get_or_init(|| interpreter) == interpreter {
        Ok(())
    } else {
        Err(PyImportError::new_err("open_platform does not run in a subinterpreter: import it in the main one only"))
    }
}

/// Fills what pyo3 would fill at its first use: the exceptions, and the types that values are converted to and from.
pub(crate) fn load(py: Python<'_>) -> PyResult<()> {
    crate::errors::load(py);
    DateTime::<Utc>::UNIX_EPOCH.into_bound_py_any(py)?.extract::<DateTime<Utc>>()?;
    Duration::ZERO.into_bound_py_any(py)?.extract::<Duration>()?;
    // What is no dict is looked up among the abstract classes.
    py.None().bind(py).is_instance_of::<PyMapping>();
    py.get_type::<crate::awaiting::Awaiting>();
    py.get_type::<crate::queue::Look>();
    Ok(())
}

/// Called when the interpreter ends.
#[no_panic]
#[pyfunction]
pub(crate) fn stop_background(py: Python<'_>) {
    let process = Process::current(py);
    // The thread may need the interpreter to come to its end.
    py.detach(|| process.stop());
}
