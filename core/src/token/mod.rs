//! The token endpoint: `exchange` and `refresh` are the two forms of its request, `answer` reads its answers. When to send
//! which is decided in [`oauth`](crate::oauth) and in `session`.

mod answer;
mod exchange;
mod refresh;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

pub(crate) use answer::Answer;
pub(crate) use exchange::{CodeForm, client_fault, leaves_code_unspent};
pub(crate) use refresh::RefreshForm;

use crate::call::Caller;
use crate::endpoint::{self, Host};
use crate::error::{DecodeError, Error, OAuthError, Result, TransportError, TransportErrorKind};
use crate::model::token::TokenReply;
use crate::secret::Secret;

/// The deadline of a token request, until the last byte of its answer.
pub(crate) const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Tokens, as the token endpoint gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// For [`OpenPlatform::user_with_token`](crate::OpenPlatform::user_with_token).
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

/// The authorization server's address, without a slash at its end.
pub(crate) fn issuer(caller: &Caller) -> &str {
    caller.config.base(Host::Auth)
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
