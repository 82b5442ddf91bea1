//! Generates the builders of add-ons in Kotlin: `PostAddonBuilder` and `UserAddonBuilder` in `Widgets.kt`.

use crate::File;
use crate::data::{DataTypes, Member};
use crate::docs::{self, block_comment};
use crate::kotlin::STYLE;
use crate::kotlin_types::{default_of, type_of};
use crate::names::camel;
use crate::settings::replace;

const FILE: &str = "packages/kotlin/core/src/main/kotlin/io/github/openplatformsdk/Widgets.kt";

/// The types with a builder, and the functions that take its block.
const BUILDERS: &[(&str, &str)] = &[("PostAddon", "postAddon"), ("UserAddon", "userAddon")];

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let classes: String = BUILDERS.iter().map(|(name, function)| class(types, name, function)).collect();
    let start = "// The builders of add-ons are made by open-platform-generator.\n\n";
    vec![File::new(
        FILE,
        replace(&crate::read(FILE), FILE, start, "/** The members that all rows have. */\n", &classes),
    )]
}

fn class(types: &DataTypes, name: &str, function: &str) -> String {
    let members: Vec<_> = types.members(name).iter().filter(|member| member.name != "extra").collect();
    let own = members.iter().filter(|member| !["widgets", "semantic"].contains(&member.name.as_str()));
    let own: String = own.map(|member| property(member)).collect();
    let value = |member: &&Member| match member.name.as_str() {
        "widgets" => "widgets.toList()".to_owned(),
        "semantic" => "semantic.toMap()".to_owned(),
        other => camel(other),
    };
    let values: String =
        members.iter().map(|member| format!("        {} = {},\n", camel(&member.name), value(member))).collect();
    format!(
        r#"/** The builder of [{function}]. */
public class {name}Builder internal constructor() : WidgetsBuilder() {{
    private val semantic = mutableMapOf<String, String>()

{own}    /** Adds semantic values, facts under machine-readable names: `semantic("inspection_result" to "INSPECTION_APPROVED")`. */
    public fun semantic(vararg values: Pair<String, String>) {{
        semantic += values
    }}

    internal fun build(): {name} = {name}(
{values}    )
}}

"#
    )
}

fn property(member: &Member) -> String {
    let documentation = block_comment("    ", &docs::translate(&member.documentation, &STYLE), &[]);
    let (name, kind, default) = (camel(&member.name), type_of(member), default_of(member));
    format!("{documentation}    public var {name}: {kind} = {default}\n\n")
}
