//! Kotlin's exceptions: `Errors.kt`.

use open_platform::error_classes::{BASES, CLASSES, ErrorClass, ErrorMember, ErrorMemberKind};

use super::{classes, is_base, member_with_words, overrides, paragraphs};
use crate::File;
use crate::docs::block_comment;
use crate::kotlin::STYLE;
use crate::names::camel;

const HEAD: &str = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import java.time.Instant
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException
";

const CANCELLED: &str =
    "A cancelled coroutine ends with its own `CancellationException`, which is none of these errors.";

pub(super) fn file() -> File {
    let definitions: String = classes().into_iter().map(definition).collect();
    let translations: String = CLASSES
        .iter()
        .filter_map(|class| Some((class.code?.1, name(class))))
        .map(|(case, name)| format!("    is NativeException.{case} -> {name}(report)\n"))
        .collect();
    let text = format!(
        "{HEAD}{definitions}
/** The exception of this package for one of the native library. */
internal fun NativeException.translated(): Exception = when (this) {{
{translations}    is NativeException.Cancelled -> CancellationException(\"the call was cancelled\")
}}
"
    );
    File::new("packages/kotlin/core/src/main/kotlin/io/github/openplatformsdk/Errors.kt", text)
}

/// The name of the class: `ServerException` for `ServerError`.
pub(super) fn name(class: &ErrorClass) -> String {
    format!("{}Exception", class.name.strip_suffix("Error").unwrap_or(class.name))
}

fn link(member: &str) -> String {
    format!("[{}]", camel(member))
}

fn definition(class: &'static ErrorClass) -> String {
    let mut about = paragraphs(class.documentation, &STYLE, link);
    let is_root = class.base.is_none();
    let mut tags = Vec::new();
    if is_root {
        about.push(CANCELLED.to_owned());
        tags.push("@property report all details, as plain values.".to_owned());
    }
    let modifiers = match classes().iter().any(|it| it.base == Some(class.name)) {
        true if is_base(class) && !is_root => "public abstract class",
        true => "public open class",
        false => "public class",
    };
    let (parameter, base) = match class.base {
        Some(base) => ("report: ErrorReport", format!("{}(report)", name(super::class(base)))),
        None => ("public val report: ErrorReport", "Exception(report.text)".to_owned()),
    };
    let open = format!(
        "\n{}{modifiers} {} internal constructor({parameter}) : {base}",
        block_comment("", &about, &tags),
        name(class)
    );
    // A Kotlin exception has a `message`, which is the whole text.
    let mut members: Vec<_> =
        class.members.iter().filter(|it| it.name != "message").map(|it| property(class, it)).collect();
    if is_root {
        members.insert(0, "    init {\n        causeOf(report)?.let(::initCause)\n    }\n".to_owned());
    }
    if members.is_empty() { open + "\n" } else { format!("{open} {{\n{}}}\n", members.join("\n")) }
}

fn property(class: &'static ErrorClass, member: &ErrorMember) -> String {
    let source = format!("report.{}", camel(member.source));
    let (kind, value) = match member.kind {
        ErrorMemberKind::Text => ("String", source),
        ErrorMemberKind::TextOr("") | ErrorMemberKind::Words(_) => ("String", format!("{source}.orEmpty()")),
        ErrorMemberKind::TextOr(text) => ("String", format!("{source}.orEmpty().ifEmpty {{ \"{text}\" }}")),
        ErrorMemberKind::TextOrAll => ("String", format!("{source}.orEmpty().ifEmpty {{ report.text }}")),
        ErrorMemberKind::OptionalText | ErrorMemberKind::OptionalWords(_) => ("String?", source),
        ErrorMemberKind::Flag => ("Boolean", source),
        ErrorMemberKind::NumberOr(number) => ("Int", format!("{source}?.toInt() ?: {number}")),
        ErrorMemberKind::OptionalNumber => ("Int?", format!("{source}?.toInt()")),
        ErrorMemberKind::OptionalCode => ("Long?", source),
        ErrorMemberKind::OptionalDuration => ("Duration?", format!("{source}?.seconds")),
        ErrorMemberKind::OptionalTime => ("Instant?", source),
        ErrorMemberKind::Texts => ("List<String>", source),
        ErrorMemberKind::Values => ("List<Json>", source),
    };
    let mut about = member_with_words(member, &STYLE, link);
    if let (ErrorMemberKind::Values, Some(last)) = (member.kind, about.last_mut()) {
        *last += " JSON texts.";
    }
    let is_overridden = BASES.iter().chain(CLASSES).any(|it| {
        super::bases(it).iter().any(|base| base.name == class.name)
            && it.members.iter().any(|its| its.name == member.name)
    });
    let modifiers = match (overrides(class, member), is_overridden) {
        (true, _) => "override val",
        (false, true) => "public open val",
        (false, false) => "public val",
    };
    format!("{}    {modifiers} {}: {kind} get() = {value}\n", block_comment("    ", &about, &[]), camel(member.name))
}
