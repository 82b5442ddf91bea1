//! Login: from the address of the consent page to stored tokens.
//!
//! ```text
//! authorize ──> the user's browser ──> callback ──> exchange ──> a grant in the store
//! ```
//!
//! `authorize` builds the address, `callback` reads what the browser brings back. The request for tokens is in `token`, what
//! is stored meanwhile in `logins`, and what happens to a grant afterwards in `session`.

mod authorize;
mod callback;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

pub use authorize::{Authorization, ConsentOptions, Login};
pub(crate) use authorize::{Request, check_user};
pub(crate) use callback::{CallbackQuery, CallbackResult};

use crate::client::OpenPlatform;
use crate::digest::sha256;
use crate::endpoint;
use crate::error::{Error, OAuthError, Result};
use crate::id::GrantKey;
use crate::logins::Pending;
use crate::random::random_text;
use crate::scope::Scope;
use crate::secret::Secret;
use crate::session::{Inner, Origin};
use crate::stores::Stored;
use crate::token::{CodeForm, RefreshForm, issuer, leaves_code_unspent, refreshed};

pub use crate::config::check_redirect_uri;
pub use crate::token::Tokens;

/// How the user answered. There is no third way, so a `match` on it is complete with these two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginOutcome {
    /// Yes: the tokens are stored.
    #[non_exhaustive]
    Granted {
        /// The name of the stored grant: for [`OpenPlatform::user`].
        grant: GrantKey,
        /// The granted scopes.
        scopes: Vec<String>,
        /// The scopes that were asked for and not granted.
        missing_scopes: Vec<String>,
        /// The path that [`Login::return_to`] remembered.
        return_to: Option<String>,
    },
    /// No. This is a normal outcome: show the app's own page.
    Denied,
}

impl OpenPlatform {
    /// Login.
    pub fn oauth(&self) -> OAuth {
        OAuth { platform: self.clone() }
    }
}

/// Login. From [`OpenPlatform::oauth`].
///
/// ```no_run
/// use open_platform::oauth::{LoginOutcome, Login};
/// use open_platform::{OpenPlatform, Scope};
///
/// # async fn run(platform: OpenPlatform, cookie: String, address: String) -> open_platform::Result<()> {
/// // One handler sends the browser away …
/// let login = Login::new([Scope::user_phone(), Scope::offline_access()], &cookie).for_user("user-7").return_to("/home");
/// let redirect_to = platform.oauth().start(login).await?.url;
///
/// // … another one takes it back: `address` is the whole address of its request.
/// match platform.oauth().callback(&address, &cookie).await? {
///     LoginOutcome::Granted { grant, return_to, .. } => {
///         let me = platform.user(&grant).users().me().await?;
///         println!("store {grant} beside the user of {:?}, go on at {return_to:?}", me.user_id);
///     }
///     LoginOutcome::Denied => println!("show that it does not work without"),
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

impl OAuth {
    /// Starts a login that asks for `scopes`: send the user's browser to the returned address.
    ///
    /// `session_id` is whatever ties the login to this browser, such as the value of a session cookie. The same value
    /// must be shown to [`callback`](Self::callback). For more, see [`start`](Self::start).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a scope that cannot be asked for, [`Error::Config`] for a missing or unfit setting,
    /// [`Error::Store`]. Nothing is sent.
    pub async fn authorize(
        &self,
        scopes: impl IntoIterator<Item = impl Into<Scope>>,
        session_id: impl Into<String>,
    ) -> Result<Authorization> {
        self.start(Login::new(scopes, session_id)).await
    }

    /// Starts a login with everything it can have.
    ///
    /// The login can be completed once, within
    /// [`login_lifetime`](crate::client::Builder::login_lifetime), and only by the same session, the same app and the same
    /// authorization server. Of very many that are under way at once the oldest are given up:
    /// [`Builder::max_pending_logins`](crate::client::Builder::max_pending_logins).
    ///
    /// # Errors
    /// As [`authorize`](Self::authorize).
    pub async fn start(&self, login: Login) -> Result<Authorization> {
        self.platform.within("oauth.authorize", self.begin(login)).await
    }

    async fn begin(&self, login: Login) -> Result<Authorization> {
        let inner = &self.platform.inner;
        let scope = login.check()?;
        let client_id = inner.config.client_id()?;
        let redirect_uri = match &login.redirect_uri {
            Some(uri) => uri.as_str(),
            None => inner.config.redirect_uri()?,
        };
        check_redirect_uri(redirect_uri)?;
        let expires_at = inner.clock().now() + inner.config.login_lifetime;
        let state = Pending::state(expires_at)?;
        let verifier = inner.config.pkce.then(random_text).transpose()?;
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
        let most = inner.config.max_pending_logins;
        inner.login_sweep.note_start(&inner.background, inner.store(), most, inner.clock().now()).await;
        let request = Request {
            client_id,
            redirect_uri,
            scope: &pending.scope,
            state: &state,
            verifier: verifier.as_ref(),
            consent: &login.consent,
        };
        let endpoint = format!("{}{}", issuer(inner), endpoint::OAUTH_AUTHORIZE.path);
        Ok(Authorization { url: request.url(&endpoint), state })
    }

    /// Where users return to after a login that names no other address, if the client knows: with `https` or not, which
    /// decides how a cookie of the login can be protected.
    pub fn redirect_uri(&self) -> Option<&str> {
        self.platform.inner.config.redirect_uri().ok()
    }

    /// Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
    ///
    /// Takes the whole address, a path with its query, or the query alone. A whole address must be the redirect address
    /// of this login: the same scheme, host, port and path (RFC 9700 section 4.7.1). Behind a proxy hand over the query
    /// alone: there the framework reports the proxy's side of the address, with `http://`, another host or another
    /// path, and the login would be refused.
    ///
    /// A call with the wrong session uses the login up, too: the address was then in other hands than the user's, so its code
    /// must not be used any more (RFC 9700 section 4.7.1).
    ///
    /// The login is over afterwards, whatever the outcome, with one exception: a 429 of the token endpoint leaves the code
    /// unused, so the same address may be handed in again. The exchange goes on if the caller stops waiting.
    ///
    /// # Errors
    /// - [`OAuthError::StateMismatch`]: another session, used already, or an address that is not the login's.
    /// - [`OAuthError::StateExpired`]: the user took longer than ten minutes.
    /// - [`OAuthError::CallbackRejected`]: the address is malformed.
    /// - [`OAuthError::AuthorizationRefused`]: the platform refused the login itself, such as for a scope that the app may
    ///   not ask for. A user who says no is no error, but [`LoginOutcome::Denied`].
    /// - [`OAuthError::CodeRejected`]: the platform does not take the code.
    /// - [`Error::Config`]: the platform does not take the client secret.
    /// - [`Error::Api`] of kind [`RateLimited`](crate::error::ApiErrorKind::RateLimited): 429. Hand in the same address
    ///   again, after [`retry_after`](crate::error::ApiError::retry_after) where the platform says how long to wait.
    /// - [`Error::Api`] with another status, [`Error::Transport`], [`Error::Decode`]: no usable answer. A code works once,
    ///   so start the login again.
    pub async fn callback(&self, url_or_query: impl AsRef<str>, session_id: impl AsRef<str>) -> Result<LoginOutcome> {
        self.platform.within("oauth.callback", self.finish(url_or_query.as_ref(), session_id.as_ref())).await
    }

    async fn finish(&self, url_or_query: &str, session_id: &str) -> Result<LoginOutcome> {
        let inner = &self.platform.inner;
        let client_id = inner.config.client_id()?;
        let query = CallbackQuery::parse(url_or_query)?;
        let pending = Pending::take(inner.store().as_ref(), &query.state).await?;
        pending.check(session_id, client_id, issuer(inner), inner.clock().now())?;
        if query.issuer.as_deref().is_some_and(|iss| iss.trim_end_matches('/') != pending.issuer) {
            let reason = "it comes from another authorization server".to_owned();
            return Err(OAuthError::CallbackRejected { reason }.into());
        }
        let came_back = query.came_to(&pending.redirect_uri);
        let code = match query.outcome {
            CallbackResult::Refused(reason) => return Err(OAuthError::CallbackRejected { reason }.into()),
            _ if !came_back => return Err(OAuthError::StateMismatch.into()),
            CallbackResult::Error { error, description } => {
                return Err(OAuthError::AuthorizationRefused { error, description }.into());
            }
            CallbackResult::Code(code) => code,
            CallbackResult::Denied => return Ok(LoginOutcome::Denied),
        };
        complete_in_background(inner, pending, code, Some(query.state)).await
    }

    /// Exchanges a code without the checks of [`callback`](Self::callback) and without storing anything: for apps that
    /// keep `state` and tokens themselves.
    ///
    /// # Errors
    /// As [`callback`](Self::callback), without those about `state`.
    pub async fn exchange(&self, code: impl Into<Secret>, redirect_uri: impl Into<String>) -> Result<Tokens> {
        let (code, redirect_uri) = (code.into(), redirect_uri.into());
        check_code(&code)?;
        check_redirect_uri(&redirect_uri)?;
        let form = CodeForm { code: &code, redirect_uri: &redirect_uri, verifier: None };
        let exchange = form.exchange(&self.platform.inner);
        let (tokens, sent_at) = self.platform.within("oauth.exchange", exchange).await?;
        Ok(Tokens::new(tokens, sent_at))
    }

    /// Sends one refresh request, without lease, window or store: for apps that keep tokens themselves. The platform
    /// replaces both tokens; store both before the next call. Stored grants are refreshed without being asked.
    ///
    /// `redirect_uri` is the one of the login (docs/platform.md#token-refresh).
    ///
    /// # Errors
    /// - [`OAuthError::ReauthRequired`]: the refresh token has ended.
    /// - [`OAuthError::RefreshUnavailable`]: not now. If nothing is known about the outcome, the same tokens may be
    ///   tried again for less than two minutes.
    /// - [`Error::Config`]: the platform does not take the client secret.
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
        Ok(renewed)
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

/// Completes a checked login. The code is spent with the request, so a caller that goes away must not lose the answer.
/// `state` is the one under which the login was remembered: it is again if the code was not used up.
pub(crate) async fn complete_in_background(
    inner: &Arc<Inner>,
    login: Pending,
    code: Secret,
    state: Option<Secret>,
) -> Result<LoginOutcome> {
    let task = Arc::clone(inner);
    let completed = inner.background.spawn(async move {
        let outcome = complete(&task, &login, code).await;
        if let (Err(error), Some(state)) = (&outcome, &state)
            && leaves_code_unspent(error)
            && let Err(failure) = login.save(task.store().as_ref(), state).await
        {
            tracing::warn!(code = failure.code(), "a login could not be remembered again after a 429");
        }
        outcome
    });
    let completed = completed.await;
    completed.map_err(|_| Error::config("runtime", "it stopped during the login: start the login again"))?
}

/// Exchanges the code of a checked login and stores the grant.
async fn complete(inner: &Arc<Inner>, login: &Pending, code: Secret) -> Result<LoginOutcome> {
    let verifier = login.verifier.as_deref().map(Secret::from);
    let key = match &login.user {
        Some(user) => inner.sessions.key_of_login(inner, GrantKey::of(user, login.scope.split(' '))).await?,
        None => GrantKey::random()?,
    };
    let form = CodeForm { code: &code, redirect_uri: &login.redirect_uri, verifier: verifier.as_ref() };
    let (tokens, sent_at) = form.exchange(inner).await?;
    let origin = Origin {
        name: Some(key.to_string()),
        user: login.user.clone(),
        client_id: login.client_id.clone(),
        redirect_uri: login.redirect_uri.clone(),
        requested_scope: login.scope.clone(),
        consent_at: None,
    };
    let info = inner.sessions.begin(inner, &key, origin, tokens, sent_at).await?;
    Ok(LoginOutcome::Granted {
        grant: key,
        scopes: info.scopes,
        missing_scopes: info.missing_scopes,
        return_to: login.return_to.clone(),
    })
}
