use axum::http::Method;
use open_platform_sandbox::{ApiKey, Profile};
use serde_json::json;

use crate::app::{App, detail};

const USERS: &str = "/v1/open-platform/users";

#[tokio::test]
async fn a_refusal_names_everything_that_is_missing() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    app.world.configure_app(|settings| {
        settings.permissions.remove("ADD_ON_CREATE");
    });
    let path = format!("/v2/open-platform/addons/post/{token}");
    let (status, answer) = app.post(path.as_str()).user("seller", &["USER_PHONE"]).json(json!({ "widgets": [] })).await;
    assert_eq!((status, &answer["code"]), (403, &json!(7)));
    let expected = json!([format!("POST_ADDON_CREATE.{token}"), "USER_POSTS_ADDON_CREATE"]);
    assert_eq!(detail(&answer)["missing_scope"], expected);
    assert_eq!(detail(&answer)["missing_permission"], "ADD_ON_CREATE");
    assert!(detail(&answer)["@type"].is_string());

    app.world.set_gaps(|gaps| gaps.terse_refusals = true);
    let (_, terse) = app.post(path).user("seller", &["USER_PHONE"]).json(json!({ "widgets": [] })).await;
    assert_eq!(terse, json!({ "code": 7, "message": "could not check authorization", "details": [] }));
}

#[tokio::test]
async fn a_scope_is_valid_for_its_object_only() {
    let app = App::strict();
    let (mine, other) = (app.post_of("seller", "mobile-phones"), app.post_of("seller", "laptops"));
    let foreign = app.post_of("dealer", "light");
    let scope = format!("POST_ADDON_CREATE.{mine}");
    let call = |token: &str| app.post(format!("/v2/open-platform/addons/post/{token}"));
    let body = || json!({ "widgets": [] });
    assert_eq!(call(&mine).user("seller", &[&scope]).json(body()).await.0, 200);
    let (status, answer) = call(&other).user("seller", &[&scope]).json(body()).await;
    assert_eq!((status, &detail(&answer)["missing_scope"][0]), (403, &json!(format!("POST_ADDON_CREATE.{other}"))));
    assert_eq!(call(&other).user("seller", &["USER_POSTS_ADDON_CREATE"]).json(body()).await.0, 200);
    assert_eq!(call(&foreign).user("seller", &["USER_POSTS_ADDON_CREATE"]).json(body()).await.0, 403);
    let wanted = format!("POST_ADDON_CREATE.{foreign}");
    assert_eq!(call(&foreign).user("seller", &[&wanted]).json(body()).await.0, 403, "someone else's post");
    let lenient = App::new(Profile::Lenient);
    let foreign = lenient.post_of("dealer", "light");
    let wanted = format!("POST_ADDON_CREATE.{foreign}");
    let path = format!("/v2/open-platform/addons/post/{foreign}");
    assert_eq!(lenient.post(path).user("seller", &[&wanted]).json(body()).await.0, 200);
}

#[tokio::test]
async fn keys_and_tokens_that_are_missing_or_wrong_answer_401() {
    let app = App::strict();
    let bare = || app.bare(Method::GET, format!("/base{USERS}"));
    let key = || bare().header("x-api-key", app.settings.api_key.clone());
    let token = app.token("seller", &["USER_PHONE"]);
    assert_eq!(bare().token(&token).send().await.0, 401);
    assert_eq!(bare().header("x-api-key", "wrong".into()).token(&token).send().await.0, 401);
    assert_eq!(key().send().await.0, 401);
    assert_eq!(key().token("ory_at_unknown").send().await.0, 401);
    assert_eq!(key().header("authorization", format!("Basic {token}")).send().await.0, 401);
    assert_eq!(key().header("authorization", format!("Bearer Bearer {token}")).send().await.0, 401);
    let (status, answer) = key().header("authorization", token.clone()).send().await;
    assert_eq!((status, &answer["code"]), (401, &json!(16)));
    assert_eq!(key().token(&token).send().await.0, 200);
    app.world.set_gaps(|gaps| gaps.unknown_key_is_412 = true);
    let (status, answer) = bare().header("x-api-key", "wrong".into()).token(&token).send().await;
    assert_eq!((status, &answer["message"]), (412, &json!("could not retrieve app from db")));
}

#[tokio::test]
async fn an_expired_token_answers_401() {
    let app = App::strict();
    let token = app.token("seller", &["USER_PHONE"]);
    app.world.advance(std::time::Duration::from_secs(3599)).await;
    assert_eq!(app.get(USERS).token(&token).send().await.0, 200);
    app.world.advance(std::time::Duration::from_secs(1)).await;
    assert_eq!(app.get(USERS).token(&token).send().await.0, 401);
}

#[tokio::test]
async fn a_second_key_has_its_own_permissions() {
    let app = App::strict();
    let posts_only = ApiKey { key: "key_posts".into(), permissions: ["GET_POST".to_owned()].into() };
    app.world.configure_app(|settings| settings.other_keys.push(posts_only));
    let post = format!("/v1/open-platform/finder/post/{}", app.post_of("seller", "laptops"));
    assert_eq!(app.get(post).header("x-api-key", "key_posts".into()).send().await.0, 200);
    let call = app.get(USERS).header("x-api-key", "key_posts".into()).user("seller", &["USER_ID"]);
    let (status, answer) = call.send().await;
    assert_eq!((status, &detail(&answer)["missing_permission"]), (403, &json!("USER_RETRIEVE")));
}

#[tokio::test]
async fn paths_and_methods_outside_the_table_are_refused() {
    let app = App::strict();
    let (status, answer) = app.call(Method::PUT, USERS).send().await;
    assert_eq!((status, &answer["code"]), (405, &json!(12)));
    assert_eq!(app.get("/v1/open-platform/nothing").send().await.0, 404);
    assert_eq!(app.bare(Method::GET, "/nowhere").send().await.0, 404);
    assert_eq!(app.bare(Method::GET, "/worlds/unknown/base/v1/open-platform/users").send().await.0, 404);
    assert_eq!(app.bare(Method::GET, "/").send().await.1["hosts"]["base"], "/base");
}

#[tokio::test]
async fn withdrawn_endpoints_can_answer_404() {
    let app = App::strict();
    app.world.set_gaps(|gaps| gaps.withdrawn_endpoints_gone = true);
    assert_eq!(app.post(USERS).user("seller", &["USER_PHONE"]).json(json!({})).await.0, 404);
    assert_eq!(app.get(USERS).user("seller", &["USER_PHONE"]).send().await.0, 200);
}

#[tokio::test]
async fn a_success_without_content_can_have_no_body() {
    let app = App::strict();
    app.world.set_gaps(|gaps| gaps.empty_success_body = true);
    let path = format!("/v1/open-platform/addons/post/{}", app.post_of("seller", "laptops"));
    assert_eq!(app.delete(path).send().await, (200, json!(null)));
}
