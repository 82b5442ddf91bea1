//! Error responses of the gateway. The phone reads them in `gateway_reply.rs`.

use std::time::Duration;

use serde_json::json;

use crate::error::{ApiError, ApiErrorKind, Error, OAuthError, TransportErrorKind};
use crate::gateway_reply::{ERROR, NO_SCOPE_HELPS, NOT_ALLOWED, TRANSPORT};
use crate::hooks::HookLog;
use crate::json::Json;
use crate::webhook::Reply;

/// gRPC status codes, as in the platform's errors (docs/platform.md#error-form).
const INVALID_ARGUMENT: i32 = 3;
const NOT_FOUND: i32 = 5;
const PERMISSION_DENIED: i32 = 7;
const FAILED_PRECONDITION: i32 = 9;
const INTERNAL: i32 = 13;
const UNAVAILABLE: i32 = 14;
const UNAUTHENTICATED: i32 = 16;

/// A response with a JSON body.
pub(super) fn answer(status: u16, body: &serde_json::Value) -> Reply {
    let (content_type, body) = (Some("application/json".to_owned()), body.to_string().into_bytes());
    Reply { status, content_type, body, ..Reply::default() }
}

fn refusal(status: u16, word: &str, code: i32, message: &str, details: &[Json]) -> Reply {
    let mut reply = answer(status, &json!({ "code": code, "message": message, "details": details }));
    reply.headers.insert(ERROR.as_str().to_owned(), word.to_owned());
    reply
}

/// The response to a request without a valid token. It does not tell the sender what is wrong with the token.
pub(super) fn no_token() -> Reply {
    let message = "the app token is not accepted: ask the backend for a new one";
    let mut reply = answer(401, &json!({ "code": UNAUTHENTICATED, "message": message, "details": [] }));
    reply.headers.insert("WWW-Authenticate".to_owned(), "Bearer".to_owned());
    reply
}

/// The backend has not identified the user.
pub(super) fn no_user() -> Reply {
    refusal(401, "unauthorized", UNAUTHENTICATED, "log in to the app's own backend first", &[])
}

/// There is no such path or call.
pub(super) fn no_call() -> Reply {
    refusal(404, "not_found", NOT_FOUND, "phones cannot make this call: make it in the backend", &[])
}

/// The call exists, but this token does not permit it.
pub(super) fn not_allowed(call: &str) -> Reply {
    let message = format!("the backend does not permit {call} to apps: add it to `allow` where the gateway is made");
    refusal(403, NOT_ALLOWED, PERMISSION_DENIED, &message, &[])
}

/// The request is malformed.
pub(super) fn unusable(status: u16, message: &str) -> Reply {
    let mut reply = refusal(status, "invalid_input", INVALID_ARGUMENT, message, &[]);
    // The rest of such a body is not read.
    reply.close = matches!(status, 400 | 408 | 411 | 413);
    reply
}

/// What to log of a request that failed in the backend.
pub(super) fn failure(status: u16, reason: impl std::fmt::Display) -> HookLog {
    HookLog::error(format!("A request of a phone was answered with {status}: {reason}"))
}

/// The response for an error of the backend's own call, and what to log: details that only concern the backend.
pub(super) fn of_error(error: &Error) -> (Reply, Option<HookLog>) {
    let word = error.code();
    let (mut reply, request_id, retry_after) = match error {
        Error::InvalidInput { .. } => (refusal(400, word, INVALID_ARGUMENT, &error.to_string(), &[]), None, None),
        Error::Api(e) => (of_api(e, word), e.request_id.as_ref(), e.retry_after),
        Error::OAuth(OAuthError::RefreshUnavailable { reason, retry_after, .. }) => {
            (refusal(503, word, UNAVAILABLE, reason, &[]), None, *retry_after)
        }
        Error::OAuth(OAuthError::ReauthRequired { reason, .. }) => {
            (refusal(412, word, FAILED_PRECONDITION, reason, &[]), None, None)
        }
        Error::OAuth(e) => (refusal(400, word, INVALID_ARGUMENT, &e.to_string(), &[]), None, None),
        Error::Transport(e) => {
            let status = if e.kind == TransportErrorKind::Deadline { 504 } else { 502 };
            let word = format!("{TRANSPORT}{}", e.kind.code());
            (refusal(status, &word, UNAVAILABLE, &e.reason, &[]), e.request_id.as_ref(), None)
        }
        Error::AmbiguousOutcome(e) => (refusal(502, word, UNAVAILABLE, &e.reason, &[]), e.request_id.as_ref(), None),
        Error::Config { .. } | Error::Decode(_) | Error::Webhook(_) => {
            (refusal(500, word, INTERNAL, "the backend is not configured for this call: see its log", &[]), None, None)
        }
        Error::Store(_) => (refusal(503, word, UNAVAILABLE, "the backend cannot reach its store", &[]), None, None),
    };
    if let Some(id) = request_id {
        reply.headers.insert("X-Request-Id".to_owned(), id.clone());
    }
    if let Some(wait) = retry_after {
        reply.headers.insert("Retry-After".to_owned(), whole_seconds(wait).to_string());
    }
    let is_of_backend = matches!(error, Error::Config { .. } | Error::Decode(_) | Error::Webhook(_) | Error::Store(_));
    let log = is_of_backend.then(|| failure(reply.status, error));
    (reply, log)
}

fn of_api(error: &ApiError, word: &str) -> Reply {
    let no_scope_helps = error.kind == ApiErrorKind::MissingScope && error.needs_scopes.is_empty();
    let word = if no_scope_helps { NO_SCOPE_HELPS } else { word };
    refusal(error.status, word, error.code.unwrap_or_default(), &error.message, &error.details)
}

fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::StoreError;

    #[test]
    fn what_only_concerns_the_backend_is_logged() {
        let logged = |error: Error| of_error(&error).1.map(|log| log.text);
        let text = logged(Error::config("api_key", "is missing")).unwrap();
        assert!(text.contains("answered with 500: ") && text.contains("api_key"), "{text}");
        let text = logged(StoreError::new("get", "down").into()).unwrap();
        assert!(text.ends_with("answered with 503: store: get: down"), "{text}");
        assert_eq!(logged(Error::invalid("body", "is not JSON")), None);
        assert_eq!(logged(OAuthError::reauth_required("ended").into()), None);
    }
}
