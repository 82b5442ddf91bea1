//! Warnings about conditions that make no call of the app fail.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// How many warnings are kept. Beyond that, the oldest are dropped.
const WAITING: usize = 100;

/// Warnings that were not fetched yet.
#[derive(Default)]
pub(super) struct Warnings {
    texts: Mutex<VecDeque<String>>,
    added: Notify,
}

impl Warnings {
    pub(super) fn add(&self, text: String) {
        let mut texts = self.texts();
        if texts.len() >= WAITING {
            texts.pop_front();
        }
        texts.push_back(text);
        drop(texts);
        self.added.notify_one();
    }

    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.texts()).into()
    }

    /// Waits for at least one warning, and returns all.
    pub(super) async fn next(&self) -> Vec<String> {
        loop {
            let texts = self.take();
            if !texts.is_empty() {
                return texts;
            }
            // A warning added since the check is not missed: `notify_one` stores a permit.
            self.added.notified().await;
        }
    }

    fn texts(&self) -> MutexGuard<'_, VecDeque<String>> {
        // No code that can panic runs while the lock is held.
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
