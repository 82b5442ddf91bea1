//! Generates the handles of Swift: `Calls` for servers and phones, `Server/Calls` for servers, and the protocols that both kinds
//! of client implement.

use open_platform::error_classes::ErrorClass;
use open_platform::methods::{CallDescription, HandleDescription, PagesDescription, ParameterDescription};

use crate::File;
use crate::areas::{
    Area, ON_PROGRESS, REPEAT, TIMEOUT, ambiguous, areas, exported, is_for_phones, is_write, nested_documentation,
    parameter, requirements,
};
use crate::docs::{self, Style, WIDTH, example, wrap, wrapped};
use crate::names::{camel, capitalized, with_article};

pub(crate) const STYLE: Style = Style {
    quote: "`",
    is_camel: true,
    times: "",
    error: link,
    none: "nil",
    user: "user",
    method: Some(method_name),
    migrate: |name| format!("migrate{}", capitalized(name)),
};
pub(crate) const HEAD: &str = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n";
pub(crate) const FOLDER: &str = "packages/swift/Sources/OpenPlatform";

fn link(class: &ErrorClass) -> String {
    format!("``OpenPlatformError/{}(report:)``", class.code.map_or(class.name, |(_, case)| case))
}

pub(crate) fn files() -> Vec<File> {
    let mut files = vec![File::new(format!("{FOLDER}/Calls/Natives.swift"), natives())];
    for area in areas() {
        for (on_phones, folder) in [(true, "Calls"), (false, "Server/Calls")] {
            let server = if on_phones { "" } else { "Server" };
            if let Some(text) = file(&area, on_phones) {
                let name = format!("{FOLDER}/{folder}/{server}{}Calls.swift", capitalized(&camel(area.name)));
                files.push(File::new(name, text));
            }
        }
    }
    files
}

/// Whether the handle is available on phones. All of its calls must be, or none.
fn is_on_phones(handle: &HandleDescription) -> bool {
    let calls = handle.calls.iter().filter(|call| is_for_phones(call)).count();
    assert!(
        calls == 0 || calls == handle.calls.len(),
        "{}: move the calls that are only for servers to another area",
        handle.name
    );
    calls > 0
}

fn file(area: &Area, on_phones: bool) -> Option<String> {
    let handles: Vec<_> = area.handles.iter().copied().filter(|handle| is_on_phones(handle) == on_phones).collect();
    if handles.is_empty() {
        return None;
    }
    let mut text = HEAD.to_owned();
    if handles.iter().flat_map(|handle| handle.calls).any(|call| takes(call, "Upload")) {
        text += "import Foundation\n";
    }
    if area.is_nested() {
        text += &nesting(area, false);
        text += &nesting(area, true);
    }
    for handle in handles {
        text += &structure(handle, on_phones);
    }
    Some(text)
}

fn takes(call: &CallDescription, kind: &str) -> bool {
    call.parameters.iter().any(|given| given.kind == kind)
}

/// The protocols with the calls that phones and servers have in common.
fn natives() -> String {
    let mut text = format!("{HEAD}import Foundation\n");
    for (is_user, name, what) in [(false, "KeyCalls", "without a user"), (true, "UserCalls", "for a user")] {
        text += &format!(
            "\n/// The calls {what} that servers and phones have in common: each has its own generated class.\n"
        );
        text += &format!("protocol {name}: Sendable {{\n");
        if !is_user {
            text += "    func maxUploadBytes() -> Int64\n";
        }
        for area in areas() {
            for handle in area.handles.iter().filter(|handle| handle.is_user == is_user && is_on_phones(handle)) {
                for call in handle.calls {
                    let mut items: Vec<_> = call
                        .parameters
                        .iter()
                        .map(|given| format!("{}: {}", camel(given.name), native(given.kind)))
                        .collect();
                    items.push("options: CallOptions?".to_owned());
                    let open = format!("    func {}(", camel(&exported(handle, call)));
                    let arrow = if call.result == "()" { String::new() } else { format!(" -> {}", call.result) };
                    text += &broken(&open, &items, &format!(") async throws{arrow}"), "    ");
                }
            }
        }
        text += "}\n";
    }
    text
}

fn native(kind: &str) -> &str {
    match kind {
        "Upload" => "UploadSource",
        "Secret" => "String",
        kind => kind,
    }
}

fn nesting(area: &Area, is_user: bool) -> String {
    let user = if is_user { "User" } else { "" };
    let native = if is_user { "PlatformUser" } else { "Platform" };
    let mut text = format!("\n{}", comment("", &[nested_documentation(is_user, &STYLE)], &[], &[]));
    text += &format!("public struct {user}{}: Sendable {{\n    let native: {native}\n", capitalized(&camel(area.name)));
    for handle in area.nested(is_user) {
        let Some(name) = handle.path.last() else { continue };
        text.push('\n');
        text += &comment("    ", &[docs::line(handle.documentation.trim(), &STYLE)], &[], &[]);
        text += &format!("    public var {}: {1} {{ {1}(native: native) }}\n", camel(name), handle.name);
    }
    text + "}\n"
}

fn structure(handle: &HandleDescription, on_phones: bool) -> String {
    let native = match (on_phones, handle.is_user) {
        (true, true) => "any UserCalls",
        (true, false) => "any KeyCalls",
        (false, true) => "PlatformUser",
        (false, false) => "Platform",
    };
    let mut documentation = docs::translate(handle.documentation, &STYLE);
    if let Some(example) = example(handle.name, None, "swift") {
        documentation.push(format!("```swift\n{example}\n```"));
    }
    let mut text = format!("\n{}", comment("", &documentation, &[], &[]));
    text += &format!("public struct {}: Sendable {{\n    let native: {native}\n", handle.name);
    for call in handle.calls {
        text.push('\n');
        text += &methods(handle, call);
        if let Some(pages) = &call.pages {
            text.push('\n');
            text += &iterator(call, pages);
        }
    }
    text + "}\n"
}

/// The method that iterates over the items of all pages.
fn iterator(call: &CallDescription, pages: &PagesDescription) -> String {
    let [given] = call.parameters else { return String::new() };
    let (method, name, items) = (camel(call.method), camel(given.name), camel(pages.items));
    let parameters = [
        format!("{name}: {}", parameter(given)),
        "timeout: The time limit of each page, instead of the one in the settings.".to_owned(),
    ];
    let (kind, item, list, endpoint) = (given.kind, pages.item, pages.items, call.endpoint.name);
    comment("    ", &pages.documentation(&format!("`{}`", method_name(call))), &parameters, &[])
        + &format!(
            "    public func iterate{}(_ {name}: {kind} = {kind}(), timeout: Duration? = nil) -> Pages<{item}> {{
        Pages {{ token in
            let {name} = token.map({name}.page) ?? {name}
            let page = try await {method}({name}, timeout: timeout)
            let next = Result {{
                try checkPage(call: \"{endpoint}\", items: \"{list}\", issues: page.issues)
                return page.nextPageToken
            }}
            return (page.{items}, next)
        }}
    }}
",
            capitalized(&method)
        )
}

/// The name of the method and the label of its first argument: `create_on_post` is `create(on:)`.
fn split(call: &CallDescription) -> (String, Option<String>) {
    let found = ["_on_", "_for_", "_from_", "_by_"].iter().filter_map(|word| call.method.find(word)).min();
    match found {
        Some(at) if !call.parameters.is_empty() => {
            let rest = &call.method[at + 1..];
            // `create(on: post)`: the type of the argument makes `onPost` redundant.
            let whole = if rest == "on_post" { "on".to_owned() } else { camel(rest) };
            (camel(&call.method[..at]), Some(whole))
        }
        _ => (camel(call.method), None),
    }
}

/// The name of the method, and the labels of its arguments; none for an argument without a label.
pub(crate) fn called(call: &CallDescription) -> (String, Vec<Option<String>>) {
    let (name, first) = split(call);
    let labels = call.parameters.iter().enumerate().map(|(index, given)| match (index, &first) {
        (0, Some(label)) => Some(label.clone()),
        _ if is_plain(index, given) => None,
        _ => Some(camel(given.name)),
    });
    (name, labels.collect())
}

/// The name of the method with the labels of its arguments: `create(on:_:timeout:)`.
fn method_name(call: &CallDescription) -> String {
    let (name, labels) = called(call);
    let labels: String = labels.iter().map(|label| format!("{}:", label.as_deref().unwrap_or("_"))).collect();
    format!("{name}({labels}timeout:)")
}

/// Whether an argument has no label: the object of the call, and the data that it sends.
fn is_plain(index: usize, given: &ParameterDescription) -> bool {
    let named = ["Phone", "UserId", "PostToken", "String", "Secret"].contains(&given.kind);
    index == 0 || !named
}

fn methods(handle: &HandleDescription, call: &CallDescription) -> String {
    let (name, first) = split(call);
    let mut signature = Vec::new();
    for (index, given) in call.parameters.iter().enumerate() {
        let own = camel(given.name);
        let label = match (index, &first) {
            (0, Some(label)) => format!("{label} "),
            _ if is_plain(index, given) => "_ ".to_owned(),
            _ => String::new(),
        };
        let kind = native(given.kind);
        let default = if call.pages.is_some() { format!(" = {kind}()") } else { String::new() };
        signature.push(format!("{label}{own}: {kind}{default}"));
    }
    let result = if call.result == "()" { String::new() } else { format!(" -> {}", call.result) };
    let mut marks = call.deprecated.map_or_else(String::new, |note| {
        let note = capitalized(&docs::line(note, &Style { quote: "", ..STYLE }));
        format!("    @available(*, deprecated, message: \"{note}\")\n")
    });
    if is_write(call) && call.result != "()" {
        marks += "    @discardableResult\n";
    }
    let option = if call.endpoint.repeatable { ", repeatPostAddons: `repeat`" } else { "" };
    let extra = |signature: &mut Vec<String>| {
        signature.push("timeout: Duration? = nil".to_owned());
        if call.endpoint.repeatable {
            signature.push("repeat: Bool = false".to_owned());
        }
    };
    let body = |values: Vec<String>| {
        let mut items: Vec<_> = call
            .parameters
            .iter()
            .zip(values)
            .map(|(given, value)| format!("{}: {value}", camel(given.name)))
            .collect();
        items.push("options: $0".to_owned());
        let native = format!("try await native.{}({})", camel(&exported(handle, call)), items.join(", "));
        let traced = format!("try await traced(\"{}\", timeout{option})", call.endpoint.name);
        let one = format!("        {traced} {{ {native} }}\n");
        if one.len() <= WIDTH + 1 { one } else { format!("        {traced} {{\n            {native}\n        }}\n") }
    };
    if let Some(given) = call.parameters.iter().find(|given| given.kind == "Upload") {
        return upload(call, &camel(given.name), &name, &result, &marks, &body);
    }
    let names: Vec<_> = call.parameters.iter().map(|given| camel(given.name)).collect();
    let mut whole = signature.clone();
    extra(&mut whole);
    let mut text = documentation(call) + &marks;
    text += &function("", &name, &whole, &result, &body(names));
    if call.deprecated.is_none() {
        text += &built(call, &name, first.as_deref(), &signature, &result);
    }
    text
}

/// The two methods of an upload: one for bytes in memory, one for a file.
fn upload(
    call: &CallDescription,
    parameter: &str,
    name: &str,
    result: &str,
    marks: &str,
    body: &dyn Fn(Vec<String>) -> String,
) -> String {
    // The file is the first parameter; the others are texts.
    let others = call.parameters.get(1..).unwrap_or_default();
    let signature = |file: String| -> Vec<_> {
        let texts = others.iter().map(|given| format!("{}: {}", camel(given.name), given.kind));
        let options = ["timeout: Duration? = nil", "onProgress: (@Sendable (UploadProgress) -> Void)? = nil"];
        [file].into_iter().chain(texts).chain(options.map(str::to_owned)).collect()
    };
    let values =
        |file: String| [file].into_iter().chain(others.iter().map(|given| camel(given.name))).collect::<Vec<_>>();
    let mut text = documentation(call) + marks;
    text += &function(
        "",
        name,
        &signature(format!("_ {parameter}: Data")),
        result,
        &body(values(format!(".bytes(bytes: {parameter}, observer: observer(onProgress))"))),
    );
    text.push('\n');
    text +=
        &comment("    ", &[format!("Like the other method, with {} in a file.", with_article(parameter))], &[], &[]);
    text += marks;
    text += &function(
        "",
        name,
        &signature("file: URL".to_owned()),
        result,
        &body(values("source(file, onProgress)".to_owned())),
    );
    text.push('\n');
    let what = format!(
        "Like the other methods, with {} from a stream of chunks, which is read first.",
        with_article(parameter)
    );
    text += &comment("    ", &[what], &[], &[]);
    text += marks;
    let passed: String = others.iter().map(|given| format!(", {0}: {0}", camel(given.name))).collect();
    text + &function(
        "",
        &format!("{name}<Chunks: AsyncSequence>"),
        &signature("stream: Chunks".to_owned()),
        &format!("{result} where Chunks.Element: Sequence<UInt8>"),
        &format!(
            "        let content = try await collected(stream, atMost: native.maxUploadBytes())\n        return try await {name}(content{passed}, timeout: timeout, onProgress: onProgress)\n"
        ),
    )
}

/// The overloads that build an argument in place.
fn built(call: &CallDescription, name: &str, first: Option<&str>, signature: &[String], result: &str) -> String {
    let rest: Vec<_> = signature[..signature.len().saturating_sub(1)].to_vec();
    let target = call.parameters.first().map(|given| camel(given.name)).unwrap_or_default();
    let passed = first.map_or(target.clone(), |label| format!("{label}: {target}"));
    let (members, repeat) = if call.endpoint.repeatable { (", repeat: `repeat`", true) } else { ("", false) };
    let mut whole = rest;
    let (words, body) = if takes(call, "PostAddon") {
        whole.extend(
            ["semantic: [String: String] = [:]", "notes: String? = nil", "timeout: Duration? = nil"].map(str::to_owned),
        );
        if repeat {
            whole.push("repeat: Bool = false".to_owned());
        }
        whole.push("isolation: isolated (any Actor)? = #isolation".to_owned());
        whole.push("@WidgetsBuilder widgets: () -> [Widget]".to_owned());
        let body = format!(
            "        let addon = PostAddon(widgets: widgets(), semantic: semantic, notes: notes)\n        return try await {name}({passed}, addon, timeout: timeout{members})\n"
        );
        (
            "Like the other method, with widgets that are built in place. `widgets` runs in the caller's isolation; do not pass `isolation`.",
            body,
        )
    } else if takes(call, "Message") {
        whole.extend(
            ["_ text: String", "sender: [[Button]] = []", "receiver: [[Button]] = []", "timeout: Duration? = nil"]
                .map(str::to_owned),
        );
        let body = format!(
            "        try await {name}({passed}, .text(text, sender: sender, receiver: receiver), timeout: timeout)\n"
        );
        ("Like the other method, with a text and rows of buttons for each side.", body)
    } else {
        return String::new();
    };
    format!(
        "\n{}    @discardableResult\n{}",
        comment("    ", &[words.to_owned()], &[], &[]),
        function("", name, &whole, result, &body)
    )
}

fn documentation(call: &CallDescription) -> String {
    let mut paragraphs = docs::translate(call.documentation, &STYLE);
    paragraphs.push(requirements(call));
    let mut parameters: Vec<_> =
        call.parameters.iter().map(|given| format!("{}: {}", camel(given.name), parameter(given))).collect();
    parameters.push(format!("timeout: {TIMEOUT}"));
    if call.endpoint.repeatable {
        parameters.push(format!("repeat: {REPEAT}"));
    }
    if takes(call, "Upload") {
        parameters.push(format!("onProgress: {ON_PROGRESS}"));
    }
    let mut throws = docs::errors(call.errors, &STYLE);
    if is_write(call) {
        throws.push(docs::line(&format!("`AmbiguousOutcome` {}", ambiguous(call)), &STYLE));
    }
    comment("    ", &paragraphs, &parameters, &throws)
}

pub(crate) fn function(before: &str, name: &str, signature: &[String], result: &str, body: &str) -> String {
    let open = format!("    {before}public func {name}(");
    let close = format!(") async throws{result} {{");
    broken(&open, signature, &close, "    ") + body + "    }\n"
}

/// A list in one line, or an item per line.
fn broken(open: &str, items: &[String], close: &str, indent: &str) -> String {
    let one = format!("{open}{}{close}\n", items.join(", "));
    if one.len() <= WIDTH + 1 {
        return one;
    }
    let each: Vec<_> = items.iter().map(|item| format!("{indent}    {item}")).collect();
    format!("{open}\n{}\n{indent}{close}\n", each.join(",\n"))
}

pub(crate) fn comment(indent: &str, paragraphs: &[String], parameters: &[String], throws: &[String]) -> String {
    let width = WIDTH - indent.len() - 4;
    let mut lines = wrapped(paragraphs, width);
    if !parameters.is_empty() || !throws.is_empty() {
        lines.push(String::new());
    }
    let hang = |lines: &mut Vec<String>, text: &str, first: &str, next: &str| {
        let hung = wrap(text, width - first.len(), width - next.len());
        lines.extend(
            hung.into_iter().enumerate().map(|(i, line)| format!("{}{line}", if i == 0 { first } else { next })),
        );
    };
    match parameters {
        [] => {}
        [one] => hang(&mut lines, one, "- Parameter ", "  "),
        many => {
            lines.push("- Parameters:".to_owned());
            many.iter().for_each(|one| hang(&mut lines, one, "  - ", "    "));
        }
    }
    if !throws.is_empty() {
        hang(&mut lines, &throws.join(" "), "- Throws: ", "  ");
    }
    lines.iter().map(|line| format!("{indent}/// {line}").trim_end().to_owned() + "\n").collect()
}
