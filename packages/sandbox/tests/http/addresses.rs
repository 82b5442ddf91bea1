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
async fn what_was_uploaded_is_read_at_the_host_that_the_caller_used() {
    for sandbox in [Sandbox::start().await.unwrap(), Sandbox::builder().token("t-0").start().await.unwrap()] {
        for host in ["sandbox:8080", "localhost:4010", "192.0.2.7:18080"] {
            let found = all_at(&sandbox, host, "/worlds/default/base", LINES[3]).await;
            for address in found {
                let path = address.strip_prefix(&format!("http://{host}")).unwrap();
                let read = at(&sandbox, host, &format!("GET {path}")).await;
                assert_eq!(read.status, 200, "{host} {path} {read:?}");
                assert_eq!(read.header("content-type"), Some("image/jpeg"));
                assert_eq!(read.header("x-content-type-options"), Some("nosniff"));
                assert_eq!(at(&sandbox, host, &format!("POST {path}")).await.status, 405, "it is only read");
            }
            for lost in ["/worlds/default/media/unknown.jpg", "/worlds/nowhere/media/unknown.jpg"] {
                assert_eq!(at(&sandbox, host, &format!("GET {lost}")).await.status, 404, "{lost}");
            }
        }
        let admin = at(&sandbox, "sandbox:8080", "GET /_sandbox/worlds/default/images").await;
        assert_eq!(admin.status, 403, "the admin API is refused as before");
    }
}

#[tokio::test]
async fn the_issuer_is_at_the_host_that_the_browser_used() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.set_oauth_rules(|rules| rules.send_issuer = true);
    let app = world.app();
    for (host, expected) in [("sandbox:8080", "http://sandbox:8080"), ("a:99999", sandbox.url())] {
        for scope in ["USER_PHONE", "misspelt"] {
            let query = url::form_urlencoded::Serializer::new(String::new())
                .extend_pairs([("client_id", &*app.client_id), ("redirect_uri", &app.redirect_uris[0])])
                .extend_pairs([("response_type", "code"), ("scope", scope), ("state", "0123456789")])
                .extend_pairs([("sandbox_user", "seller")])
                .finish();
            let back = at(&sandbox, host, &format!("GET /auth/oauth2/auth?{query}")).await;
            let location = url::Url::parse(back.header("location").unwrap()).unwrap();
            let (_, issuer) = location.query_pairs().find(|(name, _)| name == "iss").unwrap();
            assert_eq!(issuer, format!("{expected}/worlds/default/auth"), "{scope}");
        }
    }
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
