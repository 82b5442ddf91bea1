//! Ownership: the initial data matches the consent page, and refusals distinguish a missing scope from a post of
//! another user.

use open_platform_sandbox::{NewBusiness, Sandbox, World};
use serde_json::{Value, json};

use crate::{call, send};

#[tokio::test]
async fn the_first_post_belongs_to_the_user_that_the_consent_page_preselects() {
    for seed in [7, 8, 9] {
        let sandbox = Sandbox::builder().seed(seed).start().await.unwrap();
        let world = sandbox.default_world();
        let app = world.app();
        let query = format!(
            "response_type=code&client_id={}&redirect_uri={}&scope=USER_POSTS_ADDON_CREATE&state=12345678",
            app.client_id, app.redirect_uris[0]
        );
        let page = send(&sandbox, "GET", &format!("/auth/oauth2/auth?{query}"), &[], b"").await;
        let (before, _) = page.body.split_once(" checked").unwrap();
        let preselected = before.rsplit("value=\"").next().unwrap().split('"').next().unwrap();
        let posts = send(&sandbox, "GET", "/_sandbox/worlds/default/posts", &[], b"").await.json();
        assert_eq!(posts[0]["owner"], preselected);
        let line = format!("POST /v2/open-platform/addons/post/{}", posts[0]["token"].as_str().unwrap());
        let body = json!({ "widgets": [{ "title_row": { "text": "Hello" } }] });
        let reply = call(&world, &sandbox, &line, preselected, &["USER_POSTS_ADDON_CREATE"], body).await;
        assert_eq!(reply.status, 200, "{reply:?}");
    }
}

/// Token of a post of this owner.
fn post_of(world: &World, owner: &str) -> String {
    world.posts().into_iter().find(|post| post.owner == owner).unwrap().token
}

#[tokio::test]
async fn a_refusal_for_the_post_of_another_user_names_no_scope() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let foreign = post_of(&world, "dealer");
    let of_post = |name: &str| format!("{name}.{foreign}");
    let widgets = || json!({ "widgets": [{ "title_row": { "text": "t" } }] });
    let addon = format!("POST /v2/open-platform/addons/post/{foreign}");
    let watch = |kind: &str| json!({ "event_type": kind, "event_resource_id": foreign });
    let subscribe = "POST /v1/open-platform/events/subscriptions".to_owned();
    let listen = "POST /v1/open-platform/notify/chat/post-conversations".to_owned();
    let listener =
        json!({ "post_token": foreign, "endpoint": "http://127.0.0.1:1/x", "identification_key": "k".repeat(16) });
    let images = format!("GET /v1/open-platform/finder/post/{foreign}");
    let cases: [(&str, Vec<String>, Value); 9] = [
        (&addon, vec![of_post("POST_ADDON_CREATE")], widgets()),
        (&addon, vec!["USER_POSTS_ADDON_CREATE".into()], widgets()),
        // Without a scope: none is sufficient.
        (&addon, vec!["USER_PHONE".into()], widgets()),
        (&subscribe, vec!["CHAT_SUPPLIER_ALL_CONVERSATIONS_READ".into()], watch("NEW_MESSAGE_ON_POST")),
        (&subscribe, vec!["USER_PHONE".into()], watch("NEW_MESSAGE_ON_POST")),
        (&subscribe, vec!["USER_POSTS_GET".into()], watch("POST_UPDATE")),
        (&listen, vec![of_post("CHAT_POST_CONVERSATIONS_READ")], listener.clone()),
        (&listen, vec!["USER_PHONE".into()], listener),
        (&images, vec![of_post("POST_ONGOING_IMAGES_GET")], json!(null)),
    ];
    for (line, scopes, body) in cases {
        let scopes: Vec<&str> = scopes.iter().map(String::as_str).collect();
        let reply = call(&world, &sandbox, line, "seller", &scopes, body).await;
        assert_eq!(reply.status, 403, "{line} {scopes:?} {reply:?}");
        let detail = reply.json()["details"][0].clone();
        let expected = json!({ "what": "the post", "owner": "dealer", "granted_by": "seller" });
        assert_eq!((&detail["not_yours"], &detail["missing_scope"]), (&expected, &Value::Null), "{line} {scopes:?}");
        assert!(reply.message().contains("the post is dealer's, and the access was granted by seller"), "{reply:?}");
    }
}

#[tokio::test]
async fn a_granted_scope_is_not_reported_as_missing() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let conversation = world.conversations()[0].id.clone();
    let line = format!("POST /v2/open-platform/conversations/{conversation}/messages");
    let all = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND";
    let message = json!({ "type": "TEXT", "message": "m" });
    // It is valid only for conversations in which the user is the seller.
    let reply = call(&world, &sandbox, &line, "buyer", &[all], message.clone()).await;
    let missing = reply.json()["details"][0]["missing_scope"].clone();
    assert_eq!(reply.status, 403);
    assert!(missing.as_array().unwrap().iter().all(|scope| scope != all), "{missing}");
    assert_eq!(missing[0], format!("CONVERSATION_SEND_MESSAGE.{conversation}"));
    let reply = call(&world, &sandbox, &line, "dealer", &[all], message).await;
    assert_eq!(reply.status, 403);
    assert!(reply.message().contains("the conversation is seller and buyer's"), "{reply:?}");
}

#[tokio::test]
async fn a_business_is_for_everyone_who_has_a_role_in_it() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let shop = NewBusiness {
        owner: "dealer".into(),
        token: "shop1".into(),
        business_type: "MARKETPLACE".into(),
        agents: vec!["buyer".into()],
        ..NewBusiness::default()
    };
    world.add_business(shop).unwrap();
    let line = "POST /v1/open-platform/addons/business/shop1";
    for (user, status) in [("dealer", 200), ("buyer", 200), ("seller", 403)] {
        let body = json!({ "widgets": [{ "title_row": { "text": "t" } }] });
        let reply = call(&world, &sandbox, line, user, &["BUSINESS_ADDON_CREATE.shop1"], body).await;
        assert_eq!(reply.status, status, "{user} {reply:?}");
    }
}
