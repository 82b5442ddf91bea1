//! The door: [`OpenPlatform`], and how it is configured. Sending lives in `call.rs`, the calls themselves in [`crate::api`].

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::call::Inner;
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, Result};
use crate::secret::Secret;
use crate::session::{GrantKey, MemoryStore, TokenStore};
use crate::transport::Transport;

/// A client of the platform. Cheap to clone: all clones share one connection pool, one store and one retry budget.
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

    /// A handle for one user, whose calls carry a fresh token of the stored grant.
    pub fn user(&self, grant: GrantKey) -> User {
        User { platform: self.clone(), bearer: UserToken::Grant(grant) }
    }

    /// A handle for one user, by an access token that the caller keeps fresh.
    pub fn user_with_token(&self, token: Secret) -> User {
        User { platform: self.clone(), bearer: UserToken::Token(token) }
    }
}

impl fmt::Debug for OpenPlatform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenPlatform").field("options", &self.options).finish_non_exhaustive()
    }
}

/// Acts for one user: every call carries the user's access token beside the API key.
#[derive(Clone, Debug)]
pub struct User {
    pub(crate) platform: OpenPlatform,
    pub(crate) bearer: UserToken,
}

/// Where a user's access token comes from.
#[derive(Clone, Debug)]
pub(crate) enum UserToken {
    /// A stored grant.
    Grant(GrantKey),
    /// The caller.
    Token(Secret),
}

/// What one call may have of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallOptions {
    /// How long the whole call may take: refresh, all attempts and the waits between them.
    pub timeout: Option<Duration>,
}

/// The addresses of the platform. Each may have a path; a trailing slash does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// The authorization server.
    pub auth: String,
    /// The main API.
    pub base: String,
    /// The second API host, which one legacy call uses.
    pub api: String,
    /// The image upload host. It gets no credentials.
    pub upload: String,
}

impl Hosts {
    /// The live platform (facts part 0).
    pub fn live() -> Self {
        Self {
            auth: "https://oauth.divar.ir".into(),
            base: "https://open-api.divar.ir".into(),
            api: "https://api.divar.ir".into(),
            upload: "https://divar.ir".into(),
        }
    }

    /// All hosts below one address, as the sandbox serves them: `/auth`, `/base`, `/api` and `/upload`.
    pub fn sandbox(url: impl AsRef<str>) -> Self {
        let url = url.as_ref().trim_end_matches('/');
        let below = |name: &str| format!("{url}/{name}");
        Self { auth: below("auth"), base: below("base"), api: below("api"), upload: below("upload") }
    }
}

/// Configures an [`OpenPlatform`]. Nothing is checked before [`build`](Self::build).
pub struct Builder {
    pub(crate) api_key: Option<Secret>,
    pub(crate) client_id: Option<String>,
    pub(crate) client_secret: Option<Secret>,
    pub(crate) redirect_uri: Option<String>,
    pub(crate) identification_keys: Vec<Secret>,
    pub(crate) hosts: Hosts,
    pub(crate) store: Option<Arc<dyn TokenStore>>,
    pub(crate) clock: Option<Arc<dyn Clock>>,
    pub(crate) transport: Option<Arc<dyn Transport>>,
    pub(crate) pkce: bool,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            api_key: None,
            client_id: None,
            client_secret: None,
            redirect_uri: None,
            identification_keys: Vec::new(),
            hosts: Hosts::live(),
            store: None,
            clock: None,
            transport: None,
            pkce: false,
        }
    }
}

impl Builder {
    /// The API key of the app, sent as `x-api-key`.
    pub fn api_key(mut self, key: impl Into<Secret>) -> Self {
        self.api_key = Some(key.into());
        self
    }

    /// The slug of the app in the console.
    pub fn client_id(mut self, id: impl Into<String>) -> Self {
        self.client_id = Some(id.into());
        self
    }

    /// The client secret of the app.
    pub fn client_secret(mut self, secret: impl Into<Secret>) -> Self {
        self.client_secret = Some(secret.into());
        self
    }

    /// Where the user returns to after login. One of the addresses allowed in the console.
    pub fn redirect_uri(mut self, uri: impl Into<String>) -> Self {
        self.redirect_uri = Some(uri.into());
        self
    }

    /// Adds a key that the platform proves itself with. Two stand side by side while the key changes.
    pub fn identification_key(mut self, key: impl Into<Secret>) -> Self {
        self.identification_keys.push(key.into());
        self
    }

    /// Where the platform is. The live platform by default.
    pub fn hosts(mut self, hosts: Hosts) -> Self {
        self.hosts = hosts;
        self
    }

    /// Where grants live. In memory by default.
    pub fn store(mut self, store: Arc<dyn TokenStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// Where the time comes from. The machine by default.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// How requests travel. reqwest over rustls by default.
    pub fn transport(mut self, transport: Arc<dyn Transport>) -> Self {
        self.transport = Some(transport);
        self
    }

    /// Whether logins use PKCE (RFC 7636, S256). Off by default: the platform does not document it.
    pub fn pkce(mut self, on: bool) -> Self {
        self.pkce = on;
        self
    }

    /// Checks the configuration and makes the client.
    ///
    /// # Errors
    /// [`Error::Config`] naming the setting, never its value.
    pub fn build(self) -> Result<OpenPlatform> {
        let transport = match self.transport.clone() {
            Some(transport) => transport,
            None => return Err(Error::config("transport", "none is set, and the feature `http` is off")),
        };
        let store = self.store.clone().unwrap_or_else(|| Arc::new(MemoryStore::new()));
        let clock = self.clock.clone().unwrap_or_else(|| Arc::new(SystemClock));
        let inner = Inner::new(self, transport, store, clock)?;
        Ok(OpenPlatform { inner: Arc::new(inner), options: CallOptions::default() })
    }
}

/// The values that calls need, checked.
pub(crate) struct Config {
    pub(crate) hosts: Hosts,
    pub(crate) pkce: bool,
    client_id: Option<String>,
    client_secret: Option<Secret>,
    redirect_uri: Option<String>,
}

impl Config {
    pub(crate) fn new(builder: Builder) -> Self {
        Self {
            hosts: builder.hosts,
            pkce: builder.pkce,
            client_id: builder.client_id,
            client_secret: builder.client_secret,
            redirect_uri: builder.redirect_uri,
        }
    }

    /// The app's slug, or an error that says how to set it.
    pub(crate) fn client_id(&self) -> Result<&str> {
        self.client_id.as_deref().ok_or_else(|| missing("client_id", "OPEN_PLATFORM_CLIENT_ID"))
    }

    /// The client secret of now, or an error that says how to set it.
    pub(crate) fn client_secret(&self) -> Result<Secret> {
        self.client_secret.clone().ok_or_else(|| missing("client_secret", "OPEN_PLATFORM_CLIENT_SECRET"))
    }

    /// The redirect URI, or an error that says how to set it.
    pub(crate) fn redirect_uri(&self) -> Result<&str> {
        self.redirect_uri.as_deref().ok_or_else(|| missing("redirect_uri", "OPEN_PLATFORM_REDIRECT_URI"))
    }
}

fn missing(setting: &str, variable: &str) -> Error {
    Error::config(setting, format!("this call needs it: set it with Builder::{setting} or {variable}"))
}
