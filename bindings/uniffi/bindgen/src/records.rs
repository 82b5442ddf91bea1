//! Changes the generated Kotlin so that the members of a data type are passed by name: `EventRow("Report", "Today")` would
//! compile with the texts exchanged, too. `ByName` in `packages/kotlin` is the type that makes names a requirement.

/// The package of the data types. The other package has types that are internal.
const PACKAGE: &str = "\npackage io.github.openplatformsdk\n";
const BEGIN: &str = "\ndata class ";
const END: &str = "\n){\n";

/// Gives each data class with several members a constructor that takes them by name only. The one that takes them by
/// position becomes internal: the generated code uses it.
pub(crate) fn by_name(source: &mut String) {
    if !source.contains(PACKAGE) {
        return;
    }
    let mut changed = String::with_capacity(source.len());
    let mut rest = source.as_str();
    while let Some(begin) = rest.find(BEGIN) {
        let (before, class) = rest.split_at(begin + 1);
        let (head, body) = class.split_once(END).expect("the parameters of a data class end with `){`");
        let (name, parameters) = head.split_once(" (").expect("the parameters of a data class");
        let members = members(parameters);
        changed.push_str(before);
        if members.len() > 1 {
            let by_name = constructor(&members);
            changed.push_str("@ExposedCopyVisibility\n");
            changed.push_str(&format!("{name} internal constructor({parameters}{END}{by_name}"));
        } else {
            changed.push_str(&format!("{head}{END}"));
        }
        rest = body;
    }
    changed.push_str(rest);
    *source = changed;
}

/// Makes a data class serializable. Its members must be, too: texts, numbers, times and lists of them.
pub(crate) fn serializable(source: &mut String, class: &str) {
    if let Some(begin) = source.find(&format!("{BEGIN}{class} ")) {
        let end = begin + source[begin..].find(END).expect("the parameters of a data class end with `){`");
        source.replace_range(end..end + END.len(), "\n) : java.io.Serializable {\n");
    }
}

/// The members of a class: each name, and its type with its default.
fn members(parameters: &str) -> Vec<(&str, &str)> {
    let members = parameters.lines().filter_map(|line| line.trim().strip_prefix("val "));
    members.map(|member| member.trim().split_once(": ").expect("the type of a member")).collect()
}

fn constructor(members: &[(&str, &str)]) -> String {
    let parameters: String = members.iter().map(|(name, rest)| format!("        {name}: {rest},\n")).collect();
    // By position, for the constructor would call itself by name.
    let values: Vec<_> = members.iter().map(|(name, _)| *name).collect();
    format!(
        "    /** Takes the members by name. */\n    constructor(\n        vararg byName: ByName,\n{parameters}    ) : \
         this({})\n",
        values.join(", ")
    )
}
