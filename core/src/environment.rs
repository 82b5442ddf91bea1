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

/// The given texts, or the content of the file that the variable of a setting names, if there is one.
pub(crate) fn given_or_in_file(
    given: Option<&Vec<Vec<u8>>>,
    setting: &str,
    value: impl FnOnce(&str) -> Result<Option<String>>,
) -> Result<Vec<Vec<u8>>> {
    let path = match given {
        Some(given) => return Ok(given.clone()),
        None => value(setting)?,
    };
    let refused = |error: std::io::Error| format!("its variable names a file that cannot be read: {}", error.kind());
    let read = |path| std::fs::read(path).map_err(|error| Error::config(setting, refused(error)));
    path.map(read).transpose().map(|content| content.into_iter().collect())
}

/// A time that a variable gives in seconds.
pub(crate) fn seconds_of(variable: &str, text: &str) -> Result<Duration> {
    let seconds = text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| Error::config(variable, "must be a number of seconds"))
}
