//! The wire, behind a small trait.
//!
//! The default is [`Http`], hyper over rustls. The sandbox offers one without a socket; tests bring their own.
//! A transport sends one request once. It follows no redirect, retries nothing and adds no credential.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderMap, Method};

use crate::error::TransportErrorKind;

#[cfg(feature = "http")]
mod connect;
#[cfg(feature = "http")]
mod http_client;
#[cfg(any(feature = "http", feature = "postgres"))]
mod tls;
#[cfg(feature = "http")]
pub use http_client::{Http, HttpBuilder};
#[cfg(feature = "postgres")]
pub(crate) use tls::trusting;

/// One request, complete. `Debug` shows neither address nor body: they hold phone numbers, the client secret, tokens.
#[derive(Clone)]
pub struct Request {
    /// HTTP method.
    pub method: Method,
    /// Absolute address. It never holds a credential.
    pub url: String,
    /// Headers. Those with a credential are marked sensitive.
    pub headers: HeaderMap,
    /// The whole body; empty where there is none.
    pub body: Bytes,
    /// How long the exchange may take, until the last byte of the answer.
    pub timeout: Duration,
    /// How many bytes the answer may have after decompression.
    pub max_response: usize,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// One answer, complete. `Debug` shows no body: it may hold tokens.
#[derive(Clone)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// The whole body, decompressed.
    pub body: Bytes,
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

/// No answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Where it broke.
    pub kind: TransportErrorKind,
    /// Whether the platform may have received the request. `false` only if it provably did not.
    pub may_have_arrived: bool,
    /// What happened, without addresses, headers or bodies.
    pub reason: String,
}

/// Sends one request.
#[async_trait]
pub trait Transport: Send + Sync + 'static {
    /// Sends `request` once and reads the whole answer, within its limits.
    ///
    /// Dropping the future closes the connection or returns it clean.
    async fn send(&self, request: Request) -> Result<Response, Failure>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_request_nor_an_answer_shows_its_content() {
        let body = Bytes::from_static(b"client_secret=canary");
        let request = Request {
            method: Method::POST,
            url: "https://host/user/canary".into(),
            headers: HeaderMap::new(),
            body: body.clone(),
            timeout: Duration::from_secs(1),
            max_response: 1,
        };
        let response = Response { status: 200, headers: HeaderMap::new(), body };
        let shown = format!("{request:?} {response:?}");
        assert!(!shown.contains("canary") && shown.contains("POST") && shown.contains("200"), "{shown}");
    }
}
