//! The admin API through the router: described paths exist, and refusals are problems.

use std::time::Duration;

use axum::http::{HeaderMap, Method, header};
use open_platform::transport::{Request, Response};
use serde_json::{Value, json};

use super::admin_description;
use crate::Sandbox;
use crate::live::Topic;

async fn call(sandbox: &Sandbox, method: Method, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
    let mut map = HeaderMap::new();
    if !body.is_empty() {
        map.insert(header::CONTENT_TYPE, "application/json".parse().unwrap());
    }
    for (name, value) in headers {
        map.insert(axum::http::HeaderName::try_from(*name).unwrap(), value.parse().unwrap());
    }
    let request = Request {
        method,
        url: format!("{}{path}", sandbox.url()),
        headers: map,
        body: body.to_owned().into(),
        timeout: Duration::from_secs(60),
        max_response: 1 << 22,
        progress: None,
    };
    sandbox.transport().send(request).await.unwrap()
}

fn json_of(response: &Response) -> Value {
    serde_json::from_slice(&response.body).unwrap()
}

#[tokio::test]
async fn every_described_operation_is_served_and_refuses_unknown_worlds() {
    let sandbox = Sandbox::builder().build();
    let description = admin_description();
    let mut operations = 0;
    for (template, item) in description["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys().filter(|name| *name != "parameters") {
            operations += 1;
            let path = template.replace("{world}", "nowhere").replace("{item}", "1").replace("{other}", "1");
            let method: Method = method.to_uppercase().parse().unwrap();
            let creates = method == Method::PUT && template.ends_with("{world}");
            if creates {
                continue;
            }
            let body = if method == Method::GET { "" } else { "{}" };
            let response = call(&sandbox, method.clone(), &path, &[], body).await;
            if !template.contains("{world}") {
                // The only operation that needs a body.
                let expected = if template.ends_with("/check")
                    || template.ends_with("/session") && body == "{}" && method == Method::POST
                {
                    400
                } else {
                    200
                };
                assert_eq!(response.status, expected, "{method} {path}");
            } else {
                assert_eq!(response.status, 404, "{method} {path}");
                assert!(json_of(&response)["message"].as_str().unwrap().contains("no world"), "{method} {path}");
            }
        }
    }
    assert!(operations > 65, "{operations}");
}

#[test]
fn the_live_stream_tells_of_every_write() {
    // Deliveries and the clock have events of their own. The others change nothing that the stream names.
    let others = ["", "backend", "clock", "deliveries", "limits", "money", "transactions", "wait"];
    let description = admin_description();
    for (template, item) in description["paths"].as_object().unwrap() {
        let Some(path) = template.strip_prefix("/_sandbox/worlds/{world}") else { continue };
        let mut parts = path.trim_start_matches('/').split('/');
        let (first, last) = (parts.next().unwrap(), parts.next_back().unwrap_or_default());
        let is_written = item.as_object().unwrap().keys().any(|method| method != "get" && method != "parameters");
        let topics = Topic::of_admin(first, last);
        assert!(!is_written || topics.is_empty() == others.contains(&first), "{template}: {topics:?}");
    }
}

#[tokio::test]
async fn a_world_is_created_seeded_frozen_and_advanced_over_http() {
    let sandbox = Sandbox::builder().build();
    let made = call(&sandbox, Method::PUT, "/_sandbox/worlds/w", &[], "").await;
    assert_eq!((made.status, &json_of(&made)["name"]), (200, &json!("w")));
    let at = "/_sandbox/worlds/w";
    call(&sandbox, Method::POST, &format!("{at}/clock/freeze"), &[], "").await;
    let seed = json!({ "users": [{ "name": "zoe" }], "posts": [{ "owner": "zoe", "token": "abcd1234" }] }).to_string();
    assert_eq!(call(&sandbox, Method::POST, &format!("{at}/seed"), &[], &seed).await.status, 200);
    let tokens = json!({ "user": "zoe", "scopes": ["USER_PHONE"] }).to_string();
    let issued = json_of(&call(&sandbox, Method::POST, &format!("{at}/tokens"), &[], &tokens).await);
    assert!(issued["access_token"].is_string());
    let moved = call(&sandbox, Method::POST, &format!("{at}/clock/advance"), &[], r#"{"seconds":3600}"#).await;
    assert_eq!(json_of(&moved)["fired"][0]["job"], "expire_access_token");
    let waited = json!({ "for": "request", "endpoint": "posts.get", "timeout_milliseconds": 0 }).to_string();
    let waited = call(&sandbox, Method::POST, &format!("{at}/wait"), &[], &waited).await;
    assert_eq!(json_of(&waited), json!({ "met": false, "count": 0 }));
    let kept = json_of(&call(&sandbox, Method::POST, &format!("{at}/snapshots"), &[], "").await);
    call(&sandbox, Method::POST, &format!("{at}/reset"), &[], "").await;
    let gone = call(&sandbox, Method::GET, &format!("{at}/posts/abcd1234"), &[], "").await;
    assert_eq!(gone.status, 404);
    let restore = format!("{at}/snapshots/{}/restore", kept["snapshot"].as_str().unwrap());
    assert_eq!(call(&sandbox, Method::POST, &restore, &[], "").await.status, 200);
    assert_eq!(call(&sandbox, Method::GET, &format!("{at}/posts/abcd1234"), &[], "").await.status, 200);
}

#[tokio::test]
async fn the_profile_is_visible_and_can_be_set() {
    let sandbox = Sandbox::builder().build();
    let at = "/_sandbox/worlds/default";
    let profile = async || json_of(&call(&sandbox, Method::GET, at, &[], "").await)["profile"].clone();
    assert_eq!(profile().await, "strict");
    let change = json!({ "profile": "observed", "gaps": { "human_is_user": true } }).to_string();
    let changed = json_of(&call(&sandbox, Method::PATCH, &format!("{at}/switches"), &[], &change).await);
    assert_eq!((&changed["profile"], &changed["gaps"]["human_is_user"]), (&json!("observed"), &json!(true)));
    assert_eq!(changed["oauth"]["old_access_token"], "ends_at_once");
    assert_eq!(profile().await, "observed");
    let wrong = json!({ "gaps": { "nonsense": true } }).to_string();
    let refused = call(&sandbox, Method::PATCH, &format!("{at}/switches"), &[], &wrong).await;
    assert_eq!((refused.status, &json_of(&refused)["field"]), (400, &json!("gaps")));
    let block = json!({ "blocker": "buyer", "blocked": "seller", "on": true }).to_string();
    assert_eq!(call(&sandbox, Method::PUT, &format!("{at}/blocks"), &[], &block).await.status, 200);
    assert!(sandbox.default_world().inner.lock().users.blocked("seller", "buyer"));
}

#[tokio::test]
async fn a_request_that_cannot_be_parsed_is_refused_as_a_problem() {
    let sandbox = Sandbox::builder().build();
    let at = "/_sandbox/worlds/default";
    for (method, path, headers, body, status) in [
        (Method::POST, "/clock/advance", vec![], "{", 400),
        (Method::POST, "/clock/advance", vec![], r#"{"seconds":-1}"#, 400),
        (Method::POST, "/faults", vec![], r#"{"unknown":1}"#, 400),
        (Method::POST, "/faults", vec![("content-type", "text/plain")], "{}", 415),
        (Method::PUT, "/clock/advance", vec![], "{}", 405),
        (Method::POST, "/deliveries/x/redeliver", vec![], "", 404),
        (Method::GET, "/nothing", vec![], "", 404),
        (Method::GET, "/clock", vec![("host", "evil.example")], "", 403),
        (Method::POST, "/clock/freeze", vec![("origin", "https://evil.example")], "", 403),
        (Method::POST, "/consent", vec![], r#"{"authorize_url":"x","decision":"deny"}"#, 400),
    ] {
        let response = call(&sandbox, method, &format!("{at}{path}"), &headers, body).await;
        assert_eq!(response.status, status, "{path}");
        assert!(json_of(&response)["error"].is_string(), "{path}");
    }
}

#[tokio::test]
async fn a_token_is_required_if_there_is_one() {
    let sandbox = Sandbox::builder().token("sesame-sesame").build();
    for (header, status) in [("Bearer wrong", 401), ("Bearer sesame-sesame", 200)] {
        let response = call(&sandbox, Method::GET, "/_sandbox/worlds", &[("authorization", header)], "").await;
        assert_eq!(response.status, status);
    }
    assert_eq!(call(&sandbox, Method::GET, "/_sandbox/worlds", &[], "").await.status, 401);
}

/// The path of the first member that the description requires and the answer lacks.
fn missing(description: &Value, schema: &Value, answer: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return missing(description, &description["components"]["schemas"][name], answer, at);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        // `null` has no members.
        let lacking: Vec<_> = choices.iter().map(|choice| missing(description, choice, answer, at)).collect();
        return if answer.is_null() || lacking.contains(&None) { None } else { lacking.into_iter().flatten().next() };
    }
    match answer {
        Value::Array(items) => items.iter().find_map(|item| missing(description, &schema["items"], item, at)),
        Value::Object(members) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let lacking = required.into_iter().find(|name| !members.contains_key(*name));
            let inside =
                |(name, value)| missing(description, &schema["properties"][name], value, &format!("{at}.{name}"));
            lacking.map(|name| format!("{at}.{name}")).or_else(|| members.iter().find_map(inside))
        }
        _ => None,
    }
}

#[tokio::test]
async fn answers_have_all_members_that_their_types_require() {
    let sandbox = Sandbox::builder().build();
    let at = "/_sandbox/worlds/default";
    let description = admin_description();
    let attempt = &description["components"]["schemas"]["Attempt"]["required"];
    assert!(["error", "status"].iter().all(|name| attempt.as_array().unwrap().contains(&json!(name))), "{attempt}");
    let world = sandbox.default_world();
    world.freeze();
    world.issue_tokens("seller", ["USER_PHONE"]).unwrap();
    for (path, body) in [
        ("/app", json!({ "events_url": "http://127.0.0.1:9/events" })),
        ("/faults", json!({})),
        ("/deliveries", json!({ "body": { "type": "NEW_MESSAGE" } })),
        ("/clock/advance", json!({ "seconds": 3600 })),
        ("/snapshots", json!({})),
        ("/wait", json!({ "for": "request", "endpoint": "posts.get", "timeout_milliseconds": 0 })),
    ] {
        let method = if path == "/app" { Method::PATCH } else { Method::POST };
        let answer = call(&sandbox, method.clone(), &format!("{at}{path}"), &[], &body.to_string()).await;
        let operation =
            &description["paths"][format!("/_sandbox/worlds/{{world}}{path}")][method.as_str().to_lowercase()];
        assert_eq!(answer.status, 200, "{path}: {}", json_of(&answer));
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        assert_eq!(missing(&description, schema, &json_of(&answer), path), None);
    }
    let mut read = 0;
    for (template, item) in description["paths"].as_object().unwrap() {
        let schema = &item["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        let path = template.replace("{world}", "default").replace("{name}", "default");
        if schema.is_null() || path.contains('{') {
            continue;
        }
        let answer = call(&sandbox, Method::GET, &path, &[], "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(missing(&description, schema, &json_of(&answer), &path), None);
        read += 1;
    }
    assert!(read > 20, "{read}");
}
