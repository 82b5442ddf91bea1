//! `src/testing/admin.ts`: an alias for each type, with what is only used in one place written there.

use serde_json::Value;

use super::{Schemas, is_required, kinds, parts, reference};

pub(super) fn file(schemas: Schemas<'_>) -> String {
    let types = schemas
        .iter()
        .map(|(name, schema)| format!("{}export type {name} = {};\n", documentation(schema, ""), class(schema, "")));
    let head = "// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.\n\n";
    head.to_owned() + &types.collect::<Vec<_>>().join("\n")
}

fn documentation(schema: &Value, indent: &str) -> String {
    let lines: Vec<_> = schema["description"].as_str().unwrap_or_default().split('\n').collect();
    match lines.as_slice() {
        [""] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let lines = lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n");
            format!("{indent}/**\n{}{indent} */\n", lines.collect::<String>())
        }
    }
}

fn class(schema: &Value, indent: &str) -> String {
    let join = |parts: Vec<String>, sign: &str| parts.join(sign);
    if let Some(name) = reference(schema) {
        return name.to_owned();
    }
    for (member, sign) in [("enum", " | "), ("oneOf", " | "), ("allOf", " & ")] {
        let parts = parts(schema, member).iter();
        if parts.len() > 0 {
            return join(
                parts
                    .map(|one| match member {
                        "enum" => one.to_string(),
                        "oneOf" => class(one, indent),
                        _ => part(one, indent),
                    })
                    .collect(),
                sign,
            );
        }
    }
    let kinds = kinds(schema);
    if kinds.is_empty() {
        return "unknown".to_owned();
    }
    join(kinds.into_iter().map(|kind| plain(kind, schema, indent)).collect(), " | ")
}

fn plain(kind: &str, schema: &Value, indent: &str) -> String {
    match kind {
        "integer" => "number".to_owned(),
        "array" => part(&schema["items"], indent) + "[]",
        "object" => object(schema, indent),
        kind => kind.to_owned(),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let Some(properties) = schema["properties"].as_object() else { return "Record<string, unknown>".to_owned() };
    let inner = format!("{indent}  ");
    let members = properties.iter().map(|(name, schema_of)| {
        let mark = if is_required(schema, name) { "" } else { "?" };
        format!("{}{inner}{name}{mark}: {};\n", documentation(schema_of, &inner), class(schema_of, &inner))
    });
    format!("{{\n{}{indent}}}", members.collect::<String>())
}

/// The type as a part of another.
fn part(schema: &Value, indent: &str) -> String {
    let text = class(schema, indent);
    let is_open = ["oneOf", "allOf", "enum"].iter().any(|member| !schema[*member].is_null());
    if is_open || schema["type"].is_array() { format!("({text})") } else { text }
}
