//! What the admin API sees and decides of reviews, payments and uploads.

use open_platform_sandbox::{NewPost, Sandbox, Stage};
use serde_json::{Value, json};

use crate::{admin, call, send};

async fn get(sandbox: &Sandbox, path: &str) -> Value {
    let reply = admin(sandbox, "GET", path, Value::Null).await;
    assert_eq!(reply.status, 200, "{path} {reply:?}");
    reply.json()
}

#[tokio::test]
async fn an_edit_in_review_is_seen_and_decided() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    let post = world.posts()[0].token.clone();
    let edit = async |title: &str| {
        let body = json!({ "general_data": { "title": title }, "category_data": { "color": "black" },
            "update_mask": ["general_data.title", "category_data.color"] });
        let line = format!("PUT /v2/open-platform/post/{post}");
        assert_eq!(call(&world, &sandbox, &line, "seller", &["EDIT_USER_POST"], body).await.status, 200);
    };
    let decide = async |decision: Value| admin(&sandbox, "POST", &format!("/posts/{post}/review"), decision).await;
    assert_eq!(decide(json!({ "end": "accepted" })).await.status, 400, "nothing is in review");

    for (end, reason, told) in
        [("rejected", json!("Not true."), "Not true."), ("needs_edit", Value::Null, "The post breaks a rule.")]
    {
        edit("New").await;
        let open: Vec<_> = get(&sandbox, "/reviews")
            .await
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["post"] == *post)
            .cloned()
            .collect();
        assert_eq!(open.len(), 1);
        assert_eq!((&open[0]["is_open"], &open[0]["is_new"]), (&json!(true), &json!(false)));
        assert_eq!(
            (&open[0]["general"], &open[0]["category"]),
            (&json!({ "title": "New" }), &json!({ "color": "black" }))
        );
        let decided = decide(json!({ "end": end, "reason": reason })).await;
        let record = &decided.json()["record"];
        assert_eq!(
            (&record["state"], &record["reject_reason"]),
            (&json!("POST_STATE_PUBLISHED_AND_EDIT_REJECTED"), &json!(told))
        );
        let closed = get(&sandbox, "/reviews").await;
        let closed = closed.as_array().unwrap().iter().find(|one| one["post"] == *post).unwrap();
        assert_eq!((&closed["is_open"], &closed["reject_reason"]), (&json!(false), &json!(told)));
    }
    edit("Newer").await;
    assert_eq!(decide(json!({ "end": "accepted" })).await.status, 200);
    let own = get(&sandbox, &format!("/posts/{post}/own")).await;
    assert_eq!(
        (&own["record"]["state"], &own["record"]["general_data"]["title"]),
        (&json!("POST_STATE_PUBLISHED"), &json!("Newer"))
    );
    assert!(own["stats"]["views"]["total"].is_i64(), "{own}");
    assert_eq!(decide(json!({ "end": "sold" })).await.status, 400);
    assert_eq!(admin(&sandbox, "POST", "/posts/unknown/review", json!({ "end": "accepted" })).await.status, 404);
    assert_eq!(admin(&sandbox, "GET", "/posts/unknown/own", Value::Null).await.status, 404);
}

#[tokio::test]
async fn a_new_post_is_published_by_its_review() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    let new = NewPost { owner: "seller".into(), stage: Stage::InReview, ..NewPost::default() };
    let post = world.add_post(new).unwrap().token;
    let decided = admin(&sandbox, "POST", &format!("/posts/{post}/review"), json!({ "end": "accepted" })).await;
    assert_eq!(decided.json()["record"]["state"], "POST_STATE_PUBLISHED", "{decided:?}");
    assert_eq!(world.post(&post).unwrap().stage, Stage::Published);
}

#[tokio::test]
async fn payments_end_when_the_admin_api_says_so() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    let post = world.posts()[0].token.clone();
    let settle = async |id: &str, end: &str| {
        admin(&sandbox, "POST", &format!("/payments/{id}/settle"), json!({ "end": end })).await
    };
    for (number, end, state, balance) in [
        (1, "completed", "TRANSACTION_STATE_COMPLETED", 99_500_000),
        (2, "failed", "TRANSACTION_STATE_FAILED", 99_500_000),
        (3, "refunded", "TRANSACTION_STATE_REFUNDED", 99_500_000),
    ] {
        let id = format!("00000000-0000-4000-8000-00000000000{number}");
        let line = format!("POST /experimental/open-platform/post/{post}/reorder");
        let paid = call(&world, &sandbox, &line, "seller", &["PAYMENT_ALL_POSTS_REORDER"], json!({ "id": id })).await;
        assert_eq!(paid.status, 200, "{paid:?}");
        let money = settle(&id, end).await.json();
        assert_eq!((&money["transactions"][0]["state"], &money["balance_rials"]), (&json!(state), &json!(balance)));
        assert_eq!(settle(&id, end).await.status, 400, "it has ended");
    }
    let rules = json!({ "rules": { "reconciles": true } });
    assert_eq!(admin(&sandbox, "PUT", "/money", rules).await.status, 200);
    let id = "00000000-0000-4000-8000-000000000009";
    let body = json!({ "operation": "PROMOTION_OPERATION_REORDER", "id": id });
    let line = format!("POST /experimental/open-platform/post/{post}/pay-promotion");
    let paid = call(&world, &sandbox, &line, "seller", &["PAY_USER_POST_PROMOTION"], body).await;
    assert_eq!(paid.json()["status"], "PAY_STATUS_RECONCILING", "{paid:?}");
    let money = settle(id, "failed").await.json();
    assert_eq!(
        (&money["wallet_payments"][0]["status"], &money["wallets"]["seller"]),
        (&json!("PAY_STATUS_FAILED"), &json!(20_000_000))
    );
    assert_eq!(settle("unknown", "completed").await.status, 404);
}

#[tokio::test]
async fn uploads_are_listed_with_their_permanent_names() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let path = "/upload/v2/image-service/open-platform/image.jpg";
    let uploaded = send(&sandbox, "PUT", path, &[("content-type", "image/jpeg")], b"\xff\xd8\xff").await.json();
    let listed = get(&sandbox, "/images").await;
    assert_eq!((&listed[0]["name"], &listed[0]["bytes"]), (&uploaded["image_name"], &json!(3)));
    assert_eq!(listed[0]["permanent_name"], Value::Null);
    let post = &world.posts()[0].token;
    let row = json!({ "event_row": { "title": "t", "image_id": uploaded["image_name"] } });
    let line = format!("POST /v2/open-platform/addons/post/{post}");
    let addon =
        call(&world, &sandbox, &line, "seller", &["USER_POSTS_ADDON_CREATE"], json!({ "widgets": [row] })).await;
    assert_eq!(addon.status, 200, "{addon:?}");
    assert!(get(&sandbox, "/images").await[0]["permanent_name"].is_string());
}

#[tokio::test]
async fn media_of_chats_are_listed_before_a_message_names_them() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    assert_eq!(get(&sandbox, "/chat-media").await, json!([]));
    let line = "POST /experimental/open-platform/chat/upload";
    let token = call(&world, &sandbox, line, "seller", &[], json!({})).await.json()["token"].clone();
    let bearer = format!("Bearer {}", token.as_str().unwrap());
    let headers = [("authorization", bearer.as_str()), ("content-type", "multipart/form-data; boundary=b")];
    let form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"price list.pdf\"\r\n\r\n%PDF-1.4\r\n--b--\r\n";
    let path = format!("/worlds/{}/chat/upload/file", world.name());
    let uploaded = send(&sandbox, "POST", &path, &headers, form.as_bytes()).await;
    assert_eq!(uploaded.status, 200, "{uploaded:?}");
    let listed = get(&sandbox, "/chat-media").await;
    assert_eq!((&listed[0]["media_token"], &listed[0]["kind"]), (&uploaded.json()["id"], &json!("file")));
    assert_eq!((&listed[0]["name"], &listed[0]["bytes"]), (&json!("price list.pdf"), &json!(8)));
    let file = format!("/images/{}", listed[0]["file"].as_str().unwrap());
    assert_eq!(admin(&sandbox, "GET", &file, Value::Null).await.status, 200, "its bytes can be read");
}

#[tokio::test]
async fn a_business_is_replaced_with_its_roles() {
    let sandbox = Sandbox::start().await.unwrap();
    let shop = |agents: Value| json!({ "businesses": [{ "owner": "dealer", "token": "shop1", "business_type": "CAR", "agents": agents }] });
    for agents in [json!(["buyer"]), json!([])] {
        assert_eq!(admin(&sandbox, "POST", "/seed", shop(agents.clone())).await.status, 200);
        let businesses = get(&sandbox, "/businesses").await;
        let found = businesses.as_array().unwrap().iter().find(|one| one["token"] == "shop1").unwrap();
        assert_eq!(found["agents"], agents);
    }
}

#[tokio::test]
async fn custom_buttons_statistics_and_profile_images_are_set() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    let post = world.posts().into_iter().find(|post| post.owner == "seller").unwrap().token;
    let business = world.businesses()[0].token.clone();

    let button = json!({ "type": "ONLINE_CALL", "action": { "open_direct_link": "https://app.example/call" } });
    let set = async |change: Value| admin(&sandbox, "PUT", "/custom-buttons", change).await;
    for (of, token) in [("post", &post), ("business", &business)] {
        let all = set(json!({ of: token, "button": button })).await.json();
        assert!(all.as_array().unwrap().iter().any(|one| one[of] == **token && one["button"] == button), "{all}");
        for refused in [json!({ of: "nowhere", "button": button }), json!({ of: token, "button": {} }), json!({})] {
            assert_eq!(set(refused.clone()).await.status, 400, "{refused}");
        }
    }
    set(json!({ "post": post })).await;
    let left = set(json!({ "business": business })).await;
    assert_eq!((left.status, left.json()), (200, json!([])));

    let counts = json!({ "views": 40, "impressions": 0, "chats": 2 });
    let path = format!("/posts/{post}");
    let changed = admin(&sandbox, "PATCH", &path, json!({ "counts_per_day": counts })).await.json();
    assert_eq!(changed["counts_per_day"], counts);
    world.advance(std::time::Duration::from_secs(3 * 86_400)).await;
    let stats = get(&sandbox, &format!("{path}/own")).await["stats"].clone();
    let days = stats["views"]["daily"].as_array().unwrap();
    // The first day is counted from midnight, the last one until now.
    assert!(days[..days.len() - 1].iter().all(|day| day["count"] == 40), "{days:?}");
    assert_eq!(stats["impressions"]["total"], 0);

    let mut known = serde_json::to_value(&world.businesses()[0]).unwrap();
    known["profile_image"] = json!("img-7");
    let added = admin(&sandbox, "POST", "/seed", json!({ "businesses": [known] })).await.json();
    assert_eq!(added["businesses"][0]["profile_image"], "img-7");
    let line = "GET /v1/open-platform/pro-user/profile-image";
    let image = call(&world, &sandbox, line, "dealer", &["PRO_USER_PROFILE_IMAGE_READ"], Value::Null).await.json();
    let address = format!("{}/media/img-7.jpg", world.url());
    assert_eq!((&image["image_id"], &image["image_url"]), (&json!("img-7"), &json!(address)));
}
