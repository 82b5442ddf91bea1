use axum::http::Method;
use open_platform_sandbox::{NewPost, Profile, Stage};
use serde_json::json;

use crate::app::App;

fn path(token: &str) -> String {
    format!("/v1/open-platform/finder/post/{token}")
}

#[tokio::test]
async fn a_post_is_read_with_the_api_key_only() {
    let app = App::strict();
    let (status, post) = app.get(path(&app.post_of("seller", "mobile-phones"))).send().await;
    assert_eq!(status, 200);
    assert_eq!((&post["category"], &post["chat_enabled"]), (&json!("mobile-phones"), &json!(true)));
    assert_eq!(post["data"]["title"], "گوشی سامسونگ گلکسی S23 در حد نو");
    let (_, laptop) = app.get(path(&app.post_of("seller", "laptops"))).send().await;
    assert!(laptop.get("chat_enabled").is_none(), "false is left out: {laptop}");
    let (_, car) = app.get(path(&app.post_of("dealer", "light"))).send().await;
    assert_eq!(car["business_data"]["business_type"], "CAR");
}

#[tokio::test]
async fn an_unknown_or_archived_post_is_not_found() {
    let app = App::strict();
    let (status, answer) = app.get(path("unknown1")).send().await;
    assert_eq!((status, &answer["code"]), (404, &json!(5)));
    let token = app.post_of("seller", "laptops");
    app.world.move_post(&token, Stage::Retired).unwrap();
    assert_eq!(app.get(path(&token)).send().await.1["state"], "RETIRED");
    app.world.move_post(&token, Stage::Archived).unwrap();
    assert_eq!(app.get(path(&token)).send().await.0, 404);
}

#[tokio::test]
async fn images_before_publication_need_their_scope() {
    let app = App::strict();
    let token = app.post_of("seller", "home-kitchen");
    let scope = format!("POST_ONGOING_IMAGES_GET.{token}");
    let (_, plain) = app.get(path(&token)).send().await;
    assert_eq!((&plain["state"], plain["data"].get("images")), (&json!("REVIEW_REQ"), None));
    let (status, post) = app.get(path(&token)).user("seller", &[&scope]).send().await;
    assert_eq!((status, post["data"]["images"].as_array().map(Vec::len)), (200, Some(2)));
    let (status, without) = app.get(path(&token)).user("seller", &["USER_PHONE"]).send().await;
    assert_eq!((status, without["data"].get("images")), (200, None), "whoever lacks the scope just gets none");
    assert_eq!(app.get(path(&token)).user("buyer", &[&scope]).send().await.0, 403);
    app.world.set_gaps(|gaps| gaps.hide_ongoing_posts = true);
    assert_eq!(app.get(path(&token)).send().await.0, 404);
}

#[tokio::test]
async fn uploads_are_checked_by_the_switches() {
    let app = App::strict();
    let upload = || app.bare(Method::PUT, "/upload/v2/image-service/open-platform/image.jpg");
    let jpeg = || upload().header("content-type", "image/jpeg".into());
    assert!(app.upload().await.ends_with(".jpg"));
    assert_eq!(jpeg().bytes(b"").await.0, 400);
    let png = upload().header("content-type", "image/png".into()).bytes(b"\x89PNG\r\n\x1a\n").await;
    assert_eq!(png.0, 200, "the specification prefers JPEG, and forbids nothing");
    app.world.set_gaps(|gaps| gaps.upload_must_be_jpeg = true);
    assert_eq!(jpeg().bytes(b"GIF89a").await.0, 400);
    assert_eq!(upload().bytes(b"\xff\xd8\xff").await.0, 400);
    app.world.set_gaps(|gaps| {
        gaps.upload_answers_201 = true;
        gaps.upload_max_bytes = 4;
    });
    assert_eq!(jpeg().bytes(b"\xff\xd8\xff").await.0, 201);
    assert_eq!(jpeg().bytes(b"\xff\xd8\xff\xff\xff").await.0, 413);
    let lenient = App::new(Profile::Lenient);
    let gif = lenient.bare(Method::PUT, "/upload/v2/image-service/open-platform/image.jpg").bytes(b"GIF89a").await;
    assert_eq!(gif.0, 200);
    let large = vec![b'a'; 6 * 1024 * 1024];
    for (profile, status) in [(Profile::Strict, 413), (Profile::Lenient, 200), (Profile::Observed, 200)] {
        let app = App::new(profile);
        let put = app.bare(Method::PUT, "/upload/v2/image-service/open-platform/image.jpg");
        assert_eq!(put.bytes(&large).await.0, status, "{profile:?}: no document has a limit");
    }
}

#[tokio::test]
async fn the_images_of_posts_and_profiles_are_addresses_that_can_be_loaded() {
    let app = App::strict();
    app.world.configure_app(|settings| settings.events_url = "http://127.0.0.1:9/events".into());
    let subscribe = app.post("/v1/open-platform/events/subscriptions").user("seller", &["USER_POSTS_GET"]);
    assert_eq!(subscribe.json(json!({ "event_type": "POST_UPDATE" })).await.0, 200);
    let new = NewPost {
        owner: "seller".into(),
        stage: Stage::InReview,
        ongoing_images: vec![app.upload().await],
        ..NewPost::default()
    };
    let new = app.world.add_post(new).unwrap().token;
    app.world.move_post(&new, Stage::Published).unwrap();
    let events = app.world.deliveries();
    let event = events.iter().rfind(|one| one.body["post_update"]["post"]["token"] == *new).unwrap();

    let mut shown = vec![event.body["post_update"]["post"]["data"]["images"].clone()];
    for post in [new, app.post_of("seller", "mobile-phones")] {
        shown.push(app.get(path(&post)).send().await.1["data"]["images"].clone());
    }
    let table = app.post_of("seller", "home-kitchen");
    let scope = format!("POST_ONGOING_IMAGES_GET.{table}");
    shown.push(app.get(path(&table)).user("seller", &[&scope]).send().await.1["data"]["images"].clone());
    let own = app.get("/v1/open-platform/finder/user-posts").user("seller", &["USER_POSTS_GET"]).send().await.1;
    shown.extend(own["posts"].as_array().unwrap().iter().filter_map(|post| post.get("images").cloned()));
    let profile = app.get("/v1/open-platform/pro-user/profile-image");
    let profile = profile.user("dealer", &["PRO_USER_PROFILE_IMAGE_READ"]).send().await.1;
    shown.push(json!([profile["image_url"]]));
    assert_eq!(shown.len(), 9);
    for image in shown.iter().flat_map(|images| images.as_array().unwrap()) {
        let path = image.as_str().unwrap().strip_prefix(app.sandbox.url()).unwrap_or_else(|| panic!("{image}"));
        assert_eq!(app.bare(Method::GET, path).send().await.0, 200, "{image}");
    }
}

#[tokio::test]
async fn a_form_with_a_file_is_no_image() {
    let app = App::strict();
    let form =
        b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n\xff\xd8\xff\r\n--x--\r\n";
    let path = "/upload/v2/image-service/open-platform/image.jpg";
    for kind in ["multipart/form-data; boundary=x", "Multipart/Form-Data; boundary=x"] {
        let (status, answer) =
            app.bare(Method::PUT, path).header("content-type", kind.into()).bytes(form.as_slice()).await;
        assert_eq!(status, 400, "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("the image itself"), "{answer}");
    }
}
