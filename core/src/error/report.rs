//! An error as plain values, for languages and formats without enums that carry data.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::{Error, OAuthError};
use crate::json_value::Json;

/// All contents of an [`Error`] as plain values. Members that its kind does not have are empty.
#[cfg_attr(feature = "ffi", open_platform_macros::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ErrorReport {
    /// The stable word of the kind: [`Error::code`].
    pub code: String,
    /// The whole error as a sentence.
    pub text: String,
    /// The path of the invalid value, for `invalid_input`.
    pub field: Option<String>,
    /// The setting, for `config`; the operation, for `store`; the OAuth error word, for
    /// `authorization_refused`.
    pub subject: Option<String>,
    /// Why, without the value. For an error response, the platform's message.
    pub reason: Option<String>,
    /// HTTP status of the response, or of the refusal for `webhook`.
    pub status: Option<i64>,
    /// The platform's own code: a gRPC number.
    pub platform_code: Option<i64>,
    /// Further details, as the platform sent them.
    pub details: Vec<Json>,
    /// Name of the endpoint, such as `posts.get`.
    pub endpoint: Option<String>,
    /// The request id that the platform returned, or else the one that this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent.
    pub attempts: Option<i64>,
    /// Whether the same call may succeed later, and repeating it cannot have a double effect.
    pub is_retryable: bool,
    /// How long to wait before the next attempt, in seconds, if known.
    pub retry_after_seconds: Option<f64>,
    /// The quota that is used up, for `rate_limited`: `minute` or `day`, if the platform says which.
    pub quota: Option<String>,
    /// Any one of these scopes is needed, for `missing_scope`.
    pub needs_scopes: Vec<String>,
    /// The permission the API key needs, for `missing_scope`.
    pub needs_permission: Option<String>,
    /// Where the exchange failed, for `transport`: `connect`, `tls`, `interrupted`, `deadline`, `too_large`,
    /// `redirect` or `protocol`.
    pub transport: Option<String>,
    /// The path of the value that cannot be read, for `decode`, with the names of the platform's JSON.
    pub path: Option<String>,
    /// When the request was sent, for `ambiguous_outcome`.
    pub sent_at: Option<DateTime<Utc>>,
    /// First 16 hex digits of the SHA-256 of the body, for `ambiguous_outcome`.
    pub fingerprint: Option<String>,
    /// The number under which the package keeps the error of the app's own store or token provider.
    pub thrown: Option<i64>,
}

/// An error of another language: the cause of an error of the core. The package of that language keeps it under this
/// number.
#[cfg(feature = "ffi")]
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("an error of the app's own")]
pub struct Thrown(pub i64);

impl Error {
    /// The error as plain values.
    pub fn report(&self) -> ErrorReport {
        let base = ErrorReport {
            code: self.code().to_owned(),
            text: self.to_string(),
            request_id: self.request_id().map(str::to_owned),
            is_retryable: self.is_retryable(),
            retry_after_seconds: self.retry_after().map(|wait| wait.as_secs_f64()),
            thrown: thrown(self),
            ..ErrorReport::default()
        };
        match self.clone() {
            Self::InvalidInput { field, reason } => ErrorReport { field: Some(field), reason: Some(reason), ..base },
            Self::Config { setting, reason, .. } => {
                ErrorReport { subject: Some(setting), reason: Some(reason), ..base }
            }
            Self::Api(e) => ErrorReport {
                reason: Some(e.message),
                status: Some(e.status.into()),
                platform_code: e.code.map(i64::from),
                details: e.details,
                endpoint: Some(e.endpoint),
                attempts: Some(e.attempts.into()),
                quota: e.quota.map(|quota| quota.as_str().to_owned()),
                needs_scopes: e.needs_scopes,
                needs_permission: e.needs_permission,
                ..base
            },
            Self::OAuth(e) => oauth(e, base),
            Self::Transport(e) => ErrorReport {
                transport: Some(e.kind.code().to_owned()),
                reason: Some(e.reason),
                endpoint: Some(e.endpoint),
                attempts: Some(e.attempts.into()),
                ..base
            },
            Self::AmbiguousOutcome(e) => ErrorReport {
                reason: Some(e.reason),
                status: e.status.map(i64::from),
                endpoint: Some(e.endpoint),
                attempts: Some(e.attempts.into()),
                sent_at: Some(e.sent_at),
                fingerprint: Some(e.fingerprint),
                ..base
            },
            Self::Decode(e) => ErrorReport {
                path: Some(e.path),
                reason: Some(e.reason),
                status: (e.status != 0).then(|| e.status.into()),
                endpoint: Some(e.endpoint),
                attempts: (e.attempts != 0).then(|| e.attempts.into()),
                ..base
            },
            Self::Webhook(e) => ErrorReport { reason: Some(e.reason), status: Some(e.status.into()), ..base },
            Self::Store(e) => ErrorReport { subject: Some(e.operation), reason: Some(e.reason), ..base },
        }
    }
}

#[cfg(feature = "ffi")]
fn thrown(error: &Error) -> Option<i64> {
    let cause = match error {
        Error::Store(error) => error.cause(),
        Error::OAuth(error) => error.cause(),
        _ => None,
    };
    cause?.downcast_ref().map(|Thrown(number)| *number)
}

#[cfg(not(feature = "ffi"))]
fn thrown(_: &Error) -> Option<i64> {
    None
}

fn oauth(error: OAuthError, base: ErrorReport) -> ErrorReport {
    match error {
        OAuthError::StateMismatch | OAuthError::CookieMissing | OAuthError::StateExpired => base,
        OAuthError::AuthorizationRefused { error, description } => {
            ErrorReport { subject: Some(error), reason: description, ..base }
        }
        OAuthError::CallbackRejected { reason }
        | OAuthError::CodeRejected { error: reason }
        | OAuthError::ReauthRequired { reason, .. }
        | OAuthError::RefreshUnavailable { reason, .. } => ErrorReport { reason: Some(reason), ..base },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::StoreError;
    use super::*;

    #[test]
    fn a_report_has_code_text_and_members_of_its_kind() {
        let report = Error::invalid("widgets[0].title_row.text", "must not be empty").report();
        assert_eq!(
            (report.code.as_str(), report.field.as_deref()),
            ("invalid_input", Some("widgets[0].title_row.text"))
        );
        assert_eq!(report.text, "widgets[0].title_row.text: must not be empty");
        assert_eq!((report.status, report.endpoint, report.is_retryable), (None, None, false));
    }

    #[test]
    fn the_cause_of_a_store_error_is_its_source_and_in_no_text() {
        let cause = std::io::Error::other("canary");
        let error = Error::from(StoreError::caused_by("put", "the disk is full", cause));
        let source = std::error::Error::source(&error).unwrap();
        assert!(source.is::<std::io::Error>() && source.to_string() == "canary");
        assert!(!format!("{error} {error:?} {:?}", error.report()).contains("canary"));
        assert!(std::error::Error::source(&Error::from(StoreError::new("put", "x"))).is_none());
    }

    #[test]
    fn retry_after_is_in_seconds() {
        let retry_after = Some(Duration::from_millis(1500));
        let error = Error::OAuth(OAuthError::refresh_unavailable("503", retry_after));
        let report = error.report();
        assert_eq!((report.code.as_str(), report.retry_after_seconds), ("refresh_unavailable", Some(1.5)));
        assert!(report.is_retryable);
    }
}
