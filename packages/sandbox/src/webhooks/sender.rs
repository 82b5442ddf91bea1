//! Sends requests to the app: over HTTP to an address of this machine, or to a router in the same process.

use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use bytes::Bytes;
use open_platform::transport::{Request, Transport};
use tower::ServiceExt;
use url::{Host, Url};

use super::queue::KeySent;
use super::rules::{Authorization, WebhookRules};
use super::slow;
use crate::faults::script::{self, Step};
use crate::world::WorldInner;

/// The largest response that is read, in bytes.
pub(super) const MAX_ANSWER: usize = 1024 * 1024;

/// The reason for a timeout.
const TOO_LATE: &str = "the app did not answer in time";

/// A wrong key.
const WRONG_KEY: &str = "identification_sandbox_wrong_key";

/// How the app is reached.
#[derive(Clone, Debug, Default)]
pub(crate) enum Receiver {
    /// At the addresses of the app's settings.
    #[default]
    Http,
    /// A router in this process. Only the path of an address is used.
    InProcess(Router),
}

/// All that a request needs, so that the world is not locked meanwhile.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    pub(crate) receiver: Receiver,
    pub(crate) rules: WebhookRules,
    /// The correct key of this request.
    pub(crate) key: String,
}

/// The result of a request.
#[derive(Clone, Debug)]
pub(crate) enum DeliveryOutcome {
    /// The app answered.
    Answered { status: u16, body: Bytes },
    /// It did not answer.
    Failed { reason: String },
}

impl Sender {
    /// Sends JSON to the app. `turn` counts the requests, for [`Authorization::InTurn`].
    pub(crate) async fn send(
        &self,
        world: &WorldInner,
        url: &str,
        extra: HeaderMap,
        body: Bytes,
        turn: i64,
    ) -> DeliveryOutcome {
        let Some(mut headers) = self.headers(turn) else {
            return failed("the identification key is not a valid header value");
        };
        headers.extend(extra);
        let address = match Url::parse(url) {
            Ok(address) => address,
            Err(error) => return failed(&format!("the app's address is not valid: {error}")),
        };
        match &self.receiver {
            Receiver::Http if !is_loopback(&address) => failed("a sandbox sends only to addresses of this machine"),
            Receiver::Http if self.is_slow() => {
                let sent = slow::over_http(&address, &headers, self.steps(&body));
                tokio::time::timeout(self.timeout(), sent).await.unwrap_or_else(|_| failed(TOO_LATE))
            }
            Receiver::Http => self.over_http(world, url, headers, body).await,
            Receiver::InProcess(router) => self.in_process(router.clone(), &address, headers, body).await,
        }
    }

    /// The headers of every request to the app: the type of the body, and the keys.
    pub(super) fn headers(&self, turn: i64) -> Option<HeaderMap> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for key in self.keys(turn) {
            let mut value = HeaderValue::from_str(key).ok()?;
            value.set_sensitive(true);
            headers.append(header::AUTHORIZATION, value);
        }
        Some(headers)
    }

    /// Which key a request sends.
    pub(super) fn key_sent(&self, turn: i64) -> KeySent {
        match self.rules.authorization {
            Authorization::Right => KeySent::Right,
            Authorization::InTurn if turn % 2 != 0 => KeySent::Right,
            Authorization::Other | Authorization::InTurn => KeySent::Other,
            Authorization::Wrong => KeySent::Wrong,
            Authorization::Both => KeySent::Both,
            Authorization::Missing => KeySent::Missing,
        }
    }

    fn keys(&self, turn: i64) -> Vec<&str> {
        let (right, other) = (self.key.as_str(), self.rules.other_key.as_str());
        match self.rules.authorization {
            Authorization::Right => vec![right],
            Authorization::Other => vec![other],
            Authorization::InTurn => vec![if turn % 2 == 0 { other } else { right }],
            Authorization::Wrong => vec![WRONG_KEY],
            Authorization::Both => vec![right, other],
            Authorization::Missing => Vec::new(),
        }
    }

    fn is_slow(&self) -> bool {
        self.rules.body_piece_bytes > 0
    }

    /// The body in pieces with pauses, as the rules say.
    fn steps(&self, body: &Bytes) -> Vec<Step> {
        let piece = usize::try_from(self.rules.body_piece_bytes).unwrap_or(1).max(1);
        let pause = Duration::from_millis(self.rules.body_pause_milliseconds.clamp(0, 60_000).unsigned_abs());
        body.chunks(piece).flat_map(|part| [Step::Send(Bytes::copy_from_slice(part)), Step::Wait(pause)]).collect()
    }

    fn timeout(&self) -> Duration {
        Duration::from_millis(self.rules.timeout_milliseconds.clamp(1, 60_000).unsigned_abs())
    }

    async fn over_http(&self, world: &WorldInner, url: &str, headers: HeaderMap, body: Bytes) -> DeliveryOutcome {
        let Some(http) = world.shared().upgrade().and_then(|shared| shared.http()) else {
            return failed("the HTTP client could not start");
        };
        let request = Request {
            method: Method::POST,
            url: url.to_owned(),
            headers,
            body,
            timeout: self.timeout(),
            max_response: MAX_ANSWER,
            progress: None,
        };
        let started = Instant::now();
        match http.send(request).await {
            Ok(response) => DeliveryOutcome::Answered { status: response.status, body: response.body },
            Err(failure) => failed(&failure.at(url, started.elapsed()).reason),
        }
    }

    async fn in_process(&self, router: Router, url: &Url, headers: HeaderMap, body: Bytes) -> DeliveryOutcome {
        let body = if self.is_slow() { script::body(self.steps(&body)) } else { Body::from(body) };
        let mut request = axum::http::Request::new(body);
        *request.method_mut() = Method::POST;
        *request.headers_mut() = headers;
        match url.as_str().parse() {
            Ok(uri) => *request.uri_mut() = uri,
            Err(_) => return failed("the app's address is not valid in HTTP"),
        }
        let exchange = async {
            let response = match router.oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            };
            let status = response.status().as_u16();
            match to_bytes(response.into_body(), MAX_ANSWER).await {
                Ok(body) => DeliveryOutcome::Answered { status, body },
                Err(_) => failed("the answer is incomplete or larger than 1 MiB"),
            }
        };
        tokio::time::timeout(self.timeout(), exchange).await.unwrap_or_else(|_| failed(TOO_LATE))
    }
}

pub(super) fn failed(reason: &str) -> DeliveryOutcome {
    DeliveryOutcome::Failed { reason: reason.to_owned() }
}

/// Checks that requests can be sent to an address. Returns the reason if not.
pub(crate) fn check_address(address: &str) -> Result<(), String> {
    match Url::parse(address) {
        Err(error) => Err(format!("is not an absolute address: {error}")),
        Ok(url) if !is_loopback(&url) => {
            Err("cannot be called: a sandbox sends to http and https addresses of this machine only".to_owned())
        }
        Ok(_) => Ok(()),
    }
}

/// Whether an address is on this machine. A sandbox must not send events to other machines.
fn is_loopback(url: &Url) -> bool {
    let here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    here && matches!(url.scheme(), "http" | "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_accepted() {
        for here in ["http://127.0.0.1:8000/x", "http://localhost/x", "http://[::1]:1/", "http://127.9.9.9/"] {
            assert!(is_loopback(&Url::parse(here).unwrap()), "{here}");
        }
        for there in ["http://10.0.0.1/", "https://example.com/", "http://localhost.example.com/", "file:///etc/passwd"]
        {
            assert!(!is_loopback(&Url::parse(there).unwrap()), "{there}");
        }
    }

    #[test]
    fn the_rules_select_the_keys() {
        let keys = |authorization, turn| {
            let rules = WebhookRules { authorization, other_key: "old".into(), ..WebhookRules::default() };
            let sender = Sender { receiver: Receiver::Http, rules, key: "new".into() };
            sender.keys(turn).join(",")
        };
        assert_eq!(keys(Authorization::Right, 1), "new");
        assert_eq!(keys(Authorization::Both, 1), "new,old");
        assert_eq!((keys(Authorization::InTurn, 1), keys(Authorization::InTurn, 2)), ("new".into(), "old".into()));
        assert_eq!(keys(Authorization::Missing, 1), "");
        assert_eq!(keys(Authorization::Wrong, 1), WRONG_KEY);
    }
}
