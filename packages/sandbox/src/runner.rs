//! Lets due jobs happen: by itself while a world's clock runs, and on command. Here the clock, the schedule and the
//! world meet.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform::clock::Clock;

use crate::clock::{Fired, Hands, Job};
use crate::state::State;
use crate::world::{World, WorldInner};

/// How many jobs one command lets happen, so that jobs which bring new ones at once cannot hang a test.
const MOST_JOBS: usize = 100_000;

/// How many snapshots a world keeps for the admin API; the oldest is forgotten.
const MOST_SNAPSHOTS: usize = 32;

/// Snapshots that are kept with a world.
#[derive(Default)]
pub(crate) struct Kept {
    made: i64,
    snapshots: BTreeMap<i64, Snapshot>,
}

/// Everything about a world at one instant. It can be brought back as often as wanted.
#[derive(Clone)]
pub struct Snapshot {
    state: State,
    hands: Hands,
    at: DateTime<Utc>,
}

// The whole state would fill pages, with people's numbers and messages in it.
impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("at", &self.at).finish_non_exhaustive()
    }
}

impl World {
    /// The world's clock, for a client: `Builder::clock`.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.inner.clock) as Arc<dyn Clock>
    }

    /// The world's time.
    pub fn now(&self) -> DateTime<Utc> {
        self.inner.clock.now()
    }

    /// Whether the world's time stands still.
    pub fn is_frozen(&self) -> bool {
        self.inner.clock.is_frozen()
    }

    /// Stops the world's time. From now on nothing happens by itself.
    pub fn freeze(&self) {
        self.inner.clock.freeze();
    }

    /// Lets the world's time run on.
    pub fn unfreeze(&self) {
        self.inner.clock.unfreeze();
    }

    /// Moves the time on, and lets everything happen that falls due on the way. Returns what happened, in order.
    ///
    /// Must not be awaited by the app's own receiver while an event is being delivered to it.
    pub async fn advance(&self, by: Duration) -> Vec<Fired> {
        let clock = &self.inner.clock;
        let _turn = clock.turn.lock().await;
        let target = clock.after(by);
        let fired = self.inner.run_until(target).await;
        clock.catch_up(target);
        fired
    }

    /// Sets the time. Forward it is [`advance`](Self::advance); backward nothing happens, and what happened stays so.
    pub async fn set_time(&self, to: DateTime<Utc>) -> Vec<Fired> {
        let clock = &self.inner.clock;
        let _turn = clock.turn.lock().await;
        if to < clock.now() {
            clock.jump(to);
            return Vec::new();
        }
        let fired = self.inner.run_until(to).await;
        clock.catch_up(to);
        fired
    }

    /// Lets everything happen that is due, and moves the time on until no delivery and no late add-on is left. Expiries
    /// do not count as work: the time stops before those that are still ahead. Returns what happened, in order.
    pub async fn run_until_idle(&self) -> Vec<Fired> {
        let _turn = self.inner.clock.turn.lock().await;
        let mut fired = self.inner.run_until(self.inner.clock.now()).await;
        while fired.len() < MOST_JOBS {
            let Some(next) = self.inner.lock().schedule.next_work() else { break };
            fired.extend(self.inner.run_until(next).await);
        }
        fired
    }

    /// What will happen, soonest first.
    pub fn planned(&self) -> Vec<Fired> {
        let mut state = self.inner.lock();
        state.admit_events(self.inner.clock.now());
        state.schedule.entries().collect()
    }

    /// Everything about this world as it is now.
    pub fn snapshot(&self) -> Snapshot {
        let (hands, at) = (self.inner.clock.snapshot(), self.inner.clock.now());
        Snapshot { state: self.inner.lock().clone(), hands, at }
    }

    /// Keeps a snapshot with the world and returns its number.
    pub(crate) fn keep_snapshot(&self) -> i64 {
        let snapshot = self.snapshot();
        let mut kept = self.inner.kept();
        kept.made += 1;
        let number = kept.made;
        kept.snapshots.insert(number, snapshot);
        if kept.snapshots.len() > MOST_SNAPSHOTS {
            kept.snapshots.pop_first();
        }
        number
    }

    /// Brings a kept snapshot back, and returns whether there is one of this number.
    pub(crate) fn restore_kept(&self, number: i64) -> bool {
        let snapshot = self.inner.kept().snapshots.get(&number).cloned();
        snapshot.is_some_and(|snapshot| {
            self.restore(&snapshot);
            true
        })
    }

    /// Makes the world as new, with a running clock that shows the machine's time. Its seed and so its credentials
    /// stay; an app in this process stays connected. The backend of an app on a phone is stopped.
    pub fn reset(&self) {
        self.stop_backend();
        let fresh = self.inner.fresh();
        let at = Utc::now();
        self.restore(&Snapshot { state: fresh, hands: Hands::default(), at });
    }

    /// Brings a snapshot of this world back, its time included. An app in this process stays connected.
    pub fn restore(&self, snapshot: &Snapshot) {
        let mut state = self.inner.lock();
        let receiver = state.webhooks.receiver.clone();
        *state = snapshot.state.clone();
        state.webhooks.receiver = receiver;
        drop(state);
        self.inner.clock.restore(snapshot.hands, snapshot.at);
        self.inner.announce();
        self.inner.ring();
    }
}

impl WorldInner {
    /// Tells everything that waits on this world that something has changed.
    pub(crate) fn ring(&self) {
        self.wake.notify_one();
        self.clock.ring();
    }

    /// Lets happen what is due at `until` or earlier, one after the other, and moves the time along. The caller holds
    /// the clock's turn.
    async fn run_until(&self, until: DateTime<Utc>) -> Vec<Fired> {
        let mut fired = Vec::new();
        while fired.len() < MOST_JOBS {
            let due = {
                let mut state = self.lock();
                state.admit_events(self.clock.now());
                state.schedule.take_due(until)
            };
            let Some((at, job)) = due else { break };
            self.clock.catch_up(at);
            self.happen(&job, at).await;
            fired.push(Fired { at, job });
        }
        fired
    }

    async fn happen(&self, job: &Job, at: DateTime<Utc>) {
        match job {
            Job::Deliver { delivery } => self.deliver(*delivery).await,
            Job::AttachAddon { id } => {
                self.lock().addons.attach(id);
            }
            Job::ExpireUserAddon { id } => {
                self.lock().expire_user_addon(id, at);
            }
            Job::ExpireAccessToken { .. } => self.lock().end_subscriptions(at),
            // These only show: every use of a code or token compares with the clock.
            Job::ExpireCode { .. } | Job::EndGrace { .. } | Job::ExpireRefreshToken { .. } => {}
        }
    }

    /// Starts to let jobs happen by themselves, for as long as the world lives. Without a runtime they happen only on
    /// command.
    pub(crate) fn start(self: &Arc<Self>) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(drive(Arc::downgrade(self)));
        }
    }
}

async fn drive(world: Weak<WorldInner>) {
    while let Some(living) = world.upgrade() {
        let (clock, wake) = (Arc::clone(&living.clock), Arc::clone(&living.wake));
        let moved = clock.moved();
        let wait = if clock.is_frozen() {
            None
        } else {
            let _turn = clock.turn.lock().await;
            living.run_until(clock.now()).await;
            let next = living.lock().schedule.next_due();
            next.map(|at| (at - clock.now()).to_std().unwrap_or_default())
        };
        // Waiting must not keep the world alive; its end rings the bell.
        drop(living);
        tokio::select! {
            () = wake.notified() => {}
            () = moved => {}
            () = tokio::time::sleep(wait.unwrap_or_default()), if wait.is_some() => {}
        }
    }
}
