//! The ledger: every request with its result, repeated writes, and the credentials that each host received. Here
//! credentials and bodies are only hashes; the latest bodies are in [`recorded_messages`](crate::recorded_messages).

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use axum::http::header;
use axum::response::Response;
use chrono::{DateTime, Utc};
use open_platform::api::endpoints;
use open_platform::digest::{hex, sha256, short_sha256};
use open_platform::endpoint::{Endpoint, Host, RetryClass};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::body::{FORM, media_type};
use crate::dispatch::Exchange;
use crate::faults::Hangup;
use crate::recorded_messages::Recordings;
use crate::response::{OAuthError, PlatformResponse};
use crate::state::chat_media::UPLOAD_TOKEN_PREFIX;
use crate::world::World;

/// The number of requests that are kept. The oldest is removed first.
const MOST_REQUESTS: usize = 10_000;

/// Whether the access that a user granted was enough for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScopeCheck {
    /// It was.
    Passed,
    /// A scope or a permission of the key is missing, or the object is another user's: the answer is 403.
    Refused,
}

/// One request of the app.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RequestRecord {
    /// Number of the request in its world, from 1. The answer has it in `x-request-id`.
    pub number: i64,
    /// Its place in the order in which its world recorded requests, delivery attempts and events without a delivery. Unlike the
    /// number, it does not begin again after a reset.
    pub position: i64,
    /// The time of its arrival, on the world's clock.
    pub at: DateTime<Utc>,
    /// Name of the endpoint, such as `posts.get`, or none for an unknown path.
    pub endpoint: Option<String>,
    /// HTTP method.
    pub method: String,
    /// Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`.
    pub host: String,
    /// Path on that host, without the query.
    pub path: String,
    /// Status of the answer. 0 if a fault cut the connection before there was one.
    pub status: i64,
    /// Why it was refused: the message of the error answer, or the error of an authorization request.
    pub refusal: Option<String>,
    /// The replacement of a deprecated endpoint.
    pub replacement: Option<String>,
    /// Whether the endpoint is a write that is not idempotent.
    pub write: bool,
    /// Number of the fault rule that acted on it, if one did.
    pub fault: Option<i64>,
    /// Length of the body in bytes.
    pub body_bytes: i64,
    /// SHA-256 of the body, in hexadecimal digits.
    pub body_sha256: String,
    /// The header `traceparent`, if it came.
    pub traceparent: Option<String>,
    /// From its arrival to its answer, in milliseconds of the machine's clock.
    pub duration_ms: f64,
    /// Name of the user whose token or code it carried.
    pub user: Option<String>,
    /// Whether its access token was enough. Absent where no valid token was needed and sent.
    pub scope_check: Option<ScopeCheck>,
}

/// A write that was received more than once, with the same method, path, body and caller, so that it can have had its effect twice.
///
/// A request that was answered 401 or 429 does not count, because the platform has not acted on it. Neither does a call with an id of
/// the app, such as a payment: the platform acts on each id once at most.
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

/// The kind of a credential.
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

/// A credential that a host received.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub struct CredentialSighting {
    /// The host of the platform that received it: `auth`, `base`, `api`, `upload` or `chat`.
    pub host: String,
    /// The host name that the app used, such as `127.0.0.1:4010`.
    pub authority: String,
    /// The kind of the credential.
    pub credential: CredentialKind,
    /// The first 16 hexadecimal digits of its SHA-256.
    pub fingerprint: String,
    /// Whether the host may receive it. The upload host may receive none, and only the auth host the client's secrets.
    pub belongs: bool,
    /// How often the host received it.
    pub times: i64,
}

/// The ledgers of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    number: i64,
    requests: VecDeque<Row>,
    sightings: BTreeMap<(HostName, String, CredentialKind, String), i64>,
    /// The headers and bodies of the latest requests and responses.
    pub(crate) recordings: Recordings,
}

/// The name of a host, which can be sorted.
type HostName = &'static str;

#[derive(Clone, Debug)]
struct Row {
    record: RequestRecord,
    endpoint: Option<&'static Endpoint>,
    /// The error of the answer that the app received, if it was an OAuth error.
    oauth_error: Option<OAuthError>,
    /// Whether it was refused with 401 or 429 before the platform did anything: then a write may be sent again.
    was_refused: bool,
    /// Hash of the credentials, so that equal writes of two users are not duplicates.
    caller: String,
    /// When it arrived, on the machine's clock.
    started: Instant,
}

/// Whether a write with this status was not executed.
fn is_refusal(status: u16) -> bool {
    matches!(status, 401 | 429)
}

impl Ledger {
    /// The number of the next request, from 1.
    pub(crate) fn next_number(&mut self) -> i64 {
        self.number += 1;
        self.number
    }

    /// Records a request and the status of its response.
    fn record(&mut self, exchange: &Exchange, status: u16, position: i64) {
        let credentials = credentials(exchange);
        let mut caller = Sha256::new();
        for (kind, value) in &credentials {
            *self
                .sightings
                .entry((exchange.host.name(), exchange.authority.clone(), *kind, short_sha256(value)))
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
            position,
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
            body_sha256: sha256(&exchange.body),
            traceparent: exchange.headers.get("traceparent").and_then(|it| it.to_str().ok()).map(str::to_owned),
            duration_ms: milliseconds(exchange.started.elapsed()),
            user: exchange.user.clone(),
            scope_check: exchange.scope_check,
        };
        let (caller, was_refused) = (hex(&caller.finalize()), is_refusal(status));
        let row = Row { record, endpoint, oauth_error: None, was_refused, caller, started: exchange.started };
        self.requests.push_back(row);
    }

    /// The requests, oldest first.
    pub(crate) fn records(&self) -> impl DoubleEndedIterator<Item = &RequestRecord> {
        self.requests.iter().map(|row| &row.record)
    }

    /// The request with this number, if it is still kept.
    pub(crate) fn get(&self, number: i64) -> Option<&RequestRecord> {
        self.records().rev().find(|record| record.number == number)
    }

    /// Records a request and its response, with the reason of a refusal.
    pub(crate) fn record_response(&mut self, exchange: &Exchange, response: &PlatformResponse, position: i64) {
        self.record(exchange, response.status, position);
        self.recordings.add(exchange, Some(response));
        let reason = response.refusal.clone().or_else(|| {
            let refused = response.status >= 400;
            let document: serde_json::Value = refused.then(|| serde_json::from_slice(&response.body).ok())??;
            let reason = ["message", "error_description"].into_iter().find_map(|member| document.get(member)?.as_str());
            reason.map(str::to_owned)
        });
        if let Some(row) = self.requests.back_mut() {
            row.record.refusal = reason;
            row.oauth_error = response.oauth_error();
        }
    }

    /// Records a request that a fault rule answered.
    pub(crate) fn record_fault(&mut self, exchange: &Exchange, rule: i64, response: &Response, position: i64) {
        self.record(exchange, response.status().as_u16(), position);
        self.recordings.add(exchange, None);
        self.note_fault(exchange.number, rule, response, true);
    }

    /// Records that a fault rule acted on a recorded request, and the final status; 0 for a cut connection. A body that was
    /// changed is not kept.
    pub(crate) fn note_fault(&mut self, number: i64, rule: i64, response: &Response, changes_body: bool) {
        let cut = response.extensions().get::<Hangup>().is_some();
        let status = if cut { 0 } else { response.status().as_u16() };
        if let Some(row) = self.requests.iter_mut().rev().find(|row| row.record.number == number) {
            row.record.fault = Some(rule);
            row.oauth_error = response.extensions().get().cloned();
            row.record.status = i64::from(status);
            row.record.duration_ms = milliseconds(row.started.elapsed());
        }
        self.recordings.replace_response(number, response.headers(), changes_body);
    }

    fn duplicates(&self) -> Vec<DuplicateWrite> {
        let mut groups: BTreeMap<(&str, &str, &str, &str), Vec<i64>> = BTreeMap::new();
        for Row { record, endpoint, was_refused, caller, .. } in &self.requests {
            // As `RetryClass` says, such a write may be sent again.
            let is_harmless = |endpoint: &Endpoint| endpoint.retry == RetryClass::WithId || *was_refused;
            if let Some(endpoint) = endpoint.filter(|endpoint| endpoint.is_write() && !is_harmless(endpoint)) {
                let key = (endpoint.name, record.path.as_str(), record.body_sha256.as_str(), caller.as_str());
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

/// A view of the ledger of a world, for tests.
#[derive(Clone, Debug, Default)]
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

    /// The repeated writes.
    pub fn duplicates(&self) -> Vec<DuplicateWrite> {
        self.ledger.duplicates()
    }

    /// The refreshes whose answer says that the grant has ended: `invalid_grant`.
    pub fn ended_grants(&self) -> Vec<RequestRecord> {
        let is_end = |row: &&Row| {
            let is_refresh = row.endpoint.is_some_and(|endpoint| endpoint.name == endpoints::OAUTH_REFRESH.name);
            is_refresh && row.oauth_error.as_ref().is_some_and(|error| error.0 == "invalid_grant")
        };
        self.ledger.requests.iter().filter(is_end).map(|row| row.record.clone()).collect()
    }

    /// The credentials that each host received.
    pub fn credentials(&self) -> Vec<CredentialSighting> {
        self.ledger.sightings()
    }

    /// The credentials that were sent to a host that must not receive them. Should be empty.
    pub fn misplaced_credentials(&self) -> Vec<CredentialSighting> {
        self.ledger.sightings().into_iter().filter(|sighting| !sighting.belongs).collect()
    }
}

impl LedgerView {
    /// The same without the recorded bodies.
    pub(crate) fn without_bodies(mut self) -> Self {
        self.ledger.recordings = Recordings::default();
        self
    }

    /// The part that is newer than an older state of the same ledger.
    pub(crate) fn since(mut self, older: &Ledger) -> Self {
        let known = older.requests.back().map_or(0, |row| row.record.position);
        self.ledger.requests.retain(|row| row.record.position > known);
        self.ledger.sightings.retain(|key, times| {
            *times -= older.sightings.get(key).copied().unwrap_or_default();
            *times > 0
        });
        self
    }
}

impl World {
    /// The ledger of this world.
    pub fn ledger(&self) -> LedgerView {
        LedgerView { ledger: self.inner.lock().ledger.clone() }
    }

    /// The requests that were recorded after this position, in the order of their positions; the latest 10,000 at most.
    pub fn requests_after(&self, position: i64) -> Vec<RequestRecord> {
        let state = self.inner.lock();
        let rows = &state.ledger.requests;
        let known = rows.partition_point(|row| row.record.position <= position);
        rows.range(known..).map(|row| row.record.clone()).collect()
    }
}

/// The upload host receives no credential, and the upload host of chats only upload tokens. The client's secrets and the refresh token
/// are sent to the auth host only, where `code` holds the current access token (docs/platform.md#token-exchange, #token-refresh,
/// #image-upload).
fn belongs(host: &str, credential: CredentialKind) -> bool {
    match credential {
        CredentialKind::ApiKey => host == Host::Base.name() || host == Host::Api.name(),
        CredentialKind::AccessToken => host != Host::Upload.name() && host != Host::Chat.name(),
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
        if exchange.host == Host::Chat && token.starts_with(UPLOAD_TOKEN_PREFIX) {
            continue;
        }
        found.push((CredentialKind::AccessToken, token.to_owned()));
    }
    if media_type(&exchange.headers) == FORM {
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

/// A duration in milliseconds, to the microsecond.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests;
