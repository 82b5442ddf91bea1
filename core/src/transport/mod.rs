//! The trait for sending HTTP requests.
//!
//! The default implementation is [`Http`], hyper over rustls. The feature `reqwest` adds one that uses a `reqwest::Client` of
//! the app. The sandbox has one without a socket, and tests have their own.
//!
//! # What a transport must do
//!
//! The client relies on all of this: requests carry the API key, access tokens and the client secret, and the transport's
//! report of a failure decides whether a write may be repeated. [`testing::transports`](crate::testing::transports) checks
//! your own transport.
//!
//! - **Send once, unchanged.** No retries, cookies, credentials or additional headers that say something about the user. Send
//!   the method, address, headers and body exactly as in the [`Request`].
//! - **Follow no redirect.** Return a redirect like any other response. Following it would send the API key to the host that
//!   it names, and the response of that host would be taken for the platform's.
//! - **Apply the limits.** The exchange ends within [`timeout`](Request::timeout), from the first byte of the request to the
//!   last of the response. The response has at most [`max_response`](Request::max_response) bytes after decompression.
//! - **Return complete responses.** Every status is a response. An incomplete response is a [`Failure`].
//! - **Report progress (optional).** Call [`progress`](Request::progress) with the number of bytes of the body that were sent.
//! - **Stream (optional).** [`stream`](Transport::stream) returns a response before its body has arrived. By default it waits for
//!   the whole response.
//! - **Set [`may_have_arrived`](Failure::may_have_arrived) correctly.** `false` only if no byte of the request can have reached
//!   the platform: a name that was not resolved, a refused connection, one that was not made in time. If in doubt, `true`.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderMap, Method};

use crate::error::TransportErrorKind;
use crate::loopback::is_loopback;

#[cfg(feature = "http")]
mod connect;
#[cfg(feature = "http")]
mod http_client;
#[cfg(any(feature = "http", feature = "reqwest"))]
mod outgoing;
mod progress;
#[cfg(feature = "reqwest")]
mod reqwest_client;
#[cfg(feature = "stream")]
mod stream;
#[cfg(any(feature = "http", feature = "postgres"))]
mod tls;
#[cfg(any(feature = "http2", feature = "reqwest"))]
mod unprocessed;
#[cfg(feature = "http")]
pub use http_client::{Http, HttpBuilder};
pub(crate) use progress::AttemptProgress;
pub use progress::BodyProgress;
#[cfg(feature = "reqwest")]
pub use reqwest_client::Reqwest;
#[cfg(feature = "stream")]
pub use stream::{Chunks, OpenResponse};
#[cfg(feature = "postgres")]
pub(crate) use tls::{ClientCertificate, trusting_as};

/// A complete request. `Debug` shows neither address nor body, which contain phone numbers, the client secret and tokens.
#[derive(Clone)]
pub struct Request {
    /// HTTP method.
    pub method: Method,
    /// The absolute address. It contains no credential.
    pub url: String,
    /// Headers. Those with a credential are marked sensitive.
    pub headers: HeaderMap,
    /// The complete body. Empty if there is none.
    pub body: Bytes,
    /// How long the exchange may take, up to the last byte of the response.
    pub timeout: Duration,
    /// How many bytes the response may have after decompression.
    pub max_response: usize,
    /// The observer of how much of the body has been sent, if there is one. If a transport reports nothing, the client reports
    /// only the beginning and the end.
    pub progress: Option<BodyProgress>,
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

/// A complete response. `Debug` does not show the body, which may contain tokens.
#[derive(Clone)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// The complete body, decompressed.
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

/// A failed exchange: there is no response.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What failed.
    pub kind: TransportErrorKind,
    /// Whether the platform may have received the request. `false` only if it provably did not.
    pub may_have_arrived: bool,
    /// What happened, without the address, headers or bodies. The client adds the host and the duration of the call.
    pub reason: String,
}

impl Failure {
    /// The response has more bytes than the limit of the request.
    pub(crate) fn too_large(max: usize) -> Self {
        let reason = format!("the response is larger than {max} bytes");
        Self { kind: TransportErrorKind::TooLarge, may_have_arrived: true, reason }
    }

    /// Adds the host of the request and the duration to the reason. Of the address, only the host and the port are included.
    /// An address of this machine is that of a sandbox, or of the backend of an app under development: if the connection is refused
    /// there, the reason says so.
    #[must_use]
    pub fn at(mut self, url: &str, spent: Duration) -> Self {
        let url = url::Url::parse(url).ok();
        let is_refused = self.kind == TransportErrorKind::Connect && self.reason.contains("connection refused");
        let advice = match &url {
            Some(url) if is_refused && is_loopback(url) => {
                ": is the sandbox, or the backend of the app, running? `open-platform sandbox` starts a sandbox"
            }
            _ => "",
        };
        self.reason = format!("{}{advice} ({})", self.reason, place(url.as_ref(), spent));
        self
    }
}

/// `host api.example:8443, after 3012 ms`: the host of a request, without a path or a query.
fn place(url: Option<&url::Url>, spent: Duration) -> String {
    let host = url.and_then(|url| Some((url.host_str()?, url.port())));
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
    /// Sends `request` once and reads the complete response, within its limits.
    ///
    /// If the future is dropped, the connection is closed or returned in a clean state.
    async fn send(&self, request: Request) -> Result<Response, Failure>;

    /// Sends `request` once and returns the response when its headers have arrived. [`timeout`](Request::timeout) limits the
    /// time until then. The client limits the wait for each chunk, and the size of the body.
    ///
    /// By default this is [`send`](Self::send), with the whole body as one chunk.
    #[cfg(feature = "stream")]
    async fn stream(&self, request: Request) -> Result<OpenResponse, Failure> {
        self.send(request).await.map(OpenResponse::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_contains_only_the_host_of_the_address() {
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
    fn a_refused_connection_to_this_machine_says_how_to_start_the_sandbox() {
        let refused = |kind, url| {
            let reason = "no connection to 1 address: connection refused".into();
            Failure { kind, may_have_arrived: false, reason }.at(url, Duration::ZERO).reason
        };
        for (kind, url, is_said) in [
            (TransportErrorKind::Connect, "http://127.0.0.1:8080/v1", true),
            (TransportErrorKind::Connect, "http://localhost:8080/v1", true),
            (TransportErrorKind::Connect, "https://api.example/v1", false),
            (TransportErrorKind::Interrupted, "http://127.0.0.1:8080/v1", false),
        ] {
            assert_eq!(refused(kind, url).contains("`open-platform sandbox` starts a sandbox ("), is_said, "{url}");
        }
    }

    #[test]
    fn debug_output_contains_no_content() {
        let body = Bytes::from_static(b"client_secret=canary");
        let request = Request {
            method: Method::POST,
            url: "https://host/user/canary".into(),
            headers: HeaderMap::new(),
            body: body.clone(),
            timeout: Duration::from_secs(1),
            max_response: 1,
            progress: None,
        };
        let response = Response { status: 200, headers: HeaderMap::new(), body };
        let shown = format!("{request:?} {response:?}");
        assert!(!shown.contains("canary") && shown.contains("POST") && shown.contains("200"), "{shown}");
    }
}
