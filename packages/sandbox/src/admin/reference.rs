//! The platform's scopes, from the table of the library.

use open_platform::api::endpoints;
use open_platform::{required_scopes, scope};
use serde::Serialize;
use utoipa::ToSchema;

use super::extract::Json;
use super::problem::Refusals;

/// A scope of the platform.
#[derive(Serialize, ToSchema)]
pub(super) struct ScopeInfo {
    /// Its name, such as `POST_ADDON_CREATE`.
    name: &'static str,
    /// The identifier that it is tied to, such as `post_token`.
    identifier: Option<&'static str>,
    /// With the identifier in angle brackets, such as `POST_ADDON_CREATE.<post_token>`.
    template: String,
    /// What it lets the app do.
    purpose: &'static str,
    /// The endpoints for which it is enough.
    calls: Vec<ScopeCall>,
}

/// An endpoint for which a scope is enough.
#[derive(Serialize, ToSchema)]
pub(super) struct ScopeCall {
    /// Its name, such as `addons.create_on_post`.
    endpoint: &'static str,
    /// The permission that the API key needs.
    permission: Option<&'static str>,
    /// Whether a narrower scope is enough for it, too.
    is_broad: bool,
}

/// All scopes, each with the endpoints that it is for.
#[utoipa::path(get, path = "/_sandbox/scopes", responses((status = 200, body = Vec<ScopeInfo>), Refusals))]
pub(super) async fn scopes() -> Json<Vec<ScopeInfo>> {
    let all = scope::ALL.iter().map(|kind| ScopeInfo {
        name: kind.name,
        identifier: kind.object.identifier(),
        template: kind.template(),
        purpose: kind.purpose,
        calls: endpoints::ALL
            .iter()
            .filter_map(|row| {
                row.scopes.iter().find(|one| *one == kind)?;
                let needs = required_scopes(&[row.name], &[]).unwrap_or_default();
                let is_broad = needs.alternatives.iter().any(|other| other.broader == kind.template());
                Some(ScopeCall { endpoint: row.name, permission: row.permission, is_broad })
            })
            .collect(),
    });
    Json(all.collect())
}
