//! Time from outside, so that tests and the sandbox can own it.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

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
