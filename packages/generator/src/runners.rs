//! Generates tables for the tests of Node, Kotlin, Swift and Python: each call by its name in the endpoint table, with arguments
//! from `tests/vectors`. The tests of Rust use `each_call!` instead.

use std::fmt::Write;

use open_platform::api::HANDLES;
use open_platform::methods::{CallDescription, HandleDescription, ParameterDescription};

use crate::File;
use crate::names::{camel, snake};
use crate::swift;

const HEAD: &str = "Made from the core by `cargo run -p open-platform-generator`. Do not edit.";

pub(crate) fn files() -> Vec<File> {
    let kotlin = "packages/kotlin/tests/src/test/kotlin/io/github/openplatformsdk/vectors";
    vec![
        File::new("packages/node/test/vectors/calls.ts", node()),
        File::new(format!("{kotlin}/Calls.kt"), kotlin_calls(false)),
        File::new(format!("{kotlin}/JavaCalls.kt"), kotlin_calls(true)),
        File::new("packages/swift/Tests/OpenPlatformTests/Vectors/Calls.swift", swift_calls()),
        File::new("packages/python/tests/calls.py", python()),
    ]
}

/// Each call once. Of two handles with the same call, the one that needs no user is used.
fn calls() -> impl Iterator<Item = (&'static HandleDescription, &'static CallDescription)> {
    let all = HANDLES.iter().flat_map(|handle| handle.calls.iter().map(move |call| (handle, call)));
    all.filter(|(handle, call)| {
        let twins = HANDLES.iter().filter(|other| !other.is_user).flat_map(|other| other.calls);
        !handle.is_user || !twins.into_iter().any(|twin| twin.endpoint.name == call.endpoint.name)
    })
}

/// The name of an argument in the vectors.
fn member(given: &ParameterDescription) -> String {
    match given.kind {
        "PostToken" | "ConversationId" | "UserId" | "BusinessToken" | "Phone" => snake(given.kind),
        "Upload" => format!("{}_base64", given.name),
        _ => given.name.to_owned(),
    }
}

fn is_text(kind: &str) -> bool {
    ["PostToken", "ConversationId", "UserId", "BusinessToken", "RecordId", "Phone", "String", "Secret"].contains(&kind)
}

fn lower(name: &str) -> String {
    camel(&snake(name))
}

fn node() -> String {
    let mut table = String::new();
    for (handle, call) in calls() {
        let owner = if handle.is_user { "user" } else { "platform" };
        let path = handle.path.iter().map(|step| camel(step)).collect::<Vec<_>>().join(".");
        let mut arguments: Vec<_> = call
            .parameters
            .iter()
            .map(|given| match given.kind {
                kind if is_text(kind) => format!("given.{}", member(given)),
                "Upload" => format!("Buffer.from(given.{}, 'base64')", member(given)),
                kind => format!("read.{}(given.{})", lower(kind), member(given)),
            })
            .collect();
        if call.endpoint.repeatable {
            arguments.push("options".to_owned());
        }
        let made = format!("await {owner}.{path}.{}({})", camel(call.method), arguments.join(", "));
        let value = match call.result {
            "()" => made,
            result if is_text(result) => made,
            result => format!("write.{}({made})", lower(result)),
        };
        let used = ["platform", "user", "given", "options"].map(|name| {
            let parts: Vec<_> = value.split(|c: char| !c.is_alphanumeric()).collect();
            parts.first().is_some_and(|first| *first == name)
                || value.contains(&format!(" {name}."))
                || value.contains(&format!("({name}."))
                || value.contains(&format!(", {name})"))
        });
        let names: Vec<_> = ["platform", "user", "given", "options"]
            .into_iter()
            .zip(used)
            .filter(|(_, used)| *used)
            .map(|(name, _)| name)
            .collect();
        let _ = writeln!(table, "  '{}': async ({{ {} }}) =>\n    {value},", call.endpoint.name, names.join(", "));
    }
    format!(
        "// {HEAD}\nimport type {{ OpenPlatform, PostAddonOptions, UserClient }} from 'open-platform'\nimport {{ read, write }} from 'open-platform'\n\nimport type {{ Value }} from './cases.js'\n\n/** The clients and arguments of a call. */\nexport interface Making {{\n  platform: OpenPlatform\n  user: UserClient\n  given: Value\n  options?: PostAddonOptions | undefined\n}}\n\n/** The calls of the endpoint table that have a method. The result is the platform's JSON. */\nexport const CALLS: Record<string, (making: Making) => Promise<Value>> = {{\n{table}}}\n"
    )
}

/// The calls of Kotlin, or those of its classes for Java.
fn kotlin_calls(is_java: bool) -> String {
    let mut table = String::new();
    let (user, client, end) = if is_java { ("javaUser", "java", ".await()") } else { ("user", "client", "") };
    for (handle, call) in calls() {
        let owner = if handle.is_user { user } else { client };
        let path = handle.path.iter().map(|step| camel(step)).collect::<Vec<_>>().join(".");
        let arguments: Vec<_> = call
            .parameters
            .iter()
            .map(|given| match given.kind {
                kind if is_text(kind) => format!("it.text(\"{}\")", member(given)),
                "Upload" => format!("Base64.getDecoder().decode(it.text(\"{}\"))", member(given)),
                kind => format!("{kind}.fromJson(it.json(\"{}\"))", member(given)),
            })
            .collect();
        let made = format!(
            "{owner}.{path}.{}(\n            {},\n        ){end}",
            camel(call.method),
            arguments.join(",\n            ")
        );
        let made = if arguments.is_empty() { format!("{owner}.{path}.{}(){end}", camel(call.method)) } else { made };
        let value = match call.result {
            "()" => format!("{made}\n        null"),
            result if is_text(result) => made,
            _ => format!("value({made}.toJson())"),
        };
        let _ = writeln!(table, "    \"{}\" to {{\n        {value}\n    }},", call.endpoint.name);
    }
    let (imports, about, name) = if is_java {
        (
            "\nimport kotlinx.coroutines.future.await",
            "The same calls as [CALLS], by the classes for Java.",
            "JAVA_CALLS",
        )
    } else {
        ("", "The calls of the endpoint table that have a method. The result is the platform's JSON.", "CALLS")
    };
    format!(
        "// {HEAD}\npackage io.github.openplatformsdk.vectors\n\nimport io.github.openplatformsdk.*\nimport java.util.Base64{imports}\n\n/** {about} */\n@Suppress(\"DEPRECATION\")\nval {name}: Map<String, suspend VectorPlatform.(Map<String, Any?>) -> Any?> = mapOf(\n{table})\n"
    )
}

fn swift_calls() -> String {
    let mut table = String::new();
    for (handle, call) in calls() {
        let owner = if handle.is_user { "user" } else { "platform" };
        let path = handle.path.iter().map(|step| camel(step)).collect::<Vec<_>>().join(".");
        let (name, labels) = swift::called(call);
        let mut arguments: Vec<_> = call
            .parameters
            .iter()
            .zip(labels)
            .map(|(given, label)| {
                let value = match given.kind {
                    "String" | "Secret" => format!("given[\"{}\"]?.string ?? \"\"", member(given)),
                    kind if is_text(kind) => format!("given.value(\"{}\")", member(given)),
                    "Upload" => format!("Data(base64Encoded: given[\"{}\"]?.string ?? \"\") ?? Data()", member(given)),
                    kind => format!("read{kind}(json: given.json(\"{}\"))", member(given)),
                };
                label.map_or(value.clone(), |label| format!("{label}: {value}"))
            })
            .collect();
        if call.endpoint.repeatable {
            arguments.push("repeat: given[\"repeat\"]?.bool ?? false".to_owned());
        }
        let list = if arguments.is_empty() {
            String::new()
        } else {
            format!("\n            {}", arguments.join(",\n            "))
        };
        let made = format!("try await {owner}.{path}.{name}({list})");
        let value = match call.result {
            "()" => format!("{made}\n        return .null"),
            result if is_text(result) => format!("let value = {made}\n        return Value(value.rawValue)"),
            result => format!("let value = {made}\n        return try Value(write{result}(value: value))"),
        };
        let _ =
            writeln!(table, "    \"{}\": {{ platform, user, given in\n        {value}\n    }},", call.endpoint.name);
    }
    format!(
        "// {HEAD}\nimport Foundation\nimport OpenPlatform\n\n/// The calls of the endpoint table that have a method. The result is the platform's JSON.\nlet callsOfTheTable: [String: Runner] = [\n{table}]\n"
    )
}

fn python() -> String {
    let mut table = String::new();
    for (_, call) in calls() {
        let arguments: Vec<_> = call
            .parameters
            .iter()
            .map(|given| {
                let kind = if is_text(given.kind) { "None".to_owned() } else { format!("\"{}\"", given.kind) };
                format!("(\"{}\", {kind})", member(given))
            })
            .collect();
        let _ = writeln!(table, "    \"{}\": [{}],", call.endpoint.name, arguments.join(", "));
    }
    format!(
        "\"\"\"The arguments of every call. {HEAD}\"\"\"\n\nfrom __future__ import annotations\n\n#: For each call of the endpoint table: the arguments in the vectors, and the class of those that are data.\nCALLS: dict[str, list[tuple[str, str | None]]] = {{\n{table}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use open_platform::methods::LANGUAGES;

    use super::*;

    /// Rust has every call by `each_call!`. The tests of the other languages make every call of these tables.
    #[test]
    fn every_language_has_every_call() {
        let files = files();
        // Kotlin has two, of which one is for Java.
        assert_eq!(files.len(), LANGUAGES.len());
        for language in LANGUAGES.into_iter().filter(|language| *language != "rust") {
            let folder = format!("packages/{language}/");
            let file = files.iter().find(|file| file.path.starts_with(&folder));
            let text = &file.unwrap_or_else(|| panic!("there is no table of {language}")).text;
            for call in HANDLES.iter().flat_map(|handle| handle.calls) {
                let name = call.endpoint.name;
                assert!(
                    ["'", "\""].iter().any(|quote| text.contains(&format!("{quote}{name}{quote}"))),
                    "{language}: {name}"
                );
            }
        }
    }
}
