use serde_json::json;

use crate::app::App;

const USERS: &str = "/v1/open-platform/users";

#[tokio::test]
async fn phone_numbers_are_a_list() {
    let app = App::strict();
    let answer = app.post(USERS).user("seller", &["USER_PHONE"]).json(json!({})).await;
    assert_eq!(answer, (200, json!({ "phone_numbers": ["09120000001"] })));
}

#[tokio::test]
async fn me_has_what_the_scopes_allow() {
    let app = App::strict();
    let seller = app.world.user("seller").unwrap();
    let phone = app.get(USERS).user("seller", &["USER_PHONE"]).send().await;
    assert_eq!(phone, (200, json!({ "phone_number": seller.phone })));
    let id = app.get(USERS).user("seller", &["USER_ID"]).send().await;
    assert_eq!(id, (200, json!({ "user_id": seller.id })));
    let both = app.get(USERS).user("seller", &["USER_ID", "USER_PHONE"]).send().await;
    assert_eq!(both, (200, json!({ "user_id": seller.id, "phone_number": seller.phone })));
    app.world.set_gaps(|gaps| gaps.users_me_phone_numbers = true);
    let old = app.get(USERS).user("seller", &["USER_PHONE"]).send().await;
    assert_eq!(old.1["phone_numbers"], json!([seller.phone]));
}

#[tokio::test]
async fn an_id_is_found_by_phone() {
    let app = App::strict();
    let path = "/v1/open-platform/get-user-id-by-phone";
    let found = app.post(path).json(json!({ "phone": "+98 912 000 0002" })).await;
    assert_eq!(found, (200, json!({ "user_id": app.world.user("buyer").unwrap().id })));
    assert_eq!(app.post(path).json(json!({ "phone": "09129999999" })).await.0, 404);
    let (status, wrong) = app.post(path).json(json!({ "phone": "123" })).await;
    assert_eq!((status, &wrong["code"]), (400, &json!(3)));
}

#[tokio::test]
async fn semantic_records_of_users_keep_only_known_names_readable() {
    let app = App::strict();
    let seller = app.world.user("seller").unwrap();
    let by_phone = format!("/v1/open-platform/semantic/user/{}", seller.phone);
    let by_id = format!("/v1/open-platform/semantic/users/{}", seller.id.replace('+', "%2B").replace('/', "%2F"));
    let semantic = json!({ "identity_verification_result": "FACE_AND_ID_MATCHED", "national_code": "0012345678" });

    let (status, made) = app
        .post(by_phone.as_str())
        .user("seller", &["USER_VERIFICATION_CREATE"])
        .json(json!({ "semantic": semantic, "cost": 50_000 }))
        .await;
    let record = app.world.semantic_of_user("seller").unwrap();
    assert_eq!((status, made), (200, json!({ "id": record.id })));
    assert_eq!(record.data.readable["identity_verification_result"], "FACE_AND_ID_MATCHED");
    assert_eq!((record.data.hashed["national_code"].len(), record.cost), (64, Some(50_000)));

    let again = json!({ "phone": seller.phone, "semantic": { "status": "SUCCEEDED" } });
    let (status, same) = app.post(by_id.as_str()).user("seller", &["USER_VERIFICATION_CREATE"]).json(again).await;
    assert_eq!((status, same), (200, json!({ "id": record.id })));
    assert_eq!(app.delete(by_id.as_str()).send().await.0, 400);
    let with_phone = format!("{by_id}?phone={}", seller.phone);
    assert_eq!(app.delete(with_phone.as_str()).send().await, (200, json!({})));
    assert_eq!(app.world.semantic_of_user("seller"), None);
    assert_eq!(app.delete(by_phone.as_str()).send().await, (200, json!({})));
}

#[tokio::test]
async fn semantic_data_is_checked() {
    let app = App::strict();
    let path = "/v1/open-platform/semantic/user/09120000001";
    let scope = &["USER_VERIFICATION_CREATE"];
    for (body, at) in [
        (json!({ "semantic": {} }), "semantic"),
        (json!({ "semantic": { "status": 1 } }), "semantic"),
        (json!({ "semantic": { "VIN": "IRJC95R23KJ039206" }, "cost": -1 }), "cost"),
        (json!({ "semantic": { "status": "FAILED" }, "color": "red" }), "color"),
    ] {
        let (status, answer) = app.post(path).user("seller", scope).json(body).await;
        let message = answer["message"].as_str().unwrap();
        assert!(status == 400 && message.starts_with(at), "{status} {message}");
    }
    let other = app.post(path).user("buyer", scope).json(json!({ "semantic": { "status": "FAILED" } })).await;
    assert_eq!(other.0, 403);
}

#[tokio::test]
async fn an_old_verification_is_a_semantic_record() {
    let app = App::strict();
    let path = "/v1/open-platform/verifications/user/09120000001";
    let body = json!({ "phone": "09120000001", "notes": "n", "verification_cost": 7,
        "semantic": { "status": "SUCCEEDED" }, "semantic_sensitives": ["status"] });
    let (status, _) = app.post(path).user("seller", &["USER_VERIFICATION_CREATE"]).json(body).await;
    assert_eq!(status, 200);
    assert_eq!(app.world.semantic_of_user("seller").unwrap().cost, Some(7));
    assert_eq!(app.delete(path).send().await, (200, json!({})));
    assert_eq!(app.world.semantic_of_user("seller"), None);
}

#[tokio::test]
async fn a_post_has_a_semantic_record_of_its_own() {
    let app = App::strict();
    let token = app.post_of("seller", "mobile-phones");
    let scope = format!("POST_SEMANTIC_CREATE.{token}");
    let path = format!("/experimental/open-platform/semantic/post/{token}");
    let body = json!({ "semantic": { "inspection_result": "INSPECTION_APPROVED" } });
    assert_eq!(app.post(path).user("seller", &[&scope]).json(body).await, (200, json!({})));
    let record = app.world.semantic_of_post(&token).unwrap();
    assert_eq!(record.data.readable["inspection_result"], "INSPECTION_APPROVED");
}
