//! The live stream of the admin API, and the recorded requests.

use std::time::Duration;

use open_platform_sandbox::{Effect, Moment, Sandbox};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::{admin, call, send};

/// A connection to the stream of the default world.
struct Reader {
    socket: TcpStream,
    text: String,
}

impl Reader {
    async fn connect(sandbox: &Sandbox, last: Option<&str>) -> Self {
        let host = sandbox.url().trim_start_matches("http://");
        let mut socket = TcpStream::connect(host).await.unwrap();
        let id = last.map(|id| format!("last-event-id: {id}\r\n")).unwrap_or_default();
        let head = format!("GET /_sandbox/worlds/default/stream HTTP/1.1\r\nhost: {host}\r\n{id}\r\n");
        socket.write_all(head.as_bytes()).await.unwrap();
        let mut reader = Self { socket, text: String::new() };
        // The first line of the stream: from here on nothing is missed.
        reader.until("retry: 1000").await;
        assert!(reader.text.contains("content-type: text/event-stream"), "{}", reader.text);
        reader
    }

    /// Reads until a text came, and returns everything so far.
    async fn until(&mut self, wanted: &str) -> &str {
        while !self.text.contains(wanted) {
            let mut bytes = [0; 4096];
            let read = tokio::time::timeout(Duration::from_secs(10), self.socket.read(&mut bytes)).await;
            let length = read.unwrap_or_else(|_| panic!("no {wanted} in {}", self.text)).unwrap();
            assert_ne!(length, 0, "the stream ended without {wanted}: {}", self.text);
            self.text.push_str(&String::from_utf8_lossy(&bytes[..length]));
        }
        &self.text
    }

    /// The id before an event.
    fn id_of(&self, event: &str) -> String {
        let before = self.text.split(event).next().unwrap();
        before.rsplit("id: ").next().unwrap().lines().next().unwrap().to_owned()
    }
}

async fn get_post(sandbox: &Sandbox, token: &str) {
    let key = sandbox.default_world().app().api_key;
    let path = format!("/base/v1/open-platform/finder/post/{token}");
    assert_eq!(send(sandbox, "GET", &path, &[("x-api-key", &key)], b"").await.status, 200);
}

#[tokio::test]
async fn the_stream_tells_of_requests_data_deliveries_and_the_clock() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let mut reader = Reader::connect(&sandbox, None).await;
    let token = world.posts()[0].token.clone();
    get_post(&sandbox, &token).await;
    let text = reader.until("event: request").await;
    assert!(!text.contains(&world.app().api_key), "{text}");
    reader.until("\"endpoint\":\"posts.get\"").await;
    admin(&sandbox, "PUT", &format!("/posts/{token}/stage"), json!({ "stage": "retired" })).await;
    reader.until("\"what\":\"posts\"").await;
    admin(&sandbox, "POST", "/deliveries", json!({ "body": { "type": "NEW_MESSAGE" } })).await;
    reader.until("\"state\":\"no_address\"").await;
    admin(&sandbox, "POST", "/clock/freeze", Value::Null).await;
    reader.until("\"frozen\":true").await;
    admin(&sandbox, "POST", "/faults", json!({ "effects": [] })).await;
    reader.until("\"what\":\"faults\"").await;
}

#[tokio::test]
async fn the_stream_tells_of_custom_buttons_and_the_admin_api_shows_them() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let mut reader = Reader::connect(&sandbox, None).await;
    let token = world.posts().into_iter().find(|post| post.owner == "seller").unwrap().token;
    let button = json!({ "type": "ONLINE_CALL", "action": { "open_direct_link": "https://app.example/call" } });
    let line = format!("POST /experimental/open-platform/posts/{token}/customized-button");
    let scopes = ["USER_SET_CUSTOMIZED_BUTTON"];
    let set = call(&world, &sandbox, &line, "seller", &scopes, json!({ "customized_button": button })).await;
    assert_eq!(set.status, 200, "{set:?}");
    reader.until("\"what\":\"buttons\"").await;
    let all = admin(&sandbox, "GET", "/custom-buttons", Value::Null).await.json();
    assert_eq!(all, json!([{ "post": token, "business": null, "button": button }]));
    let line = line.replace("POST /", "DELETE /");
    assert_eq!(call(&world, &sandbox, &line, "seller", &scopes, Value::Null).await.status, 200);
    assert_eq!(world.custom_buttons(), []);
}

#[tokio::test]
async fn a_fault_that_only_takes_time_leaves_the_body_and_the_time_of_the_arrival() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    let (arrival, token) = (world.now(), world.posts()[0].token.clone());
    let delay = |moment| Effect::Delay { milliseconds: 60_000, moment };
    let drip = Effect::SlowDrip { bytes: 512, milliseconds: 1 };
    for effect in [delay(Moment::Before), delay(Moment::After), drip] {
        world.faults().once("posts.get", effect);
        get_post(&sandbox, &token).await;
    }
    let mut lengths = Vec::new();
    for (number, minutes) in [(1, 0), (2, 1), (3, 2)] {
        let shown = admin(&sandbox, "GET", &format!("/requests/{number}"), Value::Null).await.json();
        let record: Value = serde_json::from_str(shown["response"]["body"].as_str().unwrap()).unwrap();
        assert_eq!((&record["token"], &shown["fault"]), (&json!(token), &json!(number)), "{shown}");
        let at = chrono::DateTime::parse_from_rfc3339(shown["at"].as_str().unwrap()).unwrap();
        assert_eq!((at.to_utc() - arrival).num_minutes(), minutes, "the request {number} arrived");
        lengths.push(shown["response"]["body_bytes"].clone());
    }
    let har = admin(&sandbox, "GET", "/requests.har", Value::Null).await.json();
    let entries = har["log"]["entries"].as_array().unwrap();
    let sizes: Vec<_> = entries.iter().map(|entry| entry["response"]["bodySize"].clone()).collect();
    assert_eq!(sizes, lengths);
    assert_eq!((world.now() - arrival).num_minutes(), 2, "the clock went on");
}

#[tokio::test]
async fn the_stream_tells_of_a_custom_button_that_the_admin_api_sets() {
    let sandbox = Sandbox::start().await.unwrap();
    let mut reader = Reader::connect(&sandbox, None).await;
    let post = sandbox.default_world().posts()[0].token.clone();
    let button = json!({ "type": "ONLINE_CALL", "action": { "open_direct_link": "https://app.example/call" } });
    let set = admin(&sandbox, "PUT", "/custom-buttons", json!({ "post": post, "button": button })).await;
    assert_eq!(set.status, 200, "{set:?}");
    reader.until("\"what\":\"buttons\"").await;
}

#[tokio::test]
async fn a_reader_that_connects_again_gets_what_it_missed() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let mut reader = Reader::connect(&sandbox, None).await;
    world.freeze();
    reader.until("event: clock").await;
    let last = reader.id_of("event: clock");
    drop(reader);
    get_post(&sandbox, &world.posts()[0].token).await;
    let mut again = Reader::connect(&sandbox, Some(&last)).await;
    let text = again.until("event: request").await;
    assert!(!text.contains("event: clock"), "only what came after it: {text}");
    let mut stranger = Reader::connect(&sandbox, Some("5")).await;
    stranger.until("\"what\":\"switches\"").await;
}

#[tokio::test]
async fn the_stream_ends_with_the_sandbox_and_with_its_world() {
    let sandbox = Sandbox::start().await.unwrap();
    let mut reader = Reader::connect(&sandbox, None).await;
    // An open stream does not hold it up.
    tokio::time::timeout(Duration::from_secs(4), sandbox.stop()).await.unwrap();
    let mut rest = Vec::new();
    reader.socket.read_to_end(&mut rest).await.unwrap();
}

#[tokio::test]
async fn requests_come_in_pages_with_filters() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let posts = world.posts();
    for _ in 0..3 {
        get_post(&sandbox, &posts[0].token).await;
    }
    send(&sandbox, "GET", "/base/v1/open-platform/finder/post/x", &[], b"").await;
    let tokens = world.issue_tokens("buyer", ["USER_PHONE"]).unwrap();
    let bearer = format!("Bearer {}", tokens.access_token.expose());
    let key = world.app().api_key;
    let of_buyer = [("x-api-key", key.as_str()), ("authorization", bearer.as_str())];
    send(&sandbox, "POST", "/base/v1/open-platform/users", &of_buyer, b"{}").await;
    let page = async |query: &str| admin(&sandbox, "GET", &format!("/requests?{query}"), Value::Null).await.json();
    let numbers = |page: &Value| -> Vec<i64> {
        page["items"].as_array().unwrap().iter().map(|item| item["number"].as_i64().unwrap()).collect()
    };
    let first = page("limit=2").await;
    assert_eq!((numbers(&first), &first["next"]), (vec![5, 4], &json!(4)));
    let second = page("limit=3&before=4").await;
    assert_eq!((numbers(&second), &second["next"]), (vec![3, 2, 1], &Value::Null));
    assert_eq!(numbers(&page("limit=9&status=4xx&endpoint=posts.get").await), [4]);
    assert_eq!(numbers(&page("limit=9&status=401").await), [4]);
    assert_eq!(numbers(&page("limit=9&user=buyer").await), [5]);
    assert_eq!(numbers(&page("limit=9&contains=FINDER/post/x").await), [4]);
    assert_eq!(numbers(&page("limit=9&method=POST").await), [5]);
    let buyers = &page("limit=1&user=buyer").await["items"][0];
    assert_eq!(buyers["scope_check"], "passed", "{buyers}");
    assert!(buyers["duration_ms"].as_f64().unwrap() > 0.0, "{buyers}");
    assert_eq!(page("").await.as_array().unwrap().len(), 5, "without a limit as a list");
    for (query, field) in [("limit=0", "limit"), ("limit=501", "limit"), ("limit=1&status=9xx", "status")] {
        let problem = page(query).await;
        assert_eq!((&problem["error"], &problem["field"]), (&json!("invalid_input"), &json!(field)), "{query}");
    }
}

#[tokio::test]
async fn a_request_shows_both_sides_without_secrets() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let app = world.app();
    let pair = world.issue_tokens("seller", ["USER_PHONE", "offline_access"]).unwrap();
    let refresh = pair.refresh_token.as_ref().unwrap().expose();
    let form = format!(
        "grant_type=refresh_token&redirect_uri={}&client_id={}&client_secret={}&refresh_token={refresh}&code={}",
        app.redirect_uris[0],
        app.client_id,
        app.client_secret,
        pair.access_token.expose()
    );
    let kind = [("content-type", "application/x-www-form-urlencoded")];
    let refreshed = send(&sandbox, "POST", "/auth/oauth2/token", &kind, form.as_bytes()).await;
    assert_eq!(refreshed.status, 200, "{refreshed:?}");
    let new = refreshed.json();
    let bearer = format!("Bearer {}", new["access_token"].as_str().unwrap());
    let headers =
        [("x-api-key", app.api_key.as_str()), ("authorization", &bearer), ("content-type", "application/json")];
    send(&sandbox, "POST", "/base/v1/open-platform/users", &headers, b"{}").await;
    world.faults().once("posts.get", Effect::BadJson {});
    get_post(&sandbox, &world.posts()[0].token).await;

    let shown = async |path: &str| admin(&sandbox, "GET", path, Value::Null).await.json();
    let first = shown("/requests/1").await;
    let sent = first["request"]["body"].as_str().unwrap();
    assert!(sent.contains("grant_type=refresh_token") && sent.contains("refresh_token=[redacted]"), "{sent}");
    assert_eq!((&first["user"], &first["status"]), (&json!("seller"), &json!(200)));
    let answer: Value = serde_json::from_str(first["response"]["body"].as_str().unwrap()).unwrap();
    assert_eq!(answer["access_token"], "[redacted]");
    let second = shown("/requests/2").await;
    assert!(second["response"]["body"].as_str().unwrap().contains("phone"), "{second}");
    let key = second["request"]["headers"].as_array().unwrap().iter().find(|one| one["name"] == "x-api-key");
    assert_eq!(key.unwrap()["value"], "[redacted]");
    let third = shown("/requests/3").await;
    assert_eq!((&third["response"]["body"], &third["fault"]), (&Value::Null, &json!(1)), "changed by a fault");
    assert_eq!(admin(&sandbox, "GET", "/requests/4", Value::Null).await.status, 404);
    let query = format!("code={}&state=x", pair.access_token.expose());
    send(&sandbox, "GET", &format!("/base/v1/open-platform/finder/post/x?{query}"), &[], b"").await;

    let har = shown("/requests.har").await;
    assert_eq!(har["log"]["entries"].as_array().unwrap().len(), 4);
    let asked = &har["log"]["entries"][3]["request"];
    let address = format!("{}/base/v1/open-platform/finder/post/x?code=%5Bredacted%5D&state=x", world.url());
    assert_eq!((&asked["url"], &asked["queryString"][0]["value"]), (&json!(address), &json!("[redacted]")));
    let entry = &har["log"]["entries"][1];
    assert_eq!(entry["request"]["url"], format!("{}/base/v1/open-platform/users", world.url()));
    assert_eq!(entry["response"]["content"]["mimeType"], "application/json");
    let everything = format!("{first}{second}{third}{har}");
    let secrets = [
        app.api_key.as_str(),
        &app.client_secret,
        &app.identification_key,
        refresh,
        pair.access_token.expose(),
        new["access_token"].as_str().unwrap(),
        new["refresh_token"].as_str().unwrap(),
    ];
    for secret in secrets {
        assert!(!everything.contains(secret), "{everything}");
    }
}
