//! The background runtime: one thread that drives the calls of event loops and tasks that outlive their caller.
//!
//! The thread has a Python thread state for its whole lifetime, although it runs detached. Creating one for each call of Python would cost
//! more, and takes a lock of the interpreter that Python 3.11 and older do not reset in a forked child: the fork would hang.

use std::io;
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::{mpsc, oneshot};

use crate::process::lock;

/// How long the exit of the process waits for a thread.
pub(crate) const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A short function that runs on the thread.
type Job = Box<dyn FnOnce() + Send>;

pub(crate) struct Background {
    handle: Handle,
    jobs: mpsc::UnboundedSender<Job>,
    thread: Mutex<Option<(oneshot::Sender<()>, JoinHandle<()>)>>,
}

impl Background {
    /// Starts the thread. An error means that the system provides no thread, or no file descriptor for it.
    pub(crate) fn start() -> io::Result<Self> {
        let (stop, stopped) = oneshot::channel::<()>();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (jobs, mut received) = mpsc::unbounded_channel::<Job>();
        runtime.spawn(async move {
            while let Some(job) = received.recv().await {
                job();
            }
        });
        let drive = move |runtime: Runtime| {
            // An error means that the sender was dropped, which also ends the thread.
            let _ = runtime.block_on(stopped);
            runtime.shutdown_background();
        };
        // The runtime is sent when the thread exists: if the thread cannot be created, its closure is dropped, and dropping
        // a runtime waits for its tasks, which is not allowed within the runtime of a call.
        let (runtime_sender, runtime_receiver) = std::sync::mpsc::sync_channel(1);
        let run = move || {
            if let Ok(runtime) = runtime_receiver.recv() {
                Python::try_attach(|py| py.detach(|| drive(runtime))).unwrap_or_default();
            }
        };
        match std::thread::Builder::new().name("open-platform".into()).spawn(run) {
            Ok(thread) => {
                // It cannot fail: the thread receives it.
                let _ = runtime_sender.send(runtime);
                Ok(Self { handle, jobs, thread: Mutex::new(Some((stop, thread))) })
            }
            Err(error) => {
                runtime.shutdown_background();
                Err(error)
            }
        }
    }

    /// A runtime that has stopped and accepts no jobs.
    pub(crate) fn stopped() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().build()?;
        let handle = runtime.handle().clone();
        runtime.shutdown_background();
        Ok(Self { handle, jobs: mpsc::unbounded_channel().0, thread: Mutex::new(None) })
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Runs a short function on the thread, such as one that spawns a task. Spawning from another thread would wake this
    /// thread each time, with a system call; with the channel only the first job of a batch does.
    pub(crate) fn send(&self, job: impl FnOnce() + Send + 'static) {
        // An error means that the thread has ended: the job is dropped.
        let _ = self.jobs.send(Box::new(job));
    }

    /// Stops the thread and waits for its end, for at most [`EXIT_TIMEOUT`].
    pub(crate) fn stop(&self) {
        let Some((stop, thread)) = lock(&self.thread).take() else { return };
        // An error means that the thread has already ended.
        let _ = stop.send(());
        let start = Instant::now();
        while !thread.is_finished() && start.elapsed() < EXIT_TIMEOUT {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
