//! The event subscriptions an app wants, kept as rows in the store and bound to each new access token.
//!
//! A subscription ends with the token it was made with (spec "Errors" 5), so every refresh makes every row due: a row is
//! bound to a *generation* of its grant, and a newer generation is all it takes, so nothing can be forgotten. The row
//! is written after the platform said yes; a crash in between repeats the request, which does no harm.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::grant::{Grant, GrantState};
use super::{GrantKey, Kind};
use crate::call::{Bearer, Call, Inner, Payload};
use crate::client::{CallOptions, OpenPlatform, User};
use crate::endpoint;
use crate::error::{ApiErrorKind, Error, Result, StoreError};
use crate::model::event::{Subscription, SubscriptionType};
use crate::scope::{Object, Scope, ScopeKind};

/// How often a failing renewal is repeated before the next refresh or call of the app gives it another chance.
const TRIES: u32 = 5;

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
}

impl Row {
    fn new(subscription: Subscription) -> Self {
        Self {
            schema: 1,
            subscription,
            status: SubscriptionStatus::Pending,
            bound_generation: None,
            bound_at: None,
            valid_until: None,
            settled_generation: 0,
            attempts: 0,
            last_error: None,
            gap: None,
        }
    }

    fn decode(bytes: &[u8]) -> Result<Self, StoreError> {
        serde_json::from_slice(bytes).map_err(|e| StoreError::new("read subscription", crate::json::describe(&e)))
    }

    fn encode(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|e| StoreError::new("write subscription", crate::json::describe(&e)))
    }

    /// Notes the outcome of an attempt with the token of `grant`.
    fn note(&mut self, outcome: &Outcome, grant: &Grant, now: DateTime<Utc>) {
        self.attempts += 1;
        match outcome {
            Outcome::Bound => {
                if let Some(from) = self.valid_until.filter(|until| *until < now) {
                    self.gap = Some(Gap { from, to: now });
                }
                self.status = SubscriptionStatus::Active;
                self.bound_generation = Some(grant.generation);
                self.bound_at = Some(now);
                self.valid_until = Some(grant.pair.expires_at);
                self.settled_generation = grant.generation;
                self.attempts = 0;
                self.last_error = None;
            }
            Outcome::Blocked { status, reason } => {
                self.status = *status;
                self.settled_generation = grant.generation;
                self.last_error = Some(reason.clone());
            }
            Outcome::Later { reason } => {
                self.status = SubscriptionStatus::Pending;
                self.last_error = Some(reason.clone());
            }
        }
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
enum Outcome {
    Bound,
    /// Final for this generation.
    Blocked {
        status: SubscriptionStatus,
        reason: String,
    },
    /// May be better soon.
    Later {
        reason: String,
    },
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

    fn key(&self) -> Result<&GrantKey> {
        let reason = "only a stored grant can keep subscriptions alive: use events().subscribe() with a bare token";
        let key = self.key.as_ref().ok_or_else(|| Error::invalid("user", reason))?;
        key.check()?;
        Ok(key)
    }

    /// Wants a subscription from now on, and makes it at once. Wanting it again changes its metadata.
    ///
    /// An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for
    /// "all posts of the user".
    ///
    /// That the platform refuses, or cannot be reached, is no error: the returned status says so, and it is tried again.
    ///
    /// # Errors
    /// [`Error::InvalidInput`], [`Error::Store`],
    /// [`OAuthError::ReauthRequired`](crate::error::OAuthError::ReauthRequired) if the grant has ended.
    pub async fn ensure(&self, subscription: Subscription) -> Result<SubscriptionInfo> {
        let (inner, key) = (&self.platform.inner, self.key()?);
        subscription.check()?;
        let name = row_key(key, &subscription.event_type, subscription.event_resource_id.as_deref());
        inner.sessions.read(inner, key).await?;
        want(inner, &name, subscription).await?;
        match inner.sessions.access(inner, key).await {
            Ok(_) => {
                let _turn = inner.sessions.renewal(key).await;
                let grant = inner.sessions.read(inner, key).await?;
                renew(inner, &grant, &name).await?;
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
        let name = row_key(self.key()?, &event_type, event_resource_id.as_deref());
        Ok(delete(&self.platform.inner, &name).await?)
    }

    /// The wanted subscriptions, and how they stand.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn list(&self) -> Result<Vec<SubscriptionInfo>> {
        let (inner, key) = (&self.platform.inner, self.key()?);
        let now = inner.sessions.local_now(inner);
        let rows = inner.store().list(Kind::Subscription, &prefix(key)).await?;
        rows.iter().map(|(_, record)| Ok(Row::decode(&record.value)?.info(now))).collect()
    }

    /// Renews what is due. There is no need to call this: it happens after every refresh.
    ///
    /// # Errors
    /// As [`ensure`](Self::ensure), and those of a token refresh.
    pub async fn renew(&self) -> Result<Vec<SubscriptionInfo>> {
        let (inner, key) = (&self.platform.inner, self.key()?);
        inner.sessions.access(inner, key).await?;
        renew_due(inner, key).await;
        self.list().await
    }
}

/// Renews every row that is not bound to the present generation, again after a pause while that may help.
pub(super) async fn renew_due(inner: &Arc<Inner>, key: &GrantKey) {
    for attempt in 0..TRIES {
        match renew_all(inner, key).await {
            Ok(true) => return,
            Ok(false) => tracing::warn!("event subscriptions could not be renewed: trying again"),
            Err(error) => tracing::warn!(code = error.code(), "event subscriptions could not be renewed"),
        }
        if attempt + 1 < TRIES {
            inner.clock().sleep(Duration::from_secs(1 << attempt)).await;
        }
    }
}

/// One round over all rows. `false`: some need another.
async fn renew_all(inner: &Arc<Inner>, key: &GrantKey) -> Result<bool> {
    let _turn = inner.sessions.renewal(key).await;
    let rows = inner.store().list(Kind::Subscription, &prefix(key)).await?;
    if rows.is_empty() {
        return Ok(true);
    }
    let grant = inner.sessions.read(inner, key).await?;
    if grant.state == GrantState::NeedsReauth {
        return Ok(true);
    }
    let mut settled = true;
    for (name, record) in rows {
        if Row::decode(&record.value)?.settled_generation < grant.generation {
            settled &= renew(inner, &grant, &name).await?;
        }
    }
    Ok(settled)
}

/// Makes one subscription with the token of `grant`. Returns whether its outcome is final.
async fn renew(inner: &Arc<Inner>, grant: &Grant, name: &str) -> Result<bool> {
    let Some((row, _)) = load(inner, name).await? else { return Ok(true) };
    if row.settled_generation >= grant.generation {
        return Ok(true);
    }
    let outcome = if allows(grant, &row.subscription) {
        subscribe(inner, grant, &row.subscription).await?
    } else {
        let reason = "the user has not granted the scope of this event type".to_owned();
        Outcome::Blocked { status: SubscriptionStatus::BlockedScope, reason }
    };
    if let Outcome::Blocked { .. } | Outcome::Later { .. } = outcome {
        tracing::warn!(event_type = row.subscription.event_type.as_str(), "an event subscription could not be made");
    }
    let wanted = row.subscription;
    loop {
        let Some((mut row, version)) = load(inner, name).await? else { return Ok(true) };
        // Another token, or other metadata, arrived meanwhile: that one counts.
        if row.settled_generation >= grant.generation || row.subscription != wanted {
            return Ok(row.settled_generation >= grant.generation);
        }
        row.note(&outcome, grant, inner.sessions.local_now(inner));
        if inner.store().put(Kind::Subscription, name, Some(version), &row.encode()?).await? {
            return Ok(!matches!(outcome, Outcome::Later { .. }));
        }
    }
}

/// Sends the subscription request.
async fn subscribe(inner: &Arc<Inner>, grant: &Grant, subscription: &Subscription) -> Result<Outcome> {
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
        Ok(_) => return Ok(Outcome::Bound),
        Err(error) => error,
    };
    let reason = error.to_string();
    Ok(match error {
        Error::Api(api) => match api.kind {
            // The scope is there, so what is missing is the key's.
            ApiErrorKind::MissingScope => Outcome::Blocked { status: SubscriptionStatus::BlockedKey, reason },
            ApiErrorKind::Server | ApiErrorKind::RateLimited | ApiErrorKind::Unauthorized => Outcome::Later { reason },
            _ => Outcome::Blocked { status: SubscriptionStatus::Pending, reason },
        },
        Error::InvalidInput { .. } | Error::Config { .. } => {
            Outcome::Blocked { status: SubscriptionStatus::Pending, reason }
        }
        _ => Outcome::Later { reason },
    })
}

/// Whether the granted scopes cover the event type (spec "Subscribing").
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
    let Ok(rows) = inner.store().list(Kind::Subscription, &prefix(key)).await else { return };
    for (name, record) in rows {
        let Ok(mut row) = Row::decode(&record.value) else { continue };
        row.status = SubscriptionStatus::GrantLost;
        if let Ok(value) = row.encode()
            && let Err(error) = inner.store().put(Kind::Subscription, &name, Some(record.version), &value).await
        {
            tracing::warn!(operation = error.operation, "a subscription could not be marked as lost");
        }
    }
}

/// Deletes every row of a grant.
pub(super) async fn remove_all(inner: &Arc<Inner>, key: &GrantKey) -> Result<()> {
    for (name, _) in inner.store().list(Kind::Subscription, &prefix(key)).await? {
        delete(inner, &name).await?;
    }
    Ok(())
}

/// Writes the row of a wanted subscription, unless it is there already.
async fn want(inner: &Arc<Inner>, name: &str, subscription: Subscription) -> Result<(), StoreError> {
    loop {
        let (row, version) = match load(inner, name).await? {
            Some((row, _)) if row.subscription == subscription => return Ok(()),
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
        Some(record) => Ok(Some((Row::decode(&record.value)?, record.version))),
        None => Ok(None),
    }
}

async fn delete(inner: &Inner, name: &str) -> Result<bool, StoreError> {
    loop {
        let Some(record) = inner.store().get(Kind::Subscription, name).await? else { return Ok(false) };
        if inner.store().delete(Kind::Subscription, name, record.version).await? {
            return Ok(true);
        }
    }
}

/// Where the rows of a grant begin. A key of a grant has no line feed, so no other grant's rows begin so.
fn prefix(key: &GrantKey) -> String {
    format!("{key}\n")
}

/// The key of a row. An omitted resource id (`-`) differs from an empty one (`=`).
fn row_key(key: &GrantKey, event_type: &SubscriptionType, resource: Option<&str>) -> String {
    let resource = resource.map_or_else(|| "-".to_owned(), |id| format!("={id}"));
    format!("{}{event_type}\n{resource}", prefix(key))
}
