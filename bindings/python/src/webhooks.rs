//! Requests from the platform to the app.

use std::net::IpAddr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform::Secret;
use open_platform::ffi::python::Given;
use open_platform::model::event::Delivery;
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{self, Freshness, Key, Rejection, Reply};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;

use crate::errors::{misused, raise};

/// A header in the form a Python server has it: ASGI gives bytes, WSGI text.
pub(crate) enum Text {
    Bytes(PyBackedBytes),
    Str(PyBackedStr),
}

/// By hand, because what is derived makes an exception of every try that fails, several for each request.
impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<PyBytes>() {
            Ok(bytes) => Ok(Self::Bytes(bytes.to_owned().into())),
            Err(_) => object.extract().map(Self::Str),
        }
    }
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

pub(crate) type Headers = Vec<(Text, Text)>;

/// A key as `(id, key, not_after)`.
type KeyParts = (String, String, Option<DateTime<Utc>>);

fn keys(parts: Vec<KeyParts>) -> impl Iterator<Item = Key> {
    parts.into_iter().map(|(id, key, not_after)| Key { id, secret: Secret::from(key), not_after })
}

/// The identification keys that are accepted now. Whoever has the same ring sees a replacement at once.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct KeyRing(webhook::KeyRing);

#[pymethods]
impl KeyRing {
    /// Keys as `(id, key, not_after)`.
    #[new]
    fn new(keys: Vec<KeyParts>) -> PyResult<Self> {
        webhook::KeyRing::new(self::keys(keys)).map(Self).map_err(raise)
    }

    /// The keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    #[staticmethod]
    fn from_env() -> PyResult<Self> {
        webhook::KeyRing::from_env().map(Self).map_err(raise)
    }

    /// One key, or several with a comma between.
    #[staticmethod]
    fn from_list(list: &str) -> PyResult<Self> {
        webhook::KeyRing::from_list(list).map(Self).map_err(raise)
    }

    /// Puts other keys in place of all present ones.
    fn replace(&self, keys: Vec<KeyParts>) -> PyResult<()> {
        self.0.replace(self::keys(keys)).map_err(raise)
    }

    #[getter]
    fn ids(&self) -> Vec<String> {
        self.0.ids()
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

#[derive(FromPyObject)]
enum Keys<'py> {
    Ring(Bound<'py, KeyRing>),
    Parts(Vec<KeyParts>),
}

/// Receives requests of the platform. The headers and the body are passed as they arrived.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Webhooks(webhook::Webhooks);

#[pymethods]
impl Webhooks {
    /// With a ring of keys, or with keys as `(id, key, not_after)`.
    #[new]
    #[pyo3(signature = (keys, *, body_limit = webhook::DEFAULT_BODY_LIMIT, stale_after = None, reject_stale = false))]
    fn new(keys: Keys<'_>, body_limit: usize, stale_after: Option<Duration>, reject_stale: bool) -> PyResult<Self> {
        let ring = match keys {
            Keys::Ring(ring) => ring.get().0.clone(),
            Keys::Parts(parts) => webhook::KeyRing::new(self::keys(parts)).map_err(raise)?,
        };
        let webhooks = webhook::Webhooks::new(ring).body_limit(body_limit).reject_stale(reject_stale);
        Ok(Self(match stale_after {
            Some(age) => webhooks.stale_after(age),
            None => webhooks,
        }))
    }

    /// Decides from the head alone whether the body is worth reading.
    fn authenticate(&self, method: &str, headers: Headers) -> PyResult<Accepted> {
        self.0.authenticate(method, &headers).map(Accepted).map_err(raise)
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

    /// How old a message is: a word, and the seconds of its age or, in the future, until then.
    fn freshness(&self, delivery: &Bound<'_, Delivery>) -> (&'static str, Option<i64>) {
        match self.0.freshness(delivery.get()) {
            Freshness::Fresh { age_seconds } => ("fresh", Some(age_seconds)),
            Freshness::Stale { age_seconds } => ("stale", Some(age_seconds)),
            Freshness::Future { ahead_seconds } => ("future", Some(ahead_seconds)),
            Freshness::Unknown => ("unknown", None),
        }
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// A request whose head was accepted. Its body may now be read.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Accepted(webhook::Accepted);

#[pymethods]
impl Accepted {
    #[getter]
    fn key_id(&self) -> &str {
        self.0.key_id()
    }

    #[getter]
    fn body_limit(&self) -> usize {
        self.0.body_limit()
    }

    fn event(&self, body: &[u8]) -> PyResult<Delivery> {
        self.0.event(body).map_err(raise)
    }

    fn start(&self, body: &[u8]) -> PyResult<StartRequest> {
        self.0.start(body).map_err(raise)
    }

    fn dynamic_action(&self, body: &[u8]) -> PyResult<DynamicActionRequest> {
        self.0.dynamic_action(body).map_err(raise)
    }
}

/// Remembers in memory which events were seen.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct MemoryDedupe(webhook::MemoryDedupe);

#[pymethods]
impl MemoryDedupe {
    #[new]
    #[pyo3(signature = (capacity = webhook::DEFAULT_DEDUPE_CAPACITY))]
    fn new(capacity: usize) -> Self {
        Self(webhook::MemoryDedupe::with_capacity(capacity))
    }

    /// Remembers `key` for so many seconds, without them for as long as there is room. Returns whether it is new.
    #[pyo3(signature = (key, window_seconds))]
    fn remember(&self, key: &str, window_seconds: Option<u64>) -> bool {
        self.0.insert(key, window_seconds.map(Duration::from_secs))
    }

    fn forget(&self, key: &str) {
        self.0.remove(key);
    }
}

/// Where requests may come from: a check beside the key, never in its place.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Sources(webhook::Sources);

#[pymethods]
impl Sources {
    /// Allows these addresses and networks.
    #[new]
    fn new(networks: Given<Vec<String>>) -> PyResult<Self> {
        webhook::Sources::new(networks.required("networks")?).map(Self).map_err(raise)
    }

    /// Allows the addresses that the platform documented for its events in September 2025.
    #[staticmethod]
    fn platform() -> Self {
        Self(webhook::Sources::platform())
    }

    /// The same, and believes what these addresses and networks write into `X-Forwarded-For`.
    fn trusted_proxies(&self, networks: Given<Vec<String>>) -> PyResult<Self> {
        self.0.clone().trusted_proxies(networks.required("networks")?).map(Self).map_err(raise)
    }

    /// Checks where a request came from, and returns the address that counts.
    fn check(&self, peer: Given<String>, headers: Headers) -> PyResult<String> {
        let peer: IpAddr = peer
            .required("peer")?
            .parse()
            .map_err(|_| misused("peer", "must be an IP address, such as 203.0.113.9"))?;
        self.0.check(peer, &headers).map(|source| source.to_string()).map_err(raise)
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

#[pyfunction]
pub(crate) fn reply_ok() -> Reply {
    Reply::ok()
}

#[pyfunction]
pub(crate) fn reply_unavailable(retry_after: Duration) -> Reply {
    Reply::unavailable(retry_after)
}

#[pyfunction]
pub(crate) fn reply_to_rejection(rejection: Rejection) -> Reply {
    rejection.reply()
}

#[pyfunction]
pub(crate) fn reply_to_start(answer: StartReply, request: StartRequest) -> PyResult<Reply> {
    Reply::start(&answer, &request).map_err(raise)
}

#[pyfunction]
pub(crate) fn reply_to_dynamic_action(answer: DynamicActionReply) -> PyResult<Reply> {
    Reply::dynamic_action(&answer).map_err(raise)
}
