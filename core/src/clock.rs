//! Time from outside, so that tests and the sandbox can own it.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

/// The longest timeout. What takes a day will not come, and whoever asks for more has most likely mixed up the units.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// A timeout that can be kept, or why it is none.
pub(crate) fn checked_timeout(timeout: Duration) -> Result<Duration, &'static str> {
    if timeout.is_zero() || timeout > LONGEST_TIMEOUT {
        return Err("must be longer than 0 and at most 24 hours: leave it out for the default");
    }
    Ok(timeout)
}

/// Where the client takes the time from, and how it waits.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// The present instant. Token lifetimes are measured with it.
    fn now(&self) -> DateTime<Utc>;

    /// Waits. Between retries the client waits with this.
    async fn sleep(&self, duration: Duration);
}

/// The clock of the machine.
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
