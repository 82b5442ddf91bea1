//! The backend of an app on phones: [`AppGateway`].

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use http::header::RETRY_AFTER;

use super::completed_logins;
use super::request::{AppOperation, AppRequest};
use super::token::{Claims, MAX_LIFETIME, TokenCipher};
use super::{AppAccess, AppCode, error_responses, relay};
use crate::api::endpoints;
use crate::call::{Bearer, Call};
use crate::client::OpenPlatform;
use crate::config::check_app_redirect_uri;
use crate::endpoint::{AppUse, Body, Credentials, Endpoint};
use crate::environment::variable;
use crate::error::{Error, OAuthError, Result};
use crate::gateway_reply::CALL;
use crate::id::GrantKey;
use crate::logins::Pending;
use crate::oauth::{self, Completed};
use crate::scope;
use crate::secret::Secret;
use crate::session::StoredGrant;
use crate::webhook::{DEFAULT_BODY_LIMIT, Head, Headers, Rejection, Reply, Single, decode_letters};

/// The paths that are served, relative to the address of the gateway. One that ends in `/` includes everything below.
pub const PATHS: [&str; 3] = ["/login", "/access", "/api/"];

/// Default lifetime of a token, in seconds.
const LIFETIME: i64 = 600;
/// Longest body of a login, in bytes. It contains a code, an address and scopes.
const LOGIN_BODY_LIMIT: usize = 16 * 1024;

/// The part of a developer's backend that an app on a phone calls, so that the phone holds no credential. The protocol
/// between the two is described at [`crate::app`]. Clones share all state.
///
/// ```no_run
/// # async fn serve(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
/// use open_platform::app::AppGateway;
///
/// let gateway = AppGateway::from_env(&platform)?.allow(["conversations.send"])?;
///
/// // For every request below the address of the gateway, with the rest of the path:
/// # let (method, path, headers, body) = ("POST", "/access", [("Content-Type", "application/json")], b"{}");
/// let reply = match gateway.admit(method, path, &headers) {
///     Ok(request) => {
///         // Found by the backend's own session. Only needed for `/login` and `/access`.
///         let user = if request.needs_user() { Some("user-7") } else { None };
///         // Read at most `request.body_limit()` + 1 bytes of the body, for at most `request.body_timeout()`. After
///         // that time respond with `request.too_slow()`.
///         request.answer(user, body).await
///     }
///     Err(refusal) => refusal,
/// };
/// # let _ = reply; Ok(()) }
/// ```
///
/// A phone can only read, unless [`allow`](Self::allow) permits further calls. The owner of a phone can send every
/// request that the gateway permits, not only those of the app. Permit what the user may say (a message), not what the
/// backend guarantees (an add-on that says "Inspected").
#[derive(Clone)]
#[must_use]
pub struct AppGateway {
    platform: OpenPlatform,
    cipher: Arc<TokenCipher>,
    lifetime: i64,
    body_limit: usize,
    writes: Vec<&'static str>,
    redirect_uris: Vec<String>,
    pub(super) handler_timeout: Option<Duration>,
}

// The documentation of the parameters of the packages is made from it.
/// The options of a gateway, the backend of a mobile app.
#[cfg(feature = "ffi")]
#[crate::ffi::data(options)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GatewayOptions {
    /// The calls that change something and that phones may make, by their names in the endpoint table, such as
    /// `conversations.send`. By default a phone can only read. The owner of a phone can send every request that is allowed, not only
    /// those of the app: allow what a user may state (a message), not what the backend guarantees (an add-on that says "Inspected").
    pub allow: Vec<String>,
    /// The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds.
    pub lifetime_seconds: Option<f64>,
    /// The maximum size of a body in bytes: 256 KiB by default.
    pub body_limit: Option<u32>,
    /// The addresses that phones return to after a login, if they differ from the client's.
    pub redirect_uris: Vec<String>,
}

impl AppGateway {
    /// A gateway for the users of `platform`, with the keys that encrypt its tokens: 32 random bytes each, as printed
    /// by `openssl rand -base64 32`. The first key encrypts, all keys decrypt. All processes of the backend need the same keys; keep
    /// them secret. To change the key while they run: add the new one as the last and restart all processes, put it first and
    /// restart all again, and remove the old one an hour later (docs/mobile.md#replacing-a-key-of-the-gateway).
    ///
    /// # Errors
    /// [`Error::Config`] for `keys` if there is no key or an invalid one; for `client_id` if the client has none.
    pub fn new<K: Into<Secret>>(platform: &OpenPlatform, keys: impl IntoIterator<Item = K>) -> Result<Self> {
        let keys: Vec<Secret> = keys.into_iter().map(Into::into).collect();
        let cipher = Arc::new(TokenCipher::new(&keys, platform.inner.config.client_id()?)?);
        let redirect_uris = platform.inner.config.redirect_uri().map(str::to_owned).into_iter().collect();
        Ok(Self {
            platform: platform.clone(),
            cipher,
            lifetime: LIFETIME,
            body_limit: DEFAULT_BODY_LIMIT,
            writes: Vec::new(),
            redirect_uris,
            handler_timeout: None,
        })
    }

    /// A gateway with a comma-separated list of keys, as in `OPEN_PLATFORM_APP_KEYS`.
    ///
    /// # Errors
    /// Like [`new`](Self::new).
    pub fn from_list(platform: &OpenPlatform, keys: &str) -> Result<Self> {
        Self::new(platform, keys.split(',').map(str::trim).filter(|key| !key.is_empty()))
    }

    /// A gateway with the comma-separated keys of the environment variable `OPEN_PLATFORM_APP_KEYS`.
    ///
    /// # Errors
    /// Like [`new`](Self::new).
    pub fn from_env(platform: &OpenPlatform) -> Result<Self> {
        match variable("OPEN_PLATFORM_APP_KEYS")? {
            Some(keys) => Self::from_list(platform, &keys),
            None => {
                Err(Error::config("keys", "OPEN_PLATFORM_APP_KEYS is not set: `openssl rand -base64 32` makes a key"))
            }
        }
    }

    /// Creates a gateway with all its options, for other languages. Without `keys` it uses those of the environment variable
    /// (see [`from_env`](Self::from_env)).
    ///
    /// # Errors
    /// The errors of [`new`](Self::new) or `from_env`, and of the methods that set one of the options.
    #[cfg(feature = "ffi")]
    pub fn with_options(platform: &OpenPlatform, keys: Option<Vec<String>>, options: GatewayOptions) -> Result<Self> {
        let GatewayOptions { allow, lifetime_seconds, body_limit, redirect_uris } = options;
        let mut gateway = match keys {
            Some(keys) => Self::new(platform, keys)?,
            None => Self::from_env(platform)?,
        };
        if let Some(seconds) = lifetime_seconds {
            gateway = gateway.lifetime(Duration::try_from_secs_f64(seconds).unwrap_or_default())?;
        }
        if let Some(bytes) = body_limit {
            gateway = gateway.body_limit(bytes as usize);
        }
        gateway.allow(allow)?.redirect_uris(redirect_uris)
    }

    /// The same gateway with another client of the same app. Use it in a process that was forked from the first
    /// client's.
    pub fn on(&self, platform: &OpenPlatform) -> Self {
        Self { platform: platform.clone(), ..self.clone() }
    }

    /// Permits calls that change something, by their names in the [endpoint table](crate::endpoint), such as
    /// `conversations.send`. Calls that only read are always permitted.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `allow[…]` if no app may make that call ([`Endpoint::app_use`]).
    pub fn allow<N: AsRef<str>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self> {
        for (index, name) in names.into_iter().enumerate() {
            let wrong = |reason| Error::invalid(format!("allow[{index}]"), reason);
            let row = endpoints::find(name.as_ref())
                .ok_or_else(|| wrong("is not the name of a call: see `open-platform endpoints`"))?;
            match row.app_use() {
                AppUse::Never => return Err(wrong("cannot be permitted to phones: make this call in the backend")),
                AppUse::Write if !self.writes.contains(&row.name) => self.writes.push(row.name),
                AppUse::Read | AppUse::Write => {}
            }
        }
        Ok(self)
    }

    /// The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `lifetime` if it is less than a second or more than an hour.
    pub fn lifetime(mut self, lifetime: Duration) -> Result<Self> {
        match i64::try_from(lifetime.as_secs()) {
            Ok(seconds @ 1..=MAX_LIFETIME) => self.lifetime = seconds,
            _ => return Err(Error::invalid("lifetime", "must be between a second and an hour")),
        }
        Ok(self)
    }

    /// The largest accepted body, in bytes. 256 KiB by default.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// How long the function that finds the user may take, of [`service`](Self::service) and `router`: see
    /// [`Hooks::handler_timeout`](crate::hooks::Hooks::handler_timeout). One that takes longer is answered with 500.
    pub fn handler_timeout(mut self, limit: Duration) -> Self {
        self.handler_timeout = Some(limit);
        self
    }

    /// The addresses to which phones return after a login, if they differ from the client's. Each must be registered
    /// in the console and open the app (App Link, Universal Link).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `redirect_uri` if an address cannot be registered.
    pub fn redirect_uris<U: Into<String>>(mut self, uris: impl IntoIterator<Item = U>) -> Result<Self> {
        for uri in uris {
            let uri = uri.into();
            check_app_redirect_uri(&uri)?;
            self.redirect_uris.push(uri);
        }
        Ok(self)
    }

    /// Access for the phone of the user who owns this grant. The caller must have authenticated the user.
    ///
    /// The grant is not looked up: if it does not exist or has ended, the first call fails.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a malformed key.
    pub fn access(&self, grant: impl Into<GrantKey>) -> Result<AppAccess> {
        let grant = grant.into();
        grant.check()?;
        let ends = self.platform.inner.clock().now() + TimeDelta::seconds(self.lifetime);
        let writes = self.writes.iter().map(|&name| name.to_owned()).collect();
        let token = self.cipher.encrypt(&Claims { grant: grant.0, ends: ends.timestamp(), writes })?;
        Ok(AppAccess::new(token, self.lifetime))
    }

    /// Access for the phone of a user, by the app's own id of the user, with the user's newest usable grant.
    ///
    /// # Errors
    /// [`OAuthError::ReauthRequired`] if there is none: the user must log in at the platform. [`Error::Store`].
    pub async fn access_of(&self, user: &str) -> Result<AppAccess> {
        let grants = self.platform.grants();
        for grant in grants.of_user(user).await? {
            if grants.is_usable(&grant.key).await? {
                return self.access(grant.key);
            }
        }
        let reason = "this user has no grant that can be used: log in at the platform".to_owned();
        Err(OAuthError::reauth_required(reason).into())
    }

    /// Completes a login that began on a phone: exchanges the code, stores the tokens for the app's own id of the
    /// user, and returns access. The caller must have authenticated the user.
    ///
    /// Only the phone knows the `state`, and it has checked that the login is its own ([`OpenPlatformApp::callback`]).
    /// Only PKCE proves that the code belongs to the same login. PKCE is on unless the phone has turned it off
    /// ([`AppBuilder::pkce`](super::AppBuilder::pkce)).
    ///
    /// A phone that loses the response may send the same request again. For ten minutes every process with the same store responds
    /// with the same grant and does not use the code a second time, for which the platform may end the grant. If the outcome of the
    /// exchange was unclear, it responds with `CodeRejected`.
    ///
    /// [`OpenPlatformApp::callback`]: super::OpenPlatformApp::callback
    ///
    /// # Errors
    /// Like [`OAuth::callback`](crate::oauth::OAuth::callback), without the errors about `state`.
    /// [`Error::InvalidInput`] for `redirect_uri` if the address is neither the client's nor one of
    /// [`redirect_uris`](Self::redirect_uris).
    pub async fn login(&self, code: AppCode, user: impl Into<String>) -> Result<AppGranted> {
        let (inner, user) = (&self.platform.inner, user.into());
        oauth::check_user(&user)?;
        code.check()?;
        if !self.redirect_uris.contains(&code.redirect_uri) {
            let reason =
                "is not known to this backend: set it in the client, or as one of the `redirect_uris` of the gateway";
            return Err(Error::invalid("redirect_uri", reason));
        }
        let login = Pending {
            schema: 1,
            // The login is bound to the phone, not to a session of this backend.
            session: String::new(),
            client_id: inner.config.client_id()?.to_owned(),
            issuer: String::new(),
            redirect_uri: code.redirect_uri.clone(),
            scope: scope::join(&code.scopes)?,
            user: Some(user.clone()),
            return_to: None,
            verifier: code.verifier.as_ref().map(|verifier| verifier.expose().to_owned()),
            expires_at: inner.clock().now(),
        };
        let task = Arc::clone(inner);
        // The outcome is also stored if the caller is cancelled, and the phone asks again.
        let completed = inner.in_background(oauth::STOPPED, async move {
            completed_logins::once(&task, &code, &user, oauth::complete(&task, &login, &code.code)).await
        });
        let Completed { grant, scopes, missing_scopes } = completed.await?;
        Ok(AppGranted { access: self.access(&grant)?, grant, scopes, missing_scopes })
    }

    /// Checks the head of a request and decides whether to read its body. `path` is the path below the gateway's
    /// address, without a query: `/login`, `/access` or `/api/…`.
    ///
    /// # Errors
    /// The response to send instead: 401 for a rejected token, 403 for a call that is not permitted, 404 for an
    /// unknown call, 405, 413, 415. If a body was announced, [`Reply::close`] is set, because the body is not read.
    pub fn admit(
        &self,
        method: impl AsRef<str>,
        path: impl AsRef<str>,
        headers: &(impl Headers + ?Sized),
    ) -> Result<AppRequest, Reply> {
        let head = Head::of(headers);
        self.admitted(method.as_ref(), &decode_letters(path.as_ref()), &head, headers).map_err(|mut refusal| {
            refusal.close |= head.announces_body();
            refusal
        })
    }

    fn admitted(
        &self,
        method: &str,
        path: &str,
        head: &Head<'_>,
        headers: &(impl Headers + ?Sized),
    ) -> Result<AppRequest, Reply> {
        let limit = match path {
            "/login" | "/access" => LOGIN_BODY_LIMIT.min(self.body_limit),
            _ => self.body_limit,
        };
        let unusable = |rejection: Rejection| error_responses::unusable(rejection.status, &rejection.reason);
        let operation = match path.strip_prefix("/api") {
            Some(call) if call.starts_with('/') => self.admit_call(method, call, head, headers)?,
            _ if !matches!(path, "/login" | "/access") => return Err(error_responses::no_call()),
            _ if method != "POST" => {
                let mut reply = error_responses::unusable(405, "only POST is accepted");
                reply.headers.insert("Allow".to_owned(), "POST".to_owned());
                return Err(reply);
            }
            // A page of another site cannot send JSON with the user's cookies, so it cannot log in its own user.
            _ if path == "/login" => head.check_type().map(|()| AppOperation::Login).map_err(unusable)?,
            _ => AppOperation::Access,
        };
        head.check_size(limit).map_err(unusable)?;
        Ok(AppRequest::new(self.clone(), operation, limit))
    }

    fn admit_call(
        &self,
        method: &str,
        path: &str,
        head: &Head<'_>,
        headers: &(impl Headers + ?Sized),
    ) -> Result<AppOperation, Reply> {
        let Single::One(authorization) = head.authorization else { return Err(error_responses::no_token()) };
        let (scheme, token) = authorization.split_at_checked("Bearer ".len()).ok_or_else(error_responses::no_token)?;
        if !scheme.eq_ignore_ascii_case(b"Bearer ") {
            return Err(error_responses::no_token());
        }
        let claims = self.cipher.open(token.trim_ascii(), self.platform.inner.clock().now()).map_err(|reason| {
            tracing::debug!(reason, "an app token was refused");
            error_responses::no_token()
        })?;
        let mut named = None;
        headers.each(&mut |name, value| {
            if name.eq_ignore_ascii_case(CALL.as_str()) {
                named = Some(std::str::from_utf8(value).unwrap_or_default());
            }
        });
        let (row, segments) = relay::find(method, path, named).ok_or_else(error_responses::no_call)?;
        let allowed = self.writes.contains(&row.name) && claims.writes.iter().any(|name| name == row.name);
        if row.app_use() == AppUse::Write && !allowed {
            return Err(error_responses::not_allowed(row.name));
        }
        if row.body == Body::Json {
            head.check_type().map_err(|rejection| error_responses::unusable(rejection.status, &rejection.reason))?;
        }
        Ok(AppOperation::Call { row, segments, grant: claims.grant() })
    }

    pub(super) async fn relay(
        &self,
        row: &'static Endpoint,
        segments: Vec<String>,
        grant: GrantKey,
        body: &[u8],
    ) -> Result<Reply> {
        let inner = &self.platform.inner;
        let payload = relay::payload(row, body, &inner.config)?;
        let bearer = match row.credentials {
            Credentials::KeyAndBearer => Bearer::Provider(StoredGrant::new(inner, grant)),
            _ => {
                // A token is invalid after the end of its grant, also for calls that need only the API key.
                inner.sessions.access(inner, &grant).await?;
                Bearer::None
            }
        };
        let call = Call { endpoint: row, segments, query: Vec::new(), payload, bearer };
        let answer = inner.call(call, &self.platform.options).await?;
        let text = |name| answer.headers.get(name).and_then(|value: &http::HeaderValue| value.to_str().ok());
        let mut reply = Reply {
            status: answer.status,
            content_type: text(http::header::CONTENT_TYPE).map(str::to_owned),
            body: answer.body.to_vec(),
            ..Reply::default()
        };
        for (name, value) in [("X-Request-Id", answer.request_id.as_deref()), ("Retry-After", text(RETRY_AFTER))] {
            reply.headers.extend(value.map(|value| (name.to_owned(), value.to_owned())));
        }
        Ok(reply)
    }
}

impl fmt::Debug for AppGateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppGateway").field("keys", &self.cipher).field("allow", &self.writes).finish_non_exhaustive()
    }
}

/// The result of a login on a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppGranted {
    /// The key of the stored grant.
    pub grant: GrantKey,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// The requested scopes that were not granted.
    pub missing_scopes: Vec<String>,
    /// Access for the phone.
    pub access: AppAccess,
}
