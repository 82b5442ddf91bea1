//! The checks of bodies: documented limits, and by the switch `gaps.check_assumed_limits` also the rules that only the SDK has.

use open_platform_sandbox::{Profile, Sandbox, World};
use serde_json::{Value, json};

use crate::{call, send};

const ALL_READ: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ";
const ALL_SEND: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND";

#[tokio::test]
async fn limits_that_only_the_sdk_has_are_checked_by_their_switch_only() {
    let of = |profile| [(profile, 200), (profile, 400)];
    for (profile, assumed) in of(Profile::Strict).into_iter().chain(of(Profile::Observed)) {
        let sandbox = Sandbox::builder().profile(profile).start().await.unwrap();
        let world = sandbox.default_world();
        world.set_gaps(|gaps| gaps.check_assumed_limits |= assumed == 400);
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
                json!({ "event_type": "POST_UPDATE", "metadata": { "a": "x".repeat(70_000) } }),
                200,
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
        assert_eq!(reply.status, if profile == Profile::Strict { 413 } else { 200 }, "{profile:?}");
    }
}

#[tokio::test]
async fn a_subscription_is_checked_as_the_sdk_checks_it_by_the_switch() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.set_gaps(|gaps| gaps.check_assumed_limits = true);
    let subscribe = "POST /v1/open-platform/events/subscriptions";
    for (wrong, field) in [
        (json!({ "event_type": "NEW_MESSAGE_ON_POST", "metadata": [1] }), "metadata"),
        (json!({ "event_type": "NEW_MESSAGE_ON_POST", "metadata": "text" }), "metadata"),
        (json!({ "event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": "a\u{0}b" }), "event_resource_id"),
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

#[tokio::test]
async fn control_characters_in_the_id_of_a_resource_are_refused_without_the_switch_too() {
    for profile in [Profile::Strict, Profile::Observed] {
        let sandbox = Sandbox::builder().profile(profile).start().await.unwrap();
        let world = sandbox.default_world();
        let long = format!("{}\n", "x".repeat(300));
        for (id, is_refused) in [("a\u{0}b", true), (&long, true), (&long[..300], false)] {
            let body = json!({ "event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": id });
            let subscribe = "POST /v1/open-platform/events/subscriptions";
            let reply = call(&world, &sandbox, subscribe, "seller", &[ALL_READ], body).await;
            // Another id is not the id of a post.
            let other = if profile == Profile::Strict { 404 } else { 200 };
            assert_eq!(reply.status, if is_refused { 400 } else { other }, "{profile:?} {id:?} {reply:?}");
            if is_refused {
                assert_eq!(
                    reply.json()["details"][0]["field_violations"][0]["field"],
                    "event_resource_id",
                    "{reply:?}"
                );
            }
        }
    }
}

/// Bodies within the specification that the SDK refuses: a call, the scope, the body.
fn foreign_bodies(world: &World) -> Vec<(String, String, Value)> {
    let post = world.posts().into_iter().find(|post| post.owner == "seller").unwrap().token;
    let phone = world.user("seller").unwrap().phone;
    let conversation = &world.conversations()[0].id;
    let addon = format!("POST /v2/open-platform/addons/post/{post}");
    let message = format!("POST /v2/open-platform/conversations/{conversation}/messages");
    let link = |url: &str| json!({ "open_direct_link": url });
    let score = |url: &str| json!({ "widgets": [{ "score_row": { "title": "t", "percentage_score": 5, "action": link(url) } }] });
    let button = |action: Value| json!({ "rows": [{ "buttons": [{ "caption": "b", "action": action }] }] });
    let vin = json!({ "VIN": "IRJC95R23KJ039206", ("n".repeat(5000)): "v".repeat(5000) });
    let one = |line: &str, scope: &str, body: Value| (line.to_owned(), scope.to_owned(), body);
    vec![
        one(&addon, "USER_POSTS_ADDON_CREATE", score("http://app.example/page")),
        one(&addon, "USER_POSTS_ADDON_CREATE", score("app.example:/page")),
        one(&addon, "USER_POSTS_ADDON_CREATE", score(&format!("https://app.example/{}", "x".repeat(9000)))),
        one(&addon, "USER_POSTS_ADDON_CREATE", json!({ "widgets": [], "semantic": vin })),
        one(
            &format!("POST /v2/open-platform/addons/user/{phone}"),
            "USER_ADDON_CREATE",
            json!({ "widgets": [], "categories": ["Mobile Phones"], "semantic": vin }),
        ),
        one(
            &format!("POST /v1/open-platform/semantic/user/{phone}"),
            "USER_SEMANTIC_CREATE",
            json!({ "semantic": vin }),
        ),
        one(&message, ALL_SEND, json!({ "message": "m", "sender_buttons": button(link("http://app.example/")) })),
        one(
            &message,
            ALL_SEND,
            json!({ "message": "m", "sender_buttons": { "rows": [{ "buttons": [{ "icon_name": "ADD", "action": link("https://a.example") }] }] } }),
        ),
        one(&message, ALL_SEND, json!({ "message": " ", "sender_buttons": { "rows": [] } })),
        one(
            &message,
            ALL_SEND,
            json!({ "message": "m", "sender_buttons": button(json!({ "open_post_page": { "post_token": "۱۲/۳" } })) }),
        ),
    ]
}

#[tokio::test]
async fn an_icon_in_small_letters_is_an_unknown_one() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let line = format!("POST /v2/open-platform/addons/post/{}", world.posts()[0].token);
    let body = json!({ "widgets": [{ "selector_row": { "title": "t", "icon_name": "add" } }] });
    for (unknown, assumed, reason) in [
        (true, false, Some("there is no such icon")),
        (false, false, None),
        (false, true, Some("must be an icon name")),
    ] {
        world.set_gaps(|gaps| {
            gaps.refuse_unknown_members = unknown;
            gaps.check_assumed_limits = assumed;
        });
        let reply = call(&world, &sandbox, &line, "seller", &["USER_POSTS_ADDON_CREATE"], body.clone()).await;
        assert_eq!(reply.status, if reason.is_some() { 400 } else { 200 }, "{reply:?}");
        if let Some(reason) = reason {
            assert!(reply.message().contains(reason), "{reply:?}");
        }
    }
}

#[tokio::test]
async fn a_client_that_stays_within_the_specification_is_not_refused_for_rules_of_the_sdk() {
    for profile in [Profile::Strict, Profile::Observed] {
        let sandbox = Sandbox::builder().profile(profile).start().await.unwrap();
        let world = sandbox.default_world();
        // The scopes of the specification.
        world.set_gaps(|gaps| gaps.scopes_of_live_platform = false);
        for (line, scope, body) in foreign_bodies(&world) {
            let shown: String = body.to_string().chars().take(200).collect();
            for (assumed, status) in [(false, 200), (true, 400)] {
                world.set_gaps(|gaps| gaps.check_assumed_limits = assumed);
                let reply = call(&world, &sandbox, &line, "seller", &[&scope], body.clone()).await;
                assert_eq!(reply.status, status, "{profile:?} {line} {shown} {reply:?}");
            }
        }
    }
}
