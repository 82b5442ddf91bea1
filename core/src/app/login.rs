//! The login, as far as the phone goes: to the consent page and back. The code is exchanged by the backend, which has the
//! client secret.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::config::check_app_redirect_uri;
use crate::error::{Error, Result};
use crate::json::{Extra, Json, record};
use crate::oauth;
use crate::scope::{self, Scope};
use crate::secret::Secret;

/// A login that a phone has begun. `Debug` shows neither the address nor what is remembered.
#[derive(Clone)]
#[non_exhaustive]
pub struct AppAuthorization {
    /// The address to open in the system's browser (Custom Tab, `ASWebAuthenticationSession`), never in a web view.
    pub url: String,
    /// What to remember until the user comes back, in the app's private storage: the system may end the app meanwhile.
    /// It is worth nothing without this login's code, and ends after ten minutes.
    pub pending: Secret,
}

impl fmt::Debug for AppAuthorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppAuthorization").finish_non_exhaustive()
    }
}

/// How the user answered, on the phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppLoginOutcome {
    /// Yes: send the code to the backend.
    Granted {
        /// What the backend needs: its body for `POST /login` is [`AppCode::body`].
        code: AppCode,
    },
    /// No. This is a normal outcome: show the app's own page.
    Denied,
}

/// What a phone hands to its backend after a login. `Debug` shows neither code nor verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppCode {
    /// The authorization code. It works once.
    pub code: Secret,
    /// The address that the user came back to.
    pub redirect_uri: String,
    /// The scopes that were asked for.
    pub scopes: Vec<Scope>,
    /// Proves that this phone began the login, unless PKCE is off.
    pub verifier: Option<Secret>,
}

#[derive(Default, Serialize)]
struct Body {
    code: String,
    redirect_uri: String,
    scopes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verifier: Option<String>,
    #[serde(skip)]
    #[expect(dead_code, reason = "nothing is done with what else a phone sends")]
    extra: Extra,
}
record!(Body { code, redirect_uri, scopes, verifier });

impl AppCode {
    /// The JSON body of `POST /login`. It holds the code: send it over https and to the own backend only.
    pub fn body(&self) -> Secret {
        let body = Body {
            code: self.code.expose().to_owned(),
            redirect_uri: self.redirect_uri.clone(),
            scopes: self.scopes.iter().map(|scope| scope.as_str().to_owned()).collect(),
            verifier: self.verifier.as_ref().map(|verifier| verifier.expose().to_owned()),
            extra: Extra::new(),
        };
        Secret::new(Json::from_value(&body).unwrap_or_default().as_str())
    }

    /// Reads such a body.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the path of what does not fit, never with its value.
    pub fn parse(body: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(body).map_err(|_| Error::invalid("body", "is not UTF-8"))?;
        let body: Body = Json::parse(text).map_err(|_| Error::invalid("body", "is not JSON"))?.to_input()?;
        let code = Self {
            code: body.code.into(),
            redirect_uri: body.redirect_uri,
            // The phone has compared them with its table, which may be newer than this one.
            scopes: body.scopes.into_iter().map(Scope::raw).collect(),
            verifier: body.verifier.map(Secret::from),
        };
        code.check()?;
        Ok(code)
    }

    pub(super) fn check(&self) -> Result<()> {
        oauth::check_code(&self.code)?;
        check_app_redirect_uri(&self.redirect_uri)?;
        scope::join(&self.scopes)?;
        match &self.verifier {
            Some(verifier) if !is_verifier(verifier.expose()) => {
                Err(Error::invalid("verifier", "must have 43 to 128 of the characters of RFC 7636"))
            }
            _ => Ok(()),
        }
    }
}

fn is_verifier(text: &str) -> bool {
    (43..=128).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
}

/// What a phone remembers of a login.
#[derive(Serialize, Deserialize)]
pub(super) struct Remembered {
    pub(super) state: String,
    pub(super) verifier: Option<String>,
    pub(super) redirect_uri: String,
    pub(super) scopes: Vec<String>,
    /// The authorization server that the user was sent to.
    pub(super) issuer: String,
    pub(super) expires_at: DateTime<Utc>,
}
