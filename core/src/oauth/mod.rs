//! The login of a user: from the address of the consent page to stored tokens.
//!
//! ```text
//! authorize ──> the user's browser ──> callback ──> exchange ──> a grant in the store
//! ```
//!
//! `authorize` builds the address, `callback` parses the address that the browser returns to. The token request is in
//! `token`, the stored state of a login in progress is in `logins`, and `session` keeps the grant valid afterwards.

mod authorize;
mod callback;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use open_platform_macros::methods;
use serde::{Deserialize, Serialize};

pub use authorize::{Authorization, ConsentOptions, Login};
pub(crate) use authorize::{Request, check_user};
pub(crate) use callback::{CallbackQuery, CallbackResult};

use crate::client::OpenPlatform;
use crate::digest::sha256;
use crate::endpoint;
use crate::error::{Error, OAuthError, Result, TransportErrorKind};
use crate::id::GrantKey;
use crate::logins::Pending;
use crate::random::random_text;
use crate::scope::Scope;
use crate::secret::Secret;
use crate::session::{ClientState, Origin};
use crate::stores::Stored;
use crate::token::{CodeForm, MAYBE_SPENT, NotCompleted, RefreshForm, issuer, refreshed};

pub use crate::config::check_redirect_uri;
pub use crate::token::Tokens;

/// The user's decision. There are only these two.
// The packages add a client of the user. Python's gets the values as a tuple.
#[cfg_attr(feature = "node", crate::ffi::data(tag = "status"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginOutcome {
    /// The user granted access, and the tokens are stored.
    #[non_exhaustive]
    Granted {
        /// The key of the stored grant: for [`OpenPlatform::user`].
        grant: GrantKey,
        /// The granted scopes.
        scopes: Vec<String>,
        /// The scopes that were requested and not granted.
        missing_scopes: Vec<String>,
        /// The path that was given as [`return_to`](Login::return_to) when the login was started.
        return_to: Option<String>,
    },
    /// The user refused. This is a normal outcome: show a page of the app.
    Denied,
}

impl OpenPlatform {
    /// The login of users.
    pub fn oauth(&self) -> OAuth {
        OAuth { platform: self.clone() }
    }
}

/// The login of users. From [`OpenPlatform::oauth`].
///
/// ```no_run
/// use open_platform::oauth::{LoginOutcome, Login};
/// use open_platform::{OpenPlatform, Scope};
///
/// # async fn run(platform: OpenPlatform, cookie: String, address: String) -> open_platform::Result<()> {
/// // The first handler redirects the browser.
/// let login = Login::new([Scope::user_phone(), Scope::offline_access()], &cookie).for_user("user-7").return_to("/home");
/// let redirect_to = platform.oauth().start(login).await?.url;
///
/// // The second one handles the redirect back: `address` is the full address of its request.
/// match platform.oauth().callback(&address, &cookie).await? {
///     LoginOutcome::Granted { grant, return_to, .. } => {
///         let me = platform.user(&grant).users().me().await?;
///         println!("store {grant} beside the user of {:?}, go on at {return_to:?}", me.user_id);
///     }
///     LoginOutcome::Denied => println!("show that the feature needs access"),
/// }
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct OAuth {
    platform: OpenPlatform,
}

impl fmt::Debug for OAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OAuth").finish_non_exhaustive()
    }
}

/// The login of users.
#[methods]
impl OAuth {
    /// Starts a login: redirect the user's browser to the [`url`](Authorization::url) of the result. No request is sent.
    ///
    /// The login can be completed once, within [`login_lifetime`](crate::client::Builder::login_lifetime), which is ten minutes
    /// by default, and only with the same session, the same app and the same authorization server. If very many logins are
    /// in progress, the oldest are deleted: [`Builder::max_pending_logins`](crate::client::Builder::max_pending_logins).
    /// Source: `docs/platform.md#authorization`.
    ///
    /// # Arguments
    /// - `scopes`: As [`Login::scopes`].
    /// - `session_id`: As [`Login::session_id`]. [`start`](Self::start) has further options.
    ///
    /// # Errors
    /// - [`Error::InvalidInput`] for a scope that cannot be requested, or another value that cannot be sent.
    /// - [`Error::Config`] for a missing or unsuitable setting.
    /// - [`Error::Store`] if the store failed.
    #[method]
    pub async fn authorize(
        &self,
        scopes: impl IntoIterator<Item = impl Into<Scope>>,
        session_id: impl Into<String>,
    ) -> Result<Authorization> {
        self.start(Login::new(scopes, session_id)).await
    }

    /// Starts a login with all options. Otherwise as [`authorize`](Self::authorize).
    ///
    /// # Errors
    /// As [`authorize`](Self::authorize).
    pub async fn start(&self, login: Login) -> Result<Authorization> {
        self.platform.within("oauth.authorize", self.begin(login)).await
    }

    async fn begin(&self, login: Login) -> Result<Authorization> {
        let inner = &self.platform.inner;
        let scope = login.check()?;
        let consent = login.consent();
        let client_id = inner.config.client_id()?;
        let redirect_uri = match &login.redirect_uri {
            Some(uri) => uri.as_str(),
            None => inner.config.redirect_uri()?,
        };
        check_redirect_uri(redirect_uri)?;
        // The process that completes the login may have another clock.
        let now = inner.sessions.now(inner).await?;
        let expires_at = now + inner.config.plain.login_lifetime;
        let state = Pending::state(expires_at)?;
        let verifier = inner.config.plain.pkce.then(random_text).transpose()?;
        let pending = Pending {
            schema: Pending::SCHEMA,
            session: sha256(&login.session_id),
            client_id: client_id.to_owned(),
            issuer: issuer(inner).to_owned(),
            redirect_uri: redirect_uri.to_owned(),
            scope,
            user: login.user,
            return_to: login.return_to,
            verifier: verifier.as_ref().map(|verifier| verifier.expose().to_owned()),
            expires_at,
        };
        pending.save(inner.store().as_ref(), &state).await?;
        inner.note_login(now).await;
        let request = Request {
            client_id,
            redirect_uri,
            scope: &pending.scope,
            state: &state,
            verifier: verifier.as_ref(),
            consent: &consent,
        };
        let endpoint = format!("{}{}", issuer(inner), endpoint::OAUTH_AUTHORIZE.path);
        Ok(Authorization { url: request.url(&endpoint), state })
    }

    /// The redirect URI of the client, used by a login without its own. `None`: not set. Whether it has the scheme `https`
    /// decides how a cookie of the login can be protected.
    pub fn redirect_uri(&self) -> Option<&str> {
        self.platform.inner.config.redirect_uri().ok()
    }

    /// Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
    ///
    /// A full address must be the redirect URI of this login: the same scheme, host, port and path (RFC 9700 section 4.7.1).
    /// Behind a proxy, pass only the query: the framework then reports the address of the proxy's request, with `http://`,
    /// another host or another path, and the login would be refused.
    ///
    /// A call with the wrong session also ends the login: somebody other than the user had the address, so its code must no
    /// longer be used.
    ///
    /// The login has ended afterwards, whatever the outcome, with one exception: after an error that is retryable, such as
    /// [`RateLimited`](crate::error::ApiErrorKind::RateLimited), or [`Error::Transport`] because there was no connection, the code
    /// is unused, so the same address may be passed again. The login continues if the caller stops waiting.
    /// Source: `docs/platform.md#token-exchange`.
    ///
    /// # Arguments
    /// - `url_or_query`: The address that the user returned to: the full address, a path with its query, or the query alone.
    /// - `session_id`: The value that was given to [`authorize`](Self::authorize).
    ///
    /// # Errors
    /// - [`OAuthError::StateMismatch`] if the session is another one, the login was completed already, or the address is not
    ///   the login's.
    /// - [`OAuthError::StateExpired`] if the user took longer than
    ///   [`login_lifetime`](crate::client::Builder::login_lifetime).
    /// - [`OAuthError::CallbackRejected`] if the address is malformed.
    /// - [`OAuthError::AuthorizationRefused`] if the platform refused the login, for example for a scope that the app may not
    ///   request. A user who denies access is not an error, but a normal outcome.
    /// - [`OAuthError::CodeRejected`] if the platform does not accept the code.
    /// - [`Error::Config`] if the platform does not accept the client secret.
    /// - [`RateLimited`](crate::error::ApiErrorKind::RateLimited) if there were too many requests. Pass the same address
    ///   again, after [`retry_after`](crate::error::ApiError::retry_after) if the platform names it.
    /// - [`Error::Transport`] if there was no usable response, as with [`Error::Decode`] and other statuses of
    ///   [`Error::Api`]. Unless the error is retryable, start the login again: a code can be used once.
    #[method(changes)]
    pub async fn callback(&self, url_or_query: impl AsRef<str>, session_id: impl AsRef<str>) -> Result<LoginOutcome> {
        let finished = self.finish(url_or_query.as_ref(), session_id.as_ref());
        self.platform.within("oauth.callback", finished).await.map_err(|error| after_timeout(error, MAY_GO_ON))
    }

    /// As [`callback`](Self::callback), for a browser that has sent no session. It ends the login, whose address somebody else
    /// has, and always fails.
    ///
    /// # Errors
    /// [`OAuthError::CookieMissing`] in place of [`OAuthError::StateMismatch`]. Otherwise as [`callback`](Self::callback).
    pub async fn callback_without_session(&self, url_or_query: impl AsRef<str>) -> Result<LoginOutcome> {
        // No login has an empty session.
        match self.callback(url_or_query, "").await {
            Err(Error::OAuth(OAuthError::StateMismatch)) => Err(OAuthError::CookieMissing.into()),
            other => other,
        }
    }

    async fn finish(&self, url_or_query: &str, session_id: &str) -> Result<LoginOutcome> {
        let inner = &self.platform.inner;
        let client_id = inner.config.client_id()?.to_owned();
        let query = CallbackQuery::parse(url_or_query)?;
        let (task, session_id) = (Arc::clone(inner), session_id.to_owned());
        // The store may take the login also if the caller is cancelled meanwhile. Then it must be completed: it uses the code up, so the
        // response must not be lost.
        inner
            .in_background(STOPPED, async move { complete_callback(&task, query, &session_id, &client_id).await })
            .await
    }

    /// Exchanges a code without the checks of [`callback`](Self::callback), and stores nothing: for apps that manage `state`
    /// and tokens themselves. Source: `docs/platform.md#token-exchange`.
    ///
    /// # Arguments
    /// - `code`: The code in the address that the user returned to.
    /// - `redirect_uri`: The redirect URI of the login.
    ///
    /// # Errors
    /// - [`OAuthError::CodeRejected`] if the platform does not accept the code.
    /// - [`Error::Config`] if the platform does not accept the client secret.
    /// - [`RateLimited`](crate::error::ApiErrorKind::RateLimited) if there were too many requests. The code is unused.
    /// - [`Error::Transport`] if there was no usable response, as with [`Error::Decode`] and other statuses of
    ///   [`Error::Api`]. Unless the error is retryable, start the login again: a code can be used once.
    #[method(changes)]
    pub async fn exchange(&self, code: impl Into<Secret>, redirect_uri: impl Into<String>) -> Result<Tokens> {
        let (code, redirect_uri) = (code.into(), redirect_uri.into());
        check_code(&code)?;
        check_redirect_uri(&redirect_uri)?;
        let form = CodeForm { code: &code, redirect_uri: &redirect_uri, verifier: None };
        let exchange = async { Ok(form.exchange(&self.platform.inner).await?) };
        let exchanged = self.platform.within("oauth.exchange", exchange).await;
        let (tokens, sent_at) = exchanged.map_err(|error| after_timeout(error, MAYBE_SPENT))?;
        Ok(Tokens::new(tokens, sent_at))
    }

    /// Sends one refresh request, without repetition and without the store: for apps that manage tokens themselves.
    ///
    /// The platform replaces both tokens: store both before the next call. Stored grants are refreshed automatically.
    /// Source: `docs/platform.md#token-refresh`.
    ///
    /// # Arguments
    /// - `tokens`: The current tokens.
    /// - `redirect_uri`: The redirect URI of the login.
    ///
    /// # Errors
    /// - [`OAuthError::ReauthRequired`] if the refresh token has ended.
    /// - [`OAuthError::RefreshUnavailable`] if the failure is temporary. If the outcome is unknown, the same tokens may be
    ///   tried again for less than two minutes.
    /// - [`Error::Config`] if the platform does not accept the client secret.
    #[method(changes)]
    pub async fn refresh(&self, tokens: &Tokens, redirect_uri: impl Into<String>) -> Result<Tokens> {
        let inner = &self.platform.inner;
        let redirect_uri = redirect_uri.into();
        check_redirect_uri(&redirect_uri)?;
        let Some(refresh) = tokens.refresh_token.as_ref().filter(|refresh| !refresh.is_empty()) else {
            return Err(Error::invalid("refresh_token", "there is none: the login must ask for offline_access"));
        };
        let access = Some(&tokens.access_token).filter(|access| !access.is_empty());
        let sent_at = inner.clock().now();
        let form = RefreshForm { access, refresh, redirect_uri: &redirect_uri };
        let answer = self.platform.refresh_within("oauth.refresh", form.send(inner)).await?;
        let mut renewed = Tokens::new(refreshed(answer)?, sent_at);
        renewed.refresh_token = renewed.refresh_token.or_else(|| Some(refresh.clone()));
        if renewed.scopes.is_empty() {
            renewed.scopes.clone_from(&tokens.scopes);
        }
        Ok(renewed)
    }
}

/// What a caller has to know about a callback that has taken longer than its timeout.
const MAY_GO_ON: &str = "The login may still be completed: then its grant is stored";

/// Adds the `advice` to the error of a timeout of the caller. A timeout of the request has its own.
fn after_timeout(error: Error, advice: &str) -> Error {
    match error {
        Error::Transport(mut late) if late.kind == TransportErrorKind::Deadline && late.attempts == 0 => {
            late.reason = format!("{}. {advice}", late.reason);
            Error::Transport(late)
        }
        other => other,
    }
}

/// Checks an authorization code before it is sent (RFC 6749 appendix A.11 allows no control character).
pub(crate) fn check_code(code: &Secret) -> Result<()> {
    let code = code.expose();
    if !(1..=2048).contains(&code.len()) {
        return Err(Error::invalid("code", "must have 1 to 2048 characters"));
    }
    if code.chars().any(char::is_control) {
        return Err(Error::invalid("code", "must have no control characters, such as a line break at its end"));
    }
    Ok(())
}

/// Takes a login from the store, checks that the browser has returned from it, and completes it. It is stored again if its code was
/// not used.
async fn complete_callback(
    inner: &Arc<ClientState>,
    query: CallbackQuery,
    session_id: &str,
    client_id: &str,
) -> Result<LoginOutcome> {
    let now = inner.sessions.now(inner).await?;
    let login = Pending::take(inner.store().as_ref(), &query.state).await?;
    login.check(session_id, client_id, issuer(inner), now)?;
    if query.issuer.as_deref().is_some_and(|iss| iss.trim_end_matches('/') != login.issuer) {
        let reason = "it comes from another authorization server".to_owned();
        return Err(OAuthError::CallbackRejected { reason }.into());
    }
    let came_back = query.is_for_redirect_uri(&login.redirect_uri);
    let code = match query.outcome {
        CallbackResult::Refused(reason) => return Err(OAuthError::CallbackRejected { reason }.into()),
        _ if !came_back => return Err(OAuthError::StateMismatch.into()),
        CallbackResult::Error { error, description } => {
            return Err(OAuthError::AuthorizationRefused { error, description }.into());
        }
        CallbackResult::Code(code) => code,
        CallbackResult::Denied => return Ok(LoginOutcome::Denied),
    };
    let completed = complete(inner, &login, &code).await.map_err(Error::from);
    // A code that may be used up makes no retryable error.
    if let Err(error) = &completed
        && error.is_retryable()
        && let Err(failure) = login.save(inner.store().as_ref(), &query.state).await
    {
        tracing::warn!(code = failure.code(), "a login that can still be completed could not be stored again");
    }
    let Completed { grant, scopes, missing_scopes } = completed?;
    Ok(LoginOutcome::Granted { grant, scopes, missing_scopes, return_to: login.return_to })
}

/// The reason of the error if the runtime stops during a login.
pub(crate) const STOPPED: &str = "it stopped during the login: start the login again";

/// The grant of a completed login.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Completed {
    pub(crate) grant: GrantKey,
    pub(crate) scopes: Vec<String>,
    pub(crate) missing_scopes: Vec<String>,
}

/// Exchanges the code of a checked login and stores the grant.
pub(crate) async fn complete(
    inner: &Arc<ClientState>,
    login: &Pending,
    code: &Secret,
) -> Result<Completed, NotCompleted> {
    let verifier = login.verifier.as_deref().map(Secret::from);
    let key = match &login.user {
        Some(user) => inner.sessions.key_of_login(inner, GrantKey::of(user, login.scope.split(' '))).await,
        None => GrantKey::random(),
    };
    let key = key.map_err(NotCompleted::before_sending)?;
    let form = CodeForm { code, redirect_uri: &login.redirect_uri, verifier: verifier.as_ref() };
    let (tokens, sent_at) = form.exchange(inner).await?;
    let origin = Origin {
        name: Some(key.to_string()),
        user: login.user.clone(),
        client_id: login.client_id.clone(),
        redirect_uri: login.redirect_uri.clone(),
        requested_scope: login.scope.clone(),
        consent_at: None,
    };
    let info = inner.sessions.begin(inner, &key, origin, tokens, sent_at).await;
    let info = info.map_err(|error| NotCompleted { error, is_code_unspent: false })?;
    Ok(Completed { grant: key, scopes: info.scopes, missing_scopes: info.missing_scopes })
}
