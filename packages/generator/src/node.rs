//! Generates the handles of Node: `packages/node/src/api`.

use std::collections::BTreeSet;

use open_platform::error_classes::ErrorClass;
use open_platform::methods::{CallDescription, HandleDescription, PagesDescription, ParameterDescription};

use crate::File;
use crate::areas::{Area, areas, exported, nested_documentation, parameter, requirements};
use crate::docs::{self, Style, WIDTH, block_comment, example};
use crate::names::{camel, capitalized, snake};

pub(crate) const HEAD: &str = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.\n";
pub(crate) const STYLE: Style = Style {
    quote: "`",
    is_camel: true,
    times: "Ms",
    error: link,
    none: "undefined",
    user: "user",
    method: None,
    migrate: |name| format!("migrate.{name}"),
};

/// An argument in JavaScript.
struct Argument {
    name: String,
    kind: &'static str,
    /// The expression for the value that is passed to the native library.
    value: String,
    /// The type of the call's options.
    options: &'static str,
}

fn link(class: &ErrorClass) -> String {
    format!("{{@link {}}}", class.name)
}

pub(crate) fn files() -> Vec<File> {
    areas()
        .iter()
        .map(|area| File::new(format!("packages/node/src/api/{}.ts", area.name.replace('_', "-")), file(area)))
        .collect()
}

fn argument(given: &ParameterDescription) -> Argument {
    let name = camel(given.name);
    let (kind, value, options) = match given.kind {
        "Message" => ("string | Message", format!("build({name}, options)"), "SendOptions"),
        "BotMessage" => ("string | BotMessage", format!("buildBot({name}, options)"), "BotSendOptions"),
        "Upload" => ("UploadInput", "source".to_owned(), "UploadOptions"),
        "String" | "Secret" => ("string", format!("text('{name}', {name})"), "CallOptions"),
        kind => (kind, name.clone(), "CallOptions"),
    };
    Argument { name, kind, value, options }
}

fn options(call: &CallDescription) -> &'static str {
    let special = call.parameters.iter().map(|given| argument(given).options).find(|options| *options != "CallOptions");
    special.unwrap_or(if call.endpoint.repeatable { "PostAddonOptions" } else { "CallOptions" })
}

/// The constant with the names of options of a type, such as `SEND_OPTIONS`.
fn option_names(options: &str) -> String {
    snake(options).to_uppercase()
}

fn result(call: &CallDescription) -> &'static str {
    if call.result == "()" { "void" } else { call.result }
}

fn file(area: &Area) -> String {
    let mut body = String::new();
    if area.is_nested() {
        body += &nesting(area, false);
        body += &nesting(area, true);
    }
    for handle in &area.handles {
        body += &class(handle);
    }
    format!("{HEAD}{}{body}", imports(area, &body))
}

fn imports(area: &Area, body: &str) -> String {
    let calls: Vec<_> = area.handles.iter().flat_map(|handle| handle.calls).collect();
    let mut modules: Vec<(&str, BTreeSet<String>, bool)> = Vec::new();
    let messages = [("build", "message as build"), ("buildBot", "botMessage as buildBot")];
    let messages =
        messages.iter().filter(|(name, _)| body.contains(&format!(" {name}("))).map(|(_, import)| (*import).to_owned());
    let option_types = |names: &[&str]| {
        let types = names.iter().filter(|name| body.contains(&format!("options?: {name})")));
        let constants = names.iter().map(|name| option_names(name)).filter(|name| body.contains(&format!(", {name})")));
        types.map(|name| format!("type {name}")).chain(constants).collect::<Vec<_>>()
    };
    modules.push(("../messages.js", messages.chain(option_types(&["BotSendOptions", "SendOptions"])).collect(), false));
    let kinds = calls.iter().flat_map(|call| {
        let taken = call.parameters.iter().map(|given| given.kind);
        taken
            .chain([call.result])
            .chain(call.pages.as_ref().map(|pages| pages.item))
            .filter(|kind| !["()", "Upload", "String", "Secret"].contains(kind))
            .map(str::to_owned)
    });
    modules.push(("../model.js", kinds.collect(), true));
    let mut native: BTreeSet<_> =
        option_types(&["CallOptions", "PostAddonOptions", "UploadOptions"]).into_iter().collect();
    native.insert("callEndpoint".to_owned());
    if body.contains(" guard(") {
        native.extend(["guard", "native"].map(str::to_owned));
    }
    if body.contains(" text('") {
        native.insert("text".to_owned());
    }
    modules.push(("../native.js", native, false));
    let natives = ["Platform", "PlatformUser"].iter().filter(|name| body.contains(&format!("() => {name}\n")));
    modules.push(("../native-types.js", natives.map(|name| (*name).to_owned()).collect(), true));
    let values = [("type UploadInput", "UploadInput"), ("readable", "readable("), ("unprinted", "unprinted(")];
    let values = values.iter().filter(|(_, used)| body.contains(used)).map(|(import, _)| (*import).to_owned());
    modules.push(("../values.js", values.collect(), false));
    let imported = modules.into_iter().filter(|(_, names, _)| !names.is_empty());
    imported.map(|(module, names, only_types)| import(module, names, only_types)).collect()
}

/// The import of these names.
fn import(module: &str, names: BTreeSet<String>, only_types: bool) -> String {
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_by_key(|name| name.trim_start_matches("type ").to_lowercase());
    let word = if only_types { "import type" } else { "import" };
    let one = format!("{word} {{ {} }} from '{module}'\n", names.join(", "));
    if one.len() <= WIDTH + 10 {
        return one;
    }
    let each: String = names.iter().map(|name| format!("  {name},\n")).collect();
    format!("{word} {{\n{each}}} from '{module}'\n")
}

/// A class whose members are handles.
fn nesting(area: &Area, is_user: bool) -> String {
    let user = if is_user { "User" } else { "" };
    let native = if is_user { "PlatformUser" } else { "Platform" };
    let mut text = format!(
        "\n/** {} */\nexport class {user}{} {{\n",
        nested_documentation(is_user, &STYLE),
        capitalized(&camel(area.name))
    );
    let handles = area.nested(is_user);
    for handle in &handles {
        let Some(name) = handle.path.last() else { continue };
        let documentation = docs::line(handle.documentation.trim(), &STYLE);
        text += &format!("  /** {documentation} */\n  readonly {}: {}\n", camel(name), handle.name);
    }
    text += &format!("\n  /** @internal */\n  constructor(native: () => {native}) {{\n");
    for handle in &handles {
        let Some(name) = handle.path.last() else { continue };
        text += &format!("    this.{} = new {}(native)\n", camel(name), handle.name);
    }
    text + "  }\n}\n"
}

fn class(handle: &HandleDescription) -> String {
    let native = if handle.is_user { "PlatformUser" } else { "Platform" };
    let documentation = docs::translate(handle.documentation, &STYLE);
    let mut text = format!("\n{}export class {} {{\n", block_comment("", &documentation, &[]), handle.name);
    text += &format!(
        "  readonly #native: () => {native}\n\n  /** @internal */\n  constructor(native: () => {native}) {{\n"
    );
    text += "    this.#native = native\n  }\n";
    for call in handle.calls {
        text.push('\n');
        text += &method(handle, call);
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
    let (list, endpoint) = (pages.items, call.endpoint.name);
    let tags = [format!("@param {name} {}", parameter(given))];
    let open = format!("  async *iterate{}(", capitalized(&method));
    let signature = [format!("{name}: {} = {{}}", argument(given).kind), "options?: CallOptions".to_owned()];
    let close = format!("): AsyncGenerator<{}, void, undefined> {{", pages.item);
    let text = block_comment("  ", &pages.documentation(&format!("`{method}`")), &tags);
    text + &broken(&open, &signature, &close, "  ")
        + &format!(
            "    let next = {name}
    for (;;) {{
      const page = await this.{method}(next, options)
      yield* page.{items}
      guard(() => native.checkPage('{endpoint}', '{list}', page.issues))
      if (!page.nextPageToken) return
      next = {{ ...next, pageToken: page.nextPageToken }}
    }}
  }}
"
        )
}

/// The comment of a method.
fn documentation(handle: &HandleDescription, call: &CallDescription) -> String {
    let mut paragraphs = docs::translate(call.documentation, &STYLE);
    paragraphs.push(requirements(call));
    if let Some(example) = example(handle.name, Some(call.method), "ts") {
        paragraphs.push(format!("```ts\n{example}\n```"));
    }
    let mut tags: Vec<_> =
        call.parameters.iter().map(|given| format!("@param {} {}", camel(given.name), parameter(given))).collect();
    for error in docs::errors(call.errors, &STYLE) {
        tags.push(format!("@throws {error}"));
    }
    if let Some(note) = call.deprecated {
        tags.push(format!("@deprecated {}.", capitalized(&docs::line(note, &STYLE))));
    }
    block_comment("  ", &paragraphs, &tags)
}

fn method(handle: &HandleDescription, call: &CallDescription) -> String {
    let arguments: Vec<_> = call.parameters.iter().map(argument).collect();
    let default = if call.pages.is_some() { " = {}" } else { "" };
    let mut signature: Vec<_> =
        arguments.iter().map(|argument| format!("{}: {}{default}", argument.name, argument.kind)).collect();
    signature.push(format!("options?: {}", options(call)));
    let is_upload = call.parameters.iter().any(|given| given.kind == "Upload");
    let is_private = ["User", "PhoneNumbers"].contains(&call.result);
    let is_async = if is_upload || is_private { "async " } else { "" };
    let open = format!("  {is_async}{}(", camel(call.method));
    let close = format!("): Promise<{}> {{", result(call));
    let mut text = documentation(handle, call) + &broken(&open, &signature, &close, "  ");
    let mut values = vec!["callId".to_owned()];
    values.extend(arguments.iter().map(|argument| argument.value.clone()));
    values.push("core".to_owned());
    let native = format!("native.{}({})", camel(&exported(handle, call)), values.join(", "));
    if is_upload {
        let name = &arguments[0].name;
        text += &format!("    const source = await readable({name}, '{name}', this.#native, options)\n");
    }
    // Other options are refused, because they would be ignored silently.
    let names = match options(call) {
        "CallOptions" => String::new(),
        special => format!(", {}", option_names(special)),
    };
    let (before, after) =
        if is_private { (format!("unprinted('{}', await ", call.result), ")") } else { (String::new(), "") };
    let start = format!(
        "    return {before}callEndpoint('{}', this.#native, options, (native, callId, core) =>",
        call.endpoint.name
    );
    let one = format!("{start} {native}{names}){after}");
    if one.len() <= WIDTH {
        text += &one;
    } else {
        text += &format!("{start}\n      {native}{names}){after}");
    }
    text + "\n  }\n"
}

/// A list in one line, or an item per line.
pub(crate) fn broken(open: &str, items: &[String], close: &str, indent: &str) -> String {
    let one = format!("{open}{}{close}\n", items.join(", "));
    if one.len() <= WIDTH + 1 {
        return one;
    }
    let each: String = items.iter().map(|item| format!("{indent}  {item},\n")).collect();
    format!("{open}\n{each}{indent}{close}\n")
}
