//! Connector: DNS, TCP, TLS and, if one is configured, the proxy, all within one timeout.

use std::error::Error as StdError;
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::uri::Scheme;
use http::{HeaderValue, Uri};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{CertificateError, ClientConfig};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tower_service::Service;

use crate::blocking::{on_a_thread, shortage};

/// How long an attempt runs before the next address is tried at the same time (RFC 8305 section 5).
const ATTEMPT_DELAY: Duration = Duration::from_millis(250);
/// How many host names are looked up at once. Each lookup has a thread, for half a minute if the name server does not answer.
const MAX_LOOKUPS: usize = 32;

/// The places for lookups of host names. Clones share them.
#[derive(Clone, Debug)]
pub struct Lookups(Arc<Semaphore>);

impl Default for Lookups {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_LOOKUPS)))
    }
}

/// Why a connection could not be made. No part of the request was sent.
#[derive(Clone, Debug)]
pub(super) enum ConnectError {
    /// The host name did not resolve.
    HostName,
    /// The TLS handshake failed.
    Tls,
    /// No trusted authority has signed the certificate of the server.
    UnknownIssuer,
    TimedOut,
    /// No address could be connected to: the error of each.
    AllAddresses(Vec<io::ErrorKind>),
    Refused,
    /// A resource of this process is used up, such as file descriptors: which one.
    Resources(&'static str),
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HostName => f.write_str("the host name did not resolve"),
            Self::Tls => f.write_str("the TLS handshake failed: the certificate or the protocol version is refused"),
            Self::UnknownIssuer => f.write_str(
                "the TLS handshake failed: no trusted authority has signed the certificate of the server; a CA of your own must be in \
                 root_certificates_pem",
            ),
            Self::TimedOut => f.write_str("connecting took too long"),
            Self::Refused => f.write_str("no connection"),
            Self::Resources(lacks) => write!(f, "this process has {lacks} for a connection"),
            Self::AllAddresses(kinds) => {
                let mut names: Vec<_> = kinds.iter().map(io::ErrorKind::to_string).collect();
                names.sort();
                names.dedup();
                write!(f, "no connection to {} address{}: ", kinds.len(), if kinds.len() == 1 { "" } else { "es" })?;
                f.write_str(&names.join(", "))
            }
        }
    }
}

impl StdError for ConnectError {}

impl ConnectError {
    /// Classifies an error of the layers below.
    fn of(error: &(dyn StdError + 'static)) -> Self {
        // An I/O error hides what it wraps from the chain of sources.
        let tls = |error: &io::Error| match error.get_ref()?.downcast_ref()? {
            rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer) => Some(Self::UnknownIssuer),
            _ => Some(Self::Tls),
        };
        let io = |error: &(dyn StdError + 'static)| match error.downcast_ref::<io::Error>()? {
            error if error.kind() == io::ErrorKind::TimedOut => Some(Self::TimedOut),
            error => tls(error).or_else(|| shortage(error).map(Self::Resources)),
        };
        causes(error).find_map(|cause| cause.downcast_ref().cloned().or_else(|| io(cause))).unwrap_or(Self::Refused)
    }
}

/// An error and what caused it.
pub(super) fn causes<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

type Future<T> = Pin<Box<dyn std::future::Future<Output = Result<T, ConnectError>> + Send>>;

/// Connects to a server, directly or through the proxy of the environment.
#[derive(Clone)]
pub(super) struct Connector(Arc<ConnectorInner>);

struct ConnectorInner {
    limit: Duration,
    direct: Dialer,
    proxies: Option<(Matcher, Dialer)>,
}

impl Connector {
    /// `proxies` decides which servers are connected to through a proxy, and through which.
    pub fn new(tls: Arc<ClientConfig>, limit: Duration, proxies: Option<Matcher>, lookups: Lookups) -> Self {
        let resolver = resolver(lookups, |name| Ok((name, 0).to_socket_addrs()?.collect()));
        Self::with_resolver(resolver, tls, limit, proxies)
    }

    fn with_resolver(
        resolver: Arc<Resolver>,
        tls: Arc<ClientConfig>,
        limit: Duration,
        proxies: Option<Matcher>,
    ) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.set_nodelay(true);
        tcp.set_keepalive(Some(Duration::from_secs(30)));
        tcp.set_keepalive_interval(Some(Duration::from_secs(15)));
        tcp.set_keepalive_retries(Some(3));
        #[cfg(any(target_os = "android", target_os = "linux"))]
        tcp.set_tcp_user_timeout(Some(Duration::from_secs(30)));
        let dialer = |tls: Arc<ClientConfig>| Dialer {
            resolver: Arc::clone(&resolver),
            tcp: tcp.clone(),
            tls: tls.into(),
            limit,
        };
        let proxies = proxies.map(|matcher| {
            // The protocol with a proxy is HTTP/1.1, whatever the server behind it supports.
            let mut tls = ClientConfig::clone(&tls);
            tls.alpn_protocols.clear();
            (matcher, dialer(Arc::new(tls)))
        });
        Self(Arc::new(ConnectorInner { limit, direct: dialer(tls), proxies }))
    }

    /// `Proxy-Authorization` for a request that the proxy forwards. For a tunnel it is sent with CONNECT.
    pub fn proxy_authorization(&self, to: &Uri) -> Option<HeaderValue> {
        if to.scheme() != Some(&Scheme::HTTP) {
            return None;
        }
        self.0.proxy(to)?.1.basic_auth().cloned()
    }
}

impl ConnectorInner {
    fn proxy(&self, to: &Uri) -> Option<(&Dialer, Intercept)> {
        let (matcher, dialer) = self.proxies.as_ref()?;
        Some((dialer, matcher.intercept(to)?))
    }

    async fn connect(&self, to: Uri, deadline: Instant) -> Result<Stream, ConnectError> {
        let Some((dialer, proxy)) = self.proxy(&to) else { return self.direct.connect(to, deadline).await };
        if to.scheme() != Some(&Scheme::HTTPS) {
            let stream = dialer.connect(proxy.uri().clone(), deadline).await?;
            return Ok(Stream { forwards: true, ..stream });
        }
        let mut tunnel = Tunnel::new(proxy.uri().clone(), dialer.clone());
        if let Some(authorization) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(authorization.clone());
        }
        let stream = tunnel.call(to.clone()).await.map_err(|error| ConnectError::of(&error))?;
        self.direct.secure(stream.into_inner(), &to).await
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<Stream>;
    type Error = ConnectError;
    type Future = Future<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ConnectError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move {
            let deadline = Instant::now() + inner.limit;
            let connected = tokio::time::timeout_at(deadline, inner.connect(to, deadline)).await;
            let stream = connected.unwrap_or(Err(ConnectError::TimedOut))?;
            Ok(TokioIo::new(stream))
        })
    }
}

/// Connects to the origin of a URI, with TLS if it is https.
#[derive(Clone)]
struct Dialer {
    resolver: Arc<Resolver>,
    tcp: HttpConnector,
    tls: TlsConnector,
    limit: Duration,
}

impl Dialer {
    async fn connect(&self, to: Uri, deadline: Instant) -> Result<Stream, ConnectError> {
        let secure = match to.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(ConnectError::Refused),
        };
        let host = host(&to);
        let mut addresses = match host.parse::<IpAddr>() {
            Ok(address) => vec![SocketAddr::new(address, 0)],
            Err(_) => (self.resolver)(host).await?,
        };
        let port = to.port_u16().unwrap_or(if secure { 443 } else { 80 });
        addresses.iter_mut().for_each(|address| address.set_port(port));
        let stream = connect_first(addresses, deadline, |address| self.clone().dial(address)).await?;
        if secure { self.secure(stream, &to).await } else { Ok(stream) }
    }

    async fn dial(mut self, address: SocketAddr) -> Result<Stream, io::Error> {
        let to = format!("http://{address}").parse().map_err(|_| io::ErrorKind::AddrNotAvailable)?;
        // The text of the layers below is dropped: an error of the system keeps its number, another one its kind.
        let plain = |error: &(dyn StdError + 'static)| {
            let error: &io::Error = error.downcast_ref()?;
            Some(error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error))
        };
        let tcp = self.tcp.call(to).await;
        let tcp = tcp.map_err(|error| causes(&error).find_map(plain).unwrap_or(io::ErrorKind::Other.into()))?;
        Ok(Stream { io: Box::new(tcp.into_inner()), http2: false, forwards: false })
    }

    async fn secure(&self, stream: Stream, to: &Uri) -> Result<Stream, ConnectError> {
        let name = ServerName::try_from(host(to).to_owned()).map_err(|_| ConnectError::Refused)?;
        let stream = self.tls.connect(name, stream).await.map_err(|error| ConnectError::of(&error))?;
        let http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
        Ok(Stream { io: Box::new(stream), http2, forwards: false })
    }
}

impl Service<Uri> for Dialer {
    type Response = TokioIo<Stream>;
    type Error = ConnectError;
    type Future = Future<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ConnectError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let dialer = self.clone();
        Box::pin(async move { dialer.connect(to, Instant::now() + dialer.limit).await.map(TokioIo::new) })
    }
}

fn host(to: &Uri) -> &str {
    to.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']')
}

/// Resolves a host name to addresses in order of preference. Their ports are not used.
type Resolver = dyn Fn(&str) -> Future<Vec<SocketAddr>> + Send + Sync;

/// A resolver that calls `lookup`, which is that of the system, on a thread for each connection. A connection that waits for one of
/// the [`MAX_LOOKUPS`] lookups may reach its time limit.
fn resolver(
    Lookups(places): Lookups,
    lookup: impl Fn(&str) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
) -> Arc<Resolver> {
    let lookup = Arc::new(lookup);
    Arc::new(move |host: &str| -> Future<_> {
        let (name, lookup, places) = (host.to_owned(), Arc::clone(&lookup), Arc::clone(&places));
        Box::pin(async move {
            // The semaphore is never closed.
            let place = places.acquire_owned().await.map_err(|_| ConnectError::HostName)?;
            let work = move || {
                // Until the lookup ends, also if its connection is given up before.
                let _place = place;
                lookup(&name)
            };
            let addresses = on_a_thread(work).await.map_err(|_| ConnectError::Resources("no free thread"))?;
            addresses.map_err(|error| shortage(&error).map_or(ConnectError::HostName, ConnectError::Resources))
        })
    })
}

/// Connects to the first of these addresses that responds (Happy Eyeballs, RFC 8305). Address families alternate; the next
/// attempt starts when one has failed, or after [`ATTEMPT_DELAY`].
async fn connect_first<T, E, F>(
    addresses: Vec<SocketAddr>,
    deadline: Instant,
    connect: impl Fn(SocketAddr) -> F,
) -> Result<T, ConnectError>
where
    F: std::future::Future<Output = Result<T, E>>,
    E: Into<io::Error>,
{
    let mut waiting = interleave(addresses).into_iter();
    let mut attempts = Vec::new();
    let mut failed = Vec::new();
    loop {
        match waiting.next() {
            Some((_, address)) => attempts.push(Box::pin(connect(address))),
            None if attempts.is_empty() && failed.is_empty() => return Err(ConnectError::HostName),
            None if attempts.is_empty() => return Err(ConnectError::AllAddresses(failed)),
            None => {}
        }
        let any = poll_fn(|cx| {
            let ended = attempts.iter_mut().enumerate().find_map(|(index, attempt)| match attempt.as_mut().poll(cx) {
                Poll::Ready(result) => Some((index, result)),
                Poll::Pending => None,
            });
            ended.map_or(Poll::Pending, Poll::Ready)
        });
        let until = if waiting.len() == 0 { deadline } else { deadline.min(Instant::now() + ATTEMPT_DELAY) };
        match tokio::time::timeout_at(until, any).await {
            Ok((_, Ok(connected))) => return Ok(connected),
            Ok((index, Err(error))) => {
                drop(attempts.swap_remove(index));
                let error = error.into();
                // A connection to another address needs the same resource.
                if let Some(lacks) = shortage(&error) {
                    return Err(ConnectError::Resources(lacks));
                }
                failed.push(error.kind());
            }
            Err(_) if until < deadline => {}
            Err(_) => {
                failed.extend(attempts.iter().map(|_| io::ErrorKind::TimedOut));
                return Err(ConnectError::AllAddresses(failed));
            }
        }
    }
}

/// The addresses in the order in which they are tried, each with its rank within its family.
fn interleave(addresses: Vec<SocketAddr>) -> Vec<(usize, SocketAddr)> {
    let mut counts = [0, 0];
    let rank = |address: SocketAddr| {
        let [v4, v6] = &mut counts;
        let count = if address.is_ipv4() { v4 } else { v6 };
        *count += 1;
        (*count, address)
    };
    let mut ranked: Vec<_> = addresses.into_iter().map(rank).collect();
    // The sort is stable: of two addresses with the same rank, the one that the resolver prefers comes first.
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked
}

trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for T {}

/// A connection: TCP, or TLS over another one.
pub(super) struct Stream {
    io: Box<dyn ByteStream>,
    http2: bool,
    /// The peer is a forwarding proxy: requests carry the absolute URI.
    forwards: bool,
}

/// When the connection of a response was made.
#[derive(Clone, Copy)]
pub(super) struct ConnectedAt(pub Instant);

impl Connection for Stream {
    fn connected(&self) -> Connected {
        let connected = Connected::new().proxy(self.forwards).extra(ConnectedAt(Instant::now()));
        if self.http2 { connected.negotiated_h2() } else { connected }
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buf)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match bufs {
            // Most requests have no body, and a single piece is cheaper to write without vectors.
            [piece] => Pin::new(&mut self.io).poll_write(cx, piece),
            _ => Pin::new(&mut self.io).poll_write_vectored(cx, bufs),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests;
