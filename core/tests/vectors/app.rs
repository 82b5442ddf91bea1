//! Vectors of app mode: how the gateway of a backend handles the requests of mobile apps.

use std::io::Write;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use chrono::TimeDelta;
use open_platform::OpenPlatform;
use open_platform::app::AppGateway;
use open_platform::grants::Adoption;
use open_platform::id::GrantKey;
use open_platform::oauth::Tokens;
use open_platform::observe::Level;
use serde_json::{Value, json};

use crate::outgoing::is_request;
use crate::outgoing::platform::{Outcomes, Platform};
use crate::plain::limits;
use crate::{CheckResult, judge, same};

fn texts(value: &Value) -> Vec<String> {
    let keys = |text: &str| text.replace("{key}", &"6b".repeat(32)).replace("{other}", &"6f".repeat(32));
    value.as_array().unwrap().iter().map(|text| keys(text.as_str().unwrap())).collect()
}

/// The token of a case, issued with the settings that the case lists.
fn token(platform: &OpenPlatform, given: &Value, grant: &str) -> String {
    let own = &given["token"];
    let other = own["client_id"].as_str().map(|id| OpenPlatform::builder().client_id(id).build().unwrap());
    let gateway = AppGateway::new(other.as_ref().unwrap_or(platform), texts(&json!(["{key}"]))).unwrap();
    let lifetime = own["lifetime_seconds"].as_u64().unwrap_or(600);
    let gateway = gateway.allow(texts(own.get("allow").unwrap_or(&given["allow"]))).unwrap();
    let gateway = gateway.lifetime(Duration::from_secs(lifetime)).unwrap();
    gateway.access(own["grant"].as_str().unwrap_or(grant)).unwrap().token.expose().to_owned()
}

/// What is logged in this thread.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Runs a test, and returns the lines that were logged meanwhile, from a lowest level on.
    pub fn of<T>(lowest: Level, test: impl FnOnce() -> T) -> (T, Vec<String>) {
        // Without a subscriber in every thread `tracing` may remember that nobody listens to an event.
        static EVERYWHERE: Once = Once::new();
        EVERYWHERE.call_once(|| tracing::subscriber::set_global_default(tracing_subscriber::registry()).unwrap());
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(lowest)
            .without_time()
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        let result = tracing::subscriber::with_default(subscriber, test);
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        (result, text.lines().map(str::to_owned).collect())
    }
}

/// The grant of the user `user-7`.
pub fn adopt(platform: &Platform) -> GrantKey {
    let now = open_platform::clock::Clock::now(platform.clock());
    let tokens = Tokens {
        access_token: "access-token-of-the-user".into(),
        refresh_token: None,
        expires_at: now + TimeDelta::days(1),
        expiry_assumed: false,
        scopes: vec!["USER_PHONE".to_owned()],
    };
    platform.run(platform.client().grants().adopt(Adoption::new(tokens).for_user("user-7"))).unwrap().key
}

#[test]
fn app() {
    judge("app", |case| {
        let given = &case.given;
        let platform =
            Platform::configured(Outcomes::always(given.get("reply")), |builder| limits(builder, given)).unwrap();
        let client = platform.client();
        let grant = adopt(&platform);
        let gateway = AppGateway::new(client, texts(&given["keys"])).unwrap().allow(texts(&given["allow"])).unwrap();
        let token = token(client, given, grant.as_str());
        platform.clock().advance(Duration::from_secs(given["seconds_later"].as_u64().unwrap_or(0)));

        let headers: Vec<(String, String)> = serde_json::from_value(given["headers"].clone()).unwrap();
        let headers: Vec<_> =
            headers.into_iter().map(|(name, value)| (name, value.replace("{token}", &token))).collect();
        let body = match (given.get("text"), given.get("body")) {
            (Some(text), _) => text.as_str().unwrap().as_bytes().to_vec(),
            (None, Some(body)) => serde_json::to_vec(body).unwrap(),
            (None, None) => Vec::new(),
        };
        let mut call = None;
        let mut lines = Vec::new();
        let reply = match gateway.admit(given["method"].as_str().unwrap(), given["path"].as_str().unwrap(), &headers) {
            Ok(request) => {
                call = request.call();
                let (reply, logged) =
                    Log::of(Level::ERROR, || platform.run(request.answer(given["user"].as_str(), &body)));
                lines = logged;
                reply
            }
            Err(refusal) => refusal,
        };
        let text = String::from_utf8_lossy(&reply.body);
        if reply.status != case.expect["status"] {
            return Err(format!("{} {text}", reply.status));
        }
        let is_logged = match case.expect["log"].as_str() {
            Some(text) => matches!(lines.as_slice(), [line] if line.contains(text)),
            None => lines.is_empty(),
        };
        if !is_logged {
            return Err(format!("{lines:?}"));
        }
        for (name, expected) in case.expect["headers"].as_object().into_iter().flatten() {
            let found = reply.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            same(name, &json!(found.map(|(_, value)| value)), expected)?;
        }
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        if let Some(expected) = case.expect.get("body") {
            same("body", &body, expected)?;
        }
        if let Some(expected) = case.expect.get("members") {
            same("members", &body.as_object().unwrap().keys().cloned().collect(), expected)?;
        }
        if let Some(expected) = case.expect.get("call") {
            same("call", &json!(call), expected)?;
        }
        let sent = platform.sent();
        if let Some(expected) = case.expect.get("requests") {
            same("requests", &json!(sent.len()), expected)?;
        }
        match (case.expect.get("request"), sent.first()) {
            (Some(expected), Some(request)) => is_request(request, expected),
            (Some(_), None) => Err("nothing was sent".to_owned()),
            (None, _) => CheckResult::Ok(()),
        }
    });
}
