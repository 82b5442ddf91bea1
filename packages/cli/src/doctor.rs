//! `open-platform doctor`: checks the settings of an app and what they lead to. It prints no secret.

use std::time::{Duration, Instant};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use clap::Args;
use http::{HeaderMap, Method, header};
use open_platform::api::endpoints;
use open_platform::client::Hosts;
use open_platform::error::{ApiErrorKind, Error};
use open_platform::transport::{Http, Request, Transport};
use open_platform::webhook::KeyRing;
use open_platform::{OpenPlatform, Scope, required_scopes};
use serde::Serialize;
use serde_json::json;

use crate::output::{Exit, Failure, Output, columns};
use crate::sandbox::runtime;
use crate::webhook::request::http;

const TIMEOUT: Duration = Duration::from_secs(10);
const MAX_ANSWER: usize = 256 * 1024;
/// A difference of the clocks from which on tokens and subscriptions are renewed too late.
const MAX_SKEW: i64 = 30;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A call that the app makes, by its name in `open-platform endpoints`. Its scopes are compared with those in --scope.
    #[arg(long = "call", value_name = "NAME", num_args = 1.., requires = "scopes")]
    calls: Vec<String>,
    /// A scope that the app requests in its login, with its identifier if it has one.
    #[arg(long = "scope", value_name = "SCOPE", num_args = 1.., requires = "calls")]
    scopes: Vec<String>,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Ok,
    Warning,
    Wrong,
}

/// A check, its result, and what to do.
#[derive(Debug, Serialize)]
struct Finding {
    check: &'static str,
    state: State,
    text: String,
}

fn ok(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, state: State::Ok, text: text.into() }
}

fn warning(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, state: State::Warning, text: text.into() }
}

fn wrong(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, state: State::Wrong, text: text.into() }
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let mut findings = scopes(arguments)?;
    let http = http()?;
    let mut found = settings();
    found.push(identification_keys());
    runtime()?.block_on(async {
        // The client uses the runtime, so it is made and dropped inside.
        match OpenPlatform::from_env() {
            Err(error) => found.push(wrong("settings", error.to_string())),
            Ok(platform) => {
                found.push(store(&platform).await);
                let reached = reach(&http).await;
                let is_reached = reached.iter().all(|finding| finding.state != State::Wrong);
                found.extend(reached);
                if is_reached {
                    found.push(api_key(&platform).await);
                }
            }
        }
    });
    found.append(&mut findings);
    let passed = found.iter().all(|finding| finding.state != State::Wrong);
    if output.is_json() {
        output.line(&json!({ "passed": passed, "checks": found }))?;
    } else {
        let rows: Vec<_> = found
            .iter()
            .map(|Finding { check, state, text }| {
                let mark = match state {
                    State::Warning => "note".to_owned(),
                    state => output.mark(*state == State::Ok),
                };
                [mark, (*check).to_owned(), text.clone()]
            })
            .collect();
        output.text(&(columns(&rows).join("\n") + "\n"))?;
    }
    Ok(if passed { Exit::Success } else { Exit::Negative })
}

/// Which variables are set. Their values are not shown.
fn settings() -> Vec<Finding> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut found = Vec::new();
    if !is_set("OPEN_PLATFORM_API_KEY") {
        found.push(wrong("settings", "OPEN_PLATFORM_API_KEY is not set: copy the API key from the platform's console"));
    }
    let login = ["OPEN_PLATFORM_CLIENT_ID", "OPEN_PLATFORM_CLIENT_SECRET", "OPEN_PLATFORM_REDIRECT_URI"];
    let missing: Vec<&str> = login.into_iter().filter(|name| !is_set(name)).collect();
    found.push(match missing.is_empty() {
        true => ok("settings", "the settings of a login are set"),
        false => warning("settings", format!("users cannot log in without {}", missing.join(", "))),
    });
    found
}

fn identification_keys() -> Finding {
    const CHECK: &str = "keys";
    let variable = "OPEN_PLATFORM_IDENTIFICATION_KEYS";
    if std::env::var_os(variable).is_none_or(|value| value.is_empty()) {
        return warning(CHECK, format!("the app cannot receive events without {variable}"));
    }
    match KeyRing::from_env() {
        Ok(_) => ok(CHECK, "the identification keys can be used"),
        Err(error) => wrong(CHECK, error.to_string()),
    }
}

/// Reads from the store.
async fn store(platform: &OpenPlatform) -> Finding {
    const CHECK: &str = "store";
    if std::env::var_os("OPEN_PLATFORM_STORE").is_none_or(|value| value.is_empty()) {
        return warning(CHECK, "OPEN_PLATFORM_STORE is not set: after a restart all users have to log in again");
    }
    match tokio::time::timeout(TIMEOUT, platform.grants().is_usable("doctor")).await {
        Ok(Ok(_)) => ok(CHECK, "the store can be read"),
        Ok(Err(error)) => wrong(CHECK, error.to_string()),
        Err(_) => wrong(CHECK, format!("the store did not answer in {} seconds", TIMEOUT.as_secs())),
    }
}

/// Sends a request without credentials to each host, and compares the clocks.
async fn reach(http: &Http) -> Vec<Finding> {
    const CHECK: &str = "network";
    let sandbox = std::env::var("OPEN_PLATFORM_SANDBOX_URL").ok().filter(|url| !url.is_empty());
    let (name, hosts) = match &sandbox {
        Some(url) => ("the sandbox", vec![Hosts::sandbox(url).base]),
        None => {
            let Hosts { auth, base, api, upload, chat } = Hosts::live();
            ("the platform", vec![auth, base, api, upload, chat])
        }
    };
    let mut found = Vec::new();
    let mut skew = None;
    for url in hosts {
        let request = Request {
            method: Method::GET,
            url: url.clone(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            timeout: TIMEOUT,
            max_response: MAX_ANSWER,
            progress: None,
        };
        let start = Instant::now();
        match http.send(request).await {
            Ok(answer) => {
                let date = answer.headers.get(header::DATE).and_then(|date| date.to_str().ok());
                let date = date.and_then(|date| DateTime::parse_from_rfc2822(date).ok());
                skew = skew.or(date.map(|date| (Utc::now() - date.to_utc()).num_seconds()));
                found.push(ok(CHECK, format!("{name} answers at {url} in {} ms", start.elapsed().as_millis())));
            }
            Err(failure) => {
                let reason = failure.at(&url, start.elapsed()).reason;
                found.push(wrong(CHECK, format!("{name} does not answer: {reason}")));
            }
        }
    }
    match skew {
        Some(seconds) if seconds.abs() > MAX_SKEW => found.push(wrong(
            "clock",
            format!("this machine's clock differs from that of {name} by {seconds} seconds: synchronize it"),
        )),
        Some(_) => found.push(ok("clock", format!("it agrees with the clock of {name}"))),
        None => found.push(warning("clock", format!("{name} does not tell the time"))),
    }
    found
}

/// Reads a list that every API key may read, so that a server that is not the platform, or a world that does not exist, is found, too.
async fn api_key(platform: &OpenPlatform) -> Finding {
    const CHECK: &str = "API key";
    match platform.assets().cities().await {
        Ok(_) => ok(CHECK, "the API key is accepted"),
        Err(Error::Api(error)) if error.kind == ApiErrorKind::NotFound => {
            wrong(CHECK, format!("the platform's list of cities is not at this address: {error}"))
        }
        Err(Error::Api(error)) if error.kind == ApiErrorKind::Unauthorized => {
            wrong(CHECK, "the API key is refused: copy it from the platform's console again")
        }
        Err(error) => warning(CHECK, format!("the API key could not be checked: {error}")),
    }
}

/// The scopes that the calls need and that the login does not request.
fn scopes(arguments: &Arguments) -> Result<Vec<Finding>, Failure> {
    const CHECK: &str = "scopes";
    let mut found = Vec::new();
    for scope in &arguments.scopes {
        if let Err(error) = Scope::from(scope.as_str()).check() {
            found.push(wrong(CHECK, error.to_string()));
        }
    }
    for call in &arguments.calls {
        let Some(endpoint) = endpoints::find(call) else {
            return Err(Failure::usage(
                format!("there is no call named `{call}`"),
                "names look like `addons.create_on_post`",
                "run `open-platform endpoints` for the list",
            ));
        };
        let needs = required_scopes(&[call], &[])
            .map_err(|e| Failure::usage("cannot calculate the scopes", e, "check the names"))?;
        // An identifier, such as that of a post, is another one for each login.
        let kind = |scope: &str| scope.split('.').next().unwrap_or_default().to_owned();
        let requested: Vec<String> = arguments.scopes.iter().map(|scope| kind(scope)).collect();
        let is_met = |needed: &String| {
            let broader = needs.alternatives.iter().filter(|other| kind(&other.smallest) == kind(needed));
            requested.contains(&kind(needed))
                || broader.into_iter().any(|other| requested.contains(&kind(&other.broader)))
        };
        let missing: Vec<&str> = needs.scopes.iter().filter(|needed| !is_met(needed)).map(String::as_str).collect();
        found.push(match missing.is_empty() {
            true => ok(CHECK, format!("{call}: the requested scopes are enough")),
            // The platform accepts the call, and each of its scopes gives a member.
            false if endpoint.scopes.iter().any(|scope| requested.iter().any(|name| name == scope.name)) => {
                warning(CHECK, format!("{call}: without {} its response lacks a member", missing.join(", ")))
            }
            false => wrong(CHECK, format!("{call}: the login must also request {}", missing.join(", "))),
        });
    }
    Ok(found)
}
