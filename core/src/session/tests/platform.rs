//! A minimal platform in memory for tests of the session: rotating tokens with a grace window, faults on demand, and a store
//! that can fail.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use http::HeaderMap;
use tokio::sync::Semaphore;

use crate::client::{Builder, Hosts, OpenPlatform};
use crate::clock::Clock;
use crate::error::TransportErrorKind;
use crate::id::GrantKey;
use crate::oauth::{Login, LoginOutcome};
use crate::testing::ManualClock;
use crate::testing::stores::FailingStore;
use crate::transport::{Failure, Request, Response, Transport};

/// A clock whose sleeps do not advance it. With many waiting processes, each sleep would otherwise move the time of all.
pub(crate) struct Frozen(pub(crate) Arc<ManualClock>);

#[async_trait]
impl Clock for Frozen {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    async fn sleep(&self, _: Duration) {
        tokio::task::yield_now().await;
    }
}

type Hook = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// What happens at the next token request.
pub(crate) enum Fault {
    /// This response, without processing the request.
    Answer(u16, String),
    /// No connection.
    Unreachable,
    /// No connection, but the request may have arrived: a transport of an app may say both.
    UnreachableInDoubt,
    /// The connection breaks before the request is processed.
    LostRequest,
    /// The connection breaks after the request is processed.
    LostResponse,
    /// The hook runs before the request is processed.
    Before(Hook),
    /// The request is processed, and the response is held back until there is a permit.
    Hold(Arc<Semaphore>),
}

#[derive(Default)]
pub(crate) struct State {
    counter: u32,
    pub(crate) secret: String,
    pub(crate) lifetime: i64,
    /// The lifetime that responses contain, if it differs from the real one.
    pub(crate) named_lifetime: Option<i64>,
    /// Responses to a refresh contain no `refresh_token`.
    pub(crate) keeps_refresh_token: bool,
    pub(crate) granted_scope: Option<String>,
    /// The scope of each code.
    codes: HashMap<String, String>,
    /// The refresh tokens, each with its scope and the time of its first use.
    pub(crate) refresh: HashMap<String, (String, Option<DateTime<Utc>>)>,
    /// The access tokens, each with its end.
    pub(crate) access: HashMap<String, DateTime<Utc>>,
    pub(crate) faults: VecDeque<Fault>,
    /// The forms of all token requests.
    pub(crate) token_requests: Vec<HashMap<String, String>>,
    /// The access token and the body of all subscription requests.
    pub(crate) subscriptions: Vec<(String, String)>,
    pub(crate) subscription_answer: Option<u16>,
}

pub(crate) struct Platform {
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) store: Arc<FailingStore>,
    state: Mutex<State>,
}

impl Platform {
    pub(crate) fn new() -> Arc<Self> {
        let state = State { secret: "shh-secret".into(), lifetime: 3600, ..State::default() };
        Arc::new(Self {
            clock: ManualClock::at("2026-01-01T00:00:00Z".parse().unwrap()),
            store: Arc::default(),
            state: Mutex::new(state),
        })
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    pub(crate) fn fail(&self, fault: Fault) {
        self.state().faults.push_back(fault);
    }

    pub(crate) fn token_requests(&self) -> usize {
        self.state().token_requests.len()
    }

    pub(crate) fn is_alive(&self, access: &str) -> bool {
        self.state().access.get(access).is_some_and(|until| *until > self.clock.now())
    }

    pub(crate) fn clock_now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Removes every refresh token except the newest.
    pub(crate) fn keep_only_newest_refresh_token(&self) {
        let mut state = self.state();
        let newest = format!("rt-{}", state.counter);
        state.refresh.retain(|token, _| *token == newest);
    }

    /// The user revokes the access.
    pub(crate) fn revoke(&self) {
        let mut state = self.state();
        state.refresh.clear();
        state.access.clear();
    }

    /// A client. Two clients of one platform act as two processes.
    pub(crate) fn client(self: &Arc<Self>) -> OpenPlatform {
        self.builder().build().unwrap()
    }

    /// A builder, for a client with other settings.
    pub(crate) fn builder(self: &Arc<Self>) -> Builder {
        OpenPlatform::builder()
            .hosts(Hosts::sandbox("http://localhost:1"))
            .api_key("api-key")
            .client_id("my-app")
            .client_secret("shh-secret")
            .redirect_uri("https://app.example/cb")
            .store(self.store.clone())
            .clock(self.clock.clone())
            .transport(Arc::new(Wire(self.clone())))
    }

    /// Creates a code that grants `scope`.
    pub(crate) fn code(&self, scope: &str) -> String {
        let mut state = self.state();
        state.counter += 1;
        let code = format!("code-{}", state.counter);
        state.codes.insert(code.clone(), scope.to_owned());
        code
    }

    /// A complete login of `user`.
    pub(crate) async fn log_in(self: &Arc<Self>, client: &OpenPlatform, user: &str, scopes: &[&str]) -> GrantKey {
        let login = Login::new(scopes.iter().copied(), "sid").for_user(user);
        let started = client.oauth().start(login).await.unwrap();
        let back = format!("?code={}&state={}", self.code(&scopes.join(" ")), started.state.expose());
        match client.oauth().callback(back, "sid").await.unwrap() {
            LoginOutcome::Granted { grant, .. } => grant,
            LoginOutcome::Denied => panic!("denied"),
        }
    }

    async fn token(&self, form: HashMap<String, String>) -> Result<(u16, String), Failure> {
        let fault = {
            let mut state = self.state();
            state.token_requests.push(form.clone());
            state.faults.pop_front()
        };
        tokio::task::yield_now().await;
        let broken = |kind, may_have_arrived| Err(Failure { kind, may_have_arrived, reason: "broken".into() });
        match fault {
            None => Ok(self.grant(&form)),
            Some(Fault::Answer(status, body)) => Ok((status, body)),
            Some(Fault::Unreachable) => broken(TransportErrorKind::Connect, false),
            Some(Fault::UnreachableInDoubt) => broken(TransportErrorKind::Connect, true),
            Some(Fault::LostRequest) => broken(TransportErrorKind::Interrupted, true),
            Some(Fault::LostResponse) => {
                self.grant(&form);
                broken(TransportErrorKind::Interrupted, true)
            }
            Some(Fault::Before(hook)) => {
                hook().await;
                Ok(self.grant(&form))
            }
            Some(Fault::Hold(gate)) => {
                let answer = self.grant(&form);
                gate.acquire().await.unwrap().forget();
                Ok(answer)
            }
        }
    }

    fn grant(&self, form: &HashMap<String, String>) -> (u16, String) {
        let now = self.clock.now();
        let mut state = self.state();
        if form["client_secret"] != state.secret {
            return (401, r#"{"error":"invalid_client"}"#.into());
        }
        let refreshes = form["grant_type"] == "refresh_token";
        let scope = if refreshes {
            match state.refresh.get_mut(&form["refresh_token"]) {
                Some((scope, used)) if used.is_none_or(|used| now - used <= TimeDelta::seconds(120)) => {
                    used.get_or_insert(now);
                    Some(scope.clone())
                }
                Some(_) => {
                    // Reuse after the window revokes all tokens.
                    state.refresh.clear();
                    state.access.clear();
                    None
                }
                None => None,
            }
        } else {
            state.codes.remove(&form["code"])
        };
        let Some(scope) = scope else { return (400, r#"{"error":"invalid_grant"}"#.into()) };
        state.counter += 1;
        let (access, refresh) = (format!("at-{}", state.counter), format!("rt-{}", state.counter));
        let until = now + TimeDelta::seconds(state.lifetime);
        state.access.insert(access.clone(), until);
        let granted = state.granted_scope.clone().unwrap_or_else(|| scope.clone());
        let mut reply = serde_json::json!({
            "access_token": access, "expires_in": state.named_lifetime.unwrap_or(state.lifetime), "scope": granted, "token_type": "bearer",
        });
        if refreshes && state.keeps_refresh_token {
            state.refresh.get_mut(&form["refresh_token"]).unwrap().1 = None;
        } else if scope.contains("offline_access") {
            state.refresh.insert(refresh.clone(), (scope, None));
            reply["refresh_token"] = refresh.into();
        }
        (200, reply.to_string())
    }

    fn api(&self, request: &Request) -> (u16, String) {
        let bearer = request.headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let token = bearer.trim_start_matches("Bearer ").to_owned();
        if !self.is_alive(&token) {
            return (401, "{}".into());
        }
        let mut state = self.state();
        if request.url.ends_with("/events/subscriptions") {
            state.subscriptions.push((token, String::from_utf8(request.body.to_vec()).unwrap()));
            return (state.subscription_answer.unwrap_or(200), "{}".into());
        }
        (200, r#"{"phone_number":"09120000000"}"#.into())
    }
}

struct Wire(Arc<Platform>);

#[async_trait]
impl Transport for Wire {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        tokio::task::yield_now().await;
        let (status, body) = if request.url.ends_with("/oauth2/token") {
            let form = url::form_urlencoded::parse(&request.body).into_owned().collect();
            self.0.token(form).await?
        } else {
            self.0.api(&request)
        };
        Ok(Response { status, headers: HeaderMap::new(), body: Bytes::from(body) })
    }
}
