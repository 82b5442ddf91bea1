//! Credentials from a Python function, which is called when they are needed.

use std::sync::Arc;

use async_trait::async_trait;
use open_platform::{Secret, SecretSource};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// A credential, or its source.
pub(crate) enum Credential {
    Text(Secret),
    Source(Arc<dyn SecretSource>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Credential {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<String>() {
            return Ok(Self::Text(text.into()));
        }
        if object.is_callable() {
            return Ok(Self::Source(Arc::new(Function(Arc::new(object.to_owned().unbind())))));
        }
        Err(PyTypeError::new_err(()))
    }
}

/// A function that is called in a new thread: it may take time, raise an exception, or never return.
struct Function(Arc<Py<PyAny>>);

#[async_trait]
impl SecretSource for Function {
    async fn secret(&self) -> Result<Secret, String> {
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
                        .map_err(|_| "its function gave no text".to_owned()),
                    Err(error) => {
                        // Without its text, which may hold a part of the credential.
                        let name = error.get_type(py).name().map(|name| name.to_string());
                        Err(format!("its function raised {}", name.unwrap_or_else(|_| "an exception".to_owned())))
                    }
                }
            });
            // An error means that the caller has stopped waiting.
            let _ = sender.send(result);
        };
        let thread = std::thread::Builder::new().name("open-platform-app".into()).spawn(call);
        thread.map_err(|_| "the system gives no further thread to call its function in".to_owned())?;
        match receiver.await {
            Ok(Some(secret)) => secret,
            _ => Err("the interpreter is ending".to_owned()),
        }
    }
}
