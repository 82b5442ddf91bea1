//! Creates the event subscriptions that an app wants, and renews them with each new access token. Their rows in the store are
//! in `subscription_rows`.
//!
//! A subscription ends with the token it was created with (docs/platform.md#subscriptions), so every refresh makes every row
//! due. A row is bound to a *generation* of its grant's tokens and is due as soon as the grant has a newer generation, so no
//! separate list of work can be lost. The row is written after the platform accepted the request. A crash in between repeats
//! the request, after which the platform may deliver each event twice at worst.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;

use super::ClientState;
use super::grant::{Grant, GrantState, is_final};
use super::subscription_rows::{
    FailureCause, SubscribeOutcome, SubscriptionInfo, SubscriptionRow, SubscriptionStatus, load, row_key, rows, want,
};
use crate::call::{Bearer, Call, Payload};
use crate::config::CallOptions;
use crate::endpoint;
use crate::error::{ApiErrorKind, Error, Quota, Result};
use crate::id::GrantKey;
use crate::lock::lock;
use crate::model::event::Subscription;
use crate::scope::{Object, Scope, ScopeKind, name_scopes};
use crate::stores::{RecordKind, Refusals};

/// How many attempts a renewal makes before it waits for the next refresh or call of the app.
const TRIES: u32 = 5;
/// How many subscriptions of a grant are requested concurrently.
const CONCURRENCY: usize = 8;
/// The wait after a used-up quota, if the platform names none: for the quota per minute, and for the quota per day.
const MINUTE_QUOTA_WAIT: Duration = Duration::from_secs(60);
const DAY_QUOTA_WAIT: Duration = Duration::from_secs(15 * 60);
/// The pause before a failed attempt of the app's call is repeated.
const REPEAT_PAUSE: Duration = Duration::from_secs(1);

/// The result of an attempt for one row.
enum RenewalOutcome {
    /// The row has an outcome for this generation.
    Settled,
    /// The outcome is a refusal.
    Refused(Error),
    /// The row needs another attempt. Without an error, because it was changed during this one.
    Again(FailureCause, Option<Error>),
}

/// The grants for which an attempt that failed is being repeated.
#[derive(Default)]
pub(crate) struct Repeats(Mutex<HashSet<GrantKey>>);

impl Repeats {
    fn set(&self) -> MutexGuard<'_, HashSet<GrantKey>> {
        // No code that can panic runs while the lock is held.
        lock(&self.0)
    }
}

/// What a task has that repeats attempts for a grant: there is one such task at most. It ends when the task ends or is dropped.
struct Repeat {
    inner: Arc<ClientState>,
    key: GrantKey,
}

impl Repeat {
    fn begin(inner: &Arc<ClientState>, key: &GrantKey) -> Option<Self> {
        let is_new = inner.sessions.repeats.set().insert(key.clone());
        is_new.then(|| Self { inner: Arc::clone(inner), key: key.clone() })
    }
}

impl Drop for Repeat {
    fn drop(&mut self) {
        self.inner.sessions.repeats.set().remove(&self.key);
    }
}

/// The result of one round over the rows of a grant.
#[derive(Default)]
pub(crate) struct Round {
    /// How many rows need another round.
    pub(crate) unsettled: usize,
    /// How many rows got their outcome in this round.
    pub(crate) renewed: usize,
    /// A quota is used up for this time.
    pub(crate) limited: Option<Duration>,
    /// The platform refuses the token.
    pub(crate) refused: bool,
}

/// Stores a wanted subscription and requests it at once, also if the caller is cancelled meanwhile. A refusal is an error. A platform
/// that cannot be reached is not: the attempt is repeated in the background.
pub(crate) async fn make(
    inner: &Arc<ClientState>,
    key: &GrantKey,
    subscription: Subscription,
) -> Result<SubscriptionInfo> {
    subscription.check()?;
    let (task, key) = (Arc::clone(inner), key.clone());
    let work = async move {
        task.sessions.read(&task, &key).await?;
        let name = row_key(&key, &subscription.event_type, subscription.event_resource_id.as_deref());
        want(&task, &name, subscription).await?;
        make_stored(&task, &key, &name).await
    };
    inner.in_background("it stopped before the subscription was made: ensure it again", work).await
}

/// Requests a subscription that is stored.
async fn make_stored(inner: &Arc<ClientState>, key: &GrantKey, name: &str) -> Result<SubscriptionInfo> {
    match inner.sessions.access(inner, key).await {
        Ok(_) => {
            let _turn = inner.sessions.renewal(key).await;
            let grant = inner.sessions.read(inner, key).await?;
            match renew(inner, &grant, name).await? {
                RenewalOutcome::Settled => {}
                RenewalOutcome::Refused(error) => return Err(error),
                RenewalOutcome::Again(cause, error) => {
                    repeat(inner, key, matches!(cause, FailureCause::TokenRefused).then_some(grant.generation));
                    if let (FailureCause::NotConfigured, Some(error)) = (cause, error) {
                        return Err(error);
                    }
                }
            }
        }
        Err(error @ (Error::OAuth(crate::error::OAuthError::ReauthRequired { .. }) | Error::Store(_))) => {
            return Err(error);
        }
        Err(error) => {
            repeat(inner, key, None);
            if let Error::Config { .. } = error {
                return Err(error);
            }
        }
    }
    match load(inner, name).await? {
        Some((row, _)) => Ok(row.info(inner.sessions.local_now(inner))),
        None => Err(Error::invalid("subscription", "was removed while it was being made")),
    }
}

/// Repeats a failed attempt in the background, together with those of the other rows of the grant. `refused` is the generation of
/// a token that the platform has refused.
fn repeat(inner: &Arc<ClientState>, key: &GrantKey, refused: Option<i64>) {
    let Some(running) = Repeat::begin(inner, key) else { return };
    inner.background.spawn(async move {
        let Repeat { inner, key } = &running;
        inner.clock().sleep(REPEAT_PAUSE).await;
        if obtain_token(inner, key, refused).await {
            renew_due(inner, key).await;
        }
    });
}

/// Obtains a valid token, with repeated attempts while they may succeed. `refused` is the generation of a token that the platform
/// has refused.
async fn obtain_token(inner: &Arc<ClientState>, key: &GrantKey, refused: Option<i64>) -> bool {
    for attempt in 0..TRIES {
        let access = match refused {
            Some(generation) => inner.sessions.access_after_401(inner, key, generation).await,
            None => inner.sessions.access(inner, key).await,
        };
        match access {
            Ok(_) => return true,
            Err(error) if is_final(&error) => return false,
            Err(error) => tracing::warn!(code = error.code(), "there is no access token for event subscriptions"),
        }
        if attempt + 1 < TRIES {
            inner.clock().sleep(Duration::from_secs(1 << attempt)).await;
        }
    }
    false
}

/// Renews every row that is not bound to the current generation, with repeated attempts while they may succeed. A drain waits for the
/// first attempt, from this call on.
pub(crate) fn renew_due(inner: &Arc<ClientState>, key: &GrantKey) -> impl Future<Output = ()> + use<> {
    let (inner, key, work) = (Arc::clone(inner), key.clone(), inner.sessions.begin_work());
    async move {
        let first = renew_once(&inner, &key, 0).await;
        drop(work);
        renew_later(&inner, &key, first).await;
    }
}

/// Makes the first attempt of [`renew_due`], and the others in the background: a caller of the app does not wait until a quota is
/// restored, which may take a day.
pub(crate) async fn renew_now(inner: &Arc<ClientState>, key: &GrantKey) {
    let first = renew_once(inner, key, 0).await;
    if first.is_some()
        && let Some(running) = Repeat::begin(inner, key)
    {
        inner.background.spawn(async move { renew_later(&running.inner, &running.key, first).await });
    }
}

/// Makes the attempts after the first one, each after the pause that the one before it asks for.
async fn renew_later(inner: &Arc<ClientState>, key: &GrantKey, mut pause: Option<Duration>) {
    for attempt in 1..TRIES {
        let Some(wait) = pause else { return };
        inner.clock().sleep(wait).await;
        pause = renew_once(inner, key, attempt).await;
    }
}

/// One attempt. Returns the pause before the next one, if one is needed.
async fn renew_once(inner: &Arc<ClientState>, key: &GrantKey, attempt: u32) -> Option<Duration> {
    let pause = Duration::from_secs(1 << attempt);
    match renew_all(inner, key).await {
        Ok(round) if round.unsettled == 0 => None,
        Ok(round) => {
            tracing::warn!(waiting = round.unsettled, "event subscriptions could not be renewed: trying again");
            Some(pause.max(round.limited.unwrap_or_default()))
        }
        Err(error) => {
            tracing::warn!(code = error.code(), "event subscriptions could not be renewed");
            Some(pause)
        }
    }
}

/// One round over all rows, several at a time.
pub(crate) async fn renew_all(inner: &Arc<ClientState>, key: &GrantKey) -> Result<Round> {
    let _turn = inner.sessions.renewal(key).await;
    let rows = rows(inner, key).await?;
    if rows.is_empty() {
        return Ok(Round::default());
    }
    let grant = inner.sessions.read(inner, key).await?;
    if grant.state == GrantState::NeedsReauth {
        return Ok(Round::default());
    }
    let is_due = |row: &SubscriptionRow| row.settled_generation < grant.generation;
    let due: Vec<_> = rows.into_iter().filter(|(_, _, row)| is_due(row)).map(|(name, _, _)| name).collect();
    let (all, give_up) = (due.len(), Arc::new(AtomicBool::new(false)));
    let mut groups: Vec<Vec<String>> = Vec::new();
    groups.resize_with(CONCURRENCY.min(all), Vec::new);
    for (index, name) in due.into_iter().enumerate() {
        groups[index % CONCURRENCY].push(name);
    }
    let groups: Vec<_> = groups
        .into_iter()
        .map(|names| {
            let (client, grant, give_up) = (Arc::clone(inner), Arc::clone(&grant), Arc::clone(&give_up));
            inner.background.spawn(async move { renew_rows(&client, &grant, names, &give_up).await })
        })
        .collect();
    let mut round = Round { unsettled: all, ..Round::default() };
    for task in groups {
        // A task ends early only when its runtime shuts down.
        let Ok(done) = task.await else { continue };
        let done = done?;
        round.renewed += done.renewed;
        round.unsettled -= done.renewed;
        round.limited = round.limited.max(done.limited);
        round.refused |= done.refused;
    }
    Ok(round)
}

/// Renews some rows one after the other. Stops when further attempts would fail.
async fn renew_rows(
    inner: &Arc<ClientState>,
    grant: &Grant,
    names: Vec<String>,
    give_up: &AtomicBool,
) -> Result<Round> {
    let mut round = Round { unsettled: names.len(), ..Round::default() };
    for name in names {
        if give_up.load(Ordering::Relaxed) {
            break;
        }
        match renew(inner, grant, &name).await? {
            RenewalOutcome::Settled | RenewalOutcome::Refused(_) => {
                round.renewed += 1;
                round.unsettled -= 1;
                continue;
            }
            RenewalOutcome::Again(FailureCause::Unknown, _) => continue,
            RenewalOutcome::Again(FailureCause::NoConnection | FailureCause::NotConfigured, _) => {}
            RenewalOutcome::Again(FailureCause::TokenRefused, _) => round.refused = true,
            RenewalOutcome::Again(FailureCause::Limited { wait }, _) => round.limited = Some(wait),
        }
        give_up.store(true, Ordering::Relaxed);
    }
    Ok(round)
}

/// Requests one subscription with the token of `grant`.
async fn renew(inner: &Arc<ClientState>, grant: &Grant, name: &str) -> Result<RenewalOutcome> {
    let Some((row, _)) = load(inner, name).await? else { return Ok(RenewalOutcome::Settled) };
    if row.settled_generation >= grant.generation {
        return Ok(RenewalOutcome::Settled);
    }
    let outcome = match missing_scopes(grant, &row.subscription) {
        None => subscribe(inner, grant, &row.subscription).await?,
        Some(any_of) => {
            let scopes: Vec<_> = any_of.iter().map(|kind| kind.of(row.subscription.object())).collect();
            let reason = format!(
                "the user has not granted {}, which the event type needs: ask for it in a new login",
                scopes.join(" or ")
            );
            SubscribeOutcome::Blocked {
                status: SubscriptionStatus::BlockedScope,
                error: Error::invalid("subscription.event_type", reason),
            }
        }
    };
    if let SubscribeOutcome::Blocked { .. } | SubscribeOutcome::Later { .. } = outcome {
        tracing::warn!(event_type = row.subscription.event_type.as_str(), "an event subscription could not be made");
    }
    let (wanted, mut refusals) = (row.subscription, Refusals::default());
    loop {
        let Some((mut row, version)) = load(inner, name).await? else { return Ok(RenewalOutcome::Settled) };
        // A newer token or other metadata arrived during the request and takes precedence.
        if row.settled_generation >= grant.generation {
            return Ok(RenewalOutcome::Settled);
        }
        if row.subscription != wanted {
            return Ok(RenewalOutcome::Again(FailureCause::Unknown, None));
        }
        // Neither a login nor a permission resolves this refusal: it would be repeated after every refresh.
        let is_permanent = matches!(&outcome, SubscribeOutcome::Blocked { status: SubscriptionStatus::Pending, .. });
        let (operation, noted) = if is_permanent && row.bound_generation.is_none() {
            ("delete", inner.store().delete(RecordKind::Subscription, name, version).await?)
        } else {
            row.note(&outcome, grant, inner.sessions.local_now(inner));
            ("put", inner.store().put(RecordKind::Subscription, name, Some(version), &row.encode()?).await?)
        };
        if refusals.noted(noted, operation, Some(version))? {
            return Ok(match outcome {
                SubscribeOutcome::Later { error, cause } => RenewalOutcome::Again(cause, Some(error)),
                SubscribeOutcome::Bound => RenewalOutcome::Settled,
                SubscribeOutcome::Blocked { error, .. } => RenewalOutcome::Refused(error),
            });
        }
    }
}

/// Sends the subscription request.
async fn subscribe(inner: &Arc<ClientState>, grant: &Grant, subscription: &Subscription) -> Result<SubscribeOutcome> {
    let body =
        serde_json::to_vec(subscription).map_err(|e| Error::invalid("subscription", crate::json::describe(&e)))?;
    let call = Call {
        endpoint: endpoint::EVENTS_SUBSCRIBE,
        segments: Vec::new(),
        query: Vec::new(),
        payload: Payload::Json(Bytes::from(body)),
        // Exactly this token, because the row stores the generation that it is bound to.
        bearer: Bearer::Token(grant.pair.access.clone()),
    };
    let error = match inner.call(call, &CallOptions::default()).await {
        Ok(_) => return Ok(SubscribeOutcome::Bound),
        Err(error) => error,
    };
    Ok(match &error {
        Error::Api(api) => match api.kind {
            ApiErrorKind::MissingScope if grant.scope.is_empty() => SubscribeOutcome::Blocked {
                status: SubscriptionStatus::BlockedScope,
                error: name_scopes(error, subscription.event_type.scopes(), subscription.object(), &[]),
            },
            // The grant has the scope, so the API key lacks the permission.
            ApiErrorKind::MissingScope => SubscribeOutcome::Blocked { status: SubscriptionStatus::BlockedKey, error },
            ApiErrorKind::RateLimited => {
                let wait = api.retry_after.unwrap_or(match api.quota {
                    Some(Quota::Day) => DAY_QUOTA_WAIT,
                    _ => MINUTE_QUOTA_WAIT,
                });
                SubscribeOutcome::Later { error, cause: FailureCause::Limited { wait } }
            }
            ApiErrorKind::Unauthorized => SubscribeOutcome::Later { error, cause: FailureCause::TokenRefused },
            ApiErrorKind::Server => SubscribeOutcome::Later { error, cause: FailureCause::Unknown },
            _ => SubscribeOutcome::Blocked { status: SubscriptionStatus::Pending, error },
        },
        Error::InvalidInput { .. } => SubscribeOutcome::Blocked { status: SubscriptionStatus::Pending, error },
        // Nothing was sent, so the platform has refused nothing.
        Error::Config { .. } => SubscribeOutcome::Later { error, cause: FailureCause::NotConfigured },
        Error::Transport(_) => SubscribeOutcome::Later { error, cause: FailureCause::NoConnection },
        _ => SubscribeOutcome::Later { error, cause: FailureCause::Unknown },
    })
}

/// The scopes of which the event type needs one and the user has granted none (docs/platform.md#subscriptions). Those of tokens that
/// were adopted without scopes are not known, and the platform decides.
fn missing_scopes(grant: &Grant, subscription: &Subscription) -> Option<&'static [&'static ScopeKind]> {
    if grant.scope.is_empty() {
        return None;
    }
    let object = subscription.object();
    let covers = |kind: &ScopeKind| {
        grant.scope.split_ascii_whitespace().map(Scope::raw).any(|scope| {
            let same_object = kind.object == Object::None || object.is_none() || scope.identifier() == object;
            scope.kind() == Some(kind) && same_object
        })
    };
    subscription.event_type.scopes().iter().copied().find(|any_of| !any_of.iter().any(|kind| covers(kind)))
}
