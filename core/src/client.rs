//! The client: [`OpenPlatform`] and, for one user, [`User`].
//!
//! The configuration is in `client/builder.rs`, its checks are in `config.rs`, sending is in `call.rs`, and the calls
//! are in [`crate::api`].

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::call::Bearer;
use crate::error::{Error, OAuthError, Result, TransportError, TransportErrorKind};
use crate::id::GrantKey;
use crate::observe::Note;
use crate::secret::Secret;
use crate::session::{ClientState, StoredGrant};
use crate::webhook::{IdentificationKey, KeyRing, Webhooks};

mod builder;

pub use crate::config::{CallOptions, Hosts, SETTINGS, Setting, SettingGroup, SettingKind};
pub use builder::Builder;

/// A client of the platform. Cheap to clone: all clones share one connection pool, one store and one limit of retries.
///
/// ```no_run
/// # async fn run() -> open_platform::Result<()> {
/// let platform = open_platform::OpenPlatform::from_env()?;
/// let post = platform.posts().get("gZd7omnS").await?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct OpenPlatform {
    pub(crate) inner: Arc<ClientState>,
    pub(crate) options: CallOptions,
}

impl OpenPlatform {
    /// Configures a client.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// A client configured by the environment variables that [`Builder::from_env`] lists.
    ///
    /// # Errors
    /// [`Error::Config`] with the name of the setting, never its value.
    #[inline]
    pub fn from_env() -> Result<Self> {
        Builder::from_env()?.build()
    }

    /// The same client with other options for its calls. Everything else is shared.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Self { inner: Arc::clone(&self.inner), options }
    }

    /// Waits for `work` at most as long as the timeout of this client's [`CallOptions`], if it has one. After a
    /// timeout, background work that `work` started, such as a refresh or the completion of a login, continues.
    pub(crate) async fn within<T>(&self, name: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        let Some(timeout) = self.options.checked()?.timeout else { return work.await };
        match tokio::time::timeout(timeout, work).await {
            Ok(result) => result,
            Err(_) => Err(TransportError {
                kind: TransportErrorKind::Deadline,
                reason: format!("it took longer than its timeout of {} ms", timeout.as_millis()),
                endpoint: name.to_owned(),
                request_id: None,
                attempts: 0,
            }
            .into()),
        }
    }

    /// Like [`within`](Self::within), for a refresh. A timeout becomes `RefreshUnavailable`: it does not mean that the
    /// grant has ended.
    pub(crate) async fn refresh_within<T>(&self, name: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.within(name, work).await.map_err(|error| match error {
            Error::Transport(late) if late.kind == TransportErrorKind::Deadline => {
                OAuthError::refresh_unavailable(late.reason, None).into()
            }
            other => other,
        })
    }

    /// A handle for one user. Its calls use a fresh access token of the stored grant.
    pub fn user(&self, grant: impl Into<GrantKey>) -> User {
        User { platform: self.clone(), bearer: Bearer::Provider(StoredGrant::new(&self.inner, grant.into())) }
    }

    /// A handle for one user, with an access token that the caller keeps fresh. The token is checked when a call is
    /// made.
    pub fn user_with_token(&self, token: impl Into<Secret>) -> User {
        User { platform: self.clone(), bearer: Bearer::Token(token.into()) }
    }

    /// Waits for work that must not be interrupted: logins that are being completed, token refreshes, renewals of
    /// subscriptions, and new tokens that are not yet in the store. Call it before the process ends, for example on SIGTERM;
    /// twelve seconds are enough for a refresh that has just begun. Returns whether all of it was done within `timeout`.
    pub async fn drain(&self, timeout: Duration) -> bool {
        self.inner.sessions.drain(timeout).await
    }

    /// A receiver for the platform's requests, as [`webhooks_with`](Self::webhooks_with), that accepts the identification keys of this
    /// client. They are named `key-1`, `key-2` and so on.
    ///
    /// # Errors
    /// [`Error::Config`] if there is no key, or if one is too weak.
    pub fn webhooks(&self) -> Result<Webhooks> {
        let keys = self.identification_keys().iter().enumerate();
        KeyRing::new(keys.map(|(i, key)| IdentificationKey::new(format!("key-{}", i + 1), key.clone())))
            .map(|ring| self.webhooks_with(Webhooks::new(ring)))
    }

    /// The same receiver with this client's clock, and with its limits for the texts that [hooks](crate::hooks::Hooks) send.
    pub fn webhooks_with(&self, webhooks: Webhooks) -> Webhooks {
        webhooks.clock(Arc::clone(self.inner.clock())).message_limits(self.inner.config.message_limits)
    }

    /// The configured address to which users return after a login.
    pub fn redirect_uri(&self) -> Option<&str> {
        self.inner.config.redirect_uri().ok()
    }

    /// What the log should say of this client: that its addresses come from the environment.
    pub fn note(&self) -> Option<Note> {
        self.inner.config.observers.note
    }

    /// The configured keys with which the platform authenticates its requests. [`crate::webhook`] uses them.
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
/// The token of a stored grant is refreshed when it is due, and once more if the platform rejects it.
///
/// ```no_run
/// use std::time::Duration;
///
/// use open_platform::client::CallOptions;
/// use open_platform::model::action::Action;
/// use open_platform::model::message::{Button, Message};
/// use open_platform::id::GrantKey;
///
/// # async fn run(platform: open_platform::OpenPlatform, grant: GrantKey) -> open_platform::Result<()> {
/// let user = platform.user(grant).with(CallOptions::timeout(Duration::from_secs(5)));
/// let pay = Button::new("Pay", Action::direct_link("https://app.example/pay/7"));
/// let pay = Message::text("Your courier is ready.").to_receiver(vec![vec![pay]]);
/// user.conversations().send("b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55", pay).await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct User {
    pub(crate) platform: OpenPlatform,
    pub(crate) bearer: Bearer,
}

impl User {
    /// The grant whose tokens the calls carry; `None` for a handle with an access token of the caller.
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
