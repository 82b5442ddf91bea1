//! Kotlin: `api/StoredGrants.kt`, `api/Subscriptions.kt` and `api/StoredEvents.kt`.

use open_platform::methods::{MethodDescription, ObjectDescription};

use super::{CoreType, about, are_calls, base, class, errors, native, native_class, parameter};
use crate::File;
use crate::areas::TIMEOUT;
use crate::docs::{self, block_comment};
use crate::kotlin::{HEAD, STYLE, WITH_TEXTS, function};
use crate::names::camel;

pub(super) fn file(object: &ObjectDescription) -> File {
    let (name, native) = (class(object), native_class(object));
    let from = if object.is_user { "UserClient" } else { "OpenPlatform" };
    let from = format!("[{from}.{}]", object.accessor.unwrap_or_default());
    let documentation = about(object, &STYLE, &from, "");
    // An inbox has the name of its native class.
    let (alias, imports) = if native == object.name {
        (format!("Native{native}"), format!(" as Native{native}"))
    } else {
        (native.to_owned(), "\nimport kotlin.time.Duration".to_owned())
    };
    let (kind, member) = if base(object).is_some() { ("abstract class", "internal") } else { ("class", "private") };
    let methods: Vec<_> = object.methods.iter().map(|it| method(object, it)).collect();
    let text = format!(
        "{HEAD}import io.github.openplatformsdk.ffi.{native}{imports}

{}public {kind} {name} internal constructor({member} val native: {alias}) {{
{}}}
",
        block_comment("", &documentation, &[]),
        methods.join("\n")
    );
    File::new(format!("packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/api/{name}.kt"), text)
}

fn one(name: &str) -> &str {
    match name {
        "&str" => "String",
        "bool" => "Boolean",
        "usize" => "Int",
        name => name,
    }
}

pub(crate) fn typed(kind: &'static str) -> String {
    match CoreType::of(kind) {
        CoreType::One(name) => one(name).to_owned(),
        CoreType::List(name) => format!("List<{}>", one(name)),
        CoreType::Optional(name) => format!("{}?", one(name)),
    }
}

/// The name of a parameter: apps may pass it by name.
pub(crate) fn named(method: &MethodDescription, name: &'static str) -> String {
    match (method.name, name) {
        ("revoked", "user") => "userId".to_owned(),
        (_, name) => camel(name.strip_prefix("event_").unwrap_or(name)),
    }
}

fn method(object: &ObjectDescription, method: &MethodDescription) -> String {
    let (mut signature, mut values, mut tags) = (Vec::new(), Vec::new(), Vec::new());
    for given in method.parameters {
        let name = named(method, given.name);
        let default = if CoreType::of(given.kind).is_optional() { " = null" } else { "" };
        signature.push(format!("{name}: {}{default}", typed(given.kind)));
        tags.push(format!("@param {name} {}", parameter(method, given, &STYLE)));
        values.push(match CoreType::of(given.kind) {
            // The core refuses 0.
            CoreType::Optional("usize") => format!("{name}?.coerceAtLeast(0)?.toUInt()"),
            _ => name,
        });
    }
    if are_calls(object) {
        signature.push("timeout: Duration? = null".to_owned());
        values.push("options(timeout)".to_owned());
        tags.push(format!("@param timeout {TIMEOUT}"));
    }
    for (error, when) in errors(method, &STYLE) {
        tags.push(format!("@throws {} {when}", (STYLE.error)(error).trim_matches(['[', ']'])));
    }
    let texts = method.parameters.iter().find(|given| WITH_TEXTS.contains(&given.kind));
    let texts = texts.map_or_else(String::new, |given| format!("({}::texts)", camel(given.name)));
    let body = format!("translated{texts} {{ native.{}({}) }}", camel(&native(object, method)), values.join(", "));
    block_comment("    ", &docs::translate(method.documentation, &STYLE), &tags)
        + &function(&camel(method.name), &signature, &typed(method.result), &body)
}
