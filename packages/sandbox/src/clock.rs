//! The virtual time of a world, and the list of what is due when. What a due job does is in `runner.rs`; nothing here
//! knows the world.
//!
//! A clock *runs* by default: it follows the machine's time with an offset. A *frozen* clock stands still, and nothing
//! happens by itself: only `advance`, `set_time` and `run_until_idle` let due jobs happen, in the order of their times,
//! and of two with the same time the one that was entered first. So a test on a frozen clock has one possible course.
//!
//! Every expiry compares with [`VirtualClock::now`], so a token is dead at its time even if its job has not run yet.
//! The job only makes it visible in the list of what fired.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use open_platform::clock::Clock;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

/// Longer waits and jumps than this count as this: a hundred years.
const LONGEST: TimeDelta = TimeDelta::days(36_500);

/// The time of a world. Its lock is held for moments only, and no other lock is taken under it.
#[derive(Debug, Default)]
pub(crate) struct VirtualClock {
    hands: Mutex<Hands>,
    moved: Notify,
    /// Held by whoever lets jobs happen, so that they happen one after the other.
    pub(crate) turn: tokio::sync::Mutex<()>,
}

/// Where the hands stand: all that a snapshot needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hands {
    offset: TimeDelta,
    frozen_at: Option<DateTime<Utc>>,
}

impl Hands {
    fn now(self) -> DateTime<Utc> {
        self.frozen_at.unwrap_or_else(|| add(Utc::now(), self.offset))
    }

    fn jump(&mut self, to: DateTime<Utc>) {
        match &mut self.frozen_at {
            Some(at) => *at = to,
            None => self.offset = (to - Utc::now()).clamp(-LONGEST, LONGEST),
        }
    }
}

impl VirtualClock {
    fn hands(&self) -> MutexGuard<'_, Hands> {
        // No code that can panic runs while the lock is held.
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The present instant of the world.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.hands().now()
    }

    /// Whether the time stands still.
    pub(crate) fn is_frozen(&self) -> bool {
        self.hands().frozen_at.is_some()
    }

    /// Stands still from now on.
    pub(crate) fn freeze(&self) {
        let mut hands = self.hands();
        hands.frozen_at = Some(hands.now());
        drop(hands);
        self.moved.notify_waiters();
    }

    /// Runs on from the instant it shows.
    pub(crate) fn unfreeze(&self) {
        let mut hands = self.hands();
        if let Some(at) = hands.frozen_at.take() {
            hands.jump(at);
        }
        drop(hands);
        self.moved.notify_waiters();
    }

    /// Shows another instant, earlier or later. Lets nothing happen.
    pub(crate) fn jump(&self, to: DateTime<Utc>) {
        self.hands().jump(to);
        self.moved.notify_waiters();
    }

    /// Shows `at`, unless it shows a later instant already.
    pub(crate) fn catch_up(&self, at: DateTime<Utc>) {
        let mut hands = self.hands();
        if hands.now() < at {
            hands.jump(at);
        }
        drop(hands);
        self.moved.notify_waiters();
    }

    /// The instant of `by` from now.
    pub(crate) fn after(&self, by: Duration) -> DateTime<Utc> {
        add(self.now(), TimeDelta::from_std(by).unwrap_or(LONGEST))
    }

    /// Waits until someone moves the hands.
    pub(crate) fn moved(&self) -> tokio::sync::futures::Notified<'_> {
        self.moved.notified()
    }

    /// Wakes whoever waits for the hands to move.
    pub(crate) fn ring(&self) {
        self.moved.notify_waiters();
    }

    pub(crate) fn snapshot(&self) -> Hands {
        *self.hands()
    }

    /// Brings a snapshot back. Its instant is `now`, which a running clock goes on from.
    pub(crate) fn restore(&self, hands: Hands, now: DateTime<Utc>) {
        let mut current = self.hands();
        *current = hands;
        current.jump(now);
        drop(current);
        self.moved.notify_waiters();
    }
}

/// The client's side of the same clock.
///
/// `sleep` on a running clock returns when the world's time has come, earlier than the machine's if someone advances
/// the clock. On a frozen clock nobody else may ever move the time, so a client that backs off would hang a test: there
/// the sleep itself moves the clock on by its length and returns at once. What falls due through that happens with the
/// next `advance`, `set_time` or `run_until_idle`, in order.
#[async_trait]
impl Clock for VirtualClock {
    fn now(&self) -> DateTime<Utc> {
        VirtualClock::now(self)
    }

    async fn sleep(&self, duration: Duration) {
        let until = self.after(duration);
        loop {
            let moved = self.moved();
            if self.is_frozen() {
                return self.catch_up(until);
            }
            match (until - VirtualClock::now(self)).to_std() {
                Ok(left) if !left.is_zero() => drop(tokio::time::timeout(left, moved).await),
                _ => return,
            }
        }
    }
}

/// Adds without leaving the calendar.
pub(crate) fn add(at: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    at.checked_add_signed(by.clamp(-LONGEST, LONGEST)).unwrap_or(at)
}

/// Adds seconds without leaving the calendar.
pub(crate) fn add_seconds(at: DateTime<Utc>, seconds: i64) -> DateTime<Utc> {
    add(at, TimeDelta::try_seconds(seconds).unwrap_or(if seconds < 0 { -LONGEST } else { LONGEST }))
}

/// Something that happens later.
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
    /// An authorization code stops working.
    ExpireCode {
        /// Number of the code in this world.
        code: i64,
    },
    /// An access token stops working, and its subscriptions end with it.
    ExpireAccessToken {
        /// Number of the pair of tokens in this world.
        pair: i64,
    },
    /// The time ends in which a replaced refresh token still works.
    EndGrace {
        /// Number of the pair of tokens in this world.
        pair: i64,
    },
    /// A refresh token stops working.
    ExpireRefreshToken {
        /// Number of the pair of tokens in this world.
        pair: i64,
    },
    /// The platform tries to deliver an event.
    Deliver {
        /// Number of the delivery in this world.
        delivery: i64,
    },
}

impl Job {
    /// Whether `run_until_idle` waits for it. It does not wait for expiries: they are days away.
    fn is_work(&self) -> bool {
        matches!(self, Self::AttachAddon { .. } | Self::Deliver { .. })
    }
}

/// A job that happened, or will.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Fired {
    /// When, in the world's time.
    pub at: DateTime<Utc>,
    /// What.
    #[serde(flatten)]
    pub job: Job,
}

/// What is due when, in the order of time and then of entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schedule {
    jobs: BTreeMap<(DateTime<Utc>, u64), Job>,
    entered: u64,
}

impl Schedule {
    /// Enters a job.
    pub(crate) fn at(&mut self, when: DateTime<Utc>, job: Job) {
        self.entered += 1;
        self.jobs.insert((when, self.entered), job);
    }

    /// Takes the next job that is due.
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

    /// What is entered, soonest first.
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
        clock.jump(noon());
        clock
    }

    #[test]
    fn due_jobs_come_in_the_order_of_time_and_then_of_entry() {
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
    fn only_work_keeps_a_world_busy() {
        let mut schedule = Schedule::default();
        schedule.at(noon(), Job::ExpireRefreshToken { pair: 1 });
        assert_eq!(schedule.next_work(), None);
        schedule.at(add_seconds(noon(), 7), Job::Deliver { delivery: 1 });
        assert_eq!(schedule.next_work(), Some(add_seconds(noon(), 7)));
    }

    #[test]
    fn a_frozen_clock_goes_on_from_where_it_stood() {
        let clock = frozen();
        assert_eq!(clock.now(), noon());
        clock.unfreeze();
        assert!(!clock.is_frozen());
        let shown = clock.now();
        assert!(shown >= noon() && shown < add_seconds(noon(), 60), "{shown}");
    }

    #[tokio::test]
    async fn a_client_that_waits_moves_a_frozen_clock() {
        let clock = frozen();
        clock.sleep(Duration::from_secs(90)).await;
        assert_eq!(clock.now(), add_seconds(noon(), 90));
    }

    #[tokio::test]
    async fn a_client_that_waits_wakes_when_the_clock_is_moved() {
        let clock = Arc::new(VirtualClock::default());
        let hour = Duration::from_secs(3600);
        let until = clock.after(hour);
        let waits = Arc::clone(&clock);
        let task = tokio::spawn(async move { waits.sleep(hour).await });
        tokio::task::yield_now().await;
        clock.jump(add_seconds(until, 1));
        task.await.unwrap();
    }

    #[test]
    fn the_calendar_has_an_end() {
        let clock = frozen();
        clock.jump(DateTime::<Utc>::MAX_UTC);
        assert_eq!(clock.after(Duration::MAX), DateTime::<Utc>::MAX_UTC);
        assert_eq!(add_seconds(noon(), i64::MIN), noon() - LONGEST);
    }
}
