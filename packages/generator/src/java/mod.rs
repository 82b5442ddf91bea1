//! Generates what Java uses, in `packages/kotlin/java`: for each handle of Kotlin a class with the same calls, which return a
//! `CompletableFuture`; the clients' members that lead to them; and builders of the data types that an app sends.

mod builders;
mod hooks;
mod methods;
mod settings;

use open_platform::methods::{CallDescription, PagesDescription, ParameterDescription};

use crate::File;
use crate::areas::{Area, ON_PROGRESS, REPEAT, TIMEOUT, areas, nested_documentation};
use crate::clients;
use crate::data::DataTypes;
use crate::docs::{self, WIDTH, block_comment};
use crate::kotlin::{self, STYLE};
use crate::names::{camel, capitalized, with_article};

pub(crate) const FOLDER: &str = "packages/kotlin/java/src/main/kotlin/io/github/openplatformsdk/java";
const MADE: &str = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n";
const PACKAGE: &str = "package io.github.openplatformsdk.java\n\n";

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let built = builders::built(types);
    let mut files: Vec<_> = areas()
        .iter()
        .map(|area| file(&format!("{}Async", capitalized(&camel(area.name))), "", &handles(area, &built)))
        .collect();
    files.extend(builders::files(types));
    files.extend(methods::files(&built));
    files.push(methods::login(types));
    files.push(settings::file());
    files.push(hooks::file());
    files.push(clients::java_client(&format!("{FOLDER}/OpenPlatformAsync.kt"), false));
    files.push(clients::java_client(&format!("{FOLDER}/UserClientAsync.kt"), true));
    files
}

/// A file that has nothing written by hand, with the annotations that stand before its package.
fn file(name: &str, annotations: &str, body: &str) -> File {
    let text = format!("{MADE}{annotations}{PACKAGE}{}{body}", imports(body));
    File::new(format!("{FOLDER}/{name}.kt"), text)
}

fn handles(area: &Area, built: &[&str]) -> String {
    let mut body = String::new();
    if area.is_nested() {
        body += &nesting(area, false);
        body += &nesting(area, true);
    }
    for handle in &area.handles {
        let from = if handle.is_user { "UserClientAsync" } else { "OpenPlatformAsync" };
        let path: Vec<_> = handle.path.iter().map(|step| camel(step)).collect();
        let mut documentation = docs::translate(handle.documentation, &STYLE);
        if let Some(first) = documentation.first_mut() {
            *first = format!("{first} From `{from}.{}`.", path.join("."));
        }
        if let Some(example) = docs::example(handle.name, None, "java") {
            documentation.push(format!("```java\n{example}\n```"));
        }
        body += &block_comment("", &documentation, &[]);
        body += &format!(
            "public class {0}Async internal constructor(private val calls: {0}, private val futures: Futures) {{\n",
            handle.name
        );
        let calls: Vec<_> = handle.calls.iter().flat_map(|call| methods(call, built)).collect();
        body += &calls.join("\n");
        body += "}\n\n";
    }
    body
}

/// The imports of a file: each name is imported if it is used.
fn imports(body: &str) -> String {
    let mut lines = vec!["import io.github.openplatformsdk.*"];
    for (word, name) in [
        ("InputStream", "java.io.InputStream"),
        ("Path", "java.nio.file.Path"),
        ("Duration", "java.time.Duration"),
        ("Instant", "java.time.Instant"),
        ("CompletableFuture", "java.util.concurrent.CompletableFuture"),
        ("CompletionStage", "java.util.concurrent.CompletionStage"),
        ("Consumer", "java.util.function.Consumer"),
        ("Stream", "java.util.stream.Stream"),
    ] {
        let code = body.lines().filter(|line| !line.trim_start().starts_with('*'));
        if code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).any(|used| used == word) {
            lines.push(name);
        }
    }
    let lines = lines.iter().map(|line| match line.starts_with("import ") {
        true => format!("{line}\n"),
        false => format!("import {line}\n"),
    });
    lines.collect::<String>() + "\n"
}

fn nesting(area: &Area, is_user: bool) -> String {
    let name = format!("{}{}", if is_user { "User" } else { "" }, capitalized(&camel(area.name)));
    let members = area.nested(is_user).into_iter().filter_map(|handle| {
        let member = camel(handle.path.last()?);
        let documentation = block_comment("    ", &[docs::line(handle.documentation.trim(), &STYLE)], &[]);
        Some(format!(
            "{documentation}    @get:JvmName(\"{member}\")\n    public val {member}: {0}Async = {0}Async(calls.{member}, futures)\n",
            handle.name
        ))
    });
    let members: Vec<_> = members.collect();
    format!(
        "{}public class {name}Async internal constructor(calls: {name}, futures: Futures) {{\n{}}}\n\n",
        block_comment("", &[nested_documentation(is_user, &STYLE)], &[]),
        members.join("\n")
    )
}

/// A method in the class of a handle.
#[derive(Clone)]
struct Method {
    name: String,
    /// Without the time limit.
    parameters: Vec<String>,
    /// Parameters after the time limit.
    last: Vec<String>,
    /// The type of the value of the future.
    result: String,
    /// The Kotlin code that makes the call.
    body: String,
}

impl Method {
    fn written(&self) -> String {
        let mut parameters = self.parameters.clone();
        parameters.push("timeout: Duration? = null".to_owned());
        parameters.extend(self.last.iter().cloned());
        let (maker, kind) = future(&self.result);
        function(&self.name, &parameters, &kind, &format!("futures.{maker} {{ {} }}", self.body))
    }
}

/// How `Futures` makes a future of this type, and its type.
fn future(result: &str) -> (&'static str, String) {
    match result {
        "Unit" => ("done", "CompletableFuture<Void?>".to_owned()),
        value => ("of", format!("CompletableFuture<{value}>")),
    }
}

/// A function with overloads without the parameters that have a default.
fn function(name: &str, parameters: &[String], result: &str, body: &str) -> String {
    let overloads = if parameters.iter().any(|it| it.contains(" = ")) { "    @JvmOverloads\n" } else { "" };
    let open = format!("    public fun {name}({}): {result}", parameters.join(", "));
    let one = format!("{open} = {body}\n");
    if one.len() <= WIDTH + 1 {
        return format!("{overloads}{one}");
    }
    if open.len() + 2 <= WIDTH {
        return format!("{overloads}{open} =\n        {body}\n");
    }
    let each: String = parameters.iter().map(|item| format!("        {item},\n")).collect();
    format!("{overloads}    public fun {name}(\n{each}    ): {result} =\n        {body}\n")
}

/// The methods of a call: for each type of a file one without and one with a function for the progress; or one that takes the values,
/// and those that build one of them; and the one that iterates over pages.
fn methods(call: &CallDescription, built: &[&str]) -> Vec<String> {
    if call.parameters.iter().any(|given| given.kind == "Upload") {
        return kotlin::overloads(call).iter().flat_map(|overload| uploads(call, overload)).collect();
    }
    let method = plain(call);
    let mut all = vec![documentation(call) + &marks(call) + &method.written()];
    let built = call.parameters.iter().position(|given| built.contains(&given.kind));
    if let (Some(at), None) = (built, call.deprecated) {
        all.extend(building(call, &method, at));
    }
    all.extend(call.pages.as_ref().map(|pages| iterator(call, pages)));
    all
}

/// The annotations of the methods of a deprecated call.
fn marks(call: &CallDescription) -> String {
    match kotlin::deprecation(call) {
        mark if mark.is_empty() => mark,
        mark => mark + "    @Suppress(\"DEPRECATION\")\n",
    }
}

/// The documentation of an overload.
fn like(call: &CallDescription, difference: &str) -> String {
    block_comment("    ", &[format!("Like the other [{}], {difference}.", camel(call.method))], &[]) + &marks(call)
}

fn kind_of(given: &ParameterDescription) -> &'static str {
    match given.kind {
        "Secret" => "String",
        kind => kind,
    }
}

/// The methods of a call for one type of a file.
fn uploads(call: &CallDescription, overload: &kotlin::Overload) -> [String; 2] {
    let name = camel(call.method);
    let parameters = call.parameters.iter().map(|given| match given.kind {
        "Upload" => format!("{}: {}", overload.file, overload.kind),
        _ => format!("{}: {}", camel(given.name), kind_of(given)),
    });
    let arguments: Vec<_> = call.parameters.iter().map(|given| camel(given.name)).collect();
    let arguments = arguments.join(", ");
    let without = Method {
        name: name.clone(),
        parameters: parameters.collect(),
        last: Vec::new(),
        result: kotlin::result(call).to_owned(),
        body: format!("calls.{name}({arguments}, timeout.inKotlin())"),
    };
    let mut with = Method {
        body: format!("calls.{name}({arguments}, timeout.inKotlin(), onProgress::accept)"),
        ..without.clone()
    };
    with.parameters.push("onProgress: Consumer<UploadProgress>".to_owned());
    let (about, words) = match overload.difference {
        "" => (documentation(call) + &marks(call), format!("Like the other [{name}], and reports its progress.")),
        difference => {
            let file = format!("with {} {difference}", with_article(&overload.file));
            (like(call, &file), format!("Like the other [{name}], {file}, and reports its progress."))
        }
    };
    let progress = block_comment("    ", &[words], &[format!("@param onProgress {ON_PROGRESS}")]);
    [about + &without.written(), progress + &marks(call) + &with.written()]
}

/// The method of a call that takes the values.
fn plain(call: &CallDescription) -> Method {
    let parameters = call.parameters.iter().map(|given| {
        let default = if call.pages.is_some() { format!(" = {}()", given.kind) } else { String::new() };
        format!("{}: {}{default}", camel(given.name), kind_of(given))
    });
    Method {
        name: camel(call.method),
        parameters: parameters.collect(),
        last: if call.endpoint.repeatable { vec!["repeat: Boolean = false".to_owned()] } else { Vec::new() },
        result: kotlin::result(call).to_owned(),
        body: called(call, None),
    }
}

/// The code that makes a call, with another value for the parameter at a place.
fn called(call: &CallDescription, other: Option<(usize, String)>) -> String {
    let mut values: Vec<_> = call.parameters.iter().map(|given| camel(given.name)).collect();
    if let Some((at, value)) = other {
        values[at] = value;
    }
    values.push("timeout.inKotlin()".to_owned());
    if call.endpoint.repeatable {
        values.push("repeat".to_owned());
    }
    format!("calls.{}({})", camel(call.method), values.join(", "))
}

/// The methods of a call that build the parameter at this place.
fn building(call: &CallDescription, plain: &Method, at: usize) -> Vec<String> {
    let (kind, argument) = (call.parameters[at].kind, camel(call.parameters[at].name));
    let method = |parameters: &[&str], value: String| {
        let mut method = Method { body: called(call, Some((at, value))), ..plain.clone() };
        method.parameters.splice(at..=at, parameters.iter().map(|&given| given.to_owned()));
        method.written()
    };
    let (text, builder) = ("text: String", format!("{argument}: Consumer<{kind}Builder>"));
    let whole = like(call, &format!("but builds `{argument}`"))
        + &method(&[&builder], format!("{kind}Builder().built({argument})"));
    if !["Message", "BotMessage"].contains(&kind) {
        return vec![whole];
    }
    // A message that has only a text, or a text and more.
    let short = method(&[text], format!("{kind}Builder().text(text).build()"));
    let long = method(&[text, &builder], format!("{kind}Builder().text(text).built({argument})"));
    vec![
        whole,
        like(call, "for a message that is a text") + &short,
        like(call, "for a text, and builds the rest of the message") + &long,
    ]
}

/// The documentation of a call. A future does not throw, it ends with an error.
fn documentation(call: &CallDescription) -> String {
    let mut paragraphs = docs::translate(call.documentation, &STYLE);
    paragraphs.extend(kotlin::failures(call).iter().map(|(error, when)| format!("It ends with [{error}] {when}")));
    paragraphs.push(crate::areas::requirements(call));
    let mut tags: Vec<_> = call
        .parameters
        .iter()
        .map(|given| format!("@param {} {}", camel(given.name), crate::areas::parameter(given)))
        .collect();
    tags.push(format!("@param timeout {TIMEOUT}"));
    if call.endpoint.repeatable {
        tags.push(format!("@param repeat {REPEAT}"));
    }
    block_comment("    ", &paragraphs, &tags)
}

/// The method that calls a function with the items of all pages.
fn iterator(call: &CallDescription, pages: &PagesDescription) -> String {
    let [given] = call.parameters else { return String::new() };
    let (method, name, kind, item) = (camel(call.method), camel(given.name), given.kind, pages.item);
    let mut paragraphs = pages.documentation(&format!("[{method}]"));
    paragraphs.push("The function is called for one after the other. What it throws ends the iteration.".to_owned());
    let tags = [
        format!("@param {name} {}", crate::areas::parameter(given)),
        "@param action The function.".to_owned(),
        "@param timeout The time limit of each page, instead of the one in the settings.".to_owned(),
    ];
    let iterate = format!("iterate{}", capitalized(&method));
    let parameters =
        [format!("{name}: {kind}"), format!("action: Consumer<{item}>"), "timeout: Duration? = null".to_owned()];
    let items = format!("calls.{iterate}({name}, timeout.inKotlin())");
    let body = format!("futures.done {{ {items}.collect(action::accept) }}");
    let each =
        block_comment("    ", &paragraphs, &tags) + &function(&iterate, &parameters, "CompletableFuture<Void?>", &body);
    let words = format!(
        "Like the other [{iterate}], as a stream. Taking an item may wait for a page, and may throw. Close it."
    );
    let [_, _, timeout] = parameters;
    let query = format!("{name}: {kind} = {kind}()");
    let stream = function(&iterate, &[query, timeout], &format!("Stream<{item}>"), &format!("futures.stream({items})"));
    format!("{each}\n{}{stream}", block_comment("    ", &[words], &[]))
}
