//! Errors that a backend's gateway reports about a call of an app on a phone: the headers, and how the phone reads
//! them.

use std::time::Duration;

use http::{HeaderMap, HeaderName};

use crate::error::{ApiError, ApiErrorKind, OAuthError, TransportErrorKind, sanitize};

/// The name of the endpoint table row that a request is for.
pub(crate) const CALL: HeaderName = HeaderName::from_static("x-open-platform-call");
/// The code of an error that the backend itself found. If it is present, the outcome is final.
pub(crate) const ERROR: HeaderName = HeaderName::from_static("x-open-platform-error");
/// In place of the code: the backend does not permit the call to phones.
pub(crate) const NOT_ALLOWED: &str = "not_allowed";
/// In place of `missing_scope`: no scope would help, because the call needs none, or the user has granted one of its scopes.
pub(crate) const NO_SCOPE_HELPS: &str = "missing_permission";
/// Prefix of the code of a transport error.
pub(crate) const TRANSPORT: &str = "transport:";

/// An error that the backend reports about a call.
pub(crate) enum GatewayError {
    /// An error response of the platform, or of the backend in the same form.
    Api,
    /// The backend's grant has ended, or cannot be refreshed at the moment.
    OAuth(OAuthError),
    /// The backend's request did not arrive, or changed nothing.
    Transport(TransportErrorKind, String),
    /// The platform may have acted on it.
    Ambiguous(String),
}

/// Corrects what the error of a phone's call says, if not the platform has caused it.
pub(crate) fn explain(error: &mut ApiError, headers: &HeaderMap) {
    let platform_may_have_refused = match headers.get(ERROR) {
        Some(word) => {
            if word == NO_SCOPE_HELPS {
                error.needs_scopes.clear();
            }
            word != NOT_ALLOWED
        }
        // The gateway's refusal of a token. Every other error of a gateway has a code.
        None if error.status == 401 => return,
        None => {
            "this is not a response of the backend's AppGateway: check the address that `backend` sets, and the server there"
                .clone_into(&mut error.message);
            // It says nothing about the object of the call, nor about the user.
            if (400..500).contains(&error.status) && error.kind != ApiErrorKind::RateLimited {
                error.kind = ApiErrorKind::Rejected;
            }
            false
        }
    };
    if !platform_may_have_refused {
        error.needs_scopes.clear();
        error.needs_permission = None;
    }
}

/// Reads the error of a response. `None` if the response does not come from a gateway, or if the gateway rejected the
/// token.
pub(crate) fn parse_error(headers: &HeaderMap, body: &[u8], retry_after: Option<Duration>) -> Option<GatewayError> {
    #[derive(serde::Deserialize, Default)]
    struct Body {
        #[serde(default)]
        message: String,
    }
    let word = headers.get(ERROR)?.to_str().ok()?;
    let body: Body = serde_json::from_slice(body).unwrap_or_default();
    let reason = sanitize(&body.message, 1_000);
    Some(match word {
        "reauth_required" => GatewayError::OAuth(OAuthError::reauth_required(reason)),
        "refresh_unavailable" => GatewayError::OAuth(OAuthError::refresh_unavailable(reason, retry_after)),
        "ambiguous_outcome" => GatewayError::Ambiguous(reason),
        other => match other.strip_prefix(TRANSPORT) {
            Some(kind) => GatewayError::Transport(TransportErrorKind::from_code(kind), reason),
            None => GatewayError::Api,
        },
    })
}
