//! Generates the handles of Python: `open_platform/_async`. `packages/python/scripts/write_sync.py` writes `_sync` from them.

use std::collections::BTreeSet;

use open_platform::api::HANDLES;
use open_platform::error_classes::ErrorClass;
use open_platform::methods::{CallDescription, HandleDescription, PagesDescription, ParameterDescription};

use crate::File;
use crate::areas::{Area, ambiguous, areas, exported, is_write, nested_documentation, parameter, requirements};
use crate::data::DataTypes;
use crate::docs::{self, Style, WIDTH, wrap};
use crate::methods;
use crate::names::{capitalized, uncapitalized};
use crate::python_values::{self, ByMembers};
use crate::settings;

pub(crate) const STYLE: Style = Style {
    quote: "``",
    is_camel: false,
    times: "",
    error: link,
    none: "None",
    user: "client.user(grant)",
    method: None,
    migrate: |name| format!("migrate.{name}"),
};
/// The parameter of every call, and its documentation.
pub(crate) const TIMEOUT_PARAMETER: &str = "timeout: float | timedelta | None = None";
pub(crate) const TIMEOUT: &str =
    ":param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.";
const REPEAT: &str = "whether the request may be retried if it is unknown whether the platform executed it. According to the \
                      documents the same call also updates, so two requests leave one add-on; but a retry that arrives late \
                      overwrites what another call has written in the meantime.";
/// An argument in Python. Data may also be given by its members, so that simple programs need no class.
struct Argument {
    /// Name, type, whether it has a default, and description of each positional parameter.
    positional: Vec<(String, String, bool, String)>,
    /// Name, type and description of each member that may be given by keyword.
    members: Vec<(String, String, String)>,
    /// The expression for the value that is passed to the native library, if it is not the parameter itself.
    value: Option<String>,
}

fn link(class: &ErrorClass) -> String {
    format!(":class:`{}`", class.name)
}

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let areas = areas();
    let files = areas.iter().map(|area| File::new(path(area), file(area, types)));
    files.chain([File::new(STUB, stub()), python_values::file(types)]).collect()
}

/// The types of the native module. `scripts/write_types.py` writes those of the data.
const STUB: &str = "packages/python/src/open_platform/_open_platform.pyi";

/// The stub with the calls of its two clients.
fn stub() -> String {
    let mut text = crate::read(STUB);
    for (is_user, end) in [(false, "    def oauth_authorize("), (true, "    def request(")] {
        let class = if is_user { "PlatformUser" } else { "Platform" };
        let start = format!("    # The calls of {class}, made by open-platform-generator.\n");
        let calls: String = HANDLES
            .iter()
            .filter(|handle| handle.is_user == is_user)
            .flat_map(|handle| handle.calls.iter().map(|call| stub_of(handle, call)))
            .collect();
        text = settings::replace(&text, STUB, &start, end, &(calls + &methods::stubs(is_user)));
    }
    text
}

/// A call of the native module.
fn stub_of(handle: &HandleDescription, call: &CallDescription) -> String {
    let mut signature = vec!["self".to_owned()];
    for given in call.parameters {
        let kind = if given.kind == "Upload" { "_NativeUpload" } else { class(given.kind) };
        signature.push(format!("{}: {kind}", given.name));
    }
    signature.extend(["*", TIMEOUT_PARAMETER].map(str::to_owned));
    if call.endpoint.repeatable {
        signature.push("repeat_post_addons: bool = ...".to_owned());
    }
    let open = format!("def {}(", exported(handle, call));
    layout("    ", &open, &signature, &format!(") -> Call[{}]: ...", class(call.result)))
}

/// The option of every upload.
const ON_PROGRESS: (&str, &str, &str) = (
    "on_progress",
    "_values.OnProgress",
    "called with the bytes of the file that were sent so far, and with its size: first with 0, at the end with the size. \
     It begins again at 0 if the file is sent once more. An error in it does not end the upload.",
);

fn path(area: &Area) -> String {
    format!("packages/python/src/open_platform/_async/{}.py", area.name)
}

fn argument(given: &ParameterDescription, types: &DataTypes) -> Argument {
    let name = given.name;
    let words = uncapitalized(parameter(given));
    let one = |kind: &str| vec![(name.to_owned(), kind.to_owned(), false, words.clone())];
    if given.kind == "Upload" {
        let words = "a path, bytes, a file opened in binary mode, which is read from its current position, or a stream of bytes. An open file and a stream are read before the time limit of the call begins. The name of a file is not sent.";
        let positional = vec![(name.to_owned(), "_values.AsyncUploadSource".to_owned(), false, words.to_owned())];
        let value = format!("await _values.async_upload({name}, \"{name}\", on_progress, self._native)");
        let (option, kind, words) = ON_PROGRESS;
        let members = vec![(option.to_owned(), kind.to_owned(), words.to_owned())];
        return Argument { positional, members, value: Some(value) };
    }
    // The id of the user is found by the number, so the record is made without it.
    let (kind, about) = match given.kind {
        "UserIdSemanticRecord" => ("SemanticRecord", ".about(phone)"),
        kind => (kind, ""),
    };
    let Some(form) = ByMembers::of(kind) else {
        return Argument { positional: one(class(kind)), members: Vec::new(), value: None };
    };
    let members = form.members(types);
    let mut positional = vec![form.positional(given.name)];
    if !about.is_empty() {
        let words = "the mobile number of the same user.".to_owned();
        positional.insert(0, ("phone".to_owned(), "str".to_owned(), false, words));
    }
    let names = members.iter().map(|(name, ..)| name.clone()).collect::<Vec<_>>().join(", ");
    let value = format!("_values.{}({name}, {names}){about}", form.function);
    Argument { positional, members, value: Some(value) }
}

/// The Python type for a type of the core.
pub(crate) fn class(kind: &str) -> &str {
    match kind {
        "PostToken" | "ConversationId" | "UserId" | "BusinessToken" | "RecordId" | "Phone" | "String" | "Secret" => {
            "str"
        }
        "()" => "None",
        kind => kind,
    }
}

fn file(area: &Area, types: &DataTypes) -> String {
    let mut text = format!(
        "\"\"\"The calls of ``{}``. Made from the core by ``open-platform-generator``: do not edit.\"\"\"\n\nfrom __future__ import annotations\n\n",
        area.name
    );
    let mut body = String::new();
    if area.is_nested() {
        for is_user in [false, true] {
            body += &nesting(area, is_user);
        }
    }
    for handle in &area.handles {
        body += &handle_class(handle, types);
    }
    let deprecated = body.contains("@deprecated");
    if body.contains("_values.") {
        text += "from .. import _values\n";
    }
    if deprecated {
        text += "from .._deprecated import deprecated\n";
    }
    // The types of arguments that are made if they are not given.
    let calls = area.handles.iter().flat_map(|handle| handle.calls).filter(|call| is_optional(call));
    let made: BTreeSet<_> = calls.flat_map(|call| call.parameters).map(|given| class(given.kind)).collect();
    let checked = if body.contains(" check_page(") { Some("check_page") } else { None };
    let used: Vec<_> = made.iter().copied().chain(checked).collect();
    if !used.is_empty() {
        text += &format!("from .._open_platform import {}\n", used.join(", "));
    }
    if body.contains("_values.") || deprecated || !used.is_empty() {
        text.push('\n');
    }
    text += &imports(area, &body, &made);
    let mut names: Vec<_> = area.handles.iter().map(|handle| format!("Async{}", handle.name)).collect();
    if area.is_nested() {
        names.extend(["AsyncLegacy".to_owned(), "AsyncUserLegacy".to_owned()]);
    }
    names.sort();
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    text += &layout("", "__all__ = [", &quoted, "]");
    text + &body
}

/// The imports for type checkers.
fn imports(area: &Area, body: &str, imported: &BTreeSet<&str>) -> String {
    let mut native = BTreeSet::new();
    for handle in &area.handles {
        native.insert(if handle.is_user { "PlatformUser" } else { "Platform" }.to_owned());
        for call in handle.calls {
            let item = call.pages.as_ref().map(|pages| pages.item);
            let kinds = call.parameters.iter().map(|parameter| parameter.kind).chain([call.result]).chain(item);
            for kind in kinds.map(class) {
                let taken = if kind == "UserIdSemanticRecord" { "SemanticRecord" } else { kind };
                if !["str", "None", "Upload"].contains(&taken) && !imported.contains(taken) {
                    native.insert(taken.to_owned());
                }
            }
        }
    }
    // Of a member that is an argument.
    if body.contains(": Rials") {
        native.insert("Rials".to_owned());
    }
    let mut text = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n".to_owned();
    let abstracts: Vec<_> = ["AsyncIterator", "Mapping", "Sequence"]
        .into_iter()
        .filter(|name| body.contains(&format!("{name}[")))
        .collect();
    if !abstracts.is_empty() {
        text += &format!("    from collections.abc import {}\n", abstracts.join(", "));
    }
    text += if body.contains("timedelta") { "    from datetime import timedelta\n\n" } else { "\n" };
    // In the order that the linter requires.
    let names: Vec<_> = native.into_iter().collect();
    let line = format!("    from .._open_platform import {}\n", names.join(", "));
    if line.trim_end().len() <= WIDTH {
        text += &line;
    } else {
        text += &layout("    ", "from .._open_platform import (", &names, ")");
    }
    if body.contains("AnyWidget") {
        text += "    from ..widgets import AnyWidget\n";
    }
    text.push('\n');
    text
}

/// A class whose members are handles.
fn nesting(area: &Area, is_user: bool) -> String {
    let user = if is_user { "User" } else { "" };
    let class = format!("Async{user}{}", capitalized(area.name));
    let native = if is_user { "PlatformUser" } else { "Platform" };
    let place = if is_user { "client.user(grant)" } else { "client" };
    let mut text = head(
        &class,
        &[format!("{}: ``{place}.{}``.", nested_documentation(is_user, &STYLE).trim_end_matches('.'), area.name)],
        native,
    );
    for handle in area.nested(is_user) {
        let [_, name] = handle.path else { continue };
        text += &format!(
            "    @property\n    def {name}(self) -> Async{0}:\n        \"\"\"{1}\"\"\"\n        return Async{0}(self._native)\n\n",
            handle.name,
            docs::line(handle.documentation.trim(), &STYLE)
        );
    }
    text.trim_end().to_owned() + "\n"
}

pub(crate) fn head(class: &str, documentation: &[String], native: &str) -> String {
    let lines = docstring("    ", documentation, &[]);
    format!(
        "\n\nclass {class}:\n{lines}\n    __slots__ = (\"_native\",)\n\n    def __init__(self, native: {native}) -> None:\n        self._native = native\n\n"
    )
}

fn handle_class(handle: &HandleDescription, types: &DataTypes) -> String {
    let place = if handle.is_user { "client.user(grant)" } else { "client" };
    let native = if handle.is_user { "PlatformUser" } else { "Platform" };
    let first = docs::translate(handle.documentation, &STYLE).into_iter().next().unwrap_or_default();
    let documentation = format!("{}: ``{place}.{}``.", first.trim_end_matches('.'), handle.path.join("."));
    let mut text = head(&format!("Async{}", handle.name), &[documentation], native);
    for call in handle.calls {
        text += &method(handle, call, types);
        text.push('\n');
        if let Some(pages) = &call.pages {
            text += &iterator(call, pages);
            text.push('\n');
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// Whether a call without its argument is for the first page.
fn is_optional(call: &CallDescription) -> bool {
    call.pages.is_some()
}

/// The line that sets an argument that was not given.
fn default(given: &ParameterDescription) -> String {
    let (name, kind) = (given.name, class(given.kind));
    format!("        {name} = {kind}() if {name} is None else {name}\n")
}

fn method(handle: &HandleDescription, call: &CallDescription, types: &DataTypes) -> String {
    let mut arguments: Vec<_> = call.parameters.iter().map(|given| argument(given, types)).collect();
    if is_optional(call) {
        for (_, kind, has_default, _) in arguments.iter_mut().flat_map(|argument| &mut argument.positional) {
            *kind += " | None";
            *has_default = true;
        }
    }
    let mut signature = vec!["self".to_owned()];
    for (name, kind, has_default, _) in arguments.iter().flat_map(|argument| &argument.positional) {
        signature.push(format!("{name}: {kind}{}", if *has_default { " = None" } else { "" }));
    }
    signature.push("*".to_owned());
    for (name, kind, _) in arguments.iter().flat_map(|argument| &argument.members) {
        signature.push(format!("{name}: {kind} | None = None"));
    }
    if call.endpoint.repeatable {
        signature.push("repeat_post_addons: bool = False".to_owned());
    }
    signature.push(TIMEOUT_PARAMETER.to_owned());
    let result = class(call.result);
    let mut text = String::new();
    if let Some(note) = call.deprecated {
        let note = docs::line(note, &Style { quote: "", ..STYLE });
        text += &layout("    ", "@deprecated(", &[format!("\"{note}\"")], ")");
    }
    text += &layout("    ", &format!("async def {}(", call.method), &signature, &format!(") -> {result}:"));
    text += &documentation(call, &arguments);
    if is_optional(call) {
        text.extend(call.parameters.iter().map(default));
    }
    let mut passed = Vec::new();
    for (given, argument) in call.parameters.iter().zip(&arguments) {
        match &argument.value {
            None => passed.push(given.name.to_owned()),
            Some(value) if argument.members.is_empty() => passed.push(value.clone()),
            Some(value) => {
                text += &format!("        ready = {value}\n");
                passed.push("ready".to_owned());
            }
        }
    }
    passed.push("timeout=timeout".to_owned());
    if call.endpoint.repeatable {
        passed.push("repeat_post_addons=repeat_post_addons".to_owned());
    }
    text += &layout("        ", &format!("return await self._native.{}(", exported(handle, call)), &passed, ")");
    text
}

/// The method that iterates over the items of all pages.
fn iterator(call: &CallDescription, pages: &PagesDescription) -> String {
    let [given] = call.parameters else { return String::new() };
    let (method, name, items, endpoint) = (call.method, given.name, pages.items, call.endpoint.name);
    let signature = [
        "self".to_owned(),
        format!("{name}: {} | None = None", class(given.kind)),
        "*".to_owned(),
        TIMEOUT_PARAMETER.to_owned(),
    ];
    let open = format!("async def iterate_{method}(");
    let mut text = layout("    ", &open, &signature, &format!(") -> AsyncIterator[{}]:", pages.item));
    let fields = [
        format!(":param {name}: {}", uncapitalized(parameter(given))),
        ":param timeout: the time limit of each page, in seconds or as a ``timedelta``, instead of the client's."
            .to_owned(),
        ":raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.".to_owned(),
    ];
    text += &docstring("        ", &pages.documentation(&format!(":meth:`{method}`")), &fields);
    text += &default(given);
    text + &format!(
        "        while True:
            page = await self.{method}({name}, timeout=timeout)
            for item in page.{items}:
                yield item
            check_page(\"{endpoint}\", \"{items}\", page.issues)
            if not page.next_page_token:
                return
            {name} = type({name}).from_dict({{**{name}.to_dict(), \"page_token\": page.next_page_token}})
"
    )
}

fn documentation(call: &CallDescription, arguments: &[Argument]) -> String {
    let mut paragraphs = docs::translate(call.documentation, &STYLE);
    paragraphs.push(docs::line(&requirements(call), &STYLE));
    let mut fields = Vec::new();
    for (name, _, _, words) in arguments.iter().flat_map(|argument| &argument.positional) {
        fields.push(format!(
            ":param {name}: {}",
            docs::line(words, &Style { quote: "``", ..STYLE }).replace("````", "``")
        ));
    }
    for (name, _, words) in arguments.iter().flat_map(|argument| &argument.members) {
        fields.push(format!(":param {name}: {words}"));
    }
    if call.endpoint.repeatable {
        fields.push(format!(":param repeat_post_addons: {REPEAT}"));
    }
    fields.push(TIMEOUT.to_owned());
    for error in docs::errors(call.errors, &STYLE) {
        if let Some((name, when)) = error.strip_prefix(":class:`").and_then(|error| error.split_once("` ")) {
            fields.push(format!(":raises {name}: {when}"));
        }
    }
    if is_write(call) {
        fields.push(format!(":raises AmbiguousOutcome: {}", ambiguous(call)));
    }
    fields.push(":raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.".to_owned());
    docstring("        ", &paragraphs, &fields)
}

/// A docstring: paragraphs, then fields.
pub(crate) fn docstring(indent: &str, paragraphs: &[String], fields: &[String]) -> String {
    let width = WIDTH - indent.len();
    let mut lines = Vec::new();
    for (index, paragraph) in paragraphs.iter().enumerate() {
        let first = if index == 0 { width - 3 } else { width };
        if index > 0 {
            lines.push(String::new());
        }
        lines.extend(wrap(paragraph, first, width));
    }
    if !fields.is_empty() {
        lines.push(String::new());
    }
    for field in fields {
        for (index, line) in wrap(field, width, width - 4).into_iter().enumerate() {
            lines.push(if index == 0 { line } else { format!("    {line}") });
        }
    }
    let one = lines.len() == 1 && lines[0].len() + 6 <= width;
    if one {
        return format!("{indent}\"\"\"{}\"\"\"\n", lines[0]);
    }
    let mut text = format!("{indent}\"\"\"");
    for (index, line) in lines.iter().enumerate() {
        if index > 0 && !line.is_empty() {
            text += indent;
        }
        text += line;
        text.push('\n');
    }
    text + indent + "\"\"\"\n"
}

/// A list in the layout of the formatter: all in one line, the items in a line of their own, or one item per line.
pub(crate) fn layout(indent: &str, open: &str, items: &[String], close: &str) -> String {
    let items: Vec<_> =
        if items.last().is_some_and(|item| item == "*") { items[..items.len() - 1].to_vec() } else { items.to_vec() };
    let joined = items.join(", ");
    let one = format!("{indent}{open}{joined}{close}");
    if one.chars().count() <= WIDTH {
        return one + "\n";
    }
    let inner = format!("{indent}    {joined}");
    if inner.chars().count() <= WIDTH && !open.ends_with("import (") && !open.ends_with(['[', '{']) {
        return format!("{indent}{open}\n{inner}\n{indent}{close}\n");
    }
    let each: String = items.iter().map(|item| format!("{indent}    {item},\n")).collect();
    format!("{indent}{open}\n{each}{indent}{close}\n")
}
