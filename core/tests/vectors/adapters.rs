//! The app of `adapters.json`, behind axum and over real sockets.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use open_platform::Json;
use open_platform::hooks::{ChatbotMessage, Context, Hooks, MalformedEvent, UnknownEvent};
use open_platform::inbox::HandlerError;
use open_platform::model::action::Action;
use open_platform::model::chat::ChatMessage;
use open_platform::model::event::{PostUpdate, Transaction, UserAccessRevocation};
use open_platform::webhook::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{Freshness, IdentificationKey, IpAllowlist, KeyRing, Webhooks};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::faults::measured;
use crate::incoming::fields;
use crate::{CheckResult, judge_servers, same};

/// The calls of handlers, in order.
#[derive(Clone, Default)]
struct Calls(Arc<Mutex<Vec<Value>>>);

impl Calls {
    fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    fn note(&self, handler: &str, payload: impl Serialize, context: &Context) {
        let freshness = match context.freshness {
            Freshness::Fresh { .. } => "fresh",
            Freshness::Stale { .. } => "stale",
            Freshness::Future { .. } => "future",
            Freshness::Unknown => "unknown",
        };
        self.0.lock().unwrap().push(json!({
            "handler": handler,
            "payload": payload,
            "key_id": context.key_id,
            "metadata": context.metadata.as_ref().map(Json::value),
            "freshness": freshness,
        }));
    }

    fn note_unknown(&self, kind: &str, malformed: bool, context: &Context) {
        let call = json!({ "handler": "unknown", "kind": kind, "malformed": malformed, "key_id": context.key_id });
        self.0.lock().unwrap().push(call);
    }

    fn hooks(&self) -> Hooks {
        let keys = [("new", "identification-key-new"), ("old", "identification-key-old")];
        let keys = KeyRing::new(keys.map(|(id, key)| IdentificationKey::new(id, key))).unwrap();
        let calls = || self.clone();
        let (message, chatbot, update, transaction) = (calls(), calls(), calls(), calls());
        let (revocation, unknown, malformed, start, action) = (calls(), calls(), calls(), calls(), calls());
        let here = || ["127.0.0.0/8", "::1"];
        let local = IpAllowlist::new(here()).and_then(|local| local.trusted_proxies(here())).unwrap();
        Hooks::new(Webhooks::new(keys).body_limit(2048))
            .allowlist(local)
            .on(move |payload: ChatMessage, context| {
                message.note("new_message", &payload, &context);
                let fails = payload.text() == Some("fail");
                async move { if fails { Err(HandlerError::new("as the case says")) } else { Ok(()) } }
            })
            .on(move |payload: ChatbotMessage, context| {
                chatbot.note("new_chatbot_message", &payload.0, &context);
                done()
            })
            .on(move |payload: PostUpdate, context| {
                update.note("post_update", &payload, &context);
                done()
            })
            .on(move |payload: Transaction, context| {
                transaction.note("payment_transaction", &payload, &context);
                done()
            })
            .on(move |payload: UserAccessRevocation, context| {
                revocation.note("user_access_revocation", &payload, &context);
                done()
            })
            .on(move |event: UnknownEvent, context| {
                unknown.note_unknown(&event.kind, false, &context);
                done()
            })
            .on(move |event: MalformedEvent, context| {
                malformed.note_unknown(&event.kind, true, &context);
                done()
            })
            .on_start(move |request, context| {
                start.note("start", &request, &context);
                async move { start_of_app(&request) }
            })
            .on_dynamic_action(move |request, context| {
                action.note("dynamic_action", &request, &context);
                async move { Ok(action_of_app(&request)) }
            })
    }
}

async fn done() -> Result<(), HandlerError> {
    Ok(())
}

fn start_of_app(request: &StartRequest) -> Result<StartReply, HandlerError> {
    let extra = request.extra_data.as_ref().map(Json::value).unwrap_or_default();
    match (extra.get("fail"), extra["url"].as_str()) {
        (Some(_), _) => panic!("canary"),
        (None, Some(url)) => Ok(StartReply::new(url)),
        (None, None) => Ok(StartReply::new(format!("https://app.example/start?from={}", request.source))),
    }
}

fn action_of_app(request: &DynamicActionRequest) -> DynamicActionReply {
    let extra = request.extra_data.as_ref().map(Json::value).unwrap_or_default();
    DynamicActionReply {
        action: extra["open"].as_str().map(|url| Action::OpenDirectLink { url: url.to_owned() }),
        text_message: extra["text"].as_str().map(str::to_owned),
        ..DynamicActionReply::default()
    }
}

/// A way to mount hooks in axum.
type Mount = fn(&Hooks) -> Router;

const MOUNTS: &[(&str, Mount)] = &[
    ("a tower service", |hooks| Router::new().nest_service("/hooks", hooks.service())),
    ("a router of axum", |hooks| Router::new().nest("/hooks", hooks.router())),
];

pub fn serve(runtime: &Runtime, app: Router) -> SocketAddr {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    runtime.spawn(async move { axum::serve(listener, app).await });
    address
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

/// A server for each way to mount hooks, and the calls of its handlers.
fn servers(runtime: &Runtime) -> Vec<(&'static str, (SocketAddr, Calls))> {
    let server = |(name, app): &(&'static str, Mount)| {
        let calls = Calls::default();
        (*name, (serve(runtime, app(&calls.hooks())), calls))
    };
    MOUNTS.iter().map(server).collect()
}

#[test]
fn slow_bodies() {
    let runtime = runtime();
    judge_servers("slow", &servers(&runtime), |(address, calls), case| {
        let request = String::from_utf8(request(&case.given)).unwrap().replacen("Connection: close\r\n", "", 1);
        let (response, took) = drip(*address, request.as_bytes());
        let milliseconds = took.as_secs_f64() * 1000.0;
        if let Some(figure) = case.expect["figure"].as_str() {
            measured("F51", "Rust", &[(figure, milliseconds)]);
        }
        answer_is(&response, &case.expect)?;
        let earliest = case.expect["at_least_milliseconds"].as_f64().unwrap_or_default();
        let latest = case.expect["at_most_milliseconds"].as_f64().unwrap();
        if !(earliest..=latest).contains(&milliseconds) {
            return Err(format!("a response after {milliseconds} ms"));
        }
        same("the calls", &calls.take().into(), &json!([]))
    });
}

/// Sends a request, and then a byte a second until the server has closed the connection. Returns the response, and how long it took.
fn drip(address: SocketAddr, request: &[u8]) -> (Response, Duration) {
    let mut connection = TcpStream::connect(address).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    let (started, mut took) = (Instant::now(), None);
    connection.write_all(request).unwrap();
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        assert!(started.elapsed() < Duration::from_secs(120), "the connection is still open");
        match connection.read(&mut piece) {
            Ok(length @ 1..) => {
                took.get_or_insert(started.elapsed());
                bytes.extend_from_slice(&piece[..length]);
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                let written = connection.write_all(b" ");
                // The next read says that it was closed.
                assert!(written.as_ref().err().is_none_or(is_closed), "{written:?}");
            }
            Err(error) if !is_closed(&error) => panic!("{error}"),
            Ok(0) | Err(_) => return (Response::read(&bytes), took.expect("a response")),
        }
    }
}

/// Whether an error says that the server has closed the connection, with a byte unread.
fn is_closed(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe)
}

#[test]
fn adapters() {
    let runtime = runtime();
    judge_servers("cases", &servers(&runtime), |(address, calls), case| {
        let mut times = 0..case.given["times"].as_i64().unwrap();
        let result = times.try_for_each(|_| answer_is(&send(*address, &request(&case.given)), &case.expect));
        let calls = calls.take();
        result?;
        let expected = case.expect["called"].as_array().unwrap();
        if calls.len() != expected.len() {
            return Err(format!("called {calls:?}"));
        }
        calls.iter().zip(expected).try_for_each(|(call, expected)| call_is(call, expected))
    });
}

/// The bytes of a request.
pub fn request(given: &Value) -> Vec<u8> {
    let list = |name: &str| given[name].as_array().cloned().unwrap_or_default();
    let mut headers = vec![("Host", json!("app.example")), ("Connection", json!("close"))];
    headers.extend(list("authorization").into_iter().map(|value| ("Authorization", value)));
    headers.extend(list("content_type").into_iter().map(|value| ("Content-Type", value)));
    let mut head = format!("{} {} HTTP/1.1\r\n", given["method"].as_str().unwrap(), given["path"].as_str().unwrap());
    let mut write = |name: &str, value: &str| head.push_str(&format!("{name}: {value}\r\n"));
    headers.iter().for_each(|(name, value)| write(name, value.as_str().unwrap()));
    list("headers").iter().for_each(|pair| write(pair[0].as_str().unwrap(), pair[1].as_str().unwrap()));
    let mut body = Vec::new();
    if given.get("chunks_base64").is_some() {
        write("Transfer-Encoding", "chunked");
        for chunk in list("chunks_base64") {
            let chunk = BASE64.decode(chunk.as_str().unwrap()).unwrap();
            body.extend([format!("{:x}\r\n", chunk.len()).as_bytes(), &chunk, b"\r\n"].concat());
        }
        body.extend(if given.get("unfinished").is_some() { &b""[..] } else { b"0\r\n\r\n" });
    } else if let Some(text) = given["body_base64"].as_str() {
        body = BASE64.decode(text).unwrap();
    } else if let Some(text) = given["text"].as_str() {
        body = text.into();
    } else if let Some(json) = given.get("body") {
        body = serde_json::to_vec(json).unwrap();
    }
    match given["content_length"].as_str() {
        Some(length) => write("Content-Length", length),
        None if given.get("chunks_base64").is_none() => write("Content-Length", &body.len().to_string()),
        None => {}
    }
    let body = if given.get("unsent").is_some() { Vec::new() } else { body };
    [head.as_bytes(), b"\r\n", &body].concat()
}

pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    fn read(bytes: &[u8]) -> Self {
        assert!(!String::from_utf8_lossy(bytes).contains("canary"));
        let end = bytes.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a response");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| line.split_once(": ").unwrap()).map(|(name, value)| (name.into(), value.into()));
        Self { status, headers: headers.collect(), body: bytes[end + 4..].to_vec() }
    }
}

/// Sends a request on a connection of its own, and reads the response to its end.
pub fn send(address: SocketAddr, request: &[u8]) -> Response {
    let mut connection = TcpStream::connect(address).unwrap();
    // A server that has responded may close while the rest of the request is written.
    let _ = connection.write_all(request);
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    while let Ok(length @ 1..) = connection.read(&mut piece) {
        bytes.extend_from_slice(&piece[..length]);
    }
    Response::read(&bytes)
}

pub fn answer_is(response: &Response, expect: &Value) -> CheckResult {
    same("the status", &json!(response.status), &expect["status"])?;
    for (name, expected) in expect.get("headers").and_then(Value::as_object).into_iter().flatten() {
        let value = response.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value);
        same(name, &json!(value), expected)?;
    }
    let Some(expected) = expect.get("body") else { return Ok(()) };
    let body = if response.body.is_empty() { Value::Null } else { serde_json::from_slice(&response.body).unwrap() };
    same("the body", &body, expected)
}

fn call_is(call: &Value, expected: &Value) -> CheckResult {
    for (name, expected) in expected.as_object().unwrap() {
        match name.as_str() {
            "fields" => fields(&call["payload"], expected)?,
            name => same(name, &call[name], expected)?,
        }
    }
    Ok(())
}
