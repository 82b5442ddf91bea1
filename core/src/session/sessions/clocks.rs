//! The time by the clock that all users of the store share. All stored times are measured by it: the clocks of two hosts may
//! differ by minutes.

use std::sync::atomic::Ordering;

use chrono::{DateTime, TimeDelta, Utc};

use super::Sessions;
use crate::error::StoreError;
use crate::session::ClientState;
use crate::stores::now_of;

impl Sessions {
    /// The current time by the clock that all users of the store share.
    pub(crate) async fn now(&self, inner: &ClientState) -> Result<DateTime<Utc>, StoreError> {
        let local = inner.clock().now();
        let shared = now_of(inner.store().as_ref()).await?.unwrap_or(local);
        self.offset.store((shared - local).num_microseconds().unwrap_or_default(), Ordering::Relaxed);
        self.has_offset.store(true, Ordering::Relaxed);
        Ok(shared)
    }

    /// The same time, computed without a request to the store.
    pub(crate) fn local_now(&self, inner: &ClientState) -> DateTime<Utc> {
        self.shared_time(inner.clock().now())
    }

    /// A time of the client's clock, by the clock that all users of the store share.
    pub(crate) fn shared_time(&self, local: DateTime<Utc>) -> DateTime<Utc> {
        local + TimeDelta::microseconds(self.offset.load(Ordering::Relaxed))
    }

    /// Measures how far the two clocks are apart, unless that was done.
    pub(crate) async fn compare_clocks(&self, inner: &ClientState) -> Result<(), StoreError> {
        if !self.has_offset.load(Ordering::Relaxed) {
            self.now(inner).await?;
        }
        Ok(())
    }
}
