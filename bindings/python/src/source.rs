//! Credentials from a Python function, which is called when they are needed.

use std::sync::Arc;

use async_trait::async_trait;
use open_platform::ffi::python::errors::Raised;
use open_platform::{Secret, SecretError, SecretSource, python_argument};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

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

/// A function that is called in a new thread: it may take time, raise an exception, or never return.
struct Function(Arc<Py<PyAny>>);

#[async_trait]
impl SecretSource for Function {
    async fn secret(&self) -> Result<Secret, SecretError> {
        let function = Arc::clone(&self.0);
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let call = move || {
            let result = Python::try_attach(|py| {
                // Moved in, so that it is dropped while the thread is attached to the interpreter.
                let function = function;
                match function.call0(py) {
                    Ok(value) => value
                        .extract::<String>(py)
                        .map(Secret::from)
                        .map_err(|_| SecretError::new("its function gave no text")),
                    Err(error) => {
                        // Without its text, which may hold a part of the credential.
                        let name = error.get_type(py).name().map(|name| name.to_string());
                        let name = name.unwrap_or_else(|_| "an exception".to_owned());
                        Err(SecretError::caused_by(format!("its function raised {name}"), Raised(error)))
                    }
                }
            });
            // An error means that the caller has stopped waiting.
            let _ = sender.send(result);
        };
        let thread = std::thread::Builder::new().name("open-platform-app".into()).spawn(call);
        thread.map_err(|_| SecretError::new("the system gives no further thread to call its function in"))?;
        match receiver.await {
            Ok(Some(secret)) => secret,
            _ => Err(SecretError::new("the interpreter is ending")),
        }
    }
}
