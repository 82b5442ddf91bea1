//! Login as plain objects, with the members of the core's types, which document them. Tokens are in plain text here:
//! `packages/node` wraps them so that they are never printed.

use chrono::{DateTime, Utc};
use open_platform::ffi::data;
use open_platform::grants;
use open_platform::id::GrantKey;
use open_platform::oauth;
use open_platform::{OpenPlatform, Result, Scope, Secret};

/// As [`oauth::Login`].
#[data(options)]
pub struct Login {
    pub scopes: Vec<Scope>,
    pub session_id: String,
    pub user: Option<String>,
    pub return_to: Option<String>,
    pub redirect_uri: Option<String>,
    pub prompt: Option<String>,
    pub login_hint: Option<String>,
    pub ui_locales: Option<String>,
}

impl From<Login> for oauth::Login {
    fn from(login: Login) -> Self {
        let mut taken = Self::new(login.scopes, login.session_id);
        (taken.user, taken.return_to, taken.redirect_uri) = (login.user, login.return_to, login.redirect_uri);
        (taken.consent.prompt, taken.consent.login_hint, taken.consent.ui_locales) =
            (login.prompt, login.login_hint, login.ui_locales);
        taken
    }
}

impl Login {
    pub(crate) async fn start(self, platform: OpenPlatform) -> Result<oauth::Authorization> {
        platform.oauth().start(self.into()).await
    }
}

/// As [`oauth::Authorization`], with its `state` in plain text.
#[data]
pub struct Authorization {
    pub url: String,
    pub state: String,
}

impl From<oauth::Authorization> for Authorization {
    fn from(started: oauth::Authorization) -> Self {
        Self { url: started.url, state: started.state.expose().to_owned() }
    }
}

/// As [`oauth::LoginOutcome`], with the key of the grant in place of the user's handle, which is no plain data.
#[data(tag = "status")]
pub enum LoginOutcome {
    Granted { grant: GrantKey, scopes: Vec<String>, missing_scopes: Vec<String>, return_to: Option<String> },
    Denied,
}

impl LoginOutcome {
    pub(crate) async fn of(platform: OpenPlatform, url_or_query: String, session_id: Option<String>) -> Result<Self> {
        let oauth = platform.oauth();
        let outcome = match session_id {
            Some(session) => oauth.callback(url_or_query, session).await?,
            None => oauth.callback_without_session(url_or_query).await?,
        };
        Ok(match outcome {
            oauth::LoginOutcome::Granted { grant, scopes, missing_scopes, return_to, .. } => {
                Self::Granted { grant, scopes, missing_scopes, return_to }
            }
            oauth::LoginOutcome::Denied => Self::Denied,
        })
    }
}

/// As [`oauth::Tokens`], in plain text.
#[data]
pub struct Tokens {
    pub access_token: String,
    pub refresh_token: Option<String>,
    pub expires_at: DateTime<Utc>,
    pub expiry_assumed: bool,
    pub scopes: Vec<String>,
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

/// As [`grants::Adoption`].
#[data(options)]
pub struct Adoption {
    pub tokens: Tokens,
    pub user: Option<String>,
    pub redirect_uri: Option<String>,
    pub consent_at: Option<DateTime<Utc>>,
}

impl From<Adoption> for grants::Adoption {
    fn from(adoption: Adoption) -> Self {
        let mut taken = Self::new(adoption.tokens.into());
        (taken.user, taken.redirect_uri, taken.consent_at) =
            (adoption.user, adoption.redirect_uri, adoption.consent_at);
        taken
    }
}
