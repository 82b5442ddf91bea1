//! The admin API refuses impossible values, and names the error.

use open_platform_sandbox::Sandbox;
use serde_json::{Value, json};

use crate::{admin, send};

#[tokio::test]
async fn an_impossible_value_is_refused_with_its_path_and_the_reason() {
    let sandbox = Sandbox::start().await.unwrap();
    let on = |members: Value| json!({ "on": members, "effects": [{ "kind": "bad_json" }] });
    let token = |scope: &str| json!({ "user": "seller", "scopes": [scope] });
    for (method, path, body, field, reason) in [
        ("POST", "/faults", on(json!({ "endpoint": "oauth.refersh" })), "on.endpoint", "did you mean oauth.refresh?"),
        ("POST", "/faults", on(json!({ "endpoint": "webhook.event" })), "on.endpoint", "no such endpoint"),
        ("POST", "/faults", on(json!({ "method": "get" })), "on.method", "did you mean GET?"),
        ("POST", "/faults", on(json!({ "path": "v1/x" })), "on.path", "begin with /"),
        ("POST", "/faults", on(json!({ "header": "a b" })), "on.header", "header"),
        ("POST", "/wait", json!({ "for": "request", "endpoint": "posts.gte" }), "endpoint", "did you mean posts.get?"),
        ("GET", "/requests?endpoint=posts.gte", json!(null), "endpoint", "did you mean posts.get?"),
        ("PATCH", "/app", json!({ "events_url": "127.0.0.1:8000" }), "events_url", "absolute address"),
        ("PATCH", "/app", json!({ "events_url": "https://app.example/events" }), "events_url", "this machine"),
        ("PATCH", "/app", json!({ "start_url": "/start" }), "start_url", "absolute address"),
        ("PATCH", "/app", json!({ "dynamic_action_url": "ftp://localhost/" }), "dynamic_action_url", "http"),
        ("PATCH", "/app", json!({ "redirect_uris": ["/callback"] }), "redirect_uris[0]", "absolute address"),
        ("PATCH", "/app", json!({ "permissions": ["GET_POTS"] }), "permissions", "did you mean GET_POST?"),
        ("PATCH", "/app", json!({ "api_key": "" }), "api_key", "visible ASCII"),
        ("POST", "/tokens", token("USER_FONE"), "scopes[0]", "no scope USER_FONE"),
        ("POST", "/tokens", token("USER_PHONE.abc"), "scopes[0]", "takes no identifier"),
        ("POST", "/seed", json!({ "posts": [{ "owner": "seller", "token": "a/b" }] }), "post_token", ""),
        ("POST", "/faults", json!([]), "", "object"),
        ("POST", "/faults", on(json!(["posts.get"])), "on", "object"),
        ("POST", "/faults", json!({ "effects": [["bad_json"]] }), "effects[0]", "object"),
        ("POST", "/seed", json!({ "users": [["zoe", "09120000009"]] }), "users[0]", "object"),
        ("POST", "/seed", json!({ "users": [{ "name": "zoe", "fone": "1" }] }), "", "fone"),
        ("POST", "/clock/advance", json!([60]), "", "object"),
    ] {
        let reply = admin(&sandbox, method, path, body.clone()).await;
        let problem = reply.json();
        assert_eq!((reply.status, &problem["error"]), (400, &json!("invalid_input")), "{path} {body} {problem}");
        assert_eq!(problem["field"].as_str().unwrap_or_default(), field, "{path} {body} {problem}");
        assert!(reply.message().contains(reason), "{path} {body} {problem}");
    }
    let world = sandbox.default_world();
    assert!(world.faults().rules().is_empty() && world.user("zoe").is_none() && world.tokens().is_empty());
    assert_eq!(world.app().events_url, "", "a refused change changes nothing");
}

#[tokio::test]
async fn possible_values_are_accepted() {
    let sandbox = Sandbox::start().await.unwrap();
    for (method, path, body) in [
        ("POST", "/faults", json!({ "on": { "endpoint": "posts.get", "method": "GET" }, "effects": [] })),
        ("POST", "/faults", json!({ "nth": null, "probability": 1, "effects": [{ "kind": "patch", "merge": [1] }] })),
        ("PATCH", "/app", json!({ "events_url": "http://localhost:8000/events", "start_url": "" })),
        ("PATCH", "/app", json!({ "redirect_uris": ["https://app.example/back", "com.example.app:/back"] })),
        ("PATCH", "/app", json!({ "permissions": ["GET_POST", "BALANCE_RETRIEVE"] })),
        ("PATCH", "/app", json!({ "other_keys": [{ "key": "k", "permissions": ["GET_POST"] }] })),
        ("POST", "/tokens", json!({ "user": "seller", "scopes": ["USER_PHONE", "POST_EDIT.abcd1234"] })),
        ("PATCH", "/switches", json!({ "webhooks": { "retry_after_seconds": [1, 2] } })),
        ("POST", "/deliveries", json!({ "body": ["any", "JSON"] })),
        ("POST", "/seed", json!({ "posts": [{ "owner": "seller", "data": { "images": ["https://x/1.jpg"] } }] })),
    ] {
        let reply = admin(&sandbox, method, path, body.clone()).await;
        assert_eq!(reply.status, 200, "{path} {body} {reply:?}");
    }
}

#[tokio::test]
async fn a_world_can_be_deleted_and_created_again() {
    let sandbox = Sandbox::start().await.unwrap();
    let at = "/_sandbox/worlds/shop";
    assert_eq!(send(&sandbox, "DELETE", at, &[], b"").await.status, 404);
    assert_eq!(send(&sandbox, "PUT", at, &[], b"").await.status, 200);
    let world = sandbox.world("shop");
    let token = world.posts()[0].token.clone();
    world.move_post(&token, open_platform_sandbox::Stage::Retired).unwrap();
    let key = world.app().api_key;
    let path = format!("/base/v1/open-platform/finder/post/{token}");
    assert_eq!(send(&sandbox, "GET", &path, &[("x-api-key", &key)], b"").await.status, 200);

    assert_eq!(send(&sandbox, "DELETE", at, &[], b"").await.status, 200);
    assert_eq!(send(&sandbox, "GET", at, &[], b"").await.status, 404);
    assert_eq!(send(&sandbox, "GET", &format!("/worlds/shop{path}"), &[("x-api-key", &key)], b"").await.status, 404);
    assert_eq!(send(&sandbox, "GET", &path, &[("x-api-key", &key)], b"").await.status, 401, "its key is nobody's");
    // A handle in Rust does not create it again.
    world.configure_app(|app| app.api_key = "key_of_the_deleted_world".into());
    let key = [("x-api-key", "key_of_the_deleted_world")];
    assert_eq!(send(&sandbox, "GET", &path, &key, b"").await.status, 401);

    assert_eq!(send(&sandbox, "PUT", at, &[], b"").await.status, 200);
    let stage = send(&sandbox, "GET", &format!("{at}/posts/{token}"), &[], b"").await.json()["stage"].clone();
    assert_eq!(stage, "published", "a new world of the same name");
    let kept = send(&sandbox, "DELETE", "/_sandbox/worlds/default", &[], b"").await;
    assert_eq!(kept.status, 400);
    assert!(kept.message().contains("reset it instead"), "{kept:?}");
}
