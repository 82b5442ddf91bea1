//! Node's errors: `errors.ts` with the classes, and `error-codes.ts`, by which `error-reports.ts` finds the class of a report.

use open_platform::client::{SETTINGS, SettingKind};
use open_platform::error_classes::{CLASSES, ErrorClass, ErrorMember, ErrorMemberKind, INTERNAL_TEXT};

use super::{classes, overrides, paragraphs};
use crate::File;
use crate::docs::{WIDTH, block_comment, is_wait_of_error};
use crate::names::camel;
use crate::node::STYLE;

const HEAD: &str = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n";

pub(super) fn files() -> Vec<File> {
    let classes: String = classes().into_iter().map(definition).collect();
    let errors = format!(
        "{HEAD}/**
 * The errors of this package, grouped by what the caller can do about them. An aborted call is no error of these classes: it
 * rejects with the reason of its signal.
 */
import type {{ ErrorReport, Json }} from './model.js'
{classes}"
    );
    let mut imports: Vec<_> = CLASSES.iter().map(|class| class.name).collect();
    imports.sort_unstable();
    let imports: String = imports.iter().map(|name| format!("  {name},\n")).collect();
    let codes = CLASSES.iter().filter_map(|class| Some((class.code?.0, class.name)));
    let codes: String = codes.map(|(code, name)| format!("  {code}: {name},\n")).collect();
    let codes = format!(
        "{HEAD}import {{\n{imports}  type OpenPlatformError,\n}} from './errors.js'
import type {{ ErrorReport }} from './model.js'

/**
 * The class of each code of the core.
 *
 * @internal
 */
export const CLASSES = {{
{codes}}} satisfies Record<string, new (report: ErrorReport) => OpenPlatformError>

/**
 * The text of an `InternalError`.
 *
 * @internal
 */
export const INTERNAL_TEXT = '{INTERNAL_TEXT}'
"
    );
    let file = |name: &str, text: String| File::new(format!("packages/node/src/{name}.ts"), text);
    vec![file("errors", errors), file("error-codes", codes)]
}

fn link(member: &str) -> String {
    format!("{{@link {}}}", name_of(member))
}

/// The name of a member: that of a time has its unit.
fn name_of(member: &str) -> String {
    camel(member) + if is_wait_of_error(member) { "Seconds" } else { "" }
}

/// A documentation in Node's names: those of settings that are times end in `Ms`.
fn documentation(indent: &str, markdown: &str) -> String {
    let times = SETTINGS.iter().filter(|row| matches!(row.kind, SettingKind::Timeout | SettingKind::Wait));
    let markdown = times
        .fold(markdown.to_owned(), |text, row| text.replace(&format!("`{}`", row.name), &format!("`{}_ms`", row.name)));
    block_comment(indent, &paragraphs(&markdown, &STYLE, link), &[])
}

fn definition(class: &'static ErrorClass) -> String {
    let head = match class.name {
        // The class of the common members is no part of the API.
        "CallError" => "abstract class",
        _ => "export class",
    };
    let base = class.base.unwrap_or("Error");
    let open = format!("\n{}{head} {} extends {base} {{", documentation("", class.documentation), class.name);
    // An `Error` of JavaScript has a `message`, which is the whole text.
    let members: Vec<_> = class.members.iter().filter(|member| member.name != "message").collect();
    if members.is_empty() {
        return open + "}\n";
    }
    let fields: String = members.iter().map(|member| field(class, member)).collect();
    let assignments: String =
        members.iter().map(|member| format!("    this.{} = {}\n", name_of(member.name), value(member))).collect();
    let parent = if class.base.is_some() { "report" } else { "report.text" };
    format!(
        "{open}\n{fields}
  /** @internal */
  constructor(report: ErrorReport) {{
    super({parent})
{assignments}  }}
}}
"
    )
}

fn field(class: &ErrorClass, member: &ErrorMember) -> String {
    let kind = type_of(member.kind);
    let documentation = documentation("  ", member.documentation);
    let modifiers = if overrides(class, member) { "override readonly" } else { "readonly" };
    let name = name_of(member.name);
    let line = format!("  {modifiers} {name}: {kind}\n");
    assert!(line.len() <= WIDTH + 12, "{line}");
    documentation + &line
}

fn alternatives(words: &[&str]) -> String {
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" | ")
}

fn type_of(kind: ErrorMemberKind) -> String {
    match kind {
        ErrorMemberKind::Text | ErrorMemberKind::TextOr(_) | ErrorMemberKind::TextOrAll => "string",
        ErrorMemberKind::OptionalText => "string | undefined",
        ErrorMemberKind::Words(words) => return format!("{} | (string & {{}})", alternatives(words)),
        ErrorMemberKind::OptionalWords(words) => return format!("{} | undefined", alternatives(words)),
        ErrorMemberKind::Flag => "boolean",
        ErrorMemberKind::NumberOr(_) => "number",
        ErrorMemberKind::OptionalNumber | ErrorMemberKind::OptionalCode | ErrorMemberKind::OptionalDuration => {
            "number | undefined"
        }
        ErrorMemberKind::OptionalTime => "Date | undefined",
        ErrorMemberKind::Texts => "string[]",
        ErrorMemberKind::Values => "Json[]",
    }
    .to_owned()
}

fn value(member: &ErrorMember) -> String {
    let source = format!("report.{}", camel(member.source));
    match member.kind {
        ErrorMemberKind::TextOr("") | ErrorMemberKind::Words(_) => format!("{source} ?? ''"),
        ErrorMemberKind::TextOr(text) => format!("{source} || '{text}'"),
        ErrorMemberKind::TextOrAll => format!("{source} || report.text"),
        ErrorMemberKind::OptionalWords(_) => format!("{source} as {}", type_of(member.kind)),
        ErrorMemberKind::NumberOr(number) => format!("{source} ?? {number}"),
        ErrorMemberKind::OptionalTime => format!("{source} && new Date({source})"),
        _ => source,
    }
}
