//! Checks bodies against the OpenAPI description, because serde also deserializes structures from arrays.

use std::sync::LazyLock;

use axum::http::Method;
use serde_json::Value;

use super::admin_description;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(admin_description);

/// The path of a value of the wrong type, and the expected type.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TypeMismatch {
    pub(super) at: String,
    pub(super) kind: String,
}

/// Whether there is such an operation, and it takes no body.
pub(super) fn takes_no_body(path: &str, method: &Method) -> bool {
    let operation = &DESCRIPTION["paths"][path][method.as_str().to_lowercase()];
    operation.is_object() && operation["requestBody"].is_null()
}

/// Checks a body against the description of its operation: `path` is the template of the route, `method` in lower case.
pub(super) fn check(path: &str, method: &str, body: &Value) -> Result<(), TypeMismatch> {
    let operation = &DESCRIPTION["paths"][path][method];
    walk(&operation["requestBody"]["content"]["application/json"]["schema"], body, "")
}

fn walk(schema: &Value, value: &Value, at: &str) -> Result<(), TypeMismatch> {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return walk(&DESCRIPTION["components"]["schemas"][name], value, at);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        walk(part, value, at)?;
    }
    if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        let mut refused = None;
        for choice in choices {
            match walk(choice, value, at) {
                Ok(()) => return Ok(()),
                // The alternative that matched the longest path gives the best error.
                Err(misfit) if refused.as_ref().is_none_or(|known: &TypeMismatch| known.at.len() < misfit.at.len()) => {
                    refused = Some(misfit);
                }
                Err(_) => {}
            }
        }
        return refused.map_or(Ok(()), Err);
    }
    if !is_kind(&schema["type"], value) {
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
            kind => kind.as_str().unwrap_or_default().to_owned(),
        };
        return Err(TypeMismatch { at: at.to_owned(), kind });
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let place = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
                walk(&schema["properties"][name], member, &place)?;
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(&schema["items"], item, &format!("{at}[{index}]"))?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Whether a value has one of the types of a schema. A schema without types accepts any value.
fn is_kind(kinds: &Value, value: &Value) -> bool {
    let is = |kind: &str| match value {
        Value::Object(_) => kind == "object",
        Value::Array(_) => kind == "array",
        Value::String(_) => kind == "string",
        Value::Bool(_) => kind == "boolean",
        Value::Null => kind == "null",
        Value::Number(number) => kind == "number" || kind == "integer" && !number.is_f64(),
    };
    match kinds {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        Value::String(kind) => is(kind),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_array_is_no_object_wherever_it_stands() {
        let path = "/_sandbox/worlds/{world}/faults";
        let at = |body: Value| check(path, "post", &body).map_err(|misfit| (misfit.at, misfit.kind));
        assert_eq!(at(json!({ "on": { "endpoint": "posts.get" }, "effects": [{ "kind": "bad_json" }] })), Ok(()));
        assert_eq!(at(json!({ "nth": null, "probability": 1 })), Ok(()));
        let object = |place: &str| Err((place.to_owned(), "object".to_owned()));
        assert_eq!(at(json!([])), object(""));
        assert_eq!(at(json!({ "on": ["posts.get"] })), object("on"));
        assert_eq!(at(json!({ "effects": [["bad_json"]] })), object("effects[0]"));
        let seed = json!({ "users": [["zoe", "09120000009"]] });
        assert_eq!(check("/_sandbox/worlds/{world}/seed", "post", &seed).unwrap_err().at, "users[0]");
    }
}
