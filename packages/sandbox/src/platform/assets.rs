//! The lists of values (docs/platform.md#assets). Their contents are examples: those of the platform are longer and change.

mod lists;
mod schemas;

pub(super) use self::schemas::of as form_of;

use open_platform::api::endpoints;
use open_platform::live;
use open_platform::scope;
use serde_json::{Value, json};

use self::lists::List;
use super::post_media::target;
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};

pub(super) fn categories(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(list("categories", lists::CATEGORIES))
}

pub(super) fn cities(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(list("cities", lists::CITIES))
}

/// The districts of the city in the query. Without a city those of all cities (assumption).
pub(super) fn districts(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    match call.exchange.query("city_slug").filter(|city| !city.is_empty()) {
        Some(city) => of_city(&city),
        None => Ok(list("districts", lists::DISTRICTS.iter().flat_map(|(_, districts)| *districts))),
    }
}

pub(super) fn districts_of_city(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    of_city(call.exchange.params.first())
}

/// The districts of a city. Many cities have none; an unknown city is refused (assumption).
fn of_city(city: &str) -> Result<PlatformResponse, Refusal> {
    if !lists::CITIES.iter().any(|(slug, _)| *slug == city) {
        return Err(Refusal::not_found("city not found"));
    }
    Ok(list("districts", lists::of(lists::DISTRICTS, city).unwrap_or_default()))
}

pub(super) fn brand_models(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    of_category(call, "brand_models", lists::BRAND_MODELS)
}

pub(super) fn colors(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    of_category(call, "colors", lists::COLORS)
}

/// The list of a category. A category without one is refused (assumption).
fn of_category(call: &Call<'_>, member: &str, lists: &[(&str, List)]) -> Result<PlatformResponse, Refusal> {
    match lists::of(lists, call.exchange.params.first()) {
        Some(found) => Ok(list(member, found)),
        None => Err(Refusal::not_found("category not found")),
    }
}

pub(super) fn body_statuses(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(list("body_status", lists::BODY_STATUSES))
}

pub(super) fn internal_storages(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(list("internal_storages", lists::INTERNAL_STORAGES))
}

pub(super) fn ram_memories(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(list("ram_memories", lists::RAM_MEMORIES))
}

pub(super) fn service_types(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(list("service_types", lists::SERVICE_TYPES))
}

/// All scopes of the live platform, those without an object in capitals as in its list (docs/platform.md#contradiction-19).
pub(super) fn oauth_scopes(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let only_of_specification = [&scope::USER_SEMANTIC_CREATE, &scope::USER_SEMANTIC_DELETE];
    let scopes = scope::ALL.iter().filter(|kind| !only_of_specification.contains(kind)).map(|kind| {
        let state = if kind.name == scope::SEND_EVENT.name { "DEPRECATED" } else { "ACTIVE" };
        right(&kind.name.to_uppercase(), kind.purpose, state)
    });
    Ok(PlatformResponse::json(&json!({ "scopes": scopes.collect::<Vec<_>>() })))
}

/// The permissions of all operations of the live platform.
pub(super) fn permissions(_: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let mut permissions: Vec<Value> = Vec::new();
    for operation in live::OPERATIONS.iter() {
        let Some(permission) = operation.permission else { continue };
        if permissions.iter().all(|known| known["slug"] != permission) {
            let call = endpoints::ALL.iter().find(|row| row.permission == Some(permission));
            let description = call.map_or(operation.id, |row| row.purpose);
            let state = if operation.lifecycle == "experimental" { "EXPERIMENTAL" } else { "ACTIVE" };
            permissions.push(right(permission, description, state));
        }
    }
    Ok(PlatformResponse::json(&json!({ "permissions": permissions })))
}

fn right(slug: &str, description: &str, state: &str) -> Value {
    let display = slug.replace('_', " ").to_lowercase();
    json!({ "slug": slug, "display": display, "description": description, "lifecycle_state": state })
}

/// The form of a category. A category that is unknown is refused (assumption).
pub(super) fn submit_schema(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let schema = schemas::of(call.exchange.params.first()).ok_or_else(|| Refusal::not_found("category not found"))?;
    Ok(PlatformResponse::json(&json!({ "schema": schema })))
}

/// The addresses for uploads, all of them on this sandbox.
pub(super) fn media_upload_urls(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(PlatformResponse::json(&json!({
        "addon_images": target(call, endpoints::IMAGES_UPLOAD),
        "submit_post_images": target(call, endpoints::OWN_POSTS_UPLOAD_IMAGE),
        "submit_post_videos": target(call, endpoints::OWN_POSTS_UPLOAD_VIDEO),
    })))
}

fn list<'a>(member: &str, pairs: impl IntoIterator<Item = &'a (&'a str, &'a str)>) -> PlatformResponse {
    let items: Vec<_> = pairs.into_iter().map(|(slug, display)| json!({ "slug": slug, "display": display })).collect();
    PlatformResponse::json(&json!({ member: items }))
}
