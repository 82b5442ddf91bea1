//! One look at one grant: what is due is done, what is news is told, and the next look is planned.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use super::KeeperReport;
use crate::call::Inner;
use crate::client::OpenPlatform;
use crate::error::{Error, OAuthError, StoreError};
use crate::id::GrantKey;
use crate::scope::{self, Scope};
use crate::session::grant::{Grant, GrantState, REFRESH_TOKEN_LIFE, Told};
use crate::session::protocol::{self, Decision};
use crate::session::refresh;
use crate::session::subscriptions::{self, Standing, What};
use crate::stores::Kind;

/// Over how long the keepers of a store spread their looks at a grant that is due: the first refreshes it, and the others
/// find that done.
const STAGGER: TimeDelta = TimeDelta::seconds(30);
/// For how long the subscriptions of a new token are left to the process that refreshed it, and over how long the others
/// spread who takes over after that.
const TAKEOVER: TimeDelta = TimeDelta::seconds(20);
const TAKEOVER_SPREAD: TimeDelta = TimeDelta::seconds(10);
/// For how long news is left to the process that made it, and the spread of the others.
const NEWS: TimeDelta = TimeDelta::seconds(60);
const NEWS_SPREAD: TimeDelta = TimeDelta::seconds(60);
/// How long after a refresh a subscription that is not renewed is reported.
const ALARM: TimeDelta = TimeDelta::seconds(60);
/// How often the subscriptions of a grant are looked at where nothing else calls for it.
const RECHECK: TimeDelta = TimeDelta::minutes(10);
/// When a grant is looked at again whose records cannot be read.
const UNREADABLE_PAUSE: TimeDelta = TimeDelta::seconds(30);
/// How many failures of a refresh in a row are reported.
const FAILURES: i64 = 3;
/// How often a keeper asks the platform who a user is: all users of an app share a quota of the minute.
const ASK_PAUSE: TimeDelta = TimeDelta::seconds(5);
/// The pauses between rounds over subscriptions that cannot be made.
const RENEW_PAUSE: TimeDelta = TimeDelta::seconds(5);
const LONGEST_RENEW_PAUSE: TimeDelta = TimeDelta::seconds(60);

/// What a keeper remembers about a grant between two looks.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) generation: i64,
    /// How far the clock had been turned back when this generation was first seen, and how far since then.
    pub(super) behind: TimeDelta,
    pub(super) late: TimeDelta,
    /// How many rounds over the subscriptions have left some undone, and when the next may come.
    rounds: i32,
    renew_at: Option<DateTime<Utc>>,
    told_failing: bool,
    told_late: bool,
    /// When the platform is, or was, asked who the user is.
    ask_at: Option<DateTime<Utc>>,
    asked_who: bool,
}

/// Why nothing could be done, for this grant or any other.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    Store(StoreError),
    /// The platform refuses the app's credentials, or there are none.
    App(Error),
}

/// What came of one look.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) key: GrantKey,
    /// Of the record as it was read. `None`: it was not.
    pub(super) version: Option<i64>,
    pub(super) known: Known,
    pub(super) next: Option<DateTime<Utc>>,
    pub(super) reports: Vec<KeeperReport>,
    pub(super) trouble: Option<Trouble>,
    /// A request of this visit has brought new tokens.
    pub(super) refreshed: bool,
    /// There is no such grant any more.
    pub(super) gone: bool,
    /// Its task was dropped with its runtime.
    pub(super) lost: bool,
}

impl Visit {
    fn new(key: GrantKey, known: Known) -> Self {
        let (version, next, reports, trouble) = (None, None, Vec::new(), None);
        Self { key, version, known, next, reports, trouble, refreshed: false, gone: false, lost: false }
    }

    /// Plans the next look, unless a sooner one is planned.
    fn again_at(&mut self, at: DateTime<Utc>) {
        self.next = Some(self.next.map_or(at, |next| next.min(at)));
    }
}

/// Sends what came of a visit, also when its task is dropped half way.
struct Turn {
    visit: Option<Visit>,
    key: GrantKey,
    known: Known,
    at: DateTime<Utc>,
    sender: mpsc::UnboundedSender<Visit>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let visit = self.visit.take().unwrap_or_else(|| {
            let mut visit = Visit::new(self.key.clone(), std::mem::take(&mut self.known));
            (visit.lost, visit.next) = (true, Some(self.at));
            visit
        });
        // The keeper may be gone.
        let _ = self.sender.send(visit);
    }
}

/// What all visits of a keeper share.
pub(super) struct Visits {
    platform: OpenPlatform,
    sender: mpsc::UnboundedSender<Visit>,
    /// A grant has lived longer than 30 days after its login: so they are not counted from there.
    lives_on: AtomicBool,
    /// The platform tells this app who its users are.
    tells_who: AtomicBool,
    /// When the next user may be asked about.
    asks_at: Mutex<DateTime<Utc>>,
    /// A quota is spent until then.
    limited_until: Mutex<Option<DateTime<Utc>>>,
}

impl Visits {
    pub(super) fn new(platform: OpenPlatform, sender: mpsc::UnboundedSender<Visit>) -> Self {
        let (lives_on, tells_who) = (AtomicBool::new(false), AtomicBool::new(true));
        let asks_at = Mutex::new(DateTime::<Utc>::MIN_UTC);
        Self { platform, sender, lives_on, tells_who, asks_at, limited_until: Mutex::default() }
    }

    pub(super) fn inner(&self) -> &Arc<Inner> {
        &self.platform.inner
    }

    pub(super) fn now(&self) -> DateTime<Utc> {
        self.inner().sessions.local_now(self.inner())
    }

    pub(super) async fn sleep(&self, span: Duration) {
        self.inner().clock().sleep(span).await;
    }

    pub(super) async fn arrival(&self) {
        self.inner().sessions.arrival().await;
    }

    /// The stored grants, with their versions.
    pub(super) async fn versions(&self) -> Result<Vec<(String, i64)>, StoreError> {
        // Brings the store's time along, which tells all keepers of it the same.
        if let Err(Error::Store(error)) = self.inner().sessions.now(self.inner()).await {
            return Err(error);
        }
        self.inner().store().versions(Kind::Grant, "").await
    }

    /// Whether the records of a grant cannot be read although the store answers.
    async fn is_unreadable(&self, key: &GrantKey) -> bool {
        let read = async {
            if let Some((grant, _)) = refresh::load(self.inner(), key).await? {
                subscriptions::standing(self.inner(), key, &grant).await?;
            }
            Ok::<_, StoreError>(())
        };
        // Asked for what is not there.
        read.await.is_err() && self.inner().store().get(Kind::Grant, "-").await.is_ok()
    }

    /// A part of `most`, different for each keeper and grant.
    pub(super) fn spread(&self, key: &GrantKey, most: TimeDelta) -> TimeDelta {
        let worker = self.inner().sessions.worker().unwrap_or_default();
        let digest = Sha256::digest(format!("{worker}\n{key}"));
        most / 256 * i32::from(digest.first().copied().unwrap_or_default())
    }

    /// Looks at a grant, in a task of its own.
    pub(super) fn begin(visits: &Arc<Self>, key: GrantKey, known: Known) {
        let (own, at, sender) = (Arc::clone(visits), visits.now(), visits.sender.clone());
        visits.inner().background.spawn(async move {
            let mut turn = Turn { visit: None, key: key.clone(), known: known.clone(), at, sender };
            let mut visit = Visit::new(key, known);
            if let Err(trouble) = own.look(&mut visit).await {
                visit.version = None;
                match trouble {
                    // What is wrong with one grant must not hold up the others.
                    Trouble::Store(error) if own.is_unreadable(&visit.key).await => {
                        let grant = own.inner().sessions.shown(own.inner(), &visit.key).await;
                        tracing::error!(grant, %error, "a grant cannot be read");
                        visit.next = Some(own.now() + UNREADABLE_PAUSE);
                    }
                    trouble => {
                        visit.trouble = Some(trouble);
                        visit.again_at(own.now());
                    }
                }
            }
            turn.visit = Some(visit);
        });
    }

    /// Does what is due for a grant.
    async fn look(&self, visit: &mut Visit) -> Result<(), Trouble> {
        let Some(grant) = self.read(visit).await? else { return Ok(()) };
        if grant.client_id != self.inner().config.client_id().map_err(Trouble::App)? {
            // Another app shares the store. It is looked at again when it changes.
            return Ok(());
        }
        if self.inner().sessions.held(&visit.key).is_some() {
            // Its new tokens are on their way into the store.
            visit.again_at(self.now() + TimeDelta::seconds(1));
            return Ok(());
        }
        let (grant, mine) = match self.refresh_due(visit, grant).await? {
            Some(outcome) => outcome,
            None => return Ok(()),
        };
        let mut standing = subscriptions::standing(self.inner(), &visit.key, &grant).await?;
        if has_ended(&grant, self.now()) {
            self.tell_end(visit, &grant, mine, &standing);
            return Ok(());
        }
        let acted = self.renew_due(visit, &grant, mine, &mut standing).await?;
        if visit.refreshed {
            visit.reports.push(KeeperReport::Refreshed {
                grant: visit.key.clone(),
                user: grant.user.clone(),
                generation: grant.generation,
                access_expires_at: grant.pair.expires_at,
                subscriptions: count(standing.bound),
            });
        }
        self.tell_news(visit, &grant, mine || acted, standing).await?;
        self.warn(visit, &grant);
        self.ask_who(visit, &grant).await;
        if is_renewable(&grant) {
            let due = self.turn_at(visit, &grant);
            visit.again_at(grant.retry_at.map_or(due, |retry| due.max(retry)));
        } else {
            visit.again_at(grant.pair.expires_at);
        }
        let now = self.now();
        visit.again_at(now + RECHECK + self.spread(&visit.key, RECHECK / 10));
        // Never at once: what could be done now was done.
        visit.next = visit.next.map(|next| next.max(now + TimeDelta::seconds(1)));
        Ok(())
    }

    async fn read(&self, visit: &mut Visit) -> Result<Option<Grant>, Trouble> {
        let Some((grant, version)) = refresh::load(self.inner(), &visit.key).await? else {
            visit.gone = true;
            return Ok(None);
        };
        visit.version = Some(version);
        if visit.known.generation != grant.generation {
            let late = if visit.known.generation == 0 { visit.known.late } else { TimeDelta::zero() };
            let Known { ask_at, asked_who, .. } = visit.known;
            visit.known = Known { generation: grant.generation, late, ask_at, asked_who, ..Known::default() };
        }
        Ok(Some(grant))
    }

    /// When this keeper refreshes a grant, if no other has.
    fn turn_at(&self, visit: &Visit, grant: &Grant) -> DateTime<Utc> {
        let life = grant.pair.expires_at - grant.pair.issued_at;
        let stagger = self.spread(&visit.key, STAGGER.min(life / 60));
        protocol::due_at(grant, visit.key.as_str()) + stagger - visit.known.late
    }

    /// Refreshes a grant if it is this keeper's turn. Returns the grant as it is then, and whether that is this keeper's
    /// doing.
    async fn refresh_due(&self, visit: &mut Visit, grant: Grant) -> Result<Option<(Grant, bool)>, Trouble> {
        let (inner, now) = (self.inner(), self.now());
        let paused = grant.retry_at.is_some_and(|retry| retry > now);
        if !is_renewable(&grant) || now < self.turn_at(visit, &grant) || paused {
            return Ok(Some((grant, false)));
        }
        // By the clock it may not be due, where that was turned back.
        let fine = protocol::decide(&grant, visit.key.as_str(), now) == Decision::UseToken;
        let refused = fine.then_some(grant.generation);
        let (mut failure, mut mine) = (None, false);
        match inner.sessions.join(inner, &visit.key, refused).await {
            Ok(access) => (visit.refreshed, mine) = (access.fresh, access.fresh),
            Err(Error::Store(error)) => return Err(error.into()),
            Err(error @ Error::Config { .. }) => return Err(Trouble::App(error)),
            Err(Error::OAuth(OAuthError::ReauthRequired { .. })) => mine = true,
            Err(error) => failure = Some(error),
        }
        let Some(grant) = self.read(visit).await? else { return Ok(None) };
        if let Some(error) = failure
            && grant.failures >= FAILURES
            && !visit.known.told_failing
        {
            visit.known.told_failing = true;
            visit.reports.push(KeeperReport::Failing {
                grant: visit.key.clone(),
                user: grant.user.clone(),
                failures: grant.failures,
                reason: error.to_string(),
                access_expires_at: grant.pair.expires_at,
            });
        }
        Ok(Some((grant, mine)))
    }

    /// Makes the subscriptions that the present token has not, if that is this keeper's to do. Returns whether it did.
    async fn renew_due(
        &self,
        visit: &mut Visit,
        grant: &Grant,
        mine: bool,
        standing: &mut Standing,
    ) -> Result<bool, Trouble> {
        let inner = self.inner();
        if standing.unsettled == 0 {
            return Ok(false);
        }
        let others = grant.pair_sent_at + TAKEOVER + self.spread(&visit.key, TAKEOVER_SPREAD);
        let turn = if mine || visit.known.rounds > 0 { visit.known.renew_at } else { Some(others) };
        let turn = turn.max(*self.limited_until.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(turn) = turn.filter(|turn| *turn > self.now()) {
            visit.again_at(turn);
        } else {
            let round = match subscriptions::renew_all(inner, &visit.key).await {
                Ok(round) => round,
                Err(Error::Store(error)) => return Err(error.into()),
                Err(error @ Error::Config { .. }) => return Err(Trouble::App(error)),
                Err(error) => {
                    tracing::warn!(code = error.code(), "event subscriptions could not be renewed");
                    Default::default()
                }
            };
            *standing = subscriptions::standing(inner, &visit.key, grant).await?;
            let pause = RENEW_PAUSE * 2_i32.pow(visit.known.rounds.clamp(0, 4) as u32);
            let turn = self.now() + pause.min(LONGEST_RENEW_PAUSE);
            visit.known.rounds += 1;
            visit.known.renew_at = Some(turn);
            if let Some(wait) = round.limited {
                let until = self.now() + TimeDelta::from_std(wait).unwrap_or(RECHECK);
                *self.limited_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
            }
            if round.refused {
                // The token has ended before its time: the clock is behind, or access was taken away.
                let fresh = inner.sessions.access_after_401(inner, &visit.key, grant.generation).await;
                tracing::debug!(renewed = fresh.is_ok(), "the platform refused a token that should live");
                visit.again_at(self.now());
            }
            if standing.unsettled > 0 {
                visit.again_at(turn);
            }
            self.alarm(visit, grant, standing);
            return Ok(true);
        }
        self.alarm(visit, grant, standing);
        Ok(false)
    }

    /// Reports subscriptions that wait for too long.
    fn alarm(&self, visit: &mut Visit, grant: &Grant, standing: &Standing) {
        if standing.unsettled == 0 || visit.known.told_late {
            return;
        }
        let alarm = grant.pair_sent_at + ALARM;
        if self.now() < alarm {
            visit.again_at(alarm);
            return;
        }
        visit.known.told_late = true;
        visit.reports.push(KeeperReport::Late {
            grant: visit.key.clone(),
            user: grant.user.clone(),
            since: grant.pair_sent_at,
            subscriptions: count(standing.unsettled),
        });
    }

    /// When news of `noted_at` is this keeper's to tell.
    fn tells_at(&self, visit: &Visit, noted_at: DateTime<Utc>, mine: bool) -> DateTime<Utc> {
        if mine { noted_at } else { noted_at + NEWS + self.spread(&visit.key, NEWS_SPREAD) }
    }

    /// Reports gaps and blocked subscriptions that nobody has told the app yet. Who takes it on and dies leaves it to the
    /// others.
    async fn tell_news(
        &self,
        visit: &mut Visit,
        grant: &Grant,
        mine: bool,
        standing: Standing,
    ) -> Result<(), StoreError> {
        for news in standing.news {
            let at = self.tells_at(visit, news.taken_at.unwrap_or(news.noted_at), mine && news.taken_at.is_none());
            if self.now() < at {
                visit.again_at(at);
                continue;
            }
            if !subscriptions::take_news(self.inner(), &visit.key, &news, self.now()).await? {
                visit.again_at(self.now() + NEWS);
                continue;
            }
            for what in news.what {
                let (key, user) = (visit.key.clone(), grant.user.clone());
                let (event_type, event_resource_id) = (news.event_type.clone(), news.event_resource_id.clone());
                visit.reports.push(match what {
                    What::Gap(gap) => KeeperReport::Gap { grant: key, user, event_type, event_resource_id, gap },
                    What::Blocked { status, reason } => {
                        KeeperReport::Blocked { grant: key, user, event_type, event_resource_id, status, reason }
                    }
                });
            }
        }
        Ok(())
    }

    /// Reports the end of a grant.
    fn tell_end(&self, visit: &mut Visit, grant: &Grant, mine: bool, standing: &Standing) {
        // A login that asked for no refresh token is meant to end. It is news if events were wanted of it.
        let meant = grant.state == GrantState::Active && standing.wanted == 0;
        if grant.told == Told::End || meant {
            return;
        }
        let at = self.tells_at(visit, grant.ended_at.unwrap_or(grant.pair.expires_at), mine);
        if self.now() < at {
            visit.again_at(at);
            return;
        }
        let reason = match crate::session::sessions::reauth(grant) {
            Error::OAuth(OAuthError::ReauthRequired { reason }) => reason,
            other => other.to_string(),
        };
        visit.reports.push(KeeperReport::ReauthRequired { grant: visit.key.clone(), user: grant.user.clone(), reason });
        // Should the app not take note of it.
        visit.again_at(self.now() + RECHECK);
    }

    /// Reports that a grant ends soon.
    fn warn(&self, visit: &mut Visit, grant: &Grant) {
        let Some(issued) = grant.refresh_issued_at else { return };
        if issued - grant.consent_at > REFRESH_TOKEN_LIFE {
            self.lives_on.store(true, Ordering::Relaxed);
        }
        let (now, rolling, absolute) = (self.now(), issued + REFRESH_TOKEN_LIFE, grant.consent_at + REFRESH_TOKEN_LIFE);
        let certain = rolling - now <= TimeDelta::days(7) || self.lives_on.load(Ordering::Relaxed);
        let ends_at = if certain { rolling } else { absolute };
        for (level, left) in [(Told::Day, TimeDelta::days(1)), (Told::Week, TimeDelta::days(7))] {
            let at = ends_at - left + self.spread(&visit.key, TimeDelta::minutes(10));
            if grant.told >= level {
                return;
            }
            if now < at {
                visit.again_at(at);
                continue;
            }
            let (key, user) = (visit.key.clone(), grant.user.clone());
            return visit.reports.push(KeeperReport::ReauthSoon { grant: key, user, ends_at, certain });
        }
    }

    /// Learns who the user is on the platform, so that the event of a revocation finds the grant. Best effort, and without
    /// haste: a keeper that begins with ten thousand grants must not spend the quota of the app's own calls.
    async fn ask_who(&self, visit: &mut Visit, grant: &Grant) {
        let may = grant.scope.split_ascii_whitespace().any(|word| Scope::raw(word).kind() == Some(&scope::USER_ID));
        if !may || grant.user_id.is_some() || visit.known.asked_who || !self.tells_who.load(Ordering::Relaxed) {
            return;
        }
        let now = self.now();
        let at = *visit.known.ask_at.get_or_insert_with(|| {
            let mut next = self.asks_at.lock().unwrap_or_else(PoisonError::into_inner);
            let at = now.max(*next);
            *next = at + ASK_PAUSE;
            at
        });
        if now < at {
            visit.again_at(at);
            return;
        }
        visit.known.asked_who = true;
        if let Err(Error::Api(error)) = self.platform.user(&visit.key).users().me().await
            && error.kind == crate::error::ApiErrorKind::MissingScope
        {
            // The API key lacks the permission: it does for every user.
            self.tells_who.store(false, Ordering::Relaxed);
        }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn is_renewable(grant: &Grant) -> bool {
    grant.state == GrantState::Active && grant.pair.refresh.is_some()
}

/// Whether only a new login helps.
pub(super) fn has_ended(grant: &Grant, now: DateTime<Utc>) -> bool {
    !is_renewable(grant) && (grant.state == GrantState::NeedsReauth || now >= grant.pair.expires_at)
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
