//! Questions about an error that do not depend on its kind: whether to retry, how long to wait, the request id; and what to do after
//! an unclear outcome.

use std::time::Duration;

use super::{ApiErrorKind, Error, OAuthError, TransportErrorKind};

/// What to do after an unclear outcome.
pub(super) const CHECK: &str = "Check before you send it again";
/// The same for a request with an id. The documents do not say how the platform refuses an id that was used.
pub(super) const REPEAT: &str = "Send it again with the same id: it is executed once at most. If the id is refused as used, an earlier request \
    has arrived: `payments.transaction` reads what was paid from the app's balance";

impl Error {
    /// Whether the same call may succeed later, and repeating it cannot have a double effect: the platform or the
    /// store was unreachable, was busy, or asked to wait. The client has already retried within the call's timeout, so
    /// wait before the next attempt: for [`retry_after`](Self::retry_after), if it is set.
    ///
    /// False for [`AmbiguousOutcome`](Self::AmbiguousOutcome): its text says what to do before the write may be sent again, and
    /// which id it then must have. False also for a login whose code may be used up: a code can be sent once.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Api(error) if sends_code(&error.endpoint) => error.kind == ApiErrorKind::RateLimited,
            Self::Transport(error) if sends_code(&error.endpoint) => error.kind == TransportErrorKind::Connect,
            Self::Api(error) => matches!(error.kind, ApiErrorKind::RateLimited | ApiErrorKind::Server),
            Self::OAuth(error) => matches!(error, OAuthError::RefreshUnavailable { .. }),
            Self::Transport(error) => !matches!(
                error.kind,
                TransportErrorKind::Redirect | TransportErrorKind::TooLarge | TransportErrorKind::Tls
            ),
            Self::Store(_) => true,
            _ => false,
        }
    }

    /// How long to wait before the next attempt, if known.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Api(error) => error.retry_after,
            Self::OAuth(OAuthError::RefreshUnavailable { retry_after, .. }) => *retry_after,
            _ => None,
        }
    }

    /// The id of the request, for questions to the platform's support: the one that the platform returned, or else the
    /// one that this client sent.
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::Api(error) => error.request_id.as_deref(),
            Self::Transport(error) => error.request_id.as_deref(),
            Self::AmbiguousOutcome(error) => error.request_id.as_deref(),
            Self::Decode(error) => error.request_id.as_deref(),
            _ => None,
        }
    }
}

/// ` (after 2 attempts)`; empty if it is not known how many there were.
pub(super) fn after(attempts: u32) -> String {
    match attempts {
        0 => String::new(),
        1 => " (after 1 attempt)".to_owned(),
        _ => format!(" (after {attempts} attempts)"),
    }
}

/// Whether this operation sends the code of a login.
fn sends_code(endpoint: &str) -> bool {
    matches!(endpoint, "oauth.exchange" | "oauth.callback")
}

#[cfg(test)]
mod tests {
    use super::super::{StoreError, TransportError};
    use super::*;

    #[test]
    fn a_temporary_failure_is_retryable_and_has_its_wait() {
        let wait = Some(Duration::from_secs(7));
        let busy = Error::OAuth(OAuthError::refresh_unavailable("503", wait));
        assert_eq!((busy.is_retryable(), busy.retry_after(), busy.request_id()), (true, wait, None));
        let over = Error::OAuth(OAuthError::reauth_required("ended"));
        assert_eq!((over.is_retryable(), over.retry_after()), (false, None));
        assert!(Error::from(StoreError::new("get", "down")).is_retryable());
        assert!(!Error::invalid("a", "b").is_retryable() && !Error::config("a", "b").is_retryable());
        for (endpoint, kind, expected) in [
            ("posts.get", TransportErrorKind::Connect, true),
            ("posts.get", TransportErrorKind::Redirect, false),
            ("posts.get", TransportErrorKind::Deadline, true),
            ("oauth.exchange", TransportErrorKind::Connect, true),
            ("oauth.exchange", TransportErrorKind::Interrupted, false),
            ("oauth.callback", TransportErrorKind::Deadline, false),
        ] {
            let error = Error::from(TransportError {
                kind,
                reason: "x".into(),
                endpoint: endpoint.into(),
                request_id: Some("r-1".into()),
                attempts: 1,
            });
            assert_eq!((error.is_retryable(), error.request_id()), (expected, Some("r-1")));
        }
    }
}
