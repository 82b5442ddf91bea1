//! What came in: every request with its outcome, writes that came twice, and which host saw which credential. No
//! credential and no body is kept, only hashes.

use std::collections::{BTreeMap, VecDeque};

use axum::http::header;
use axum::response::Response;
use chrono::{DateTime, Utc};
use open_platform::endpoint::Host;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::answer::Answer;
use crate::dispatch::Exchange;
use crate::faults::Hangup;
use crate::world::World;

/// How many requests are kept; the oldest is forgotten.
const MOST_REQUESTS: usize = 10_000;

/// One request of the app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RequestRecord {
    /// Counts the requests of the world, from 1. The answer carries it as `x-request-id`.
    pub number: i64,
    /// When it arrived, in the world's time.
    pub at: DateTime<Utc>,
    /// Name of the endpoint, such as `posts.get`, or none for a path that the platform does not have.
    pub endpoint: Option<String>,
    /// HTTP method.
    pub method: String,
    /// Which of the platform's hosts: `auth`, `base`, `api` or `upload`.
    pub host: String,
    /// Path on that host, without the query.
    pub path: String,
    /// Status of the answer. 0 if a fault cut the connection before there was one.
    pub status: i64,
    /// Why it was refused: the message of an error answer, which names a missing scope or permission, or what was wrong
    /// with an authorization request.
    pub refusal: Option<String>,
    /// What the endpoint is deprecated for, if it is: the name of its replacement.
    pub replacement: Option<String>,
    /// Whether the endpoint changes something that a second call would do twice.
    pub write: bool,
    /// Number of the fault rule that acted on it, if one did.
    pub fault: Option<i64>,
    /// Length of the body in bytes.
    pub body_bytes: i64,
    /// SHA-256 of the body, in hexadecimal digits.
    pub body_sha256: String,
}

/// A write that came more than once, with equal method, path, body and caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DuplicateWrite {
    /// Name of the endpoint.
    pub endpoint: String,
    /// Path on its host.
    pub path: String,
    /// SHA-256 of the body, in hexadecimal digits.
    pub body_sha256: String,
    /// Numbers of the requests, at least two.
    pub requests: Vec<i64>,
}

/// What kind of credential was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CredentialKind {
    /// The header `x-api-key`.
    ApiKey,
    /// The header `Authorization`, or the member `code` of a refresh.
    AccessToken,
    /// The member `refresh_token` of a form.
    RefreshToken,
    /// The member `client_secret` of a form.
    ClientSecret,
    /// The member `code` of an exchange.
    AuthorizationCode,
}

/// A credential that reached a host.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub struct CredentialSighting {
    /// Which of the platform's hosts saw it: `auth`, `base`, `api` or `upload`.
    pub host: String,
    /// The name by which the app reached it, such as `127.0.0.1:4010`.
    pub authority: String,
    /// What it was.
    pub credential: CredentialKind,
    /// The first 16 hexadecimal digits of its SHA-256: enough to tell two apart.
    pub fingerprint: String,
    /// Whether it belongs there. The upload host must see none, and only the auth host the client's secrets.
    pub belongs: bool,
    /// How often it was seen there.
    pub times: i64,
}

/// The ledgers of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    number: i64,
    requests: VecDeque<Row>,
    sightings: BTreeMap<(HostName, String, CredentialKind, String), i64>,
}

/// The name of a host, which has an order.
type HostName = &'static str;

#[derive(Clone, Debug)]
struct Row {
    record: RequestRecord,
    /// Hash of the credentials, so that two users who write the same are no duplicate.
    caller: String,
}

impl Ledger {
    /// The number of the next request, from 1.
    pub(crate) fn next_number(&mut self) -> i64 {
        self.number += 1;
        self.number
    }

    /// Notes a request and the status of its answer.
    fn record(&mut self, exchange: &Exchange, status: u16) {
        let credentials = credentials(exchange);
        let mut caller = Sha256::new();
        for (kind, value) in &credentials {
            *self
                .sightings
                .entry((exchange.host.name(), exchange.authority.clone(), *kind, fingerprint(value)))
                .or_default() += 1;
            caller.update(value);
            caller.update([0]);
        }
        if self.requests.len() >= MOST_REQUESTS {
            self.requests.pop_front();
        }
        let endpoint = exchange.endpoint;
        let record = RequestRecord {
            number: exchange.number,
            at: exchange.at,
            endpoint: endpoint.map(|row| row.name.to_owned()),
            method: exchange.method.to_string(),
            host: exchange.host.name().to_owned(),
            path: exchange.path.clone(),
            status: i64::from(status),
            refusal: None,
            replacement: endpoint.and_then(|row| row.replacement()).map(str::to_owned),
            write: endpoint.is_some_and(|row| row.is_write()),
            fault: None,
            body_bytes: i64::try_from(exchange.body.len()).unwrap_or(i64::MAX),
            body_sha256: hex(&Sha256::digest(&exchange.body)),
        };
        self.requests.push_back(Row { record, caller: hex(&caller.finalize()) });
    }

    /// Notes a request and its answer, with the reason if it is a refusal.
    pub(crate) fn record_answer(&mut self, exchange: &Exchange, answer: &Answer) {
        self.record(exchange, answer.status);
        let reason = answer.refusal.clone().or_else(|| {
            let refused = answer.status >= 400;
            let document: serde_json::Value = refused.then(|| serde_json::from_slice(&answer.body).ok())??;
            let reason = ["message", "error_description"].into_iter().find_map(|member| document.get(member)?.as_str());
            reason.map(str::to_owned)
        });
        if let Some(row) = self.requests.back_mut() {
            row.record.refusal = reason;
        }
    }

    /// Notes a request that a fault rule answered in the platform's place.
    pub(crate) fn record_fault(&mut self, exchange: &Exchange, rule: i64, response: &Response) {
        self.record(exchange, 0);
        self.note_fault(exchange.number, rule, response);
    }

    /// Notes that a fault rule acted on a request that is already recorded, and the status the app saw in the end;
    /// 0 for a cut connection.
    pub(crate) fn note_fault(&mut self, number: i64, rule: i64, response: &Response) {
        let cut = response.extensions().get::<Hangup>().is_some();
        let status = if cut { 0 } else { response.status().as_u16() };
        if let Some(row) = self.requests.iter_mut().rev().find(|row| row.record.number == number) {
            row.record.fault = Some(rule);
            row.record.status = i64::from(status);
        }
    }

    fn duplicates(&self) -> Vec<DuplicateWrite> {
        let mut groups: BTreeMap<(&str, &str, &str, &str), Vec<i64>> = BTreeMap::new();
        for Row { record, caller } in &self.requests {
            if let (true, Some(endpoint)) = (record.write, &record.endpoint) {
                let key = (endpoint.as_str(), record.path.as_str(), record.body_sha256.as_str(), caller.as_str());
                groups.entry(key).or_default().push(record.number);
            }
        }
        groups
            .into_iter()
            .filter(|(_, requests)| requests.len() > 1)
            .map(|((endpoint, path, hash, _), requests)| DuplicateWrite {
                endpoint: endpoint.to_owned(),
                path: path.to_owned(),
                body_sha256: hash.to_owned(),
                requests,
            })
            .collect()
    }

    fn sightings(&self) -> Vec<CredentialSighting> {
        self.sightings
            .iter()
            .map(|((host, authority, credential, fingerprint), times)| CredentialSighting {
                host: (*host).to_owned(),
                authority: authority.clone(),
                credential: *credential,
                fingerprint: fingerprint.clone(),
                belongs: belongs(host, *credential),
                times: *times,
            })
            .collect()
    }
}

/// What a test can ask about the requests of its app.
#[derive(Clone, Debug)]
pub struct LedgerView {
    ledger: Ledger,
}

impl LedgerView {
    /// The latest 10,000 requests, oldest first.
    pub fn requests(&self) -> Vec<RequestRecord> {
        self.ledger.requests.iter().map(|row| row.record.clone()).collect()
    }

    /// The requests to one endpoint, such as `oauth.refresh`.
    pub fn requests_to(&self, endpoint: &str) -> Vec<RequestRecord> {
        self.requests().into_iter().filter(|request| request.endpoint.as_deref() == Some(endpoint)).collect()
    }

    /// The requests to deprecated endpoints.
    pub fn deprecated(&self) -> Vec<RequestRecord> {
        self.requests().into_iter().filter(|request| request.replacement.is_some()).collect()
    }

    /// The writes that came more than once.
    pub fn duplicates(&self) -> Vec<DuplicateWrite> {
        self.ledger.duplicates()
    }

    /// Which host saw which credential.
    pub fn credentials(&self) -> Vec<CredentialSighting> {
        self.ledger.sightings()
    }

    /// The credentials that reached a host where they do not belong. Should be empty.
    pub fn misplaced_credentials(&self) -> Vec<CredentialSighting> {
        self.ledger.sightings().into_iter().filter(|sighting| !sighting.belongs).collect()
    }
}

impl World {
    /// What came in until now.
    pub fn ledger(&self) -> LedgerView {
        LedgerView { ledger: self.inner.lock().ledger.clone() }
    }
}

/// The upload host gets no credential; the client's secrets and the refresh token go to the auth host alone, where the
/// current access token stands in `code` (docs/platform.md#token-exchange, #token-refresh, #image-upload).
fn belongs(host: &str, credential: CredentialKind) -> bool {
    match credential {
        CredentialKind::ApiKey => host == Host::Base.name() || host == Host::Api.name(),
        CredentialKind::AccessToken => host != Host::Upload.name(),
        CredentialKind::RefreshToken | CredentialKind::ClientSecret | CredentialKind::AuthorizationCode => {
            host == Host::Auth.name()
        }
    }
}

fn credentials(exchange: &Exchange) -> Vec<(CredentialKind, String)> {
    let mut found = Vec::new();
    if let Some(key) = exchange.headers.get("x-api-key") {
        found.push((CredentialKind::ApiKey, String::from_utf8_lossy(key.as_bytes()).into_owned()));
    }
    for value in exchange.headers.get_all(header::AUTHORIZATION) {
        let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        let token = value.split_once(' ').map_or(value.as_str(), |(_, token)| token);
        found.push((CredentialKind::AccessToken, token.to_owned()));
    }
    let is_form = exchange
        .headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/x-www-form-urlencoded"));
    if is_form {
        let refreshes = exchange.form("grant_type").as_deref() == Some("refresh_token");
        let code = if refreshes { CredentialKind::AccessToken } else { CredentialKind::AuthorizationCode };
        for (member, kind) in [
            ("client_secret", CredentialKind::ClientSecret),
            ("code", code),
            ("refresh_token", CredentialKind::RefreshToken),
        ] {
            found.extend(exchange.form(member).filter(|value| !value.is_empty()).map(|value| (kind, value)));
        }
    }
    found
}

fn fingerprint(value: &str) -> String {
    let mut digits = hex(&Sha256::digest(value));
    digits.truncate(16);
    digits
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, Method};
    use bytes::Bytes;
    use open_platform::api::endpoints;
    use open_platform::endpoint::Endpoint;

    use super::*;
    use crate::routes::Params;

    fn exchange(number: i64, endpoint: &'static Endpoint, body: &'static str, token: &str) -> Exchange {
        let mut headers = HeaderMap::new();
        headers.insert("x-api-key", "key".parse().unwrap());
        headers.insert(header::AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
        Exchange {
            number,
            at: DateTime::UNIX_EPOCH,
            endpoint: Some(endpoint),
            host: endpoint.host,
            method: Method::POST,
            path: endpoint.path.to_owned(),
            params: Params::default(),
            query: String::new(),
            headers,
            body: Bytes::from_static(body.as_bytes()),
            authority: "127.0.0.1:1".into(),
        }
    }

    #[test]
    fn a_write_is_a_duplicate_only_with_the_same_body_and_caller() {
        let mut ledger = Ledger::default();
        for (number, body, token) in [(1, "{}", "a"), (2, "{}", "b"), (3, "{ }", "a"), (4, "{}", "a")] {
            ledger.record(&exchange(number, endpoints::CONVERSATIONS_SEND, body, token), 200);
        }
        ledger.record(&exchange(5, endpoints::POSTS_GET, "", "a"), 200);
        ledger.record(&exchange(6, endpoints::POSTS_GET, "", "a"), 200);
        let duplicates = ledger.duplicates();
        assert_eq!(duplicates.len(), 1);
        assert_eq!(duplicates[0].requests, [1, 4]);
    }

    #[test]
    fn a_credential_at_the_upload_host_does_not_belong_there() {
        let mut ledger = Ledger::default();
        ledger.record(&exchange(1, endpoints::POSTS_GET, "", "a"), 200);
        assert!(ledger.sightings().iter().all(|sighting| sighting.belongs));
        ledger.record(&exchange(2, endpoints::IMAGES_UPLOAD, "", "a"), 200);
        let view = LedgerView { ledger };
        let misplaced = view.misplaced_credentials();
        assert_eq!(misplaced.len(), 2);
        assert!(misplaced.iter().all(|sighting| sighting.host == "upload"));
        assert!(!format!("{view:?}").contains("Bearer"));
    }

    #[test]
    fn a_refusal_keeps_its_reason() {
        let mut ledger = Ledger::default();
        let refused: Answer = crate::answer::Refusal::not_found("no such post").into();
        ledger.record_answer(&exchange(1, endpoints::LEGACY_EVENTS_LISTEN, "", "a"), &refused);
        let record = LedgerView { ledger }.deprecated().remove(0);
        assert_eq!((record.status, record.refusal.as_deref()), (404, Some("no such post")));
        assert_eq!(record.replacement.as_deref(), Some("events.subscribe"));
    }
}
