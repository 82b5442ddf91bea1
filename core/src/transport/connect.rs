//! The way to a server: name, TCP, TLS, and the proxy if one is obeyed, all within one limit of time.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::uri::Scheme;
use http::{HeaderValue, Uri};
use hyper_util::client::legacy::connect::dns::{GaiAddrs, GaiResolver, Name};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tower_service::Service;

/// Why there is no connection. Nothing was sent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unreached {
    Name,
    Tls,
    Late,
    Refused,
}

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "the host name did not resolve",
            Self::Tls => "the TLS handshake failed: the certificate or the protocol is refused",
            Self::Late => "connecting took too long",
            Self::Refused => "no connection",
        })
    }
}

impl StdError for Unreached {}

impl Unreached {
    /// What the layers below say, in one word of ours.
    fn of(error: &(dyn StdError + 'static)) -> Self {
        let io = |error: &(dyn StdError + 'static)| match error.downcast_ref::<io::Error>() {
            // An I/O error hides what it wraps from the chain of sources.
            Some(error) if error.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()) => Some(Self::Tls),
            Some(error) if error.kind() == io::ErrorKind::TimedOut => Some(Self::Late),
            _ => None,
        };
        causes(error).find_map(|cause| cause.downcast_ref().copied().or_else(|| io(cause))).unwrap_or(Self::Refused)
    }
}

/// An error and what caused it.
pub(super) fn causes<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

type Future<T> = Pin<Box<dyn std::future::Future<Output = Result<T, Unreached>> + Send>>;

/// Connects to a server, directly or through the proxy of the environment.
#[derive(Clone)]
pub(super) struct Connector(Arc<Ways>);

struct Ways {
    limit: Duration,
    direct: Hop,
    proxies: Option<(Matcher, Hop)>,
}

impl Connector {
    pub fn new(tls: Arc<ClientConfig>, limit: Duration, environment_proxy: bool) -> Self {
        let mut tcp = HttpConnector::new_with_resolver(Names(GaiResolver::new()));
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_keepalive(Some(Duration::from_secs(30)));
        tcp.set_keepalive_interval(Some(Duration::from_secs(15)));
        tcp.set_keepalive_retries(Some(3));
        #[cfg(any(target_os = "android", target_os = "linux"))]
        tcp.set_tcp_user_timeout(Some(Duration::from_secs(30)));
        let proxies = environment_proxy.then(|| {
            // A proxy is spoken to in HTTP/1.1, whatever the server behind it can.
            let mut tls = ClientConfig::clone(&tls);
            tls.alpn_protocols.clear();
            (Matcher::from_env(), Hop { tcp: tcp.clone(), tls: Arc::new(tls).into() })
        });
        Self(Arc::new(Ways { limit, direct: Hop { tcp, tls: tls.into() }, proxies }))
    }

    /// What to tell the proxy about us with a request that it forwards. Through a tunnel it is told before.
    pub fn proxy_authorization(&self, to: &Uri) -> Option<HeaderValue> {
        if to.scheme() != Some(&Scheme::HTTP) {
            return None;
        }
        self.0.proxy(to)?.1.basic_auth().cloned()
    }
}

impl Ways {
    fn proxy(&self, to: &Uri) -> Option<(&Hop, Intercept)> {
        let (matcher, hop) = self.proxies.as_ref()?;
        Some((hop, matcher.intercept(to)?))
    }

    async fn reach(&self, to: Uri) -> Result<Link, Unreached> {
        let Some((hop, proxy)) = self.proxy(&to) else { return self.direct.reach(to).await };
        if to.scheme() != Some(&Scheme::HTTPS) {
            let link = hop.reach(proxy.uri().clone()).await?;
            return Ok(Link { forwards: true, ..link });
        }
        let mut tunnel = Tunnel::new(proxy.uri().clone(), hop.clone());
        if let Some(authorization) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(authorization.clone());
        }
        let link = tunnel.call(to.clone()).await.map_err(|error| Unreached::of(&error))?;
        self.direct.secure(link.into_inner(), &to).await
    }
}

impl Service<Uri> for Connector {
    type Response = TokioIo<Link>;
    type Error = Unreached;
    type Future = Future<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Unreached>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let ways = Arc::clone(&self.0);
        Box::pin(async move {
            let link = tokio::time::timeout(ways.limit, ways.reach(to)).await.unwrap_or(Err(Unreached::Late))?;
            Ok(TokioIo::new(link))
        })
    }
}

/// Connects to what an address names, with TLS if it is https.
#[derive(Clone)]
struct Hop {
    tcp: HttpConnector<Names>,
    tls: TlsConnector,
}

impl Hop {
    async fn reach(&self, to: Uri) -> Result<Link, Unreached> {
        let secure = match to.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(Unreached::Refused),
        };
        let tcp = self.tcp.clone().call(to.clone()).await.map_err(|error| Unreached::of(&error))?;
        let link = Link { io: Box::new(tcp.into_inner()), http2: false, forwards: false };
        if secure { self.secure(link, &to).await } else { Ok(link) }
    }

    async fn secure(&self, link: Link, to: &Uri) -> Result<Link, Unreached> {
        let host = to.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        let name = ServerName::try_from(host.to_owned()).map_err(|_| Unreached::Refused)?;
        let stream = self.tls.connect(name, link).await.map_err(|error| Unreached::of(&error))?;
        let http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
        Ok(Link { io: Box::new(stream), http2, forwards: false })
    }
}

impl Service<Uri> for Hop {
    type Response = TokioIo<Link>;
    type Error = Unreached;
    type Future = Future<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Unreached>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let hop = self.clone();
        Box::pin(async move { hop.reach(to).await.map(TokioIo::new) })
    }
}

/// The machine's resolver, whose failures can be told from those of TCP.
#[derive(Clone, Debug)]
struct Names(GaiResolver);

impl Service<Name> for Names {
    type Response = GaiAddrs;
    type Error = Unreached;
    type Future = Future<GaiAddrs>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Unreached>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let addresses = self.0.call(name);
        Box::pin(async { addresses.await.map_err(|_| Unreached::Name) })
    }
}

trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// A connection: TCP, or TLS over another one.
pub(super) struct Link {
    io: Box<dyn Duplex>,
    http2: bool,
    /// The other end is a proxy that forwards: it wants whole addresses.
    forwards: bool,
}

/// When the connection of an answer was made.
#[derive(Clone, Copy)]
pub(super) struct Since(pub Instant);

impl Connection for Link {
    fn connected(&self) -> Connected {
        let connected = Connected::new().proxy(self.forwards).extra(Since(Instant::now()));
        if self.http2 { connected.negotiated_h2() } else { connected }
    }
}

impl AsyncRead for Link {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buf)
    }
}

impl AsyncWrite for Link {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, bufs)
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
