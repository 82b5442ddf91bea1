//! Handling an event once, although it may arrive several times.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::{Clock, SystemClock};
use crate::error::StoreError;
use crate::model::event::Delivery;

/// Remembers which events were seen. Bring your own where several processes share the work, or where a restart must
/// not forget: one conditional insert is all it takes.
#[async_trait]
pub trait Dedupe: Send + Sync + 'static {
    /// Remembers `key` for `window`, or for as long as the store can if there is none, and returns whether it is new.
    /// Of all that ask at once, exactly one gets `true`. A key that is known is not remembered for longer.
    async fn remember(&self, key: &str, window: Option<Duration>) -> Result<bool, StoreError>;

    /// Whether this is the first delivery of its event. Ask when the event is stored or handled; if that then fails,
    /// [`forget`](Self::forget) its [`dedupe_key`](Delivery::dedupe_key).
    async fn is_new(&self, delivery: &Delivery) -> Result<bool, StoreError> {
        let seconds = delivery.dedupe_window_seconds.and_then(|seconds| u64::try_from(seconds).ok());
        self.remember(&delivery.dedupe_key, seconds.map(Duration::from_secs)).await
    }

    /// Forgets `key`, because its event could not be handled and must be, when it comes again.
    async fn forget(&self, key: &str) -> Result<(), StoreError>;
}

/// How many keys are remembered in memory, unless told otherwise.
pub const DEFAULT_DEDUPE_CAPACITY: usize = 100_000;

/// Remembers in memory, a limited number of keys: the oldest go first.
#[must_use]
pub struct MemoryDedupe {
    capacity: usize,
    clock: Arc<dyn Clock>,
    seen: Mutex<Seen>,
}

/// Keys with the instant until which they count, if there is one, and the order in which they came. An entry of `order`
/// whose number is not the key's own was forgotten or replaced since.
#[derive(Default)]
struct Seen {
    keys: HashMap<Arc<str>, (u64, Option<DateTime<Utc>>)>,
    order: VecDeque<(u64, Arc<str>)>,
    next: u64,
}

impl MemoryDedupe {
    /// Remembers up to [`DEFAULT_DEDUPE_CAPACITY`] keys.
    pub fn new() -> Self {
        Self::with_capacity(DEFAULT_DEDUPE_CAPACITY)
    }

    /// Remembers up to `capacity` keys, at least one.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { capacity: capacity.max(1), clock: Arc::new(SystemClock), seen: Mutex::default() }
    }

    /// Measures windows with `clock`.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// [`remember`](Dedupe::remember), for callers that cannot wait and need not: memory answers at once.
    pub fn insert(&self, key: &str, window: Option<Duration>) -> bool {
        let now = self.clock.now();
        // A window beyond the calendar has no end.
        let until = window.and_then(|window| now.checked_add_signed(TimeDelta::from_std(window).ok()?));
        let mut seen = self.seen();
        let is_new = seen.remember(key, now, until);
        seen.shrink(self.capacity);
        is_new
    }

    /// [`forget`](Dedupe::forget), at once.
    pub fn remove(&self, key: &str) {
        self.seen().keys.remove(key);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        // No code that can panic runs while the lock is held.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryDedupe {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for MemoryDedupe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryDedupe").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

impl Seen {
    fn remember(&mut self, key: &str, now: DateTime<Utc>, until: Option<DateTime<Utc>>) -> bool {
        if self.keys.get(key).is_some_and(|(_, end)| end.is_none_or(|end| now < end)) {
            return false;
        }
        let key: Arc<str> = key.into();
        self.next += 1;
        self.keys.insert(key.clone(), (self.next, until));
        self.order.push_back((self.next, key));
        true
    }

    /// Drops the oldest entries beyond `capacity`, and the keys that stand for them.
    fn shrink(&mut self, capacity: usize) {
        while self.order.len() > capacity {
            let Some((number, key)) = self.order.pop_front() else { return };
            if self.keys.get(&key).is_some_and(|(current, _)| *current == number) {
                self.keys.remove(&key);
            }
        }
    }
}

#[async_trait]
impl Dedupe for MemoryDedupe {
    async fn remember(&self, key: &str, window: Option<Duration>) -> Result<bool, StoreError> {
        Ok(self.insert(key, window))
    }

    async fn forget(&self, key: &str) -> Result<(), StoreError> {
        self.remove(key);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ManualClock;

    #[tokio::test]
    async fn a_key_is_new_once_per_window() {
        let clock = ManualClock::at(DateTime::UNIX_EPOCH);
        let dedupe = MemoryDedupe::new().clock(clock.clone());
        let window = Some(Duration::from_secs(120));
        assert!(dedupe.remember("update", window).await.unwrap());
        clock.advance(Duration::from_secs(119));
        assert!(!dedupe.remember("update", window).await.unwrap());
        clock.advance(Duration::from_secs(1));
        assert!(dedupe.remember("update", window).await.unwrap(), "a repetition does not lengthen the window");
        assert!(dedupe.remember("message", None).await.unwrap());
        assert!(dedupe.remember("other", Some(Duration::MAX)).await.unwrap());
        clock.advance(Duration::from_secs(1_000_000_000));
        assert!(!dedupe.remember("message", None).await.unwrap());
        assert!(!dedupe.remember("other", None).await.unwrap());
    }

    #[tokio::test]
    async fn a_message_is_new_once_and_equal_post_updates_again_after_their_window() {
        let clock = ManualClock::at(DateTime::UNIX_EPOCH);
        let dedupe = MemoryDedupe::new().clock(clock.clone());
        let message = br#"{"type":"NEW_MESSAGE","new_message":{"id":"e7a08a2c-8ee4-11ef-af85-0242ac120002"}}"#;
        let message = Delivery::parse(message).unwrap();
        let update = Delivery::parse(br#"{"type":"POST_UPDATE","post_update":{"post":{"token":"p"}}}"#).unwrap();
        for delivery in [&message, &update] {
            assert!(dedupe.is_new(delivery).await.unwrap());
            assert!(!dedupe.is_new(delivery).await.unwrap());
        }
        clock.advance(Duration::from_secs(121));
        assert!(!dedupe.is_new(&message).await.unwrap());
        assert!(dedupe.is_new(&update).await.unwrap());
    }

    #[tokio::test]
    async fn a_forgotten_key_is_new_again() {
        let dedupe = MemoryDedupe::new();
        assert!(dedupe.remember("a", None).await.unwrap());
        dedupe.forget("a").await.unwrap();
        assert!(dedupe.remember("a", None).await.unwrap());
        assert!(!dedupe.remember("a", None).await.unwrap());
    }

    #[tokio::test]
    async fn memory_is_bounded_and_the_oldest_key_goes_first() {
        let dedupe = MemoryDedupe::with_capacity(2);
        for key in ["a", "b", "c"] {
            assert!(dedupe.remember(key, None).await.unwrap());
        }
        assert!(!dedupe.remember("c", None).await.unwrap());
        assert!(!dedupe.remember("b", None).await.unwrap());
        assert!(dedupe.remember("a", None).await.unwrap());
        for _ in 0..1000 {
            dedupe.forget("a").await.unwrap();
            assert!(dedupe.remember("a", None).await.unwrap());
        }
        let seen = dedupe.seen();
        assert!(seen.order.len() <= 2 && seen.keys.len() <= 2);
    }
}
