//! The addresses in responses begin with the origin by which the request came, so that every caller can call them.

use open_platform_sandbox::Sandbox;
use serde_json::Value;

use crate::{Reply, raw};

async fn at(sandbox: &Sandbox, host: &str, line: &str) -> Reply {
    let key = sandbox.default_world().app().api_key;
    let content: &[u8] = if line.starts_with("POST") { b"\xff\xd8\xff" } else { b"" };
    let mut request =
        format!("{line} HTTP/1.1\r\nhost: {host}\r\nx-api-key: {key}\r\nconnection: close\r\n").into_bytes();
    request.extend_from_slice(format!("content-length: {}\r\n\r\n", content.len()).as_bytes());
    request.extend_from_slice(content);
    raw(sandbox, &request).await
}

/// All addresses in a document.
fn addresses(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) if text.starts_with("http") => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| addresses(item, into)),
        Value::Object(members) => members.values().for_each(|member| addresses(member, into)),
        _ => {}
    }
}

async fn all_at(sandbox: &Sandbox, host: &str, prefix: &str, line: &str) -> Vec<String> {
    let (method, path) = line.split_once(' ').unwrap();
    let reply = at(sandbox, host, &format!("{method} {prefix}{path}")).await;
    assert_eq!(reply.status, 200, "{host} {line} {reply:?}");
    let mut found = Vec::new();
    addresses(&reply.json(), &mut found);
    assert!(!found.is_empty(), "{line} {reply:?}");
    found
}

const LINES: [&str; 4] = [
    "GET /v1/open-platform/assets/media-upload-urls",
    "GET /v2/open-platform/post/upload-urls",
    "GET /v1/open-platform/post/image-upload-url",
    "POST /v8/upload/post/live-post-image",
];

#[tokio::test]
async fn addresses_for_uploads_are_at_the_host_that_the_caller_used() {
    let sandbox = Sandbox::start().await.unwrap();
    for host in ["localhost:4010", "sandbox.test", "192.0.2.7:18080", "[::1]:4010"] {
        for prefix in ["/base", "/worlds/default/base"] {
            for line in LINES {
                for address in all_at(&sandbox, host, prefix, line).await {
                    assert!(address.starts_with(&format!("http://{host}/")), "{host} {line} {address}");
                    assert!(address.contains("/worlds/default/"), "{host} {line} {address}");
                }
            }
        }
    }
    let world = at(&sandbox, "localhost:18080", "GET /_sandbox/worlds/default").await.json();
    assert_eq!(world["url"], "http://localhost:18080/worlds/default");
}

#[tokio::test]
async fn a_host_that_is_none_is_not_repeated() {
    let sandbox = Sandbox::start().await.unwrap();
    for host in ["user:pass@evil.example", "evil.example/path", "evil.example?q", "a:99999"] {
        for address in all_at(&sandbox, host, "/base", LINES[0]).await {
            assert!(address.starts_with(&format!("{}/worlds/default/", sandbox.url())), "{host} {address}");
        }
    }
}

#[tokio::test]
async fn at_a_real_host_name_the_addresses_have_real_host_names() {
    let sandbox = Sandbox::start().await.unwrap();
    let found = all_at(&sandbox, "open-api.divar.ir:4010", "", LINES[0]).await;
    let expected = [
        "http://divar.ir:4010/v2/image-service/open-platform/image.jpg",
        "http://open-api.divar.ir:4010/v8/upload/post/live-post-image",
        "http://open-api.divar.ir:4010/v1/upload-video/",
    ];
    assert_eq!(found, expected);
}
