//! The effects of faults on a request and its response. Effects that need a socket mark the response, so that the
//! transport without a socket fails in the same way.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use open_platform::clock::Clock;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::gzip_bomb;
use super::script::{self, Step};
use crate::dispatch::Exchange;
use crate::limits::{self, Limit, RetryAfter};
use crate::response::{OAuthError, PlatformResponse};
use crate::world::WorldInner;

/// The largest response that is changed. The sandbox has none that large.
const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// The largest gzip bomb, in MiB after decompression.
const MAX_BOMB: usize = 1024;

/// The longest wait, in milliseconds: ten minutes.
const MAX_WAIT: i64 = 600_000;

/// Marks a response that must not be sent: the connection is cut instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hangup {
    /// Reset instead of a plain close.
    pub(crate) reset: bool,
}

/// Whether the request takes effect before the fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Before: the request has no effect.
    #[default]
    Before,
    /// After: the request takes effect, and the app does not receive the answer.
    After,
}

/// What a fault does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Answers with another status and body.
    Status {
        /// HTTP status.
        #[schema(minimum = 200, maximum = 599)]
        status: u16,
        /// The body; if empty, an error in the platform's format.
        #[serde(default)]
        body: String,
        /// Its content type; `application/json` if empty.
        #[serde(default)]
        content_type: String,
        /// Before or after the request takes effect.
        #[serde(default)]
        moment: Moment,
    },
    /// Answers 429. The shape of the body is an assumption.
    RateLimit {
        /// Which limit the body names.
        #[serde(default)]
        limit: Limit,
        /// Seconds for `Retry-After`; without it the header is left out.
        #[serde(default)]
        retry_after_seconds: Option<i64>,
        /// Writes `Retry-After` as a date of the world's clock.
        #[serde(default)]
        as_date: bool,
    },
    /// Waits on the world's clock: with a running clock the app waits, a frozen clock is advanced at once.
    Delay {
        /// How long, in milliseconds; at most ten minutes.
        #[schema(minimum = 0, maximum = 600_000)]
        milliseconds: i64,
        /// Before or after the request takes effect.
        #[serde(default)]
        moment: Moment,
    },
    /// Cuts the connection without an answer. After the request took effect, its answer is lost.
    Drop {
        /// Before or after the request takes effect.
        #[serde(default)]
        moment: Moment,
        /// Resets the connection instead of closing it.
        #[serde(default)]
        reset: bool,
    },
    /// Cuts the connection inside the body.
    Truncate {
        /// The number of bytes that are sent. `Content-Length` has the full length.
        #[schema(minimum = 0)]
        bytes: i64,
    },
    /// Sends the body in pieces with pauses, on the machine's clock.
    SlowDrip {
        /// Bytes in a piece.
        #[schema(minimum = 1)]
        bytes: i64,
        /// Pause after each piece, in milliseconds.
        #[schema(minimum = 0, maximum = 600_000)]
        milliseconds: i64,
    },
    /// Sends a small compressed body that becomes large.
    GzipBomb {
        /// Its size in MiB after decompression; at most 1024.
        #[schema(minimum = 1, maximum = 1024)]
        mebibytes: i64,
    },
    /// Sends a body that never ends.
    EndlessBody {},
    /// Answers with a redirect.
    Redirect {
        /// 301, 302, 303, 307 or 308.
        #[schema(minimum = 300, maximum = 399)]
        status: u16,
        /// The address.
        location: String,
    },
    /// Replaces the body with something that is not JSON.
    BadJson {},
    /// Changes members of a JSON answer by a merge patch (RFC 7396); `null` removes a member.
    Patch {
        /// The patch.
        merge: Value,
    },
}

/// The fault of a request.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) rule: i64,
    pub(super) effects: Vec<Effect>,
}

impl Plan {
    /// Runs before the request takes effect: may wait, and may answer instead of the platform.
    pub(crate) async fn before(&self, world: &WorldInner) -> Option<Response> {
        for effect in &self.effects {
            match effect {
                Effect::Delay { milliseconds, moment: Moment::Before } => wait(world, *milliseconds).await,
                Effect::Drop { moment: Moment::Before, reset } => return Some(hangup(*reset)),
                Effect::Status { status, body, content_type, moment: Moment::Before } => {
                    return Some(with_status(*status, body, content_type));
                }
                Effect::RateLimit { limit, retry_after_seconds, as_date } => {
                    return Some(rate_limited(world, *limit, *retry_after_seconds, *as_date));
                }
                Effect::Redirect { status, location } => return Some(redirect(*status, location)),
                _ => {}
            }
        }
        None
    }

    /// Runs after the request took effect: may wait, and may change the response.
    pub(crate) async fn after(self, world: &WorldInner, exchange: &Exchange, mut response: Response) -> Response {
        for effect in &self.effects {
            response = effect.apply(world, response).await;
        }
        let changes_body = self.effects.iter().any(Effect::changes_body);
        world.lock().ledger.note_fault(exchange.number, self.rule, &response, changes_body);
        response
    }

    /// Number of the rule.
    pub(crate) fn rule(&self) -> i64 {
        self.rule
    }
}

impl Effect {
    /// Whether the app receives another body than the platform's, or a part of it. The others only take time.
    fn changes_body(&self) -> bool {
        !matches!(self, Self::Delay { .. } | Self::SlowDrip { .. })
    }

    async fn apply(&self, world: &WorldInner, response: Response) -> Response {
        match self {
            Self::Delay { milliseconds, moment: Moment::After } => {
                wait(world, *milliseconds).await;
                response
            }
            Self::Drop { moment: Moment::After, reset } => hangup(*reset),
            Self::Status { status, body, content_type, moment: Moment::After } => {
                with_status(*status, body, content_type)
            }
            Self::Truncate { bytes } => {
                let keep = usize::try_from(*bytes).unwrap_or_default();
                rewrite(response, |body| {
                    let start = body.slice(..keep.min(body.len()));
                    // The pause ensures that the first part is sent before the connection is cut.
                    let steps = [Step::Send(start), Step::Wait(Duration::from_millis(1)), Step::Break];
                    (Some(body.len().max(keep + 1)), script::body(steps))
                })
                .await
            }
            Self::SlowDrip { bytes, milliseconds } => {
                let (piece, pause) = (usize::try_from(*bytes).unwrap_or(1).max(1), milliseconds_of(*milliseconds));
                rewrite(response, |body| {
                    let pieces: Vec<Step> = body
                        .chunks(piece)
                        .flat_map(|part| [Step::Send(Bytes::copy_from_slice(part)), Step::Wait(pause)])
                        .collect();
                    (Some(body.len()), script::body(pieces))
                })
                .await
            }
            Self::GzipBomb { mebibytes } => {
                let size = usize::try_from(*mebibytes).unwrap_or(1).clamp(1, MAX_BOMB) << 20;
                let mut response = rewrite(response, |_| (None, Body::from(gzip_bomb::gzip_zeros(size)))).await;
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                response
            }
            Self::EndlessBody {} => {
                rewrite(response, |_| (None, script::body([Step::SendForever(Bytes::from_static(&[b' '; 16 * 1024]))])))
                    .await
            }
            Self::BadJson {} => rewrite(response, |_| (None, Body::from("{\"bad\": json, \u{feff}"))).await,
            Self::Patch { merge } => {
                rewrite(response, |body| match serde_json::from_slice(&body) {
                    Ok(document) => (None, Body::from(patched(document, merge).to_string())),
                    Err(_) => (None, Body::from(body)),
                })
                .await
            }
            _ => response,
        }
    }
}

async fn wait(world: &WorldInner, milliseconds: i64) {
    Clock::sleep(&*world.clock, milliseconds_of(milliseconds)).await;
}

fn milliseconds_of(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.clamp(0, MAX_WAIT).unsigned_abs())
}

fn hangup(reset: bool) -> Response {
    let mut response = Response::new(Body::empty());
    // The status is sent only if the mark is ignored. The platform does not use it.
    *response.status_mut() = StatusCode::IM_A_TEAPOT;
    response.extensions_mut().insert(Hangup { reset });
    response
}

fn with_status(status: u16, body: &str, content_type: &str) -> Response {
    let error = json!({ "code": 2, "message": "a fault rule of the sandbox", "details": [] }).to_string();
    let text = if body.is_empty() { error } else { body.to_owned() };
    let mut response = PlatformResponse::with_type(status, "application/json", text);
    if let (false, Ok(value)) = (content_type.is_empty(), HeaderValue::from_str(content_type)) {
        response.headers.insert(header::CONTENT_TYPE, value);
    }
    response.into_response()
}

fn rate_limited(world: &WorldInner, limit: Limit, seconds: Option<i64>, as_date: bool) -> Response {
    let form = match (seconds, as_date) {
        (None, _) => RetryAfter::Missing,
        (_, true) => RetryAfter::Date,
        (_, false) => RetryAfter::Seconds,
    };
    limits::exceeded(limit, form, seconds.unwrap_or_default(), world.clock.now()).into_response()
}

fn redirect(status: u16, location: &str) -> Response {
    let mut response = PlatformResponse::with_type(status, "text/plain; charset=utf-8", "");
    if let Ok(value) = HeaderValue::from_str(location) {
        response.headers.insert(header::LOCATION, value);
    }
    response.into_response()
}

/// Replaces the body of a response, and sets its length if one is given.
async fn rewrite(response: Response, change: impl FnOnce(Bytes) -> (Option<usize>, Body)) -> Response {
    let (mut parts, body) = response.into_parts();
    parts.extensions.remove::<OAuthError>();
    // Cannot fail: the bodies of the sandbox are in memory.
    let (length, body) = change(to_bytes(body, MAX_ANSWER).await.unwrap_or_default());
    const NAME: HeaderName = header::CONTENT_LENGTH;
    parts.headers.remove(NAME);
    if let Some(length) = length {
        parts.headers.insert(NAME, HeaderValue::from(length));
    }
    Response::from_parts(parts, body)
}

/// RFC 7396.
fn patched(document: Value, patch: &Value) -> Value {
    let Value::Object(changes) = patch else { return patch.clone() };
    let mut members = match document {
        Value::Object(members) => members,
        _ => serde_json::Map::new(),
    };
    for (name, change) in changes {
        if change.is_null() {
            members.remove(name);
        } else {
            let old = members.remove(name).unwrap_or_default();
            members.insert(name.clone(), patched(old, change));
        }
    }
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_merge_patch_changes_adds_and_removes_members() {
        let document = json!({ "a": 1, "b": { "c": 1, "d": 2 }, "e": [1] });
        let patch = json!({ "a": "x", "b": { "c": null }, "e": { "f": 1 } });
        assert_eq!(patched(document, &patch), json!({ "a": "x", "b": { "d": 2 }, "e": { "f": 1 } }));
    }

    #[tokio::test]
    async fn a_truncated_body_announces_more_than_it_sends_and_is_cut() {
        let response = rewrite(Response::new(Body::from("0123456789")), |body| {
            (Some(body.len()), script::body([Step::Send(body.slice(..4)), Step::Break]))
        })
        .await;
        assert_eq!(response.headers()[header::CONTENT_LENGTH], "10");
        assert!(to_bytes(response.into_body(), 100).await.is_err());
    }
}
