//! The retry budget: a token bucket. Retries take tokens and successes return them, so that retries do not multiply the
//! load during a complete outage.
//!
//! The numbers are those of the AWS SDKs' standard retry mode of 2026.

use std::sync::atomic::{AtomicU32, Ordering};

/// Tokens in a full budget.
pub const CAPACITY: u32 = 500;
/// Cost of a retry after a broken connection or a 5xx.
pub const TRANSIENT: u32 = 14;
/// Cost of a retry after a 429.
pub const THROTTLED: u32 = 5;
/// Tokens that a success returns.
pub const SUCCESS: u32 = 1;

/// The retry budget of one client for one host. It begins full.
#[derive(Debug)]
pub struct Budget(AtomicU32);

impl Default for Budget {
    fn default() -> Self {
        Self(AtomicU32::new(CAPACITY))
    }
}

impl Budget {
    /// The remaining tokens.
    pub fn left(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes `cost` tokens, or none if fewer are left. Returns whether they were taken.
    pub fn take(&self, cost: u32) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(cost)).is_ok()
    }

    /// Returns the tokens of one success, up to [`CAPACITY`].
    pub fn succeed(&self) {
        // The budget is usually full. Then nothing is written, which avoids cache traffic between cores.
        if self.left() < CAPACITY {
            let refill = |left: u32| Some(left.saturating_add(SUCCESS).min(CAPACITY));
            let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, refill);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_empty_the_budget_and_successes_fill_it() {
        let budget = Budget::default();
        let retries = (0..1_000).filter(|_| budget.take(TRANSIENT)).count();
        assert_eq!(retries as u32, CAPACITY / TRANSIENT);
        assert!(!budget.take(TRANSIENT));
        (0..TRANSIENT).for_each(|_| budget.succeed());
        assert!(budget.take(TRANSIENT));
        (0..10_000).for_each(|_| budget.succeed());
        assert_eq!(budget.left(), CAPACITY);
    }
}
