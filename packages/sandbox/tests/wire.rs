//! Faults on a real socket, as bytes, and as errors of the SDK's transport.

use std::io::ErrorKind;
use std::time::Duration;

use http::{HeaderMap, Method};
use open_platform::error::TransportErrorKind;
use open_platform::transport::{Failure, Http, Request, Transport};
use open_platform_sandbox::{Effect, FaultRule, Moment, RequestMatch, Sandbox, World};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A sandbox on a socket, its default world, and the path of a post.
async fn sandbox() -> (Sandbox, World, String) {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let path = format!("/base/v1/open-platform/finder/post/{}", world.posts()[0].token);
    (sandbox, world, path)
}

async fn connect(sandbox: &Sandbox) -> TcpStream {
    TcpStream::connect(sandbox.url().trim_start_matches("http://")).await.unwrap()
}

/// Sends one request and leaves the connection open for reading.
async fn ask(sandbox: &Sandbox, world: &World, head: &str, body: &str) -> TcpStream {
    let mut stream = connect(sandbox).await;
    let key = world.app().api_key;
    let length = body.len();
    let text = format!("{head} HTTP/1.1\r\nhost: {}\r\nx-api-key: {key}\r\n", &sandbox.url()[7..]);
    let text = format!("{text}content-length: {length}\r\nconnection: close\r\n\r\n{body}");
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Reads to the end. If the connection is cut, returns what was received before.
async fn rest(stream: &mut TcpStream) -> (Vec<u8>, Option<ErrorKind>) {
    let mut read = Vec::new();
    let broken = stream.read_to_end(&mut read).await.err().map(|error| error.kind());
    (read, broken)
}

/// The announced and the received length of the body.
fn lengths(answer: &[u8]) -> (usize, usize) {
    let text = String::from_utf8_lossy(answer);
    let (head, _) = text.split_once("\r\n\r\n").unwrap();
    let announced = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    (announced.parse().unwrap(), answer.len() - head.len() - 4)
}

async fn over_http(sandbox: &Sandbox, world: &World, path: &str, max: usize) -> Result<Vec<u8>, Failure> {
    let mut headers = HeaderMap::new();
    headers.insert("x-api-key", world.app().api_key.parse().unwrap());
    let request = Request {
        method: Method::GET,
        url: format!("{}{path}", sandbox.url()),
        headers,
        body: Default::default(),
        timeout: Duration::from_secs(60),
        max_response: max,
        progress: None,
    };
    Http::new().unwrap().send(request).await.map(|response| response.body.to_vec())
}

#[tokio::test]
async fn a_dropped_connection_ends_without_an_answer_before_or_after_the_effect() {
    let (sandbox, world, _) = sandbox().await;
    let conversation = world.conversations()[0].id.clone();
    let head = format!("POST /base/v2/open-platform/conversations/{conversation}/messages");
    let scope = format!("CONVERSATION_SEND_MESSAGE.{conversation}");
    let token = world.issue_tokens("seller", [scope]).unwrap().access_token;
    let before = world.messages(&conversation).len();
    for (moment, reset, written) in [(Moment::Before, false, 0), (Moment::After, false, 1), (Moment::After, true, 2)] {
        world.faults().once("conversations.send", Effect::Drop { moment, reset });
        let mut stream = connect(&sandbox).await;
        let body = r#"{"type":"TEXT","message":"once"}"#;
        let text = format!(
            "{head} HTTP/1.1\r\nhost: {}\r\nx-api-key: {}\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            &sandbox.url()[7..],
            world.app().api_key,
            token.expose(),
            body.len()
        );
        stream.write_all(text.as_bytes()).await.unwrap();
        let (read, broken) = rest(&mut stream).await;
        assert!(read.is_empty(), "{moment:?}");
        assert_eq!(broken, reset.then_some(ErrorKind::ConnectionReset), "{moment:?}");
        assert_eq!(world.messages(&conversation).len(), before + written, "{moment:?}");
    }
}

#[tokio::test]
async fn a_truncated_answer_announces_its_full_length_and_is_cut() {
    let (sandbox, world, path) = sandbox().await;
    world.faults().once("posts.get", Effect::Truncate { bytes: 10 });
    let mut stream = ask(&sandbox, &world, &format!("GET {path}"), "").await;
    let (announced, received) = lengths(&rest(&mut stream).await.0);
    assert!(received == 10 && announced > 100, "{received} of {announced}");
    world.faults().once("posts.get", Effect::Truncate { bytes: 10 });
    let failure = over_http(&sandbox, &world, &path, 1 << 20).await.unwrap_err();
    assert_eq!((failure.kind, failure.may_have_arrived), (TransportErrorKind::Interrupted, true));
}

#[tokio::test]
async fn a_slow_answer_is_sent_in_pieces_and_complete() {
    let (sandbox, world, path) = sandbox().await;
    let whole = over_http(&sandbox, &world, &path, 1 << 20).await.unwrap();
    world.faults().once("posts.get", Effect::SlowDrip { bytes: 200, milliseconds: 5 });
    let mut stream = ask(&sandbox, &world, &format!("GET {path}"), "").await;
    let (mut read, mut pieces) = (Vec::new(), 0);
    while stream.read_buf(&mut read).await.unwrap() > 0 {
        pieces += 1;
    }
    assert!(pieces > 2, "{pieces}");
    assert!(read.ends_with(&whole));
}

#[tokio::test]
async fn an_endless_answer_is_sent_until_the_app_closes() {
    let (sandbox, world, path) = sandbox().await;
    world.faults().once("posts.get", Effect::EndlessBody {});
    let mut stream = ask(&sandbox, &world, &format!("GET {path}"), "").await;
    let mut some = vec![0; 4 << 20];
    stream.read_exact(&mut some).await.unwrap();
    drop(stream);
    world.faults().once("posts.get", Effect::EndlessBody {});
    let failure = over_http(&sandbox, &world, &path, 1 << 20).await.unwrap_err();
    assert_eq!(failure.kind, TransportErrorKind::TooLarge);
    assert!(!over_http(&sandbox, &world, &path, 1 << 20).await.unwrap().is_empty(), "the sandbox serves on");
}

#[tokio::test]
async fn a_gzip_bomb_is_small_and_too_large_for_the_sdk_when_decoded() {
    let (sandbox, world, path) = sandbox().await;
    world.faults().once("posts.get", Effect::GzipBomb { mebibytes: 8 });
    let mut stream = ask(&sandbox, &world, &format!("GET {path}"), "").await;
    let (answer, _) = rest(&mut stream).await;
    assert!(answer.len() < 1 << 20, "{}", answer.len());
    world.faults().once("posts.get", Effect::GzipBomb { mebibytes: 8 });
    let failure = over_http(&sandbox, &world, &path, 1 << 20).await.unwrap_err();
    assert_eq!(failure.kind, TransportErrorKind::TooLarge, "{}", failure.reason);
    // It is a valid gzip document, which a decoder without a limit accepts.
    world.faults().once("posts.get", Effect::GzipBomb { mebibytes: 3 });
    let decoded = over_http(&sandbox, &world, &path, 4 << 20).await.unwrap();
    assert!(decoded.len() == 3 << 20 && decoded.iter().all(|byte| *byte == 0));
}

#[tokio::test]
async fn a_fault_for_a_user_affects_only_that_user() {
    let (sandbox, world, _) = sandbox().await;
    let on = RequestMatch { user: Some("seller".into()), ..RequestMatch::default() };
    let effects =
        vec![Effect::Status { status: 503, body: "".into(), content_type: "".into(), moment: Moment::Before }];
    world.faults().add(FaultRule { on, effects, ..FaultRule::default() });
    let status = async |user: &str| {
        let token = world.issue_tokens(user, ["USER_ID"]).unwrap().access_token;
        let platform = world.client().build().unwrap();
        platform.user_with_token(token).users().me().await.map_err(|error| error.to_string())
    };
    assert!(status("buyer").await.is_ok());
    world.freeze();
    assert!(status("seller").await.unwrap_err().contains("503"));
    assert!(status("dealer").await.is_ok());
    sandbox.stop().await;
}

#[tokio::test]
async fn a_slow_body_reaches_an_app_over_a_socket() {
    let (_sandbox, world, _) = sandbox().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let app = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (mut read, mut pieces) = (Vec::new(), 0);
        while !read.ends_with(b"}}") {
            assert!(stream.read_buf(&mut read).await.unwrap() > 0, "closed early");
            pieces += 1;
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.unwrap();
        (String::from_utf8(read).unwrap(), pieces)
    });
    world.freeze();
    world.configure_app(|app| app.events_url = format!("http://127.0.0.1:{port}/events?a=b"));
    world.set_webhook_rules(|rules| (rules.body_piece_bytes, rules.body_pause_milliseconds) = (20, 3));
    world.send_sample(open_platform_sandbox::Sample::Revocation).unwrap();
    world.run_until_idle().await;
    let (request, pieces) = app.await.unwrap();
    assert!(pieces > 3, "{pieces}");
    assert!(request.starts_with("POST /events?a=b HTTP/1.1\r\n"), "{request}");
    assert!(request.contains(&format!("authorization: {}\r\n", world.app().identification_key)), "{request}");
    assert_eq!(world.deliveries()[0].attempts[0].status, Some(200));
}
