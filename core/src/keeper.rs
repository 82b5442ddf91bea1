//! Refreshes grants and renews subscriptions without calls of the app, and reports what the app has to react to.
//!
//! For each grant a keeper holds in memory only when to check it next (`plan`). A check (`check`) reads the grant,
//! refreshes and renews what is due, and finds what has not been reported to the app. All persistent state is in the
//! store, so any number of keepers may run: their checks of a grant are spread over time, the lease of the refresh lets
//! one of them send the request, and the others find it done.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use tokio::sync::{Mutex, mpsc};

use crate::client::OpenPlatform;
use crate::error::{Error, StoreError};
use crate::id::GrantKey;
use crate::model::event::SubscriptionType;
use crate::notice;
use crate::session::grant::{Grant, NotifiedLevel};
use crate::session::refresh;
use crate::session::wanted::{self, SubscriptionStatus};
use crate::subscriptions::Gap;

mod check;
mod plan;

use check::{CheckError, GrantCheck, GrantChecks};
use plan::Plan;

/// How often the store is looked through by default.
const INTERVAL: Duration = Duration::from_secs(60);
/// How many grants are looked at at once.
const AT_ONCE: usize = 16;
/// While grants are looked at, how long the next one that falls due may wait.
const BUSY_WAIT: Duration = Duration::from_millis(250);
/// How long the store may fail before that is reported.
const PATIENCE: TimeDelta = TimeDelta::seconds(10);
/// The longest pause between two tries to reach the store.
const STORE_PAUSE: TimeDelta = TimeDelta::seconds(30);
/// The pause after the platform has refused the app's own credentials.
const APP_PAUSE: TimeDelta = TimeDelta::seconds(60);

/// What a [`Keeper`] reports.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum KeeperReport {
    /// This keeper has refreshed a grant and renewed its subscriptions.
    Refreshed {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, where the login gave one.
        user: Option<String>,
        /// Counts the token pairs of the grant.
        generation: i64,
        /// When the new access token ends.
        access_expires_at: DateTime<Utc>,
        /// How many subscriptions are bound to the new token.
        subscriptions: i64,
    },
    /// A grant will end within seven days, and again: within one. Ask the user to log in before that.
    ReauthSoon {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, where the login gave one.
        user: Option<String>,
        /// When it ends.
        ends_at: DateTime<Utc>,
        /// `true`: refreshing has failed for weeks, and 30 days after the last refresh the grant ends. `false`: it ends
        /// only if the platform counts the 30 days from the login, which is not documented, and which no grant in this
        /// store has disproved yet by living longer.
        certain: bool,
    },
    /// A grant has ended, and with it the events of its user. Only a new login helps. Reported once.
    ReauthRequired {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, where the login gave one.
        user: Option<String>,
        /// Why.
        reason: String,
    },
    /// Events of a subscription may be missing: fill the time by reading. Also told of times in which no keeper ran.
    Gap {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, where the login gave one.
        user: Option<String>,
        /// The type of the events.
        event_type: SubscriptionType,
        /// The resource that the subscription is about, if it is about one.
        event_resource_id: Option<String>,
        /// From the moment when the subscription may have ended to the one when the platform accepted it again.
        gap: Gap,
    },
    /// The platform does not accept a wanted subscription, or the user has not granted its scope. It is tried again with
    /// the next token, and reported again only when that changes.
    Blocked {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, where the login gave one.
        user: Option<String>,
        /// The type of the events.
        event_type: SubscriptionType,
        /// The resource that the subscription is about, if it is about one.
        event_resource_id: Option<String>,
        /// How the subscription stands.
        status: SubscriptionStatus,
        /// Why.
        reason: String,
    },
    /// A minute after a refresh some subscriptions are still not renewed: events may be missing. Trying goes on.
    Late {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, where the login gave one.
        user: Option<String>,
        /// When the grant was refreshed.
        since: DateTime<Utc>,
        /// How many subscriptions wait.
        subscriptions: i64,
    },
    /// Refreshing a grant has failed several times. Calls go on until its access token ends. Trying goes on.
    Failing {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, where the login gave one.
        user: Option<String>,
        /// How often in a row.
        failures: i64,
        /// Why, the last time.
        reason: String,
        /// When the access token ends.
        access_expires_at: DateTime<Utc>,
    },
    /// No grant can be refreshed: the store cannot be reached (`code` is `store`), or the platform refuses the app's own
    /// credentials (`config`). No grant is lost by that. It is tried again by itself.
    Stalled {
        /// The [code](Error::code) of the error.
        code: String,
        /// Why.
        reason: String,
    },
    /// What had [stalled](Self::Stalled) goes on.
    Resumed {
        /// Since when it had stalled.
        since: DateTime<Utc>,
    },
}

impl OpenPlatform {
    /// Keeps the stored grants fresh without traffic, as long as its reports are asked for.
    pub fn keeper(&self) -> Keeper {
        if self.inner.store().is_process_memory() {
            notice::warn(
                "the keeper's store is the memory of this process: it refreshes no grant of another process, and a restart \
                 forgets all. Set the store to one that all processes share, such as sqlite:///var/lib/app/grants.db",
            );
        }
        let (sender, receiver) = mpsc::unbounded_channel();
        let state = State { receiver, plan: Plan::default(), last_report: None, trouble: None, proved: false };
        Keeper {
            interval: INTERVAL,
            checks: Arc::new(GrantChecks::new(self.clone(), sender)),
            state: Arc::new(Mutex::new(state)),
        }
    }
}

/// Refreshes every stored grant before its access token ends, whether the app makes calls or not, renews the event
/// subscriptions at once, and reports what the app should know. From [`OpenPlatform::keeper`].
///
/// It works while [`next`](Self::next) is awaited. Run it in a task of each process, or once for all of them with
/// `open-platform keeper`: any number may share a store, and one of them refreshes each grant.
///
/// It also asks the platform once who the user of each grant is, where that is not known and the scope `USER_ID` allows it:
/// one user every 5 seconds, so that beginning with many grants costs the app's own calls nothing. Until then
/// [`Grants::revoked`](crate::grants::Grants::revoked) does not find the grant.
///
/// What a keeper has met itself it reports at once. What it finds in the store, such as the end of a grant that a call has
/// met, also one of this process, it reports one to two minutes later, unless another keeper has by then.
///
/// ```no_run
/// use open_platform::keeper::KeeperReport;
///
/// # async fn run(platform: open_platform::OpenPlatform) {
/// let keeper = platform.keeper();
/// tokio::spawn(async move {
///     loop {
///         match keeper.next().await {
///             KeeperReport::ReauthRequired { user, .. } => println!("send {user:?} to the login again"),
///             KeeperReport::Gap { user, gap, .. } => println!("read what changed for {user:?} in {gap:?}"),
///             report => println!("{report:?}"),
///         }
///     }
/// });
/// # }
/// ```
#[derive(Clone)]
pub struct Keeper {
    interval: Duration,
    checks: Arc<GrantChecks>,
    state: Arc<Mutex<State>>,
}

impl fmt::Debug for Keeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper").field("interval", &self.interval).finish_non_exhaustive()
    }
}

/// What a keeper remembers between two reports.
struct State {
    receiver: mpsc::UnboundedReceiver<GrantCheck>,
    plan: Plan,
    /// Handed over last. Asking for the next one says that it was handled.
    last_report: Option<KeeperReport>,
    trouble: Option<Stall>,
    /// A refresh has succeeded, so the app's credentials are good.
    proved: bool,
}

impl State {
    /// Whether another grant may be looked at now. While it is not known whether the app's credentials are good, no more
    /// than one request tries them.
    fn has_room(&self) -> bool {
        self.plan.running() < if self.proved && self.trouble.is_none() { AT_ONCE } else { 1 }
    }
}

/// Why nothing can be done for a while.
struct Stall {
    trouble: CheckError,
    since: DateTime<Utc>,
    pause: TimeDelta,
    until: DateTime<Utc>,
    reported: bool,
}

impl Keeper {
    /// How often the store is looked through for grants that other processes have stored or changed: every 60 s by
    /// default. Grants of logins in this process are known at once.
    #[must_use]
    pub fn interval(mut self, interval: Duration) -> Self {
        self.interval = interval.max(Duration::from_secs(1));
        self
    }

    /// Works until there is something to report.
    ///
    /// Whoever stops waiting loses nothing: refreshes under way go on, and what they bring is reported next time. A
    /// report counts as handled when the next one is asked for; until then another keeper, or this one after a
    /// restart, may report it again. Nothing here fails: trouble is a report.
    pub async fn next(&self) -> KeeperReport {
        let mut state = self.state.lock().await;
        if let Some(report) = state.last_report.clone() {
            self.checks.note_reported(&report).await;
            state.last_report = None;
        }
        loop {
            while let Ok(check) = state.receiver.try_recv() {
                self.apply(&mut state, check);
            }
            self.look_through(&mut state).await;
            self.begin_checks(&mut state);
            if let Some(report) = state.plan.report() {
                state.last_report = Some(report.clone());
                return report;
            }
            self.wait(&mut state).await;
        }
    }

    fn now(&self) -> DateTime<Utc> {
        self.checks.now()
    }

    /// Looks for new and changed grants, if it is time to.
    async fn look_through(&self, state: &mut State) {
        state.plan.note_time(self.now());
        if !state.plan.must_look_through(self.now(), self.interval) || self.must_pause(state) {
            return;
        }
        match self.checks.versions().await {
            Ok(versions) => {
                let now = self.now();
                let turn = |key: &GrantKey| now + self.checks.spread(key, TimeDelta::seconds(1));
                state.plan.update(versions, now, turn);
                self.recovered(state, false);
            }
            Err(error) => self.stall(state, CheckError::Store(error)),
        }
    }

    /// Begins to look at the grants whose time has come.
    fn begin_checks(&self, state: &mut State) {
        let now = self.now();
        while state.has_room() && !self.must_pause(state) {
            let Some((key, known)) = state.plan.begin(now) else { return };
            GrantChecks::begin(&self.checks, key, known);
        }
    }

    fn apply(&self, state: &mut State, check: GrantCheck) {
        match &check.trouble {
            Some(trouble) => self.stall(state, trouble.clone()),
            None if check.lost => {}
            None => {
                state.proved |= check.refreshed;
                self.recovered(state, check.refreshed);
            }
        }
        state.plan.end(check, self.now());
    }

    fn must_pause(&self, state: &State) -> bool {
        let now = self.now();
        // A pause that is too far away is a clock that jumped.
        state.trouble.as_ref().is_some_and(|stall| now < stall.until && stall.until - now <= stall.pause)
    }

    fn stall(&self, state: &mut State, trouble: CheckError) {
        let now = self.now();
        let same = |stall: &Stall| stall.trouble.code() == trouble.code();
        let before = state.trouble.take().filter(same);
        let (first, longest) = match &trouble {
            CheckError::Store(_) => (TimeDelta::seconds(1), STORE_PAUSE),
            CheckError::App(_) => (APP_PAUSE, APP_PAUSE),
        };
        // GrantChecks that were under way together fail together: that is one failure.
        let again = before.as_ref().is_some_and(|stall| now >= stall.until);
        let pause = before.as_ref().map_or(first, |stall| if again { stall.pause * 2 } else { stall.pause });
        let pause = pause.min(longest);
        let (since, mut reported) = before.as_ref().map_or((now, false), |stall| (stall.since, stall.reported));
        if !reported && (matches!(trouble, CheckError::App(_)) || now - since >= PATIENCE) {
            let (code, reason) = (trouble.code().to_owned(), trouble.reason());
            tracing::error!(code, "the keeper has stalled");
            state.plan.push(KeeperReport::Stalled { code, reason });
            reported = true;
        }
        state.proved &= !matches!(trouble, CheckError::App(_));
        state.trouble = Some(Stall { trouble, since, pause, until: now + pause, reported });
    }

    /// Something has worked: the store, and, if it was a refresh, the app's credentials.
    fn recovered(&self, state: &mut State, refreshed: bool) {
        let works = |stall: &mut Stall| refreshed || matches!(stall.trouble, CheckError::Store(_));
        if let Some(stall) = state.trouble.take_if(works)
            && stall.reported
        {
            state.plan.push(KeeperReport::Resumed { since: stall.since });
        }
    }

    /// Waits for the next thing to do.
    async fn wait(&self, state: &mut State) {
        let now = self.now();
        let pause = state.trouble.as_ref().map(|stall| stall.until).filter(|_| self.must_pause(state));
        let wake = pause.unwrap_or_else(|| state.plan.wakes_at(now, self.interval));
        let span = (wake - now).to_std().unwrap_or_default();
        let (busy, room) = (state.plan.running() > 0, state.has_room());
        let idle = async {
            match busy {
                // Not on the client's clock: one that stands still would be moved while a request is on its way.
                true if room => tokio::time::sleep(span.clamp(Duration::from_millis(1), BUSY_WAIT)).await,
                true => tokio::time::sleep(BUSY_WAIT).await,
                false => self.checks.sleep(span).await,
            }
        };
        let check = tokio::select! {
            biased;
            check = state.receiver.recv() => check,
            () = self.checks.arrival() => {
                state.plan.look_through_soon();
                None
            }
            () = idle => None,
        };
        if let Some(check) = check {
            self.apply(state, check);
        }
    }
}

impl GrantChecks {
    /// Notes in the store that the app has handled a report. Best effort: what is not noted is told again.
    async fn note_reported(&self, report: &KeeperReport) {
        let inner = self.inner();
        let noted = match report {
            KeeperReport::Gap { grant, event_type, event_resource_id, gap, .. } => {
                wanted::note_reported(inner, grant, event_type, event_resource_id.as_deref(), Some(*gap)).await
            }
            KeeperReport::Blocked { grant, event_type, event_resource_id, .. } => {
                wanted::note_reported(inner, grant, event_type, event_resource_id.as_deref(), None).await
            }
            KeeperReport::ReauthSoon { grant, ends_at, .. } => {
                let level =
                    if *ends_at - self.now() <= TimeDelta::days(1) { NotifiedLevel::Day } else { NotifiedLevel::Week };
                self.mark(grant, level).await
            }
            KeeperReport::ReauthRequired { grant, .. } => self.mark(grant, NotifiedLevel::End).await,
            _ => Ok(()),
        };
        if let Err(error) = noted {
            tracing::warn!(operation = error.operation, "a report could not be noted as handled");
        }
    }

    async fn mark(&self, key: &GrantKey, level: NotifiedLevel) -> Result<(), StoreError> {
        while let Some((grant, version)) = refresh::load(self.inner(), key).await? {
            // A login that came meanwhile has begun anew.
            let over = level == NotifiedLevel::End && !check::has_ended(&grant, self.now());
            if over || grant.notified >= level {
                break;
            }
            let next = Grant { notified: level, ..grant };
            if refresh::put(self.inner(), key, Some(version), &next).await? {
                break;
            }
        }
        Ok(())
    }
}

impl CheckError {
    fn code(&self) -> &'static str {
        match self {
            Self::Store(_) => "store",
            Self::App(error) => error.code(),
        }
    }

    fn reason(&self) -> String {
        match self {
            Self::Store(error) => Error::from(error.clone()).to_string(),
            Self::App(error) => error.to_string(),
        }
    }
}
