//! A scripted server on a real socket, for faults that a normal server does not have.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::Utc;
use open_platform::client::Hosts;
use open_platform::testing::ManualClock;
use open_platform::{OpenPlatform, Secret};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub const API_KEY: &str = "canary-api-key-5f1c";
pub const TOKEN: &str = "canary-token-9b7e";

/// What the peer does with one request.
#[derive(Clone)]
pub enum Step {
    /// Sends these bytes and keeps the connection.
    Answer(Vec<u8>),
    /// Sends these bytes and closes the connection.
    AnswerAndClose(Vec<u8>),
    /// Reads the request and closes the connection without a response.
    Close,
    /// Sends these bytes, then one byte every 20 ms, without end.
    Drip(Vec<u8>),
    /// Sends these bytes, then chunks of 64 KiB as fast as they are read, without end.
    Flood(Vec<u8>),
}

/// A response with a body.
pub fn answer(status: u16, headers: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let mut bytes = format!("HTTP/1.1 {status} Text\r\ncontent-length: {}\r\n{headers}\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// A JSON response.
pub fn json(status: u16, body: &str) -> Step {
    Step::Answer(answer(status, "content-type: application/json\r\n", body))
}

pub struct Peer {
    pub url: String,
    seen: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
}

impl Peer {
    /// Performs the steps in order, one for each request on any connection; then repeats the last one.
    pub async fn start(steps: impl IntoIterator<Item = Step>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let script = Arc::new(Mutex::new(steps.into_iter().collect::<VecDeque<_>>()));
        let connections = Arc::new(AtomicUsize::new(0));
        tokio::spawn({
            let (seen, connections) = (Arc::clone(&seen), Arc::clone(&connections));
            async move {
                while let Ok((stream, _)) = listener.accept().await {
                    connections.fetch_add(1, Ordering::Relaxed);
                    tokio::spawn(serve(stream, Arc::clone(&seen), Arc::clone(&script)));
                }
            }
        });
        Self { url, seen, connections }
    }

    /// How many connections were made.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// The complete requests that arrived.
    pub fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    /// A client of this peer, whose waits take no time and are recorded.
    pub fn client(&self) -> (OpenPlatform, Arc<ManualClock>) {
        client(&self.url)
    }
}

/// A client of the server at an address, whose waits take no time and are recorded.
pub fn client(url: &str) -> (OpenPlatform, Arc<ManualClock>) {
    let waits = ManualClock::at(Utc::now());
    let host = || url.to_owned();
    let hosts = Hosts { auth: host(), base: host(), api: host(), upload: host(), chat: host() };
    let builder = OpenPlatform::builder().api_key(Secret::new(API_KEY)).hosts(hosts).clock(waits.clone());
    (builder.build().unwrap(), waits)
}

async fn serve(mut stream: TcpStream, seen: Arc<Mutex<Vec<String>>>, script: Arc<Mutex<VecDeque<Step>>>) {
    let mut buffer = Vec::new();
    while let Some(request) = read_request(&mut stream, &mut buffer).await {
        seen.lock().unwrap().push(request);
        let step = {
            let mut script = script.lock().unwrap();
            if script.len() > 1 { script.pop_front() } else { script.front().cloned() }
        };
        let alive = match step {
            Some(Step::Answer(bytes)) => stream.write_all(&bytes).await.is_ok(),
            Some(Step::AnswerAndClose(bytes)) => {
                let _ = stream.write_all(&bytes).await;
                false
            }
            Some(Step::Close) | None => false,
            Some(Step::Drip(bytes)) => {
                let mut alive = stream.write_all(&bytes).await.is_ok();
                while alive {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    alive = stream.write_all(b" ").await.is_ok();
                }
                false
            }
            Some(Step::Flood(bytes)) => {
                let chunk = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
                let mut alive = stream.write_all(&bytes).await.is_ok();
                while alive {
                    alive = stream.write_all(&chunk).await.is_ok();
                }
                false
            }
        };
        if !alive {
            return;
        }
    }
}

async fn read_request(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<String> {
    loop {
        if let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&buffer[..end]).to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let total = end + 4 + length.map_or(0, |length| length.parse::<usize>().unwrap());
            if buffer.len() >= total {
                let request = buffer.drain(..total).collect::<Vec<_>>();
                return Some(String::from_utf8_lossy(&request).into_owned());
            }
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
}
