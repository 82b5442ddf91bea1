//! What to do about an error, asked in one way whatever the error is.

use std::time::Duration;

use super::{ApiErrorKind, Error, OAuthError, TransportErrorKind};

impl Error {
    /// Whether the same call may succeed later, and repeating it cannot do twice what was asked: the platform or the store was
    /// not reachable, was busy, or asks to wait. The client has tried again by itself already, as far as the call's time
    /// allowed, so wait before the next try: for [`retry_after`](Self::retry_after), if there is one.
    ///
    /// Not so after [`AmbiguousOutcome`](Self::AmbiguousOutcome): look first whether it has happened.
    pub fn is_retryable(&self) -> bool {
        match self {
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

    /// How long to wait before the next try, where that is known.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Api(error) => error.retry_after,
            Self::OAuth(OAuthError::RefreshUnavailable { retry_after, .. }) => *retry_after,
            _ => None,
        }
    }

    /// The id of the request for a question to the platform: the one that it gave, or else the one that this client sent.
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

#[cfg(test)]
mod tests {
    use super::super::{StoreError, TransportError};
    use super::*;

    #[test]
    fn what_may_pass_is_retryable_and_says_when() {
        let wait = Some(Duration::from_secs(7));
        let busy = Error::OAuth(OAuthError::RefreshUnavailable { reason: "503".into(), retry_after: wait });
        assert_eq!((busy.is_retryable(), busy.retry_after(), busy.request_id()), (true, wait, None));
        let over = Error::OAuth(OAuthError::ReauthRequired { reason: "ended".into() });
        assert_eq!((over.is_retryable(), over.retry_after()), (false, None));
        assert!(Error::from(StoreError::new("get", "down")).is_retryable());
        assert!(!Error::invalid("a", "b").is_retryable() && !Error::config("a", "b").is_retryable());
        for (kind, expected) in [(TransportErrorKind::Connect, true), (TransportErrorKind::Redirect, false)] {
            let error = Error::from(TransportError {
                kind,
                reason: "x".into(),
                endpoint: "posts.get".into(),
                request_id: Some("r-1".into()),
                attempts: 1,
            });
            assert_eq!((error.is_retryable(), error.request_id()), (expected, Some("r-1")));
        }
    }
}
