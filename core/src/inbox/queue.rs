//! The operations of the queue: storing an event, finding and leasing one, ending it, deleting old marks.
//!
//! There are three kinds of records. The key of an *event* begins with the time of its arrival, so that the order of keys
//! is the order of arrival. The key of a *seen* mark is a hash of the dedupe key. A *dead letter* is an event whose
//! handling has failed for good.
//!
//! An event is stored before it is marked as seen, and acknowledged after both. So a mark proves that the event is stored,
//! and a repetition of it may be acknowledged. A process that crashes in between leaves an event without a mark: the
//! worker that gets it marks it, or finds that a repetition was marked instead, and drops it. The mark is kept longer
//! than the event, so a repetition after the handling is recognized, too.
//!
//! A worker leases an event by writing so into it, which only one can do: every write names the version that it replaces.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::entry::{BRIEFLY, Entry, LONG, Seen, Standing, Verdict, attempt_id};
use super::handle::{Acceptance, DeadLetter, Failed, InboxItem};
use super::warnings::Warnings;
use crate::background::Background;
use crate::clock::Clock;
use crate::error::{Error, Result, StoreError};
use crate::model::event::Delivery;
use crate::notice;
use crate::stores::{Kind, RecordStore, Stored, version_of};

/// How often a worker that has nothing to do looks for events that other processes accepted.
const POLL: Duration = Duration::from_secs(1);
/// How many events are read at once: they may be large.
const PAGE: usize = 64;
/// How many dead letters are read at once.
const LETTERS: usize = 100;
/// How many keys of events that can be handed out are known at once.
const CANDIDATES: usize = 512;
/// How many keys of events that wait for an earlier one of their conversation are known at once.
const FOLLOWERS: usize = 4096;
/// How long an event that was acknowledged may have been on its way into the store, with something for unequal clocks: of
/// what arrived within this time, the order is not settled.
const SETTLED: TimeDelta = TimeDelta::seconds(2);
/// How many bytes of events may be on their way into the store at once, in KiB. What comes on top is refused.
const ON_THE_WAY_KIB: usize = 32 * 1024;
/// How many events are written at once. More would only wait for each other, and be given up half way.
const AT_ONCE: usize = 256;
/// How often the number of stored events is counted anew, while events arrive; and while there are too many.
const COUNT: Duration = Duration::from_secs(10);
const RECOUNT: Duration = Duration::from_secs(1);
/// How often the store's time is compared with the clock's.
const COMPARE: Duration = Duration::from_secs(60);
/// How often what was seen is swept: what is remembered for minutes, and what is remembered for days.
const SWEEP_BRIEFLY: Duration = Duration::from_secs(120);
const SWEEP_LONG: Duration = Duration::from_secs(6 * 3600);
/// For how many times its own length the store is left alone after a look.
const RESTS: u32 = 4;
/// For how long a failing store is tried again before a worker hears of it.
const PATIENCE: Duration = Duration::from_secs(5);

/// How the inbox is set up, in the units of the code.
pub(super) struct Rules {
    pub(super) lease: TimeDelta,
    pub(super) max_attempts: i64,
    pub(super) capacity: usize,
    pub(super) in_order: bool,
    pub(super) remember: TimeDelta,
}

/// What all clones of an inbox share.
pub(super) struct Queue {
    pub(super) store: Arc<dyn RecordStore>,
    pub(super) rules: Rules,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) background: Background,
    /// The store's time less the clock's, in micro-seconds.
    offset: AtomicI64,
    /// The newest arrival, in micro-seconds: no two events of one process have the same.
    newest: AtomicI64,
    on_the_way: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// About how many events are stored.
    stored: AtomicUsize,
    /// Something can be handed out.
    wake: Notify,
    known: Mutex<Known>,
    scanning: tokio::sync::Mutex<Option<Scan>>,
    sweeping: AtomicBool,
    pub(super) warnings: Warnings,
}

/// What this process knows of the events in the store.
#[derive(Default)]
struct Known {
    /// Leased by this process for a worker that went away meanwhile.
    ready: VecDeque<(InboxItem, DateTime<Utc>)>,
    /// Keys of events that could be handed out when they were last looked at, oldest first.
    candidates: VecDeque<String>,
    /// In order: the keys that follow an event in its conversation, oldest first, by its key. So the end of one calls the
    /// next without another look through the store.
    lines: HashMap<String, VecDeque<String>>,
    /// There may be more than those.
    more: bool,
    /// The store is being looked at, or was by a caller that went away.
    scanning: bool,
    /// What is offered meanwhile: the look may have passed its place.
    offered: Vec<String>,
    /// When the first event becomes free that was not.
    due: Option<DateTime<Utc>>,
    /// How many events could not be read.
    unreadable: usize,
    counted: Option<Instant>,
    compared: Option<Instant>,
    swept: [Option<Instant>; 2],
}

/// The last look at the store.
struct Scan {
    at: Instant,
    took: Duration,
}

impl Scan {
    /// How long a look that nothing calls for is put off: a long one is to take a small part of the time.
    fn rest(&self) -> Duration {
        self.took * RESTS
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
            on_the_way: Arc::new(Semaphore::new(ON_THE_WAY_KIB)),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
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

    /// The present instant by the clock that all users of the store share.
    pub(super) fn now(&self) -> DateTime<Utc> {
        self.clock.now() + TimeDelta::microseconds(self.offset.load(Ordering::Relaxed))
    }

    /// Compares the clock with the store's, from time to time.
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

    /// An instant of arrival that no other event of this process has.
    fn arrival(&self) -> DateTime<Utc> {
        let now = self.now().timestamp_micros();
        let mut arrival = now;
        let _ = self.newest.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |newest| {
            // After a clock was set back, order is worth less than truth.
            arrival = if newest - now > 1_000_000 { now } else { now.max(newest + 1) };
            Some(arrival)
        });
        DateTime::from_timestamp_micros(arrival).unwrap_or_else(|| self.now())
    }

    /// Takes up room for an event on its way into the store, and waits for its turn, but not for longer than `patience`:
    /// what the store cannot take in time is refused before it costs the others their time.
    pub(super) async fn admit(
        &self,
        bytes: usize,
        patience: Duration,
    ) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), StoreError> {
        let refused = || StoreError::new("accept", "more events arrive than the store takes");
        let kib = u32::try_from(bytes / 1024 + 1).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.on_the_way).try_acquire_many_owned(kib).map_err(|_| refused())?;
        let turn = tokio::time::timeout(patience, Arc::clone(&self.turns).acquire_owned()).await;
        // Never closed.
        let turn = turn.map_err(|_| refused())?.map_err(|_| refused())?;
        Ok((room, turn))
    }

    /// Stores an event that `make` makes of its arrival, unless an equal one was seen.
    pub(super) async fn accept(&self, make: impl FnOnce(DateTime<Utc>) -> Result<Entry>) -> Result<Acceptance> {
        self.compare().await?;
        let mut entry = make(self.arrival())?;
        let key = entry.key();
        let mut seen = self.seen(&entry.seen).await?;
        if seen.as_ref().is_some_and(|(_, seen)| seen.judge(&key, &entry) == Verdict::Conflict) {
            entry.contradict();
            seen = self.seen(&entry.seen).await?;
        }
        // The same key is an equal event that another process received in the same micro-second.
        let is_known = |seen: &Seen| seen.event == key || seen.judge(&key, &entry) == Verdict::Duplicate;
        if seen.as_ref().is_some_and(|(_, seen)| is_known(seen)) {
            return Ok(Acceptance::Duplicate);
        }
        self.check_capacity().await?;
        if !self.store.put(Kind::Event, &key, None, &entry.encode()?).await? {
            return Ok(Acceptance::Duplicate);
        }
        self.stored.fetch_add(1, Ordering::Relaxed);
        let (mut verdict, mut version) = (self.mark(&key, &entry, seen.map(|(version, _)| version)).await?, 1);
        if verdict == Verdict::Conflict {
            // The other one was marked in the meantime.
            verdict = self.settle(&key, &mut entry).await?;
            // If a worker has this one already, it has found the same.
            version += i64::from(self.store.put(Kind::Event, &key, Some(1), &entry.encode()?).await?);
        }
        if verdict == Verdict::Duplicate {
            if self.store.delete(Kind::Event, &key, version).await? {
                self.forget_one();
            }
            return Ok(Acceptance::Duplicate);
        }
        if entry.conflict {
            self.warn("an event came with the id of an earlier one and another body; both are kept", &entry.shown());
        }
        self.offer(key);
        Ok(Acceptance::New)
    }

    /// Marks an event as seen, or finds out what it is to the one that was. One with the id of another is marked by its id
    /// and its body.
    async fn settle(&self, key: &str, entry: &mut Entry) -> Result<Verdict, StoreError> {
        loop {
            let verdict = match self.seen(&entry.seen).await? {
                None => self.mark(key, entry, None).await?,
                Some((version, seen)) => match seen.judge(key, entry) {
                    Verdict::News => self.mark(key, entry, Some(version)).await?,
                    verdict => verdict,
                },
            };
            if verdict != Verdict::Conflict || entry.conflict {
                return Ok(verdict);
            }
            entry.contradict();
        }
    }

    async fn seen(&self, key: &str) -> Result<Option<(i64, Seen)>, StoreError> {
        let record = self.store.get(Kind::SeenEvent, key).await?;
        record.map(|record| Ok((record.version, Seen::decode(&record.value)?))).transpose()
    }

    /// Marks an event as seen, or finds out that an equal one was. `version` is what is replaced.
    async fn mark(&self, key: &str, entry: &Entry, mut version: Option<i64>) -> Result<Verdict, StoreError> {
        let mark = Seen::of(key, entry).encode()?;
        loop {
            if self.store.put(Kind::SeenEvent, &entry.seen, version, &mark).await? {
                return Ok(Verdict::Own);
            }
            version = match self.seen(&entry.seen).await? {
                None => None,
                Some((version, seen)) => match seen.judge(key, entry) {
                    Verdict::News => Some(version),
                    verdict => return Ok(verdict),
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

    /// Says that an event can be handed out.
    fn offer(&self, key: String) {
        {
            let mut known = self.known();
            let known = &mut *known;
            // In order, only a look at the whole queue tells whose turn it is.
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

    /// Has the next look go through the store.
    fn look_again(&self) {
        self.known().more = true;
    }

    /// Has a look go through the store when an event becomes free.
    fn look_at(&self, due: DateTime<Utc>) {
        let mut known = self.known();
        known.due = Some(known.due.map_or(due, |first| first.min(due)));
    }

    fn forget_one(&self) {
        let _ = self.stored.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |stored| stored.checked_sub(1));
    }

    /// The next event, waiting for one.
    pub(super) async fn next(self: &Arc<Self>) -> Result<InboxItem> {
        let mut failing: Option<Instant> = None;
        let mut pause = Duration::from_millis(50);
        loop {
            let mut woken = std::pin::pin!(self.wake.notified());
            // From here on nothing is missed.
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
                    // Not woken by events, which cannot be read either.
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
        // Not at once, whatever the clock says.
        POLL.saturating_sub(since).min(until_due).max(rest).max(Duration::from_millis(5))
    }

    /// The next event, if there is one now. `afresh` looks into the store although that was done just now.
    pub(super) async fn look(self: &Arc<Self>, mut afresh: bool) -> Result<Option<InboxItem>> {
        self.compare().await?;
        loop {
            if let Some(item) = self.take_ready() {
                return Ok(Some(item));
            }
            let candidate = self.known().candidates.pop_front();
            match candidate {
                Some(key) => {
                    // In a task of its own: if the caller goes away, the event is leased for the next one.
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

    /// An event that this process has leased.
    fn take_ready(&self) -> Option<InboxItem> {
        let now = self.now();
        let mut known = self.known();
        loop {
            let (item, until) = known.ready.pop_front()?;
            // One that lay here for too long may be another's before it is handled.
            if until - now > self.rules.lease / 2 {
                return Some(item);
            }
        }
    }

    /// Looks for events that can be handed out. Returns whether there are any.
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
        // If the caller goes away here, `scanning` says that there must be another look.
        let found = self.find().await?;
        *scan = Some(Scan { at: Instant::now(), took: began.elapsed() });
        let mut known = self.known();
        known.scanning = false;
        known.more |= found.more;
        known.due = known.due.into_iter().chain(found.due).min();
        let offered = std::mem::take(&mut known.offered);
        known.candidates.extend(found.keys);
        known.lines = found.lines;
        let unreadable = found.unreadable.as_ref().map_or(0, |(_, _, count)| *count);
        // Once, and not with every look.
        if std::mem::replace(&mut known.unreadable, unreadable) < unreadable
            && let Some((first, error, _)) = found.unreadable
        {
            tracing::error!(unreadable, first, %error, "events in the inbox are left alone because they cannot be read");
        }
        if !known.more {
            // One that was found as well is leased once.
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
        // The events of each conversation. The first has the turn, whether it can be handed out or not.
        let mut lines: HashMap<String, VecDeque<String>> = HashMap::new();
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
                    let line = lines.entry(conversation).or_default();
                    turn = line.is_empty();
                    // Once one is left out, all behind it are.
                    if turn || followers < FOLLOWERS && entry.received_at <= settled {
                        followers += usize::from(!turn);
                        line.push_back(key.clone());
                    }
                }
                match entry.standing(now) {
                    Standing::Free if turn => found.keys.push_back(key),
                    Standing::Free => {}
                    Standing::Until(due) => {
                        found.due = Some(found.due.map_or(due, |first: DateTime<Utc>| first.min(due)))
                    }
                }
            }
            if is_last || found.keys.len() >= CANDIDATES {
                found.more = !is_last;
                let follows = |mut line: VecDeque<String>| Some((line.pop_front()?, line));
                found.lines = lines.into_values().filter(|line| line.len() > 1).filter_map(follows).collect();
                return Ok(found);
            }
        }
    }

    /// Leases an event, if it is still there and free.
    async fn claim(&self, key: &str) -> Result<()> {
        let Some(record) = self.store.get(Kind::Event, key).await? else {
            // Another process has ended it.
            self.turn(key);
            return Ok(());
        };
        let mut entry = Entry::decode(&record.value)?;
        let now = self.now();
        if let Standing::Until(due) = entry.standing(now) {
            self.look_at(due);
            return Ok(());
        }
        if self.settle(key, &mut entry).await? == Verdict::Duplicate {
            if self.store.delete(Kind::Event, key, record.version).await? {
                self.forget_one();
                self.turn(key);
            }
            return Ok(());
        }
        let delivery = match entry.delivery() {
            Ok(delivery) if entry.attempts < self.rules.max_attempts && entry.failed_at.is_none() => delivery,
            outcome => {
                // Whoever had it last ended without a word, as a process does that its event brings down.
                let silent = "the last attempt ended without a word".to_owned();
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

    /// Moves an event to the dead letters. Returns whether it was still as `version` says.
    async fn move_to_dead_letters(
        &self,
        key: &str,
        mut entry: Entry,
        version: i64,
        reason: &str,
    ) -> Result<bool, StoreError> {
        entry.become_dead_letter(self.now(), reason);
        let (shown, attempts) = (entry.shown(), entry.attempts);
        let letter = entry.encode()?;
        // First of all it says so itself, and nobody can say anything about an earlier attempt any more: an event that a
        // late worker keeps or ends meanwhile must not be a dead letter as well.
        entry.extend(self.now(), self.rules.lease);
        if !self.store.put(Kind::Event, key, Some(version), &entry.encode()?).await? {
            return Ok(false);
        }
        // It may be there from a process that died before the delete.
        self.store.put(Kind::DeadLetter, key, None, &letter).await?;
        // Should this take longer than the lease, another worker has made it good.
        if self.store.delete(Kind::Event, key, version + 1).await? {
            self.forget_one();
            self.turn(key);
        }
        let what = format!("an event was given up after attempt {attempts} and is a dead letter of the inbox now");
        self.warn(&what, &shown);
        Ok(true)
    }

    /// An event is over: the next of its conversation has the turn.
    fn turn(&self, key: &str) {
        if !self.rules.in_order {
            return;
        }
        let mut known = self.known();
        let next = known.lines.remove(key).and_then(|mut line| Some((line.pop_front()?, line)));
        match next {
            Some((next, behind)) => {
                let place = known.candidates.partition_point(|candidate| *candidate < next);
                known.candidates.insert(place, next.clone());
                if !behind.is_empty() {
                    known.lines.insert(next, behind);
                }
            }
            // Whether one follows is not known here.
            None => known.more = true,
        }
        drop(known);
        self.wake.notify_one();
    }

    /// Ends an attempt as `step` says, for as long as it is the last one. `None`: it is not.
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
            // Another write in between was an extension of the same attempt.
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
            self.forget_one();
            self.turn(key);
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
                self.look_at(due);
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
            self.look_again();
            self.wake.notify_one();
        }
        Ok(released)
    }

    /// Keeps the lease of an attempt for longer, unless that has ended.
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

    /// Keeps the lease of an attempt until that has ended.
    pub(super) async fn keep(&self, key: &str, claims: i64) {
        let third = (self.rules.lease / 3).to_std().unwrap_or(PATIENCE);
        loop {
            tokio::time::sleep(third).await;
            loop {
                match self.extend(key, claims).await {
                    Ok(true) => break,
                    Ok(false) => return self.warn_if_lost(key, claims).await,
                    // While nobody else has asked for it, the lease can still be extended after its end.
                    Err(error) => {
                        tracing::warn!(%error, "a lease of the inbox could not be extended, trying again");
                        tokio::time::sleep((third / 10).min(POLL)).await;
                    }
                }
            }
        }
    }

    /// Says so if an event that is being worked on was handed out again.
    async fn warn_if_lost(&self, key: &str, claims: i64) {
        if let Ok(Some(record)) = self.store.get(Kind::Event, key).await
            && let Ok(entry) = Entry::decode(&record.value)
            && entry.claims != claims
        {
            let what = "the lease of an event ended while it was handled: another worker has it, and handles it again";
            self.warn(what, &entry.shown());
        }
    }

    /// Says something about an event in the log, and to whoever asks for warnings.
    pub(super) fn warn(&self, what: &str, delivery: &Delivery) {
        self.tell(format!("{what}: {}", delivery.label()));
    }

    pub(super) fn tell(&self, text: String) {
        tracing::warn!("{text}");
        self.warnings.add(text);
    }

    /// Says that the word of a worker came too late.
    async fn warn_of_refusal(&self, key: &str, claims: i64) {
        let what = "the end of an event was not taken: its lease had ended, and another worker has it or has ended it";
        match self.store.get(Kind::Event, key).await.map(|record| record.and_then(|it| Entry::decode(&it.value).ok())) {
            Ok(Some(entry)) => self.warn(what, &entry.shown()),
            _ => self.tell(format!("{what}: {}", attempt_id(key, claims))),
        }
    }

    /// Some of the events that were given up, and none only behind the last one.
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
                        delivery: entry.shown(),
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

    /// Takes a dead letter up again.
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
            // It is there from a process that died before the delete, and would be given up again.
            self.store.put(Kind::Event, key, Some(event.version), &revived).await?;
        }
        let taken = self.store.delete(Kind::DeadLetter, key, record.version).await?;
        self.look_again();
        self.wake.notify_one();
        Ok(taken)
    }

    /// Deletes a dead letter.
    pub(super) async fn discard(&self, key: &str) -> Result<bool, StoreError> {
        let version = version_of(self.store.as_ref(), Kind::DeadLetter, key).await?;
        let Some(version) = version else { return Ok(false) };
        self.store.delete(Kind::DeadLetter, key, version).await
    }

    /// Forgets what was seen and no longer counts, from time to time, in the background.
    pub(super) fn sweep_when_due(self: &Arc<Self>) {
        let due = {
            let mut known = self.known();
            let [briefly, long] = &mut known.swept;
            [(BRIEFLY, is_due(briefly, SWEEP_BRIEFLY)), (LONG, is_due(long, SWEEP_LONG))]
        };
        if !due.iter().any(|(_, due)| *due) || self.sweeping.swap(true, Ordering::Relaxed) {
            return;
        }
        let queue = Arc::clone(self);
        self.background.spawn(async move {
            for (class, _) in due.into_iter().filter(|(_, due)| *due) {
                // A failing store shows itself elsewhere.
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

/// What a look at the store found.
#[derive(Default)]
struct Found {
    keys: VecDeque<String>,
    lines: HashMap<String, VecDeque<String>>,
    /// The store has more events than were looked at.
    more: bool,
    due: Option<DateTime<Utc>>,
    /// The first that cannot be read, why, and how many there are.
    unreadable: Option<(String, StoreError, usize)>,
}

/// Whether something that happens every so often is due; then it counts as done.
fn is_due(last: &mut Option<Instant>, every: Duration) -> bool {
    let due = last.is_none_or(|last| last.elapsed() >= every);
    if due {
        *last = Some(Instant::now());
    }
    due
}
