//! Login as plain objects. Tokens are in the clear here: `packages/node` wraps them so that they never print.

use chrono::{DateTime, Utc};
use open_platform::ffi::data;
use open_platform::oauth::{self, Callback};
use open_platform::session::{self, GrantKey};
use open_platform::{OpenPlatform, Result, Scope, Secret};

/// A login to start.
#[data]
pub struct Login {
    /// The scopes to ask for.
    pub scopes: Vec<Scope>,
    /// The browser session that starts the login: the value of a session cookie, or anything else that only this
    /// browser can show again.
    pub session_id: String,
    /// The app's own name for the user. With it the same user and the same scopes always have the same grant.
    pub user: Option<String>,
    /// Where in the app to go on afterwards: a path, given back by the callback.
    pub return_to: Option<String>,
    /// Another registered redirect address than the client's.
    pub redirect_uri: Option<String>,
}

impl Login {
    pub(crate) async fn start(self, platform: OpenPlatform) -> Result<Authorization> {
        let mut login = oauth::Login::new(self.scopes, self.session_id);
        (login.user, login.return_to, login.redirect_uri) = (self.user, self.return_to, self.redirect_uri);
        let oauth::Authorization { url, state, .. } = platform.oauth().start(login).await?;
        Ok(Authorization { url, state: state.expose().to_owned() })
    }
}

/// A login under way.
#[data]
pub struct Authorization {
    /// The address to send the user's browser to. It holds the `state`, so it does not belong in a log.
    pub url: String,
    /// The `state` inside it. Nothing has to be done with it: the client remembers it.
    pub state: String,
}

/// How the user answered.
#[data(tag = "status")]
pub enum LoginOutcome {
    /// Yes: the tokens are stored.
    Granted {
        /// The name of the stored grant.
        grant: GrantKey,
        /// The granted scopes.
        scopes: Vec<String>,
        /// The scopes that were asked for and not granted.
        missing_scopes: Vec<String>,
        /// The path that the login remembered.
        return_to: Option<String>,
    },
    /// No.
    Denied,
}

impl LoginOutcome {
    pub(crate) async fn of(platform: OpenPlatform, url_or_query: String, session_id: String) -> Result<Self> {
        Ok(match platform.oauth().callback(url_or_query, session_id).await? {
            Callback::Granted { grant, scopes, missing_scopes, return_to, .. } => {
                Self::Granted { grant, scopes, missing_scopes, return_to }
            }
            Callback::Denied => Self::Denied,
        })
    }
}

/// Tokens, as the token endpoint gave them.
#[data]
pub struct Tokens {
    /// For the calls of one user.
    pub access_token: String,
    /// Only if `offline_access` was granted.
    pub refresh_token: Option<String>,
    /// When the access token ends, by the clock of this machine before the request was sent.
    pub expires_at: DateTime<Utc>,
    /// The answer named no lifetime, and 3600 s were assumed.
    pub expiry_assumed: bool,
    /// The granted scopes; empty where the answer named none.
    pub scopes: Vec<String>,
}

impl Tokens {
    pub(crate) async fn exchange(platform: OpenPlatform, code: String, redirect_uri: String) -> Result<Self> {
        platform.oauth().exchange(code, redirect_uri).await.map(Self::from)
    }

    pub(crate) async fn refresh(self, platform: OpenPlatform, redirect_uri: String) -> Result<Self> {
        platform.oauth().refresh(&self.into(), redirect_uri).await.map(Self::from)
    }
}

impl From<oauth::Tokens> for Tokens {
    fn from(tokens: oauth::Tokens) -> Self {
        Self {
            access_token: tokens.access_token.expose().to_owned(),
            refresh_token: tokens.refresh_token.map(|token| token.expose().to_owned()),
            expires_at: tokens.expires_at,
            expiry_assumed: tokens.expiry_assumed,
            scopes: tokens.scopes,
        }
    }
}

impl From<Tokens> for oauth::Tokens {
    fn from(tokens: Tokens) -> Self {
        Self {
            access_token: tokens.access_token.into(),
            refresh_token: tokens.refresh_token.map(Secret::from),
            expires_at: tokens.expires_at,
            expiry_assumed: tokens.expiry_assumed,
            scopes: tokens.scopes,
        }
    }
}

/// Tokens obtained elsewhere, to be kept alive from now on.
#[data]
pub struct Adoption {
    /// The tokens. Whoever had them before must no longer refresh them.
    pub tokens: Tokens,
    /// The app's own name for the user.
    pub user: Option<String>,
    /// The redirect address of the login that made the tokens, if it was not the client's.
    pub redirect_uri: Option<String>,
    /// When the user logged in. Now, if it is not known.
    pub consent_at: Option<DateTime<Utc>>,
}

impl From<Adoption> for session::Adoption {
    fn from(adoption: Adoption) -> Self {
        let mut taken = Self::new(adoption.tokens.into());
        (taken.user, taken.redirect_uri, taken.consent_at) =
            (adoption.user, adoption.redirect_uri, adoption.consent_at);
        taken
    }
}
