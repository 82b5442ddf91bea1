//! Tests of login, time, faults and deliveries, through the router without a socket.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::routing::post;
use open_platform::Phone;
use open_platform::error::TransportErrorKind;
use open_platform::transport::{Failure, Request, Response};
use serde_json::{Value, json};

use crate::state::users::NewUser;
use crate::{
    Authorization, Click, Decision, DeliveryState, Denial, Effect, Job, Limit, Moment, Order, Sandbox, StartForm, World,
};

const BACK: &str = "http://127.0.0.1:8000/oauth/callback";

fn world() -> (Sandbox, World) {
    let sandbox = Sandbox::builder().build();
    let world = sandbox.world("flow");
    world.freeze();
    {
        let state = &mut *world.inner.lock();
        let phone = Phone::from("09123456789").0;
        let user = NewUser { name: "anna".into(), phone };
        state.users.add(&mut state.ids, user).unwrap();
        state.app.redirect_uris = vec![BACK.into()];
    }
    (sandbox, world)
}

async fn send(
    sandbox: &Sandbox,
    method: Method,
    url: &str,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Failure> {
    let timeout = Duration::from_secs(60);
    let request =
        Request { method, url: url.into(), headers, body: body.into(), timeout, max_response: 1 << 20, progress: None };
    sandbox.transport().send(request).await
}

async fn form(sandbox: &Sandbox, world: &World, path: &str, pairs: &[(&str, &str)]) -> Result<Response, Failure> {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, "application/x-www-form-urlencoded".parse().unwrap());
    send(sandbox, Method::POST, &format!("{}/auth{path}", world.url()), headers, body).await
}

fn authorize_url(world: &World, pairs: &[(&str, &str)]) -> String {
    let client_id = world.app().client_id;
    let mut all = vec![
        ("response_type", "code"),
        ("client_id", client_id.as_str()),
        ("redirect_uri", BACK),
        ("scope", "USER_PHONE offline_access"),
        ("state", "12345678"),
    ];
    for pair in pairs {
        all.retain(|(name, _)| name != &pair.0);
        all.push(*pair);
    }
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(all).finish();
    format!("{}/auth/oauth2/auth?{query}", world.url())
}

fn parameter(url: &str, name: &str) -> Option<String> {
    let url = url::Url::parse(url).unwrap();
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

fn approve() -> Decision {
    Decision::Approve { user: "anna".into() }
}

async fn exchange(sandbox: &Sandbox, world: &World, code: &str) -> (u16, Value) {
    let app = world.app();
    let pairs = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("client_id", &app.client_id),
        ("client_secret", &app.client_secret),
        ("redirect_uri", BACK),
    ];
    let response = form(sandbox, world, "/oauth2/token", &pairs).await.unwrap();
    (response.status, serde_json::from_slice(&response.body).unwrap())
}

async fn refresh(sandbox: &Sandbox, world: &World, token: &str) -> Result<(u16, Value), Failure> {
    let app = world.app();
    let access = {
        let state = world.inner.lock();
        let pair = state.oauth.grants.pair_of(token).and_then(|pair| state.oauth.grants.pair(pair));
        pair.map(|pair| pair.access.expose().to_owned()).unwrap_or_default()
    };
    let pairs = [
        ("grant_type", "refresh_token"),
        ("refresh_token", token),
        ("code", &access),
        ("redirect_uri", BACK),
        ("client_id", &app.client_id),
        ("client_secret", &app.client_secret),
    ];
    let response = form(sandbox, world, "/oauth2/token", &pairs).await?;
    Ok((response.status, serde_json::from_slice(&response.body).unwrap_or_default()))
}

#[tokio::test]
async fn a_login_ends_in_tokens() {
    let (sandbox, world) = world();
    let back = world.consent(&authorize_url(&world, &[]), approve()).unwrap();
    assert!(back.starts_with(BACK));
    assert_eq!(parameter(&back, "state").as_deref(), Some("12345678"));
    let (status, tokens) = exchange(&sandbox, &world, &parameter(&back, "code").unwrap()).await;
    assert_eq!((status, &tokens["token_type"], &tokens["expires_in"]), (200, &json!("bearer"), &json!(3600)));
    assert_eq!(tokens["scope"], "USER_PHONE offline_access");
    assert!(tokens["access_token"].as_str().unwrap().starts_with("ory_at_"));
    let (status, renewed) = refresh(&sandbox, &world, tokens["refresh_token"].as_str().unwrap()).await.unwrap();
    assert_eq!(status, 200);
    assert_ne!(renewed["access_token"], tokens["access_token"]);
}

#[tokio::test]
async fn the_consent_page_has_a_form_that_redirects() {
    let (sandbox, world) = world();
    let page =
        send(&sandbox, Method::GET, &authorize_url(&world, &[("ui_locales", "fa")]), HeaderMap::new(), String::new())
            .await
            .unwrap();
    let html = String::from_utf8(page.body.to_vec()).unwrap();
    assert_eq!(page.status, 200);
    assert!(html.contains("dir=\"rtl\"") && html.contains("value=\"anna\"") && !html.contains("http"), "{html}");
    let id = html.split("name=\"request\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    for (again, status) in [(false, 303), (true, 400)] {
        let pairs = [("request", id), ("user", "anna"), ("decision", "approve")];
        let response = form(&sandbox, &world, "/oauth2/consent", &pairs).await.unwrap();
        assert_eq!(response.status, status, "again: {again}");
        if !again {
            assert!(parameter(response.headers[header::LOCATION].to_str().unwrap(), "code").is_some());
        }
    }
}

#[tokio::test]
async fn a_denial_has_no_code_and_optionally_an_error() {
    let (_sandbox, world) = world();
    let back = world.consent(&authorize_url(&world, &[]), Decision::Deny {}).unwrap();
    assert_eq!((parameter(&back, "code"), parameter(&back, "error")), (None, None));
    world.set_oauth_rules(|rules| rules.denial = Denial::ErrorParameter);
    let back = world.consent(&authorize_url(&world, &[]), Decision::Deny {}).unwrap();
    assert_eq!(parameter(&back, "error").as_deref(), Some("access_denied"));
    assert_eq!(parameter(&back, "state").as_deref(), Some("12345678"));
}

#[tokio::test]
async fn an_untrusted_redirect_uri_shows_a_page_and_other_errors_redirect() {
    let (_sandbox, world) = world();
    world.set_oauth_rules(|rules| rules.denial = Denial::ErrorParameter);
    world.configure_app(|app| app.redirect_uris.push(format!("{BACK}?a=b")));
    for wrong in [
        ("client_id", "other"),
        ("redirect_uri", "http://127.0.0.1:8000/oauth/callback/"),
        ("redirect_uri", "http://127.0.0.1:8000/oauth/callback?a=b"),
        ("redirect_uri", ""),
    ] {
        assert!(world.consent(&authorize_url(&world, &[wrong]), approve()).is_err(), "{wrong:?}");
    }
    for (wrong, error) in [
        (("state", "1234567"), "invalid_state"),
        (("scope", "USER_FONE"), "invalid_scope"),
        (("scope", "POST_ADDON_CREATE"), "invalid_scope"),
        (("scope", ""), "invalid_scope"),
        (("response_type", "token"), "unsupported_response_type"),
    ] {
        let back = world.consent(&authorize_url(&world, &[wrong]), approve()).unwrap();
        assert_eq!(parameter(&back, "error").as_deref(), Some(error), "{wrong:?}");
    }
    let nobody = Decision::Approve { user: "nobody".into() };
    assert!(world.consent(&authorize_url(&world, &[]), nobody).is_err());
}

#[tokio::test]
async fn a_wrong_secret_is_invalid_client_and_not_invalid_grant() {
    let (sandbox, world) = world();
    let back = world.consent(&authorize_url(&world, &[]), approve()).unwrap();
    let code = parameter(&back, "code").unwrap();
    let right = world.app().client_secret;
    world.configure_app(|app| app.client_secret = "new".into());
    let app = world.app();
    let pairs = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("client_id", &app.client_id),
        ("client_secret", &right),
        ("redirect_uri", BACK),
    ];
    let response = form(&sandbox, &world, "/oauth2/token", &pairs).await.unwrap();
    assert_eq!(response.status, 401);
    assert!(String::from_utf8_lossy(&response.body).contains("invalid_client"));
    assert_eq!(exchange(&sandbox, &world, &code).await.0, 200, "the code was not spent");
}

#[tokio::test]
async fn a_lost_token_answer_can_be_repeated_within_the_grace_period() {
    let (sandbox, world) = world();
    let issued = world.issue_tokens("anna", ["USER_PHONE", "offline_access"]).unwrap();
    let old = issued.refresh_token.unwrap();
    world.faults().lose_token_answer();
    let lost = refresh(&sandbox, &world, old.expose()).await.unwrap_err();
    assert_eq!((lost.kind, lost.may_have_arrived), (TransportErrorKind::Interrupted, true));
    assert_eq!(world.tokens().len(), 2, "the platform acted");
    world.advance(Duration::from_secs(95)).await;
    assert_eq!(refresh(&sandbox, &world, old.expose()).await.unwrap().0, 200);
    world.advance(Duration::from_secs(30)).await;
    assert_eq!(refresh(&sandbox, &world, old.expose()).await.unwrap().0, 400);
    let record = world.ledger().requests_to("oauth.refresh");
    assert_eq!(record.iter().map(|request| request.status).collect::<Vec<_>>(), [0, 200, 400]);
    assert_eq!((record[0].fault, record[1].fault), (Some(1), None));
}

#[tokio::test]
async fn expiries_run_in_order() {
    let (_sandbox, world) = world();
    let issued = world.issue_tokens("anna", ["USER_PHONE", "offline_access"]).unwrap();
    assert!(world.token_report(issued.access_token.expose()).unwrap().access_token_works);
    assert!(world.advance(Duration::from_secs(3599)).await.is_empty());
    let fired = world.advance(Duration::from_secs(30 * 86_400)).await;
    let jobs: Vec<Job> = fired.into_iter().map(|fired| fired.job).collect();
    assert_eq!(jobs, [Job::ExpireAccessToken { pair: 1 }, Job::ExpireRefreshToken { pair: 1 }]);
    assert!(!world.token_report(issued.access_token.expose()).unwrap().access_token_works);
}

/// The keys and the body of every request.
type Seen = Arc<Mutex<Vec<(Vec<String>, Value)>>>;

/// An app that records every key and body, and answers with the given statuses, then 200.
fn app(statuses: &[u16]) -> (Router, Seen) {
    let seen = Seen::default();
    let (notes, statuses) = (Arc::clone(&seen), statuses.to_vec());
    let handler = move |headers: HeaderMap, body: axum::body::Bytes| async move {
        let keys = headers.get_all(header::AUTHORIZATION).iter().map(|key| key.to_str().unwrap().to_owned()).collect();
        let mut notes = notes.lock().unwrap();
        notes.push((keys, serde_json::from_slice(&body).unwrap()));
        StatusCode::from_u16(*statuses.get(notes.len() - 1).unwrap_or(&200)).unwrap()
    };
    (Router::new().route("/events", post(handler)), seen)
}

#[tokio::test]
async fn a_delivery_is_retried_by_the_schedule() {
    let (_sandbox, world) = world();
    let (router, seen) = app(&[500, 503]);
    world.receive_with(router);
    world.configure_app(|app| app.events_url = "http://127.0.0.1:1/events".into());
    world.send_event(json!({ "type": "NEW", "n": 1 }));
    let start = world.now();
    let fired = world.run_until_idle().await;
    let times: Vec<i64> = fired.iter().map(|fired| (fired.at - start).num_seconds()).collect();
    assert_eq!(times, [0, 5, 305]);
    let delivery = world.deliveries().remove(0);
    assert_eq!(delivery.state, DeliveryState::Delivered);
    let statuses: Vec<_> = delivery.attempts.iter().map(|attempt| attempt.status.unwrap()).collect();
    assert_eq!(statuses, [500, 503, 200]);
    assert!(seen.lock().unwrap().iter().all(|(keys, _)| *keys == [world.app().identification_key]));
}

#[tokio::test]
async fn events_can_be_paused_reordered_repeated_and_sent_with_other_keys() {
    let (_sandbox, world) = world();
    let (router, seen) = app(&[]);
    world.receive_with(router);
    world.configure_app(|app| app.events_url = "http://127.0.0.1:1/events".into());
    world.pause_deliveries();
    for number in 1..=3 {
        world.send_event(json!({ "type": "NEW", "n": number }));
    }
    assert!(world.run_until_idle().await.is_empty());
    world.resume_deliveries(Order::Reversed);
    world.run_until_idle().await;
    let numbers = |from: usize| -> Vec<i64> {
        seen.lock().unwrap()[from..].iter().map(|(_, body)| body["n"].as_i64().unwrap()).collect()
    };
    assert_eq!(numbers(0), [3, 2, 1]);
    world.set_webhook_rules(|rules| {
        rules.duplicates = 1;
        rules.authorization = Authorization::Missing;
    });
    world.send_event(json!({ "type": "NEW", "n": 4 }));
    world.redeliver(1).unwrap();
    world.run_until_idle().await;
    assert_eq!(numbers(3), [4, 4, 1]);
    assert!(seen.lock().unwrap()[3].0.is_empty());
    assert!(world.redeliver(99).is_err());
}

#[tokio::test]
async fn a_running_world_delivers_automatically() {
    let (_sandbox, world) = world();
    world.unfreeze();
    let (router, _) = app(&[]);
    let arrived = Arc::new(tokio::sync::Notify::new());
    let bell = Arc::clone(&arrived);
    let router = router.layer(axum::middleware::from_fn(
        move |request: axum::extract::Request, next: axum::middleware::Next| {
            let bell = Arc::clone(&bell);
            async move {
                let response = next.run(request).await;
                bell.notify_one();
                response
            }
        },
    ));
    world.receive_with(router);
    world.configure_app(|app| app.events_url = "http://127.0.0.1:1/events".into());
    world.send_event(json!({ "type": "NEW" }));
    arrived.notified().await;
}

#[tokio::test]
async fn events_are_sent_only_to_this_machine() {
    let (_sandbox, world) = world();
    world.set_webhook_rules(|rules| rules.retry_after_seconds.clear());
    world.configure_app(|app| app.events_url = "http://198.51.100.1/events".into());
    world.send_event(json!({ "type": "NEW" }));
    world.run_until_idle().await;
    let delivery = world.deliveries().remove(0);
    assert_eq!(delivery.state, DeliveryState::Failed);
    assert!(delivery.attempts[0].error.as_ref().unwrap().contains("this machine"));
}

#[tokio::test]
async fn a_revocation_reaches_the_app_once() {
    let (_sandbox, world) = world();
    let (router, seen) = app(&[]);
    world.receive_with(router);
    world.configure_app(|app| app.events_url = "http://127.0.0.1:1/events".into());
    let scopes = ["USER_ID", "NOTIFICATION_ACCESS_REVOCATION"];
    let token = world.issue_tokens("anna", scopes).unwrap().access_token;
    world.issue_tokens("anna", scopes).unwrap();
    world.revoke_access("anna").unwrap();
    world.run_until_idle().await;
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].1["type"], "USER_ACCESS_REVOCATION");
    assert!(!world.token_report(token.expose()).unwrap().access_token_works);
}

#[tokio::test]
async fn faults_answer_instead_of_the_platform() {
    let (sandbox, world) = world();
    let get = |path: &str| {
        let url = format!("{}/base{path}", world.url());
        let sandbox = &sandbox;
        async move { send(sandbox, Method::GET, &url, HeaderMap::new(), String::new()).await }
    };
    let post = "/v1/open-platform/finder/post/abcd1234";
    let faults = world.faults();
    faults.once("posts.get", Effect::RateLimit { limit: Limit::Minute, retry_after_seconds: Some(7), as_date: false });
    let limited = get(post).await.unwrap();
    assert_eq!((limited.status, limited.headers[header::RETRY_AFTER].to_str().unwrap()), (429, "7"));
    faults.once("posts.get", Effect::Drop { moment: Moment::Before, reset: true });
    assert_eq!(get(post).await.unwrap_err().kind, TransportErrorKind::Interrupted);
    faults.once("posts.get", Effect::Truncate { bytes: 3 });
    assert_eq!(get(post).await.unwrap_err().kind, TransportErrorKind::Interrupted);
    faults.once("posts.get", Effect::EndlessBody {});
    assert!(get(post).await.is_err());
    faults.once("posts.get", Effect::BadJson {});
    assert!(serde_json::from_slice::<Value>(&get(post).await.unwrap().body).is_err());
    faults.once("posts.get", Effect::Redirect { status: 307, location: "http://127.0.0.1:1/".into() });
    assert_eq!(get(post).await.unwrap().status, 307);
    let before = world.now();
    faults.once("posts.get", Effect::Delay { milliseconds: 60_000, moment: Moment::Before });
    get(post).await.unwrap();
    assert_eq!((world.now() - before).num_seconds(), 60, "a frozen clock moves on instead of waiting");
    assert!(faults.rules().iter().all(|rule| rule.fired == 1));
}

#[tokio::test]
async fn a_snapshot_restores_the_whole_state() {
    let (_sandbox, world) = world();
    let before = world.snapshot();
    let at = world.now();
    let issued = world.issue_tokens("anna", ["USER_PHONE"]).unwrap();
    world.advance(Duration::from_secs(10)).await;
    world.restore(&before);
    assert_eq!((world.now(), world.tokens().len()), (at, 0));
    let again = world.issue_tokens("anna", ["USER_PHONE"]).unwrap();
    assert_eq!(again, issued, "the same seed gives the same tokens");
}

#[tokio::test]
async fn a_click_sends_a_start_request_and_opens_the_answer() {
    let (_sandbox, world) = world();
    let app = Router::new().route(
        "/start",
        post(|headers: HeaderMap, axum::Json(body): axum::Json<Value>| async move {
            let version = headers.get("api-version").map_or("none", |version| version.to_str().unwrap()).to_owned();
            axum::Json(
                json!({ "url": format!("https://app.example/{version}/{}", body["conversation_id"].is_string()) }),
            )
        }),
    );
    world.receive_with(app);
    let conversation = world.conversations().remove(0).id;
    let click = Click::ChatService { user: "buyer".into(), conversation };
    assert!(world.click(click.clone()).await.unwrap().error.is_some(), "there is no address yet");
    world.configure_app(|app| app.start_url = "http://127.0.0.1:1/start".into());
    for (form, opens) in
        [(StartForm::V2, "https://app.example/2/true"), (StartForm::V1, "https://app.example/none/true")]
    {
        world.set_webhook_rules(|rules| rules.start_form = form);
        assert_eq!(world.click(click.clone()).await.unwrap().opens.as_deref(), Some(opens));
    }
    let stranger = Click::ChatService { user: "anna".into(), conversation: "nowhere".into() };
    assert!(world.click(stranger).await.is_err());
}
