//! Generates the functions with which Node's package decodes values: `packages/node/src/decoders.ts`.

use std::collections::BTreeMap;

use crate::File;
use crate::data::layout::{fingerprint_of, fingerprint_of_plain};
use crate::data::{DataType, DataTypes, Member, MemberType, Shape, Variant, Word};
use crate::model::{Origin, type_of};
use crate::names::{camel, capitalized, uncapitalized};
use crate::settings::between;

/// Reads a word below [`DIGITS`].
const DIGIT: &str = "s.charCodeAt(p++)";
const DIGITS: usize = 64;

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let mut decoders = Decoders { types, helpers: BTreeMap::new() };
    let decoded: Vec<_> = types.iter().filter(|data| is_decoded(data)).collect();
    let functions: Vec<_> = decoded.iter().map(|data| decoders.of(data)).collect();
    let plain = PLAIN.iter().map(|(name, kind)| {
        format!("  {name}: ['{}', () => {}],\n", fingerprint_of_plain(), decoders.expression(kind))
    });
    let plain: String = plain.collect();
    let named = decoded
        .iter()
        .map(|data| format!("  {0}: ['{1}', decode{0}],\n", data.name, fingerprint_of(&data.name, types)));
    let named: String = named.collect();
    let helpers: Vec<_> = decoders.helpers.into_values().collect();
    let body = format!(
        "{}\n{}\n\
         /** The fingerprint and the decoder of each type. */\nconst TYPES: Record<string, [string, () => unknown]> = {{\n\
         {plain}  nothing: ['{}', () => undefined],\n{named}}}\n",
        helpers.join("\n"),
        functions.join("\n"),
        fingerprint_of_plain(),
    );
    let import = |module: &str, is_core: bool| {
        let of_module = types.iter().filter(|data| data.is_core == is_core).map(|data| data.name.as_str());
        let mut names: Vec<_> = of_module.filter(|name| is_used(name, &body)).collect();
        names.extend(is_core.then_some("Json"));
        names.sort_unstable();
        let lines: String = names.iter().map(|name| format!("  {name},\n")).collect();
        format!("import type {{\n{lines}}} from './{module}.js'\n")
    };
    let head = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n";
    let imports = import("model", true) + &import("native-types", false);
    let decoders = File::new("packages/node/src/decoders.ts", format!("{head}{imports}\n{HEAD}\n{body}"));
    let native = between(NATIVE, "const VERSION = '", "'", env!("CARGO_PKG_VERSION"));
    vec![decoders, File::new(NATIVE, native)]
}

/// Loads the native library, and compares its version with that of the package.
const NATIVE: &str = "packages/node/src/native.ts";

/// The types without members.
const PLAIN: &[(&str, MemberType)] = &[
    ("text", MemberType::Text),
    ("bool", MemberType::Bool),
    ("whole", MemberType::Whole),
    ("number", MemberType::Number),
    ("json", MemberType::Json),
    ("date", MemberType::Date),
    ("bytes", MemberType::Bytes),
];

/// Whether a type is named in TypeScript, but not in a string.
fn is_used(name: &str, text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'');
    text.match_indices(name).any(|(start, _)| {
        let after = text[start + name.len()..].chars().next();
        !text[..start].ends_with(is_part) && !after.is_some_and(|c| is_part(c) || c == ':')
    })
}

/// Functions that all decoders use.
const HEAD: &str = include_str!("decoders.head.ts");

/// Whether the native library returns the type.
fn is_decoded(data: &DataType) -> bool {
    !matches!(data.shape, Shape::Alias(_) | Shape::Struct { is_options: true, .. })
}

struct Decoders<'a> {
    types: &'a DataTypes,
    /// The functions for lists and maps, by name.
    helpers: BTreeMap<String, String>,
}

impl Decoders<'_> {
    /// The function that decodes a data type.
    fn of(&mut self, data: &DataType) -> String {
        let name = &data.name;
        match &data.shape {
            Shape::Struct { members, .. } => {
                format!("function decode{name}(): {name} {{\n{}}}\n", self.object("  ", members, None, name))
            }
            Shape::Variants { tag, variants } => self.variants(name, tag, variants),
            Shape::Words { words, is_open } => words_of(name, words, *is_open),
            Shape::Alias(_) => String::new(),
        }
    }

    fn variants(&mut self, name: &str, tag: &str, variants: &[Variant]) -> String {
        // Unknown and malformed events are variants of a delivery's event only.
        let class = if name == "Event" { "Delivery['event']" } else { name };
        let mut text = format!("function decode{name}(): {class} {{\n  switch ({DIGIT}) {{\n");
        assert!(variants.len() < DIGITS, "{name}: so many variants are not foreseen");
        for (number, variant) in variants.iter().enumerate() {
            let is_last = number + 1 == variants.len();
            let case = if is_last { "default".to_owned() } else { format!("case {number}") };
            let first = format!("{tag}: '{}'", variant.word);
            let type_of = format!("Extract<{class}, {{ {first} }}>");
            let body = self.object("      ", &variant.members, Some(&first), &type_of);
            text += &match body.strip_prefix("      return ") {
                Some(value) => format!("    {case}: return {}", value.replace("\n  ", "\n")),
                None => format!("    {case}: {{\n{body}    }}\n"),
            };
        }
        text + "  }\n}\n"
    }

    /// The statements that return an object. Absent members are omitted; the order stays.
    fn object(&mut self, indent: &str, members: &[Member], first: Option<&str>, class: &str) -> String {
        let is_optional = |member: &&Member| matches!(member.kind, MemberType::Optional(_));
        let always = members.iter().take_while(|member| !is_optional(member)).count();
        let mut literal: Vec<String> = first.map(str::to_owned).into_iter().collect();
        for member in &members[..always] {
            literal.push(format!("{}: {}", camel(&member.name), self.expression(&member.kind)));
        }
        let literal = broken(&literal, indent);
        if always == members.len() {
            return format!("{indent}return {literal}\n");
        }
        // Members that follow may be required, too.
        let is_whole = members[always..].iter().all(|member| is_optional(&member));
        let partial = if is_whole { String::new() } else { format!(" as Partial<{class}>") };
        let mut text = format!("{indent}const o = {literal}{partial} as {class}\n");
        for member in &members[always..] {
            let name = camel(&member.name);
            let line = match &member.kind {
                MemberType::Optional(value) => format!("if ({DIGIT}) o.{name} = {}", self.expression(value)),
                kind => format!("o.{name} = {}", self.expression(kind)),
            };
            text += &format!("{indent}{line}\n");
        }
        text + &format!("{indent}return o\n")
    }

    /// The expression that decodes a value.
    fn expression(&mut self, kind: &MemberType) -> String {
        match self.types.resolve(kind) {
            MemberType::Text => "text()".to_owned(),
            MemberType::Bool => format!("{DIGIT} === 1"),
            MemberType::Whole => "whole()".to_owned(),
            MemberType::Number => "+part()".to_owned(),
            MemberType::Json => "json()".to_owned(),
            MemberType::Date => "new Date(whole() * DAY + whole())".to_owned(),
            MemberType::Bytes => "bytes()".to_owned(),
            MemberType::Named(name) => match &self.types.get(name).shape {
                Shape::Words { words, is_open } => word(name, words, *is_open),
                _ => format!("decode{name}()"),
            },
            MemberType::Optional(value) => format!("{DIGIT} ? {} : null", self.expression(value)),
            MemberType::List(item) => {
                let (name, class, value) =
                    (format!("listOf{}", name_of(item)), type_of(item, Origin::Received), self.expression(item));
                let text = format!(
                    "function {name}(): {class}[] {{\n  const a: {class}[] = []\n  let n = {DIGIT}\n  if (n > 63) n = long(n)\n  \
                     for (; n > 0; n--) a.push({value})\n  return a\n}}\n"
                );
                self.helpers.insert(name.clone(), text);
                format!("{name}()")
            }
            MemberType::Map(item) => {
                let (name, class, value) =
                    (format!("mapOf{}", name_of(item)), type_of(item, Origin::Received), self.expression(item));
                let text = format!(
                    "function {name}(): Record<string, {class}> {{\n  const o: Record<string, {class}> = {{}}\n  let n = {DIGIT}\n  \
                     if (n > 63) n = long(n)\n  for (; n > 0; n--) put(o, {DIGIT}, text(), {value})\n  return o\n}}\n"
                );
                self.helpers.insert(name.clone(), text);
                format!("{name}()")
            }
        }
    }
}

/// An object in one line, or with a line for each member.
fn broken(members: &[String], indent: &str) -> String {
    let one = format!("{{ {} }}", members.join(", "));
    if members.is_empty() {
        return "{}".to_owned();
    }
    if indent.len() + "const o = ".len() + one.len() <= 80 {
        return one;
    }
    let lines: String = members.iter().map(|line| format!("{indent}  {line},\n")).collect();
    format!("{{\n{lines}{indent}}}")
}

/// The expression for one of the words of a type, or for another after the word 0.
fn word(name: &str, words: &[Word], is_open: bool) -> String {
    let place = if words.len() < DIGITS { DIGIT } else { "word()" };
    let words = format!("{}Words[{place}]", uncapitalized(name));
    if is_open { format!("{words} ?? text()") } else { format!("{words}!") }
}

/// The words of a type by number, and its decoder.
fn words_of(name: &str, words: &[Word], is_open: bool) -> String {
    let lines: String = words.iter().map(|word| format!("  '{}',\n", word.word)).collect();
    let (constant, expression) = (uncapitalized(name), word(name, words, is_open));
    // The number 0 is for another word.
    format!(
        "const {constant}Words: ({name} | undefined)[] = [\n  undefined,\n{lines}]\n\nfunction decode{name}(): {name} {{\n  return {expression}\n}}\n"
    )
}

/// A part of a function's name: `Widget`, `ListOfText`.
fn name_of(kind: &MemberType) -> String {
    match kind {
        MemberType::Named(name) => name.clone(),
        MemberType::List(item) => format!("ListOf{}", name_of(item)),
        MemberType::Map(item) => format!("MapOf{}", name_of(item)),
        MemberType::Optional(value) => format!("Optional{}", name_of(value)),
        plain => capitalized(&format!("{plain:?}")),
    }
}
