//! Requests from the platform to the app.

use chrono::{DateTime, Utc};
use open_platform::Secret;
use open_platform::model::event::Delivery;
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{self, Key, KeyRing, Reply};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

use crate::errors::raise;

/// A header in the form a Python server has it: ASGI gives bytes, WSGI text.
#[derive(FromPyObject)]
enum Text {
    Bytes(PyBackedBytes),
    Str(PyBackedStr),
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Str(text) => text.as_bytes(),
        }
    }
}

impl AsRef<str> for Text {
    /// A name that is not UTF-8 is no header this SDK knows.
    fn as_ref(&self) -> &str {
        match self {
            Self::Bytes(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Self::Str(text) => text,
        }
    }
}

type Headers = Vec<(Text, Text)>;

/// Receives requests of the platform. The headers and the body are passed as they arrived.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Webhooks(webhook::Webhooks);

#[pymethods]
impl Webhooks {
    /// Keys as `(id, key, not_after)`.
    #[new]
    #[pyo3(signature = (keys, *, body_limit = webhook::DEFAULT_BODY_LIMIT))]
    fn new(keys: Vec<(String, String, Option<DateTime<Utc>>)>, body_limit: usize) -> PyResult<Self> {
        let ring =
            KeyRing::new(keys.into_iter().map(|(id, key, not_after)| Key { id, secret: Secret::from(key), not_after }));
        Ok(Self(webhook::Webhooks::new(ring.map_err(raise)?).body_limit(body_limit)))
    }

    /// Decides from the head alone whether the body is worth reading, and returns the id of the key.
    fn authenticate(&self, method: &str, headers: Headers) -> PyResult<String> {
        self.0.authenticate(method, &headers).map(|accepted| accepted.key_id().to_owned()).map_err(raise)
    }

    fn event(&self, method: &str, headers: Headers, body: &[u8]) -> PyResult<Delivery> {
        self.0.event(method, &headers, body).map_err(raise)
    }

    fn start(&self, method: &str, headers: Headers, body: &[u8]) -> PyResult<StartRequest> {
        self.0.start(method, &headers, body).map_err(raise)
    }

    fn dynamic_action(&self, method: &str, headers: Headers, body: &[u8]) -> PyResult<DynamicActionRequest> {
        self.0.dynamic_action(method, &headers, body).map_err(raise)
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

#[pyfunction]
pub(crate) fn reply_to_start(answer: StartReply, request: StartRequest) -> PyResult<Reply> {
    Reply::start(&answer, &request).map_err(raise)
}

#[pyfunction]
pub(crate) fn reply_to_dynamic_action(answer: DynamicActionReply) -> PyResult<Reply> {
    Reply::dynamic_action(&answer).map_err(raise)
}
