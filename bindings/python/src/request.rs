//! Calls of endpoints that have no method of their own.

use std::collections::HashMap;

use open_platform::Json;
use open_platform::api::{self, RawRequest};
use open_platform::endpoint::{Host, RetryClass};
use open_platform::ffi::python::Given;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::call::Typed;
use crate::calls::options;
use crate::client::{Platform, PlatformUser};
use crate::errors::{misused, raise};

/// One of the known values, by its name.
fn one_of<T: Copy>(known: &[T], name: impl Fn(T) -> &'static str, field: &str, text: &str) -> PyResult<T> {
    known.iter().copied().find(|value| name(*value) == text).ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|value| name(*value)).collect();
        misused(field, &format!("must be one of {}", names.join(", ")))
    })
}

fn request(
    method: String,
    segments: Vec<String>,
    host: &str,
    query: Vec<(String, String)>,
    body: Option<Json>,
    retry: Option<&str>,
) -> PyResult<RawRequest> {
    let mut request = RawRequest::new(method, segments);
    request.host = one_of(&[Host::Base, Host::Api, Host::Upload], Host::name, "host", host)?;
    let classes = [RetryClass::Safe, RetryClass::SafeOnce, RetryClass::Unsent];
    request.retry = retry.map(|retry| one_of(&classes, RetryClass::name, "retry", retry)).transpose()?;
    (request.query, request.body) = (query, body);
    Ok(request)
}

macro_rules! request {
    ($class:ident) => {
        #[pymethods]
        impl $class {
            /// Sends a request to an endpoint that has no method here. The path is given segment by segment.
            #[pyo3(signature = (
                method, segments, *, host = "base", query = Vec::new(), body = None, retry = None, timeout = None
            ))]
            #[allow(clippy::too_many_arguments)]
            fn request(
                &self,
                method: String,
                segments: Vec<String>,
                host: &str,
                query: Vec<(String, String)>,
                body: Option<Json>,
                retry: Option<&str>,
                timeout: Option<Given<f64>>,
            ) -> PyResult<Typed<RawResponse>> {
                let request = request(method, segments, host, query, body, retry)?;
                let with = self.with(options(timeout)?);
                Ok(self.call(async move |platform| with(platform).request(request).await.map(RawResponse)))
            }
        }
    };
}

request!(Platform);
request!(PlatformUser);

/// The answer to a raw request: always a success.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct RawResponse(api::RawResponse);

#[pymethods]
impl RawResponse {
    /// HTTP status.
    #[getter]
    fn status(&self) -> u16 {
        self.0.status
    }

    /// Headers, by name in lower case. Of several with one name the last.
    #[getter]
    fn headers(&self) -> HashMap<String, String> {
        self.0.headers.clone()
    }

    /// The body.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.body)
    }

    /// The request id that the platform gave, or else the one this client sent.
    #[getter]
    fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// How many times the request was sent.
    #[getter]
    fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// The body as JSON.
    fn json(&self) -> PyResult<Json> {
        self.0.json().map_err(raise)
    }

    fn __repr__(&self) -> String {
        format!("RawResponse(status={}, body={} bytes)", self.0.status, self.0.body.len())
    }
}
