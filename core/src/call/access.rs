//! The source of access tokens for calls, and what a call does with it.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use http::HeaderMap;
use http::header::WWW_AUTHENTICATE;

use super::{Bearer, OutgoingCall, request};
use crate::endpoint::Credentials;
use crate::error::{Error, OAuthError, Result};
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

    /// The token of this generation lacks something that a newer one may have: the next call requests another one.
    fn outdate(&self, _generation: i64) {}

    /// The scopes that the user has granted, or none if they are not known.
    fn scopes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The stored grant of the tokens, if they belong to one.
    fn grant(&self) -> Option<&GrantKey> {
        None
    }
}

impl OutgoingCall<'_> {
    /// Adds the access token to the call, and the source of newer tokens, for use after the token was refused or lacked a scope.
    pub(super) async fn authorize(&mut self, bearer: Bearer) -> Result<()> {
        use Credentials::{Key, KeyAndBearer, KeyAndOptionalBearer, UploadToken};
        let provider = match (self.endpoint.credentials, bearer, &self.caller.backend) {
            (Key | KeyAndBearer | KeyAndOptionalBearer, _, Some(backend)) => Arc::clone(backend),
            (KeyAndBearer | KeyAndOptionalBearer | UploadToken, Bearer::Token(token), _) => {
                self.bearer = Some(request::bearer_header(&token)?);
                return Ok(());
            }
            (KeyAndBearer | KeyAndOptionalBearer, Bearer::Provider(provider), _) => provider,
            (KeyAndBearer, Bearer::None, _) => {
                let reason = format!("{} acts for a user: call it on a user", self.endpoint.name);
                return Err(Error::invalid("user", reason));
            }
            _ => return Ok(()),
        };
        let access = self.token(&*provider, None).await?;
        self.set_token(&access)?;
        self.provider = Some(provider);
        Ok(())
    }

    /// Sends this token from now on.
    fn set_token(&mut self, access: &Access) -> Result<()> {
        self.bearer = Some(request::bearer_header(&access.token)?);
        (self.generation, self.is_fresh) = (access.generation, access.fresh);
        Ok(())
    }

    /// Replaces the token by a newer one, if there is one. If not, the 401 has another cause than the token's age,
    /// perhaps the API key.
    pub(super) async fn renew(&mut self, response: &Result<Response, Failure>) -> Result<bool> {
        let Some(provider) = self.provider.as_deref() else { return Ok(false) };
        let access = self.token(provider, Some(RefusedToken::by(response, self.generation))).await?;
        if access.generation == self.generation {
            return Ok(false);
        }
        self.set_token(&access)?;
        Ok(true)
    }

    /// Reads the token again after a wait. If the grant has ended meanwhile, its token is not sent again.
    pub(super) async fn recheck_access(&mut self) -> Result<()> {
        let Some(provider) = self.provider.as_deref() else { return Ok(()) };
        let access = match self.token(provider, None).await {
            Err(error) if !matches!(error, Error::OAuth(OAuthError::ReauthRequired { .. })) => return Ok(()),
            found => found?,
        };
        self.set_token(&access)
    }

    /// Waits for a token until the deadline of the call. A refresh continues after that.
    async fn token(&self, provider: &dyn AccessProvider, refused: Option<RefusedToken>) -> Result<Access> {
        match tokio::time::timeout(self.deadline.remaining(), provider.access(refused)).await {
            Ok(result) => result,
            Err(_) => {
                let reason = "there was no fresh access token before the deadline of the call".to_owned();
                Err(OAuthError::refresh_unavailable(reason, None).into())
            }
        }
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
