//! Webhooks for Python: requests from the platform to the app. Part of the extension module of `open-platform-python`.
//!
//! A crate of its own, because it is compiled for speed: an app may receive thousands of events a second. The rest of the extension
//! module is compiled for size, because it waits for the network.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform::ffi::ip_address;
use open_platform::ffi::python::errors::{instance, misused, raise};
use open_platform::ffi::python::{Given, no_panic};
use open_platform::webhook::Delivery;
use open_platform::webhook::start::{DynamicActionRequest, StartRequest};
use open_platform::webhook::{self, IdentificationKey, Rejection, Reply, WebhookOptions};
use open_platform::{Secret, python_argument};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

/// The name or value of a header.
pub enum Text {
    /// As ASGI has it.
    Bytes(PyBackedBytes),
    /// As WSGI has it.
    Str(PyBackedStr),
}

// Written by hand, because the derived implementation creates an exception for every failed attempt, several per request.
python_argument!(Text, |object| {
    if object.is_instance_of::<PyString>() {
        return object.extract().map(Self::Str);
    }
    Ok(Self::Bytes(object.cast::<PyBytes>()?.to_owned().into()))
});

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Str(text) => text.as_bytes(),
        }
    }
}

impl AsRef<str> for Text {
    /// A name that is not UTF-8 is empty, which matches no header.
    fn as_ref(&self) -> &str {
        match self {
            Self::Bytes(bytes) => std::str::from_utf8(bytes).unwrap_or_default(),
            Self::Str(text) => text,
        }
    }
}

/// Headers as pairs of name and value.
pub struct Headers(pub Vec<(Text, Text)>);

python_argument!(Headers, |object| {
    // Only lists and tuples: the length that another sequence reports may be wrong.
    let headers = match object.cast::<PyList>() {
        Ok(list) => pairs(list.iter()),
        Err(_) => object.cast::<PyTuple>().ok().and_then(|tuple| pairs(tuple.iter())),
    };
    let reason = "must be a list of pairs, of names and values, in bytes or text";
    headers.map(Self).ok_or_else(|| misused("headers", reason))
});

fn pairs<'py>(objects: impl ExactSizeIterator<Item = Bound<'py, PyAny>>) -> Option<Vec<(Text, Text)>> {
    let mut pairs = Vec::with_capacity(objects.len());
    for object in objects {
        pairs.push(object.extract().ok()?);
    }
    Some(pairs)
}

/// The unchanged body of a request.
pub struct Body<'a>(pub &'a [u8]);

impl<'a, 'py> FromPyObject<'a, 'py> for Body<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|_| misused("body", "must be bytes, as they arrived"))
    }
}

/// The method of a request.
pub struct Method(pub PyBackedStr);

python_argument!(Method, |object| {
    object.extract().map(Self).map_err(|_| misused("method", "must be text, such as POST"))
});

/// Identification keys: text with one or several, or a list of those that [`key`] reads.
struct KeyList(Vec<IdentificationKey>);

python_argument!(KeyList, |object| {
    if object.is_instance_of::<PyString>() {
        let text = object.extract::<Given<String>>()?.required("keys")?;
        return Ok(Self(IdentificationKey::list(&text).collect()));
    }
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        return Err(misused("keys", "must be text, or a list of keys"));
    }
    object.try_iter()?.enumerate().map(|(place, object)| key(place, &object?)).collect::<PyResult<_>>().map(Self)
});

/// A key as text, as `(id, key, not_after)`, or as an object with the attributes of the class `IdentificationKey`.
fn key(place: usize, object: &Bound<'_, PyAny>) -> PyResult<IdentificationKey> {
    let field = format!("keys[{place}]");
    if object.is_instance_of::<PyString>() {
        let text: String = object.extract::<Given<_>>()?.required(&field)?;
        return Ok(IdentificationKey::in_list(place, text));
    }
    let (id, secret, not_after) = if object.is_instance_of::<PyTuple>() {
        object.extract::<Given<(String, String, Option<DateTime<Utc>>)>>()?.required(&field)?
    } else if object.hasattr("secret")? {
        (
            object.getattr("id")?.extract::<Given<_>>()?.required(&format!("{field}.id"))?,
            object.getattr("secret")?.extract::<Given<_>>()?.required(&format!("{field}.secret"))?,
            object.getattr("not_after")?.extract::<Given<_>>()?.required(&format!("{field}.not_after"))?,
        )
    } else {
        return Err(misused(&field, "must be text, an IdentificationKey, or a tuple of its id, key and not_after"));
    };
    Ok(IdentificationKey { id, secret: Secret::from(secret), not_after })
}

/// The accepted identification keys. A replacement takes effect at once for all users of the ring.
#[pyclass(frozen, module = "open_platform")]
pub struct KeyRing(pub webhook::KeyRing);

#[no_panic]
#[pymethods]
impl KeyRing {
    /// A ring of keys.
    #[new]
    fn new(keys: KeyList) -> PyResult<Self> {
        webhook::KeyRing::new(keys.0).map(Self).map_err(raise)
    }

    /// The keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    #[staticmethod]
    fn from_env() -> PyResult<Self> {
        webhook::KeyRing::from_env().map(Self).map_err(raise)
    }

    /// One key, or several separated by commas.
    #[staticmethod]
    fn from_list(list: Given<String>) -> PyResult<Self> {
        webhook::KeyRing::from_list(&list.required("keys")?).map(Self).map_err(raise)
    }

    /// Replaces all keys.
    fn replace(&self, keys: KeyList) -> PyResult<()> {
        self.0.replace(keys.0).map_err(raise)
    }

    /// The ids of the keys, which are not secret.
    #[getter]
    fn ids(&self) -> Vec<String> {
        self.0.ids()
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// A key ring, or keys.
struct Keys(webhook::KeyRing);

python_argument!(Keys, |object| {
    match object.cast::<KeyRing>() {
        Ok(ring) => Ok(Self(ring.get().0.clone())),
        Err(_) => KeyRing::new(object.extract()?).map(|ring| Self(ring.0)),
    }
});

/// Receives requests of the platform. The headers and the body are passed unchanged.
#[pyclass(frozen, module = "open_platform")]
pub struct Webhooks(pub webhook::Webhooks);

#[no_panic]
#[pymethods]
impl Webhooks {
    /// Uses a key ring, or keys.
    #[new]
    #[pyo3(signature = (keys, *, body_limit = None, body_timeout = None, stale_after = None, reject_stale = Given::ABSENT))]
    fn new(
        keys: Keys,
        body_limit: Option<Given<u32>>,
        body_timeout: Option<Given<Duration>>,
        stale_after: Option<Given<Duration>>,
        reject_stale: Given<bool>,
    ) -> PyResult<Self> {
        let seconds = |length: Option<Duration>| length.as_ref().map(Duration::as_secs_f64);
        let options = WebhookOptions {
            body_limit: Given::optional(body_limit, "body_limit")?,
            body_timeout_seconds: seconds(Given::optional(body_timeout, "body_timeout")?),
            stale_after_seconds: seconds(Given::optional(stale_after, "stale_after")?),
            reject_stale: reject_stale.or_default("reject_stale")?,
        };
        webhook::Webhooks::new(keys.0).with_options(Some(options)).map(Self).map_err(raise)
    }

    /// Accepts or refuses a request by its head, before its body is read.
    fn authenticate(&self, method: Method, headers: Headers) -> PyResult<Accepted> {
        self.0.authenticate(&method.0, &headers.0).map(Accepted).map_err(raise)
    }

    /// Receives an event. Store it, then respond with `reply_ok`.
    fn event(&self, py: Python<'_>, method: Method, headers: Headers, body: Body<'_>) -> PyResult<Py<Delivery>> {
        Py::new(py, self.0.event(&method.0, &headers.0, body.0).map_err(raise)?)
    }

    /// Receives a start request: a user clicked a link of the app.
    fn start(&self, method: Method, headers: Headers, body: Body<'_>) -> PyResult<StartRequest> {
        self.0.start(&method.0, &headers.0, body.0).map_err(raise)
    }

    /// Receives a dynamic action: a user clicked a widget or a button with one.
    fn dynamic_action(&self, method: Method, headers: Headers, body: Body<'_>) -> PyResult<DynamicActionRequest> {
        self.0.dynamic_action(&method.0, &headers.0, body.0).map_err(raise)
    }

    /// The age of a message: its state, and the age in seconds or, for `future`, the seconds ahead.
    fn freshness(&self, delivery: Delivery) -> (&'static str, Option<i64>) {
        self.0.freshness(&delivery).pair()
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// A request whose head was accepted. Its body may now be read.
#[pyclass(frozen, module = "open_platform")]
#[derive(Clone)]
pub struct Accepted(pub webhook::Accepted);

python_argument!(Accepted, |object| instance(object, "accepted"));

#[no_panic]
#[pymethods]
impl Accepted {
    /// The id of the key that matched.
    #[getter]
    fn key_id(&self) -> &str {
        self.0.key_id()
    }

    /// The maximum size of the body in bytes.
    #[getter]
    fn body_limit(&self) -> usize {
        self.0.body_limit()
    }

    /// The time limit for reading the body, in seconds.
    #[getter]
    fn body_seconds(&self) -> f64 {
        self.0.body_timeout().as_secs_f64()
    }

    /// Refuses a body that exceeded the time limit.
    fn too_slow(&self) -> PyResult<()> {
        Err(raise(self.0.too_slow()))
    }

    /// Reads an event.
    fn event(&self, py: Python<'_>, body: Body<'_>) -> PyResult<Py<Delivery>> {
        Py::new(py, self.0.event(body.0).map_err(raise)?)
    }

    /// Reads a start request, in the version that the header names, or else the version that the body has.
    fn start(&self, body: Body<'_>) -> PyResult<StartRequest> {
        self.0.start(body.0).map_err(raise)
    }

    /// Reads a dynamic action.
    fn dynamic_action(&self, body: Body<'_>) -> PyResult<DynamicActionRequest> {
        self.0.dynamic_action(body.0).map_err(raise)
    }
}

/// Remembers in memory which events were handled.
#[pyclass(frozen, module = "open_platform")]
pub struct MemoryDedupe(pub Arc<webhook::MemoryDedupe>);

#[no_panic]
#[pymethods]
impl MemoryDedupe {
    #[new]
    #[pyo3(signature = (capacity = None))]
    fn new(capacity: Option<Given<usize>>) -> PyResult<Self> {
        let capacity = Given::optional(capacity, "capacity")?;
        Ok(Self(Arc::new(capacity.map_or_else(Default::default, webhook::MemoryDedupe::with_capacity))))
    }

    /// Stores `key` for `window_seconds`; without it as long as there is room. Returns whether it is new.
    #[pyo3(signature = (key, window_seconds))]
    fn remember(&self, key: Given<String>, window_seconds: Option<Given<u64>>) -> PyResult<bool> {
        let window = Given::optional(window_seconds, "window_seconds")?.map(Duration::from_secs);
        Ok(self.0.insert(&key.required("key")?, window))
    }

    /// Deletes `key`, because its event could not be handled.
    fn forget(&self, key: Given<String>) -> PyResult<()> {
        self.0.remove(&key.required("key")?);
        Ok(())
    }
}

fn address(name: &'static str, given: Given<String>) -> PyResult<IpAddr> {
    ip_address(name, &given.required(name)?).map_err(raise)
}

/// The IP addresses that requests may come from: an additional check beside the key, never a replacement.
#[pyclass(frozen, module = "open_platform")]
pub struct IpAllowlist(pub webhook::IpAllowlist);

#[no_panic]
#[pymethods]
impl IpAllowlist {
    /// Allows these addresses and networks.
    #[new]
    fn new(networks: Given<Vec<String>>) -> PyResult<Self> {
        webhook::IpAllowlist::new(networks.required("networks")?).map(Self).map_err(raise)
    }

    /// Allows the addresses that the platform documented for its events in September 2025.
    #[staticmethod]
    fn platform() -> Self {
        Self(webhook::IpAllowlist::platform())
    }

    /// A copy that also trusts the entries of these proxies in `X-Forwarded-For`.
    fn trusted_proxies(&self, networks: Given<Vec<String>>) -> PyResult<Self> {
        self.0.clone().trusted_proxies(networks.required("networks")?).map(Self).map_err(raise)
    }

    /// A copy that refuses an address for the rest of a minute after `per_minute` requests without the key.
    fn limit_failures(&self, per_minute: Given<u32>) -> PyResult<Self> {
        self.0.clone().limit_failures(per_minute.required("per_minute")?).map(Self).map_err(raise)
    }

    /// Checks the address of a request, and returns the address of the client.
    fn check(&self, peer: Option<Given<String>>, headers: Headers) -> PyResult<String> {
        let peer = peer.map(|peer| address("peer", peer)).transpose()?;
        self.0.check(peer, &headers.0).map(|source| source.to_string()).map_err(raise)
    }

    /// Reports the status of a response, for the limit of failures.
    fn answered(&self, source: Given<String>, status: Given<u16>) -> PyResult<()> {
        self.0.answered(address("source", source)?, status.required("status")?);
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// All headers of a response for a framework that adds the length of the body itself.
#[no_panic]
#[pyfunction]
pub fn reply_headers(reply: Reply) -> Vec<(String, String)> {
    reply.header_list()
}

/// All headers of a response, in bytes; with `may_close` also one that closes the connection, if the reply says so.
#[no_panic]
#[pyfunction]
pub fn reply_all_headers(reply: &Bound<'_, Reply>, may_close: bool) -> Vec<(Py<PyBytes>, Py<PyBytes>)> {
    let bytes = |text: &str| PyBytes::new(reply.py(), text.as_bytes()).unbind();
    let headers = reply.get().whole_header_list(may_close).into_iter();
    headers.map(|(name, value)| (bytes(&name), bytes(&value))).collect()
}

/// The response when an event cannot be stored now: 503 with `Retry-After`.
#[no_panic]
#[pyfunction]
pub fn reply_unavailable(retry_after: Given<Duration>) -> PyResult<Reply> {
    Ok(Reply::unavailable(retry_after.required("retry_after")?))
}

/// The response to a refused request.
#[no_panic]
#[pyfunction]
pub fn reply_to_rejection(rejection: Rejection) -> Reply {
    rejection.reply()
}
