//! The documented limits of the platform (docs/platform.md#limits), each as a switch, and how the admin API shows and sets
//! what is used of them.

use open_platform_sandbox::{Profile, Sandbox, World};
use serde_json::{Value, json};

use crate::{admin, call, send};

const PAYMENT: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

async fn sandbox(profile: Profile) -> (Sandbox, World) {
    let sandbox = Sandbox::builder().profile(profile).start().await.unwrap();
    let world = sandbox.default_world();
    world.freeze();
    (sandbox, world)
}

/// Sets switches of the limits.
async fn set(sandbox: &Sandbox, limits: Value) {
    let reply = admin(sandbox, "PATCH", "/switches", json!({ "limits": limits })).await;
    assert_eq!(reply.status, 200, "{reply:?}");
}

/// What is used of a limit, and whether it is near its end.
async fn used(sandbox: &Sandbox, limit: &str) -> (i64, bool) {
    let all = admin(sandbox, "GET", "/limits", Value::Null).await.json();
    let one = all.as_array().unwrap().iter().find(|one| one["limit"] == limit).unwrap();
    (one["used"].as_i64().unwrap(), one["is_near"].as_bool().unwrap())
}

/// Sends a call of the seller so many times, and returns the statuses.
async fn times(world: &World, sandbox: &Sandbox, count: usize, line: &str, body: Value) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..count {
        statuses.push(call(world, sandbox, line, "seller", &["USER_POSTS_ADDON_CREATE"], body.clone()).await.status);
    }
    statuses
}

const CITIES: &str = "GET /v1/open-platform/assets/city";
const SEARCH: &str = "POST /v2/open-platform/finder/post";

#[tokio::test]
async fn requests_per_minute_and_day_are_refused_with_429() {
    let (sandbox, world) = sandbox(Profile::Strict).await;
    for (limit, per, seconds) in [("per_minute", "requests per minute", 60), ("per_day", "requests per day", 86_400)] {
        set(&sandbox, json!({ "per_minute": 0, "per_day": 0 })).await;
        set(&sandbox, json!({ limit: 5 })).await;
        let next = world.now() + chrono::TimeDelta::days(2);
        world.set_time(next).await;
        assert_eq!(times(&world, &sandbox, 3, CITIES, Value::Null).await, [200; 3]);
        assert_eq!(used(&sandbox, per).await, (3, false));
        assert_eq!(times(&world, &sandbox, 1, CITIES, Value::Null).await, [200]);
        assert_eq!(used(&sandbox, per).await, (4, true), "80 % are used");
        assert_eq!(times(&world, &sandbox, 2, CITIES, Value::Null).await, [200, 429]);
        world.advance(std::time::Duration::from_secs(seconds)).await;
        assert_eq!(times(&world, &sandbox, 1, CITIES, Value::Null).await, [200]);
    }
}

#[tokio::test]
async fn a_refused_call_uses_no_limit() {
    let (sandbox, world) = sandbox(Profile::Strict).await;
    set(&sandbox, json!({ "per_day": 1 })).await;
    let post = world.posts().into_iter().find(|post| post.owner == "seller").unwrap().token;
    let addon = format!("POST /v2/open-platform/addons/post/{post}");
    let scopes = ["USER_POSTS_ADDON_CREATE"];
    let anonymous = async |key: &str| {
        let path = "/base/v1/open-platform/assets/city";
        send(&sandbox, "GET", path, &[("x-api-key", key)], b"").await.status
    };
    assert_eq!(anonymous("key_of_somebody_else").await, 401);
    let missing = "POST /v2/open-platform/addons/post/missing1";
    for (line, scopes, body, status) in [
        (addon.as_str(), &["USER_ID"][..], json!({ "widgets": [] }), 403),
        (&addon, &scopes, json!({ "widgets": 7 }), 400),
        (&addon, &scopes, json!({ "widgets": [{ "title_row": { "text": "t".repeat(50) } }] }), 400),
        (missing, &scopes, json!({ "widgets": [] }), 404),
    ] {
        assert_eq!(call(&world, &sandbox, line, "seller", scopes, body).await.status, status, "{line}");
        assert_eq!(used(&sandbox, "requests per day").await, (0, false), "{line} {status}");
    }
    assert_eq!(times(&world, &sandbox, 2, CITIES, Value::Null).await, [200, 429]);
    assert_eq!(anonymous("key_of_somebody_else").await, 401, "the limit of an app is for its calls");
    assert_eq!(call(&world, &sandbox, &addon, "seller", &["USER_ID"], json!({})).await.status, 403);
}

#[tokio::test]
async fn a_post_that_is_not_added_uses_no_limit() {
    let (sandbox, _) = sandbox(Profile::Strict).await;
    set(&sandbox, json!({ "test_posts_per_day": 1 })).await;
    for (owner, status) in [("nobody", 400), ("seller", 200), ("seller", 400)] {
        let reply = admin(&sandbox, "POST", "/seed", json!({ "posts": [{ "owner": owner }] })).await;
        assert_eq!(reply.status, status, "{owner} {reply:?}");
    }
}

#[tokio::test]
async fn a_429_has_retry_after_only_by_its_switch() {
    let (sandbox, world) = sandbox(Profile::Strict).await;
    set(&sandbox, json!({ "per_day": 1 })).await;
    times(&world, &sandbox, 1, CITIES, Value::Null).await;
    for (form, has) in [("missing", false), ("seconds", true), ("date", true)] {
        set(&sandbox, json!({ "retry_after": form })).await;
        let reply = call(&world, &sandbox, CITIES, "seller", &["USER_ID"], Value::Null).await;
        assert_eq!((reply.status, reply.header("retry-after").is_some()), (429, has), "{form}");
    }
}

#[tokio::test]
async fn a_quota_of_a_use_leaves_the_other_calls() {
    let (sandbox, world) = sandbox(Profile::Strict).await;
    let quota = json!({ "endpoints": ["assets.cities", "assets.categories"], "calls": 2, "per": "day" });
    set(&sandbox, json!({ "quotas": [quota] })).await;
    assert_eq!(times(&world, &sandbox, 3, CITIES, Value::Null).await, [200, 200, 429]);
    assert_eq!(times(&world, &sandbox, 1, "GET /v1/open-platform/assets/category", Value::Null).await, [429]);
    assert_eq!(times(&world, &sandbox, 1, "GET /v1/open-platform/assets/color/light", Value::Null).await, [200]);
    for (wrong, field) in [
        (json!({ "endpoints": ["assets.nothing"], "calls": 2, "per": "day" }), "limits.quotas[0].endpoints"),
        (json!({ "endpoints": ["assets.cities"], "calls": 0, "per": "day" }), "limits.quotas[0].calls"),
    ] {
        let refused = admin(&sandbox, "PATCH", "/switches", json!({ "limits": { "quotas": [wrong] } })).await;
        assert_eq!((refused.status, &refused.json()["field"]), (400, &json!(field)), "{refused:?}");
    }
}

#[tokio::test]
async fn the_quotas_of_2024_count_add_ons_and_reads_by_the_week() {
    let (sandbox, world) = sandbox(Profile::Strict).await;
    set(&sandbox, json!({ "quotas_of_2024": true })).await;
    let post = world.posts()[0].token.clone();
    let (addon, read) =
        (format!("POST /v2/open-platform/addons/post/{post}"), format!("GET /v1/open-platform/finder/post/{post}"));
    for (limit, line, body, most) in [
        ("addons.create_on_post per week", addon.as_str(), json!({ "widgets": [] }), 100),
        ("posts.get, posts.get_with_ongoing_images per week", &read, Value::Null, 10_000),
        ("finder.search per week", SEARCH, json!({}), 10_000),
    ] {
        let near = json!({ "used": { limit: most - 1 } });
        assert_eq!(admin(&sandbox, "PUT", "/limits", near).await.status, 200, "{limit}");
        assert_eq!(times(&world, &sandbox, 2, line, body).await, [200, 429], "{limit}");
    }
}

#[tokio::test]
async fn the_addresses_for_uploads_are_read_about_once_a_day() {
    let (sandbox, world) = sandbox(Profile::Strict).await;
    let line = "GET /v1/open-platform/assets/media-upload-urls";
    assert_eq!(times(&world, &sandbox, 3, line, Value::Null).await, [200; 3]);
    set(&sandbox, json!({ "media_upload_urls_per_day": 1 })).await;
    assert_eq!(times(&world, &sandbox, 2, line, Value::Null).await, [200, 429]);
}

#[tokio::test]
async fn an_app_has_100_searches_of_at_most_100_posts() {
    let (strict, world) = sandbox(Profile::Strict).await;
    assert_eq!(admin(&strict, "PUT", "/limits", json!({ "used": { "searches": 99 } })).await.status, 200);
    assert_eq!(times(&world, &strict, 2, SEARCH, json!({})).await, [200, 429]);
    world.advance(std::time::Duration::from_secs(30 * 86_400)).await;
    assert_eq!(times(&world, &strict, 1, SEARCH, json!({})).await, [429], "no time brings them back");
    assert_eq!(used(&strict, "searches").await, (100, true));
    for wrong in [json!({ "used": { "nothing": 1 } }), json!({ "used": { "searches": -1 } })] {
        assert_eq!(admin(&strict, "PUT", "/limits", wrong).await.status, 400);
    }

    let (lenient, world) = sandbox(Profile::Lenient).await;
    admin(&lenient, "PUT", "/limits", json!({ "used": { "searches": 5000 } })).await;
    set(&lenient, json!({ "search_results": 2 })).await;
    let found = call(&world, &lenient, SEARCH, "seller", &["USER_ID"], json!({})).await;
    assert_eq!(found.json()["posts"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_page_of_transactions_and_the_statistics_have_their_limits() {
    for (profile, status) in [(Profile::Strict, 400), (Profile::Observed, 400), (Profile::Lenient, 200)] {
        let (sandbox, world) = sandbox(profile).await;
        let of = |size: i64| format!("GET /experimental/open-platform/transactions?page_size={size}");
        for (size, expected) in [(0, 400), (1, 200), (100, 200), (101, status)] {
            assert_eq!(times(&world, &sandbox, 1, &of(size), Value::Null).await, [expected], "{profile:?} {size}");
        }
        let post = world.posts()[0].token.clone();
        world.set_time("2027-03-01T12:00:00Z".parse().unwrap()).await;
        for days in [7, 3] {
            set(&sandbox, json!({ "stats_days": days })).await;
            let line = format!("GET /experimental/open-platform/posts/{post}/stats");
            let stats = call(&world, &sandbox, &line, "seller", &["USER_POSTS_STATS_READ"], Value::Null).await.json();
            assert_eq!(stats["views"]["daily"].as_array().unwrap().len(), days, "{stats}");
        }
    }
}

#[tokio::test]
async fn the_old_address_for_images_ends_after_ten_minutes() {
    for (profile, late) in [(Profile::Strict, 403), (Profile::Lenient, 200)] {
        let (sandbox, world) = sandbox(profile).await;
        let line = "GET /v1/open-platform/post/image-upload-url";
        let reply = call(&world, &sandbox, line, "seller", &["USER_ID"], Value::Null).await.json();
        let path = reply["upload_url"].as_str().unwrap().strip_prefix(sandbox.url()).unwrap().to_owned();
        let key = world.app().api_key;
        let headers = [("x-api-key", key.as_str()), ("content-type", "image/jpeg")];
        for (seconds, status) in [(599, 200), (1, late)] {
            world.advance(std::time::Duration::from_secs(seconds)).await;
            let reply = send(&sandbox, "POST", &path, &headers, b"\xff\xd8\xff").await;
            assert_eq!(reply.status, status, "{profile:?} {reply:?}");
        }
    }
}

#[tokio::test]
async fn the_id_of_a_payment_is_a_uuid_of_version_4_and_used_once() {
    for (profile, status) in [(Profile::Strict, 400), (Profile::Observed, 400), (Profile::Lenient, 200)] {
        let (sandbox, world) = sandbox(profile).await;
        let line = format!("POST /experimental/open-platform/post/{}/reorder", world.posts()[0].token);
        let scopes = ["PAYMENT_ALL_POSTS_REORDER"];
        let version_1 = "3fa85f64-5717-1562-b3fc-2c963f66afa6";
        for (id, expected) in [("order-7", status), (version_1, status), (PAYMENT, 200), (PAYMENT, 409)] {
            let reply = call(&world, &sandbox, &line, "seller", &scopes, json!({ "id": id })).await;
            assert_eq!(reply.status, expected, "{profile:?} {id} {reply:?}");
        }
    }
}

#[tokio::test]
async fn the_title_of_an_old_edit_has_3_to_50_characters() {
    for (profile, status) in [(Profile::Strict, 400), (Profile::Observed, 400), (Profile::Lenient, 200)] {
        let (sandbox, world) = sandbox(profile).await;
        let post = world.posts()[0].token.clone();
        let line = format!("PUT /v1/open-platform/post/{post}");
        for (length, expected) in [(2, status), (3, 200), (50, 200), (51, status)] {
            let body = json!({ "title": "ع".repeat(length), "description": "d" });
            let reply = call(&world, &sandbox, &line, "seller", &[&format!("POST_EDIT.{post}")], body).await;
            assert_eq!(reply.status, expected, "{profile:?} {length} {reply:?}");
        }
    }
}

#[tokio::test]
async fn the_test_posts_of_a_world_are_limited_in_number_and_by_hour_and_day() {
    let (sandbox, world) = sandbox(Profile::Strict).await;
    let add = async || admin(&sandbox, "POST", "/seed", json!({ "posts": [{ "owner": "seller" }] })).await.status;
    let hour = || world.advance(std::time::Duration::from_secs(3600));
    set(&sandbox, json!({ "test_posts": world.posts().len() + 1 })).await;
    assert_eq!((add().await, add().await), (200, 400));
    set(&sandbox, json!({ "test_posts": 0, "test_posts_per_hour": 1, "test_posts_per_day": 2 })).await;
    // Not at the present time of day: within the hours that follow, another day could begin.
    let morning = world.now().date_naive().and_hms_opt(6, 0, 0).unwrap().and_utc();
    world.set_time(morning + chrono::TimeDelta::days(1)).await;
    assert_eq!((add().await, add().await), (200, 400));
    hour().await;
    assert_eq!(add().await, 200);
    hour().await;
    assert_eq!(add().await, 400, "two a day");
    assert_eq!(used(&sandbox, "added posts per day").await, (2, true));
    world.set_time(world.now() + chrono::TimeDelta::days(1)).await;
    assert_eq!(add().await, 200);
}
