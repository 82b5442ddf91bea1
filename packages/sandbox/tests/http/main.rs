//! The sandbox over HTTP on a socket.

mod addresses;
mod admin;
mod consent;
mod decisions;
mod every_operation;
mod limits;
mod live;
mod login;
mod operations;
mod ownership;
mod platform_limits;
mod protocol;
mod spec_scopes;
mod undelivered;

use open_platform_sandbox::{Sandbox, World};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A complete answer.
#[derive(Debug)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    head: String,
    /// The body, as text.
    pub body: String,
}

impl Reply {
    /// The first header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The message of an error answer, of the platform or of the admin API.
    pub fn message(&self) -> String {
        self.json()["message"].as_str().unwrap_or_default().to_owned()
    }
}

/// Sends raw bytes, and reads until the connection is closed.
pub async fn raw(sandbox: &Sandbox, request: &[u8]) -> Reply {
    try_raw(sandbox, request).await.unwrap()
}

/// The same, where the connection may be closed without an answer.
async fn try_raw(sandbox: &Sandbox, request: &[u8]) -> Option<Reply> {
    let mut stream = TcpStream::connect(sandbox.url().trim_start_matches("http://")).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Some(Reply { status, head: head.to_owned(), body: body.to_owned() })
}

/// Sends one request.
pub async fn send(sandbox: &Sandbox, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    try_send(sandbox, method, path, headers, body).await.unwrap()
}

/// Sends one request. None: the connection was closed without an answer.
pub async fn try_send(
    sandbox: &Sandbox,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Option<Reply> {
    let host = sandbox.url().trim_start_matches("http://");
    let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut request = format!("{request}content-length: {}\r\n\r\n", body.len()).into_bytes();
    request.extend_from_slice(body);
    try_raw(sandbox, &request).await
}

/// Sends JSON to the admin API, below the default world.
pub async fn admin(sandbox: &Sandbox, method: &str, path: &str, body: Value) -> Reply {
    let path = format!("/_sandbox/worlds/default{path}");
    let text = if body.is_null() { String::new() } else { body.to_string() };
    send(sandbox, method, &path, &[("content-type", "application/json")], text.as_bytes()).await
}

/// A call of the base host by the app of a world, for a user with these scopes.
pub async fn call(world: &World, sandbox: &Sandbox, line: &str, user: &str, scopes: &[&str], body: Value) -> Reply {
    let (method, path) = line.split_once(' ').unwrap();
    let token = world.issue_tokens(user, scopes.iter().copied()).unwrap().access_token;
    let (key, bearer) = (world.app().api_key, format!("Bearer {}", token.expose()));
    let headers = [("x-api-key", key.as_str()), ("authorization", &bearer), ("content-type", "application/json")];
    let text = if body.is_null() { String::new() } else { body.to_string() };
    send(sandbox, method, &format!("/base{path}"), &headers, text.as_bytes()).await
}
