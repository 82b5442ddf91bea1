//! The operations of the queue: storing an event, finding and leasing one, ending it, deleting old marks.
//!
//! There are three kinds of records. The key of an *event* starts with the time of its arrival, so that keys are in the
//! order of arrival. The key of a *seen* mark is a hash of the dedupe key. A *dead letter* is an event whose handling has
//! failed for good; its key is that of the event, followed by a number that grows each time. An event that was a dead letter
//! leaves a mark, too, so that a second retry of the letter, which may queue the event after its end, has no effect.
//!
//! An event is marked as seen after it is stored, or in the same transaction, and acknowledged after both. So a mark proves that
//! the event is stored, and a repetition of it may be acknowledged. A crash in between leaves an event without a mark. The worker
//! that gets the event marks it, or finds that a repetition was marked instead, and drops it. The mark is kept longer than
//! the event, so a repetition after the handling is recognized too.
//!
//! A worker leases an event by writing the lease into its record. Only one worker succeeds: every write names the version
//! that it replaces.

mod accept;
mod attempt;
mod dead_letters;
mod next;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::entry::{
    Availability, Entry, LONG_PREFIX, Relation, SHORT_PREFIX, Seen, attempt_id, key_of_letter, key_of_mark,
    last_letter_id, letter_id,
};
use super::handle::{Acceptance, DeadLetter, InboxItem, NackOutcome};
use super::warnings::Warnings;
use crate::background::Background;
use crate::clock::Clock;
use crate::error::{Error, Result, StoreError};
use crate::lock::lock;
use crate::notice;
use crate::observe::{Callback, HandledEvent};
use crate::stores::{NewRecord, RecordKind, RecordStore, Refusals, Stored, now_of};
use crate::webhook::Delivery;

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
/// By how much the clock and the timer may move apart before they are compared again: beyond that the clock was set.
const JUMP: TimeDelta = TimeDelta::seconds(1);
/// How often expired marks are deleted: those that are kept for minutes, and those that are kept for days.
const SWEEP_SHORT: Duration = Duration::from_secs(120);
const SWEEP_LONG: Duration = Duration::from_secs(6 * 3600);
/// The pause after a scan of the store, as a multiple of the scan's duration.
const PAUSE_FACTOR: u32 = 4;
/// How long a failing store is retried before a worker gets the error.
const OUTAGE_LIMIT: Duration = Duration::from_secs(5);

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
    /// When that was measured last, by the timer and by the clock.
    compared: tokio::sync::Mutex<Option<(Instant, DateTime<Utc>)>>,
    /// The newest time of arrival, in microseconds: no two events of one process have the same.
    newest: AtomicI64,
    accepting_kib: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    /// The approximate number of stored events.
    stored: AtomicUsize,
    /// Notified when an event can be handed out.
    wake: Notify,
    known: Mutex<Known>,
    last_scan: tokio::sync::Mutex<Option<Scan>>,
    sweeping: AtomicBool,
    pub(super) warnings: Warnings,
    /// Only for the workers: failed attempts, and outages of the store.
    pub(super) errors: Warnings,
    pub(super) on_handled_event: Option<Callback<HandledEvent>>,
}

/// What this process knows about the events in the store.
#[derive(Default)]
struct Known {
    /// Items leased by this process for a caller that was cancelled.
    ready: VecDeque<(InboxItem, DateTime<Utc>)>,
    /// The ids of attempts of this process whose leases are extended. They last, whatever the clock says.
    in_progress: HashSet<String>,
    /// The keys of events that could be handed out at the last scan, oldest first.
    candidates: VecDeque<String>,
    /// Only for handling in order: for the key of an event, the keys of later events of its conversation, oldest first. When
    /// the event ends, the next one follows without another scan.
    followers_of: HashMap<String, VecDeque<String>>,
    /// The store may have further candidates.
    more: bool,
    /// A scan is running, or was by a caller that was cancelled.
    is_scanning: bool,
    /// Keys of events offered during a scan, which may have passed their position.
    offered: Vec<String>,
    /// When the next event can be handed out that cannot be now.
    due: Option<DateTime<Utc>>,
    /// How many events could not be read at the last scan.
    unreadable: usize,
    /// The keys of seen marks that could not be read at the last sweep, each with its version and when it was found.
    unreadable_marks: HashMap<String, (i64, DateTime<Utc>)>,
    counted: Option<Instant>,
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
            compared: tokio::sync::Mutex::default(),
            newest: AtomicI64::default(),
            accepting_kib: Arc::new(Semaphore::new(MAX_ACCEPTING_KIB)),
            turns: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            stored: AtomicUsize::default(),
            wake: Notify::new(),
            known: Mutex::new(Known { more: true, ..Known::default() }),
            last_scan: tokio::sync::Mutex::default(),
            sweeping: AtomicBool::default(),
            warnings: Warnings::default(),
            errors: Warnings::default(),
            on_handled_event: None,
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // No code that can panic runs while the lock is held.
        lock(&self.known)
    }

    /// The current time by the clock that all users of the store share.
    pub(super) fn now(&self) -> DateTime<Utc> {
        self.clock.now() + TimeDelta::microseconds(self.offset.load(Ordering::Relaxed))
    }

    /// Compares the clock with the store's, if that is due or the clock was set. No caller goes on before the first comparison: the
    /// clock of this host may differ by minutes from that of the others.
    async fn compare(&self) -> Result<(), StoreError> {
        let mut compared = self.compared.lock().await;
        let is_valid = compared.is_some_and(|(last, then)| {
            let elapsed = last.elapsed();
            let apart = self.clock.now() - then - TimeDelta::from_std(elapsed).unwrap_or_default();
            elapsed < COMPARE && apart.abs() <= JUMP
        });
        if is_valid {
            return Ok(());
        }
        if let Some(shared) = now_of(self.store.as_ref()).await? {
            let offset = (shared - self.clock.now()).num_microseconds().unwrap_or_default();
            self.offset.store(offset, Ordering::Relaxed);
        }
        *compared = Some((Instant::now(), self.clock.now()));
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

    /// Records that an event can be handed out.
    fn offer(&self, key: String) {
        {
            let mut known = self.known();
            let known = &mut *known;
            // With handling in order, only a scan of the whole queue tells which event is next.
            if known.more || self.rules.in_order || known.candidates.len() + known.offered.len() >= CANDIDATES {
                known.more = true;
            } else if known.is_scanning {
                known.offered.push(key);
            } else {
                known.candidates.push_back(key);
            }
        }
        self.wake.notify_one();
    }

    /// Makes the next search scan the store.
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
