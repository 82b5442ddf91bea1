//! The platform as tables: scopes, endpoints, semantic names, icons; and `Retry-After`.

use std::collections::HashMap;

use open_platform::api::{self, Requirements};
use open_platform::endpoint::EndpointRow;
use open_platform::ffi::uniffi::DateTime;
use open_platform::model::event::SubscriptionType;
use open_platform::model::icon::Icon;
use open_platform::model::semantic::{self, Semantic};
use open_platform::policy;
use open_platform::scope::{self, Scope, ScopeRow};

use crate::errors::Result;

/// Every endpoint, in the order of the specification.
#[uniffi::export]
fn endpoints() -> Vec<EndpointRow> {
    api::endpoints::ALL.iter().map(|endpoint| endpoint.row()).collect()
}

/// Every scope of the platform.
#[uniffi::export]
fn scopes() -> Vec<ScopeRow> {
    scope::ALL.iter().map(|kind| kind.row()).collect()
}

/// Any scope, by its full text, as the wire spells it.
#[uniffi::export]
fn scope_raw(text: String) -> Scope {
    Scope::raw(text)
}

/// Checks the characters, and that a scope tied to an object names one.
#[uniffi::export]
fn check_scope(scope: Scope) -> Result<()> {
    Ok(scope.check()?)
}

/// Joins scopes as the token endpoint writes them: by spaces, each once, in the given order.
#[uniffi::export]
fn join_scopes(scopes: Vec<Scope>) -> Result<String> {
    Ok(scope::join(&scopes)?)
}

/// The scopes and key permissions that an app needs for these endpoints and events. `calls` are names of the endpoint
/// table, such as `addons.create_on_post`.
#[uniffi::export]
fn required_scopes(calls: Vec<String>, events: Vec<SubscriptionType>) -> Result<Requirements> {
    Ok(api::required_scopes(&calls.iter().map(String::as_str).collect::<Vec<_>>(), &events)?)
}

/// Hashes a value the way the platform asks for: Persian and Arabic digits become ASCII, Latin letters upper-case, spaces
/// around it go; then SHA-256, as lower-case hex.
#[uniffi::export]
fn mask(value: String) -> String {
    semantic::mask(&value)
}

/// Hashes the value of `old_real_estate_id`: document number and page number of the old kind of title deed.
#[uniffi::export]
fn mask_real_estate(document: String, page: String) -> String {
    semantic::mask_real_estate(&document, &page)
}

/// The names that the platform keeps readable, with the values that are listed (docs/platform.md#semantic-names). Both
/// lists grow.
#[uniffi::export]
fn known_semantic_names() -> HashMap<String, Vec<String>> {
    semantic::known_names()
        .iter()
        .map(|known| (known.name.to_owned(), known.values.iter().map(|value| (*value).to_owned()).collect()))
        .collect()
}

/// The names in `semantic` that the platform will store hashed, in order: their values cannot be read back. A typing
/// error in a known name shows here.
#[uniffi::export]
fn hashed_names(semantic: Semantic) -> Vec<String> {
    semantic::hashed_names(&semantic)
}

/// The names in `semantic` that are known, with a value the documents do not list, in order.
#[uniffi::export]
fn unlisted_values(semantic: Semantic) -> Vec<String> {
    semantic::unlisted_values(&semantic)
}

/// The icons that are known.
#[uniffi::export]
fn icon_names() -> Vec<String> {
    Icon::KNOWN.iter().map(|icon| icon.as_str().to_owned()).collect()
}

/// Reads a `Retry-After` header: seconds to wait; none where it cannot be read.
#[uniffi::export]
fn retry_after_seconds(header: String, now: DateTime) -> Option<f64> {
    policy::retry_after(&header, now).map(|wait| wait.as_secs_f64())
}
