//! Generates the data types of Node: `packages/node/src/model.ts`.

use std::collections::BTreeSet;

use open_platform::api::HANDLES;

use crate::File;
use crate::data::{DataType, DataTypes, Kind, Member, Shape, Variant, Word};
use crate::docs::{self, Style, block_comment};
use crate::names::camel;

/// Most names of several words are words of the platform.
const STYLE: Style = Style {
    quote: "`",
    is_camel: false,
    times: "",
    error: |class| format!("`{}`", class.name),
    none: "undefined",
    user: "user",
    method: None,
    migrate: |name| format!("migrate.{name}"),
};

/// Types that are arguments of functions that are no calls.
const ARGUMENTS: &[&str] = &["StartReply", "DynamicActionReply", "NoResponse"];

/// Documentation where that of Rust does not fit, because the type is no class here.
const DOCUMENTATION: &[(&str, &str)] = &[
    (
        "Phone",
        "A mobile phone number, in any of the ways people write it: Persian digits, spaces and the prefixes `+98`, `0098` and `98` are understood. On the wire it is always `09` and nine digits.",
    ),
    ("Icon", "Name of an icon of the platform. `iconNames()` has the known ones; the list grows without notice."),
    ("Scope", "What a user grants, such as `POST_ADDON_CREATE.gZd7omnS`. The members of `scope` make them."),
    ("GrantKey", "The name of a stored grant: what an app keeps beside its own user. It is no secret."),
    ("Widget", "One widget. The functions of `w` make them."),
    ("Presence", "Which members of a record arrived: for `postHas`."),
];

const JSON: &str =
    "/** Free JSON, as `JSON.parse` gives it, but a number that JavaScript cannot hold exactly is its text. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json }
";

/// Unknown and malformed events are variants of a delivery's event, not of the type `Event`.
const BESIDE_EVENTS: &[(&str, &str, &str)] = &[
    ("unknown", "UnknownEvent", "An event that this version does not know."),
    ("malformed", "MalformedEvent", "An event that cannot be read."),
];

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let model = Model { arguments: arguments(types) };
    let mut parts = vec![JSON.to_owned()];
    let kinds: [fn(&Shape) -> bool; 4] = [
        |shape| matches!(shape, Shape::Alias(_)),
        |shape| matches!(shape, Shape::Words { .. }),
        |shape| matches!(shape, Shape::Variants { .. }),
        |shape| matches!(shape, Shape::Struct { .. }),
    ];
    for is_kind in kinds {
        parts.extend(types.iter().filter(|data| data.is_core && is_kind(&data.shape)).map(|data| model.of(data)));
    }
    let head = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n\n";
    let members = members(types);
    let text = docs::members_in_camel_case(&parts.join("\n"), |name| members.contains(name));
    vec![File::new("packages/node/src/model.ts", head.to_owned() + &text)]
}

/// The names of all members, in snake case.
fn members(types: &DataTypes) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for data in types.iter() {
        match &data.shape {
            Shape::Struct { members, .. } => names.extend(members.iter().map(|member| member.name.as_str())),
            Shape::Variants { variants, .. } => {
                names.extend(variants.iter().flat_map(|variant| &variant.members).map(|member| member.name.as_str()));
            }
            _ => {}
        }
    }
    names
}

/// The types that are arguments, with those in them.
fn arguments(types: &DataTypes) -> Vec<&str> {
    let calls = HANDLES.iter().flat_map(|handle| handle.calls).flat_map(|call| call.parameters);
    let mut rest: Vec<&str> = calls
        .map(|parameter| parameter.kind)
        .chain(ARGUMENTS.iter().map(|name| types.get(name).name.as_str()))
        .collect();
    rest.extend(
        types
            .iter()
            .filter(|data| matches!(data.shape, Shape::Struct { is_options: true, .. }))
            .map(|data| data.name.as_str()),
    );
    let mut found: Vec<&str> = Vec::new();
    while let Some(name) = rest.pop() {
        let Some(data) = types.iter().find(|data| data.name == name && !found.contains(&name)) else { continue };
        found.push(&data.name);
        let members: Vec<&Member> = match &data.shape {
            Shape::Struct { members, .. } => members.iter().collect(),
            Shape::Variants { variants, .. } => variants.iter().flat_map(|variant| &variant.members).collect(),
            _ => Vec::new(),
        };
        rest.extend(members.iter().filter_map(|member| named(&member.kind)));
    }
    found
}

/// The name of the type in a type.
fn named(kind: &Kind) -> Option<&str> {
    match kind {
        Kind::Named(name) => Some(name),
        Kind::List(inner) | Kind::Map(inner) | Kind::Optional(inner) => named(inner),
        _ => None,
    }
}

struct Model<'a> {
    arguments: Vec<&'a str>,
}

impl Model<'_> {
    fn of(&self, data: &DataType) -> String {
        let name = &data.name;
        let head = match DOCUMENTATION.iter().find(|(known, _)| known == name) {
            Some((_, text)) => block_comment("", &[(*text).to_owned()], &[]),
            None => comment("", &data.documentation),
        };
        match &data.shape {
            Shape::Alias(kind) => format!("{head}export type {name} = {}\n", type_of(kind)),
            Shape::Words { words, is_open } => {
                let lines: String = words.iter().map(one_word).collect();
                let other = if *is_open { "  | (string & {})\n" } else { "" };
                format!("{head}export type {name} =\n{lines}{other}")
            }
            Shape::Variants { tag, variants } => union(name, &head, tag, variants),
            Shape::Struct { members, .. } => {
                let is_argument = self.arguments.contains(&name.as_str());
                let lines: String = members.iter().map(|member| self.member(name, member, is_argument)).collect();
                format!("{head}export interface {name} {{\n{lines}}}\n")
            }
        }
    }

    /// In arguments, members that are empty by default are optional, and may be `undefined`.
    fn member(&self, owner: &str, member: &Member, is_argument: bool) -> String {
        let (mark, more, kind) = match &member.kind {
            Kind::Optional(kind) if is_argument => ("?", " | undefined", &**kind),
            Kind::Optional(kind) => ("?", "", &**kind),
            kind if is_argument && is_empty_by_default(kind) => ("?", " | undefined", kind),
            kind => ("", "", kind),
        };
        let is_event = owner == "Delivery" && member.name == "event";
        let beside: String =
            BESIDE_EVENTS.iter().filter(|_| is_event).map(|(_, name, _)| format!(" | {name}")).collect();
        format!(
            "{}  {}{mark}: {}{beside}{more}\n",
            comment("  ", &member.documentation),
            camel(&member.name),
            type_of(kind)
        )
    }
}

fn is_empty_by_default(kind: &Kind) -> bool {
    match kind {
        Kind::Bool | Kind::List(_) | Kind::Map(_) => true,
        Kind::Named(name) => ["Extra", "Semantic", "SemanticPaths"].contains(&name.as_str()),
        _ => false,
    }
}

fn one_word(word: &Word) -> String {
    format!("{}  | '{}'\n", comment("  ", &word.documentation), word.word)
}

fn union(name: &str, head: &str, tag: &str, variants: &[Variant]) -> String {
    let mut text = String::new();
    let beside = |variant: &Variant| {
        let known = BESIDE_EVENTS.iter().find(|(word, ..)| *word == variant.word);
        known.filter(|_| name == "Event")
    };
    for variant in variants {
        if let Some((_, name, documentation)) = beside(variant) {
            text += &format!("{}export type {name} = {}\n\n", comment("", documentation), variant_of(tag, variant));
        }
    }
    text += &format!("{head}export type {name} =\n");
    for variant in variants.iter().filter(|variant| beside(variant).is_none()) {
        text += &format!("  | {}\n", variant_of(tag, variant));
    }
    text
}

fn variant_of(tag: &str, variant: &Variant) -> String {
    let mut members = vec![format!("{tag}: '{}'", variant.word)];
    for member in &variant.members {
        let (mark, kind) = match &member.kind {
            Kind::Optional(kind) => ("?", &**kind),
            kind => ("", kind),
        };
        let about = translated(&member.documentation).join(" ");
        let about = if about.is_empty() { about } else { format!("/** {about} */ ") };
        members.push(format!("{about}{}{mark}: {}", camel(&member.name), type_of(kind)));
    }
    format!("{{ {} }}", members.join("; "))
}

pub(crate) fn type_of(kind: &Kind) -> String {
    match kind {
        Kind::Text => "string".to_owned(),
        Kind::Bool => "boolean".to_owned(),
        Kind::Whole | Kind::Number => "number".to_owned(),
        Kind::Json => "Json".to_owned(),
        Kind::Date => "Date".to_owned(),
        Kind::Bytes => "Uint8Array".to_owned(),
        Kind::Named(name) => name.clone(),
        Kind::List(item) => format!("Array<{}>", type_of(item)),
        Kind::Map(value) => format!("Record<string, {}>", type_of(value)),
        Kind::Optional(value) => format!("{} | null", type_of(value)),
    }
}

/// The documentation as a comment.
fn comment(indent: &str, text: &str) -> String {
    let paragraphs = translated(text);
    if paragraphs.is_empty() { String::new() } else { block_comment(indent, &paragraphs, &[]) }
}

/// The documentation without what only Rust has: methods of the types, and `Debug`.
fn translated(text: &str) -> Vec<String> {
    let paragraphs = docs::translate(&without_methods(text), &STYLE);
    let spell = |paragraph: String| {
        let sentences = paragraph.split_inclusive(". ").filter(|sentence| !sentence.starts_with("`Debug` "));
        let text = sentences.collect::<String>().trim_end().to_owned();
        text.replace("`None`", "`undefined`").replace("`has`", "`postHas`").replace("`dedupe_key`", "`dedupeKey`")
    };
    paragraphs.into_iter().map(spell).filter(|paragraph| !paragraph.is_empty()).collect()
}

/// Leaves out `: see [`Host::name`]`, a reference to a method.
fn without_methods(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[`") {
        let (before, link) = rest.split_at(start);
        let Some(end) = link.find("`]") else { break };
        let (code, after) = (&link[2..end], &link[end + 2..]);
        let introduction = [": see ", ", see ", ": ", ", "].into_iter().find(|words| before.ends_with(words));
        let is_method = code.matches("::").count() == 1 && !after.starts_with('(');
        match introduction {
            Some(words) if is_method => kept += &before[..before.len() - words.len()],
            _ => kept += &rest[..start + end + 2],
        }
        rest = after;
    }
    kept + rest
}
