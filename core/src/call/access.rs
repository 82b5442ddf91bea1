//! The source of access tokens for calls.

use std::fmt;
use std::pin::Pin;

use http::HeaderMap;
use http::header::WWW_AUTHENTICATE;

use crate::error::Result;
use crate::id::GrantKey;
use crate::secret::Secret;
use crate::transport::{Failure, Response};

/// An access token and its generation.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) token: Secret,
    pub(crate) generation: i64,
    /// Whether a request of this client has just obtained it.
    pub(crate) fresh: bool,
}

/// A token that was refused with 401.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefusedToken {
    pub(crate) generation: i64,
    /// Whether the response says that the token is the cause, not the API key.
    pub(crate) named: bool,
}

impl RefusedToken {
    /// The token of this generation, which got this response.
    pub(crate) fn by(response: &Result<Response, Failure>, generation: i64) -> Self {
        Self { generation, named: response.as_ref().is_ok_and(|response| names_token(&response.headers)) }
    }
}

impl From<i64> for RefusedToken {
    fn from(generation: i64) -> Self {
        Self { generation, named: false }
    }
}

/// Whether a challenge of the scheme `Bearer` has `error="invalid_token"` (RFC 6750 section 3.1).
fn names_token(headers: &HeaderMap) -> bool {
    headers.get_all(WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        let (mut is_bearer, mut is_quoted) = (false, false);
        // Challenges and their parameters are both separated by commas (RFC 9110 section 11.6.1).
        let mut parts = value.split(|character| {
            is_quoted ^= character == '"';
            character == ',' && !is_quoted
        });
        parts.any(|part| {
            let part = part.trim();
            let (word, rest) = part.split_at(part.find([' ', '=']).unwrap_or(part.len()));
            let parameter = if word.is_empty() || rest.trim_start().starts_with('=') {
                part
            } else {
                is_bearer = word.eq_ignore_ascii_case("bearer");
                rest
            };
            is_bearer
                && parameter.split_once('=').is_some_and(|(name, value)| {
                    name.trim().eq_ignore_ascii_case("error") && value.trim().trim_matches('"') == "invalid_token"
                })
        })
    })
}

/// The future of an access token. It is boxed; otherwise every call would be as large as a refresh.
pub(crate) type AccessFuture<'a> = Pin<Box<dyn Future<Output = Result<Access>> + Send + 'a>>;

/// A source of access tokens for one user.
pub(crate) trait AccessProvider: fmt::Debug + Send + Sync {
    /// A token; not the `refused` one if there is another.
    fn access(&self, refused: Option<RefusedToken>) -> AccessFuture<'_>;

    /// The stored grant of the tokens, if they belong to one.
    fn grant(&self) -> Option<&GrantKey> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(values: &[&str]) -> bool {
        names_token(&values.iter().map(|value| (WWW_AUTHENTICATE, value.parse().unwrap())).collect())
    }

    #[test]
    fn only_a_bearer_challenge_names_the_token() {
        for named in [
            r#"Bearer error="invalid_token""#,
            r#"Bearer realm="a, b", error="invalid_token", error_description="The access token expired""#,
            "bearer ERROR = invalid_token",
            r#"Basic realm="a", Bearer realm="b",error="invalid_token""#,
            r#"Bearer, Bearer error="invalid_token""#,
            r#"Negotiate YQ==, Bearer , error="invalid_token""#,
        ] {
            assert!(names(&[named]), "{named}");
        }
        for other in [
            "",
            "Bearer",
            r#"Bearer realm="open-platform""#,
            r#"Bearer error="insufficient_scope""#,
            r#"Bearer realm="error=invalid_token""#,
            r#"Bearer realm="x, error=invalid_token""#,
            r#"Bearer error_description="invalid_token""#,
            r#"Bearer realm="b", Basic error="invalid_token""#,
            r#"Basic, error="invalid_token""#,
            r#"error="invalid_token""#,
            "invalid_token",
        ] {
            assert!(!names(&[other]), "{other}");
        }
        assert!(
            names(&["Basic", r#"Bearer error="invalid_token""#]) && !names(&["Bearer", r#"error="invalid_token""#])
        );
        assert!(!names(&[]));
    }
}
