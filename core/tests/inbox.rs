//! The inbox in real processes, with real stores, and a sandbox that delivers over a real socket.
//!
//! This program is its own receiver: it starts itself with the name of the test `receiver`, which is an app with a web
//! server. The receiver can be told to halt at a write of the store. It is killed there, or at any other time.

#![cfg(all(unix, feature = "sqlite", feature = "postgres", feature = "redis"))]

#[path = "inbox/crashes.rs"]
mod crashes;
#[path = "inbox/limits.rs"]
mod limits;
#[path = "inbox/scenarios.rs"]
mod scenarios;
mod support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use axum::Router;
use chrono::{DateTime, Utc};
use open_platform::error::StoreError;
use open_platform::hooks::Hooks;
use open_platform::inbox::{Inbox, InboxOptions};
use open_platform::stores::{Encryption, Record, RecordKind, RecordStore, open_store};
use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
use open_platform_sandbox::{Authorization, DeliveryState, Sandbox, World};
use serde_json::json;
use support::faults::measured;
use support::servers::Server;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpSocket, TcpStream};

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";

/// How long an event may take until it is delivered or accepted, on any machine.
const LIMIT: Duration = Duration::from_secs(120);

fn encryption() -> Encryption {
    Encryption::keys([KEY]).unwrap()
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is set by the test that starts this process"))
}

/// Writes one line to the test at once, also while the test framework holds standard output.
fn print_line(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n{line}").unwrap();
    out.flush().unwrap();
}

/// A store that halts at a given write or deletion. It stores an event and its mark one after the other, as stores without an
/// `insert` of their own do.
struct Halting {
    store: Arc<dyn RecordStore>,
    at: String,
}

impl Halting {
    async fn reach(&self, step: String) {
        if step == self.at {
            print_line("AT");
            std::future::pending().await
        }
    }
}

#[async_trait]
impl RecordStore for Halting {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        self.store.get(kind, key).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.reach(format!("before {}", kind.as_str())).await;
        let written = self.store.put(kind, key, expected, value).await;
        self.reach(format!("after {}", kind.as_str())).await;
        written
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.reach(format!("before the end of {}", kind.as_str())).await;
        self.store.delete(kind, key, expected).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.store.scan(kind, prefix, after, limit).await
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        self.store.count(kind, prefix).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.store.now().await
    }

    fn needs_encryption(&self) -> bool {
        false
    }
}

/// An app's server: its hooks store each event in the inbox.
fn server(webhooks: Webhooks, inbox: Inbox) -> Router {
    Router::new().route_service("/events", Hooks::new(webhooks).inbox(inbox).service())
}

/// A socket on a port of this machine that other processes of the test may share. 0: any port. Only one of them listens.
fn socket(port: u16) -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.set_reuseport(true).unwrap();
    socket.bind(([127, 0, 0, 1], port).into()).unwrap();
    socket
}

#[test]
#[ignore = "is a process of the other tests"]
fn receiver() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = open_store(&variable("STORE"), encryption()).unwrap();
        let store = match variable("HALT") {
            at if at.is_empty() => store,
            at => Arc::new(Halting { store, at }),
        };
        let capacity = variable("CAPACITY").parse().ok();
        let lease_seconds = variable("LEASE").parse().ok();
        let options = InboxOptions { capacity, lease_seconds, ..InboxOptions::default() };
        let inbox = Inbox::over(store, Some(encryption()), options).unwrap();
        let ring = KeyRing::new([IdentificationKey::new("now", variable("IDENTIFICATION_KEY"))]).unwrap();
        let listener = socket(variable("PORT").parse().unwrap()).listen(1024).unwrap();
        let app = server(Webhooks::new(ring), inbox.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        if variable("HANDLE") == "true" {
            tokio::spawn(async move {
                loop {
                    // The store may be down for as long as the test wants.
                    let Ok(item) = inbox.next().await else { continue };
                    let text = item.delivery.event.message().and_then(|message| message.text()).unwrap().to_owned();
                    print_line(&format!("HANDLED {text}"));
                    if variable("HALT") == "in the handler" {
                        print_line("AT");
                        std::future::pending::<()>().await;
                    }
                    // After an error the acknowledgement may have been stored: then nothing is left to do.
                    let mut unclear = false;
                    let done = loop {
                        match inbox.ack(&item.id).await {
                            Ok(done) => break done || unclear,
                            Err(_) => unclear = true,
                        }
                    };
                    if done {
                        print_line(&format!("DONE {text}"));
                    }
                }
            });
        }
        print_line(&format!("READY {}", std::process::id()));
        // Ends with the test process.
        tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()).unwrap()).await.unwrap();
        std::process::exit(0);
    });
}

/// A process of the app.
struct Receiver {
    /// The process that was started, which may be a shell in front of the app.
    process: Child,
    /// The id of the app's process.
    id: u32,
    _input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Receiver {
    /// The next line for the test, or `None` at the end of the process.
    fn next_line(&mut self) -> Option<String> {
        let mut line = String::new();
        while self.output.read_line(&mut line).is_ok_and(|length| length > 0) {
            if ["READY", "AT", "HANDLED", "DONE"].iter().any(|word| line.starts_with(word)) {
                return Some(line.trim().to_owned());
            }
            line.clear();
        }
        None
    }

    fn read_line(&mut self) -> String {
        self.next_line().expect("the receiver has ended")
    }

    /// The texts of the events that the process handles, up to and including `last`.
    fn handled_until(&mut self, last: &str) -> Vec<String> {
        let mut handled = Vec::new();
        loop {
            let line = self.read_line();
            if let Some(text) = line.strip_prefix("HANDLED ") {
                handled.push(text.to_owned());
            }
            if line == format!("DONE {last}") {
                return handled;
            }
        }
    }

    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The settings of a receiver.
#[derive(Clone, Copy, Default)]
struct ReceiverSettings<'a> {
    halts: &'a str,
    handles: bool,
    capacity: &'a str,
    /// The lease, in seconds.
    lease: &'a str,
}

/// A lease that ends in no test, on any machine.
const HANDLES: ReceiverSettings<'_> = ReceiverSettings { halts: "", handles: true, capacity: "", lease: "3600" };

/// A sandbox, a store, and the processes of the app.
struct Setup {
    world: World,
    _sandbox: Sandbox,
    store: String,
    /// Keeps the port reserved, which the successor of a killed process takes over.
    socket: TcpSocket,
}

impl Setup {
    async fn new(store: &Store) -> Self {
        let sandbox = Sandbox::start().await.unwrap();
        let world = sandbox.default_world();
        world.set_webhook_rules(|rules| {
            rules.retry_after_seconds.clear();
            rules.timeout_milliseconds = 60_000;
        });
        let setup = Self { world, _sandbox: sandbox, store: store.address(), socket: socket(0) };
        setup.world.configure_app(|app| app.events_url = format!("http://127.0.0.1:{}/events", setup.port()));
        setup
    }

    fn port(&self) -> u16 {
        self.socket.local_addr().unwrap().port()
    }

    /// A process of the app that receives events from the platform.
    fn receiver(&self, settings: ReceiverSettings<'_>) -> Receiver {
        self.start(self.port(), settings)
    }

    /// A process that does not receive events.
    fn elsewhere(&self, settings: ReceiverSettings<'_>) -> Receiver {
        self.start(0, settings)
    }

    fn start(&self, port: u16, settings: ReceiverSettings<'_>) -> Receiver {
        // If the process may not write larger files (a full disk), a write is an error and does not end it.
        let mut command = Command::new("sh");
        command.args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#]).arg(std::env::current_exe().unwrap());
        command.args(["receiver", "--exact", "--ignored", "--nocapture"]);
        self.spawn(command, port, settings)
    }

    /// Starts a process that receives events, and waits until it is ready.
    fn spawn(&self, mut command: Command, port: u16, settings: ReceiverSettings<'_>) -> Receiver {
        let mut process = command
            .env("STORE", &self.store)
            .env("STORE_KEY", KEY)
            .env("HALT", settings.halts)
            .env("HANDLE", settings.handles.to_string())
            .env("CAPACITY", settings.capacity)
            .env("LEASE", settings.lease)
            .env("PORT", port.to_string())
            .env("IDENTIFICATION_KEY", self.world.app().identification_key)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut receiver = Receiver { process, id: 0, _input: input, output };
        let ready = receiver.read_line();
        receiver.id = ready.strip_prefix("READY ").and_then(|id| id.parse().ok()).unwrap_or_else(|| panic!("{ready}"));
        receiver
    }

    /// Makes the platform send a message, and returns the number of the delivery.
    fn send(&self, number: usize) -> i64 {
        self.world.send_event(json!({"type": "NEW_MESSAGE", "new_message": {
            "id": format!("e7a08a2c-8ee4-11ef-af85-{number:012}"), "type": "TEXT", "text": number.to_string(),
            "conversation": {"id": "c", "type": "POST"},
        }}))
    }

    /// Waits until a delivery has ended, and returns the status of the response.
    async fn status(&self, delivery: i64) -> Option<i64> {
        let started = Instant::now();
        loop {
            let deliveries = self.world.deliveries();
            let found = deliveries.iter().find(|found| found.id == delivery).unwrap();
            if matches!(found.state, DeliveryState::Delivered | DeliveryState::Failed) {
                return found.attempts.last().and_then(|attempt| attempt.status);
            }
            assert!(started.elapsed() < LIMIT, "it is not delivered: {found:?}");
            // Each call copies all deliveries.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Waits until an event is accepted. On a slow machine, the store may take longer than the time limit: then the
    /// response is 503, and the platform delivers again.
    async fn until_accepted(&self, mut delivery: i64) {
        let started = Instant::now();
        loop {
            assert!(started.elapsed() < LIMIT, "it is not accepted: {}", self.store);
            match self.status(delivery).await {
                Some(200) => return,
                status => assert_eq!(status, Some(503), "{}", self.store),
            }
            delivery = self.world.redeliver(delivery).unwrap();
        }
    }
}

/// A store that exists for the duration of a test.
enum Store {
    File(TempDir),
    Server(Server),
}

impl Store {
    fn all() -> Vec<Self> {
        vec![Self::file(), Self::Server(Server::postgres()), Self::Server(Server::redis())]
    }

    fn name(&self) -> &'static str {
        match self {
            Self::File(_) => "SQLite",
            Self::Server(server) if server.address().starts_with("postgres") => "PostgreSQL",
            Self::Server(_) => "Redis",
        }
    }

    fn file() -> Self {
        Self::File(tempfile::tempdir().unwrap())
    }

    /// Makes the store unusable, in one of two ways.
    fn block(&self, way: usize) -> Option<rusqlite::Connection> {
        match self {
            Self::File(directory) => {
                let writer = rusqlite::Connection::open(directory.path().join("store.db")).unwrap();
                writer.execute_batch("BEGIN IMMEDIATE").unwrap();
                return Some(writer);
            }
            Self::Server(server) if way == 0 => server.down(),
            Self::Server(server) => server.freeze(),
        }
        None
    }

    fn unblock(&self, way: usize, writer: Option<rusqlite::Connection>) {
        drop(writer);
        match self {
            Self::File(_) => {}
            Self::Server(server) if way == 0 => server.up(),
            Self::Server(server) => server.thaw(),
        }
    }

    fn address(&self) -> String {
        match self {
            Self::File(directory) => format!("sqlite://{}", directory.path().join("store.db").display()),
            Self::Server(server) => server.address().to_owned(),
        }
    }
}

/// A client that keeps its connection, unless the server closes it.
struct Connection {
    port: u16,
    socket: Option<BufStream<TcpStream>>,
}

impl Connection {
    fn to(port: u16) -> Self {
        Self { port, socket: None }
    }

    /// Sends an event, and returns the status of the response.
    async fn post(&mut self, key: &str, body: &str) -> u16 {
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => BufStream::new(TcpStream::connect(("127.0.0.1", self.port)).await.unwrap()),
        };
        let head = format!(
            "POST /events HTTP/1.1\r\nHost: app\r\nAuthorization: {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        socket.write_all(head.as_bytes()).await.unwrap();
        socket.flush().await.unwrap();
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(socket.read_line(&mut head).await.unwrap() > 0, "the connection was closed");
        }
        let head = head.to_ascii_lowercase();
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let length = header("content-length:").map_or(0, |length| length.parse().unwrap());
        socket.read_exact(&mut vec![0; length]).await.unwrap();
        if header("connection:") != Some("close") {
            self.socket = Some(socket);
        }
        head["http/1.1 ".len()..][..3].parse().unwrap()
    }
}

/// Fault F52 of `tests/faults.tsv`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_are_replaced_without_refusals_and_the_old_one_ends_at_once() {
    const OLD: &str = "the-old-identification-key";
    const NEW: &str = "the-new-identification-key";
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.configure_app(|app| app.identification_key = OLD.to_owned());
    world.set_webhook_rules(|rules| {
        rules.other_key = NEW.to_owned();
        rules.retry_after_seconds.clear();
        rules.timeout_milliseconds = 60_000;
    });
    let ring = KeyRing::new([IdentificationKey::new("old", OLD)]).unwrap();
    let inbox = Inbox::open("memory:", Encryption::unencrypted(), InboxOptions::default()).unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/events", listener.local_addr().unwrap());
    world.configure_app(|app| app.events_url = url.clone());
    let app = server(Webhooks::new(ring.clone()), inbox.clone());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let setup = Setup { world, _sandbox: sandbox, store: String::new(), socket: socket(0) };

    let with = |authorization| setup.world.set_webhook_rules(|rules| rules.authorization = authorization);
    let mut number = 0;
    let mut send = async || {
        number += 1;
        setup.status(setup.send(number)).await.unwrap()
    };
    assert_eq!(send().await, 200);
    with(Authorization::Other);
    assert_eq!(send().await, 401);
    ring.replace([IdentificationKey::new("old", OLD), IdentificationKey::new("new", NEW)]).unwrap();
    with(Authorization::InTurn);
    let mut refused = 0;
    for _ in 0..50 {
        refused += usize::from(send().await != 200);
    }
    measured("F52", "", &[("events refused during the overlap", refused as f64)]);
    assert_eq!(refused, 0);
    let removed = Instant::now();
    ring.replace([IdentificationKey::new("new", NEW)]).unwrap();
    with(Authorization::Right);
    while send().await != 401 {
        assert!(removed.elapsed() < Duration::from_secs(60));
    }
    let seconds = removed.elapsed().as_secs_f64();
    measured("F52", "", &[("seconds until the old key is refused", seconds)]);
    with(Authorization::Other);
    assert_eq!(send().await, 200);
    let mut by_key: BTreeMap<String, usize> = BTreeMap::new();
    while let Some(item) = inbox.try_next().await.unwrap() {
        *by_key.entry(item.key_id.clone()).or_default() += 1;
        inbox.ack(item.id).await.unwrap();
    }
    assert_eq!(by_key, BTreeMap::from([("new".to_owned(), 26), ("old".to_owned(), 26)]));
}
