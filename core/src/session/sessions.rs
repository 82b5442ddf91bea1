//! The grants of one client: the cache in memory, one refresh at a time per grant, and the access token for a call. The
//! steps of a refresh are in `refresh`, its decisions in `protocol`.

mod breaker;
mod clocks;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Notify, watch};

use super::ClientState;
use super::grant::{
    Grant, GrantInfo, GrantState, Origin, SHORTEST_LIFETIME, access_of, has_unusable_lifetime, is_final, reauth,
};
use super::grant_keys::GrantKeySecrets;
use super::protocol::{self, TokenDecision};
use super::refresh::{self, NewTokens};
use super::renewal::{self, Repeats};
use crate::call::{Access, RefusedToken};
use crate::error::{Error, OAuthError, Result, StoreError};
use crate::id::{GrantKey, UserId};
use crate::lock::lock;
use crate::model::token::TokenReply;
use crate::notice;
use crate::random::random_text;
use crate::stores::Refusals;
use crate::token::client_fault;

/// How long a grant read from the store is used without reading it again, while no refresh is due. It is also how long a
/// process may not notice a revocation that another process has stored. A grant in use costs one read of the store in this
/// time.
const CACHE: TimeDelta = TimeDelta::seconds(1);
/// How long after the tokens of a grant were erased no process uses its cached copy any more: [`CACHE`], plus a second for a
/// read that was under way.
const CACHES_EXPIRED: Duration = Duration::from_secs(2);
/// How many grants are cached, for calls without a read of the store, and for writing back what a store has lost.
const CACHE_SIZE: usize = 10_000;
/// After how many refusals in a row of the app's credentials they are no longer tried for every grant.
const BREAKER_LIMIT: u32 = 5;
/// How often refused credentials are tried again.
const PROBE: TimeDelta = TimeDelta::seconds(60);
/// How long a call whose token is still valid waits for a newer one.
const VALID_TOKEN_TIMEOUT: Duration = Duration::from_secs(2);
/// The interval at which running work is checked while a shutdown waits for it.
const DRAIN_POLL: Duration = Duration::from_millis(10);
/// How many requests check a grant after a revocation event. Refused may be each spare pair, the pair in use and the one before it.
const RECHECKS: usize = protocol::SPARES + 2 + 1;

type RefreshOutcome = Option<Result<Access>>;

/// The grants of a client.
#[derive(Default)]
pub(crate) struct Sessions {
    lease_owner: OnceLock<String>,
    pub(crate) key_secrets: GrantKeySecrets,
    /// The store's time minus the client's clock, in microseconds, and whether it was measured.
    offset: AtomicI64,
    has_offset: AtomicBool,
    memory: Mutex<Memory>,
    /// Notified when a login has stored a grant.
    logins: Notify,
    /// Shared with all work that a drain waits for: logins that are being completed, subscriptions that are being made or renewed.
    work: Arc<()>,
    pub(crate) repeats: Repeats,
    warned_of_lifetime: AtomicBool,
}

#[derive(Default)]
struct Memory {
    cache: HashMap<GrantKey, (Arc<Grant>, DateTime<Utc>)>,
    /// Grants with new tokens that could not be stored yet.
    unsaved: HashMap<GrantKey, Arc<Grant>>,
    refreshes: HashMap<GrantKey, (u64, watch::Receiver<RefreshOutcome>)>,
    next_refresh: u64,
    /// A lock per grant, held while its subscriptions are renewed, so that two tasks do not send the same requests.
    renewals: HashMap<GrantKey, Arc<tokio::sync::Mutex<()>>>,
    refused_clients: u32,
    next_probe: Option<DateTime<Utc>>,
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sessions").finish_non_exhaustive()
    }
}

impl Sessions {
    /// A valid access token. It is refreshed first if it has expired.
    ///
    /// A token that is due but valid is refreshed in the background. A failure of that refresh does not affect the call.
    ///
    /// # Errors
    /// [`OAuthError::ReauthRequired`] if the user has to log in again, [`OAuthError::RefreshUnavailable`] for a temporary
    /// failure, [`Error::Config`] for refused credentials of the app, [`Error::Store`].
    pub(crate) async fn access(&self, inner: &Arc<ClientState>, key: &GrantKey) -> Result<Access> {
        key.check()?;
        let now = self.local_now(inner);
        let key = &*self.stored_key(inner, key).await?;
        if let Some(grant) = self.cached(inner, key, now) {
            return Ok(access_of(&grant));
        }
        let grant = match self.read(inner, key).await {
            Ok(grant) => grant,
            // If the store fails, a cached grant is used while its token is valid. Nothing is refreshed.
            Err(Error::Store(error)) => match self.cached_of_any_age(key) {
                Some(grant) if now < grant.pair.expires_at && !grant.is_erased() => return Ok(access_of(&grant)),
                _ => return Err(error.into()),
            },
            Err(error) => return Err(error),
        };
        // The read may have been the first one, which compares the clocks.
        let now = self.local_now(inner);
        match protocol::decide(&grant, key.as_str(), now) {
            TokenDecision::UseToken => Ok(access_of(&grant)),
            TokenDecision::RefreshAdvisory => {
                self.refresh(inner, key, None);
                Ok(access_of(&grant))
            }
            TokenDecision::RefreshMandatory if now < grant.pair.expires_at => {
                self.join_with_timeout(inner, key, &grant).await
            }
            TokenDecision::RefreshMandatory => self.join(inner, key, None).await,
            TokenDecision::Reauth => Err(reauth(&grant)),
        }
    }

    /// The access token for repeating a call that got a 401 with the token `refused`.
    ///
    /// If the token may have been replaced meanwhile, this waits for the running refresh, in this or another process, or
    /// starts one. If the returned generation is not newer, the 401 had another cause, and the call must not be repeated.
    ///
    /// # Errors
    /// As [`access`](Self::access).
    pub(crate) async fn access_after_401(
        &self,
        inner: &Arc<ClientState>,
        key: &GrantKey,
        refused: impl Into<RefusedToken>,
    ) -> Result<Access> {
        let RefusedToken { generation: refused, named } = refused.into();
        let key = &*self.stored_key(inner, key).await?;
        for _ in 0..2 {
            let grant = self.read(inner, key).await?;
            if grant.state == GrantState::NeedsReauth {
                return Err(reauth(&grant));
            }
            let doubtful =
                protocol::token_may_have_ended(&grant, self.is_refreshing(key), named, self.local_now(inner));
            if grant.generation != refused || !doubtful {
                return Ok(access_of(&grant));
            }
            // A refresh that started before the 401 may have found nothing to do. A second one uses `refused`.
            let access = self.join(inner, key, Some(refused)).await?;
            if access.generation != refused {
                return Ok(access);
            }
        }
        self.read(inner, key).await.map(|grant| access_of(&grant))
    }

    /// As [`join`](Self::join), for a token that is still valid: if the refresh fails temporarily or takes too long, the call
    /// uses that token.
    async fn join_with_timeout(&self, inner: &Arc<ClientState>, key: &GrantKey, grant: &Grant) -> Result<Access> {
        let outcome = tokio::time::timeout(VALID_TOKEN_TIMEOUT, self.join(inner, key, None)).await;
        match outcome {
            Ok(Ok(access)) => Ok(access),
            Ok(Err(error)) if is_final(&error) => Err(error),
            Ok(Err(_)) | Err(_) if self.local_now(inner) < grant.pair.expires_at => Ok(access_of(grant)),
            Ok(Err(error)) => Err(error),
            Err(_) => self.join(inner, key, None).await,
        }
    }

    /// Checks with a new refresh request whether a grant is still valid. The result of an earlier request proves nothing, also if its
    /// time lies in the future, because the clock was set back since. The tokens of a grant that has ended are erased.
    ///
    /// # Errors
    /// As [`access`](Self::access).
    pub(crate) async fn recheck(&self, inner: &Arc<ClientState>, key: &GrantKey) -> Result<()> {
        let asked_at = self.now(inner).await?;
        for _ in 0..RECHECKS {
            self.wait_for_running_refresh(key).await;
            let grant = self.read(inner, key).await?;
            if grant.state == GrantState::NeedsReauth {
                return Ok(refresh::erase(inner, key).await?);
            }
            let is_newer = asked_at < grant.pair_sent_at && grant.pair_sent_at <= self.local_now(inner);
            if grant.pair.refresh.is_none() || is_newer {
                return Ok(());
            }
            match self.join(inner, key, Some(grant.generation)).await {
                // The request was sent by a refresh that started after `asked_at`.
                Ok(access) if access.fresh => return Ok(()),
                // The tokens of another process, or a spare pair: they may be from before `asked_at`.
                Ok(_) | Err(Error::OAuth(OAuthError::ReauthRequired { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits until every process that reaches the store reads what was just stored.
    pub(crate) async fn wait_for_caches(&self, inner: &ClientState) {
        inner.clock().sleep(CACHES_EXPIRED).await;
    }

    /// Waits for the running refresh, if there is one.
    async fn wait_for_running_refresh(&self, key: &GrantKey) {
        let refresh = self.memory().refreshes.get(key).map(|(_, refresh)| refresh.clone());
        if let Some(mut refresh) = refresh {
            // It can end without an outcome if its runtime shuts down.
            let _ = refresh.wait_for(Option::is_some).await;
        }
    }

    /// Refreshes now, or waits for the running refresh.
    pub(crate) async fn join(&self, inner: &Arc<ClientState>, key: &GrantKey, refused: Option<i64>) -> Result<Access> {
        // If the runtime of the refresh shuts down, its task ends. A caller on another runtime then starts a new one.
        for _ in 0..3 {
            let mut refresh = self.refresh(inner, key, refused);
            if let Ok(outcome) = refresh.wait_for(Option::is_some).await
                && let Some(outcome) = outcome.clone()
            {
                return outcome;
            }
        }
        Err(Error::config("runtime", "it stopped during a token refresh"))
    }

    /// The running refresh, or a new one. It runs in its own task, so it continues when its callers are cancelled.
    fn refresh(
        &self,
        inner: &Arc<ClientState>,
        key: &GrantKey,
        refused: Option<i64>,
    ) -> watch::Receiver<RefreshOutcome> {
        let mut memory = self.memory();
        if let Some((_, refresh)) = memory.refreshes.get(key) {
            return refresh.clone();
        }
        let (sender, receiver) = watch::channel(None);
        memory.next_refresh += 1;
        let running = RunningRefresh { inner: Arc::clone(inner), key: key.clone(), id: memory.next_refresh };
        memory.refreshes.insert(key.clone(), (running.id, receiver.clone()));
        drop(memory);
        inner.background.spawn(async move {
            let outcome = refresh::run(&running.inner, &running.key, refused).await;
            // The process that refreshed renews the subscriptions. If it ends before, a keeper does.
            let is_new = outcome.as_ref().is_ok_and(|access| access.fresh);
            let renewal = is_new.then(|| renewal::renew_due(&running.inner, &running.key));
            drop(running);
            // There may be no receiver left.
            let _ = sender.send(Some(outcome));
            if let Some(renewal) = renewal {
                renewal.await;
            }
        });
        receiver
    }

    fn is_refreshing(&self, key: &GrantKey) -> bool {
        self.memory().refreshes.contains_key(key)
    }

    /// Stores the grant of a login. If the store fails, the tokens are kept in memory and stored later.
    pub(crate) async fn begin(
        &self,
        inner: &Arc<ClientState>,
        key: &GrantKey,
        origin: Origin,
        tokens: TokenReply,
        sent_at: DateTime<Utc>,
    ) -> Result<GrantInfo> {
        let grant = refresh::store_new_tokens(inner, key, NewTokens::Login { origin, tokens, sent_at }, None).await;
        self.logins.notify_one();
        inner.background.spawn(renewal::renew_due(inner, key));
        match grant {
            Some(grant) => Ok(self.info_of(inner, key, &grant)),
            None => Err(OAuthError::reauth_required("the grant was deleted right after its login").into()),
        }
    }

    /// The public view of a grant.
    pub(crate) fn info_of(&self, inner: &ClientState, key: &GrantKey, grant: &Grant) -> GrantInfo {
        grant.info(key, self.memory().unsaved.contains_key(key), self.local_now(inner))
    }

    /// The current grant: with unsaved tokens from memory, otherwise from the store.
    pub(crate) async fn read(&self, inner: &Arc<ClientState>, key: &GrantKey) -> Result<Arc<Grant>> {
        if let Some(grant) = self.unsaved(key) {
            return Ok(grant);
        }
        match refresh::load(inner, key).await? {
            Some((grant, _)) => Ok(Arc::new(grant)),
            None => {
                self.evict_with_unsaved(key);
                let reason = match inner.store().is_process_memory() {
                    true => {
                        "no grant with this key is stored: the store is the memory of this process, which another process \
                         does not see and a restart clears. Give all of them one store, such as sqlite:///var/lib/app/grants.db"
                    }
                    false => "no grant with this key is stored",
                };
                Err(OAuthError::reauth_required(reason).into())
            }
        }
    }

    /// The random id of this client as the owner of leases.
    pub(crate) fn lease_owner(&self) -> Result<&str> {
        if let Some(owner) = self.lease_owner.get() {
            return Ok(owner);
        }
        let fresh = random_text()?.expose().to_owned();
        Ok(self.lease_owner.get_or_init(|| fresh))
    }

    fn cached(&self, inner: &ClientState, key: &GrantKey, now: DateTime<Utc>) -> Option<Arc<Grant>> {
        let memory = self.memory();
        // Unsaved tokens are newer.
        let (grant, read_at) = memory.cache.get(key).filter(|_| !memory.unsaved.contains_key(key))?;
        let young = (TimeDelta::zero()..CACHE).contains(&(inner.clock().now() - *read_at));
        let idle = young && protocol::decide(grant, key.as_str(), now) == TokenDecision::UseToken;
        idle.then(|| Arc::clone(grant))
    }

    /// Whether a grant of exactly this key is in memory.
    pub(crate) fn has_cached(&self, key: &GrantKey) -> bool {
        let memory = self.memory();
        memory.cache.contains_key(key) || memory.unsaved.contains_key(key)
    }

    /// The newest state of a grant that this process has read or written, of any age.
    pub(crate) fn cached_of_any_age(&self, key: &GrantKey) -> Option<Arc<Grant>> {
        self.memory().cache.get(key).map(|(grant, _)| Arc::clone(grant))
    }

    /// Caches a grant that was read or written, unless a newer state is cached. `asked_at` is the client's time just before
    /// the request to the store: the state can be as old as that.
    pub(crate) fn cache(&self, key: &GrantKey, grant: &Arc<Grant>, asked_at: DateTime<Utc>) {
        let now = self.shared_time(asked_at);
        let cache = &mut self.memory().cache;
        if cache.get(key).is_some_and(|(known, _)| protocol::restore(grant, known, now).is_some()) {
            return;
        }
        if cache.len() >= CACHE_SIZE && !cache.contains_key(key) {
            // The half that was used last stays: a store that loses writes loses the newest ones.
            let mut seen: Vec<_> = cache.values().map(|(_, read_at)| *read_at).collect();
            let (_, middle, _) = seen.select_nth_unstable(CACHE_SIZE / 2);
            let middle = *middle;
            cache.retain(|_, (_, read_at)| *read_at > middle);
        }
        cache.insert(key.clone(), (Arc::clone(grant), asked_at));
    }

    /// Removes the cached state of a grant that the store no longer has.
    pub(crate) fn evict(&self, key: &GrantKey) {
        self.memory().cache.remove(key);
    }

    /// Warns once of a platform that names unusably short lifetimes of access tokens.
    pub(crate) fn warn_of_unusable_lifetime(&self, tokens: &TokenReply) {
        if has_unusable_lifetime(tokens) && !self.warned_of_lifetime.swap(true, Ordering::Relaxed) {
            let text = format!(
                "the platform names a lifetime of less than {SHORTEST_LIFETIME} s for an access token: such a token is used until \
                 the platform refuses it, or for an hour"
            );
            tracing::warn!(monotonic_counter.unusable_lifetimes = 1_u64, expires_in = tokens.expires_in, "{text}");
            notice::tell(&text);
        }
    }

    /// Keeps a grant in memory that could not be stored. Returns whether it is the only one.
    pub(crate) fn keep_unsaved(&self, key: &GrantKey, grant: &Arc<Grant>) -> bool {
        let mut memory = self.memory();
        memory.unsaved.insert(key.clone(), Arc::clone(grant));
        memory.unsaved.len() == 1
    }

    /// Removes a kept grant once it is stored or replaced.
    pub(crate) fn clear_unsaved(&self, key: &GrantKey, held: &Arc<Grant>) {
        let mut memory = self.memory();
        if memory.unsaved.get(key).is_some_and(|grant| Arc::ptr_eq(grant, held)) {
            memory.unsaved.remove(key);
        }
    }

    /// A grant with tokens that could not be stored yet.
    pub(crate) fn unsaved(&self, key: &GrantKey) -> Option<Arc<Grant>> {
        self.memory().unsaved.get(key).cloned()
    }

    pub(crate) fn is_unsaved(&self, key: &GrantKey, held: &Arc<Grant>) -> bool {
        self.memory().unsaved.get(key).is_some_and(|grant| Arc::ptr_eq(grant, held))
    }

    /// Removes everything in memory about a grant.
    pub(crate) fn evict_with_unsaved(&self, key: &GrantKey) {
        let mut memory = self.memory();
        memory.cache.remove(key);
        memory.unsaved.remove(key);
    }

    /// Locks the renewal of the subscriptions of a grant.
    pub(crate) async fn renewal(&self, key: &GrantKey) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = {
            let mut memory = self.memory();
            // Locks that nobody holds or waits for are removed.
            memory.renewals.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(memory.renewals.entry(key.clone()).or_default())
        };
        turn.lock_owned().await
    }

    /// Waits until a login of this client has stored a grant.
    pub(crate) async fn login_stored(&self) {
        self.logins.notified().await;
    }

    /// Marks work that a drain waits for. It is running until the result is dropped.
    pub(crate) fn begin_work(&self) -> Arc<()> {
        Arc::clone(&self.work)
    }

    /// Whether work is running that must not be interrupted: the completion of a login, a new subscription, a refresh, a renewal, or
    /// tokens that are not stored yet.
    fn is_busy(&self) -> bool {
        if Arc::strong_count(&self.work) > 1 {
            return true;
        }
        let memory = self.memory();
        let renewing = memory.renewals.values().any(|turn| Arc::strong_count(turn) > 1);
        renewing || !memory.refreshes.is_empty() || !memory.unsaved.is_empty()
    }

    /// Waits until no work is running, but at most for `timeout`. Returns whether all work has ended.
    pub(crate) async fn drain(&self, timeout: Duration) -> bool {
        let quiet = async {
            while self.is_busy() {
                tokio::time::sleep(DRAIN_POLL).await;
            }
        };
        tokio::time::timeout(timeout, quiet).await.is_ok()
    }

    /// Stores the platform's id of the user with the grant. Best effort: it is repeated at every response that contains the
    /// id.
    pub(crate) async fn store_user_id(&self, inner: &ClientState, key: &GrantKey, id: &UserId) {
        let Ok(name) = self.stored_key(inner, key).await else { return };
        let key = &*name;
        if self.cached_of_any_age(key).is_some_and(|grant| grant.user_id.as_ref() == Some(id)) {
            return;
        }
        let learn = async {
            let mut refusals = Refusals::default();
            while let Some((mut grant, version)) = refresh::load(inner, key).await? {
                let known = grant.user_id.as_ref() == Some(id);
                grant.user_id = Some(id.clone());
                let is_done = known || refresh::put(inner, key, Some(version), &grant).await?;
                if refusals.noted(is_done, "put", Some(version))? {
                    break;
                }
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = learn.await {
            tracing::warn!(operation = error.operation, "the id of a user could not be stored with the grant");
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // No code that can panic runs while the lock is held.
        lock(&self.memory)
    }
}

/// Removes the entry of a running refresh when its task ends or is dropped.
struct RunningRefresh {
    inner: Arc<ClientState>,
    key: GrantKey,
    id: u64,
}

impl Drop for RunningRefresh {
    fn drop(&mut self) {
        let mut memory = self.inner.sessions.memory();
        if memory.refreshes.get(&self.key).is_some_and(|(id, _)| *id == self.id) {
            memory.refreshes.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests;
