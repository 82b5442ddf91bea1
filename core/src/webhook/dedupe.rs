//! Handling an event once, although it may be delivered several times.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

use crate::clock::{Clock, SystemClock, is_ahead};
use crate::error::StoreError;
use crate::lock::lock;
use crate::webhook::Delivery;
use crate::webhook::reply::Reply;

/// How long an event counts as being handled at most, in seconds. This state ends with the handling, or after this time if
/// the process that handles it crashes or does not report the end. A handler that runs during the request must not take
/// longer, or a repetition is handled concurrently. For longer work use an [`Inbox`](crate::inbox::Inbox).
pub const HANDLING_SECONDS: i64 = 300;

/// How much longer the mark of an event that is being handled lasts than the provisional mark that it was handled: when the
/// first one expires, the second one must have expired.
const MARGIN_SECONDS: i64 = 30;

/// A mark that starts in the future by more than this was made before the clock was set back. It is ignored: otherwise, until the
/// clock has caught up, it would keep out new events that are equal to a former one.
const SET_BACK: TimeDelta = TimeDelta::seconds(2);

/// The `Retry-After` for a repetition of an event that is being handled.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The state of an event that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Progress {
    /// Not seen before: handle it, then call [`finish`](Dedupe::finish) or [`abandon`](Dedupe::abandon).
    New,
    /// An event with this id and another body was handled before. Handle this one too, and log a warning.
    Conflict,
    /// It is being handled, with an unknown result: respond with 503, so that it is sent again.
    InProgress,
    /// It was handled: respond with 200.
    Seen,
}

impl Progress {
    /// The response, if the event must not be handled: 200, or 503 with `Retry-After`. `None`: handle it.
    pub fn reply(self) -> Option<Reply> {
        match self {
            Self::New | Self::Conflict => None,
            Self::InProgress => Some(Reply::unavailable(RETRY_AFTER)),
            Self::Seen => Some(Reply::ok()),
        }
    }
}

/// Records which events were seen, so that each one is handled once, and is handled again if its handling failed: call
/// [`begin`](Self::begin) before the handling, then [`finish`](Self::finish) or [`abandon`](Self::abandon).
///
/// Implement it yourself if several processes share the work, or if the records must survive a restart. All it takes is one
/// conditional insert. An event that is being handled has its own mark, which expires after [`HANDLING_SECONDS`]: if the
/// process crashes, a repetition after that is handled. In a store that does not apply windows, such a mark never expires.
///
/// In [`Hooks`](crate::hooks::Hooks) a call that takes longer than 0.6 seconds is dropped and has failed, and a failure before the
/// handler is answered with 503. If the first call fails, its mark may be stored nevertheless. It is not deleted then, because it may
/// be that of another process, which handles the event: repetitions are answered with 503 until it expires, after 330 seconds.
#[async_trait]
pub trait Dedupe: Send + Sync + 'static {
    /// Stores `key` for `window`, or for as long as possible if there is none, and returns whether it is new. Of several
    /// concurrent calls, exactly one returns `true`. A key that is stored already keeps its window.
    async fn remember(&self, key: &str, window: Option<Duration>) -> Result<bool, StoreError>;

    /// Deletes `key`.
    async fn forget(&self, key: &str) -> Result<(), StoreError>;

    /// The state of the event of `delivery`. If it is to be handled, it counts as being handled from now on.
    ///
    /// The default uses `remember` and `forget`, and does not return [`Progress::Conflict`]: such an event is
    /// [`New`](Progress::New), and [`finish`](Self::finish) logs the warning.
    async fn begin(&self, delivery: &Delivery) -> Result<Progress, StoreError> {
        let marks = DedupeMarks::of(delivery);
        if !self.remember(&marks.handling, seconds(Some(marks.handling_seconds))).await? {
            return Ok(Progress::InProgress);
        }
        // Provisional: `finish` replaces it.
        match self.remember(&marks.handled, seconds(Some(marks.provisional_seconds))).await {
            Ok(true) => Ok(Progress::New),
            Ok(false) => {
                self.forget(&marks.handling).await?;
                Ok(Progress::Seen)
            }
            Err(error) => {
                // The mark may be stored nevertheless, and the event is not handled.
                self.abandon(delivery).await?;
                Err(error)
            }
        }
    }

    /// Records that the event was handled. Respond with 200 even if this fails: a repetition is then handled again.
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

    /// Records that the handling failed, so that a repetition is handled.
    async fn abandon(&self, delivery: &Delivery) -> Result<(), StoreError> {
        let marks = DedupeMarks::of(delivery);
        self.forget(&marks.handled).await?;
        self.forget(&marks.handling).await
    }

    /// Whether this is the first delivery of its event, which counts as seen from now on. If its handling fails,
    /// [`forget`](Self::forget) its [`dedupe_key`](Delivery::dedupe_key). A repetition that arrives in between is
    /// acknowledged and lost. [`begin`](Self::begin) avoids that.
    async fn is_new(&self, delivery: &Delivery) -> Result<bool, StoreError> {
        self.remember(&delivery.dedupe_key, seconds(delivery.dedupe_window_seconds)).await
    }
}

/// How long a store may take for one call, so that a store that does not answer is reported within a second.
pub(crate) const STORE_TIMEOUT: Duration = Duration::from_millis(600);

/// The warning about an event with the id of another one.
const CONFLICT: &str = "an event came with the id of an earlier one and another body; both are handled";

fn seconds(seconds: Option<i64>) -> Option<Duration> {
    seconds.and_then(|seconds| u64::try_from(seconds).ok()).map(Duration::from_secs)
}

/// The keys of an event in an app's own store, which has only `remember` and `forget`. The default methods of [`Dedupe`] and the
/// [receiver](crate::hooks::Receiver) use them alike:
///
/// - begin: remember `handling` for `handling_seconds`. If it is known, the event is in progress. Remember `handled` for
///   `provisional_seconds`. If it is known, forget `handling`: the event was seen. If that fails, abandon. Otherwise it is new.
/// - finish: forget `handled`, and remember it for `window_seconds`. If there is an `event`, remember it for as long. If it is
///   known, there is a conflict. Forget `handling`.
/// - abandon: forget `handled`, then `handling`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DedupeMarks {
    /// Marks that an event with this id is being handled.
    pub handling: String,
    /// How long the mark `handling` lasts at most, in seconds.
    pub handling_seconds: i64,
    /// Marks that this event was handled, with this body.
    pub handled: String,
    /// How long the mark `handled` lasts during the handling, in seconds.
    pub provisional_seconds: i64,
    /// How long the mark `handled` lasts afterwards, in seconds. `None`: without a limit.
    pub window_seconds: Option<i64>,
    /// Marks that an event with this id was handled, with any body. `None` for an event without an id.
    pub event: Option<String>,
}

impl DedupeMarks {
    /// The marks of the event of `delivery`.
    pub fn of(delivery: &Delivery) -> Self {
        let Delivery { dedupe_key: event, body_digest, dedupe_window_seconds: window, .. } = delivery;
        // An event without an id is identified by its body.
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

/// The default number of keys in memory.
pub const DEFAULT_DEDUPE_CAPACITY: usize = 100_000;

/// Stores a limited number of keys in memory. The oldest are dropped first.
#[must_use]
pub struct MemoryDedupe {
    capacity: usize,
    clock: Arc<dyn Clock>,
    /// The seed of the fingerprints, random for each memory, so that nobody can choose two keys with the same one.
    seed: u64,
    seen: Mutex<Seen>,
}

/// XXH3 of a key, 128 bits: smaller than the key, and unique for all practical purposes.
type Fingerprint = u128;

/// A map by fingerprints, which are hashes already.
type ByFingerprint<T> = HashMap<Fingerprint, T, BuildHasherDefault<AlreadyHashed>>;

/// Takes the lower half of a fingerprint as its hash.
#[derive(Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn write(&mut self, bytes: &[u8]) {
        // Not called for a `u128`.
        self.0 = bytes.iter().fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u128(&mut self, fingerprint: u128) {
        self.0 = fingerprint as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What is remembered.
#[derive(Default)]
struct Seen {
    keys: ByFingerprint<Mark>,
    /// The keys in the order in which they were added; the number of the last one is `last`. A key that was deleted or replaced
    /// since has another number in `keys`, or none.
    order: VecDeque<Fingerprint>,
    last: u64,
    /// The events that are being handled.
    handling: ByFingerprint<Window>,
}

/// A key that is remembered.
struct Mark {
    number: u64,
    /// For the `dedupe_key` of an event: the body that was handled last.
    body: BodyMark,
    /// `None`: without end.
    window: Option<Window>,
}

/// The time for which a mark counts.
#[derive(Clone, Copy)]
struct Window {
    end: DateTime<Utc>,
    seconds: u32,
}

impl Window {
    /// A window that starts now. `None`: it has no end, or one that does not fit.
    fn from(now: DateTime<Utc>, length: Option<Duration>) -> Option<Self> {
        let length = TimeDelta::from_std(length?).ok()?;
        let seconds = u32::try_from(length.num_seconds()).ok()?;
        Some(Self { end: now.checked_add_signed(length)?, seconds })
    }

    fn contains(&self, now: DateTime<Utc>) -> bool {
        is_ahead(self.end, now, TimeDelta::seconds(self.seconds.into()) + SET_BACK)
    }
}

/// XXH3 of the digest of a body, 64 bits: it distinguishes the bodies of one event. 0 if the key itself is made from the body.
type BodyMark = u64;

/// What identifies an event in memory: see [`DedupeMarks`].
#[derive(Clone, Copy)]
pub(crate) struct MemoryMarks {
    /// Its `dedupe_key`.
    event: Fingerprint,
    body: BodyMark,
    window_seconds: Option<i64>,
}

impl MemoryDedupe {
    /// Stores up to [`DEFAULT_DEDUPE_CAPACITY`] keys.
    pub fn new() -> Self {
        Self::with_capacity(DEFAULT_DEDUPE_CAPACITY)
    }

    /// Stores up to `capacity` keys, at least one.
    pub fn with_capacity(capacity: usize) -> Self {
        let seed = RandomState::new().hash_one(capacity);
        Self { capacity: capacity.max(1), clock: Arc::new(SystemClock), seed, seen: Mutex::default() }
    }

    /// Uses `clock` to measure windows.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    fn fingerprint(&self, key: &str) -> Fingerprint {
        xxh3_128_with_seed(key.as_bytes(), self.seed)
    }

    /// [`remember`](Dedupe::remember), as a synchronous function.
    pub fn insert(&self, key: &str, window: Option<Duration>) -> bool {
        let (key, now) = (self.fingerprint(key), self.clock.now());
        let mut seen = self.seen();
        let is_new = !seen.has(key, now);
        if is_new {
            seen.remember(key, 0, Window::from(now, window));
            seen.shrink(self.capacity);
        }
        is_new
    }

    /// [`forget`](Dedupe::forget), as a synchronous function.
    pub fn remove(&self, key: &str) {
        let key = self.fingerprint(key);
        self.seen().keys.remove(&key);
    }

    pub(crate) fn marks(&self, delivery: &Delivery) -> MemoryMarks {
        let window_seconds = delivery.dedupe_window_seconds;
        let body = match window_seconds {
            None => xxh3_64_with_seed(delivery.body_digest.as_bytes(), self.seed),
            Some(_) => 0,
        };
        MemoryMarks { event: self.fingerprint(&delivery.dedupe_key), body, window_seconds }
    }

    pub(crate) fn begin_marks(&self, marks: &MemoryMarks) -> Progress {
        let now = self.clock.now();
        let mut seen = self.seen();
        if seen.handling.get(&marks.event).is_some_and(|window| window.contains(now)) {
            return Progress::InProgress;
        }
        let progress = match seen.mark(marks.event, now) {
            None => Progress::New,
            Some(mark) if mark.body == marks.body => return Progress::Seen,
            Some(_) if seen.has(with_body(marks.event, marks.body), now) => return Progress::Seen,
            Some(_) => Progress::Conflict,
        };
        if seen.handling.len() >= self.capacity {
            seen.handling.retain(|_, window| window.contains(now));
        }
        if let Some(window) = Window::from(now, seconds(Some(HANDLING_SECONDS))) {
            seen.handling.insert(marks.event, window);
        }
        progress
    }

    pub(crate) fn finish_marks(&self, marks: &MemoryMarks) {
        let now = self.clock.now();
        let window = Window::from(now, seconds(marks.window_seconds));
        let mut seen = self.seen();
        seen.finish(marks, now, window);
        seen.shrink(self.capacity);
        seen.handling.remove(&marks.event);
    }

    pub(crate) fn abandon_marks(&self, marks: &MemoryMarks) {
        self.seen().handling.remove(&marks.event);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        // No code that can panic runs while the lock is held.
        lock(&self.seen)
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

/// The key of an event with another body than the one that was handled last.
fn with_body(event: Fingerprint, body: BodyMark) -> Fingerprint {
    event ^ (Fingerprint::from(body) << 64 | Fingerprint::from(body))
}

impl Seen {
    fn mark(&self, key: Fingerprint, now: DateTime<Utc>) -> Option<&Mark> {
        self.keys.get(&key).filter(|mark| mark.window.is_none_or(|window| window.contains(now)))
    }

    fn has(&self, key: Fingerprint, now: DateTime<Utc>) -> bool {
        self.mark(key, now).is_some()
    }

    fn remember(&mut self, key: Fingerprint, body: BodyMark, window: Option<Window>) {
        self.last += 1;
        self.keys.insert(key, Mark { number: self.last, body, window });
        self.order.push_back(key);
    }

    /// Remembers an event. What is known of it with another body is kept under a key of its own.
    fn finish(&mut self, marks: &MemoryMarks, now: DateTime<Utc>, window: Option<Window>) {
        match self.mark(marks.event, now) {
            Some(earlier) if earlier.body == marks.body => return,
            Some(&Mark { body, window, .. }) => self.remember(with_body(marks.event, body), body, window),
            None => {}
        }
        self.remember(marks.event, marks.body, window);
    }

    /// Removes the oldest entries beyond `capacity`, with their keys.
    fn shrink(&mut self, capacity: usize) {
        while self.order.len() > capacity {
            let number = self.last + 1 - self.order.len() as u64;
            let Some(key) = self.order.pop_front() else { return };
            if self.keys.get(&key).is_some_and(|mark| mark.number == number) {
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
        let progress = self.begin_marks(&self.marks(delivery));
        if progress == Progress::Conflict {
            tracing::warn!("{CONFLICT}: {}", delivery.label());
        }
        Ok(progress)
    }

    async fn finish(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.finish_marks(&self.marks(delivery));
        Ok(())
    }

    async fn abandon(&self, delivery: &Delivery) -> Result<(), StoreError> {
        self.abandon_marks(&self.marks(delivery));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
