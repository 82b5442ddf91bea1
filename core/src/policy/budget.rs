//! The retry budget: a bucket of tokens that retries spend and successes refill, so that a total outage is not made
//! worse by everyone sending everything three times.
//!
//! Size and prices are those of the AWS SDKs' standard retry mode of 2026.

use std::sync::atomic::{AtomicU32, Ordering};

/// What a full budget holds.
pub const CAPACITY: u32 = 500;
/// What a retry costs after a broken connection or a 5xx.
pub const TRANSIENT: u32 = 14;
/// What a retry costs after a 429.
pub const THROTTLED: u32 = 5;
/// What a success returns.
pub const SUCCESS: u32 = 1;

/// The retry budget of one client for one host.
#[derive(Debug)]
pub struct Budget(AtomicU32);

impl Default for Budget {
    fn default() -> Self {
        Self(AtomicU32::new(CAPACITY))
    }
}

impl Budget {
    /// A full budget.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is left.
    pub fn left(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Spends `cost`, or nothing at all if less is left. Returns whether it was spent.
    pub fn take(&self, cost: u32) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(cost)).is_ok()
    }

    /// Returns what one success is worth, up to [`CAPACITY`].
    pub fn succeed(&self) {
        // A full budget is the normal state: then nothing is written that other cores would have to fetch.
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
    fn an_outage_empties_it_and_successes_fill_it() {
        let budget = Budget::new();
        let retries = (0..1_000).filter(|_| budget.take(TRANSIENT)).count();
        assert_eq!(retries as u32, CAPACITY / TRANSIENT);
        assert!(!budget.take(TRANSIENT));
        (0..TRANSIENT).for_each(|_| budget.succeed());
        assert!(budget.take(TRANSIENT));
        (0..10_000).for_each(|_| budget.succeed());
        assert_eq!(budget.left(), CAPACITY);
    }
}
