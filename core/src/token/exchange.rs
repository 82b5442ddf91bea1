//! The exchange of an authorization code for tokens. A code can be used once, so the request is sent to the platform once.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::{TOKEN_TIMEOUT, TokenOutcome};
use crate::call::Caller;
use crate::endpoint;
use crate::error::{
    ApiError, ApiErrorKind, DecodeError, Error, OAuthError, Result, TransportError, TransportErrorKind,
};
use crate::model::token::TokenReply;
use crate::secret::Secret;

/// How many times a request is tried of which provably nothing was sent.
const ATTEMPTS: u32 = 3;

/// An authorization code and the values that its exchange has to repeat.
pub(crate) struct CodeForm<'a> {
    pub(crate) code: &'a Secret,
    pub(crate) redirect_uri: &'a str,
    pub(crate) verifier: Option<&'a Secret>,
}

/// Why a code was not exchanged for tokens, or a login not completed.
pub(crate) struct NotCompleted {
    pub(crate) error: Error,
    /// Whether the platform has certainly not used the code, so that it may be sent again.
    pub(crate) is_code_unspent: bool,
}

impl NotCompleted {
    /// Something failed before the code was sent.
    pub(crate) fn before_sending(error: Error) -> Self {
        Self { error, is_code_unspent: true }
    }
}

impl From<NotCompleted> for Error {
    fn from(failure: NotCompleted) -> Self {
        failure.error
    }
}

impl CodeForm<'_> {
    /// The form fields, in the order of the specification (docs/platform.md#token-exchange), then the PKCE verifier, if there
    /// is one.
    pub(crate) fn fields(&self, client_id: &str, client_secret: Secret) -> Vec<(&'static str, Secret)> {
        let mut fields = vec![
            ("code", self.code.clone()),
            ("client_id", client_id.into()),
            ("client_secret", client_secret),
            ("grant_type", "authorization_code".into()),
            ("redirect_uri", self.redirect_uri.into()),
        ];
        fields.extend(self.verifier.map(|verifier| ("code_verifier", verifier.clone())));
        fields
    }

    /// Exchanges the code. Returns the tokens and the time just before the request was sent.
    ///
    /// If a code is sent twice, the platform revokes its tokens (assumption: as Ory Hydra does). So a request is only
    /// repeated if no byte of it was sent.
    pub(crate) async fn exchange(&self, caller: &Caller) -> Result<(TokenReply, DateTime<Utc>), NotCompleted> {
        let mut attempt = 1;
        loop {
            let client_id = caller.config.client_id().map_err(NotCompleted::before_sending)?;
            let client_secret = caller.config.client_secret().await.map_err(NotCompleted::before_sending)?;
            let fields = self.fields(client_id, client_secret);
            let sent_at = caller.clock().now();
            let result = caller.send_once(endpoint::OAUTH_EXCHANGE, fields, TOKEN_TIMEOUT).await;
            let never_left = matches!(&result, Err(failure) if !failure.may_have_arrived);
            if never_left && attempt < ATTEMPTS {
                caller.clock().sleep(Duration::from_millis(200 * u64::from(attempt))).await;
                attempt += 1;
                continue;
            }
            let request_id = result.as_ref().ok().and_then(|reply| reply.request_id.clone());
            let outcome = TokenOutcome::read(&result, caller.clock().now());
            let is_code_unspent = has_not_used_the_code(&outcome);
            return match tokens(outcome, request_id, attempt) {
                Ok(tokens) => Ok((tokens, sent_at)),
                Err(error) => Err(NotCompleted { error, is_code_unspent }),
            };
        }
    }
}

/// The advice if the platform may have used the code.
pub(crate) const MAYBE_SPENT: &str = "The code may be used up: start the login again";
/// The advice if the platform has not used the code, to callers that have passed the code, the address with it, or the request of a
/// phone.
const UNSPENT: &str = "The code is unused: make the same call again";

/// Whether a response with this status means that the code was not used.
fn is_unspent(status: u16) -> bool {
    status == 429
}

/// Whether the platform has received nothing, or has refused the request before it looked at the code.
fn has_not_used_the_code(outcome: &TokenOutcome) -> bool {
    match outcome {
        TokenOutcome::InvalidClient { .. } => true,
        TokenOutcome::Unavailable { status: Some(status), .. } => is_unspent(*status),
        TokenOutcome::Unavailable { may_have_acted, .. } => !may_have_acted,
        _ => false,
    }
}

/// The tokens of a response, or the error for the caller.
fn tokens(outcome: TokenOutcome, request_id: Option<String>, attempts: u32) -> Result<TokenReply> {
    let endpoint = endpoint::OAUTH_EXCHANGE.name.to_owned();
    let broken = |kind, reason: String| {
        Error::from(TransportError {
            kind,
            reason,
            endpoint: endpoint.clone(),
            request_id: request_id.clone(),
            attempts,
        })
    };
    match outcome {
        TokenOutcome::Tokens(tokens) => Ok(tokens),
        TokenOutcome::InvalidGrant => Err(OAuthError::CodeRejected { error: "invalid_grant".into() }.into()),
        TokenOutcome::Refused { error, .. } => Err(OAuthError::CodeRejected { error }.into()),
        TokenOutcome::InvalidClient { error } => Err(client_fault(&error)),
        TokenOutcome::Redirect { status } => Err(broken(
            TransportErrorKind::Redirect,
            format!("the platform answered {status}, a redirect, which is never followed"),
        )),
        TokenOutcome::Unavailable { reason, status: Some(status), retry_after, .. } => Err(ApiError {
            kind: ApiErrorKind::from_status(status),
            status,
            code: None,
            message: format!("{reason}. {}", if is_unspent(status) { UNSPENT } else { MAYBE_SPENT }),
            details: Vec::new(),
            endpoint,
            request_id,
            retry_after,
            quota: None,
            max_total_calls: None,
            attempts,
            needs_scopes: Vec::new(),
            needs_permission: None,
            unauthorized: "",
        }
        .into()),
        TokenOutcome::Unavailable { reason, broke, may_have_acted, .. } => {
            // A transport of the app may say both: that it found no connection, and that the request may have arrived.
            let unsent = broke.filter(|kind| !may_have_acted || *kind != TransportErrorKind::Connect);
            let kind = unsent.unwrap_or(TransportErrorKind::Interrupted);
            let then = match (may_have_acted, kind) {
                (true, _) => MAYBE_SPENT,
                (false, TransportErrorKind::Connect) => UNSPENT,
                (false, _) => "Start the login again",
            };
            Err(broken(kind, format!("{reason}. {then}")))
        }
        TokenOutcome::Unreadable { path, reason } => {
            Err(DecodeError { endpoint, path, reason, status: 200, request_id, attempts }.into())
        }
    }
}

/// The error for refused credentials of the app. A new login does not resolve it.
pub(crate) fn client_fault(error: &str) -> Error {
    let reason = format!(
        "the platform refused the app's own credentials ({error}): compare this secret and `client_id` with those of the app in \
         the console"
    );
    Error::config("client_secret", reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_the_specifications() {
        let code = Secret::from("the code");
        let mut form = CodeForm { code: &code, redirect_uri: "https://app.example/cb", verifier: None };
        let shown = |form: &CodeForm<'_>| -> Vec<_> {
            let fields = form.fields("my-app", Secret::from("shh"));
            fields.into_iter().map(|(name, value)| format!("{name}={}", value.expose())).collect()
        };
        let expected = [
            "code=the code",
            "client_id=my-app",
            "client_secret=shh",
            "grant_type=authorization_code",
            "redirect_uri=https://app.example/cb",
        ];
        assert_eq!(shown(&form), expected);
        let verifier = Secret::from("v");
        form.verifier = Some(&verifier);
        assert_eq!(shown(&form)[5], "code_verifier=v");
    }

    #[test]
    fn the_error_of_refused_credentials_says_what_to_do() {
        let text = client_fault("invalid_client").in_camel_case().to_string();
        assert_eq!(
            text,
            "configuration of clientSecret: the platform refused the app's own credentials (invalid_client): compare this \
             secret and `clientId` with those of the app in the console"
        );
    }
}
