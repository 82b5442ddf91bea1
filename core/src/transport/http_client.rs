//! reqwest over rustls, set up for this platform: nothing is followed, repeated or trusted that was not asked for.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::time::Duration;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};

use super::tls::trusting;
use super::{Failure, Request, Response, Transport};
use crate::error::{Error, Result, TransportErrorKind as Kind};

/// Servers and balancers close idle connections after 5 to 60 s. Closing first avoids most races with them.
const POOL_IDLE: Duration = Duration::from_secs(15);
const MAX_HEADERS: usize = 100;
const MAX_HEADER_BYTES: usize = 64 * 1024;

/// The default transport: reqwest over rustls with ring.
///
/// TLS 1.2 or newer, always verified, against the bundled Mozilla roots, so that it also works in a container without
/// CA files. Redirects are not followed, nothing is retried, proxies of the environment are ignored unless
/// [`HttpBuilder::environment_proxy`] says otherwise, and only gzip is asked for. HTTP/2
/// and gzip need the features `http2` and `gzip`, which are on by default.
#[derive(Clone)]
pub struct Http(reqwest::Client);

impl Http {
    /// A transport with the defaults.
    ///
    /// # Errors
    /// [`Error::Config`] if TLS cannot be set up.
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

/// Configures an [`Http`].
#[derive(Clone, Debug)]
#[must_use = "a transport is made by `build`"]
pub struct HttpBuilder {
    roots: Vec<Vec<u8>>,
    connect_timeout: Duration,
    max_idle_per_host: usize,
    environment_proxy: bool,
    prepared: Option<rustls::ClientConfig>,
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
    /// Also trusts the CA certificates in this PEM text, beside the bundled ones.
    pub fn root_certificates_pem(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.roots.push(pem.into());
        self.prepared = None;
        self
    }

    /// How long connecting may take, TLS included. 3 s by default.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How many idle connections are kept per host. 128 by default; best is the number of calls in flight.
    pub fn max_idle_per_host(mut self, connections: usize) -> Self {
        self.max_idle_per_host = connections;
        self
    }

    /// Whether `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are obeyed. Off by default: whoever sets them
    /// would see where calls go, and over plain HTTP the credentials too.
    pub fn environment_proxy(mut self, on: bool) -> Self {
        self.environment_proxy = on;
        self
    }

    /// Sets TLS up now. All transports that are made of clones of the result share it, with the sessions they can
    /// resume; each still has connections of its own.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn prepare(mut self) -> Result<Self> {
        self.prepared = Some(self.tls()?);
        Ok(self)
    }

    fn tls(&self) -> Result<rustls::ClientConfig> {
        let mut tls = trusting(&self.roots, "root_certificates_pem")?;
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        if cfg!(feature = "http2") {
            tls.alpn_protocols.insert(0, b"h2".to_vec());
        }
        Ok(tls)
    }

    /// Makes the transport.
    ///
    /// # Errors
    /// [`Error::Config`] for a certificate that cannot be read.
    pub fn build(self) -> Result<Http> {
        let tls = match &self.prepared {
            Some(tls) => tls.clone(),
            None => self.tls()?,
        };
        let mut client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(reqwest::redirect::Policy::none())
            // reqwest repeats requests that HTTP/2 refused. Attempts are counted and paid for in `policy`.
            .retry(reqwest::retry::never())
            .referer(false)
            .connect_timeout(self.connect_timeout)
            .pool_idle_timeout(POOL_IDLE)
            .pool_max_idle_per_host(self.max_idle_per_host)
            .tcp_keepalive(Duration::from_secs(30))
            .tcp_nodelay(true)
            .http1_max_headers(MAX_HEADERS);
        #[cfg(feature = "http2")]
        {
            client = client
                .http2_max_header_list_size(MAX_HEADER_BYTES as u32)
                .http2_keep_alive_interval(Duration::from_secs(20))
                .http2_keep_alive_timeout(Duration::from_secs(10));
        }
        if !self.environment_proxy {
            client = client.no_proxy();
        }
        client.build().map(Http).map_err(|_| Error::config("transport", "the HTTP client cannot be set up"))
    }
}

#[async_trait]
impl Transport for Http {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let timeout = request.timeout;
        match tokio::time::timeout(timeout, exchange(&self.0, request)).await {
            Ok(result) => result,
            // Connecting has a shorter limit of its own, so by now the request is usually on its way.
            Err(_) => Err(failure(Kind::Deadline, true, "no complete answer before the deadline")),
        }
    }
}

async fn exchange(client: &reqwest::Client, request: Request) -> Result<Response, Failure> {
    let url =
        reqwest::Url::parse(&request.url).map_err(|_| failure(Kind::Connect, false, "the address is not a URL"))?;
    let mut outgoing = reqwest::Request::new(request.method, url);
    *outgoing.headers_mut() = request.headers;
    if !request.body.is_empty() {
        *outgoing.body_mut() = Some(request.body.into());
    }
    let mut answer = client.execute(outgoing).await.map_err(|error| classify(&error))?;
    let status = answer.status().as_u16();
    let headers = std::mem::take(answer.headers_mut());
    check_headers(&headers, request.max_response)?;
    let body = read_body(&mut answer, request.max_response).await?;
    Ok(Response { status, headers, body })
}

fn check_headers(headers: &HeaderMap, max_response: usize) -> Result<(), Failure> {
    let size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > MAX_HEADER_BYTES {
        return Err(failure(Kind::TooLarge, true, "the headers of the answer are larger than 64 KiB"));
    }
    // What is left here was not decoded: gzip, the only one asked for, is taken off together with its header.
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(failure(Kind::Protocol, true, "the answer has an encoding that was not asked for"));
    }
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > max_response) {
        return Err(too_large(max_response));
    }
    Ok(())
}

/// Reads the body as it comes and stops at the limit. What is counted is what would be kept: decompressed bytes.
async fn read_body(answer: &mut reqwest::Response, max: usize) -> Result<Bytes, Failure> {
    let mut next = async || answer.chunk().await.map_err(|error| classify(&error));
    let Some(first) = next().await? else { return Ok(Bytes::new()) };
    if first.len() > max {
        return Err(too_large(max));
    }
    // Most answers are one chunk: then nothing is copied.
    let Some(second) = next().await? else { return Ok(first) };
    let mut body = BytesMut::from(first);
    let mut chunk = Some(second);
    while let Some(bytes) = chunk {
        if bytes.len() > max - body.len() {
            return Err(too_large(max));
        }
        body.extend_from_slice(&bytes);
        chunk = next().await?;
    }
    Ok(body.freeze())
}

fn too_large(max: usize) -> Failure {
    failure(Kind::TooLarge, true, format!("the answer is larger than {max} bytes"))
}

fn failure(kind: Kind, may_have_arrived: bool, reason: impl Into<String>) -> Failure {
    Failure { kind, may_have_arrived, reason: reason.into() }
}

/// Says where the exchange broke and whether the request may have arrived.
///
/// The reasons are words of this file alone: the texts of the layers below repeat addresses and header values.
/// "Connection closed before message completed" counts as arrived: the peer may have read the request before it
/// closed.
fn classify(error: &reqwest::Error) -> Failure {
    let chain = || std::iter::successors(Some(error as &(dyn StdError + 'static)), |&e| e.source());
    if error.is_connect() {
        if chain().any(is_tls) {
            return failure(Kind::Tls, false, "the TLS handshake failed: the certificate or the protocol is refused");
        }
        let reason = match () {
            () if error.is_dns() => "the host name did not resolve",
            () if error.is_timeout() => "connecting took too long",
            () => "no connection",
        };
        return failure(Kind::Connect, false, reason);
    }
    if error.is_timeout() {
        return failure(Kind::Interrupted, true, "the connection went silent");
    }
    if chain().filter_map(|e| e.downcast_ref()).any(refused_unprocessed) {
        return failure(Kind::Interrupted, false, "the server refused the request unprocessed");
    }
    let hyper = chain().find_map(|e| e.downcast_ref::<hyper::Error>());
    match hyper {
        // Still in the queue of a connection that closed.
        Some(e) if e.is_canceled() => failure(Kind::Interrupted, false, "the connection closed before the request"),
        Some(e) if e.is_parse() => failure(Kind::Protocol, true, "the answer is not HTTP"),
        Some(_) => failure(Kind::Interrupted, true, "the connection closed before the answer was complete"),
        None if error.is_builder() => failure(Kind::Protocol, false, "the request cannot be written as HTTP"),
        None if error.is_decode() || error.is_body() => {
            failure(Kind::Interrupted, true, "the body of the answer is broken")
        }
        None => failure(Kind::Interrupted, true, "the exchange broke"),
    }
}

fn is_tls(error: &(dyn StdError + 'static)) -> bool {
    // An I/O error hides what it wraps from the chain of sources, and wraps another I/O error at times.
    let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    error.is::<rustls::Error>() || inner.is_some_and(|inner| is_tls(inner))
}

/// HTTP/2: the server says that it did not look at the request (RFC 9113 section 8.7).
fn refused_unprocessed(error: &h2::Error) -> bool {
    error.is_remote() && error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM)
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
