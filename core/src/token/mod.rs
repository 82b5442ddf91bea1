//! Requests to the token endpoint: `exchange` and `refresh` are its two forms, `outcome` decodes the response. When each is
//! sent is decided in [`oauth`](crate::oauth) and in `session`.

mod exchange;
mod outcome;
mod refresh;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

pub(crate) use exchange::{CodeForm, MAYBE_SPENT, NotCompleted, client_fault};
pub(crate) use outcome::TokenOutcome;
pub(crate) use refresh::RefreshForm;

use crate::call::Caller;
use crate::endpoint::{self, Host};
use crate::error::{DecodeError, Error, OAuthError, Result, TransportError, TransportErrorKind};
use crate::model::token::TokenReply;
use crate::secret::Secret;

/// The deadline of a token request, up to the last byte of the response.
pub(crate) const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Tokens of the token endpoint. Their text form does not show them.
#[cfg_attr(any(feature = "node", feature = "python"), crate::ffi::data(by_position = 2))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// The access token, with which a client acts for the user.
    pub access_token: Secret,
    /// The refresh token. Only if `offline_access` was granted.
    pub refresh_token: Option<Secret>,
    /// When the access token ends, by the clock of this machine: its lifetime after the time at which the request was sent.
    pub expires_at: DateTime<Utc>,
    /// Whether the response named no lifetime, so that 3600 s were assumed.
    pub expiry_assumed: bool,
    /// The granted scopes. Empty if the response to a code named none. A response to a refresh that names none leaves them
    /// unchanged (RFC 6749 section 5.1).
    pub scopes: Vec<String>,
}

impl Tokens {
    pub(crate) fn new(tokens: TokenReply, sent_at: DateTime<Utc>) -> Self {
        Self {
            access_token: tokens.access_token,
            refresh_token: tokens.refresh_token,
            expires_at: sent_at + TimeDelta::seconds(tokens.expires_in),
            expiry_assumed: tokens.expires_in_assumed,
            scopes: tokens.scope.iter().flat_map(|scope| scope.split_ascii_whitespace()).map(str::to_owned).collect(),
        }
    }
}

/// The address of the authorization server, without a trailing slash.
pub(crate) fn issuer(caller: &Caller) -> &str {
    caller.config.base(Host::Auth)
}

/// The tokens of a refresh response, or the error for the caller.
pub(crate) fn refreshed(outcome: TokenOutcome) -> Result<TokenReply> {
    let endpoint = endpoint::OAUTH_REFRESH.name.to_owned();
    Err(match outcome {
        TokenOutcome::Tokens(tokens) => return Ok(tokens),
        TokenOutcome::InvalidGrant => reauth_required(),
        TokenOutcome::InvalidClient { error } => client_fault(&error),
        TokenOutcome::Refused { error, status } => {
            let reason = format!("the platform refused the request ({status}, {error})");
            OAuthError::refresh_unavailable(reason, None).into()
        }
        TokenOutcome::Unavailable { reason, retry_after, .. } => {
            OAuthError::refresh_unavailable(reason, retry_after).into()
        }
        TokenOutcome::Redirect { status } => TransportError {
            kind: TransportErrorKind::Redirect,
            reason: format!("the platform answered {status}, a redirect, which is never followed"),
            endpoint,
            request_id: None,
            attempts: 1,
        }
        .into(),
        TokenOutcome::Unreadable { path, reason } => {
            DecodeError { endpoint, path, reason, status: 200, request_id: None, attempts: 1 }.into()
        }
    })
}

fn reauth_required() -> Error {
    OAuthError::reauth_required("the platform no longer accepts the refresh token").into()
}
