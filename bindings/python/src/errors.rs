//! Errors of the core as the exceptions of `open_platform.errors`. The classes are written in Python.

use open_platform::Error;
use open_platform::error::ErrorReport;
use pyo3::PyErr;

macro_rules! exceptions {
    ($($code:literal => $name:ident),+ $(,)?) => {
        mod classes {
            $(pyo3::import_exception!(open_platform.errors, $name);)+
            pyo3::import_exception!(open_platform.errors, InternalError);
            pyo3::import_exception!(open_platform.errors, OpenPlatformError);
        }

        /// The exception of an error. It is made with the error's report, which carries its attributes.
        pub(crate) fn raise(error: impl Into<Error>) -> PyErr {
            let report = error.into().report();
            match report.code.as_str() {
                $($code => classes::$name::new_err((report,)),)+
                _ => classes::OpenPlatformError::new_err((report,)),
            }
        }
    };
}

exceptions! {
    "invalid_input" => InvalidInput,
    "config" => ConfigError,
    "rate_limited" => RateLimited,
    "unauthorized" => Unauthorized,
    "missing_scope" => MissingScope,
    "not_found" => NotFound,
    "precondition_failed" => PreconditionFailed,
    "server" => ServerError,
    "rejected" => ApiError,
    "state_mismatch" => StateMismatch,
    "state_expired" => StateExpired,
    "callback_rejected" => CallbackRejected,
    "code_rejected" => CodeRejected,
    "reauth_required" => ReauthRequired,
    "refresh_unavailable" => RefreshUnavailable,
    "transport" => TransportError,
    "ambiguous_outcome" => AmbiguousOutcome,
    "decode" => DecodeError,
    "webhook" => WebhookRejected,
    "store" => StoreError,
}

/// The exception of a value that cannot be used.
pub(crate) fn misused(field: &str, reason: &str) -> PyErr {
    raise(Error::InvalidInput { field: field.to_owned(), reason: reason.to_owned() })
}

/// The exception of a client that cannot be used.
pub(crate) fn unusable(setting: &str, reason: &str) -> PyErr {
    raise(Error::Config { setting: setting.to_owned(), reason: reason.to_owned() })
}

/// The exception of a fault in this package. What the panic said stays out of it: it may hold values.
pub(crate) fn panicked() -> PyErr {
    let text = "a fault in this package, not in your program: please report it".to_owned();
    classes::InternalError::new_err((ErrorReport { code: "internal".into(), text, ..ErrorReport::default() },))
}
