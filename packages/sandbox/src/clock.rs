//! The virtual clock of a world, and what is due when.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};

/// The time of a world.
#[derive(Debug)]
pub(crate) struct VirtualClock {
    now: Mutex<DateTime<Utc>>,
}

impl Default for VirtualClock {
    fn default() -> Self {
        // 2026-01-01T08:00:00Z: a fixed morning, so that the same seed gives the same transcript.
        let start = DateTime::from_timestamp(1_767_254_400, 0).unwrap_or(DateTime::UNIX_EPOCH);
        Self { now: Mutex::new(start) }
    }
}

impl VirtualClock {
    /// The present instant of the world.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something that happens later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// An accepted post add-on appears on its post.
    AttachAddon {
        /// Id of the add-on.
        id: String,
    },
    /// A user add-on ends, three months after its creation.
    ExpireUserAddon {
        /// Id of the add-on.
        id: String,
    },
}

/// What is due when, in the order of time and then of entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    jobs: BTreeMap<(DateTime<Utc>, u64), Job>,
    entered: u64,
}

impl Schedule {
    /// Enters a job.
    pub(crate) fn at(&mut self, when: DateTime<Utc>, job: Job) {
        self.entered += 1;
        self.jobs.insert((when, self.entered), job);
    }

    /// Takes the next job that is due.
    pub(crate) fn take_due(&mut self, now: DateTime<Utc>) -> Option<(DateTime<Utc>, Job)> {
        let first = self.jobs.first_entry()?;
        if first.key().0 > now {
            return None;
        }
        let ((when, _), job) = first.remove_entry();
        Some((when, job))
    }
}
