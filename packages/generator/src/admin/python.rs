//! `open_platform/testing/admin.py`: a `TypedDict` for each object. Objects inside others get a name of their own, for Python
//! has no other way.

use serde_json::Value;

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
