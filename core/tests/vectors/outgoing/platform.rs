//! The client of the vectors: its configuration, the outcomes of its requests from a case, and every call of the endpoint table
//! by its name.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use open_platform::client::{Builder, Hosts};
use open_platform::error::TransportErrorKind;
use open_platform::oauth::Tokens;
use open_platform::policy::RetryPolicy;
use open_platform::testing::{ManualClock, NoResponse, RecordedRequest, Recorder, ScriptedOutcome, ScriptedResponse};
use open_platform::{OpenPlatform, Result};
use serde::Serialize;
use serde_json::{Value, json};

/// The outcomes of the requests of a case.
pub enum Outcomes {
    Always(ScriptedOutcome),
    InOrder(Vec<ScriptedOutcome>),
}

impl Outcomes {
    /// The same outcome for every request.
    pub fn always(reply: Option<&Value>) -> Self {
        Self::Always(outcome(reply.unwrap_or(&default_response())))
    }

    /// One after the other.
    pub fn in_order(outcomes: &[Value]) -> Self {
        Self::InOrder(outcomes.iter().map(outcome).collect())
    }
}

/// The response of a case that has none.
pub fn default_response() -> Value {
    json!({ "status": 200, "body": { "token": "gZd7omnS" } })
}

/// What the platform answers, as a case writes it.
pub fn outcome(written: &Value) -> ScriptedOutcome {
    if let Some(failure) = written.get("failure") {
        let kind = match failure.as_str().unwrap() {
            "connect" => TransportErrorKind::Connect,
            "interrupted" => TransportErrorKind::Interrupted,
            other => panic!("{other}"),
        };
        return NoResponse { kind, may_have_arrived: written["may_have_arrived"].as_bool() }.into();
    }
    let status = written["status"].as_u64().unwrap().try_into().unwrap();
    let mut answer = match (written.get("body"), written.get("text")) {
        (Some(body), _) => ScriptedResponse::json(status, body.clone()),
        (None, Some(text)) => ScriptedResponse::new(status).body(text.as_str().unwrap()),
        (None, None) => ScriptedResponse::new(status),
    };
    for (name, value) in written["headers"].as_object().into_iter().flatten() {
        answer = answer.header(name.to_ascii_lowercase(), value.as_str().unwrap());
    }
    answer.into()
}

/// The records that a callback received, in the form of the vectors.
type Records = Arc<Mutex<Vec<Value>>>;

/// The client of the vectors.
pub struct Platform {
    recorder: Arc<Recorder>,
    /// How many requests get an outcome.
    scripted: usize,
    clock: Arc<ManualClock>,
    attempts: Records,
    refreshes: Records,
    client: OpenPlatform,
    runtime: tokio::runtime::Runtime,
}

impl Platform {
    pub fn new(outcomes: Outcomes) -> Self {
        Self::configured(outcomes, |builder| builder).unwrap()
    }

    pub fn single_attempt(outcomes: Outcomes) -> Self {
        let policy = RetryPolicy { max_attempts: 1, ..RetryPolicy::default() };
        Self::configured(outcomes, |builder| builder.retry(policy)).unwrap()
    }

    /// With the settings of the vectors, some replaced by those of the case.
    pub fn configured(outcomes: Outcomes, settings: impl FnOnce(Builder) -> Builder) -> Result<Self> {
        let host = |name: &str| format!("https://{name}.example");
        Self::alone(outcomes, |builder| {
            let builder = builder
                .environment::<&str, &str>([])
                .api_key("key-of-the-app")
                .client_secret("client-secret-of-the-app")
                .client_id("my-app")
                .redirect_uri("https://app.example/oauth/callback")
                .hosts(Hosts {
                    auth: host("auth"),
                    base: host("base"),
                    api: host("api"),
                    upload: host("upload"),
                    chat: host("chat"),
                });
            settings(builder)
        })
    }

    /// With only the settings of the case.
    pub fn alone(outcomes: Outcomes, settings: impl FnOnce(Builder) -> Builder) -> Result<Self> {
        let (recorder, scripted) = match outcomes {
            Outcomes::Always(outcome) => (Recorder::always(outcome), usize::MAX),
            Outcomes::InOrder(outcomes) => {
                let scripted = outcomes.len();
                (Recorder::script(outcomes), scripted)
            }
        };
        let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
        let builder = settings(OpenPlatform::builder()).transport(recorder.clone()).clock(clock.clone());
        let (attempts, refreshes) = (Records::default(), Records::default());
        let (to_attempts, to_refreshes) = (Arc::clone(&attempts), Arc::clone(&refreshes));
        let builder = builder
            .on_request(move |it| {
                assert!(it.duration_seconds >= 0.0 && it.request_id.is_some());
                assert_eq!(it.wait_seconds.is_some(), it.retry.is_some());
                to_attempts.lock().unwrap().push(json!({
                    "endpoint": it.endpoint,
                    "method": it.method,
                    "attempt": it.attempt,
                    "status": it.status,
                    "error": it.error,
                    "retry": it.retry,
                }));
            })
            .on_refresh(move |it| {
                assert!(it.duration_seconds >= 0.0);
                let record = json!({ "outcome": it.outcome, "attempt": it.attempt, "reason": it.reason });
                to_refreshes.lock().unwrap().push(record);
            });
        let client = builder.build()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Ok(Self { recorder, scripted, clock, attempts, refreshes, client, runtime })
    }

    pub fn sent(&self) -> Vec<RecordedRequest> {
        let sent = self.recorder.requests();
        assert!(sent.len() <= self.scripted, "more requests than outcomes");
        sent
    }

    /// The waits between attempts, in seconds.
    pub fn waits(&self) -> Vec<f64> {
        self.clock.waits().iter().map(Duration::as_secs_f64).collect()
    }

    /// The records that the callback for requests received.
    pub fn attempts(&self) -> Value {
        self.attempts.lock().unwrap().clone().into()
    }

    /// The records that the callback for refreshes received.
    pub fn refreshes(&self) -> Value {
        self.refreshes.lock().unwrap().clone().into()
    }

    pub fn client(&self) -> &OpenPlatform {
        &self.client
    }

    pub fn run<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    pub fn clock(&self) -> &ManualClock {
        &self.clock
    }

    /// Makes a call of the endpoint table. Returns the result in its JSON form.
    pub fn call(&self, name: &str, arguments: &Value) -> Result<Value> {
        self.runtime.block_on(perform(&self.client, name, arguments))
    }
}

/// Tokens whose access token has expired.
pub fn tokens(access: &str, refresh: &str) -> Tokens {
    Tokens {
        access_token: access.into(),
        refresh_token: Some(refresh.into()),
        expires_at: "2026-11-20T11:00:00Z".parse().unwrap(),
        expiry_assumed: false,
        scopes: vec!["USER_PHONE".into(), "offline_access".into()],
    }
}

/// The result of a call, in its JSON form.
fn written(value: impl Serialize) -> Result<Value> {
    Ok(serde_json::to_value(value).unwrap())
}

async fn perform(platform: &OpenPlatform, name: &str, arguments: &Value) -> Result<Value> {
    let text = |name: &str| arguments[name].as_str().unwrap_or_else(|| panic!("{name} in {arguments}"));
    let user = platform.user_with_token("access-token-of-the-user");
    match name {
        "oauth.authorize" => {
            let scopes = arguments["scopes"].as_array().unwrap().iter().map(|scope| scope.as_str().unwrap());
            written(platform.oauth().authorize(scopes, text("session_id")).await?.url)
        }
        "oauth.exchange" => {
            platform.oauth().exchange(text("code"), text("redirect_uri")).await?;
            written(())
        }
        "oauth.refresh" => {
            let tokens = tokens(text("access_token"), text("refresh_token"));
            platform.oauth().refresh(&tokens, text("redirect_uri")).await?;
            written(())
        }
        _ => crate::calls::call(platform, &user, name, arguments).await,
    }
}
