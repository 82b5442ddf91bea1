//! Handling an event once, although it may arrive several times.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::{Clock, SystemClock};
use crate::error::StoreError;
use crate::model::event::Delivery;
use crate::webhook::reply::Reply;

/// For how long an event counts as being handled at most, in seconds. It ends with the handling; if the process that
/// handles it dies, or forgets to say so, it ends after this. So a handler during a request must not take longer, or a
/// repetition is handled beside it: what takes long belongs into an [`Inbox`](crate::inbox::Inbox).
pub const HANDLING_SECONDS: i64 = 300;

/// How much longer the mark of an event that is being handled lasts than the mark that it was handled, for as long as that
/// is provisional: when the first ends, the second must have ended.
const MARGIN_SECONDS: i64 = 30;

/// How long the platform is asked to wait when it repeats an event that is being handled.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// What is known of an event that arrives.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Progress {
    /// Nothing: handle it, then say [`finish`](Dedupe::finish) or [`abandon`](Dedupe::abandon).
    New,
    /// An event with this id was handled, and it had another body. Handle this one as well, and tell.
    Conflict,
    /// It is being handled, and nobody knows yet how that ends: answer 503, so that it comes again.
    InProgress,
    /// It was handled: answer 200.
    Seen,
}

impl Progress {
    /// What to answer without handling the event, if it is not to be handled: 200, or 503 with `Retry-After`.
    pub fn reply(self) -> Option<Reply> {
        match self {
            Self::New | Self::Conflict => None,
            Self::InProgress => Some(Reply::unavailable(RETRY_AFTER)),
            Self::Seen => Some(Reply::ok()),
        }
    }
}

/// Remembers which events were seen, so that each is handled once, and none is lost whose handling failed:
/// [`begin`](Self::begin) before it is handled, then [`finish`](Self::finish) or [`abandon`](Self::abandon).
///
/// Bring your own where several processes share the work, or where a restart must not forget: one conditional insert is
/// all it takes. An event that is being handled has a mark of its own in it, which ends by itself after
/// [`HANDLING_SECONDS`]: if the process dies, the event is handled again when it comes again after that. A store that does
/// not keep to windows never ends such a mark.
#[async_trait]
pub trait Dedupe: Send + Sync + 'static {
    /// Remembers `key` for `window`, or for as long as the store can if there is none, and returns whether it is new.
    /// Of all that ask at once, exactly one gets `true`. A key that is known is not remembered for longer.
    async fn remember(&self, key: &str, window: Option<Duration>) -> Result<bool, StoreError>;

    /// Forgets `key`.
    async fn forget(&self, key: &str) -> Result<(), StoreError>;

    /// What is known of the event of `delivery`. If it is to be handled, it counts as being handled from now on.
    ///
    /// By default this is made of `remember` and `forget`, and [`Progress::Conflict`] is not told: the event is
    /// [`New`](Progress::New), and [`finish`](Self::finish) warns.
    async fn begin(&self, delivery: &Delivery) -> Result<Progress, StoreError> {
        let marks = DedupeMarks::of(delivery);
        if !self.remember(&marks.handling, seconds(Some(marks.handling_seconds))).await? {
            return Ok(Progress::InProgress);
        }
        // For the time being.
        if self.remember(&marks.handled, seconds(Some(marks.provisional_seconds))).await? {
            return Ok(Progress::New);
        }
        self.forget(&marks.handling).await?;
        Ok(Progress::Seen)
    }

    /// The event was handled. Answer 200 even if this fails: then the event is handled again if it comes again.
    async fn finish(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let marks = DedupeMarks::of(delivery);
        self.forget(&marks.handled).await?;
        self.remember(&marks.handled, seconds(marks.window_seconds)).await?;
        if let Some(event) = &marks.event
            && !self.remember(event, seconds(marks.window_seconds)).await?
        {
            tracing::warn!("{CONFLICT}: {}", delivery.label());
        }
        self.forget(&marks.handling).await
    }

    /// The event could not be handled, and must be when it comes again.
    async fn abandon(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let marks = DedupeMarks::of(delivery);
        self.forget(&marks.handled).await?;
        self.forget(&marks.handling).await
    }

    /// Whether this is the first delivery of its event, which counts as seen from now on. If handling it then fails,
    /// [`forget`](Self::forget) its [`dedupe_key`](Delivery::dedupe_key). A repetition that arrives in between is
    /// acknowledged, and lost: [`begin`](Self::begin) does not have that gap.
    async fn is_new(&self, delivery: &Delivery) -> Result<bool, StoreError> {
        self.remember(&delivery.dedupe_key, seconds(delivery.dedupe_window_seconds)).await
    }
}

/// What is logged about an event with the id of another.
const CONFLICT: &str = "an event came with the id of an earlier one and another body; both are handled";

fn seconds(seconds: Option<i64>) -> Option<Duration> {
    seconds.and_then(|seconds| u64::try_from(seconds).ok()).map(Duration::from_secs)
}

/// The keys of an event in a store of an app's own, for packages in other languages whose stores have no more than
/// `remember` and `forget`. What [`Dedupe`] does with them by default, they do:
///
/// - begin: remember `handling` for `handling_seconds`; known: in progress. Remember `handled` for `provisional_seconds`;
///   known: forget `handling`, it was seen. Otherwise it is new.
/// - finish: forget `handled` and remember it for `window_seconds`; remember `event` for as long, if there is one; known: it
///   is a conflict. Forget `handling`.
/// - abandon: forget `handled`, then `handling`.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DedupeMarks {
    /// That an event with this id is being handled.
    pub handling: String,
    /// For how many seconds at most.
    pub handling_seconds: i64,
    /// That this event was handled, with this body.
    pub handled: String,
    /// For how many seconds that stands while it is being handled.
    pub provisional_seconds: i64,
    /// For how many seconds it stands afterwards; `None` is for ever.
    pub window_seconds: Option<i64>,
    /// That an event with this id was handled, whatever its body. `None` for an event without an id.
    pub event: Option<String>,
}

impl DedupeMarks {
    /// The marks of the event of `delivery`.
    pub fn of(delivery: &Delivery) -> Self {
        let Delivery { dedupe_key: event, body_digest, dedupe_window_seconds: window, .. } = delivery;
        // What has no id is known by its body alone.
        let has_id = window.is_none();
        Self {
            handling: format!("handling:{event}"),
            handling_seconds: HANDLING_SECONDS + MARGIN_SECONDS,
            handled: if has_id { format!("{event}:{body_digest}") } else { event.clone() },
            provisional_seconds: HANDLING_SECONDS,
            window_seconds: *window,
            event: has_id.then(|| event.clone()),
        }
    }
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
    /// What is being handled, and until when that counts.
    handling: HashMap<String, DateTime<Utc>>,
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

    /// [`begin`](Dedupe::begin), at once. It tells a conflict.
    pub fn begin_now(&self, delivery: &Delivery) -> Progress {
        let (now, marks) = (self.clock.now(), DedupeMarks::of(delivery));
        let mut seen = self.seen();
        if seen.handling.get(&marks.handling).is_some_and(|end| now < *end) {
            return Progress::InProgress;
        }
        if seen.has(&marks.handled, now) {
            return Progress::Seen;
        }
        let is_conflict = marks.event.as_ref().is_some_and(|event| seen.has(event, now));
        if seen.handling.len() >= self.capacity {
            seen.handling.retain(|_, end| now < *end);
        }
        seen.handling.insert(marks.handling, now + TimeDelta::seconds(HANDLING_SECONDS));
        drop(seen);
        if is_conflict {
            tracing::warn!("{CONFLICT}: {}", delivery.label());
            return Progress::Conflict;
        }
        Progress::New
    }

    /// [`finish`](Dedupe::finish), at once.
    pub fn finish_now(&self, delivery: &Delivery) {
        let marks = DedupeMarks::of(delivery);
        for key in [Some(&marks.handled), marks.event.as_ref()].into_iter().flatten() {
            self.insert(key, seconds(marks.window_seconds));
        }
        self.seen().handling.remove(&marks.handling);
    }

    /// [`abandon`](Dedupe::abandon), at once.
    pub fn abandon_now(&self, delivery: &Delivery) {
        self.seen().handling.remove(&DedupeMarks::of(delivery).handling);
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
    fn has(&self, key: &str, now: DateTime<Utc>) -> bool {
        self.keys.get(key).is_some_and(|(_, end)| end.is_none_or(|end| now < end))
    }

    fn remember(&mut self, key: &str, now: DateTime<Utc>, until: Option<DateTime<Utc>>) -> bool {
        if self.has(key, now) {
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

    async fn begin(&self, delivery: &Delivery) -> Result<Progress, StoreError> {
        Ok(self.begin_now(delivery))
    }

    async fn finish(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.finish_now(delivery);
        Ok(())
    }

    async fn abandon(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.abandon_now(delivery);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ManualClock;

    /// A store of an app's own: no more than it has to have.
    struct Own(MemoryDedupe);

    #[async_trait]
    impl Dedupe for Own {
        async fn remember(&self, key: &str, window: Option<Duration>) -> Result<bool, StoreError> {
            Ok(self.0.insert(key, window))
        }

        async fn forget(&self, key: &str) -> Result<(), StoreError> {
            self.0.remove(key);
            Ok(())
        }
    }

    fn message(text: &str) -> Delivery {
        let body = format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"m-1","text":"{text}"}}}}"#);
        Delivery::parse(body.as_bytes()).unwrap()
    }

    fn update() -> Delivery {
        Delivery::parse(br#"{"type":"POST_UPDATE","post_update":{"post":{"token":"p"}}}"#).unwrap()
    }

    /// The one in memory, and one of an app's own that has two methods; which of them is in memory.
    type Stores = [(bool, Box<dyn Dedupe>); 2];

    fn both() -> (Arc<ManualClock>, Stores) {
        let clock = ManualClock::at(DateTime::UNIX_EPOCH);
        let memory = || MemoryDedupe::new().clock(clock.clone());
        let stores: Stores = [(true, Box::new(memory())), (false, Box::new(Own(memory())))];
        (clock, stores)
    }

    #[tokio::test]
    async fn a_repetition_of_what_is_being_handled_is_neither_handled_nor_acknowledged() {
        for (delivery, window) in [(message("a"), None), (update(), Some(120))] {
            let (clock, stores) = both();
            for (_, dedupe) in stores {
                let begin = async || dedupe.begin(&delivery).await.unwrap();
                assert_eq!(begin().await, Progress::New);
                assert_eq!(begin().await, Progress::InProgress);
                dedupe.abandon(&delivery).await.unwrap();
                assert_eq!(begin().await, Progress::New, "after a failure it is handled again");
                dedupe.finish(&delivery).await.unwrap();
                assert_eq!(begin().await, Progress::Seen);
                assert_eq!(begin().await, Progress::Seen, "a look marks nothing");
                clock.advance(Duration::from_secs(121));
                assert_eq!(begin().await, if window.is_some() { Progress::New } else { Progress::Seen });
            }
        }
    }

    #[tokio::test]
    async fn what_a_process_died_of_is_handled_again_when_its_mark_has_ended() {
        for delivery in [message("a"), update()] {
            let (clock, stores) = both();
            for (_, dedupe) in stores {
                assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::New);
                for _ in 0..29 {
                    clock.advance(Duration::from_secs(10));
                    assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::InProgress);
                }
                clock.advance(Duration::from_secs(40));
                assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::New);
                dedupe.finish(&delivery).await.unwrap();
                assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::Seen);
            }
        }
    }

    #[tokio::test]
    async fn another_body_under_the_same_id_is_handled_too() {
        let (_, stores) = both();
        for (tells, dedupe) in stores {
            let (first, second) = (message("a"), message("b"));
            assert_eq!(dedupe.begin(&first).await.unwrap(), Progress::New);
            assert_eq!(dedupe.begin(&second).await.unwrap(), Progress::InProgress, "one after the other");
            dedupe.finish(&first).await.unwrap();
            let expected = if tells { Progress::Conflict } else { Progress::New };
            assert_eq!(dedupe.begin(&second).await.unwrap(), expected);
            dedupe.finish(&second).await.unwrap();
            for delivery in [&first, &second] {
                assert_eq!(dedupe.begin(delivery).await.unwrap(), Progress::Seen);
            }
        }
    }

    #[tokio::test]
    async fn of_all_that_begin_at_once_one_handles() {
        for (_, dedupe) in both().1 {
            let dedupe: Arc<dyn Dedupe> = dedupe.into();
            let tasks: Vec<_> = (0..50)
                .map(|_| {
                    let dedupe = dedupe.clone();
                    tokio::spawn(async move { dedupe.begin(&message("a")).await.unwrap() })
                })
                .collect();
            let mut new = 0;
            for task in tasks {
                match task.await.unwrap() {
                    Progress::New => new += 1,
                    progress => assert_eq!(progress, Progress::InProgress),
                }
            }
            assert_eq!(new, 1);
        }
    }

    #[test]
    fn only_what_is_handled_has_no_answer_yet() {
        let status = |progress: Progress| progress.reply().map(|reply| reply.status);
        assert_eq!([Progress::New, Progress::Conflict].map(status), [None; 2]);
        assert_eq!([Progress::InProgress, Progress::Seen].map(status), [Some(503), Some(200)]);
        assert_eq!(Progress::InProgress.reply().unwrap().headers["Retry-After"], "5");
    }

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
