//! An app with only the scopes of the specification can use the calls of the specification.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use open_platform_sandbox::{Decision, Profile, Sandbox, World};
use serde_json::{Value, json};

use crate::call;

/// The scopes of the specification without an identifier.
const OF_SPEC: &[&str] = &[
    "USER_PHONE",
    "offline_access",
    "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ",
    "NOTIFICATION_ACCESS_REVOCATION",
    "USER_ID",
    "USER_POSTS_GET",
    "USER_SEMANTIC_CREATE",
    "USER_SEMANTIC_DELETE",
];

const OLD_WIDGETS: &str = r#"{ "widget_list": [{ "widget_type": "TITLE_ROW",
    "data": { "@type": "type.googleapis.com/widgets.TitleRowData", "text": "t" } }] }"#;

/// docs/platform.md#user-addons, #legacy-addons, #user-semantics, #legacy-verifications, #legacy-send, each with the
/// scope that only the live platform's documents name.
fn calls(world: &World) -> Vec<(&'static str, Value, String)> {
    let id = |name: &str| world.user(name).unwrap().id;
    let post = world.posts()[0].token.clone();
    let old: Value = serde_json::from_str(OLD_WIDGETS).unwrap();
    let chat = STANDARD.encode(format!("{}:{post}:{}", id("seller"), id("buyer")));
    let message = json!({ "user_id": id("seller"), "post_token": post, "peer_id": id("buyer"), "type": "TEXT",
        "message": "m" });
    let semantic = json!({ "semantic": { "status": "SUCCEEDED" } });
    vec![
        (
            "POST /v2/open-platform/addons/user/09120000001",
            json!({ "widgets": [{ "title_row": { "text": "t" } }] }),
            "USER_ADDON_CREATE".into(),
        ),
        (
            "POST /v1/open-platform/addons/user/09120000001",
            json!({ "widgets": old, "phone": "09120000001" }),
            "USER_ADDON_CREATE".into(),
        ),
        ("POST /v1/open-platform/semantic/user/09120000001", semantic.clone(), "USER_VERIFICATION_CREATE".into()),
        (
            "POST /v1/open-platform/verifications/user/09120000001",
            json!({ "phone": "09120000001", "semantic": { "status": "SUCCEEDED" } }),
            "USER_VERIFICATION_CREATE".into(),
        ),
        ("POST /v2/open-platform/chat/conversation", message, format!("CHAT_MESSAGE_SEND.{chat}")),
    ]
}

#[tokio::test]
async fn the_scopes_of_the_specification_suffice_for_its_calls_in_strict() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    for (line, body, live) in calls(&world) {
        for scopes in [OF_SPEC, &[live.as_str()]] {
            let reply = call(&world, &sandbox, line, "seller", scopes, body.clone()).await;
            assert_eq!(reply.status, 200, "{line} {scopes:?} {reply:?}");
        }
    }
    let (line, body, _) = calls(&world).remove(2);
    let reply = call(&world, &sandbox, line, "seller", &["USER_PHONE"], body).await;
    assert_eq!(reply.json()["details"][0]["missing_scope"][0], "USER_SEMANTIC_CREATE");
}

#[tokio::test]
async fn observed_requires_the_scopes_of_the_live_platform() {
    let sandbox = Sandbox::builder().profile(Profile::Observed).start().await.unwrap();
    let world = sandbox.default_world();
    for (line, body, live) in calls(&world) {
        let refused = call(&world, &sandbox, line, "seller", OF_SPEC, body.clone()).await;
        assert_eq!((refused.status, &refused.json()["details"][0]["missing_scope"][0]), (403, &json!(live)), "{line}");
        assert_eq!(call(&world, &sandbox, line, "seller", &[&live], body).await.status, 200, "{line}");
    }
}

#[tokio::test]
async fn the_semantic_scopes_can_be_requested() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let platform = world.client().build().unwrap();
    let scopes = ["USER_SEMANTIC_CREATE", "USER_SEMANTIC_DELETE"];
    let login = platform.oauth().authorize(scopes, "browser-session").await.unwrap();
    let back = world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    assert!(back.contains("code="), "{back}");
}

#[tokio::test]
async fn a_post_is_read_without_its_ongoing_images_by_a_bearer_that_lacks_their_scope() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let ongoing = world.posts().into_iter().find(|post| !post.ongoing_images.is_empty()).unwrap().token;
    let line = format!("GET /v1/open-platform/finder/post/{ongoing}");
    let images = async |user: &str, scopes: &[&str]| {
        let reply = call(&world, &sandbox, &line, user, scopes, json!(null)).await;
        assert_eq!(reply.status, 200, "{user} {scopes:?} {reply:?}");
        reply.json()["data"]["images"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(images("seller", &[&format!("POST_ONGOING_IMAGES_GET.{ongoing}")]).await, 2);
    assert_eq!(images("seller", &["USER_PHONE"]).await, 0);
    assert_eq!(images("buyer", &["USER_PHONE"]).await, 0);
    assert_eq!(images("seller", &["POST_ONGOING_IMAGES_GET.another1"]).await, 0);
    // Without a post the scope is for all posts of the user.
    assert_eq!(images("seller", &["POST_ONGOING_IMAGES_GET"]).await, 2);
    assert_eq!(images("buyer", &["POST_ONGOING_IMAGES_GET"]).await, 0);
}
