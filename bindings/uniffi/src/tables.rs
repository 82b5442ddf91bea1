//! Tables of scopes, endpoints, semantic names and icons; and the parser of `Retry-After`.

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

/// All endpoints, in the order of the specification.
#[uniffi::export]
fn endpoints() -> Vec<EndpointRow> {
    api::endpoints::ALL.iter().map(|endpoint| endpoint.row()).collect()
}

/// All scopes of the platform.
#[uniffi::export]
fn scopes() -> Vec<ScopeRow> {
    scope::ALL.iter().map(|kind| kind.row()).collect()
}

/// A scope from its full text.
#[uniffi::export]
fn scope_raw(text: String) -> Scope {
    Scope::raw(text)
}

/// Joins scopes with spaces, as in the authorization request: each once, in the given order.
#[uniffi::export]
fn join_scopes(scopes: Vec<Scope>) -> Result<String> {
    Ok(scope::join(&scopes)?)
}

/// The scopes and API key permissions that an app needs for these calls and events. `calls` are names of the endpoint table,
/// such as `addons.create_on_post`.
#[uniffi::export]
fn required_scopes(calls: Vec<String>, events: Vec<SubscriptionType>) -> Result<Requirements> {
    Ok(api::required_scopes(&calls.iter().map(String::as_str).collect::<Vec<_>>(), &events)?)
}

/// Hashes a value as the platform requires: Persian and Arabic digits are converted to ASCII, Latin letters to upper case, and
/// surrounding spaces are removed; the result is the SHA-256 in lower-case hex.
#[uniffi::export]
fn mask(value: String) -> String {
    semantic::mask(&value)
}

/// Hashes the value of `old_real_estate_id`: document number and page number of an old title deed.
#[uniffi::export]
fn mask_real_estate(document: String, page: String) -> String {
    semantic::mask_real_estate(&document, &page)
}

/// The semantic names whose values stay readable, each with its documented values; an empty list means any value
/// (docs/platform.md#semantic-names). The platform may add names and values.
#[uniffi::export]
fn known_semantic_names() -> HashMap<String, Vec<String>> {
    semantic::known_names()
        .iter()
        .map(|known| (known.name.to_owned(), known.values.iter().map(|value| (*value).to_owned()).collect()))
        .collect()
}

/// The names in `semantic` whose values the platform stores hashed, sorted: they cannot be read back. A misspelled known name
/// is among them.
#[uniffi::export]
fn hashed_names(semantic: Semantic) -> Vec<String> {
    semantic::hashed_names(&semantic)
}

/// The known names in `semantic` whose value is not one of the documented values, sorted.
#[uniffi::export]
fn unlisted_values(semantic: Semantic) -> Vec<String> {
    semantic::unlisted_values(&semantic)
}

/// The known icons.
#[uniffi::export]
fn icon_names() -> Vec<String> {
    Icon::KNOWN.iter().map(|icon| icon.as_str().to_owned()).collect()
}

/// Parses a `Retry-After` header to the seconds to wait; none if it is invalid.
#[uniffi::export]
fn retry_after_seconds(header: String, now: DateTime) -> Option<f64> {
    policy::retry_after(&header, now).map(|wait| wait.as_secs_f64())
}
