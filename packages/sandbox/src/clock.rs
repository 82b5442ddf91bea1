//! The virtual clock of a world, and its schedule of jobs. `runner.rs` runs the jobs.
//!
//! By default a clock *runs*: it follows the machine's clock with an offset. While it is *frozen*, its time does not
//! change and no job runs by itself: only `advance`, `set_time` and `run_until_idle` run due jobs, in the order of
//! their times, and jobs with the same time in the order of their entry. Tests with a frozen clock are deterministic.
//!
//! Expiries are checked against [`VirtualClock::now`], so a token has expired at its time even if its job has not run
//! yet. The job only adds an entry to the list of fired jobs.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use open_platform::clock::Clock;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::state::file::in_order;

/// Longer waits are limited to this: a hundred years.
const LONGEST: TimeDelta = TimeDelta::days(36_500);

/// The clock of a world. Its lock is held briefly, and no other lock is taken while it is held.
#[derive(Debug, Default)]
pub(crate) struct VirtualClock {
    state: Mutex<ClockState>,
    changed: Notify,
    /// Held while jobs run, so that they run one after the other.
    pub(crate) turn: tokio::sync::Mutex<()>,
}

/// The state of a clock, as a snapshot keeps it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClockState {
    offset: TimeDelta,
    frozen_at: Option<DateTime<Utc>>,
}

impl ClockState {
    /// A clock that is frozen at a time, or runs.
    pub(crate) fn new(frozen_at: Option<DateTime<Utc>>) -> Self {
        Self { frozen_at, ..Self::default() }
    }

    /// Whether it is frozen.
    pub(crate) fn is_frozen(self) -> bool {
        self.frozen_at.is_some()
    }

    fn now(self) -> DateTime<Utc> {
        self.frozen_at.unwrap_or_else(|| add(Utc::now(), self.offset))
    }

    fn set(&mut self, to: DateTime<Utc>) {
        match &mut self.frozen_at {
            Some(at) => *at = to,
            None => self.offset = (to - Utc::now()).clamp(-LONGEST, LONGEST),
        }
    }
}

impl VirtualClock {
    fn state(&self) -> MutexGuard<'_, ClockState> {
        // No code that can panic runs while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The current time of the world.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.state().now()
    }

    /// Whether the clock is frozen.
    pub(crate) fn is_frozen(&self) -> bool {
        self.state().frozen_at.is_some()
    }

    /// Freezes the clock.
    pub(crate) fn freeze(&self) {
        let mut state = self.state();
        state.frozen_at = Some(state.now());
        drop(state);
        self.changed.notify_waiters();
    }

    /// Lets the clock run from its current time.
    pub(crate) fn unfreeze(&self) {
        let mut state = self.state();
        if let Some(at) = state.frozen_at.take() {
            state.set(at);
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Sets the time, to an earlier or later one. Runs no job.
    pub(crate) fn set(&self, to: DateTime<Utc>) {
        self.state().set(to);
        self.changed.notify_waiters();
    }

    /// Sets the time to `at`, unless the current time is later.
    pub(crate) fn advance_to(&self, at: DateTime<Utc>) {
        let mut state = self.state();
        if state.now() < at {
            state.set(at);
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// The time `by` from now.
    pub(crate) fn after(&self, by: Duration) -> DateTime<Utc> {
        add(self.now(), TimeDelta::from_std(by).unwrap_or(LONGEST))
    }

    /// Waits until the clock is changed.
    pub(crate) fn changed(&self) -> tokio::sync::futures::Notified<'_> {
        self.changed.notified()
    }

    /// Wakes all tasks that wait for a change of the clock.
    pub(crate) fn notify(&self) {
        self.changed.notify_waiters();
    }

    pub(crate) fn snapshot(&self) -> ClockState {
        *self.state()
    }

    /// Restores a snapshot. The time is set to `now`; a running clock continues from it.
    pub(crate) fn restore(&self, state: ClockState, now: DateTime<Utc>) {
        let mut current = self.state();
        *current = state;
        current.set(now);
        drop(current);
        self.changed.notify_waiters();
    }
}

/// The same clock for a client.
///
/// On a running clock `sleep` returns when the world's time is reached, which is earlier if the clock is advanced. On a
/// frozen clock `sleep` advances the clock by its duration and returns at once, so that a client that waits before a
/// retry does not block a test. Jobs that become due by this run with the next `advance`, `set_time` or
/// `run_until_idle`.
#[async_trait]
impl Clock for VirtualClock {
    fn now(&self) -> DateTime<Utc> {
        VirtualClock::now(self)
    }

    async fn sleep(&self, duration: Duration) {
        let until = self.after(duration);
        loop {
            let changed = self.changed();
            if self.is_frozen() {
                return self.advance_to(until);
            }
            match (until - VirtualClock::now(self)).to_std() {
                Ok(left) if !left.is_zero() => drop(tokio::time::timeout(left, changed).await),
                _ => return,
            }
        }
    }
}

/// Adds a duration, limited to the range of dates.
pub(crate) fn add(at: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    at.checked_add_signed(by.clamp(-LONGEST, LONGEST)).unwrap_or(at)
}

/// Adds seconds, limited to the range of dates.
pub(crate) fn add_seconds(at: DateTime<Utc>, seconds: i64) -> DateTime<Utc> {
    add(at, TimeDelta::try_seconds(seconds).unwrap_or(if seconds < 0 { -LONGEST } else { LONGEST }))
}

/// A job that runs at a later time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "job", rename_all = "snake_case")]
pub enum Job {
    /// An accepted post add-on appears on its post.
    AttachAddon {
        /// Id of the add-on.
        id: String,
    },
    /// A user add-on ends, three months after its creation.
    ExpireUserAddon {
        /// Id of the add-on.
        id: String,
    },
    /// An authorization code expires.
    ExpireCode {
        /// Number of the code in this world.
        code: i64,
    },
    /// An access token expires, and its subscriptions end.
    ExpireAccessToken {
        /// Number of the pair of tokens in this world.
        pair: i64,
    },
    /// The grace period of a replaced refresh token ends.
    EndGrace {
        /// Number of the pair of tokens in this world.
        pair: i64,
    },
    /// A refresh token expires.
    ExpireRefreshToken {
        /// Number of the pair of tokens in this world.
        pair: i64,
    },
    /// A payment ends.
    SettlePayment {
        /// The id that the app chose.
        id: String,
    },
    /// The review of a post ends.
    ReviewPost {
        /// Token of the post.
        post: String,
    },
    /// An attempt to deliver an event.
    Deliver {
        /// Number of the delivery in this world.
        delivery: i64,
    },
}

impl Job {
    /// Whether `run_until_idle` runs it. It does not advance to expiries, which may be days ahead.
    fn is_work(&self) -> bool {
        matches!(
            self,
            Self::AttachAddon { .. } | Self::SettlePayment { .. } | Self::ReviewPost { .. } | Self::Deliver { .. }
        )
    }
}

/// A job that ran, or is planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Fired {
    /// The time, on the world's clock.
    pub at: DateTime<Utc>,
    /// The job.
    #[serde(flatten)]
    pub job: Job,
}

/// The planned jobs, in the order of their times and then of their entry.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Schedule {
    #[serde(with = "in_order")]
    jobs: BTreeMap<(DateTime<Utc>, u64), Job>,
    entered: u64,
}

impl Schedule {
    /// Adds a job.
    pub(crate) fn at(&mut self, when: DateTime<Utc>, job: Job) {
        self.entered += 1;
        self.jobs.insert((when, self.entered), job);
    }

    /// Removes and returns the next job that is due.
    pub(crate) fn take_due(&mut self, now: DateTime<Utc>) -> Option<(DateTime<Utc>, Job)> {
        let first = self.jobs.first_entry()?;
        if first.key().0 > now {
            return None;
        }
        let ((when, _), job) = first.remove_entry();
        Some((when, job))
    }

    /// Removes the jobs that match.
    pub(crate) fn cancel(&mut self, matches: impl Fn(&Job) -> bool) {
        self.jobs.retain(|_, job| !matches(job));
    }

    /// When the next job is due.
    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.jobs.first_key_value().map(|((when, _), _)| *when)
    }

    /// When the next job is due that `run_until_idle` waits for.
    pub(crate) fn next_work(&self) -> Option<DateTime<Utc>> {
        self.jobs.iter().find(|(_, job)| job.is_work()).map(|((when, _), _)| *when)
    }

    /// The planned jobs, earliest first.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Fired> {
        self.jobs.iter().map(|((when, _), job)| Fired { at: *when, job: job.clone() })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn noon() -> DateTime<Utc> {
        "2026-01-01T12:00:00Z".parse().unwrap()
    }

    fn frozen() -> VirtualClock {
        let clock = VirtualClock::default();
        clock.freeze();
        clock.set(noon());
        clock
    }

    #[test]
    fn due_jobs_are_ordered_by_time_and_then_by_entry() {
        let deliver = |delivery| Job::Deliver { delivery };
        let mut schedule = Schedule::default();
        for (seconds, number) in [(20, 1), (10, 2), (10, 3), (99, 4)] {
            schedule.at(add_seconds(noon(), seconds), deliver(number));
        }
        let due = add_seconds(noon(), 30);
        let taken: Vec<_> = std::iter::from_fn(|| schedule.take_due(due)).map(|(_, job)| job).collect();
        assert_eq!(taken, [deliver(2), deliver(3), deliver(1)]);
        assert_eq!(schedule.next_due(), Some(add_seconds(noon(), 99)));
    }

    #[test]
    fn expiries_do_not_count_as_work() {
        let mut schedule = Schedule::default();
        schedule.at(noon(), Job::ExpireRefreshToken { pair: 1 });
        assert_eq!(schedule.next_work(), None);
        schedule.at(add_seconds(noon(), 7), Job::Deliver { delivery: 1 });
        assert_eq!(schedule.next_work(), Some(add_seconds(noon(), 7)));
    }

    #[test]
    fn an_unfrozen_clock_continues_from_its_time() {
        let clock = frozen();
        assert_eq!(clock.now(), noon());
        clock.unfreeze();
        assert!(!clock.is_frozen());
        let shown = clock.now();
        assert!(shown >= noon() && shown < add_seconds(noon(), 60), "{shown}");
    }

    #[tokio::test]
    async fn a_client_that_sleeps_advances_a_frozen_clock() {
        let clock = frozen();
        clock.sleep(Duration::from_secs(90)).await;
        assert_eq!(clock.now(), add_seconds(noon(), 90));
    }

    #[tokio::test]
    async fn a_client_that_sleeps_wakes_when_the_clock_is_advanced() {
        let clock = Arc::new(VirtualClock::default());
        let hour = Duration::from_secs(3600);
        let until = clock.after(hour);
        let waits = Arc::clone(&clock);
        let task = tokio::spawn(async move { waits.sleep(hour).await });
        tokio::task::yield_now().await;
        clock.set(add_seconds(until, 1));
        task.await.unwrap();
    }

    #[test]
    fn times_are_limited_to_the_range_of_dates() {
        let clock = frozen();
        clock.set(DateTime::<Utc>::MAX_UTC);
        assert_eq!(clock.after(Duration::MAX), DateTime::<Utc>::MAX_UTC);
        assert_eq!(add_seconds(noon(), i64::MIN), noon() - LONGEST);
    }
}
