//! Generates the classes of errors of four languages, from the table in `core/src/error_classes.rs`. How an error of the native
//! library becomes one of these classes is written by hand: `error-reports.ts`, `NativeErrors.kt`, `NativeErrors.swift`.
//! `docs/errors.md` is made from it, too.

mod document;
mod kotlin;
mod node;
mod python;
mod swift;

use open_platform::error_classes::{BASES, CLASSES, ErrorClass, ErrorMember, ErrorMemberKind};

use crate::File;
use crate::docs::{self, Style};

pub(crate) fn files() -> Vec<File> {
    let mut files = vec![python::file(), kotlin::file(), swift::file(), document::file()];
    files.extend(node::files());
    files
}

/// A class by its name.
fn class(name: &str) -> &'static ErrorClass {
    let mut all = BASES.iter().chain(CLASSES);
    all.find(|class| class.name == name).unwrap_or_else(|| panic!("there is no class {name}"))
}

/// All classes, each after its base class.
fn classes() -> Vec<&'static ErrorClass> {
    let mut ordered: Vec<&ErrorClass> = Vec::new();
    for class in CLASSES {
        for it in bases(class).into_iter().rev().chain([class]) {
            if !ordered.iter().any(|known| known.name == it.name) {
                ordered.push(it);
            }
        }
    }
    ordered
}

/// The base class of a class, the base class of that, and so on.
fn bases(of: &ErrorClass) -> Vec<&'static ErrorClass> {
    std::iter::successors(of.base.map(class), |base| base.base.map(class)).collect()
}

/// Whether a base class of this one has the member, too.
fn overrides(of: &ErrorClass, member: &ErrorMember) -> bool {
    bases(of).iter().any(|base| base.members.iter().any(|it| it.name == member.name))
}

/// Whether the class only has subclasses.
fn is_base(class: &ErrorClass) -> bool {
    class.code.is_none()
}

/// A documentation in the names of a language. `link` makes a link to a member of an error.
fn paragraphs(markdown: &str, style: &Style, link: fn(&str) -> String) -> Vec<String> {
    // `[`retry_after`]` without its backticks, so that it is not translated as other code.
    let (mut marked, mut rest) = (String::new(), markdown);
    while let Some((before, (name, after))) = rest.split_once("[`").and_then(|(a, b)| Some((a, b.split_once("`]")?))) {
        marked += &format!("{before}\u{1}{name}\u{2}");
        rest = after;
    }
    let linked = |text: String| match text.split_once('\u{1}') {
        Some((before, rest)) => {
            let (name, after) = rest.split_once('\u{2}').unwrap_or_default();
            format!("{before}{}{after}", link(name))
        }
        None => text,
    };
    docs::translate(&(marked + rest), style).into_iter().map(linked).collect()
}

/// The documentation of a member, with the words that it may be.
fn member_with_words(member: &ErrorMember, style: &Style, link: fn(&str) -> String) -> Vec<String> {
    let mut paragraphs = paragraphs(member.documentation, style, link);
    if let (ErrorMemberKind::Words(words) | ErrorMemberKind::OptionalWords(words), Some(last)) =
        (member.kind, paragraphs.last_mut())
    {
        let words: Vec<_> = words.iter().map(|word| format!("{quote}{word}{quote}", quote = style.quote)).collect();
        *last += &format!(" One of {}.", words.join(", "));
    }
    paragraphs
}
