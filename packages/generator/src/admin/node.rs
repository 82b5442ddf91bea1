//! Node: `src/testing/admin.ts` with an alias for each type, where what is only used in one place is written there, and
//! `src/testing/operations.ts` with a method for each operation.

use serde_json::Value;

use super::api::{Api, Content, Member, MemberType, Operation};
use super::{Schemas, is_required, kinds, parts, reference};
use crate::docs::block_comment;
use crate::names::camel;

const HEAD: &str = "// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.\n\n";

const OPERATIONS: &str = "import type * as admin from './admin.js'
import type { AdminConnection } from './connection.js'

/** The operations of the sandbox's admin API on one world. Each is rejected with a `SandboxError` for what the sandbox refuses. */
export abstract class WorldOperations {
  readonly #admin: AdminConnection

  /** @internal */
  constructor(connection: AdminConnection) {
    this.#admin = connection
  }
";

pub(super) fn file(schemas: Schemas<'_>) -> String {
    let types = schemas
        .iter()
        .map(|(name, schema)| format!("{}export type {name} = {};\n", documentation(schema, ""), class(schema, "")));
    HEAD.to_owned() + &types.collect::<Vec<_>>().join("\n")
}

pub(super) fn operations(api: &Api) -> String {
    let methods = api.with_structured_arguments().map(|operation| format!("\n{}", method(operation)));
    format!("{HEAD}{OPERATIONS}{}}}\n", methods.collect::<String>())
}

fn method(of: &Operation) -> String {
    let body = of.body.as_ref().map(Content::parameter);
    let given = of.parameters();
    let signature: Vec<_> = given
        .iter()
        .map(|member| {
            let mark = if member.is_required { "" } else { "?" };
            format!("{}{mark}: {}", camel(&member.name), written(&member.kind))
        })
        .collect();
    let mut arguments = vec![path(of)];
    if let (Some(content), Some(member)) = (&of.body, &body) {
        let name = camel(&member.name);
        arguments.push(match content {
            Content::Single(_) if name == member.name => format!("{{ {name} }}"),
            Content::Single(_) => format!("{{ {}: {name} }}", member.name),
            Content::Whole(_) => name,
        });
    }
    let send = |kind: &str| format!("this.#admin.{}{kind}({})", of.method.to_lowercase(), arguments.join(", "));
    let (mark, result, value, returned) = match &of.result {
        None => ("async ", "void".to_owned(), format!("await {}", send("")), None),
        Some(Content::Whole(kind)) => ("", written(kind), format!("return {}", send("")), None),
        Some(Content::Single(member)) => {
            let name = &member.name;
            let kind = written(&member.kind) + if member.is_required { "" } else { " | undefined" };
            let object =
                format!("<{{ {name}{}: {} }}>", if member.is_required { "" } else { "?" }, written(&member.kind));
            ("async ", kind, format!("return (await {}).{name}", send(&object)), Some(&member.description))
        }
    };
    let described = given.iter().filter(|member| !member.description.is_empty());
    let mut tags: Vec<_> =
        described.map(|member| format!("@param {} {}", camel(&member.name), member.description)).collect();
    tags.extend(returned.map(|about| format!("@returns {about}")));
    format!(
        "{}  {mark}{}({}): Promise<{result}> {{\n    {value}\n  }}\n",
        block_comment("  ", std::slice::from_ref(&of.description), &tags),
        camel(&of.name),
        signature.join(", ")
    )
}

/// The path as an expression.
fn path(of: &Operation) -> String {
    let mut path = of.path.clone();
    if let Some(Member { name, kind, .. }) = &of.item {
        let value =
            if *kind == MemberType::Text { format!("${{encodeURIComponent({name})}}") } else { format!("${{{name}}}") };
        path = path.replace(&format!("{{{name}}}"), &value);
    }
    match &of.query {
        Some(Member { name, .. }) => {
            format!("{name} === undefined ? '{path}' : `{path}?{name}=${{encodeURIComponent({name})}}`")
        }
        None if of.item.is_some() => format!("`{path}`"),
        None => format!("'{path}'"),
    }
}

fn written(kind: &MemberType) -> String {
    match kind {
        MemberType::Text | MemberType::Time => "string".to_owned(),
        MemberType::Integer | MemberType::Number => "number".to_owned(),
        MemberType::Boolean => "boolean".to_owned(),
        MemberType::Any => "unknown".to_owned(),
        MemberType::Object => "Record<string, unknown>".to_owned(),
        MemberType::Texts => "Record<string, string>".to_owned(),
        MemberType::List(kind) => format!("{}[]", written(kind)),
        MemberType::Named(name) => format!("admin.{name}"),
    }
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
