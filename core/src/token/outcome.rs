//! Decodes the response of the token endpoint, for the exchange of a code and for a refresh alike. The callers decide what to
//! do about it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::call::{CallResponse, retry_after};
use crate::error::TransportErrorKind;
use crate::json::{Unreadable, without_mark};
use crate::model::token::TokenReply;
use crate::transport::Failure;

/// The outcome of a token request: a response, or a failure of the transport.
#[derive(Clone, Debug)]
pub(crate) enum TokenOutcome {
    /// Tokens.
    Tokens(TokenReply),
    /// `invalid_grant`: the code or the refresh token is not accepted.
    InvalidGrant,
    /// The credentials or settings of the app are refused, for all users: `invalid_client`, `unauthorized_client`, or a 401
    /// or 403 without an OAuth error.
    InvalidClient {
        /// The OAuth error code, or the status.
        error: String,
    },
    /// Another refusal.
    Refused {
        /// The OAuth error code.
        error: String,
        /// HTTP status.
        status: u16,
    },
    /// No result now. A later request may succeed.
    Unavailable {
        /// Why there is no result.
        reason: String,
        /// The HTTP status, if there was a response.
        status: Option<u16>,
        /// How the transport failed, if there was no response.
        broke: Option<TransportErrorKind>,
        /// Whether the platform may have processed the request.
        may_have_acted: bool,
        /// The wait that the platform asks for.
        retry_after: Option<Duration>,
    },
    /// A redirect, which is never followed.
    Redirect {
        /// HTTP status.
        status: u16,
    },
    /// A success response that cannot be decoded.
    Unreadable {
        /// The path of the field.
        path: String,
        /// What is wrong with it, without its value.
        reason: String,
    },
}

impl TokenOutcome {
    /// The label of this outcome in metrics.
    pub(crate) fn result(&self) -> &'static str {
        match self {
            Self::Tokens(_) => "refreshed",
            Self::InvalidGrant => "invalid_grant",
            Self::InvalidClient { .. } => "invalid_client",
            Self::Refused { .. } => "refused",
            Self::Unavailable { .. } => "unavailable",
            Self::Redirect { .. } => "redirect",
            Self::Unreadable { .. } => "unreadable",
        }
    }

    /// Decodes the outcome of one request, according to RFC 6749 section 5 and the behaviour of Ory Hydra
    /// (docs/platform.md#oauth-errors).
    pub(crate) fn read(result: &Result<CallResponse, Failure>, now: DateTime<Utc>) -> Self {
        let reply = match result {
            Ok(reply) => reply,
            Err(failure) => {
                return Self::Unavailable {
                    reason: failure.reason.clone(),
                    status: None,
                    broke: Some(failure.kind),
                    may_have_acted: failure.may_have_arrived,
                    retry_after: None,
                };
            }
        };
        match reply.status {
            200..=299 => match TokenReply::read(&reply.body) {
                Ok(tokens) => Self::Tokens(tokens),
                Err(Unreadable { path, reason, .. }) => Self::Unreadable { path, reason },
            },
            300..=399 => Self::Redirect { status: reply.status },
            status => Self::read_error(status, reply, now),
        }
    }

    fn read_error(status: u16, reply: &CallResponse, now: DateTime<Utc>) -> Self {
        let body = OAuthErrorBody::read(&reply.body);
        let retry_after = retry_after(&reply.headers, now);
        let unavailable = |reason, may_have_acted| Self::Unavailable {
            reason,
            status: Some(status),
            broke: None,
            may_have_acted,
            retry_after,
        };
        let is_about_credentials = matches!(status, 401 | 403);
        match (status, body) {
            (500.., _) | (408, _) => unavailable(format!("the platform answered {status}"), true),
            (429 | 425, _) => unavailable(format!("the platform answered {status}: slow down"), false),
            // Ory Hydra, an authorization server, responds with this during another refresh of the same token.
            (_, Some(body)) if body.error == "invalid_request" && body.asks_to_retry => {
                unavailable("the platform asks to repeat the request".to_owned(), true)
            }
            (_, Some(body)) => match body.error.as_str() {
                "invalid_grant" => Self::InvalidGrant,
                "invalid_client" | "unauthorized_client" => Self::InvalidClient { error: body.error },
                "temporarily_unavailable" | "server_error" => {
                    unavailable(format!("the platform responded with {}", body.error), true)
                }
                NO_WORD if is_about_credentials => {
                    Self::InvalidClient { error: format!("{status} without an OAuth error") }
                }
                _ => Self::Refused { error: body.error, status },
            },
            // The platform refused the app before it looked at the grant, so other grants would be refused too.
            (_, None) if is_about_credentials => {
                Self::InvalidClient { error: format!("{status} without an OAuth error") }
            }
            // The response comes from a proxy in front of the authorization server.
            (_, None) => unavailable(format!("a response {status} that is not from the authorization server"), true),
        }
    }
}

/// Replaces a malformed error code.
const NO_WORD: &str = "unknown_error";

/// The body of an OAuth error. Only its error code is ever shown: the description could contain a token.
struct OAuthErrorBody {
    error: String,
    asks_to_retry: bool,
}

impl OAuthErrorBody {
    /// `None` if the body is not a JSON object with an error code: a gateway before the server may respond with JSON, too.
    fn read(body: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Raw {
            error: Option<serde_json::Value>,
            error_description: Option<serde_json::Value>,
            error_hint: Option<serde_json::Value>,
        }
        let raw: Raw = serde_json::from_slice(without_mark(body)).ok()?;
        let text =
            |value: Option<serde_json::Value>| value.and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let error = raw.error?;
        let said = format!("{} {}", text(raw.error_description), text(raw.error_hint)).to_ascii_lowercase();
        let asks_to_retry = said.contains("retry") || said.contains("try again");
        Some(Self { error: error_word(&text(Some(error))), asks_to_retry })
    }
}

/// The error code, if it has the form that RFC 6749 defines. Text of another form could be a credential that the server
/// repeats.
fn error_word(text: &str) -> String {
    let is_word = (1..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if is_word { text.to_owned() } else { NO_WORD.to_owned() }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::HeaderMap;

    use super::*;

    fn read(status: u16, body: &str) -> TokenOutcome {
        let reply = CallResponse {
            endpoint: "oauth.refresh",
            status,
            headers: HeaderMap::new(),
            body: Bytes::copy_from_slice(body.as_bytes()),
            request_id: None,
            attempts: 1,
        };
        TokenOutcome::read(&Ok(reply), Utc::now())
    }

    #[test]
    fn oauth_errors_are_classified() {
        assert!(matches!(read(400, r#"{"error":"invalid_grant"}"#), TokenOutcome::InvalidGrant));
        assert!(matches!(read(401, r#"{"error":"invalid_client"}"#), TokenOutcome::InvalidClient { .. }));
        assert!(matches!(read(403, r#"{"error":"unauthorized_client"}"#), TokenOutcome::InvalidClient { .. }));
        assert!(
            matches!(read(400, r#"{"error":"invalid_scope"}"#), TokenOutcome::Refused { error, .. } if error == "invalid_scope")
        );
        assert!(matches!(read(400, r#"{"error":"invalid_request"}"#), TokenOutcome::Refused { .. }));
        let retry = r#"{"error":"invalid_request","error_description":"Failed to refresh token because of multiple concurrent requests, please retry."}"#;
        assert!(matches!(read(400, retry), TokenOutcome::Unavailable { may_have_acted: true, .. }));
        for status in [408, 500, 502, 503, 504] {
            assert!(
                matches!(read(status, "<html>"), TokenOutcome::Unavailable { may_have_acted: true, .. }),
                "{status}"
            );
        }
        assert!(matches!(read(429, ""), TokenOutcome::Unavailable { may_have_acted: false, .. }));
        for body in ["<html>", "{}", r#"{"code":5,"message":"no route"}"#] {
            assert!(matches!(read(404, body), TokenOutcome::Unavailable { may_have_acted: true, .. }), "{body}");
        }
        for body in ["<html>", "", "[]", r#"{"message":"no"}"#, r#"{"error":7}"#] {
            assert!(matches!(read(401, body), TokenOutcome::InvalidClient { .. }), "{body}");
            assert!(matches!(read(403, body), TokenOutcome::InvalidClient { .. }), "{body}");
        }
        assert!(matches!(read(403, r#"{"error":"invalid_scope"}"#), TokenOutcome::Refused { .. }));
        for status in [301, 302, 303, 307, 308] {
            assert!(matches!(read(status, ""), TokenOutcome::Redirect { .. }));
        }
    }

    #[test]
    fn a_malformed_error_code_becomes_unknown_error() {
        assert!(
            matches!(read(400, r#"{"error":123}"#), TokenOutcome::Refused { error, .. } if error == "unknown_error")
        );
        let long = format!(r#"{{"error":"x y\n<b>","error_description":"\u0007{}"}}"#, "x".repeat(100 * 1024));
        assert!(matches!(read(400, &long), TokenOutcome::Refused { error, .. } if error == "unknown_error"));
        let repeated = r#"{"error":"my-client-secret-1"}"#;
        assert!(matches!(read(400, repeated), TokenOutcome::Refused { error, .. } if error == "unknown_error"));
    }

    #[test]
    fn an_unreadable_success_is_reported_without_its_body() {
        for body in ["<html>secret</html>", "[]", "null", "\"x\"", ""] {
            let answer = format!("{:?}", read(200, body));
            assert!(answer.starts_with("Unreadable") && !answer.contains("secret"), "{answer}");
        }
    }
}
