//! The sandbox's admin API, from the description that the sandbox serves: the types, and the operations on a world.

use serde_json::{Map, Value, json};

use crate::File;
use crate::names::capitalized;

mod api;
mod kotlin;
mod node;
mod python;
mod swift;

pub(crate) fn files() -> Vec<File> {
    let description = open_platform_sandbox::admin_description();
    let schemas = Schemas(&description["components"]["schemas"]);
    let api = api::Api::read(&description);
    let kotlin = "packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/testing";
    let swift = "packages/swift/Sources/OpenPlatformTesting";
    vec![
        File::new("packages/python/src/open_platform/testing/admin.py", python::file(schemas)),
        File::new("packages/python/src/open_platform/testing/operations.py", python::operations(&api)),
        File::new("packages/node/src/testing/admin.ts", node::file(schemas)),
        File::new("packages/node/src/testing/operations.ts", node::operations(&api)),
        File::new(format!("{kotlin}/admin/Types.kt"), kotlin::types(&api)),
        File::new(format!("{kotlin}/WorldOperations.kt"), kotlin::operations(&api)),
        File::new(format!("{swift}/AdminTypes.swift"), swift::types(&api)),
        File::new(format!("{swift}/WorldOperations.swift"), swift::operations(&api)),
    ]
}

/// The types of the description, by name.
#[derive(Clone, Copy)]
struct Schemas<'a>(&'a Value);

impl<'a> Schemas<'a> {
    fn iter(self) -> impl Iterator<Item = (&'a String, &'a Value)> {
        self.0.as_object().into_iter().flatten()
    }

    fn get(self, name: &str) -> &'a Value {
        &self.0[name]
    }
}

/// The name of the type that a schema refers to.
fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(|path| path.rsplit('/').next())
}

/// The schemas in a member such as `oneOf`.
fn parts<'a>(schema: &'a Value, member: &str) -> &'a [Value] {
    schema[member].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The names of the JSON types that a value may have.
fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn is_required(schema: &Value, member: &str) -> bool {
    parts(schema, "required").iter().any(|name| name == member)
}

/// The objects that a schema stands for: one, or one of several.
fn variants(schemas: Schemas<'_>, schema: &Value) -> Vec<Value> {
    if let Some(name) = reference(schema) {
        return variants(schemas, schemas.get(name));
    }
    let choices = parts(schema, "oneOf");
    if !choices.is_empty() && choices.iter().all(|one| is_object(schemas, one)) {
        return choices.iter().flat_map(|part| variants(schemas, part)).collect();
    }
    let all = parts(schema, "allOf");
    if all.len() > 1 {
        return all.iter().fold(vec![json!({ "properties": {}, "required": [] })], |merged, part| {
            let others = variants(schemas, part);
            merged.iter().flat_map(|one| others.iter().map(|other| merge(one, other))).collect()
        });
    }
    vec![schema.clone()]
}

fn is_object(schemas: Schemas<'_>, schema: &Value) -> bool {
    match &schema["type"] {
        Value::Null => variants(schemas, schema).iter().all(|variant| variant["properties"].is_object()),
        kind => kind == "object",
    }
}

fn properties(schema: &Value) -> Map<String, Value> {
    schema["properties"].as_object().cloned().unwrap_or_default()
}

/// The object with the members of both.
fn merge(one: &Value, other: &Value) -> Value {
    let mut members = properties(one);
    members.extend(properties(other));
    let required = [parts(one, "required"), parts(other, "required")].concat();
    let description = [one, other].into_iter().map(|part| &part["description"]).find(|text| text.is_string());
    json!({ "properties": members, "required": required, "description": description })
}

/// The word that identifies a variant: its kind, or its only member.
fn mark(variant: &Value) -> String {
    let members = properties(variant);
    let word = members.values().find_map(|member| match parts(member, "enum") {
        [Value::String(word)] => Some(word.as_str()),
        _ => None,
    });
    pascal(word.or(members.keys().next().map(String::as_str)).unwrap_or_default())
}

fn pascal(words: &str) -> String {
    words.split('_').map(|word| capitalized(&word.to_lowercase())).collect()
}
