//! Members of data types in Kotlin.

use crate::data::{Member, MemberType};

/// The type of a member.
pub(crate) fn type_of(member: &Member) -> String {
    of(&member.kind, member.is_wide)
}

fn of(kind: &MemberType, is_wide: bool) -> String {
    match kind {
        MemberType::Text => "String".to_owned(),
        MemberType::Bool => "Boolean".to_owned(),
        MemberType::Whole => if is_wide { "Long" } else { "Int" }.to_owned(),
        MemberType::Number => "Double".to_owned(),
        MemberType::Json => "Json".to_owned(),
        MemberType::Date => "Instant".to_owned(),
        MemberType::Bytes => "ByteArray".to_owned(),
        MemberType::Named(name) => name.clone(),
        MemberType::List(item) => format!("List<{}>", of(item, is_wide)),
        MemberType::Map(value) => format!("Map<String, {}>", of(value, is_wide)),
        MemberType::Optional(value) => format!("{}?", of(value, is_wide)),
    }
}

/// The value of a member that is not given.
pub(crate) fn default_of(member: &Member) -> &'static str {
    match &member.kind {
        MemberType::Optional(_) => "null",
        MemberType::Bool => "false",
        MemberType::List(_) => "emptyList()",
        MemberType::Map(_) => "emptyMap()",
        other => panic!("{}: {other:?} has no default", member.name),
    }
}
