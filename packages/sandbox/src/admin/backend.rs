//! The backend of an app on a phone.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{InWorld, Json, Origin};
use super::problem::{Problem, Refusals};
use crate::backend::SESSION;

/// The settings of the backend.
#[derive(Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct BackendSettings {
    /// The writing calls that phones may make, such as `conversations.send`.
    allow: Vec<String>,
    /// Lifetime of its tokens, in seconds.
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
    /// The header that names the user. Without it no user is logged in.
    session_header: &'static str,
}

/// Whether there was a backend.
#[derive(Serialize, ToSchema)]
pub(super) struct BackendStopped {
    /// Whether a backend was running.
    stopped: bool,
}

/// Starts the backend of the app, for an app on a phone: `POST {url}/login`, `POST {url}/access` and `{url}/api/…`. A
/// running backend is replaced, and its users are forgotten.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/backend",
    operation_id = "start_backend", params(("world" = String, Path, example = "default")),
    request_body = BackendSettings, responses((status = 200, body = BackendInfo), Refusals))]
pub(super) async fn start(
    InWorld(world): InWorld,
    Origin(origin): Origin,
    Json(settings): Json<BackendSettings>,
) -> Result<Json<BackendInfo>, Problem> {
    let lifetime = Duration::from_secs(settings.lifetime_seconds);
    world.start_backend(&settings.allow, lifetime)?;
    let url = format!("{}/backend", world.inner.url_at(origin.as_deref()));
    Ok(Json(BackendInfo { url, session_header: SESSION }))
}

/// Stops the backend of the app.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}/backend",
    operation_id = "stop_backend",
    params(("world" = String, Path, example = "default")), responses((status = 200, body = BackendStopped), Refusals))]
pub(super) async fn stop(InWorld(world): InWorld) -> Json<BackendStopped> {
    Json(BackendStopped { stopped: world.stop_backend() })
}
