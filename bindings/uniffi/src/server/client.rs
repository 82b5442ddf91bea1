//! The client: its settings and the two handles.

use std::collections::{BTreeMap, HashMap};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use open_platform::client::{Builder, User};
use open_platform::ffi::length;
use open_platform::id::GrantKey;
use open_platform::policy::RetryPolicy;
use open_platform::stores::Encryption;
use open_platform::transport::{Http, HttpBuilder};
use open_platform::{OpenPlatform, Secret, testing};

use crate::calling::{Call, CallOptions, Life, Run};
use crate::errors::Result;
use crate::settings::setters;
use crate::testing::Recorder;

/// The settings of a client. An object, so that no generated text shows what is in it. Several clients can be made of it.
#[derive(Default, uniffi::Object)]
pub struct Settings(Mutex<Parts>);

/// What is set so far.
#[derive(Clone, Default)]
struct Parts {
    builder: Builder,
    retry: RetryPolicy,
    /// The waits between retries by name, in seconds. They are read when a client is made: their setters have no error to
    /// give, and the last one that was given counts.
    waits: BTreeMap<&'static str, (f64, Wait)>,
    http: Option<HttpBuilder>,
    recorder: Option<Arc<testing::Recorder>>,
}

/// Where a wait is in the policy.
type Wait = fn(&mut RetryPolicy) -> &mut Duration;

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

    fn wait(&self, name: &'static str, seconds: f64, wait: Wait) {
        self.change(|parts| {
            parts.waits.insert(name, (seconds, wait));
        });
    }

    fn build(&self) -> Result<OpenPlatform> {
        let parts = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let Parts { builder, mut retry, waits, http, recorder } = parts;
        for (name, (seconds, wait)) in waits {
            *wait(&mut retry) = length(name, seconds)?;
        }
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
    /// No setting at all: what is not set comes from the environment.
    #[uniffi::constructor]
    fn new() -> Self {
        Self::default()
    }

    /// The keys that the store is encrypted with. The word `unencrypted` alone: none.
    fn store_keys(&self, keys: Vec<String>) -> Result<()> {
        let encryption = Encryption::from_list(&keys.join(","))?;
        self.set(|builder| builder.store_encryption(encryption));
        Ok(())
    }

    /// Also trusts the CA certificates in this PEM text, beside the bundled ones: at the platform and at the store's server.
    fn root_certificates_pem(&self, pem: String) {
        self.set(|builder| builder.root_certificates_pem(pem.clone()));
        self.http(|http| http.root_certificates_pem(pem));
    }

    /// For tests: how requests travel, in place of HTTP.
    fn transport(&self, transport: &Recorder) {
        self.change(|parts| parts.recorder = Some(transport.0.clone()));
    }
}

setters! {
    server Settings {
        /// The address of the store where grants live.
        store_url(address: String) = |builder| builder.store_url(address);
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
    pub(crate) fn run<T: Send + 'static>(
        &self,
        options: Option<CallOptions>,
        call: impl FnOnce(OpenPlatform) -> Call<'static, T>,
    ) -> Run<T> {
        self.life.run_task(options, |options| call(self.core.with(options)))
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
    pub(crate) fn run<T: Send + 'static>(
        &self,
        options: Option<CallOptions>,
        call: impl FnOnce(User) -> Call<'static, T>,
    ) -> Run<T> {
        self.life.run_task(options, |options| call(self.core.with(options)))
    }
}

#[uniffi::export]
impl PlatformUser {
    /// The grant whose tokens the calls carry, if it is a stored one.
    fn grant(&self) -> Option<GrantKey> {
        self.core.grant().cloned()
    }
}
