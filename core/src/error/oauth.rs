//! Errors of the login and of the token refresh.

use std::time::Duration;

use super::{Cause, Error};

/// Errors of the login and of the token refresh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OAuthError {
    /// `state` is unknown, already used, or belongs to another session. Start the login again.
    #[error(
        "the login does not belong to this session, was already completed (then ignore this repetition), or was started by a process with \
         another store (give all processes one, such as sqlite:///var/lib/app/grants.db): start it again"
    )]
    StateMismatch,
    /// As [`StateMismatch`](Self::StateMismatch), and the browser has sent no cookie of a login. Start it again.
    #[error(
        "the browser returned without the cookie of a login: it was started in another browser or at another address of this app (localhost and 127.0.0.1 are two), or the browser keeps no cookies: start it again"
    )]
    CookieMissing,
    /// The login took longer than the lifetime of its state. Start it again.
    #[error("the login took too long: start it again")]
    StateExpired,
    /// The address to which the user returned is malformed or was manipulated.
    #[error("the return from login was refused: {reason}")]
    CallbackRejected {
        /// What is wrong with it; never its parameters.
        reason: String,
    },
    /// The platform refused the login itself, before or after asking the user. The user did not deny it. The text says
    /// what to do.
    #[error("the platform refused the login ({}): {}", refusal(.error, .description), advice(.error))]
    AuthorizationRefused {
        /// The OAuth error word, such as `invalid_scope`.
        error: String,
        /// The platform's description, cut to 300 characters of printable ASCII. It came through the user's browser:
        /// show it to developers, not to users.
        description: Option<String>,
    },
    /// The platform rejected the authorization code. A code can be used once: start the login again.
    #[error("the authorization code was refused ({error}): start the login again")]
    CodeRejected {
        /// The OAuth error word, such as `invalid_grant`.
        error: String,
    },
    /// The grant has ended permanently. The user must log in again.
    #[error("the user must log in again: {reason}")]
    ReauthRequired {
        /// Why the grant ended.
        reason: String,
        /// The error of the app's own token provider on a phone.
        #[source]
        cause: Option<Cause>,
    },
    /// The token cannot be refreshed at the moment. The grant is intact: try again later.
    #[error("the access token could not be refreshed now: {reason}")]
    RefreshUnavailable {
        /// Why it could not be refreshed.
        reason: String,
        /// How long to wait, if known. No attempt is made before.
        retry_after: Option<Duration>,
        /// The error of the app's own token provider on a phone.
        #[source]
        cause: Option<Cause>,
    },
}

impl OAuthError {
    pub(crate) fn reauth_required(reason: impl Into<String>) -> Self {
        Self::ReauthRequired { reason: reason.into(), cause: None }
    }

    pub(crate) fn refresh_unavailable(reason: impl Into<String>, retry_after: Option<Duration>) -> Self {
        Self::RefreshUnavailable { reason: reason.into(), retry_after, cause: None }
    }

    /// The error of the app's own token provider.
    #[cfg(feature = "ffi")]
    pub(crate) fn cause(&self) -> Option<&Cause> {
        match self {
            Self::ReauthRequired { cause, .. } | Self::RefreshUnavailable { cause, .. } => cause.as_ref(),
            _ => None,
        }
    }

    /// The stable word of this failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::StateMismatch | Self::CookieMissing => "state_mismatch",
            Self::StateExpired => "state_expired",
            Self::CallbackRejected { .. } => "callback_rejected",
            Self::AuthorizationRefused { .. } => "authorization_refused",
            Self::CodeRejected { .. } => "code_rejected",
            Self::ReauthRequired { .. } => "reauth_required",
            Self::RefreshUnavailable { .. } => "refresh_unavailable",
        }
    }
}

/// The error word with its description.
fn refusal(error: &str, description: &Option<String>) -> String {
    match description {
        Some(description) => format!("{error}: {description}"),
        None => error.to_owned(),
    }
}

/// What to do about a refused login (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6).
fn advice(error: &str) -> &'static str {
    match error {
        "invalid_scope" => "ask only for scopes that exist and that the app has in the console",
        "invalid_request" => "compare the redirect address, the client id and the scopes with the console",
        "unauthorized_client" | "unsupported_response_type" => {
            "the app is not allowed to log users in like this: check its settings in the console"
        }
        "server_error" | "temporarily_unavailable" => "start the login again later",
        "login_required" | "interaction_required" | "consent_required" | "account_selection_required" => {
            "start the login again without prompt=none"
        }
        _ => "start the login again; if it fails again, check the app in the console",
    }
}

impl From<OAuthError> for Error {
    fn from(error: OAuthError) -> Self {
        Self::OAuth(error)
    }
}
