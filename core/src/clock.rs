//! The source of time, which tests and the sandbox replace.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

/// The longest timeout: 24 hours. A longer one is most likely a mistake in the unit.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// The timeout if it is valid, or why it is not.
pub(crate) fn checked_timeout(timeout: Duration) -> Result<Duration, &'static str> {
    if timeout.is_zero() || timeout > LONGEST_TIMEOUT {
        return Err("must be longer than 0 and at most 24 hours: leave it out for the default");
    }
    Ok(timeout)
}

/// Whether `until` lies in the future, but by no more than `most`. A larger distance means that a clock has jumped.
pub(crate) fn is_ahead(until: DateTime<Utc>, now: DateTime<Utc>, most: TimeDelta) -> bool {
    until > now && until - now <= most
}

/// The source of time, and how the client waits.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// The current time. Token lifetimes are measured with it.
    fn now(&self) -> DateTime<Utc>;

    /// Waits for this long. The client uses it between retries.
    async fn sleep(&self, duration: Duration);
}

/// The clock of the system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
