//! The client: settings, the two handles and how a call is run.

use std::future::Future;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use open_platform::client::{self, Builder, Hosts, User};
use open_platform::policy::RetryPolicy;
use open_platform::session::{Encryption, GrantKey};
use open_platform::transport::{Http, HttpBuilder};
use open_platform::{OpenPlatform, Secret, testing};
use tokio::sync::watch;

use crate::errors::{OpenPlatformError, Result};
use crate::testing::{ManualClock, Recorder};

/// The settings of a client. An object, so that no generated text shows what is in it. Several clients can be made of it.
#[derive(Default, uniffi::Object)]
pub struct Settings(Mutex<Parts>);

/// What is set so far.
#[derive(Clone, Default)]
struct Parts {
    builder: Builder,
    retry: RetryPolicy,
    http: Option<HttpBuilder>,
    recorder: Option<Arc<testing::Recorder>>,
}

impl Settings {
    fn change(&self, change: impl FnOnce(&mut Parts)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn set(&self, change: impl FnOnce(Builder) -> Builder) {
        self.change(|parts| parts.builder = change(mem::take(&mut parts.builder)));
    }

    fn http(&self, change: impl FnOnce(HttpBuilder) -> HttpBuilder) {
        self.change(|parts| parts.http = Some(change(parts.http.take().unwrap_or_else(Http::builder))));
    }

    fn build(&self) -> Result<OpenPlatform> {
        let Parts { builder, retry, http, recorder } = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let builder = match (recorder, http) {
            (Some(recorder), _) => builder.transport(recorder),
            (None, Some(http)) => builder.transport(Arc::new(http.build()?)),
            (None, None) => builder,
        };
        Ok(builder.retry(retry).build()?)
    }
}

#[uniffi::export]
impl Settings {
    /// No setting at all.
    #[uniffi::constructor]
    fn new() -> Self {
        Self::default()
    }

    /// From the environment; `Builder::from_env` of the core names the variables.
    #[uniffi::constructor]
    fn from_environment() -> Result<Self> {
        Ok(Self(Mutex::new(Parts { builder: Builder::from_env()?, ..Parts::default() })))
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
        self.change(|parts| parts.retry.max_attempts = attempts);
    }

    fn transient_base(&self, wait: Duration) {
        self.change(|parts| parts.retry.transient_base = wait);
    }

    fn throttled_base(&self, wait: Duration) {
        self.change(|parts| parts.retry.throttled_base = wait);
    }

    fn max_backoff(&self, wait: Duration) {
        self.change(|parts| parts.retry.max_backoff = wait);
    }

    fn max_retry_after(&self, wait: Duration) {
        self.change(|parts| parts.retry.max_retry_after = wait);
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

    /// The address of the store where grants live.
    fn store_url(&self, address: String) {
        self.set(|builder| builder.store_url(address));
    }

    /// The keys that the store is encrypted with. The word `unencrypted` alone: none.
    fn store_keys(&self, keys: Vec<String>) -> Result<()> {
        let encryption = Encryption::from_list(&keys.join(","))?;
        self.set(|builder| builder.store_encryption(encryption));
        Ok(())
    }

    fn root_certificates_pem(&self, pem: String) {
        self.http(|http| http.root_certificates_pem(pem));
    }

    fn connect_timeout(&self, timeout: Duration) {
        self.http(|http| http.connect_timeout(timeout));
    }

    fn max_idle_per_host(&self, connections: u32) {
        self.http(|http| http.max_idle_per_host(connections as usize));
    }

    fn environment_proxy(&self, on: bool) {
        self.http(|http| http.environment_proxy(on));
    }

    /// For tests: how requests travel, in place of HTTP.
    fn transport(&self, transport: &Recorder) {
        self.change(|parts| parts.recorder = Some(transport.0.clone()));
    }

    /// For tests: where the time comes from.
    fn clock(&self, clock: &ManualClock) {
        self.set(|builder| builder.clock(clock.0.clone()));
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
    /// Checks the settings and makes a client of them.
    #[uniffi::constructor]
    fn new(settings: &Settings) -> Result<Self> {
        settings.build().map(Self)
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
