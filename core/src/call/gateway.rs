//! What a backend's gateway says about a call of an app on a phone: the headers of both sides, and how the phone reads them.

use std::time::Duration;

use http::{HeaderMap, HeaderName};

use crate::error::{OAuthError, TransportErrorKind, sanitize};

/// Names the row of the endpoint table that a request is meant for.
pub(crate) const CALL: HeaderName = HeaderName::from_static("x-open-platform-call");
/// The code of an error that the backend has found out. Its presence says that the outcome is final.
pub(crate) const ERROR: HeaderName = HeaderName::from_static("x-open-platform-error");
/// How the code of a request that failed on its way begins.
pub(crate) const TRANSPORT: &str = "transport:";

/// What the backend has found out about a call that failed.
pub(crate) enum Verdict {
    /// An error answer of the platform, or of the backend in the platform's form.
    Api,
    /// The backend's own login at the platform has ended, or cannot be renewed now.
    OAuth(OAuthError),
    /// The request of the backend did not arrive, or changed nothing.
    Transport(TransportErrorKind, String),
    /// The platform may have acted on it.
    Ambiguous(String),
}

/// Reads the verdict of an answer. `None`: no gateway has answered, but something before it, or the token is refused.
pub(crate) fn verdict(headers: &HeaderMap, body: &[u8], retry_after: Option<Duration>) -> Option<Verdict> {
    #[derive(serde::Deserialize, Default)]
    struct Body {
        #[serde(default)]
        message: String,
    }
    let word = headers.get(ERROR)?.to_str().ok()?;
    let body: Body = serde_json::from_slice(body).unwrap_or_default();
    let reason = sanitize(&body.message, 1_000);
    Some(match word {
        "reauth_required" => Verdict::OAuth(OAuthError::ReauthRequired { reason }),
        "refresh_unavailable" => Verdict::OAuth(OAuthError::RefreshUnavailable { reason, retry_after }),
        "ambiguous_outcome" => Verdict::Ambiguous(reason),
        other => match other.strip_prefix(TRANSPORT) {
            Some(kind) => Verdict::Transport(TransportErrorKind::from_code(kind), reason),
            None => Verdict::Api,
        },
    })
}
