//! Requests to endpoints without a method.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use open_platform::api::{self, FormPart, RawRequest, SharedStream};
use open_platform::ffi::python::{Given, Pairs, Seconds, no_panic};
use open_platform::{Json, each_method};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::call::{Call, Typed};
use crate::calls::options;
use crate::client::{Platform, PlatformUser};
use crate::client_handle::ClientHandle;
use crate::errors::raise;
use crate::process::ProcessBound;

/// A part of a form: its name, its content, its file name, its media type.
type Part = (String, Vec<u8>, Option<String>, Option<String>);

fn part((name, content, file_name, content_type): Part) -> FormPart {
    let mut part = FormPart::new(name, content);
    (part.file_name, part.content_type) = (file_name, content_type);
    part
}

/// A raw request, from a dict of the package.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct RequestMembers {
    method: Given<String>,
    segments: Given<Vec<String>>,
    host: Option<Given<String>>,
    query: Option<Given<Pairs>>,
    body: Option<Given<Json>>,
    content: Option<Given<Vec<u8>>>,
    content_type: Option<Given<String>>,
    form: Option<Given<Vec<Part>>>,
    retry: Option<Given<String>>,
    max_response: Option<Given<i64>>,
}

impl RequestMembers {
    fn into_core(self) -> PyResult<RawRequest> {
        let mut request = RawRequest::new(self.method.required("method")?, self.segments.required("segments")?);
        if let Some(host) = Given::optional(self.host, "host")? {
            request = request.host_named(&host).map_err(raise)?;
        }
        if let Some(retry) = Given::optional(self.retry, "retry")? {
            request = request.retry_named(&retry).map_err(raise)?;
        }
        if let Some(bytes) = Given::optional(self.max_response, "max_response")? {
            request = request.max_response_of(bytes).map_err(raise)?;
        }
        request.query = Given::optional(self.query, "query")?.unwrap_or_default().0;
        let (body, content) = (Given::optional(self.body, "body")?, Given::optional(self.content, "content")?);
        let form = Given::optional(self.form, "form")?.map(|parts| parts.into_iter().map(part).collect());
        request.body_of(body, content, Given::optional(self.content_type, "content_type")?, form).map_err(raise)
    }
}

/// The methods of a client and of a user that send a raw request.
macro_rules! requests {
    ($($class:ident),+) => {$(
        #[no_panic]
        #[pymethods]
        impl $class {
            /// Sends a request to an endpoint that the client has no method for.
            #[pyo3(signature = (request, *, timeout = None))]
            fn request(
                &self,
                request: RequestMembers,
                timeout: Option<Given<Seconds>>,
            ) -> PyResult<Typed<RawResponse>> {
                let (request, with) = (request.into_core()?, self.with(options(timeout)?));
                let call = Call::of(self.handle(), async move |platform| {
                    with(platform).request(request).await.map(RawResponse)
                });
                Ok(call.endpoint("request"))
            }

            /// As `request`, but returns the response when it begins.
            #[pyo3(signature = (request, *, timeout = None))]
            fn stream(
                &self,
                request: RequestMembers,
                timeout: Option<Given<Seconds>>,
            ) -> PyResult<Typed<ResponseStream>> {
                let (request, with) = (request.into_core()?, self.with(options(timeout)?));
                let handle = Arc::clone(self.handle());
                let call = Call::of(self.handle(), async move |platform| {
                    with(platform).stream(request).await.map(|response| ResponseStream::new(response, handle))
                });
                Ok(call.in_background().endpoint("request"))
            }
        }
    )+};
}
requests!(Platform, PlatformUser);

/// The properties of a response. The class has the core's as `response()`.
macro_rules! properties {
    ($class:ident: $($(#[$about:meta])* property $name:ident($response:ident) -> $result:ty = $value:expr;)+) => {
        #[no_panic]
        #[pymethods]
        impl $class {$(
            $(#[$about])*
            #[getter]
            fn $name(&self) -> $result {
                let $response = self.response();
                $value
            }
        )+}
    };
}

each_method!(response properties RawResponse);
each_method!(response properties ResponseStream);

/// The response to a raw request. Its status is always a success.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct RawResponse(api::RawResponse);

impl RawResponse {
    fn response(&self) -> &api::RawResponse {
        &self.0
    }
}

#[no_panic]
#[pymethods]
impl RawResponse {
    /// The body.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.body)
    }

    /// The body as JSON.
    fn json(&self) -> PyResult<Json> {
        self.0.json().map_err(raise)
    }

    fn __repr__(&self) -> String {
        format!("RawResponse(status={}, body={} bytes)", self.0.status, self.0.body.len())
    }
}

/// The response to a raw request, while its body is arriving. Its status is always a success. A forked child leaks it: the
/// connection belongs to the parent.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct ResponseStream {
    shared: ProcessBound<Arc<SharedStream>>,
    handle: Arc<ClientHandle>,
}

impl ResponseStream {
    fn new(response: api::StreamedResponse, handle: Arc<ClientHandle>) -> Self {
        Self { shared: ProcessBound::new(Arc::new(response.into())), handle }
    }

    fn response(&self) -> &SharedStream {
        self.shared.inherited()
    }
}

#[no_panic]
#[pymethods]
impl ResponseStream {
    /// The next bytes of the body, or `None` after the last.
    fn next_chunk(&self) -> PyResult<Typed<Option<Chunk>>> {
        let shared = Arc::clone(self.shared.get()?);
        let call = Call::of(&self.handle, async move |_platform| Ok(shared.next_chunk().await?.map(Chunk)));
        Ok(call.in_background())
    }

    /// Ends the response and closes its connection, if it has not ended.
    fn close(&self) {
        if let Ok(shared) = self.shared.get() {
            shared.close();
        }
    }

    fn __repr__(&self) -> String {
        format!("ResponseStream(status={})", self.response().status)
    }
}

/// A part of a body, as `bytes`.
pub(crate) struct Chunk(Bytes);

impl<'py> IntoPyObject<'py> for Chunk {
    type Target = PyBytes;
    type Output = Bound<'py, PyBytes>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(PyBytes::new(py, &self.0))
    }
}
