//! Posts as their owners see them.

use std::time::Duration;

use open_platform_sandbox::Stage;
use serde_json::{Value, json};

use crate::app::App;

const X: &str = "/experimental/open-platform";

async fn own(app: &App, post: &str) -> Value {
    let call = app.get(format!("/v1/open-platform/user-post/{post}")).user("seller", &["USER_POSTS_GET"]);
    let (status, record) = call.send().await;
    assert_eq!(status, 200);
    record
}

async fn edit(app: &App, post: &str, body: Value) -> u16 {
    let call = app.call(axum::http::Method::PUT, format!("/v2/open-platform/post/{post}"));
    call.user("seller", &["EDIT_USER_POST"]).json(body).await.0
}

#[tokio::test]
async fn an_edit_changes_what_the_mask_names_after_its_review() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    let body = json!({
        "general_data": { "title": "New", "city": "shiraz" },
        "category_data": { "color": "black" },
        "update_mask": ["general_data.title", "category_data.color"],
    });
    assert_eq!(edit(&app, &post, body).await, 200);
    let before = app.world.post(&post).unwrap();
    assert_ne!(before.data["title"], "New");
    let record = own(&app, &post).await;
    assert_eq!(record["state"], "POST_STATE_WAITING_FOR_REVIEW");
    assert_eq!((&record["general_data"]["title"], &record["category_data"]["color"]), (&json!("New"), &json!("black")));
    app.world.advance(Duration::from_secs(60)).await;
    let after = app.world.post(&post).unwrap();
    assert_eq!(
        (&after.data["title"], &after.data["color"], &after.city),
        (&json!("New"), &json!("black"), &before.city)
    );
    assert_eq!(own(&app, &post).await["state"], "POST_STATE_PUBLISHED");
    for mask in [json!([]), json!(["general_data.token"]), json!(["title"])] {
        assert_eq!(edit(&app, &post, json!({ "update_mask": mask })).await, 400);
    }
    assert_eq!(
        edit(&app, &app.post_of("dealer", "light"), json!({ "update_mask": ["general_data.title"] })).await,
        403
    );
}

#[tokio::test]
async fn a_submitted_post_waits_for_payment() {
    let app = App::strict();
    let (car, scope) = (app.post_of("dealer", "light"), &["SUBMIT_USER_POST"]);
    let business = app.world.post(&car).unwrap().business.unwrap().token;
    let body = json!({
        "business_token": business,
        "general_data": {
            "category_slug": "light", "title": "Car", "description": "White", "images": ["a.jpg"], "city": "tehran",
            "location_type": "LOCATION_TYPE_EMPTY", "hide_phone": false, "chat_enabled": true,
        },
        "category_fields": { "usage": 61000 },
    });
    let submit = |user: &'static str| app.post(format!("{X}/user-posts/new")).user(user, scope).json(body.clone());
    let (status, answer) = submit("dealer").await;
    assert_eq!(status, 200);
    let post = app.world.post(answer["post_token"].as_str().unwrap()).unwrap();
    assert_eq!((post.stage, &post.data["usage"]), (Stage::WaitingForPayment, &json!(61000)));
    assert_eq!(submit("seller").await.0, 403, "the business is the dealer's");
    let may = || app.get(format!("{X}/user-posts/can-submit")).user("dealer", scope).send();
    assert_eq!(may().await, (200, json!({ "can_submit": true })));
    app.world.bar_from_submitting("dealer", true);
    assert_eq!((may().await, submit("dealer").await.0), ((200, json!({})), 412));
    assert_eq!(app.post(format!("{X}/posts/new-v2")).json(body).await.0, 200);
}

#[tokio::test]
async fn statistics_grow_with_the_clock_and_a_deleted_post_is_retired() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    let views = async || {
        let call = app.get(format!("{X}/posts/{post}/stats")).user("seller", &["USER_POSTS_STATS_READ"]);
        call.send().await.1["views"]["total"].as_i64().unwrap()
    };
    let first = views().await;
    app.world.advance(Duration::from_secs(86_400)).await;
    assert!(views().await > first);
    let path = format!("/v1/open-platform/post/{post}");
    assert_eq!(app.delete(path).user("seller", &["DELETE_USER_POST"]).send().await.0, 200);
    assert_eq!(own(&app, &post).await["state"], "POST_STATE_DELETED");
}
