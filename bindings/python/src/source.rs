//! Credentials from a Python function, which is called when they are needed.

use std::sync::Arc;

use async_trait::async_trait;
use open_platform::ffi::python::errors::Raised;
use open_platform::{Secret, SecretError, SecretSource, python_argument};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::class_of;
use crate::process::Process;

/// A function as source of a credential.
pub(crate) struct CredentialSource(pub(crate) Arc<dyn SecretSource>);

python_argument!(CredentialSource, |object| {
    if object.is_callable() {
        return Ok(Self(Arc::new(Function(Arc::new(object.to_owned().unbind())))));
    }
    Err(PyTypeError::new_err(()))
});

/// A function that is called on a thread of the process: it may take time, raise an exception, or never return.
struct Function(Arc<Py<PyAny>>);

#[async_trait]
impl SecretSource for Function {
    async fn secret(&self) -> Result<Secret, SecretError> {
        let ending = || SecretError::new("the interpreter is ending");
        let called =
            Python::try_attach(|py| Process::current(py).map(|process| process.credentials.call(&self.0, secret_of)));
        let Some(Ok(called)) = called else { return Err(ending()) };
        let no_thread = || SecretError::new("the system gives no further thread to call its function in");
        called.ok_or_else(no_thread)?.await.map_err(|_| ending())?
    }
}

fn secret_of(function: &Bound<'_, PyAny>) -> Result<Secret, SecretError> {
    match function.call0() {
        Ok(value) => {
            let text = value.extract::<String>();
            text.map(Secret::from).map_err(|_| SecretError::new("its function gave no text"))
        }
        Err(error) => {
            let reason = format!("its function raised {}", class_of(&error, function.py()));
            Err(SecretError::caused_by(reason, Raised(error)))
        }
    }
}
