//! The tables of the platform: scopes, endpoints, semantic names and icons; and the parser of `Retry-After`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use napi::Env;
use napi_derive::napi;
use open_platform::api::{self, Requirements};
use open_platform::endpoint::EndpointRow;
use open_platform::model::event::SubscriptionType;
use open_platform::model::icon::Icon;
use open_platform::model::semantic::{self, Semantic};
use open_platform::policy;
use open_platform::scope::{self, Scope, ScopeRow};

use crate::errors::raise;

#[napi(catch_unwind)]
pub fn endpoints() -> Vec<EndpointRow> {
    api::endpoints::ALL.iter().map(|endpoint| endpoint.row()).collect()
}

#[napi(catch_unwind)]
pub fn scopes() -> Vec<ScopeRow> {
    scope::ALL.iter().map(|kind| kind.row()).collect()
}

#[napi(catch_unwind)]
pub fn check_scope(env: Env, scope: Scope) -> napi::Result<()> {
    scope.check().map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn join_scopes(env: Env, scopes: Vec<Scope>) -> napi::Result<String> {
    scope::join(&scopes).map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn required_scopes(env: Env, calls: Vec<String>, events: Vec<SubscriptionType>) -> napi::Result<Requirements> {
    api::required_scopes(&calls.iter().map(String::as_str).collect::<Vec<_>>(), &events).map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn mask(value: String) -> String {
    semantic::mask(&value)
}

#[napi(catch_unwind)]
pub fn mask_real_estate(document: String, page: String) -> String {
    semantic::mask_real_estate(&document, &page)
}

#[napi(catch_unwind)]
pub fn known_semantic_names() -> HashMap<String, Vec<&'static str>> {
    semantic::known_names().iter().map(|known| (known.name.to_owned(), known.values.to_vec())).collect()
}

#[napi(catch_unwind)]
pub fn hashed_names(semantic: Semantic) -> Vec<String> {
    semantic::hashed_names(&semantic)
}

#[napi(catch_unwind)]
pub fn unlisted_values(semantic: Semantic) -> Vec<String> {
    semantic::unlisted_values(&semantic)
}

#[napi(catch_unwind)]
pub fn icon_names() -> Vec<&'static str> {
    Icon::KNOWN.iter().map(Icon::as_str).collect()
}

#[napi(catch_unwind)]
pub fn retry_after_seconds(header: String, now: DateTime<Utc>) -> Option<f64> {
    policy::retry_after(&header, now).map(|wait| wait.as_secs_f64())
}
