//! The documentation of the parameters of hooks, gateways, inboxes and login routes, whose classes are written by hand in the
//! packages. The texts are those of the core's options.

use crate::data::{DataTypes, Member};
use crate::docs::{self, Style, WIDTH, block_comment, wrap};
use crate::names::{camel, uncapitalized};
use crate::{File, kotlin, node, python, swift};

/// The parameters that are the members of a type, in a file.
type Place = (&'static str, &'static str, &'static [&'static str]);

const HOOKS: (&str, &[&str]) = ("WebhookOptions", &["body_limit", "body_timeout", "stale_after", "reject_stale"]);
const GATEWAY: (&str, &[&str]) = ("GatewayOptions", &["allow", "lifetime", "body_limit", "redirect_uris"]);
const WORKERS: (&str, &[&str]) = ("WorkerOptions", &["workers"]);
const LOGIN: (&str, &[&str]) = ("Login", &["prompt", "login_hint", "ui_locales"]);

const fn at(path: &'static str, (name, members): (&'static str, &'static [&'static str])) -> Place {
    (path, name, members)
}

const PYTHON: [Place; 5] = [
    at("packages/python/src/open_platform/hooks.py", HOOKS),
    at("packages/python/src/open_platform/hooks.py", WORKERS),
    at("packages/python/src/open_platform/app.py", GATEWAY),
    at("packages/python/src/open_platform/_open_platform.pyi", HOOKS),
    at("packages/python/src/open_platform/login.py", LOGIN),
];
const NODE: [Place; 4] = [
    at("packages/node/src/hooks.ts", HOOKS),
    at("packages/node/src/hooks.ts", WORKERS),
    at("packages/node/src/app.ts", GATEWAY),
    at("packages/node/src/login.ts", LOGIN),
];
const KOTLIN: [Place; 4] = [
    at("packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/Hooks.kt", HOOKS),
    at("packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/Hooks.kt", WORKERS),
    at("packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/AppGateway.kt", GATEWAY),
    at("packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/Login.kt", LOGIN),
];
const SWIFT: [Place; 4] = [
    at("packages/swift/Sources/OpenPlatform/Server/Web/Hooks.swift", HOOKS),
    at("packages/swift/Sources/OpenPlatform/Server/Web/HookWorkers.swift", WORKERS),
    at("packages/swift/Sources/OpenPlatform/Server/Web/AppGateway.swift", GATEWAY),
    at("packages/swift/Sources/OpenPlatform/Server/Web/LoginRoutes.swift", LOGIN),
];

/// What a language adds to the text of a parameter.
const MORE: [(&str, &str, &str); 5] = [
    ("hooks.py", "body_timeout", " ASGI and aiohttp apply it; in other frameworks the server has to."),
    (
        "_open_platform.pyi",
        "body_timeout",
        " The code that reads the body has to apply it: see :attr:`Accepted.body_seconds`.",
    ),
    ("Hooks.swift", "body_timeout", " It applies to a body that is passed as a sequence."),
    (
        "login.py",
        "prompt",
        " Or a function of the :class:`LoginRequest` that returns it or ``None``, as with the next two.",
    ),
    ("login.ts", "prompt", " Or a function of the request that returns it or `undefined`, as with the next two."),
];

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    let mut change = |places: &[Place], change: fn(String, &str, &str, &Member) -> String| {
        for (path, name, members) in places {
            let known = files.iter().position(|file| file.path == *path).map(|index| files.remove(index).text);
            let text = members.iter().fold(known.unwrap_or_else(|| crate::read(path)), |text, name_of_member| {
                let is_it = |member: &&Member| member.name.trim_end_matches("_seconds") == *name_of_member;
                let member = types.members(name).iter().find(is_it);
                let member = member.unwrap_or_else(|| panic!("{name} has no {name_of_member}"));
                change(text, path, name_of_member, member)
            });
            files.push(File::new(*path, text));
        }
    };
    change(&PYTHON, |text, path, name, member| {
        let about = uncapitalized(&about(path, name, member, &python::STYLE));
        let unit = if member.name.ends_with("_seconds") { "in seconds or as a ``timedelta``; " } else { "" };
        let indent = " ".repeat(if path.ends_with("pyi") || name == "workers" { 8 } else { 4 });
        item(&text, &format!("{indent}:param {name}:"), &format!("{unit}{about}"), &format!("{indent}    "))
    });
    change(&NODE, |text, path, name, member| {
        let end = if member.name.ends_with("_seconds") { "Ms" } else { "" };
        let comment = block_comment("  ", &[about(path, name, member, &node::STYLE)], &[]);
        docs::above(&text, &format!("  {}{end}?: ", camel(name)), &comment)
    });
    change(&KOTLIN, |text, path, name, member| {
        let about = uncapitalized(&about(path, name, member, &kotlin::STYLE));
        let indent = if name == "workers" { "     " } else { " " };
        item(&text, &format!("{indent}* @param {}", camel(name)), &about, &format!("{indent}*   "))
    });
    change(&SWIFT, |text, path, name, member| {
        item(&text, &format!("    ///   - {}:", camel(name)), &about(path, name, member, &swift::STYLE), "    ///     ")
    });
    files
}

/// The text of a parameter in a language.
fn about(path: &str, name: &str, member: &Member, style: &Style) -> String {
    let more = MORE.iter().find(|(file, known, _)| path.ends_with(&format!("/{file}")) && *known == name);
    docs::translate(&member.documentation, style).join(" ") + more.map_or("", |(.., text)| text)
}

/// Replaces the text of the item of a list that begins with `mark`; its further lines begin with `further`.
fn item(text: &str, mark: &str, about: &str, further: &str) -> String {
    let Some(start) = text.find(&format!("\n{mark} ")) else { panic!("there is no line `{mark}`") };
    let (before, rest) = text.split_at(start + 1);
    let mut old = rest.split_inclusive('\n');
    let first = old.next().map_or(0, str::len);
    let length: usize = first + old.take_while(|line| line.starts_with(further)).map(str::len).sum::<usize>();
    let lines = wrap(about, WIDTH - mark.len() - 1, WIDTH - further.len());
    format!("{before}{mark} {}\n{}", lines.join(&format!("\n{further}")), &rest[length..])
}

#[cfg(test)]
mod tests {
    use open_platform::inbox::DEFAULT_WORKERS;
    use open_platform::webhook::{DEFAULT_BODY_LIMIT, DEFAULT_BODY_TIMEOUT, DEFAULT_STALE_AFTER};

    use super::*;

    #[test]
    fn the_texts_state_the_defaults_of_the_core() {
        let types = crate::data::read();
        for (options, name, default) in [
            ("WebhookOptions", "body_limit", format!("{} KiB", DEFAULT_BODY_LIMIT / 1024)),
            ("WebhookOptions", "body_timeout_seconds", format!("{} seconds", DEFAULT_BODY_TIMEOUT.as_secs_f64())),
            ("WebhookOptions", "stale_after_seconds", format!("{} hours", DEFAULT_STALE_AFTER.as_secs() / 3600)),
            ("WorkerOptions", "workers", DEFAULT_WORKERS.to_string()),
        ] {
            let member = types.members(options).iter().find(|member| member.name == name).expect(name);
            assert!(member.documentation.contains(&format!("{default} by default")), "{}", member.documentation);
        }
    }

    #[test]
    fn only_the_text_of_the_item_is_replaced() {
        let text = "\n    :param one: the\n        first.\n    :param other: more.\n    :raises Error: never.\n";
        let text = item(text, "    :param one:", "the only one.", "        ");
        assert_eq!(text, "\n    :param one: the only one.\n    :param other: more.\n    :raises Error: never.\n");
        assert_eq!(item(&text, "    :param one:", "the only one.", "        "), text);
    }
}
