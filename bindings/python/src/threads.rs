//! Threads in which functions of the app are called that may block: one for each that runs at the same time, kept for
//! the next.
//!
//! Each is known to the interpreter for as long as it lives, for the reason that `background` has. One whose function
//! never returns is not waited for.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::process::lock;

/// How long a thread without work is kept.
const UNUSED: Duration = Duration::from_secs(10);

/// A function of the app and what becomes of its result.
pub(crate) type Work = Box<dyn FnOnce(Python<'_>) + Send>;

/// The threads of a process that have no work.
#[derive(Default)]
pub(crate) struct Threads(Arc<Mutex<Idle>>);

#[derive(Default)]
struct Idle {
    threads: Vec<(u64, Sender<Work>)>,
    last: u64,
    /// How many threads there are, with and without work.
    all: usize,
}

impl Threads {
    /// Has work done. `false`: there can be no further thread.
    pub(crate) fn run(&self, work: Work) -> bool {
        let mut idle = lock(&self.0);
        // The one used last, so that the others can end.
        if let Some((_, thread)) = idle.threads.pop() {
            return thread.send(work).is_ok();
        }
        (idle.last, idle.all) = (idle.last + 1, idle.all + 1);
        let id = idle.last;
        drop(idle);
        let (sender, receiver) = channel();
        let thread = Thread { id, receiver, sender: sender.clone(), idle: Arc::clone(&self.0) };
        let live = move || Python::try_attach(|py| py.detach(move || thread.live()));
        let made = std::thread::Builder::new().name("open-platform-app".into()).spawn(live);
        made.is_ok() && sender.send(work).is_ok()
    }

    /// Waits, within reason, until none has work: one that comes back from it while the interpreter ends takes the
    /// process with it.
    pub(crate) fn rest(&self, patience: Duration) {
        let asked = Instant::now();
        let at_work = || {
            let idle = lock(&self.0);
            idle.threads.len() < idle.all
        };
        while at_work() && asked.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

struct Thread {
    id: u64,
    receiver: Receiver<Work>,
    sender: Sender<Work>,
    idle: Arc<Mutex<Idle>>,
}

impl Thread {
    fn live(self) {
        loop {
            match self.receiver.recv_timeout(UNUSED) {
                Ok(work) => {
                    if Python::try_attach(work).is_none() {
                        lock(&self.idle).all -= 1;
                        return;
                    }
                    lock(&self.idle).threads.push((self.id, self.sender.clone()));
                }
                Err(_) => {
                    let mut idle = lock(&self.idle);
                    // Not among them: somebody has just taken it, and is about to send.
                    if let Some(place) = idle.threads.iter().position(|(id, _)| *id == self.id) {
                        idle.threads.remove(place);
                        idle.all -= 1;
                        return;
                    }
                }
            }
        }
    }
}
