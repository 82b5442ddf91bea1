//! The commands that control a running sandbox by its admin API.

pub mod clock;
pub mod fault;
pub mod fixture;
pub mod generate;
pub mod listen;
pub mod logs;
pub mod resend;
pub mod token;
pub mod trigger;
pub mod world;

use std::time::Duration;

use bytes::Bytes;
use clap::{Args, Subcommand};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method};
use open_platform::error::TransportErrorKind;
use open_platform::transport::{self, Http, Request, Transport};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use url::Url;

use crate::output::Failure;
use crate::sandbox::runtime;
use crate::sandbox::settings::CA_VARIABLE;
use crate::signal;
use crate::webhook::request::{self, Reply};

/// Advancing a clock can deliver many events.
const TIMEOUT: Duration = Duration::from_secs(120);
const MAX_ANSWER: usize = 64 * 1024 * 1024;
/// The advice if there is no sandbox.
const NEXT: &str = "start it with `open-platform sandbox`, or name its address with --url";

/// Where `open-platform sandbox` starts on a terminal.
const USUAL_ADDRESS: &str = "http://127.0.0.1:4010";

/// The address of a sandbox. An empty variable counts as not set, as for every setting of an app.
fn address(text: &str) -> Result<Url, url::ParseError> {
    Url::parse(if text.is_empty() { USUAL_ADDRESS } else { text })
}

/// Which sandbox, and which of its worlds.
#[derive(Args, Debug)]
pub struct Place {
    /// Address of the sandbox; with `/worlds/NAME` at its end that of a world.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "OPEN_PLATFORM_SANDBOX_URL",
        default_value = USUAL_ADDRESS,
        value_parser = address
    )]
    url: Url,
    /// Name of the world. By default that of the address, else `default`.
    #[arg(long = "in", global = true, value_name = "WORLD")]
    world: Option<String>,
    /// Environment variable with the token of the admin API, if the sandbox was started with one.
    #[arg(long, global = true, value_name = "NAME")]
    token_env: Option<String>,
}

/// The arguments of a command with subcommands.
#[derive(Args, Debug)]
pub struct Arguments<C: Subcommand> {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    command: C,
}

/// The admin API of a running sandbox.
#[derive(Debug)]
pub struct Admin {
    origin: String,
    world: String,
    authorization: Option<HeaderValue>,
    http: Http,
    runtime: tokio::runtime::Runtime,
}

impl Place {
    /// A client of the admin API. It does not send anything yet.
    pub fn admin(&self) -> Result<Admin, Failure> {
        let address = self.url.as_str().trim_end_matches('/');
        let (origin, named) = match address.rsplit_once("/worlds/") {
            Some((origin, world)) => (origin, Some(world.to_owned())),
            None => (address, None),
        };
        Ok(Admin {
            origin: origin.to_owned(),
            world: self.world.clone().or(named).unwrap_or_else(|| "default".to_owned()),
            authorization: self.authorization()?,
            http: request::http()?,
            runtime: runtime()?,
        })
    }

    fn authorization(&self) -> Result<Option<HeaderValue>, Failure> {
        let Some(name) = &self.token_env else { return Ok(None) };
        let token = std::env::var(name).unwrap_or_default();
        match HeaderValue::from_str(&format!("Bearer {token}")) {
            Ok(mut value) if !token.is_empty() => {
                value.set_sensitive(true);
                Ok(Some(value))
            }
            _ => Err(Failure::usage(
                format!("the environment variable {name} is not set, empty or not a token"),
                "--token-env names the variable that holds the token of the sandbox",
                format!("set {name}, or omit --token-env"),
            )),
        }
    }
}

impl Admin {
    /// The name of the world.
    pub fn world(&self) -> &str {
        &self.world
    }

    /// Sends a request to the world: `path` begins with `/`, or is empty.
    pub fn in_world(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let world = utf8_percent_encode(&self.world, NON_ALPHANUMERIC);
        self.send(method, &format!("/worlds/{world}{path}"), body)
    }

    /// Sends a request to an app.
    pub fn post(&self, to: &Url, headers: HeaderMap, body: Bytes) -> Reply {
        self.runtime.block_on(request::post(&self.http, to, headers, body))
    }

    /// Sends a request, and returns the answer.
    pub fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let request = self.request(method, path, body);
        let answer = self.runtime.block_on(self.http.send(request)).map_err(|failure| self.unavailable(&failure))?;
        let value: Option<Value> = serde_json::from_slice(&answer.body).ok();
        match value {
            Some(value) if (200..300).contains(&answer.status) => Ok(value),
            Some(problem) if problem["message"].is_string() => Err(Failure::input(
                "the sandbox refused the request",
                problem["message"].as_str().unwrap_or_default(),
                "see the description of the admin API at /_sandbox/openapi.json",
            )),
            _ => Err(Failure::input(
                format!("{} is not a sandbox", self.origin),
                format!("it answered {} without the form of the admin API", answer.status),
                NEXT,
            )),
        }
    }

    fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Request {
        let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        if let Some(authorization) = &self.authorization {
            headers.insert(AUTHORIZATION, authorization.clone());
        }
        Request {
            method,
            url: format!("{}/_sandbox{path}", self.origin),
            headers,
            body: body.map(|body| Bytes::from(body.to_string())).unwrap_or_default(),
            timeout: TIMEOUT,
            max_response: MAX_ANSWER,
            progress: None,
        }
    }

    fn unavailable(&self, failure: &transport::Failure) -> Failure {
        let reason = &failure.reason;
        match failure.kind {
            TransportErrorKind::Connect => Failure::unreachable(format!("no sandbox at {}", self.origin), reason, NEXT),
            TransportErrorKind::Tls => {
                let next = format!("set {CA_VARIABLE} to the file of the CA, which the sandbox prints");
                Failure::environment(format!("the sandbox at {} is not trusted", self.origin), reason, next)
            }
            _ => Failure::environment(format!("the sandbox at {} did not answer", self.origin), reason, NEXT),
        }
    }

    /// Calls `each` now and whenever something has changed in the world, until Ctrl-C or the end of the sandbox.
    pub fn follow(&self, mut each: impl FnMut() -> Result<(), Failure>) -> Result<(), Failure> {
        let mut stop = Box::pin(self.runtime.block_on(async { signal::stop() })?);
        // The number and the length of the pieces are not limited.
        let path = format!("/worlds/{}/stream", utf8_percent_encode(&self.world, NON_ALPHANUMERIC));
        let request = Request { max_response: usize::MAX, ..self.request(Method::GET, &path, None) };
        let answer = self.runtime.block_on(self.http.stream(request)).map_err(|failure| self.unavailable(&failure))?;
        let mut body = answer.body;
        each()?;
        loop {
            let goes_on = self.runtime.block_on(async {
                tokio::select! {
                    piece = body.next() => matches!(piece, Ok(Some(_))),
                    () = &mut stop => false,
                }
            });
            if !goes_on {
                return Ok(());
            }
            if let Err(failure) = each() {
                // A sandbox that ends meanwhile is the end, and no error.
                return self.send(Method::GET, "/worlds", None).map_or(Ok(()), |_| Err(failure));
            }
        }
    }
}

/// Reads an answer of the sandbox as its type.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(|e| {
        let next = "use the command of the same version as the sandbox";
        Failure::input("the answer of the sandbox cannot be read", e, next)
    })
}
