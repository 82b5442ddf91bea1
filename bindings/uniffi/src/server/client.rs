//! The client: its settings and the two handles.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use open_platform::client::{Builder, Hosts, User};
use open_platform::policy::RetryPolicy;
use open_platform::session::{Encryption, GrantKey};
use open_platform::transport::{Http, HttpBuilder};
use open_platform::{OpenPlatform, Secret, testing};

use crate::calling::{Call, CallOptions, Life, core_options};
use crate::errors::Result;
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

    pub(crate) fn set(&self, change: impl FnOnce(Builder) -> Builder) {
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

/// A client of the platform for a server: it holds the app's credentials.
#[derive(uniffi::Object)]
pub struct Platform {
    pub(crate) core: OpenPlatform,
    pub(crate) life: Arc<Life>,
}

impl Platform {
    /// Runs a call with its options.
    pub(crate) async fn run<'a, T>(
        &self,
        options: Option<CallOptions>,
        call: impl FnOnce(OpenPlatform) -> Call<'a, T>,
    ) -> Result<T> {
        let (options, cancel) = core_options(options);
        self.life.run(cancel, call(self.core.with(options))).await
    }
}

#[uniffi::export]
impl Platform {
    /// Checks the settings and makes a client of them.
    #[uniffi::constructor]
    fn new(settings: &Settings) -> Result<Self> {
        Ok(Self { core: settings.build()?, life: Arc::default() })
    }

    /// A handle for one user, whose calls carry a fresh token of the stored grant.
    pub(crate) fn user(&self, grant: GrantKey) -> PlatformUser {
        PlatformUser { core: self.core.user(grant), life: Arc::clone(&self.life) }
    }

    /// A handle for one user, by an access token that the caller keeps fresh.
    fn user_with_token(&self, access_token: String) -> PlatformUser {
        PlatformUser { core: self.core.user_with_token(Secret::from(access_token)), life: Arc::clone(&self.life) }
    }

    /// Ends the calls under way, those of its users too, with a `Config` error, and refuses later ones likewise. A token
    /// refresh that a call has begun goes on. Not called `close`, which frees the memory of an object in Kotlin.
    fn shut_down(&self) {
        self.life.end();
    }
}

/// Acts for one user.
#[derive(uniffi::Object)]
pub struct PlatformUser {
    core: User,
    life: Arc<Life>,
}

impl PlatformUser {
    /// Runs a call with its options.
    pub(crate) async fn run<'a, T>(
        &self,
        options: Option<CallOptions>,
        call: impl FnOnce(User) -> Call<'a, T>,
    ) -> Result<T> {
        let (options, cancel) = core_options(options);
        self.life.run(cancel, call(self.core.with(options))).await
    }
}

#[uniffi::export]
impl PlatformUser {
    /// The grant whose tokens the calls carry, if it is a stored one.
    fn grant(&self) -> Option<GrantKey> {
        self.core.grant().cloned()
    }
}
