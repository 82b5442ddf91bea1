//! Completes the lists of names in Python's package: those of the data types, and of the widgets among them. The types that are words
//! are in `_aliases.py`.

use std::collections::BTreeSet;

use crate::File;
use crate::data::{DataType, DataTypes, MemberType, Shape, Word};
use crate::settings::replace;

const PACKAGE: &str = "packages/python/src/open_platform";

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let models = names(types, |data| data.source.starts_with("core/src/model/"));
    let widgets = names(types, |data| data.source.starts_with("core/src/model/widget/"));
    let rows = rows(types);
    let words = types.iter().filter(|data| matches!(data.shape, Shape::Words { .. })).map(|data| &*data.name);
    let aliases: BTreeSet<String> = types.iter().filter(|data| data.is_core).filter_map(alias).collect();
    let of_widgets = with_names("widgets.py", &widgets);
    let union: String = rows.iter().map(|row| format!("        | {row}\n")).collect();
    let of_widgets = replace(&of_widgets, "widgets.py", "        Widget\n", "    )\n", &union);
    let hints = format!("{PACKAGE}/_annotations.py");
    let union: String = rows.iter().map(|row| format!("    widgets.{row},\n")).collect();
    vec![
        File::new(format!("{PACKAGE}/__init__.py"), with_names("__init__.py", &models)),
        File::new(format!("{PACKAGE}/widgets.py"), of_widgets),
        File::new(format!("{PACKAGE}/_aliases.py"), ALIASES.to_owned() + &String::from_iter(aliases)),
        File::new(&hints, replace(&crate::read(&hints), &hints, "    widgets.Widget,\n", "]\n", &union)),
        File::new(
            "packages/python/tests/typing/stubtest.words.allow",
            format!(
                "# Names of types, which only type checkers see. Made by `cargo run -p open-platform-generator`. Do not edit.\n\
                 open_platform\\._open_platform\\.({})\n",
                words.collect::<Vec<_>>().join("|")
            ),
        ),
    ]
}

const ALIASES: &str = r#""""The types that are words, for annotations that are resolved while a program runs, and for the stub of the native module.

Made from the core by `cargo run -p open-platform-generator`. Do not edit.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import Literal, Union

"#;

/// `SenderSide = Union[Literal["SELLER", "BUYER"], str]`, for a type that is words. Python 3.10 has no `|` between these.
fn alias(data: &DataType) -> Option<String> {
    let Shape::Words { words, is_open } = &data.shape else { return None };
    let words: Vec<_> = words.iter().map(|Word { word, .. }| format!("{word:?}")).collect();
    let literal = format!("Literal[{}]", words.join(", "));
    let alias = if *is_open { format!("Union[{literal}, str]") } else { literal };
    Some(format!("{} = {alias}\n", data.name))
}

/// The classes among the data types of the core.
fn names(types: &DataTypes, is_listed: fn(&DataType) -> bool) -> Vec<&str> {
    let is_class = |data: &&DataType| matches!(data.shape, Shape::Struct { .. } | Shape::Variants { .. });
    types.iter().filter(is_class).filter(|data| is_listed(data)).map(|data| &*data.name).collect()
}

/// The types of the widgets.
fn rows(types: &DataTypes) -> Vec<&str> {
    let Shape::Variants { variants, .. } = &types.get("Widget").shape else { return Vec::new() };
    let members = variants.iter().filter_map(|variant| variant.members.first());
    let named = members.filter_map(|member| match &member.kind {
        MemberType::Named(name) => Some(name.as_str()),
        _ => None,
    });
    named.collect()
}

/// A module with these names beside its own, where it imports those of the native module, at once or for type checkers alone, and in
/// `__all__`.
fn with_names(file: &str, names: &[&str]) -> String {
    let text = crate::read(&format!("{PACKAGE}/{file}"));
    let import = "from ._open_platform import (\n";
    let Some(start) = text.rfind(import) else { panic!("{file}: no import") };
    let indent = &text[text[..start].rfind('\n').map_or(0, |end| end + 1)..start];
    let Some(imported) = between(&text[start..], import, &format!("{indent})\n")) else { panic!("{file}: no import") };
    let Some(offered) = between(&text, "__all__ = [\n", "]\n") else { panic!("{file}: no `__all__`") };
    let imports = merged(imported, indent, names.iter().map(|name| (*name).to_owned()));
    let all = merged(offered, "", names.iter().map(|name| format!("\"{name}\"")));
    text.replacen(imported, &imports, 1).replacen(offered, &all, 1)
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(inner, _)| inner)
}

/// The lines of a list, with more of them. Its brackets have this indentation.
fn merged(lines: &str, indent: &str, more: impl Iterator<Item = String>) -> String {
    let own = lines.lines().map(|line| line.trim().trim_end_matches(',').to_owned());
    own.chain(more).collect::<BTreeSet<_>>().into_iter().map(|name| format!("{indent}    {name},\n")).collect()
}
