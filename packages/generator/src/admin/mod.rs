//! The types of the sandbox's admin API for Python and Node, from the description that the sandbox serves.

use serde_json::Value;

use crate::File;

mod node;
mod python;

pub(crate) fn files() -> Vec<File> {
    let description = open_platform_sandbox::admin_description();
    let schemas = Schemas(&description["components"]["schemas"]);
    vec![
        File::new("packages/python/src/open_platform/testing/admin.py", python::file(schemas)),
        File::new("packages/node/src/testing/admin.ts", node::file(schemas)),
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
