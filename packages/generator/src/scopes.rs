//! The scopes of Kotlin and Swift. Python and Node have theirs from scripts of their packages, which ask the built package.

use open_platform::scope::{ALL, Object, ScopeKind};

use crate::File;
use crate::names::camel;
use crate::swift::label;

pub(crate) fn files() -> Vec<File> {
    vec![
        File::new("packages/kotlin/core/src/main/kotlin/io/github/openplatformsdk/Scopes.kt", kotlin()),
        File::new("packages/swift/Sources/OpenPlatform/Scopes.swift", swift()),
    ]
}

/// The parameter of a scope that is tied to an object: its name and its type.
fn tied(kind: &ScopeKind) -> Option<(&'static str, &'static str)> {
    match kind.object {
        Object::None => None,
        Object::Post => Some(("post", "PostToken")),
        Object::Conversation => Some(("conversation", "ConversationId")),
        Object::Business => Some(("business", "BusinessToken")),
        Object::Chat => Some(("chat", "String")),
        Object::App => Some(("app", "String")),
    }
}

/// What the scope allows, and what its parameter is where the type does not say so.
fn words(kind: &ScopeKind) -> String {
    let parameter = match kind.object {
        Object::Chat => " `chat` is base64 of `user_id:post_token:peer_id`.",
        Object::App => " `app` is its id.",
        _ => "",
    };
    format!("{}{parameter}", kind.purpose)
}

/// The names of two scopes are not those of the wire.
fn name(kind: &ScopeKind) -> String {
    kind.name.to_uppercase()
}

fn kotlin() -> String {
    let mut text = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.scopeRaw

/**
 * What a user can be asked for: every scope that this version knows. `scopes()` has them as a table, [requiredScopes] finds
 * those that an app needs (docs/platform.md#scopes).
 */
public object Scopes {
"
    .to_owned();
    for kind in ALL {
        text += &format!("    /** {} */\n", words(kind));
        text += &match tied(kind) {
            None => format!("    public const val {}: Scope = \"{}\"\n\n", name(kind), kind.name),
            Some((parameter, class)) => {
                let name = camel(&name(kind).to_lowercase());
                let one =
                    format!("    public fun {name}({parameter}: {class}): Scope = \"{}.${parameter}\"\n\n", kind.name);
                if one.len() <= 122 { one } else { one.replace(" = \"", " =\n        \"") }
            }
        };
    }
    text + "    /** Any scope, by its full text: also one that this version does not know. */\n    public fun of(text: String): Scope = scopeRaw(text)\n}\n"
}

fn swift() -> String {
    let mut text = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// What a user can be asked for: every scope that this version knows. `scopes()` has them as a table,
/// `requiredScopes(calls:events:)` finds those that an app needs (docs/platform.md#scopes).
public enum Scopes {
"
    .to_owned();
    for kind in ALL {
        text += &format!("    /// {}\n", words(kind));
        let name = if kind.name == "openid" { "openID".to_owned() } else { label(&name(kind).to_lowercase()) };
        text += &match tied(kind) {
            None => format!("    public static var {name}: Scope {{ \"{}\" }}\n", kind.name),
            Some((parameter, class)) => {
                let open = format!("    public static func {name}(_ {parameter}: {class}) -> Scope {{");
                let value = format!("\"{}.\\({parameter})\"", kind.name);
                let one = format!("{open} {value} }}\n");
                if one.len() <= 121 { one } else { format!("{open}\n        {value}\n    }}\n") }
            }
        };
    }
    text + "    /// Any scope, by its full text: also one that this version does not know.\n    public static func of(_ text: String) -> Scope { scopeRaw(text: text) }\n}\n"
}
