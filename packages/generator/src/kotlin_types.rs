//! Members of data types in Kotlin.

use crate::data::{Kind, Member};

/// The type of a member.
pub(crate) fn type_of(member: &Member) -> String {
    of(&member.kind, member.is_wide)
}

fn of(kind: &Kind, is_wide: bool) -> String {
    match kind {
        Kind::Text => "String".to_owned(),
        Kind::Bool => "Boolean".to_owned(),
        Kind::Whole => if is_wide { "Long" } else { "Int" }.to_owned(),
        Kind::Number => "Double".to_owned(),
        Kind::Json => "Json".to_owned(),
        Kind::Date => "Instant".to_owned(),
        Kind::Bytes => "ByteArray".to_owned(),
        Kind::Named(name) => name.clone(),
        Kind::List(item) => format!("List<{}>", of(item, is_wide)),
        Kind::Map(value) => format!("Map<String, {}>", of(value, is_wide)),
        Kind::Optional(value) => format!("{}?", of(value, is_wide)),
    }
}

/// The value of a member that is not given.
pub(crate) fn default_of(member: &Member) -> &'static str {
    match &member.kind {
        Kind::Optional(_) => "null",
        Kind::Bool => "false",
        Kind::List(_) => "emptyList()",
        Kind::Map(_) => "emptyMap()",
        other => panic!("{}: {other:?} has no default", member.name),
    }
}
