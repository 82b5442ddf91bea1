//! The exported error type: a variant for each kind of error of the core, with its report.

use open_platform::error::ErrorReport;
use open_platform::error_classes::internal_report;
use open_platform::{Error, each_error_class};
use uniffi::UnexpectedUniFFICallbackError;

/// The result of every function that can fail.
pub(crate) type Result<T, E = OpenPlatformError> = std::result::Result<T, E>;

macro_rules! errors {
    ($($(#[$doc:meta])* $code:literal $name:ident => $class:ident($base:ident) { $($members:tt)* })+) => {
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
                Self::as_written(error.naming_methods().in_camel_case())
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

each_error_class!(errors);

/// The report for another error of the generated code: for an argument that cannot be converted, such as text that is not
/// JSON, or for a fault of this library. `message` is the text of that error.
#[uniffi::export]
fn unexpected_error(message: String) -> ErrorReport {
    let argument = message.strip_prefix("Failed to convert arg '").and_then(|rest| rest.split_once("':\n"));
    if let Some((field, chain)) = argument {
        // The first lines describe the generated code. The cause follows after `Caused by:`.
        let cause = chain.split_once("Caused by:").map_or(chain, |(_, cause)| cause);
        let cause = cause.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let reason =
            cause.strip_prefix("json: ").map_or_else(|| cause.to_owned(), |cause| format!("must be JSON: {cause}"));
        return Error::invalid(field, reason).in_camel_case().report();
    }
    // The message is not included, because it may contain secrets.
    internal_report()
}

/// Describes an exception of a custom store or token provider by its type only, because its text may contain secrets.
pub(crate) fn thrown(error: &UnexpectedUniFFICallbackError) -> String {
    let is_name = |letter: char| letter.is_alphanumeric() || ".$_".contains(letter);
    format!("it threw {}", error.reason.split(|letter| !is_name(letter)).next().unwrap_or_default())
}
