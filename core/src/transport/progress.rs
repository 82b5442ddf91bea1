//! Reports of how much of a request's body has been sent.

use crate::lock::lock;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;

type Observer = Arc<dyn Fn(u64) + Send + Sync>;

/// The observer of how many bytes of the body of a [`Request`](super::Request) have been sent. Clones report to the same one.
#[derive(Clone)]
pub struct BodyProgress(Arc<State>);

struct State {
    observer: Observer,
    /// The last report. The lock is held while the observer runs, so that reports of two threads keep their order.
    last: Mutex<u64>,
    has_ended: AtomicBool,
}

impl BodyProgress {
    /// Calls `observer` with the number of bytes that were sent so far. If it panics, the report is lost, and nothing else.
    pub fn new(observer: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self::of(Arc::new(observer))
    }

    fn of(observer: Observer) -> Self {
        Self(Arc::new(State { observer, last: Mutex::new(0), has_ended: AtomicBool::new(false) }))
    }

    /// Reports that the connection has taken this many bytes of the body so far. A number that is not larger than the last
    /// one is ignored.
    pub fn sent(&self, bytes: u64) {
        let mut last = lock(&self.0.last);
        if bytes > *last && !self.0.has_ended.load(Ordering::Acquire) {
            *last = bytes;
            self.report(bytes);
        }
    }

    fn report(&self, bytes: u64) {
        let _ = catch_unwind(AssertUnwindSafe(|| (self.0.observer)(bytes)));
    }

    /// Reports of one attempt, which begin at 0.
    pub(crate) fn attempt(&self) -> AttemptProgress {
        let attempt = Self::of(Arc::clone(&self.0.observer));
        attempt.report(0);
        AttemptProgress(attempt)
    }
}

impl std::fmt::Debug for BodyProgress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BodyProgress")
    }
}

/// The reports of one attempt. Nothing is reported after it was dropped: the connection may go on for a moment.
pub(crate) struct AttemptProgress(BodyProgress);

impl AttemptProgress {
    /// The observer to pass to the transport.
    pub(crate) fn of_transport(&self) -> BodyProgress {
        self.0.clone()
    }

    /// Reports that the platform has accepted the body.
    pub(crate) fn complete(&self, body: &Bytes) {
        self.0.sent(body.len() as u64);
    }
}

impl Drop for AttemptProgress {
    fn drop(&mut self) {
        self.0.0.has_ended.store(true, Ordering::Release);
    }
}
