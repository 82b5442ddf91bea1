//! Refreshes grants and renews subscriptions independently of the app's calls, and reports what the app has to react to.
//!
//! For each grant, a keeper holds in memory only when to check it next (`schedule`). A check (`check`) reads the grant,
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
use crate::session::grant::Grant;
use crate::session::notified::NotifiedLevel;
use crate::session::refresh;
use crate::session::subscription_rows::{self, SubscriptionStatus};
use crate::stores::Refusals;
use crate::subscriptions::Gap;

mod check;
mod schedule;

use check::{CheckError, GrantCheck, GrantChecks};
use schedule::Schedule;

/// How often all grants in the store are listed by default.
const INTERVAL: Duration = Duration::from_secs(60);
/// How many grants are checked at once.
const MAX_CONCURRENT: usize = 16;
/// The longest wait for the next due grant while others are being checked.
const BUSY_WAIT: Duration = Duration::from_millis(250);
/// How long the store may fail before that is reported.
const STALL_LIMIT: TimeDelta = TimeDelta::seconds(10);
/// The longest pause between two attempts to reach the store.
const STORE_PAUSE: TimeDelta = TimeDelta::seconds(30);
/// The pause after the platform has refused the app's own credentials.
const APP_PAUSE: TimeDelta = TimeDelta::seconds(60);

/// A report of a [`Keeper`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum KeeperReport {
    /// This keeper has refreshed a grant and renewed its subscriptions.
    Refreshed {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, if the login gave one.
        user: Option<String>,
        /// The number of the grant's current token pair.
        generation: i64,
        /// When the new access token ends.
        access_expires_at: DateTime<Utc>,
        /// How many subscriptions are bound to the new token.
        subscriptions: i64,
    },
    /// A grant will end within seven days. Reported again when it will end within one day. Ask the user to log in before
    /// that. A certain end moves with each refresh, so the next one is reported again.
    ReauthSoon {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, if the login gave one.
        user: Option<String>,
        /// When the grant ends.
        ends_at: DateTime<Utc>,
        /// `true`: refreshing has failed for weeks, and the grant ends 30 days after the last refresh. `false`: it ends only
        /// if the platform counts the 30 days from the login. That is not documented, and no grant in this store has shown
        /// the opposite yet by lasting longer.
        certain: bool,
    },
    /// A grant has ended, and with it the events of its user. The user has to log in again. Reported once.
    ReauthRequired {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, if the login gave one.
        user: Option<String>,
        /// Why it ended.
        reason: String,
    },
    /// Events of a subscription may be missing: read the data of that period from the API. Also reported for periods in which
    /// no keeper ran.
    Gap {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, if the login gave one.
        user: Option<String>,
        /// The type of the events.
        event_type: SubscriptionType,
        /// The resource of the subscription, if it has one.
        event_resource_id: Option<String>,
        /// The period from when the subscription may have ended until the platform accepted it again.
        gap: Gap,
    },
    /// The platform does not accept a wanted subscription, or the user has not granted its scope. It is requested again with
    /// the next token, and reported again only when the status changes.
    Blocked {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, if the login gave one.
        user: Option<String>,
        /// The type of the events.
        event_type: SubscriptionType,
        /// The resource of the subscription, if it has one.
        event_resource_id: Option<String>,
        /// The status of the subscription.
        status: SubscriptionStatus,
        /// Why it is blocked.
        reason: String,
    },
    /// A minute after a refresh, some subscriptions are still not renewed: events may be missing. The renewal is repeated.
    Late {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, if the login gave one.
        user: Option<String>,
        /// When the grant was refreshed.
        since: DateTime<Utc>,
        /// How many subscriptions are not renewed.
        subscriptions: i64,
    },
    /// Refreshing a grant has failed several times. Calls work until its access token ends. The refresh is repeated.
    Failing {
        /// The grant.
        grant: GrantKey,
        /// The app's name for the user, if the login gave one.
        user: Option<String>,
        /// The number of failures in a row.
        failures: i64,
        /// Why the last attempt failed.
        reason: String,
        /// When the access token ends.
        access_expires_at: DateTime<Utc>,
    },
    /// No grant can be refreshed: the store cannot be reached (`code` is `store`), or the platform refuses the app's own
    /// credentials (`config`). No grant is lost. The keeper tries again by itself.
    Stalled {
        /// The [code](Error::code) of the error.
        code: String,
        /// Why.
        reason: String,
    },
    /// The keeper works again after it had [stalled](Self::Stalled).
    Resumed {
        /// When it had stalled.
        since: DateTime<Utc>,
    },
}

impl OpenPlatform {
    /// A keeper, which refreshes the stored grants as long as its reports are awaited.
    pub fn keeper(&self) -> Keeper {
        if self.inner.store().is_process_memory() {
            notice::warn(
                "the keeper's store is the memory of this process: it refreshes no grant of another process, and a restart \
                 forgets all. Set the store to one that all processes share, such as sqlite:///var/lib/app/grants.db",
            );
        }
        let (sender, receiver) = mpsc::unbounded_channel();
        let state =
            State { receiver, schedule: Schedule::default(), last_report: None, trouble: None, app_accepted: false };
        Keeper {
            interval: INTERVAL,
            checks: Arc::new(GrantChecks::new(self.clone(), sender)),
            state: Arc::new(Mutex::new(state)),
        }
    }
}

/// Refreshes every stored grant before its access token ends, also if the app makes no calls, renews the event
/// subscriptions afterwards, and reports what the app should know. From [`OpenPlatform::keeper`].
///
/// It works while [`next`](Self::next) is awaited. Run it in a task of each process, or once for all of them with
/// `open-platform keeper`. Any number of keepers may share a store: one of them refreshes each grant.
///
/// It also asks the platform once for the user id of each grant, if that is unknown and the scope `USER_ID` allows it: one
/// request every 5 seconds, so that the first run with many grants does not use up the quota of the app. A request that fails is
/// repeated after ten minutes, one that is refused after an hour. Until it succeeds,
/// [`Grants::revoked`](crate::grants::Grants::revoked) does not find the grant.
///
/// A keeper reports at once what happened in its own checks. What it finds in the store, such as the end of a grant that a
/// call of the app encountered (in any process), it reports one to two minutes later, unless another keeper has done so.
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

/// The state of a keeper between two reports.
struct State {
    receiver: mpsc::UnboundedReceiver<GrantCheck>,
    schedule: Schedule,
    /// The report returned last. The call for the next one confirms that it was handled.
    last_report: Option<KeeperReport>,
    trouble: Option<Stall>,
    /// A refresh has succeeded, so the app's credentials are accepted.
    app_accepted: bool,
}

impl State {
    /// Whether another grant may be checked now. Until it is known that the app's credentials are accepted, only one request
    /// at a time tries them.
    fn has_room(&self) -> bool {
        self.schedule.running() < if self.app_accepted && self.trouble.is_none() { MAX_CONCURRENT } else { 1 }
    }
}

/// A condition that stops all checks for a while.
struct Stall {
    trouble: CheckError,
    since: DateTime<Utc>,
    pause: TimeDelta,
    until: DateTime<Utc>,
    reported: bool,
}

impl Keeper {
    /// How often all grants in the store are listed, to find those that other processes have stored or changed: every 60 s by
    /// default, every second at most. Grants of logins in this process are known at once.
    #[must_use]
    pub fn interval(mut self, interval: Duration) -> Self {
        self.interval = interval.max(Duration::from_secs(1));
        self
    }

    /// As [`interval`](Self::interval), if there is one.
    #[cfg(feature = "ffi")]
    #[doc(hidden)]
    #[must_use]
    pub fn interval_if(self, interval: Option<Duration>) -> Self {
        match interval {
            Some(interval) => self.interval(interval),
            None => self,
        }
    }

    /// Works until there is something to report.
    ///
    /// Cancelling it loses nothing: running refreshes continue, and their results are reported by the next call. A report
    /// counts as handled when the next one is requested, unless [`not_handled`](Self::not_handled) was called before. Until then
    /// another keeper, or this one after a restart, may report it again. While no report is awaited, no new refresh is started.
    /// This method returns no errors: failures are reports.
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
            self.list_grants(&mut state).await;
            self.begin_checks(&mut state);
            if let Some(report) = state.schedule.report() {
                state.last_report = Some(report.clone());
                return report;
            }
            self.wait(&mut state).await;
        }
    }

    /// The app could not handle the last report: the next call of [`next`](Self::next) does not count it as handled. What needs
    /// the app's reaction, which is the end of a grant, a gap or a blocked subscription, is reported again after one to two
    /// minutes, by this keeper or another.
    pub async fn not_handled(&self) {
        self.state.lock().await.last_report = None;
    }

    fn now(&self) -> DateTime<Utc> {
        self.checks.now()
    }

    /// Lists the stored grants to find new and changed ones, if that is due.
    async fn list_grants(&self, state: &mut State) {
        // Before the first listing, which reads the store's time, only the client's own clock is known.
        if state.schedule.has_listed() {
            self.checks.set_back(state.schedule.update_clock(self.now()));
        }
        if !state.schedule.must_list(self.now(), self.interval) || self.must_pause(state) {
            return;
        }
        match self.checks.versions().await {
            Ok(versions) => {
                let now = self.now();
                let turn = |key: &GrantKey| now + self.checks.jitter(key, TimeDelta::seconds(1));
                state.schedule.update(versions, now, turn);
                self.recovered(state, false);
            }
            Err(error) => self.stall(state, CheckError::Store(error)),
        }
    }

    /// Starts the checks that are due.
    fn begin_checks(&self, state: &mut State) {
        let now = self.now();
        while state.has_room() && !self.must_pause(state) {
            let Some((key, known)) = state.schedule.begin(now) else { return };
            GrantChecks::begin(&self.checks, key, known);
        }
    }

    fn apply(&self, state: &mut State, check: GrantCheck) {
        match &check.trouble {
            Some(trouble) => self.stall(state, trouble.clone()),
            None if check.lost => {}
            None => {
                state.app_accepted |= check.refreshed;
                self.recovered(state, check.refreshed);
            }
        }
        state.schedule.end(check, self.now());
    }

    fn must_pause(&self, state: &State) -> bool {
        let now = self.now();
        // A longer pause means that a clock has jumped, and is ignored.
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
        // Concurrent checks fail together, which counts as one failure.
        let again = before.as_ref().is_some_and(|stall| now >= stall.until);
        let pause = before.as_ref().map_or(first, |stall| if again { stall.pause * 2 } else { stall.pause });
        let pause = pause.min(longest);
        // The clock may have been set back since.
        let (since, mut reported) = before.map_or((now, false), |stall| (stall.since.min(now), stall.reported));
        if !reported && (matches!(trouble, CheckError::App(_)) || now - since >= STALL_LIMIT) {
            let (code, reason) = (trouble.code().to_owned(), trouble.reason());
            tracing::error!(code, "the keeper has stalled");
            state.schedule.push(KeeperReport::Stalled { code, reason });
            reported = true;
        }
        state.app_accepted &= !matches!(trouble, CheckError::App(_));
        state.trouble = Some(Stall { trouble, since, pause, until: now + pause, reported });
    }

    /// Records a success of the store and, if it was a refresh, of the app's credentials.
    fn recovered(&self, state: &mut State, refreshed: bool) {
        let works = |stall: &mut Stall| refreshed || matches!(stall.trouble, CheckError::Store(_));
        if let Some(stall) = state.trouble.take_if(works)
            && stall.reported
        {
            state.schedule.push(KeeperReport::Resumed { since: stall.since });
        }
    }

    /// Waits for the next event or due time.
    async fn wait(&self, state: &mut State) {
        let now = self.now();
        let pause = state.trouble.as_ref().map(|stall| stall.until).filter(|_| self.must_pause(state));
        let wake = pause.unwrap_or_else(|| state.schedule.wakes_at(now, self.interval));
        let span = (wake - now).to_std().unwrap_or_default();
        let (busy, room) = (state.schedule.running() > 0, state.has_room());
        let idle = async {
            match busy {
                // Uses tokio's timer, because a manual client clock would advance while a request is running.
                true if room => tokio::time::sleep(span.clamp(Duration::from_millis(1), BUSY_WAIT)).await,
                true => tokio::time::sleep(BUSY_WAIT).await,
                false => self.checks.sleep(span).await,
            }
        };
        let check = tokio::select! {
            biased;
            check = state.receiver.recv() => check,
            () = self.checks.login_stored() => {
                state.schedule.list_soon();
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
    /// Records in the store that the app has handled a report. Best effort: otherwise it is reported again.
    async fn note_reported(&self, report: &KeeperReport) {
        let inner = self.inner();
        let noted = match report {
            KeeperReport::Gap { grant, event_type, event_resource_id, gap, .. } => {
                subscription_rows::note_reported(inner, grant, event_type, event_resource_id.as_deref(), Some(*gap))
                    .await
            }
            KeeperReport::Blocked { grant, event_type, event_resource_id, .. } => {
                subscription_rows::note_reported(inner, grant, event_type, event_resource_id.as_deref(), None).await
            }
            KeeperReport::ReauthSoon { grant, ends_at, certain, .. } => {
                let level =
                    if *ends_at - self.now() <= TimeDelta::days(1) { NotifiedLevel::Day } else { NotifiedLevel::Week };
                self.mark(grant, |grant| grant.with_warning(level, *ends_at, *certain)).await
            }
            KeeperReport::ReauthRequired { grant, .. } => {
                let now = self.now();
                self.mark(grant, |grant| {
                    let is_new = check::has_ended(grant, now) && grant.notified < NotifiedLevel::End;
                    is_new.then(|| Grant { notified: NotifiedLevel::End, ..grant.clone() })
                })
                .await
            }
            _ => Ok(()),
        };
        if let Err(error) = noted {
            tracing::warn!(operation = error.operation, "a report could not be noted as handled");
        }
    }

    /// Stores what `marked` makes of a grant. `None`: it is unchanged, also if it is of a newer login.
    async fn mark(&self, key: &GrantKey, marked: impl Fn(&Grant) -> Option<Grant>) -> Result<(), StoreError> {
        let mut refusals = Refusals::default();
        while let Some((grant, version)) = refresh::load(self.inner(), key).await? {
            let Some(next) = marked(&grant) else { break };
            if refusals.noted(refresh::put(self.inner(), key, Some(version), &next).await?, "put", Some(version))? {
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
