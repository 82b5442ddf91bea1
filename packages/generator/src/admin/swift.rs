//! Swift: `AdminTypes.swift` with a type for each of the description in the namespace `Admin`, and `WorldOperations.swift` with a
//! method of `World` for each operation.

use std::collections::BTreeSet;

use super::api::{Api, Content, Member, MemberType, Operation, Shape, Sign, Type, Variant};
use crate::docs::{WIDTH, wrap};
use crate::names::{camel, uncapitalized};

const HEAD: &str = "// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.\n
#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform\n
";

const NAMESPACE: &str = "/// The types of the sandbox's admin API, which `{url}/_sandbox/openapi.json` describes.
public enum Admin {}\n
extension Admin {
";

const CLIENT: &str = "/// The operations of the sandbox's admin API on one world. Each throws a ``SandboxError`` for what the sandbox refuses.
extension World {
";

pub(super) fn types(api: &Api) -> String {
    let types: Vec<_> = api.types.iter().map(define).collect();
    format!("{HEAD}{NAMESPACE}{}}}\n#endif\n", types.join("\n"))
}

pub(super) fn operations(api: &Api) -> String {
    let methods: Vec<_> = api.operations.iter().map(operation).collect();
    format!("{HEAD}{CLIENT}{}}}\n#endif\n", methods.join("\n"))
}

fn define(of: &Type) -> String {
    let about = comment(&of.name, "    ", &of.description, &[]);
    let coding = match (of.is_sent, of.is_received) {
        (true, true) => "Codable",
        (true, false) => "Encodable",
        _ => "Decodable",
    };
    let name = &of.name;
    let (head, body): (String, String) = match &of.shape {
        Shape::Words(words) => {
            (format!("enum {name}: String, Codable, Sendable"), words.iter().map(|word| word_case(word)).collect())
        }
        Shape::Record(members) => (format!("struct {name}: {coding}, Equatable, Sendable"), record(of, members)),
        Shape::Choice(variants) => (format!("enum {name}: {coding}, Equatable, Sendable"), choice(of, variants)),
    };
    format!("{about}    public {head} {{\n{body}    }}\n")
}

fn word_case(word: &str) -> String {
    let name = identifier(word);
    if name == word { format!("        case {name}\n") } else { format!("        case {name} = \"{word}\"\n") }
}

/// The body of a struct.
fn record(of: &Type, members: &[Member]) -> String {
    let word = if of.is_sent { "var" } else { "let" };
    let field = |member: &Member| {
        let about = comment(&member.name, "        ", &member.description, &[]);
        format!("{about}        public {word} {}: {}\n", identifier(&member.name), class_of(member, ""))
    };
    let mut text: String = members.iter().map(field).collect();
    if of.is_sent {
        text += &initializer(members);
    }
    if members.iter().any(|member| camel(&member.name) != member.name) {
        text += &format!("\n{}", keys(members.iter().map(|member| member.name.as_str())));
    }
    text
}

/// The body of an enum whose cases have members.
fn choice(of: &Type, variants: &[Variant]) -> String {
    let names = variants.iter().flat_map(|variant| {
        let sign = match &variant.sign {
            Sign::Tag(tag, _) => tag,
            Sign::Inside(member) => member,
        };
        std::iter::once(sign.as_str()).chain(variant.members.iter().map(|member| member.name.as_str()))
    });
    let mut text = variants.iter().map(case).collect::<String>() + "\n" + &keys(names);
    if of.is_received {
        text += &decoding(variants);
    }
    if of.is_sent {
        text += &encoding(&of.name, variants);
    }
    text
}

/// The names in the JSON.
fn keys<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: BTreeSet<_> = names.collect();
    let each = names.into_iter().map(|name| {
        let word = identifier(name);
        if camel(name) == name {
            format!("            case {word}\n")
        } else {
            format!("            case {word} = \"{name}\"\n")
        }
    });
    format!("        private enum CodingKeys: String, CodingKey {{\n{}        }}\n", each.collect::<String>())
}

fn initializer(members: &[Member]) -> String {
    let given: Vec<_> = members
        .iter()
        .map(|member| {
            let default = if member.is_required { "" } else { " = nil" };
            format!("{}: {}{default}", identifier(&member.name), class_of(member, ""))
        })
        .collect();
    let values: String =
        members.iter().map(|member| format!("            self.{0} = {0}\n", identifier(&member.name))).collect();
    let head = listed("        public init", &given, "        ", " {");
    format!("\n        /// Creates the value from its members.\n{head}\n{values}        }}\n")
}

fn case(of: &Variant) -> String {
    let tags: Vec<_> = of.members.iter().map(|member| (identifier(&member.name), member.description.clone())).collect();
    let about = comment(&of.name, "        ", &of.description, &tags);
    let name = identifier(&uncapitalized(&of.name));
    if of.members.is_empty() {
        return format!("{about}        case {name}\n");
    }
    let given: Vec<_> = of
        .members
        .iter()
        .map(|member| {
            let default = if member.is_required { "" } else { " = nil" };
            format!("{}: {}{default}", identifier(&member.name), class_of(member, ""))
        })
        .collect();
    format!("{about}{}\n", listed(&format!("        case {name}"), &given, "        ", ""))
}

fn decoding(variants: &[Variant]) -> String {
    let value = |variant: &Variant, from: &str| {
        let name = identifier(&uncapitalized(&variant.name));
        if variant.members.is_empty() {
            return format!("self = .{name}");
        }
        let each = variant.members.iter().map(|member| {
            let way = if member.is_required { "decode" } else { "decodeIfPresent" };
            let word = identifier(&member.name);
            format!("                    {word}: try {from}.{way}({}.self, forKey: .{word})", class(&member.kind, ""))
        });
        format!("self = .{name}(\n{})", each.collect::<Vec<_>>().join(",\n"))
    };
    let mut text = "\n        /// Decodes the variant that the members identify.\n        public init(from decoder: any Decoder) throws {\n            \
                    let members = try decoder.container(keyedBy: CodingKeys.self)\n"
        .to_owned();
    let mut is_switch = false;
    let mut tagged = "";
    for variant in variants {
        match &variant.sign {
            Sign::Tag(tag, word) => {
                if !is_switch {
                    text += &format!(
                        "            switch try members.decode(String.self, forKey: .{}) {{\n",
                        identifier(tag)
                    );
                }
                (is_switch, tagged) = (true, tag);
                text += &format!("            case \"{word}\":\n                {}\n", value(variant, "members"));
            }
            Sign::Inside(member) => {
                let word = identifier(member);
                text += &format!(
                    "            if members.contains(.{word}) {{\n                let inside = try members.nestedContainer(keyedBy: \
                     CodingKeys.self, forKey: .{word})\n                {}\n                return\n            }}\n",
                    value(variant, "inside")
                );
            }
        }
    }
    if is_switch {
        let tag = identifier(tagged);
        text += &format!(
            "            case let word:\n                throw DecodingError.dataCorruptedError(\n                    \
             forKey: .{tag}, in: members, debugDescription: \"\\(word) is unknown\")\n            }}\n        }}\n"
        );
    } else {
        text += "            throw DecodingError.dataCorrupted(\n                .init(codingPath: decoder.codingPath, \
                 debugDescription: \"none of the known members\"))\n        }\n";
    }
    text
}

fn encoding(name: &str, variants: &[Variant]) -> String {
    let mut text = "\n        /// Encodes the variant with the member that identifies it.\n        public func encode(to encoder: any Encoder) throws {\n            \
                    var members = encoder.container(keyedBy: CodingKeys.self)\n            switch self {\n"
        .to_owned();
    for variant in variants {
        let Sign::Tag(tag, word) = &variant.sign else { panic!("{name} is sent, and has no tag") };
        let names: Vec<_> = variant.members.iter().map(|member| identifier(&member.name)).collect();
        let bound = if names.is_empty() { String::new() } else { format!("(let {})", names.join(", let ")) };
        text += &format!(
            "            case .{}{bound}:\n                try members.encode(\"{word}\", forKey: .{})\n",
            identifier(&uncapitalized(&variant.name)),
            identifier(tag)
        );
        for member in &variant.members {
            let way = if member.is_required { "encode" } else { "encodeIfPresent" };
            let word = identifier(&member.name);
            text += &format!("                try members.{way}({word}, forKey: .{word})\n");
        }
    }
    text + "            }\n        }\n"
}

fn operation(of: &Operation) -> String {
    let body = of.body.as_ref().map(Content::parameter);
    let given = of.parameters();
    let signature: Vec<_> = given
        .iter()
        .map(|member| {
            // A parameter alone needs no label, unless it is a number, a text or a time in the body.
            let is_plain = matches!(of.body, Some(Content::Single(_)))
                && matches!(member.kind, MemberType::Integer | MemberType::Text | MemberType::Time);
            let label = if given.len() == 1 && !is_plain { "_ " } else { "" };
            let default = if member.is_required { "" } else { " = nil" };
            format!("{label}{}: {}{default}", identifier(&member.name), class_of(member, "Admin."))
        })
        .collect();
    let mut arguments = vec![format!("\"{}\"", of.method), path(of)];
    if let (Some(content), Some(member)) = (&of.body, &body) {
        let value = identifier(&member.name);
        arguments.push(match content {
            Content::Single(_) if member.is_required => format!("[\"{}\": {value}]", member.name),
            Content::Single(_) => format!("[\"{}\": {value}].compactMapValues {{ $0 }}", member.name),
            Content::Whole(_) => value,
        });
    }
    let (result, returned) = match &of.result {
        None => (String::new(), None),
        Some(Content::Whole(kind)) => (format!(" -> {}", class(kind, "Admin.")), None),
        Some(Content::Single(member)) => {
            arguments.push(format!("member: \"{}\"", member.name));
            (format!(" -> {}", class_of(member, "Admin.")), Some(member.description.clone()))
        }
    };
    let described = given.iter().filter(|member| !member.description.is_empty());
    let tags: Vec<_> = described.map(|member| (identifier(&member.name), member.description.clone())).collect();
    let mut text = comment(&of.name, "    ", &of.description, &tags);
    if let Some(returned) = returned {
        if tags.is_empty() {
            text += "    ///\n";
        }
        text += &format!("    /// - Returns: {returned}\n");
    }
    if of.method != "GET" && !result.is_empty() {
        text += "    @discardableResult\n";
    }
    let head = format!("    public func {}", identifier(&of.name));
    let head = listed(&head, &signature, "    ", &format!(" async throws{result} {{"));
    let verb = if of.result.is_none() { "perform" } else { "send" };
    text + &format!("{head}\n        try await admin.{verb}({})\n    }}\n", arguments.join(", "))
}

fn path(of: &Operation) -> String {
    let mut path = of.path.clone();
    if let Some(item) = &of.item {
        let name = identifier(&item.name);
        let value = if item.kind == MemberType::Text {
            format!("\\(AdminConnection.escaped({name}))")
        } else {
            format!("\\({name})")
        };
        path = path.replace(&format!("{{{}}}", item.name), &value);
    }
    match &of.query {
        Some(query) => format!("\"{path}\" + AdminConnection.query(\"{}\", {})", query.name, identifier(&query.name)),
        None => format!("\"{path}\""),
    }
}

/// A list in parentheses, in one line or with each part in a line of its own.
fn listed(head: &str, parts: &[String], indent: &str, tail: &str) -> String {
    let one = format!("{head}({}){tail}", parts.join(", "));
    if one.len() <= WIDTH {
        return one;
    }
    let each = parts.join(&format!(",\n{indent}    "));
    format!("{head}(\n{indent}    {each}\n{indent}){tail}")
}

fn class_of(member: &Member, prefix: &str) -> String {
    class(&member.kind, prefix) + if member.is_required { "" } else { "?" }
}

fn class(kind: &MemberType, prefix: &str) -> String {
    match kind {
        MemberType::Text => "String".to_owned(),
        MemberType::Integer => "Int".to_owned(),
        MemberType::Number => "Double".to_owned(),
        MemberType::Boolean => "Bool".to_owned(),
        MemberType::Time => "Date".to_owned(),
        MemberType::Any => "Json".to_owned(),
        MemberType::Object => "[String: Json]".to_owned(),
        MemberType::Texts => "[String: String]".to_owned(),
        MemberType::List(kind) => format!("[{}]", class(kind, prefix)),
        MemberType::Named(name) => format!("{prefix}{name}"),
    }
}

fn identifier(name: &str) -> String {
    let name = camel(name);
    if ["as", "class", "default", "for", "in", "is", "repeat", "self", "where"].contains(&name.as_str()) {
        format!("`{name}`")
    } else {
        name
    }
}

fn comment(name: &str, indent: &str, description: &str, parameters: &[(String, String)]) -> String {
    assert!(!description.is_empty(), "{name} has no description in the sandbox");
    let width = WIDTH - indent.len() - 4;
    let mut lines = wrap(description, width, width);
    if !parameters.is_empty() {
        lines.extend([String::new(), "- Parameters:".to_owned()]);
    }
    for (name, about) in parameters {
        assert!(!about.is_empty(), "{name} has no description in the sandbox");
        let wrapped = wrap(&format!("- {name}: {about}"), width - 2, width - 4);
        let each = wrapped.into_iter().enumerate();
        lines.extend(each.map(|(index, line)| if index == 0 { format!("  {line}") } else { format!("    {line}") }));
    }
    lines.into_iter().map(|line| format!("{indent}/// {line}").trim_end().to_owned() + "\n").collect()
}
