//! Every row of the endpoint table has a method, and the request of the method matches the row.

#[path = "support/calls.rs"]
mod calls;
mod recorder;
#[path = "support/vectors.rs"]
mod vectors;

use std::collections::BTreeSet;

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use open_platform::api::endpoints;
use open_platform::api::{RawRequest, Upload};
use open_platform::endpoint::{AppUse, Body, Credentials, Endpoint, Host, RetryClass};
use open_platform::model::action::Action;
use open_platform::model::addon::PostAddon;
use open_platform::model::event::SubscriptionType;
use open_platform::model::message::{Button, ButtonGrid, Message};
use open_platform::model::widget::ScoreRow;
use open_platform::{Secret, required_scopes};
use recorder::Recorder;

fn callable() -> impl Iterator<Item = &'static Endpoint> {
    let by_other_means = |endpoint: &Endpoint| matches!(endpoint.host, Host::App | Host::Auth);
    endpoints::ALL.iter().copied().filter(move |endpoint| !by_other_means(endpoint))
}

#[tokio::test]
async fn the_method_of_every_row_sends_what_the_row_says() {
    for endpoint in callable() {
        let name = endpoint.name;
        let case = vectors::example(name);
        // One response that every method can read.
        let response = r#"{"user_id":"u1","image_name":"x.jpg","conversation":{"id":"c1"},"transaction":{"id":"t1"},"schema":{},"token":"p1",
            "image":{"url":"https://base.test/up","http_method":"POST"},"path":"x.jpg",
            "video":{"url":"https://base.test/up","http_method":"PUT"},"video_name":"x.mp4","id":"m1"}"#;
        let recorder = Recorder::new([(200, response), (200, response)]);
        let platform = recorder::builder(recorder.clone()).build().unwrap();
        let user = platform.user_with_token(Secret::new("the-token"));
        let result = calls::call(&platform, &user, name, &case.given["arguments"]).await;
        result.unwrap_or_else(|error| panic!("{name}: {error}"));

        let requests = recorder.requests();
        // An upload reads its address or creates its token first.
        let expected = if name.contains(".upload_") && endpoint.body != Body::None { 2 } else { 1 };
        assert_eq!(requests.len(), expected, "{name}");
        let request = requests.last().unwrap();
        assert_eq!(request.method, endpoint.method, "{name}");
        let header = |name| request.headers.get(name).map(|value: &http::HeaderValue| value.to_str().unwrap());
        let (key, token) = match endpoint.credentials {
            Credentials::KeyAndBearer => (Some("the-key"), Some("Bearer the-token")),
            Credentials::Key | Credentials::KeyAndOptionalBearer => (Some("the-key"), None),
            Credentials::UploadToken => (None, Some("Bearer p1")),
            _ => (None, None),
        };
        assert_eq!(header(http::HeaderName::from_static("x-api-key")), key, "{name}");
        assert_eq!(header(AUTHORIZATION), token, "{name}");
        let media_type = match endpoint.body {
            Body::None => None,
            Body::Json => Some("application/json"),
            Body::Form => Some("application/x-www-form-urlencoded"),
            Body::Jpeg => Some("image/jpeg"),
            Body::Mp4 => Some("video/mp4"),
            Body::Multipart => Some("multipart/form-data"),
        };
        let sent = header(CONTENT_TYPE).map(|sent| sent.split(';').next().unwrap());
        assert_eq!(sent, media_type, "{name}");
        for (name, value) in &request.headers {
            assert_eq!(value.is_sensitive(), name == AUTHORIZATION || name == "x-api-key", "{name}");
        }
    }
}

/// Calls that may be repeated although their method sends something: they only ask, set the same again, or leave an image that
/// nothing shows. Those that use something up are repeated once at most.
const HARMLESS: [(&str, RetryClass); 8] = [
    ("chatbot.create_upload_token", RetryClass::SafeOnce),
    ("events.subscribe", RetryClass::Safe),
    ("finder.search", RetryClass::SafeOnce),
    ("images.upload", RetryClass::SafeOnce),
    ("legacy.events.listen", RetryClass::Safe),
    ("payments.validate_ticket", RetryClass::Safe),
    ("users.id_by_phone", RetryClass::Safe),
    ("users.phone_numbers", RetryClass::Safe),
];

#[test]
fn a_write_may_be_repeated_only_with_an_id_of_the_caller() {
    for row in callable() {
        let body = &vectors::example(row.name).expect["request"]["body"];
        let has_id = body.get("id").or(body.get("reference_id")).is_some_and(|id| !id.as_str().unwrap().is_empty());
        let harmless = HARMLESS.iter().find(|(name, _)| *name == row.name);
        let expected = match row.method.as_str() {
            _ if harmless.is_some() => harmless.unwrap().1,
            "GET" | "DELETE" => RetryClass::Safe,
            _ if row.credentials == Credentials::UploadToken => RetryClass::NothingSent,
            _ if has_id => RetryClass::WithId,
            _ => RetryClass::NotProcessed,
        };
        assert_eq!(row.retry, expected, "{}", row.name);
    }
}

#[test]
fn the_scopes_of_a_row_are_those_that_its_call_requires() {
    let mut rules = BTreeSet::new();
    for row in endpoints::ALL.iter().map(|endpoint| endpoint.row()) {
        let needs = required_scopes(&[&row.name], &[]).unwrap();
        let broader: Vec<_> = needs.alternatives.iter().map(|other| other.broader.as_str()).collect();
        let stated: Vec<_> = row.scopes.iter().map(String::as_str).collect();
        let (needed, enough) = stated.split_at(match row.scope_rule.as_str() {
            "none" | "of_event" => 0,
            "one_of" => 1,
            "each" => stated.len(),
            other => panic!("{}: {other}", row.name),
        });
        assert_eq!(
            (needs.scopes, broader),
            (needed.iter().map(ToString::to_string).collect(), enough.to_vec()),
            "{}",
            row.name
        );
        assert_eq!(row.scope_rule == "of_event", row.name == "events.subscribe", "{}", row.name);
        rules.insert(row.scope_rule);
    }
    assert_eq!(rules.len(), 4, "{rules:?}");
    let [message, update] = [SubscriptionType::NewMessageOnPost, SubscriptionType::PostUpdate]
        .map(|kind| required_scopes(&["events.subscribe"], &[kind]).unwrap().scopes);
    assert!(!message.is_empty() && !update.is_empty() && message != update);
}

#[test]
fn the_page_on_mobile_apps_names_every_call_that_a_backend_can_allow() {
    let (_, list) =
        include_str!("../../docs/mobile.md").split_once("must be named in `allow` of the gateway:").unwrap();
    let named: Vec<_> = list.split_once("\n\n").unwrap().0.split('`').skip(1).step_by(2).collect();
    let writes = endpoints::ALL.iter().filter(|endpoint| endpoint.app_use() == AppUse::Write);
    assert_eq!(named, writes.map(|endpoint| endpoint.name).collect::<Vec<_>>());
}

#[tokio::test]
async fn bad_input_is_refused_before_anything_is_sent() {
    let recorder = Recorder::new([]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let user = platform.user_with_token(Secret::new("the-token"));
    let link = |n: usize| (0..n).map(|_| Button::new("x", Action::OpenDirectLink { url: "https://a.test".into() }));
    let crowded = Message::text("x").to_sender(ButtonGrid::rows(vec![link(4).collect()]));
    for (field, result) in [
        ("post", platform.posts().get("..").await.map(drop)),
        ("phone", platform.semantics().delete_for_user("123").await),
        ("user", platform.semantics().delete_for_user_id("a b", "09123456789").await),
        ("id", platform.addons().delete_for_user("../x").await),
        ("image", platform.images().upload(Upload::bytes("text")).await.map(drop)),
        ("widgets[0].score_row.percentage_score", {
            let addon = PostAddon::new().widget(ScoreRow::new("Engine").percentage(130));
            user.addons().create_on_post("gZd7omnS", addon).await.map(drop)
        }),
        ("sender_buttons.rows[0]", user.conversations().send("c0-1", crowded).await.map(drop)),
        ("access_token", {
            let user = platform.user_with_token(Secret::new("Bearer the-token"));
            user.users().me().await.map(drop)
        }),
        ("segments[0]", platform.request(RawRequest::new("GET", [".."])).await.map(drop)),
    ] {
        let Err(error) = result else { panic!("{field} was sent") };
        assert!(error.to_string().starts_with(field), "{field}: {error}");
        assert_eq!(error.code(), "invalid_input");
    }
    assert!(recorder.requests().is_empty());
}

#[tokio::test]
async fn a_raw_request_has_the_same_checks_and_credentials() {
    let recorder = Recorder::new([(200, r#"{"cities":[]}"#), (204, "")]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let request = RawRequest::new("GET", ["v1", "open-platform", "assets", "city"]).query("q", "a b");
    let answer = platform.request(request).await.unwrap();
    assert_eq!((answer.status, answer.json().unwrap().as_str()), (200, r#"{"cities":[]}"#));
    let user = platform.user_with_token(Secret::new("the-token"));
    let request = RawRequest::new("POST", ["v1", "new"]).json(serde_json::json!({"a": 1}));
    assert_eq!(user.request(request).await.unwrap().status, 204);

    let [first, second] = recorder.requests().try_into().unwrap();
    assert_eq!(first.url, "https://base.test/v1/open-platform/assets/city?q=a%20b");
    assert!(first.headers.contains_key("x-api-key") && !first.headers.contains_key(AUTHORIZATION));
    assert_eq!(second.headers[AUTHORIZATION], "Bearer the-token");
    assert_eq!(second.body, r#"{"a":1}"#);
}
