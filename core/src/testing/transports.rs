//! Conformance checks that every transport must pass: that of this crate, and an app's own.
//!
//! ```
//! use std::sync::Arc;
//!
//! use open_platform::testing::transports;
//! use open_platform::transport::Http;
//!
//! # #[tokio::main]
//! # async fn main() -> open_platform::Result<()> {
//! assert_eq!(transports::suite(Arc::new(Http::new()?)).await, []);
//! # Ok(())
//! # }
//! ```

mod peer;
#[cfg(feature = "stream")]
mod stream;

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method};

use self::peer::{Peer, Reply};
#[cfg(feature = "stream")]
use self::stream::{connecting_stream, silent_stream, streamed, streamed_in_part, streaming};
use super::stores::ConformanceFailure;
use crate::transport::{Failure, Request, Transport};

/// The time limit of an exchange that does not test time limits.
const USUAL: Duration = Duration::from_secs(10);
/// The time limit of an exchange that must exceed it, and how much later it may end on a busy machine.
const SHORT: Duration = Duration::from_millis(300);
const LATENESS: Duration = Duration::from_secs(5);
const MAX_RESPONSE: usize = 1_000;

type Handle = Arc<dyn Transport>;
type CheckResult = Result<(), String>;
type Running = Pin<Box<dyn Future<Output = CheckResult> + Send>>;
type Check = fn(Handle) -> Running;
/// The status of a response.
type Status = Pin<Box<dyn Future<Output = Result<u16, Failure>> + Send>>;
/// One of the two ways to send a request.
type Exchange = fn(Handle, Request) -> Status;

const CHECKS: &[(&str, Check)] = &[
    ("a request is sent once and unchanged", |it| Box::pin(as_given(it))),
    ("a response is complete: status, headers and body", |it| Box::pin(whole(it))),
    ("an error status is a response", |it| Box::pin(error_status(it))),
    ("no redirect is followed", |it| Box::pin(redirects(it, sending))),
    ("no cookie is sent back", |it| Box::pin(cookies(it, sending))),
    ("nothing is retried", |it| Box::pin(repetitions(it, sending))),
    ("a response that exceeds its limit is a failure", |it| Box::pin(sizes(it))),
    ("a response without an end is a failure at its limit", |it| Box::pin(endless(it))),
    ("an incomplete response is a failure", |it| Box::pin(cut_off(it))),
    ("an exchange with a silent peer ends at the deadline", |it| Box::pin(silent(it))),
    ("a slow response ends at the deadline", |it| Box::pin(dripping(it))),
    ("a request that could not be sent has not arrived", |it| Box::pin(refused(it))),
    ("a request without a connection before the deadline has not arrived", |it| Box::pin(connecting(it))),
    #[cfg(feature = "stream")]
    ("a streamed response is complete", |it| Box::pin(streamed(it))),
    #[cfg(feature = "stream")]
    ("no redirect of a stream is followed", |it| Box::pin(redirects(it, streaming))),
    #[cfg(feature = "stream")]
    ("no cookie of a stream is sent back", |it| Box::pin(cookies(it, streaming))),
    #[cfg(feature = "stream")]
    ("no stream is retried", |it| Box::pin(repetitions(it, streaming))),
    #[cfg(feature = "stream")]
    ("an incomplete streamed response is a failure", |it| Box::pin(streamed_in_part(it))),
    #[cfg(feature = "stream")]
    ("a stream from a silent peer ends at the deadline", |it| Box::pin(silent_stream(it))),
    #[cfg(feature = "stream")]
    ("a stream without a connection before the deadline has not arrived", |it| Box::pin(connecting_stream(it))),
];

/// Runs all checks on a transport and returns those that failed. The checks use their own servers on the loopback address,
/// over plain `http`; one server is asked over `https` and never begins TLS. They take about three seconds.
pub async fn suite<T: Transport>(transport: Arc<T>) -> Vec<ConformanceFailure> {
    let mut failures = Vec::new();
    for (check, run) in CHECKS {
        match tokio::spawn(run(transport.clone())).await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => failures.push(ConformanceFailure::of(check, problem)),
            Err(_) => failures.push(ConformanceFailure::of(check, "it panicked")),
        }
    }
    failures
}

fn request(method: Method, url: String) -> Request {
    let (headers, body) = (HeaderMap::new(), Bytes::new());
    Request { method, url, headers, body, timeout: USUAL, max_response: MAX_RESPONSE, progress: None }
}

fn get(peer: &Peer) -> Request {
    request(Method::GET, format!("{}/path", peer.url()))
}

fn post(peer: &Peer) -> Request {
    Request { body: Bytes::from_static(b"{}"), ..request(Method::POST, format!("{}/path", peer.url())) }
}

fn expect(holds: bool, problem: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(problem()) }
}

fn sending(transport: Handle, request: Request) -> Status {
    Box::pin(async move { Ok(transport.send(request).await?.status) })
}

/// The response, or the reason why there is none.
fn answered<T>(result: Result<T, Failure>) -> Result<T, String> {
    result.map_err(|failure| format!("it failed as {:?}: {}", failure.kind, failure.reason))
}

/// Checks that an exchange that reached the peer has failed, and that the request counts as possibly processed.
fn failed<T>(result: Result<T, Failure>) -> CheckResult {
    match result {
        Ok(_) => Err("it was answered".to_owned()),
        Err(failure) if failure.may_have_arrived => Ok(()),
        Err(failure) => Err(format!("may_have_arrived is false: {}", failure.reason)),
    }
}

fn sent_once(peer: &Peer) -> CheckResult {
    let count = peer.requests().len();
    expect(count == 1, || format!("{count} requests arrived"))
}

async fn as_given(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::answer(200, "", "{}"))?;
    let mut request = Request {
        body: Bytes::from_static(b"{\"a\":\"\xd8\xb3\"}"),
        ..request(Method::PATCH, format!("{}/a%2Fb/c%20d?x=1%262&y=", peer.url()))
    };
    request.headers.insert("x-api-key", HeaderValue::from_static("key"));
    request.headers.insert("content-type", HeaderValue::from_static("application/json"));
    answered(transport.send(request).await)?;
    sent_once(&peer)?;
    let seen = &peer.requests()[0];
    expect(seen.line == "PATCH /a%2Fb/c%20d?x=1%262&y= HTTP/1.1", || format!("the request line is {:?}", seen.line))?;
    for (name, value) in [("x-api-key", "key"), ("content-type", "application/json")] {
        expect(seen.header(name) == Some(value), || format!("{name} is {:?}", seen.header(name)))?;
    }
    expect(seen.header("authorization").is_none(), || "it added Authorization".to_owned())?;
    expect(seen.body == b"{\"a\":\"\xd8\xb3\"}", || format!("the body has {} other bytes", seen.body.len()))
}

async fn whole(transport: Handle) -> CheckResult {
    let body = "x".repeat(MAX_RESPONSE);
    let peer = Peer::start(Reply::answer(201, "x-request-id: 7\r\n", &body))?;
    let response = answered(transport.send(get(&peer)).await)?;
    expect(response.status == 201, || format!("the status is {}", response.status))?;
    let id = response.headers.get("x-request-id").and_then(|value| value.to_str().ok());
    expect(id == Some("7"), || format!("the header is {id:?}"))?;
    expect(response.body == body, || format!("the body has {} bytes", response.body.len()))
}

async fn error_status(transport: Handle) -> CheckResult {
    for status in [400, 401, 404, 429, 500, 503] {
        let peer = Peer::start(Reply::answer(status, "", "{\"code\":1}"))?;
        let response = answered(transport.send(get(&peer)).await)?;
        expect(response.status == status, || format!("{status} came as {}", response.status))?;
        expect(response.body == "{\"code\":1}", || format!("the body of {status} is lost"))?;
    }
    Ok(())
}

async fn redirects(transport: Handle, exchange: Exchange) -> CheckResult {
    let elsewhere = Peer::start(Reply::answer(200, "", "{}"))?;
    for status in [301, 302, 303, 307, 308] {
        let peer = Peer::start(Reply::answer(status, &format!("location: {}/\r\n", elsewhere.url()), ""))?;
        let seen = answered(exchange(transport.clone(), post(&peer)).await)?;
        expect(seen == status, || format!("{status} came as {seen}"))?;
    }
    let count = elsewhere.requests().len();
    expect(count == 0, || format!("{count} requests went to the other address, with their credentials"))
}

async fn cookies(transport: Handle, exchange: Exchange) -> CheckResult {
    let peer = Peer::start(Reply::answer(200, "set-cookie: user=1; Path=/\r\n", "{}"))?;
    for _ in 0..2 {
        answered(exchange(transport.clone(), get(&peer)).await)?;
    }
    let kept = peer.requests().iter().any(|seen| seen.header("cookie").is_some());
    expect(!kept, || "the cookie of one user is sent for the next".to_owned())
}

async fn repetitions(transport: Handle, exchange: Exchange) -> CheckResult {
    for make in [get, post] {
        let peer = Peer::start(Reply::Close)?;
        failed(exchange(transport.clone(), make(&peer)).await)?;
        sent_once(&peer)?;
    }
    Ok(())
}

async fn sizes(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::answer(200, "", &"x".repeat(MAX_RESPONSE + 1)))?;
    failed(transport.send(get(&peer)).await)
}

async fn endless(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::Endless)?;
    failed(transport.send(get(&peer)).await)
}

async fn cut_off(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::Raw(b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{}".to_vec()))?;
    failed(transport.send(get(&peer)).await)
}

async fn silent(transport: Handle) -> CheckResult {
    in_time(transport, Reply::Silent).await
}

async fn dripping(transport: Handle) -> CheckResult {
    in_time(transport, Reply::Drip).await
}

async fn in_time(transport: Handle, reply: Reply) -> CheckResult {
    let peer = Peer::start(reply)?;
    let begin = Instant::now();
    let result = transport.send(Request { timeout: SHORT, ..get(&peer) }).await;
    let took = begin.elapsed();
    failed(result)?;
    on_time(took)
}

fn on_time(took: Duration) -> CheckResult {
    expect(took < SHORT + LATENESS, || format!("it took {} ms instead of {}", took.as_millis(), SHORT.as_millis()))
}

async fn refused(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::Close)?;
    let request = post(&peer);
    drop(peer);
    not_arrived(transport.send(request).await)
}

/// Checks that an exchange that did not reach the peer has failed, and that the request counts as not processed.
fn not_arrived<T>(result: Result<T, Failure>) -> CheckResult {
    match result {
        Ok(_) => Err("it was answered".to_owned()),
        Err(failure) => expect(!failure.may_have_arrived, || format!("may_have_arrived is true: {}", failure.reason)),
    }
}

/// Requests with and without a body to a server that accepts the connection and does not respond to the begin of TLS.
fn without_tls(peer: &Peer) -> [Request; 2] {
    [get(peer), post(peer)].map(|request| {
        let url = request.url.replacen("http:", "https:", 1);
        Request { url, timeout: SHORT, ..request }
    })
}

async fn connecting(transport: Handle) -> CheckResult {
    let peer = Peer::start(Reply::Silent)?;
    for request in without_tls(&peer) {
        let begin = Instant::now();
        not_arrived(transport.send(request).await)?;
        on_time(begin.elapsed())?;
    }
    Ok(())
}
