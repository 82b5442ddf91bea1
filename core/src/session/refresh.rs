//! The steps of a refresh, with their I/O to the store and the platform. The decisions are in `protocol`.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};

use super::ClientState;
use super::grant::{Grant, Origin, access_of, reauth};
use super::protocol::{self, Commit, LeasePlan, RefreshAttempt, RefreshFailure, Refusal, TokenDecision};
use super::{renewal, subscription_rows};
use crate::call::Access;
use crate::error::{Error, OAuthError, Result, StoreError};
use crate::id::GrantKey;
use crate::model::token::TokenReply;
use crate::notice;
use crate::observe;
use crate::secret::Secret;
use crate::stores::{RecordKind, Refusals};
use crate::token::{RefreshForm, TokenOutcome, refreshed};

/// How many requests one refresh may send.
const TRIES: u32 = 3;
/// The longest pause that a refresh waits for. A longer one is returned as an error.
const SHORT_PAUSE: TimeDelta = TimeDelta::seconds(5);
/// The warning if the store fails.
const UNSAVED: &str = "new tokens could not be stored: they are kept in the memory of this process until the store works again, and \
                       lost if the process ends before";
/// The interval at which the lease of another process is checked.
const POLL: TimeDelta = TimeDelta::milliseconds(100);

/// Gets a token that is newer than generation `refused`, or is not due. It waits if another process refreshes the grant.
pub(crate) async fn run(inner: &Arc<ClientState>, key: &GrantKey, refused: Option<i64>) -> Result<Access> {
    let mut refresh = Refresh {
        inner,
        key,
        refused,
        sent: 0,
        last_error: None,
        first_seen: None,
        waits_since: None,
        refusals: Refusals::default(),
    };
    loop {
        if let Some(access) = refresh.step().await? {
            return Ok(access);
        }
    }
}

/// A refresh that is under way.
struct Refresh<'a> {
    inner: &'a Arc<ClientState>,
    key: &'a GrantKey,
    /// The generation whose token was refused.
    refused: Option<i64>,
    /// How many requests were sent.
    sent: u32,
    last_error: Option<Error>,
    /// The generation of the grant when it was read first.
    first_seen: Option<i64>,
    /// Since when another process's refresh is waited for.
    waits_since: Option<DateTime<Utc>>,
    /// Those of leases, by the store.
    refusals: Refusals,
}

impl Refresh<'_> {
    /// Reads the grant and does what it needs. `None`: the grant is to be read again.
    async fn step(&mut self) -> Result<Option<Access>> {
        let (inner, key, sessions) = (self.inner, self.key, &self.inner.sessions);
        // The store still has the pair before the one that is held in memory, and its refresh token may be used up.
        if let Some(held) = sessions.unsaved(key) {
            return Ok(Some(access_of(&held)));
        }
        let Some((grant, version)) = load(inner, key).await? else {
            return sessions.read(inner, key).await.map(|grant| Some(access_of(&grant)));
        };
        let (owner, now) = (sessions.lease_owner()?, sessions.now(inner).await?);
        let first_seen = *self.first_seen.get_or_insert(grant.generation);
        let plan = is_due(&grant, key, self.refused, now).then(|| protocol::plan(&grant, owner, now));
        if !matches!(plan, Some(LeasePlan::Wait { .. })) {
            self.record_wait(now);
        }
        let Some(plan) = plan else {
            if grant.generation != first_seen {
                tracing::info!(monotonic_counter.adopt = 1_u64, "another process's tokens are used");
            }
            return Ok(Some(access_of(&grant)));
        };
        if inner.config.client_id()? != grant.client_id {
            return Err(Error::config("client_id", "the stored grant belongs to another app"));
        }
        match plan {
            LeasePlan::Impossible => Err(reauth(&grant)),
            LeasePlan::Wait { until } => {
                self.waits_since.get_or_insert(now);
                inner.clock().sleep(span((until - now).min(POLL))).await;
                Ok(None)
            }
            // Waited for also without a request sent here: the failure of another process must not fail this call.
            LeasePlan::Pause { until } if self.sent < TRIES && until - now <= SHORT_PAUSE => {
                inner.clock().sleep(span(until - now)).await;
                Ok(None)
            }
            LeasePlan::Pause { until } => Err(self.failure(until - now)),
            LeasePlan::Acquire(_) if self.sent >= TRIES => Err(self.failure(TimeDelta::zero())),
            LeasePlan::Acquire(leased) => {
                sessions.check_breaker(now)?;
                // Before the lease is taken: its source may fail or take time.
                let client_secret = inner.config.client_secret().await?;
                let is_leased = put(inner, key, Some(version), &leased).await?;
                if self.refusals.noted(is_leased, "put", Some(version))? {
                    self.send(&grant, leased.fence, client_secret).await
                } else {
                    Ok(None)
                }
            }
        }
    }

    /// Sends a request with the lease `fence`.
    async fn send(&mut self, before: &Grant, fence: i64, secret: Secret) -> Result<Option<Access>> {
        let is_first = before.first_sent_at.is_none();
        let reason = if self.refused == Some(before.generation) { "refused" } else { "due" };
        match attempt(self.inner, self.key, fence, is_first, self.sent + 1, reason, secret).await? {
            Step::Done(access) => return Ok(Some(access)),
            Step::Failed(error) => {
                self.sent += 1;
                self.last_error = Some(error);
            }
            Step::Doubted(generation) => self.refused = Some(generation),
            Step::Again => {}
        }
        Ok(None)
    }

    /// Records how long another process's refresh was waited for, if it was.
    fn record_wait(&mut self, now: DateTime<Utc>) {
        if let Some(since) = self.waits_since.take() {
            let seconds = span(now - since).as_secs_f64();
            tracing::info!(histogram.lease_wait = seconds, "waited for another process's refresh");
        }
    }

    /// The error of the last request. Without one: that refreshes are paused.
    fn failure(&mut self, pause: TimeDelta) -> Error {
        self.last_error.take().unwrap_or_else(|| paused(pause))
    }
}

/// Whether the token has to be refreshed.
fn is_due(grant: &Grant, key: &GrantKey, refused: Option<i64>, now: DateTime<Utc>) -> bool {
    refused == Some(grant.generation) || protocol::decide(grant, key.as_str(), now) != TokenDecision::UseToken
}

/// The result of one attempt.
enum Step {
    /// A token was obtained.
    Done(Access),
    /// The request failed. The lease was released.
    Failed(Error),
    /// A spare pair is now in use, as this generation, and there are further spares. A refresh has to show if it is valid.
    Doubted(i64),
    /// The grant has changed: read it again.
    Again,
}

/// Sends one request under the lease `fence`, and records how it ended.
async fn attempt(
    inner: &Arc<ClientState>,
    key: &GrantKey,
    fence: i64,
    first: bool,
    number: u32,
    reason: &str,
    client_secret: Secret,
) -> Result<Step> {
    let sessions = &inner.sessions;
    // The grant is read again, after the lease was taken: its tokens may have changed.
    let Some((grant, _)) = load(inner, key).await? else { return Ok(Step::Again) };
    let now = sessions.now(inner).await?;
    let Some(mut attempt) = protocol::may_send(&grant, sessions.lease_owner()?, fence, first, now) else {
        return Ok(Step::Again);
    };
    let Some(refresh) = &grant.pair.refresh else { return Ok(Step::Again) };
    let form = RefreshForm { access: Some(&grant.pair.access), refresh, redirect_uri: &grant.redirect_uri };
    let sent = Instant::now();
    let outcome = form.send_as(inner, &grant.client_id, client_secret).await;
    let record = observe::Refresh {
        outcome: outcome.result().to_owned(),
        attempt: number.into(),
        duration_seconds: sent.elapsed().as_secs_f64(),
        reason: reason.to_owned(),
    };
    let now = sessions.local_now(inner);
    attempt.answered_at = now;
    let age = grant.refresh_issued_at.map(|issued| span(now - issued).as_secs() / 86_400);
    inner.config.observers.refresh(&record, !attempt.first, age);
    match outcome {
        TokenOutcome::InvalidClient { .. } => sessions.record_client_result(false, now),
        // These outcomes say nothing about the app's credentials.
        TokenOutcome::Unavailable { .. } | TokenOutcome::Redirect { .. } | TokenOutcome::Unreadable { .. } => {}
        TokenOutcome::Tokens(_) | TokenOutcome::InvalidGrant | TokenOutcome::Refused { .. } => {
            sessions.record_client_result(true, now)
        }
    }
    conclude(inner, key, &grant, attempt, outcome).await
}

/// Stores what follows from the outcome of an attempt.
async fn conclude(
    inner: &Arc<ClientState>,
    key: &GrantKey,
    grant: &Grant,
    attempt: RefreshAttempt,
    outcome: TokenOutcome,
) -> Result<Step> {
    let (failure, asked) = match &outcome {
        TokenOutcome::Tokens(tokens) => {
            let received = NewTokens::Refresh { attempt, tokens: tokens.clone() };
            return Ok(match store_new_tokens(inner, key, received, Some(grant)).await {
                Some(grant) if !grant.is_erased() => Step::Done(Access { fresh: true, ..access_of(&grant) }),
                _ => Step::Again,
            });
        }
        TokenOutcome::InvalidGrant => {
            return refused(inner, key, &attempt, "the platform no longer accepts the refresh token").await;
        }
        TokenOutcome::Refused { error, status } if protocol::is_last_refusal(grant, attempt.answered_at) => {
            let reason = format!("the platform has refused every refresh for an hour ({status}, {error})");
            return refused(inner, key, &attempt, &reason).await;
        }
        TokenOutcome::Unavailable { may_have_acted, retry_after, .. } => {
            let failure = if *may_have_acted { RefreshFailure::Unclear } else { RefreshFailure::NotDone };
            (failure, retry_after.and_then(|wait| TimeDelta::from_std(wait).ok()))
        }
        TokenOutcome::InvalidClient { .. } => (RefreshFailure::NotDone, None),
        TokenOutcome::Refused { .. } => (RefreshFailure::Refused, None),
        TokenOutcome::Redirect { .. } => (RefreshFailure::Redirected, None),
        TokenOutcome::Unreadable { .. } => (RefreshFailure::Unclear, None),
    };
    let pause = release_lease(inner, key, &attempt, failure, asked).await;
    match refreshed(outcome).map_err(|error| with_pause(error, pause)) {
        // The credentials of the app are refused: further attempts would fail too.
        Err(error @ Error::Config { .. }) => Err(error),
        Err(error) => Ok(Step::Failed(error)),
        Ok(_) => Ok(Step::Again),
    }
}

/// Adds the pause until the next attempt to an error.
fn with_pause(error: Error, pause: Option<TimeDelta>) -> Error {
    match (error, pause) {
        (Error::OAuth(OAuthError::RefreshUnavailable { reason, .. }), Some(pause)) => {
            OAuthError::refresh_unavailable(reason, Some(span(pause))).into()
        }
        (error, _) => error,
    }
}

/// Ends the grant, unless a newer pair is stored or a spare exists.
async fn refused(inner: &Arc<ClientState>, key: &GrantKey, attempt: &RefreshAttempt, reason: &str) -> Result<Step> {
    let mut refusals = Refusals::default();
    loop {
        let Some((grant, version)) = load(inner, key).await? else { return Ok(Step::Again) };
        let now = inner.sessions.now(inner).await?;
        match protocol::refuse(&grant, attempt, reason, now) {
            Refusal::Adopt => return Ok(Step::Again),
            Refusal::Promote(next) => {
                if refusals.noted(put(inner, key, Some(version), &next).await?, "put", Some(version))? {
                    let is_doubtful = next.spare.is_some();
                    return Ok(if is_doubtful { Step::Doubted(next.generation) } else { Step::Again });
                }
            }
            Refusal::End(next) => {
                if refusals.noted(put(inner, key, Some(version), &next).await?, "put", Some(version))? {
                    tracing::warn!(
                        monotonic_counter.needs_reauth = 1_u64,
                        "a grant has ended: the user must log in again"
                    );
                    subscription_rows::mark_lost(inner, key, &next).await;
                    return Err(reauth(&next));
                }
            }
        }
    }
}

/// Releases the lease. Best effort: otherwise the lease expires. Returns the pause until the next attempt.
async fn release_lease(
    inner: &Arc<ClientState>,
    key: &GrantKey,
    attempt: &RefreshAttempt,
    failure: RefreshFailure,
    asked: Option<TimeDelta>,
) -> Option<TimeDelta> {
    let mut refusals = Refusals::default();
    loop {
        let (grant, version) = load(inner, key).await.ok()??;
        let now = inner.sessions.now(inner).await.ok()?;
        let next = protocol::release_lease(&grant, attempt, failure, asked, now)?;
        if refusals.noted(put(inner, key, Some(version), &next).await.ok()?, "put", Some(version)).ok()? {
            return next.retry_at.map(|until| until - now);
        }
    }
}

/// New tokens that have to be stored.
#[derive(Clone, Debug)]
pub(crate) enum NewTokens {
    /// From a login. The request was sent at `sent_at` by the client's clock.
    Login { origin: Origin, tokens: TokenReply, sent_at: DateTime<Utc> },
    /// From a refresh.
    Refresh { attempt: RefreshAttempt, tokens: TokenReply },
}

impl NewTokens {
    fn tokens(&self) -> &TokenReply {
        match self {
            Self::Login { tokens, .. } | Self::Refresh { tokens, .. } => tokens,
        }
    }

    /// The grant with the new tokens, and whether it differs from the stored one. `None`: the grant no longer exists. `held` is
    /// the login number of tokens that were kept in memory.
    fn apply(&self, inner: &ClientState, stored: Option<&Grant>, held: Option<i64>) -> Option<(Grant, bool)> {
        let (sessions, now) = (&inner.sessions, inner.sessions.local_now(inner));
        match (self, stored) {
            // The number of a login is its time: another login was stored meanwhile.
            (Self::Login { .. }, Some(grant)) if held.is_some_and(|number| number <= grant.login_number) => {
                Some((grant.clone(), false))
            }
            (Self::Login { origin, tokens, sent_at }, _) => {
                let sent_at = sessions.shared_time(*sent_at);
                let next = Grant::begin(origin.clone(), tokens.clone(), sent_at, now, stored);
                Some((Grant { login_number: held.unwrap_or(next.login_number), ..next }, true))
            }
            (Self::Refresh { attempt, tokens }, Some(grant)) => {
                match protocol::commit(grant, attempt, tokens.clone(), now) {
                    Commit::Store(next) | Commit::Spare(next) => Some((*next, true)),
                    Commit::Drop => Some((grant.clone(), false)),
                }
            }
            // The grant was deleted meanwhile, and must not come back.
            (Self::Refresh { .. }, None) => None,
        }
    }
}

/// Stores new tokens and returns the grant to use. If the store fails, the tokens are kept in memory and used, and stored
/// later. `before` is the grant as last read from the store.
pub(crate) async fn store_new_tokens(
    inner: &Arc<ClientState>,
    key: &GrantKey,
    received: NewTokens,
    before: Option<&Grant>,
) -> Option<Arc<Grant>> {
    let sessions = &inner.sessions;
    sessions.warn_of_unusable_lifetime(received.tokens());
    let earlier = sessions.unsaved(key);
    match save(inner, key, &received, None).await {
        Ok(grant) => {
            // The tokens of an earlier login, which would hide the stored ones.
            if let (NewTokens::Login { .. }, Some(earlier)) = (&received, earlier) {
                sessions.clear_unsaved(key, &earlier);
            }
            grant
        }
        Err(error) => {
            tracing::error!(code = "store", operation = error.operation, "{UNSAVED}");
            let known = sessions.cached_of_any_age(key);
            let (grant, _) = received.apply(inner, before.or(known.as_deref()), None)?;
            let grant = Arc::new(grant);
            // Once for a failure of the store, which concerns all grants.
            if sessions.keep_unsaved(key, &grant) {
                notice::tell(UNSAVED);
            }
            inner.background.spawn(save_later(Arc::downgrade(inner), key.clone(), received, Arc::clone(&grant)));
            Some(grant)
        }
    }
}

/// Stores new tokens. Repeats after concurrent changes of the record. `held` is the login number of tokens that were kept in memory.
async fn save(
    inner: &Arc<ClientState>,
    key: &GrantKey,
    received: &NewTokens,
    held: Option<i64>,
) -> Result<Option<Arc<Grant>>, StoreError> {
    if let NewTokens::Login { .. } = received {
        // A refresh reads the store's time before it sends its request. For a login nothing has done so.
        inner.sessions.now(inner).await?;
    }
    let mut refusals = Refusals::default();
    loop {
        let stored = load(inner, key).await?;
        let (grant, version) = stored.unzip();
        let Some((next, changed)) = received.apply(inner, grant.as_ref(), held) else { return Ok(None) };
        if !changed || refusals.noted(put(inner, key, version, &next).await?, "put", version)? {
            return Ok(Some(Arc::new(next)));
        }
    }
}

/// Retries to store the tokens kept in memory until it succeeds, they are replaced, or the client is dropped.
async fn save_later(inner: Weak<ClientState>, key: GrantKey, received: NewTokens, held: Arc<Grant>) {
    let mut pause = Duration::from_secs(1);
    loop {
        let Some(clock) = inner.upgrade().map(|inner| Arc::clone(inner.clock())) else { return };
        clock.sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(30));
        let Some(inner) = inner.upgrade() else { return };
        if !inner.sessions.is_unsaved(&key, &held) {
            return;
        }
        if save(&inner, &key, &received, Some(held.login_number)).await.is_ok() {
            inner.sessions.clear_unsaved(&key, &held);
            tracing::info!("tokens kept in memory are stored now, unless newer ones were");
            renewal::renew_due(&inner, &key).await;
            return;
        }
    }
}

/// Erases the tokens of an ended grant, unless a newer login is stored.
pub(crate) async fn erase(inner: &ClientState, key: &GrantKey) -> Result<(), StoreError> {
    let mut refusals = Refusals::default();
    while let Some((grant, version)) = load(inner, key).await? {
        let Some(next) = protocol::erase(&grant, inner.sessions.local_now(inner)) else { break };
        if refusals.noted(put(inner, key, Some(version), &next).await?, "put", Some(version))? {
            break;
        }
    }
    Ok(())
}

/// The stored grant and its version. If the store has lost its last writes, the state that this process knows is written back
/// first. A grant that the store no longer has at all may have been deleted on purpose, and is not restored.
pub(crate) async fn load(inner: &ClientState, key: &GrantKey) -> Result<Option<(Grant, i64)>, StoreError> {
    let sessions = &inner.sessions;
    sessions.compare_clocks(inner).await?;
    let mut refusals = Refusals::default();
    loop {
        let asked_at = inner.clock().now();
        let Some(record) = inner.store().get(RecordKind::Grant, key.as_str()).await? else {
            sessions.evict(key);
            return Ok(None);
        };
        let (grant, version) = (Grant::read(key.as_str(), record.value()?)?, record.version);
        let now = sessions.local_now(inner);
        let Some(next) = sessions.cached_of_any_age(key).and_then(|known| protocol::restore(&grant, &known, now))
        else {
            sessions.cache(key, &Arc::new(grant.clone()), asked_at);
            return Ok(Some((grant, version)));
        };
        if refusals.noted(put(inner, key, Some(version), &next).await?, "put", Some(version))? {
            tracing::warn!(
                monotonic_counter.restored_grants = 1_u64,
                "the store has lost its last writes: newer tokens that this process knows were written back"
            );
            return Ok(Some((next, version + 1)));
        }
    }
}

/// Writes a grant if the stored version is still `expected`. Returns whether it was.
pub(crate) async fn put(
    inner: &ClientState,
    key: &GrantKey,
    expected: Option<i64>,
    grant: &Grant,
) -> Result<bool, StoreError> {
    let asked_at = inner.clock().now();
    let written = inner.store().put(RecordKind::Grant, key.as_str(), expected, &grant.encode()?).await?;
    if written {
        inner.sessions.cache(key, &Arc::new(grant.clone()), asked_at);
    }
    Ok(written)
}

fn paused(wait: TimeDelta) -> Error {
    let reason = "an attempt failed a moment ago".to_owned();
    OAuthError::refresh_unavailable(reason, Some(span(wait))).into()
}

/// Converts a pause. A negative one becomes zero.
fn span(delta: TimeDelta) -> Duration {
    delta.to_std().unwrap_or_default()
}
