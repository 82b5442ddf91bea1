//! The client for an app on a phone, without credentials.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use tokio::runtime::Handle;

use super::login::PendingLogin;
use super::{AppAuthorization, AppCode, AppLoginOutcome, AppTokens, TokenProvider};
use crate::api::endpoints;
use crate::api::{CurrentUser, Images, Posts, UserAddons, UserConversations, UserPosts, UserSemantics};
use crate::call::Bearer;
use crate::client::{Builder, CallOptions, Hosts, OpenPlatform, User};
use crate::clock::{Clock, SystemClock};
use crate::config::check_address;
use crate::config::table::plain_setters;
use crate::digest::sha256;
use crate::error::{Error, OAuthError, Result};
use crate::lock::lock;
use crate::oauth::{self, CallbackQuery, CallbackResult, ConsentOptions};
use crate::policy::RetryPolicy;
use crate::random::random_text;
use crate::scope::{self, Scope};
use crate::token::issuer;
use crate::transport::Transport;

/// A client for an app on a phone, without credentials. Cheap to clone. [`crate::app`] describes how it works.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use open_platform::Scope;
/// use open_platform::app::{AppAccess, AppLoginOutcome, AppTokenError, OpenPlatformApp, TokenProvider};
///
/// struct Session;
///
/// #[async_trait::async_trait]
/// impl TokenProvider for Session {
///     async fn access(&self) -> Result<AppAccess, AppTokenError> {
///         let body = post("https://app.example/open-platform/access", "").await;
///         AppAccess::parse(&body).map_err(|error| AppTokenError::unavailable(&error).caused_by(error))
///     }
/// }
///
/// # async fn post(address: &str, body: &str) -> Vec<u8> { Vec::new() }
/// # async fn run(address: String) -> open_platform::Result<()> {
/// let app = OpenPlatformApp::builder()
///     .client_id("my-app")
///     .redirect_uri("https://app.example/phone/callback")
///     .backend("https://app.example/open-platform")
///     .tokens(Arc::new(Session))
///     .build()?;
///
/// // The login: open the address in the system's browser, keep `pending` until the user comes back to `address`.
/// let login = app.authorize([Scope::user_phone(), Scope::offline_access()])?;
/// match app.callback(&address, &login.pending)? {
///     AppLoginOutcome::Granted { code } => drop(post("https://app.example/open-platform/login", code.body().expose()).await),
///     AppLoginOutcome::Denied => println!("show that the app cannot work without access"),
/// }
///
/// // Calls, through the backend.
/// let post = app.posts().get("gZd7omnS").await?;
/// let me = app.user().users().me().await?;
/// # Ok(()) }
/// ```
///
/// Calls that need a credential do not exist. Each of these does not compile:
///
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.oauth();
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.grants();
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.webhooks();
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.addons().delete_from_post("gZd7omnS").await;
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.semantics();
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.users().id_by_phone("09123456789").await;
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.chatbot();
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp) {
/// app.user().events();
/// # }
/// ```
/// ```compile_fail,E0599
/// # async fn run(app: open_platform::app::OpenPlatformApp, request: open_platform::api::RawRequest) {
/// app.user().request(request).await;
/// # }
/// ```
/// ```compile_fail,E0599
/// open_platform::app::OpenPlatformApp::builder().api_key("key");
/// ```
/// ```compile_fail,E0599
/// open_platform::app::OpenPlatformApp::builder().client_secret("secret");
/// ```
#[derive(Clone)]
pub struct OpenPlatformApp {
    platform: OpenPlatform,
    /// Hashes of the used states, with the time until which they are kept.
    used: Arc<Mutex<HashMap<String, DateTime<Utc>>>>,
    tokens: Arc<AppTokens>,
}

impl fmt::Debug for OpenPlatformApp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenPlatformApp").finish_non_exhaustive()
    }
}

impl OpenPlatformApp {
    /// As [`OpenPlatform::max_upload_bytes`].
    #[cfg(feature = "ffi")]
    #[doc(hidden)]
    pub fn max_upload_bytes(&self) -> u64 {
        self.platform.max_upload_bytes()
    }

    /// Configures an app.
    pub fn builder() -> AppBuilder {
        AppBuilder::default()
    }

    /// The same app with other options for its calls. Everything else is shared.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        Self { platform: self.platform.with(options), ..self.clone() }
    }

    /// Starts a login that requests `scopes`. Nothing is sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a scope that cannot be requested.
    pub fn authorize(&self, scopes: impl IntoIterator<Item = impl Into<Scope>>) -> Result<AppAuthorization> {
        self.authorize_with(scopes, &ConsentOptions::default())
    }

    /// Like [`authorize`](Self::authorize), with options for the consent page.
    ///
    /// # Errors
    /// Like [`authorize`](Self::authorize), and for an invalid option.
    pub fn authorize_with(
        &self,
        scopes: impl IntoIterator<Item = impl Into<Scope>>,
        consent: &ConsentOptions,
    ) -> Result<AppAuthorization> {
        let inner = &self.platform.inner;
        consent.check()?;
        let scopes: Vec<Scope> = scopes.into_iter().map(Into::into).collect();
        let scope = scope::join(&scopes)?;
        let state = random_text()?;
        let verifier = inner.config.plain.pkce.then(random_text).transpose()?;
        let redirect_uri = inner.config.redirect_uri()?;
        let request = oauth::Request {
            client_id: inner.config.client_id()?,
            redirect_uri,
            scope: &scope,
            state: &state,
            verifier: verifier.as_ref(),
            consent,
        };
        let issuer = issuer(inner);
        let url = request.url(&format!("{issuer}{}", endpoints::OAUTH_AUTHORIZE.path));
        let pending = PendingLogin {
            state: state.expose().to_owned(),
            verifier: verifier.map(|verifier| verifier.expose().to_owned()),
            redirect_uri: redirect_uri.to_owned(),
            scopes: scopes.iter().map(|scope| scope.as_str().to_owned()).collect(),
            issuer: issuer.to_owned(),
            expires_at: inner.clock().now() + inner.config.plain.login_lifetime,
        };
        let pending =
            serde_json::to_string(&pending).map_err(|_| Error::invalid("scopes", "cannot be written as JSON"))?;
        Ok(AppAuthorization { url, pending: pending.into() })
    }

    /// Checks the address to which the user returned. `pending` is the state that [`authorize`](Self::authorize)
    /// returned; delete it afterwards, whatever the outcome.
    ///
    /// The code is for the backend: send [`AppCode::body`] to its `/login`.
    ///
    /// The system may deliver an address twice, for example when it starts the app anew. The second time the result is
    /// `StateMismatch`, or `pending` is deleted already: ignore it then, because the first one counts.
    ///
    /// # Errors
    /// - [`OAuthError::StateMismatch`]: the address belongs to another login, or was used before.
    /// - [`OAuthError::StateExpired`]: the user took longer than [`login_lifetime`](AppBuilder::login_lifetime).
    /// - [`OAuthError::CallbackRejected`]: the address is malformed.
    /// - [`OAuthError::AuthorizationRefused`]: the platform refused the login itself. If the user denies access, the
    ///   result is [`AppLoginOutcome::Denied`], not an error.
    /// - [`Error::InvalidInput`] for `pending` if `authorize` did not create it.
    pub fn callback(&self, url: impl AsRef<str>, pending: &crate::Secret) -> Result<AppLoginOutcome> {
        let pending: PendingLogin = serde_json::from_str(pending.expose())
            .map_err(|_| Error::invalid("pending", "was not created by `authorize`"))?;
        let query = CallbackQuery::parse(url.as_ref())?;
        if query.state != pending.state.as_str().into() || !self.use_once(&pending) {
            return Err(OAuthError::StateMismatch.into());
        }
        if self.platform.inner.clock().now() >= pending.expires_at {
            return Err(OAuthError::StateExpired.into());
        }
        if query.issuer.as_deref().is_some_and(|iss| iss.trim_end_matches('/') != pending.issuer) {
            let reason = "it comes from another authorization server".to_owned();
            return Err(OAuthError::CallbackRejected { reason }.into());
        }
        let came_back = query.is_for_redirect_uri(&pending.redirect_uri);
        match query.outcome {
            CallbackResult::Refused(reason) => Err(OAuthError::CallbackRejected { reason }.into()),
            _ if !came_back => Err(OAuthError::StateMismatch.into()),
            CallbackResult::Error { error, description } => {
                Err(OAuthError::AuthorizationRefused { error, description }.into())
            }
            CallbackResult::Denied => Ok(AppLoginOutcome::Denied),
            CallbackResult::Code(code) => {
                self.tokens.outdate();
                let scopes = pending.scopes.into_iter().map(Scope::raw).collect();
                let verifier = pending.verifier.map(Into::into);
                let code = AppCode { code, redirect_uri: pending.redirect_uri, scopes, verifier };
                Ok(AppLoginOutcome::Granted { code })
            }
        }
    }

    /// Deletes the cached token of the backend, for example when the user logs out. The next call requests a new one.
    pub async fn forget_access(&self) {
        self.tokens.forget().await;
    }

    /// Posts, with the app's API key, which the backend adds.
    pub fn posts(&self) -> Posts {
        self.platform.posts()
    }

    /// Image upload, directly to the platform. It needs no credential.
    pub fn images(&self) -> Images {
        self.platform.images()
    }

    /// The user of this phone, for whom the backend has a grant.
    pub fn user(&self) -> AppUser {
        // The backend knows the user of the token.
        AppUser { user: User { platform: self.platform.clone(), bearer: Bearer::None } }
    }

    /// Whether this login returns here for the first time.
    fn use_once(&self, login: &PendingLogin) -> bool {
        let now = self.platform.inner.clock().now();
        let mut used = lock(&self.used);
        used.retain(|_, until| now < *until);
        used.insert(sha256(&login.state), login.expires_at).is_none()
    }
}

/// Acts for the user of the phone, through the backend. Calls that change something work if the backend permits them
/// ([`AppGateway::allow`](super::AppGateway::allow)). Otherwise they fail with
/// [`MissingScope`](crate::error::ApiErrorKind::MissingScope).
#[derive(Clone, Debug)]
pub struct AppUser {
    user: User,
}

impl AppUser {
    /// The user's own data.
    pub fn users(&self) -> CurrentUser {
        self.user.users()
    }

    /// The user's posts.
    pub fn posts(&self) -> UserPosts {
        self.user.posts()
    }

    /// Add-ons, created for the user.
    pub fn addons(&self) -> UserAddons {
        self.user.addons()
    }

    /// Semantic records, created for the user.
    pub fn semantics(&self) -> UserSemantics {
        self.user.semantics()
    }

    /// The user's conversations.
    pub fn conversations(&self) -> UserConversations {
        self.user.conversations()
    }
}

/// Configures an [`OpenPlatformApp`]. There is no setting for a secret. Nothing is checked before
/// [`build`](Self::build).
#[derive(Clone)]
#[must_use = "an app is made by `build`"]
pub struct AppBuilder {
    builder: Builder,
    redirect_uri: Option<String>,
    backend: Option<String>,
    tokens: Option<Arc<dyn TokenProvider>>,
    clock: Option<Arc<dyn Clock>>,
    hosts: Option<Hosts>,
}

impl Default for AppBuilder {
    fn default() -> Self {
        // Another app on the phone may intercept a code, which cannot be used without the PKCE verifier.
        let builder = Builder::default().pkce(true);
        Self { builder, redirect_uri: None, backend: None, tokens: None, clock: None, hosts: None }
    }
}

impl fmt::Debug for AppBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppBuilder").field("backend", &self.backend).finish_non_exhaustive()
    }
}

impl AppBuilder {
    plain_setters!(phone);

    /// The address to which the user returns after login: an `https` address that is registered in the console and
    /// opens this app (App Link, Universal Link). If that is not possible (iOS before 17.4 does not return `https`
    /// addresses to apps), a scheme of the app's own that is a reversed domain name, such as `com.example.app:/oauth`,
    /// if the console accepts it. Other apps can claim the same scheme, so it needs PKCE. The backend must also know
    /// the address: [`AppGateway::redirect_uris`].
    ///
    /// [`AppGateway::redirect_uris`]: super::AppGateway::redirect_uris
    pub fn redirect_uri(mut self, uri: impl Into<String>) -> Self {
        self.redirect_uri = Some(uri.into());
        self
    }

    /// The address of the backend's [`AppGateway`](super::AppGateway), such as `https://app.example/open-platform`.
    pub fn backend(mut self, address: impl Into<String>) -> Self {
        self.backend = Some(address.into());
        self
    }

    /// The source of the backend's tokens.
    pub fn tokens(mut self, provider: Arc<dyn TokenProvider>) -> Self {
        self.tokens = Some(provider);
        self
    }

    /// The addresses of the platform's consent page and image host. Default: the live platform. The two API hosts are
    /// not used.
    pub fn hosts(mut self, hosts: Hosts) -> Self {
        self.hosts = Some(hosts);
        self
    }

    /// How often and how long to retry if no response came from the backend. A response of the backend is final,
    /// because the backend has already retried.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.builder = self.builder.retry(policy);
        self
    }

    /// Adds the CA certificates in this PEM text to the bundled ones, such as that of a sandbox with HTTPS. Those that the phone itself
    /// trusts do not count.
    pub fn root_certificates_pem(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.builder = self.builder.root_certificates_pem(pem);
        self
    }

    /// The source of time. Default: the system's clock.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The transport of requests. Default: [`Http`](crate::transport::Http).
    pub fn transport(mut self, transport: Arc<dyn Transport>) -> Self {
        self.builder = self.builder.transport(transport);
        self
    }

    /// The runtime for work that continues after its caller is cancelled: [`Builder::background`].
    pub fn background<R: Into<Option<Handle>>>(mut self, runtime: impl Fn() -> R + Send + Sync + 'static) -> Self {
        self.builder = self.builder.background(runtime);
        self
    }

    /// Checks the configuration and makes the app.
    ///
    /// # Errors
    /// [`Error::Config`] with the name of the setting: `client_id`, `redirect_uri`, `backend` and `tokens` are all
    /// needed.
    #[inline]
    pub fn build(self) -> Result<OpenPlatformApp> {
        let needed = |setting: &str| Error::config(setting, "is required: set it where the app is made");
        let backend = self.backend.ok_or_else(|| needed("backend"))?;
        let api = format!("{}/api", check_address("backend", &backend, self.builder.plain().allow_plain_http)?);
        let hosts = self.hosts.unwrap_or_else(Hosts::live);
        let clock = self.clock.unwrap_or_else(|| Arc::new(SystemClock));
        let tokens = Arc::new(AppTokens::new(self.tokens.ok_or_else(|| needed("tokens"))?, Arc::clone(&clock)));
        if self.builder.plain().client_id.is_none() {
            return Err(needed("client_id"));
        }
        let platform = self
            .builder
            .redirect_uri(self.redirect_uri.ok_or_else(|| needed("redirect_uri"))?)
            .hosts(Hosts { base: api.clone(), api, ..hosts })
            .clock(clock)
            .build_app(Arc::clone(&tokens) as _)?;
        Ok(OpenPlatformApp { platform, used: Arc::default(), tokens })
    }
}
