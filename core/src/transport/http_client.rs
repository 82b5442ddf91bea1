//! hyper's pooled client over rustls, without redirects and automatic retries, and with only the configured trust.
//!
//! reqwest uses the same client. Its additions (redirects, retries, layers, a second parsing of the address) are not needed
//! here and cost a quarter of the CPU time of a call (20 µs with it, 15 without), and binary size.
//!
//! All functions that send a request are `#[inline]`, so that they and the generic code of hyper are optimized for speed
//! together with the binding (`profile.release` in Cargo.toml). One that is not would bring that code into this crate, and
//! the binding would use it.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, PROXY_AUTHORIZATION, TRANSFER_ENCODING};
use http::response::Parts;
use http::{HeaderMap, Uri};
use http_body_util::BodyExt;
use hyper::body::{Body as _, Incoming};
use hyper_util::client::legacy::connect::{CaptureConnection, capture_connection};
use hyper_util::client::legacy::{self, Client};
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio::sync::Notify;

#[cfg(feature = "stream")]
use super::OpenResponse;
use super::connect::{ConnectError, ConnectedAt, Connector, Lookups, causes};
use super::outgoing::OutgoingBody;
use super::tls::trusting;
#[cfg(feature = "http2")]
use super::unprocessed::unprocessed;
use super::{Failure, Request, Response, Transport};
use crate::clock::checked_timeout;
use crate::error::{Error, Result, TransportErrorKind as Kind};

#[cfg(feature = "gzip")]
mod gzip;
#[cfg(feature = "stream")]
mod stream;

/// Servers and load balancers close idle connections after 5 to 60 s. Closing earlier avoids most races with them.
const POOL_IDLE: Duration = Duration::from_secs(15);
/// An older connection takes no further request, so that a busy client follows DNS changes.
const MAX_AGE: Duration = Duration::from_secs(5 * 60);
const MAX_HEADER_BYTES: usize = 64 * 1024;
/// How many interim responses (100, 102, 103) may come before the response.
const MAX_INTERIM: usize = 16;

/// The default transport: hyper over rustls with ring.
///
/// TLS 1.2 or newer, always verified against the bundled Mozilla roots, so that it also works in a container without CA
/// files. Redirects are not followed, nothing is retried, proxies of the environment are ignored unless
/// [`HttpBuilder::environment_proxy`] is set, and only gzip is accepted. HTTP/2 and gzip need the features `http2` and
/// `gzip`, which are on by default.
///
/// Every new connection resolves the name of the host, without a cache, and is used for at most five minutes. IPv6 and IPv4
/// addresses are tried alternately, the next one when an attempt has failed or has taken 250 ms. A response with ambiguous
/// framing is refused.
#[derive(Clone)]
pub struct Http {
    client: Client<Connector, OutgoingBody>,
    connector: Connector,
}

impl Http {
    /// A transport with the defaults.
    ///
    /// # Errors
    /// [`Error::Config`](crate::Error::Config) if TLS cannot be set up.
    pub fn new() -> Result<Self> {
        Self::builder().build()
    }

    /// Configures a transport.
    pub fn builder() -> HttpBuilder {
        HttpBuilder::default()
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Http")
    }
}

/// What transports share: the settings of TLS with its resumable sessions, and the places for lookups of host names.
type Shared = (Arc<rustls::ClientConfig>, Lookups);

/// Configures an [`Http`].
#[derive(Clone, Debug)]
#[must_use = "call `build` to make the transport"]
pub struct HttpBuilder {
    roots: Vec<Vec<u8>>,
    connect_timeout: Duration,
    max_idle_per_host: usize,
    environment_proxy: bool,
    prepared: Option<Shared>,
}

impl Default for HttpBuilder {
    fn default() -> Self {
        Self {
            roots: Vec::new(),
            connect_timeout: Duration::from_secs(3),
            max_idle_per_host: 128,
            environment_proxy: false,
            prepared: None,
        }
    }
}

impl HttpBuilder {
    /// Also trusts the CA certificates in this PEM text, in addition to the bundled ones.
    pub fn root_certificates_pem(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.roots.push(pem.into());
        self.prepared = None;
        self
    }

    /// The same for several texts.
    pub(crate) fn trusting(self, roots: Vec<Vec<u8>>) -> Self {
        roots.into_iter().fold(self, Self::root_certificates_pem)
    }

    /// The time limit for connecting, including TLS. 3 s by default; more than 0, at most 24 hours.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How many idle connections are kept per host. 128 by default. The best value is the number of concurrent calls.
    pub fn max_idle_per_host(mut self, connections: usize) -> Self {
        self.max_idle_per_host = connections;
        self
    }

    /// Whether `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are used. Off by default: anyone who sets them can see
    /// the hosts of calls, and over plain HTTP the credentials too.
    pub fn environment_proxy(mut self, on: bool) -> Self {
        self.environment_proxy = on;
        self
    }

    /// Sets up TLS now. All transports that are built from clones of the result share it, with its resumable sessions, and look up
    /// 32 host names at once. Each transport has its own connections.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn prepare(mut self) -> Result<Self> {
        self.connect_limit()?;
        self.prepared = Some((self.tls()?, Lookups::default()));
        Ok(self)
    }

    fn connect_limit(&self) -> Result<Duration> {
        checked_timeout(self.connect_timeout).map_err(|reason| Error::config("connect_timeout", reason))
    }

    fn tls(&self) -> Result<Arc<rustls::ClientConfig>> {
        let mut tls = trusting(&self.roots, "root_certificates_pem")?;
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        if cfg!(feature = "http2") {
            tls.alpn_protocols.insert(0, b"h2".to_vec());
        }
        Ok(Arc::new(tls))
    }

    /// Makes the transport.
    ///
    /// # Errors
    /// [`Error::Config`](crate::Error::Config) for an unreadable certificate or an invalid timeout.
    pub fn build(self) -> Result<Http> {
        let (tls, lookups) = match &self.prepared {
            Some(shared) => shared.clone(),
            None => (self.tls()?, Lookups::default()),
        };
        let proxies = self.environment_proxy.then(Matcher::from_env);
        let connector = Connector::new(tls, self.connect_limit()?, proxies, lookups);
        let mut client = Client::builder(TokioExecutor::new());
        client
            // Applies to an idle connection that the server has closed: nothing was sent, and another connection takes the
            // request. Only `policy` repeats a request that may have been sent.
            .retry_canceled_requests(true)
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(POOL_IDLE)
            .pool_max_idle_per_host(self.max_idle_per_host);
        #[cfg(feature = "http2")]
        client
            .timer(TokioTimer::new())
            .http2_max_header_list_size(MAX_HEADER_BYTES as u32)
            .http2_keep_alive_interval(Duration::from_secs(20))
            .http2_keep_alive_timeout(Duration::from_secs(10));
        Ok(Http { client: client.build(connector.clone()), connector })
    }
}

#[async_trait]
impl Transport for Http {
    #[inline]
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let timeout = request.timeout;
        let (exchange, connection) = self.exchange(request)?;
        match tokio::time::timeout(timeout, exchange).await {
            Ok(result) => result,
            Err(_) => Err(late(&connection, "no complete response before the deadline")),
        }
    }

    #[cfg(feature = "stream")]
    #[inline]
    async fn stream(&self, request: Request) -> Result<OpenResponse, Failure> {
        self.open(request).await
    }
}

impl Http {
    /// The future that sends the request, and the connection that it uses. The future does not contain the request itself, so it
    /// is small and cheap to move.
    #[inline]
    fn exchange(
        &self,
        request: Request,
    ) -> Result<(impl Future<Output = Result<Response, Failure>> + use<>, CaptureConnection), Failure> {
        let max = request.max_response;
        let (head, connection) = self.head(request)?;
        let used = connection.clone();
        let exchange = async move {
            let (mut head, body) = head.await?;
            let body = match check(&mut head, max) {
                Ok(Encoding::Plain) => read_body(body, max).await,
                #[cfg(feature = "gzip")]
                Ok(Encoding::Gzip) => Box::pin(gzip::read_body(body, max)).await,
                Err(failure) => Err(failure),
            };
            // After an invalid response, the state of the connection is unknown.
            if is_old(&head) || body.is_err() {
                poison(&used);
            }
            Ok(Response { status: head.status.as_u16(), headers: head.headers, body: body? })
        };
        Ok((exchange, connection))
    }

    /// The future that sends the request and reads the head of the response, and the connection that it uses.
    #[inline]
    fn head(
        &self,
        request: Request,
    ) -> Result<(impl Future<Output = Result<Opened, Failure>> + use<>, CaptureConnection), Failure> {
        let mut outgoing = self.outgoing(request)?;
        let connection = capture_connection(&mut outgoing);
        let too_many_interim = interim_limit(&mut outgoing);
        let answer = self.client.request(outgoing);
        let head = async move {
            tokio::select! {
                biased;
                answer = answer => Ok(answer.map_err(|e| classify(&e))?.into_parts()),
                () = too_many_interim => Err(failure(Kind::Protocol, true, "the server sent too many interim responses")),
            }
        };
        Ok((head, connection))
    }

    #[inline]
    fn outgoing(&self, request: Request) -> Result<http::Request<OutgoingBody>, Failure> {
        let uri = Uri::from_maybe_shared(Bytes::from(request.url)).ok();
        let uri = uri
            .filter(|uri| matches!(uri.scheme_str(), Some("http" | "https")))
            .ok_or_else(|| failure(Kind::Connect, false, "the address is not a URL"))?;
        let mut headers = request.headers;
        #[cfg(feature = "gzip")]
        headers.entry(http::header::ACCEPT_ENCODING).or_insert(http::HeaderValue::from_static("gzip"));
        if let Some(authorization) = self.connector.proxy_authorization(&uri) {
            headers.entry(PROXY_AUTHORIZATION).or_insert(authorization);
        }
        let mut outgoing = http::Request::new(OutgoingBody::new(request.body, request.progress));
        *outgoing.method_mut() = request.method;
        *outgoing.uri_mut() = uri;
        *outgoing.headers_mut() = headers;
        Ok(outgoing)
    }
}

/// A response whose body has not been read.
type Opened = (Parts, Incoming);

/// Whether the connection of a response is too old for another request.
fn is_old(head: &Parts) -> bool {
    head.extensions.get().is_some_and(|ConnectedAt(then)| then.elapsed() > MAX_AGE)
}

/// Excludes a connection from further requests.
fn poison(connection: &CaptureConnection) {
    connection.connection_metadata().as_ref().inspect(|connected| connected.poison());
}

/// The failure of a request whose time has ended. hyper names its connection before it passes the request on to it, so without
/// one nothing was sent.
fn late(connection: &CaptureConnection, reason: &str) -> Failure {
    match connection.connection_metadata().is_some() {
        true => failure(Kind::Deadline, true, reason),
        false => failure(Kind::Connect, false, ConnectError::TimedOut.to_string()),
    }
}

/// Resolves when a server has sent too many interim responses, which could go on without end.
fn interim_limit<B>(request: &mut http::Request<B>) -> impl Future<Output = ()> + use<B> {
    let (count, reached) = (AtomicUsize::new(0), Arc::new(Notify::new()));
    let notify = Arc::clone(&reached);
    hyper::ext::on_informational(request, move |_| {
        if count.fetch_add(1, Ordering::Relaxed) == MAX_INTERIM {
            notify.notify_one();
        }
    });
    async move { reached.notified().await }
}

/// Refuses an unsafe response, and returns the encoding of its body.
fn check(head: &mut Parts, max: usize) -> Result<Encoding, Failure> {
    check_framing(head.status.as_u16(), &head.headers)?;
    check_headers(&mut head.headers, max)
}

/// Refuses a response whose end different parsers could see in different places (RFC 9112 section 6.3), or that is not final.
fn check_framing(status: u16, headers: &HeaderMap) -> Result<(), Failure> {
    let mut lengths = headers.get_all(CONTENT_LENGTH).iter();
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let is_clear = match (lengths.next(), codings.next()) {
        (None, None) => true,
        (Some(length), None) => length.as_bytes().iter().all(u8::is_ascii_digit),
        (None, Some(coding)) => coding.as_bytes().eq_ignore_ascii_case(b"chunked"),
        (Some(_), Some(_)) => false,
    };
    if !is_clear || lengths.next().is_some() || codings.next().is_some() {
        return Err(failure(Kind::Protocol, true, "the end of the response is ambiguous"));
    }
    if status < 200 {
        return Err(failure(Kind::Protocol, true, "the server switched to another protocol"));
    }
    Ok(())
}

/// The encoding of the body of a response.
enum Encoding {
    Plain,
    #[cfg(feature = "gzip")]
    Gzip,
}

/// Refuses a too large response, and removes the headers that describe the compressed body.
fn check_headers(headers: &mut HeaderMap, max_response: usize) -> Result<Encoding, Failure> {
    // hyper refuses more than 100 headers.
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > MAX_HEADER_BYTES {
        return Err(failure(Kind::TooLarge, true, "the headers of the response are larger than 64 KiB"));
    }
    let mut encodings = headers
        .get_all(CONTENT_ENCODING)
        .iter()
        .filter(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"));
    match (encodings.next(), encodings.next()) {
        (None, _) => {}
        #[cfg(feature = "gzip")]
        (Some(encoding), None) if encoding.as_bytes().eq_ignore_ascii_case(b"gzip") => {
            headers.remove(CONTENT_ENCODING);
            headers.remove(CONTENT_LENGTH);
            return Ok(Encoding::Gzip);
        }
        _ => return Err(unwanted_encoding()),
    }
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > max_response) {
        return Err(Failure::too_large(max_response));
    }
    Ok(Encoding::Plain)
}

/// Reads the body as it arrives, up to the limit.
async fn read_body(mut from: Incoming, max: usize) -> Result<Bytes, Failure> {
    let Some(first) = chunk(&mut from).await? else { return Ok(Bytes::new()) };
    if first.len() > max {
        return Err(Failure::too_large(max));
    }
    // Most bodies arrive in one chunk, which is returned without a copy.
    let Some(second) = chunk(&mut from).await? else { return Ok(first) };
    let mut body = BytesMut::from(first);
    let mut next = Some(second);
    while let Some(bytes) = next {
        if bytes.len() > max - body.len() {
            return Err(Failure::too_large(max));
        }
        body.extend_from_slice(&bytes);
        next = chunk(&mut from).await?;
    }
    Ok(body.freeze())
}

/// The next bytes of the body. `None` at its end.
async fn chunk(body: &mut Incoming) -> Result<Option<Bytes>, Failure> {
    while !body.is_end_stream() {
        match body.frame().await {
            Some(Ok(frame)) => {
                // Frames without data are trailers, which are ignored.
                if let Ok(bytes) = frame.into_data() {
                    return Ok(Some(bytes));
                }
            }
            // The response has started, so the server has received the request.
            Some(Err(error)) => return Err(Failure { may_have_arrived: true, ..classify(&error) }),
            None => break,
        }
    }
    Ok(None)
}

fn unwanted_encoding() -> Failure {
    failure(Kind::Protocol, true, "the response has a content encoding that was not requested")
}

fn failure(kind: Kind, may_have_arrived: bool, reason: impl Into<String>) -> Failure {
    Failure { kind, may_have_arrived, reason: reason.into() }
}

/// Determines what failed and whether the request may have arrived.
///
/// The reasons are texts of this file only: those of the lower layers contain addresses and header values. "Connection closed
/// before message completed" counts as arrived: the peer may have read the request before it closed the connection.
fn classify(error: &(dyn StdError + 'static)) -> Failure {
    if error.downcast_ref().is_some_and(legacy::Error::is_connect) {
        let why = causes(error).find_map(|cause| cause.downcast_ref().cloned()).unwrap_or(ConnectError::Refused);
        let kind =
            if matches!(why, ConnectError::Tls | ConnectError::UnknownIssuer) { Kind::Tls } else { Kind::Connect };
        return failure(kind, false, why.to_string());
    }
    if causes(error).any(timed_out) {
        return failure(Kind::Interrupted, true, "the server stopped responding on the connection");
    }
    #[cfg(feature = "http2")]
    if let Some(failure) = unprocessed(error) {
        return failure;
    }
    match causes(error).find_map(|cause| cause.downcast_ref::<hyper::Error>()) {
        // The request was still queued on a connection that closed.
        Some(e) if e.is_canceled() => {
            failure(Kind::Interrupted, false, "the connection was closed before the request was sent")
        }
        Some(e) if e.is_parse() => failure(Kind::Protocol, true, "the response is not HTTP"),
        Some(_) => failure(Kind::Interrupted, true, "the connection was closed before the response was complete"),
        None => failure(Kind::Interrupted, true, "the request failed"),
    }
}

fn timed_out(error: &(dyn StdError + 'static)) -> bool {
    error.downcast_ref().is_some_and(hyper::Error::is_timeout)
        || error.downcast_ref().is_some_and(|error: &io::Error| error.kind() == io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_that_cannot_be_read_is_refused() {
        let header = "-----BEGIN CERTIFICATE-----\n";
        for (pem, expected) in [
            ("", "no certificate"),
            ("secret", "no certificate"),
            (&format!("{header}AAAA\n-----END CERTIFICATE-----\n"), "malformed"),
            (&format!("{header}AAAA\n"), "not PEM"),
        ] {
            let error = Http::builder().root_certificates_pem(pem).build().unwrap_err().to_string();
            assert!(error.contains("root_certificates_pem") && error.contains(expected), "{error}");
        }
        assert!(Http::new().is_ok());
    }
}
