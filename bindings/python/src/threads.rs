//! The thread pool for functions of the app, which may block: one thread for each concurrent call, reused for later calls.
//!
//! Each thread has a Python thread state for its whole lifetime, for the reason given in `background`. A thread whose
//! function never returns is not waited for.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tokio::sync::oneshot;

use crate::process::lock;

/// How long an idle thread is kept.
const UNUSED: Duration = Duration::from_secs(10);

/// Calls a function of the app and handles its result.
type Job = Box<dyn FnOnce(Python<'_>) + Send>;

/// The threads of a process.
#[derive(Default)]
pub(crate) struct Threads(Arc<Mutex<Idle>>);

#[derive(Default)]
struct Idle {
    threads: Vec<(u64, Sender<Job>)>,
    last: u64,
    /// The number of all threads, idle or not.
    all: usize,
}

impl Threads {
    /// Runs work on an idle or a new thread. `false`: the system provides no further thread.
    fn run(&self, work: Job) -> bool {
        let mut idle = lock(&self.0);
        // The most recently used one, so that the others can expire.
        if let Some((_, thread)) = idle.threads.pop() {
            return thread.send(work).is_ok();
        }
        (idle.last, idle.all) = (idle.last + 1, idle.all + 1);
        let id = idle.last;
        drop(idle);
        let (sender, receiver) = channel();
        let thread = Thread { id, receiver, sender: sender.clone(), idle: Arc::clone(&self.0) };
        let run = move || Python::try_attach(|py| py.detach(move || thread.run()));
        // Without a thread `run` is dropped, and the thread does not count.
        let made = std::thread::Builder::new().name("open-platform-app".into()).spawn(run);
        made.is_ok() && sender.send(work).is_ok()
    }

    /// Calls a function with an object of the app. `None`: the system provides no further thread. The result is missing if the interpreter
    /// is ending.
    pub(crate) fn call<T: Send + 'static>(
        &self,
        object: &Arc<Py<PyAny>>,
        function: impl FnOnce(&Bound<'_, PyAny>) -> T + Send + 'static,
    ) -> Option<oneshot::Receiver<T>> {
        let (object, (sender, receiver)) = (Arc::clone(object), oneshot::channel());
        let work = move |py: Python<'_>| {
            // Moved in, so that it is dropped while the thread is attached to the interpreter.
            let object = object;
            // An error means that the caller has stopped waiting.
            let _ = sender.send(function(object.bind(py)));
        };
        self.run(Box::new(work)).then_some(receiver)
    }

    /// Waits until all threads are idle, for at most `limit`: a thread that attaches to the interpreter while the
    /// interpreter exits would crash the process.
    pub(crate) fn wait_until_idle(&self, limit: Duration) {
        let start = Instant::now();
        let is_busy = || {
            let idle = lock(&self.0);
            idle.threads.len() < idle.all
        };
        while is_busy() && start.elapsed() < limit {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

struct Thread {
    id: u64,
    receiver: Receiver<Job>,
    sender: Sender<Job>,
    idle: Arc<Mutex<Idle>>,
}

impl Thread {
    fn run(self) {
        loop {
            match self.receiver.recv_timeout(UNUSED) {
                Ok(work) => {
                    if Python::try_attach(work).is_none() {
                        return;
                    }
                    lock(&self.idle).threads.push((self.id, self.sender.clone()));
                }
                Err(_) => {
                    let mut idle = lock(&self.idle);
                    // If it is not in the list, a caller has just taken it and is about to send work.
                    if let Some(place) = idle.threads.iter().position(|(id, _)| *id == self.id) {
                        idle.threads.remove(place);
                        return;
                    }
                }
            }
        }
    }
}

impl Drop for Thread {
    /// It has ended, possibly by a panic, or was never started.
    fn drop(&mut self) {
        lock(&self.idle).all -= 1;
    }
}
