//! The configuration of a client, from code and from the environment.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tokio::runtime::Handle;

use super::OpenPlatform;
use crate::background::Background;
use crate::call::{AccessProvider, Caller};
use crate::clock::{Clock, SystemClock};
use crate::config::table::{PlainSettings, plain_setters, variable_of};
use crate::config::{CallOptions, Config, Credential, Hosts, Settings};
use crate::environment::{given_or_in_file, variable};
use crate::error::Result;
use crate::observe;
use crate::policy::RetryPolicy;
use crate::secret::{Secret, SecretSource};
use crate::session::ClientState;

use crate::stores::{self, Encryption, Identity, MemoryStore, RecordStore};
use crate::transport::Transport;

/// Configures an [`OpenPlatform`]. Nothing is checked before [`build`](Self::build), and no credential is required: a
/// call that needs a missing one returns an error that names it.
///
/// A setting that is not given in code is read from its environment variable when the client is made. Every variable is
/// optional, and an empty one counts as missing.
///
/// | variable | setting |
/// |---|---|
/// | `OPEN_PLATFORM_API_KEY` | [`api_key`](Self::api_key) |
/// | `OPEN_PLATFORM_CLIENT_ID` | [`client_id`](Self::client_id) |
/// | `OPEN_PLATFORM_CLIENT_SECRET` | [`client_secret`](Self::client_secret) |
/// | `OPEN_PLATFORM_REDIRECT_URI` | [`redirect_uri`](Self::redirect_uri) |
/// | `OPEN_PLATFORM_IDENTIFICATION_KEYS` | [`identification_key`](Self::identification_key), comma-separated |
/// | `OPEN_PLATFORM_STORE` | [`store_url`](Self::store_url) |
/// | `OPEN_PLATFORM_STORE_KEYS` | [`store_keys`](Self::store_keys), comma-separated, or `unencrypted` |
/// | `OPEN_PLATFORM_ROOT_CERTIFICATES_PEM` | [`root_certificates_pem`](Self::root_certificates_pem), the path of a file |
/// | `OPEN_PLATFORM_ASSET_MAX_AGE` | [`asset_max_age`](Self::asset_max_age), in seconds |
/// | `OPEN_PLATFORM_SANDBOX_URL` | [`hosts`](Self::hosts) with [`Hosts::sandbox`] |
#[derive(Clone, Default)]
#[must_use = "a client is made by `build`"]
pub struct Builder {
    settings: Settings,
    store: Option<Arc<dyn RecordStore>>,
    store_address: Option<String>,
    store_encryption: Option<Result<Encryption>>,
    clock: Option<Arc<dyn Clock>>,
    transport: Option<Arc<dyn Transport>>,
    background: Background,
    roots: Vec<Vec<u8>>,
    /// Variables to read instead of those of the process.
    environment: Option<Arc<HashMap<String, String>>>,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("hosts", &self.settings.hosts).finish_non_exhaustive()
    }
}

impl Builder {
    /// A configuration with the current environment variables. Only needed to read them earlier than
    /// [`build`](Self::build) does.
    ///
    /// # Errors
    /// [`Error::Config`](crate::Error::Config) if a variable is not Unicode text.
    pub fn from_env() -> Result<Self> {
        Self::default().complete()
    }

    /// Variables to read instead of those of the process, for tests. An empty list makes the client independent of its
    /// environment.
    pub fn environment<N: Into<String>, V: Into<String>>(
        mut self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into()));
        self.environment = Some(Arc::new(variables.collect()));
        self
    }

    /// The value of a variable; `None` if it is missing or empty.
    fn variable(&self, name: &str) -> Result<Option<String>> {
        match &self.environment {
            Some(variables) => Ok(variables.get(name).filter(|value| !value.is_empty()).cloned()),
            None => variable(name),
        }
    }

    /// Reads settings that were not given in code from the environment.
    fn complete(mut self) -> Result<Self> {
        let credential = |value: String| Credential::Fixed(value.into());
        if self.settings.api_key.is_none() {
            self.settings.api_key = self.value_of("api_key")?.map(credential);
        }
        if self.settings.client_secret.is_none() {
            self.settings.client_secret = self.value_of("client_secret")?.map(credential);
        }
        if self.settings.identification_keys.is_empty()
            && let Some(keys) = self.value_of("identification_keys")?
        {
            self.settings.identification_keys = keys.split(',').map(|key| Secret::new(key.trim())).collect();
        }
        if self.store.is_none() && self.store_address.is_none() {
            self.store_address = self.value_of("store")?;
        }
        if self.store_encryption.is_none() {
            self.store_encryption = self.value_of("store_keys")?.map(|list| Encryption::from_list(&list));
        }
        self.roots = self.roots()?;
        if self.settings.hosts.is_none()
            && let Some(url) = self.value_of("sandbox_url")?
        {
            self.settings.hosts = Some(Hosts::sandbox(url));
            self.settings.observers.note = Some(observe::Note::SANDBOX);
        }
        let mut plain = std::mem::take(&mut self.settings.plain);
        plain.complete(|name| self.variable(name))?;
        self.settings.plain = plain;
        Ok(self)
    }

    /// The certificates to trust, which the environment names if code gives none.
    pub(crate) fn roots(&self) -> Result<Vec<Vec<u8>>> {
        let is_given = !self.roots.is_empty();
        given_or_in_file(is_given.then_some(&self.roots), "root_certificates_pem", |setting| self.value_of(setting))
    }

    /// The value of a setting in the environment.
    fn value_of(&self, setting: &str) -> Result<Option<String>> {
        self.variable(variable_of(setting))
    }

    /// The plain values that are set so far.
    pub(crate) fn plain(&self) -> &PlainSettings {
        &self.settings.plain
    }

    plain_setters!(client);

    /// The API key of the app, sent as `x-api-key`.
    pub fn api_key(mut self, key: impl Into<Secret>) -> Self {
        self.settings.api_key = Some(Credential::Fixed(key.into()));
        self
    }

    /// A function that returns the current API key, so that the key can change without a restart. It is called for
    /// every call and must not block: keep the value in memory.
    pub fn api_key_provider(mut self, provider: impl Fn() -> Secret + Send + Sync + 'static) -> Self {
        self.settings.api_key = Some(Credential::Provider(Arc::new(provider)));
        self
    }

    /// Like [`api_key_provider`](Self::api_key_provider), for a source that may take time or fail.
    pub fn api_key_source(mut self, source: Arc<dyn SecretSource>) -> Self {
        self.settings.api_key = Some(Credential::Source(source));
        self
    }

    /// The client secret of the app.
    pub fn client_secret(mut self, secret: impl Into<Secret>) -> Self {
        self.settings.client_secret = Some(Credential::Fixed(secret.into()));
        self
    }

    /// A function that returns the current client secret. It is called for each token request. Like
    /// [`api_key_provider`](Self::api_key_provider).
    pub fn client_secret_provider(mut self, provider: impl Fn() -> Secret + Send + Sync + 'static) -> Self {
        self.settings.client_secret = Some(Credential::Provider(Arc::new(provider)));
        self
    }

    /// Like [`client_secret_provider`](Self::client_secret_provider), for a source that may take time or fail.
    pub fn client_secret_source(mut self, source: Arc<dyn SecretSource>) -> Self {
        self.settings.client_secret = Some(Credential::Source(source));
        self
    }

    /// Adds a key with which the platform authenticates its requests. Two keys are valid while the key is changed.
    pub fn identification_key(mut self, key: impl Into<Secret>) -> Self {
        self.settings.identification_keys.push(key.into());
        self
    }

    /// Adds several identification keys.
    pub fn identification_keys<K: Into<Secret>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.settings.identification_keys.extend(keys.into_iter().map(Into::into));
        self
    }

    /// The addresses of the platform. Default: the live platform.
    pub fn hosts(mut self, hosts: Hosts) -> Self {
        self.settings.hosts = Some(hosts);
        self.settings.observers.note = None;
        self
    }

    /// The store of grants. Default: in memory, so grants are lost when the process ends. A persistent store needs
    /// [`store_keys`](Self::store_keys).
    pub fn store(mut self, store: Arc<dyn RecordStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// The address of the store of grants, such as `sqlite:///var/lib/app/grants.db`.
    /// [`open_store`](stores::open_store) lists the forms. [`store`](Self::store) has priority.
    pub fn store_url(mut self, address: impl Into<String>) -> Self {
        self.store_address = Some(address.into());
        self
    }

    /// Adds the CA certificates in this PEM text to the bundled ones: for the store's server, and for the platform
    /// unless a [`transport`](Self::transport) is given. A `rediss` store then trusts only these.
    pub fn root_certificates_pem(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.roots.push(pem.into());
        self
    }

    /// The keys that encrypt records in a persistent store: 32 random bytes each, as printed by `openssl rand -base64
    /// 32`. The first key encrypts, all keys decrypt. [`Encryption`] describes how to replace one.
    pub fn store_keys<K: Into<Secret>>(self, keys: impl IntoIterator<Item = K>) -> Self {
        Self { store_encryption: Some(Encryption::keys(keys)), ..self }
    }

    /// The encryption of records, if it does not use fixed keys: with keys from a callback, or none.
    pub fn store_encryption(self, encryption: Encryption) -> Self {
        Self { store_encryption: Some(Ok(encryption)), ..self }
    }

    /// The source of time. Default: the system's clock.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The transport of requests. Default: [`Http`](crate::transport::Http).
    pub fn transport(mut self, transport: Arc<dyn Transport>) -> Self {
        self.transport = Some(transport);
        self
    }

    /// Sends requests with this client, its connection pool, proxies and certificates. It must not follow redirects:
    /// [`Reqwest`](crate::transport::Reqwest) describes why and how.
    /// [`root_certificates_pem`](Self::root_certificates_pem) does not change it.
    #[cfg(feature = "reqwest")]
    pub fn reqwest(self, client: reqwest::Client) -> Self {
        self.transport(Arc::new(crate::transport::Reqwest::from(client)))
    }

    /// The runtime for work that continues after its caller is cancelled: a token refresh, the completion of a login.
    /// Default: the runtime of the call that starts it, which must live long enough. The function is called for each
    /// such work. It returns a `Handle`, or `None` if there is no runtime at the moment, for example because the
    /// system cannot start a thread. Operations of the store also run there.
    pub fn background<R: Into<Option<Handle>>>(mut self, runtime: impl Fn() -> R + Send + Sync + 'static) -> Self {
        self.background = Background::new(runtime);
        self
    }

    /// A callback for each request of a call, when its outcome is known: see [`observe`]. It must not block. A panic
    /// in it does not affect the call.
    pub fn on_request(mut self, callback: impl Fn(&observe::Attempt) + Send + Sync + 'static) -> Self {
        self.settings.observers.request = Some(observe::Callback::new(callback));
        self
    }

    /// Like [`on_request`](Self::on_request), for a callback that does not always need the records, such as a log that
    /// can be off. If `wanted` returns false at the beginning of a call, no records are made for it.
    pub fn on_request_if(
        mut self,
        wanted: impl Fn() -> bool + Send + Sync + 'static,
        callback: impl Fn(&observe::Attempt) + Send + Sync + 'static,
    ) -> Self {
        self.settings.observers.request = Some(observe::Callback::when(wanted, callback));
        self
    }

    /// A callback for each request of a token refresh. Like [`on_request`](Self::on_request).
    pub fn on_refresh(mut self, callback: impl Fn(&observe::Refresh) + Send + Sync + 'static) -> Self {
        self.settings.observers.refresh = Some(observe::Callback::new(callback));
        self
    }

    /// A callback for each event of the client's [inboxes](crate::inbox) that a worker has handled, when its end is stored. Like
    /// [`on_request`](Self::on_request).
    pub fn on_handled_event(mut self, callback: impl Fn(&observe::HandledEvent) + Send + Sync + 'static) -> Self {
        self.settings.observers.handled_events = Some(observe::Callback::new(callback));
        self
    }

    /// Like [`on_handled_event`](Self::on_handled_event), for a callback that does not always need the records. If `wanted` returns
    /// false, no record is made.
    pub fn on_handled_event_if(
        mut self,
        wanted: impl Fn() -> bool + Send + Sync + 'static,
        callback: impl Fn(&observe::HandledEvent) + Send + Sync + 'static,
    ) -> Self {
        self.settings.observers.handled_events = Some(observe::Callback::when(wanted, callback));
        self
    }

    /// How often and how long to retry.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.settings.retry = policy;
        self
    }

    /// Checks the configuration and makes the client.
    ///
    /// # Errors
    /// [`Error::Config`](crate::Error::Config) with the name of the setting, never its value.
    #[inline]
    pub fn build(mut self) -> Result<OpenPlatform> {
        self = self.complete()?;
        let store = match (self.store.take(), self.store_address.take()) {
            (Some(store), _) => store,
            (None, Some(address)) => stores::open(&address, &Identity::trusting(self.roots.clone()))?,
            (None, None) => Arc::new(MemoryStore::new()),
        };
        let store = stores::protect(store, self.store_encryption.take().transpose()?)?;
        let store = stores::hosted(store, &self.background);
        self.over(store, None)
    }

    /// Makes a client for a phone: it sends the backend's tokens instead of API key and access tokens. A phone has no variables, and
    /// stores no grants: its library has nothing of the stores.
    #[inline]
    pub(crate) fn build_app(mut self, tokens: Arc<dyn AccessProvider>) -> Result<OpenPlatform> {
        self.settings.is_app = true;
        self.over(Arc::new(MemoryStore::new()), Some(tokens))
    }

    #[inline]
    fn over(self, store: Arc<dyn RecordStore>, app: Option<Arc<dyn AccessProvider>>) -> Result<OpenPlatform> {
        let transport = match self.transport {
            Some(transport) => transport,
            None => default_transport(self.roots)?,
        };
        let clock = self.clock.unwrap_or_else(|| Arc::new(SystemClock));
        let config = Config::new(self.settings)?;
        let caller = Caller::new(config, transport, clock, self.background, app)?;
        let inner = Arc::new(ClientState::new(caller, store));
        inner.config.observers.note.iter().for_each(observe::Note::trace);
        Ok(OpenPlatform { inner, options: CallOptions::default() })
    }
}

/// `#[inline]`, like all functions that lead here. Otherwise the HTTP client would also be compiled in this crate
/// (`http_client.rs`).
#[cfg(feature = "http")]
#[inline]
fn default_transport(roots: Vec<Vec<u8>>) -> Result<Arc<dyn Transport>> {
    Ok(Arc::new(crate::transport::Http::builder().trusting(roots).build()?))
}

#[cfg(not(feature = "http"))]
fn default_transport(_: Vec<Vec<u8>>) -> Result<Arc<dyn Transport>> {
    Err(crate::error::Error::config("transport", "none is set, and the feature `http` is off"))
}

#[cfg(test)]
mod tests;
