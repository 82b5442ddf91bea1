//! The platform as tables: scopes, endpoints, semantic names, icons; and `Retry-After`.

use std::collections::HashMap;

use open_platform::endpoint::{self, EndpointRow};
use open_platform::model::event::SubscriptionType;
use open_platform::model::icon::Icon;
use open_platform::model::semantic::{self, Semantic};
use open_platform::policy;
use open_platform::scope::{self, Requirements, Scope, ScopeRow};
use pyo3::prelude::*;

use crate::errors::raise;

#[pyfunction]
pub(crate) fn endpoints() -> Vec<EndpointRow> {
    endpoint::ALL.iter().map(|endpoint| endpoint.row()).collect()
}

#[pyfunction]
pub(crate) fn scopes() -> Vec<ScopeRow> {
    scope::ALL.iter().map(|kind| kind.row()).collect()
}

#[pyfunction]
pub(crate) fn check_scope(scope: Scope) -> PyResult<()> {
    scope.check().map_err(raise)
}

#[pyfunction]
pub(crate) fn join_scopes(scopes: Vec<Scope>) -> PyResult<String> {
    scope::join(&scopes).map_err(raise)
}

#[pyfunction]
pub(crate) fn required_scopes(calls: Vec<String>, events: Vec<SubscriptionType>) -> PyResult<Requirements> {
    scope::required(&calls.iter().map(String::as_str).collect::<Vec<_>>(), &events).map_err(raise)
}

#[pyfunction]
pub(crate) fn mask(value: &str) -> String {
    semantic::mask(value)
}

#[pyfunction]
pub(crate) fn mask_real_estate(document: &str, page: &str) -> String {
    semantic::mask_real_estate(document, page)
}

#[pyfunction]
pub(crate) fn known_semantic_names() -> HashMap<&'static str, &'static [&'static str]> {
    semantic::known_names().iter().map(|known| (known.name, known.values)).collect()
}

#[pyfunction]
pub(crate) fn hashed_names(semantic: Semantic) -> Vec<String> {
    semantic::hashed_names(&semantic)
}

#[pyfunction]
pub(crate) fn unlisted_values(semantic: Semantic) -> Vec<String> {
    semantic::unlisted_values(&semantic)
}

#[pyfunction]
pub(crate) fn icon_names() -> Vec<&'static str> {
    Icon::KNOWN.iter().map(Icon::as_str).collect()
}

#[pyfunction]
pub(crate) fn retry_after_seconds(header: &str, now: chrono::DateTime<chrono::Utc>) -> Option<f64> {
    policy::retry_after(header, now).map(|wait| wait.as_secs_f64())
}
