//! The layouts of the data types, in the notation of `core/src/ffi/node/decoders.rs`.

use super::{DataTypes, Member, MemberType, Shape};
use crate::names::camel;

/// Increased with every change of the encoding that no layout shows. The core has the same number.
const FORMAT: &str = "2";

/// The fingerprint of a type that has no members.
pub(crate) fn fingerprint_of_plain() -> String {
    fingerprint("")
}

/// The fingerprint of a data type.
pub(crate) fn fingerprint_of(name: &str, types: &DataTypes) -> String {
    let mut layout = Layout { types, text: String::new(), known: Vec::new() };
    layout.define(name);
    fingerprint(layout.text.strip_prefix(name).unwrap_or_default())
}

fn fingerprint(text: &str) -> String {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = FORMAT.bytes().chain(text.bytes()).fold(0xcbf2_9ce4_8422_2325, step);
    format!("{hash:016x}")
}

struct Layout<'a> {
    types: &'a DataTypes,
    text: String,
    known: Vec<String>,
}

impl Layout<'_> {
    fn define(&mut self, name: &str) {
        self.text += name;
        if self.known.iter().any(|known| known == name) {
            return;
        }
        self.known.push(name.to_owned());
        match &self.types.get(name).shape {
            Shape::Struct { members, .. } => self.variant("", members),
            Shape::Variants { tag, variants } => {
                self.text += tag;
                variants.iter().for_each(|variant| self.variant(&variant.word, &variant.members));
            }
            Shape::Words { words, .. } => words.iter().for_each(|word| self.text += &format!("'{}'", word.word)),
            Shape::Alias(kind) => self.kind(kind),
        }
    }

    fn variant(&mut self, word: &str, members: &[Member]) {
        self.text += &format!("({word}");
        for member in members {
            self.text += &format!(" {}:", camel(&member.name));
            self.kind(&member.kind);
        }
        self.text += ")";
    }

    fn kind(&mut self, kind: &MemberType) {
        let (before, inner, after) = match self.types.resolve(kind) {
            MemberType::Named(name) => return self.define(name),
            MemberType::List(item) => ("[", item, "]"),
            MemberType::Map(value) => ("{", value, "}"),
            MemberType::Optional(value) => ("", value, "?"),
            plain => return self.text += plain_word(plain),
        };
        self.text += before;
        self.kind(inner);
        self.text += after;
    }
}

/// The word for a type without members.
fn plain_word(kind: &MemberType) -> &'static str {
    match kind {
        MemberType::Bool => "bool",
        MemberType::Whole => "whole",
        MemberType::Number => "number",
        MemberType::Json => "json",
        MemberType::Date => "date",
        MemberType::Bytes => "bytes",
        _ => "text",
    }
}
