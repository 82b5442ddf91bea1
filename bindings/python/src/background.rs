//! The background runtime: one thread, which drives the calls of event loops and what outlives its caller.
//!
//! The thread is known to the interpreter for as long as it lives, though it runs without it. Making itself known each
//! time it has to call Python would cost more, and takes a lock of the interpreter that Python 3.11 and older do not
//! mend in a forked child: the fork would hang.

use std::io;
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::{mpsc, oneshot};

use crate::process::lock;

/// How long the end of the process waits for a thread.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// Something short that is done on the thread.
type Job = Box<dyn FnOnce() + Send>;

pub(crate) struct Background {
    handle: Handle,
    jobs: mpsc::UnboundedSender<Job>,
    thread: Mutex<Option<(oneshot::Sender<()>, JoinHandle<()>)>>,
}

impl Background {
    /// Starts the thread. An error means that the system gives none, or no file descriptor for it.
    pub(crate) fn start() -> io::Result<Self> {
        let (stop, stopped) = oneshot::channel::<()>();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (jobs, mut asked) = mpsc::unbounded_channel::<Job>();
        runtime.spawn(async move {
            while let Some(job) = asked.recv().await {
                job();
            }
        });
        let drive = move |runtime: Runtime| {
            // An error means that the sender is gone, which is a reason to stop, too.
            let _ = runtime.block_on(stopped);
            runtime.shutdown_background();
        };
        // Handed over once the thread is there: a runtime that is dropped with a thread that was never made would wait for
        // its work, which the runtime of a call must not.
        let (hand_over, handed_over) = std::sync::mpsc::sync_channel(1);
        let live = move || {
            if let Ok(runtime) = handed_over.recv() {
                Python::try_attach(|py| py.detach(|| drive(runtime))).unwrap_or_default();
            }
        };
        match std::thread::Builder::new().name("open-platform".into()).spawn(live) {
            Ok(thread) => {
                // The thread waits for it.
                let _ = hand_over.send(runtime);
                Ok(Self { handle, jobs, thread: Mutex::new(Some((stop, thread))) })
            }
            Err(error) => {
                runtime.shutdown_background();
                Err(error)
            }
        }
    }

    /// One that takes no work.
    pub(crate) fn stopped() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().build()?;
        let handle = runtime.handle().clone();
        runtime.shutdown_background();
        Ok(Self { handle, jobs: mpsc::unbounded_channel().0, thread: Mutex::new(None) })
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Does something short on the thread, such as to spawn a task: spawning from another thread would wake this one each
    /// time, with a call of the system. So only the first of a batch does.
    pub(crate) fn send(&self, job: impl FnOnce() + Send + 'static) {
        // An error means that the thread has ended: nothing is done any more.
        let _ = self.jobs.send(Box::new(job));
    }

    /// Ends the thread and waits for it, within reason.
    pub(crate) fn stop(&self) {
        let Some((stop, thread)) = lock(&self.thread).take() else { return };
        // If the thread is gone already, nobody has to be told.
        let _ = stop.send(());
        let asked = Instant::now();
        while !thread.is_finished() && asked.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
