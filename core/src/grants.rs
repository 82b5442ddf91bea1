//! The stored grants: the public API for them.
//!
//! # Metrics
//!
//! Events of [`tracing`], at `INFO` and `WARN`, carry these numbers in fields with the prefix that tells what they are, as
//! in `monotonic_counter.refresh_total`. The layer `MetricsLayer` of `tracing-opentelemetry` makes metrics of them as they
//! are. None names a grant or a user. What an app acts on, in every language, are the reports of a [`Keeper`](crate::keeper::Keeper).
//!
//! | name | kind | what |
//! |---|---|---|
//! | `refresh_total` | `monotonic_counter` | requests for new tokens, by `result`: `refreshed`, `invalid_grant`, `invalid_client`, `refused`, `unavailable`, `redirect`, `unreadable` |
//! | `replay_in_window` | `monotonic_counter` | those of them that sent a refresh token again, because an answer was lost |
//! | `rt_age_days` | `histogram` | whole days since the refresh token that was sent was issued |
//! | `lease_wait` | `histogram` | seconds for which a worker waited while another one refreshed |
//! | `adopt` | `monotonic_counter` | tokens used that another worker has got meanwhile |
//! | `needs_reauth` | `monotonic_counter` | grants that the platform has ended |
//! | `restored` | `monotonic_counter` | times that a store had an older state of a grant than a process knew, and got the newer one back |
//! | `unusable_life` | `monotonic_counter` | 1 for a process whose platform names lives of access tokens below 5 s |
//! | `sub_lapse_seconds` | `histogram` | for how long events of a subscription may be missing, by `event_type` |

use std::fmt;

use chrono::{DateTime, Utc};

use crate::client::OpenPlatform;
use crate::error::{Error, Result, StoreError};
use crate::id::{GrantKey, UserId};
use crate::model::token::TokenReply;
use crate::oauth::{Tokens, check_redirect_uri, check_user};
use crate::session::grant::{Grant, Origin, SHORTEST_LIFE};
use crate::session::protocol::{self, Decision};
use crate::session::{renewal, wanted};
use crate::stores::{Kind, PAGE, PartialRead, partial_page, partial_read, version_of};
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

/// Tokens obtained elsewhere, to be kept alive from now on.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use = "tokens are taken over by `Grants::adopt`"]
pub struct Adoption {
    /// The tokens. Whoever had them before must no longer refresh them.
    pub tokens: Tokens,
    /// The app's own name for the user, as in [`Login::user`](crate::oauth::Login::user).
    pub user: Option<String>,
    /// The redirect address of the login that made the tokens, if it was not the client's: a refresh repeats it.
    pub redirect_uri: Option<String>,
    /// When the user logged in. Now, if it is not known.
    pub consent_at: Option<DateTime<Utc>>,
}

impl Adoption {
    /// Takes over `tokens`.
    pub fn new(tokens: Tokens) -> Self {
        Self { tokens, user: None, redirect_uri: None, consent_at: None }
    }

    /// Names the user, so that a login with the same scopes replaces the grant.
    pub fn for_user(mut self, user: impl Into<String>) -> Self {
        self.user = Some(user.into());
        self
    }

    /// Names the redirect address of the login that made the tokens.
    pub fn redirect_uri(mut self, uri: impl Into<String>) -> Self {
        self.redirect_uri = Some(uri.into());
        self
    }

    /// Says when the user logged in.
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
    /// Its name.
    pub key: GrantKey,
    /// The app's name for the user, where the key shows it, as those of earlier versions do. Else find the user by the key
    /// that the app keeps.
    pub user: Option<String>,
    /// Why it cannot be read: it names the key that the record is sealed with, or the newer version that wrote it.
    pub reason: String,
}

/// A part of the stored grants.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrantPage {
    /// The grants, in the order of their keys.
    pub grants: Vec<GrantInfo>,
    /// What to give as `after` for the next page. `None`: this is the last one.
    pub next: Option<GrantKey>,
}

impl Grants {
    /// A part of the grants in the store, in the order of their keys: for lists that are too long to have in memory at once.
    /// `after` is [`GrantPage::next`] of the page before, and `None` for the first one. `limit` is the most that a page has, 1
    /// to 1,000; without it a page has up to 1,000, or all grants of a store that reads no parts
    /// ([`reads_pages`](crate::stores::RecordStore::reads_pages)).
    ///
    /// Grants that cannot be read are left out, as [`list`](Self::list) does, so a page may have fewer than `limit` and not be
    /// the last one. What is added or forgotten between two pages is in the later ones or not, by its key; no other grant comes
    /// twice or is left out.
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
    /// # Errors
    /// [`Error::InvalidInput`] at `limit`. [`Error::Store`], also of the first page if there are grants and none of them can be
    /// read.
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
        let mut lost = None;
        loop {
            let store = inner.store().as_ref();
            let (page, next) = partial_page(store, Kind::Grant, "", after.as_deref(), limit, Grant::read).await?;
            if !page.readable.is_empty() {
                let grants = page.some("grants")?.into_iter();
                let info = |(key, _, grant)| inner.sessions.info_of(inner, &GrantKey(key), &grant);
                return Ok(GrantPage { grants: grants.map(info).collect(), next: next.map(GrantKey) });
            }
            // Grants that cannot be read are no end of the list, unless there are no others.
            lost = lost.or(page.unreadable.into_iter().next().map(|(_, error)| error));
            match (next, lost) {
                (Some(next), seen) => (after, lost) = (Some(next), seen),
                (None, Some(error)) if is_first => return Err(error.into()),
                (None, _) => return Ok(GrantPage { grants: Vec::new(), next: None }),
            }
        }
    }

    /// All grants in the store. Those that cannot be read are left out, and [`unreadable`](Self::unreadable) has them. For
    /// many thousands of grants take [`page`](Self::page).
    ///
    /// # Errors
    /// [`Error::Store`], also if there are grants and none of them can be read.
    pub async fn list(&self) -> Result<Vec<GrantInfo>> {
        self.platform.within("grants.list", self.readable("")).await
    }

    /// The grants of one user, by the app's own name as in [`Login::user`](crate::oauth::Login::user), the newest login
    /// first. Those that cannot be read are left out, as [`list`](Self::list) does.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub async fn of_user(&self, user: &str) -> Result<Vec<GrantInfo>> {
        self.platform.within("grants.of_user", self.find_of_user(user)).await
    }

    async fn find_of_user(&self, user: &str) -> Result<Vec<GrantInfo>> {
        check_user(user)?;
        let inner = &self.platform.inner;
        let mut grants = Vec::new();
        for beginning in inner.sessions.beginnings(inner, user).await? {
            grants.extend(self.readable(&beginning).await?);
        }
        // A readable key begins with the name of its user; that of another may begin with the same.
        grants.retain(|grant| grant.user.as_deref() == Some(user));
        grants.sort_by_key(|grant| std::cmp::Reverse(grant.consent_at));
        Ok(grants)
    }

    /// The grants that cannot be read: sealed with a key that is not among the store keys, or written by a newer version.
    /// Such a grant is not lost. It goes on once its key is back; if that is gone for good, [`forget`](Self::forget) the
    /// grant and send the user to a login.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn unreadable(&self) -> Result<Vec<UnreadableGrant>> {
        let look = async { Ok(self.look("").await?) };
        let unreadable =
            self.platform.within("grants.unreadable", look).await?.unreadable.into_iter().map(|(key, error)| {
                let key = GrantKey(key);
                UnreadableGrant { user: key.user(), key, reason: error.reason }
            });
        Ok(unreadable.collect())
    }

    async fn look(&self, beginning: &str) -> Result<PartialRead<Grant>, StoreError> {
        partial_read(self.platform.inner.store().as_ref(), Kind::Grant, beginning, Grant::read).await
    }

    async fn readable(&self, beginning: &str) -> Result<Vec<GrantInfo>> {
        let inner = &self.platform.inner;
        let grants = self.look(beginning).await?.some("grants")?.into_iter();
        Ok(grants.map(|(key, _, grant)| inner.sessions.info_of(inner, &GrantKey(key), &grant)).collect())
    }

    /// What is known about one grant, or `None` if there is none of this name.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn info(&self, key: impl Into<GrantKey>) -> Result<Option<GrantInfo>> {
        let (inner, key) = (&self.platform.inner, key.into());
        key.check()?;
        let find = async {
            let key = inner.sessions.name(inner, &key).await?;
            let grant = inner.sessions.read(inner, &key).await?;
            Ok((key, grant))
        };
        match self.platform.within("grants.info", find).await {
            Ok((key, grant)) => Ok(Some(inner.sessions.info_of(inner, &key, &grant))),
            Err(Error::OAuth(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether calls can be made with a grant: it is stored, and its access token lives or can be refreshed. If not,
    /// send the user to a login.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn is_usable(&self, key: impl Into<GrantKey>) -> Result<bool> {
        let (inner, key) = (&self.platform.inner, key.into());
        key.check()?;
        let find = async {
            let key = inner.sessions.name(inner, &key).await?;
            let grant = inner.sessions.read(inner, &key).await?;
            Ok((key, grant))
        };
        match self.platform.within("grants.is_usable", find).await {
            Ok((key, grant)) => {
                Ok(protocol::decide(&grant, key.as_str(), inner.sessions.local_now(inner)) != Decision::Reauth)
            }
            Err(Error::OAuth(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Refreshes a grant now, whatever is left of its access token, and renews its subscriptions.
    ///
    /// There is no need to call this: calls refresh by themselves, and for an app that makes none for hours, but wants
    /// its events, a [`Keeper`](crate::keeper::Keeper) does.
    ///
    /// # Errors
    /// [`OAuthError::ReauthRequired`](crate::error::OAuthError::ReauthRequired) for good,
    /// [`OAuthError::RefreshUnavailable`](crate::error::OAuthError::RefreshUnavailable) for now, [`Error::Config`],
    /// [`Error::Store`].
    pub async fn refresh(&self, key: impl Into<GrantKey>) -> Result<GrantInfo> {
        self.platform.refresh_within("grants.refresh", self.refresh_now(key.into())).await
    }

    async fn refresh_now(&self, key: GrantKey) -> Result<GrantInfo> {
        let inner = &self.platform.inner;
        key.check()?;
        let key = inner.sessions.name(inner, &key).await?;
        let before = inner.sessions.read(inner, &key).await?;
        inner.sessions.join(inner, &key, Some(before.generation)).await?;
        renewal::renew_due(inner, &key).await;
        let grant = inner.sessions.read(inner, &key).await?;
        Ok(inner.sessions.info_of(inner, &key, &grant))
    }

    /// Finds out whether a user has really taken access away, as the event
    /// [`UserAccessRevocation`](crate::model::event::UserAccessRevocation) says: each of the user's grants is refreshed at
    /// once, and the platform's answer decides. So an event that is late or sent again ends no newer login. Returns the
    /// grants as they are then, those that could not be asked about unchanged.
    ///
    /// A refresh that was under way when the event came proves nothing: after it comes another one. If the platform
    /// confirms the revocation, the tokens of the grant are erased from the store, also those that had not ended yet, and no
    /// call and no [`AppGateway`](crate::app::AppGateway) uses the grant any more: in this process at once, and in all others
    /// of the store when this method returns. For that it waits 2 s after the tokens are erased, which is longer than another
    /// process goes by what it has read. Three things are beyond it: a request that is on its way already; a process that
    /// does not reach the store, which goes on with the token that it knows until that ends; and new tokens that such a
    /// process could not store, which it uses for up to 30 s after the store is back.
    ///
    /// Only grants with a known [`GrantInfo::user_id`] that can be read are found; the others end with their next refresh.
    ///
    /// # Errors
    /// [`Error::Store`], as [`list`](Self::list), or if the store failed for one of the user's grants: then the others
    /// were asked about all the same. With a timeout, the error for a deadline: what was found until then is stored.
    pub async fn revoked(&self, user_id: impl Into<UserId>) -> Result<Vec<GrantInfo>> {
        self.platform.within("grants.revoked", self.ask_about(user_id.into())).await
    }

    async fn ask_about(&self, user_id: UserId) -> Result<Vec<GrantInfo>> {
        let inner = &self.platform.inner;
        let mut grants = Vec::new();
        let mut failure = None;
        for info in self.list().await? {
            if info.user_id.as_ref() != Some(&user_id) {
                continue;
            }
            match inner.sessions.ask_anew(inner, &info.key).await {
                Err(error @ Error::Store(_)) => failure = Some(error),
                Err(error) => tracing::debug!(code = error.code(), "a grant was asked about"),
                Ok(()) => {}
            }
            match self.info(&info.key).await {
                Ok(info) => grants.extend(info),
                Err(error) => failure = Some(error),
            }
        }
        if grants.iter().any(|grant| grant.state == GrantState::NeedsReauth) {
            inner.sessions.until_known_everywhere(inner).await;
        }
        failure.map_or(Ok(grants), Err)
    }

    /// Takes over tokens that were obtained elsewhere, and keeps them alive.
    ///
    /// # Errors
    /// [`Error::InvalidInput`], [`Error::Config`]. If the store is down, the tokens are kept in memory until it is back;
    /// [`GrantInfo::unsaved`] says so.
    pub async fn adopt(&self, adoption: Adoption) -> Result<GrantInfo> {
        let inner = &self.platform.inner;
        let Adoption { tokens, user, redirect_uri, consent_at } = adoption;
        if tokens.access_token.is_empty() {
            return Err(Error::invalid("tokens.access_token", "must not be empty"));
        }
        if let Some(user) = &user {
            check_user(user)?;
        }
        let redirect_uri = match redirect_uri {
            Some(uri) => uri,
            None => inner.config.redirect_uri()?.to_owned(),
        };
        check_redirect_uri(&redirect_uri)?;
        let key = match &user {
            Some(user) => inner.sessions.name_of_login(inner, GrantKey::of(user, &tokens.scopes)).await?,
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
        // Tokens that have ended, or are about to, still count as new: their first use refreshes them.
        let left = (tokens.expires_at - now).num_seconds();
        let reply = TokenReply {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            expires_in: if left < SHORTEST_LIFE { left.min(0) } else { left },
            expires_in_assumed: tokens.expiry_assumed,
            scope: None,
        };
        self.platform.within("grants.adopt", inner.sessions.begin(inner, &key, origin, reply, now)).await
    }

    /// Deletes a grant and its subscriptions from the store, also those that cannot be read. Returns whether there was one.
    ///
    /// The platform is not told: it documents no way to revoke a token (docs/platform.md#token-services). A refresh
    /// under way is dropped when it arrives. Other processes of the store use the access token for up to a second more.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn forget(&self, key: impl Into<GrantKey>) -> Result<bool> {
        self.platform.within("grants.forget", self.delete(key.into())).await
    }

    async fn delete(&self, key: GrantKey) -> Result<bool> {
        let inner = &self.platform.inner;
        key.check()?;
        let key = inner.sessions.name(inner, &key).await?;
        inner.sessions.forget(&key);
        wanted::remove_all(inner, &key).await?;
        loop {
            let version = version_of(inner.store().as_ref(), Kind::Grant, key.as_str()).await?;
            let Some(version) = version else { return Ok(false) };
            if inner.store().delete(Kind::Grant, key.as_str(), version).await? {
                inner.sessions.forget(&key);
                return Ok(true);
            }
        }
    }

    /// The event subscriptions of a grant.
    pub fn subscriptions(&self, key: impl Into<GrantKey>) -> Subscriptions {
        Subscriptions::new(self.platform.clone(), key.into())
    }
}
