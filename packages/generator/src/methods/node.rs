//! Node: `src/api/stored-grants.ts`, `src/api/subscriptions.ts` and `src/api/stored-events.ts`.

use open_platform::methods::{MethodDescription, ObjectDescription, ParameterDescription};

use super::{CoreType, about, are_calls, base, class, errors, has_options, native, native_class, parameter, types};
use crate::File;
use crate::docs::{self, WIDTH, block_comment};
use crate::names::{camel, snake};
use crate::node::{HEAD, STYLE, broken};

pub(super) fn file(object: &ObjectDescription) -> File {
    let user = if object.is_user && base(object).is_none() { "User" } else { "" };
    let native = native_class(object);
    let kind = if are_calls(object) { format!("() => {native}") } else { native.to_owned() };
    let word = if base(object).is_some() { "abstract class" } else { "class" };
    let options: String = object.methods.iter().filter(|method| has_options(object, method)).map(options).collect();
    let methods: Vec<_> = object.methods.iter().map(|it| method(object, it)).collect();
    let body = format!(
        "{options}\n{}export {word} {user}{} {{
  readonly #native: {kind}

  /** @internal */
  constructor(native: {kind}) {{
    this.#native = native
  }}

{}}}
",
        block_comment("", &about(object, &STYLE, "", ""), &[]),
        class(object),
        methods.join("\n")
    );
    let mut text = HEAD.to_owned();
    if body.contains("invalidInput(") {
        text += "import { invalidInput } from '../error-reports.js'\n";
    }
    let names: Vec<_> = types(object).into_iter().collect();
    text += &format!("import type {{ {} }} from '../model.js'\n", names.join(", "));
    let used = [("type CallOptions", "CallOptions"), ("names", "names<"), ("text", "text('")];
    let used = used.iter().filter(|(_, sign)| body.contains(sign));
    let used: String = used.map(|(name, _)| format!(", {name}")).collect();
    text += &format!("import {{ call{used} }} from '../native.js'\n");
    text += &format!("import type {{ {native} }} from '../native-types.js'\n");
    File::new(format!("packages/node/src/api/{}.ts", snake(class(object)).replace('_', "-")), text + &body)
}

fn one(name: &str) -> &str {
    match name {
        "String" | "&str" => "string",
        "usize" => "number",
        "bool" => "boolean",
        name => name,
    }
}

/// The interface of the options of a method, such as `GrantPageOptions`, and the constant with their names.
fn options(method: &MethodDescription) -> String {
    let name = format!("{}Options", method.result);
    let comment = block_comment("", &[format!("The options of `{}`.", camel(method.name))], &[]);
    let mut text = format!("\n{comment}export interface {name} extends CallOptions {{\n");
    for given in method.parameters {
        text += &block_comment("  ", &[parameter(method, given, &STYLE)], &[]);
        text += &format!("  {}?: {} | undefined\n", camel(given.name), one(CoreType::of(given.kind).name()));
    }
    let names: String = method.parameters.iter().map(|given| format!(", {}: true", camel(given.name))).collect();
    let constant = snake(&name).to_uppercase();
    text + &format!("}}\n\nconst {constant} = names<{name}>({{ signal: true, timeoutMs: true{names} }})\n")
}

fn method(object: &ObjectDescription, method: &MethodDescription) -> String {
    let by_name = has_options(object, method);
    let (mut signature, mut values, mut tags) = (Vec::new(), vec!["callId".to_owned()], Vec::new());
    for given in method.parameters {
        let (name, kind) = (camel(given.name), CoreType::of(given.kind));
        values.push(match kind {
            CoreType::One("&str" | "String") => format!("text('{name}', {name})"),
            _ => name.clone(),
        });
        if !by_name {
            let mark = if kind.is_optional() { "?" } else { "" };
            signature.push(format!("{name}{mark}: {}", one(kind.name())));
            tags.push(format!("@param {name} {}", parameter(method, given, &STYLE)));
        }
    }
    let kind = if by_name { format!("{}Options", method.result) } else { "CallOptions".to_owned() };
    let (mut native_object, mut begin) = ("this.#native", "undefined, (callId)");
    if are_calls(object) {
        signature.push(format!("options?: {kind}"));
        values.push("core".to_owned());
        (native_object, begin) = ("this.#native()", "options, (callId, core)");
    }
    for (error, when) in errors(method, &STYLE) {
        tags.push(format!("@throws {} {when}", (STYLE.error)(error)));
    }
    let result = CoreType::of(method.result);
    let (before, value) = match result {
        CoreType::One(name) => ("", one(name).to_owned()),
        CoreType::List(name) => ("", format!("{}[]", one(name))),
        CoreType::Optional(name) => ("async ", format!("{} | undefined", one(name))),
    };
    let open = format!("  {before}{}(", camel(method.name));
    let mut text = block_comment("  ", &docs::translate(method.documentation, &STYLE), &tags);
    text += &broken(&open, &signature, &format!("): Promise<{value}> {{"), "  ");
    let native = format!("{native_object}.{}({})", camel(&native(object, method)), values.join(", "));
    if by_name {
        let names: Vec<_> = method.parameters.iter().map(|given| camel(given.name)).collect();
        let checks: String = method.parameters.iter().map(check).collect();
        text += &format!(
            "    return call({begin} => {{
      const {{ {} }} = options ?? {{}}
{checks}      return {native}
    }}, {})
",
            names.join(", "),
            snake(&kind).to_uppercase()
        );
    } else {
        let (open, close) = if result.is_optional() { ("(await ", ") ?? undefined") } else { ("", "") };
        let start = format!("    return {open}call({begin} =>");
        let one = format!("{start} {native}){close}\n");
        text += &if one.len() <= WIDTH + 1 { one } else { format!("{start}\n      {native}){close}\n") };
    }
    text + "  }\n"
}

/// The check of an option. The native library would not name it in an error about its type.
fn check(given: &ParameterDescription) -> String {
    let name = camel(given.name);
    if CoreType::of(given.kind).name() == "usize" {
        let reason = "must be a whole number";
        format!(
            "      if ({name} !== undefined && !Number.isInteger({name})) throw invalidInput('{name}', '{reason}')\n"
        )
    } else {
        format!("      if ({name} !== undefined) text('{name}', {name})\n")
    }
}
