//! A server on the loopback address that treats every request the same. It uses its own threads, since the transport under
//! test may block the runtime.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use super::super::lock;

/// How the server treats a request.
#[derive(Clone)]
pub(super) enum Reply {
    /// Sends these bytes and closes the connection.
    Raw(Vec<u8>),
    /// Closes the connection.
    Close,
    /// Sends nothing.
    Silent,
    /// Sends the head of a response, and then single bytes of the body at intervals.
    Drip,
    /// Sends a body without an end: 1 MiB at once, and then nothing, so that a transport without a limit does no harm.
    Endless,
}

impl Reply {
    /// A complete response. Each header in `headers` ends with a line break.
    pub(super) fn answer(status: u16, headers: &str, body: &str) -> Self {
        let length = body.len();
        let head =
            format!("HTTP/1.1 {status} Status\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n");
        Self::Raw([head.as_bytes(), body.as_bytes()].concat())
    }
}

/// A request as it arrived.
#[derive(Clone)]
pub(super) struct Seen {
    pub(super) line: String,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Seen {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Default)]
struct Shared {
    stopped: AtomicBool,
    seen: Mutex<Vec<Seen>>,
}

/// The server. It stops when it is dropped.
pub(super) struct Peer {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

impl Peer {
    pub(super) fn start(reply: Reply) -> Result<Self, String> {
        let unable = |error: std::io::Error| format!("no server on the loopback address: {error}");
        let listener = TcpListener::bind("127.0.0.1:0").map_err(unable)?;
        let address = listener.local_addr().map_err(unable)?;
        let shared = Arc::new(Shared::default());
        let accepting = std::thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                for stream in listener.incoming() {
                    if shared.stopped.load(Ordering::SeqCst) {
                        return;
                    }
                    let (shared, reply) = (Arc::clone(&shared), reply.clone());
                    if let Ok(stream) = stream {
                        std::thread::spawn(move || serve(stream, &reply, &shared));
                    }
                }
            }
        });
        Ok(Self { address, shared, accepting: Some(accepting) })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The complete requests that have arrived.
    pub(super) fn requests(&self) -> Vec<Seen> {
        lock(&self.shared.seen).clone()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for a connection. The port is closed afterwards.
        let _ = TcpStream::connect(self.address);
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}

/// The interval at which a connection checks whether the server was dropped.
const LOOK: Duration = Duration::from_millis(50);

fn serve(mut stream: TcpStream, reply: &Reply, shared: &Shared) {
    let Some(request) = read(&mut stream) else { return };
    lock(&shared.seen).push(request);
    let waiting = || !shared.stopped.load(Ordering::SeqCst);
    match reply {
        Reply::Raw(bytes) => {
            let _ = stream.write_all(bytes);
        }
        Reply::Close => {}
        Reply::Silent => {
            while waiting() {
                std::thread::sleep(LOOK);
            }
        }
        Reply::Drip => {
            let mut open = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n").is_ok();
            while open && waiting() {
                std::thread::sleep(LOOK);
                open = stream.write_all(b" ").is_ok();
            }
        }
        Reply::Endless => {
            let chunk = [b"1000\r\n".as_slice(), &[b' '; 0x1000], b"\r\n"].concat();
            let mut open = stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").is_ok();
            for _ in 0..256 {
                open = open && stream.write_all(&chunk).is_ok();
            }
            while open && waiting() {
                std::thread::sleep(LOOK);
            }
        }
    }
}

/// Reads a request with its body, if there is a `content-length`.
fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let mut lines = head.lines();
            let line = lines.next()?.to_owned();
            let headers: Vec<_> = lines
                .filter_map(|line| line.split_once(':'))
                .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
                .collect();
            let mut request = Seen { line, headers, body: Vec::new() };
            let length: usize = request.header("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
            if bytes.len() >= end + 4 + length {
                request.body = bytes[end + 4..end + 4 + length].to_vec();
                return Some(request);
            }
        }
        match stream.read(&mut chunk) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&chunk[..count]),
            _ => return None,
        }
    }
}
