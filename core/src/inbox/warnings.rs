//! Warnings about conditions that make no call of the app fail.

use std::collections::VecDeque;
#[cfg(any(feature = "ffi", test))]
use std::pin::pin;
use std::sync::{Mutex, MutexGuard};

use tokio::sync::{Notify, watch};

use super::Inbox;
use crate::lock::lock;

/// How many warnings are kept. Beyond that, the oldest are dropped.
const WAITING: usize = 100;

/// Warnings that were not fetched yet.
#[derive(Default)]
pub(super) struct Warnings {
    texts: Mutex<VecDeque<String>>,
    added: Notify,
    /// How many workers pass them on.
    readers: watch::Sender<usize>,
}

/// While there is one, workers pass on the warnings of an inbox, and its calls leave them to the workers.
#[derive(Debug)]
pub(super) struct WarningReader(Inbox);

impl WarningReader {
    pub(super) fn new(inbox: &Inbox) -> Self {
        inbox.queue.warnings.readers.send_modify(|count| *count += 1);
        Self(inbox.clone())
    }
}

impl Drop for WarningReader {
    fn drop(&mut self) {
        self.0.queue.warnings.readers.send_modify(|count| *count -= 1);
    }
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
        lock(&self.texts)
    }
}

impl Inbox {
    /// Waits for warnings that no call of the app reports, and returns them as sentences for a log: an event was given up,
    /// had the id of another one, was refused, or lost its lease. Each names the type of the event and its
    /// [`dedupe_key`](crate::webhook::Delivery::dedupe_key), never its content. They are also logged with `tracing`: this method is for
    /// packages in other languages, and [`Workers::logs`](super::Workers::logs) for their workers. The newest 100 are kept.
    pub async fn warnings(&self) -> Vec<String> {
        self.queue.warnings.next().await
    }

    /// The current warnings, without waiting: see [`warnings`](Self::warnings).
    pub fn try_warnings(&self) -> Vec<String> {
        self.queue.warnings.take()
    }

    /// Waits for a call of this inbox and returns its result. Until then `log` receives the [`warnings`](Self::warnings), which no
    /// call returns, unless workers of this inbox [log](super::Workers::logs) them.
    #[cfg(any(feature = "ffi", test))]
    pub async fn logged<T>(&self, call: impl Future<Output = T>, log: impl Fn(&[String])) -> T {
        let mut call = pin!(call);
        let mut readers = self.queue.warnings.readers.subscribe();
        loop {
            let are_left = *readers.borrow_and_update() == 0;
            tokio::select! {
                biased;
                // Workers begin or end while this waits: the inbox has the sender, so this is never an error.
                _ = readers.changed() => {}
                result = &mut call => {
                    if are_left {
                        log(&self.try_warnings());
                    }
                    return result;
                }
                warnings = self.warnings(), if are_left => log(&warnings),
            }
        }
    }
}
