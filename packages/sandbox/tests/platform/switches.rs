//! Switches that affect several parts: profiles, `spec_only`, limits, samples of events.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method};
use axum::routing::post;
use open_platform::webhook::{Event, IdentificationKey, KeyRing, Webhooks};
use open_platform_sandbox::{Demand, OldAccessToken, Profile, RetryAfter, Sample, Switches};
use serde_json::{Value, json};

use crate::app::{App, detail};

#[tokio::test]
async fn one_profile_sets_all_switches() {
    for profile in [Profile::Strict, Profile::Lenient, Profile::Observed] {
        let app = App::new(profile);
        assert_eq!(app.world.switches(), Switches::of(profile));
        app.world.set_profile(Profile::Observed);
        assert_eq!(app.world.switches(), Switches::of(Profile::Observed));
        app.world.reset();
        assert_eq!(app.world.switches().profile, Profile::Observed, "a reset keeps the profile");
    }
    assert_eq!(Switches::of(Profile::Strict).oauth.code_in_refresh, Demand::Required);
    assert_eq!(Switches::of(Profile::Observed).oauth.old_access_token, OldAccessToken::EndsAtOnce);
    assert!(Switches::of(Profile::Observed).webhooks.retry_after_seconds.is_empty());
}

#[tokio::test]
async fn a_strict_refresh_needs_the_access_token_and_the_redirect_uri() {
    let app = App::strict();
    let refresh = async |without: &str| {
        let issued = app.world.issue_tokens("seller", ["offline_access"]).unwrap();
        let refresh_token = issued.refresh_token.unwrap();
        let all = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh_token.expose()),
            ("client_id", &app.settings.client_id),
            ("client_secret", &app.settings.client_secret),
            ("code", issued.access_token.expose()),
            ("redirect_uri", &app.settings.redirect_uris[0]),
        ];
        let pairs = all.into_iter().filter(|(name, _)| *name != without);
        let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let call = app.bare(Method::POST, "/auth/oauth2/token");
        call.header("content-type", "application/x-www-form-urlencoded".into()).bytes(form.as_bytes()).await
    };
    assert_eq!(refresh("").await.0, 200);
    for member in ["code", "redirect_uri"] {
        let (status, answer) = refresh(member).await;
        assert_eq!((status, &answer["error"]), (400, &json!("invalid_request")), "{member}");
        app.world.set_profile(Profile::Lenient);
        assert_eq!(refresh(member).await.0, 200, "{member}");
        app.world.set_profile(Profile::Strict);
    }
}

#[tokio::test]
async fn spec_only_refuses_what_the_specification_does_not_have() {
    let app = App::new(Profile::Lenient);
    let phone = &["USER_PHONE"];
    let post = format!("/v1/open-platform/finder/post/{}", app.post_of("seller", "laptops"));
    let newer = "/v1/open-platform/users";
    assert_eq!(app.get(newer).user("seller", phone).send().await.0, 200);
    app.world.set_gaps(|gaps| gaps.spec_only = true);
    assert_eq!(app.get(newer).user("seller", phone).send().await.0, 501);
    assert_eq!(app.post(newer).user("seller", phone).json(json!({})).await.0, 200);
    assert_eq!(app.get(post.as_str()).send().await.0, 200);
    assert_eq!(app.get(format!("{post}?fields=all")).send().await.0, 400);
    let plain = app.post(newer).user("seller", phone).header("content-type", "text/plain".into());
    assert_eq!(plain.bytes(b"{}").await.0, 400);
    let scope = format!("POST_ADDON_CREATE.{}", app.post_of("seller", "laptops"));
    let addon = format!("/v2/open-platform/addons/post/{}", app.post_of("seller", "laptops"));
    let body = json!({ "widgets": [{ "title_row": { "text": "t" } }], "colour": "red" });
    let (status, answer) = app.post(addon).user("seller", &[&scope]).json(body).await;
    assert!(status == 400 && answer["message"].as_str().unwrap().starts_with("colour"), "{answer}");
}

#[tokio::test]
async fn calls_over_a_limit_are_refused_until_the_minute_ends() {
    let app = App::strict();
    app.world.set_time("2026-03-01T12:00:10Z".parse().unwrap()).await;
    app.world.set_limit_rules(|rules| (rules.per_minute, rules.retry_after) = (1, RetryAfter::Seconds));
    let path = format!("/v1/open-platform/finder/post/{}", app.post_of("seller", "laptops"));
    let read = || app.get(path.as_str()).send();
    assert_eq!(read().await.0, 200);
    let (status, answer) = read().await;
    assert_eq!((status, &answer["code"]), (429, &json!(8)));
    assert_eq!(answer["details"][0]["violations"][0]["description"], "requests per minute");
    app.world.advance(Duration::from_secs(50)).await;
    assert_eq!(read().await.0, 200);
    // The SDK waits for `Retry-After`, which advances the frozen clock.
    app.world.advance(Duration::from_secs(55)).await;
    let before = app.world.now();
    app.world.client().build().unwrap().posts().get(app.post_of("seller", "laptops")).await.unwrap();
    assert!((5..10).contains(&(app.world.now() - before).num_seconds()));
}

#[tokio::test]
async fn the_documented_forms_of_events_are_parsed() {
    let app = App::strict();
    let webhooks =
        Webhooks::new(KeyRing::new([IdentificationKey::new("k", app.settings.identification_key.clone())]).unwrap());
    let seen: Arc<Mutex<Vec<Event>>> = Arc::default();
    let events = Arc::clone(&seen);
    let receive = move |headers: HeaderMap, body: Bytes| async move {
        events.lock().unwrap().push(webhooks.event("POST", &headers, &body).unwrap().event);
    };
    app.world.receive_with(Router::new().route("/events", post(receive)));
    assert!(app.world.send_sample(Sample::Revocation).is_err(), "there is no address yet");
    app.world.configure_app(|app| app.events_url = "http://127.0.0.1:1/events".into());
    // Slowly, byte by byte: the app waits for the whole body.
    app.world.set_webhook_rules(|rules| rules.body_piece_bytes = 1);
    for sample in Sample::ALL {
        app.world.send_sample(sample).unwrap();
    }
    app.world.run_until_idle().await;
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), Sample::ALL.len());
    for (sample, event) in Sample::ALL.iter().zip(seen.iter()) {
        let understood = match event {
            Event::Unknown { .. } => *sample == Sample::UnknownType,
            Event::Malformed { reason, .. } => panic!("{sample:?}: {reason}"),
            _ => *sample != Sample::UnknownType,
        };
        assert!(understood, "{sample:?}: {event:?}");
    }
}

#[tokio::test]
async fn an_unknown_member_is_refused_wherever_it_is() {
    const X: &str = "/experimental/open-platform";
    let app = App::strict();
    let post = app.post_of("seller", "mobile-phones");
    let business = app.world.post(&app.post_of("dealer", "light")).unwrap().business.unwrap().token;
    let button = json!({ "type": "ONLINE_CALL", "action": { "open_direct_link": "https://a.example" } });
    let general = |extra: Value| {
        let mut general = json!({
            "category_slug": "services", "title": "Plumber", "description": "Pipes", "images": [], "city": "tehran",
            "location_type": "LOCATION_TYPE_EMPTY", "hide_phone": false, "chat_enabled": true,
        });
        general.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        json!({ "business_token": business, "general_data": general, "category_fields": {} })
    };
    let video = json!({ "video": { "name": "v.mp4", "thumbnail_name": "t.jpg", "duration": "1", "lenght": 1 } });
    let button_path = format!("{X}/posts/{post}/customized-button");
    for (path, scope, body, field) in [
        ("/v1/open-platform/get-user-id-by-phone", None, json!({ "phone": "09120000001", "a": 1 }), "a"),
        ("/v2/open-platform/finder/post", None, json!({ "query": { "size": { "mim": "1" } } }), "query.size.mim"),
        (&format!("{X}/posts/new-v2"), None, general(json!({ "distric": "a" })), "general_data.distric"),
        (&format!("{X}/posts/new-v2"), None, general(video), "general_data.video.lenght"),
        (&button_path, Some("USER_SET_CUSTOMIZED_BUTTON"), json!({ "customized_button": button, "a": 1 }), "a"),
    ] {
        let send = async || {
            let call = app.post(path);
            let call = if let Some(scope) = scope { call.user("seller", &[scope]) } else { call };
            call.json(body.clone()).await
        };
        let (status, answer) = send().await;
        assert_eq!((status, &detail(&answer)["field_violations"][0]["field"]), (400, &json!(field)), "{answer}");
        app.world.set_gaps(|gaps| (gaps.refuse_unknown_members, gaps.accept_unknown_images) = (false, true));
        assert_eq!(send().await.0, 200, "{path}");
        app.world.set_gaps(|gaps| (gaps.refuse_unknown_members, gaps.accept_unknown_images) = (true, false));
    }
    let edit =
        json!({ "general_data": { "video": { "name": "v.mp4", "lenght": 1 } }, "update_mask": ["general_data.video"] });
    let call = app.call(axum::http::Method::PUT, format!("/v2/open-platform/post/{post}"));
    let (status, answer) = call.user("seller", &["EDIT_USER_POST"]).json(edit).await;
    let field = &detail(&answer)["field_violations"][0]["field"];
    assert_eq!((status, field), (400, &json!("general_data.video.lenght")), "{answer}");
}
