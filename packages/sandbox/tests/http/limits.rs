//! The checks of bodies: documented limits, and with `strict` also the limits that only the SDK has.

use open_platform_sandbox::{Profile, Sandbox};
use serde_json::json;

use crate::{call, send};

const ALL_READ: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ";
const ALL_SEND: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND";

#[tokio::test]
async fn observed_does_not_check_limits_that_only_the_sdk_has() {
    for (profile, assumed) in [(Profile::Strict, 400), (Profile::Observed, 200)] {
        let sandbox = Sandbox::builder().profile(profile).start().await.unwrap();
        let world = sandbox.default_world();
        let conversation = world.conversations()[0].id.clone();
        let message = format!("POST /v2/open-platform/conversations/{conversation}/messages");
        let long = "x".repeat(5000);
        let button = json!({ "caption": "c".repeat(300), "action": { "open_direct_link": "https://a.example" } });
        let buttons = json!({ "rows": [{ "buttons": [button] }] });
        let subscribe = "POST /v1/open-platform/events/subscriptions";
        for (line, scope, body, status) in [
            (message.as_str(), ALL_SEND, json!({ "type": "TEXT", "message": long }), assumed),
            (&message, ALL_SEND, json!({ "message": "m", "sender_buttons": buttons }), assumed),
            (
                subscribe,
                "USER_POSTS_GET",
                json!({ "event_type": "POST_UPDATE", "metadata": { "a": "x".repeat(20_000) } }),
                assumed,
            ),
            // Documented limits are checked in both: four rows of buttons, titles of 50 or 5,000 characters.
            (
                &message,
                ALL_SEND,
                json!({ "message": long, "sender_buttons": { "rows": vec![json!({ "buttons": [] }); 4] } }),
                400,
            ),
        ] {
            let reply = call(&world, &sandbox, line, "seller", &[scope], body).await;
            assert_eq!(reply.status, status, "{profile:?} {line} {reply:?}");
        }
        let addon = format!("POST /v2/open-platform/addons/post/{}", world.posts()[0].token);
        for length in [50, 5000] {
            let body = json!({ "widgets": [{ "title_row": { "text": "t".repeat(length) } }] });
            let reply = call(&world, &sandbox, &addon, "seller", &["USER_POSTS_ADDON_CREATE"], body).await;
            assert_eq!(reply.status, 400, "{profile:?} {length} {reply:?}");
        }
        let large = [&b"\xff\xd8\xff"[..], &vec![0; 6 << 20]].concat();
        let path = "/upload/v2/image-service/open-platform/image.jpg";
        let reply = send(&sandbox, "PUT", path, &[("content-type", "image/jpeg")], &large).await;
        assert_eq!(reply.status, if assumed == 400 { 413 } else { 200 }, "{profile:?}");
    }
}

#[tokio::test]
async fn a_subscription_is_checked_as_the_sdk_checks_it() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let subscribe = "POST /v1/open-platform/events/subscriptions";
    for (wrong, field) in [
        (json!({ "event_type": "NEW_MESSAGE_ON_POST", "metadata": [1] }), "metadata"),
        (json!({ "event_type": "NEW_MESSAGE_ON_POST", "metadata": "text" }), "metadata"),
        (json!({ "event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": "a\u{0}b" }), "event_resource_id"),
        (json!({ "event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": "x".repeat(257) }), "event_resource_id"),
        (json!({ "event_type": "" }), "event_type"),
    ] {
        let reply = call(&world, &sandbox, subscribe, "seller", &[ALL_READ], wrong.clone()).await;
        assert_eq!(reply.status, 400, "{wrong} {reply:?}");
        assert_eq!(reply.json()["details"][0]["field_violations"][0]["field"], field, "{wrong} {reply:?}");
        let subscription: open_platform::model::event::Subscription = serde_json::from_value(wrong).unwrap();
        assert!(subscription.check().is_err(), "the SDK refuses the same");
    }
    let good = json!({ "event_type": "NEW_MESSAGE_ON_POST", "metadata": { "mine": 7 } });
    assert_eq!(call(&world, &sandbox, subscribe, "seller", &[ALL_READ], good).await.status, 200);
}
