//! [`Replay`]: a server that answers as it was recorded.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response as Answer;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use open_platform::{Error, Result};
use serde_json::Value;
use url::{Url, form_urlencoded};

use super::ORIGIN;
use super::comparison::{Values, Wire};
use super::content::{Content, is_form};
use super::kind::Kind;
use super::redaction::is_of_connection;
use super::server::{listen, refusal};
use crate::address::{self, Address};
use crate::body;
use crate::connection::ConnectionCutter;
use crate::faults::Hangup;
use crate::redact::REDACTED;
use crate::server::Server;

/// The largest body of a request, in bytes: that of a recording.
const MAX_BODY: usize = 64 * 1024 * 1024;
/// How many differences a message names.
const MOST_DIFFERENCES: usize = 5;
/// The redirect address of an app, if nobody logs in in the recording.
const REDIRECT_URI: &str = "http://127.0.0.1:8000/oauth/callback";

/// A running replay: a server on this machine that answers each request as it was recorded.
///
/// A request is equal to a recorded one if method, path, query and body are, and the access token; the order of members in JSON does
/// not matter. The first equal request gets the first recorded response, the second the second. A value that the recording has a
/// placeholder for, such as a token, is equal to the same placeholder and to every value that is none. API keys, client secrets and
/// `state` are not compared.
#[derive(Debug)]
pub struct Replay {
    server: Server,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    recorded: Vec<Recorded>,
    url: String,
    progress: Mutex<Progress>,
}

/// A recorded request with its response.
#[derive(Debug)]
struct Recorded {
    request: Values,
    /// `None` if the connection was cut.
    response: Option<Response>,
}

#[derive(Debug)]
struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

#[derive(Debug, Default)]
struct Progress {
    /// Which recorded requests were asked for.
    used: Vec<bool>,
    missing: Vec<String>,
}

impl Replay {
    /// Starts a replay of an HTTP archive, at a port of `127.0.0.1`; 0 takes a free one.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `har` if it is not an archive of requests to the platform, [`Error::Config`] if the port cannot be
    /// bound.
    pub async fn start(har: &[u8], port: u16) -> Result<Self> {
        let recorded = read(har)?;
        let progress = Mutex::new(Progress { used: vec![false; recorded.len()], ..Progress::default() });
        let (connections, url) = listen(port).await?;
        let shared = Arc::new(Shared { recorded, url, progress });
        let server = Server::start(connections, Router::new().fallback(answer).with_state(Arc::clone(&shared)));
        Ok(Self { server, shared })
    }

    /// The origin: the address of the sandbox for the client.
    pub fn url(&self) -> &str {
        &self.shared.url
    }

    /// The settings of an app that uses this replay: the environment variables by their names. The credentials are placeholders.
    pub fn environment(&self) -> BTreeMap<&'static str, String> {
        let recorded = |name: &str| {
            let places = [format!("query.{name}"), format!("body.{name}")];
            let found =
                self.shared.recorded.iter().find_map(|one| places.iter().find_map(|place| one.request.get(place)));
            found.map(str::to_owned)
        };
        BTreeMap::from([
            ("OPEN_PLATFORM_SANDBOX_URL", self.url().to_owned()),
            ("OPEN_PLATFORM_API_KEY", Kind::ApiKey.placeholder(1)),
            ("OPEN_PLATFORM_CLIENT_ID", recorded("client_id").unwrap_or_else(|| "replayed-app".to_owned())),
            ("OPEN_PLATFORM_CLIENT_SECRET", Kind::ClientSecret.placeholder(1)),
            ("OPEN_PLATFORM_IDENTIFICATION_KEYS", Kind::Other.placeholder(1)),
            ("OPEN_PLATFORM_REDIRECT_URI", recorded("redirect_uri").unwrap_or_else(|| REDIRECT_URI.to_owned())),
        ])
    }

    /// The number of recorded requests.
    pub fn len(&self) -> usize {
        self.shared.recorded.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.shared.recorded.is_empty()
    }

    /// The requests so far that are not in the recording, each with the nearest recorded one and what differs.
    pub fn missing(&self) -> Vec<String> {
        self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner).missing.clone()
    }

    /// The recorded requests that nobody has asked for so far, with their numbers in the recording.
    pub fn unused(&self) -> Vec<String> {
        let progress = self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.shared.recorded.iter().zip(&progress.used).enumerate();
        let unused = all.filter(|(_, (_, is_used))| !**is_used);
        unused.map(|(at, (recorded, _))| named(at, &recorded.request)).collect()
    }

    /// Stops the server.
    pub async fn stop(self) {
        self.server.stop().await;
    }
}

fn named(at: usize, request: &Values) -> String {
    format!("number {} ({})", at + 1, request.title())
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let cutter = request.extensions().get::<ConnectInfo<ConnectionCutter>>().map(|info| info.0.clone());
    let (parts, body) = request.into_parts();
    let Some(Address { host, path, .. }) = Address::of_path(parts.uri.path()) else {
        let message =
            "a replay has only the hosts of the platform: paths begin with /auth, /base, /api, /upload or /chat";
        return refusal(StatusCode::NOT_FOUND, message, &[]);
    };
    let Ok(body) = body::read(body, MAX_BODY).await else {
        return refusal(StatusCode::BAD_REQUEST, "the body is incomplete, or larger than 64 MiB", &[]);
    };
    let origin = address::origin(&parts.uri, &parts.headers, false).unwrap_or_else(|| shared.url.clone());
    let content = Content::of(&parts.headers, &body);
    let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = Values::of(&Wire {
        method: &parts.method,
        host,
        path,
        query: parts.uri.query().unwrap_or_default(),
        authorization: authorization.filter(|value| !value.is_empty()),
        is_form: is_form(&parts.headers),
        content: &content,
        origin: &origin,
    });
    match shared.find(&sent) {
        Ok(Recorded { response: Some(response), request }) => response.replayed(request, &sent, &origin),
        Ok(Recorded { response: None, .. }) => {
            if let Some(cutter) = cutter {
                cutter.cut(Hangup { reset: false });
            }
            Answer::new(Body::empty())
        }
        Err(missing) => refusal(StatusCode::BAD_REQUEST, &missing, &[]),
    }
}

impl Shared {
    /// The recorded request for a sent one, or why there is none.
    fn find(&self, sent: &Values) -> std::result::Result<&Recorded, String> {
        let progress = &mut *self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let equal = || self.recorded.iter().enumerate().filter(|(_, recorded)| recorded.request.fit(sent));
        let free = equal().find(|(at, _)| progress.used.get(*at) == Some(&false));
        if let Some((at, recorded)) = free {
            if let Some(used) = progress.used.get_mut(at) {
                *used = true;
            }
            return Ok(recorded);
        }
        let missing = match equal().count() {
            0 => self.nearest(sent),
            1 => format!("{} is in the recording once, and was asked for again", sent.title()),
            times => format!("{} is in the recording {times} times, and was asked for once more", sent.title()),
        };
        progress.missing.push(missing.clone());
        Err(missing)
    }

    fn nearest(&self, sent: &Values) -> String {
        let all = self.recorded.iter().enumerate();
        let Some((at, nearest)) = all.min_by_key(|(_, recorded)| recorded.request.distance(sent)) else {
            return format!("{} is not in the recording, which is empty", sent.title());
        };
        let differences = nearest.request.differences(sent);
        let mut texts: Vec<_> = differences.iter().take(MOST_DIFFERENCES).map(ToString::to_string).collect();
        if let Some(more) = differences.len().checked_sub(MOST_DIFFERENCES).filter(|more| *more > 0) {
            texts.push(format!("and {more} more"));
        }
        let nearest = named(at, &nearest.request);
        format!("{} is not in the recording; the nearest is {nearest}: {}", sent.title(), texts.join("; "))
    }
}

impl Response {
    /// The response for a request: with the address of the replay, and the `state` that was sent.
    fn replayed(&self, recorded: &Values, sent: &Values, origin: &str) -> Answer {
        let mut answer = Answer::new(Body::from(match std::str::from_utf8(&self.body) {
            Ok(text) if text.contains(ORIGIN) => Bytes::from(text.replace(ORIGIN, origin)),
            _ => self.body.clone(),
        }));
        *answer.status_mut() = self.status;
        *answer.headers_mut() = self.headers.clone();
        if let Some(location) = self.headers.get(header::LOCATION).and_then(|to| to.to_str().ok()) {
            let states = recorded.state().zip(sent.state());
            let location = with_state(&location.replace(ORIGIN, origin), states);
            if let Ok(location) = HeaderValue::from_str(&location) {
                answer.headers_mut().insert(header::LOCATION, location);
            }
        }
        answer
    }
}

/// An address with the sent `state` instead of the recorded one.
fn with_state(address: &str, states: Option<(&str, &str)>) -> String {
    let (Some((recorded, sent)), Some((place, query))) = (states, address.split_once('?')) else {
        return address.to_owned();
    };
    let mut new = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let is_state = name == "state" && value == recorded;
        new.append_pair(&name, if is_state { sent } else { &value });
    }
    format!("{place}?{}", new.finish())
}

fn invalid(reason: impl Into<String>) -> Error {
    Error::InvalidInput { field: "har".to_owned(), reason: reason.into() }
}

fn read(har: &[u8]) -> Result<Vec<Recorded>> {
    let document: Value = serde_json::from_slice(har).map_err(|e| invalid(format!("is not JSON: {e}")))?;
    let entries = document["log"]["entries"].as_array();
    let entries = entries.ok_or_else(|| invalid("is not an HTTP archive: it has no log.entries"))?;
    entries
        .iter()
        .enumerate()
        .map(|(at, entry)| read_entry(entry).map_err(|why| invalid(format!("log.entries[{at}]: {why}"))))
        .collect()
}

fn read_entry(entry: &Value) -> std::result::Result<Recorded, &'static str> {
    let (request, response) = (&entry["request"], &entry["response"]);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let method = text(&request["method"]).and_then(|method| Method::from_bytes(method.as_bytes()).ok());
    let method = method.ok_or("request.method is not a method")?;
    let url = text(&request["url"]).and_then(|url| Url::parse(&url).ok()).ok_or("request.url is not an address")?;
    let uri: Uri = url.as_str().parse().map_err(|_| "request.url is not an address")?;
    let address = Address::of(&uri, &HeaderMap::new()).ok_or("request.url leads to none of the platform's hosts")?;
    let headers = read_headers(&request["headers"]);
    let content = Content::read(request);
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let wire = Wire {
        method: &method,
        host: address.host,
        path: address.path,
        query: url.query().unwrap_or_default(),
        authorization: authorization.filter(|value| !value.is_empty()),
        is_form: is_form(&headers),
        content: &content,
        origin: ORIGIN,
    };
    let status = response["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or_default();
    let response = match StatusCode::from_u16(status) {
        Ok(status) => {
            let content = &response["content"];
            let body = text(&content["text"]).unwrap_or_default();
            let body = match content["encoding"].as_str() {
                Some("base64") => STANDARD.decode(body).map_err(|_| "response.content.text is not base64")?,
                _ => body.into_bytes(),
            };
            Some(Response { status, headers: read_headers(&response["headers"]), body: body.into() })
        }
        Err(_) => None,
    };
    Ok(Recorded { request: Values::of(&wire), response })
}

/// The headers that a message has again when it is sent. The body is not encoded any more.
fn read_headers(headers: &Value) -> HeaderMap {
    let mut read = HeaderMap::new();
    for header in headers.as_array().into_iter().flatten() {
        let (Some(name), Some(value)) = (header["name"].as_str(), header["value"].as_str()) else { continue };
        let name = name.to_ascii_lowercase();
        if is_of_connection(&name) || name == "content-encoding" || value == REDACTED {
            continue;
        }
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_str(value)) {
            read.append(name, value);
        }
    }
    read
}
