//! A transport that uses a `reqwest::Client` of the app, with its connection pool, proxies and certificates.

use std::convert::Infallible;
use std::error::Error as _;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use hyper::body::{Frame, SizeHint};

use super::outgoing::OutgoingBody;
use super::unprocessed::unprocessed;
#[cfg(feature = "stream")]
use super::{Chunks, OpenResponse};
use super::{Failure, Request, Response, Transport};
use crate::error::TransportErrorKind as Kind;

/// Sends requests with an app's own [`reqwest::Client`]. Made by [`Builder::reqwest`](crate::client::Builder::reqwest).
///
/// The client must not follow redirects, which would send the API key to the host that a redirect names, and must not store
/// cookies, which would send those of one user for the next. Neither can be changed for a single request, so configure it:
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # rustls::crypto::ring::default_provider().install_default().expect("the first provider");
/// let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
/// let platform = open_platform::OpenPlatform::builder().reqwest(client).build()?;
/// # Ok(()) }
/// ```
///
/// A response to a followed redirect is a [`Failure`]. [`testing::transports`](crate::testing::transports) checks a client
/// with the app's settings.
///
/// The default transport, [`Http`](super::Http), also refuses responses with ambiguous framing or too large headers.
#[derive(Clone)]
pub struct Reqwest {
    client: reqwest::Client,
}

impl fmt::Debug for Reqwest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reqwest").finish_non_exhaustive()
    }
}

impl From<reqwest::Client> for Reqwest {
    fn from(client: reqwest::Client) -> Self {
        Self { client }
    }
}

#[async_trait]
impl Transport for Reqwest {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let max_response = request.max_response;
        let mut answer = self.begin(request, true).await?;
        let status = answer.status().as_u16();
        let headers = std::mem::take(answer.headers_mut());
        let body = read_all(&mut answer, max_response).await?;
        Ok(Response { status, headers, body })
    }

    #[cfg(feature = "stream")]
    async fn stream(&self, request: Request) -> Result<OpenResponse, Failure> {
        let max_response = request.max_response;
        let mut answer = self.begin(request, false).await?;
        if answer.content_length().is_some_and(|length| length > max_response as u64) {
            return Err(Failure::too_large(max_response));
        }
        let (status, headers) = (answer.status().as_u16(), std::mem::take(answer.headers_mut()));
        Ok(OpenResponse { status, headers, body: Box::new(Body(answer)) })
    }
}

impl Reqwest {
    /// The response, before its body. The time limit is that of the `whole` exchange, or of this part.
    async fn begin(&self, request: Request, whole: bool) -> Result<reqwest::Response, Failure> {
        let Request { method, url, headers, body, progress, timeout, .. } = request;
        let asked =
            reqwest::Url::parse(&url).map_err(|_| failure(Kind::Protocol, false, "the address is malformed"))?;
        let is_connected = Arc::new(AtomicBool::default());
        let body = Outgoing { body: OutgoingBody::new(body, progress), is_connected: Arc::clone(&is_connected) };
        let sent = self.client.request(method, asked.clone()).headers(headers).body(reqwest::Body::wrap(body));
        let answer = match whole {
            true => sent.timeout(timeout).send().await.map_err(classified),
            false => match tokio::time::timeout(timeout, sent.send()).await {
                Ok(answer) => answer.map_err(classified),
                Err(_) => Err(failure(Kind::Deadline, true, "no response before the deadline")),
            },
        };
        let answer = answer.map_err(|failed| match failed.kind {
            Kind::Deadline if !is_connected.load(Ordering::Relaxed) => connecting_too_long(),
            _ => failed,
        })?;
        if *answer.url() != asked {
            return Err(failure(
                Kind::Redirect,
                true,
                "the reqwest client followed a redirect: build it with redirect::Policy::none()",
            ));
        }
        Ok(answer)
    }
}

/// The body of a request, which notes that there is a connection: hyper asks the body for its end when it writes the head of the
/// request to the connection, and not before.
struct Outgoing {
    body: OutgoingBody,
    is_connected: Arc<AtomicBool>,
}

impl hyper::body::Body for Outgoing {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.is_connected.store(true, Ordering::Relaxed);
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.is_connected.store(true, Ordering::Relaxed);
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body that is read as it arrives.
#[cfg(feature = "stream")]
struct Body(reqwest::Response);

#[cfg(feature = "stream")]
#[async_trait]
impl Chunks for Body {
    async fn next(&mut self) -> Result<Option<Bytes>, Failure> {
        self.0.chunk().await.map_err(classified)
    }
}

/// The complete body, decompressed if the client does that.
async fn read_all(answer: &mut reqwest::Response, most: usize) -> Result<Bytes, Failure> {
    let mut body = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(classified)? {
        if body.len() + chunk.len() > most {
            return Err(Failure::too_large(most));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

fn failure(kind: Kind, may_have_arrived: bool, reason: impl Into<String>) -> Failure {
    Failure { kind, may_have_arrived, reason: reason.into() }
}

fn connecting_too_long() -> Failure {
    failure(Kind::Connect, false, "connecting took too long")
}

/// Converts reqwest's error. Its text is not used, because it contains the address.
fn classified(error: reqwest::Error) -> Failure {
    if error.is_builder() {
        return failure(Kind::Protocol, false, "the request cannot be built");
    }
    if error.is_connect() {
        // No byte of the request is sent before the connection is made.
        return match root(&error) {
            Some(broken) if broken.kind() == io::ErrorKind::InvalidData => {
                failure(Kind::Tls, false, "the TLS handshake failed")
            }
            _ if error.is_timeout() => connecting_too_long(),
            Some(broken) => failure(Kind::Connect, false, format!("no connection: {}", broken.kind())),
            None => failure(Kind::Connect, false, "no connection"),
        };
    }
    if error.is_timeout() {
        return failure(Kind::Deadline, true, "no complete response before the deadline");
    }
    if error.is_redirect() {
        return failure(
            Kind::Redirect,
            true,
            "the reqwest client follows redirects: build it with redirect::Policy::none()",
        );
    }
    if error.is_decode() {
        return failure(Kind::Interrupted, true, "the body of the response cannot be read");
    }
    if let Some(failure) = unprocessed(&error) {
        return failure;
    }
    match root(&error) {
        Some(broken) => failure(Kind::Interrupted, true, format!("the connection broke: {}", broken.kind())),
        None => failure(Kind::Interrupted, true, "the connection broke, or the peer does not speak HTTP"),
    }
}

/// The innermost error of the operating system or of TLS in the chain of sources, if there is one.
fn root(error: &reqwest::Error) -> Option<&io::Error> {
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(mut broken) = inner.downcast_ref::<io::Error>() {
            // An error inside another `io::Error` is not one of its sources.
            while let Some(wrapped) = broken.get_ref().and_then(|wrapped| wrapped.downcast_ref()) {
                broken = wrapped;
            }
            return Some(broken);
        }
        source = inner.source();
    }
    None
}
