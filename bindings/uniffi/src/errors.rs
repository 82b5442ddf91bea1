//! The exported error type: a variant for each kind of error of the core, with its report.

use open_platform::Error;
use open_platform::error::ErrorReport;
use uniffi::UnexpectedUniFFICallbackError;

/// The result of every function that can fail.
pub(crate) type Result<T, E = OpenPlatformError> = std::result::Result<T, E>;

macro_rules! errors {
    ($($(#[$doc:meta])* $code:literal => $name:ident),+ $(,)?) => {
        /// All errors. Each case stands for a different reaction of the caller.
        #[derive(Debug, thiserror::Error, uniffi::Error)]
        pub enum OpenPlatformError {
            $(
                $(#[$doc])*
                #[error("{}", report.text)]
                $name {
                    /// All details.
                    report: ErrorReport,
                },
            )+
            /// The caller cancelled the call with its `CancelToken`.
            #[error("the call was cancelled")]
            Cancelled {},
        }

        impl From<Error> for OpenPlatformError {
            fn from(error: Error) -> Self {
                Self::as_written(error.in_camel_case())
            }
        }

        impl OpenPlatformError {
            /// The error with the names as the core writes them, without a conversion to camel case: for documents of old
            /// formats, whose names are the same in every language.
            pub(crate) fn as_written(error: Error) -> Self {
                let report = error.report();
                match report.code.as_str() {
                    $($code => Self::$name { report },)+
                    _ => Self::Rejected { report },
                }
            }
        }
    };
}

errors! {
    /// A value from the caller is invalid. It is found before anything is sent.
    "invalid_input" => InvalidInput,
    /// The configuration of the client is wrong.
    "config" => Config,
    /// 429: a quota is used up.
    "rate_limited" => RateLimited,
    /// 401: the API key or the access token is not accepted.
    "unauthorized" => Unauthorized,
    /// 403: a scope of the user or a permission of the API key is missing.
    "missing_scope" => MissingScope,
    /// 404.
    "not_found" => NotFound,
    /// 412: the platform refuses the request in the current state.
    "precondition_failed" => PreconditionFailed,
    /// 5xx.
    "server" => Server,
    /// Any other error response of the platform.
    "rejected" => Rejected,
    /// The login belongs to another session, or was already completed.
    "state_mismatch" => StateMismatch,
    /// The user took longer than the lifetime of the login.
    "state_expired" => StateExpired,
    /// The address the user returned to is malformed or was tampered with.
    "callback_rejected" => CallbackRejected,
    /// The platform, and not the user, refused the login. `subject` of the report is the OAuth error code, such as
    /// `invalid_scope`, and `reason` is the description from the platform.
    "authorization_refused" => AuthorizationRefused,
    /// The platform does not accept the authorization code.
    "code_rejected" => CodeRejected,
    /// The grant has ended permanently. The user has to log in again.
    "reauth_required" => ReauthRequired,
    /// The token could not be refreshed at this time. The grant is intact.
    "refresh_unavailable" => RefreshUnavailable,
    /// No usable response arrived.
    "transport" => Transport,
    /// A write may or may not have been executed.
    "ambiguous_outcome" => AmbiguousOutcome,
    /// A response could not be parsed.
    "decode" => Decode,
    /// An incoming request was rejected.
    "webhook" => Webhook,
    /// The store failed.
    "store" => Store,
}

/// The report for another error of the generated code: for an argument that cannot be converted, such as text that is not
/// JSON, or for a defect of this library. `message` is the text of that error.
#[uniffi::export]
fn unexpected_error(message: String) -> ErrorReport {
    let argument = message.strip_prefix("Failed to convert arg '").and_then(|rest| rest.split_once("':\n"));
    if let Some((field, chain)) = argument {
        // The first lines describe the generated code. The cause follows after `Caused by:`.
        let cause = chain.split_once("Caused by:").map_or(chain, |(_, cause)| cause);
        let cause = cause.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let reason = cause.strip_prefix("json: ").unwrap_or(cause).to_owned();
        return Error::InvalidInput { field: field.to_owned(), reason }.in_camel_case().report();
    }
    // The message is not included, because it may contain secrets.
    let text = "a defect of the Open Platform SDK: please report it".to_owned();
    ErrorReport { code: "internal".to_owned(), text, ..ErrorReport::default() }
}

/// Describes an exception of a custom store or token provider by its type only, because its text may contain secrets.
pub(crate) fn thrown(error: &UnexpectedUniFFICallbackError) -> String {
    let is_name = |letter: char| letter.is_alphanumeric() || ".$_".contains(letter);
    format!("it threw {}", error.reason.split(|letter| !is_name(letter)).next().unwrap_or_default())
}
