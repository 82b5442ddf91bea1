//! The event subscriptions an app wants, kept as rows in the store and bound to each new access token.
//!
//! A subscription ends with the token it was made with (docs/platform.md#subscriptions), so every refresh makes every
//! row due: a row is bound to a *generation* of its grant, and a newer generation is all it takes, so nothing can be
//! forgotten. The row is written after the platform said yes; a crash in between repeats the request, which does no
//! harm.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::Inner;
use super::grant::{Grant, GrantState};
use crate::call::{Bearer, Call, Payload};
use crate::client::{OpenPlatform, User};
use crate::config::CallOptions;
use crate::endpoint;
use crate::error::{ApiErrorKind, Error, Quota, Result, StoreError};
use crate::id::GrantKey;
use crate::model::event::{Subscription, SubscriptionType};
use crate::scope::{Object, Scope, ScopeKind};
use crate::stores::{Kind, Stored, check_owner, is_beyond, names, partial_read, version_of};

/// How often a failing renewal is repeated before the next refresh or call of the app gives it another chance.
const TRIES: u32 = 5;
/// How many subscriptions of a grant are made at once.
const LANES: usize = 8;
/// Within this time after a refresh, a renewal leaves no gap. Later it may: the documents say that the old token lives
/// on for two minutes, and not that its subscriptions do.
const PROMPT: TimeDelta = TimeDelta::seconds(10);
/// How long a spent quota is left alone where the platform does not say: that of the minute, and that of the day.
const A_MINUTE: Duration = Duration::from_secs(60);
const A_LONG_WAIT: Duration = Duration::from_secs(15 * 60);
/// How many gaps wait to be told. What is older than those grows together.
const MOST_GAPS: usize = 16;

/// How a wanted subscription stands.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SubscriptionStatus {
    /// Not accepted by the platform yet, or not since the last refresh.
    Pending,
    /// Accepted, for as long as the access token lives.
    Active,
    /// The user has not granted the scope of this event type. Tried again after the next login or refresh.
    BlockedScope,
    /// The API key lacks the permission `EVENTS_REGISTER_SUBSCRIPTION`. Tried again after the next refresh.
    BlockedKey,
    /// The grant has ended. A new login with the same key takes the subscription up again.
    GrantLost,
    /// The token it was made with has ended, and it is not renewed yet: events may be missing.
    Lapsed,
}

/// A time in which events may be missing: fill it by reading.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// When the old token ended.
    pub from: DateTime<Utc>,
    /// When the platform accepted the subscription again.
    pub to: DateTime<Utc>,
}

/// A wanted subscription, and how it stands.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SubscriptionInfo {
    /// What is wanted.
    pub subscription: Subscription,
    /// How it stands.
    pub status: SubscriptionStatus,
    /// The generation of the grant it was last accepted with.
    pub bound_generation: Option<i64>,
    /// When it was last accepted.
    pub bound_at: Option<DateTime<Utc>>,
    /// Until when it lasts without a renewal.
    pub valid_until: Option<DateTime<Utc>>,
    /// Why the last attempt failed, if it did.
    pub last_error: Option<String>,
    /// The last time in which events may have been missed.
    pub gap: Option<Gap>,
}

/// A row as it is stored.
#[derive(Serialize, Deserialize)]
struct Row {
    schema: i64,
    subscription: Subscription,
    status: SubscriptionStatus,
    bound_generation: Option<i64>,
    bound_at: Option<DateTime<Utc>>,
    valid_until: Option<DateTime<Utc>>,
    /// The generation whose outcome is final, good or bad.
    settled_generation: i64,
    attempts: i64,
    last_error: Option<String>,
    gap: Option<Gap>,
    /// Gaps that no keeper has told the app yet.
    #[serde(default)]
    unreported_gaps: Vec<Gap>,
    /// It was blocked, and no keeper has told the app yet.
    #[serde(default)]
    unreported_block: bool,
    /// When the last attempt was noted.
    #[serde(default)]
    noted_at: Option<DateTime<Utc>>,
    /// When a keeper last took it on to tell the app what is untold.
    #[serde(default)]
    taken_at: Option<DateTime<Utc>>,
}

impl Stored for Row {
    const NAME: &'static str = "subscription";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn odd(&self) -> Vec<&'static str> {
        let beyond = |instant: Option<DateTime<Utc>>| instant.is_some_and(is_beyond);
        let gap = |gap: &Gap| is_beyond(gap.from) || is_beyond(gap.to);
        names([
            ("bound_generation", self.bound_generation.is_some_and(|generation| generation < 1)),
            ("bound_at", beyond(self.bound_at)),
            ("valid_until", beyond(self.valid_until)),
            ("settled_generation", self.settled_generation < 0),
            ("attempts", self.attempts < 0),
            ("gap", self.gap.as_ref().is_some_and(gap)),
            ("unreported_gaps", self.unreported_gaps.iter().any(gap)),
            ("noted_at", beyond(self.noted_at)),
            ("taken_at", beyond(self.taken_at)),
        ])
    }
}

impl Row {
    fn new(subscription: Subscription) -> Self {
        Self {
            schema: Self::SCHEMA,
            subscription,
            status: SubscriptionStatus::Pending,
            bound_generation: None,
            bound_at: None,
            valid_until: None,
            settled_generation: 0,
            attempts: 0,
            last_error: None,
            gap: None,
            unreported_gaps: Vec::new(),
            unreported_block: false,
            noted_at: None,
            taken_at: None,
        }
    }

    /// Reads what is stored under `name`.
    fn read(name: &str, bytes: &[u8]) -> Result<Self, StoreError> {
        let row = Self::decode(bytes)?;
        let Subscription { event_type, event_resource_id, .. } = &row.subscription;
        check_owner::<Self>(name.ends_with(&row_place(event_type, event_resource_id.as_deref())))?;
        Ok(row)
    }

    fn encode(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|e| StoreError::new("write subscription", crate::json::describe(&e)))
    }

    /// Notes the outcome of an attempt with the token of `grant`.
    fn note(&mut self, outcome: &SubscribeOutcome, grant: &Grant, now: DateTime<Utc>) {
        self.attempts += 1;
        self.noted_at = Some(now);
        self.taken_at = None;
        match outcome {
            SubscribeOutcome::Bound => {
                if let Some(gap) = self.gap_until(now, grant) {
                    let event_type = self.subscription.event_type.as_str();
                    let seconds = (gap.to - gap.from).to_std().unwrap_or_default().as_secs_f64();
                    tracing::warn!(histogram.sub_lapse_seconds = seconds, event_type, "events may be missing");
                    self.gap = Some(gap);
                    self.unreported_gaps.push(gap);
                    if self.unreported_gaps.len() > MOST_GAPS {
                        let first = self.unreported_gaps.remove(0);
                        self.unreported_gaps[0].from = first.from;
                    }
                }
                self.unreported_block = false;
                self.status = SubscriptionStatus::Active;
                self.bound_generation = Some(grant.generation);
                self.bound_at = Some(now);
                self.valid_until = Some(grant.pair.expires_at);
                self.settled_generation = grant.generation;
                self.attempts = 0;
                self.last_error = None;
            }
            SubscribeOutcome::Blocked { status, error } => {
                let known = self.bound_generation.unwrap_or(0) < self.settled_generation && self.status == *status;
                self.unreported_block |= !known;
                self.status = *status;
                self.settled_generation = grant.generation;
                self.last_error = Some(error.to_string());
            }
            SubscribeOutcome::Later { reason, .. } => {
                self.status = SubscriptionStatus::Pending;
                self.last_error = Some(reason.clone());
            }
        }
    }

    fn is_blocked(&self) -> bool {
        matches!(self.status, SubscriptionStatus::BlockedScope | SubscriptionStatus::BlockedKey)
    }

    /// The time in which events may have been missed, if the subscription begins anew at `now` with the token of
    /// `grant`.
    fn gap_until(&self, now: DateTime<Utc>, grant: &Grant) -> Option<Gap> {
        let (bound, ends) = (self.bound_generation?, self.valid_until?);
        let from = match grant.generation - bound {
            0 => ends,
            1 => ends.min(grant.pair_sent_at),
            // When the first of several new tokens took the place of the one it was made with is not known any more.
            _ => ends.min(self.bound_at?),
        };
        (ends < now || now - from > PROMPT).then_some(Gap { from, to: now })
    }

    fn info(self, now: DateTime<Utc>) -> SubscriptionInfo {
        let lapsed = matches!(self.status, SubscriptionStatus::Active | SubscriptionStatus::Pending)
            && self.valid_until.is_some_and(|until| until < now);
        SubscriptionInfo {
            status: if lapsed { SubscriptionStatus::Lapsed } else { self.status },
            subscription: self.subscription,
            bound_generation: self.bound_generation,
            bound_at: self.bound_at,
            valid_until: self.valid_until,
            last_error: self.last_error,
            gap: self.gap,
        }
    }
}

/// What came of one attempt.
enum SubscribeOutcome {
    Bound,
    /// Refused: final for this generation.
    Blocked {
        status: SubscriptionStatus,
        error: Error,
    },
    /// May be better soon.
    Later {
        reason: String,
        /// What the next row can expect.
        outlook: Outlook,
    },
}

/// How a row stands after an attempt.
enum Attempt {
    /// It has an outcome for this generation.
    Settled,
    /// Its outcome is a refusal.
    Refused(Error),
    /// It needs another attempt.
    Again(Outlook),
}

/// What a failed attempt says about those that would follow it.
enum Outlook {
    /// Nothing.
    Open,
    /// They fail, too: there is no connection.
    Bad,
    /// They fail, too: the token is refused.
    Refused,
    /// They fail until then: a quota is spent.
    Limited { wait: Duration },
}

/// What came of one round over the rows of a grant.
#[derive(Default)]
pub(super) struct Round {
    /// Rows that need another round.
    pub(super) unsettled: usize,
    /// Rows that were settled in this one.
    pub(super) renewed: usize,
    /// A quota is spent for so long.
    pub(super) limited: Option<Duration>,
    /// The platform refuses the token.
    pub(super) refused: bool,
}

impl User {
    /// The event subscriptions that are kept alive for this user. Needs a stored grant.
    pub fn subscriptions(&self) -> Subscriptions {
        Subscriptions { platform: self.platform.clone(), key: self.grant().cloned() }
    }
}

/// The event subscriptions of one grant, kept alive across refreshes and logins. From [`User::subscriptions`].
///
/// ```no_run
/// use open_platform::model::event::Subscription;
/// use serde_json::json;
///
/// # async fn run(user: open_platform::client::User) -> open_platform::Result<()> {
/// user.subscriptions().ensure(Subscription::new_messages().metadata(json!({"customer": 42}))).await?;
/// for wanted in user.subscriptions().list().await? {
///     println!("{}: {:?}, events may be missing in {:?}", wanted.subscription.event_type, wanted.status, wanted.gap);
/// }
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Subscriptions {
    platform: OpenPlatform,
    key: Option<GrantKey>,
}

impl fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscriptions").field("grant", &self.key).finish_non_exhaustive()
    }
}

impl Subscriptions {
    pub(super) fn new(platform: OpenPlatform, key: GrantKey) -> Self {
        Self { platform, key: Some(key) }
    }

    async fn key(&self) -> Result<Cow<'_, GrantKey>> {
        let reason = "only a stored grant can keep subscriptions alive: a bare access token can only subscribe once, by the call of the events";
        let key = self.key.as_ref().ok_or_else(|| Error::invalid("user", reason))?;
        key.check()?;
        Ok(self.platform.inner.sessions.name(&self.platform.inner, key).await?)
    }

    /// Wants a subscription from now on, and makes it at once. Wanting it again changes its metadata.
    ///
    /// An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for
    /// "all posts of the user".
    ///
    /// That the platform cannot be reached, or has too much to do, is no error: the returned status says so, and it is
    /// tried again. A refusal is an error. What a login or the console can mend, a missing scope or permission, stays
    /// wanted all the same and is tried again after the next refresh; anything else that was never accepted is not
    /// wanted any more.
    ///
    /// # Errors
    /// [`Error::InvalidInput`], [`Error::Store`],
    /// [`OAuthError::ReauthRequired`](crate::error::OAuthError::ReauthRequired) if the grant has ended.
    pub async fn ensure(&self, subscription: Subscription) -> Result<SubscriptionInfo> {
        self.platform.within("subscriptions.ensure", self.make(subscription)).await
    }

    async fn make(&self, subscription: Subscription) -> Result<SubscriptionInfo> {
        let (inner, key) = (&self.platform.inner, &*self.key().await?);
        subscription.check()?;
        let name = row_key(key, &subscription.event_type, subscription.event_resource_id.as_deref());
        inner.sessions.read(inner, key).await?;
        want(inner, &name, subscription).await?;
        match inner.sessions.access(inner, key).await {
            Ok(_) => {
                let _turn = inner.sessions.renewal(key).await;
                let grant = inner.sessions.read(inner, key).await?;
                if let Attempt::Refused(error) = renew(inner, &grant, &name).await? {
                    return Err(error);
                }
            }
            Err(error @ (Error::OAuth(crate::error::OAuthError::ReauthRequired { .. }) | Error::Store(_))) => {
                return Err(error);
            }
            // The refresh that brings the token renews the row, too.
            Err(_) => {}
        }
        match load(inner, &name).await? {
            Some((row, _)) => Ok(row.info(inner.sessions.local_now(inner))),
            None => Err(Error::invalid("subscription", "was removed while it was being made")),
        }
    }

    /// No longer wants a subscription. Returns whether it was wanted.
    ///
    /// The platform documents no way to end one: it ends with its token, and is then not renewed.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn remove(&self, event_type: SubscriptionType, event_resource_id: Option<String>) -> Result<bool> {
        let name = row_key(&*self.key().await?, &event_type, event_resource_id.as_deref());
        let deletion = async { Ok(delete(&self.platform.inner, &name).await?) };
        self.platform.within("subscriptions.remove", deletion).await
    }

    /// The wanted subscriptions, and how they stand. One whose record cannot be read is left out.
    ///
    /// # Errors
    /// [`Error::Store`], also if there are some and none of them can be read.
    pub async fn list(&self) -> Result<Vec<SubscriptionInfo>> {
        let (inner, key) = (&self.platform.inner, &*self.key().await?);
        let now = inner.sessions.local_now(inner);
        let rows = self.platform.within("subscriptions.list", async { Ok(rows(inner, key).await?) }).await?;
        Ok(rows.into_iter().map(|(_, _, row)| row.info(now)).collect())
    }

    /// Renews what is due. There is no need to call this: it happens after every refresh.
    ///
    /// # Errors
    /// As [`ensure`](Self::ensure), and those of a token refresh.
    pub async fn renew(&self) -> Result<Vec<SubscriptionInfo>> {
        let (inner, key) = (&self.platform.inner, &*self.key().await?);
        let renewal = async {
            inner.sessions.access(inner, key).await?;
            renew_due(inner, key).await;
            Ok(())
        };
        self.platform.within("subscriptions.renew", renewal).await?;
        self.list().await
    }
}

/// Renews every row that is not bound to the present generation, again after a pause while that may help.
pub(super) async fn renew_due(inner: &Arc<Inner>, key: &GrantKey) {
    for attempt in 0..TRIES {
        let mut pause = Duration::from_secs(1 << attempt);
        match renew_all(inner, key).await {
            Ok(round) if round.unsettled == 0 => return,
            Ok(round) => {
                tracing::warn!(waiting = round.unsettled, "event subscriptions could not be renewed: trying again");
                pause = pause.max(round.limited.unwrap_or_default());
            }
            Err(error) => tracing::warn!(code = error.code(), "event subscriptions could not be renewed"),
        }
        if attempt + 1 < TRIES {
            inner.clock().sleep(pause).await;
        }
    }
}

/// One round over all rows, several at a time.
pub(super) async fn renew_all(inner: &Arc<Inner>, key: &GrantKey) -> Result<Round> {
    let _turn = inner.sessions.renewal(key).await;
    let rows = rows(inner, key).await?;
    if rows.is_empty() {
        return Ok(Round::default());
    }
    let grant = inner.sessions.read(inner, key).await?;
    if grant.state == GrantState::NeedsReauth {
        return Ok(Round::default());
    }
    let is_due = |row: &Row| row.settled_generation < grant.generation;
    let due: Vec<_> = rows.into_iter().filter(|(_, _, row)| is_due(row)).map(|(name, _, _)| name).collect();
    let (all, give_up) = (due.len(), Arc::new(AtomicBool::new(false)));
    let mut lanes: Vec<Vec<String>> = Vec::new();
    lanes.resize_with(LANES.min(all), Vec::new);
    for (index, name) in due.into_iter().enumerate() {
        lanes[index % LANES].push(name);
    }
    let lanes: Vec<_> = lanes
        .into_iter()
        .map(|names| {
            let (lane, grant, give_up) = (Arc::clone(inner), Arc::clone(&grant), Arc::clone(&give_up));
            inner.background.spawn(async move { renew_lane(&lane, &grant, names, &give_up).await })
        })
        .collect();
    let mut round = Round { unsettled: all, ..Round::default() };
    for lane in lanes {
        // A lane ends early only with its runtime.
        let Ok(lane) = lane.await else { continue };
        let lane = lane?;
        round.renewed += lane.renewed;
        round.unsettled -= lane.renewed;
        round.limited = round.limited.max(lane.limited);
        round.refused |= lane.refused;
    }
    Ok(round)
}

/// Renews some rows, one after the other, unless there is no point in going on.
async fn renew_lane(inner: &Arc<Inner>, grant: &Grant, names: Vec<String>, give_up: &AtomicBool) -> Result<Round> {
    let mut lane = Round { unsettled: names.len(), ..Round::default() };
    for name in names {
        if give_up.load(Ordering::Relaxed) {
            break;
        }
        match renew(inner, grant, &name).await? {
            Attempt::Settled | Attempt::Refused(_) => {
                lane.renewed += 1;
                lane.unsettled -= 1;
                continue;
            }
            Attempt::Again(Outlook::Open) => continue,
            Attempt::Again(Outlook::Bad) => {}
            Attempt::Again(Outlook::Refused) => lane.refused = true,
            Attempt::Again(Outlook::Limited { wait }) => lane.limited = Some(wait),
        }
        give_up.store(true, Ordering::Relaxed);
    }
    Ok(lane)
}

/// Makes one subscription with the token of `grant`.
async fn renew(inner: &Arc<Inner>, grant: &Grant, name: &str) -> Result<Attempt> {
    let Some((row, _)) = load(inner, name).await? else { return Ok(Attempt::Settled) };
    if row.settled_generation >= grant.generation {
        return Ok(Attempt::Settled);
    }
    let outcome = if allows(grant, &row.subscription) {
        subscribe(inner, grant, &row.subscription).await?
    } else {
        let reason = "the user has not granted the scope of this event type: ask for it in a new login";
        SubscribeOutcome::Blocked {
            status: SubscriptionStatus::BlockedScope,
            error: Error::invalid("subscription.event_type", reason),
        }
    };
    if let SubscribeOutcome::Blocked { .. } | SubscribeOutcome::Later { .. } = outcome {
        tracing::warn!(event_type = row.subscription.event_type.as_str(), "an event subscription could not be made");
    }
    let wanted = row.subscription;
    loop {
        let Some((mut row, version)) = load(inner, name).await? else { return Ok(Attempt::Settled) };
        // Another token, or other metadata, arrived meanwhile: that one counts.
        if row.settled_generation >= grant.generation {
            return Ok(Attempt::Settled);
        }
        if row.subscription != wanted {
            return Ok(Attempt::Again(Outlook::Open));
        }
        // What no login and no permission can mend would be refused after every refresh.
        let hopeless = matches!(&outcome, SubscribeOutcome::Blocked { status: SubscriptionStatus::Pending, .. });
        let noted = if hopeless && row.bound_generation.is_none() {
            inner.store().delete(Kind::Subscription, name, version).await?
        } else {
            row.note(&outcome, grant, inner.sessions.local_now(inner));
            inner.store().put(Kind::Subscription, name, Some(version), &row.encode()?).await?
        };
        if noted {
            return Ok(match outcome {
                SubscribeOutcome::Later { outlook, .. } => Attempt::Again(outlook),
                SubscribeOutcome::Bound => Attempt::Settled,
                SubscribeOutcome::Blocked { error, .. } => Attempt::Refused(error),
            });
        }
    }
}

/// Sends the subscription request.
async fn subscribe(inner: &Arc<Inner>, grant: &Grant, subscription: &Subscription) -> Result<SubscribeOutcome> {
    let body =
        serde_json::to_vec(subscription).map_err(|e| Error::invalid("subscription", crate::json::describe(&e)))?;
    let call = Call {
        endpoint: endpoint::EVENTS_SUBSCRIBE,
        segments: Vec::new(),
        query: Vec::new(),
        payload: Payload::Json(Bytes::from(body)),
        // This very token, because the row says which one it is bound to.
        bearer: Bearer::Token(grant.pair.access.clone()),
    };
    let error = match inner.call(call, &CallOptions::default()).await {
        Ok(_) => return Ok(SubscribeOutcome::Bound),
        Err(error) => error,
    };
    let reason = error.to_string();
    Ok(match &error {
        Error::Api(api) => match api.kind {
            // The scope is there, so what is missing is the key's.
            ApiErrorKind::MissingScope => SubscribeOutcome::Blocked { status: SubscriptionStatus::BlockedKey, error },
            ApiErrorKind::RateLimited => {
                let wait = api.retry_after.unwrap_or(match api.quota {
                    Some(Quota::Day) => A_LONG_WAIT,
                    _ => A_MINUTE,
                });
                SubscribeOutcome::Later { reason, outlook: Outlook::Limited { wait } }
            }
            ApiErrorKind::Unauthorized => SubscribeOutcome::Later { reason, outlook: Outlook::Refused },
            ApiErrorKind::Server => SubscribeOutcome::Later { reason, outlook: Outlook::Open },
            _ => SubscribeOutcome::Blocked { status: SubscriptionStatus::Pending, error },
        },
        Error::InvalidInput { .. } | Error::Config { .. } => {
            SubscribeOutcome::Blocked { status: SubscriptionStatus::Pending, error }
        }
        Error::Transport(_) => SubscribeOutcome::Later { reason, outlook: Outlook::Bad },
        _ => SubscribeOutcome::Later { reason, outlook: Outlook::Open },
    })
}

/// Whether the granted scopes cover the event type (docs/platform.md#subscriptions).
fn allows(grant: &Grant, subscription: &Subscription) -> bool {
    let resource = subscription.event_resource_id.as_deref().unwrap_or_default();
    let covers = |kind: &ScopeKind| {
        grant.scope.split_ascii_whitespace().map(Scope::raw).any(|scope| {
            let same_object =
                kind.object == Object::None || resource.is_empty() || scope.identifier() == Some(resource);
            scope.kind() == Some(kind) && same_object
        })
    };
    subscription.event_type.scopes().iter().all(|any| any.iter().any(|kind| covers(kind)))
}

/// Marks every row of a grant that has ended. Best effort: the grant itself says so, too.
pub(super) async fn mark_lost(inner: &Arc<Inner>, key: &GrantKey) {
    let Ok(rows) = rows(inner, key).await else { return };
    for (name, version, mut row) in rows {
        row.status = SubscriptionStatus::GrantLost;
        let now = inner.sessions.local_now(inner);
        row.valid_until = row.valid_until.map(|until| until.min(now));
        if let Ok(value) = row.encode()
            && let Err(error) = inner.store().put(Kind::Subscription, &name, Some(version), &value).await
        {
            tracing::warn!(operation = error.operation, "a subscription could not be marked as lost");
        }
    }
}

/// Deletes every row of a grant.
pub(super) async fn remove_all(inner: &Arc<Inner>, key: &GrantKey) -> Result<()> {
    for (name, _) in inner.store().versions(Kind::Subscription, &prefix(key)).await? {
        delete(inner, &name).await?;
    }
    Ok(())
}

/// How the rows of a grant stand, for its keeper.
#[derive(Default)]
pub(super) struct Standing {
    /// Wanted subscriptions.
    pub(super) wanted: usize,
    /// Those without an outcome for the present generation.
    pub(super) unsettled: usize,
    /// Those bound to the present generation.
    pub(super) bound: usize,
    /// What no keeper has told the app yet.
    pub(super) news: Vec<News>,
}

/// What the app of one subscription should know.
pub(super) struct News {
    pub(super) event_type: SubscriptionType,
    pub(super) event_resource_id: Option<String>,
    pub(super) noted_at: DateTime<Utc>,
    pub(super) taken_at: Option<DateTime<Utc>>,
    pub(super) what: Vec<What>,
}

pub(super) enum What {
    Gap(Gap),
    Blocked { status: SubscriptionStatus, reason: String },
}

/// How the rows of a grant stand.
pub(super) async fn standing(inner: &Inner, key: &GrantKey, grant: &Grant) -> Result<Standing, StoreError> {
    let mut standing = Standing::default();
    for (_, _, row) in rows(inner, key).await? {
        standing.wanted += 1;
        standing.unsettled += usize::from(row.settled_generation < grant.generation);
        standing.bound += usize::from(row.bound_generation == Some(grant.generation));
        let mut what: Vec<What> = row.unreported_gaps.into_iter().map(What::Gap).collect();
        if row.unreported_block {
            what.push(What::Blocked { status: row.status, reason: row.last_error.unwrap_or_default() });
        }
        if !what.is_empty() {
            let Subscription { event_type, event_resource_id, .. } = row.subscription;
            let noted_at = row.noted_at.unwrap_or(grant.committed_at);
            standing.news.push(News { event_type, event_resource_id, noted_at, taken_at: row.taken_at, what });
        }
    }
    Ok(standing)
}

/// Takes it on to tell `news`, unless another keeper was faster: of all that read the same news, one tells it.
pub(super) async fn take_news(
    inner: &Inner,
    key: &GrantKey,
    news: &News,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let name = row_key(key, &news.event_type, news.event_resource_id.as_deref());
    let Some((row, version)) = load(inner, &name).await? else { return Ok(false) };
    if row.taken_at != news.taken_at {
        return Ok(false);
    }
    let row = Row { taken_at: Some(now), ..row };
    inner.store().put(Kind::Subscription, &name, Some(version), &row.encode()?).await
}

/// Notes that the app knows of `gap`, or, if there is none, that the subscription is blocked.
pub(super) async fn note_reported(
    inner: &Inner,
    key: &GrantKey,
    event_type: &SubscriptionType,
    event_resource_id: Option<&str>,
    gap: Option<Gap>,
) -> Result<(), StoreError> {
    let name = row_key(key, event_type, event_resource_id);
    while let Some((mut row, version)) = load(inner, &name).await? {
        match gap {
            Some(told) => row.unreported_gaps.retain(|gap| gap.to > told.to),
            None => row.unreported_block = false,
        }
        if inner.store().put(Kind::Subscription, &name, Some(version), &row.encode()?).await? {
            break;
        }
    }
    Ok(())
}

/// Writes the row of a wanted subscription, unless it is there already.
async fn want(inner: &Arc<Inner>, name: &str, subscription: Subscription) -> Result<(), StoreError> {
    loop {
        let (row, version) = match load(inner, name).await? {
            // One that was refused is asked for again: the app wants to know.
            Some((row, _)) if row.subscription == subscription && !row.is_blocked() => return Ok(()),
            Some((row, version)) => {
                (Row { subscription: subscription.clone(), settled_generation: 0, ..row }, Some(version))
            }
            None => (Row::new(subscription.clone()), None),
        };
        if inner.store().put(Kind::Subscription, name, version, &row.encode()?).await? {
            return Ok(());
        }
    }
}

async fn load(inner: &Inner, name: &str) -> Result<Option<(Row, i64)>, StoreError> {
    match inner.store().get(Kind::Subscription, name).await? {
        Some(record) => Ok(Some((Row::read(name, &record.value)?, record.version))),
        None => Ok(None),
    }
}

/// Deletes a row, whether it can be read or not.
async fn delete(inner: &Inner, name: &str) -> Result<bool, StoreError> {
    loop {
        let version = version_of(inner.store().as_ref(), Kind::Subscription, name).await?;
        let Some(version) = version else { return Ok(false) };
        if inner.store().delete(Kind::Subscription, name, version).await? {
            return Ok(true);
        }
    }
}

/// The rows of a grant that can be read, with their names and versions.
async fn rows(inner: &Inner, key: &GrantKey) -> Result<Vec<(String, i64, Row)>, StoreError> {
    partial_read(inner.store().as_ref(), Kind::Subscription, &prefix(key), Row::read).await?.some("subscriptions")
}

/// Where the rows of a grant begin. A key of a grant has no line feed, so no other grant's rows begin so.
fn prefix(key: &GrantKey) -> String {
    format!("{key}\n")
}

/// The key of a row. An omitted resource id (`-`) differs from an empty one (`=`).
fn row_key(key: &GrantKey, event_type: &SubscriptionType, resource: Option<&str>) -> String {
    format!("{key}{}", row_place(event_type, resource))
}

/// What follows the key of the grant in that of a row.
fn row_place(event_type: &SubscriptionType, resource: Option<&str>) -> String {
    let resource = resource.map_or_else(|| "-".to_owned(), |id| format!("={id}"));
    format!("\n{event_type}\n{resource}")
}

/// Expects that damage to a stored row is noticed.
#[cfg(test)]
pub(super) fn check_rows(good: &serde_json::Value) {
    let may_be_absent = [
        "bound_generation",
        "bound_at",
        "valid_until",
        "last_error",
        "gap",
        "unreported_gaps",
        "unreported_block",
        "noted_at",
        "taken_at",
    ];
    crate::stores::check_damage::<Row>(good, &may_be_absent);
}
