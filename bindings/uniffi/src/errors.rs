//! Errors of the core, each kind with the whole report.

use open_platform::Error;
use open_platform::error::ErrorReport;
use uniffi::UnexpectedUniFFICallbackError;

/// The result of every function that can fail.
pub(crate) type Result<T, E = OpenPlatformError> = std::result::Result<T, E>;

macro_rules! errors {
    ($($(#[$doc:meta])* $code:literal => $name:ident),+ $(,)?) => {
        /// Whatever can go wrong, by what the caller can do about it.
        #[derive(Debug, thiserror::Error, uniffi::Error)]
        pub enum OpenPlatformError {
            $(
                $(#[$doc])*
                #[error("{}", report.text)]
                $name {
                    /// All that is known.
                    report: ErrorReport,
                },
            )+
            /// The caller ended the call by its `CancelToken`.
            #[error("the call was cancelled")]
            Cancelled {},
        }

        impl From<Error> for OpenPlatformError {
            fn from(error: Error) -> Self {
                Self::as_written(error.in_camel_case())
            }
        }

        impl OpenPlatformError {
            /// The error as the core spells it: for documents of old form, whose names have one spelling in every language.
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
    /// The caller's value cannot be sent. Found before any byte left the machine.
    "invalid_input" => InvalidInput,
    /// The client is set up wrongly.
    "config" => Config,
    /// 429: a quota is spent.
    "rate_limited" => RateLimited,
    /// 401: the API key or the access token is not accepted.
    "unauthorized" => Unauthorized,
    /// 403: a scope of the user or a permission of the API key is missing.
    "missing_scope" => MissingScope,
    /// 404.
    "not_found" => NotFound,
    /// 412: the platform refuses in the present state.
    "precondition_failed" => PreconditionFailed,
    /// 5xx.
    "server" => Server,
    /// Any other refusal.
    "rejected" => Rejected,
    /// The login belongs to another session, or was already completed.
    "state_mismatch" => StateMismatch,
    /// The login took longer than its state lives.
    "state_expired" => StateExpired,
    /// The address the user returned to is malformed or was tampered with.
    "callback_rejected" => CallbackRejected,
    /// The platform refused the login itself: this is no denial. `subject` of the report is the OAuth error word, such as
    /// `invalid_scope`, `reason` what the platform says about it.
    "authorization_refused" => AuthorizationRefused,
    /// The platform does not accept the authorization code.
    "code_rejected" => CodeRejected,
    /// For good: only a new login by the user helps.
    "reauth_required" => ReauthRequired,
    /// For now: the token could not be refreshed, the grant is intact.
    "refresh_unavailable" => RefreshUnavailable,
    /// No usable answer arrived.
    "transport" => Transport,
    /// A write may or may not have happened.
    "ambiguous_outcome" => AmbiguousOutcome,
    /// An answer arrived that cannot be read.
    "decode" => Decode,
    /// An incoming platform request was refused.
    "webhook" => Webhook,
    /// The store failed.
    "store" => Store,
}

/// The report for an error that is none of the above: what the generated code throws for an argument that cannot cross,
/// such as text that is not JSON, or for a defect of this library. `message` is the text of that error.
#[uniffi::export]
fn unexpected_error(message: String) -> ErrorReport {
    let argument = message.strip_prefix("Failed to convert arg '").and_then(|rest| rest.split_once("':\n"));
    if let Some((field, chain)) = argument {
        // The first lines are about the generated code; what is wrong stands below `Caused by:`.
        let cause = chain.split_once("Caused by:").map_or(chain, |(_, cause)| cause);
        let cause = cause.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let reason = cause.strip_prefix("json: ").unwrap_or(cause).to_owned();
        return Error::InvalidInput { field: field.to_owned(), reason }.in_camel_case().report();
    }
    // The message is left out: whoever made it may not have thought of secrets.
    let text = "a defect of the Open Platform SDK: please report it".to_owned();
    ErrorReport { code: "internal".to_owned(), text, ..ErrorReport::default() }
}

/// What is said of an exception that a store or a token provider of the app's own throws: its type and no more, because
/// nobody has looked at its text for secrets.
pub(crate) fn thrown(error: &UnexpectedUniFFICallbackError) -> String {
    let is_name = |letter: char| letter.is_alphanumeric() || ".$_".contains(letter);
    format!("it threw {}", error.reason.split(|letter| !is_name(letter)).next().unwrap_or_default())
}
