//! Responses in pieces, from a server that the test drives chunk by chunk.

#[path = "support/paused_clock.rs"]
mod paused_clock;
mod peer;

use std::sync::Arc;
use std::time::Duration;

use open_platform::api::{RawRequest, SharedStream, StreamedResponse};
use open_platform::client::CallOptions;
use open_platform::error::{ApiErrorKind, TransportErrorKind};
use open_platform::testing::{Recorder, ScriptedResponse};
use open_platform::{Error, OpenPlatform};
use paused_clock::PausedClock;
use peer::{API_KEY, Peer, Step, TOKEN, answer, client, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const CHUNKED: &str = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-request-id: r7\r\n\r\n";

fn export() -> RawRequest {
    RawRequest::new("GET", ["v1", "export"])
}

/// A server whose responses the test writes.
struct Server {
    listener: TcpListener,
    url: String,
}

impl Server {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        Self { listener, url }
    }

    /// The connection of the next request, with the head of the request.
    async fn request(&self) -> (TcpStream, String) {
        let (mut stream, _) = self.listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            assert!(stream.read_buf(&mut head).await.unwrap() > 0);
        }
        (stream, String::from_utf8(head).unwrap())
    }

    /// The response to a request, once the server has sent `head`, and the server's side of the connection.
    async fn open(&self, platform: &OpenPlatform, request: RawRequest, head: &str) -> (StreamedResponse, TcpStream) {
        let (response, stream) = tokio::join!(platform.stream(request), async {
            let (mut stream, _) = self.request().await;
            stream.write_all(head.as_bytes()).await.unwrap();
            stream
        });
        (response.unwrap(), stream)
    }
}

#[tokio::test]
async fn a_streamed_write_whose_time_ends_while_it_connects_was_not_sent() {
    // The system accepts connections, and nothing responds on them.
    let server = Server::start().await;
    let stream = async |url: &str| {
        let platform = client(url).0.with(CallOptions::timeout(Duration::from_millis(300)));
        platform.stream(RawRequest::new("POST", ["v1", "export"])).await.map(drop).unwrap_err()
    };
    let error = stream(&server.url.replace("http:", "https:")).await;
    assert!(matches!(&error, Error::Transport(error) if error.kind == TransportErrorKind::Connect), "{error}");
    assert!(matches!(stream(&server.url).await, Error::AmbiguousOutcome(_)));
}

async fn send(stream: &mut TcpStream, text: &str) {
    stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).await.unwrap();
}

async fn chunk(response: &mut StreamedResponse) -> Option<String> {
    response.next_chunk().await.unwrap().map(|bytes| String::from_utf8(bytes.into()).unwrap())
}

#[track_caller]
fn transport(error: &Error) -> (TransportErrorKind, String) {
    let Error::Transport(error) = error else { panic!("{error:?}") };
    let text = error.to_string();
    assert!(text.contains("(host 127.0.0.1:") && !text.contains("/v1") && !text.contains(API_KEY), "{text}");
    (error.kind, text)
}

#[tokio::test]
async fn a_chunk_is_received_before_the_next_one_is_sent() {
    let server = Server::start().await;
    let (platform, _) = client(&server.url);
    let user = platform.user_with_token(TOKEN);
    let (response, (mut stream, head)) = tokio::join!(user.stream(export()), async {
        let (mut stream, head) = server.request().await;
        stream.write_all(CHUNKED.as_bytes()).await.unwrap();
        (stream, head.to_ascii_lowercase())
    });
    let mut response = response.unwrap();
    assert!(head.contains(&format!("authorization: bearer {TOKEN}")) && head.contains(API_KEY), "{head}");
    assert!(head.contains("accept-encoding: identity"), "{head}");
    assert_eq!((response.status, response.attempts, response.request_id.as_deref()), (200, 1, Some("r7")));
    assert_eq!(response.headers["transfer-encoding"], "chunked");
    for text in ["first", "second"] {
        send(&mut stream, text).await;
        assert_eq!(chunk(&mut response).await.unwrap(), text);
    }
    send(&mut stream, "").await;
    assert_eq!(chunk(&mut response).await, None);
    assert_eq!(chunk(&mut response).await, None);
}

#[tokio::test]
async fn a_connection_is_used_again_after_a_complete_body() {
    let peer = Peer::start([json(200, "{}")]).await;
    let (platform, _) = peer.client();
    for _ in 0..3 {
        let mut response = platform.stream(export()).await.unwrap();
        assert_eq!(chunk(&mut response).await.unwrap(), "{}");
        assert_eq!(chunk(&mut response).await, None);
    }
    assert_eq!((peer.seen().len(), peer.connections()), (3, 1));
}

#[tokio::test]
async fn a_body_that_exceeds_its_limit_is_an_error() {
    let server = Server::start().await;
    let (platform, _) = client(&server.url);
    let (mut response, mut stream) = server.open(&platform, export().max_response(8), CHUNKED).await;
    send(&mut stream, "12345678").await;
    assert_eq!(chunk(&mut response).await.unwrap(), "12345678");
    send(&mut stream, "9").await;
    // The error stays.
    for _ in 0..2 {
        let (kind, text) = transport(&response.next_chunk().await.unwrap_err());
        assert!(kind == TransportErrorKind::TooLarge && text.contains("larger than 8 bytes"), "{text}");
    }

    for (request, limit) in [(export(), 2 << 20), (export().max_response(8), 8)] {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", limit + 1).into_bytes();
        let peer = Peer::start([Step::AnswerAndClose(head)]).await;
        let error = peer.client().0.stream(request).await.unwrap_err();
        assert_eq!(transport(&error).0, TransportErrorKind::TooLarge, "the announced length is checked first");
    }
}

#[tokio::test]
async fn the_limit_of_a_request_is_also_that_of_a_whole_response() {
    let peer = Peer::start([json(200, "12345678")]).await;
    let (platform, _) = peer.client();
    assert_eq!(platform.request(export().max_response(8)).await.unwrap().body, "12345678");
    let error = platform.request(export().max_response(7)).await.unwrap_err();
    assert_eq!(transport(&error).0, TransportErrorKind::TooLarge);
}

#[tokio::test]
async fn a_connection_that_breaks_in_the_middle_is_an_error_that_says_so() {
    let server = Server::start().await;
    let (platform, _) = client(&server.url);
    for head in [CHUNKED, "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n"] {
        let (mut response, mut stream) = server.open(&platform, export(), head).await;
        send(&mut stream, "half").await;
        assert!(chunk(&mut response).await.unwrap().contains("half"));
        drop(stream);
        for _ in 0..2 {
            let (kind, text) = transport(&response.next_chunk().await.unwrap_err());
            assert_eq!(kind, TransportErrorKind::Interrupted);
            assert!(text.contains("the connection was closed before the response was complete"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_response_that_is_dropped_early_closes_the_connection() {
    let server = Server::start().await;
    let (platform, _) = client(&server.url);
    let (mut response, mut stream) = server.open(&platform, export(), CHUNKED).await;
    send(&mut stream, "first").await;
    assert_eq!(chunk(&mut response).await.unwrap(), "first");
    drop(response);
    let closed = stream.read_buf(&mut Vec::new()).await;
    assert!(matches!(closed, Ok(0) | Err(_)), "{closed:?}");
}

#[tokio::test]
async fn a_stream_that_is_closed_while_a_cancelled_read_ends_closes_the_connection() {
    let server = Server::start().await;
    let (platform, _) = client(&server.url);
    let (response, mut stream) = server.open(&platform, export(), CHUNKED).await;
    let shared = Arc::new(SharedStream::from(response));
    let reader = Arc::clone(&shared);
    let read = tokio::spawn(async move { reader.next_chunk().await });
    tokio::task::yield_now().await;
    // The task waits for a chunk. It is cancelled now, but holds the response until it is run again.
    read.abort();
    shared.close();
    assert!(read.await.unwrap_err().is_cancelled());
    let closed = tokio::time::timeout(Duration::from_secs(10), stream.read_buf(&mut Vec::new())).await.unwrap();
    assert!(matches!(closed, Ok(0) | Err(_)), "{closed:?}");
}

#[tokio::test]
async fn a_wait_for_a_chunk_that_is_cancelled_loses_nothing() {
    let server = Server::start().await;
    let (platform, _) = client(&server.url);
    let (mut response, mut stream) = server.open(&platform, export(), CHUNKED).await;
    tokio::select! {
        biased;
        chunk = response.next_chunk() => panic!("{chunk:?}"),
        () = tokio::task::yield_now() => {}
    }
    send(&mut stream, "first").await;
    assert_eq!(chunk(&mut response).await.unwrap(), "first");
}

#[tokio::test]
async fn silence_ends_a_response_and_the_time_between_two_reads_does_not() {
    let limit = Duration::from_secs(2);
    let server = Server::start().await;
    let platform = client(&server.url).0.with(CallOptions::timeout(limit));
    let (mut response, mut stream) = server.open(&platform, export(), CHUNKED).await;
    send(&mut stream, "first").await;
    tokio::time::pause();
    tokio::time::advance(10 * limit).await;
    tokio::time::resume();
    assert_eq!(chunk(&mut response).await.unwrap(), "first");
    tokio::time::pause();
    let (kind, text) = transport(&response.next_chunk().await.unwrap_err());
    assert_eq!(kind, TransportErrorKind::Interrupted);
    assert!(text.contains("nothing of the response arrived for 2000 ms"), "{text}");
}

#[tokio::test]
async fn the_timeout_limits_the_time_until_the_response_begins() {
    for bytes in ["", "HTTP/1.1 200 OK\r\nx-slow: ", "HTTP/1.1 404 Not Found\r\ncontent-length: 100000\r\n\r\n"] {
        let peer = Peer::start([Step::Drip(bytes.into())]).await;
        let platform = peer.client().0.with(CallOptions::timeout(Duration::from_millis(300)));
        let clock = PausedClock::begin();
        let (result, ()) = tokio::join!(platform.stream(export()), clock.until(|| !peer.seen().is_empty()));
        tokio::time::resume();
        let kind = transport(&result.unwrap_err()).0;
        // An answer that begins with a space is no HTTP.
        let expected = if bytes.is_empty() { TransportErrorKind::Protocol } else { TransportErrorKind::Deadline };
        assert_eq!(kind, expected, "{bytes:?}");
    }
}

#[tokio::test]
async fn other_responses_are_repeated_or_errors_as_for_every_call() {
    let busy = Step::Answer(answer(503, "retry-after: 1\r\n", "{}"));
    let peer = Peer::start([Step::Close, busy, json(200, "text")]).await;
    let (platform, waits) = peer.client();
    let mut response = platform.stream(export()).await.unwrap();
    assert_eq!((response.attempts, waits.waits().len()), (3, 2));
    assert_eq!(chunk(&mut response).await.unwrap(), "text");

    let peer = Peer::start([json(412, r#"{"code":9,"message":"blocked"}"#)]).await;
    let Error::Api(error) = peer.client().0.stream(export()).await.unwrap_err() else { panic!() };
    assert_eq!((error.kind, error.code), (ApiErrorKind::PreconditionFailed, Some(9)));
    assert!(error.message.contains("blocked"));

    let peer = Peer::start([Step::Close]).await;
    let error = peer.client().0.stream(RawRequest::new("POST", ["v1"])).await.unwrap_err();
    assert!(matches!(error, Error::AmbiguousOutcome(_)), "{error:?}");

    let peer = Peer::start([Step::Answer(answer(302, "location: /x\r\n", ""))]).await;
    assert_eq!(transport(&peer.client().0.stream(export()).await.unwrap_err()).0, TransportErrorKind::Redirect);
}

#[tokio::test]
async fn the_body_of_an_error_has_the_usual_limit() {
    let peer = Peer::start([Step::Flood(b"HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n".into())]).await;
    let error = peer.client().0.stream(export().max_response(1 << 30)).await.unwrap_err();
    assert_eq!(transport(&error).0, TransportErrorKind::TooLarge);
}

#[tokio::test]
async fn a_transport_without_streams_returns_the_body_as_one_chunk() {
    let recorder =
        Recorder::script([ScriptedResponse::new(200).body("whole").into(), ScriptedResponse::new(204).into()]);
    let platform = OpenPlatform::builder().api_key("any").transport(recorder).build().unwrap();
    let mut response = platform.stream(export()).await.unwrap();
    assert_eq!(chunk(&mut response).await.unwrap(), "whole");
    assert_eq!(chunk(&mut response).await, None);
    let mut empty = platform.stream(export()).await.unwrap();
    assert_eq!((empty.status, chunk(&mut empty).await), (204, None));
}
