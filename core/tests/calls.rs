//! Calls: tokens of a stored grant, API keys that change, limits, spans, callbacks, deadlines and quotas.

#[path = "calls/limits.rs"]
mod limits;
#[path = "calls/payments.rs"]
mod payments;
mod recorder;
#[path = "calls/spans.rs"]
mod spans;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{TimeDelta, Utc};
use http::header::AUTHORIZATION;
use open_platform::api::Upload;
use open_platform::client::{Builder, CallOptions, User};
use open_platform::clock::Clock;
use open_platform::error::{ApiErrorKind, OAuthError, Quota, TransportErrorKind};
use open_platform::grants::Adoption;
use open_platform::model::addon::{PostAddon, UserAddon};
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::model::message::{BotMessage, Message};
use open_platform::model::widget::TitleRow;
use open_platform::oauth::Tokens;
use open_platform::observe::{TraceContext, with_attempts};
use open_platform::testing::ManualClock;
use open_platform::transport::{Failure, Request, Response, Transport};
use open_platform::{Error, OpenPlatform, Secret, SecretError, SecretSource};
use recorder::{POST, Recorder};

const RENEWED: &str =
    r#"{"access_token":"new-token","token_type":"bearer","refresh_token":"new-refresh","expires_in":3600}"#;

fn post_addon() -> PostAddon {
    PostAddon::new().widget(TitleRow::new("Inspected"))
}

fn user_addon() -> UserAddon {
    UserAddon::new().widget(TitleRow::new("Inspected"))
}

/// A client, and a user of it whose stored access token is 20 minutes old and valid for 40 more.
async fn user(recorder: &Arc<Recorder>) -> (OpenPlatform, User) {
    user_of(recorder::builder(recorder.clone())).await
}

async fn user_of(builder: Builder) -> (OpenPlatform, User) {
    let clock = ManualClock::at(Utc::now());
    let platform = builder.clock(clock.clone()).build().unwrap();
    let tokens = Tokens {
        access_token: Secret::new("old-token"),
        refresh_token: Some(Secret::new("old-refresh")),
        expires_at: clock.now() + TimeDelta::hours(1),
        expiry_assumed: false,
        scopes: Vec::new(),
    };
    let grant = platform.grants().adopt(Adoption::new(tokens)).await.unwrap();
    clock.advance(Duration::from_secs(20 * 60));
    let user = platform.user(grant.key);
    (platform, user)
}

fn token(request: &Request) -> &str {
    request.headers.get(AUTHORIZATION).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_rejected_token_is_refreshed_once_and_the_call_retried_once() {
    let recorder = Recorder::new([(401, "{}"), (200, RENEWED), (200, "{}")]);
    let (_, user) = user(&recorder).await;
    user.conversations().send("c1", Message::text("hi")).await.unwrap();
    let [first, refresh, second] = recorder.requests().try_into().unwrap();
    assert_eq!((token(&first), token(&second)), ("Bearer old-token", "Bearer new-token"));
    assert_eq!(first.body, second.body);
    let form = String::from_utf8(refresh.body.to_vec()).unwrap();
    assert_eq!(refresh.url, "https://auth.test/oauth2/token");
    assert!(form.contains("grant_type=refresh_token") && form.contains("refresh_token=old-refresh"));
    assert!(!refresh.headers.contains_key("x-api-key") && !refresh.url.contains("old-refresh"));
}

#[tokio::test]
async fn a_token_rejected_after_its_refresh_is_an_error() {
    let recorder = Recorder::new([(401, "{}"), (200, RENEWED), (401, "{}")]);
    let (_, user) = user(&recorder).await;
    let error = user.conversations().send("c1", Message::text("hi")).await.unwrap_err();
    assert!(matches!(&error, Error::Api(e) if e.kind == ApiErrorKind::Unauthorized && e.attempts == 2), "{error:?}");
    assert_eq!(recorder.requests().len(), 3);
}

#[tokio::test]
async fn a_token_passed_by_the_caller_is_never_refreshed() {
    let recorder = Recorder::new([(401, "{}")]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let error = platform.user_with_token(Secret::new("mine")).users().me().await.unwrap_err();
    assert_eq!(error.code(), "unauthorized");
    assert_eq!(recorder.requests().len(), 1);
}

/// A secret source that fails.
struct Vault;

#[async_trait::async_trait]
impl SecretSource for Vault {
    async fn secret(&self) -> Result<Secret, SecretError> {
        Err(SecretError::caused_by("the vault does not answer", std::io::Error::other("canary")))
    }
}

#[tokio::test]
async fn the_error_of_a_secret_source_is_only_in_the_cause() {
    let recorder = Recorder::new([]);
    let platform = recorder::builder(recorder.clone()).api_key_source(Arc::new(Vault)).build().unwrap();
    let error = platform.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(error.to_string(), "configuration of api_key: the vault does not answer");
    assert!(!format!("{error:?} {:?}", error.report()).contains("canary"));
    let cause = std::error::Error::source(&error).unwrap().downcast_ref::<std::io::Error>().unwrap();
    assert_eq!(cause.to_string(), "canary");
    assert!(recorder.requests().is_empty());
}

#[tokio::test]
async fn each_call_asks_the_provider_for_the_api_key() {
    let turn = AtomicUsize::new(0);
    let provider = move || Secret::new(["one", "two", "no key"][turn.fetch_add(1, Ordering::Relaxed)]);
    let recorder = Recorder::new([]);
    let platform = recorder::builder(recorder.clone()).api_key_provider(provider).build().unwrap();
    for _ in 0..2 {
        platform.posts().get("gZd7omnS").await.unwrap();
    }
    let error = platform.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!((error.code(), error.to_string().contains("no key")), ("config", false));
    let keys: Vec<_> = recorder.requests().iter().map(|request| request.headers["x-api-key"].clone()).collect();
    assert_eq!(keys, ["one", "two"]);
}

#[tokio::test]
async fn a_call_without_its_credential_says_how_to_set_it() {
    let recorder = Recorder::new([]);
    let platform = OpenPlatform::builder().transport(recorder.clone()).build().unwrap();
    let error = platform.posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(error.code(), "config");
    assert!(error.to_string().contains("OPEN_PLATFORM_API_KEY"), "{error}");
    assert!(recorder.requests().is_empty());
}

/// Records everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_span_contains_the_endpoint_and_no_identifier_or_secret() {
    use tracing_subscriber::fmt::format::FmtSpan;

    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_span_events(FmtSpan::FULL)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let _guard = tracing::subscriber::set_default(subscriber);
    runtime.block_on(async {
        let recorder = Recorder::new([(503, "{}"), (200, "{}"), (401, "{}"), (200, RENEWED), (403, "{}")]);
        let (platform, user) = user(&recorder).await;
        platform.semantics().delete_for_user_id("id-canary", "09123456789").await.unwrap();
        user.conversations().send("conversation-canary", Message::text("text-canary")).await.unwrap_err();
    });
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains(r#"otel.name="conversations.send""#), "{text}");
    assert!(text.contains("/v2/open-platform/conversations/{conversation_id}/messages"), "{text}");
    assert!(text.contains("http.request.resend_count=1") && text.contains("http.response.status_code=403"), "{text}");
    for secret in [
        "the-key",
        "the-secret",
        "old-token",
        "new-token",
        "old-refresh",
        "new-refresh",
        "id-canary",
        "9123456789",
        "text-canary",
        "conversation-canary",
    ] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[tokio::test]
async fn callbacks_receive_each_request_and_refresh_without_identifiers() {
    let records = Arc::new(Mutex::new(Vec::new()));
    let (attempts, refreshes) = (records.clone(), records.clone());
    let recorder = Recorder::new([(401, "{}"), (200, RENEWED), (200, "{}")]);
    let builder = recorder::builder(recorder.clone())
        .on_request(move |it| attempts.lock().unwrap().push(format!("{it:?}")))
        .on_refresh(move |it| refreshes.lock().unwrap().push(format!("{it:?}")));
    let (_, user) = user_of(builder).await;
    let conversations = user.conversations();
    let call = conversations.send("conversation-canary", Message::text("text-canary"));
    let (sent, own) = with_attempts(call).await;
    sent.unwrap();

    let records = records.lock().unwrap();
    let parts = |line: &String| {
        ["endpoint: ", "retry: ", "reason: "].map(|part| {
            line.split_once(part)
                .map_or("", |(_, rest)| rest.split([',', ' ']).next().unwrap())
                .trim_matches('"')
                .to_owned()
        })
    };
    let order: Vec<_> = records.iter().map(parts).collect();
    assert_eq!(order[0], ["oauth.refresh", "None", ""], "{records:?}");
    assert_eq!(order[1], ["", "", "refused"], "{records:?}");
    assert_eq!(order[2], ["conversations.send", "Some(\"unauthorized\")", ""], "{records:?}");
    assert_eq!(order[3], ["conversations.send", "None", ""], "{records:?}");
    for secret in ["canary", "the-key", "old-token", "new-token", "old-refresh", "new-refresh", "http"] {
        assert!(!records.iter().any(|line| line.contains(secret)), "{secret} in {records:?}");
    }
    // The refresh is shared with other calls, so it is not among the attempts of this one.
    assert_eq!(own.iter().map(|attempt| attempt.status).collect::<Vec<_>>(), [Some(401), Some(200)]);
    assert!(own.iter().all(|attempt| attempt.request_id.is_some()));
}

#[tokio::test]
async fn a_panic_in_a_callback_does_not_affect_the_call() {
    let recorder = Recorder::new([(503, "{}"), (200, POST)]);
    let platform = recorder::builder(recorder.clone()).on_request(|_| panic!("of the app")).build().unwrap();
    let ((post, attempts), outer) = with_attempts(with_attempts(platform.posts().get("gZd7omnS"))).await;
    post.unwrap();
    assert_eq!(attempts, outer);
    assert_eq!((attempts.len(), attempts[0].retry.as_deref()), (2, Some("server")));
}

#[tokio::test]
async fn a_trace_context_is_sent_only_with_the_requests_of_its_call() {
    let recorder = Recorder::new([(503, "{}"), (200, POST), (200, POST)]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let context = TraceContext::new(parent, Some("vendor=1")).unwrap();
    context.scope(platform.posts().get("gZd7omnS")).await.unwrap();
    platform.posts().get("gZd7omnS").await.unwrap();
    let header = |name: &str| -> Vec<_> {
        let value = |request: &http::HeaderMap| request.get(name).map(|it| it.to_str().unwrap().to_owned());
        recorder.requests().iter().map(|request| value(&request.headers)).collect()
    };
    assert_eq!(header("traceparent"), [Some(parent.to_owned()), Some(parent.to_owned()), None]);
    assert_eq!(header("tracestate"), [Some("vendor=1".to_owned()), Some("vendor=1".to_owned()), None]);
}

#[tokio::test]
async fn a_write_past_its_deadline_is_not_sent_and_not_ambiguous() {
    let recorder = Recorder::new([]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let user = platform.user_with_token("token").with(CallOptions::timeout(Duration::from_nanos(1)));
    let error = user.conversations().send("c", Message::text("hi")).await.unwrap_err();
    assert!(
        matches!(&error, Error::Transport(e) if e.kind == TransportErrorKind::Deadline && e.attempts == 0),
        "{error}"
    );
    assert!(recorder.requests().is_empty());
}

#[tokio::test]
async fn an_upload_response_without_an_image_name_is_an_error() {
    let image: &[u8] = b"\xff\xd8\xff\xda\x00\x03\x00\x12\xff\xd9";
    for answer in ["{}", r#"{"image_name":""}"#, r#"{"image_name":null}"#] {
        let platform = recorder::builder(Recorder::new([(200, answer)])).build().unwrap();
        let error = platform.images().upload(Upload::bytes(image)).await.unwrap_err();
        assert!(matches!(&error, Error::Decode(e) if e.path == "image_name" && e.status == 200), "{error}");
    }
}

#[tokio::test]
async fn a_response_without_the_identity_of_its_value_is_an_error() {
    let recorder = Recorder::new([(200, "{}"), (200, r#"{"city":"tehran"}"#), (200, r#"{"token":[]}"#)]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    for reason in ["is missing", "is missing", "invalid type, expected a string"] {
        let error = platform.posts().get("gZd7omnS").await.unwrap_err();
        let Error::Decode(decode) = &error else { panic!("{error:?}") };
        assert_eq!((decode.endpoint.as_str(), decode.path.as_str()), ("posts.get", "token"));
        assert!(decode.reason.starts_with(reason), "{error}");
    }
    assert_eq!(recorder.requests().len(), 3, "none is sent again");
}

#[tokio::test]
async fn a_message_without_an_id_is_kept_and_noted() {
    let body = r#"{"conversation":{"id":"c"},"messages":[{"id":"m"},{"type":"TEXT","text":"Hello"},{"id":""}]}"#;
    let platform = recorder::builder(Recorder::new([(200, body)])).build().unwrap();
    let read = platform.user_with_token("token").conversations().get("c").await.unwrap();
    assert_eq!((read.messages.len(), read.messages[1].text()), (3, Some("Hello")));
    let issues: Vec<_> = read.issues.iter().map(|it| (it.path.as_str(), it.reason.as_str())).collect();
    assert_eq!(issues, [("messages[1].id", "is missing"), ("messages[2].id", "is missing")]);
}

/// Compiles only if every call can move to another thread and outlive its caller.
#[tokio::test]
async fn calls_can_be_spawned_and_joined() {
    fn sendable<T: Send>(future: T) -> T {
        future
    }
    let platform = recorder::builder(Recorder::new([])).build().unwrap();
    let (posts, user) = (platform.posts(), platform.user_with_token("token"));
    let (one, other) = tokio::join!(sendable(posts.get("a")), sendable(posts.get("b")));
    assert!(one.is_ok() && other.is_ok());
    let spawned = tokio::spawn(async move {
        user.conversations().send("c", Message::text("hi")).await?;
        user.addons().create_on_post("p", post_addon()).await?;
        user.events().subscribe(Subscription::new_messages()).await?;
        user.users().me().await?;
        platform.semantics().delete_for_user("09123456789").await?;
        platform.chatbot().reply("c", BotMessage::text("hi")).await?;
        platform.oauth().authorize(["USER_PHONE"], "session").await?;
        platform.grants().list().await
    });
    assert!(spawned.await.unwrap().unwrap().is_empty());
}

#[tokio::test]
async fn a_post_addon_is_retried_only_if_the_caller_allows_it() {
    let addons = |recorder: &Arc<Recorder>, options: CallOptions| {
        let platform = recorder::builder(recorder.clone()).build().unwrap();
        platform.user_with_token("token").with(options).addons()
    };
    let allowed = CallOptions::default().repeat_post_addons();

    let recorder = Recorder::new([(503, "")]);
    let error = addons(&recorder, CallOptions::default()).create_on_post("p", post_addon()).await.unwrap_err();
    assert_eq!((error.code(), recorder.requests().len()), ("ambiguous_outcome", 1));

    let recorder = Recorder::new([(503, "")]);
    addons(&recorder, allowed).create_on_post("p", post_addon()).await.unwrap();
    assert_eq!(recorder.requests().len(), 2);

    let recorder = Recorder::new([(503, "")]);
    let error = addons(&recorder, allowed).create_for_user("09123456789", user_addon()).await.unwrap_err();
    assert_eq!((error.code(), recorder.requests().len()), ("ambiguous_outcome", 1));
}

#[tokio::test]
async fn an_exhausted_daily_quota_is_not_waited_for() {
    let recorder = Recorder::new([(429, r#"{"code":8,"message":"daily quota"}"#)]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let error = platform.posts().get("p").await.unwrap_err();
    assert!(matches!(&error, Error::Api(api) if api.quota == Some(Quota::Day)), "{error}");
    assert!(error.to_string().contains("tomorrow") && recorder.requests().len() == 1, "{error}");
}

#[tokio::test]
async fn no_request_is_sent_until_an_exhausted_daily_quota_ends() {
    let spent = r#"{"code":8,"message":"daily quota"}"#;
    let post = r#"{"token":"p"}"#;
    let recorder = Recorder::new([(429, spent), (200, "{}"), (429, spent), (200, post)]);
    let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
    let platform = recorder::builder(recorder.clone()).clock(clock.clone()).build().unwrap();
    platform.posts().get("p").await.unwrap_err();
    for _ in 0..100 {
        let error = platform.posts().get("p").await.unwrap_err();
        assert!(error.to_string().contains("2026-11-20T20:30:00Z"), "{error}");
        let Error::Api(api) = error else { panic!("{error}") };
        assert_eq!((api.kind, api.quota, api.attempts), (ApiErrorKind::RateLimited, Some(Quota::Day), 0));
        assert_eq!(api.retry_after, Some(Duration::from_secs(8 * 3600 + 1800)));
    }
    assert_eq!(recorder.requests().len(), 1);
    // Another endpoint has another quota.
    platform.addons().delete_from_post("p").await.unwrap();
    // The day has ended by the client's clock, but the platform still refuses: one request is sent to find out.
    clock.advance(Duration::from_secs(8 * 3600 + 1800));
    for _ in 0..100 {
        platform.posts().get("p").await.unwrap_err();
    }
    assert_eq!(recorder.requests().len(), 3);
    clock.advance(Duration::from_secs(3 * 3600 + 1800));
    assert_eq!(platform.posts().get("p").await.unwrap().token.as_str(), "p");
}

#[tokio::test]
async fn a_write_with_a_malformed_success_response_has_succeeded() {
    let recorder =
        Recorder::new([(200, r#"{"status":"OK","message":"sent"}"#), (200, r#"{"id":7}"#), (200, "[broken")]);
    let user = recorder::builder(recorder).build().unwrap().user_with_token("token");
    let sent = user.conversations().send("c", Message::text("hi")).await.unwrap();
    assert_eq!((sent.status, sent.message.as_deref(), sent.issues.len()), (None, Some("sent"), 1));
    let created = user.addons().create_for_user("09123456789", user_addon()).await.unwrap();
    assert_eq!((created.id, created.issues.len()), (None, 1));
    let error = user.conversations().send("c", Message::text("hi")).await.unwrap_err();
    assert!(error.to_string().contains("conversations.send succeeded with 200, but"), "{error}");
}

#[tokio::test]
async fn a_refused_subscription_names_the_scope_of_its_event_type() {
    let platform = recorder::builder(Recorder::new([(403, "{}")])).build().unwrap();
    let error = platform.user_with_token("token").events().subscribe(Subscription::post_updates()).await.unwrap_err();
    assert!(matches!(&error, Error::Api(api) if api.needs_scopes == ["USER_POSTS_GET"]), "{error}");
    assert!(error.to_string().contains("EVENTS_REGISTER_SUBSCRIPTION"), "{error}");

    // A revocation needs a scope of each of two lists: the first of which none was granted.
    let platform = recorder::builder(Recorder::new([(403, "{}")])).build().unwrap();
    let revocation = Subscription::new(SubscriptionType::UserAccessRevocation);
    let error = platform.user_with_token("token").events().subscribe(revocation).await.unwrap_err();
    assert!(matches!(&error, Error::Api(api) if api.needs_scopes == ["NOTIFICATION_ACCESS_REVOCATION"]), "{error}");

    let platform = recorder::builder(Recorder::new([(403, "{}")])).build().unwrap();
    let of_a_post = Subscription::new_messages().resource("gZd7omnS");
    let error = platform.user_with_token("token").events().subscribe(of_a_post).await.unwrap_err();
    let Error::Api(api) = error else { panic!("{error}") };
    assert_eq!(api.needs_scopes[0], "CHAT_POST_CONVERSATIONS_READ.gZd7omnS");
}

#[tokio::test]
async fn a_refused_reply_of_the_bot_names_the_scope_of_the_call_with_a_user() {
    let platform = recorder::builder(Recorder::new([(403, "{}"), (403, "{}")])).build().unwrap();
    let user = platform.user_with_token("token");
    let error = user.chatbot().reply("c1", BotMessage::text("hi")).await.unwrap_err();
    assert!(matches!(&error, Error::Api(api) if api.needs_scopes == ["CHAT_BOT_USER_MESSAGE_SEND"]), "{error}");
    assert!(error.to_string().contains("CHAT_BOT_SEND_MESSAGE"), "{error}");
    let error = platform.chatbot().reply("c1", BotMessage::text("hi")).await.unwrap_err();
    assert!(matches!(&error, Error::Api(api) if api.needs_scopes.is_empty()), "{error}");
}

/// Responds with this request id.
struct Echo(&'static str);

#[async_trait::async_trait]
impl Transport for Echo {
    async fn send(&self, _: Request) -> Result<Response, Failure> {
        let headers = [(http::HeaderName::from_static("x-request-id"), http::HeaderValue::from_static(self.0))];
        Ok(Response { status: 400, headers: headers.into_iter().collect(), body: "{}".into() })
    }
}

#[tokio::test]
async fn a_request_id_that_repeats_a_credential_is_not_used() {
    let tokens = Tokens {
        access_token: Secret::new("an-access-token"),
        refresh_token: Some(Secret::new("a-refresh-token")),
        expires_at: Utc::now(),
        expiry_assumed: false,
        scopes: Vec::new(),
    };
    for (id, used_by) in [
        ("id of the-app", [true, true, true]),
        ("id the-secret", [false, false, true]),
        ("the\t-secret", [false, false, true]),
        ("the-code", [false, true, true]),
        ("an-access-token", [true, false, false]),
        ("a-refresh\t-token", [true, false, true]),
        ("the-ke\ty", [true, true, false]),
    ] {
        let platform = recorder::builder(Recorder::new([])).transport(Arc::new(Echo(id))).build().unwrap();
        let (oauth, uri) = (platform.oauth(), "https://app.test/back");
        let me = platform.user_with_token(tokens.access_token.clone()).users();
        let outputs = [
            with_attempts(async { oauth.exchange("the-code", uri).await.err() }).await,
            with_attempts(async { oauth.refresh(&tokens, uri).await.err() }).await,
            with_attempts(async { me.me().await.err() }).await,
        ];
        let outputs = outputs.map(|output| format!("{output:?}"));
        let uses = |output: &String| output.contains(&id.replace('\t', ""));
        assert_eq!(outputs.each_ref().map(uses), used_by, "{outputs:?}");
    }
}
