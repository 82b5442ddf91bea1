//! The part of the login that runs on the phone: opening the consent page and checking the return. The backend, which
//! has the client secret, exchanges the code.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::config::check_app_redirect_uri;
use crate::error::{Error, Result};
use crate::json::{Extra, Json, record};
use crate::oauth;
use crate::scope::{self, Scope};
use crate::secret::Secret;

/// A login that a phone has started. `Debug` shows neither the address nor the pending state.
#[derive(Clone)]
#[non_exhaustive]
pub struct AppAuthorization {
    /// The address to open in the system's browser (Custom Tab, `ASWebAuthenticationSession`), never in a web view.
    pub url: String,
    /// The state to keep until the user comes back, in the app's private storage, because the system may end the app
    /// meanwhile. It is useless without the code of this login, and expires after the setting `login_lifetime`.
    pub pending: Secret,
}

impl fmt::Debug for AppAuthorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AppAuthorization").finish_non_exhaustive()
    }
}

/// The user's decision, as the phone sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppLoginOutcome {
    /// The user granted access: send the code to the backend.
    Granted {
        /// The values for the backend: the body for `POST /login` is [`AppCode::body`].
        code: AppCode,
    },
    /// The user denied access. This is a normal outcome: show the app's own page.
    Denied,
}

/// The values that a phone sends to its backend after a login. `Debug` shows neither code nor verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppCode {
    /// The authorization code. It can be used once.
    pub code: Secret,
    /// The address to which the user returned.
    pub redirect_uri: String,
    /// The requested scopes.
    pub scopes: Vec<Scope>,
    /// The PKCE verifier: proves that this phone started the login. Absent if PKCE is off.
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
    #[expect(dead_code, reason = "unknown members are accepted and not used")]
    extra: Extra,
}
record!(Body { code, redirect_uri, scopes, verifier });

impl AppCode {
    /// The JSON body of `POST /login`. It contains the code: send it over https, and only to the app's own backend.
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

    /// Parses the body of `POST /login`.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the path of the wrong value, never with the value.
    pub fn parse(body: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(body).map_err(|_| Error::invalid("body", "is not UTF-8"))?;
        let body: Body = Json::parse(text).map_err(|_| Error::invalid("body", "is not JSON"))?.to_input()?;
        let code = Self {
            code: body.code.into(),
            redirect_uri: body.redirect_uri,
            // The phone has compared them with its own table, which may be newer than this one.
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

/// The state of a pending login on the phone.
#[derive(Serialize, Deserialize)]
pub(super) struct PendingLogin {
    pub(super) state: String,
    pub(super) verifier: Option<String>,
    pub(super) redirect_uri: String,
    pub(super) scopes: Vec<String>,
    /// The authorization server to which the user was sent.
    pub(super) issuer: String,
    pub(super) expires_at: DateTime<Utc>,
}
