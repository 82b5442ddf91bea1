//! A paused clock for tests with real sockets, so that a slow machine does not cause timeouts.

// Every test program uses a part of this.
#![allow(dead_code)]

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Tokio's clock, paused. When this is dropped, the clock advances while all tasks are idle: a deadline is then reached at once,
/// and at its exact time. For tests with one thread.
pub struct PausedClock(Sender<()>);

impl PausedClock {
    pub fn begin() -> Self {
        tokio::time::pause();
        let (held, dropped) = channel();
        // A paused clock advances automatically, except while a blocking task runs.
        tokio::task::spawn_blocking(move || {
            let _ = dropped.recv();
        });
        Self(held)
    }

    /// Lets the clock advance once `done` returns true.
    pub async fn until(self, mut done: impl FnMut() -> bool) {
        while !done() {
            tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(1))).await.unwrap();
        }
    }
}
