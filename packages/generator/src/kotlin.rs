//! Generates the handles of Kotlin: `…/api` for servers, `AppCalls.kt` for apps on phones.

use std::collections::BTreeSet;

use open_platform::error_classes::ErrorClass;
use open_platform::methods::{CallDescription, HandleDescription, PagesDescription, ParameterDescription};

use crate::File;
use crate::areas::{
    Area, ON_PROGRESS, REPEAT, TIMEOUT, ambiguous, areas, exported, is_for_phones, is_write, nested_documentation,
    parameter, requirements,
};
use crate::docs::{self, Style, WIDTH, block_comment, example};
use crate::names::{camel, capitalized, with_article};

pub(crate) const STYLE: Style = Style {
    quote: "`",
    is_camel: true,
    times: "",
    error: link,
    none: "null",
    user: "user",
    method: None,
    migrate: |name| format!("Migrate.{name}"),
};
pub(crate) const HEAD: &str = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\npackage io.github.openplatformsdk\n\n";

/// An overload that builds an argument in a block.
struct Builder {
    /// Parameters before `timeout`.
    before: &'static str,
    /// Parameters after `timeout`.
    after: &'static str,
    /// The expression that builds the argument.
    value: &'static str,
    description: &'static str,
}

fn builder(kind: &str) -> Option<Builder> {
    Some(match kind {
        "PostAddon" => Builder {
            before: "",
            after: "addon: PostAddonBuilder.() -> Unit",
            value: "postAddon(addon)",
            description: "builds the add-on in a block",
        },
        "Message" => Builder {
            before: "text: String",
            after: "buttons: MessageBuilder.() -> Unit = {}",
            value: "message(text, buttons)",
            description: "takes a text, and builds the buttons in a block",
        },
        "BotMessage" => Builder {
            before: "text: String",
            after: "buttons: ButtonGridBuilder.() -> Unit = {}",
            value: "botMessage(text, buttons)",
            description: "takes a text, and builds the buttons in a block",
        },
        _ => return None,
    })
}

/// Types that contain JSON texts of the app. Errors about such a text get its path.
pub(crate) const WITH_TEXTS: &[&str] =
    &["PostAddon", "UserAddon", "BusinessAddon", "Message", "BotMessage", "Subscription", "PostSubmission", "PostEdit"];

fn link(class: &ErrorClass) -> String {
    format!("[{}Exception]", class.name.strip_suffix("Error").unwrap_or(class.name))
}

pub(crate) fn files() -> Vec<File> {
    let folder = "packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/api";
    let mut files: Vec<_> = areas()
        .iter()
        .map(|area| File::new(format!("{folder}/{}.kt", capitalized(&camel(area.name))), file(area)))
        .collect();
    files.push(File::new("packages/kotlin/core/src/main/kotlin/io/github/openplatformsdk/AppCalls.kt", phone()));
    files
}

fn file(area: &Area) -> String {
    let mut body = String::new();
    if area.is_nested() {
        body += &nesting(area, false);
        body += &nesting(area, true);
    }
    for handle in &area.handles {
        let native = if handle.is_user { "PlatformUser" } else { "Platform" };
        let from = if handle.is_user { "UserClient" } else { "OpenPlatform" };
        let mut documentation = docs::translate(handle.documentation, &STYLE);
        if let Some(first) = documentation.first_mut() {
            *first = format!(
                "{first} From `{from}.{}`.",
                handle.path.iter().map(|step| camel(step)).collect::<Vec<_>>().join(".")
            );
        }
        if let Some(example) = example(handle.name, None, "kt") {
            documentation.push(format!("```kotlin\n{example}\n```"));
        }
        body += &block_comment("", &documentation, &[]);
        body += &format!("public class {} internal constructor(private val native: {native}) {{\n", handle.name);
        let calls: Vec<_> = handle.calls.iter().map(|call| methods(handle, call, true)).collect();
        body += &calls.join("\n");
        body += "}\n\n";
    }
    HEAD.to_owned() + &imports(&body) + &body
}

fn phone() -> String {
    let mut body = String::new();
    for area in areas() {
        let calls: Vec<_> = area
            .handles
            .iter()
            .flat_map(|handle| handle.calls.iter().filter(|call| is_for_phones(call)).map(move |call| (*handle, call)))
            .collect();
        if calls.is_empty() {
            continue;
        }
        let direct = calls.iter().all(|(_, call)| call.endpoint.host == open_platform::endpoint::Host::Upload);
        let name = capitalized(&camel(area.name));
        let how = if direct {
            "They need no credentials and go to the platform directly."
        } else {
            "They go through the backend, which must allow the call."
        };
        body += &block_comment(
            "",
            &[format!(
                "The calls of `{}` for an app on a phone. {how} From `OpenPlatformApp.{}`.",
                area.name, area.name
            )],
            &[],
        );
        body += &format!("public class App{name} internal constructor(private val native: AppPlatform) {{\n");
        let methods: Vec<_> = calls.iter().map(|(handle, call)| methods(handle, call, false)).collect();
        body += &methods.join("\n");
        body += "}\n\n";
    }
    HEAD.to_owned() + &imports(&body) + &body
}

fn imports(body: &str) -> String {
    let mut imports = BTreeSet::from(["kotlin.time.Duration".to_owned()]);
    for name in ["AppPlatform", "Platform", "PlatformUser"] {
        let used = body.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        if used {
            imports.insert(format!("io.github.openplatformsdk.ffi.{name}"));
        }
    }
    if body.contains(": Flow<") {
        imports.extend(["Flow", "flow"].map(|name| format!("kotlinx.coroutines.flow.{name}")));
        imports.insert("io.github.openplatformsdk.ffi.checkPage".to_owned());
    }
    if body.contains(": Path") {
        imports.extend(["java.io.InputStream", "java.nio.file.Path"].map(str::to_owned));
    }
    imports.into_iter().map(|name| format!("import {name}\n")).collect::<String>() + "\n"
}

fn nesting(area: &Area, is_user: bool) -> String {
    let user = if is_user { "User" } else { "" };
    let native = if is_user { "PlatformUser" } else { "Platform" };
    let mut text = block_comment("", &[nested_documentation(is_user, &STYLE)], &[]);
    text +=
        &format!("public class {user}{} internal constructor(native: {native}) {{\n", capitalized(&camel(area.name)));
    let members: Vec<_> = area
        .nested(is_user)
        .into_iter()
        .filter_map(|handle| {
            let name = camel(handle.path.last()?);
            let documentation = block_comment("    ", &[docs::line(handle.documentation.trim(), &STYLE)], &[]);
            Some(format!("{documentation}    public val {name}: {0} = {0}(native)\n", handle.name))
        })
        .collect();
    text + &members.join("\n") + "}\n\n"
}

/// The method of a call and its overloads, for a server or for a phone.
fn methods(handle: &HandleDescription, call: &CallDescription, on_server: bool) -> String {
    let mut methods: Vec<_> = overloads(call).iter().map(|of| method(handle, call, of, on_server)).collect();
    if call.deprecated.is_none() {
        let built = call.parameters.iter().find_map(|given| Some((given, builder(given.kind)?)));
        methods.extend(built.map(|(given, builder)| with_builder(call, given, &builder)));
    }
    if on_server {
        methods.extend(call.pages.as_ref().map(|pages| iterator(call, pages)));
    }
    methods.join("\n")
}

/// An overload of a method for one type of a file, or the only method of a call without a file.
pub(crate) struct Overload {
    /// The name of the parameter for the file; empty if there is none.
    pub(crate) file: String,
    /// The type of that parameter.
    pub(crate) kind: &'static str,
    /// The argument for the file.
    value: String,
    /// How it differs from the first; empty for that.
    pub(crate) difference: &'static str,
}

pub(crate) fn overloads(call: &CallDescription) -> Vec<Overload> {
    let Some(given) = call.parameters.iter().find(|given| given.kind == "Upload") else {
        return vec![Overload { file: String::new(), kind: "", value: String::new(), difference: "" }];
    };
    let file = camel(given.name);
    let source = format!("source({file}, onProgress)");
    let stream = "from a stream, which is read first and not closed";
    [
        ("Path", source.clone(), ""),
        ("ByteArray", source, "in memory"),
        ("InputStream", format!("collected({file}, native.maxUploadBytes())"), stream),
    ]
    .map(|(kind, value, difference)| Overload { file: file.clone(), kind, value, difference })
    .into()
}

fn method(handle: &HandleDescription, call: &CallDescription, overload: &Overload, on_server: bool) -> String {
    let name = camel(call.method);
    let (mut signature, mut values) = (Vec::new(), Vec::new());
    for given in call.parameters {
        let (kind, value) = match given.kind {
            "Upload" => (overload.kind, overload.value.clone()),
            "Secret" => ("String", camel(given.name)),
            kind => (kind, camel(given.name)),
        };
        let default = if call.pages.is_some() { format!(" = {kind}()") } else { String::new() };
        signature.push(format!("{}: {kind}{default}", camel(given.name)));
        values.push(value);
    }
    signature.push("timeout: Duration? = null".to_owned());
    if call.endpoint.repeatable {
        signature.push("repeat: Boolean = false".to_owned());
    }
    if !overload.file.is_empty() {
        signature.push("onProgress: ((UploadProgress) -> Unit)? = null".to_owned());
    }
    let body = if overload.kind == "InputStream" {
        format!("{name}({}, timeout, onProgress)", values.join(", "))
    } else {
        values.push(if call.endpoint.repeatable { "options(timeout, repeat)" } else { "options(timeout)" }.to_owned());
        let texts = call.parameters.iter().find(|given| WITH_TEXTS.contains(&given.kind));
        let texts = texts.map_or_else(String::new, |given| format!("({}::texts)", camel(given.name)));
        let body = format!("translated{texts} {{ native.{}({}) }}", camel(&exported(handle, call)), values.join(", "));
        // The calls of a server can be spans of a trace.
        if on_server { format!("traced(\"{}\") {{ {body} }}", call.endpoint.name) } else { body }
    };
    let documentation = match overload.difference {
        "" => documentation(call),
        difference => {
            let file = with_article(&overload.file);
            block_comment("    ", &[format!("Like the other [{name}], with {file} {difference}.")], &[])
        }
    };
    documentation + &deprecation(call) + &function(&name, &signature, result(call), &body)
}

/// The annotation of a deprecated call.
pub(crate) fn deprecation(call: &CallDescription) -> String {
    let Some(note) = call.deprecated else { return String::new() };
    let note = docs::line(note, &Style { quote: "", ..STYLE });
    format!("    @Deprecated(\"{}\")\n", capitalized(&note))
}

fn documentation(call: &CallDescription) -> String {
    let mut paragraphs = docs::translate(call.documentation, &STYLE);
    paragraphs.push(requirements(call));
    let mut tags: Vec<_> =
        call.parameters.iter().map(|given| format!("@param {} {}", camel(given.name), parameter(given))).collect();
    tags.push(format!("@param timeout {TIMEOUT}"));
    if call.endpoint.repeatable {
        tags.push(format!("@param repeat {REPEAT}"));
    }
    if call.parameters.iter().any(|given| given.kind == "Upload") {
        tags.push(format!("@param onProgress {ON_PROGRESS}"));
    }
    tags.extend(failures(call).into_iter().map(|(error, when)| format!("@throws {error} {when}")));
    block_comment("    ", &paragraphs, &tags)
}

/// The errors that are special about a call, each with the text that says when it happens.
pub(crate) fn failures(call: &CallDescription) -> Vec<(String, String)> {
    let errors = docs::errors(call.errors, &STYLE);
    let named = errors.iter().filter_map(|error| error.strip_prefix('[')?.split_once("] "));
    let mut failures: Vec<_> = named.map(|(error, when)| (error.to_owned(), when.to_owned())).collect();
    if is_write(call) {
        failures.push(("AmbiguousOutcomeException".to_owned(), ambiguous(call).to_owned()));
    }
    failures
}

pub(crate) fn result(call: &CallDescription) -> &str {
    if call.result == "()" { "Unit" } else { call.result }
}

/// The overload that builds an argument in a block.
fn with_builder(call: &CallDescription, built: &ParameterDescription, builder: &Builder) -> String {
    let name = camel(call.method);
    let others = call.parameters.iter().filter(|given| given.name != built.name);
    let mut signature: Vec<_> = others.map(|given| format!("{}: {}", camel(given.name), given.kind)).collect();
    let value = |given: &ParameterDescription| match given.name == built.name {
        true => builder.value.to_owned(),
        false => camel(given.name),
    };
    let mut values: Vec<_> = call.parameters.iter().map(value).collect();
    // All other parameters are passed by name.
    signature.push("vararg byName: ByName".to_owned());
    if !builder.before.is_empty() {
        signature.push(builder.before.to_owned());
    }
    signature.push("timeout: Duration? = null".to_owned());
    values.push("timeout".to_owned());
    if call.endpoint.repeatable {
        signature.push("repeat: Boolean = false".to_owned());
        values.push("repeat".to_owned());
    }
    signature.push(builder.after.to_owned());
    block_comment("    ", &[format!("Like the other [{name}], but {}.", builder.description)], &[])
        + &function(&name, &signature, result(call), &format!("{name}({})", values.join(", ")))
}

/// The method that iterates over the items of all pages.
fn iterator(call: &CallDescription, pages: &PagesDescription) -> String {
    let [given] = call.parameters else { return String::new() };
    let (method, name, items) = (camel(call.method), camel(given.name), camel(pages.items));
    let tags = [
        format!("@param {name} {}", parameter(given)),
        "@param timeout The time limit of each page, instead of the one in the settings.".to_owned(),
    ];
    let (kind, item, list, endpoint) = (given.kind, pages.item, pages.items, call.endpoint.name);
    block_comment("    ", &pages.documentation(&format!("[{method}]")), &tags)
        + &format!(
            "    public fun iterate{}({name}: {kind} = {kind}(), timeout: Duration? = null): Flow<{item}> = flow {{
        var next = {name}
        while (true) {{
            val page = {method}(next, timeout)
            page.{items}.forEach {{ emit(it) }}
            translated {{ checkPage(\"{endpoint}\", \"{list}\", page.issues) }}
            val token = page.nextPageToken
            if (token.isNullOrEmpty()) break
            next = next.copy(pageToken = token)
        }}
    }}
",
            capitalized(&method)
        )
}

pub(crate) fn function(name: &str, signature: &[String], result: &str, body: &str) -> String {
    let open = format!("    public suspend fun {name}({}): {result}", signature.join(", "));
    let one = format!("{open} = {body}\n");
    if one.len() <= WIDTH + 1 {
        return one;
    }
    if open.len() + 2 <= WIDTH {
        return format!("{open} =\n        {body}\n");
    }
    let each: String = signature.iter().map(|item| format!("        {item},\n")).collect();
    let close = format!("    ): {result}");
    let tail = if close.len() + 3 + body.len() <= WIDTH { format!(" = {body}") } else { format!(" =\n        {body}") };
    format!("    public suspend fun {name}(\n{each}{close}{tail}\n")
}
