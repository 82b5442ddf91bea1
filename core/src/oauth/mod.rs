//! Login: from the address of the consent page to stored tokens.
//!
//! ```text
//! authorize ──> the user's browser ──> callback ──> exchange ──> a grant in the store
//! ```
//!
//! The parts: `authorize` builds the address, `pending` remembers the login, `callback` reads what the browser brings
//! back, `exchange` and `refresh` are the two forms of the token request, `answer` reads its answers. What
//! happens to a grant afterwards is in [`crate::session`].

mod answer;
mod authorize;
mod callback;
mod exchange;
mod pending;
mod redirect_uri;
mod refresh;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

pub use authorize::{Authorization, Login};
pub use redirect_uri::check_redirect_uri;

pub(crate) use answer::Answer;
pub(crate) use authorize::{Request, check_user, random_text};
pub(crate) use callback::{CallbackQuery, Outcome};
pub(crate) use exchange::client_fault;
pub(crate) use refresh::RefreshForm;

pub(crate) use pending::{LIFETIME, Pending};

use exchange::CodeForm;

use crate::call::Inner;
use crate::client::OpenPlatform;
use crate::digest::sha256;
use crate::endpoint::{self, Host};
use crate::error::{DecodeError, Error, OAuthError, Result, TransportError, TransportErrorKind};
use crate::model::token::TokenReply;
use crate::scope::Scope;
use crate::secret::Secret;
use crate::session::{GrantKey, Origin, Stored};

/// The deadline of a token request, until the last byte of its answer.
pub(crate) const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// How the user answered. There is no third way, so a `match` on it is complete with these two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callback {
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

/// Tokens, as the token endpoint gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// For [`OpenPlatform::user_with_token`].
    pub access_token: Secret,
    /// Only if `offline_access` was granted.
    pub refresh_token: Option<Secret>,
    /// When the access token ends, by the clock of this machine before the request was sent.
    pub expires_at: DateTime<Utc>,
    /// The answer named no lifetime, and 3600 s were assumed.
    pub expiry_assumed: bool,
    /// The granted scopes; empty where the answer named none.
    pub scopes: Vec<String>,
}

impl Tokens {
    fn new(tokens: TokenReply, sent_at: DateTime<Utc>) -> Self {
        Self {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            expires_at: sent_at + TimeDelta::seconds(tokens.expires_in),
            expiry_assumed: tokens.expires_in_assumed,
            scopes: tokens.scope.iter().flat_map(|scope| scope.split_ascii_whitespace()).map(str::to_owned).collect(),
        }
    }
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
/// use open_platform::oauth::{Callback, Login};
/// use open_platform::{OpenPlatform, Scope};
///
/// # async fn run(platform: OpenPlatform, cookie: String, address: String) -> open_platform::Result<()> {
/// // One handler sends the browser away …
/// let login = Login::new([Scope::user_phone(), Scope::offline_access()], &cookie).for_user("user-7").return_to("/home");
/// let redirect_to = platform.oauth().start(login).await?.url;
///
/// // … another one takes it back: `address` is the whole address of its request.
/// match platform.oauth().callback(&address, &cookie).await? {
///     Callback::Granted { grant, return_to, .. } => {
///         let me = platform.user(&grant).users().me().await?;
///         println!("store {grant} beside the user of {:?}, go on at {return_to:?}", me.user_id);
///     }
///     Callback::Denied => println!("show that it does not work without"),
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
    /// The login can be completed once, within ten minutes, and only by the same session, the same app and the same
    /// authorization server.
    ///
    /// # Errors
    /// As [`authorize`](Self::authorize).
    pub async fn start(&self, login: Login) -> Result<Authorization> {
        let inner = &self.platform.inner;
        let scope = login.check()?;
        let client_id = inner.config.client_id()?;
        let redirect_uri = match &login.redirect_uri {
            Some(uri) => uri.as_str(),
            None => inner.config.redirect_uri()?,
        };
        check_redirect_uri(redirect_uri)?;
        let state = random_text()?;
        let verifier = inner.config.pkce.then(random_text).transpose()?;
        let now = inner.clock().now();
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
            expires_at: now + LIFETIME,
        };
        pending.save(inner.store().as_ref(), &state).await?;
        inner.sessions.sweep_logins(inner, now).await;
        let request =
            Request { client_id, redirect_uri, scope: &pending.scope, state: &state, verifier: verifier.as_ref() };
        let endpoint = format!("{}{}", issuer(inner), endpoint::OAUTH_AUTHORIZE.path);
        Ok(Authorization { url: request.url(&endpoint), state })
    }

    /// Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
    ///
    /// Takes the whole address, a path with its query, or the query alone. A whole address must be the redirect address
    /// of this login: the same scheme, host, port and path (RFC 9700 section 4.7.1). Behind a proxy hand over the query
    /// alone: there the framework reports the proxy's side of the address, with `http://`, another host or another
    /// path, and the login would be refused.
    ///
    /// The login is over afterwards, whatever the outcome. The exchange goes on if the caller stops waiting.
    ///
    /// # Errors
    /// - [`OAuthError::StateMismatch`]: another session, used already, or an address that is not the login's.
    /// - [`OAuthError::StateExpired`]: the user took longer than ten minutes.
    /// - [`OAuthError::CallbackRejected`]: the address is malformed, or names another error than a denial.
    /// - [`OAuthError::CodeRejected`]: the platform does not take the code.
    /// - [`Error::Config`]: the platform does not take the client secret.
    /// - [`Error::Transport`], [`Error::Decode`]: no usable answer. A code works once, so start the login again.
    pub async fn callback(&self, url_or_query: impl AsRef<str>, session_id: impl AsRef<str>) -> Result<Callback> {
        let inner = &self.platform.inner;
        let client_id = inner.config.client_id()?;
        let query = CallbackQuery::parse(url_or_query.as_ref())?;
        let pending = Pending::take(inner.store().as_ref(), &query.state).await?;
        pending.check(session_id.as_ref(), client_id, issuer(inner), inner.clock().now())?;
        if query.issuer.as_deref().is_some_and(|iss| iss.trim_end_matches('/') != pending.issuer) {
            let reason = "it comes from another authorization server".to_owned();
            return Err(OAuthError::CallbackRejected { reason }.into());
        }
        let came_back = query.came_to(&pending.redirect_uri);
        let code = match query.outcome {
            Outcome::Refused(reason) => return Err(OAuthError::CallbackRejected { reason }.into()),
            _ if !came_back => return Err(OAuthError::StateMismatch.into()),
            Outcome::Code(code) => code,
            Outcome::Denied => return Ok(Callback::Denied),
        };
        complete_in_background(inner, pending, code).await
    }

    /// Exchanges a code without the checks of [`callback`](Self::callback) and without storing anything: for apps that
    /// keep `state` and tokens themselves.
    ///
    /// # Errors
    /// As [`callback`](Self::callback), without those about `state`.
    pub async fn exchange(&self, code: impl Into<Secret>, redirect_uri: impl Into<String>) -> Result<Tokens> {
        let (code, redirect_uri) = (code.into(), redirect_uri.into());
        if code.is_empty() || code.expose().len() > 2048 {
            return Err(Error::invalid("code", "must have 1 to 2048 characters"));
        }
        check_redirect_uri(&redirect_uri)?;
        let form = CodeForm { code: &code, redirect_uri: &redirect_uri, verifier: None };
        let (tokens, sent_at) = form.exchange(&self.platform.inner).await?;
        Ok(Tokens::new(tokens, sent_at))
    }

    /// Sends one refresh request, without lease, window or store: for apps that keep tokens themselves. The platform
    /// replaces both tokens; store both before the next call. Stored grants are refreshed without being asked.
    ///
    /// `redirect_uri` is the one of the login (spec 3).
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
        let mut renewed = Tokens::new(refreshed(form.send(inner).await?)?, sent_at);
        renewed.refresh_token = renewed.refresh_token.or_else(|| Some(refresh.clone()));
        Ok(renewed)
    }
}

/// Forgets the logins from which nobody came back.
pub(crate) async fn sweep_logins(inner: &Inner, now: DateTime<Utc>) -> Result<()> {
    Pending::sweep(inner.store().as_ref(), now).await
}

/// The authorization server's address, without a slash at its end.
pub(crate) fn issuer(inner: &Inner) -> &str {
    inner.config.base(Host::Auth)
}

/// Completes a checked login. The code is spent with the request, so a caller that goes away must not lose the answer.
pub(crate) async fn complete_in_background(inner: &Arc<Inner>, login: Pending, code: Secret) -> Result<Callback> {
    let task = Arc::clone(inner);
    let completed = inner.background.spawn(async move { complete(&task, login, code).await }).await;
    completed.map_err(|_| Error::config("runtime", "it stopped during the login: start the login again"))?
}

/// Exchanges the code of a checked login and stores the grant.
async fn complete(inner: &Arc<Inner>, login: Pending, code: Secret) -> Result<Callback> {
    let verifier = login.verifier.map(Secret::from);
    let form = CodeForm { code: &code, redirect_uri: &login.redirect_uri, verifier: verifier.as_ref() };
    let (tokens, sent_at) = form.exchange(inner).await?;
    let key = match &login.user {
        Some(user) => GrantKey::of(user, login.scope.split(' ')),
        None => GrantKey::random()?,
    };
    let origin = Origin {
        user: login.user,
        client_id: login.client_id,
        redirect_uri: login.redirect_uri,
        requested_scope: login.scope,
        consent_at: None,
    };
    let info = inner.sessions.begin(inner, &key, origin, tokens, sent_at).await?;
    Ok(Callback::Granted {
        grant: key,
        scopes: info.scopes,
        missing_scopes: info.missing_scopes,
        return_to: login.return_to,
    })
}

/// The tokens of a refresh, or the error that tells what to do.
pub(crate) fn refreshed(answer: Answer) -> Result<TokenReply> {
    let endpoint = endpoint::OAUTH_REFRESH.name.to_owned();
    Err(match answer {
        Answer::Tokens(tokens) => return Ok(tokens),
        Answer::InvalidGrant => reauth_required(),
        Answer::InvalidClient { error } => client_fault(&error),
        Answer::Refused { error, status } => OAuthError::RefreshUnavailable {
            reason: format!("the platform refused the request ({status}, {error})"),
            retry_after: None,
        }
        .into(),
        Answer::Unavailable { reason, retry_after, .. } => {
            OAuthError::RefreshUnavailable { reason, retry_after }.into()
        }
        Answer::Redirect { status } => TransportError {
            kind: TransportErrorKind::Redirect,
            reason: format!("the platform answered {status}, a redirect, which is never followed"),
            endpoint,
            request_id: None,
            attempts: 1,
        }
        .into(),
        Answer::Unreadable { path, reason } => {
            DecodeError { endpoint, path, reason, status: 200, request_id: None, attempts: 1 }.into()
        }
    })
}

fn reauth_required() -> Error {
    OAuthError::ReauthRequired { reason: "the platform no longer accepts the refresh token".to_owned() }.into()
}
