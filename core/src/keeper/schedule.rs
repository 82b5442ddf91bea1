//! The schedule of a keeper: one entry per grant, and a queue ordered by time. This module does not read the store.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::KeeperReport;
use super::check::{GrantCheck, LastCheck};
use crate::id::GrantKey;

/// The shortest interval between two listings of the store.
const LIST_AGAIN: TimeDelta = TimeDelta::seconds(1);
/// The smallest backward jump of the clock that is handled. Smaller steps are normal clock corrections.
const JUMP: TimeDelta = TimeDelta::seconds(1);

/// The schedule of one grant.
#[derive(Debug, Default)]
struct Entry {
    /// The version of the record when it was last read. 0: it was not read yet.
    version: i64,
    at: Option<DateTime<Utc>>,
    known: LastCheck,
    running: bool,
    /// How far the clock had been set back when its last check began.
    behind: TimeDelta,
    /// How many reports of its last check the app has not received yet: until then it is not checked again.
    reports: usize,
}

/// The schedule of all grants, and the pending reports.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    entries: HashMap<GrantKey, Entry>,
    queue: BTreeSet<(DateTime<Utc>, GrantKey)>,
    reports: VecDeque<(Option<GrantKey>, KeeperReport)>,
    running: usize,
    listed_at: Option<DateTime<Utc>>,
    soon: bool,
    last_now: Option<DateTime<Utc>>,
    /// How far the clock has been set back since the keeper started.
    behind: TimeDelta,
}

impl Schedule {
    pub(super) fn running(&self) -> usize {
        self.running
    }

    /// Removes and returns the next report.
    pub(super) fn report(&mut self) -> Option<KeeperReport> {
        let (key, report) = self.reports.pop_front()?;
        if let Some(entry) = key.and_then(|key| self.entries.get_mut(&key)) {
            entry.reports = entry.reports.saturating_sub(1);
        }
        Some(report)
    }

    pub(super) fn push(&mut self, report: KeeperReport) {
        self.reports.push_back((None, report));
    }

    /// Detects that the clock was set back, and moves all scheduled times back by the same amount, which it returns.
    pub(super) fn update_clock(&mut self, now: DateTime<Utc>) -> TimeDelta {
        let back = self.last_now.map_or(TimeDelta::zero(), |last| last - now);
        self.last_now = Some(now);
        if back <= JUMP {
            return TimeDelta::zero();
        }
        self.behind += back;
        self.entries.values_mut().for_each(|entry| entry.known.set_back(back));
        self.listed_at = None;
        for (at, key) in std::mem::take(&mut self.queue) {
            let sooner = at - back;
            if let Some(entry) = self.entries.get_mut(&key) {
                entry.at = Some(sooner);
            }
            self.queue.insert((sooner, key));
        }
        back
    }

    pub(super) fn has_listed(&self) -> bool {
        self.listed_at.is_some()
    }

    pub(super) fn must_list(&self, now: DateTime<Utc>, interval: Duration) -> bool {
        now >= self.list_at(now, interval)
    }

    pub(super) fn list_soon(&mut self) {
        self.soon = true;
    }

    fn list_at(&self, now: DateTime<Utc>, interval: Duration) -> DateTime<Utc> {
        let interval = TimeDelta::from_std(interval).unwrap_or(TimeDelta::MAX);
        let wait = if self.soon { interval.min(LIST_AGAIN) } else { interval };
        self.listed_at.map_or(now, |looked| looked.checked_add_signed(wait).unwrap_or(DateTime::<Utc>::MAX_UTC))
    }

    /// Updates the entries with the stored versions. New and changed grants are scheduled at `turn`.
    pub(super) fn update(
        &mut self,
        versions: Vec<(String, i64)>,
        now: DateTime<Utc>,
        turn: impl Fn(&GrantKey) -> DateTime<Utc>,
    ) {
        (self.listed_at, self.soon) = (Some(now), false);
        let stored: HashSet<&str> = versions.iter().map(|(key, _)| key.as_str()).collect();
        let gone: Vec<_> = self.entries.keys().filter(|key| !stored.contains(key.as_str())).cloned().collect();
        for key in gone {
            self.forget(&key);
        }
        for (key, version) in versions {
            let key = GrantKey(key);
            let entry = self.entries.entry(key.clone()).or_default();
            if entry.version == 0 && !entry.running {
                entry.known.behind = self.behind;
            }
            if entry.version != version && !entry.running {
                let at = turn(&key);
                self.schedule(&key, entry_time(self.entries.get(&key), at));
            }
        }
    }

    /// The next grant whose check is due. It counts as running until [`end`](Self::end) is called.
    pub(super) fn begin(&mut self, now: DateTime<Utc>) -> Option<(GrantKey, LastCheck)> {
        let (at, key) =
            self.queue.iter().find(|(_, key)| self.entries.get(key).is_some_and(|e| e.reports == 0))?.clone();
        if at > now {
            return None;
        }
        self.queue.remove(&(at, key.clone()));
        let behind = self.behind;
        let entry = self.entries.get_mut(&key)?;
        (entry.at, entry.running, entry.behind) = (None, true, behind);
        self.running += 1;
        let mut known = entry.known.clone();
        known.late = behind - known.behind;
        Some((key, known))
    }

    /// Applies the result of a check.
    pub(super) fn end(&mut self, check: GrantCheck, now: DateTime<Utc>) {
        self.running -= 1;
        let Some(entry) = self.entries.get_mut(&check.key) else { return };
        entry.running = false;
        entry.version = check.version.unwrap_or(entry.version);
        let pair_of = |known: &LastCheck| (known.login_number, known.generation);
        let same = pair_of(&entry.known) == pair_of(&check.known);
        let behind = if same { entry.known.behind } else { self.behind };
        entry.known = check.known;
        entry.known.set_back(self.behind - entry.behind);
        entry.known.behind = behind;
        entry.reports = check.reports.len();
        for report in check.reports {
            self.reports.push_back((Some(check.key.clone()), report));
        }
        if let Some(next) = check.next {
            self.schedule(&check.key, next.max(now));
        }
        if check.gone {
            self.forget(&check.key);
        }
    }

    /// When the next check or listing is due.
    pub(super) fn wakes_at(&self, now: DateTime<Utc>, interval: Duration) -> DateTime<Utc> {
        let due = self.queue.first().map(|(at, _)| *at);
        let look = self.list_at(now, interval);
        due.map_or(look, |due| due.min(look))
    }

    fn schedule(&mut self, key: &GrantKey, at: DateTime<Utc>) {
        let Some(entry) = self.entries.get_mut(key) else { return };
        if let Some(old) = entry.at.replace(at) {
            self.queue.remove(&(old, key.clone()));
        }
        self.queue.insert((at, key.clone()));
    }

    fn forget(&mut self, key: &GrantKey) {
        if let Some(at) = self.entries.remove(key).and_then(|entry| entry.at) {
            self.queue.remove(&(at, key.clone()));
        }
    }
}

/// The earlier one of the scheduled time and `at`.
fn entry_time(entry: Option<&Entry>, at: DateTime<Utc>) -> DateTime<Utc> {
    entry.and_then(|entry| entry.at).map_or(at, |planned| planned.min(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_beyond_all_times_is_not_due() {
        let now = DateTime::UNIX_EPOCH;
        for interval in [Duration::MAX, Duration::from_secs(1 << 50)] {
            let mut schedule = Schedule::default();
            assert!(schedule.must_list(now, interval), "the store was never listed");
            schedule.update(Vec::new(), now, |_| now);
            let later = now + TimeDelta::days(36_500);
            assert!(!schedule.must_list(later, interval) && schedule.wakes_at(later, interval) > later, "{interval:?}");
            schedule.list_soon();
            assert!(schedule.must_list(later, interval), "{interval:?}");
        }
    }
}
