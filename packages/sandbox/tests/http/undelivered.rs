//! The admin API says why an event did not reach the app.

use std::time::Duration;

use open_platform_sandbox::{Order, Sandbox, Stage, Transaction, World};
use serde_json::{Value, json};

use crate::{admin, call};

const SUBSCRIBE: &str = "POST /v1/open-platform/events/subscriptions";

/// An address of this machine without a listener.
const NOBODY: &str = "http://127.0.0.1:9/events";

async fn sandbox() -> (Sandbox, World) {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    world.configure_app(|app| app.events_url = NOBODY.into());
    (sandbox, world)
}

async fn subscribe(sandbox: &Sandbox, world: &World, user: &str, scope: &str, body: Value) {
    let reply = call(world, sandbox, SUBSCRIBE, user, &[scope], body).await;
    assert_eq!(reply.status, 200, "{reply:?}");
}

/// The reason of the latest event of this type.
async fn reason(sandbox: &Sandbox, event: &str) -> Value {
    let all = admin(sandbox, "GET", "/undelivered", json!(null)).await.json();
    let found = all.as_array().unwrap().iter().rfind(|one| one["event"] == event);
    let found = found.unwrap_or_else(|| panic!("nothing is told about {event}: {all}"));
    assert!(found["explanation"].as_str().unwrap().len() > 10, "{found}");
    found["reason"].clone()
}

fn edit(world: &World, category: &str) -> String {
    let token = world.posts().into_iter().find(|post| post.category == category).unwrap().token;
    world.edit_post(&token, |data| drop(data.insert("title".into(), json!("new")))).unwrap();
    token
}

#[tokio::test]
async fn an_event_without_a_subscription_says_what_is_missing() {
    let (sandbox, world) = sandbox().await;
    edit(&world, "laptops");
    assert_eq!(reason(&sandbox, "POST_UPDATE").await, "no_subscription");
    let all = json!({ "event_type": "POST_UPDATE" });

    let elsewhere = sandbox.world("elsewhere");
    subscribe(&sandbox, &elsewhere, "seller", "USER_POSTS_GET", all.clone()).await;
    assert_eq!(reason(&sandbox, "POST_UPDATE").await, "other_world");
    assert!(sandbox.default_world().undelivered()[0].explanation.contains("\"elsewhere\""));

    subscribe(&sandbox, &world, "dealer", "USER_POSTS_GET", all.clone()).await;
    edit(&world, "laptops");
    assert_eq!(reason(&sandbox, "POST_UPDATE").await, "other_user");

    let flat = world.posts().into_iter().find(|post| post.category == "apartment-sell").unwrap().token;
    let one = json!({ "event_type": "POST_UPDATE", "event_resource_id": flat });
    subscribe(&sandbox, &world, "seller", "USER_POSTS_GET", one).await;
    let laptop = edit(&world, "laptops");
    assert_eq!(reason(&sandbox, "POST_UPDATE").await, "other_resource");

    subscribe(&sandbox, &world, "seller", "USER_POSTS_GET", all).await;
    world.move_post(&laptop, Stage::Retired).unwrap();
    assert_eq!(reason(&sandbox, "POST_UPDATE").await, "only_with_resource");

    world.advance(Duration::from_secs(3600)).await;
    edit(&world, "apartment-sell");
    assert_eq!(reason(&sandbox, "POST_UPDATE").await, "subscription_ended");
    let last = world.undelivered().pop().unwrap();
    assert_eq!((last.user.as_deref(), last.resource, last.delivery), (Some("seller"), Some(flat), None));
}

#[tokio::test]
async fn a_revocation_without_its_scopes_and_an_image_for_an_old_listener_are_listed() {
    let (sandbox, world) = sandbox().await;
    world.issue_tokens("seller", ["USER_PHONE"]).unwrap();
    world.revoke_access("seller").unwrap();
    assert_eq!(reason(&sandbox, "USER_ACCESS_REVOCATION").await, "missing_scope");

    let post = world.posts()[0].token.clone();
    let scope = format!("CHAT_POST_CONVERSATIONS_READ.{post}");
    let listener = json!({ "post_token": post, "endpoint": NOBODY, "identification_key": "k".repeat(16) });
    let line = "POST /v1/open-platform/notify/chat/post-conversations";
    assert_eq!(call(&world, &sandbox, line, "seller", &[&scope], listener).await.status, 200);
    let conversation = world.conversations()[0].id.clone();
    let image = open_platform::model::chat::ImageData { link: "https://x/1.jpg".into(), ..Default::default() };
    let content = open_platform::model::chat::MessageContent::Image { image };
    world.send_as_user(&conversation, "buyer", content).unwrap();
    assert_eq!(reason(&sandbox, "CHAT_MESSAGE").await, "not_in_old_form");
    assert_eq!(reason(&sandbox, "NEW_MESSAGE").await, "no_subscription");
}

#[tokio::test]
async fn a_waiting_or_failed_delivery_has_its_reason() {
    let (sandbox, world) = sandbox().await;
    let event = "PAYMENT_TRANSACTION";
    let announce = || world.announce(&Transaction::default());
    world.configure_app(|app| app.events_url.clear());
    announce();
    assert_eq!(reason(&sandbox, event).await, "no_address");

    world.configure_app(|app| app.events_url = NOBODY.into());
    announce();
    assert_eq!(reason(&sandbox, event).await, "clock_frozen");

    world.pause_deliveries();
    assert_eq!(reason(&sandbox, event).await, "paused");
    world.resume_deliveries(Order::AsMade);

    world.advance(Duration::from_secs(1)).await;
    world.unfreeze();
    assert_eq!(reason(&sandbox, event).await, "failed_so_far");
    world.freeze();
    world.run_until_idle().await;
    assert_eq!(reason(&sandbox, event).await, "failed");
    let last = world.undelivered().pop().unwrap();
    assert!(last.explanation.contains("The last attempt: ") && last.delivery == Some(2), "{last:?}");
}

#[tokio::test]
async fn delivered_events_are_not_listed() {
    let (sandbox, world) = sandbox().await;
    let answer = || async { "taken" };
    world.receive_with(axum::Router::new().route("/events", axum::routing::post(answer)));
    let all = json!({ "event_type": "POST_UPDATE" });
    subscribe(&sandbox, &world, "seller", "USER_POSTS_GET", all).await;
    edit(&world, "laptops");
    assert_eq!(reason(&sandbox, "POST_UPDATE").await, "clock_frozen");
    world.run_until_idle().await;
    assert_eq!(world.deliveries().len(), 1);
    assert_eq!(admin(&sandbox, "GET", "/undelivered", json!(null)).await.json(), json!([]));
}
