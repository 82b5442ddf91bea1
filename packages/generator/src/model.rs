//! Generates the data types of Node: `packages/node/src/model.ts`.

use std::collections::BTreeSet;

use open_platform::api::HANDLES;

use crate::File;
use crate::data::{DataType, DataTypes, Member, MemberType, Shape, Variant, Word};
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
    (
        "Rials",
        "An amount in rial. 10 rial are 1 toman. Compare amounts by `.rials` or with `compareRials`: `<` and `===` compare objects, not amounts. A number beyond 2^53 - 1 (9,007,199,254,740,991) that the platform sends is rounded, and one that is given is refused.",
    ),
    (
        "Tomans",
        "An amount in toman. 1 toman is 10 rial. Compare amounts by `.tomans`: `<` and `===` compare objects, not amounts. The numbers have the limit of those of `Rials`.",
    ),
    ("Presence", "Which members of a record arrived: for `postHas`."),
];

const JSON: &str =
    "/** Free JSON, as `JSON.parse` gives it, but a number that JavaScript cannot hold exactly is its text. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json }

/**
 * JSON to send. An object may also be the value of an `interface`; its members that are `undefined` are left out. What JSON cannot
 * express, such as a function or a `Map`, is refused with an `InvalidInput` before anything is sent.
 */
export type JsonInput = string | number | boolean | null | object
";

/// Unknown and malformed events are variants of a delivery's event, not of the type `Event`.
const BESIDE_EVENTS: &[(&str, &str, &str)] = &[
    ("unknown", "UnknownEvent", "An event that this version does not know."),
    ("malformed", "MalformedEvent", "An event that cannot be read."),
];

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let model = Model::new(types);
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

/// The types that are arguments.
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
    rest
}

/// These types, with those in them.
fn with_members<'a>(types: &'a DataTypes, mut rest: Vec<&'a str>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    while let Some(name) = rest.pop() {
        let Some(data) = types.iter().find(|data| data.name == name) else { continue };
        if !found.insert(name) {
            continue;
        }
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
fn named(kind: &MemberType) -> Option<&str> {
    match kind {
        MemberType::Named(name) => Some(name),
        MemberType::List(inner) | MemberType::Map(inner) | MemberType::Optional(inner) => named(inner),
        _ => None,
    }
}

/// Who makes the values of a type.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Origin {
    /// The platform or this package.
    Received,
    /// The app, and as often the platform or this package.
    Both,
    /// The app.
    Given,
}

struct Model<'a> {
    arguments: BTreeSet<&'a str>,
    received: BTreeSet<&'a str>,
}

impl<'a> Model<'a> {
    fn new(types: &'a DataTypes) -> Self {
        let given = arguments(types);
        let arguments = with_members(types, given.clone());
        let calls = HANDLES.iter().flat_map(|handle| handle.calls);
        let others = types.iter().map(|data| data.name.as_str()).filter(|name| !arguments.contains(name));
        let mut received = with_members(types, calls.map(|call| call.result).chain(others).collect());
        // An argument of its own, such as a subscription, is given more often than it is read back.
        received.retain(|name| !given.contains(name));
        Self { arguments, received }
    }

    fn origin(&self, name: &str) -> Origin {
        match (self.arguments.contains(name), self.received.contains(name)) {
            (true, true) => Origin::Both,
            (true, false) => Origin::Given,
            (false, _) => Origin::Received,
        }
    }

    fn of(&self, data: &DataType) -> String {
        let name = &data.name;
        let head = match DOCUMENTATION.iter().find(|(known, _)| known == name) {
            Some((_, text)) => block_comment("", &[(*text).to_owned()], &[]),
            None => comment("", &data.documentation),
        };
        match &data.shape {
            Shape::Alias(kind) => format!("{head}export type {name} = {}\n", type_of(kind, Origin::Received)),
            Shape::Words { words, is_open } => {
                let lines: String = words.iter().map(one_word).collect();
                let other = if *is_open { "  | (string & {})\n" } else { "" };
                format!("{head}export type {name} =\n{lines}{other}")
            }
            Shape::Variants { tag, variants } => union(name, &head, tag, variants, self.origin(name)),
            Shape::Struct { members, is_options } => {
                let origin = self.origin(name);
                let line = |member: &Member| {
                    if *is_options { option(name, member, origin) } else { line(name, member, origin) }
                };
                let lines: String = members.iter().map(line).collect();
                format!("{head}export interface {name} {{\n{lines}}}\n")
            }
        }
    }
}

/// In arguments, members that are empty by default are optional, and may be `undefined`.
fn line(owner: &str, member: &Member, origin: Origin) -> String {
    let is_argument = origin != Origin::Received;
    let (mark, more, kind) = match &member.kind {
        MemberType::Optional(kind) if is_argument => ("?", " | undefined", &**kind),
        MemberType::Optional(kind) => ("?", "", &**kind),
        kind if is_argument && is_empty_by_default(kind) => ("?", " | undefined", kind),
        kind => ("", "", kind),
    };
    check_unit(owner, member);
    let is_event = owner == "Delivery" && member.name == "event";
    let beside: String = BESIDE_EVENTS.iter().filter(|_| is_event).map(|(_, name, _)| format!(" | {name}")).collect();
    format!(
        "{}  {}{mark}: {}{beside}{more}\n",
        comment("  ", &member.documentation),
        camel(&member.name),
        type_of(kind, origin)
    )
}

/// An option. The name of a time ends in `Ms`.
fn option(owner: &str, member: &Member, origin: Origin) -> String {
    let line = line(owner, member, origin);
    match member.name.strip_suffix("_seconds") {
        Some(name) => line.replace(&format!("  {}Seconds?", camel(name)), &format!("  {}Ms?", camel(name))),
        None => line,
    }
}

/// Refuses a number of seconds whose name does not say so, unless the name is the platform's.
fn check_unit(owner: &str, member: &Member) {
    let kind = if let MemberType::Optional(kind) = &member.kind { kind } else { &member.kind };
    let is_time = matches!(kind, MemberType::Whole | MemberType::Number) && member.documentation.contains("seconds");
    let has_unit = member.name.ends_with("seconds") || member.name.starts_with("seconds_");
    assert!(
        !is_time || member.is_sent || has_unit,
        "{owner}.{} is a time, so that its name ends in `_seconds`",
        member.name
    );
}

fn is_empty_by_default(kind: &MemberType) -> bool {
    match kind {
        MemberType::Bool | MemberType::List(_) | MemberType::Map(_) => true,
        MemberType::Named(name) => ["Extra", "Semantic", "SemanticPaths"].contains(&name.as_str()),
        _ => false,
    }
}

fn one_word(word: &Word) -> String {
    format!("{}  | '{}'\n", comment("  ", &word.documentation), word.word)
}

fn union(name: &str, head: &str, tag: &str, variants: &[Variant], origin: Origin) -> String {
    let mut text = String::new();
    let beside = |variant: &Variant| {
        let known = BESIDE_EVENTS.iter().find(|(word, ..)| *word == variant.word);
        known.filter(|_| name == "Event")
    };
    for variant in variants {
        if let Some((_, name, documentation)) = beside(variant) {
            text +=
                &format!("{}export type {name} = {}\n\n", comment("", documentation), variant_of(tag, variant, origin));
        }
    }
    text += &format!("{head}export type {name} =\n");
    for variant in variants.iter().filter(|variant| beside(variant).is_none()) {
        text += &format!("  | {}\n", variant_of(tag, variant, origin));
    }
    text
}

fn variant_of(tag: &str, variant: &Variant, origin: Origin) -> String {
    let mut members = vec![format!("{tag}: '{}'", variant.word)];
    for member in &variant.members {
        check_unit(&variant.word, member);
        let (mark, kind) = match &member.kind {
            MemberType::Optional(kind) => ("?", &**kind),
            kind => ("", kind),
        };
        let about = translated(&member.documentation).join(" ");
        let about = if about.is_empty() { about } else { format!("/** {about} */ ") };
        members.push(format!("{about}{}{mark}: {}", camel(&member.name), type_of(kind, origin)));
    }
    format!("{{ {} }}", members.join("; "))
}

/// What an app gives may be read-only lists, and of the JSON only the core says whether it is any.
pub(crate) fn type_of(kind: &MemberType, origin: Origin) -> String {
    match kind {
        MemberType::Json if origin == Origin::Given => "JsonInput".to_owned(),
        MemberType::Named(name) if origin == Origin::Given && name == "Extra" => "object".to_owned(),
        MemberType::List(item) if origin != Origin::Received => format!("ReadonlyArray<{}>", type_of(item, origin)),
        MemberType::Text => "string".to_owned(),
        MemberType::Bool => "boolean".to_owned(),
        MemberType::Whole | MemberType::Number => "number".to_owned(),
        MemberType::Json => "Json".to_owned(),
        MemberType::Date => "Date".to_owned(),
        MemberType::Bytes => "Uint8Array".to_owned(),
        MemberType::Named(name) => name.clone(),
        MemberType::List(item) => format!("Array<{}>", type_of(item, origin)),
        MemberType::Map(value) => format!("Record<string, {}>", type_of(value, origin)),
        MemberType::Optional(value) => format!("{} | null", type_of(value, origin)),
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
