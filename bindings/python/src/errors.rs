//! Conversion of the core's errors to the exceptions of `open_platform.errors`.

use open_platform::Error;
pub(crate) use open_platform::ffi::python::errors::{load, misused, panicked, raise};
use pyo3::prelude::*;

/// The exception of a client that cannot be used.
pub(crate) fn unusable(setting: &str, reason: &str) -> PyErr {
    raise(Error::Config { setting: setting.to_owned(), reason: reason.to_owned(), cause: None })
}

/// The class of an exception. Its text may contain secrets, so no error of the package has it.
pub(crate) fn class_of(error: &PyErr, py: Python<'_>) -> String {
    error.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string())
}
