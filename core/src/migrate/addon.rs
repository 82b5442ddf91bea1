//! Bodies of add-ons and verifications.

use std::collections::{BTreeMap, HashMap};

use super::object::{Object, Report};
use super::widget;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::model::semantic::{self, MASKED_NAMES, Semantic};

/// The member that listed the names to hash. The documents contain both spellings.
const SENSITIVES: [&str; 2] = ["semantic_sensitives", "sensitive_semantics"];

const NOT_SENT: &str = "not sent any more";

pub(super) fn post(value: &Json, report: &mut Report) -> Result<Json> {
    let mut body = Object::read(value, "")?;
    widget::member(&mut body, report)?;
    migrate_semantic(&mut body, report);
    Ok(body.into_json())
}

pub(super) fn user(value: &Json, report: &mut Report) -> Result<Json> {
    let mut body = Object::read(value, "")?;
    widget::member(&mut body, report)?;
    migrate_record(&mut body, report);
    body.drop("management_permalink", NOT_SENT, report);
    migrate_semantic(&mut body, report);
    Ok(body.into_json())
}

pub(super) fn verification(value: &Json, report: &mut Report) -> Result<Json> {
    let mut body = Object::read(value, "")?;
    let old_only = ["notes", "verification_cost"].iter().chain(&SENSITIVES).any(|name| body.has(name));
    if !body.has("semantic") {
        const MISSING: &str = "is missing: a verification needs semantic data";
        if !old_only {
            return Err(Error::invalid("semantic", MISSING));
        }
        report.attention("semantic", MISSING);
    }
    // The current record of a user identified by id has a phone number too. `cost` distinguishes the two.
    if old_only || !body.has("cost") {
        migrate_record(&mut body, report);
    }
    migrate_semantic(&mut body, report);
    Ok(body.into_json())
}

/// Migrates what user add-ons and verifications have in common.
fn migrate_record(body: &mut Object, report: &mut Report) {
    body.move_out("phone", "now in the path of the request", report);
    body.drop("notes", NOT_SENT, report);
    body.rename("verification_cost", "cost", report);
}

/// Drops the names to hash. Values that are stored differently now need attention, but only in an old body.
fn migrate_semantic(body: &mut Object, report: &mut Report) {
    let mut sensitive: Vec<String> = Vec::new();
    for name in SENSITIVES {
        sensitive.extend(body.get(name).and_then(|names| names.to::<Vec<String>>().ok()).unwrap_or_default());
        body.drop(name, "the platform hashes the values of all names that it does not predefine", report);
    }
    let Some(members) = body.get("semantic") else { return };
    let Ok(members) = members.to::<BTreeMap<String, Json>>() else {
        return report.attention(body.path("semantic"), "must be an object of texts");
    };
    if report.0.is_empty() {
        return;
    }
    let mut semantic = Semantic::new();
    for (name, value) in members {
        match value.to() {
            Ok(text) => drop(semantic.insert(name, text)),
            Err(_) => report.attention(format!("{}.{name}", body.path("semantic")), "must be text"),
        }
    }
    let hashed = semantic::hashed_names(&semantic);
    sensitive.sort();
    sensitive.dedup();
    for name in sensitive.iter().filter(|name| semantic.contains_key(*name) && !hashed.contains(name)) {
        let path = format!("{}.{name}", body.path("semantic"));
        report.attention(path, "a predefined name: its value is stored readable now");
    }
    for name in hashed {
        let value = semantic.get(&name).cloned().unwrap_or_default();
        let path = format!("{}.{name}", body.path("semantic"));
        if MASKED_NAMES.contains(&name.as_str()) {
            if semantic::check(&HashMap::from([(name, value)])).is_err() {
                report.attention(path, "must be hashed by the app before it is sent");
            }
        } else if !sensitive.contains(&name) {
            report.attention(path, "not a predefined name: its value is stored hashed now, and cannot be read back");
        }
    }
}
