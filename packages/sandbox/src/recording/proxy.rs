//! [`RecordingProxy`]: a server in front of the platform that keeps what passes through it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response as Answer;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use chrono::Utc;
use open_platform::api::endpoints;
use open_platform::client::Hosts;
use open_platform::endpoint::Host;
use open_platform::error::TransportErrorKind;
use open_platform::transport::{self, Http, Transport};
use open_platform::{Error, Result, Secret};
use sha2::{Digest, Sha256};
use tokio::sync::{RwLock, watch};
use url::Url;

use super::content::Content;
use super::json_text;
use super::kind::Kind;
use super::redaction::{Exchange, Response, endpoint, is_of_connection};
use super::server::{listen, refusal};
use super::vault::Vault;
use crate::address::{self, Address};
use crate::body;
use crate::connection::ConnectionCutter;
use crate::faults::Hangup;
use crate::har;
use crate::server::{STOP_TIMEOUT, Server};

/// The time limit of a forwarded request. The client has a shorter one, by which it gives up before.
const TIMEOUT: Duration = Duration::from_secs(10 * 60);
/// The largest body of either side, in bytes.
const MAX_BODY: usize = 64 * 1024 * 1024;

/// The code of a login of which no exchange followed: the user denied it, or the app did not complete it.
const DENIED: &str = "access_denied";

/// The variable of an app with the path of further CA certificates.
const CA_VARIABLE: &str = "OPEN_PLATFORM_ROOT_CERTIFICATES_PEM";

/// A running proxy: a server on this machine that forwards each request to the platform, and keeps it with its response.
///
/// A client uses it as a sandbox. Everything is in memory, with secrets, until [`stop`](Self::stop) returns it without.
#[derive(Debug)]
pub struct RecordingProxy {
    server: Server,
    shared: Arc<Shared>,
}

struct Shared {
    hosts: Hosts,
    http: Http,
    url: String,
    /// In the order in which the requests came. `None` until there is a response.
    exchanges: Mutex<Vec<Option<Exchange>>>,
    failures: Mutex<Vec<String>>,
    /// Secrets that are known from the beginning.
    known: Vec<(Kind, Secret)>,
    /// Locked for reading by each request that is being forwarded.
    forwarding: RwLock<()>,
    /// Whether the proxy is being stopped.
    is_stopping: watch::Sender<bool>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared")
    }
}

/// What was recorded.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The HTTP archive (HAR 1.2), without secrets and personal values.
    pub har: String,
    /// The number of requests in it.
    pub requests: usize,
    /// Requests without a response of the platform, and why. Those that may have reached it are in the archive, without a response.
    pub failures: Vec<String>,
}

impl RecordingProxy {
    /// Starts a proxy in front of these hosts, at a port of `127.0.0.1`; 0 takes a free one.
    ///
    /// `environment` are the settings of the app, such as `OPEN_PLATFORM_CLIENT_SECRET`: the secrets among them are replaced also
    /// where nothing else says that they are secrets. The proxy trusts the CA certificates in the file that
    /// `OPEN_PLATFORM_ROOT_CERTIFICATES_PEM` names, as the app does.
    ///
    /// # Errors
    /// [`Error::Config`] if the port cannot be bound, the file of the CA certificates cannot be read, or TLS cannot be set up.
    pub async fn start(hosts: Hosts, port: u16, environment: &BTreeMap<String, String>) -> Result<Self> {
        let value = |name: &str| environment.get(name).map(String::as_str).unwrap_or_default();
        let keys = value("OPEN_PLATFORM_IDENTIFICATION_KEYS").split(',').map(|key| (Kind::Other, key.trim()));
        let known = [
            (Kind::ApiKey, value("OPEN_PLATFORM_API_KEY")),
            (Kind::ClientSecret, value("OPEN_PLATFORM_CLIENT_SECRET")),
        ];
        let known = known.into_iter().chain(keys).filter(|(_, value)| !value.is_empty());
        let known = known.map(|(kind, value)| (kind, Secret::from(value))).collect();
        let http = trusting(value(CA_VARIABLE))?;
        let (connections, url) = listen(port).await?;
        let (exchanges, failures, forwarding, is_stopping) = Default::default();
        let shared = Arc::new(Shared { hosts, http, url, exchanges, failures, known, forwarding, is_stopping });
        let server = Server::start(connections, Router::new().fallback(answer).with_state(Arc::clone(&shared)));
        Ok(Self { server, shared })
    }

    /// The origin: the address of the sandbox for the client.
    pub fn url(&self) -> &str {
        &self.shared.url
    }

    /// Stops, and returns what was recorded. It waits 5 s for the responses of the platform: also a request whose client has gone is
    /// recorded. One without a response by then is in the recording, and one of the failures.
    pub async fn stop(self) -> Recording {
        self.shared.is_stopping.send_replace(true);
        self.server.stop().await;
        drop(self.shared.forwarding.write().await);
        let exchanges = std::mem::take(&mut *self.shared.exchanges.lock().unwrap_or_else(PoisonError::into_inner));
        let mut exchanges: Vec<Exchange> = exchanges.into_iter().flatten().collect();
        answer_logins(&mut exchanges);
        let mut vault = Vault::default();
        for (kind, secret) in &self.shared.known {
            vault.value(*kind, secret.expose());
        }
        // The first round finds the secrets. In the second one all of them are known, also in what came before.
        for exchange in &exchanges {
            exchange.entry(&mut vault);
        }
        let entries: Vec<_> = exchanges.iter().map(|exchange| exchange.entry(&mut vault)).collect();
        let requests = entries.len();
        let failures = std::mem::take(&mut *self.shared.failures.lock().unwrap_or_else(PoisonError::into_inner));
        Recording { har: format!("{:#}\n", har::document("open-platform record", entries)), requests, failures }
    }
}

/// The transport, which trusts also the CA certificates in this file; an empty path counts as not set, as for an app.
fn trusting(path: &str) -> Result<Http> {
    if path.is_empty() {
        return Http::new();
    }
    let pem = std::fs::read(path).map_err(|e| Error::Config {
        setting: "root_certificates_pem".to_owned(),
        reason: format!("{path}, which {CA_VARIABLE} names, cannot be read: {e}"),
        cause: None,
    })?;
    Http::builder().root_certificates_pem(pem).build()
}

impl Shared {
    fn base(&self, host: Host) -> &str {
        match host {
            Host::Auth => &self.hosts.auth,
            Host::Api => &self.hosts.api,
            Host::Upload => &self.hosts.upload,
            Host::Chat => &self.hosts.chat,
            Host::Base | Host::App => &self.hosts.base,
        }
        .trim_end_matches('/')
    }

    fn begin(&self) -> usize {
        let mut exchanges = self.exchanges.lock().unwrap_or_else(PoisonError::into_inner);
        exchanges.push(None);
        exchanges.len() - 1
    }

    fn end(&self, place: usize, exchange: Exchange) {
        if let Some(free) = self.exchanges.lock().unwrap_or_else(PoisonError::into_inner).get_mut(place) {
            *free = Some(exchange);
        }
    }

    /// The address here for an address of the platform, to which the client would otherwise send its next request: the platform
    /// names its addresses for uploads.
    fn local_address(&self, text: &str, origin: &str) -> Option<String> {
        for host in [Host::Auth, Host::Base, Host::Api, Host::Upload, Host::Chat] {
            if let Some(path) = text.strip_prefix(self.base(host)).filter(|rest| rest.starts_with('/')) {
                // On the upload host of the live platform there are also pages.
                let is_called = host != Host::Upload || endpoint(host, &Method::PUT, path.split('?').next()?).is_some();
                return is_called.then(|| format!("{origin}/{}{path}", host.name()));
            }
        }
        // A sandbox names the world in its addresses, whether or not the client did.
        let sandbox = self.base(Host::Base).strip_suffix("/base")?;
        let sandbox = Url::parse(sandbox).ok()?.origin().ascii_serialization();
        let Address { host, path, .. } = Address::of_path(text.strip_prefix(&sandbox)?)?;
        Some(format!("{origin}/{}{path}", host.name()))
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let cutter = request.extensions().get::<ConnectInfo<ConnectionCutter>>().map(|info| info.0.clone());
    let (parts, body) = request.into_parts();
    let Some(Address { world: None, host, path, .. }) = Address::of_path(parts.uri.path()) else {
        let message =
            "only the hosts of the platform are forwarded: paths begin with /auth, /base, /api, /upload or /chat";
        return refusal(StatusCode::NOT_FOUND, message, &[]);
    };
    let place = shared.begin();
    let Ok(body) = body::read(body, MAX_BODY).await else {
        return refusal(
            StatusCode::BAD_REQUEST,
            "the body is incomplete, or larger than 64 MiB: it was not forwarded",
            &[],
        );
    };
    let origin = address::origin(&parts.uri, &parts.headers, false).unwrap_or_else(|| shared.url.clone());
    let mut exchange = Exchange {
        at: Utc::now(),
        duration_ms: 0.0,
        method: parts.method.clone(),
        host,
        path: path.to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        origin,
        content: Content::of(&parts.headers, &body),
        body_bytes: body.len(),
        headers: parts.headers,
        response: None,
    };
    if is_login(&exchange) {
        // The pages of the platform work at their own address only.
        let to = format!("{}{path}?{}", shared.base(host), exchange.query);
        exchange.response = Some(Response { status: 302, headers: HeaderMap::new(), body: Bytes::new() });
        shared.end(place, exchange);
        return Answer::builder().status(302).header(header::LOCATION, to).body(Body::empty()).unwrap_or_default();
    }
    // The platform acts on the request also if the client does not wait for the response.
    let forwarded = tokio::spawn(async move { shared.forward(place, exchange, body).await }).await;
    let Ok(Some(Response { status, headers, body })) = forwarded else {
        if let Some(cutter) = cutter {
            cutter.cut(Hangup { reset: false });
        }
        return Answer::new(Body::empty());
    };
    let mut answer = Answer::new(Body::from(body));
    *answer.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    *answer.headers_mut() = headers;
    answer
}

impl Shared {
    /// Sends a request to the platform, and keeps both. `None` if there is no response.
    async fn forward(&self, place: usize, mut exchange: Exchange, body: Bytes) -> Option<Response> {
        let mark = if exchange.query.is_empty() { "" } else { "?" };
        let mut headers = exchange.headers.clone();
        let dropped: Vec<_> = headers.keys().filter(|name| is_of_connection(name.as_str())).cloned().collect();
        dropped.iter().for_each(|name| drop(headers.remove(name)));
        let url = format!("{}{}{mark}{}", self.base(exchange.host), exchange.path, exchange.query);
        let started = Instant::now();
        let request = transport::Request {
            method: exchange.method.clone(),
            url: url.clone(),
            headers,
            body,
            timeout: TIMEOUT,
            max_response: MAX_BODY,
            progress: None,
        };
        let _forwarding = self.forwarding.read().await;
        let outcome = tokio::select! {
            outcome = self.http.send(request) => outcome,
            failure = self.stopped() => Err(failure),
        };
        exchange.duration_ms = (started.elapsed().as_secs_f64() * 10_000.0).round() / 10.0;
        match outcome {
            Ok(response) => {
                let response = self.readdressed(response, &exchange.origin);
                exchange.response =
                    Some(Response { headers: response.headers.clone(), body: response.body.clone(), ..response });
                self.end(place, exchange);
                Some(response)
            }
            Err(failure) => {
                let name = exchange.endpoint().map_or("a request", |row| row.name);
                let arrived = failure.may_have_arrived;
                let text = format!("{name}: {}", failure.at(&url, started.elapsed()).reason);
                self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(text);
                // What the platform may have received is a part of the recording.
                if arrived {
                    self.end(place, exchange);
                }
                None
            }
        }
    }

    /// Returns when the proxy waits no longer for responses.
    async fn stopped(&self) -> transport::Failure {
        // Fails only if the sender is gone, which is a member of this.
        let _ = self.is_stopping.subscribe().wait_for(|is_stopping| *is_stopping).await;
        tokio::time::sleep(STOP_TIMEOUT).await;
        let reason = "there was no response when the recording ended".to_owned();
        transport::Failure { kind: TransportErrorKind::Deadline, may_have_arrived: true, reason }
    }

    /// The response with the addresses of the proxy instead of those of the platform.
    fn readdressed(&self, response: transport::Response, origin: &str) -> Response {
        let transport::Response { status, mut headers, body } = response;
        let dropped: Vec<_> = headers.keys().filter(|name| is_of_connection(name.as_str())).cloned().collect();
        dropped.iter().for_each(|name| drop(headers.remove(name)));
        if let Some(here) = headers.get(header::LOCATION).and_then(|to| self.local_address(to.to_str().ok()?, origin))
            && let Ok(here) = HeaderValue::from_str(&here)
        {
            headers.insert(header::LOCATION, here);
        }
        let text = std::str::from_utf8(&body).ok();
        let changed = text.and_then(|text| {
            json_text::replaced(text, |_, value| match value {
                json_text::Value::Text(text) => self.local_address(text, origin).unwrap_or_else(|| text.to_owned()),
                json_text::Value::Number(number) => number.to_owned(),
            })
        });
        Response { status, headers, body: changed.map_or(body, Bytes::from) }
    }
}

/// Whether a request opens the page on which a user logs in.
fn is_login(exchange: &Exchange) -> bool {
    exchange.host == Host::Auth
        && exchange.path == endpoints::OAUTH_AUTHORIZE.path
        && exchange.method == endpoints::OAUTH_AUTHORIZE.method
}

/// Writes the end of each login, which happened between the browser and the platform, as the response to its request: a redirect to
/// the app, with the code of the exchange that followed.
fn answer_logins(exchanges: &mut [Exchange]) {
    let mut codes: BTreeMap<usize, String> = BTreeMap::new();
    for (place, exchange) in exchanges.iter().enumerate() {
        let Some(code) =
            exchange.form("code").filter(|_| exchange.form("grant_type").as_deref() == Some("authorization_code"))
        else {
            continue;
        };
        // A repetition of an exchange is not another login.
        if codes.values().any(|known| *known == code) {
            continue;
        }
        let (before, _) = exchanges.split_at(place);
        let login = before
            .iter()
            .enumerate()
            .rev()
            .find(|(at, login)| is_login(login) && !codes.contains_key(at) && belongs_together(login, exchange));
        if let Some((at, _)) = login {
            codes.insert(at, code);
        }
    }
    for (place, login) in exchanges.iter_mut().enumerate().filter(|(_, exchange)| is_login(exchange)) {
        let Some(mut to) = login.query("redirect_uri").and_then(|to| Url::parse(&to).ok()) else { continue };
        match codes.get(&place) {
            Some(code) => to.query_pairs_mut().append_pair("code", code),
            None => to.query_pairs_mut().append_pair("error", DENIED),
        };
        if let Some(state) = login.query("state") {
            to.query_pairs_mut().append_pair("state", &state);
        }
        if let (Some(response), Ok(to)) = (&mut login.response, HeaderValue::from_str(to.as_str())) {
            response.headers.insert(header::LOCATION, to);
        }
    }
}

/// Whether the code of an exchange can be that of a login: the addresses and, with PKCE, the verifier fit.
fn belongs_together(login: &Exchange, exchange: &Exchange) -> bool {
    let same_address = login.query("redirect_uri") == exchange.form("redirect_uri");
    let Some(challenge) = login.query("code_challenge") else { return same_address };
    let verifier = exchange.form("code_verifier").unwrap_or_default();
    same_address && challenge == URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}
