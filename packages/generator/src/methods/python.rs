//! Python: `_async/stored_grants.py`, `_async/subscriptions.py`, `_async/stored_events.py`, and the stub of the native module.

use open_platform::methods::{MethodDescription, ObjectDescription};

use super::{CoreType, OBJECTS, about, are_calls, class, errors, has_options, native, native_class, parameter, types};
use crate::File;
use crate::docs;
use crate::names::{snake, uncapitalized};
use crate::python::{self, STYLE, docstring, head, layout};

pub(super) fn file(object: &ObjectDescription) -> File {
    let place = if object.is_user { "client.user(grant)" } else { "client" };
    let accessor = object.accessor.unwrap_or("inbox");
    let documentation = about(object, &STYLE, &format!("``{place}.{accessor}``"), "Async");
    let name = class(object);
    let mut body = head(&format!("Async{name}"), &documentation, native_class(object));
    let methods: Vec<_> = object.methods.iter().map(|it| method(object, it)).collect();
    body += &methods.join("\n");
    let mut imports = String::new();
    if body.contains("builtins.") {
        imports += "    import builtins\n";
    }
    if are_calls(object) {
        imports += "    from datetime import timedelta\n";
    }
    if !imports.is_empty() {
        imports.push('\n');
    }
    let mut names: Vec<_> = types(object).into_iter().chain([native_class(object)]).collect();
    names.retain(|name| one(name) != "str");
    names.sort_unstable();
    imports += &format!("    from .._open_platform import {}\n", names.join(", "));
    let text = format!(
        "\"\"\"The methods of ``{}``. Made from the core by ``open-platform-generator``: do not edit.\"\"\"

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
{imports}
__all__ = [\"Async{name}\"]
{body}",
        accessor
    );
    File::new(format!("packages/python/src/open_platform/_async/{}.py", snake(name)), text)
}

fn one(name: &str) -> &str {
    match name {
        "GrantKey" | "&str" => "str",
        "usize" => "int",
        name => python::class(name),
    }
}

/// A type. `list` is the name of the class of lists.
fn typed(kind: &'static str, list: &str) -> String {
    match CoreType::of(kind) {
        CoreType::One(name) => one(name).to_owned(),
        CoreType::List(name) => format!("{list}[{}]", one(name)),
        CoreType::Optional(name) => format!("{} | None", one(name)),
    }
}

fn method(object: &ObjectDescription, method: &MethodDescription) -> String {
    // `list` is a method of the class, too.
    let list = if object.methods.iter().any(|other| other.name == "list") { "builtins.list" } else { "list" };
    let mut signature = vec!["self".to_owned()];
    if has_options(object, method) {
        signature.push("*".to_owned());
    }
    let mut fields = Vec::new();
    for given in method.parameters {
        let default = if CoreType::of(given.kind).is_optional() { " = None" } else { "" };
        signature.push(format!("{}: {}{default}", given.name, typed(given.kind, list)));
        fields.push(format!(":param {}: {}", given.name, uncapitalized(&parameter(method, given, &STYLE))));
    }
    if are_calls(object) {
        if !has_options(object, method) {
            signature.push("*".to_owned());
        }
        signature.push(python::TIMEOUT_PARAMETER.to_owned());
        fields.push(python::TIMEOUT.to_owned());
    }
    for (error, when) in errors(method, &STYLE) {
        fields.push(format!(":raises {}: {when}", error.name));
    }
    let open = format!("async def {}(", method.name);
    let mut text = layout("    ", &open, &signature, &format!(") -> {}:", typed(method.result, list)));
    text += &docstring("        ", &docs::translate(method.documentation, &STYLE), &fields);
    let mut passed: Vec<_> = method.parameters.iter().map(|given| given.name.to_owned()).collect();
    if are_calls(object) {
        passed.push("timeout=timeout".to_owned());
    }
    text + &layout("        ", &format!("return await self._native.{}(", native(object, method)), &passed, ")")
}

/// The methods of a client of the native module.
pub(crate) fn stubs(is_user: bool) -> String {
    let objects = OBJECTS.iter().filter(|object| are_calls(object) && object.is_user == is_user);
    objects.flat_map(|object| object.methods.iter().map(|method| stub(object, method))).collect()
}

fn stub(object: &ObjectDescription, method: &MethodDescription) -> String {
    let mut signature = vec!["self".to_owned()];
    signature.extend(method.parameters.iter().map(|given| format!("{}: {}", given.name, typed(given.kind, "list"))));
    signature.extend(["*", python::TIMEOUT_PARAMETER].map(str::to_owned));
    let close = format!(") -> Call[{}]: ...", typed(method.result, "list"));
    layout("    ", &format!("def {}(", native(object, method)), &signature, &close)
}
