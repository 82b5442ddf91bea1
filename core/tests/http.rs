//! Network faults during a call, with raw sockets that follow a script. Waits between attempts take no time.

#[path = "support/faults.rs"]
mod faults;
#[path = "http/malformed.rs"]
mod malformed;
#[path = "support/paused_clock.rs"]
mod paused_clock;
mod peer;

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use faults::measured;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::HeaderValue;
use open_platform::client::{CallOptions, User};
use open_platform::error::{ApiErrorKind, TransportErrorKind};
use open_platform::model::addon::PostAddon;
use open_platform::model::message::Message;
use open_platform::testing::transports;
use open_platform::transport::{Failure, Http, OpenResponse, Request, Response, Transport};
use open_platform::{Error, OpenPlatform, Secret};
use paused_clock::PausedClock;
use peer::{API_KEY, Peer, Step, TOKEN, answer, json};
use tokio::time::Instant;

const POST: &str = r#"{"token":"gZd7omnS","category":"cars","data":{"title":"x"}}"#;

fn user(platform: &OpenPlatform) -> User {
    platform.user_with_token(Secret::new(TOKEN))
}

async fn send(platform: &OpenPlatform) -> Result<(), Error> {
    user(platform).conversations().send("c1", Message::text("hello")).await.map(drop)
}

#[track_caller]
fn transport(error: &Error) -> TransportErrorKind {
    assert_silent(error);
    match error {
        Error::Transport(error) => {
            let text = error.to_string();
            assert!(text.contains(" (host 127.0.0.1:") && text.contains(" ms) (after "), "{text}");
            error.kind
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_silent(error: &Error) {
    let text = format!("{error} {error:?}");
    assert!(!text.contains(API_KEY) && !text.contains(TOKEN), "{text}");
    // Of the address, only the host is included.
    assert!(!text.contains("http://") && !text.contains("/v1"), "{text}");
}

#[tokio::test]
async fn a_truncated_response_is_an_error_and_the_call_is_repeated_once() {
    let half = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"tok".to_vec();
    let peer = Peer::start([Step::AnswerAndClose(half.clone())]).await;
    let result = peer.client().0.posts().get("gZd7omnS").await;
    let (partial, requests) = (usize::from(result.is_ok()), peer.seen().len());
    measured("F35", "", &[("partial objects", partial as f64), ("requests of one call", requests as f64)]);
    assert_eq!((transport(&result.unwrap_err()), requests), (TransportErrorKind::Interrupted, 2));

    let peer = Peer::start([Step::AnswerAndClose(half), json(200, POST)]).await;
    assert_eq!(peer.client().0.posts().get("gZd7omnS").await.unwrap().category, "cars");
}

fn get(url: &str) -> Request {
    Request {
        method: http::Method::GET,
        url: url.into(),
        headers: http::HeaderMap::new(),
        body: Bytes::new(),
        timeout: Duration::from_secs(60),
        max_response: 1 << 20,
        progress: None,
    }
}

#[tokio::test]
async fn a_slow_response_ends_with_the_deadline() {
    for head in ["HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", "HTTP/1.1 200 OK\r\nx-slow: "] {
        let peer = Peer::start([Step::Drip(head.into())]).await;
        let (platform, _) = peer.client();
        let hurried = platform.with(CallOptions::timeout(HURRY));
        let error = until_deadline(&peer, hurried.posts().get("gZd7omnS")).await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::Deadline);
        assert!(matches!(until_deadline(&peer, send(&hurried)).await, Err(Error::AmbiguousOutcome(_))));
        assert_eq!(peer.seen().len(), 2);
    }
}

const HURRY: Duration = Duration::from_millis(300);

/// The outcome of a call that ends with its deadline, which is `HURRY` after its start. The clock stands still until its
/// request has arrived.
async fn until_deadline<T>(peer: &Peer, call: impl Future<Output = T>) -> T {
    let (clock, started, before) = (PausedClock::begin(), Instant::now(), peer.seen().len());
    let (result, ()) = tokio::join!(call, clock.until(|| peer.seen().len() > before));
    let late = started.elapsed().checked_sub(HURRY).expect("not before its deadline");
    measured("F32", "", &[("milliseconds after its time", late.as_secs_f64() * 1000.0)]);
    assert!(late < Duration::from_millis(200), "{late:?} after the deadline");
    tokio::time::resume();
    result
}

#[tokio::test]
async fn a_write_without_a_response_is_ambiguous_and_sent_once() {
    let peer = Peer::start([Step::Close]).await;
    let error = send(&peer.client().0).await.unwrap_err();
    assert_silent(&error);
    let Error::AmbiguousOutcome(outcome) = error else { panic!("{error:?}") };
    assert_eq!((outcome.attempts, outcome.status, outcome.fingerprint.len()), (1, None, 16));
    assert_eq!(outcome.endpoint, "conversations.send");
    assert!(peer.seen()[0].contains(&outcome.request_id.unwrap()));
    assert_eq!(peer.seen().len(), 1);
}

/// Fault F39 of `tests/faults.tsv`. `OPEN_PLATFORM_ROUNDS` sets the number of attempts.
#[tokio::test]
async fn a_write_on_a_reused_connection_that_closes_is_sent_once() {
    let rounds = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let peer = Peer::start((0..rounds).flat_map(|_| [json(200, POST), Step::Close])).await;
    let (platform, clock) = peer.client();
    let (mut tries, mut others) = (0, 0);
    for _ in 0..rounds {
        platform.posts().get("gZd7omnS").await.unwrap();
        others += usize::from(!matches!(send(&platform).await, Err(Error::AmbiguousOutcome(_))));
        tries += 1;
    }
    let writes = peer.seen().iter().filter(|request| request.starts_with("POST")).count();
    let duplicates = writes as f64 - tries as f64;
    measured("F39", "", &[("tries", tries as f64)]);
    measured("F39", "", &[("duplicate deliveries", duplicates), ("failures of another kind", others as f64)]);
    assert_eq!((writes, others, clock.waits().len()), (rounds, 0, 0));
}

#[tokio::test]
async fn a_write_with_an_unclear_response_is_ambiguous_and_sent_once() {
    for status in [500, 502, 503, 504] {
        let peer = Peer::start([json(status, "{}"), json(200, "{}")]).await;
        let error = send(&peer.client().0).await.unwrap_err();
        assert!(matches!(&error, Error::AmbiguousOutcome(outcome) if outcome.status == Some(status)), "{error:?}");
        assert_eq!(peer.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_read_is_repeated_after_a_failure_of_the_server() {
    for status in [500, 502, 503, 504] {
        let peer = Peer::start([json(status, "{}"), json(200, POST)]).await;
        let (platform, clock) = peer.client();
        platform.posts().get("gZd7omnS").await.unwrap();
        assert_eq!((peer.seen().len(), clock.waits().len()), (2, 1));
    }
}

#[tokio::test]
async fn a_gateway_page_is_a_typed_error_after_three_attempts() {
    let page = "<html><title>502</title><body>canary-page</body></html>";
    let peer = Peer::start([Step::Answer(answer(502, "content-type: text/html\r\n", page))]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_silent(&error);
    let Error::Api(error) = error else { panic!("{error:?}") };
    assert_eq!((error.kind, error.status, error.attempts), (ApiErrorKind::Server, 502, 3));
    assert!(error.message.contains("HTML") && !error.message.contains("canary-page"), "{}", error.message);
    assert_eq!(peer.seen().len(), 3);
}

#[tokio::test]
async fn a_refusal_is_final() {
    for status in [400, 401, 403, 404, 409, 412, 422] {
        let peer = Peer::start([json(status, r#"{"code":9,"message":"no"}"#)]).await;
        let (platform, _) = peer.client();
        for error in [platform.posts().get("gZd7omnS").await.unwrap_err(), send(&platform).await.unwrap_err()] {
            let Error::Api(error) = error else { panic!("{error:?}") };
            assert_eq!((error.status, error.code, error.attempts), (status, Some(9), 1));
            assert_eq!(error.kind, ApiErrorKind::from_status(status));
        }
        assert_eq!(peer.seen().len(), 2);
    }
}

#[tokio::test]
async fn retry_after_is_applied_within_the_deadline() {
    let throttled = |after: &str| Step::Answer(answer(429, &format!("retry-after: {after}\r\n"), "{}"));
    let peer = Peer::start([throttled("2"), json(200, "{}")]).await;
    let (platform, clock) = peer.client();
    send(&platform).await.unwrap();
    assert_eq!(clock.waits(), [Duration::from_secs(2)]);

    let peer = Peer::start([throttled("30")]).await;
    let (platform, clock) = peer.client();
    let error = send(&platform).await.unwrap_err();
    let Error::Api(error) = error else { panic!("{error:?}") };
    assert_eq!((error.kind, error.retry_after), (ApiErrorKind::RateLimited, Some(Duration::from_secs(30))));
    assert_eq!((peer.seen().len(), clock.waits().len()), (1, 0));

    for garbage in ["abc", "-5", "1e20"] {
        let peer = Peer::start([throttled(garbage), json(200, "{}")]).await;
        let (platform, clock) = peer.client();
        send(&platform).await.unwrap();
        let waits = clock.waits();
        let waited = waits.iter().sum::<Duration>();
        measured("F28", "abc, -5, 1e20", &[("seconds waited", waited.as_secs_f64())]);
        assert!(waits.len() == 1 && waited <= Duration::from_secs(1), "{garbage}");
    }
}

#[tokio::test]
async fn waits_count_against_the_deadline() {
    let _clock = PausedClock::begin();
    let step = Step::Answer(answer(429, "retry-after: 9\r\n", "{}"));
    let peer = Peer::start([step]).await;
    let (platform, clock) = peer.client();
    let error = send(&platform).await.unwrap_err();
    assert!(matches!(&error, Error::Api(error) if error.attempts == 2), "{error:?}");
    assert_eq!(clock.waits(), [Duration::from_secs(9)]);
}

#[tokio::test]
async fn a_deletion_that_finds_nothing_after_an_unclear_attempt_has_succeeded() {
    let peer = Peer::start([Step::Close, json(404, "{}")]).await;
    peer.client().0.semantics().delete_for_user("09123456789").await.unwrap();
    assert_eq!(peer.seen().len(), 2);

    let peer = Peer::start([json(404, "{}")]).await;
    let error = peer.client().0.semantics().delete_for_user("09123456789").await.unwrap_err();
    assert_eq!(error.code(), "not_found");
}

#[tokio::test]
async fn a_connection_that_the_server_closed_while_idle_does_not_fail_the_next_call() {
    let peer = Peer::start([Step::AnswerAndClose(answer(200, "", POST))]).await;
    let (platform, clock) = peer.client();
    // Each call follows at once, when the client may not know yet that the connection is closed: after a second it does.
    let (mut succeeded, mut delivered, mut most) = (0, 0, 0);
    for _ in 0..1000 {
        succeeded += usize::from(platform.posts().get("gZd7omnS").await.is_ok());
        let before = std::mem::replace(&mut delivered, peer.seen().len());
        most = most.max(delivered - before);
    }
    measured("F38", "", &[("calls that succeed", succeeded as f64), ("delivered requests of one call", most as f64)]);
    assert_eq!((succeeded, delivered, most), (1000, 1000, 1));
    assert_eq!(clock.waits(), [], "a closed idle connection takes no attempt");
}

#[tokio::test]
async fn a_connection_is_replaced_after_five_minutes_also_under_load() {
    let peer = Peer::start([json(200, POST)]).await;
    let (platform, _) = peer.client();
    let _clock = PausedClock::begin();
    let call_and_wait = async || {
        platform.posts().get("gZd7omnS").await.unwrap();
        tokio::time::advance(Duration::from_secs(10)).await;
    };
    for _ in 0..30 {
        call_and_wait().await;
    }
    assert_eq!(peer.connections(), 1);
    for _ in 0..30 {
        call_and_wait().await;
    }
    assert_eq!(peer.connections(), 2);
}

#[tokio::test]
async fn a_cancelled_call_leaves_the_client_usable() {
    let slow = b"HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n".to_vec();
    let peer = Peer::start([Step::Drip(slow), json(200, POST)]).await;
    let (platform, _) = peer.client();
    let posts = platform.posts();
    {
        let mut call = std::pin::pin!(posts.get("gZd7omnS"));
        while peer.seen().is_empty() {
            assert!(tokio::time::timeout(Duration::from_millis(10), &mut call).await.is_err());
        }
    }
    platform.posts().get("gZd7omnS").await.unwrap();
}

#[tokio::test]
async fn a_request_that_never_arrived_is_repeated_also_for_a_write() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let (platform, clock) = peer::client(&url);
    let error = send(&platform).await.unwrap_err();
    // It waits between two attempts.
    let attempts = clock.waits().len() + 1;
    measured("F26", "connection refused", &[("attempts of a write", attempts as f64)]);
    assert_eq!((transport(&error), attempts), (TransportErrorKind::Connect, 3));
}

#[tokio::test]
async fn a_write_whose_time_ends_while_it_connects_was_not_sent() {
    // The system accepts connections, and nothing responds on them.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    let platform = |scheme| peer::client(&format!("{scheme}://{address}")).0.with(CallOptions::timeout(HURRY));
    let error = send(&platform("https")).await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Connect);
    assert!(error.to_string().contains("connecting took too long"), "{error}");
    assert!(matches!(send(&platform("http")).await, Err(Error::AmbiguousOutcome(_))));
}

#[tokio::test]
async fn a_peer_without_tls_is_refused_before_anything_is_sent() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let greetings = Arc::new(Mutex::new(Vec::new()));
    tokio::spawn({
        let greetings = Arc::clone(&greetings);
        async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut buffer = vec![0; 4096];
                let length = tokio::io::AsyncReadExt::read(&mut stream, &mut buffer).await.unwrap();
                greetings.lock().unwrap().push(buffer[..length].to_vec());
                tokio::io::AsyncWriteExt::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
            }
        }
    });
    let (platform, _) = peer::client(&format!("https://127.0.0.1:{port}"));
    let of_write = send(&platform).await.unwrap_err();
    let writes = greetings.lock().unwrap().len();
    let of_read = platform.posts().get("gZd7omnS").await.unwrap_err();
    let reads = greetings.lock().unwrap().len() - writes;
    let attempts = [("attempts", reads.max(writes) as f64), ("attempts of a write", writes as f64)];
    measured("F26", "TLS handshake failure", &attempts);
    assert_eq!((reads, writes), (3, 3));
    assert_eq!([transport(&of_read), transport(&of_write)], [TransportErrorKind::Tls; 2]);
    let seen = greetings.lock().unwrap().concat();
    assert!(!seen.windows(API_KEY.len()).any(|window| window == API_KEY.as_bytes()));
}

#[tokio::test]
async fn a_peer_with_another_protocol_is_a_typed_error() {
    let peer = Peer::start([Step::AnswerAndClose(b"SSH-2.0-OpenSSH_9.9\r\n".to_vec())]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Protocol);
}

#[tokio::test]
async fn an_empty_success_is_accepted_if_the_response_has_no_content() {
    let peer = Peer::start([Step::Answer(answer(200, "", ""))]).await;
    let (platform, _) = peer.client();
    assert_eq!(
        user(&platform).addons().create_on_post("gZd7omnS", PostAddon::new().allow_empty()).await.unwrap().id,
        None
    );
    send(&platform).await.unwrap();
    let error = platform.posts().get("gZd7omnS").await.unwrap_err();
    assert!(matches!(&error, Error::Decode(error) if error.status == 200), "{error:?}");
}

#[tokio::test]
async fn credentials_that_a_server_repeats_do_not_appear_in_errors() {
    let body = format!(r#"{{"message":"bad key {API_KEY} for {TOKEN}","details":[{{"seen":"{TOKEN}"}}]}}"#);
    let peer = Peer::start([json(403, &body)]).await;
    let error = send(&peer.client().0).await.unwrap_err();
    assert_silent(&error);
    assert!(error.to_string().contains("bad key *** for ***"), "{error}");
    assert!(error.to_string().contains("CHAT_SEND_MESSAGE_OAUTH"), "{error}");

    // As the request id, in an escape, split by a control character, and at the cut of the message.
    let (long, escaped) = ("x".repeat(990), format!("\\u{:04x}{}", API_KEY.as_bytes()[0], &API_KEY[1..]));
    let split = format!("{}\\u0007{}", &API_KEY[..8], &API_KEY[8..]);
    let body = format!(r#"{{"message":"{split} {long}{API_KEY}","details":["{escaped}"]}}"#);
    let headers = format!("content-type: application/json\r\nx-request-id: {API_KEY}\r\n");
    let peer = Peer::start([Step::Answer(answer(403, &headers, body))]).await;
    let Error::Api(error) = send(&peer.client().0).await.unwrap_err() else { panic!("not an API error") };
    assert!(!format!("{error:?}").contains(&API_KEY[..6]), "{error:?}");
    assert_eq!(error.details.len(), 0);
}

#[tokio::test]
async fn an_outage_uses_up_the_retry_budget_and_then_nothing_is_repeated() {
    let peer = Peer::start([json(503, "{}")]).await;
    let (platform, _) = peer.client();
    for _ in 0..100 {
        platform.posts().get("gZd7omnS").await.unwrap_err();
    }
    let extra = peer.seen().len() - 100;
    assert!((30..=40).contains(&extra), "{extra}");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(bytes).unwrap();
    file.finish().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_default_transport_passes_the_conformance_checks() {
    assert_eq!(transports::suite(Arc::new(Http::new().unwrap())).await, []);
}

/// A transport that an app could write over an HTTP client with the usual defaults.
struct Careless(Http);

#[async_trait::async_trait]
impl Transport for Careless {
    async fn send(&self, mut request: Request) -> Result<Response, Failure> {
        request.max_response = usize::MAX;
        let follow = request.clone();
        let answer = self.0.send(request).await.map_err(|failure| Failure { may_have_arrived: false, ..failure })?;
        match answer.headers.get("location") {
            Some(fixture) => self.0.send(Request { url: fixture.to_str().unwrap().to_owned(), ..follow }).await,
            None => Ok(answer),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_checks_detect_a_transport_that_follows_redirects_and_has_no_limits() {
    let failures = transports::suite(Arc::new(Careless(Http::new().unwrap()))).await;
    let found: Vec<_> = failures.iter().map(|failure| failure.check.as_str()).collect();
    for check in ["no redirect is followed", "a response that exceeds its limit is a failure"] {
        assert!(found.contains(&check), "{failures:?}");
    }
    let deadline =
        failures.iter().find(|failure| failure.check == "an exchange with a silent peer ends at the deadline");
    assert!(deadline.is_some_and(|failure| failure.problem.contains("may_have_arrived")), "{failures:?}");
}

/// A transport whose responses are correct, except those that are streamed.
struct CarelessStream {
    http: Http,
    cookie: Mutex<Option<HeaderValue>>,
}

#[async_trait::async_trait]
impl Transport for CarelessStream {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        self.http.send(request).await
    }

    async fn stream(&self, mut request: Request) -> Result<OpenResponse, Failure> {
        if let Some(cookie) = self.cookie.lock().unwrap().clone() {
            request.headers.insert("cookie", cookie);
        }
        let again = request.clone();
        let answer = match self.http.stream(request).await {
            Err(_) => return self.http.stream(again).await,
            Ok(answer) => answer,
        };
        *self.cookie.lock().unwrap() = answer.headers.get("set-cookie").cloned();
        match answer.headers.get("location") {
            Some(location) => self.http.stream(Request { url: location.to_str().unwrap().to_owned(), ..again }).await,
            None => Ok(answer),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_checks_detect_streams_that_are_redirected_or_retried_or_send_cookies() {
    let careless = CarelessStream { http: Http::new().unwrap(), cookie: Mutex::default() };
    let failures = transports::suite(Arc::new(careless)).await;
    let found: Vec<_> = failures.iter().map(|failure| failure.check.as_str()).collect();
    let expected =
        ["no redirect of a stream is followed", "no cookie of a stream is sent back", "no stream is retried"];
    assert_eq!(found, expected, "{failures:?}");
}
