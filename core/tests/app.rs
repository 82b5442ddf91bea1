//! App mode end to end: a mobile app, the gateway of its backend, and the sandbox as the platform.

#[path = "app/limits.rs"]
mod limits;
mod support;
#[path = "app/tokens.rs"]
mod tokens;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt as _, Full};
use open_platform::api::Upload;
use open_platform::app::{
    AppAccess, AppBuilder, AppGateway, AppLoginOutcome, AppTokenError, OpenPlatformApp, TokenProvider,
};
use open_platform::client::Hosts;
use open_platform::error::{ApiErrorKind, Error, OAuthError};
use open_platform::model::addon::PostAddon;
use open_platform::model::message::Message;
use open_platform::model::widget::TitleRow;
use open_platform::testing::Recorder;
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use open_platform::webhook::{DEFAULT_BODY_TIMEOUT, Reply};
use open_platform::{OpenPlatform, Scope, Secret};
use open_platform_sandbox::{Decision, Demand, Effect, Moment};
use support::endpoint_caller::JPEG;
use support::{Fixture, HOUR, status};
use tower_service::Service as _;

const KEY: &str = "YSBrZXkgb2YgdGhlIGdhdGV3YXksIDMyIGJ5dGVzLi4=";
const OTHER_KEY: &str = "616e6f74686572206b6579206f662074686520676174657761792c2033322e2e";
const BACKEND: &str = "https://backend.example/open-platform";

/// The developer's backend, as the transport and the token provider of the mobile app. Its user is always logged in to it.
struct Backend {
    gateway: Mutex<AppGateway>,
    user: Option<&'static str>,
    requests: Mutex<Vec<(String, u16)>>,
    /// For requests to the platform itself.
    http: Http,
    accesses: AtomicUsize,
    /// Called once, when the phone requests a token.
    before_access: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    /// What the next request for a token returns, if set.
    no_access: Mutex<Option<AppTokenError>>,
}

impl Backend {
    fn new(gateway: AppGateway) -> Arc<Self> {
        Arc::new(Self {
            gateway: Mutex::new(gateway),
            user: Some("user-7"),
            requests: Mutex::default(),
            http: Http::new().unwrap(),
            accesses: AtomicUsize::default(),
            before_access: Mutex::default(),
            no_access: Mutex::default(),
        })
    }

    async fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let gateway = self.gateway.lock().unwrap().clone();
        let mut request = http::Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let user = self.user;
        let mut service = gateway.service(move |_| async move { Ok(user.map(str::to_owned)) });
        let request = request.body(Full::<bytes::Bytes>::from(body.to_vec())).unwrap();
        let (head, body) = service.call(request).await.unwrap().into_parts();
        let text = |name: &http::HeaderName| head.headers[name].to_str().unwrap().to_owned();
        let reply = Reply {
            status: head.status.as_u16(),
            content_type: head.headers.get(CONTENT_TYPE).map(|_| text(&CONTENT_TYPE)),
            headers: head
                .headers
                .keys()
                .filter(|name| **name != CONTENT_TYPE)
                .map(|name| (name.to_string(), text(name)))
                .collect(),
            body: body.collect().await.unwrap().to_bytes().into(),
            close: head.headers.contains_key(http::header::CONNECTION),
        };
        self.requests.lock().unwrap().push((path.to_owned(), reply.status));
        reply
    }

    fn requests_to(&self, path: &str) -> usize {
        self.requests.lock().unwrap().iter().filter(|(to, _)| to.starts_with(path)).count()
    }
}

#[async_trait]
impl Transport for Backend {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let Some(path) = request.url.strip_prefix(BACKEND) else { return self.http.send(request).await };
        let headers: Vec<_> =
            request.headers.iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
        assert!(!headers.iter().any(|(name, _)| *name == "x-api-key"), "a mobile app sends no API key");
        let reply = self.ask(request.method.as_str(), path, &headers, &request.body).await;
        let response: http::Response<Vec<u8>> = reply.into();
        let (parts, body) = response.into_parts();
        Ok(Response { status: parts.status.as_u16(), headers: parts.headers, body: body.into() })
    }
}

#[async_trait]
impl TokenProvider for Backend {
    async fn access(&self) -> Result<AppAccess, AppTokenError> {
        self.accesses.fetch_add(1, Ordering::Relaxed);
        let before = self.before_access.lock().unwrap().take();
        before.into_iter().for_each(|before| before());
        if let Some(error) = self.no_access.lock().unwrap().take() {
            return Err(error);
        }
        let reply = self.ask("POST", "/access", &[], b"").await;
        match reply.status {
            200 => Ok(AppAccess::parse(&reply.body).unwrap()),
            412 => Err(AppTokenError::login_required("no grant")),
            other => Err(AppTokenError::unavailable(other)),
        }
    }
}

fn phone(fixture: &Fixture, backend: &Arc<Backend>) -> OpenPlatformApp {
    phone_builder(fixture, backend).build().unwrap()
}

fn phone_builder(fixture: &Fixture, backend: &Arc<Backend>) -> AppBuilder {
    let app = fixture.world.app();
    OpenPlatformApp::builder()
        .client_id(app.client_id)
        .redirect_uri(app.redirect_uris.first().unwrap())
        .backend(BACKEND)
        .hosts(Hosts::sandbox(fixture.world.url()))
        .tokens(Arc::clone(backend) as Arc<dyn TokenProvider>)
        .transport(Arc::clone(backend) as Arc<dyn Transport>)
        .clock(fixture.world.clock())
}

/// A login in the browser: the consent page, and the callback.
fn consent(fixture: &Fixture, phone: &OpenPlatformApp, scopes: &[&str], decision: Decision) -> AppLoginOutcome {
    let login = phone.authorize(scopes.iter().copied()).unwrap();
    let back = fixture.world.consent(&login.url, decision).unwrap();
    let outcome = phone.callback(&back, &login.pending).unwrap();
    let again = phone.callback(&back, &login.pending).unwrap_err();
    assert!(matches!(again, Error::OAuth(OAuthError::StateMismatch)), "{again:?}");
    outcome
}

async fn log_in(fixture: &Fixture, backend: &Arc<Backend>, phone: &OpenPlatformApp, scopes: &[&str]) -> Reply {
    match consent(fixture, phone, scopes, Decision::Approve { user: "seller".into() }) {
        AppLoginOutcome::Granted { code } => {
            let json = [("Content-Type", "application/json")];
            backend.ask("POST", "/login", &json, code.body().expose().as_bytes()).await
        }
        AppLoginOutcome::Denied => panic!("denied"),
    }
}

fn gateway(platform: &OpenPlatform) -> AppGateway {
    AppGateway::new(platform, [KEY]).unwrap()
}

#[tokio::test]
async fn a_custom_scheme_is_accepted_as_redirect_uri_only_with_pkce() {
    const BACK: &str = "com.example.app:/oauth";
    let recorder = Recorder::script([]);
    let platform = OpenPlatform::builder().client_id("my-app").transport(recorder).build().unwrap();
    let backend = Backend::new(gateway(&platform));
    let app = || {
        let tokens = Arc::clone(&backend) as Arc<dyn TokenProvider>;
        OpenPlatformApp::builder().client_id("my-app").backend("https://app.example").tokens(tokens).redirect_uri(BACK)
    };
    let error = app().pkce(false).build().unwrap_err();
    assert!(matches!(&error, Error::Config { setting, .. } if setting == "redirect_uri"), "{error}");

    let phone = app().pkce(true).build().unwrap();
    let login = phone.authorize(["USER_PHONE"]).unwrap();
    let state = login.url.split("state=").nth(1).unwrap().split('&').next().unwrap();
    let back = format!("{BACK}?state={state}&code=abc");
    let AppLoginOutcome::Granted { code } = phone.callback(&back, &login.pending).unwrap() else { panic!("denied") };
    assert_eq!(code.redirect_uri, BACK);

    let login = app().pkce(true).build().unwrap().authorize(["USER_PHONE"]).unwrap();
    let state = login.url.split("state=").nth(1).unwrap().split('&').next().unwrap();
    let elsewhere = format!("com.example.other:/oauth?state={state}&code=abc");
    let error = phone.callback(elsewhere, &login.pending).unwrap_err();
    assert!(matches!(error, Error::OAuth(OAuthError::StateMismatch)), "{error}");

    // The gateway accepts it if it is listed, and rejects a scheme that is not a reversed domain name.
    assert!(gateway(&platform).redirect_uris([BACK]).is_ok());
    assert!(gateway(&platform).redirect_uris(["myapp://oauth"]).is_err());
}

#[tokio::test]
async fn an_app_logs_in_makes_calls_refreshes_and_loses_its_grant() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let backend = Backend::new(gateway(&platform).allow(["conversations.send"]).unwrap());
    let phone = phone(&fixture, &backend);

    // The user has no grant of the platform yet.
    let error = phone.user().users().me().await.unwrap_err();
    assert!(matches!(error, Error::OAuth(OAuthError::ReauthRequired { .. })), "{error:?}");
    assert_eq!(consent(&fixture, &phone, &["USER_PHONE"], Decision::Deny {}), AppLoginOutcome::Denied);

    let conversation = fixture.world.conversations()[0].id.clone();
    let scopes = ["USER_PHONE", "offline_access", &format!("CONVERSATION_SEND_MESSAGE.{conversation}")];
    let reply = log_in(&fixture, &backend, &phone, &scopes).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let access = AppAccess::parse(&reply.body).unwrap();
    assert_eq!((access.scopes.len(), access.missing_scopes.len()), (3, 0), "{:?}", access.scopes);
    let refused = br#"{"token":"t","expires_in":1,"scopes":["USER_PHONE"],"missing_scopes":["offline_access"]}"#;
    assert_eq!(AppAccess::parse(refused).unwrap().missing_scopes, ["offline_access"]);
    assert_eq!(reply.headers["cache-control"], "no-store");

    // A read with the API key, a read for the user, an allowed write, a write that is not allowed, an upload without the backend.
    let post = fixture.world.posts()[0].token.clone();
    assert_eq!(phone.posts().get(&post).await.unwrap().token.as_str(), post);
    assert!(phone.user().users().me().await.unwrap().phone_number.is_some());
    phone.user().conversations().send(&conversation, Message::text("from a phone")).await.unwrap();
    let written = fixture.world.messages(&conversation);
    assert_eq!(written.iter().filter(|message| format!("{message:?}").contains("from a phone")).count(), 1);
    let error = phone.user().conversations().send(&conversation, Message::text("")).await.unwrap_err();
    assert!(matches!(error, Error::InvalidInput { .. }), "checked in the mobile app: {error:?}");
    let addon = PostAddon::new().widget(TitleRow::new("Inspected"));
    match phone.user().addons().create_on_post(&post, addon).await.unwrap_err() {
        Error::Api(api) => assert_eq!((api.kind, api.status), (ApiErrorKind::MissingScope, 403)),
        other => panic!("{other:?}"),
    }
    phone.images().upload(Upload::bytes(JPEG)).await.unwrap();
    assert_eq!(fixture.count("addons.create_on_post"), 0);

    // The calls shared one token. Hours later there is a new one, and the platform's token was refreshed.
    assert_eq!(backend.accesses.load(Ordering::Relaxed), 2);
    fixture.advance(2 * HOUR).await;
    phone.user().users().me().await.unwrap();
    assert_eq!(backend.accesses.load(Ordering::Relaxed), 3);
    assert_eq!(fixture.refreshes(), 1);

    // Without the grant every call fails.
    for grant in platform.grants().of_user("user-7").await.unwrap() {
        assert!(platform.grants().forget(&grant.key).await.unwrap());
    }
    for error in [phone.posts().get(&post).await.map(drop), phone.user().users().me().await.map(drop)] {
        assert!(matches!(error, Err(Error::OAuth(OAuthError::ReauthRequired { .. }))), "{error:?}");
    }
}

#[tokio::test]
async fn a_rejected_token_is_replaced_once_and_concurrent_calls_share_one() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let backend = Backend::new(gateway(&platform));
    let phone = phone(&fixture, &backend);
    assert_eq!(log_in(&fixture, &backend, &phone, support::OFFLINE).await.status, 200);
    let post = fixture.world.posts()[0].token.clone();

    let calls = (0..20).map(|_| {
        let (phone, post) = (phone.clone(), post.clone());
        tokio::spawn(async move { phone.posts().get(post).await.map(drop) })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap().unwrap();
    }
    assert_eq!(backend.accesses.load(Ordering::Relaxed), 1);

    // The backend has other keys now: the old token is rejected, and the call is repeated with a new one.
    *backend.gateway.lock().unwrap() = AppGateway::new(&platform, [OTHER_KEY]).unwrap();
    phone.posts().get(&post).await.unwrap();
    assert_eq!(backend.accesses.load(Ordering::Relaxed), 2);

    // With both keys no token is rejected.
    *backend.gateway.lock().unwrap() = AppGateway::new(&platform, [KEY, OTHER_KEY]).unwrap();
    phone.posts().get(&post).await.unwrap();
    assert_eq!(backend.accesses.load(Ordering::Relaxed), 2);

    // The token has expired: the mobile app gets a new one, and sends one request.
    *backend.gateway.lock().unwrap() =
        AppGateway::new(&platform, [KEY]).unwrap().lifetime(Duration::from_secs(1)).unwrap();
    fixture.advance(HOUR).await;
    let before = backend.requests_to("/api");
    phone.posts().get(&post).await.unwrap();
    assert_eq!(backend.requests_to("/api") - before, 1);
}

#[tokio::test]
async fn an_error_of_the_backend_is_returned_by_the_app_without_another_retry() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let backend = Backend::new(gateway(&platform).allow(["conversations.send"]).unwrap());
    let phone = phone(&fixture, &backend);
    let conversation = fixture.world.conversations()[0].id.clone();
    let scopes = ["USER_PHONE", "offline_access", &format!("CONVERSATION_SEND_MESSAGE.{conversation}")];
    assert_eq!(log_in(&fixture, &backend, &phone, &scopes).await.status, 200);
    let post = fixture.world.posts()[0].token.clone();
    let cut = |moment| vec![Effect::Drop { moment, reset: false }];
    for (effects, code, tries) in
        [(vec![status(503)], "server", 3), (vec![status(404)], "not_found", 1), (cut(Moment::Before), "transport", 2)]
    {
        fixture.always("posts.get", effects);
        let (sent, asked) = (fixture.count("posts.get"), backend.requests_to("/api"));
        let error = phone.posts().get(&post).await.unwrap_err();
        assert_eq!(error.code(), code, "{error:?}");
        assert_eq!(backend.requests_to("/api") - asked, 1, "{code}: the mobile app sends one request");
        assert_eq!(fixture.count("posts.get") - sent, tries, "{code}");
        fixture.world.faults().clear();
    }
    for (text, effects) in [("one", cut(Moment::After)), ("two", vec![status(500)])] {
        fixture.always("conversations.send", effects);
        let error = phone.user().conversations().send(&conversation, Message::text(text)).await.unwrap_err();
        assert_eq!(error.code(), "ambiguous_outcome", "{error:?}");
        fixture.world.faults().clear();
    }
    assert_eq!(fixture.count("conversations.send"), 2);
    fixture.always("oauth.refresh", vec![status(503)]);
    fixture.advance(2 * HOUR).await;
    let error = phone.user().users().me().await.unwrap_err();
    assert_eq!(error.code(), "refresh_unavailable", "{error:?}");
}

#[tokio::test]
async fn a_code_with_another_pkce_verifier_is_rejected() {
    let fixture = Fixture::start().await;
    fixture.world.set_oauth_rules(|rules| rules.pkce = Demand::Required);
    let platform = fixture.client();
    let backend = Backend::new(gateway(&platform));
    let app = fixture.world.app();
    let phone = OpenPlatformApp::builder()
        .client_id(app.client_id)
        .redirect_uri(app.redirect_uris.first().unwrap())
        .backend(BACKEND)
        .hosts(Hosts::sandbox(fixture.world.url()))
        .tokens(Arc::clone(&backend) as Arc<dyn TokenProvider>)
        .clock(fixture.world.clock())
        .build()
        .unwrap();
    for (stolen, expected) in [(true, 400), (false, 200)] {
        let AppLoginOutcome::Granted { mut code } =
            consent(&fixture, &phone, &["USER_PHONE"], Decision::Approve { user: "seller".into() })
        else {
            panic!("denied")
        };
        if stolen {
            code.verifier = Some(Secret::new("v".repeat(43)));
        }
        let json = [("content-type", "application/json")];
        let reply = backend.ask("POST", "/login", &json, code.body().expose().as_bytes()).await;
        assert_eq!(reply.status, expected, "{}", String::from_utf8_lossy(&reply.body));
    }
}

#[tokio::test]
async fn a_callback_of_another_login_is_rejected() {
    let fixture = Fixture::start().await;
    let backend = Backend::new(gateway(&fixture.client()));
    let phone = phone(&fixture, &backend);
    let login = phone.authorize(["USER_PHONE"]).unwrap();
    let other = phone.authorize(["USER_PHONE"]).unwrap();
    let back = fixture.world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    assert_eq!(phone.callback(&back, &other.pending).unwrap_err().code(), "state_mismatch");
    let elsewhere = format!("https://evil.example/x?{}", back.split_once('?').unwrap().1);
    let login = phone.authorize([Scope::user_phone()]).unwrap();
    assert_eq!(phone.callback(&elsewhere, &login.pending).unwrap_err().code(), "state_mismatch");
    assert_eq!(phone.callback(&back, &"nonsense".into()).unwrap_err().code(), "invalid_input");
    fixture.advance(HOUR).await;
    let late = phone.authorize(["USER_PHONE"]).unwrap();
    let back = fixture.world.consent(&late.url, Decision::Approve { user: "seller".into() }).unwrap();
    fixture.advance(HOUR).await;
    assert_eq!(phone.callback(&back, &late.pending).unwrap_err().code(), "state_expired");
    assert_eq!(log_in(&fixture, &backend, &phone, &["USER_PHONE"]).await.status, 200);
}

#[tokio::test]
async fn a_setting_limits_the_duration_of_a_login_on_a_phone() {
    let fixture = Fixture::start().await;
    let backend = Backend::new(gateway(&fixture.client()));
    let phone = phone_builder(&fixture, &backend).login_lifetime(Duration::from_secs(30)).build().unwrap();
    let log_in = |seconds: u64| {
        let login = phone.authorize(["USER_PHONE"]).unwrap();
        let back = fixture.world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
        let (fixture, phone) = (&fixture, &phone);
        async move {
            fixture.advance(seconds).await;
            phone.callback(&back, &login.pending)
        }
    };
    let AppLoginOutcome::Granted { code } = log_in(29).await.unwrap() else { panic!("denied") };
    let gateway = backend.gateway.lock().unwrap().clone();
    gateway.login(code, "user-7").await.unwrap();
    assert_eq!(log_in(30).await.unwrap_err().code(), "state_expired");
}

#[tokio::test]
async fn printed_values_contain_no_token_code_or_key() {
    let fixture = Fixture::start().await;
    let backend = Backend::new(gateway(&fixture.client()));
    let phone = phone(&fixture, &backend);
    let login = phone.authorize(support::OFFLINE.iter().copied()).unwrap();
    let back = fixture.world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    let AppLoginOutcome::Granted { code } = phone.callback(&back, &login.pending).unwrap() else { panic!("denied") };
    let body = code.body();
    let gateway = backend.gateway.lock().unwrap().clone();
    let access = gateway.access("grant-7").unwrap();
    let authorization = format!("Bearer {}", access.token.expose());
    let headers = [("authorization", authorization.as_str())];
    let request = gateway.admit("GET", "/api/v1/open-platform/finder/post/gZd7omnS", &headers).unwrap();
    let granted = gateway.login(code.clone(), "user-7").await.unwrap();
    let mut invented = code.clone();
    invented.code = "canary".into();
    let invented = gateway.login(invented, "user-7").await.unwrap_err();
    let refused =
        gateway.admit("GET", "/api/v1/open-platform/users", &[("authorization", "Bearer canary")]).unwrap_err();
    let unreadable = [
        AppAccess::parse(br#"{"token":"canary","expires_in":"canary"}"#).unwrap_err(),
        open_platform::app::AppCode::parse(br#"{"code":["canary"]}"#).unwrap_err(),
    ];
    let issued = gateway.admit("POST", "/access", &[("content-type", "application/json")]).unwrap();
    let issued = issued.answer(Some("user-7"), b"").await;
    let token =
        serde_json::from_slice::<serde_json::Value>(&issued.body).unwrap()["token"].as_str().unwrap().to_owned();
    let shown = format!(
        "{phone:?} {login:?} {code:?} {gateway:?} {access:?} {request:?} {granted:?} {invented:?} {invented} {unreadable:?} {} {issued:?}",
        String::from_utf8_lossy(&refused.body)
    );
    let state = login.url.split("state=").nth(1).unwrap();
    let tokens = [&*token, access.token.expose(), granted.access.token.expose()];
    for secret in [KEY, code.code.expose(), state, "canary"].into_iter().chain(tokens) {
        assert!(!shown.contains(secret), "{shown}");
    }
    assert!(body.expose().contains(code.code.expose()));
}

#[test]
fn the_connection_is_closed_after_a_refused_or_slow_body() {
    let gateway = gateway(&OpenPlatform::builder().client_id("my-app").build().unwrap());
    let json = ("content-type", "application/json");
    for (announced, closes) in [
        (vec![json], false),
        (vec![json, ("content-length", "0")], false),
        (vec![json, ("content-length", "7")], true),
        (vec![json, ("transfer-encoding", "chunked")], true),
    ] {
        let refusal = gateway.admit("POST", "/api/v2/open-platform/conversations/c/messages", &announced).unwrap_err();
        assert_eq!((refusal.status, refusal.close), (401, closes), "{announced:?}");
    }
    let request = gateway.admit("POST", "/login", &[json]).unwrap();
    assert_eq!(request.body_timeout(), DEFAULT_BODY_TIMEOUT);
    let slow = request.too_slow();
    assert_eq!((slow.status, slow.close), (408, true));
}

#[test]
fn invalid_settings_of_a_gateway_or_an_app_are_rejected() {
    let platform = OpenPlatform::builder().client_id("my-app").build().unwrap();
    let setting = |error: Error| match error {
        Error::Config { setting, reason, .. } => {
            assert!(!reason.contains("canary"), "{reason}");
            setting
        }
        Error::InvalidInput { field, .. } => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(setting(AppGateway::new(&platform, Vec::<String>::new()).unwrap_err()), "keys");
    assert_eq!(setting(AppGateway::from_list(&platform, &format!("{KEY}, canary")).unwrap_err()), "keys");
    let nobody = OpenPlatform::builder().build().unwrap();
    assert_eq!(setting(AppGateway::new(&nobody, [KEY]).unwrap_err()), "client_id");
    for wrong in ["oauth.exchange", "addons.delete_from_post", "chatbot.send", "images.upload", "canary"] {
        assert_eq!(setting(gateway(&platform).allow(["users.me", wrong]).unwrap_err()), "allow[1]", "{wrong}");
    }
    for wrong in [Duration::ZERO, Duration::from_millis(900), Duration::from_secs(3601), Duration::MAX] {
        assert_eq!(setting(gateway(&platform).lifetime(wrong).unwrap_err()), "lifetime");
    }
    let backend = Backend::new(gateway(&platform));
    let builder = || {
        OpenPlatformApp::builder().tokens(backend.clone()).client_id("my-app").redirect_uri(BACKEND).backend(BACKEND)
    };
    assert!(builder().build().is_ok());
    assert_eq!(setting(builder().backend("http://backend.example").build().unwrap_err()), "backend");
    assert_eq!(setting(builder().backend("https://u:canary@backend.example").build().unwrap_err()), "backend");
    assert_eq!(setting(builder().redirect_uri("my-app://canary").build().unwrap_err()), "redirect_uri");
    assert_eq!(setting(OpenPlatformApp::builder().backend(BACKEND).build().unwrap_err()), "tokens");
    assert!(builder().backend("http://10.0.2.2:8000").allow_plain_http(true).build().is_ok());
}
