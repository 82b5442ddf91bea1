//! Errors of the core. Node gets the whole report as the message, as JSON, and `packages/node` makes the class of it:
//! an add-on cannot throw a class that is written in TypeScript.

use open_platform::{Error, Json};

/// The error of Node for an error of the core.
pub(crate) fn raise(error: impl Into<Error>) -> napi::Error {
    let report = error.into().report();
    let text = Json::from_value(&report).map_or(report.text, |json| json.as_str().to_owned());
    napi::Error::new(napi::Status::GenericFailure, text)
}
