//! Reading a response: a typed result, or an [`Error`].

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue};

use super::request::{X_REQUEST_ID, address};
use super::{Call, CallResponse, Caller, OutgoingCall};
use crate::config::CallOptions;
use crate::digest::short_sha256;
use crate::endpoint::{Credentials, Endpoint, Host, RetryClass};
use crate::error::{
    AmbiguousOutcome, ApiError, ApiErrorKind, DecodeError, Error, Quota, Result, TransportError, TransportErrorKind,
    sanitize,
};
use crate::gateway_reply;
use crate::id::{Phone, UserId};
use crate::json::{self, FieldIssue, Json, ReceivedBody, Unreadable, received, without_mark};
use crate::model::asset::SubmitSchema;
use crate::model::chat::{ChatUploadToken, ConversationRecord, UploadedChatMedia};
use crate::model::image::UploadedImage;
use crate::model::own_post::{UploadedPostImage, UploadedPostVideo};
use crate::model::payment::TransactionResponse;
use crate::model::post::Post;
use crate::model::user::{PhoneNumbers, UserIdResponse};
use crate::policy::{self, AttemptOutcome};
use crate::scope::unless_granted;
use crate::transport::{Failure, Response};

/// Most characters of a platform message in an error.
const MAX_MESSAGE: usize = 1_000;
/// The fields of a token request that are no secrets.
const PUBLIC_FIELDS: [&str; 3] = ["client_id", "grant_type", "redirect_uri"];
/// Largest error response whose details are kept in the error, in bytes.
const MAX_DETAILS: usize = 16 * 1024;
/// The reason for a member that the platform always sends and that is not there.
const MISSING: &str = "is missing";

// These responses are decode errors without the member that identifies their value: `{}` is not a post. They are those of
// reads, and of writes that are useless without their result. Any other member of a response may be missing
// (docs/platform.md#reading-11), and the members of a user depend on the scopes.
received!(ChatUploadToken, identified("token", |it: &ChatUploadToken| it.token.is_empty()));
received!(ConversationRecord, identify_conversation);
received!(PhoneNumbers, identify_numbers);
received!(SubmitSchema, identify_schema);
received!(TransactionResponse, identified("transaction.id", |it: &TransactionResponse| it.transaction.id.is_empty()));
received!(UploadedChatMedia, identified("id", |it: &UploadedChatMedia| it.media_token.is_empty()));
received!(UploadedImage, identified("image_name", |it: &UploadedImage| it.image_name.as_str().is_empty()));
received!(UploadedPostImage, identified("path", |it: &UploadedPostImage| it.path.is_empty()));
received!(UploadedPostVideo, identified("video_name", |it: &UploadedPostVideo| it.video_name.is_empty()));
received!(
    UserIdResponse,
    identified("user_id", |it: &UserIdResponse| it.user_id.as_ref().map_or("", UserId::as_str).is_empty())
);

/// Refuses a response without its id, which is the member `path`.
fn identified<T>(path: &'static str, is_missing: fn(&T) -> bool) -> impl FnOnce(T) -> Result<T, Unreadable> {
    move |value| if is_missing(&value) { Err(without(path, &[])) } else { Ok(value) }
}

/// Posts are read most often and are large, so this is compiled in the binding crate, which is optimized for speed
/// (`profile.release` in Cargo.toml).
impl ReceivedBody for Post {
    #[inline]
    fn from_json(body: &[u8]) -> Result<Self, Unreadable> {
        let post: Self = json::read(body)?;
        if post.token.as_str().is_empty() { Err(without("token", &post.issues)) } else { Ok(post) }
    }
}

/// A conversation that was left out because of another of its members is named in the issues already.
fn identify_conversation(mut record: ConversationRecord) -> Result<ConversationRecord, Unreadable> {
    let other = |issue: &FieldIssue| issue.path.starts_with("conversation.") && issue.path != "conversation.id";
    if record.conversation.id.as_str().is_empty() && !record.issues.iter().any(other) {
        return Err(without("conversation.id", &record.issues));
    }
    for (index, message) in record.messages.iter().enumerate() {
        if message.id.is_empty() {
            record.issues.push(FieldIssue { path: format!("messages[{index}].id"), reason: MISSING.to_owned() });
        }
    }
    Ok(record)
}

/// Numbers that were sent but cannot be read are not the same as none. A response in the newer form has one number
/// (docs/platform.md#contradiction-11), which is in the list then, too.
fn identify_numbers(mut numbers: PhoneNumbers) -> Result<PhoneNumbers, Unreadable> {
    if numbers.issues.iter().any(|issue| issue.path == "phone_numbers") {
        return Err(without("phone_numbers", &numbers.issues));
    }
    if numbers.phone_numbers.is_empty()
        && let Some(number) = numbers.extra.get("phone_number")
    {
        let one: Option<Phone> = number.to().map_err(|_| Unreadable::at("phone_number", "is not a text"))?;
        numbers.phone_numbers.extend(one.filter(|number| !number.as_str().is_empty()));
    }
    Ok(numbers)
}

fn identify_schema(form: SubmitSchema) -> Result<SubmitSchema, Unreadable> {
    match form.schema == Json::default() {
        true => Err(without("schema", &form.issues)),
        false => Ok(form.with_unchecked_rules_noted()),
    }
}

/// Why a document without the member `path` cannot be read: the member is missing, or its value was left out.
#[cold]
fn without(path: &str, issues: &[FieldIssue]) -> Unreadable {
    match issues.iter().find(|issue| path.starts_with(issue.path.as_str())) {
        Some(issue) => Unreadable::at(&issue.path, &issue.reason),
        None => Unreadable::at(path, MISSING),
    }
}

impl Caller {
    /// Makes a call without a user, or returns its cached response if that is younger than `asset_max_age`. Only a response
    /// that can be read is cached.
    pub(crate) async fn call_cached<T: ReceivedBody>(&self, call: Call, options: &CallOptions) -> Result<T> {
        let max_age = self.config.plain.asset_max_age.unwrap_or_default();
        let address = address(self.config.base(call.endpoint.host), call.endpoint.path, &call.segments, &call.query)?;
        if let Some(body) = self.responses.get(&address, max_age, self.clock.now())
            && let Ok(value) = T::from_json(&body)
        {
            return Ok(value);
        }
        let reply = self.call(call, options).await?;
        let value = reply.decode()?;
        self.responses.put(address, reply.body, max_age, self.clock.now());
        Ok(value)
    }
}

impl CallResponse {
    /// Reads the body.
    ///
    /// # Errors
    /// [`Error::Decode`] with the path, also for an empty body, and for one without the member that identifies the
    /// value.
    pub(crate) fn decode<T: ReceivedBody>(&self) -> Result<T> {
        if self.body.is_empty() {
            return Err(self.unreadable(".".into(), "the response is empty".into()));
        }
        T::from_json(&self.body).map_err(|unreadable| self.unreadable(unreadable.path, unreadable.reason))
    }

    /// Reads an optional body. The platform also returns success with an empty body, or with one that is not JSON
    /// (docs/platform.md#reading-11). The call has succeeded nevertheless.
    pub(crate) fn decode_or_default<T: ReceivedBody + Default>(&self) -> Result<T> {
        if is_no_result(&self.body) || !is_json(&self.headers, &self.body) { Ok(T::default()) } else { self.decode() }
    }

    pub(crate) fn unreadable(&self, path: String, reason: String) -> Error {
        DecodeError {
            endpoint: self.endpoint.to_owned(),
            path,
            reason,
            status: self.status,
            request_id: self.request_id.clone(),
            attempts: self.attempts,
        }
        .into()
    }
}

/// Whether a body is empty, `null` or an empty list: the result of a write that succeeded and has nothing to return.
pub(crate) fn is_no_result(body: &[u8]) -> bool {
    matches!(without_mark(body).trim_ascii(), b"" | b"null" | b"[]")
}

fn has_type(headers: &HeaderMap, media_type: &[u8]) -> bool {
    let start = headers.get(CONTENT_TYPE).and_then(|value| value.as_bytes().get(..media_type.len()));
    start.is_some_and(|start| start.eq_ignore_ascii_case(media_type))
}

fn is_json(headers: &HeaderMap, body: &[u8]) -> bool {
    has_type(headers, b"application/json") || without_mark(body).trim_ascii_start().starts_with(b"{")
}

fn is_page(response: &Response) -> bool {
    has_type(&response.headers, b"text/html") || response.body.trim_ascii_start().starts_with(b"<")
}

/// The `Retry-After` of a response.
pub(crate) fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    policy::retry_after(headers.get(RETRY_AFTER)?.to_str().ok()?, now)
}

/// The quota that is used up, according to a response.
pub(super) fn quota(response: &Response) -> Option<Quota> {
    if response.status == 429 { Quota::find(without_mark(&response.body)) } else { None }
}

impl OutgoingCall<'_> {
    /// The response as a reply for the caller.
    pub(super) fn reply(&self, response: Response) -> CallResponse {
        CallResponse {
            endpoint: self.endpoint.name,
            status: response.status,
            request_id: Some(self.request_id(&response.headers)),
            headers: response.headers,
            body: response.body,
            attempts: self.attempts,
        }
    }

    pub(super) fn request_id(&self, headers: &HeaderMap) -> String {
        // As in a message, control characters are removed before the search for secrets, and the id is cut after it.
        let id = headers.get(X_REQUEST_ID).and_then(|value| value.to_str().ok()).map(|id| sanitize(id, usize::MAX));
        let id = id.filter(|id| !(id.is_empty() || self.credentials().iter().any(|secret| id.contains(secret))));
        id.map_or_else(|| self.request_id.clone(), |id| sanitize(&id, 128))
    }

    /// The outcome of an attempt, for the decision about a retry.
    pub(super) fn outcome(&self, result: &Result<Response, Failure>) -> AttemptOutcome {
        match result {
            Ok(response) => AttemptOutcome::Response {
                status: response.status,
                // A daily quota is not restored during a call.
                retry_after: match quota(response) {
                    Some(Quota::Day) => Some(Duration::MAX),
                    _ => retry_after(&response.headers, self.caller.clock.now()),
                },
            },
            Err(failure) if !failure.may_have_arrived => AttemptOutcome::NotSent,
            Err(failure) if failure.kind == TransportErrorKind::Interrupted => AttemptOutcome::Interrupted,
            Err(_) => AttemptOutcome::Unusable,
        }
    }

    /// The error for a response that is not a success.
    pub(super) fn response_error(&self, response: &Response) -> Error {
        if (300..400).contains(&response.status) {
            return self.transport_error(self.with_location(Failure {
                kind: TransportErrorKind::Redirect,
                may_have_arrived: true,
                reason: format!("the platform answered {} with a redirect, which is not followed", response.status),
            }));
        }
        let mut error = api_error(self.endpoint, response, &self.credentials());
        error.request_id = Some(self.request_id(&response.headers));
        error.retry_after = retry_after(&response.headers, self.caller.clock().now());
        error.attempts = self.attempts;
        if error.kind == ApiErrorKind::MissingScope {
            let granted = self.provider.as_ref().map(|provider| provider.scopes()).unwrap_or_default();
            error.needs_scopes = unless_granted(self.endpoint.scopes_at(&self.url), &granted);
        }
        if self.caller.backend.is_some() && self.bearer.is_some() {
            gateway_reply::explain(&mut error, &response.headers);
        }
        error.into()
    }

    /// The error for a call that is not sent, because the daily quota is used up until then.
    pub(super) fn daily_quota_error(&self, until: DateTime<Utc>, now: DateTime<Utc>) -> Error {
        let until_text = until.to_rfc3339_opts(SecondsFormat::Secs, true);
        ApiError {
            message: format!(
                "the daily quota is used up: the request was not sent, and no request to this endpoint is sent before {until_text}"
            ),
            retry_after: (until - now).to_std().ok(),
            quota: Some(Quota::Day),
            ..error_of_status(self.endpoint, 429)
        }
        .into()
    }

    /// The error for a call without a usable response.
    pub(super) fn transport_error(&self, failure: Failure) -> Error {
        TransportError {
            kind: failure.kind,
            reason: failure.reason,
            endpoint: self.endpoint.name.to_owned(),
            request_id: Some(self.request_id.clone()),
            attempts: self.attempts,
        }
        .into()
    }

    /// Refuses the success of a write that the platform has probably not sent: a page of a proxy. If the write may be repeated
    /// because it has an id, every text but JSON is refused, because such a write moves money.
    pub(super) fn not_of_a_proxy(&self, response: Response) -> Result<Response, Failure> {
        let is_write = self.endpoint.is_in_table() && self.endpoint.is_write();
        let is_answer = || is_no_result(&response.body) || is_json(&response.headers, &response.body);
        let is_accepted = || is_answer() || (self.retry != RetryClass::WithId && !is_page(&response));
        if !is_write || !(200..300).contains(&response.status) || is_accepted() {
            return Ok(response);
        }
        let reason = format!("the platform answered {}, but {}", response.status, non_json_message(&response));
        Err(Failure { kind: TransportErrorKind::Interrupted, may_have_arrived: true, reason })
    }

    /// The error for a write whose outcome is unknown.
    pub(super) fn ambiguous_outcome(&self, result: Result<Response, Failure>, sent_at: DateTime<Utc>) -> Error {
        let (reason, status, request_id) = match result {
            Ok(response) => (
                format!("the platform answered {}", response.status),
                Some(response.status),
                self.request_id(&response.headers),
            ),
            Err(it) => (it.reason, self.status.filter(|_| it.may_have_arrived), self.request_id.clone()),
        };
        AmbiguousOutcome {
            endpoint: self.endpoint.name.to_owned(),
            reason,
            status,
            request_id: Some(request_id),
            sent_at,
            fingerprint: short_sha256(&self.body),
            attempts: self.attempts,
            has_id: self.retry == RetryClass::WithId,
        }
        .into()
    }

    /// The credentials of the call: those in its headers, and those in the form of a token request. A server may echo them, and they
    /// must not appear in errors or logs.
    fn credentials(&self) -> Vec<String> {
        let text = |value: &HeaderValue| value.to_str().ok().map(|t| t.trim_start_matches("Bearer ").to_owned());
        let headers = [&self.api_key, &self.bearer].into_iter().flatten().filter_map(text);
        let form = if self.endpoint.host == Host::Auth { &*self.body } else { &[] };
        let fields = url::form_urlencoded::parse(form).filter(|(name, _)| !PUBLIC_FIELDS.contains(&&**name));
        headers.chain(fields.map(|(_, value)| value.into_owned())).filter(|secret| !secret.is_empty()).collect()
    }
}

/// The error for a response with this status, without what its body and headers say.
fn error_of_status(endpoint: &Endpoint, status: u16) -> ApiError {
    ApiError {
        kind: ApiErrorKind::from_status(status),
        status,
        code: None,
        message: String::new(),
        details: Vec::new(),
        endpoint: endpoint.name.to_owned(),
        request_id: None,
        retry_after: None,
        quota: None,
        max_total_calls: None,
        attempts: 0,
        needs_scopes: Vec::new(),
        needs_permission: None,
        unauthorized: match endpoint.credentials {
            Credentials::None => "",
            Credentials::UploadToken => ". The upload token is no longer valid: call again, each call makes a new one",
            _ => ". Check the API key; in a call of a user, ask the user to log in again",
        },
    }
}

/// Reads an error response of any form: RPC status, OAuth error, HTML of a gateway, or nothing
/// (docs/platform.md#errors). The error contains none of `secrets`.
fn api_error(endpoint: &Endpoint, response: &Response, secrets: &[String]) -> ApiError {
    let mut error = error_of_status(endpoint, response.status);
    error.quota = quota(response);
    error.max_total_calls = endpoint.max_total_calls.filter(|_| error.kind == ApiErrorKind::RateLimited);
    error.needs_permission =
        endpoint.permission.filter(|_| error.kind == ApiErrorKind::MissingScope).map(str::to_owned);
    match serde_json::from_slice::<HashMap<String, Json>>(without_mark(&response.body)) {
        Ok(members) => {
            let text = |name: &str| members.get(name).and_then(|value| value.to::<String>().ok());
            error.code = members.get("code").and_then(|code| code.to().ok());
            error.message = match (text("error"), text("message").or_else(|| text("error_description"))) {
                (Some(word), Some(message)) => format!("{word}: {message}"),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => String::new(),
            };
            if response.body.len() <= MAX_DETAILS {
                error.details = members.get("details").and_then(|details| details.to().ok()).unwrap_or_default();
            }
        }
        Err(_) => error.message = non_json_message(response).to_owned(),
    }
    // Control characters are removed before the search for secrets, because their removal may create a secret.
    error.message = sanitize(&error.message, usize::MAX);
    // JSON, also that inside of a text, escapes two of the characters that a secret may have with a backslash.
    let unescaped = |text: &str| text.replace('\\', "");
    for secret in secrets {
        let written = serde_json::Value::from(secret.as_str()).to_string();
        error.details.retain(|detail| !unescaped(&detail.value().to_string()).contains(&unescaped(secret)));
        error.message = error.message.replace(secret, "***").replace(&written[1..written.len() - 1], "***");
    }
    // The text is cut after the search, because a part of a secret would not be found.
    error.message = sanitize(&error.message, MAX_MESSAGE);
    error
}

/// The message for an error response that is not a JSON object. It does not contain the body, which is often a long
/// page.
fn non_json_message(response: &Response) -> &'static str {
    match () {
        () if response.body.trim_ascii().is_empty() => "the response has no body",
        () if is_page(response) => "the response is an HTML page, probably of a gateway in front of the platform",
        () => "the response is not a JSON object",
    }
}

#[cfg(test)]
mod tests;
