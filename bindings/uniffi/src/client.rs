//! The client: settings, the two handles and how a call is run.

use std::future::Future;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use open_platform::client::{self, Builder, Hosts, User};
use open_platform::policy::RetryPolicy;
use open_platform::session::GrantKey;
use open_platform::{OpenPlatform, Secret};
use tokio::sync::watch;

use crate::errors::{OpenPlatformError, Result};

/// The settings of a client. An object, so that no generated text shows what is in it.
#[derive(uniffi::Object)]
pub struct Settings(Mutex<Builder>);

impl Settings {
    fn set(&self, change: impl FnOnce(Builder) -> Builder) {
        let mut builder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *builder = change(mem::take(&mut builder));
    }
}

#[uniffi::export]
impl Settings {
    /// No setting at all.
    #[uniffi::constructor]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// From the environment; `Builder::from_env` of the core names the variables.
    #[uniffi::constructor]
    fn from_environment() -> Result<Self> {
        Ok(Self(Mutex::new(Builder::from_env()?)))
    }

    fn api_key(&self, key: String) {
        self.set(|builder| builder.api_key(key));
    }

    fn client_id(&self, id: String) {
        self.set(|builder| builder.client_id(id));
    }

    fn client_secret(&self, secret: String) {
        self.set(|builder| builder.client_secret(secret));
    }

    fn redirect_uri(&self, uri: String) {
        self.set(|builder| builder.redirect_uri(uri));
    }

    fn identification_keys(&self, keys: Vec<String>) {
        self.set(|builder| builder.identification_keys(keys));
    }

    fn hosts(&self, auth: String, base: String, api: String, upload: String) {
        self.set(|builder| builder.hosts(Hosts { auth, base, api, upload }));
    }

    fn sandbox(&self, url: String) {
        self.set(|builder| builder.hosts(Hosts::sandbox(url)));
    }

    fn allow_plain_http(&self, on: bool) {
        self.set(|builder| builder.allow_plain_http(on));
    }

    fn pkce(&self, on: bool) {
        self.set(|builder| builder.pkce(on));
    }

    fn omit_refresh_code(&self, on: bool) {
        self.set(|builder| builder.omit_refresh_code(on));
    }

    fn max_attempts(&self, attempts: u32) {
        self.set(|builder| builder.retry(RetryPolicy { max_attempts: attempts, ..RetryPolicy::default() }));
    }

    fn timeout(&self, timeout: Duration) {
        self.set(|builder| builder.timeout(timeout));
    }

    fn upload_timeout(&self, timeout: Duration) {
        self.set(|builder| builder.upload_timeout(timeout));
    }

    fn max_image_bytes(&self, bytes: u64) {
        self.set(|builder| builder.max_image_bytes(bytes));
    }
}

/// What one call may have of its own.
#[derive(Default, uniffi::Record)]
pub struct CallOptions {
    /// How long the whole call may take.
    #[uniffi(default)]
    pub timeout: Option<Duration>,
    /// Whether an add-on on a post may be sent again after an unclear outcome.
    #[uniffi(default)]
    pub repeat_post_addons: bool,
    /// Ends the call from outside. Kotlin does not need it: there a cancelled coroutine ends the call by itself.
    #[uniffi(default)]
    pub cancel: Option<Arc<CancelToken>>,
}

/// Ends calls from outside, at once and for good. A token refresh that a call has begun goes on.
#[derive(uniffi::Object)]
pub struct CancelToken(watch::Sender<bool>);

#[uniffi::export]
impl CancelToken {
    #[uniffi::constructor]
    fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Ends every call that was given this token, those that begin later too.
    fn cancel(&self) {
        self.0.send_replace(true);
    }
}

/// Runs a call with its options.
pub(crate) async fn run<T>(
    options: Option<CallOptions>,
    call: impl AsyncFnOnce(client::CallOptions) -> open_platform::Result<T>,
) -> Result<T> {
    let CallOptions { timeout, repeat_post_addons, cancel } = options.unwrap_or_default();
    let mut options = client::CallOptions::default();
    options.timeout = timeout;
    options.repeat_post_addons = repeat_post_addons;
    match cancel {
        None => Ok(call(options).await?),
        Some(token) => until(&token, call(options)).await,
    }
}

async fn until<T>(token: &CancelToken, call: impl Future<Output = open_platform::Result<T>>) -> Result<T> {
    let mut cancelled = token.0.subscribe();
    tokio::select! {
        biased;
        // The token lives as long as the call, so the only end of the wait is its word.
        _ = cancelled.wait_for(|cancelled| *cancelled) => Err(OpenPlatformError::Cancelled {}),
        result = call => Ok(result?),
    }
}

/// A client of the platform for a server: it holds the app's credentials.
#[derive(uniffi::Object)]
pub struct Platform(pub(crate) OpenPlatform);

#[uniffi::export]
impl Platform {
    /// Checks the settings and makes a client of them. They are taken: the object is empty afterwards.
    #[uniffi::constructor]
    fn new(settings: &Settings) -> Result<Self> {
        let builder = mem::take(&mut *settings.0.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Self(builder.build()?))
    }

    /// A handle for one user, whose calls carry a fresh token of the stored grant.
    fn user(&self, grant: GrantKey) -> PlatformUser {
        PlatformUser(self.0.user(grant))
    }

    /// A handle for one user, by an access token that the caller keeps fresh.
    fn user_with_token(&self, access_token: String) -> PlatformUser {
        PlatformUser(self.0.user_with_token(Secret::from(access_token)))
    }
}

/// Acts for one user.
#[derive(uniffi::Object)]
pub struct PlatformUser(pub(crate) User);

#[uniffi::export]
impl PlatformUser {
    /// The grant whose tokens the calls carry, if it is a stored one.
    fn grant(&self) -> Option<GrantKey> {
        self.0.grant().cloned()
    }
}
