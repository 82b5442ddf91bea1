//! Operations of the admin API that the console needs.

use open_platform_sandbox::{ApiKey, NewPost, Sandbox, Stage};
use serde_json::{Value, json};

use crate::{admin, call, raw, send};

async fn get(sandbox: &Sandbox, path: &str) -> Value {
    let reply = admin(sandbox, "GET", path, Value::Null).await;
    assert_eq!(reply.status, 200, "{path} {reply:?}");
    reply.json()
}

#[tokio::test]
async fn upcoming_jobs_say_whom_they_are_about() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    world.issue_tokens("buyer", ["USER_PHONE", "offline_access"]).unwrap();
    world.configure_app(|app| app.events_url = "http://127.0.0.1:9/".into());
    world.send_event(json!({ "type": "NEW_MESSAGE" }));
    let upcoming = get(&sandbox, "/clock/upcoming").await;
    let told: Vec<_> =
        upcoming.as_array().unwrap().iter().map(|one| (&one["kind"], &one["about"], &one["number"])).collect();
    let expected = [
        (json!("deliver"), json!("NEW_MESSAGE"), json!(1)),
        (json!("expire_access_token"), json!("buyer"), json!(1)),
        (json!("expire_refresh_token"), json!("buyer"), json!(1)),
    ];
    assert_eq!(told, expected.each_ref().map(|(kind, about, number)| (kind, about, number)));
}

#[tokio::test]
async fn an_open_consent_page_is_listed_until_it_is_answered() {
    let sandbox = Sandbox::start().await.unwrap();
    let app = sandbox.default_world().app();
    let path = format!(
        "/auth/oauth2/auth?response_type=code&client_id={}&redirect_uri={}&scope=USER_PHONE&state=12345678",
        app.client_id, app.redirect_uris[0]
    );
    let page = send(&sandbox, "GET", &path, &[("accept", "text/html")], b"").await;
    let waiting = get(&sandbox, "/consents").await;
    assert_eq!((waiting.as_array().unwrap().len(), &waiting[0]["scopes"]), (1, &json!(["USER_PHONE"])), "{page:?}");
    let id = page.body.split("name=\"request\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let form = format!("request={id}&user=seller&decision=approve");
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    assert_eq!(send(&sandbox, "POST", "/auth/oauth2/consent", &kind, form.as_bytes()).await.status, 303);
    assert_eq!(get(&sandbox, "/consents").await, json!([]));
}

#[tokio::test]
async fn a_delivery_says_how_long_it_took_and_what_was_sent() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    // The app is the sandbox itself, at a path that refuses.
    let url = format!("{}/base/events", sandbox.url());
    world.configure_app(|app| app.events_url.clone_from(&url));
    world.send_event(json!({ "type": "NEW_MESSAGE" }));
    world.run_until_idle().await;
    let delivery = get(&sandbox, "/deliveries/1").await;
    assert_eq!((&delivery["key"], &delivery["response_status"]), (&json!("right"), &json!(404)), "{delivery}");
    assert!(delivery["latency_ms"].as_f64().unwrap() > 0.0, "{delivery}");
    let headers = json!([
        { "name": "content-type", "value": "application/json" },
        { "name": "authorization", "value": "[redacted]" },
    ]);
    assert_eq!(delivery["headers"], headers);
    assert!(!delivery.to_string().contains(&world.app().identification_key), "{delivery}");
    assert_eq!(admin(&sandbox, "GET", "/deliveries/2", Value::Null).await.status, 404);
}

#[tokio::test]
async fn a_post_can_be_changed_in_every_stage() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let stages = [Stage::WaitingForPayment, Stage::InReview, Stage::Published, Stage::Retired, Stage::Archived];
    for stage in stages {
        let new = NewPost { owner: "seller".into(), stage, city: "tehran".into(), ..NewPost::default() };
        let token = world.add_post(new).unwrap().token;
        let change = json!({ "city": "shiraz", "chat_enabled": true, "data": { "title": "new", "gone": null } });
        let changed = admin(&sandbox, "PATCH", &format!("/posts/{token}"), change).await;
        assert_eq!(changed.status, 200, "{stage:?} {changed:?}");
        let post = changed.json();
        assert_eq!((&post["city"], &post["data"]), (&json!("shiraz"), &json!({ "title": "new" })), "{stage:?}");
    }
    let token = world.posts()[0].token.clone();
    for (change, field) in [
        (json!({ "stage": "waiting_for_payment", "city": "x" }), "stage"),
        (json!({ "business": "unknown", "city": "x" }), "business"),
    ] {
        let refused = admin(&sandbox, "PATCH", &format!("/posts/{token}"), change).await;
        assert_eq!((refused.status, &refused.json()["field"]), (400, &json!(field)), "{refused:?}");
    }
    assert_ne!(world.post(&token).unwrap().city, "x", "a refused change changes nothing");
    assert_eq!(admin(&sandbox, "PATCH", "/posts/unknown", json!({})).await.status, 404);
}

#[tokio::test]
async fn an_uploaded_image_is_served_with_its_type_and_cannot_run() {
    let sandbox = Sandbox::start().await.unwrap();
    for (content, kind) in [
        (&b"\x89PNG\r\n\x1a\n"[..], "image/png"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (b"RIFF\0\0\0\0AVI ", "application/octet-stream"),
        (b"<svg onload='alert(1)'>", "application/octet-stream"),
    ] {
        let path = "/upload/v2/image-service/open-platform/image.jpg";
        let uploaded = send(&sandbox, "PUT", path, &[("content-type", "image/jpeg")], content).await;
        let name = uploaded.json()["image_name"].as_str().unwrap().to_owned();
        let line = format!(
            "GET /_sandbox/worlds/default/images/{name} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        );
        let mut shown = tokio::net::TcpStream::connect(sandbox.url().trim_start_matches("http://")).await.unwrap();
        let mut answer = Vec::new();
        tokio::io::AsyncWriteExt::write_all(&mut shown, line.as_bytes()).await.unwrap();
        tokio::io::AsyncReadExt::read_to_end(&mut shown, &mut answer).await.unwrap();
        let text = String::from_utf8_lossy(&answer);
        assert!(text.contains(&format!("content-type: {kind}\r\n")), "{text}");
        assert!(text.contains("x-content-type-options: nosniff") && answer.ends_with(content), "{text}");
    }
    assert_eq!(admin(&sandbox, "GET", "/images/unknown.jpg", Value::Null).await.status, 404);
}

#[tokio::test]
async fn a_rotated_pair_is_as_if_it_was_refreshed() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.issue_tokens("seller", ["USER_PHONE", "offline_access"]).unwrap();
    world.issue_tokens("seller", ["USER_PHONE"]).unwrap();
    let rotated = admin(&sandbox, "POST", "/tokens/1/rotate", Value::Null).await;
    assert_eq!((rotated.status, &rotated.json()["pair"]), (200, &json!(3)), "{rotated:?}");
    let tokens = world.tokens();
    assert!(tokens[0].refreshed_at.is_some() && tokens[2].access_token_works);
    assert_eq!(tokens[0].grant, tokens[2].grant);
    for (pair, status) in [(1, 400), (2, 400), (9, 404)] {
        assert_eq!(admin(&sandbox, "POST", &format!("/tokens/{pair}/rotate"), Value::Null).await.status, status);
    }
}

#[tokio::test]
async fn presets_add_rules_that_count_their_hits() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let presets = send(&sandbox, "GET", "/_sandbox/fault-presets", &[], b"").await.json();
    for preset in presets.as_array().unwrap() {
        let path = format!("/faults/presets/{}", preset["name"].as_str().unwrap());
        let added = admin(&sandbox, "POST", &path, Value::Null).await;
        let ids = added.json()["ids"].as_array().unwrap().len();
        assert_eq!(ids, preset["rules"].as_array().unwrap().len());
        world.faults().clear();
    }
    admin(&sandbox, "POST", "/faults/presets/outage", Value::Null).await;
    assert_eq!(send(&sandbox, "GET", "/base/v1/open-platform/finder/post/x", &[], b"").await.status, 503);
    let rules = get(&sandbox, "/faults").await;
    assert_eq!((&rules[0]["matched"], &rules[0]["fired"]), (&json!(1), &json!(1)));
    assert_eq!(admin(&sandbox, "POST", "/faults/presets/unknown", Value::Null).await.status, 404);
}

#[tokio::test]
async fn widgets_are_checked_in_both_forms() {
    let sandbox = Sandbox::start().await.unwrap();
    let check = async |body: Value| {
        let kind = [("content-type", "application/json")];
        let reply = send(&sandbox, "POST", "/_sandbox/widgets/check", &kind, body.to_string().as_bytes()).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.json()
    };
    let paths = |checked: &Value| -> Vec<String> {
        let problems = checked["problems"].as_array().unwrap();
        problems.iter().map(|problem| problem["path"].as_str().unwrap().to_owned()).collect()
    };
    let good = json!({ "title_row": { "text": "Inspected" } });
    let wrong = json!({ "score_row": { "title": "Score", "percentage_score": 400 } });
    let checked =
        check(json!({ "widgets": [good, wrong, { "hologram": {} }, { "title_row": { "text": 7 } }, 5] })).await;
    let found = paths(&checked);
    assert_eq!(found[..2], ["[1].score_row.percentage_score", "[2].hologram"], "{checked}");
    assert!(found[2].starts_with("[3]") && found[3].starts_with("[4]"), "{checked}");
    assert_eq!(checked["current"].as_array().unwrap().len(), 3);
    let old = |text: &str| json!({ "widget_type": "TITLE_ROW", "data": { "@type": "type.googleapis.com/widgets.TitleRowData", "text": text } });
    let checked = check(json!({ "form": "legacy", "widgets": [old("Inspected"), { "widget_type": 5 }] })).await;
    assert_eq!(checked["current"][0], json!({ "title_row": { "text": "Inspected" } }), "{checked}");
    assert_eq!(checked["legacy"][0], old("Inspected"));
    assert!(paths(&checked)[0].starts_with("[1]"), "{checked}");

    // What `strict` refuses when it arrives, though the library sends it.
    let checked = check(json!({ "widgets": [
        { "title_row": { "text": "a", "has_diveder": true } },
        { "score_row": { "title": "t", "percentage_score": 1, "score_color": "SUCESS_PRIMARY" } },
        { "button_bar": { "title": "t", "action": { "open_link": "https://a.example" } } },
    ] }))
    .await;
    let expected = ["[0].title_row.has_diveder", "[1].score_row.score_color", "[2].button_bar.action.open_link"];
    assert_eq!(paths(&checked), expected, "{checked}");
    let score = json!({ "widget_type": "SCORE_ROW", "data": { "@type": "type.googleapis.com/widgets.ScoreRowData",
        "title": "t", "percentage_score": 1, "icon": { "icon_name": "ADDD" } } });
    let checked = check(json!({ "form": "legacy", "widgets": [old("a"), score] })).await;
    let without_icon_color: Vec<_> = paths(&checked).into_iter().filter(|path| !path.ends_with("icon_color")).collect();
    assert_eq!(without_icon_color, ["[1].data.icon.icon_name"], "{checked}");
}

#[tokio::test]
async fn scopes_are_described() {
    let sandbox = Sandbox::start().await.unwrap();
    let scopes = send(&sandbox, "GET", "/_sandbox/scopes", &[], b"").await.json();
    let narrow = scopes.as_array().unwrap().iter().find(|one| one["name"] == "POST_ADDON_CREATE").unwrap();
    assert_eq!(narrow["template"], "POST_ADDON_CREATE.<post_token>");
    let call = json!({ "endpoint": "addons.create_on_post", "permission": "ADD_ON_CREATE", "is_broad": false });
    assert!(narrow["calls"].as_array().unwrap().contains(&call), "{narrow}");
}

#[tokio::test]
async fn the_cookie_of_the_console_is_as_good_as_the_token() {
    let sandbox = Sandbox::builder().token("sesame-sesame").start().await.unwrap();
    let kind = ("content-type", "application/json");
    let list = async |headers: &[(&str, &str)]| send(&sandbox, "GET", "/_sandbox/worlds", headers, b"").await.status;
    assert_eq!(list(&[]).await, 401);
    let wrong = send(&sandbox, "POST", "/_sandbox/session", &[kind], br#"{"token":"other"}"#).await;
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));
    let foreign = [kind, ("origin", "https://evil.example")];
    let foreign = send(&sandbox, "POST", "/_sandbox/session", &foreign, br#"{"token":"sesame-sesame"}"#).await;
    assert_eq!(foreign.status, 403);
    let right = send(&sandbox, "POST", "/_sandbox/session", &[kind], br#"{"token":"sesame-sesame"}"#).await;
    let cookie = right.header("set-cookie").unwrap();
    assert!(cookie.contains("; Path=/_sandbox; HttpOnly; SameSite=Strict"), "{cookie}");
    assert!(!cookie.contains("sesame"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(list(&[("cookie", &format!("other=1; {pair}"))]).await, 200);
    assert_eq!(list(&[("cookie", &format!("{pair}0"))]).await, 401);
    assert_eq!(list(&[("cookie", pair), ("origin", "https://evil.example")]).await, 403);
    let gone = send(&sandbox, "DELETE", "/_sandbox/session", &[], b"").await;
    assert!(gone.header("set-cookie").unwrap().contains("Max-Age=0"), "{gone:?}");
    let stream = format!(
        "GET /_sandbox/worlds/nowhere/stream HTTP/1.1\r\nhost: localhost\r\ncookie: {pair}\r\nconnection: close\r\n\r\n"
    );
    assert_eq!(raw(&sandbox, stream.as_bytes()).await.status, 404, "past the guard");
    let open = Sandbox::start().await.unwrap();
    let needless = send(&open, "POST", "/_sandbox/session", &[kind], br#"{"token":""}"#).await;
    assert_eq!((needless.json(), needless.header("set-cookie")), (json!({ "needs_token": false }), None));
}

#[tokio::test]
async fn snapshots_have_names_are_exported_imported_and_compared() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    let pair = world.issue_tokens("seller", ["USER_PHONE", "offline_access"]).unwrap();
    world.send_event(json!({ "type": "NEW_MESSAGE" }));
    let taken = admin(&sandbox, "PUT", "/snapshots/before", Value::Null).await;
    assert_eq!((taken.status, &taken.json()["name"]), (200, &json!("before")), "{taken:?}");
    let token = world.posts()[0].token.clone();
    world.move_post(&token, Stage::Retired).unwrap();
    world.issue_tokens("buyer", ["USER_PHONE"]).unwrap();
    let compared = get(&sandbox, "/snapshots/before/compare/now").await;
    let differences = compared["differences"].as_array().unwrap();
    let stage = differences.iter().find(|one| one["path"] == format!("posts.by_token.{token}.stage")).unwrap();
    assert_eq!((&stage["before"], &stage["after"]), (&json!("published"), &json!("retired")));
    assert!(!compared.to_string().contains("ory_at_"), "{compared}");
    assert_eq!(get(&sandbox, "/snapshots/before/compare/1").await["differences"], json!([]));

    let file = admin(&sandbox, "GET", "/snapshots/before", Value::Null).await.body;
    let other = Sandbox::builder().seed(99).start().await.unwrap();
    let kind = [("content-type", "application/json")];
    let at = "/_sandbox/worlds/default/snapshots/shared";
    let imported = send(&other, "PUT", at, &kind, file.as_bytes()).await;
    assert_eq!(imported.status, 200, "{imported:?}");
    let number = imported.json()["number"].to_string();
    assert_eq!(admin(&other, "POST", &format!("/snapshots/{number}/restore"), Value::Null).await.status, 200);
    let copy = other.default_world();
    assert!(copy.is_frozen() && copy.now() == world.now());
    assert_eq!(copy.post(&token).unwrap().stage, Stage::Published);
    assert_eq!((copy.app(), copy.users(), copy.deliveries()), (world.app(), world.users(), world.deliveries()));
    assert!(copy.token_report(pair.access_token.expose()).unwrap().access_token_works);
    assert_eq!(copy.upcoming().len(), 2, "its schedule");
    assert_eq!(copy.rotate_tokens(pair.pair).unwrap().pair, 2, "its refresh token works");
    assert_eq!(get(&other, "/snapshots/shared/compare/shared").await["differences"], json!([]));

    let names: Vec<Value> =
        get(&sandbox, "/snapshots").await.as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, [json!("before")]);
    for (method, name, body, status) in [
        ("PUT", "now", "", 400),
        ("PUT", "12", "", 400),
        ("PUT", "broken", "{}", 400),
        ("PUT", "broken", r#"{"format":1,"at":"2026-01-01T00:00:00Z","frozen":true,"state":{}}"#, 400),
        ("GET", "unknown", "", 404),
        ("GET", "before/compare/unknown", "", 404),
        ("DELETE", "before", "", 200),
        ("DELETE", "before", "", 404),
    ] {
        let path = format!("/_sandbox/worlds/default/snapshots/{name}");
        let reply = send(&sandbox, method, &path, &kind, body.as_bytes()).await;
        assert_eq!(reply.status, status, "{method} {name} {reply:?}");
    }
}

#[tokio::test]
async fn a_comparison_names_each_subscription_and_shows_no_credential() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    let post = world.conversations()[0].post().unwrap().to_owned();
    let tokens = world.issue_tokens("seller", ["CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"]).unwrap();
    let bearer = format!("Bearer {}", tokens.access_token.expose());
    let api_key = world.app().api_key;
    let headers =
        [("x-api-key", api_key.as_str()), ("authorization", bearer.as_str()), ("content-type", "application/json")];
    let subscribe = async |subscription: Value| {
        let path = "/base/v1/open-platform/events/subscriptions";
        let reply = send(&sandbox, "POST", path, &headers, subscription.to_string().as_bytes()).await;
        assert_eq!(reply.status, 200, "{reply:?}");
    };
    let key = |key: &str| ApiKey { key: key.to_owned(), permissions: Default::default() };
    world.configure_app(|app| app.other_keys.push(key("key-of-a-service")));
    subscribe(json!({ "event_type": "NEW_MESSAGE_ON_POST" })).await;
    assert_eq!(admin(&sandbox, "PUT", "/snapshots/before", Value::Null).await.status, 200);

    subscribe(json!({ "event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": post })).await;
    world.configure_app(|app| app.other_keys.push(key("key-of-another-service")));
    world.set_webhook_rules(|rules| rules.other_key = "key-before-the-rotation".into());
    let upload = send(&sandbox, "POST", "/base/experimental/open-platform/chat/upload", &headers, b"{}").await;
    assert_eq!(upload.status, 200, "{upload:?}");
    let listener =
        json!({ "post_token": post, "endpoint": "https://127.0.0.1:9/", "identification_key": "key-of-a-listener" });
    let line = "POST /v1/open-platform/notify/chat/post-conversations";
    let scope = format!("CHAT_POST_CONVERSATIONS_READ.{post}");
    assert_eq!(call(&world, &sandbox, line, "seller", &[&scope], listener).await.status, 200);
    let words = json!({ "user": "buyer", "text": "hello" });
    let path = format!("/conversations/{}/messages", world.conversations()[0].id);
    assert_eq!(admin(&sandbox, "POST", &path, words).await.status, 200);

    let compared = get(&sandbox, "/snapshots/before/compare/now").await;
    let text = compared.to_string();
    // All generated credentials have the word `sandbox_`.
    for secret in ["sandbox_", "key-of-", "key-before"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let differences = compared["differences"].as_array().unwrap();
    let paths: Vec<_> = differences.iter().map(|one| one["path"].as_str().unwrap()).collect();
    let added = |path: &str| differences.iter().any(|one| one["path"] == path && one["before"].is_null());
    let second = format!("subscriptions.all.{}", world.subscriptions()[1].id);
    for path in [
        second.as_str(),
        "subscriptions.listeners[0]",
        "app.other_keys[1]",
        "chat_media.tokens[0]",
        "webhooks.deliveries.1",
        "webhooks.deliveries.2",
    ] {
        assert!(added(path), "{path}: {paths:?}");
    }
    assert!(paths.contains(&"webhooks.rules.other_key"), "{paths:?}");
    assert_eq!(paths.iter().filter(|path| path.starts_with("subscriptions.all")).count(), 1, "{paths:?}");
}

#[tokio::test]
async fn archived_posts_are_listed_and_read_if_they_are_asked_for() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let token = world.posts()[0].token.clone();
    for stage in [Stage::Retired, Stage::Archived] {
        world.move_post(&token, stage).unwrap();
    }
    let tokens = async |path: &str| -> Vec<Value> {
        get(&sandbox, path).await.as_array().unwrap().iter().map(|post| post["token"].clone()).collect()
    };
    let (without, with) = (tokens("/posts").await, tokens("/posts?archived=true").await);
    assert_eq!(with[0], json!(token), "in its place");
    assert_eq!(with[1..], without);
    assert_eq!(tokens("/posts?archived=false").await, without);
    assert_eq!(admin(&sandbox, "GET", &format!("/posts/{token}"), Value::Null).await.status, 404);
    assert_eq!(get(&sandbox, &format!("/posts/{token}?archived=true")).await["stage"], "archived");
    assert_eq!(admin(&sandbox, "GET", "/posts?archived=maybe", Value::Null).await.status, 400);
}

#[tokio::test]
async fn an_event_is_delivered_again_to_the_present_address() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.send_event(json!({ "type": "NEW_MESSAGE" }));
    assert_eq!(get(&sandbox, "/deliveries/1").await["state"], "no_address");
    // The app is the sandbox itself, at paths that refuse.
    for path in ["/base/events", "/base/other"] {
        let url = format!("{}{path}", sandbox.url());
        world.configure_app(|app| app.events_url.clone_from(&url));
        let again = admin(&sandbox, "POST", "/deliveries/1/redeliver", Value::Null).await;
        world.run_until_idle().await;
        let delivery = world.delivery(again.json()["delivery"].as_i64().unwrap()).unwrap();
        assert_eq!((&delivery.url, delivery.response_status), (&url, Some(404)));
    }
}
