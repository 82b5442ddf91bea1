//! How old a message is. A report, not a check: without a signature, whoever has the key can write any time.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::model::event::Delivery;

/// How far a clock may be ahead before a message counts as sent in the future.
const CLOCK_TOLERANCE: TimeDelta = TimeDelta::minutes(5);

/// The age of a message by its `sent_at`, which only messages have.
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// Sent recently.
    Fresh {
        /// Its age, not below zero.
        age_seconds: i64,
    },
    /// Sent longer ago than the limit: delivered late, or replayed.
    Stale {
        /// Its age.
        age_seconds: i64,
    },
    /// Sent more than five minutes after now: a wrong clock, or invented.
    Future {
        /// How far ahead it is.
        ahead_seconds: i64,
    },
    /// There is no readable `sent_at`.
    Unknown,
}

impl Freshness {
    pub(super) fn of(delivery: &Delivery, now: DateTime<Utc>, stale_after: Duration) -> Self {
        let Some(sent_at) = delivery.sent_at() else { return Self::Unknown };
        let age = now - sent_at;
        // A limit beyond the calendar is none.
        let limit = TimeDelta::from_std(stale_after).unwrap_or(TimeDelta::MAX);
        if age < -CLOCK_TOLERANCE {
            Self::Future { ahead_seconds: -age.num_seconds() }
        } else if age > limit {
            Self::Stale { age_seconds: age.num_seconds() }
        } else {
            Self::Fresh { age_seconds: age.num_seconds().max(0) }
        }
    }
}
