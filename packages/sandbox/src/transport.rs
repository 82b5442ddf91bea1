//! A transport without a socket: passes requests to the router.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::body::{Body, HttpBody};
use bytes::{Bytes, BytesMut};
use open_platform::error::TransportErrorKind;
use open_platform::transport::{Failure, Request, Response, Transport};
use tower::ServiceExt;

use crate::dispatch::router;
use crate::faults::Hangup;
use crate::sandbox::Shared;

/// Sends requests to a sandbox in the same process. Deadlines are those of the machine's clock.
#[derive(Clone)]
pub(crate) struct InProcess(Router);

impl InProcess {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self(router(shared))
    }
}

#[async_trait]
impl Transport for InProcess {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let Request { method, url, headers, body, timeout, max_response, .. } = request;
        let mut inner = axum::http::Request::new(Body::from(body));
        *inner.method_mut() = method;
        *inner.uri_mut() = url
            .parse()
            .map_err(|_| failure(TransportErrorKind::Protocol, false, "the address is not valid in HTTP"))?;
        *inner.headers_mut() = headers;
        match tokio::time::timeout(timeout, self.exchange(inner, max_response)).await {
            Ok(response) => response,
            Err(_) => Err(failure(TransportErrorKind::Deadline, true, "the deadline passed")),
        }
    }
}

impl InProcess {
    async fn exchange(&self, request: axum::extract::Request, max: usize) -> Result<Response, Failure> {
        let response = match self.0.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        if response.extensions().get::<Hangup>().is_some() {
            return Err(failure(TransportErrorKind::Interrupted, true, "the connection was closed without an answer"));
        }
        let (parts, body) = response.into_parts();
        let body = read(body, max).await?;
        Ok(Response { status: parts.status.as_u16(), headers: parts.headers, body })
    }
}

/// Reads the whole body, up to `max` bytes.
async fn read(mut body: Body, max: usize) -> Result<Bytes, Failure> {
    let mut whole = BytesMut::new();
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame
            .map_err(|_| failure(TransportErrorKind::Interrupted, true, "the connection broke inside the answer"))?;
        if let Ok(data) = frame.into_data() {
            if whole.len() + data.len() > max {
                return Err(failure(TransportErrorKind::TooLarge, true, "the answer is larger than the limit"));
            }
            whole.extend_from_slice(&data);
        }
    }
    Ok(whole.freeze())
}

fn failure(kind: TransportErrorKind, may_have_arrived: bool, reason: &str) -> Failure {
    Failure { kind, may_have_arrived, reason: reason.to_owned() }
}
