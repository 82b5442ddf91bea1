//! The backend for an app on a phone.

use std::sync::Arc;

use async_trait::async_trait;
use open_platform::Scope;
use open_platform::app::{AppAccess, AppLoginOutcome, AppTokenError, OpenPlatformApp, TokenProvider};
use open_platform::client::Hosts;
use open_platform::transport::{Request, Response, Transport};
use open_platform_sandbox::{Decision, Sandbox};
use serde_json::{Value, json};

/// A phone whose user is logged in to the backend.
struct Phone {
    transport: Arc<dyn Transport>,
    backend: String,
}

impl Phone {
    async fn post(&self, path: &str, session: &str, body: &str) -> Response {
        send(&self.transport, "POST", format!("{}{path}", self.backend), session, body).await
    }
}

async fn send(transport: &Arc<dyn Transport>, method: &str, url: String, session: &str, body: &str) -> Response {
    let mut headers = http::HeaderMap::new();
    headers.insert("content-type", "application/json".parse().unwrap());
    headers.insert("x-session", session.parse().unwrap());
    let (timeout, body) = (std::time::Duration::from_secs(60), body.to_owned().into());
    let method = method.parse().unwrap();
    transport
        .send(Request { method, url, headers, body, timeout, max_response: 1 << 16, progress: None })
        .await
        .unwrap()
}

#[async_trait]
impl TokenProvider for Phone {
    async fn access(&self) -> Result<AppAccess, AppTokenError> {
        let answer = self.post("/access", "user-7", "").await;
        AppAccess::parse(&answer.body).map_err(AppTokenError::login_required)
    }
}

#[tokio::test]
async fn a_phone_logs_in_and_calls_through_the_backend_until_it_is_stopped() {
    let sandbox = Sandbox::builder().build();
    let (world, transport) = (sandbox.world("phones"), sandbox.transport());
    let admin = format!("{}/_sandbox/worlds/phones/backend", sandbox.url());
    let wrong = send(&transport, "PUT", admin.clone(), "", r#"{"allow": ["oauth.exchange"]}"#).await;
    assert_eq!(wrong.status, 400);
    let answer = send(&transport, "PUT", admin.clone(), "", r#"{"allow": ["conversations.send"]}"#).await;
    let info: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(info, json!({ "url": format!("{}/backend", world.url()), "session_header": "x-session" }));

    let phone = Arc::new(Phone { transport: Arc::clone(&transport), backend: info["url"].as_str().unwrap().into() });
    let app = OpenPlatformApp::builder()
        .client_id(world.app().client_id)
        .redirect_uri(&world.app().redirect_uris[0])
        .backend(&phone.backend)
        .hosts(Hosts::sandbox(world.url()))
        .tokens(phone.clone())
        .transport(Arc::clone(&transport))
        .clock(world.clock())
        .build()
        .unwrap();
    let login = app.authorize([Scope::user_phone(), Scope::offline_access()]).unwrap();
    let back = world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    let AppLoginOutcome::Granted { code } = app.callback(back, &login.pending).unwrap() else { panic!("denied") };
    assert_eq!(phone.post("/login", "", code.body().expose()).await.status, 401);
    assert_eq!(phone.post("/login", "user-7", code.body().expose()).await.status, 200);
    let me = app.user().users().me().await.unwrap();
    assert_eq!(me.phone_number.unwrap().as_str(), world.user("seller").unwrap().phone);
    assert_eq!(phone.post("/access", "user-8", "").await.status, 412);

    assert_eq!(send(&transport, "DELETE", admin, "", "").await.status, 200);
    let error = app.user().users().me().await.unwrap_err();
    assert_eq!(error.code(), "rejected");
    assert!(error.to_string().contains("`backend`"), "{error}");
}
