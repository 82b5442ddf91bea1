//! Runs due jobs: automatically while a world's clock runs, and on command.

use std::sync::{Arc, Weak};
use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform::clock::Clock;

use crate::clock::{Fired, Job};
use crate::live::{Change, Topic};
use crate::world::{World, WorldInner};

/// The number of jobs that one command runs at most, so that jobs that plan further jobs cannot block a test.
const MOST_JOBS: usize = 100_000;

impl World {
    /// The world's clock, for a client: `Builder::clock`.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.inner.clock) as Arc<dyn Clock>
    }

    /// The clock of a world.
    pub fn now(&self) -> DateTime<Utc> {
        self.inner.clock.now()
    }

    /// Whether the world's clock is frozen.
    pub fn is_frozen(&self) -> bool {
        self.inner.clock.is_frozen()
    }

    /// Freezes the world's clock. From now on no job runs by itself.
    pub fn freeze(&self) {
        self.inner.clock.freeze();
        self.inner.live.add(Change::Clock);
    }

    /// Lets the world's clock run.
    pub fn unfreeze(&self) {
        self.inner.clock.unfreeze();
        self.inner.live.add(Change::Clock);
    }

    /// Advances the time, and runs the jobs that become due. Returns these jobs, in order.
    ///
    /// Must not be awaited by the app's handler while an event is delivered to it.
    pub async fn advance(&self, by: Duration) -> Vec<Fired> {
        let clock = &self.inner.clock;
        let _turn = clock.turn.lock().await;
        let target = clock.after(by);
        let fired = self.inner.run_until(target).await;
        clock.advance_to(target);
        self.inner.live.add(Change::Clock);
        fired
    }

    /// Sets the time. A later time is the same as [`advance`](Self::advance); an earlier one runs no job and undoes
    /// none.
    pub async fn set_time(&self, to: DateTime<Utc>) -> Vec<Fired> {
        let clock = &self.inner.clock;
        let _turn = clock.turn.lock().await;
        if to < clock.now() {
            clock.set(to);
            self.inner.live.add(Change::Clock);
            return Vec::new();
        }
        let fired = self.inner.run_until(to).await;
        clock.advance_to(to);
        self.inner.live.add(Change::Clock);
        fired
    }

    /// Runs all due jobs, and advances the time until no delivery and no delayed add-on is left. It does not advance to
    /// expiries. Returns the jobs that ran, in order.
    pub async fn run_until_idle(&self) -> Vec<Fired> {
        let _turn = self.inner.clock.turn.lock().await;
        let mut fired = self.inner.run_until(self.inner.clock.now()).await;
        while fired.len() < MOST_JOBS {
            let Some(next) = self.inner.lock().schedule.next_work() else { break };
            fired.extend(self.inner.run_until(next).await);
        }
        fired
    }

    /// The planned jobs, earliest first.
    pub fn planned(&self) -> Vec<Fired> {
        let mut state = self.inner.lock();
        state.admit_events(self.inner.clock.now());
        state.schedule.entries().collect()
    }
}

impl WorldInner {
    /// Wakes all tasks that wait for a change of this world.
    pub(crate) fn notify(&self) {
        let counts = self.lock().counts();
        self.live.count(counts);
        self.wake.notify_one();
        self.clock.notify();
    }

    /// Runs the jobs that are due at `until` or earlier, one after the other, and advances the time with them. The
    /// caller holds the lock of the clock under which jobs run.
    async fn run_until(&self, until: DateTime<Utc>) -> Vec<Fired> {
        let mut fired = Vec::new();
        while fired.len() < MOST_JOBS {
            let due = {
                let mut state = self.lock();
                state.admit_events(self.clock.now());
                state.schedule.take_due(until)
            };
            let Some((at, job)) = due else { break };
            self.clock.advance_to(at);
            self.run_job(&job, at).await;
            self.live.add(Change::Clock);
            self.live.add_data(match &job {
                Job::Deliver { .. } => &[],
                Job::AttachAddon { .. } | Job::ExpireUserAddon { .. } => &[Topic::Addons],
                Job::SettlePayment { .. } | Job::ReviewPost { .. } => &[Topic::Posts],
                Job::ExpireAccessToken { .. } => &[Topic::Tokens, Topic::Subscriptions],
                Job::ExpireCode { .. } | Job::EndGrace { .. } | Job::ExpireRefreshToken { .. } => &[Topic::Tokens],
            });
            fired.push(Fired { at, job });
        }
        fired
    }

    async fn run_job(&self, job: &Job, at: DateTime<Utc>) {
        match job {
            Job::Deliver { delivery } => self.deliver(*delivery).await,
            Job::AttachAddon { id } => {
                self.lock().addons.attach(id, at);
            }
            Job::SettlePayment { id } => {
                let mut state = self.lock();
                let end = state.wallet.rules.end;
                state.settle(id, end, at);
            }
            Job::ReviewPost { post } => self.lock().review(post, at),
            Job::ExpireUserAddon { id } => {
                self.lock().expire_user_addon(id, at);
            }
            Job::ExpireAccessToken { .. } => self.lock().end_subscriptions(at),
            // No change of state: every use of a code or token checks the clock.
            Job::ExpireCode { .. } | Job::EndGrace { .. } | Job::ExpireRefreshToken { .. } => {}
        }
    }

    /// Starts to run due jobs automatically, until the world is dropped. Without a runtime they run only on command.
    pub(crate) fn start(self: &Arc<Self>) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(drive(Arc::downgrade(self)));
        }
    }
}

async fn drive(world: Weak<WorldInner>) {
    while let Some(living) = world.upgrade() {
        let (clock, wake) = (Arc::clone(&living.clock), Arc::clone(&living.wake));
        let changed = clock.changed();
        let wait = if clock.is_frozen() {
            None
        } else {
            let _turn = clock.turn.lock().await;
            living.run_until(clock.now()).await;
            let next = living.lock().schedule.next_due();
            next.map(|at| (at - clock.now()).to_std().unwrap_or_default())
        };
        // Waits without a strong reference. Dropping the world wakes it.
        drop(living);
        tokio::select! {
            () = wake.notified() => {}
            () = changed => {}
            () = tokio::time::sleep(wait.unwrap_or_default()), if wait.is_some() => {}
        }
    }
}
