//! Requests to endpoints without a method.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use open_platform::Json;
use open_platform::api::{self, FormPart, RawRequest, SharedStream};
use open_platform::ffi::python::{Given, Pairs, Seconds, no_panic};
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

#[allow(clippy::too_many_arguments)]
fn request(
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
) -> PyResult<RawRequest> {
    let mut request = RawRequest::new(method.required("method")?, segments.required("segments")?);
    if let Some(host) = Given::optional(host, "host")? {
        request = request.host_named(&host).map_err(raise)?;
    }
    if let Some(retry) = Given::optional(retry, "retry")? {
        request = request.retry_named(&retry).map_err(raise)?;
    }
    if let Some(bytes) = Given::optional(max_response, "max_response")? {
        request = request.max_response_of(bytes).map_err(raise)?;
    }
    request.query = Given::optional(query, "query")?.unwrap_or_default().0;
    let (body, content) = (Given::optional(body, "body")?, Given::optional(content, "content")?);
    let form = Given::optional(form, "form")?.map(|parts| parts.into_iter().map(part).collect());
    request.body_of(body, content, Given::optional(content_type, "content_type")?, form).map_err(raise)
}

/// Methods of a client and of a user that take a raw request: `name(client, request) -> response = call;`.
macro_rules! requests {
    ($($(#[$about:meta])* $name:ident($handle:ident, $with:ident, $request:ident) -> $response:ty = $call:expr;)+) => {
        requests! { @of Platform $($(#[$about])* $name($handle, $with, $request) -> $response = $call;)+ }
        requests! { @of PlatformUser $($(#[$about])* $name($handle, $with, $request) -> $response = $call;)+ }
    };
    (@of $class:ident $(
        $(#[$about:meta])* $name:ident($handle:ident, $with:ident, $request:ident) -> $response:ty = $call:expr;
    )+) => {
        #[no_panic]
        #[pymethods]
        impl $class {$(
            $(#[$about])*
            #[pyo3(signature = (
                method, segments, *, host = None, query = None, body = None, content = None, content_type = None,
                form = None, retry = None, max_response = None, timeout = None
            ))]
            #[allow(clippy::too_many_arguments)]
            fn $name(
                &self,
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
                timeout: Option<Given<Seconds>>,
            ) -> PyResult<Typed<$response>> {
                let $request =
                    request(method, segments, host, query, body, content, content_type, form, retry, max_response)?;
                let ($handle, $with) = (self.handle(), self.with(options(timeout)?));
                Ok($call.endpoint("request"))
            }
        )+}
    };
}

requests! {
    /// Sends a request to an endpoint that the client has no method for. The path is a list of segments.
    request(handle, with, request) -> RawResponse = Call::of(handle, async move |platform| {
        with(platform).request(request).await.map(RawResponse)
    });

    /// As `request`, but returns the response when it begins.
    stream(handle, with, request) -> ResponseStream = {
        let owner = Arc::clone(handle);
        let call = Call::of(handle, async move |platform| {
            with(platform).stream(request).await.map(|response| ResponseStream::new(response, owner))
        });
        call.in_background()
    };
}

/// The members of a response: `members!(Class, |it| response);`
macro_rules! members {
    ($class:ident, |$it:ident| $response:expr) => {
        #[no_panic]
        #[pymethods]
        impl $class {
            /// HTTP status.
            #[getter]
            fn status(&self) -> u16 {
                let $it = self;
                $response.status
            }

            /// Headers, by lower-case name. Of repeated headers the last value.
            #[getter]
            fn headers(&self) -> HashMap<String, String> {
                let $it = self;
                $response.headers.clone()
            }

            /// The platform's request id, or else the id that this client sent.
            #[getter]
            fn request_id(&self) -> Option<&str> {
                let $it = self;
                $response.request_id.as_deref()
            }

            /// How many times the request was sent.
            #[getter]
            fn attempts(&self) -> u32 {
                let $it = self;
                $response.attempts
            }
        }
    };
}

members!(RawResponse, |it| it.0);
members!(ResponseStream, |it| it.shared.inherited());

/// The response to a raw request. Its status is always a success.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct RawResponse(api::RawResponse);

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
        format!("ResponseStream(status={})", self.shared.inherited().status)
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
