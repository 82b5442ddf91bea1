//! Connections to a sandbox that serves HTTPS.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::extract::connect_info::{ConnectInfo, Connected};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::server::TlsStream;
use tokio_rustls::{Accept, TlsAcceptor};

use crate::connection::{Connection, ConnectionCutter, Connections};
use crate::response::{Code, PlatformResponse, Refusal};
use crate::sandbox::Shared;

/// The first byte of every TLS connection: a record of the handshake. No request of HTTP begins with it.
const HANDSHAKE: u8 = 0x16;

/// A listener whose connections use TLS. The handshake is made by the task of the connection, so that a client that is silent keeps
/// no other waiting.
pub(crate) struct EncryptedConnections {
    pub(crate) connections: Connections,
    pub(crate) tls: TlsAcceptor,
}

impl Listener for EncryptedConnections {
    type Io = Encrypted;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Encrypted, SocketAddr) {
        let (connection, address) = self.connections.accept().await;
        let cutter = connection.cutter();
        (Encrypted { cutter, state: Stage::New(Some(connection), self.tls.clone()) }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.connections.local_addr()
    }
}

impl Connected<IncomingStream<'_, EncryptedConnections>> for ConnectionCutter {
    fn connect_info(incoming: IncomingStream<'_, EncryptedConnections>) -> Self {
        incoming.io().cutter.clone()
    }
}

/// A connection to the port for HTTPS. One that begins without TLS is marked, and its requests are refused.
pub(crate) struct Encrypted {
    cutter: ConnectionCutter,
    state: Stage,
}

enum Stage {
    /// Nothing has arrived.
    New(Option<Connection>, TlsAcceptor),
    Handshake(Box<Accept<Connection>>),
    Tls(Box<TlsStream<Connection>>),
    Plain(Connection),
    Failed,
}

/// A stream in both directions.
trait Duplex: AsyncRead + AsyncWrite + Unpin {}
impl<T: AsyncRead + AsyncWrite + Unpin> Duplex for T {}

impl Encrypted {
    /// The stream, once the handshake is complete.
    fn poll_stream(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<Pin<&mut dyn Duplex>>> {
        loop {
            self.state = match &mut self.state {
                Stage::New(connection, tls) => {
                    if let Some(waiting) = connection
                        && ready!(waiting.poll_first(cx))? != Some(HANDSHAKE)
                    {
                        self.cutter.mark_plain();
                    }
                    match connection.take() {
                        Some(connection) if self.cutter.is_plain() => Stage::Plain(connection),
                        Some(connection) => Stage::Handshake(Box::new(tls.accept(connection))),
                        None => Stage::Failed,
                    }
                }
                Stage::Handshake(accept) => match ready!(Pin::new(accept).poll(cx)) {
                    Ok(stream) => Stage::Tls(Box::new(stream)),
                    Err(error) => {
                        self.state = Stage::Failed;
                        return Poll::Ready(Err(error));
                    }
                },
                Stage::Tls(_) | Stage::Plain(_) | Stage::Failed => break,
            };
        }
        Poll::Ready(self.stream().ok_or_else(|| io::ErrorKind::NotConnected.into()))
    }

    /// The stream, if the handshake is complete.
    fn stream(&mut self) -> Option<Pin<&mut dyn Duplex>> {
        match &mut self.state {
            Stage::Tls(stream) => Some(Pin::new(stream)),
            Stage::Plain(stream) => Some(Pin::new(stream)),
            Stage::New(..) | Stage::Handshake(_) | Stage::Failed => None,
        }
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        ready!(self.get_mut().poll_stream(cx))?.poll_read(cx, buf)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.get_mut().poll_stream(cx))?.poll_write(cx, bytes)
    }

    // Before the end of the handshake nothing was written.
    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().stream().map_or(Poll::Ready(Ok(())), |stream| stream.poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().stream().map_or(Poll::Ready(Ok(())), |stream| stream.poll_shutdown(cx))
    }
}

/// Refuses a request that came without TLS, and ends its connection.
pub(crate) async fn refuse_plain(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let connection = request.extensions().get::<ConnectInfo<ConnectionCutter>>();
    if !connection.is_some_and(|info| info.0.is_plain()) {
        return next.run(request).await;
    }
    let text = format!("this sandbox serves HTTPS: its address is {}, and clients must trust its CA", shared.origin());
    let mut response = PlatformResponse::from(Refusal::new(Code::InvalidArgument, text)).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
