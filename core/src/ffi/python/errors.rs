//! Errors as the exceptions of `open_platform.errors`. The classes are written in Python, by the generator.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::{Borrowed, Bound, IntoPyObject, PyAny, PyClass, PyErr, PyResult, Python};

use pyo3::pyclass::boolean_struct::True;

use crate::error::{self, Error};
use crate::error_classes::internal_report;

/// An exception of the app's own Python code: the cause of an error of the core.
#[derive(Debug, thiserror::Error)]
#[error("an exception of the app's own")]
pub struct Raised(pub PyErr);

/// The `__cause__` of an exception: the app's exception, or none.
struct Cause(Option<error::Cause>);

impl Cause {
    fn of(error: &Error) -> Self {
        match error {
            Error::Store(error) => Self(error.cause().cloned()),
            Error::Config { cause, .. } => Self(cause.clone()),
            _ => Self(None),
        }
    }
}

impl<'py> IntoPyObject<'py> for Cause {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Infallible> {
        let raised = self.0.as_ref().and_then(|cause| cause.downcast_ref::<Raised>());
        Ok(raised.map_or_else(|| py.None().into_bound(py), |raised| raised.0.value(py).clone().into_any()))
    }
}

macro_rules! exceptions {
    ($($(#[$about:meta])* $code:literal $case:ident => $name:ident($base:ident) { $($members:tt)* })+) => {
        mod classes {
            $(pyo3::import_exception!(open_platform.errors, $name);)+
            pyo3::import_exception!(open_platform.errors, OpenPlatformError);
        }

        /// Looks up the classes. Otherwise that would happen at their first use and release the GIL. If another thread
        /// forked a child then, the child would wait for the lookup forever.
        pub fn load(py: Python<'_>) {
            $(py.get_type::<classes::$name>();)+
            py.get_type::<classes::OpenPlatformError>();
        }

        /// The exception of an error. It is made from the error's report, which contains its attributes.
        impl From<Error> for PyErr {
            fn from(error: Error) -> Self {
                let (report, cause) = (error.report(), Cause::of(&error));
                match report.code.as_str() {
                    $($code => classes::$name::new_err((report, cause)),)+
                    _ => classes::OpenPlatformError::new_err((report, cause)),
                }
            }
        }
    };
}

crate::each_error_class!(exceptions);

/// The exception of an error.
pub fn raise(error: impl Into<Error>) -> PyErr {
    error.into().into()
}

/// The exception of a value that cannot be used.
pub fn misused(field: &str, reason: &str) -> PyErr {
    raise(Error::invalid(field, reason))
}

/// An argument that is an instance of a class.
///
/// # Errors
/// [`Error::InvalidInput`] of `field` for another type.
pub fn instance<T: PyClass<Frozen = True> + Clone + Sync>(object: Borrowed<'_, '_, PyAny>, field: &str) -> PyResult<T> {
    match object.cast::<T>() {
        Ok(instance) => Ok(instance.get().clone()),
        Err(_) => Err(misused(field, &format!("must be an instance of {}", T::NAME))),
    }
}

/// The result of a function that may panic. [`no_panic`](super::no_panic) adds this call.
///
/// # Errors
/// The error of the function, or that of [`panicked`].
pub fn caught<T>(function: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(function)).unwrap_or_else(|_| Err(panicked()))
}

/// The exception for a bug in this package. It does not contain the panic message, which may contain values.
pub fn panicked() -> PyErr {
    classes::InternalError::new_err((internal_report(),))
}
