//! Swift: `Server/Calls/StoredGrants.swift` and `Server/Calls/Subscriptions.swift`.

use open_platform::methods::{MethodDescription, ObjectDescription, ParameterDescription};

use super::{CoreType, about, base, class, errors, native, native_class, parameter};
use crate::File;
use crate::areas::TIMEOUT;
use crate::docs::{self, WIDTH};
use crate::names::{camel, capitalized};
use crate::swift::{FOLDER, HEAD, STYLE, comment, function};

pub(super) fn file(object: &ObjectDescription) -> File {
    let methods: Vec<_> = object.methods.iter().map(|it| method(object, it)).collect();
    let open = if base(object).is_some() {
        format!("extension {} {{\n", object.name)
    } else {
        let from = if object.is_user { "UserClient" } else { "OpenPlatform" };
        let from = format!("``{from}/{}``", object.accessor.unwrap_or_default());
        let documentation = about(object, &STYLE, &from, "");
        let (name, native) = (object.name, native_class(object));
        comment("", &documentation, &[], &[])
            + &format!("public struct {name}: Sendable {{\n    let native: {native}\n\n")
    };
    let text = format!("{HEAD}\n{open}{}}}\n", methods.join("\n"));
    File::new(format!("{FOLDER}/Server/Calls/{}.swift", class(object)), text)
}

fn one(name: &str) -> &str {
    match name {
        "&str" => "String",
        "bool" => "Bool",
        "usize" => "UInt32",
        name => name,
    }
}

fn typed(kind: &'static str) -> String {
    match CoreType::of(kind) {
        CoreType::One(name) => one(name).to_owned(),
        CoreType::List(name) => format!("[{}]", one(name)),
        CoreType::Optional(name) => format!("{}?", one(name)),
    }
}

/// The name of a parameter. A parameter that may be omitted has it as its label.
fn named(given: &ParameterDescription) -> String {
    camel(given.name.strip_prefix("event_").unwrap_or(given.name))
}

fn method(object: &ObjectDescription, method: &MethodDescription) -> String {
    // `of_user` is `of(user:)`.
    let (name, first) = match method.name.split_once("of_") {
        Some(("", noun)) => ("of".to_owned(), Some(noun)),
        _ => (camel(method.name), None),
    };
    let (mut signature, mut values, mut parameters) = (Vec::new(), Vec::new(), Vec::new());
    for given in method.parameters {
        let own = named(given);
        let (mark, default) = match CoreType::of(given.kind) {
            CoreType::Optional(_) => ("", " = nil"),
            _ if first == Some(given.name) => ("", ""),
            _ => ("_ ", ""),
        };
        signature.push(format!("{mark}{own}: {}{default}", typed(given.kind)));
        values.push(format!("{}: {own}", camel(given.name)));
        parameters.push(format!("{own}: {}", parameter(method, given, &STYLE)));
    }
    signature.push("timeout: Duration? = nil".to_owned());
    values.push("options: $0".to_owned());
    parameters.push(format!("timeout: {TIMEOUT}"));
    let errors = errors(method, &STYLE).into_iter();
    let throws: Vec<_> = errors.map(|(error, when)| capitalized(&format!("{} {when}", (STYLE.error)(error)))).collect();
    let mut text = comment("    ", &docs::translate(method.documentation, &STYLE), &parameters, &throws);
    if method.changes {
        text += "    @discardableResult\n";
    }
    let native = format!("try await native.{}({})", camel(&native(object, method)), values.join(", "));
    let one = format!("        try await call(timeout) {{ {native} }}\n");
    let body = if one.len() <= WIDTH + 1 {
        one
    } else {
        format!("        try await call(timeout) {{\n            {native}\n        }}\n")
    };
    text + &function("", &name, &signature, &format!(" -> {}", typed(method.result)), &body)
}
