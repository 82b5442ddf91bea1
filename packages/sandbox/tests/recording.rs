//! Recordings and their replay, with the SDK's client over HTTP: what it receives is the same, and the file has no secret.

use std::collections::BTreeMap;
use std::time::Duration;

use http::{HeaderMap, Method, header};
use open_platform::api::Upload;
use open_platform::client::{Hosts, User};
use open_platform::error::ApiErrorKind;
use open_platform::model::addon::UserAddon;
use open_platform::model::message::{BotMessage, Message};
use open_platform::model::widget::TitleRow;
use open_platform::oauth::LoginOutcome;
use open_platform::policy::RetryPolicy;
use open_platform::transport::{Http, Request, Response, Transport};
use open_platform::{Error, OpenPlatform, Scope};
use open_platform_sandbox::{Effect, Https, Moment, Recording, RecordingProxy, Replay, Sandbox, World};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use url::Url;

const JPEG: &[u8] = b"\xff\xd8\xff\xda\x00\x03\x00\x12\x34\xff\xd9";

/// The settings of the world's app, as its environment has them.
fn settings(world: &World) -> BTreeMap<String, String> {
    let app = world.app();
    let redirect_uri = app.redirect_uri().unwrap().to_owned();
    [
        ("OPEN_PLATFORM_API_KEY", app.api_key),
        ("OPEN_PLATFORM_CLIENT_ID", app.client_id),
        ("OPEN_PLATFORM_CLIENT_SECRET", app.client_secret),
        ("OPEN_PLATFORM_IDENTIFICATION_KEYS", app.identification_key),
        ("OPEN_PLATFORM_REDIRECT_URI", redirect_uri),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

async fn recorded(world: &World) -> (RecordingProxy, OpenPlatform) {
    let proxy = RecordingProxy::start(Hosts::sandbox(world.url()), 0, &settings(world)).await.unwrap();
    let client = OpenPlatform::builder().environment(settings(world)).hosts(Hosts::sandbox(proxy.url()));
    (proxy, client.retry(once()).build().unwrap())
}

async fn replay(recording: &Recording) -> (Replay, OpenPlatform) {
    let replay = Replay::start(recording.har.as_bytes(), 0).await.unwrap();
    let client = OpenPlatform::builder().environment(replay.environment()).retry(once()).build().unwrap();
    (replay, client)
}

#[tokio::test]
async fn a_recorder_trusts_the_ca_that_the_environment_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    let sandbox = Sandbox::builder().https(Https::new()).start().await.unwrap();
    let world = sandbox.default_world();
    std::fs::write(&file, sandbox.certificates().unwrap().ca_pem()).unwrap();
    let start = async |path: &str| {
        let mut settings = settings(&world);
        settings.insert("OPEN_PLATFORM_ROOT_CERTIFICATES_PEM".to_owned(), path.to_owned());
        RecordingProxy::start(Hosts::sandbox(world.url()), 0, &settings).await
    };
    let cities = async |proxy: &RecordingProxy| {
        let client = OpenPlatform::builder().environment(settings(&world)).hosts(Hosts::sandbox(proxy.url()));
        client.retry(once()).build().unwrap().assets().cities().await
    };
    let proxy = start(file.to_str().unwrap()).await.unwrap();
    cities(&proxy).await.unwrap();
    let recording = proxy.stop().await;
    assert_eq!((recording.requests, recording.failures), (1, Vec::new()));
    // An empty variable counts as not set.
    let proxy = start("").await.unwrap();
    cities(&proxy).await.unwrap_err();
    let recording = proxy.stop().await;
    assert_eq!(recording.requests, 0);
    assert!(recording.failures[0].contains("root_certificates_pem"), "{:?}", recording.failures);
    for (path, reason) in [("/no/such.pem", "/no/such.pem"), (concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "")] {
        match start(path).await.unwrap_err() {
            Error::Config { setting, reason: said, .. } => {
                assert!(setting == "root_certificates_pem" && said.contains(reason), "{setting}: {said}");
            }
            error => panic!("{error}"),
        }
    }
    sandbox.stop().await;
}

/// Without repetitions, each outcome of a call is that of one request.
fn once() -> RetryPolicy {
    RetryPolicy { max_attempts: 1, ..RetryPolicy::default() }
}

async fn send(method: Method, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
    let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
    let request = Request {
        method,
        url: url.to_owned(),
        headers: HeaderMap::from_iter(headers),
        body: body.to_vec().into(),
        timeout: Duration::from_secs(5),
        max_response: 1 << 20,
        progress: None,
    };
    Http::new().unwrap().send(request).await.unwrap()
}

/// Follows the redirects of a login to the app, as a browser does. The sandbox consents as this user at once.
async fn back_at_the_app(login: &str, user: Option<&str>) -> String {
    let mut at = Url::parse(login).unwrap();
    match user {
        Some(user) => at.query_pairs_mut().append_pair("sandbox_user", user),
        // The scope is unknown then: the user comes back with an error.
        None => at.query_pairs_mut().append_pair("prompt", "none"),
    };
    while !at.path().ends_with("/callback") {
        let response = send(Method::GET, at.as_str(), &[], b"").await;
        let to = response.headers.get(header::LOCATION);
        let to = to.unwrap_or_else(|| panic!("no redirect from {at}: {}", String::from_utf8_lossy(&response.body)));
        at = at.join(to.to_str().unwrap()).unwrap();
    }
    at.into()
}

async fn log_in(platform: &OpenPlatform, user: &str, scopes: Vec<Scope>) -> User {
    let session = format!("session-of-{user}");
    let login = platform.oauth().authorize(scopes, session.as_str()).await.unwrap();
    let back = back_at_the_app(&login.url, Some(user)).await;
    match platform.oauth().callback(back, session).await.unwrap() {
        LoginOutcome::Granted { grant, .. } => platform.user(grant),
        LoginOutcome::Denied => panic!("denied"),
    }
}

/// The numbers and ids of a run, which a replay has placeholders for.
#[derive(Debug, PartialEq)]
struct Personal {
    phone: String,
    user_id: String,
}

/// What an app does: a refresh, reads that change, uploads, messages, a denied login. Returns what it received.
async fn use_app(
    platform: &OpenPlatform,
    world: &World,
    conversation: &str,
    is_recorded: bool,
) -> (Vec<Value>, Vec<Personal>) {
    let post = world.posts()[0].token.clone();
    let scopes = vec![
        Scope::user_phone(),
        Scope::user_id(),
        Scope::offline_access(),
        Scope::conversation_send_message(conversation),
        Scope::from("USER_ADDON_CREATE"),
        Scope::from("CHAT_BOT_USER_MESSAGE_SEND"),
    ];
    let seller = log_in(platform, "seller", scopes.clone()).await;
    let buyer = log_in(platform, "buyer", scopes).await;
    let (mut seen, mut people) = (Vec::new(), Vec::new());
    for (round, user) in [&seller, &buyer, &seller].into_iter().enumerate() {
        if round == 2 && is_recorded {
            // The next call is refused, and the grant refreshed.
            world.advance(Duration::from_secs(2 * 3600)).await;
        }
        let me = user.users().me().await.unwrap();
        let phone = me.phone().unwrap().as_str().to_owned();
        people.push(Personal { phone, user_id: me.user_id.unwrap().to_string() });
    }
    for title in ["One", "Two"] {
        if is_recorded {
            world.edit_post(&post, |data| drop(data.insert("title".into(), title.into()))).unwrap();
        }
        seen.push(json!(platform.posts().get(post.as_str()).await.unwrap().title().unwrap()));
    }
    seen.push(json!(platform.images().upload(Upload::bytes(JPEG)).await.unwrap().image_name));
    let image = platform.own_posts().upload_image(Upload::bytes(JPEG)).await.unwrap();
    seen.push(json!(image.path));
    let picture = platform.chatbot().upload_image(Upload::bytes(JPEG)).await.unwrap();
    seen.push(json!(picture.media_token));
    let sent = buyer.chatbot().send(people[1].user_id.as_str(), BotMessage::media(&picture)).await.unwrap();
    seen.push(json!(sent.conversation_id.map(|id| id.to_string())));
    let text = Message::text("call me: 0912 000 1122");
    seller.conversations().send(conversation, text).await.unwrap();
    let addon = UserAddon::new().widget(TitleRow::new("Checked"));
    seen.push(json!(
        seller.addons().create_for_user(people[0].phone.as_str(), addon).await.unwrap().id.map(|id| id.to_string())
    ));
    let login = platform.oauth().authorize([Scope::user_phone()], "session").await.unwrap();
    let back = back_at_the_app(&login.url, None).await;
    seen.push(json!(platform.oauth().callback(back, "session").await.is_ok_and(|it| it != LoginOutcome::Denied)));
    (seen, people)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_app_receives_the_same_from_a_replay_and_the_file_has_no_secret() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.world("recorded");
    let (proxy, client) = recorded(&world).await;
    // The app begins another one.
    let conversation = world.conversations()[0].id.clone();
    let (seen, people) = use_app(&client, &world, &conversation, true).await;
    let address = proxy.url().to_owned();
    let recording = proxy.stop().await;
    assert!(recording.failures.is_empty(), "{:?}", recording.failures);
    assert_eq!(world.ledger().requests_to("oauth.refresh").len(), 2);
    sandbox.stop().await;

    // Nothing of the world is needed any more but the names of its objects.
    let (replay, client) = replay(&recording).await;
    assert_eq!(replay.len(), recording.requests);
    let (seen_again, placeholders) = use_app(&client, &world, &conversation, false).await;
    assert_eq!(seen_again, seen);
    assert_eq!(replay.missing(), [""; 0]);
    assert_eq!(replay.unused(), [""; 0]);
    assert_eq!((&placeholders[0], &people[0]), (&placeholders[2], &people[2]));
    assert_ne!(placeholders[0], placeholders[1]);
    assert_eq!(placeholders[0], Personal { phone: "09700000001".into(), user_id: "redacted-user-id-1".into() });

    let app = world.app();
    let grants = ["seller", "buyer"].map(|name| world.user(name).unwrap());
    let secrets = [app.api_key.as_str(), &app.client_secret, &app.identification_key];
    let secrets = secrets.into_iter().chain(grants.iter().flat_map(|user| [user.phone.as_str(), user.id.as_str()]));
    for secret in secrets.chain(["09120001122", "0912 000 1122", &address, "ory_at", "ory_rt", "ory_ac"]) {
        assert!(!recording.har.contains(secret), "{secret}");
    }
    for placeholder in ["access-token-1", "access-token-3", "refresh-token-1", "code-1", "state-1", "upload-token-1"] {
        assert!(recording.har.contains(&format!("redacted-{placeholder}")), "{placeholder}");
    }
    replay.stop().await;
}

#[tokio::test]
async fn a_request_that_is_not_in_the_recording_is_told_the_nearest_one() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let conversation = world.conversations()[0].id.clone();
    let tokens = world.issue_tokens("seller", [Scope::conversation_send_message(&conversation).to_string()]).unwrap();
    let (proxy, client) = recorded(&world).await;
    let token = tokens.access_token.expose().to_owned();
    client.user_with_token(token.as_str()).conversations().send(&conversation, Message::text("one")).await.unwrap();
    client.assets().cities().await.unwrap();
    let recording = proxy.stop().await;
    assert!(!recording.har.contains(&token));

    let (replay, client) = replay(&recording).await;
    // The token is another one than the recorded one.
    let user = client.user_with_token("a-token-of-another-run");
    let error = user.conversations().send(&conversation, Message::text("two")).await.unwrap_err();
    let Error::Api(error) = &error else { panic!("{error:?}") };
    assert_eq!((error.status, error.kind == ApiErrorKind::NotFound), (400, false));
    let path = format!("/base/v2/open-platform/conversations/{conversation}/messages");
    let expected = format!(
        "POST {path} is not in the recording; the nearest is number 1 (POST {path}): body.message is \"two\" and was \"one\""
    );
    assert_eq!(replay.missing(), [expected.as_str()]);
    assert!(error.message.contains("body.message is \"two\""), "{error}");
    user.conversations().send(&conversation, Message::text("one")).await.unwrap();
    assert_eq!(replay.unused(), ["number 2 (GET /base/v1/open-platform/assets/city)"]);
    user.conversations().send(&conversation, Message::text("one")).await.unwrap_err();
    assert_eq!(replay.missing()[1], format!("POST {path} is in the recording once, and was asked for again"));
    // A token that is a placeholder is that of one user.
    let other = client.user_with_token("redacted-access-token-2");
    other.conversations().send(&conversation, Message::text("one")).await.unwrap_err();
    assert!(replay.missing()[2].contains("authorization is redacted-access-token-2 and was redacted-access-token-1"));
}

#[tokio::test]
async fn responses_that_are_not_json_and_lost_ones_are_replayed() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let (proxy, client) = recorded(&world).await;
    let page = Effect::Status {
        status: 502,
        body: "<h1>Bad gateway: call 09120001122</h1>".into(),
        content_type: "text/html".into(),
        moment: Moment::Before,
    };
    let mut results = Vec::new();
    for effect in [page, Effect::Drop { moment: Moment::After, reset: false }] {
        world.faults().once("assets.cities", effect);
        results.push(cities(&client).await);
    }
    results.push(cities(&client).await);
    let recording = proxy.stop().await;
    assert_eq!((recording.requests, recording.failures.len()), (3, 1), "{:?}", recording.failures);
    assert!(recording.har.contains("<h1>Bad gateway: call 09700000001</h1>"));

    assert!(results[0] == "server" && results[1] == "transport" && results[2].contains("tehran"), "{results:?}");

    let (replay, client) = replay(&recording).await;
    for result in &results {
        assert_eq!(cities(&client).await, *result);
    }
    assert_eq!(replay.unused(), [""; 0]);
}

/// What a call returns.
async fn cities(client: &OpenPlatform) -> String {
    match client.assets().cities().await {
        Ok(cities) => format!("{cities:?}"),
        Err(error) => error.code().to_owned(),
    }
}

/// Sends a body in chunks, and returns the status.
async fn send_chunks(origin: &str, path: &str, chunks: &[&[u8]]) -> String {
    let place = origin.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(place).await.unwrap();
    let head = format!("PUT {path} HTTP/1.1\r\nhost: {place}\r\ncontent-type: image/jpeg\r\nconnection: close\r\n");
    stream.write_all(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes()).await.unwrap();
    for chunk in chunks {
        stream.write_all(format!("{:x}\r\n", chunk.len()).as_bytes()).await.unwrap();
        stream.write_all(chunk).await.unwrap();
        stream.write_all(b"\r\n").await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.unwrap();
    String::from_utf8_lossy(&response).split(' ').nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn a_body_that_is_sent_in_chunks_is_recorded_by_its_hash() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let (proxy, _) = recorded(&world).await;
    let path = "/upload/v2/image-service/open-platform/image.jpg";
    assert_eq!(send_chunks(proxy.url(), path, &[&JPEG[..4], &JPEG[4..]]).await, "200");
    let recording = proxy.stop().await;
    let har: Value = serde_json::from_str(&recording.har).unwrap();
    let sent = &har["log"]["entries"][0]["request"];
    let digest = open_platform::digest::sha256(JPEG);
    assert_eq!(
        sent["postData"],
        json!({ "mimeType": "image/jpeg", "text": "", "_bytes": JPEG.len(), "_sha256": digest })
    );

    let (replay, _) = replay(&recording).await;
    assert_eq!(send_chunks(replay.url(), path, &[JPEG, b"more"]).await, "400");
    assert!(replay.missing()[0].contains("body is 15 bytes"), "{:?}", replay.missing());
    assert_eq!(send_chunks(replay.url(), path, &[JPEG]).await, "200");
}

#[tokio::test]
async fn bodies_that_are_texts_are_compared_as_they_are() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let (proxy, _) = recorded(&world).await;
    let key = world.app().api_key;
    let url = |origin: &str| format!("{origin}/base/v1/open-platform/users");
    let (kind, broken) = ("application/json", b"{\"a\": 09120001122, ");
    let refused = send(Method::POST, &url(proxy.url()), &[("x-api-key", &key), ("content-type", kind)], broken).await;
    let recording = proxy.stop().await;
    assert!(!recording.har.contains("09120001122"));

    let (replay, _) = replay(&recording).await;
    let headers = [("content-type", kind)];
    let other = send(Method::POST, &url(replay.url()), &headers, b"{\"b\": 1, ").await;
    assert!(String::from_utf8_lossy(&other.body).contains("body is {\\\"b\\\": 1,"), "{:?}", other.body);
    let again = send(Method::POST, &url(replay.url()), &headers, broken).await;
    assert_eq!((again.status, again.body), (refused.status, refused.body));
}

#[tokio::test]
async fn the_archive_of_a_sandbox_can_be_replayed() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let cities = world.client().build().unwrap().assets().cities().await.unwrap();
    let har =
        send(Method::GET, &format!("{}/_sandbox/worlds/default/requests.har", sandbox.url()), &[], b"").await.body;
    sandbox.stop().await;
    let replay = Replay::start(&har, 0).await.unwrap();
    let client = OpenPlatform::builder().environment(replay.environment()).build().unwrap();
    assert_eq!(client.assets().cities().await.unwrap(), cities);
}

#[tokio::test]
async fn what_is_no_archive_of_the_platform_is_refused() {
    let entry =
        |url: &str| json!({ "log": { "entries": [{ "request": { "method": "GET", "url": url } }] } }).to_string();
    for (har, reason) in [
        ("{", "is not JSON"),
        ("{}", "is not an HTTP archive"),
        (&entry("https://example.com/"), "log.entries[0]: request.url leads to none of the platform's hosts"),
        (&entry("x"), "log.entries[0]: request.url is not an address"),
    ] {
        let error = Replay::start(har.as_bytes(), 0).await.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(Replay::start(entry("https://open-api.divar.ir/v1/x").as_bytes(), 0).await.is_ok());
}

#[tokio::test]
async fn a_request_in_progress_at_the_end_is_recorded() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let (proxy, _) = recorded(&world).await;
    let client = OpenPlatform::builder().environment(settings(&world)).hosts(Hosts::sandbox(proxy.url()));
    let client = client.retry(once()).timeout(Duration::from_millis(200)).build().unwrap();
    for milliseconds in [500, 60_000] {
        world.faults().once("assets.cities", Effect::Delay { milliseconds, moment: Moment::Before });
        // The client is gone before there is a response.
        assert_eq!(cities(&client).await, "transport");
    }
    let recording = proxy.stop().await;
    assert_eq!(recording.requests, 2);
    let har: Value = serde_json::from_str(&recording.har).unwrap();
    let statuses: Vec<_> =
        har["log"]["entries"].as_array().unwrap().iter().map(|entry| &entry["response"]["status"]).collect();
    assert_eq!(statuses, [200, 0]);
    let [failure] = &recording.failures[..] else { panic!("{:?}", recording.failures) };
    assert!(failure.starts_with("assets.cities: there was no response when the recording ended"), "{failure}");
}

#[tokio::test]
async fn a_body_that_is_left_out_is_equal_to_every_body_and_not_shown() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let (proxy, _) = recorded(&world).await;
    let url = |origin: &str, path: &str| format!("{origin}/base/v1/open-platform/{path}");
    let headers = [("x-api-key", &*world.app().api_key), ("content-type", "application/json")];
    let broken = br#"{"access_token": "a-secret"#;
    let refused = send(Method::POST, &url(proxy.url(), "users"), &headers, broken).await;
    let recording = proxy.stop().await;
    assert!(!recording.har.contains("a-secret"));

    let (replay, _) = replay(&recording).await;
    let other = send(Method::POST, &url(replay.url(), "posts"), &headers, broken).await;
    assert_eq!(other.status, 400);
    let missing = replay.missing().join("; ");
    assert!(missing.contains("path is") && !missing.contains("a-secret"), "{missing}");
    let again = send(Method::POST, &url(replay.url(), "users"), &headers, broken).await;
    assert_eq!((again.status, again.body), (refused.status, refused.body));
}
