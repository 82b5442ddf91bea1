use open_platform_sandbox::Profile;
use serde_json::{Value, json};

use crate::app::App;

async fn read(app: &App, path: &str) -> (u16, Value) {
    app.get(format!("/v1/open-platform/assets/{path}")).send().await
}

fn slugs(answer: &Value, member: &str) -> Vec<String> {
    answer[member].as_array().unwrap().iter().map(|item| item["slug"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn districts_are_those_of_a_city_in_both_forms() {
    let app = App::strict();
    let (_, tehran) = read(&app, "district/tehran").await;
    assert!(slugs(&tehran, "districts").contains(&"pounak".to_owned()), "{tehran}");
    assert_eq!(read(&app, "district?city_slug=tehran").await.1, tehran);
    let (_, all) = read(&app, "district").await;
    assert!(slugs(&all, "districts").len() > slugs(&tehran, "districts").len());
    assert_eq!(read(&app, "district/yazd").await, (200, json!({ "districts": [] })));
    for unknown in ["district/atlantis", "district?city_slug=atlantis"] {
        assert_eq!(read(&app, unknown).await.0, 404, "{unknown}");
    }
}

#[tokio::test]
async fn the_seeded_posts_have_values_of_the_lists() {
    let app = App::strict();
    let categories = slugs(&read(&app, "category").await.1, "categories");
    let cities = slugs(&read(&app, "city").await.1, "cities");
    let districts = slugs(&read(&app, "district").await.1, "districts");
    for post in app.world.posts() {
        assert!(categories.contains(&post.category), "{}", post.category);
        assert!(cities.contains(&post.city), "{}", post.city);
        assert!(post.district.is_empty() || districts.contains(&post.district), "{}", post.district);
    }
    for category in ["light", "mobile-phones"] {
        assert!(!slugs(&read(&app, &format!("brand-model/{category}")).await.1, "brand_models").is_empty());
        assert!(!slugs(&read(&app, &format!("color/{category}")).await.1, "colors").is_empty());
    }
    assert_eq!(read(&app, "color/services").await.0, 404);
}

#[tokio::test]
async fn every_published_kind_of_service_is_in_the_list() {
    let shapes = include_str!("../../../../tests/schemas/live.json");
    let shapes: Value = serde_json::from_str(shapes).unwrap();
    let mut published: Vec<String> =
        serde_json::from_value(shapes["schemas"]["appsServiceType"]["enum"].clone()).unwrap();
    published.sort_unstable();
    assert_eq!(slugs(&read(&App::strict(), "service-type").await.1, "service_types"), published);
}

#[tokio::test]
async fn every_category_has_a_form() {
    let app = App::strict();
    for category in slugs(&read(&app, "category").await.1, "categories") {
        let (status, answer) = read(&app, &format!("submit-schema/{category}")).await;
        let schema = &answer["schema"];
        assert_eq!((status, &schema["type"]), (200, &json!("object")), "{category}");
        for name in schema["required"].as_array().unwrap() {
            assert!(schema["properties"].get(name.as_str().unwrap()).is_some(), "{category}: {name}");
        }
    }
    assert_eq!(read(&app, "submit-schema/nothing").await.0, 404);
}

#[tokio::test]
async fn the_lists_need_the_key_and_no_permission() {
    let app = App::new(Profile::Observed);
    app.world.configure_app(|settings| settings.permissions.clear());
    for path in ["category", "oauth-scope", "permission", "media-upload-urls"] {
        assert_eq!(read(&app, path).await.0, 200, "{path}");
        let bare = app.bare(axum::http::Method::GET, format!("/base/v1/open-platform/assets/{path}"));
        assert_eq!(bare.send().await.0, 401, "{path}");
    }
    let (_, urls) = read(&app, "media-upload-urls").await;
    assert!(urls["addon_images"]["url"].as_str().unwrap().starts_with(&app.world.url()), "{urls}");
}
