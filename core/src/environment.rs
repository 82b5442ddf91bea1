//! Environment variables.

use std::env::VarError;
use std::time::Duration;

use crate::error::{Error, Result};

/// The value of a variable; `None` if it is missing or empty.
///
/// # Errors
/// [`Error::Config`] if it is not Unicode text.
pub(crate) fn variable(name: &str) -> Result<Option<String>> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value).filter(|value| !value.is_empty())),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(Error::config(name, "is not Unicode text")),
    }
}

/// A time that a variable gives in seconds.
pub(crate) fn seconds_of(variable: &str, text: &str) -> Result<Duration> {
    let seconds = text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| Error::config(variable, "must be a number of seconds"))
}
