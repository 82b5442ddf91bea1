//! The age of a message. It is a report, not a check: there is no signature, so anybody who has the key can set any time.

use std::time::Duration;

use chrono::TimeDelta;

use crate::clock::Clock;
use crate::webhook::Delivery;

/// How far ahead of this clock `sent_at` may be before the message counts as sent in the future.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::minutes(5);

/// The age of a message according to its `sent_at`. Other events have no such time.
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Sent recently.
    Fresh {
        /// The age, at least 0.
        age_seconds: i64,
    },
    /// Sent longer ago than the limit: delivered late, or replayed.
    Stale {
        /// The age.
        age_seconds: i64,
    },
    /// Sent more than five minutes in the future: by a wrong clock, or forged.
    Future {
        /// How far ahead it is.
        ahead_seconds: i64,
    },
    /// The delivery has no readable `sent_at`.
    Unknown,
}

impl Freshness {
    pub(super) fn of(delivery: &Delivery, clock: &dyn Clock, stale_after: Duration) -> Self {
        let Some(sent_at) = delivery.sent_at() else { return Self::Unknown };
        let age = clock.now() - sent_at;
        // A duration that does not fit means no limit.
        let limit = TimeDelta::from_std(stale_after).unwrap_or(TimeDelta::MAX);
        if age < -CLOCK_TOLERANCE {
            Self::Future { ahead_seconds: -age.num_seconds() }
        } else if age > limit {
            Self::Stale { age_seconds: age.num_seconds() }
        } else {
            Self::Fresh { age_seconds: age.num_seconds().max(0) }
        }
    }

    /// Its name and its seconds, for languages that have a pair of them.
    #[cfg(feature = "ffi")]
    pub fn pair(self) -> (&'static str, Option<i64>) {
        match self {
            Self::Fresh { age_seconds } => ("fresh", Some(age_seconds)),
            Self::Stale { age_seconds } => ("stale", Some(age_seconds)),
            Self::Future { ahead_seconds } => ("future", Some(ahead_seconds)),
            Self::Unknown => ("unknown", None),
        }
    }
}
