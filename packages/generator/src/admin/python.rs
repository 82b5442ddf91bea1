//! Python: `testing/admin.py` with a `TypedDict` for each object, and `testing/operations.py` with a method for each operation.
//! Objects inside others get a name of their own, for Python has no other way.

use serde_json::Value;

use super::api::{Api, Content, Member, MemberType, Operation};
use super::{Schemas, is_object, is_required, kinds, mark, parts, pascal, properties, reference, variants};
use crate::docs::{WIDTH, wrap};

const HEAD: &str = r#""""The types of the requests and responses of the sandbox's admin API.

Made from the sandbox by ``open-platform-generator``: do not edit.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired
"#;

const OPERATIONS: &str = r#""""The operations of the sandbox's admin API on one world.

Made from the sandbox by ``open-platform-generator``: do not edit.
"""

# The results of the admin API are `Any` here; their types are those of its OpenAPI description.
# mypy: no-warn-return-any

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from . import admin

if TYPE_CHECKING:
    from ._connection import AdminConnection


class WorldOperations:
    """The operations of the sandbox's admin API on one world. Each raises a :class:`SandboxError` for what the sandbox refuses."""

    def __init__(self, connection: AdminConnection) -> None:
        self._admin = connection
"#;

/// Words that cannot be the name of a member of a class.
const KEYWORDS: &[&str] =
    &["as", "class", "for", "from", "global", "if", "import", "in", "is", "not", "or", "pass", "with"];

pub(super) fn file(schemas: Schemas<'_>) -> String {
    let mut writer = Writer { schemas, blocks: Vec::new() };
    for (name, schema) in schemas.iter() {
        writer.define(name, schema);
    }
    format!("{HEAD}\n\n{}", writer.blocks.join("\n\n"))
}

pub(super) fn operations(api: &Api) -> String {
    let methods = api.with_structured_arguments().map(|operation| format!("\n{}", method(operation)));
    OPERATIONS.to_owned() + &methods.collect::<String>()
}

fn method(of: &Operation) -> String {
    let body = of.body.as_ref().map(Content::parameter);
    let given = of.parameters();
    let signature: String = given
        .iter()
        .map(|member| {
            let default = if member.is_required { "" } else { " = None" };
            format!(", {}: {}{default}", member.name, class_of(member))
        })
        .collect();
    let mut arguments = vec![format!("\"{}\"", of.method), path(of)];
    if let (Some(content), Some(member)) = (&of.body, &body) {
        let name = &member.name;
        arguments.push(match content {
            Content::Single(_) if member.is_required => format!("{{\"{name}\": {name}}}"),
            Content::Single(_) => format!("{{}} if {name} is None else {{\"{name}\": {name}}}"),
            Content::Whole(_) => name.clone(),
        });
    }
    let sent = format!("self._admin({})", arguments.join(", "));
    let (result, value, returned) = match &of.result {
        None => ("None".to_owned(), sent, None),
        Some(Content::Whole(kind)) => (written(kind), format!("return {sent}"), None),
        Some(Content::Single(member)) if member.is_required => {
            (class_of(member), format!("return {sent}[\"{}\"]", member.name), Some(&member.description))
        }
        Some(Content::Single(member)) => {
            (class_of(member), format!("return {sent}.get(\"{}\")", member.name), Some(&member.description))
        }
    };
    let described = given.iter().filter(|member| !member.description.is_empty());
    let mut tags: Vec<_> = described.map(|member| format!(":param {}: {}", member.name, member.description)).collect();
    tags.extend(returned.map(|about| format!(":return: {about}")));
    format!("    def {}(self{signature}) -> {result}:\n{}        {value}\n", of.name, docstring(&of.description, &tags))
}

fn docstring(description: &str, tags: &[String]) -> String {
    let indent = " ".repeat(8);
    // Code has two backticks in docstrings.
    let lines = |text: &str, first: usize, width: usize| wrap(&text.replace('`', "``"), first, width);
    let width = WIDTH - indent.len();
    let mut text = lines(description, width - 6, width);
    if !tags.is_empty() {
        text.push(String::new());
    }
    for tag in tags {
        let each = lines(tag, width, width - 4).into_iter().enumerate();
        text.extend(each.map(|(index, line)| if index == 0 { line } else { format!("    {line}") }));
    }
    let close = if text.len() == 1 { "\"\"\"".to_owned() } else { format!("\n{indent}\"\"\"") };
    let joined: Vec<_> = text.iter().map(|line| format!("{indent}{line}").trim_end().to_owned()).collect();
    format!("{indent}\"\"\"{}{close}\n", joined.join("\n").trim_start())
}

/// The path as an expression.
fn path(of: &Operation) -> String {
    let mut path = of.path.clone();
    if let Some(Member { name, kind, .. }) = &of.item {
        let value =
            if *kind == MemberType::Text { format!("{{quote({name}, safe='')}}") } else { format!("{{{name}}}") };
        path = path.replace(&format!("{{{name}}}"), &value);
    }
    let mark = if of.item.is_some() { "f" } else { "" };
    match &of.query {
        Some(Member { name, .. }) => {
            format!("\"{path}\" if {name} is None else f\"{path}?{name}={{quote({name})}}\"")
        }
        None => format!("{mark}\"{path}\""),
    }
}

fn class_of(member: &Member) -> String {
    written(&member.kind) + if member.is_required || member.kind == MemberType::Any { "" } else { " | None" }
}

fn written(kind: &MemberType) -> String {
    match kind {
        MemberType::Text | MemberType::Time => "str".to_owned(),
        MemberType::Integer => "int".to_owned(),
        MemberType::Number => "float".to_owned(),
        MemberType::Boolean => "bool".to_owned(),
        MemberType::Any => "Any".to_owned(),
        MemberType::Object => "dict[str, Any]".to_owned(),
        MemberType::Texts => "dict[str, str]".to_owned(),
        MemberType::List(kind) => format!("list[{}]", written(kind)),
        MemberType::Named(name) => format!("admin.{name}"),
    }
}

struct Writer<'a> {
    schemas: Schemas<'a>,
    blocks: Vec<String>,
}

impl Writer<'_> {
    /// Defines a type, and returns how others refer to it.
    fn define(&mut self, name: &str, schema: &Value) -> String {
        let variants = variants(self.schemas, schema);
        match variants.as_slice() {
            [one] if one["properties"].is_object() => self.dictionary(name, one, schema),
            [one] => {
                let target = self.class(name, one);
                self.alias(name, schema, &target);
            }
            several => {
                let names: Vec<_> =
                    several.iter().map(|variant| self.define(&(name.to_owned() + &mark(variant)), variant)).collect();
                self.alias(name, schema, &names.join(" | "));
            }
        }
        name.to_owned()
    }

    fn alias(&mut self, name: &str, schema: &Value, target: &str) {
        self.blocks.push(format!("{}{name}: TypeAlias = {}\n", comment(schema, ""), quoted(target)));
    }

    fn dictionary(&mut self, name: &str, schema: &Value, described: &Value) {
        let properties = properties(schema);
        let members: Vec<_> = properties
            .iter()
            .map(|(member, part)| {
                let written = self.class(&(name.to_owned() + &pascal(member)), part);
                let written = if is_required(schema, member) { written } else { format!("NotRequired[{written}]") };
                (member, part, written)
            })
            .collect();
        if members.iter().any(|(member, ..)| KEYWORDS.contains(&member.as_str())) {
            let inner = " ".repeat(8);
            let lines: String = members
                .iter()
                .map(|(member, part, kind)| {
                    format!("{}{inner}{}: {},\n", comment(part, &inner), quoted(member), quoted(kind))
                })
                .collect();
            let open = comment(described, "");
            self.blocks.push(format!("{open}{name} = TypedDict(\n    {},\n    {{\n{lines}    }},\n)\n", quoted(name)));
            return;
        }
        let lines: String = members
            .iter()
            .map(|(member, part, kind)| format!("{}    {member}: {kind}\n", comment(part, "    ")))
            .collect();
        let documentation =
            described["description"].as_str().map(|text| format!("    \"\"\"{text}\"\"\"\n\n")).unwrap_or_default();
        self.blocks.push(format!("class {name}(TypedDict):\n{documentation}{lines}"));
    }

    /// How a type is written inside another.
    fn class(&mut self, name: &str, schema: &Value) -> String {
        if let Some(name) = reference(schema) {
            return name.to_owned();
        }
        if let [one] = parts(schema, "allOf") {
            return self.class(name, one);
        }
        let words = parts(schema, "enum");
        if !words.is_empty() {
            return format!("Literal[{}]", words.iter().map(Value::to_string).collect::<Vec<_>>().join(", "));
        }
        let choices = parts(schema, "oneOf");
        if !choices.is_empty() && !is_object(self.schemas, schema) {
            return choices.iter().map(|one| self.class(name, one)).collect::<Vec<_>>().join(" | ");
        }
        if ["properties", "oneOf", "allOf"].iter().any(|member| !schema[*member].is_null()) {
            return self.define(name, schema);
        }
        let kinds = kinds(schema);
        if kinds.is_empty() {
            return "Any".to_owned();
        }
        kinds.into_iter().map(|kind| self.plain(kind, name, schema)).collect::<Vec<_>>().join(" | ")
    }

    fn plain(&mut self, kind: &str, name: &str, schema: &Value) -> String {
        match kind {
            "array" => format!("list[{}]", self.class(name, &schema["items"])),
            "string" => "str".to_owned(),
            "integer" => "int".to_owned(),
            "number" => "float".to_owned(),
            "boolean" => "bool".to_owned(),
            "null" => "None".to_owned(),
            _ => "dict[str, Any]".to_owned(),
        }
    }
}

fn quoted(text: &str) -> String {
    if text.contains('"') { format!("'{text}'") } else { format!("\"{text}\"") }
}

fn comment(schema: &Value, indent: &str) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let width = WIDTH - indent.len() - 3;
    wrap(&text, width, width).into_iter().map(|line| format!("{indent}#: {line}\n")).collect()
}
