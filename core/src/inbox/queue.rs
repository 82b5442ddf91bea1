//! The operations of the queue: storing an event, finding and leasing one, ending it, deleting old marks.
//!
//! There are three kinds of records. The key of an *event* starts with the time of its arrival, so that keys are in the
//! order of arrival. The key of a *seen* mark is a hash of the dedupe key. A *dead letter* is an event whose handling has
//! failed for good.
//!
//! An event is stored before it is marked as seen, and acknowledged after both. So a mark proves that the event is stored,
//! and a repetition of it may be acknowledged. A process that crashes in between leaves an event without a mark. The worker
//! that gets the event marks it, or finds that a repetition was marked instead, and drops it. The mark is kept longer than
//! the event, so a repetition after the handling is recognized too.
//!
//! A worker leases an event by writing the lease into its record. Only one worker succeeds: every write names the version
//! that it replaces.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::entry::{Availability, Entry, LONG_PREFIX, Relation, SHORT_PREFIX, Seen, attempt_id};
use super::handle::{Acceptance, DeadLetter, Failed, InboxItem};
use super::warnings::Warnings;
use crate::background::Background;
use crate::clock::Clock;
use crate::error::{Error, Result, StoreError};
use crate::model::event::Delivery;
use crate::notice;
use crate::stores::{Kind, RecordStore, Stored, version_of};

/// How often an idle worker looks for events that other processes accepted.
const POLL: Duration = Duration::from_secs(1);
/// How many events are read at once. They may be large.
const PAGE: usize = 64;
/// How many dead letters are read at once.
const LETTERS: usize = 100;
/// How many keys of events that can be handed out are cached.
const CANDIDATES: usize = 512;
/// How many keys of events that wait for an earlier one of their conversation are cached.
const FOLLOWERS: usize = 4096;
/// How long storing an acknowledged event may take, plus a margin for clock differences. The order of events that arrived
/// within this time is not final.
const SETTLED: TimeDelta = TimeDelta::seconds(2);
/// How many KiB of events may be in the process of being stored at once. Further events are refused.
const MAX_ACCEPTING_KIB: usize = 32 * 1024;
/// How many events are written at once. More would wait for each other and reach their deadlines.
const MAX_CONCURRENT: usize = 256;
/// How often the stored events are counted, while events arrive, and while the inbox is full.
const COUNT: Duration = Duration::from_secs(10);
const RECOUNT: Duration = Duration::from_secs(1);
/// How often the store's time is compared with the clock.
const COMPARE: Duration = Duration::from_secs(60);
/// How often expired marks are deleted: those that are kept for minutes, and those that are kept for days.
const SWEEP_SHORT: Duration = Duration::from_secs(120);
const SWEEP_LONG: Duration = Duration::from_secs(6 * 3600);
/// The pause after a scan of the store, as a multiple of the scan's duration.
const PAUSE_FACTOR: u32 = 4;
/// How long a failing store is retried before a worker gets the error.
const PATIENCE: Duration = Duration::from_secs(5);

/// The settings of the inbox in internal units.
pub(super) struct Rules {
    pub(super) lease: TimeDelta,
    pub(super) max_attempts: i64,
    pub(super) capacity: usize,
    pub(super) in_order: bool,
    pub(super) remember: TimeDelta,
}

/// The state that all clones of an inbox share.
pub(super) struct Queue {
    pub(super) store: Arc<dyn RecordStore>,
    pub(super) rules: Rules,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) background: Background,
    /// The store's time minus the clock's, in microseconds.
    offset: AtomicI64,
    /// The newest time of arrival, in microseconds: no two events of one process have the same.
    newest: AtomicI64,
    accepting_kib: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// The approximate number of stored events.
    stored: AtomicUsize,
    /// Notified when an event can be handed out.
    wake: Notify,
    known: Mutex<Known>,
    scanning: tokio::sync::Mutex<Option<Scan>>,
    sweeping: AtomicBool,
    pub(super) warnings: Warnings,
}

/// What this process knows about the events in the store.
#[derive(Default)]
struct Known {
    /// Items leased by this process for a caller that was cancelled.
    ready: VecDeque<(InboxItem, DateTime<Utc>)>,
    /// The keys of events that could be handed out at the last scan, oldest first.
    candidates: VecDeque<String>,
    /// Only for handling in order: for the key of an event, the keys of later events of its conversation, oldest first. When
    /// the event ends, the next one follows without another scan.
    followers_of: HashMap<String, VecDeque<String>>,
    /// The store may have further candidates.
    more: bool,
    /// A scan is running, or was by a caller that was cancelled.
    scanning: bool,
    /// Keys of events offered during a scan, which may have passed their position.
    offered: Vec<String>,
    /// When the next event can be handed out that cannot be now.
    due: Option<DateTime<Utc>>,
    /// How many events could not be read at the last scan.
    unreadable: usize,
    counted: Option<Instant>,
    compared: Option<Instant>,
    swept: [Option<Instant>; 2],
}

/// The last scan of the store.
struct Scan {
    at: Instant,
    took: Duration,
}

impl Scan {
    /// How long the next scan is delayed if there is no reason for it, so that scans take a small part of the time.
    fn rest(&self) -> Duration {
        self.took * PAUSE_FACTOR
    }
}

impl Queue {
    pub(super) fn new(
        store: Arc<dyn RecordStore>,
        rules: Rules,
        clock: Arc<dyn Clock>,
        background: Background,
    ) -> Self {
        if store.is_process_memory() {
            notice::warn(
                "the inbox's store is the memory of this process: events that were acknowledged are lost when it ends, and \
                 another process does not see them. Give it a store that lasts, such as sqlite:///var/lib/app/events.db",
            );
        }
        Self {
            store,
            rules,
            clock,
            background,
            offset: AtomicI64::default(),
            newest: AtomicI64::default(),
            accepting_kib: Arc::new(Semaphore::new(MAX_ACCEPTING_KIB)),
            turns: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            stored: AtomicUsize::default(),
            wake: Notify::new(),
            known: Mutex::new(Known { more: true, ..Known::default() }),
            scanning: tokio::sync::Mutex::default(),
            sweeping: AtomicBool::default(),
            warnings: Warnings::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // No code that can panic runs while the lock is held.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current time by the clock that all users of the store share.
    pub(super) fn now(&self) -> DateTime<Utc> {
        self.clock.now() + TimeDelta::microseconds(self.offset.load(Ordering::Relaxed))
    }

    /// Compares the clock with the store's, if that is due.
    async fn compare(&self) -> Result<(), StoreError> {
        if !is_due(&mut self.known().compared, COMPARE) {
            return Ok(());
        }
        let shared = self.store.now().await.inspect_err(|_| self.known().compared = None)?;
        if let Some(shared) = shared {
            let offset = (shared - self.clock.now()).num_microseconds().unwrap_or_default();
            self.offset.store(offset, Ordering::Relaxed);
        }
        Ok(())
    }

    /// A time of arrival that no other event of this process has.
    fn arrival(&self) -> DateTime<Utc> {
        let now = self.now().timestamp_micros();
        let mut arrival = now;
        let _ = self.newest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |newest| {
            // After a clock was set back, the correct time is more important than the order.
            arrival = if newest - now > 1_000_000 { now } else { now.max(newest + 1) };
            Some(arrival)
        });
        DateTime::from_timestamp_micros(arrival).unwrap_or_else(|| self.now())
    }

    /// Reserves memory for an event and waits for its turn, at most for `patience`. What the store cannot take in time is
    /// refused before it delays the others.
    pub(super) async fn admit(
        &self,
        bytes: usize,
        patience: Duration,
    ) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), StoreError> {
        let refused = || StoreError::new("accept", "more events arrive than the store takes");
        let kib = u32::try_from(bytes / 1024 + 1).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.accepting_kib).try_acquire_many_owned(kib).map_err(|_| refused())?;
        let turn = tokio::time::timeout(patience, Arc::clone(&self.turns).acquire_owned()).await;
        // The semaphore is never closed.
        let turn = turn.map_err(|_| refused())?.map_err(|_| refused())?;
        Ok((room, turn))
    }

    /// Stores the event that `make` creates for its time of arrival, unless an equal one was seen.
    pub(super) async fn accept(&self, make: impl FnOnce(DateTime<Utc>) -> Result<Entry>) -> Result<Acceptance> {
        self.compare().await?;
        let mut entry = make(self.arrival())?;
        let key = entry.key();
        let mut seen = self.seen(&entry.seen).await?;
        if seen.as_ref().is_some_and(|(_, seen)| seen.relation_of(&key, &entry) == Relation::Conflict) {
            entry.mark_conflict();
            seen = self.seen(&entry.seen).await?;
        }
        // The same key means an equal event that another process received in the same microsecond.
        let is_known = |seen: &Seen| seen.event == key || seen.relation_of(&key, &entry) == Relation::Duplicate;
        if seen.as_ref().is_some_and(|(_, seen)| is_known(seen)) {
            return Ok(Acceptance::Duplicate);
        }
        self.check_capacity().await?;
        if !self.store.put(Kind::Event, &key, None, &entry.encode()?).await? {
            return Ok(Acceptance::Duplicate);
        }
        self.stored.fetch_add(1, Ordering::Relaxed);
        let (mut relation, mut version) = (self.mark(&key, &entry, seen.map(|(version, _)| version)).await?, 1);
        if relation == Relation::Conflict {
            // An event with the same id and another body was marked meanwhile.
            relation = self.mark_or_compare(&key, &mut entry).await?;
            // If a worker already has this one, it has found the same.
            version += i64::from(self.store.put(Kind::Event, &key, Some(1), &entry.encode()?).await?);
        }
        if relation == Relation::Duplicate {
            if self.store.delete(Kind::Event, &key, version).await? {
                self.count_removed();
            }
            return Ok(Acceptance::Duplicate);
        }
        if entry.conflict {
            self.warn(
                "an event came with the id of an earlier one and another body; both are kept",
                &entry.for_display(),
            );
        }
        self.offer(key);
        Ok(Acceptance::New)
    }

    /// Marks an event as seen, or determines its relation to the seen one. An event with the id of another one is marked by
    /// its id and its body.
    async fn mark_or_compare(&self, key: &str, entry: &mut Entry) -> Result<Relation, StoreError> {
        loop {
            let relation = match self.seen(&entry.seen).await? {
                None => self.mark(key, entry, None).await?,
                Some((version, seen)) => match seen.relation_of(key, entry) {
                    Relation::New => self.mark(key, entry, Some(version)).await?,
                    relation => relation,
                },
            };
            if relation != Relation::Conflict || entry.conflict {
                return Ok(relation);
            }
            entry.mark_conflict();
        }
    }

    async fn seen(&self, key: &str) -> Result<Option<(i64, Seen)>, StoreError> {
        let record = self.store.get(Kind::SeenEvent, key).await?;
        record.map(|record| Ok((record.version, Seen::decode(&record.value)?))).transpose()
    }

    /// Marks an event as seen, or finds that an equal one was. `version` is that of the mark to replace.
    async fn mark(&self, key: &str, entry: &Entry, mut version: Option<i64>) -> Result<Relation, StoreError> {
        let mark = Seen::of(key, entry).encode()?;
        loop {
            if self.store.put(Kind::SeenEvent, &entry.seen, version, &mark).await? {
                return Ok(Relation::Own);
            }
            version = match self.seen(&entry.seen).await? {
                None => None,
                Some((version, seen)) => match seen.relation_of(key, entry) {
                    Relation::New => Some(version),
                    relation => return Ok(relation),
                },
            };
        }
    }

    async fn check_capacity(&self) -> Result<(), StoreError> {
        let full = |queue: &Self| queue.stored.load(Ordering::Relaxed) >= queue.rules.capacity;
        let every = if full(self) { RECOUNT } else { COUNT };
        if is_due(&mut self.known().counted, every) {
            let counted = self.store.count(Kind::Event, "").await.inspect_err(|_| self.known().counted = None)?;
            self.stored.store(counted, Ordering::Relaxed);
        }
        if full(self) {
            let reason = format!("it is full: {} events wait to be handled", self.rules.capacity);
            return Err(StoreError::new("accept", reason));
        }
        Ok(())
    }

    /// Records that an event can be handed out.
    fn offer(&self, key: String) {
        {
            let mut known = self.known();
            let known = &mut *known;
            // With handling in order, only a scan of the whole queue tells which event is next.
            if known.more || self.rules.in_order || known.candidates.len() + known.offered.len() >= CANDIDATES {
                known.more = true;
            } else if known.scanning {
                known.offered.push(key);
            } else {
                known.candidates.push_back(key);
            }
        }
        self.wake.notify_one();
    }

    /// Makes the next look scan the store.
    fn request_scan(&self) {
        self.known().more = true;
    }

    /// Schedules a scan of the store for the time when an event can be handed out.
    fn scan_at(&self, due: DateTime<Utc>) {
        let mut known = self.known();
        known.due = Some(known.due.map_or(due, |first| first.min(due)));
    }

    fn count_removed(&self) {
        let _ = self.stored.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |stored| stored.checked_sub(1));
    }

    /// Waits for the next event.
    pub(super) async fn next(self: &Arc<Self>) -> Result<InboxItem> {
        let mut failing: Option<Instant> = None;
        let mut pause = Duration::from_millis(50);
        loop {
            let mut woken = std::pin::pin!(self.wake.notified());
            // Notifications from here on are not missed.
            woken.as_mut().enable();
            let wait = match self.look(false).await {
                Ok(Some(item)) => return Ok(item),
                Ok(None) => {
                    failing = None;
                    self.idle().await
                }
                Err(error) if failing.is_some_and(|since| since.elapsed() > PATIENCE) => return Err(error),
                Err(error) => {
                    tracing::warn!(code = error.code(), "the inbox cannot be read, trying again");
                    failing.get_or_insert_with(Instant::now);
                    pause = (pause * 2).min(POLL);
                    // Notifications of new events do not end this pause: those events cannot be read either.
                    tokio::time::sleep(pause).await;
                    continue;
                }
            };
            tokio::select! {
                () = woken => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// How long to wait before the next look.
    async fn idle(&self) -> Duration {
        let scan = self.scanning.lock().await;
        let due = self.known().due;
        let until_due = due.map_or(POLL, |due| (due - self.now()).to_std().unwrap_or_default());
        let (since, rest) = scan.as_ref().map_or((POLL, Duration::ZERO), |scan| (scan.at.elapsed(), scan.rest()));
        let rest = rest.saturating_sub(since);
        // At least a few milliseconds, whatever the clock says.
        POLL.saturating_sub(since).min(until_due).max(rest).max(Duration::from_millis(5))
    }

    /// The next event, if there is one now. `afresh`: scan the store even if it was scanned just now.
    pub(super) async fn look(self: &Arc<Self>, mut afresh: bool) -> Result<Option<InboxItem>> {
        self.compare().await?;
        loop {
            if let Some(item) = self.take_ready() {
                return Ok(Some(item));
            }
            let candidate = self.known().candidates.pop_front();
            match candidate {
                Some(key) => {
                    // In its own task: if the caller is cancelled, the event is leased for the next caller.
                    let queue = Arc::clone(self);
                    match self.background.spawn(async move { queue.claim(&key).await }).await {
                        Ok(claimed) => claimed?,
                        Err(_) => return Err(Error::config("runtime", "it stopped while an event was leased")),
                    }
                }
                None if self.scan(std::mem::take(&mut afresh)).await? => {}
                None => return Ok(None),
            }
        }
    }

    /// An item that this process has leased for a cancelled caller.
    fn take_ready(&self) -> Option<InboxItem> {
        let now = self.now();
        let mut known = self.known();
        loop {
            let (item, until) = known.ready.pop_front()?;
            // An item that waited too long could expire while it is handled.
            if until - now > self.rules.lease / 2 {
                return Some(item);
            }
        }
    }

    /// Scans the store for events that can be handed out. Returns whether there are any.
    async fn scan(self: &Arc<Self>, afresh: bool) -> Result<bool, StoreError> {
        let mut scan = self.scanning.lock().await;
        {
            let known = self.known();
            if !known.candidates.is_empty() || !known.ready.is_empty() {
                return Ok(true);
            }
            let has_rested =
                |wait: Duration| scan.as_ref().is_none_or(|scan| scan.at.elapsed() >= wait.max(scan.rest()));
            let is_due = known.due.is_some_and(|due| due <= self.now());
            let wanted = known.more || known.scanning;
            if !(afresh || wanted || has_rested(POLL) || is_due && has_rested(Duration::ZERO)) {
                return Ok(false);
            }
        }
        self.sweep_when_due();
        {
            let mut known = self.known();
            (known.scanning, known.more, known.due) = (true, false, None);
            known.offered.clear();
        }
        let began = Instant::now();
        // If the caller is cancelled here, `scanning` stays set and causes another scan.
        let found = self.find().await?;
        *scan = Some(Scan { at: Instant::now(), took: began.elapsed() });
        let mut known = self.known();
        known.scanning = false;
        known.more |= found.more;
        known.due = known.due.into_iter().chain(found.due).min();
        let offered = std::mem::take(&mut known.offered);
        known.candidates.extend(found.keys);
        known.followers_of = found.followers_of;
        let unreadable = found.unreadable.as_ref().map_or(0, |(_, _, count)| *count);
        // Logged when the number grows, not at every scan.
        if std::mem::replace(&mut known.unreadable, unreadable) < unreadable
            && let Some((first, error, _)) = found.unreadable
        {
            tracing::error!(unreadable, first, %error, "events in the inbox are left alone because they cannot be read");
        }
        if !known.more {
            // A key that is in both lists is leased once.
            known.candidates.extend(offered);
        }
        let count = known.candidates.len();
        drop(known);
        if count > 1 {
            self.wake.notify_waiters();
        }
        Ok(count > 0)
    }

    async fn find(&self) -> Result<Found, StoreError> {
        let mut found = Found::default();
        // The events of each conversation. The first one is next, whether it can be handed out now or not.
        let mut conversations: HashMap<String, VecDeque<String>> = HashMap::new();
        let (mut followers, settled) = (0, self.now() - SETTLED);
        let mut after: Option<String> = None;
        loop {
            let page = self.store.read_partial(Kind::Event, "", after.as_deref(), PAGE).await?;
            let is_last = page.len() < PAGE;
            let now = self.now();
            for (key, record) in page {
                after = Some(key.clone());
                let mut entry = match record.and_then(|record| Entry::decode(&record.value)) {
                    Ok(entry) => entry,
                    Err(error) => {
                        found.unreadable.get_or_insert((key, error, 0)).2 += 1;
                        continue;
                    }
                };
                let mut turn = true;
                if let Some(conversation) = entry.conversation.take().filter(|_| self.rules.in_order) {
                    let line = conversations.entry(conversation).or_default();
                    turn = line.is_empty();
                    // Once a key is left out, all later ones are too.
                    if turn || followers < FOLLOWERS && entry.received_at <= settled {
                        followers += usize::from(!turn);
                        line.push_back(key.clone());
                    }
                }
                match entry.availability(now) {
                    Availability::Free if turn => found.keys.push_back(key),
                    Availability::Free => {}
                    Availability::Until(due) => {
                        found.due = Some(found.due.map_or(due, |first: DateTime<Utc>| first.min(due)))
                    }
                }
            }
            if is_last || found.keys.len() >= CANDIDATES {
                found.more = !is_last;
                let follows = |mut line: VecDeque<String>| Some((line.pop_front()?, line));
                found.followers_of =
                    conversations.into_values().filter(|line| line.len() > 1).filter_map(follows).collect();
                return Ok(found);
            }
        }
    }

    /// Leases an event, if it still exists and is free.
    async fn claim(&self, key: &str) -> Result<()> {
        let Some(record) = self.store.get(Kind::Event, key).await? else {
            // Another process has ended it.
            self.offer_follower(key);
            return Ok(());
        };
        let mut entry = Entry::decode(&record.value)?;
        let now = self.now();
        if let Availability::Until(due) = entry.availability(now) {
            self.scan_at(due);
            return Ok(());
        }
        if self.mark_or_compare(key, &mut entry).await? == Relation::Duplicate {
            if self.store.delete(Kind::Event, key, record.version).await? {
                self.count_removed();
                self.offer_follower(key);
            }
            return Ok(());
        }
        let delivery = match entry.delivery() {
            Ok(delivery) if entry.attempts < self.rules.max_attempts && entry.failed_at.is_none() => delivery,
            outcome => {
                // The last worker did not report a result, for example because the event crashes its process.
                let silent = "the last attempt ended without a result".to_owned();
                let reason = outcome.map_or_else(|error| error.to_string(), |_| entry.reason.clone().unwrap_or(silent));
                self.move_to_dead_letters(key, entry, record.version, &reason).await?;
                return Ok(());
            }
        };
        entry.claim(now, self.rules.lease);
        if !self.store.put(Kind::Event, key, Some(record.version), &entry.encode()?).await? {
            return Ok(());
        }
        let item = InboxItem {
            id: attempt_id(key, entry.claims),
            delivery,
            attempts: entry.attempts,
            received_at: entry.received_at,
            key_id: entry.key_id,
            leased_until: now + self.rules.lease,
            last_error: entry.reason,
        };
        let until = item.leased_until;
        self.known().ready.push_back((item, until));
        self.wake.notify_one();
        Ok(())
    }

    /// Moves an event to the dead letters. Returns whether its version was still `version`.
    async fn move_to_dead_letters(
        &self,
        key: &str,
        mut entry: Entry,
        version: i64,
        reason: &str,
    ) -> Result<bool, StoreError> {
        entry.become_dead_letter(self.now(), reason);
        let (shown, attempts) = (entry.for_display(), entry.attempts);
        let letter = entry.encode()?;
        // The event itself is marked first, which invalidates all earlier attempts: a late worker must not extend or end an
        // event that also becomes a dead letter.
        entry.extend(self.now(), self.rules.lease);
        if !self.store.put(Kind::Event, key, Some(version), &entry.encode()?).await? {
            return Ok(false);
        }
        // The dead letter may exist already, from a process that crashed before the delete.
        self.store.put(Kind::DeadLetter, key, None, &letter).await?;
        // If this takes longer than the lease, another worker has completed the move.
        if self.store.delete(Kind::Event, key, version + 1).await? {
            self.count_removed();
            self.offer_follower(key);
        }
        let what = format!("an event was given up after attempt {attempts} and is a dead letter of the inbox now");
        self.warn(&what, &shown);
        Ok(true)
    }

    /// Called when an event has ended: the next one of its conversation can be handed out.
    fn offer_follower(&self, key: &str) {
        if !self.rules.in_order {
            return;
        }
        let mut known = self.known();
        let next = known.followers_of.remove(key).and_then(|mut line| Some((line.pop_front()?, line)));
        match next {
            Some((next, behind)) => {
                let place = known.candidates.partition_point(|candidate| *candidate < next);
                known.candidates.insert(place, next.clone());
                if !behind.is_empty() {
                    known.followers_of.insert(next, behind);
                }
            }
            // It is not known here whether another one follows.
            None => known.more = true,
        }
        drop(known);
        self.wake.notify_one();
    }

    /// Ends an attempt with `step`, if it is still the current one. `None`: it is not.
    async fn end<T, F>(&self, key: &str, claims: i64, step: impl Fn(Entry, i64) -> F) -> Result<Option<T>, StoreError>
    where
        F: Future<Output = Result<Option<T>, StoreError>>,
    {
        loop {
            let Some(record) = self.store.get(Kind::Event, key).await? else { return Ok(None) };
            let entry = Entry::decode(&record.value)?;
            if entry.claims != claims {
                return Ok(None);
            }
            // The write was refused because the same attempt was extended meanwhile: try again.
            if let Some(ended) = step(entry, record.version).await? {
                return Ok(Some(ended));
            }
        }
    }

    async fn write(&self, key: &str, version: i64, entry: &Entry) -> Result<Option<()>, StoreError> {
        let written = self.store.put(Kind::Event, key, Some(version), &entry.encode()?).await?;
        Ok(written.then_some(()))
    }

    pub(super) async fn ack(&self, key: &str, claims: i64) -> Result<bool, StoreError> {
        let step = async |_, version| Ok(self.store.delete(Kind::Event, key, version).await?.then_some(()));
        let ended = self.end(key, claims, step).await?.is_some();
        if ended {
            self.count_removed();
            self.offer_follower(key);
        } else {
            self.warn_of_refusal(key, claims).await;
        }
        Ok(ended)
    }

    pub(super) async fn nack(&self, key: &str, claims: i64, reason: &str) -> Result<Failed, StoreError> {
        let step = async |mut entry: Entry, version| {
            if entry.attempts >= self.rules.max_attempts {
                let moved = self.move_to_dead_letters(key, entry, version, reason).await?;
                return Ok(moved.then_some(Failed::DeadLetter));
            }
            let due = entry.postpone(self.now(), reason);
            let written = self.write(key, version, &entry).await?;
            Ok(written.map(|()| {
                self.scan_at(due);
                Failed::Retry
            }))
        };
        if let Some(failed) = self.end(key, claims, step).await? {
            return Ok(failed);
        }
        self.warn_of_refusal(key, claims).await;
        Ok(Failed::LeaseLost)
    }

    pub(super) async fn give_up(&self, key: &str, claims: i64, reason: &str) -> Result<bool, StoreError> {
        let step =
            async |entry, version| Ok(self.move_to_dead_letters(key, entry, version, reason).await?.then_some(()));
        Ok(self.end(key, claims, step).await?.is_some())
    }

    pub(super) async fn release(&self, key: &str, claims: i64) -> Result<bool, StoreError> {
        let step = async |mut entry: Entry, version| {
            entry.release();
            self.write(key, version, &entry).await
        };
        let released = self.end(key, claims, step).await?.is_some();
        if released {
            self.request_scan();
            self.wake.notify_one();
        }
        Ok(released)
    }

    /// Extends the lease of an attempt, unless the attempt has ended.
    pub(super) async fn extend(&self, key: &str, claims: i64) -> Result<bool, StoreError> {
        let step = async |mut entry: Entry, version| {
            if !entry.is_leased() {
                return Ok(Some(false));
            }
            entry.extend(self.now(), self.rules.lease);
            Ok(self.write(key, version, &entry).await?.map(|()| true))
        };
        Ok(self.end(key, claims, step).await?.unwrap_or(false))
    }

    /// Extends the lease of an attempt until it has ended.
    pub(super) async fn keep(&self, key: &str, claims: i64) {
        let third = (self.rules.lease / 3).to_std().unwrap_or(PATIENCE);
        loop {
            tokio::time::sleep(third).await;
            loop {
                match self.extend(key, claims).await {
                    Ok(true) => break,
                    Ok(false) => return self.warn_if_lost(key, claims).await,
                    // The lease can be extended after its end, as long as no other worker has taken the event.
                    Err(error) => {
                        tracing::warn!(%error, "a lease of the inbox could not be extended, trying again");
                        tokio::time::sleep((third / 10).min(POLL)).await;
                    }
                }
            }
        }
    }

    /// Warns if an event that is being handled was handed out again.
    async fn warn_if_lost(&self, key: &str, claims: i64) {
        if let Ok(Some(record)) = self.store.get(Kind::Event, key).await
            && let Ok(entry) = Entry::decode(&record.value)
            && entry.claims != claims
        {
            let what = "the lease of an event ended while it was handled: another worker has it, and handles it again";
            self.warn(what, &entry.for_display());
        }
    }

    /// Adds a warning about an event to the log and to the warnings of the app.
    pub(super) fn warn(&self, what: &str, delivery: &Delivery) {
        self.add_warning(format!("{what}: {}", delivery.label()));
    }

    pub(super) fn add_warning(&self, text: String) {
        tracing::warn!("{text}");
        self.warnings.add(text);
    }

    /// Warns that the result of a worker came too late.
    async fn warn_of_refusal(&self, key: &str, claims: i64) {
        let what = "the end of an event was not taken: its lease had ended, and another worker has it or has ended it";
        match self.store.get(Kind::Event, key).await.map(|record| record.and_then(|it| Entry::decode(&it.value).ok())) {
            Ok(Some(entry)) => self.warn(what, &entry.for_display()),
            _ => self.add_warning(format!("{what}: {}", attempt_id(key, claims))),
        }
    }

    /// A page of the dead letters. It is empty only after the last one.
    pub(super) async fn dead_letters(&self, mut after: Option<String>) -> Result<Vec<DeadLetter>, StoreError> {
        loop {
            let page = self.store.read_partial(Kind::DeadLetter, "", after.as_deref(), LETTERS).await?;
            let is_last = page.len() < LETTERS;
            after = page.last().map(|(id, _)| id.clone());
            let mut letters = Vec::with_capacity(page.len());
            for (id, record) in page {
                match record.and_then(|record| Entry::decode(&record.value)) {
                    Ok(entry) => letters.push(DeadLetter {
                        id,
                        delivery: entry.for_display(),
                        attempts: entry.attempts,
                        received_at: entry.received_at,
                        failed_at: entry.failed_at.unwrap_or(entry.received_at),
                        key_id: entry.key_id,
                        reason: entry.reason.unwrap_or_default(),
                    }),
                    Err(error) => tracing::error!(event = %id, %error, "a dead letter is left alone"),
                }
            }
            if is_last || !letters.is_empty() {
                return Ok(letters);
            }
        }
    }

    /// Queues a dead letter again.
    pub(super) async fn retry(&self, key: &str) -> Result<bool, StoreError> {
        let Some(record) = self.store.get(Kind::DeadLetter, key).await? else { return Ok(false) };
        let mut entry = Entry::decode(&record.value)?;
        entry.revive();
        let revived = entry.encode()?;
        if self.store.put(Kind::Event, key, None, &revived).await? {
            self.stored.fetch_add(1, Ordering::Relaxed);
        } else if let Some(event) = self.store.get(Kind::Event, key).await?
            && Entry::decode(&event.value)?.failed_at.is_some()
        {
            // The event remains from a process that crashed before the delete, and would become a dead letter again.
            self.store.put(Kind::Event, key, Some(event.version), &revived).await?;
        }
        let taken = self.store.delete(Kind::DeadLetter, key, record.version).await?;
        self.request_scan();
        self.wake.notify_one();
        Ok(taken)
    }

    /// Deletes a dead letter.
    pub(super) async fn discard(&self, key: &str) -> Result<bool, StoreError> {
        let version = version_of(self.store.as_ref(), Kind::DeadLetter, key).await?;
        let Some(version) = version else { return Ok(false) };
        self.store.delete(Kind::DeadLetter, key, version).await
    }

    /// Deletes expired marks in the background, if that is due.
    pub(super) fn sweep_when_due(self: &Arc<Self>) {
        let due = {
            let mut known = self.known();
            let [short, long] = &mut known.swept;
            [(SHORT_PREFIX, is_due(short, SWEEP_SHORT)), (LONG_PREFIX, is_due(long, SWEEP_LONG))]
        };
        if !due.iter().any(|(_, due)| *due) || self.sweeping.swap(true, Ordering::Relaxed) {
            return;
        }
        let queue = Arc::clone(self);
        self.background.spawn(async move {
            for (class, _) in due.into_iter().filter(|(_, due)| *due) {
                // Errors of the store are reported by other operations.
                if let Err(error) = queue.sweep(class).await {
                    tracing::warn!(%error, "what the inbox remembers could not be swept");
                }
            }
            queue.sweeping.store(false, Ordering::Relaxed);
        });
    }

    pub(super) async fn sweep(&self, class: &str) -> Result<usize, StoreError> {
        let mut swept = 0;
        let mut after: Option<String> = None;
        loop {
            let page = self.store.read_partial(Kind::SeenEvent, class, after.as_deref(), PAGE).await?;
            let is_last = page.len() < PAGE;
            for (key, record) in page {
                if let Ok(record) = record
                    && Seen::decode(&record.value).is_ok_and(|seen| seen.until <= self.now())
                    && self.store.delete(Kind::SeenEvent, &key, record.version).await?
                {
                    swept += 1;
                }
                after = Some(key);
            }
            if is_last {
                return Ok(swept);
            }
        }
    }
}

/// The result of a scan.
#[derive(Default)]
struct Found {
    keys: VecDeque<String>,
    followers_of: HashMap<String, VecDeque<String>>,
    /// The store has more events than were scanned.
    more: bool,
    due: Option<DateTime<Utc>>,
    /// The key and error of the first event that cannot be read, and the number of such events.
    unreadable: Option<(String, StoreError, usize)>,
}

/// Whether a periodic action is due. If so, it counts as done.
fn is_due(last: &mut Option<Instant>, every: Duration) -> bool {
    let due = last.is_none_or(|last| last.elapsed() >= every);
    if due {
        *last = Some(Instant::now());
    }
    due
}
