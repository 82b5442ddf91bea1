//! The check of one grant: it does what is due, reports what is new, and schedules the next check.

mod report;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use super::KeeperReport;
use crate::client::OpenPlatform;
use crate::clock::is_ahead;
use crate::error::{ApiErrorKind, Error, OAuthError, StoreError};
use crate::id::GrantKey;
use crate::lock::lock;
use crate::scope::{self, Scope};
use crate::session::ClientState;
use crate::session::grant::{Grant, GrantState, REFRESH_TOKEN_LIFETIME};
use crate::session::notified::{NotifiedLevel, ReportClaim};
use crate::session::protocol::{self, TokenDecision};
use crate::session::refresh;
use crate::session::renewal;
use crate::session::subscription_rows::{self, Summary, UnreportedChange};
use crate::stores::RecordKind;

/// The period over which the keepers of a store spread their checks of a grant that is due: the first one refreshes it, and
/// the others find it done.
const STAGGER: TimeDelta = TimeDelta::seconds(30);
/// How long the renewal of subscriptions is left to the process that refreshed the token, and the period over which the other
/// keepers spread their takeover after that.
const TAKEOVER: TimeDelta = TimeDelta::seconds(20);
const TAKEOVER_SPREAD: TimeDelta = TimeDelta::seconds(10);
/// How long a report is left to the process that caused it, and the period over which the other keepers spread theirs.
const REPORT_DELAY: TimeDelta = TimeDelta::seconds(60);
const REPORT_SPREAD: TimeDelta = TimeDelta::seconds(60);
/// How long after a refresh a subscription that is not renewed is reported.
const UNSETTLED_LIMIT: TimeDelta = TimeDelta::seconds(60);
/// How often the subscriptions of a grant are checked without another reason.
const RECHECK: TimeDelta = TimeDelta::minutes(10);
/// The pause before the next check of a grant whose records cannot be read.
const UNREADABLE_PAUSE: TimeDelta = TimeDelta::seconds(30);
/// After how many failures in a row a failing refresh is reported.
const FAILURES: i64 = 3;
/// How often a keeper asks the platform for a user id: all users of an app share a quota per minute.
const USER_ID_PAUSE: TimeDelta = TimeDelta::seconds(5);
/// The same while it is refused: perhaps the API key lacks the permission, and all requests would be.
const USER_ID_REFUSED_PAUSE: TimeDelta = TimeDelta::minutes(1);
/// The pause before the next request for the user id of a grant for which it was refused.
const USER_ID_REFUSED_RETRY: TimeDelta = TimeDelta::hours(1);
/// The pauses between rounds over subscriptions that could not be renewed: the first one, and the longest. A longer wait for a
/// round means that a clock has jumped, and is ignored.
const RENEW_PAUSE: TimeDelta = TimeDelta::seconds(5);
const LONGEST_RENEW_PAUSE: TimeDelta = TimeDelta::seconds(60);

/// What a keeper stores about a grant between two checks.
#[derive(Clone, Debug, Default)]
pub(super) struct LastCheck {
    pub(super) login_number: i64,
    pub(super) generation: i64,
    /// How far the clock had been set back when this generation was first seen, and how far since then.
    pub(super) behind: TimeDelta,
    pub(super) late: TimeDelta,
    /// How many rounds over the subscriptions have left some unsettled, and when the next one may start.
    rounds: i32,
    renew_at: Option<DateTime<Utc>>,
    failing_reported: bool,
    late_reported: bool,
    user_id: UserIdRequest,
}

impl LastCheck {
    /// The clock was set back by this amount.
    pub(super) fn set_back(&mut self, by: TimeDelta) {
        if let UserIdRequest::At(at) = &mut self.user_id {
            *at -= by;
        }
    }
}

/// The request for the id of a grant's user.
#[derive(Clone, Copy, Debug, Default)]
enum UserIdRequest {
    /// It has no time yet.
    #[default]
    Open,
    /// It is sent then.
    At(DateTime<Utc>),
    /// It failed at this time, and is repeated after the pause.
    Failed { at: DateTime<Utc>, pause: TimeDelta },
    /// The platform has answered it.
    Done,
}

/// An error of a check that concerns all grants.
#[derive(Clone, Debug)]
pub(super) enum CheckError {
    Store(StoreError),
    /// The platform refuses the app's credentials, or they are not set.
    App(Error),
}

/// The result of one check.
#[derive(Debug)]
pub(super) struct GrantCheck {
    pub(super) key: GrantKey,
    /// The version of the record that was read. `None`: it was not read.
    pub(super) version: Option<i64>,
    pub(super) known: LastCheck,
    pub(super) next: Option<DateTime<Utc>>,
    pub(super) reports: Vec<KeeperReport>,
    pub(super) trouble: Option<CheckError>,
    /// Whether a request of this check has returned new tokens.
    pub(super) refreshed: bool,
    /// Whether the grant no longer exists.
    pub(super) gone: bool,
    /// Whether the task of the check was dropped with its runtime.
    pub(super) lost: bool,
}

impl GrantCheck {
    fn new(key: GrantKey, known: LastCheck) -> Self {
        let (version, next, reports, trouble) = (None, None, Vec::new(), None);
        Self { key, version, known, next, reports, trouble, refreshed: false, gone: false, lost: false }
    }

    /// Schedules the next check, unless an earlier one is scheduled.
    fn again_at(&mut self, at: DateTime<Utc>) {
        self.next = Some(self.next.map_or(at, |next| next.min(at)));
    }
}

/// Sends the result of a check, also if its task is dropped before its end.
struct CheckGuard {
    check: Option<GrantCheck>,
    key: GrantKey,
    known: LastCheck,
    at: DateTime<Utc>,
    sender: mpsc::UnboundedSender<GrantCheck>,
}

impl Drop for CheckGuard {
    fn drop(&mut self) {
        let check = self.check.take().unwrap_or_else(|| {
            let mut check = GrantCheck::new(self.key.clone(), std::mem::take(&mut self.known));
            (check.lost, check.next) = (true, Some(self.at));
            check
        });
        // The keeper may have been dropped.
        let _ = self.sender.send(check);
    }
}

/// The state that all checks of a keeper share.
pub(super) struct GrantChecks {
    platform: OpenPlatform,
    sender: mpsc::UnboundedSender<GrantCheck>,
    /// Whether a grant has lasted longer than 30 days after its login, so that the platform does not count from the login.
    outlasts_login: AtomicBool,
    /// Whether the platform has refused the last request for a user id.
    refuses_user_ids: AtomicBool,
    /// When the next user id may be requested.
    next_user_id_at: Mutex<DateTime<Utc>>,
    /// Until when a quota is used up, and for how long it was.
    limit: Mutex<Option<(DateTime<Utc>, TimeDelta)>>,
}

impl GrantChecks {
    pub(super) fn new(platform: OpenPlatform, sender: mpsc::UnboundedSender<GrantCheck>) -> Self {
        let (outlasts_login, refuses_user_ids) = (AtomicBool::new(false), AtomicBool::new(false));
        let next_user_id_at = Mutex::new(DateTime::<Utc>::MIN_UTC);
        Self { platform, sender, outlasts_login, refuses_user_ids, next_user_id_at, limit: Mutex::default() }
    }

    pub(super) fn inner(&self) -> &Arc<ClientState> {
        &self.platform.inner
    }

    pub(super) fn now(&self) -> DateTime<Utc> {
        self.inner().sessions.local_now(self.inner())
    }

    /// The clock was set back by this amount.
    pub(super) fn set_back(&self, by: TimeDelta) {
        let mut next = lock(&self.next_user_id_at);
        *next = next.checked_sub_signed(by).unwrap_or(DateTime::<Utc>::MIN_UTC);
    }

    pub(super) async fn sleep(&self, span: Duration) {
        self.inner().clock().sleep(span).await;
    }

    pub(super) async fn login_stored(&self) {
        self.inner().sessions.login_stored().await;
    }

    /// The stored grants, with their versions.
    pub(super) async fn versions(&self) -> Result<Vec<(String, i64)>, StoreError> {
        // Also reads the store's time, which all its keepers share.
        self.inner().sessions.now(self.inner()).await?;
        self.inner().store().versions(RecordKind::Grant, "").await
    }

    /// Whether the records of a grant cannot be read although the store works.
    async fn is_unreadable(&self, key: &GrantKey) -> bool {
        let read = async {
            if let Some((grant, _)) = refresh::load(self.inner(), key).await? {
                subscription_rows::summarize(self.inner(), key, &grant).await?;
            }
            Ok::<_, StoreError>(())
        };
        // The second read asks for a record that does not exist.
        read.await.is_err() && self.inner().store().get(RecordKind::Grant, "-").await.is_ok()
    }

    /// A fraction of `most` that differs for each keeper and grant.
    pub(super) fn jitter(&self, key: &GrantKey, most: TimeDelta) -> TimeDelta {
        let owner = self.inner().sessions.lease_owner().unwrap_or_default();
        let digest = Sha256::digest(format!("{owner}\n{key}"));
        most / 256 * i32::from(digest.first().copied().unwrap_or_default())
    }

    /// Starts the check of a grant in its own task.
    pub(super) fn begin(checks: &Arc<Self>, key: GrantKey, known: LastCheck) {
        let (own, at, sender) = (Arc::clone(checks), checks.now(), checks.sender.clone());
        checks.inner().background.spawn(async move {
            let mut turn = CheckGuard { check: None, key: key.clone(), known: known.clone(), at, sender };
            let mut check = GrantCheck::new(key, known);
            if let Err(trouble) = own.run(&mut check).await {
                check.version = None;
                match trouble {
                    // An error of one grant must not stop the checks of the others.
                    CheckError::Store(error) if own.is_unreadable(&check.key).await => {
                        let grant = own.inner().sessions.key_for_log(own.inner(), &check.key).await;
                        tracing::error!(grant, %error, "a grant cannot be read");
                        check.next = Some(own.now() + UNREADABLE_PAUSE);
                    }
                    trouble => {
                        check.trouble = Some(trouble);
                        check.again_at(own.now());
                    }
                }
            }
            turn.check = Some(check);
        });
    }

    /// Does what is due for a grant.
    async fn run(&self, check: &mut GrantCheck) -> Result<(), CheckError> {
        let Some(grant) = self.read(check).await? else { return Ok(()) };
        if grant.client_id != self.inner().config.client_id().map_err(CheckError::App)? {
            // Another app shares the store. The grant is checked again when it changes.
            return Ok(());
        }
        if self.inner().sessions.unsaved(&check.key).is_some() {
            // Its new tokens are being stored.
            check.again_at(self.now() + TimeDelta::seconds(1));
            return Ok(());
        }
        let (grant, mine) = match self.refresh_due(check, grant).await? {
            Some(outcome) => outcome,
            None => return Ok(()),
        };
        let mut summary = subscription_rows::summarize(self.inner(), &check.key, &grant).await?;
        if has_ended(&grant, self.now()) {
            self.report_end(check, &grant, mine, &summary).await?;
            return Ok(());
        }
        self.warn(check, &grant).await?;
        let acted = self.renew_due(check, &grant, mine, &mut summary).await?;
        if check.refreshed {
            check.reports.push(KeeperReport::Refreshed {
                grant: check.key.clone(),
                user: grant.user.clone(),
                generation: grant.generation,
                access_expires_at: grant.pair.expires_at,
                subscriptions: count(summary.bound),
            });
        }
        self.report_subscriptions(check, &grant, mine || acted, summary).await?;
        self.request_user_id(check, &grant).await;
        if is_renewable(&grant) {
            let now = self.now();
            let due = self.own_refresh_at(check, &grant, now);
            check.again_at(protocol::paused_until(&grant, now).map_or(due, |retry| due.max(retry)));
        } else {
            check.again_at(grant.pair.expires_at);
        }
        let now = self.now();
        check.again_at(now + RECHECK + self.jitter(&check.key, RECHECK / 10));
        // At least a second, since everything that is due now was done.
        check.next = check.next.map(|next| next.max(now + TimeDelta::seconds(1)));
        Ok(())
    }

    async fn read(&self, check: &mut GrantCheck) -> Result<Option<Grant>, CheckError> {
        let Some((grant, version)) = refresh::load(self.inner(), &check.key).await? else {
            check.gone = true;
            return Ok(None);
        };
        check.version = Some(version);
        let known = &check.known;
        let same_login = known.login_number == grant.login_number;
        if !same_login || known.generation != grant.generation {
            let late = if known.generation == 0 { known.late } else { TimeDelta::zero() };
            // A new login may be that of another user of the platform.
            let user_id = if same_login { known.user_id } else { UserIdRequest::Open };
            let (login_number, generation) = (grant.login_number, grant.generation);
            check.known = LastCheck { login_number, generation, late, user_id, ..LastCheck::default() };
        }
        Ok(Some(grant))
    }

    /// When this keeper refreshes a grant, if no other one has.
    fn own_refresh_at(&self, check: &GrantCheck, grant: &Grant, now: DateTime<Utc>) -> DateTime<Utc> {
        if protocol::is_far_ahead(grant.pair.issued_at, now) {
            return now;
        }
        let life = grant.pair.expires_at - grant.pair.issued_at;
        let stagger = self.jitter(&check.key, STAGGER.min(life / 60));
        protocol::due_at(grant, check.key.as_str()) + stagger - check.known.late
    }

    /// Refreshes a grant if it is this keeper's turn. Returns the grant afterwards, and whether this keeper has changed it.
    async fn refresh_due(&self, check: &mut GrantCheck, grant: Grant) -> Result<Option<(Grant, bool)>, CheckError> {
        let (inner, now) = (self.inner(), self.now());
        let paused = protocol::paused_until(&grant, now).is_some();
        if !is_renewable(&grant) || now < self.own_refresh_at(check, &grant, now) || paused {
            return Ok(Some((grant, false)));
        }
        // If the clock was set back, the token may not be due by its own times.
        let fine = protocol::decide(&grant, check.key.as_str(), now) == TokenDecision::UseToken;
        let refused = fine.then_some(grant.generation);
        let (mut failure, mut mine) = (None, false);
        match inner.sessions.join(inner, &check.key, refused).await {
            Ok(access) => (check.refreshed, mine) = (access.fresh, access.fresh),
            Err(Error::Store(error)) => return Err(error.into()),
            Err(Error::OAuth(OAuthError::ReauthRequired { .. })) => mine = true,
            Err(error) => failure = Some(error),
        }
        let Some(grant) = self.read(check).await? else { return Ok(None) };
        match failure {
            Some(error @ Error::Config { .. }) => {
                // The check ends here, and the grant may end before the app's credentials are accepted again.
                self.warn(check, &grant).await?;
                return Err(CheckError::App(error));
            }
            Some(error) if grant.failures >= FAILURES && !check.known.failing_reported => {
                check.known.failing_reported = true;
                check.reports.push(KeeperReport::Failing {
                    grant: check.key.clone(),
                    user: grant.user.clone(),
                    failures: grant.failures,
                    reason: error.to_string(),
                    access_expires_at: grant.pair.expires_at,
                });
            }
            _ => {}
        }
        Ok(Some((grant, mine)))
    }

    /// Renews the unsettled subscriptions if it is this keeper's turn. Returns whether it did.
    async fn renew_due(
        &self,
        check: &mut GrantCheck,
        grant: &Grant,
        mine: bool,
        summary: &mut Summary,
    ) -> Result<bool, CheckError> {
        let inner = self.inner();
        if summary.unsettled == 0 {
            return Ok(false);
        }
        let others = grant.pair_sent_at + TAKEOVER + self.jitter(&check.key, TAKEOVER_SPREAD);
        let turn = if mine || check.known.rounds > 0 { check.known.renew_at } else { Some(others) };
        let now = self.now();
        let turn = turn.filter(|turn| is_ahead(*turn, now, LONGEST_RENEW_PAUSE));
        if let Some(turn) = turn.max(self.limited_until(now)) {
            check.again_at(turn);
        } else {
            let round = match renewal::renew_all(inner, &check.key).await {
                Ok(round) => round,
                Err(Error::Store(error)) => return Err(error.into()),
                Err(error @ Error::Config { .. }) => return Err(CheckError::App(error)),
                Err(error) => {
                    tracing::warn!(code = error.code(), "event subscriptions could not be renewed");
                    Default::default()
                }
            };
            *summary = subscription_rows::summarize(inner, &check.key, grant).await?;
            let pause = RENEW_PAUSE * 2_i32.pow(check.known.rounds.clamp(0, 4) as u32);
            let turn = self.now() + pause.min(LONGEST_RENEW_PAUSE);
            check.known.rounds += 1;
            check.known.renew_at = Some(turn);
            if let Some(wait) = round.limited {
                let wait = TimeDelta::from_std(wait).unwrap_or(RECHECK);
                let limit = Some((self.now() + wait, wait));
                *lock(&self.limit) = limit;
            }
            if round.refused {
                // The token has ended early: the clock is behind, or the access was revoked.
                let fresh = inner.sessions.access_after_401(inner, &check.key, grant.generation).await;
                tracing::debug!(renewed = fresh.is_ok(), "the platform refused an access token before its expiry");
                check.again_at(self.now());
            }
            if summary.unsettled > 0 {
                check.again_at(turn);
            }
            self.report_unsettled(check, grant, summary);
            return Ok(true);
        }
        self.report_unsettled(check, grant, summary);
        Ok(false)
    }

    /// Until when a quota is used up.
    fn limited_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let limit = *lock(&self.limit);
        limit.filter(|(until, wait)| is_ahead(*until, now, *wait)).map(|(until, _)| until)
    }
}

impl From<StoreError> for CheckError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn is_renewable(grant: &Grant) -> bool {
    grant.state == GrantState::Active && grant.pair.refresh.is_some()
}

/// Whether the user has to log in again.
pub(super) fn has_ended(grant: &Grant, now: DateTime<Utc>) -> bool {
    !is_renewable(grant) && (grant.state == GrantState::NeedsReauth || !grant.is_valid_unrefreshed(now))
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
