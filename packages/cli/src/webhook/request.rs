//! A request to an app, as the platform sends it: JSON with the identification key.

use std::time::{Duration, Instant};

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method};
use open_platform::Secret;
use open_platform::error::TransportErrorKind;
use open_platform::transport::{Http, Request, Transport};
use url::{Host, Url};

use crate::output::Failure;
use crate::sandbox::settings::CA_VARIABLE;

const TIMEOUT: Duration = Duration::from_secs(10);
const MAX_ANSWER: usize = 64 * 1024;

/// What the app answered.
#[derive(Debug)]
pub struct Reply {
    /// `None` if no answer was received.
    pub status: Option<u16>,
    /// The body of the answer.
    pub body: Bytes,
    /// Why no answer was received.
    pub failure: Option<String>,
    /// Milliseconds until the answer.
    pub latency_ms: f64,
    /// Whether the connection was refused.
    pub is_refused: bool,
}

/// The HTTP client of a command. It trusts the CA that the environment names, as an app does.
pub fn http() -> Result<Http, Failure> {
    let mut http = Http::builder();
    if let Some(path) = std::env::var_os(CA_VARIABLE).filter(|path| !path.is_empty()) {
        let pem = std::fs::read(&path).map_err(|e| {
            let what = format!("{} in {CA_VARIABLE} cannot be read", path.display());
            Failure::environment(what, e, "set it to the CA of the sandbox that is running, or unset it")
        })?;
        http = http.root_certificates_pem(pem);
    }
    let next = format!("check {CA_VARIABLE}, and the machine's random source and memory");
    http.build().map_err(|e| Failure::environment("cannot set up HTTP", e, next))
}

/// Sends one request.
pub async fn post(transport: &dyn Transport, to: &Url, headers: HeaderMap, body: Bytes) -> Reply {
    let request = Request {
        method: Method::POST,
        url: to.to_string(),
        headers,
        body,
        timeout: TIMEOUT,
        max_response: MAX_ANSWER,
        progress: None,
    };
    let start = Instant::now();
    let outcome = transport.send(request).await;
    let latency_ms = (start.elapsed().as_secs_f64() * 10_000.0).round() / 10.0;
    match outcome {
        Ok(response) => {
            Reply { status: Some(response.status), body: response.body, failure: None, latency_ms, is_refused: false }
        }
        Err(failure) => {
            let is_refused = failure.kind == TransportErrorKind::Connect;
            // Who reports a refused connection names the address, and says that the app is not there.
            let reason = if is_refused { failure.reason } else { failure.at(to.as_str(), start.elapsed()).reason };
            Reply { status: None, body: Bytes::new(), failure: Some(reason), latency_ms, is_refused }
        }
    }
}

/// The headers of a request with this identification key.
pub fn headers(key: Option<&Secret>) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(key) = key {
        let mut authorization = HeaderValue::from_bytes(key.expose().as_bytes()).map_err(|_| {
            Failure::input("the identification key cannot be sent", "it holds a control character", "set another key")
        })?;
        authorization.set_sensitive(true);
        headers.insert(AUTHORIZATION, authorization);
    }
    Ok(headers)
}

/// The first identification key in an environment variable, which separates several by commas.
pub fn key(variable: &str) -> Result<Secret, Failure> {
    let value = std::env::var(variable).unwrap_or_default();
    match value.split(',').map(str::trim).find(|key| !key.is_empty()) {
        Some(key) => Ok(Secret::from(key)),
        None => Err(Failure::usage(
            "there is no identification key to send",
            format!("the environment variable {variable} is not set"),
            "set it, or name another one with `--key-env`",
        )),
    }
}

/// Whether an address is on this machine.
pub fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// An address to which the key may be sent: over TLS, or on this machine.
pub fn address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|e| format!("not an absolute address: {e}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("write the whole address, such as http://127.0.0.1:8000/hooks/events".to_owned());
    }
    if url.scheme() != "https" && !(url.scheme() == "http" && is_local(&url)) {
        return Err("the key would be sent unencrypted: use https, or http on this machine".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("a user name or password in the address is not supported: remove it".to_owned());
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_sent_only_over_tls_or_on_this_machine() {
        for good in ["https://app.example/hooks", "http://localhost:1/", "http://127.0.0.2/x", "http://[::1]:80/"] {
            assert!(address(good).is_ok(), "{good}");
        }
        for (bad, reason) in [
            ("http://app.example/", "unencrypted"),
            ("http://10.0.0.1/", "unencrypted"),
            ("ftp://localhost/", "whole address"),
            ("localhost:8000/hooks", "whole address"),
            ("/hooks", "absolute"),
            ("https://a:b@c.example/", "password"),
        ] {
            assert!(address(bad).unwrap_err().contains(reason), "{bad}");
        }
    }
}
