//! HTTP semantics: statuses, `Allow`, HEAD, `WWW-Authenticate`, malformed bodies.

use open_platform::live::OPERATIONS;
use open_platform_sandbox::Sandbox;
use serde_json::json;

use crate::{admin, call, raw, send};

const POSTS: &str = "/base/v1/open-platform/finder/post";

#[tokio::test]
async fn every_operation_of_the_live_platform_is_emulated() {
    let sandbox = Sandbox::start().await.unwrap();
    for operation in OPERATIONS.iter() {
        let path = format!("/base{}", operation.path.replace(['{', '}'], ""));
        let reply = send(&sandbox, operation.method.as_str(), &path, &[], b"").await;
        // The first error is the missing key.
        assert_eq!((reply.status, reply.message().contains("x-api-key")), (401, true), "{}", operation.id);
    }
    let unknown = send(&sandbox, "GET", "/base/v1/open-platform/nothing", &[], b"").await;
    assert_eq!(unknown.status, 404);
    assert!(unknown.message().contains("published operations"), "{unknown:?}");
}

#[tokio::test]
async fn malformed_chunks_are_400_and_only_a_large_body_is_413() {
    let sandbox = Sandbox::start().await.unwrap();
    for path in ["/base/v1/open-platform/users", "/_sandbox/worlds/default/seed"] {
        let head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
        let chunks = format!("{head}connection: close\r\ntransfer-encoding: chunked\r\n\r\nXYZ\r\n{{}}\r\n0\r\n\r\n");
        let reply = raw(&sandbox, chunks.as_bytes()).await;
        assert_eq!(reply.status, 400, "{path} {reply:?}");
        assert!(reply.message().contains("chunked encoding"), "{reply:?}");
    }
    let large = vec![b' '; (16 << 20) + 1];
    assert_eq!(send(&sandbox, "POST", "/base/v1/open-platform/users", &[], &large).await.status, 413);
    let json = [("content-type", "application/json")];
    let reply = send(&sandbox, "POST", "/_sandbox/worlds/default/seed", &json, &large[..(2 << 20) + 1]).await;
    assert_eq!(reply.status, 413);
}

#[tokio::test]
async fn a_wrong_method_lists_the_allowed_ones() {
    let sandbox = Sandbox::start().await.unwrap();
    for (method, path, allow) in [
        ("PUT", "/base/v1/open-platform/users", "GET, HEAD, POST"),
        ("DELETE", "/auth/oauth2/token", "POST"),
        ("GET", "/upload/v2/image-service/open-platform/image.jpg", "PUT"),
        // A path of which only some methods are emulated, and one of which none is.
        ("PUT", "/base/v1/open-platform/addons/post/abcd1234", "DELETE"),
        ("GET", "/base/v2/open-platform/post/abcd1234", "PUT"),
    ] {
        let reply = send(&sandbox, method, path, &[], b"").await;
        assert_eq!((reply.status, reply.header("allow")), (405, Some(allow)), "{method} {path}");
        assert!(reply.message().ends_with(&format!("use {}", allow.replace(", ", " or "))), "{reply:?}");
    }
    let reply = admin(&sandbox, "DELETE", "/clock", json!(null)).await;
    assert_eq!((reply.status, reply.json()["error"].as_str()), (405, Some("method_not_allowed")));
    assert_eq!(reply.header("allow"), Some("GET,HEAD"));
}

#[tokio::test]
async fn a_body_that_is_not_json_is_called_that() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let token = world.issue_tokens("seller", ["USER_POSTS_GET"]).unwrap().access_token;
    let (key, bearer) = (world.app().api_key, format!("Bearer {}", token.expose()));
    let headers = [("x-api-key", key.as_str()), ("authorization", &bearer), ("content-type", "application/json")];
    for (body, said) in [
        ("", "the body: is empty: send a JSON object"),
        ("nothing", "the body: is not JSON: expected ident at line 1 column 2"),
        (r#"{ "event_type": "POST_UPDATE" "#, "the body: is not JSON: EOF while parsing an object"),
        (r#"{ "event_type": "POST_UPDATE" } {}"#, "the body: is not JSON: trailing characters"),
        (r#"{ "event_resource_id": 5 }"#, "event_resource_id: invalid type: integer `5`, expected a string"),
    ] {
        let path = "/base/v1/open-platform/events/subscriptions";
        let reply = send(&sandbox, "POST", path, &headers, body.as_bytes()).await;
        assert_eq!((reply.status, reply.json()["code"].as_i64()), (400, Some(3)), "{body} {reply:?}");
        assert!(reply.message().starts_with(said), "{body} {reply:?}");
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let path = format!("{POSTS}/{}", world.posts()[0].token);
    let key = world.app().api_key;
    let get = send(&sandbox, "GET", &path, &[("x-api-key", &key)], b"").await;
    let head = send(&sandbox, "HEAD", &path, &[("x-api-key", &key)], b"").await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-type"), get.header("content-type"));
    assert_eq!(head.header("content-length"), Some(get.body.len().to_string().as_str()));
    assert_eq!(send(&sandbox, "HEAD", &format!("{POSTS}/unknown1"), &[("x-api-key", &key)], b"").await.status, 404);
    let methods: Vec<_> = world.ledger().requests_to("posts.get").into_iter().map(|request| request.method).collect();
    assert_eq!(methods, ["GET", "HEAD", "HEAD"]);
}

#[tokio::test]
async fn every_401_names_its_scheme() {
    let sandbox = Sandbox::builder().token("sesame-sesame").start().await.unwrap();
    let no_key = send(&sandbox, "GET", "/base/v1/open-platform/users", &[], b"").await;
    assert_eq!((no_key.status, no_key.header("www-authenticate")), (401, Some("Bearer realm=\"open-platform\"")));
    let key = sandbox.default_world().app().api_key;
    // Only for the access token: a client may refresh it then (RFC 6750 section 3.1).
    let invalid_token = "Bearer realm=\"open-platform\", error=\"invalid_token\"";
    for (key, bearer, challenge) in [
        (key.as_str(), "Bearer unknown", invalid_token),
        ("wrong", "Bearer unknown", "Bearer realm=\"open-platform\""),
        (&key, "Basic unknown", "Bearer realm=\"open-platform\""),
    ] {
        let headers = [("x-api-key", key), ("authorization", bearer)];
        let refused = send(&sandbox, "GET", "/base/v1/open-platform/users", &headers, b"").await;
        assert_eq!((refused.status, refused.header("www-authenticate")), (401, Some(challenge)), "{bearer}");
    }
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let token = send(&sandbox, "POST", "/auth/oauth2/token", &form, b"grant_type=authorization_code").await;
    assert_eq!((token.status, token.header("www-authenticate")), (401, Some("Basic realm=\"open-platform\"")));
    let admin = send(&sandbox, "GET", "/_sandbox/worlds", &[], b"").await;
    assert_eq!((admin.status, admin.header("www-authenticate")), (401, Some("Bearer realm=\"sandbox\"")));
}

#[tokio::test]
async fn an_encoded_body_is_refused_and_its_encoding_named() {
    let sandbox = Sandbox::start().await.unwrap();
    let key = sandbox.default_world().app().api_key;
    let headers = [("x-api-key", key.as_str()), ("content-encoding", "gzip"), ("content-type", "application/json")];
    let path = "/base/v1/open-platform/get-user-id-by-phone";
    let reply = send(&sandbox, "POST", path, &headers, b"\x1f\x8b\x08").await;
    assert_eq!((reply.status, reply.header("accept-encoding")), (415, Some("identity")));
    assert!(reply.message().contains("gzip"), "{reply:?}");
    let reply = send(&sandbox, "POST", "/_sandbox/worlds/default/seed", &headers, b"\x1f\x8b\x08").await;
    assert_eq!(reply.status, 415);
    assert!(reply.message().contains("gzip"), "{reply:?}");
    let plain = [("x-api-key", key.as_str()), ("content-encoding", "identity")];
    assert_eq!(send(&sandbox, "POST", path, &plain, br#"{"phone":"09120000001"}"#).await.status, 200);
}

#[tokio::test]
async fn an_upload_without_a_key_names_its_world() {
    let sandbox = Sandbox::start().await.unwrap();
    let shop = sandbox.world("shop");
    let jpeg = [("content-type", "image/jpeg")];
    let image = "v2/image-service/open-platform/image.jpg";
    let lost = send(&sandbox, "PUT", &format!("/upload/{image}"), &jpeg, b"\xff\xd8\xff").await;
    assert_eq!(lost.header("x-sandbox-world"), Some("default"));
    let kept = send(&sandbox, "PUT", &format!("/worlds/shop/upload/{image}"), &jpeg, b"\xff\xd8\xff").await;
    assert_eq!(kept.header("x-sandbox-world"), Some("shop"));
    let line = format!("POST /v2/open-platform/addons/post/{}", shop.posts()[0].token);
    for (upload, status) in [(&lost, 400), (&kept, 200)] {
        let row = json!({ "event_row": { "title": "t", "subtitle": "s", "image_id": upload.json()["image_name"] } });
        let body = json!({ "widgets": [row] });
        let reply = call(&shop, &sandbox, &line, "seller", &["USER_POSTS_ADDON_CREATE"], body).await;
        assert_eq!(reply.status, status, "{reply:?}");
        if status == 400 {
            assert!(reply.message().contains(&format!("{}/upload", shop.url())), "{reply:?}");
        }
    }
}
