//! Generates the members of the clients that are the areas: `client.posts`. In Swift they are an extension, in the other languages
//! parts of files that are otherwise written by hand.

use open_platform::methods::HandleDescription;

use crate::File;
use crate::areas::{Area, areas};
use crate::docs::{self, Style};
use crate::names::{camel, capitalized};
use crate::{kotlin, node, python, settings, swift};

const END: &str = "End of the areas.";

/// A member of a client.
struct Member {
    /// The name in snake case.
    name: &'static str,
    class: String,
    /// A file of its language: `custom_buttons`.
    area: &'static str,
    documentation: &'static str,
}

pub(crate) fn files() -> Vec<File> {
    let kotlin = "packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk";
    vec![
        python_client("packages/python/src/open_platform/_async/client.py", false),
        python_client("packages/python/src/open_platform/_async/user_client.py", true),
        node_clients("packages/node/src/client.ts"),
        kotlin_client(&format!("{kotlin}/OpenPlatform.kt"), false),
        kotlin_client(&format!("{kotlin}/UserClient.kt"), true),
        File::new("packages/swift/Sources/OpenPlatform/Server/Calls/Areas.swift", swift_clients()),
    ]
}

/// The areas of the client that needs no user, or of the one for a user.
fn members(is_user: bool) -> Vec<Member> {
    areas().iter().filter_map(|area| member(area, is_user)).collect()
}

fn member(area: &Area, is_user: bool) -> Option<Member> {
    let of_kind = |handle: &&&HandleDescription| handle.is_user == is_user;
    let handle = area.handles.iter().find(of_kind)?;
    let nested = || format!("{}{}", if is_user { "User" } else { "" }, capitalized(&camel(area.name)));
    let class = if area.is_nested() { nested() } else { handle.name.to_owned() };
    let documentation =
        if area.is_nested() { "Calls that the platform keeps for existing apps." } else { handle.documentation };
    Some(Member { name: area.name, class, area: area.name, documentation })
}

/// The first sentence.
fn sentence(member: &Member, style: &Style) -> String {
    let text = docs::translate(member.documentation, style).into_iter().next().unwrap_or_default();
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].to_owned()
}

/// Replaces what is between the line `start` and the next line that ends the areas.
fn fill(text: &str, path: &str, start: &str, mark: &str, indent: &str, made: &str) -> String {
    settings::replace(text, path, &format!("{indent}{mark} {start}\n"), &format!("{indent}{mark} {END}\n"), made)
}

fn python_client(path: &str, is_user: bool) -> File {
    let mut made = String::new();
    let mut imports: Vec<(&str, String)> = Vec::new();
    for member in members(is_user) {
        let class = format!("Async{}", member.class);
        made += &format!(
            "    @property\n    def {}(self) -> {class}:\n        \"\"\"{}\"\"\"\n        return {class}(self._native)\n\n",
            member.name,
            sentence(&member, &python::STYLE),
        );
        imports.push((member.area, class));
    }
    imports.sort_unstable();
    let lines: String = imports.iter().map(|(area, class)| format!("from .{area} import {class}\n")).collect();
    let client = if is_user { "AsyncUserClient" } else { "AsyncClient" };
    let start = format!("The areas of `{client}`, made by `cargo run -p open-platform-generator`.");
    let text = fill(&crate::read(path), path, &start, "#", "    ", &format!("\n{made}"));
    let start = "The areas, made by `cargo run -p open-platform-generator`.";
    File::new(path, fill(&text, path, start, "#", "", &lines))
}

fn node_clients(path: &str) -> File {
    let mut text = crate::read(path);
    let mut imports: Vec<(&str, String)> = Vec::new();
    for (is_user, client) in [(false, "OpenPlatform"), (true, "UserClient")] {
        let mut made = String::new();
        for member in members(is_user) {
            let (name, class) = (camel(member.name), &member.class);
            let about = sentence(&member, &node::STYLE);
            made += &format!("  /** {about} */\n  readonly {name}: {class} = new {class}(() => this.#core())\n");
            match imports.iter_mut().find(|(area, _)| *area == member.area) {
                Some((_, classes)) => *classes += &format!(", {class}"),
                None => imports.push((member.area, class.clone())),
            }
        }
        let start = format!("The areas of `{client}`, made by `cargo run -p open-platform-generator`.");
        text = fill(&text, path, &start, "//", "  ", &made);
    }
    imports.sort_unstable();
    let line = |(area, classes): &(&str, String)| {
        format!("import {{ {classes} }} from './api/{}.js'\n", area.replace('_', "-"))
    };
    let start = "The areas, made by `cargo run -p open-platform-generator`.";
    File::new(path, fill(&text, path, start, "//", "", &imports.iter().map(line).collect::<String>()))
}

fn kotlin_client(path: &str, is_user: bool) -> File {
    let members = members(is_user).into_iter().map(|member| {
        let (name, class, about) = (camel(member.name), &member.class, sentence(&member, &kotlin::STYLE));
        format!("    /** {about} */\n    public val {name}: {class} = {class}(native)\n\n")
    });
    let start = "The areas, made by `cargo run -p open-platform-generator`.";
    let made = format!("\n{}", members.collect::<String>());
    File::new(path, fill(&crate::read(path), path, start, "//", "    ", &made))
}

/// The members of a client for Java, of a file in which the rest is written by hand.
pub(crate) fn java_client(path: &str, is_user: bool) -> File {
    let members = members(is_user).into_iter().map(|member| {
        let (name, class, about) = (camel(member.name), &member.class, sentence(&member, &kotlin::STYLE));
        format!(
            "    /** {about} */\n    @get:JvmName(\"{name}\")\n    public val {name}: {class}Async = {class}Async(kotlin.{name}, futures)\n\n"
        )
    });
    let start = "The areas, made by `cargo run -p open-platform-generator`.";
    let made = format!("\n{}", members.collect::<String>());
    File::new(path, fill(&crate::read(path), path, start, "//", "    ", &made))
}

fn swift_clients() -> String {
    let extension = |is_user: bool, client: &str| {
        let members = members(is_user).into_iter().map(|member| {
            let (name, class, about) = (camel(member.name), &member.class, sentence(&member, &swift::STYLE));
            format!("    /// {about}\n    public var {name}: {class} {{ {class}(native: native) }}\n")
        });
        format!("\nextension {client} {{\n{}}}\n", members.collect::<String>())
    };
    format!("{}{}{}", swift::HEAD, extension(false, "OpenPlatform"), extension(true, "UserClient"))
}
