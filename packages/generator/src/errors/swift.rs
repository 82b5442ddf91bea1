//! What every error of Swift has: `Errors.swift`. Its type with a case for each class is made with the bindings.

use open_platform::error_classes::{BASES, CLASSES, ErrorMember, ErrorMemberKind};

use super::paragraphs;
use crate::File;
use crate::docs::WIDTH;
use crate::names::camel;
use crate::swift::{HEAD, STYLE, comment};

pub(super) fn file() -> File {
    let cases = CLASSES.iter().filter_map(|class| Some(format!(".{}(let report)", class.code?.1)));
    let mut lines = vec!["        case ".to_owned()];
    for case in cases {
        let last = lines.len() - 1;
        if lines[last].len() + case.len() + 1 > WIDTH {
            lines[last] = lines[last].trim_end().to_owned();
            lines.push(format!("            {case}, "));
        } else {
            lines[last] += &format!("{case}, ");
        }
    }
    let cases = lines.join("\n");
    let cases = cases.trim_end_matches(", ");
    let members: String = BASES[0].members.iter().map(property).collect();
    let text = format!(
        "{HEAD}
extension OpenPlatformError {{
    /// All details; `nil` for a cancelled call.
    public var report: ErrorReport? {{
        switch self {{
{cases}:
            return report
        case .Cancelled:
            return nil
        }}
    }}
{members}}}
"
    );
    File::new("packages/swift/Sources/OpenPlatform/Errors.swift", text)
}

fn link(member: &str) -> String {
    format!("``{}``", camel(member))
}

fn property(member: &ErrorMember) -> String {
    let source = format!("report?.{}", camel(member.source));
    let (kind, value) = match member.kind {
        ErrorMemberKind::Text => ("String", format!("{source} ?? \"cancelled\"")),
        ErrorMemberKind::TextOrAll => {
            ("String", format!("{source}.flatMap {{ $0.isEmpty ? nil : $0 }} ?? description"))
        }
        ErrorMemberKind::OptionalText => ("String?", source),
        ErrorMemberKind::Flag => ("Bool", format!("{source} ?? false")),
        ErrorMemberKind::OptionalDuration => ("Duration?", format!("{source}.map {{ .seconds($0) }}")),
        _ => panic!("{member:?}: every error of Swift has it, so write here what its value is"),
    };
    let about = comment("    ", &paragraphs(member.documentation, &STYLE, link), &[], &[]);
    format!("\n{about}    public var {}: {kind} {{ {value} }}\n", camel(member.name))
}
