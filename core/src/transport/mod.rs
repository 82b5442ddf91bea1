//! The trait for sending HTTP requests.
//!
//! The default implementation is [`Http`], hyper over rustls. The feature `reqwest` has one over a `reqwest::Client` of the
//! app's own. The sandbox has one without a socket; tests have their own.
//!
//! # What a transport must do
//!
//! The client above relies on all of it: requests carry the API key, access tokens and the client secret, and whether a
//! write may be repeated is decided by what the transport says of a failure. [`testing::transports`](crate::testing::transports)
//! checks a transport of your own.
//!
//! - **Send once, as given.** No retry, no cookie, no credential and no header of its own that says something about the
//!   user. Method, address, headers and body arrive as they stand in the [`Request`].
//! - **Follow no redirect.** A redirect is an answer like any other: followed, it would hand the API key to whoever is
//!   named in it, and its answer would be taken for the platform's.
//! - **Keep the limits.** The exchange ends by [`timeout`](Request::timeout), from the first byte to the last of the
//!   answer, and the answer has at most [`max_response`](Request::max_response) bytes after decompression.
//! - **Give whole answers.** Every status is an answer; one that is cut off is a [`Failure`].
//! - **Say the truth in [`may_have_arrived`](Failure::may_have_arrived).** `false` only if no byte of the request can have
//!   reached the platform: a name that did not resolve, a connection that was refused. When in doubt, `true`.

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
#[cfg(feature = "reqwest")]
mod reqwest_client;
#[cfg(any(feature = "http", feature = "postgres"))]
mod tls;
#[cfg(feature = "http")]
pub use http_client::{Http, HttpBuilder};
#[cfg(feature = "reqwest")]
pub use reqwest_client::Reqwest;
#[cfg(feature = "postgres")]
#[cfg(any(feature = "postgres", feature = "redis"))]
pub(crate) use tls::{ClientCertificate, trusting_as};

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
    /// What happened, without the address, headers or bodies. The client adds the host and how long the call had taken.
    pub reason: String,
}

impl Failure {
    /// The same failure with the host of the request, and how long it had taken by then, in its reason. Of the address no
    /// more is in there than the host and the port.
    #[must_use]
    pub fn at(mut self, url: &str, spent: Duration) -> Self {
        self.reason = format!("{} ({})", self.reason, place(url, spent));
        self
    }
}

/// `host api.example:8443, after 3012 ms`: where a request went, without a path or a query.
fn place(url: &str, spent: Duration) -> String {
    let url = url::Url::parse(url).ok();
    let host = url.as_ref().and_then(|url| Some((url.host_str()?, url.port())));
    let spent = spent.as_millis();
    match host {
        Some((host, Some(port))) => format!("host {host}:{port}, after {spent} ms"),
        Some((host, None)) => format!("host {host}, after {spent} ms"),
        None => format!("after {spent} ms"),
    }
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
    fn a_failure_names_the_host_and_the_time_and_no_more_of_the_address() {
        for (url, expected) in [
            ("https://api.example/v1/phone/0912?x=canary", "no (host api.example, after 1500 ms)"),
            ("http://name:canary@[::1]:8080/canary", "no (host [::1]:8080, after 1500 ms)"),
            ("canary", "no (after 1500 ms)"),
        ] {
            let failure = Failure { kind: TransportErrorKind::Connect, may_have_arrived: false, reason: "no".into() };
            assert_eq!(failure.at(url, Duration::from_millis(1500)).reason, expected);
        }
    }

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
