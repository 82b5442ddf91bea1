//! Worlds: creation, settings, switches.

use std::sync::Arc;

use axum::extract::{RawPathParams, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::extract::{InWorld, Json, Origin};
use super::problem::{Problem, Refusals};
use crate::sandbox::Shared;
use crate::state::app::{ApiKey, AppSettings};
use crate::switches::{Profile, SwitchChange, Switches};
use crate::world::World;

/// A world.
#[derive(Serialize, ToSchema)]
pub(super) struct WorldInfo {
    /// Its name.
    name: String,
    /// The prefix of its hosts: `auth`, `base`, `api`, `upload` and `chat` follow.
    url: String,
    /// Its time.
    now: DateTime<Utc>,
    /// Whether its clock is frozen.
    frozen: bool,
    /// The profile of its switches.
    profile: Profile,
}

impl WorldInfo {
    pub(super) fn of(world: &World, origin: &Origin) -> Self {
        Self {
            name: world.name().to_owned(),
            url: world.inner.url_at(origin.0.as_deref()),
            now: world.now(),
            frozen: world.is_frozen(),
            profile: world.switches().profile,
        }
    }
}

/// All worlds.
#[utoipa::path(get, path = "/_sandbox/worlds", responses((status = 200, body = Vec<WorldInfo>), Refusals))]
pub(super) async fn list(State(shared): State<Arc<Shared>>, origin: Origin) -> Json<Vec<WorldInfo>> {
    let worlds = shared.world_names().into_iter().filter_map(|name| shared.existing_world(&name));
    Json(worlds.map(|world| WorldInfo::of(&World::new(world), &origin)).collect())
}

/// Creates a world, unless there is one with this name. It has the profile of the sandbox; `…/switches` and `…/app` change it.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}",
    params(("world" = String, Path, pattern = "^[A-Za-z0-9_-]{1,64}$")),
    responses((status = 200, body = WorldInfo), Refusals))]
pub(super) async fn make(
    State(shared): State<Arc<Shared>>,
    origin: Origin,
    params: Result<RawPathParams, axum::extract::rejection::RawPathParamsRejection>,
) -> Result<Json<WorldInfo>, Problem> {
    let params = params.map_err(|_| Problem::not_found("the path is not valid UTF-8"))?;
    let name = params.iter().next().map(|(_, name)| name).unwrap_or_default();
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if name.is_empty() || name.len() > 64 || !name.bytes().all(good) {
        return Err(Problem::invalid("the name of a world has 1 to 64 Latin letters, digits, `_` and `-`"));
    }
    Ok(Json(WorldInfo::of(&World::new(shared.world(name)), &origin)))
}

/// One world.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}",
    operation_id = "info", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = WorldInfo), Refusals))]
pub(super) async fn show(InWorld(world): InWorld, origin: Origin) -> Json<WorldInfo> {
    Json(WorldInfo::of(&world, &origin))
}

/// Deletes a world with all its data. The default world cannot be deleted, because it receives the requests that name
/// no world: reset it instead.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}", params(("world" = String, Path, example = "to-delete")),
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn remove(State(shared): State<Arc<Shared>>, InWorld(world): InWorld) -> Result<Json<Value>, Problem> {
    match shared.remove_world(world.name()) {
        true => Ok(Json(json!({}))),
        false => Err(Problem::invalid("the default world cannot be deleted: reset it instead")),
    }
}

/// Resets a world to its initial state. The app keeps its credentials and addresses; the clock runs, at the machine's time.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/reset", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = WorldInfo), Refusals))]
pub(super) async fn reset(InWorld(world): InWorld, origin: Origin) -> Json<WorldInfo> {
    world.reset();
    Json(WorldInfo::of(&world, &origin))
}

/// The settings of the app, with its generated credentials.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/app",
    operation_id = "app_settings", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = AppSettings), Refusals))]
pub(super) async fn app(InWorld(world): InWorld) -> Json<AppSettings> {
    Json(world.app())
}

/// The settings to change; the others stay.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AppChange {
    /// The slug, which is the client id.
    client_id: Option<String>,
    /// The secret for the token endpoint.
    client_secret: Option<String>,
    /// The API key.
    api_key: Option<String>,
    /// What the API key may do, such as `GET_POST`.
    permissions: Option<Vec<String>>,
    /// Further API keys.
    other_keys: Option<Vec<ApiKey>>,
    /// What the platform sends in `Authorization` when it calls the app.
    identification_key: Option<String>,
    /// Where users may return to after login.
    redirect_uris: Option<Vec<String>>,
    /// Where events are sent; empty for none.
    events_url: Option<String>,
    /// Where start requests are sent; empty for none.
    start_url: Option<String>,
    /// Where dynamic actions are sent; empty for none.
    dynamic_action_url: Option<String>,
    /// Whether the app has a logo, which widgets name `logo`.
    has_logo: Option<bool>,
}

/// Changes settings of the app.
#[utoipa::path(patch, path = "/_sandbox/worlds/{world}/app",
    operation_id = "change_app", params(("world" = String, Path, example = "default")),
    request_body = AppChange, responses((status = 200, body = AppSettings), Refusals))]
pub(super) async fn change_app(
    InWorld(world): InWorld,
    Json(change): Json<AppChange>,
) -> Result<Json<AppSettings>, Problem> {
    fn put<T>(place: &mut T, value: Option<T>) {
        if let Some(value) = value {
            *place = value;
        }
    }
    let mut changed = world.app();
    {
        let app = &mut changed;
        put(&mut app.client_id, change.client_id);
        put(&mut app.client_secret, change.client_secret);
        put(&mut app.api_key, change.api_key);
        put(&mut app.permissions, change.permissions.map(|list| list.into_iter().collect()));
        put(&mut app.other_keys, change.other_keys);
        put(&mut app.identification_key, change.identification_key);
        put(&mut app.redirect_uris, change.redirect_uris);
        put(&mut app.events_url, change.events_url);
        put(&mut app.start_url, change.start_url);
        put(&mut app.dynamic_action_url, change.dynamic_action_url);
        put(&mut app.has_logo, change.has_logo);
    }
    changed.check()?;
    world.configure_app(|app| *app = changed);
    Ok(Json(world.app()))
}

/// All switches of the world, and its profile.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/switches", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Switches), Refusals))]
pub(super) async fn switches(InWorld(world): InWorld) -> Json<Switches> {
    Json(world.switches())
}

/// Changes the given switches. With `profile`, sets all others to those of the profile.
#[utoipa::path(patch, path = "/_sandbox/worlds/{world}/switches",
    operation_id = "change_switches", params(("world" = String, Path, example = "default")),
    request_body = SwitchChange, responses((status = 200, body = Switches), Refusals))]
pub(super) async fn change_switches(
    InWorld(world): InWorld,
    Json(change): Json<SwitchChange>,
) -> Result<Json<Switches>, Problem> {
    world.set_switches(change.apply(&world.switches())?);
    Ok(Json(world.switches()))
}
