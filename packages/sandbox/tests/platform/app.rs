//! An app that sends raw requests to a sandbox.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use bytes::Bytes;
use open_platform::transport::{Request, Transport};
use open_platform_sandbox::{AppSettings, Profile, Sandbox, World};
use serde_json::{Value, json};

pub struct App {
    pub sandbox: Sandbox,
    pub world: World,
    pub settings: AppSettings,
    transport: Arc<dyn Transport>,
}

/// A request builder: `app.post("/v1/…").user("seller", &["USER_PHONE"]).json(json!({})).await`.
pub struct Call<'a> {
    app: &'a App,
    method: Method,
    path: String,
    headers: Vec<(&'static str, String)>,
}

impl App {
    pub fn new(profile: Profile) -> Self {
        let sandbox = Sandbox::builder().profile(profile).build();
        let world = sandbox.default_world();
        world.freeze();
        let (settings, transport) = (world.app(), sandbox.transport());
        Self { sandbox, world, settings, transport }
    }

    pub fn strict() -> Self {
        Self::new(Profile::Strict)
    }

    /// A call of the base host with the app's key.
    pub fn call(&self, method: Method, path: impl Into<String>) -> Call<'_> {
        Call { app: self, method, path: format!("/base{}", path.into()), headers: Vec::new() }
            .header("x-api-key", self.settings.api_key.clone())
    }

    pub fn get(&self, path: impl Into<String>) -> Call<'_> {
        self.call(Method::GET, path)
    }

    pub fn post(&self, path: impl Into<String>) -> Call<'_> {
        self.call(Method::POST, path)
    }

    pub fn delete(&self, path: impl Into<String>) -> Call<'_> {
        self.call(Method::DELETE, path)
    }

    /// A call of any address of the sandbox, without credentials.
    pub fn bare(&self, method: Method, path: impl Into<String>) -> Call<'_> {
        Call { app: self, method, path: path.into(), headers: Vec::new() }
    }

    /// An access token with these scopes.
    pub fn token(&self, user: &str, scopes: &[&str]) -> String {
        self.world.issue_tokens(user, scopes.iter().copied()).unwrap().access_token.expose().to_owned()
    }

    /// The token of the first post of `owner` in `category`.
    pub fn post_of(&self, owner: &str, category: &str) -> String {
        let posts = self.world.posts();
        posts.into_iter().find(|post| post.owner == owner && post.category == category).unwrap().token
    }

    /// Uploads an image and returns its temporary name.
    pub async fn upload(&self) -> String {
        let (status, answer) = self
            .bare(Method::PUT, "/upload/v2/image-service/open-platform/image.jpg")
            .header("content-type", "image/jpeg".into())
            .bytes(b"\xff\xd8\xff\xe0 image")
            .await;
        assert_eq!(status, 200, "{answer}");
        answer["image_name"].as_str().unwrap().to_owned()
    }
}

impl Call<'_> {
    pub fn header(mut self, name: &'static str, value: String) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
        self
    }

    /// With a token of this user.
    pub fn user(self, user: &str, scopes: &[&str]) -> Self {
        let token = self.app.token(user, scopes);
        self.token(&token)
    }

    pub fn token(self, token: &str) -> Self {
        self.header("authorization", format!("Bearer {token}"))
    }

    pub async fn send(self) -> (u16, Value) {
        self.bytes(b"").await
    }

    pub async fn json(self, body: Value) -> (u16, Value) {
        let body = body.to_string();
        self.header("content-type", "application/json".into()).bytes(body.as_bytes()).await
    }

    pub async fn bytes(self, body: &[u8]) -> (u16, Value) {
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        let request = Request {
            method: self.method,
            url: format!("{}{}", self.app.sandbox.url(), self.path),
            headers,
            body: Bytes::copy_from_slice(body),
            timeout: Duration::from_secs(60),
            max_response: 1 << 20,
            progress: None,
        };
        let response = self.app.transport.send(request).await.unwrap();
        (response.status, serde_json::from_slice(&response.body).unwrap_or(json!(null)))
    }
}

/// The first detail of an error answer.
pub fn detail(answer: &Value) -> &Value {
    &answer["details"][0]
}
