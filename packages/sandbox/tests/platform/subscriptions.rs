use std::time::Duration;

use open_platform::model::chat::MessageContent;
use open_platform_sandbox::{NewConversation, Stage, Transaction};
use serde_json::{Value, json};

use crate::app::{App, detail};

const SUBSCRIBE: &str = "/v1/open-platform/events/subscriptions";
const ALL_READ: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ";
const ALL_SEND: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND";

/// The bodies of all events of this type.
fn events(app: &App, kind: &str) -> Vec<Value> {
    app.world.deliveries().into_iter().map(|one| one.body).filter(|body| body["type"] == kind).collect()
}

fn app() -> App {
    let app = App::strict();
    app.world.configure_app(|settings| settings.events_url = "http://127.0.0.1:9/events".into());
    app
}

async fn say(app: &App, user: &str) {
    let id = app.world.conversations()[0].id.clone();
    let call = app.post(format!("/v2/open-platform/conversations/{id}/messages"));
    assert_eq!(call.user(user, &[ALL_SEND]).json(json!({ "message": "m" })).await.0, 200);
}

#[tokio::test]
async fn own_messages_arrive_as_events_of_a_bot() {
    let app = app();
    let wanted = json!({ "event_type": "NEW_MESSAGE_ON_POST", "metadata": { "mine": 7 } });
    assert_eq!(app.post(SUBSCRIBE).user("seller", &[ALL_READ]).json(wanted).await, (200, json!({})));
    say(&app, "seller").await;
    let told = events(&app, "NEW_MESSAGE");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["metadata"], json!({ "mine": 7 }));
    assert_eq!(told[0]["new_message"]["sender"], json!({ "side": "SELLER", "type": "BOT" }));
    assert_eq!(told[0]["new_message"]["text"], "m");
}

#[tokio::test]
async fn a_subscription_ends_with_its_token() {
    let app = app();
    let wanted = json!({ "event_type": "NEW_MESSAGE_ON_POST" });
    app.post(SUBSCRIBE).user("seller", &[ALL_READ]).json(wanted).await;
    assert_eq!(app.world.subscriptions().len(), 1);
    app.world.advance(Duration::from_secs(3600)).await;
    assert_eq!(app.world.subscriptions().len(), 0);
    say(&app, "seller").await;
    assert!(events(&app, "NEW_MESSAGE").is_empty());
}

#[tokio::test]
async fn each_type_has_its_scopes() {
    let app = app();
    let call = |scopes: &[&str], body: Value| app.post(SUBSCRIBE).user("seller", scopes).json(body);
    let mine = app.post_of("seller", "laptops");
    let of_post = format!("CHAT_POST_CONVERSATIONS_READ.{mine}");
    for (kind, scopes, status) in [
        ("NEW_MESSAGE_ON_POST", &[][..], 403),
        ("NEW_MESSAGE_ON_POST", &[of_post.as_str()], 200),
        ("NEW_CHATBOT_MESSAGE", &[], 200),
        ("USER_ACCESS_REVOCATION", &["USER_ID"], 403),
        ("USER_ACCESS_REVOCATION", &["USER_ID", "NOTIFICATION_ACCESS_REVOCATION"], 200),
        ("POST_UPDATE", &["USER_PHONE"], 403),
        ("POST_UPDATE", &["USER_POSTS_GET"], 200),
        ("PAYMENT_TRANSACTION", &[], 200),
        ("SOMETHING", &[], 400),
    ] {
        let (got, answer) = call(scopes, json!({ "event_type": kind })).await;
        assert_eq!(got, status, "{kind} {scopes:?} {answer}");
    }
    let on = |post: &str| json!({ "event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": post });
    assert_eq!(call(&[&of_post], on(&mine)).await.0, 200);
    let (status, answer) = call(&[&of_post], on("other")).await;
    assert_eq!((status, &detail(&answer)["missing_scope"][1]), (403, &json!(ALL_READ)));
    assert_eq!(call(&[ALL_READ], on(&app.post_of("dealer", "light"))).await.0, 403, "post owner only");
    app.world.set_gaps(|gaps| gaps.two_subscription_types = true);
    assert_eq!(call(&[], json!({ "event_type": "NEW_CHATBOT_MESSAGE" })).await.0, 400);
}

#[tokio::test]
async fn subscribing_again_replaces_or_adds() {
    for (replaces, expected) in [(true, 1), (false, 2)] {
        let app = app();
        app.world.set_gaps(|gaps| gaps.resubscribing_replaces = replaces);
        let token = app.token("seller", &[ALL_READ]);
        for _ in 0..2 {
            let wanted = json!({ "event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": "" });
            app.post(SUBSCRIBE).token(&token).json(wanted).await;
        }
        say(&app, "seller").await;
        assert_eq!(events(&app, "NEW_MESSAGE").len(), expected);
    }
}

#[tokio::test]
async fn post_changes_are_sent_and_removals_only_to_subscriptions_of_the_post() {
    let app = app();
    let token = app.post_of("seller", "laptops");
    let all = json!({ "event_type": "POST_UPDATE" });
    app.post(SUBSCRIBE).user("seller", &["USER_POSTS_GET"]).json(all).await;
    app.world.edit_post(&token, |data| drop(data.insert("title".into(), json!("new")))).unwrap();
    app.world.move_post(&token, Stage::Retired).unwrap();
    let told = events(&app, "POST_UPDATE");
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["post_update"]["type"], &told[0]["post_update"]["post"]["data"]["title"]),
        (&json!("PUBLISH"), &json!("new"))
    );
    app.world.move_post(&token, Stage::Published).unwrap();
    let one = json!({ "event_type": "POST_UPDATE", "event_resource_id": token, "metadata": { "one": true } });
    app.post(SUBSCRIBE).user("seller", &["USER_POSTS_GET"]).json(one).await;
    app.world.move_post(&token, Stage::Retired).unwrap();
    let last = events(&app, "POST_UPDATE").pop().unwrap();
    assert_eq!(last["post_update"], json!({ "type": "RETIRE", "post": { "token": token } }));
    assert_eq!(last["metadata"], json!({ "one": true }));
}

#[tokio::test]
async fn transactions_are_sent_without_a_subscription_in_both_spellings() {
    let app = app();
    let transaction = Transaction {
        id: "t".into(),
        cost_rials: 5,
        state: "TRANSACTION_STATE_COMPLETED".into(),
        kind: "TRANSACTION_TYPE_REORDER".into(),
        ..Transaction::default()
    };
    app.world.announce(&transaction);
    app.world.set_gaps(|gaps| {
        gaps.payment_transaction_key = true;
        gaps.numbers_as_text = false;
    });
    app.world.announce(&transaction);
    app.world.set_gaps(|gaps| gaps.events_without_subscription = false);
    app.world.announce(&transaction);
    let told = events(&app, "PAYMENT_TRANSACTION");
    assert_eq!(told.len(), 2);
    assert_eq!(told[0]["transaction"]["cost_rials"], "5");
    assert_eq!(told[1]["payment_transaction"]["cost_rials"], 5);
}

#[tokio::test]
async fn a_subscription_of_one_resource_receives_events_of_that_resource_only() {
    let app = app();
    // So that only subscriptions lead to events.
    app.world.set_gaps(|gaps| gaps.events_without_subscription = false);
    let bot =
        |user: &str| app.world.add_conversation(NewConversation { user: user.into(), ..Default::default() }).unwrap();
    let (mine, other) = (bot("seller"), bot("buyer"));
    let posts: Vec<_> = app.world.posts().into_iter().filter(|post| post.owner == "seller").collect();
    let user_id = app.world.user("seller").unwrap().id;
    let buyer_id = app.world.user("buyer").unwrap().id;
    let scopes =
        ["USER_POSTS_GET", "USER_ID", "NOTIFICATION_ACCESS_REVOCATION", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"];
    let transaction = |id: &str| Transaction { id: id.into(), ..Transaction::default() };
    let say = |id: &str, user: &str| {
        app.world.send_as_user(id, user, MessageContent::Text { text: "hello".into() }).unwrap();
    };
    let chats: Vec<_> = posts
        .iter()
        .map(|post| {
            let new = NewConversation { post: post.token.clone(), user: "dealer".into(), ..Default::default() };
            app.world.add_conversation(new).unwrap().id
        })
        .collect();
    for (kind, delivered, resource) in [
        ("PAYMENT_TRANSACTION", "PAYMENT_TRANSACTION", "one"),
        ("PAYMENT_TRANSACTION", "PAYMENT_TRANSACTION", posts[0].token.as_str()),
        ("NEW_CHATBOT_MESSAGE", "NEW_CHATBOT_MESSAGE", mine.id.as_str()),
        ("POST_UPDATE", "POST_UPDATE", posts[0].token.as_str()),
        ("NEW_MESSAGE_ON_POST", "NEW_MESSAGE", posts[0].token.as_str()),
        ("USER_ACCESS_REVOCATION", "USER_ACCESS_REVOCATION", buyer_id.as_str()),
        ("USER_ACCESS_REVOCATION", "USER_ACCESS_REVOCATION", user_id.as_str()),
    ] {
        let snapshot = app.world.snapshot();
        let wanted = json!({ "event_type": kind, "event_resource_id": resource, "metadata": { "for": resource } });
        assert_eq!(app.post(SUBSCRIBE).user("seller", &scopes).json(wanted).await.0, 200, "{kind}");
        app.world.announce(&transaction("one"));
        app.world.announce(&transaction("two"));
        say(&mine.id, "seller");
        say(&other.id, "buyer");
        for (post, chat) in posts.iter().zip(&chats) {
            app.world.edit_post(&post.token, |data| drop(data.insert("title".into(), json!("new")))).unwrap();
            say(chat, "dealer");
        }
        app.world.revoke_access("seller").unwrap();
        let told = app.world.deliveries();
        let is_none = (kind, resource) == ("PAYMENT_TRANSACTION", posts[0].token.as_str())
            || (kind, resource) == ("USER_ACCESS_REVOCATION", buyer_id.as_str());
        assert_eq!(told.len(), usize::from(!is_none), "{kind} {resource}: {told:?}");
        for one in told {
            assert_eq!((&one.body["type"], &one.body["metadata"]["for"]), (&json!(delivered), &json!(resource)));
            assert!(one.body.to_string().matches(resource).count() >= 2, "{}", one.body);
        }
        app.world.restore(&snapshot);
    }
}

#[tokio::test]
async fn a_listener_without_a_post_is_refused_for_that() {
    let app = App::strict();
    let path = "/v1/open-platform/notify/chat/post-conversations";
    let (status, answer) = app.post(path).user("seller", &["USER_PHONE"]).json(json!({})).await;
    assert_eq!((status, &answer["message"]), (400, &json!("post_token: is required")), "{answer}");
}

#[tokio::test]
async fn an_old_listener_receives_the_old_form_at_its_own_address() {
    let app = app();
    let post = app.world.conversation(&app.world.conversations()[0].id).unwrap().post().unwrap().to_owned();
    let scope = format!("CHAT_POST_CONVERSATIONS_READ.{post}");
    let body = json!({ "post_token": post, "endpoint": "https://127.0.0.1:9/old", "identification_key": "old-key" });
    let path = "/v1/open-platform/notify/chat/post-conversations";
    assert_eq!(app.post(path).user("seller", &["USER_ID"]).json(body.clone()).await.0, 403);
    assert_eq!(app.post(path).user("seller", &[&scope]).json(body).await, (200, json!({})));
    assert_eq!(app.post(path).user("seller", &[&scope]).json(json!({ "post_token": post })).await.0, 400);
    say(&app, "seller").await;
    let told = events(&app, "CHAT_MESSAGE");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["payload"]["data"]["text"], "m");
    assert_eq!(told[0]["payload"]["sender"]["is_supply"], true);
    assert_eq!(told[0]["payload"]["metadata"]["post_token"], json!(post));
    assert!(told[0]["timestamp"].is_string() && told[0]["payload"]["sent_at"].is_string());
}
