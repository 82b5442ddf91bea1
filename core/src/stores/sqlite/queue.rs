//! Work for a thread of its own. SQLite blocks its caller, and a connection serves one caller at a time: of many operations that
//! each took a thread, all but one would wait.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::lock::lock;

/// How long the thread waits for more work before it ends.
const LINGER: Duration = Duration::from_millis(200);

/// The maximum number of items that the thread takes at once.
const BATCH: usize = 512;

/// Items that wait for the thread.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    /// Notified when there is an item.
    more: Condvar,
}

struct State<T> {
    waiting: Vec<T>,
    has_thread: bool,
}

impl<T: Send + 'static> Queue<T> {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(State { waiting: Vec::new(), has_thread: false }), more: Condvar::new() })
    }

    /// Adds an item, and starts the thread if there is none. It calls `run` with the items that wait, in their order.
    ///
    /// The thread is no task of a runtime, because a runtime may stop while callers of other runtimes wait for the same work.
    pub(super) fn push(
        self: &Arc<Self>,
        item: T,
        run: impl FnMut(Vec<T>) + Send + 'static,
    ) -> Result<(), std::io::Error> {
        let mut state = lock(&self.state);
        state.waiting.push(item);
        if state.has_thread {
            self.more.notify_one();
            return Ok(());
        }
        let queue = Arc::clone(self);
        let thread = std::thread::Builder::new().name("open-platform-sqlite".to_owned());
        if let Err(error) = thread.spawn(move || queue.work(run)) {
            state.waiting.pop();
            return Err(error);
        }
        state.has_thread = true;
        Ok(())
    }

    /// Runs queued work until there is none.
    fn work(&self, mut run: impl FnMut(Vec<T>)) {
        let _reset = ResetOnPanic(self);
        loop {
            let state = lock(&self.state);
            let idle = |state: &mut State<T>| state.waiting.is_empty();
            let (mut state, _) =
                self.more.wait_timeout_while(state, LINGER, idle).unwrap_or_else(PoisonError::into_inner);
            if state.waiting.is_empty() {
                // The lock is held since the check, so the next caller starts another thread.
                state.has_thread = false;
                return;
            }
            let count = state.waiting.len().min(BATCH);
            let batch = state.waiting.drain(..count).collect();
            drop(state);
            run(batch);
        }
    }
}

/// Lets another thread start after a panic of this one.
struct ResetOnPanic<'a, T>(&'a Queue<T>);

impl<T> Drop for ResetOnPanic<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = lock(&self.0.state);
            state.has_thread = false;
            state.waiting.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_panic_drops_what_waits_and_the_next_item_gets_another_thread() {
        let queue = Queue::new();
        let (sent, received) = mpsc::channel();
        queue.push(mpsc::channel().0, |_| panic!("of the test")).unwrap();
        while lock(&queue.state).has_thread {
            std::thread::sleep(Duration::from_millis(1));
        }
        queue.push(sent, |items: Vec<mpsc::Sender<u8>>| items.iter().for_each(|item| item.send(7).unwrap())).unwrap();
        assert_eq!(received.recv(), Ok(7));
    }
}
