//! The door: [`OpenPlatform`] and, for one user, [`User`].
//!
//! Configuration is in `client/builder.rs`, checking it in `config.rs`, sending in `call.rs`, and the calls
//! themselves in [`crate::api`].

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::call::Bearer;
use crate::error::{Error, OAuthError, Result, TransportError, TransportErrorKind};
use crate::id::GrantKey;
use crate::secret::Secret;
use crate::session::{Inner, StoredGrant};
use crate::webhook::{IdentificationKey, KeyRing, Webhooks};

mod builder;
mod check;

pub use crate::config::{CallOptions, Hosts};
pub use builder::Builder;

/// A client of the platform. Cheap to clone: all clones share one connection pool, one store and one retry budget.
///
/// ```no_run
/// # async fn run() -> open_platform::Result<()> {
/// let platform = open_platform::OpenPlatform::from_env()?;
/// let post = platform.posts().get("gZd7omnS").await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct OpenPlatform {
    pub(crate) inner: Arc<Inner>,
    pub(crate) options: CallOptions,
}

impl OpenPlatform {
    /// Configures a client.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// A client from the variables that [`Builder::from_env`] names.
    ///
    /// # Errors
    /// [`Error::Config`] naming the setting, never its value.
    #[inline]
    pub fn from_env() -> Result<Self> {
        Builder::from_env()?.build()
    }

    /// The same client with other options for its calls. Everything else stays shared.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Self { inner: Arc::clone(&self.inner), options }
    }

    /// Ends the wait for `work` when the timeout of this client's [`CallOptions`] has passed, where there is one. What goes
    /// on in the background, as a refresh or the end of a login does, goes on.
    pub(crate) async fn within<T>(&self, name: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        let Some(timeout) = self.options.checked()?.timeout else { return work.await };
        match tokio::time::timeout(timeout, work).await {
            Ok(result) => result,
            Err(_) => Err(TransportError {
                kind: TransportErrorKind::Deadline,
                reason: "it took longer than its timeout".to_owned(),
                endpoint: name.to_owned(),
                request_id: None,
                attempts: 0,
            }
            .into()),
        }
    }

    /// As [`within`](Self::within), for a refresh: that it takes long says nothing about the grant.
    pub(crate) async fn refresh_within<T>(&self, name: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.within(name, work).await.map_err(|error| match error {
            Error::Transport(late) if late.kind == TransportErrorKind::Deadline => {
                OAuthError::RefreshUnavailable { reason: late.reason, retry_after: None }.into()
            }
            other => other,
        })
    }

    /// A handle for one user, whose calls carry a fresh token of the stored grant.
    pub fn user(&self, grant: impl Into<GrantKey>) -> User {
        User { platform: self.clone(), bearer: Bearer::Provider(StoredGrant::new(&self.inner, grant.into())) }
    }

    /// A handle for one user, by an access token that the caller keeps fresh. It is checked when a call is made.
    pub fn user_with_token(&self, token: impl Into<Secret>) -> User {
        User { platform: self.clone(), bearer: Bearer::Token(token.into()) }
    }

    /// Waits until nothing is under way that must not be cut off: a token refresh, the renewal of subscriptions, new
    /// tokens that the store has not taken yet. Call it before the process ends, as on SIGTERM; twelve seconds cover a
    /// refresh that has just begun. Returns whether all of it was done within `patience`.
    pub async fn drain(&self, patience: Duration) -> bool {
        self.inner.sessions.drain(patience).await
    }

    /// Receives the platform's requests: with the identification keys of this client, named `key-1`, `key-2` and so on,
    /// and with its clock.
    ///
    /// # Errors
    /// [`Error::Config`] if there is no key, or one that is no protection.
    pub fn webhooks(&self) -> Result<Webhooks> {
        let keys = self.identification_keys().iter().enumerate();
        let ring = KeyRing::new(keys.map(|(i, key)| IdentificationKey::new(format!("key-{}", i + 1), key.clone())))?;
        Ok(Webhooks::new(ring).clock(Arc::clone(self.inner.clock())))
    }

    /// Where users return to after a login, as configured, if it is.
    pub fn redirect_uri(&self) -> Option<&str> {
        self.inner.config.redirect_uri().ok()
    }

    /// The keys the platform proves itself with, as configured: for the receiving side, [`crate::webhook`].
    pub fn identification_keys(&self) -> &[Secret] {
        self.inner.config.identification_keys()
    }
}

impl fmt::Debug for OpenPlatform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenPlatform").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Acts for one user: every call carries the user's access token beside the API key. Cheap to clone.
///
/// The token of a stored grant is refreshed when it is due, and once more if the platform refuses it.
///
/// ```no_run
/// use std::time::Duration;
///
/// use open_platform::client::CallOptions;
/// use open_platform::model::message::{Button, Message};
/// use open_platform::id::GrantKey;
///
/// # async fn run(platform: open_platform::OpenPlatform, grant: GrantKey) -> open_platform::Result<()> {
/// let user = platform.user(grant).with(CallOptions::timeout(Duration::from_secs(5)));
/// let pay = Message::text("Your courier is ready.").to_receiver(vec![vec![Button::link("Pay", "https://app.example/pay/7")]]);
/// user.conversations().send("b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55", pay).await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct User {
    pub(crate) platform: OpenPlatform,
    pub(crate) bearer: Bearer,
}

impl User {
    /// The grant whose tokens the calls carry, if it is a stored one.
    pub fn grant(&self) -> Option<&GrantKey> {
        match &self.bearer {
            Bearer::Provider(provider) => provider.grant(),
            _ => None,
        }
    }

    /// The same user with other options for the calls.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Self { platform: self.platform.with(options), bearer: self.bearer.clone() }
    }
}
