//! The admin API refuses impossible values, and names the error.

use open_platform_sandbox::{NewConversation, Sandbox};
use serde_json::{Value, json};

use crate::{admin, send};

#[tokio::test]
async fn an_impossible_value_is_refused_with_its_path_and_the_reason() {
    let sandbox = Sandbox::start().await.unwrap();
    let on = |members: Value| json!({ "on": members, "effects": [{ "kind": "bad_json" }] });
    let token = |scope: &str| json!({ "user": "seller", "scopes": [scope] });
    let uuid = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
    let ticket = |uuid: &str, user: &str, rials: i64| json!({ "tickets": [{ "uuid": uuid, "user": user, "sponsored_rials": rials }] });
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
        ("POST", "/seed", json!({ "users": [{ "name": "zoe", "fone": "1" }] }), "users[0].fone", "unknown field"),
        ("POST", "/clock/advance", json!([60]), "", "object"),
        ("POST", "/clock/advance", json!({ "seconds": "1h" }), "seconds", "seconds must be: integer"),
        ("POST", "/clock/advance", json!({}), "", "the body: missing field `seconds`"),
        (
            "PUT",
            "/posts/nothing1/stage",
            json!({ "stage": "gone" }),
            "stage",
            "unknown variant `gone`, expected one of",
        ),
        ("PUT", "/snapshots/s0", json!({ "a": 1 }), "", "the body: is not as this version"),
        ("PUT", "/limits", json!({ "used": { "searches": 9, "zoe": 1 } }), "used.zoe", "there are searches"),
        ("PUT", "/limits", json!({ "used": { "searches": -9 } }), "used.searches", "from 0"),
        ("POST", "/clicks", json!({ "on": "widget", "user": "seller", "post": "p0" }), "post", "no post \"p0\""),
        ("POST", "/transactions", json!({}), "id", "is required"),
        ("POST", "/transactions", json!({ "id": "t1", "type": "TRANSACTION_TYPE_RENEW" }), "state", "is required"),
        ("PUT", "/blocks", json!({ "blocker": "seller", "blocked": "zoe", "on": true }), "blocked", "no user \"zoe\""),
        ("PUT", "/money", json!({ "wallets": { "zoe": 5 } }), "wallets.zoe", "no user \"zoe\""),
        ("PUT", "/money", json!({ "wallets": { "seller": -5 } }), "wallets.seller", "at least 0"),
        ("PUT", "/money", json!({ "barred": ["seller", "zoe"] }), "barred[1]", "no user \"zoe\""),
        ("PUT", "/money", json!({ "balance_rials": -1 }), "balance_rials", "at least 0"),
        ("PUT", "/money", ticket("t1", "seller", 1), "tickets[0].uuid", "must be a UUID"),
        ("PUT", "/money", ticket(uuid, "zoe", 1), "tickets[0].user", "no user \"zoe\""),
        ("PUT", "/money", ticket(uuid, "seller", -1), "tickets[0].sponsored_rials", "at least 0"),
        ("PUT", "/money", json!({ "rules": { "renew_rials": -1 } }), "rules.renew_rials", "at least 0"),
        ("PUT", "/money", json!({ "rules": { "settles_after": -1 } }), "rules.settles_after", "from 0"),
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
    assert_eq!(world.limits_used()[0].used, 0);
    let money = world.money();
    assert!(money.balance_rials > 0 && money.wallets.is_empty() && money.barred.is_empty(), "{money:?}");
    assert!(world.deliveries().is_empty() && world.undelivered().is_empty(), "no event of a payment without an id");
}

#[tokio::test]
async fn what_does_not_exist_is_404_with_its_name() {
    let sandbox = Sandbox::start().await.unwrap();
    for (method, path, body, said) in [
        ("GET", "/posts/nothing1", json!(null), "there is no post \"nothing1\": GET …/posts"),
        ("GET", "/posts/nothing1/addons", json!(null), "there is no post \"nothing1\""),
        ("GET", "/posts/nothing1/own", json!(null), "there is no post \"nothing1\""),
        ("GET", "/posts/nothing1/semantic", json!(null), "there is no post \"nothing1\""),
        ("PATCH", "/posts/nothing1", json!({}), "there is no post \"nothing1\""),
        ("PUT", "/posts/nothing1/stage", json!({ "stage": "retired" }), "there is no post \"nothing1\""),
        ("POST", "/posts/nothing1/review", json!({ "end": "accepted" }), "there is no post \"nothing1\""),
        ("GET", "/conversations/c0/messages", json!(null), "there is no conversation \"c0\": GET …/conversations"),
        ("POST", "/conversations/c0/messages", json!({ "user": "seller", "text": "Hi" }), "no conversation \"c0\""),
        ("GET", "/users/zoe/semantic", json!(null), "there is no user \"zoe\": GET …/users"),
        ("POST", "/users/zoe/revoke", json!(null), "there is no user \"zoe\""),
        ("GET", "/users/seller/semantic", json!(null), "the app has no record of this user"),
        ("POST", "/payments/p0/settle", json!({ "end": "failed" }), "there is no payment \"p0\": GET …/money"),
        ("POST", "/tokens/7/expire", json!(null), "there is no pair of tokens \"7\": GET …/tokens"),
        ("POST", "/tokens/x/expire", json!(null), "\"x\" is no number"),
        ("GET", "/deliveries/7", json!(null), "there is no delivery \"7\": GET …/deliveries"),
        ("GET", "/requests/7", json!(null), "there is no request \"7\": GET …/requests"),
        ("DELETE", "/faults/7", json!(null), "there is no fault rule \"7\": GET …/faults"),
        ("POST", "/snapshots/s0/restore", json!(null), "there is no snapshot \"s0\": GET …/snapshots"),
        ("GET", "/images/i0.jpg", json!(null), "there is no image \"i0.jpg\""),
    ] {
        let reply = admin(&sandbox, method, path, body).await;
        assert_eq!((reply.status, reply.json()["error"].as_str()), (404, Some("not_found")), "{path} {reply:?}");
        assert!(reply.message().contains(said), "{path} {reply:?}");
    }
    let world = sandbox.default_world();
    let new = NewConversation { user: "seller".into(), ..NewConversation::default() };
    let talk = world.add_conversation(new).unwrap().id;
    let token = world.posts()[0].token.clone();
    for path in [format!("/conversations/{talk}/messages"), format!("/posts/{token}/addons")] {
        let reply = admin(&sandbox, "GET", &path, json!(null)).await;
        assert_eq!((reply.status, reply.json()), (200, json!([])), "{path}");
    }
}

#[tokio::test]
async fn a_body_where_none_is_taken_is_refused() {
    let sandbox = Sandbox::start().await.unwrap();
    let at = "/_sandbox/worlds/shop";
    let json_type = [("content-type", "application/json")];
    for (method, path, headers, body) in [
        ("PUT", at, &json_type[..], r#"{ "profile": "observed" }"#),
        ("PUT", at, &[], "profile=observed"),
        ("POST", "/_sandbox/worlds/default/reset", &json_type, r#"{ "seed": 9 }"#),
        ("DELETE", "/_sandbox/worlds/default/faults", &json_type, r#"{ "id": 1 }"#),
    ] {
        let reply = send(&sandbox, method, path, headers, body.as_bytes()).await;
        assert_eq!((reply.status, reply.json()["error"].as_str()), (400, Some("invalid_input")), "{path} {reply:?}");
        assert!(reply.message().contains("takes no body"), "{path} {reply:?}");
    }
    assert_eq!(send(&sandbox, "GET", at, &[], b"").await.status, 404, "no world was made");
    for body in ["", "{}", " {} ", "null"] {
        assert_eq!(send(&sandbox, "PUT", at, &json_type, body.as_bytes()).await.status, 200, "{body:?}");
    }
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
async fn a_wait_ends_with_the_status_that_a_fault_sets_later() {
    let sandbox = Sandbox::start().await.unwrap();
    let effects = json!([
        { "kind": "delay", "milliseconds": 100, "moment": "after" },
        { "kind": "status", "status": 503, "moment": "after" },
    ]);
    assert_eq!(admin(&sandbox, "POST", "/faults", json!({ "effects": effects })).await.status, 200);
    let wait = json!({ "for": "request", "endpoint": "assets.cities", "status": 503, "timeout_milliseconds": 30_000 });
    let key = sandbox.default_world().app().api_key;
    let headers = [("x-api-key", key.as_str())];
    let (waited, reply) = tokio::join!(
        admin(&sandbox, "POST", "/wait", wait),
        send(&sandbox, "GET", "/base/v1/open-platform/assets/city", &headers, b""),
    );
    assert_eq!((reply.status, waited.json()), (503, json!({ "met": true, "count": 1 })));
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
