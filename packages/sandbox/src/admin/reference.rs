//! The platform's scopes and endpoints, from the tables of the library.

use axum::Json as Answer;
use open_platform::api::{HANDLES, endpoints};
use open_platform::endpoint::Endpoint;
use open_platform::scope;
use serde::Serialize;
use utoipa::ToSchema;

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
pub(super) async fn scopes() -> Answer<Vec<ScopeInfo>> {
    let all = scope::ALL.iter().map(|kind| ScopeInfo {
        name: kind.name,
        identifier: kind.object.identifier(),
        template: kind.template(),
        purpose: kind.purpose,
        calls: endpoints::ALL
            .iter()
            .filter_map(|row| {
                let place = row.scopes.iter().position(|one| one == kind)?;
                Some(ScopeCall { endpoint: row.name, permission: row.permission, is_broad: place > 0 })
            })
            .collect(),
    });
    Answer(all.collect())
}

/// An endpoint of the platform.
#[derive(Serialize, ToSchema)]
pub(super) struct EndpointInfo {
    /// Its name, such as `addons.create_on_post`.
    name: &'static str,
    /// HTTP method.
    method: String,
    /// The host that serves it: `auth`, `base`, `api` or `upload`.
    host: &'static str,
    /// Path, with `{names}` for the variable segments.
    path: &'static str,
    /// The credentials of the request.
    credentials: &'static str,
    /// The format of the body.
    body: &'static str,
    /// The accepted scopes: any one of them is enough, the narrowest comes first.
    scopes: Vec<String>,
    /// The permission that the API key needs.
    permission: Option<&'static str>,
    /// The endpoint to use instead, if it is deprecated.
    replacement: Option<&'static str>,
    /// Its purpose.
    purpose: &'static str,
    /// The methods of the libraries that call it.
    calls: Vec<CallInfo>,
}

/// A method of the libraries.
#[derive(Serialize, ToSchema)]
pub(super) struct CallInfo {
    /// Whether it is a method of a user. Otherwise the API key is enough.
    is_user: bool,
    /// The handles that lead to it and its name, in Python and Rust: `addons.create_on_post`.
    name: String,
    /// The same in Node, Kotlin and Swift: `addons.createOnPost`.
    camel_name: String,
    /// Its parameters, in order.
    parameters: Vec<CallParameter>,
    /// The type of the result, if it has one.
    result: Option<&'static str>,
}

/// A parameter of a method.
#[derive(Serialize, ToSchema)]
pub(super) struct CallParameter {
    /// Its name, such as `post`.
    name: &'static str,
    /// Its type, such as `PostToken`.
    #[serde(rename = "type")]
    kind: &'static str,
}

/// All endpoints, with the methods of the libraries that call them.
#[utoipa::path(get, path = "/_sandbox/endpoints", operation_id = "endpoints",
    responses((status = 200, body = Vec<EndpointInfo>), Refusals))]
pub(super) async fn all() -> Answer<Vec<EndpointInfo>> {
    Answer(endpoints::ALL.iter().map(|row| described(row)).collect())
}

fn described(row: &'static Endpoint) -> EndpointInfo {
    let of_handles = HANDLES.iter().flat_map(|handle| handle.calls.iter().map(move |call| (handle, call)));
    let calls = of_handles.filter(|(_, call)| call.endpoint.name == row.name).map(|(handle, call)| {
        let parts = || handle.path.iter().chain([&call.method]);
        CallInfo {
            is_user: handle.is_user,
            name: parts().copied().collect::<Vec<_>>().join("."),
            camel_name: parts().map(|part| camel(part)).collect::<Vec<_>>().join("."),
            parameters: call.parameters.iter().map(|one| CallParameter { name: one.name, kind: one.kind }).collect(),
            result: Some(call.result).filter(|result| *result != "()"),
        }
    });
    EndpointInfo {
        name: row.name,
        method: row.method.to_string(),
        host: row.host.name(),
        path: row.path,
        credentials: row.credentials.name(),
        body: row.body.name(),
        scopes: row.scope_templates(),
        permission: row.permission,
        replacement: row.replacement(),
        purpose: row.purpose,
        calls: calls.collect(),
    }
}

/// `create_on_post` becomes `createOnPost`.
fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let mut letters = part.chars();
        let start = letters.next().map(|letter| letter.to_ascii_uppercase());
        text + &start.into_iter().chain(letters).collect::<String>()
    })
}
