//! Posts as their owners see them.

use std::time::Duration;

use open_platform_sandbox::{CountsPerDay, MoneyChange, NewPost, PaymentRules, ReviewEnd, Stage};
use serde_json::{Value, json};

use crate::app::App;

const X: &str = "/experimental/open-platform";

async fn own(app: &App, post: &str) -> Value {
    let call = app.get(format!("/v1/open-platform/user-post/{post}")).user("seller", &["USER_POSTS_GET"]);
    let (status, record) = call.send().await;
    assert_eq!(status, 200);
    record
}

/// Uploads an image of a post to the address that the platform gives, and returns its path.
async fn upload(app: &App) -> String {
    let (_, urls) = app.get("/v2/open-platform/post/upload-urls").send().await;
    let base = format!("{}/base", app.world.url());
    let path = urls["image"]["url"].as_str().unwrap().strip_prefix(&base).unwrap().to_owned();
    let (status, answer) = app.post(path).header("content-type", "image/jpeg".into()).bytes(b"\xff\xd8\xff").await;
    assert_eq!(status, 200, "{answer}");
    answer["path"].as_str().unwrap().to_owned()
}

/// Uploads a video of a post, and returns its name.
async fn upload_video(app: &App) -> String {
    let put = app.call(axum::http::Method::PUT, "/v1/upload-video/").header("content-type", "video/mp4".into());
    let (status, answer) = put.bytes(b"\0\0\0\x18ftypmp42").await;
    assert_eq!(status, 200, "{answer}");
    answer["video_name"].as_str().unwrap().to_owned()
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
    for mask in [json!([]), json!("general_data.title"), json!(["general_data.token"]), json!(["title"])] {
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
    let mut body = json!({
        "business_token": business,
        "general_data": {
            "category_slug": "light", "title": "Car", "description": "White", "images": ["a.jpg"], "city": "tehran",
            "location_type": "LOCATION_TYPE_EMPTY", "hide_phone": false, "chat_enabled": true,
        },
        "category_fields": { "brand_model": "Tiba 2", "color": "سفید", "production_year": 1398, "usage": "61000", "price": 1 },
    });
    let (status, answer) = app.post(format!("{X}/posts/new-v2")).json(body.clone()).await;
    let field = &answer["details"][0]["field_violations"][0]["field"];
    assert_eq!((status, field), (400, &json!("general_data.images[0]")), "the image was not uploaded: {answer}");
    for other in [app.upload().await, upload_video(&app).await] {
        body["general_data"]["images"] = json!([other]);
        assert_eq!(app.post(format!("{X}/posts/new-v2")).json(body.clone()).await.0, 400, "no image of a post");
    }
    body["general_data"]["images"] = json!([upload(&app).await]);
    let (status, answer) = app.post(format!("{X}/posts/new-v2")).json(body.clone()).await;
    let violation = &answer["details"][0]["field_violations"][0];
    assert_eq!((status, &violation["field"]), (400, &json!("category_fields.usage")), "not as in the form: {answer}");
    app.world.set_gaps(|gaps| gaps.check_category_fields = false);
    assert_eq!(app.post(format!("{X}/posts/new-v2")).json(body.clone()).await.0, 200);
    app.world.set_gaps(|gaps| gaps.check_category_fields = true);
    body["category_fields"]["usage"] = json!(61000);
    body["general_data"]["video"] = json!({ "name": upload(&app).await, "thumbnail_name": "t.jpg", "duration": "12" });
    assert_eq!(app.post(format!("{X}/posts/new-v2")).json(body.clone()).await.0, 400, "no video");
    let video = json!({ "name": upload_video(&app).await, "thumbnail_name": "t.jpg", "duration": "12" });
    body["general_data"]["video"] = video.clone();
    let submit = |user: &'static str| app.post(format!("{X}/user-posts/new")).user(user, scope).json(body.clone());
    let (status, answer) = submit("dealer").await;
    assert_eq!(status, 200);
    let post = app.world.post(answer["post_token"].as_str().unwrap()).unwrap();
    assert_eq!((post.stage, &post.data["usage"]), (Stage::WaitingForPayment, &json!(61000)));
    let record = app.get(format!("/v1/open-platform/user-post/{}", post.token)).user("dealer", &["USER_POSTS_GET"]);
    assert_eq!(record.send().await.1["general_data"]["video"], video);
    assert_eq!(submit("seller").await.0, 403, "the business is the dealer's");
    let of_business = format!("BUSINESS_ADDON_CREATE.{business}");
    for (path, scope) in [
        ("/v2/open-platform/addons/user/09120000003".to_owned(), "USER_ADDON_CREATE"),
        (format!("/v1/open-platform/addons/business/{business}"), of_business.as_str()),
    ] {
        let send = |widget: Value| app.post(path.clone()).user("dealer", &[scope]).json(json!({ "widgets": [widget] }));
        for other in [upload(&app).await, upload_video(&app).await] {
            let (status, answer) = send(json!({ "event_row": { "title": "t", "image_id": other } })).await;
            assert!(status == 400 && answer["message"].as_str().unwrap().contains("images.upload"), "{answer}");
        }
        let (status, answer) = send(json!({ "title_row": { "text": "t" } })).await;
        assert_eq!(status, 200, "{answer}");
    }
    let (_, answer) = submit("dealer").await;
    let addons = app.world.addons_on(answer["post_token"].as_str().unwrap());
    assert_eq!(addons.len(), 2, "those of the owner and of the business: {addons:?}");
    let may = || app.get(format!("{X}/user-posts/can-submit")).user("dealer", scope).send();
    assert_eq!(may().await, (200, json!({ "can_submit": true })));
    app.world.bar_from_submitting("dealer", true);
    assert_eq!((may().await, submit("dealer").await.0), ((200, json!({})), 412));
    assert_eq!(app.post(format!("{X}/posts/new-v2")).json(body).await.0, 200);
}

#[tokio::test]
async fn a_submission_needs_every_required_member() {
    let app = App::strict();
    let details = json!({
        "category_slug": "light", "title": "Car", "description": "White", "images": [], "city": "tehran",
        "location_type": "LOCATION_TYPE_EMPTY", "hide_phone": false, "chat_enabled": true,
    });
    let body = json!({ "business_token": "b1", "general_data": details, "category_fields": {} });
    for member in details.as_object().unwrap().keys() {
        let mut body = body.clone();
        body["general_data"].as_object_mut().unwrap().remove(member);
        let (status, answer) = app.post(format!("{X}/posts/new-v2")).json(body).await;
        let field = &answer["details"][0]["field_violations"][0]["field"];
        assert_eq!((status, field), (400, &json!(format!("general_data.{member}"))), "{answer}");
    }
    let mut blank = body;
    blank["general_data"]["description"] = json!(" ");
    let (status, answer) = app.post(format!("{X}/posts/new-v2")).json(blank).await;
    let field = &answer["details"][0]["field_violations"][0]["field"];
    assert_eq!((status, field), (400, &json!("general_data.description")), "{answer}");
}

#[tokio::test]
async fn an_upload_needs_the_key_without_a_token_and_media_of_the_right_format() {
    let app = App::strict();
    let video = b"\0\0\0\x18ftypmp42";
    let put = || app.call(axum::http::Method::PUT, "/v1/upload-video/").header("content-type", "video/mp4".into());
    let (status, answer) = put().bytes(video).await;
    assert!(status == 200 && answer["video_name"].as_str().unwrap().ends_with(".mp4"), "{answer}");
    assert_eq!(put().user("dealer", &[]).bytes(video).await.0, 400);
    assert_eq!(put().bytes(b"\xff\xd8\xff").await.0, 400);
    let bare = app.bare(axum::http::Method::PUT, format!("/worlds/{}/base/v1/upload-video/", app.world.name()));
    assert_eq!(bare.bytes(video).await.0, 401);
}

#[tokio::test]
async fn statistics_grow_with_the_clock_for_seven_days_and_a_deleted_post_is_retired() {
    let app = App::strict();
    let counts_per_day = Some(CountsPerDay { views: 24, impressions: 240, chats: 0 });
    app.world.set_time("2026-03-01T00:00:00Z".parse().unwrap()).await;
    let new = NewPost { owner: "seller".into(), stage: Stage::Published, counts_per_day, ..NewPost::default() };
    let post = app.world.add_post(new).unwrap().token;
    let views = async || {
        let call = app.get(format!("{X}/posts/{post}/stats")).user("seller", &["USER_POSTS_STATS_READ"]);
        call.send().await.1["views"]["total"].as_i64().unwrap()
    };
    for (hours, total) in [(6, 6), (18, 24), (12, 36), (5 * 24, 156), (24, 156), (12, 144), (12, 156)] {
        app.world.advance(Duration::from_secs(hours * 3600)).await;
        assert_eq!(views().await, total);
    }
    let path = format!("/v1/open-platform/post/{post}");
    assert_eq!(app.delete(path).user("seller", &["DELETE_USER_POST"]).send().await.0, 200);
    assert_eq!(own(&app, &post).await["state"], "POST_STATE_DELETED");
}

fn reviews_end(app: &App, review: ReviewEnd) {
    let rules = PaymentRules { review, reject_reason: "No.".into(), ..PaymentRules::default() };
    app.world.change_money(MoneyChange { rules: Some(rules), ..MoneyChange::default() });
}

fn titled(title: &str) -> Value {
    json!({ "general_data": { "title": title }, "update_mask": ["general_data.title"] })
}

#[tokio::test]
async fn a_rejected_edit_leaves_the_post_as_it_was_and_tells_why() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    let before = app.world.post(&post).unwrap();
    for review in [ReviewEnd::Rejected, ReviewEnd::NeedsEdit] {
        reviews_end(&app, review);
        assert_eq!(edit(&app, &post, titled("New")).await, 200);
        app.world.advance(Duration::from_secs(60)).await;
        let record = own(&app, &post).await;
        assert_eq!(record["state"], "POST_STATE_PUBLISHED_AND_EDIT_REJECTED");
        assert_eq!(
            (&record["reject_reason"], &record["general_data"]["title"]),
            (&json!("No."), &before.data["title"])
        );
        assert_eq!(app.world.post(&post).unwrap().stage, Stage::Published);
    }
    reviews_end(&app, ReviewEnd::Accepted);
    assert_eq!(edit(&app, &post, titled("New")).await, 200);
    assert_eq!(own(&app, &post).await["state"], "POST_STATE_WAITING_FOR_REVIEW");
    app.world.advance(Duration::from_secs(60)).await;
    let record = own(&app, &post).await;
    assert_eq!((&record["state"], record.get("reject_reason")), (&json!("POST_STATE_PUBLISHED"), None));
    assert_eq!(record["general_data"]["title"], "New");
}

#[tokio::test]
async fn a_new_post_may_need_an_edit_and_may_be_rejected() {
    let app = App::strict();
    let draft = NewPost { owner: "seller".into(), stage: Stage::WaitingForPayment, ..NewPost::default() };
    let post = app.world.add_post(draft).unwrap().token;
    reviews_end(&app, ReviewEnd::NeedsEdit);
    app.world
        .add_transaction(&post, open_platform_sandbox::Service::Submit, "3fa85f64-5717-4562-b3fc-2c963f66afa6")
        .unwrap();
    app.world.advance(Duration::from_secs(65)).await;
    let record = own(&app, &post).await;
    assert_eq!((&record["state"], &record["reject_reason"]), (&json!("POST_STATE_WAITING_FOR_EDIT"), &json!("No.")));
    app.world.advance(Duration::from_secs(600)).await;
    assert_eq!(own(&app, &post).await["state"], "POST_STATE_WAITING_FOR_EDIT");

    reviews_end(&app, ReviewEnd::Rejected);
    assert_eq!(edit(&app, &post, titled("New")).await, 200);
    assert_eq!(own(&app, &post).await["state"], "POST_STATE_WAITING_FOR_REVIEW");
    app.world.advance(Duration::from_secs(60)).await;
    let record = own(&app, &post).await;
    assert_eq!((&record["state"], &record["reject_reason"]), (&json!("POST_STATE_REJECTED"), &json!("No.")));
    assert_eq!(app.world.post(&post).unwrap().stage, Stage::Retired);
    assert_eq!(edit(&app, &post, titled("Newer")).await, 412);
}

#[tokio::test]
async fn who_must_not_submit_is_set_with_the_money() {
    let app = App::strict();
    let money = app.world.change_money(MoneyChange { barred: Some(vec!["seller".into()]), ..MoneyChange::default() });
    assert_eq!(money.barred, ["seller"]);
    let may = || app.get(format!("{X}/user-posts/can-submit")).user("seller", &["SUBMIT_USER_POST"]).send();
    assert_eq!(may().await, (200, json!({})));
    assert_eq!(app.world.change_money(MoneyChange::default()).barred, ["seller"]);
    app.world.change_money(MoneyChange { barred: Some(Vec::new()), ..MoneyChange::default() });
    assert_eq!(may().await, (200, json!({ "can_submit": true })));
}

#[tokio::test]
async fn an_edit_before_publication_changes_the_images_and_empties_what_has_no_value() {
    let app = App::strict();
    let draft = NewPost {
        owner: "seller".into(),
        stage: Stage::InReview,
        ongoing_images: vec!["old.jpg".into()],
        data: json!({ "latitude": 35.7, "longitude": 51.4, "color": "black" }).as_object().unwrap().clone(),
        ..NewPost::default()
    };
    let post = app.world.add_post(draft).unwrap().token;
    let image = upload(&app).await;
    let mask =
        ["general_data.images", "general_data.latitude", "general_data.longitude", "category_data.color"].as_slice();
    let body = json!({ "general_data": { "images": [image] }, "update_mask": mask });
    assert_eq!(edit(&app, &post, body).await, 200);
    let is_edited = |record: Value| {
        assert_eq!(record["general_data"]["images"], json!([image]));
        assert_eq!((record["general_data"].get("latitude"), &record["category_data"]), (None, &json!({})));
    };
    is_edited(own(&app, &post).await);
    reviews_end(&app, ReviewEnd::NeedsEdit);
    app.world.advance(Duration::from_secs(60)).await;
    is_edited(own(&app, &post).await);
    reviews_end(&app, ReviewEnd::Accepted);
    assert_eq!(edit(&app, &post, titled("New")).await, 200);
    app.world.advance(Duration::from_secs(60)).await;
    is_edited(own(&app, &post).await);
    let published = app.world.post(&post).unwrap();
    assert_eq!(
        (published.stage, published.data),
        (Stage::Published, {
            let data = json!({ "images": [image], "title": "New" });
            data.as_object().unwrap().clone()
        })
    );
}

/// The place that a refusal names.
fn refused_field(answer: &Value) -> &Value {
    &answer["details"][0]["field_violations"][0]["field"]
}

#[tokio::test]
async fn an_edit_takes_uploads_and_what_the_post_already_has() {
    let app = App::strict();
    let published = app.post_of("seller", "mobile-phones");
    let own_images = own(&app, &published).await["general_data"]["images"].clone();
    let draft = NewPost {
        owner: "seller".into(),
        stage: Stage::InReview,
        ongoing_images: vec!["own.jpg".into()],
        data: json!({ "video": { "name": "own.mp4", "thumbnail_name": "own.jpg", "duration": "1" } })
            .as_object()
            .unwrap()
            .clone(),
        ..NewPost::default()
    };
    let ongoing = app.world.add_post(draft).unwrap().token;
    let video = |name: &str| json!({ "name": name, "thumbnail_name": "t.jpg", "duration": "1" });
    for (post, had) in [(published, own_images[0].clone()), (ongoing.clone(), json!("own.jpg"))] {
        let (path, old_path) = (format!("/v2/open-platform/post/{post}"), format!("/v1/open-platform/post/{post}"));
        let images = async |images: Value| {
            let body = json!({ "general_data": { "images": images }, "update_mask": ["general_data.images"] });
            let call = app.call(axum::http::Method::PUT, path.as_str()).user("seller", &["EDIT_USER_POST"]);
            call.json(body).await
        };
        let old_form = async |images: Value| {
            let body = json!({ "title": "Title", "description": "D", "image_paths": images });
            let scope = format!("POST_EDIT.{post}");
            app.call(axum::http::Method::PUT, old_path.as_str()).user("seller", &[&scope]).json(body).await
        };
        let (status, answer) = images(json!([had, "never.jpg"])).await;
        assert_eq!((status, refused_field(&answer)), (400, &json!("general_data.images[1]")), "{answer}");
        let (status, answer) = old_form(json!(["never.jpg"])).await;
        assert_eq!((status, refused_field(&answer)), (400, &json!("image_paths[0]")), "{answer}");
        let new = upload(&app).await;
        let address = |name: &Value| format!("{}/media/{}", app.world.url(), name.as_str().unwrap());
        assert_eq!(images(json!([address(&json!(new))])).await.0, 400, "an upload is named by its path");
        assert_eq!(images(json!([address(&had)])).await.0, 200, "as responses show it");
        assert_eq!(images(json!([had, new])).await.0, 200);
        // The edit is still in review.
        assert_eq!(old_form(json!([new])).await.0, 200);
        app.world.set_gaps(|gaps| gaps.accept_unknown_images = true);
        assert_eq!((images(json!(["never.jpg"])).await.0, old_form(json!(["never.jpg"])).await.0), (200, 200));
        app.world.set_gaps(|gaps| gaps.accept_unknown_images = false);
    }
    let films = |name: &str| json!({ "general_data": { "video": video(name) }, "update_mask": ["general_data.video"] });
    let known = upload_video(&app).await;
    for (name, status) in [("never.mp4", 400), ("own.mp4", 200), (known.as_str(), 200)] {
        assert_eq!(edit(&app, &ongoing, films(name)).await, status, "{name}");
    }
}

#[tokio::test]
async fn only_the_app_itself_submits_landline_numbers() {
    let app = App::strict();
    let business = app.world.post(&app.post_of("dealer", "light")).unwrap().business.unwrap().token;
    let body = json!({
        "business_token": business,
        "general_data": {
            "category_slug": "services", "title": "Plumber", "description": "Pipes", "images": [], "city": "tehran",
            "location_type": "LOCATION_TYPE_EMPTY", "hide_phone": false, "chat_enabled": true,
        },
        "category_fields": {},
        "landline_numbers": ["02112345678"],
    });
    assert_eq!(app.post(format!("{X}/posts/new-v2")).json(body.clone()).await.0, 200);
    let submit =
        async || app.post(format!("{X}/user-posts/new")).user("dealer", &["SUBMIT_USER_POST"]).json(body.clone()).await;
    let (status, answer) = submit().await;
    assert_eq!((status, refused_field(&answer)), (400, &json!("landline_numbers")), "{answer}");
    app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
    assert_eq!(submit().await.0, 200, "ignored, as every member that the platform does not know");
}

#[tokio::test]
async fn an_edit_with_a_value_of_the_wrong_type_or_an_unknown_member_is_refused() {
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    let before = own(&app, &post).await;
    let send = async |members: &Value| {
        let path = format!("/v2/open-platform/post/{post}");
        let names = members["general_data"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        let known = |name: &&str| !["titel", "category_slug"].contains(name);
        let mut mask: Vec<_> = names.filter(known).map(|name| format!("general_data.{name}")).collect();
        if mask.is_empty() {
            mask.push("category_data.color".to_owned());
        }
        let mut body = members.clone();
        body["update_mask"] = json!(mask);
        app.call(axum::http::Method::PUT, path).user("seller", &["EDIT_USER_POST"]).json(body).await
    };
    let general = |members: Value| json!({ "general_data": members });
    for (body, field) in [
        (general(json!({ "title": 5 })), "general_data.title"),
        (general(json!({ "hide_phone": "yes" })), "general_data.hide_phone"),
        (general(json!({ "images": "a.jpg" })), "general_data.images"),
        (general(json!({ "latitude": "35" })), "general_data.latitude"),
        (general(json!({ "latitude": 91 })), "general_data.latitude"),
        (general(json!({ "longitude": -181 })), "general_data.longitude"),
        (general(json!({ "video": "a.mp4" })), "general_data.video"),
        (general(json!("title")), "general_data"),
        (json!({ "category_data": ["color"] }), "category_data"),
    ] {
        let (status, answer) = send(&body).await;
        assert_eq!((status, refused_field(&answer)), (400, &json!(field)), "{body}: {answer}");
    }
    for (body, field) in [
        (general(json!({ "title": "T", "titel": "T" })), "general_data.titel"),
        (general(json!({ "location_type": "NEARBY" })), "general_data.location_type"),
        (json!({ "general": {} }), "general"),
    ] {
        let (status, answer) = send(&body).await;
        assert_eq!((status, refused_field(&answer)), (400, &json!(field)), "{body}: {answer}");
    }
    assert_eq!(own(&app, &post).await, before);
    let unmasked = json!({ "general_data": { "title": "T", "category_slug": "light" }, "category_data": null });
    assert_eq!(send(&unmasked).await.0, 200, "what the mask does not name is not read");
    app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
    assert_eq!(send(&general(json!({ "title": "T", "titel": "T" }))).await.0, 200);
}

#[tokio::test]
async fn a_location_type_that_does_not_exist_is_refused() {
    let app = App::strict();
    let business = app.world.post(&app.post_of("dealer", "light")).unwrap().business.unwrap().token;
    let submit = async |kind: Value| {
        let body = json!({
            "business_token": business,
            "general_data": {
                "category_slug": "services", "title": "Plumber", "description": "Pipes", "images": [], "city": "tehran",
                "location_type": kind, "hide_phone": false, "chat_enabled": true,
            },
            "category_fields": {},
        });
        app.post(format!("{X}/posts/new-v2")).json(body).await
    };
    for wrong in [json!("LOCATION_TYPE_NEARBY"), json!(7)] {
        let (status, answer) = submit(wrong).await;
        assert_eq!((status, refused_field(&answer)), (400, &json!("general_data.location_type")), "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("must be one of LOCATION_TYPE_EMPTY"), "{answer}");
    }
    assert_eq!(submit(json!("LOCATION_TYPE_EXACT")).await.0, 200);
    app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
    assert_eq!(submit(json!("LOCATION_TYPE_NEARBY")).await.0, 200);
}
