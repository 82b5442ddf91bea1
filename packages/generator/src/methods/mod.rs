//! Generates the methods of stored grants, event subscriptions and an inbox in the other languages, from the methods of the core with
//! the attribute `#[methods]`. What a language adds to them is written by hand: `iterate` and `adopt` of the grants, and how an inbox
//! receives events and waits for them. Swift has an inbox only as a part of its hooks. Of the methods of logins only the documentation is
//! generated.

mod comments;
pub(crate) mod kotlin;
mod node;
mod python;
mod swift;

use std::collections::BTreeSet;

use open_platform::error_classes::ErrorClass;
use open_platform::grants::Grants;
use open_platform::inbox::Inbox;
use open_platform::methods::{MethodDescription, ObjectDescription, ParameterDescription};
use open_platform::subscriptions::Subscriptions;

pub(crate) use python::stubs;

use crate::File;
use crate::areas;
use crate::data::DataTypes;
use crate::docs::{self, Style};

pub(crate) const OBJECTS: [&ObjectDescription; 3] =
    [&Grants::DESCRIPTION, &Subscriptions::DESCRIPTION, &Inbox::DESCRIPTION];

pub(crate) fn files(types: &DataTypes) -> Vec<File> {
    let mut files = comments::files(types);
    for object in OBJECTS {
        files.extend([python::file(object), node::file(object), kotlin::file(object)]);
        if object.accessor.is_some() {
            files.push(swift::file(object));
        }
    }
    files
}

/// The base class with the methods, or the file of an extension in Swift, if the class has others that are written by hand.
pub(crate) fn base(object: &ObjectDescription) -> Option<&'static str> {
    match object.name {
        "Grants" => Some("StoredGrants"),
        "Inbox" => Some("StoredEvents"),
        _ => None,
    }
}

/// The name of the class.
pub(crate) fn class(object: &ObjectDescription) -> &'static str {
    base(object).unwrap_or(object.name)
}

/// Whether the methods are calls of a client, which take options.
pub(crate) fn are_calls(object: &ObjectDescription) -> bool {
    object.accessor.is_some()
}

/// The class of the native library with the methods.
fn native_class(object: &ObjectDescription) -> &'static str {
    match object.accessor {
        None => object.name,
        Some(_) if object.is_user => "PlatformUser",
        Some(_) => "Platform",
    }
}

/// The name of a method in the native library: `grants_of_user`.
fn native(object: &ObjectDescription, method: &MethodDescription) -> String {
    object.accessor.map_or_else(|| method.name.to_owned(), |accessor| format!("{accessor}_{}", method.name))
}

/// The documentation of the class. `from` says where a client has it, and `prefix` is what the names of classes begin with.
pub(crate) fn about(object: &ObjectDescription, style: &Style, from: &str, prefix: &str) -> Vec<String> {
    let mut paragraphs = docs::translate(object.documentation, style);
    if base(object).is_some() {
        paragraphs.push(format!("The base class of {quote}{prefix}{}{quote}.", object.name, quote = style.quote));
    } else if let (Some(first), false) = (paragraphs.first_mut(), from.is_empty()) {
        *first += &format!(" From {from}.");
    }
    paragraphs
}

/// A type of the core.
#[derive(Clone, Copy)]
pub(crate) enum CoreType {
    One(&'static str),
    List(&'static str),
    Optional(&'static str),
}

impl CoreType {
    pub(crate) fn of(written: &'static str) -> Self {
        let inside = |name: &str| written.strip_prefix(name)?.strip_prefix('<')?.strip_suffix('>');
        match (inside("Vec"), inside("Option")) {
            (Some(item), _) => Self::List(item),
            (_, Some(value)) => Self::Optional(value),
            _ => Self::One(written),
        }
    }

    pub(crate) fn is_optional(self) -> bool {
        matches!(self, Self::Optional(_))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::One(name) | Self::List(name) | Self::Optional(name) => name,
        }
    }
}

/// Whether all parameters of a call may be omitted, so that they are options by name.
fn has_options(object: &ObjectDescription, method: &MethodDescription) -> bool {
    are_calls(object)
        && !method.parameters.is_empty()
        && method.parameters.iter().all(|given| CoreType::of(given.kind).is_optional())
}

/// The description of a parameter.
pub(crate) fn parameter(method: &MethodDescription, given: &ParameterDescription, style: &Style) -> String {
    let kind = CoreType::of(given.kind).name();
    let text = match (given.documentation, given.name, method.name) {
        ("", "id", "retry" | "discard") => "The `id` of the dead letter.",
        ("", name, _) => areas::parameter(&ParameterDescription { name, kind, documentation: "" }),
        (text, ..) => text,
    };
    docs::line(text, style)
}

/// The errors of a method, each with the text that says when it happens.
pub(crate) fn errors(method: &MethodDescription, style: &Style) -> Vec<(&'static ErrorClass, String)> {
    let known = |name| docs::error(name).unwrap_or_else(|| panic!("{}: there is no class for {name}", method.name));
    // In the other languages it is a text.
    let addresses = method.parameters.iter().filter(|given| given.kind.contains("IpAddr"));
    let wrong =
        addresses.map(|given| ("InvalidInput", format!("if `{}` is a text that is no IP address.", given.name)));
    let all = method.errors.iter().map(|(name, when)| (*name, (*when).to_owned())).chain(wrong);
    all.map(|(name, when)| (known(name), docs::line(&when, style))).collect()
}

/// The data types of all methods.
fn types(object: &ObjectDescription) -> BTreeSet<&'static str> {
    let taken = object.methods.iter().flat_map(|method| method.parameters).map(|given| given.kind);
    let all = taken.chain(object.methods.iter().map(|method| method.result)).map(|kind| CoreType::of(kind).name());
    all.filter(|name| !["bool", "usize", "String", "&str"].contains(name)).collect()
}
