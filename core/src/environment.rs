//! Environment variables.

use std::env::VarError;

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
