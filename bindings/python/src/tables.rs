//! The tables of the platform: scopes, endpoints, semantic names and icons; and the parser of `Retry-After`.

use std::collections::HashMap;

use open_platform::api::{self, Requirements};
use open_platform::endpoint::EndpointRow;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::model::event::SubscriptionType;
use open_platform::model::icon::Icon;
use open_platform::model::semantic::{self, Semantic};
use open_platform::policy;
use open_platform::scope::{self, Scope, ScopeRow};
use pyo3::prelude::*;

use crate::errors::raise;

/// Every endpoint: its name and address, the scopes and permission that it needs, and when it may be retried.
#[no_panic]
#[pyfunction]
pub(crate) fn endpoints() -> Vec<EndpointRow> {
    api::endpoints::ALL.iter().map(|endpoint| endpoint.row()).collect()
}

/// Every scope of the platform.
#[no_panic]
#[pyfunction]
pub(crate) fn scopes() -> Vec<ScopeRow> {
    scope::ALL.iter().map(|kind| kind.row()).collect()
}

#[no_panic]
#[pyfunction]
pub(crate) fn check_scope(scope: Scope) -> PyResult<()> {
    scope.check().map_err(raise)
}

#[no_panic]
#[pyfunction]
pub(crate) fn tie_scope(name: &str, argument: &str, identifier: Given<String>) -> PyResult<Scope> {
    let scope = Scope::from(format!("{name}.{}", identifier.required(argument)?));
    scope.check().map(|()| scope).map_err(raise)
}

/// The scopes as one string, as in an authorization request.
#[no_panic]
#[pyfunction]
pub(crate) fn join_scopes(scopes: Given<Vec<Scope>>) -> PyResult<String> {
    scope::join(&scopes.required("scopes")?).map_err(raise)
}

/// The requirements of calls and events: scopes of users, and permissions of the API key.
#[no_panic]
#[pyfunction]
pub(crate) fn required_scopes(
    calls: Given<Vec<String>>,
    events: Given<Vec<SubscriptionType>>,
) -> PyResult<Requirements> {
    let (calls, events) = (calls.required("calls")?, events.required("events")?);
    api::required_scopes(&calls.iter().map(String::as_str).collect::<Vec<_>>(), &events).map_err(raise)
}

#[no_panic]
#[pyfunction]
pub(crate) fn mask(value: Given<String>) -> PyResult<String> {
    Ok(semantic::mask(&value.required("value")?))
}

#[no_panic]
#[pyfunction]
pub(crate) fn mask_real_estate(document: Given<String>, page: Given<String>) -> PyResult<String> {
    Ok(semantic::mask_real_estate(&document.required("document")?, &page.required("page")?))
}

#[no_panic]
#[pyfunction]
pub(crate) fn known_semantic_names() -> HashMap<&'static str, &'static [&'static str]> {
    semantic::known_names().iter().map(|known| (known.name, known.values)).collect()
}

#[no_panic]
#[pyfunction]
pub(crate) fn hashed_names(semantic: Given<Semantic>) -> PyResult<Vec<String>> {
    Ok(semantic::hashed_names(&semantic.required("semantic")?))
}

#[no_panic]
#[pyfunction]
pub(crate) fn unlisted_values(semantic: Given<Semantic>) -> PyResult<Vec<String>> {
    Ok(semantic::unlisted_values(&semantic.required("semantic")?))
}

/// The known icons. The live platform adds icons without notice.
#[no_panic]
#[pyfunction]
pub(crate) fn icon_names() -> Vec<&'static str> {
    Icon::KNOWN.iter().map(Icon::as_str).collect()
}

#[no_panic]
#[pyfunction]
pub(crate) fn retry_after_seconds(header: &str, now: chrono::DateTime<chrono::Utc>) -> Option<f64> {
    policy::retry_after(header, now).map(|wait| wait.as_secs_f64())
}
