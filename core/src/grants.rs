//! The stored grants: the public API for them.
//!
//! `docs/observe.md` lists the metrics that the events of [`tracing`] carry, such as `monotonic_counter.refresh_total`.

use std::fmt;

use chrono::{DateTime, Utc};
use open_platform_macros::methods;

use crate::client::OpenPlatform;
use crate::error::{Error, Result, StoreError};
use crate::id::{GrantKey, UserId};
use crate::model::token::TokenReply;
use crate::oauth::{Tokens, check_redirect_uri, check_user};
use crate::session::grant::{Grant, Origin, SHORTEST_LIFETIME};
use crate::session::protocol::{self, TokenDecision};
use crate::session::{renewal, subscription_rows};
use crate::stores::{PAGE, PartialRead, RecordKind, Refusals, is_beyond, partial_page, partial_read};
use crate::subscriptions::Subscriptions;

pub use crate::session::{GrantInfo, GrantState, GrantWarning};

impl OpenPlatform {
    /// The stored grants.
    pub fn grants(&self) -> Grants {
        Grants { platform: self.clone() }
    }
}

/// The stored grants.
#[derive(Clone)]
pub struct Grants {
    platform: OpenPlatform,
}

impl fmt::Debug for Grants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grants").finish_non_exhaustive()
    }
}

/// Tokens that were obtained elsewhere and that the SDK keeps valid from now on.
#[cfg_attr(any(feature = "node", feature = "python"), crate::ffi::data(options))]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "pass it to `Grants::adopt` to store the tokens"]
pub struct Adoption {
    /// The tokens. Their previous owner must no longer refresh them. If they name no scopes, those of the grant are not known: then the
    /// platform, and not the SDK, refuses an event subscription whose scope the user has not granted.
    pub tokens: Tokens,
    /// The app's own name for the user, as in [`Login::user`](crate::oauth::Login::user).
    pub user: Option<String>,
    /// The redirect URI of the login that returned the tokens. `None`: that of the client. Every refresh repeats it.
    pub redirect_uri: Option<String>,
    /// When the user logged in. `None`: now.
    pub consent_at: Option<DateTime<Utc>>,
}

impl Adoption {
    /// An adoption of `tokens`.
    pub fn new(tokens: Tokens) -> Self {
        Self { tokens, user: None, redirect_uri: None, consent_at: None }
    }

    /// Sets the user, so that a later login with the same scopes replaces the grant.
    pub fn for_user(mut self, user: impl Into<String>) -> Self {
        self.user = Some(user.into());
        self
    }

    /// Sets the redirect URI of the login that returned the tokens.
    pub fn redirect_uri(mut self, uri: impl Into<String>) -> Self {
        self.redirect_uri = Some(uri.into());
        self
    }

    /// Sets the time at which the user logged in.
    pub fn consent_at(mut self, instant: DateTime<Utc>) -> Self {
        self.consent_at = Some(instant);
        self
    }
}

/// A stored grant that cannot be read.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnreadableGrant {
    /// The key of the grant.
    pub key: GrantKey,
    /// The app's name for the user, if the key contains it, as keys of earlier versions do. Otherwise find the user by the
    /// key that the app has stored.
    pub user: Option<String>,
    /// Why it cannot be read: the store key that the record is encrypted with, or the newer version that wrote it.
    pub reason: String,
}

/// A page of the stored grants.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrantPage {
    /// The grants, in the order of their keys.
    pub grants: Vec<GrantInfo>,
    /// The value of `after` for the next page. `None`: this is the last page.
    pub next: Option<GrantKey>,
}

/// The stored grants. No result contains a token.
#[methods(OpenPlatform, grants)]
impl Grants {
    /// A page of the grants in the store, ordered by key: for lists that are too long for memory.
    ///
    /// Grants that cannot be read are left out, as in [`list`](Self::list), so a page may have fewer grants than `limit`
    /// without being the last one. A grant that is added or deleted between two pages may or may not be in the later ones,
    /// depending on its key. All other grants are returned exactly once.
    ///
    /// ```
    /// # use open_platform::{OpenPlatform, error::Result};
    /// # async fn work(platform: OpenPlatform) -> Result<()> {
    /// let mut after = None;
    /// loop {
    ///     let page = platform.grants().page(after, None).await?;
    ///     for grant in page.grants {
    ///         println!("{} {:?}", grant.key, grant.state);
    ///     }
    ///     after = page.next;
    ///     if after.is_none() {
    ///         break;
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Arguments
    /// - `after`: [`GrantPage::next`] of the previous page. By default the first page.
    /// - `limit`: The maximum number of grants, 1 to 1,000. By default 1,000.
    ///
    /// # Errors
    /// - [`Error::InvalidInput`] for a `limit` that is not 1 to 1,000.
    /// - [`Error::Store`] if the store failed, for the first page also if there are grants and none of them can be read.
    #[method]
    pub async fn page(&self, after: Option<GrantKey>, limit: Option<usize>) -> Result<GrantPage> {
        if limit.is_some_and(|limit| !(1..=PAGE).contains(&limit)) {
            return Err(Error::invalid("limit", format!("must be 1 to {PAGE}")));
        }
        if let Some(after) = &after {
            after.check()?;
        }
        self.platform.within("grants.page", self.read_page(after, limit)).await
    }

    async fn read_page(&self, after: Option<GrantKey>, limit: Option<usize>) -> Result<GrantPage> {
        let inner = &self.platform.inner;
        let is_first = after.is_none();
        let mut after = after.map(|key| key.0);
        let limit = limit.unwrap_or(PAGE);
        let mut lost = None;
        loop {
            let store = inner.store().as_ref();
            let (page, next) = partial_page(store, RecordKind::Grant, "", after.as_deref(), limit, Grant::read).await?;
            if !page.readable.is_empty() {
                let grants = page.some("grants")?.into_iter();
                let info = |(key, _, grant)| inner.sessions.info_of(inner, &GrantKey(key), &grant);
                return Ok(GrantPage { grants: grants.map(info).collect(), next: next.map(GrantKey) });
            }
            // A page of unreadable grants does not end the list. It is an error only if no grant is readable.
            lost = lost.or(page.unreadable.into_iter().next().map(|(_, error)| error));
            match (next, lost) {
                (Some(next), seen) => (after, lost) = (Some(next), seen),
                (None, Some(error)) if is_first => return Err(error.into()),
                (None, _) => return Ok(GrantPage { grants: Vec::new(), next: None }),
            }
        }
    }

    /// All grants in the store. Those that cannot be read are left out: [`unreadable`](Self::unreadable) returns them. For
    /// many thousands of grants, read them [page by page](Self::page).
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed, also if there are grants and none of them can be read.
    #[method]
    pub async fn list(&self) -> Result<Vec<GrantInfo>> {
        self.platform.within("grants.list", self.readable("")).await
    }

    /// The grants of one user, the newest login first. Grants that cannot be read are left out, as in [`list`](Self::list).
    ///
    /// # Arguments
    /// - `user`: The app's own id of the user, as given at the [login](crate::oauth::Login::user).
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed, also if there are such grants and none of them can be read.
    #[method]
    pub async fn of_user(&self, user: &str) -> Result<Vec<GrantInfo>> {
        self.platform.within("grants.of_user", self.find_of_user(user)).await
    }

    async fn find_of_user(&self, user: &str) -> Result<Vec<GrantInfo>> {
        check_user(user)?;
        let inner = &self.platform.inner;
        let mut grants = Vec::new();
        for prefix in inner.sessions.key_prefixes(inner, user).await? {
            grants.extend(self.readable(&prefix).await?);
        }
        // In keys of earlier versions, the name of one user can be the prefix of another's.
        grants.retain(|grant| grant.user.as_deref() == Some(user));
        grants.sort_by_key(|grant| std::cmp::Reverse(grant.consent_at));
        Ok(grants)
    }

    /// The grants that cannot be read: they are encrypted with a key that is not among the store keys, or were written by a
    /// newer version. Such a grant is not lost: it can be used again once its key is configured. If the key is lost,
    /// [`forget`](Self::forget) the grant and send the user to a login.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method]
    pub async fn unreadable(&self) -> Result<Vec<UnreadableGrant>> {
        let read = async { Ok(self.read_all("").await?) };
        let unreadable =
            self.platform.within("grants.unreadable", read).await?.unreadable.into_iter().map(|(key, error)| {
                let key = GrantKey(key);
                UnreadableGrant { user: key.user(), key, reason: error.reason }
            });
        Ok(unreadable.collect())
    }

    async fn read_all(&self, prefix: &str) -> Result<PartialRead<Grant>, StoreError> {
        partial_read(self.platform.inner.store().as_ref(), RecordKind::Grant, prefix, Grant::read).await
    }

    async fn readable(&self, prefix: &str) -> Result<Vec<GrantInfo>> {
        let inner = &self.platform.inner;
        let grants = self.read_all(prefix).await?.some("grants")?.into_iter();
        Ok(grants.map(|(key, _, grant)| inner.sessions.info_of(inner, &GrantKey(key), &grant)).collect())
    }

    /// The data of one grant, or `None` if no grant has this key.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method]
    pub async fn info(&self, grant: impl Into<GrantKey>) -> Result<Option<GrantInfo>> {
        let (inner, key) = (&self.platform.inner, grant.into());
        key.check()?;
        let find = async {
            let key = inner.sessions.stored_key(inner, &key).await?;
            let grant = inner.sessions.read(inner, &key).await?;
            Ok((key, grant))
        };
        match self.platform.within("grants.info", find).await {
            Ok((key, grant)) => Ok(Some(inner.sessions.info_of(inner, &key, &grant))),
            Err(Error::OAuth(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether calls can be made with a grant: it is stored, and its access token is valid or can be refreshed. If not,
    /// send the user to a login.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method]
    pub async fn is_usable(&self, grant: impl Into<GrantKey>) -> Result<bool> {
        let (inner, key) = (&self.platform.inner, grant.into());
        key.check()?;
        let find = async {
            let key = inner.sessions.stored_key(inner, &key).await?;
            let grant = inner.sessions.read(inner, &key).await?;
            Ok((key, grant))
        };
        match self.platform.within("grants.is_usable", find).await {
            Ok((key, grant)) => {
                Ok(protocol::decide(&grant, key.as_str(), inner.sessions.local_now(inner)) != TokenDecision::Reauth)
            }
            Err(Error::OAuth(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Refreshes a grant now, even if its access token is still valid, and renews its subscriptions.
    ///
    /// Apps need not call this: calls refresh the grant when it is due. For an app that makes no calls for hours but needs
    /// its events, a [keeper](crate::keeper::Keeper) does it.
    ///
    /// # Errors
    /// - [`Error::InvalidInput`] if the grant has no refresh token and is still valid: its scopes do not include offline access.
    /// - [`OAuthError::ReauthRequired`](crate::error::OAuthError::ReauthRequired) if the user has to log in again.
    /// - [`OAuthError::RefreshUnavailable`](crate::error::OAuthError::RefreshUnavailable) if the failure is temporary.
    /// - [`Error::Transport`] if the response was a redirect, which is never followed. The grant is kept. Further attempts fail
    ///   with [`OAuthError::RefreshUnavailable`](crate::error::OAuthError::RefreshUnavailable), which has the time to wait, for
    ///   10 seconds, or longer after several redirects in a row.
    /// - [`Error::Decode`] if the response could not be read. The grant is kept: try again later.
    /// - [`Error::Config`] if a credential is missing.
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn refresh(&self, grant: impl Into<GrantKey>) -> Result<GrantInfo> {
        self.platform.refresh_within("grants.refresh", self.refresh_now(grant.into())).await
    }

    async fn refresh_now(&self, key: GrantKey) -> Result<GrantInfo> {
        let inner = &self.platform.inner;
        key.check()?;
        let key = inner.sessions.stored_key(inner, &key).await?;
        let before = inner.sessions.read(inner, &key).await?;
        let is_active = before.state == GrantState::Active;
        if is_active && before.pair.refresh.is_none() && before.is_valid_unrefreshed(inner.sessions.local_now(inner)) {
            let reason = "has no refresh token: it is valid until its access token ends. Ask for offline_access at the next login";
            return Err(Error::invalid("grant", reason));
        }
        inner.sessions.join(inner, &key, Some(before.generation)).await?;
        renewal::renew_now(inner, &key).await;
        let grant = inner.sessions.read(inner, &key).await?;
        Ok(inner.sessions.info_of(inner, &key, &grant))
    }

    /// Checks whether a user has really revoked access, after the event
    /// [`UserAccessRevocation`](crate::model::event::UserAccessRevocation). Each of the user's grants is refreshed at once,
    /// and the platform's response decides. So an event that is late or repeated does not end a newer login. Returns the
    /// state of the grants afterwards. Those that could not be checked are unchanged.
    ///
    /// A refresh that was running when the event arrived proves nothing, so another one follows it. If the platform
    /// confirms the revocation, the tokens of the grant are erased from the store, also those that had not ended yet, and
    /// no call and no [gateway for phones](crate::app::AppGateway) uses the grant any more: in this process at once, and
    /// in all other processes of the store when this method returns. To ensure that, it waits 2 s after the tokens are
    /// erased, which is longer than another process uses a cached grant. Three cases are not covered: a request that was
    /// sent already; a process that does not reach the store, which uses the token that it knows until that ends; and new
    /// tokens that such a process could not store, which it uses for up to 30 s after the store is back.
    ///
    /// Only grants with a known [`GrantInfo::user_id`] that can be read are checked. The others end with their next refresh.
    /// If the time limit of the call passes, the results up to then are stored.
    ///
    /// # Arguments
    /// - `user`: The platform's id of the user, from the event.
    ///
    /// # Errors
    /// - [`Error::Store`] as for [`list`](Self::list), or if the store failed for one of the user's grants: the others were
    ///   checked nevertheless.
    #[method(changes)]
    pub async fn revoked(&self, user: impl Into<UserId>) -> Result<Vec<GrantInfo>> {
        self.platform.within("grants.revoked", self.check_revocation(user.into())).await
    }

    async fn check_revocation(&self, user_id: UserId) -> Result<Vec<GrantInfo>> {
        let inner = &self.platform.inner;
        let mut grants = Vec::new();
        let mut failure = None;
        for info in self.list().await? {
            if info.user_id.as_ref() != Some(&user_id) {
                continue;
            }
            match inner.sessions.recheck(inner, &info.key).await {
                Err(error @ Error::Store(_)) => failure = Some(error),
                Err(error) => tracing::debug!(code = error.code(), "a grant was checked after a revocation event"),
                Ok(()) => {}
            }
            match self.info(&info.key).await {
                Ok(info) => grants.extend(info),
                Err(error) => failure = Some(error),
            }
        }
        if grants.iter().any(|grant| grant.state == GrantState::NeedsReauth) {
            inner.sessions.wait_for_caches(inner).await;
        }
        failure.map_or(Ok(grants), Err)
    }

    /// Stores tokens that were obtained elsewhere, and keeps them valid.
    ///
    /// # Errors
    /// [`Error::InvalidInput`], [`Error::Config`]. If the store fails, the tokens are kept in memory and stored later:
    /// [`GrantInfo::unsaved`] shows it.
    pub async fn adopt(&self, adoption: Adoption) -> Result<GrantInfo> {
        let inner = &self.platform.inner;
        let Adoption { tokens, user, redirect_uri, consent_at } = adoption;
        if tokens.access_token.is_empty() {
            return Err(Error::invalid("tokens.access_token", "must not be empty"));
        }
        for (field, instant) in [("tokens.expires_at", Some(tokens.expires_at)), ("consent_at", consent_at)] {
            if instant.is_some_and(is_beyond) {
                return Err(Error::invalid(field, "is too far away: a grant with this time could not be read again"));
            }
        }
        if let Some(user) = &user {
            check_user(user)?;
        }
        let redirect_uri = match redirect_uri {
            Some(uri) => uri,
            None => inner.config.redirect_uri()?.to_owned(),
        };
        check_redirect_uri(&redirect_uri)?;
        let adopt = async {
            let key = match &user {
                Some(user) => inner.sessions.key_of_login(inner, GrantKey::of(user, &tokens.scopes)).await?,
                None => GrantKey::random()?,
            };
            let now = inner.clock().now();
            let origin = Origin {
                name: Some(key.to_string()),
                user,
                client_id: inner.config.client_id()?.to_owned(),
                redirect_uri,
                requested_scope: tokens.scopes.join(" "),
                consent_at,
            };
            // Tokens that have ended, or are about to, are stored too: their first use refreshes them.
            let left = (tokens.expires_at - now).num_seconds();
            let reply = TokenReply {
                access_token: tokens.access_token,
                refresh_token: tokens.refresh_token,
                expires_in: if left < SHORTEST_LIFETIME { left.min(0) } else { left },
                expires_in_assumed: tokens.expiry_assumed,
                scope: None,
            };
            inner.sessions.begin(inner, &key, origin, reply, now).await
        };
        self.platform.within("grants.adopt", adopt).await
    }

    /// Deletes a grant and its subscriptions from the store, also one that cannot be read. Returns whether there was one.
    ///
    /// The platform is not informed: it documents no way to revoke a token (docs/platform.md#token-services). The result of a
    /// running refresh is dropped. Other processes of the store may use the access token for up to one more second.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn forget(&self, grant: impl Into<GrantKey>) -> Result<bool> {
        self.platform.within("grants.forget", self.delete(grant.into())).await
    }

    async fn delete(&self, key: GrantKey) -> Result<bool> {
        let inner = &self.platform.inner;
        key.check()?;
        let key = inner.sessions.stored_key(inner, &key).await?;
        inner.sessions.evict_with_unsaved(&key);
        subscription_rows::remove_all(inner, &key).await?;
        let mut refusals = Refusals::default();
        loop {
            let version = inner.store().get(RecordKind::Grant, key.as_str()).await?.map(|record| record.version);
            let Some(version) = version else { return Ok(false) };
            let is_deleted = inner.store().delete(RecordKind::Grant, key.as_str(), version).await?;
            if refusals.noted(is_deleted, "delete", Some(version))? {
                inner.sessions.evict_with_unsaved(&key);
                return Ok(true);
            }
        }
    }

    /// The event subscriptions of a grant.
    pub fn subscriptions(&self, key: impl Into<GrantKey>) -> Subscriptions {
        Subscriptions::new(self.platform.clone(), key.into())
    }
}
