//! The source of the backend's tokens on a phone, and their cache.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Mutex;

use super::AppAccess;
use crate::call::{Access, AccessFuture, AccessProvider, RefusedToken};
use crate::clock::Clock;
use crate::error::{Cause, Error, OAuthError, Result};
use crate::secret::Secret;

/// A token is replaced this long before its end. If its lifetime is short, in the last quarter of it.
const MARGIN: i64 = 30;

/// Requests access from the backend by the app's own means: a `POST …/access` with the app's own session.
/// [`AppAccess::parse`] reads the response.
#[async_trait]
pub trait TokenProvider: Send + Sync + 'static {
    /// Fresh access. Called if there is none, shortly before its end, after a login, and once more if the backend rejects it or it
    /// lacks a scope; never twice at the same time. It may take as long as the call that needs it.
    ///
    /// # Errors
    /// [`AppTokenError`]: why there is none; never a part of a token.
    async fn access(&self) -> Result<AppAccess, AppTokenError>;
}

/// Why there is no access.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppTokenError {
    /// The user must log in, to the backend or again at the platform. Calls fail with [`OAuthError::ReauthRequired`].
    #[error("the user must log in: {reason}")]
    LoginRequired {
        /// Why.
        reason: String,
        /// The error behind it, if there is one.
        #[source]
        cause: Option<Cause>,
    },
    /// Temporarily unavailable: the backend cannot be reached or responds incorrectly. Calls fail with
    /// [`OAuthError::RefreshUnavailable`].
    #[error("no access now: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
        /// The error behind it, if there is one.
        #[source]
        cause: Option<Cause>,
    },
}

impl AppTokenError {
    /// The user must log in.
    pub fn login_required(reason: impl fmt::Display) -> Self {
        Self::LoginRequired { reason: reason.to_string(), cause: None }
    }

    /// Temporarily unavailable.
    pub fn unavailable(reason: impl fmt::Display) -> Self {
        Self::Unavailable { reason: reason.to_string(), cause: None }
    }

    /// Adds the error that caused it. It becomes the [`source`](std::error::Error::source) of the call's error. The reason
    /// appears in logs; the cause itself does not.
    #[must_use]
    pub fn caused_by(mut self, error: impl std::error::Error + Send + Sync + 'static) -> Self {
        let (Self::LoginRequired { cause, .. } | Self::Unavailable { cause, .. }) = &mut self;
        *cause = Some(Cause::new(error));
        self
    }
}

impl From<AppTokenError> for Error {
    fn from(error: AppTokenError) -> Self {
        match error {
            AppTokenError::LoginRequired { reason, cause } => OAuthError::ReauthRequired { reason, cause }.into(),
            AppTokenError::Unavailable { reason, cause } => {
                OAuthError::RefreshUnavailable { reason, retry_after: None, cause }.into()
            }
        }
    }
}

/// The cached access of an app.
pub(crate) struct AppTokens {
    provider: Arc<dyn TokenProvider>,
    clock: Arc<dyn Clock>,
    cached: Mutex<CachedToken>,
    /// The generation of the newest token: how many were requested so far. It changes while `cached` is locked.
    generation: AtomicI64,
    /// Tokens up to this generation are not used any more.
    outdated: AtomicI64,
}

#[derive(Default)]
struct CachedToken {
    token: Option<Secret>,
    generation: i64,
    until: DateTime<Utc>,
}

impl fmt::Debug for AppTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppTokens").finish_non_exhaustive()
    }
}

impl AppTokens {
    pub(crate) fn new(provider: Arc<dyn TokenProvider>, clock: Arc<dyn Clock>) -> Self {
        Self {
            provider,
            clock,
            cached: Mutex::default(),
            generation: AtomicI64::default(),
            outdated: AtomicI64::default(),
        }
    }

    /// A valid token, other than the `refused` one. Concurrent callers wait for the same response of the
    /// provider.
    async fn token(&self, refused: Option<RefusedToken>) -> Result<Access> {
        let mut cached = self.cached.lock().await;
        let is_outdated = |generation| generation <= self.outdated.load(Ordering::Relaxed);
        let usable = refused.is_none_or(|refused| refused.generation != cached.generation)
            && !is_outdated(cached.generation)
            && self.clock.now() < cached.until;
        if let (true, Some(token)) = (usable, &cached.token) {
            return Ok(Access { token: token.clone(), generation: cached.generation, fresh: false });
        }
        let asked_at = self.clock.now();
        // Counted before the request, so that `outdate` also means the token that is being requested.
        let generation = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
        let access = self.provider.access().await?;
        let life = access.expires_in.clamp(0, super::token::MAX_LIFETIME);
        cached.until = asked_at + TimeDelta::seconds(life - MARGIN.min(life / 4));
        (cached.generation, cached.token) = (generation, Some(access.token.clone()));
        Ok(Access { token: access.token, generation, fresh: !is_outdated(generation) })
    }

    /// Removes the token from the cache. The next call requests a new one.
    pub(crate) async fn forget(&self) {
        self.cached.lock().await.token = None;
    }

    /// Makes the next call request a new token, because the user has granted something: the token belongs to an earlier grant,
    /// also one that is being requested.
    pub(crate) fn outdate(&self) {
        self.outdated.fetch_max(self.generation.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

impl AccessProvider for AppTokens {
    fn access(&self, refused: Option<RefusedToken>) -> AccessFuture<'_> {
        Box::pin(self.token(refused))
    }

    fn outdate(&self, generation: i64) {
        self.outdated.fetch_max(generation, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_of_missing_access_is_the_source_of_the_error_and_is_never_printed() {
        for error in [AppTokenError::login_required("nobody"), AppTokenError::unavailable("busy")] {
            assert!(std::error::Error::source(&Error::from(error.clone())).is_none());
            let error = Error::from(error.caused_by(std::io::Error::other("canary")));
            assert_eq!(std::error::Error::source(&error).unwrap().to_string(), "canary");
            assert!(!format!("{error} {error:?} {:?}", error.report()).contains("canary"));
        }
    }
}
