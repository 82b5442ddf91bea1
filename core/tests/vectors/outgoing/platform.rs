//! The client of the vectors: its configuration, its transport that answers from a case, its clock that never waits,
//! and every call of the endpoint table by its name.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use open_platform::api::Upload;
use open_platform::client::{Builder, Hosts};
use open_platform::clock::Clock;
use open_platform::error::TransportErrorKind;
use open_platform::oauth::Tokens;
use open_platform::policy::RetryPolicy;
use open_platform::transport::{Failure, Request, Response, Transport};
use open_platform::{Json, OpenPlatform, Result};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What the platform answers, as a case writes it.
pub struct Outcomes {
    queue: VecDeque<Value>,
    repeat: bool,
}

impl Outcomes {
    /// The same reply to every request.
    pub fn always(reply: Option<&Value>) -> Self {
        let reply = reply.cloned().unwrap_or(json!({ "status": 200, "body": {} }));
        Self { queue: [reply].into(), repeat: true }
    }

    /// One after the other.
    pub fn in_order(outcomes: Vec<Value>) -> Self {
        Self { queue: outcomes.into(), repeat: false }
    }

    fn next(&mut self) -> Value {
        if self.repeat { self.queue[0].clone() } else { self.queue.pop_front().expect("more requests than outcomes") }
    }
}

/// Records requests and waits.
struct Recorder {
    outcomes: Mutex<Outcomes>,
    sent: Mutex<Vec<Request>>,
    waits: Mutex<Vec<f64>>,
    now: Mutex<DateTime<Utc>>,
}

#[async_trait]
impl Transport for Recorder {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        self.sent.lock().unwrap().push(request);
        let outcome = self.outcomes.lock().unwrap().next();
        if let Some(failure) = outcome.get("failure") {
            let kind = match failure.as_str().unwrap() {
                "connect" => TransportErrorKind::Connect,
                "interrupted" => TransportErrorKind::Interrupted,
                other => panic!("{other}"),
            };
            let may_have_arrived = outcome["may_have_arrived"].as_bool().unwrap();
            return Err(Failure { kind, may_have_arrived, reason: "as the case says".into() });
        }
        let mut headers = http::HeaderMap::new();
        for (name, value) in outcome["headers"].as_object().into_iter().flatten() {
            let name: http::HeaderName = name.parse().unwrap();
            headers.insert(name, value.as_str().unwrap().parse().unwrap());
        }
        let body = match (outcome.get("body"), outcome.get("text")) {
            (Some(body), _) => {
                headers.entry("content-type").or_insert(http::HeaderValue::from_static("application/json"));
                serde_json::to_vec(body).unwrap()
            }
            (None, Some(text)) => text.as_str().unwrap().into(),
            (None, None) => Vec::new(),
        };
        let status = outcome["status"].as_u64().unwrap().try_into().unwrap();
        Ok(Response { status, headers, body: body.into() })
    }
}

#[async_trait]
impl Clock for Recorder {
    fn now(&self) -> DateTime<Utc> {
        *self.now.lock().unwrap()
    }

    async fn sleep(&self, duration: Duration) {
        self.waits.lock().unwrap().push(duration.as_secs_f64());
        *self.now.lock().unwrap() += duration;
    }
}

/// The client of the vectors.
pub struct Platform {
    recorder: Arc<Recorder>,
    client: OpenPlatform,
    runtime: tokio::runtime::Runtime,
}

impl Platform {
    pub fn new(outcomes: Outcomes) -> Self {
        Self::with(outcomes, RetryPolicy::default())
    }

    pub fn single_attempt(outcomes: Outcomes) -> Self {
        Self::with(outcomes, RetryPolicy { max_attempts: 1, ..RetryPolicy::default() })
    }

    pub fn with_secrets(outcomes: Outcomes, api_key: &str, client_secret: &str, identification_key: &str) -> Self {
        let secrets = OpenPlatform::builder()
            .api_key(api_key)
            .client_secret(client_secret)
            .identification_key(identification_key);
        Self::of(outcomes, secrets)
    }

    fn with(outcomes: Outcomes, retry: RetryPolicy) -> Self {
        let secrets = OpenPlatform::builder().api_key("key-of-the-app").client_secret("client-secret-of-the-app");
        Self::of(outcomes, secrets.retry(retry))
    }

    fn of(outcomes: Outcomes, secrets: Builder) -> Self {
        let recorder = Arc::new(Recorder {
            outcomes: Mutex::new(outcomes),
            sent: Mutex::default(),
            waits: Mutex::default(),
            now: Mutex::new("2026-11-20T12:00:00Z".parse().unwrap()),
        });
        let host = |name: &str| format!("https://{name}.example");
        let client = secrets
            .client_id("my-app")
            .redirect_uri("https://app.example/oauth/callback")
            .hosts(Hosts { auth: host("auth"), base: host("base"), api: host("api"), upload: host("upload") })
            .transport(recorder.clone())
            .clock(recorder.clone())
            .build()
            .unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Self { recorder, client, runtime }
    }

    pub fn sent(&self) -> Vec<Request> {
        self.recorder.sent.lock().unwrap().clone()
    }

    /// The waits between attempts, in seconds.
    pub fn waits(&self) -> Vec<f64> {
        self.recorder.waits.lock().unwrap().clone()
    }

    pub fn client(&self) -> &OpenPlatform {
        &self.client
    }

    pub fn run<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    pub fn advance(&self, seconds: i64) {
        *self.recorder.now.lock().unwrap() += chrono::TimeDelta::seconds(seconds);
    }

    pub fn now(&self) -> DateTime<Utc> {
        *self.recorder.now.lock().unwrap()
    }

    /// Makes a call of the endpoint table. The value is the address, for the one call that makes one.
    pub fn call(&self, name: &str, arguments: &Value) -> Result<Option<String>> {
        self.runtime.block_on(perform(&self.client, name, &Arguments(arguments)))
    }
}

struct Arguments<'a>(&'a Value);

impl Arguments<'_> {
    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_else(|| panic!("{name} in {}", self.0))
    }

    /// A model, in its written form.
    fn model<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        Json::from(self.0[name].clone()).to_input()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        STANDARD.decode(self.text(name)).unwrap()
    }
}

/// A pair whose access token has expired.
pub fn tokens(access: &str, refresh: &str) -> Tokens {
    Tokens {
        access_token: access.into(),
        refresh_token: Some(refresh.into()),
        expires_at: "2026-11-20T11:00:00Z".parse().unwrap(),
        expiry_assumed: false,
        scopes: vec!["USER_PHONE".into(), "offline_access".into()],
    }
}

async fn perform(platform: &OpenPlatform, name: &str, with: &Arguments<'_>) -> Result<Option<String>> {
    let user = platform.user_with_token("access-token-of-the-user");
    match name {
        "oauth.authorize" => {
            let scopes = with.0["scopes"].as_array().unwrap().iter().map(|scope| scope.as_str().unwrap());
            return Ok(Some(platform.oauth().authorize(scopes, with.text("session_id")).await?.url));
        }
        "oauth.exchange" => drop(platform.oauth().exchange(with.text("code"), with.text("redirect_uri")).await?),
        "oauth.refresh" => {
            let tokens = tokens(with.text("access_token"), with.text("refresh_token"));
            drop(platform.oauth().refresh(&tokens, with.text("redirect_uri")).await?);
        }
        "users.phone_numbers" => drop(user.users().phone_numbers().await?),
        "users.me" => drop(user.users().me().await?),
        "users.id_by_phone" => drop(platform.users().id_by_phone(with.text("phone")).await?),
        "posts.get" => drop(platform.posts().get(with.text("post_token")).await?),
        "posts.get_with_ongoing_images" => {
            drop(user.posts().get_with_ongoing_images(with.text("post_token")).await?);
        }
        "images.upload" => drop(platform.images().upload(Upload::bytes(with.bytes("image_base64"))).await?),
        "addons.create_on_post" => {
            drop(user.addons().create_on_post(with.text("post_token"), with.model("addon")?).await?);
        }
        "addons.create_for_user" => {
            drop(user.addons().create_for_user(with.text("phone"), with.model("addon")?).await?);
        }
        "addons.create_for_user_id" => {
            drop(user.addons().create_for_user_id(with.text("user_id"), with.model("addon")?).await?);
        }
        "addons.create_for_business" => {
            drop(user.addons().create_for_business(with.text("business_token"), with.model("addon")?).await?);
        }
        "addons.delete_from_post" => platform.addons().delete_from_post(with.text("post_token")).await?,
        "addons.delete_for_user" => platform.addons().delete_for_user(with.text("id")).await?,
        "semantics.create_for_user" => {
            drop(user.semantics().create_for_user(with.text("phone"), with.model("record")?).await?);
        }
        "semantics.create_for_user_id" => {
            drop(user.semantics().create_for_user_id(with.text("user_id"), with.model("record")?).await?);
        }
        "semantics.create_for_post" => {
            drop(user.semantics().create_for_post(with.text("post_token"), with.model("record")?).await?);
        }
        "semantics.delete_for_user" => platform.semantics().delete_for_user(with.text("phone")).await?,
        "semantics.delete_for_user_id" => {
            platform.semantics().delete_for_user_id(with.text("user_id"), with.text("phone")).await?;
        }
        "conversations.send" => {
            drop(user.conversations().send(with.text("conversation_id"), with.model("message")?).await?);
        }
        "conversations.get" => drop(user.conversations().get(with.text("conversation_id")).await?),
        "chatbot.reply" => {
            drop(platform.chatbot().reply(with.text("conversation_id"), with.model("message")?).await?);
        }
        "chatbot.send" => drop(user.chatbot().send(with.text("user_id"), with.model("message")?).await?),
        _ if name.starts_with("legacy.") => perform_legacy(platform, name, with).await?,
        "events.subscribe" => user.events().subscribe(with.model("subscription")?).await?,
        other => panic!("{other} has no runner"),
    }
    Ok(None)
}

#[allow(deprecated, reason = "the old forms are what is tested")]
async fn perform_legacy(platform: &OpenPlatform, name: &str, with: &Arguments<'_>) -> Result<()> {
    let key = platform.legacy();
    let user = platform.user_with_token("access-token-of-the-user").legacy();
    match name {
        "legacy.addons.create_on_post_by_key" => {
            key.addons().create_on_post_by_key(with.text("post_token"), with.model("addon")?).await.map(drop)
        }
        "legacy.addons.create_on_post" => {
            user.addons().create_on_post(with.text("post_token"), with.model("addon")?).await.map(drop)
        }
        "legacy.addons.create_for_user" => {
            user.addons().create_for_user(with.text("phone"), with.model("addon")?).await.map(drop)
        }
        "legacy.verifications.create" => {
            user.verifications().create(with.text("phone"), with.model("verification")?).await.map(drop)
        }
        "legacy.verifications.delete" => key.verifications().delete(with.text("phone")).await,
        "legacy.conversations.send" => user.conversations().send(with.model("message")?).await.map(drop),
        "legacy.events.listen" => user.events().listen(with.model("listener")?).await,
        other => panic!("{other} has no runner"),
    }
}
