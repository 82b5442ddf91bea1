//! The backend of an app on a phone.

use std::time::Duration;

use axum::Json as Answer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Json, Of};
use super::problem::{Problem, Refusals};
use crate::backend::SESSION;

/// How the backend is to be.
#[derive(Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct BackendSettings {
    /// The calls that phones may make although they change something, such as `conversations.send`.
    allow: Vec<String>,
    /// How long its tokens live, in seconds.
    #[schema(minimum = 1, maximum = 3600)]
    lifetime_seconds: u64,
}

impl Default for BackendSettings {
    fn default() -> Self {
        Self { allow: Vec::new(), lifetime_seconds: 600 }
    }
}

/// A backend that runs.
#[derive(Serialize, ToSchema)]
pub(super) struct BackendInfo {
    /// Its address, for the phone.
    url: String,
    /// The header that names its user. Without it nobody is logged in.
    session_header: &'static str,
}

/// Whether there was a backend.
#[derive(Serialize, ToSchema)]
pub(super) struct BackendStopped {
    stopped: bool,
}

/// Starts the backend of the app, for an app on a phone: `POST {url}/login`, `POST {url}/access` and `{url}/api/…`. One
/// that runs already is replaced, and forgets its users.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/backend", params(("world" = String, Path, example = "default")),
    request_body = BackendSettings, responses((status = 200, body = BackendInfo), Refusals))]
pub(super) async fn start(
    Of(world): Of,
    Json(settings): Json<BackendSettings>,
) -> Result<Answer<BackendInfo>, Problem> {
    let lifetime = Duration::from_secs(settings.lifetime_seconds);
    Ok(Answer(BackendInfo { url: world.start_backend(&settings.allow, lifetime)?, session_header: SESSION }))
}

/// Stops the backend of the app.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}/backend",
    params(("world" = String, Path, example = "default")), responses((status = 200, body = BackendStopped), Refusals))]
pub(super) async fn stop(Of(world): Of) -> Answer<BackendStopped> {
    Answer(BackendStopped { stopped: world.stop_backend() })
}
