//! Every row of the endpoint table has its method, and the method sends what the row says.

mod recorder;

use http::header::{AUTHORIZATION, CONTENT_TYPE};
use open_platform::api::endpoints;
use open_platform::api::{RawRequest, Upload};
use open_platform::client::User;
use open_platform::endpoint::{Body, Credentials, Endpoint, RetryClass};
use open_platform::model::action::Action;
use open_platform::model::addon::{BusinessAddon, PostAddon, UserAddon};
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::model::legacy::{LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification};
use open_platform::model::message::{BotMessage, Button, ButtonGrid, Message};
use open_platform::model::semantic::{SemanticRecord, UserIdSemanticRecord};
use open_platform::model::widget::{ScoreRow, TitleRow};
use open_platform::{OpenPlatform, Result, Secret};
use recorder::Recorder;

const PHONE: &str = "+98 912 345 6789";
const POST: &str = "gZd7omnS";
const CONVERSATION: &str = "c0-1";
const USER_ID: &str = "a+b/c=";
const RECORD: &str = "812d56e6-e44d-45e7-8932-f9acbd416999";
/// Start, start of scan, data, end.
const JPEG: &[u8] = b"\xff\xd8\xff\xda\x00\x03\x00\x12\x34\xff\xd9";

fn semantic() -> SemanticRecord {
    let semantic = [("payment_method".to_owned(), "card".to_owned())].into();
    SemanticRecord { semantic, cost: Some(5), ..SemanticRecord::default() }
}

/// Calls the method of a row. `platform` is used where no user is needed.
#[allow(deprecated)]
async fn call(name: &str, platform: &OpenPlatform, user: &User) -> Result<()> {
    let title = TitleRow::new("Checked");
    match name {
        "users.phone_numbers" => user.users().phone_numbers().await.map(drop),
        "users.me" => user.users().me().await.map(drop),
        "users.id_by_phone" => platform.users().id_by_phone(PHONE).await.map(drop),
        "posts.get" => platform.posts().get(POST).await.map(drop),
        "posts.get_with_ongoing_images" => user.posts().get_with_ongoing_images(POST).await.map(drop),
        "images.upload" => platform.images().upload(Upload::bytes(JPEG)).await.map(drop),
        "addons.create_on_post" => {
            let addon = PostAddon::new().widget(title).semantic("payment_method", "card").notes("n");
            user.addons().create_on_post(POST, addon).await.map(drop)
        }
        "addons.create_for_user" => {
            user.addons().create_for_user(PHONE, UserAddon::new().widget(title).cost(5)).await.map(drop)
        }
        "addons.create_for_user_id" => {
            user.addons().create_for_user_id(USER_ID, UserAddon::new().widget(title).category("cars")).await.map(drop)
        }
        "addons.create_for_business" => {
            user.addons().create_for_business("biz", BusinessAddon::new().widget(title)).await.map(drop)
        }
        "addons.delete_from_post" => platform.addons().delete_from_post(POST).await,
        "addons.delete_for_user" => platform.addons().delete_for_user(RECORD).await,
        "semantics.create_for_user" => user.semantics().create_for_user(PHONE, semantic()).await.map(drop),
        "semantics.delete_for_user" => platform.semantics().delete_for_user(PHONE).await,
        "semantics.create_for_user_id" => {
            let semantic = semantic().semantic;
            let record = UserIdSemanticRecord { phone: PHONE.into(), semantic, ..UserIdSemanticRecord::default() };
            user.semantics().create_for_user_id(USER_ID, record).await.map(drop)
        }
        "semantics.delete_for_user_id" => platform.semantics().delete_for_user_id(USER_ID, PHONE).await,
        "semantics.create_for_post" => user.semantics().create_for_post(POST, semantic()).await.map(drop),
        "conversations.send" => {
            let buttons = ButtonGrid::rows(vec![vec![Button::link("Open", "https://app.test/x")]]);
            user.conversations().send(CONVERSATION, Message::text("hi").to_receiver(buttons)).await.map(drop)
        }
        "conversations.get" => user.conversations().get(CONVERSATION).await.map(drop),
        "chatbot.reply" => platform.chatbot().reply(CONVERSATION, BotMessage::text("hi")).await.map(drop),
        "chatbot.send" => user.chatbot().send(USER_ID, BotMessage::text("hi")).await.map(drop),
        "events.subscribe" => {
            let subscription = Subscription::new(SubscriptionType::NewMessageOnPost).resource(POST);
            user.events().subscribe(subscription).await
        }
        "legacy.addons.create_on_post_by_key" => {
            let addon = PostAddon::new().widget(title);
            platform.legacy().addons().create_on_post_by_key(POST, addon).await.map(drop)
        }
        "legacy.addons.create_on_post" => {
            user.legacy().addons().create_on_post(POST, LegacyPostAddon::new()).await.map(drop)
        }
        "legacy.addons.create_for_user" => {
            user.legacy().addons().create_for_user(PHONE, LegacyUserAddon::new(PHONE)).await.map(drop)
        }
        "legacy.verifications.create" => {
            user.legacy().verifications().create(PHONE, LegacyVerification::new(PHONE)).await.map(drop)
        }
        "legacy.verifications.delete" => platform.legacy().verifications().delete(PHONE).await,
        "legacy.conversations.send" => {
            user.legacy().conversations().send(LegacyMessage::text("u1", POST, "u2", "hi")).await.map(drop)
        }
        "legacy.events.listen" => {
            user.legacy().events().listen(POST, "https://app.test/in", Secret::new("id-key")).await
        }
        other => panic!("{other} has no method"),
    }
}

/// Method, address and body that a row must send, written by hand from the specification and the facts.
fn expected(name: &str) -> (&'static str, &'static str) {
    match name {
        "users.phone_numbers" => ("POST https://base.test/v1/open-platform/users", "{}"),
        "users.me" => ("GET https://base.test/v1/open-platform/users", ""),
        "users.id_by_phone" => {
            ("POST https://base.test/v1/open-platform/get-user-id-by-phone", r#"{"phone":"09123456789"}"#)
        }
        "posts.get" | "posts.get_with_ongoing_images" => {
            ("GET https://base.test/v1/open-platform/finder/post/gZd7omnS", "")
        }
        "images.upload" => ("PUT https://upload.test/v2/image-service/open-platform/image.jpg", "JPEG"),
        "addons.create_on_post" => (
            "POST https://base.test/v2/open-platform/addons/post/gZd7omnS",
            r#"{"widgets":[{"title_row":{"text":"Checked"}}],"semantic":{"payment_method":"card"},"notes":"n"}"#,
        ),
        "addons.create_for_user" => (
            "POST https://base.test/v2/open-platform/addons/user/09123456789",
            r#"{"widgets":[{"title_row":{"text":"Checked"}}],"categories":[],"cost":5}"#,
        ),
        "addons.create_for_user_id" => (
            "POST https://base.test/v2/open-platform/addons/users/a%2Bb%2Fc%3D",
            r#"{"widgets":[{"title_row":{"text":"Checked"}}],"categories":["cars"]}"#,
        ),
        "addons.create_for_business" => (
            "POST https://base.test/v1/open-platform/addons/business/biz",
            r#"{"widgets":[{"title_row":{"text":"Checked"}}]}"#,
        ),
        "addons.delete_from_post" => ("DELETE https://base.test/v1/open-platform/addons/post/gZd7omnS", ""),
        "addons.delete_for_user" => {
            ("DELETE https://base.test/v1/open-platform/addons/user/812d56e6-e44d-45e7-8932-f9acbd416999", "")
        }
        "semantics.create_for_user" => (
            "POST https://base.test/v1/open-platform/semantic/user/09123456789",
            r#"{"semantic":{"payment_method":"card"},"cost":5}"#,
        ),
        "semantics.delete_for_user" => ("DELETE https://base.test/v1/open-platform/semantic/user/09123456789", ""),
        "semantics.create_for_user_id" => (
            "POST https://base.test/v1/open-platform/semantic/users/a%2Bb%2Fc%3D",
            r#"{"phone":"09123456789","semantic":{"payment_method":"card"}}"#,
        ),
        "semantics.delete_for_user_id" => {
            ("DELETE https://base.test/v1/open-platform/semantic/users/a%2Bb%2Fc%3D?phone=09123456789", "")
        }
        "semantics.create_for_post" => (
            "POST https://base.test/experimental/open-platform/semantic/post/gZd7omnS",
            r#"{"semantic":{"payment_method":"card"},"cost":5}"#,
        ),
        "conversations.send" => (
            "POST https://base.test/v2/open-platform/conversations/c0-1/messages",
            r#"{"type":"TEXT","message":"hi","receiver_buttons":{"rows":[{"buttons":[{"action":{"open_direct_link":"https://app.test/x"},"caption":"Open"}]}]}}"#,
        ),
        "conversations.get" => ("GET https://base.test/v1/open-platform/chat/conversations/c0-1", ""),
        "chatbot.reply" => (
            "POST https://base.test/v1/open-platform/chat/bot/conversations/c0-1/messages",
            r#"{"type":"TEXT","text_message":"hi"}"#,
        ),
        "chatbot.send" => (
            "POST https://base.test/v1/open-platform/chat/bot/users/a%2Bb%2Fc%3D/messages",
            r#"{"type":"TEXT","text_message":"hi"}"#,
        ),
        "events.subscribe" => (
            "POST https://base.test/v1/open-platform/events/subscriptions",
            r#"{"event_type":"NEW_MESSAGE_ON_POST","event_resource_id":"gZd7omnS"}"#,
        ),
        "legacy.addons.create_on_post_by_key" => (
            "POST https://api.test/v/v2/open-platform/add-ons/post/gZd7omnS",
            r#"{"widgets":[{"title_row":{"text":"Checked"}}]}"#,
        ),
        "legacy.addons.create_on_post" => (
            "POST https://base.test/v1/open-platform/add-ons/post/gZd7omnS",
            r#"{"widgets":{"widget_list":[]},"semantic_sensitives":[]}"#,
        ),
        "legacy.addons.create_for_user" => (
            "POST https://base.test/v1/open-platform/addons/user/09123456789",
            r#"{"widgets":{"widget_list":[]},"phone":"09123456789","categories":[],"semantic_sensitives":[]}"#,
        ),
        "legacy.verifications.create" => (
            "POST https://base.test/v1/open-platform/verifications/user/09123456789",
            r#"{"phone":"09123456789","semantic":{},"semantic_sensitives":[]}"#,
        ),
        "legacy.verifications.delete" => {
            ("DELETE https://base.test/v1/open-platform/verifications/user/09123456789", "")
        }
        "legacy.conversations.send" => (
            "POST https://base.test/v2/open-platform/chat/conversation",
            r#"{"user_id":"u1","post_token":"gZd7omnS","peer_id":"u2","type":"TEXT","message":"hi"}"#,
        ),
        "legacy.events.listen" => (
            "POST https://base.test/v1/open-platform/notify/chat/post-conversations",
            r#"{"post_token":"gZd7omnS","endpoint":"https://app.test/in","identification_key":"id-key"}"#,
        ),
        other => panic!("{other} has no expectation"),
    }
}

fn callable() -> impl Iterator<Item = &'static Endpoint> {
    let by_other_means = |endpoint: &Endpoint| {
        matches!(endpoint.retry, RetryClass::NotSent | RetryClass::NeverAnswered | RetryClass::Protocol)
    };
    endpoints::ALL.iter().copied().filter(move |endpoint| !by_other_means(endpoint))
}

#[tokio::test]
async fn every_row_has_its_method_and_the_method_sends_what_the_row_says() {
    for endpoint in callable() {
        // One answer that every row can read.
        let recorder = Recorder::new([(200, r#"{"user_id":"u1","image_name":"x.jpg"}"#)]);
        let platform = recorder::builder(recorder.clone()).build().unwrap();
        let user = platform.user_with_token(Secret::new("the-token"));
        call(endpoint.name, &platform, &user).await.unwrap_or_else(|error| panic!("{}: {error}", endpoint.name));

        let requests = recorder.requests();
        let [request] = requests.as_slice() else { panic!("{}: {} requests", endpoint.name, requests.len()) };
        let (line, body) = expected(endpoint.name);
        assert_eq!(format!("{} {}", request.method, request.url), line, "{}", endpoint.name);
        let body = if body == "JPEG" { JPEG } else { body.as_bytes() };
        let name = endpoint.name;
        assert_eq!(String::from_utf8_lossy(&request.body), String::from_utf8_lossy(body), "{name}");

        let header = |name| request.headers.get(name).map(|value: &http::HeaderValue| value.to_str().unwrap());
        let (key, token) = match endpoint.credentials {
            Credentials::KeyAndBearer => (Some("the-key"), Some("Bearer the-token")),
            Credentials::Key | Credentials::KeyAndOptionalBearer => (Some("the-key"), None),
            _ => (None, None),
        };
        assert_eq!(header(http::HeaderName::from_static("x-api-key")), key, "{name}");
        assert_eq!(header(AUTHORIZATION), token, "{name}");
        let media_type = match endpoint.body {
            Body::None => None,
            Body::Json => Some("application/json"),
            Body::Form => Some("application/x-www-form-urlencoded"),
            Body::Jpeg => Some("image/jpeg"),
        };
        assert_eq!(header(CONTENT_TYPE), media_type, "{name}");
        for (name, value) in &request.headers {
            assert_eq!(value.is_sensitive(), name == AUTHORIZATION || name == "x-api-key", "{name}");
        }
    }
}

#[tokio::test]
async fn bad_input_is_refused_before_anything_is_sent() {
    let recorder = Recorder::new([]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let user = platform.user_with_token(Secret::new("the-token"));
    let link = |n: usize| (0..n).map(|_| Button::new("x", Action::OpenDirectLink { url: "https://a.test".into() }));
    let crowded = Message::text("x").to_sender(ButtonGrid::rows(vec![link(4).collect()]));
    for (field, result) in [
        ("post_token", platform.posts().get("..").await.map(drop)),
        ("phone", platform.semantics().delete_for_user("123").await),
        ("user_id", platform.semantics().delete_for_user_id("a b", PHONE).await),
        ("id", platform.addons().delete_for_user("../x").await),
        ("image", platform.images().upload(Upload::bytes("text")).await.map(drop)),
        ("widgets[0].score_row.percentage_score", {
            let addon = PostAddon::new().widget(ScoreRow::percentage("Engine", 130));
            user.addons().create_on_post(POST, addon).await.map(drop)
        }),
        ("sender_buttons.rows[0]", user.conversations().send(CONVERSATION, crowded).await.map(drop)),
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
async fn a_raw_request_goes_the_same_way() {
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
