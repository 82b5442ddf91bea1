//! Time that stands still while real sockets work, so that no machine is too slow for a deadline.

// Every test program uses a part of this.
#![allow(dead_code)]

use std::sync::mpsc::{Sender, channel};

/// Tokio's clock, stopped. When this is dropped, time passes while nobody has anything to do: a deadline then comes at
/// once, and at its exact time. For tests with one thread.
pub struct Still(Sender<()>);

impl Still {
    pub fn begin() -> Self {
        tokio::time::pause();
        let (held, dropped) = channel();
        // A stopped clock moves on by itself, except while blocking work is under way.
        tokio::task::spawn_blocking(move || {
            let _ = dropped.recv();
        });
        Self(held)
    }

    /// Lets time pass, once `done`.
    pub async fn until(self, mut done: impl FnMut() -> bool) {
        while !done() {
            tokio::task::yield_now().await;
        }
    }
}
