//! The login of the console of a sandbox that has a token: a cookie instead of the header, which a browser cannot send for
//! a live stream or an image.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use open_platform::Secret;
use open_platform::digest::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::extract::Json;
use super::problem::{Problem, Refusals};
use crate::sandbox::Shared;

/// The path of these operations below the admin API. It needs no token.
pub(super) const PATH: &str = "/session";

/// The token of the sandbox.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SessionRequest {
    /// The token.
    token: String,
}

/// Whether the admin API needs a token.
#[derive(Serialize, ToSchema)]
pub(super) struct Session {
    /// Whether the sandbox has a token.
    needs_token: bool,
}

/// Logs the console in: sets a cookie (`HttpOnly`, `SameSite=Strict`) that is accepted in place of the token until the browser is closed.
/// The cookie does not contain the token.
#[utoipa::path(post, path = "/_sandbox/session", operation_id = "log_in", request_body = SessionRequest,
    responses((status = 200, body = Session), Refusals))]
pub(super) async fn log_in(
    State(shared): State<Arc<Shared>>,
    Json(sent): Json<SessionRequest>,
) -> Result<Response, Problem> {
    let Some(token) = &shared.token else { return Ok(Json(Session { needs_token: false }).into_response()) };
    if *token != Secret::from(sent.token) {
        return Err(Problem::unauthorized());
    }
    Ok(with_cookie(&cookie(&shared, value(token).expose(), "")))
}

/// Logs the console out: removes the cookie.
#[utoipa::path(delete, path = "/_sandbox/session", operation_id = "log_out",
    responses((status = 200, body = Session), Refusals))]
pub(super) async fn log_out(State(shared): State<Arc<Shared>>) -> Response {
    if shared.token.is_none() {
        return Json(Session { needs_token: false }).into_response();
    }
    with_cookie(&cookie(&shared, "", "; Max-Age=0"))
}

fn with_cookie(cookie: &str) -> Response {
    let mut response = Json(Session { needs_token: true }).into_response();
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn cookie(shared: &Shared, value: &str, rest: &str) -> String {
    let secure = if shared.is_https() { "; Secure" } else { "" };
    format!("{}={value}; Path=/_sandbox; HttpOnly; SameSite=Strict{secure}{rest}", name(shared))
}

/// The name of the cookie. Cookies are the same for all ports of a host, so it contains the port.
fn name(shared: &Shared) -> String {
    format!("open_platform_sandbox_{}", shared.origin().rsplit(':').next().unwrap_or_default().trim_matches('/'))
}

/// The value of the cookie: a hash of the token, from which it cannot be found.
fn value(token: &Secret) -> Secret {
    let mut hash = Sha256::new();
    hash.update(b"console session\0");
    hash.update(token.expose());
    Secret::from(hex(&hash.finalize()))
}

/// Whether a request has the cookie with this token.
pub(super) fn has_cookie(shared: &Shared, headers: &HeaderMap, token: &Secret) -> bool {
    let name = name(shared);
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.any(|(known, sent)| known == name && Secret::from(sent) == value(token))
}
