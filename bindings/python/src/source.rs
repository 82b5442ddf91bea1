//! Credentials from a Python function, which is called when they are needed.

use std::sync::Arc;

use async_trait::async_trait;
use open_platform::ffi::python::errors::Raised;
use open_platform::{Secret, SecretError, SecretSource, python_argument};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::process::Process;

/// A credential, or its source.
pub(crate) enum Credential {
    Text(Secret),
    Source(Arc<dyn SecretSource>),
}

python_argument!(Credential, |object| {
    if let Ok(text) = object.extract::<String>() {
        return Ok(Self::Text(text.into()));
    }
    if object.is_callable() {
        return Ok(Self::Source(Arc::new(Function(Arc::new(object.to_owned().unbind())))));
    }
    Err(PyTypeError::new_err(()))
});

/// A function that is called on a thread of the process: it may take time, raise an exception, or never return.
struct Function(Arc<Py<PyAny>>);

#[async_trait]
impl SecretSource for Function {
    async fn secret(&self) -> Result<Secret, SecretError> {
        let function = Arc::clone(&self.0);
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let call = move |py: Python<'_>| {
            // Moved in, so that it is dropped while the thread is attached to the interpreter.
            let function = function;
            // An error means that the caller has stopped waiting.
            let _ = sender.send(secret_of(py, &function));
        };
        let begun =
            Python::try_attach(|py| Process::current(py).map(|process| process.credentials.run(Box::new(call))));
        if let Some(Ok(false)) = begun {
            return Err(SecretError::new("the system gives no further thread to call its function in"));
        }
        receiver.await.unwrap_or_else(|_| Err(SecretError::new("the interpreter is ending")))
    }
}

fn secret_of(py: Python<'_>, function: &Py<PyAny>) -> Result<Secret, SecretError> {
    match function.call0(py) {
        Ok(value) => {
            let text = value.extract::<String>(py);
            text.map(Secret::from).map_err(|_| SecretError::new("its function gave no text"))
        }
        Err(error) => {
            // Without its text, which may hold a part of the credential.
            let name = error.get_type(py).name().map(|name| name.to_string());
            let name = name.unwrap_or_else(|_| "an exception".to_owned());
            Err(SecretError::caused_by(format!("its function raised {name}"), Raised(error)))
        }
    }
}
