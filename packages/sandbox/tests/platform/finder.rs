use open_platform_sandbox::{NewBusiness, NewPost, Profile, Stage};
use serde_json::{Value, json};

use crate::app::App;

const SEARCH: &str = "/v2/open-platform/finder/post";

async fn found(app: &App, search: Value) -> Vec<String> {
    let (status, answer) = app.post(SEARCH).json(search).await;
    assert_eq!(status, 200, "{answer}");
    answer["posts"].as_array().unwrap().iter().map(|post| post["category"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_search_finds_published_posts_that_pass_all_filters() {
    let app = App::strict();
    let all = found(&app, json!({})).await;
    assert!(all.contains(&"light".to_owned()) && !all.contains(&"home-kitchen".to_owned()), "{all:?}");
    assert_eq!(found(&app, json!({ "category": "laptops" })).await, ["laptops"]);
    assert_eq!(found(&app, json!({ "city": "isfahan" })).await, ["laptops"]);
    let near = json!({ "city": "tehran", "districts": ["shahran", "pounak"] });
    assert_eq!(found(&app, near).await, ["light", "apartment-sell"]);
    for (query, result) in [
        (json!({ "usage": { "min": "60000", "max": 61000 } }), vec!["light"]),
        (json!({ "usage": { "max": "60999" } }), vec![]),
        (json!({ "production_year": { "min": "1398" }, "brand_model": ["Tiba 2", "Peugeot 206 5"] }), vec!["light"]),
        (json!({ "rooms": ["یک", "دو"], "only_with_parking": true }), vec!["apartment-sell"]),
        (json!({ "size": { "min": "86" } }), vec![]),
    ] {
        assert_eq!(found(&app, json!({ "query": query })).await, result, "{query}");
    }
    app.world.move_post(&app.post_of("seller", "laptops"), Stage::Retired).unwrap();
    assert!(found(&app, json!({ "category": "laptops" })).await.is_empty());
}

#[tokio::test]
async fn a_result_has_the_fields_of_its_category() {
    let app = App::strict();
    let (_, answer) = app.post(SEARCH).json(json!({ "category": "light" })).await;
    let car = &answer["posts"][0];
    assert_eq!(car["price"], json!({ "mode": "مقطوع", "value": "780000000" }));
    assert_eq!(car["vehicles_fields"], json!({ "usage": "61000" }));
    let (_, answer) = app.post(SEARCH).json(json!({ "category": "apartment-sell" })).await;
    let flat = json!({ "size": 85, "rooms": "دو", "floor": 3, "has_elevator": true, "has_parking": true });
    assert_eq!(answer["posts"][0]["real_estate_fields"], flat);
    let empty_range = || app.post(SEARCH).json(json!({ "query": { "size": { "min": 2, "max": 1 } } }));
    assert_eq!(empty_range().await, (200, json!({ "posts": [] })), "only the SDK refuses it");
    app.world.set_gaps(|gaps| gaps.check_assumed_limits = true);
    let (status, answer) = empty_range().await;
    assert_eq!((status, answer["details"][0]["field_violations"][0]["field"].as_str()), (400, Some("query.size.max")));
    assert_eq!(app.post(SEARCH).json(json!({ "text": "car" })).await.0, 400, "not documented");
}

#[tokio::test]
async fn at_most_100_posts_are_found_newest_first_and_100_searches_are_allowed() {
    let app = App::strict();
    for number in 0..120 {
        let post = NewPost {
            owner: "seller".into(),
            category: "jobs".into(),
            token: format!("job{number}"),
            ..Default::default()
        };
        app.world.add_post(post).unwrap();
    }
    let (_, answer) = app.post(SEARCH).json(json!({ "category": "jobs" })).await;
    let posts = answer["posts"].as_array().unwrap();
    assert_eq!((posts.len(), &posts[0]["token"]), (100, &json!("job119")));
    for _ in 1..100 {
        assert_eq!(app.post(SEARCH).json(json!({})).await.0, 200);
    }
    let (status, answer) = app.post(SEARCH).json(json!({})).await;
    assert_eq!((status, &answer["code"]), (429, &json!(8)));
}

#[tokio::test]
async fn a_user_sees_own_posts_in_all_states() {
    let app = App::strict();
    let call = app.get("/v1/open-platform/finder/user-posts");
    let (status, answer) = call.user("seller", &["USER_POSTS_GET"]).send().await;
    let posts = answer["posts"].as_array().unwrap();
    assert_eq!((status, posts.len()), (200, 5));
    let table = posts.iter().find(|post| post["category"] == "home-kitchen").unwrap();
    let image = |name: &str| format!("{}/media/{name}", app.world.url());
    assert_eq!(table["images"], json!([image("table-1.jpg"), image("table-2.jpg")]));
    let call = app.get("/v1/open-platform/finder/user-posts");
    assert_eq!(call.user("seller", &["USER_ID"]).send().await.0, 403);
}

#[tokio::test]
async fn businesses_have_the_role_of_the_user() {
    let app = App::new(Profile::Observed);
    let shop = NewBusiness {
        owner: "dealer".into(),
        token: "shop1".into(),
        business_type: "MARKETPLACE".into(),
        business_name: "Shop".into(),
        description: "Open all day".into(),
        admins: vec!["seller".into()],
        agents: vec!["buyer".into()],
        profile_image: String::new(),
    };
    app.world.add_business(shop.clone()).unwrap();
    assert!(app.world.add_business(NewBusiness { admins: vec!["nobody".into()], ..shop }).is_err());
    for (user, role) in [("dealer", "ROLE_OWNER"), ("seller", "ROLE_ADMIN"), ("buyer", "ROLE_AGENT")] {
        let call = app.get("/v1/open-platform/user/businesses").user(user, &["USER_BUSINESSES_READ"]);
        let (status, answer) = call.send().await;
        let businesses = answer["businesses"].as_array().unwrap();
        let shop = businesses.iter().find(|business| business["business_token"] == "shop1").unwrap();
        let expected = json!({ "business_token": "shop1", "business_type": "MARKETPLACE_BUSINESS", "brand_name": "Shop",
            "brand_description": "Open all day", "user_role": role });
        assert_eq!((status, shop), (200, &expected));
        let call = app.get("/v1/open-platform/pro-user/profile-image").user(user, &["PRO_USER_PROFILE_IMAGE_READ"]);
        let (status, image) = call.send().await;
        assert_eq!((status, image["image_id"].is_string(), image["image_url"].is_string()), (200, true, true));
    }
}

#[tokio::test]
async fn a_user_without_a_business_has_no_profile_image() {
    let app = App::strict();
    let call = app.get("/v1/open-platform/pro-user/profile-image").user("buyer", &["PRO_USER_PROFILE_IMAGE_READ"]);
    assert_eq!(call.send().await, (200, json!({})));
}
