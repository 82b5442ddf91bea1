//! Kotlin: `testing/admin/Types.kt` with a class for each type, and `testing/WorldOperations.kt` with a method for each operation.
//! Types that an app makes are made by name; types that it only receives are data classes without a public constructor.

use std::collections::BTreeSet;

use super::api::{Api, Content, Member, MemberType, Operation, Shape, Sign, Type, Variant};
use crate::docs::{WIDTH, block_comment};
use crate::kotlin::function;
use crate::names::camel;

const HEAD: &str = "// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.\n";

const CLIENT: &str = "/**
 * The operations of the sandbox's admin API on one world, as `{url}/_sandbox/openapi.json` describes them.
 *
 * Each throws a [SandboxException] for what the sandbox refuses.
 */
public abstract class WorldOperations internal constructor(internal val admin: Admin) {
";

pub(super) fn types(api: &Api) -> String {
    let writer = Writer { api };
    let types: Vec<_> = api.types.iter().map(|one| writer.define(one)).collect();
    let body = types.join("\n");
    let mut imports = BTreeSet::from(["io.github.openplatformsdk.testing.AdminValue"]);
    for (word, name) in [
        ("vararg byName: ByName", "io.github.openplatformsdk.ByName"),
        (" members(", "io.github.openplatformsdk.testing.members"),
        ("throw SandboxException", "io.github.openplatformsdk.testing.SandboxException"),
        (": Instant", "java.time.Instant"),
    ] {
        if body.contains(word) {
            imports.insert(name);
        }
    }
    let imports: String = imports.into_iter().map(|name| format!("import {name}\n")).collect();
    format!("{HEAD}package io.github.openplatformsdk.testing.admin\n\n{imports}\n{body}")
}

pub(super) fn operations(api: &Api) -> String {
    let writer = Writer { api };
    let methods: Vec<_> = api.operations.iter().map(|one| writer.operation(one)).collect();
    let body = methods.join("\n");
    let is_used = |name: &str| body.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    let mut imports: BTreeSet<_> = api.types.iter().map(|one| one.name.as_str()).filter(|name| is_used(name)).collect();
    let prefixed: Vec<_> = std::mem::take(&mut imports)
        .into_iter()
        .map(|name| format!("import io.github.openplatformsdk.testing.admin.{name}\n"))
        .collect();
    let time = if is_used("Instant") { "import java.time.Instant\n" } else { "" };
    format!("{HEAD}package io.github.openplatformsdk.testing\n\n{}{time}\n{CLIENT}{body}}}\n", prefixed.concat())
}

struct Writer<'a> {
    api: &'a Api,
}

struct Class<'a> {
    name: &'a str,
    description: &'a str,
    /// Whether an app makes it.
    is_made: bool,
    members: &'a [Member],
    /// The class that contains it.
    parent: Option<&'a str>,
    /// The functions.
    inside: String,
}

impl Writer<'_> {
    fn define(&self, of: &Type) -> String {
        match &of.shape {
            Shape::Words(words) => enumeration(of, words),
            Shape::Record(members) => {
                let json = self.json("internal fun json()", members, None);
                let read = format!(
                    "    internal companion object {{\n        fun read(from: AdminValue): {0} = {1}\n    }}\n",
                    of.name,
                    self.reading(&of.name, members, "from", 8)
                );
                let inside = [of.is_sent.then_some(json), of.is_received.then_some(read)];
                let inside: Vec<_> = inside.into_iter().flatten().collect();
                self.class(&Class {
                    name: &of.name,
                    description: &of.description,
                    is_made: of.is_sent,
                    members,
                    parent: None,
                    inside: inside.join("\n"),
                })
            }
            Shape::Choice(variants) => self.choice(of, variants),
        }
    }

    fn choice(&self, of: &Type, variants: &[Variant]) -> String {
        let mut blocks = Vec::new();
        if of.is_sent {
            blocks.push("    internal abstract fun json(): Map<String, Any?>\n".to_owned());
        }
        for variant in variants {
            let json = self.json("internal override fun json()", &variant.members, Some(&variant.sign));
            let inside = if of.is_sent { json } else { String::new() };
            blocks.push(self.class(&Class {
                name: &variant.name,
                description: &variant.description,
                is_made: of.is_sent,
                members: &variant.members,
                parent: Some(&of.name),
                inside,
            }));
        }
        if of.is_received {
            blocks.push(self.choosing(of, variants));
        }
        format!(
            "{}public sealed class {} {{\n{}}}\n",
            comment(&of.name, "", &of.description),
            of.name,
            blocks.join("\n")
        )
    }

    /// The function that reads one of several objects.
    fn choosing(&self, of: &Type, variants: &[Variant]) -> String {
        let mut cases = String::new();
        let mut open = "when {".to_owned();
        let mut problem = "\"the sandbox sent an object of an unknown kind\"".to_owned();
        for variant in variants {
            let (case, from) = match &variant.sign {
                Sign::Tag(tag, word) => {
                    open = format!("when (val word = from[\"{tag}\"].text) {{");
                    problem = format!("\"unknown `{tag}`: $word\"");
                    (format!("\"{word}\""), "from".to_owned())
                }
                Sign::Inside(member) => (format!("from.has(\"{member}\")"), format!("from[\"{member}\"]")),
            };
            let value = if variant.members.is_empty() {
                variant.name.clone()
            } else {
                self.reading(&variant.name, &variant.members, &from, 12)
            };
            cases += &format!("            {case} -> {value}\n");
        }
        format!(
            "    internal companion object {{\n        fun read(from: AdminValue): {} = {open}\n{cases}            \
             else -> throw SandboxException({problem})\n        }}\n    }}\n",
            of.name
        )
    }

    fn class(&self, of: &Class<'_>) -> String {
        let indent = if of.parent.is_some() { "    " } else { "" };
        let parent = of.parent.map_or_else(String::new, |parent| format!(" : {parent}()"));
        let lines =
            of.inside.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{indent}{line}\n") });
        let inside: String = lines.collect();
        let body = if inside.is_empty() { String::new() } else { format!(" {{\n{inside}{indent}}}") };
        let mut text = comment(of.name, indent, of.description);
        if of.members.is_empty() {
            return text + &format!("{indent}public data object {}{parent}{body}\n", of.name);
        }
        let inner = format!("{indent}    ");
        let members = of.members.iter().map(|member| {
            let default = if of.is_made && !member.is_required { " = null" } else { "" };
            let about = comment(&member.name, &inner, &member.description);
            format!("{about}{inner}public val {}: {}{default},\n", identifier(&member.name), self.of(member))
        });
        text += &if of.is_made {
            let by_name = if of.members.len() > 1 { format!("{inner}vararg byName: ByName,\n") } else { String::new() };
            format!("{indent}public class {}(\n{by_name}", of.name)
        } else {
            format!("{indent}@ConsistentCopyVisibility\n{indent}public data class {} internal constructor(\n", of.name)
        };
        text + &format!("{}{indent}){parent}{body}\n", members.collect::<String>())
    }

    /// The function that makes the JSON.
    fn json(&self, head: &str, members: &[Member], sign: Option<&Sign>) -> String {
        let pair = |member: &Member| {
            let value = self.written(&identifier(&member.name), member);
            format!("\"{}\" to {value}", member.name)
        };
        let tag = match sign {
            Some(Sign::Tag(tag, word)) => Some(format!("\"{tag}\" to \"{word}\"")),
            _ => None,
        };
        let pairs: Vec<_> = tag.into_iter().chain(members.iter().map(pair)).collect();
        let value = call("members", &pairs, 4);
        let value = match sign {
            Some(Sign::Inside(member)) => format!("mapOf(\"{member}\" to {value})"),
            _ => value,
        };
        format!("    {head}: Map<String, Any?> = {value}\n")
    }

    /// The expression that makes an object from what was received.
    fn reading(&self, name: &str, members: &[Member], from: &str, indent: usize) -> String {
        let values: Vec<_> = members
            .iter()
            .map(|member| format!("{} = {}", identifier(&member.name), self.read_member(from, member)))
            .collect();
        call(name, &values, indent)
    }

    fn read_member(&self, from: &str, member: &Member) -> String {
        let place = format!("{from}[\"{}\"]", member.name);
        if member.is_required || member.kind == MemberType::Any {
            return self.read(&place, &member.kind);
        }
        format!("{place}.orNull {{ {} }}", self.read("it", &member.kind))
    }

    fn read(&self, from: &str, kind: &MemberType) -> String {
        match kind {
            MemberType::Text => format!("{from}.text"),
            MemberType::Integer => format!("{from}.long"),
            MemberType::Number => format!("{from}.number"),
            MemberType::Boolean => format!("{from}.boolean"),
            MemberType::Time => format!("{from}.instant"),
            MemberType::Any => format!("{from}.value"),
            MemberType::Object => format!("{from}.members"),
            MemberType::Texts => format!("{from}.texts"),
            MemberType::List(kind) => format!("{from}.list {{ {} }}", self.read("it", kind)),
            MemberType::Named(name) => format!("{name}.read({from})"),
        }
    }

    fn written(&self, name: &str, member: &Member) -> String {
        let dot = if member.is_required { "." } else { "?." };
        match &member.kind {
            MemberType::Time => format!("{name}{dot}toString()"),
            MemberType::Named(of) => format!("{name}{dot}{}", self.part(of)),
            MemberType::List(kind) => match kind.as_ref() {
                MemberType::Named(of) => format!("{name}{dot}map {{ it.{} }}", self.part(of)),
                _ => name.to_owned(),
            },
            _ => name.to_owned(),
        }
    }

    /// What of a value of a type is sent.
    fn part(&self, name: &str) -> &'static str {
        let of = self.api.types.iter().find(|one| one.name == name);
        if of.is_some_and(|of| matches!(of.shape, Shape::Words(_))) { "word" } else { "json()" }
    }

    fn of(&self, member: &Member) -> String {
        let mark = if member.is_required || member.kind == MemberType::Any { "" } else { "?" };
        class(&member.kind) + mark
    }

    fn operation(&self, of: &Operation) -> String {
        let body = of.body.as_ref().map(Content::parameter);
        let given = of.parameters();
        let kinds: Vec<_> = given.iter().map(|member| class(&member.kind)).collect();
        assert!(
            kinds.iter().enumerate().all(|(index, kind)| !kinds[..index].contains(kind)),
            "{} has parameters of equal type, which could be exchanged by accident",
            of.name
        );
        let signature: Vec<_> = given
            .iter()
            .map(|member| {
                let default = if member.is_required { "" } else { " = null" };
                format!("{}: {}{default}", identifier(&member.name), self.of(member))
            })
            .collect();
        let mut arguments = vec![format!("\"{}\"", of.method), path(of)];
        if let (Some(content), Some(member)) = (&of.body, &body) {
            let value = self.written(&identifier(&member.name), member);
            arguments.push(match content {
                Content::Single(_) => format!("members(\"{}\" to {value})", member.name),
                Content::Whole(_) => value,
            });
        }
        let sent = format!("admin.send({})", arguments.join(", "));
        let (result, value, tags) = match &of.result {
            None => ("Unit".to_owned(), format!("{sent}.let {{}}"), Vec::new()),
            Some(Content::Whole(kind)) => (class(kind), self.read(&sent, kind), Vec::new()),
            Some(Content::Single(member)) => {
                (self.of(member), self.read_member(&sent, member), vec![format!("@return {}", member.description)])
            }
        };
        let described = given.iter().filter(|member| !member.description.is_empty());
        let mut all: Vec<_> =
            described.map(|member| format!("@param {} {}", identifier(&member.name), member.description)).collect();
        all.extend(tags);
        assert!(!of.description.is_empty(), "{} has no description", of.name);
        block_comment("    ", std::slice::from_ref(&of.description), &all)
            + &function(&identifier(&of.name), &signature, &result, &value)
    }
}

fn enumeration(of: &Type, words: &[String]) -> String {
    let entries: String = words.iter().map(|word| format!("    {}(\"{word}\"),\n", word.to_uppercase())).collect();
    let read = if of.is_received {
        format!(
            "\n    internal companion object {{\n        fun read(from: AdminValue): {} = entries.first {{ it.word == from.text }}\n    }}\n",
            of.name
        )
    } else {
        String::new()
    };
    let end = if read.is_empty() { "" } else { "    ;\n" };
    format!(
        "{}public enum class {}(internal val word: String) {{\n{entries}{end}{read}}}\n",
        comment(&of.name, "", &of.description),
        of.name
    )
}

/// The path as an expression.
fn path(of: &Operation) -> String {
    let mut path = of.path.clone();
    if let Some(item) = &of.item {
        let name = identifier(&item.name);
        let value = if item.kind == MemberType::Text { format!("${{encoded({name})}}") } else { format!("${name}") };
        path = path.replace(&format!("{{{}}}", item.name), &value);
    }
    match &of.query {
        Some(query) => format!("\"{path}\" + query(\"{}\", {})", query.name, identifier(&query.name)),
        None => format!("\"{path}\""),
    }
}

/// A call with arguments in one line, or with each in a line of its own.
fn call(name: &str, arguments: &[String], indent: usize) -> String {
    let one = format!("{name}({})", arguments.join(", "));
    if indent + one.len() + 50 <= WIDTH {
        return one;
    }
    let space = " ".repeat(indent);
    let each: String = arguments.iter().map(|argument| format!("{space}    {argument},\n")).collect();
    format!("{name}(\n{each}{space})")
}

fn class(kind: &MemberType) -> String {
    match kind {
        MemberType::Text => "String".to_owned(),
        MemberType::Integer => "Long".to_owned(),
        MemberType::Number => "Double".to_owned(),
        MemberType::Boolean => "Boolean".to_owned(),
        MemberType::Time => "Instant".to_owned(),
        MemberType::Any => "Any?".to_owned(),
        MemberType::Object => "Map<String, Any?>".to_owned(),
        MemberType::Texts => "Map<String, String>".to_owned(),
        MemberType::List(kind) => format!("List<{}>", class(kind)),
        MemberType::Named(name) => name.clone(),
    }
}

fn identifier(name: &str) -> String {
    let name = camel(name);
    if ["as", "class", "for", "in", "is", "object", "val", "var", "when"].contains(&name.as_str()) {
        format!("`{name}`")
    } else {
        name
    }
}

fn comment(name: &str, indent: &str, description: &str) -> String {
    assert!(!description.is_empty(), "{name} has no description in the sandbox");
    block_comment(indent, &[description.to_owned()], &[])
}
