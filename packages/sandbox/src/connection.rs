//! Accepted connections that a fault can close or reset instead of answering.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use crate::faults::Hangup;

/// Cuts one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionCutter(Arc<ConnectionState>);

#[derive(Debug, Default)]
struct ConnectionState {
    /// 0: open, 1: to be closed, 2: to be reset.
    cut: AtomicU8,
    /// Whether it began without TLS where TLS is required.
    is_plain: AtomicBool,
}

impl ConnectionCutter {
    /// Closes or resets the connection with the next write.
    pub(crate) fn cut(&self, how: Hangup) {
        self.0.cut.store(if how.reset { 2 } else { 1 }, Ordering::Release);
    }

    /// Notes that the connection began without TLS where TLS is required.
    pub(crate) fn mark_plain(&self) {
        self.0.is_plain.store(true, Ordering::Release);
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.0.is_plain.load(Ordering::Acquire)
    }
}

/// A listener whose connections can be cut.
pub(crate) struct Connections(pub(crate) TcpListener);

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Without Nagle's algorithm small answers are sent at once. An error here only affects speed.
        let _ = stream.set_nodelay(true);
        (Connection { stream, cutter: ConnectionCutter::default() }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Connections>> for ConnectionCutter {
    fn connect_info(incoming: IncomingStream<'_, Connections>) -> Self {
        incoming.io().cutter.clone()
    }
}

/// A connection that can be cut.
pub(crate) struct Connection {
    stream: TcpStream,
    cutter: ConnectionCutter,
}

impl Connection {
    pub(crate) fn cutter(&self) -> ConnectionCutter {
        self.cutter.clone()
    }

    /// The first byte, which is still to be read; `None` at the end of the connection.
    pub(crate) fn poll_first(&self, cx: &mut Context<'_>) -> Poll<io::Result<Option<u8>>> {
        let mut first = [0];
        let mut buf = ReadBuf::new(&mut first);
        self.stream.poll_peek(cx, &mut buf).map_ok(|_| buf.filled().first().copied())
    }

    fn cut(&self) -> Option<io::Error> {
        match self.cutter.0.cut.load(Ordering::Acquire) {
            0 => None,
            how => {
                if how == 2 {
                    // With a linger of 0 the close sends a reset.
                    let _ = self.stream.set_zero_linger();
                }
                Some(io::ErrorKind::ConnectionAborted.into())
            }
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.cut() {
            Some(error) => Poll::Ready(Err(error)),
            None => Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.cut() {
            Some(error) => Poll::Ready(Err(error)),
            None => Pin::new(&mut self.get_mut().stream).poll_write_vectored(cx, bytes),
        }
    }
}
