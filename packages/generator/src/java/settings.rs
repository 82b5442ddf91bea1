//! The settings of a client for Java: those of the core's table, with the types of Java.

use open_platform::client::{SETTINGS, Setting, SettingGroup, SettingKind};

use super::FOLDER;
use crate::File;
use crate::docs::{self, block_comment};
use crate::kotlin::STYLE;
use crate::names::camel;
use crate::settings::between;

pub(super) fn file() -> File {
    let path = format!("{FOLDER}/ClientSettings.kt");
    let is_method = |row: &&Setting| matches!(row.group, SettingGroup::Client | SettingGroup::Http);
    let methods: Vec<_> = SETTINGS.iter().filter(is_method).filter_map(method).collect();
    let start = "    // Made from the core's table by `cargo run -p open-platform-generator`. Do not edit.\n";
    File::new(&path, between(&path, start, "    // End of what is made.\n", &methods.join("\n")))
}

fn method(row: &Setting) -> Option<String> {
    let (name, argument) = (camel(row.name), row.argument);
    let (parameter, value) = match row.kind {
        SettingKind::Text | SettingKind::Credential | SettingKind::Certificates => {
            (format!("{argument}: String"), argument.to_owned())
        }
        SettingKind::Texts if row.name != "store_keys" => {
            (format!("vararg {argument}: String"), format!("*{argument}"))
        }
        SettingKind::Flag => (format!("{argument}: Boolean"), argument.to_owned()),
        SettingKind::Count => (format!("{argument}: Int"), argument.to_owned()),
        SettingKind::Bytes => (format!("{argument}: Long"), argument.to_owned()),
        SettingKind::Timeout => (format!("{argument}: Duration"), format!("{argument}.toKotlinDuration()")),
        SettingKind::Variables => (format!("{argument}: Map<String, String>"), argument.to_owned()),
        _ => return None,
    };
    let documentation = block_comment("    ", &[docs::line(row.documentation, &STYLE)], &[]);
    Some(format!("{documentation}    public fun {name}({parameter}): ClientSettings = set {{ it.{name}({value}) }}\n"))
}
