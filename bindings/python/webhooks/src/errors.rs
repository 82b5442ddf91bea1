//! Conversion of the core's errors to the exceptions of `open_platform.errors`.

use open_platform::Error;
use open_platform::ffi::python::errors;
pub use open_platform::ffi::python::errors::panicked;
use pyo3::{PyErr, Python};

/// Looks up the exception classes, while the module is imported.
pub fn load(py: Python<'_>) {
    errors::load(py);
}

/// The exception of an error.
pub fn raise(error: impl Into<Error>) -> PyErr {
    error.into().into()
}

/// The exception of a value that cannot be used.
pub fn misused(field: &str, reason: &str) -> PyErr {
    raise(Error::InvalidInput { field: field.to_owned(), reason: reason.to_owned() })
}

/// Implements extraction of a class as an argument. Another type is an `InvalidInput` of `field`.
#[macro_export]
macro_rules! instance {
    ($class:ident, $field:literal) => {
        impl<'a, 'py> ::pyo3::FromPyObject<'a, 'py> for $class {
            type Error = ::pyo3::PyErr;

            fn extract(object: ::pyo3::Borrowed<'a, 'py, ::pyo3::PyAny>) -> ::pyo3::PyResult<Self> {
                match object.cast::<Self>() {
                    Ok(instance) => Ok(instance.get().clone()),
                    Err(_) => {
                        let reason = concat!("must be an instance of ", stringify!($class));
                        Err($crate::errors::misused($field, reason))
                    }
                }
            }
        }
    };
}

/// The exception of a client that cannot be used.
pub fn unusable(setting: &str, reason: &str) -> PyErr {
    raise(Error::Config { setting: setting.to_owned(), reason: reason.to_owned(), cause: None })
}

/// The exception of a call for which the system provides no thread, or no file descriptor for one.
pub fn without_thread(error: &std::io::Error) -> PyErr {
    unusable("runtime", &format!("the system gave nothing to run the call on: {error}"))
}
