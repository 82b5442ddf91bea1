//! What the network can do to a call: raw sockets that follow a script. Waits between attempts take no time here.

#[path = "support/faults.rs"]
mod faults;
mod peer;
#[path = "support/still.rs"]
mod still;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use faults::measured;
use flate2::Compression;
use flate2::write::GzEncoder;
use open_platform::client::{CallOptions, User};
use open_platform::error::{ApiErrorKind, TransportErrorKind};
use open_platform::model::addon::PostAddon;
use open_platform::model::message::Message;
use open_platform::testing::transports;
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use open_platform::{Error, OpenPlatform, Secret};
use peer::{API_KEY, Peer, Step, TOKEN, answer, json};
use still::Still;
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
    // Of the address only the host.
    assert!(!text.contains("http://") && !text.contains("/v1"), "{text}");
}

#[tokio::test]
async fn a_truncated_answer_is_an_error_and_tried_once_more() {
    let half = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"tok".to_vec();
    let peer = Peer::start([Step::AnswerAndClose(half.clone())]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Interrupted);
    assert_eq!(peer.seen().len(), 2);
    measured("F35", "", &[("partial objects", 0.0), ("requests of one call", peer.seen().len() as f64)]);

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
    }
}

/// Heads after which two readers could see the end of the answer in different places; a body of five bytes follows.
const UNCLEAR: [&str; 17] = [
    "content-length: 5\r\ncontent-length: 6\r\n",
    "content-length: 5\r\ncontent-length: 5\r\n",
    "content-length: 5, 5\r\n",
    "content-length: 5, 6\r\n",
    "content-length: -5\r\n",
    "content-length: +5\r\n",
    "content-length: 0x5\r\n",
    "content-length: 5 5\r\n",
    "content-length: five\r\n",
    "content-length:\r\n",
    "content-length: 18446744073709551616\r\n",
    "content-length: 5\r\ntransfer-encoding: identity\r\n",
    "transfer-encoding: identity\r\n",
    "transfer-encoding: gzip\r\n",
    "transfer-encoding: xchunked\r\n",
    "transfer-encoding: chunked, identity\r\n",
    "transfer-encoding: \x0bchunked\r\n",
];

/// Heads that announce chunks, and something else beside; a good body in chunks follows.
const UNCLEAR_CHUNKS: [&str; 6] = [
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 15\r\ntransfer-encoding: chunked\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked, chunked\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\ntransfer-encoding: chunked\r\n",
    "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n",
];

/// Bodies that are no chunks.
const NO_CHUNKS: [&str; 8] = [
    "zz\r\nhello\r\n0\r\n\r\n",
    "-5\r\nhello\r\n0\r\n\r\n",
    "0x5\r\nhello\r\n0\r\n\r\n",
    "fffffffffffffffff\r\nhello\r\n0\r\n\r\n",
    "\r\nhello\r\n0\r\n\r\n",
    "4\r\nhello\r\n0\r\n\r\n",
    "5\nhello\n0\n\n",
    "5 5\r\nhello\r\n0\r\n\r\n",
];

/// What is no answer at all.
const NO_ANSWERS: [&str; 14] = [
    "hello",
    "\x15\x03\x03\x00\x02\x02\x28",
    "HTTP/2.0 200 OK\r\n\r\n",
    "HTTP/0.9 200 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 099 Odd\r\n\r\n",
    "HTTP/1.1 abc OK\r\n\r\n",
    "HTTP/1.1 101 Switching\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length : 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\n: nameless\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: 1\r\n folded\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n",
    "HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n",
];

#[tokio::test]
async fn a_broken_answer_is_refused_at_once() {
    let chunked = |body: &str| format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{body}");
    let unclear = UNCLEAR.map(|head| format!("HTTP/1.1 200 OK\r\n{head}\r\nhello"));
    let unclear_chunks = UNCLEAR_CHUNKS.map(|head| format!("{head}\r\n5\r\nhello\r\n0\r\n\r\n"));
    let corpus = unclear.into_iter().chain(unclear_chunks).chain(NO_ANSWERS.map(str::to_owned));
    let transport = Http::new().unwrap();
    for broken in corpus.chain(NO_CHUNKS.map(chunked)) {
        // The connection stays open: nothing but what came can end the wait.
        let peer = Peer::start([Step::Answer(broken.clone().into_bytes()), json(200, "{}")]).await;
        let failure = transport.send(get(&peer.url)).await.map(|answer| answer.body).expect_err(&broken);
        assert!(failure.may_have_arrived, "{broken:?}: {failure:?}");
        let refused = matches!(failure.kind, TransportErrorKind::Protocol | TransportErrorKind::Interrupted);
        assert!(refused && !failure.reason.contains("hello"), "{broken:?}: {failure:?}");
        assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"{}", "{broken:?}");
        assert_eq!(peer.connections(), 2, "{broken:?}");
    }
    for cut in [
        "",
        "HTTP/1.1 200",
        "HTTP/1.1 200 OK\r\ncontent-le",
        "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhello",
        &chunked("5\r\nhel"),
        &chunked("5\r\nhello\r\n"),
        &chunked("5\r\nhello\r\n0\r\n"),
    ] {
        let peer = Peer::start([Step::AnswerAndClose(cut.into())]).await;
        let failure = transport.send(get(&peer.url)).await.map(|answer| answer.body).expect_err(cut);
        assert_eq!((failure.kind, failure.may_have_arrived), (TransportErrorKind::Interrupted, true), "{cut:?}");
    }
}

#[tokio::test]
async fn an_answer_that_nobody_asked_for_is_not_taken_for_the_next_one() {
    let two = [answer(200, "", "first"), answer(200, "", "smuggled")].concat();
    let peer = Peer::start([Step::Answer(two), Step::Answer(answer(200, "", "second"))]).await;
    let transport = Http::new().unwrap();
    assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"first");
    assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"second");
}

#[tokio::test]
async fn a_few_interim_answers_are_passed_over_and_a_flood_is_refused() {
    let interim = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n";
    let transport = Http::new().unwrap();
    let few = [interim.repeat(16).into_bytes(), answer(200, "", "hello")].concat();
    let peer = Peer::start([Step::Answer(few)]).await;
    assert_eq!(&*transport.send(get(&peer.url)).await.unwrap().body, b"hello");
    // The answer never comes.
    let peer = Peer::start([Step::Answer(interim.repeat(17).into_bytes())]).await;
    let failure = transport.send(get(&peer.url)).await.unwrap_err();
    assert_eq!((failure.kind, failure.may_have_arrived), (TransportErrorKind::Protocol, true), "{failure:?}");
}

#[tokio::test]
async fn a_redirect_is_never_followed() {
    let other = Peer::start([json(200, POST)]).await;
    for status in [301, 302, 303, 307, 308] {
        for target in [format!("{}/x", other.url), "/v1/elsewhere".into(), "http://192.0.2.1/x".into()] {
            let step = Step::Answer(answer(status, &format!("location: {target}\r\n"), ""));
            let peer = Peer::start([step]).await;
            let (platform, _) = peer.client();
            let error = platform.posts().get("gZd7omnS").await.unwrap_err();
            assert_eq!(transport(&error), TransportErrorKind::Redirect);
            assert_eq!(transport(&send(&platform).await.unwrap_err()), TransportErrorKind::Redirect);
            assert_eq!(peer.seen().len(), 2, "{status} {target}");
        }
    }
    assert!(other.seen().is_empty());
    let met = [("statuses", 5.0), ("redirects followed", 0.0), ("requests of one call", 1.0)];
    measured("F36", "", &met);
    measured("F36", "", &[("requests at the other origin", other.seen().len() as f64)]);
}

#[tokio::test]
async fn an_answer_without_end_stops_at_the_limit() {
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    let announced = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 1_u64 << 30).into_bytes();
    for head in [chunked, announced] {
        let peer = Peer::start([Step::Flood(head)]).await;
        let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::TooLarge);
        assert_eq!(peer.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_compressed_bomb_stops_at_the_limit() {
    let headers = "content-type: application/json\r\ncontent-encoding: gzip\r\n";
    let padded = |spaces| gzip(format!("{POST}{}", " ".repeat(spaces)).as_bytes());
    // Far denser than JSON can be; and as dense as JSON may be, but larger than an answer may be.
    let numbers = (0..400_000).map(|number| number.to_string()).collect::<String>();
    for (body, reason) in [(padded(16 << 20), "bomb"), (gzip(numbers.as_bytes()), "larger than 2097152 bytes")] {
        let peer = Peer::start([Step::Answer(answer(200, headers, body))]).await;
        let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::TooLarge);
        assert!(error.to_string().contains(reason), "{error}");
    }
    // Dense, but small.
    let peer = Peer::start([Step::Answer(answer(200, headers, padded(60_000)))]).await;
    peer.client().0.posts().get("gZd7omnS").await.unwrap();
}

#[tokio::test]
async fn a_compressed_answer_is_read_in_whatever_pieces_it_comes() {
    let (first, second) = POST.as_bytes().split_at(20);
    let file = [gzip(first), gzip(second)].concat();
    let headers = "content-type: application/json\r\ncontent-encoding: GZIP\r\n";
    let mut chunked = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n{headers}\r\n").into_bytes();
    chunked.extend(file.iter().flat_map(|&byte| [b'1', b'\r', b'\n', byte, b'\r', b'\n']));
    chunked.extend_from_slice(b"0\r\n\r\n");
    for whole in [answer(200, headers, &file), chunked] {
        let peer = Peer::start([Step::Answer(whole)]).await;
        let request = Request { max_response: POST.len(), ..get(&peer.url) };
        let transport = Http::new().unwrap();
        let read = transport.send(request.clone()).await.unwrap();
        assert_eq!(read.body, POST);
        assert!(!read.headers.contains_key("content-encoding") && !read.headers.contains_key("content-length"));
        let short = Request { max_response: POST.len() - 1, ..request };
        assert_eq!(transport.send(short).await.unwrap_err().kind, TransportErrorKind::TooLarge);
    }
    let damaged = [file[..4].to_vec(), file[..file.len() - 1].to_vec(), [file, b"more".to_vec()].concat(), POST.into()];
    for file in damaged {
        let peer = Peer::start([Step::Answer(answer(200, headers, file))]).await;
        let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::Interrupted);
        assert_eq!(peer.seen().len(), 2);
    }
}

#[tokio::test]
async fn an_answer_with_too_many_or_too_large_headers_is_refused() {
    let many = |count: usize| (0..count).map(|index| format!("x-{index}: y\r\n")).collect::<String>();
    // The peer adds its own, the length.
    let peer = Peer::start([Step::Answer(answer(200, &many(99), POST))]).await;
    peer.client().0.posts().get("gZd7omnS").await.unwrap();
    let large = format!("x: {}\r\n", "y".repeat(64 << 10));
    for (headers, kind) in [(many(100), TransportErrorKind::Protocol), (large, TransportErrorKind::TooLarge)] {
        let peer = Peer::start([Step::Answer(answer(200, &headers, POST))]).await;
        assert_eq!(transport(&peer.client().0.posts().get("gZd7omnS").await.unwrap_err()), kind);
    }
}

#[tokio::test]
async fn only_gzip_is_asked_for_and_nothing_else_is_taken() {
    let peer = Peer::start([Step::Answer(answer(200, "content-encoding: br\r\n", "x"))]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Protocol);
    assert!(peer.seen()[0].to_lowercase().contains("accept-encoding: gzip\r\n"));

    let twice = "content-encoding: gzip\r\ncontent-encoding: gzip\r\n";
    let peer = Peer::start([Step::Answer(answer(200, twice, gzip(&gzip(POST.as_bytes()))))]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Protocol);
}

#[tokio::test]
async fn a_dripping_answer_ends_with_the_deadline() {
    for head in ["HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", "HTTP/1.1 200 OK\r\nx-slow: "] {
        let peer = Peer::start([Step::Drip(head.into())]).await;
        let (platform, _) = peer.client();
        let hurried = platform.with(CallOptions::timeout(HURRY));
        let error = hurrying(&peer, hurried.posts().get("gZd7omnS")).await.unwrap_err();
        assert_eq!(transport(&error), TransportErrorKind::Deadline);
        assert!(matches!(hurrying(&peer, send(&hurried)).await, Err(Error::AmbiguousOutcome(_))));
        assert_eq!(peer.seen().len(), 2);
    }
}

const HURRY: Duration = Duration::from_millis(300);

/// What becomes of a call that ends with its deadline, which is `HURRY` after its beginning. No time passes until its
/// request has arrived.
async fn hurrying<T>(peer: &Peer, call: impl Future<Output = T>) -> T {
    let (still, started, before) = (Still::begin(), Instant::now(), peer.seen().len());
    let (result, ()) = tokio::join!(call, still.until(|| peer.seen().len() > before));
    let late = started.elapsed().checked_sub(HURRY).expect("not before its deadline");
    assert!(late < Duration::from_millis(200), "{late:?} after the deadline");
    measured("F32", "", &[("milliseconds after its time", late.as_secs_f64() * 1000.0)]);
    tokio::time::resume();
    result
}

#[tokio::test]
async fn a_write_without_an_answer_is_ambiguous_and_sent_once() {
    let peer = Peer::start([Step::Close]).await;
    let error = send(&peer.client().0).await.unwrap_err();
    assert_silent(&error);
    let Error::AmbiguousOutcome(outcome) = error else { panic!("{error:?}") };
    assert_eq!((outcome.attempts, outcome.status, outcome.fingerprint.len()), (1, None, 16));
    assert_eq!(outcome.endpoint, "conversations.send");
    assert!(peer.seen()[0].contains(&outcome.request_id.unwrap()));
    assert_eq!(peer.seen().len(), 1);
}

/// F39. `OPEN_PLATFORM_ROUNDS` asks for more tries.
#[tokio::test]
async fn a_write_on_a_reused_connection_that_closes_is_sent_once() {
    let rounds = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let peer = Peer::start((0..rounds).flat_map(|_| [json(200, POST), Step::Close])).await;
    let (platform, clock) = peer.client();
    for _ in 0..rounds {
        platform.posts().get("gZd7omnS").await.unwrap();
        assert!(matches!(send(&platform).await, Err(Error::AmbiguousOutcome(_))));
    }
    let writes = peer.seen().iter().filter(|request| request.starts_with("POST")).count();
    assert_eq!((writes, clock.waits().len()), (rounds, 0));
    measured("F39", "", &[("tries", rounds as f64)]);
    measured("F39", "", &[("duplicate deliveries", (writes - rounds) as f64), ("failures of another kind", 0.0)]);
}

#[tokio::test]
async fn a_write_with_an_unclear_answer_is_ambiguous_and_sent_once() {
    for status in [500, 502, 503, 504] {
        let peer = Peer::start([json(status, "{}"), json(200, "{}")]).await;
        let error = send(&peer.client().0).await.unwrap_err();
        assert!(matches!(&error, Error::AmbiguousOutcome(outcome) if outcome.status == Some(status)), "{error:?}");
        assert_eq!(peer.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_read_is_tried_again_after_a_failure_of_the_server() {
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
async fn a_wish_to_wait_is_obeyed_within_the_deadline() {
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
        assert!(waits.len() == 1 && waits[0] <= Duration::from_secs(1), "{garbage}");
        measured("F28", "abc, -5, 1e20", &[("seconds waited", waits[0].as_secs_f64())]);
    }
}

#[tokio::test]
async fn waits_count_against_the_deadline() {
    let _still = Still::begin();
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
    for _ in 0..1000 {
        platform.posts().get("gZd7omnS").await.unwrap();
    }
    assert_eq!(peer.seen().len(), 1000);
    measured("F38", "", &[("calls that succeed", 1000.0), ("delivered requests of one call", 1.0)]);
    assert_eq!(clock.waits(), [], "a connection that was closed costs no attempt");
}

#[tokio::test]
async fn a_connection_is_left_after_five_minutes_however_busy() {
    let peer = Peer::start([json(200, POST)]).await;
    let (platform, _) = peer.client();
    let _still = Still::begin();
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
async fn what_never_arrived_is_sent_again_whatever_it_does() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let (platform, clock) = peer::client(&url);
    let error = send(&platform).await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Connect);
    assert_eq!(clock.waits().len(), 2);
    measured("F26", "connection refused", &[("attempts of a write", 3.0)]);
}

#[tokio::test]
async fn a_peer_without_tls_is_refused_before_anything_is_told() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let greeting = tokio::spawn(async move {
        let mut seen = Vec::new();
        for _ in 0..3 {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut buffer = vec![0; 4096];
            let length = tokio::io::AsyncReadExt::read(&mut stream, &mut buffer).await.unwrap();
            seen.extend_from_slice(&buffer[..length]);
            tokio::io::AsyncWriteExt::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        }
        seen
    });
    let (platform, _) = peer::client(&format!("https://127.0.0.1:{port}"));
    assert_eq!(transport(&send(&platform).await.unwrap_err()), TransportErrorKind::Tls);
    let seen = greeting.await.unwrap();
    measured("F26", "TLS handshake failure", &[("attempts", 3.0), ("attempts of a write", 3.0)]);
    assert!(!seen.windows(API_KEY.len()).any(|window| window == API_KEY.as_bytes()));
}

#[tokio::test]
async fn a_peer_that_speaks_something_else_is_a_typed_error() {
    let peer = Peer::start([Step::AnswerAndClose(b"SSH-2.0-OpenSSH_9.9\r\n".to_vec())]).await;
    let error = peer.client().0.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(transport(&error), TransportErrorKind::Protocol);
}

#[tokio::test]
async fn an_empty_success_is_enough_where_the_answer_says_nothing() {
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
async fn a_server_that_repeats_our_credentials_does_not_get_them_into_errors() {
    let body = format!(r#"{{"message":"bad key {API_KEY} for {TOKEN}","details":[{{"seen":"{TOKEN}"}}]}}"#);
    let peer = Peer::start([json(403, &body)]).await;
    let error = send(&peer.client().0).await.unwrap_err();
    assert_silent(&error);
    assert!(error.to_string().contains("bad key *** for ***"), "{error}");
    assert!(error.to_string().contains("CHAT_SEND_MESSAGE_OAUTH"), "{error}");

    // As the id of the request, behind an escape, split by a control character, and where the message is cut.
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
async fn an_outage_spends_the_budget_and_then_nothing_is_repeated() {
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
async fn the_transport_does_what_a_transport_must() {
    assert_eq!(transports::suite(Arc::new(Http::new().unwrap())).await, []);
}

/// A transport as an app might bring it over an HTTP client with the usual defaults.
struct Careless(Http);

#[async_trait::async_trait]
impl Transport for Careless {
    async fn send(&self, mut request: Request) -> Result<Response, Failure> {
        request.max_response = usize::MAX;
        let follow = request.clone();
        let answer = self.0.send(request).await.map_err(|failure| Failure { may_have_arrived: false, ..failure })?;
        match answer.headers.get("location") {
            Some(place) => self.0.send(Request { url: place.to_str().unwrap().to_owned(), ..follow }).await,
            None => Ok(answer),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transport_that_follows_redirects_and_knows_no_limits_is_found_out() {
    let flaws = transports::suite(Arc::new(Careless(Http::new().unwrap()))).await;
    let found: Vec<_> = flaws.iter().map(|flaw| flaw.check).collect();
    for check in ["no redirect is followed", "an answer that is larger than its limit is a failure"] {
        assert!(found.contains(&check), "{flaws:?}");
    }
    let deadline = flaws.iter().find(|flaw| flaw.check == "a silent peer is given up at the deadline");
    assert!(deadline.is_some_and(|flaw| flaw.problem.contains("may_have_arrived")), "{flaws:?}");
}
