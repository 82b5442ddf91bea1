//! Python's exceptions: `open_platform/errors.py`.

use open_platform::error_classes::{ErrorClass, ErrorMember, ErrorMemberKind};

use super::{classes, member_with_words, paragraphs};
use crate::File;
use crate::python::{STYLE, docstring};

const HEAD: &str = r#""""The exceptions of this package, grouped by what the caller can do about them. Made from the core by
``open-platform-generator``: do not edit.
"""

from __future__ import annotations

from ._hints import resolve_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any, Literal

"#;

/// What only Python has: an exception is also created from a text, and it is restored from its text.
const CONSTRUCTOR: &str = r#"
    #: All details, as plain values.
    report: ErrorReport

    #: The :attr:`code` of an error that the app creates itself.
    _code = "unknown"

    def __init__(self, report: ErrorReport | str = "", cause: BaseException | None = None) -> None:
        """Creates the error from a report, or from a text alone. The second form is for tests, and for libraries that
        pass exceptions between processes as text. `cause` is the exception of a custom store or secret source."""
        if isinstance(report, str):
            report = ErrorReport(code=self._code, text=report)
        # The text alone, so that the error can be restored from JSON, as in results of Celery.
        super().__init__(report.text)
        self.report = report
        if cause is not None:
            self.__cause__ = cause

    def __str__(self) -> str:
        return self.report.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.report.text!r})"
"#;

const END: &str = r#"

# After the classes, which the native module imports.
from ._open_platform import ErrorReport  # noqa: E402

resolve_later(globals(), "open_platform")
"#;

pub(super) fn file() -> File {
    let mut names: Vec<_> = classes().into_iter().map(name).filter(|name| !name.starts_with('_')).collect();
    names.sort_unstable();
    let names: String = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    let classes: String = classes().into_iter().map(definition).collect();
    File::new("packages/python/src/open_platform/errors.py", format!("{HEAD}__all__ = [\n{names}]\n{classes}{END}"))
}

/// The name of the class. That of the common members is no part of the API.
fn name(class: &ErrorClass) -> String {
    if class.name == "CallError" { "_CallError".to_owned() } else { class.name.to_owned() }
}

fn link(member: &str) -> String {
    format!(":attr:`{member}`")
}

fn definition(class: &'static ErrorClass) -> String {
    let base = class.base.map_or("Exception".to_owned(), |base| name(super::class(base)));
    let mut text = format!("\n\nclass {}({base}):\n", name(class));
    text += &docstring("    ", &paragraphs(class.documentation, &STYLE, link), &[]);
    match class.code {
        Some((code, _)) => text += &format!("\n    _code = \"{code}\"\n"),
        None if class.base.is_none() => text += CONSTRUCTOR,
        None => {}
    }
    text + &class.members.iter().map(property).collect::<String>()
}

/// The type of one of these words.
fn literal(words: &[&str]) -> String {
    format!("Literal[{}]", words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", "))
}

fn property(member: &ErrorMember) -> String {
    let source = format!("self.report.{}", member.source);
    let (words, one_of);
    let (kind, value) = match member.kind {
        ErrorMemberKind::Text => ("str", source),
        ErrorMemberKind::TextOr(text) => ("str", format!("{source} or \"{text}\"")),
        ErrorMemberKind::TextOrAll => ("str", format!("{source} or self.report.text")),
        ErrorMemberKind::Words(of) => {
            words = format!("{} | str", literal(of));
            (&*words, format!("{source} or \"\""))
        }
        ErrorMemberKind::OptionalText => ("str | None", source),
        ErrorMemberKind::OptionalWords(of) => {
            one_of = format!("{} | None", literal(of));
            (&*one_of, format!("{source}  # type: ignore[return-value]"))
        }
        ErrorMemberKind::Flag => ("bool", source),
        ErrorMemberKind::NumberOr(number) => ("int", format!("{source} or {number}")),
        ErrorMemberKind::OptionalNumber | ErrorMemberKind::OptionalCode => ("int | None", source),
        ErrorMemberKind::OptionalDuration => ("float | None", source),
        ErrorMemberKind::OptionalTime => ("datetime | None", source),
        ErrorMemberKind::Texts => ("list[str]", source),
        ErrorMemberKind::Values => ("list[Any]", source),
    };
    let mut meaning = member_with_words(member, &STYLE, link);
    if let (ErrorMemberKind::OptionalDuration, Some(last)) = (member.kind, meaning.last_mut()) {
        *last += " In seconds.";
    }
    let documentation = docstring("        ", &meaning, &[]);
    format!("\n    @property\n    def {}(self) -> {kind}:\n{documentation}        return {value}\n", member.name)
}
