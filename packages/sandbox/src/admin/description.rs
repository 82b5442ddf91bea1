//! The description of the admin API as it is served.
//!
//! Its derivation does not call a member required whose value may be `null`. For an answer that is wrong: serde writes such a member,
//! too. So all members of the types that only answers have are required here.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use utoipa::OpenApi;

/// The description of the admin API (OpenAPI), as the sandbox serves it at `{origin}/_sandbox/openapi.json`.
pub fn admin_description() -> Value {
    let mut description = serde_json::to_value(super::Description::openapi()).unwrap_or_default();
    let mut sent = BTreeSet::new();
    for operation in description["paths"].as_object().into_iter().flatten().flat_map(|(_, path)| path.as_object()) {
        for (_, operation) in operation {
            named_in(&operation["requestBody"], &description, &mut sent);
            named_in(&operation["parameters"], &description, &mut sent);
        }
    }
    for (name, schema) in description["components"]["schemas"].as_object_mut().into_iter().flatten() {
        if !sent.contains(name) {
            require_all(schema);
        }
    }
    description
}

/// Adds the names of the types that a part of the description uses.
fn named_in(part: &Value, description: &Value, names: &mut BTreeSet<String>) {
    if let Some(name) = part["$ref"].as_str().and_then(|reference| reference.rsplit('/').next())
        && names.insert(name.to_owned())
    {
        named_in(&description["components"]["schemas"][name], description, names);
    }
    match part {
        Value::Object(members) => members.values().for_each(|member| named_in(member, description, names)),
        Value::Array(items) => items.iter().for_each(|item| named_in(item, description, names)),
        _ => {}
    }
}

/// Makes all members of a type required, also those of the objects inside it.
fn require_all(schema: &mut Value) {
    if let Some(members) = schema["properties"].as_object() {
        schema["required"] = members.keys().map(|name| json!(name)).collect();
    }
    match schema {
        Value::Object(members) => members.values_mut().for_each(require_all),
        Value::Array(items) => items.iter_mut().for_each(require_all),
        _ => {}
    }
}
