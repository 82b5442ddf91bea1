//! Where the phone gets the backend's tokens, and how long it keeps one.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Mutex;

use super::AppAccess;
use crate::call::{Access, AccessProvider, Asked};
use crate::clock::Clock;
use crate::error::{Error, OAuthError, Result};
use crate::secret::Secret;

/// A token is replaced so long before its end, or in the last quarter of a shorter life.
const MARGIN: i64 = 30;

/// Asks the backend for access, by the app's own means: a request to `POST …/access` with the app's own session, whose
/// answer [`AppAccess::parse`] reads.
#[async_trait]
pub trait TokenProvider: Send + Sync + 'static {
    /// Fresh access. Asked when there is none, shortly before its end, and once more when the backend refuses it; never
    /// twice at the same time. It has as long as the call that needs it.
    ///
    /// # Errors
    /// [`AppTokenError`]: why there is none; never a part of a token.
    async fn access(&self) -> Result<AppAccess, AppTokenError>;
}

/// Why there is no access.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppTokenError {
    /// The user has to log in: to the backend, or at the platform once more. Calls fail with
    /// [`OAuthError::ReauthRequired`].
    #[error("the user must log in: {reason}")]
    LoginRequired {
        /// Why.
        reason: String,
    },
    /// Not now: the backend cannot be reached, or does not answer as it should. Calls fail with
    /// [`OAuthError::RefreshUnavailable`].
    #[error("no access now: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
    },
}

impl From<AppTokenError> for Error {
    fn from(error: AppTokenError) -> Self {
        match error {
            AppTokenError::LoginRequired { reason } => OAuthError::ReauthRequired { reason }.into(),
            AppTokenError::Unavailable { reason } => {
                OAuthError::RefreshUnavailable { reason, retry_after: None }.into()
            }
        }
    }
}

/// The access of an app at work.
pub(crate) struct AppTokens {
    provider: Arc<dyn TokenProvider>,
    clock: Arc<dyn Clock>,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    token: Option<Secret>,
    /// Counts the tokens.
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
        Self { provider, clock, held: Mutex::default() }
    }

    /// A token that lives, other than the one of generation `refused`. Whoever comes while the provider is asked
    /// waits for the same answer.
    async fn token(&self, refused: Option<i64>) -> Result<Access> {
        let mut held = self.held.lock().await;
        let usable = refused != Some(held.generation) && self.clock.now() < held.until;
        if let (true, Some(token)) = (usable, &held.token) {
            return Ok(Access { token: token.clone(), generation: held.generation, fresh: false });
        }
        let asked_at = self.clock.now();
        let access = self.provider.access().await?;
        let life = access.expires_in.clamp(0, super::token::MAX_LIFETIME);
        held.until = asked_at + TimeDelta::seconds(life - MARGIN.min(life / 4));
        held.generation += 1;
        held.token = Some(access.token.clone());
        Ok(Access { token: access.token, generation: held.generation, fresh: false })
    }

    /// Forgets the token, so that the next call asks for one.
    pub(crate) async fn forget(&self) {
        self.held.lock().await.token = None;
    }
}

impl AccessProvider for AppTokens {
    fn access(&self, refused: Option<i64>) -> Asked<'_> {
        Box::pin(self.token(refused))
    }
}
