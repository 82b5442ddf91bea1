//! The transport with an app's own `reqwest::Client`: the conformance checks, and its report of failures.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use open_platform::OpenPlatform;
use open_platform::client::Hosts;
use open_platform::error::TransportErrorKind as Kind;
use open_platform::testing::transports;
use open_platform::transport::{Request, Reqwest, Transport};
use reqwest::redirect::Policy;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const POST: &str = r#"{"token":"gZd7omnS","category":"cars","data":{"title":"x"}}"#;

fn builder() -> reqwest::ClientBuilder {
    // Another test of this process may have installed it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy()
}

fn client() -> reqwest::Client {
    builder().redirect(Policy::none()).build().unwrap()
}

fn get(url: &str) -> Request {
    Request {
        method: http::Method::GET,
        url: url.into(),
        headers: http::HeaderMap::new(),
        body: Bytes::new(),
        timeout: Duration::from_secs(10),
        max_response: 1 << 20,
        progress: None,
    }
}

/// A server without TLS that responds to the first request of each connection with a post. Returns host and port.
async fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut buffer = [0; 4096];
            let _ = stream.read(&mut buffer).await;
            let answer =
                format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{POST}", POST.len());
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reqwest_transport_passes_the_conformance_checks() {
    assert_eq!(transports::suite(Arc::new(Reqwest::from(client()))).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_checks_detect_a_client_that_follows_redirects() {
    let failures = transports::suite(Arc::new(Reqwest::from(builder().build().unwrap()))).await;
    let found: Vec<_> = failures.iter().map(|failure| failure.check.as_str()).collect();
    assert_eq!(found, ["no redirect is followed", "no redirect of a stream is followed"], "{failures:?}");
    assert!(failures.iter().all(|failure| failure.problem.contains("Policy::none()")), "{failures:?}");
}

#[tokio::test]
async fn a_call_uses_the_reqwest_client() {
    let address = serve().await;
    let platform = OpenPlatform::builder()
        .environment::<String, String>([])
        .hosts(Hosts::sandbox(format!("http://{address}")))
        .api_key("key")
        .reqwest(client())
        .build()
        .unwrap();
    assert_eq!(platform.posts().get("gZd7omnS").await.unwrap().category, "cars");
}

#[tokio::test]
async fn a_peer_without_tls_has_not_received_the_request() {
    let url = format!("https://{}/canary", serve().await);
    let failure = Reqwest::from(client()).send(get(&url)).await.unwrap_err();
    assert_eq!((failure.kind, failure.may_have_arrived), (Kind::Tls, false), "{}", failure.reason);
    assert!(!failure.reason.contains("canary") && !failure.reason.contains("127.0.0.1"), "{}", failure.reason);
}

#[tokio::test]
async fn a_request_that_an_http2_server_has_not_processed_has_not_arrived() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut connection = h2::server::handshake(stream).await.unwrap();
        while let Some(Ok((request, mut respond))) = connection.accept().await {
            respond.send_reset(match request.uri().path() {
                "/refused" => h2::Reason::REFUSED_STREAM,
                _ => h2::Reason::INTERNAL_ERROR,
            });
        }
    });
    let transport = Reqwest::from(builder().http2_prior_knowledge().redirect(Policy::none()).build().unwrap());
    for (path, may_have_arrived) in [("/refused", false), ("/broken", true)] {
        let request =
            Request { method: http::Method::POST, body: "{}".into(), ..get(&format!("http://{address}{path}")) };
        let failure = transport.send(request).await.unwrap_err();
        assert_eq!((failure.kind, failure.may_have_arrived), (Kind::Interrupted, may_have_arrived), "{failure:?}");
    }
}
