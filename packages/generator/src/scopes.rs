//! Generates the scopes of four languages, from the table in `core/src/scope.rs`.

use open_platform::scope::{ALL, Object, ScopeKind};

use crate::File;
use crate::docs::WIDTH;
use crate::names::camel;

pub(crate) fn files() -> Vec<File> {
    vec![
        File::new("packages/python/src/open_platform/scope.py", python()),
        File::new("packages/node/src/scope.ts", node()),
        File::new("packages/kotlin/core/src/main/kotlin/io/github/openplatformsdk/Scopes.kt", kotlin()),
        File::new("packages/swift/Sources/OpenPlatform/Scopes.swift", swift()),
    ]
}

/// The name and the type of a scope's parameter, for a scope that is tied to an object.
fn parameter(kind: &ScopeKind) -> Option<(&'static str, &'static str)> {
    match kind.object {
        Object::None => None,
        Object::Post => Some(("post", "PostToken")),
        Object::Conversation => Some(("conversation", "ConversationId")),
        Object::Business => Some(("business", "BusinessToken")),
        Object::Chat => Some(("chat", "String")),
        Object::App => Some(("app", "String")),
    }
}

/// The documentation: what the scope allows, and its parameter if the type does not describe it.
fn description(kind: &ScopeKind) -> String {
    let parameter = match kind.object {
        Object::Chat => " `chat` is base64 of `user_id:post_token:peer_id`.",
        Object::App => " `app` is its id.",
        _ => "",
    };
    format!("{}{parameter}", kind.purpose)
}

/// The name of the constant: the platform writes some scopes in lower case.
fn name(kind: &ScopeKind) -> String {
    kind.name.to_uppercase()
}

fn python() -> String {
    let mut text = r#""""The scopes that an app asks a user for. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from ._open_platform import tie_scope as _on

__all__ = ["Scope"]


class Scope:
    """The scopes of the platform, as text: ``[Scope.USER_PHONE, Scope.post_addon_create("gZd7omnS")]``.

    Any other text is an error before the user is redirected, unless it comes from :meth:`raw`.
    """

"#
    .to_owned();
    for kind in ALL.iter().filter(|kind| kind.object == Object::None) {
        text += &format!("    #: {}\n    {} = \"{}\"\n", kind.purpose, name(kind), kind.name);
    }
    for kind in ALL {
        let Some((parameter, _)) = parameter(kind) else { continue };
        let parameter = if kind.object == Object::Chat { "identifier" } else { parameter };
        let meaning = match kind.object {
            Object::None => continue,
            Object::Post => "the token of the post.",
            Object::Conversation => "the id of the conversation.",
            Object::Business => "the token of the business.",
            Object::App => "the id of the app.",
            Object::Chat => "base64 of ``user_id:post_token:peer_id``.",
        };
        text += &format!(
            r#"
    @staticmethod
    def {}({parameter}: str) -> str:
        """{}

        :param {parameter}: {meaning}
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("{}", "{parameter}", {parameter})
"#,
            name(kind).to_lowercase(),
            kind.purpose,
            kind.name,
        );
    }
    text + r#"
    @staticmethod
    def raw(name: str) -> str:
        """A scope from its full text, for new scopes of the platform that this version does not know.

        :param name: the scope, with its identifier if it has one.
        """
        return f"raw {name}"
"#
}

fn node() -> String {
    let mut text = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { BusinessToken, ConversationId, PostToken, Scope } from './model.js'
import { text } from './native.js'

/**
 * The scopes that an app can request from users. A scope that is tied to an object is a function of its identifier:
 * `scope.postAddonCreate('gZd7omnS')`. Any other text is an error before the user is redirected, unless it comes from
 * `scope.raw`. Source: docs/platform.md#scopes.
 */
export const scope = {
"
    .to_owned();
    for kind in ALL {
        let note = if kind.object == Object::Chat { " Takes base64 of `user_id:post_token:peer_id`." } else { "" };
        text += &format!("  /** {}{note} */\n", kind.purpose);
        let name = camel(&name(kind).to_lowercase());
        text += &match parameter(kind) {
            None => format!("  {name}: '{}' as Scope,\n", kind.name),
            Some((object, class)) => {
                let parameter = match kind.object.identifier() {
                    Some(name) if kind.object != Object::Chat => camel(name),
                    _ => object.to_owned(),
                };
                let class = class.replace("String", "string");
                let open = format!("  {name}: ({parameter}: {class}): Scope =>");
                let value = format!("`{}.${{text('{parameter}', {parameter})}}`,\n", kind.name);
                if open.len() + value.len() <= WIDTH + 1 {
                    format!("{open} {value}")
                } else {
                    format!("{open}\n    {value}")
                }
            }
        };
    }
    text + "  /** A scope from its full text, for new scopes of the platform that this version does not know. */
  raw: (name: string): Scope => `raw ${text('scopes', name)}`,
} as const
"
}

fn kotlin() -> String {
    let mut text = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.scopeRaw

/**
 * The scopes that an app can request from users. `scopes()` returns them as a table, and [requiredScopes] finds those that an
 * app needs (docs/platform.md#scopes).
 */
public object Scopes {
"
    .to_owned();
    for kind in ALL {
        text += &format!("    /** {} */\n", description(kind));
        text += &match parameter(kind) {
            None => format!("    public const val {}: Scope = \"{}\"\n\n", name(kind), kind.name),
            Some((parameter, class)) => {
                let name = camel(&name(kind).to_lowercase());
                let one =
                    format!("    public fun {name}({parameter}: {class}): Scope = \"{}.${parameter}\"\n\n", kind.name);
                let one = if one.len() <= 122 { one } else { one.replace(" = \"", " =\n        \"") };
                format!("    @JvmStatic\n{one}")
            }
        };
    }
    text + "    /** A scope from its full text, for new scopes of the platform that this version does not know. */\n    @JvmStatic\n    public fun of(text: String): Scope = translated { scopeRaw(text) }\n}\n"
}

fn swift() -> String {
    let mut text = "// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// The scopes that an app can request from users. `scopes()` returns them as a table, and `requiredScopes(calls:events:)`
/// finds those that an app needs (docs/platform.md#scopes).
public enum Scopes {
"
    .to_owned();
    for kind in ALL {
        text += &format!("    /// {}\n", description(kind));
        let name = camel(&name(kind).to_lowercase());
        text += &match parameter(kind) {
            None => format!("    public static var {name}: Scope {{ \"{}\" }}\n", kind.name),
            Some((parameter, class)) => {
                let open = format!("    public static func {name}(_ {parameter}: {class}) -> Scope {{");
                let value = format!("\"{}.\\({parameter})\"", kind.name);
                let one = format!("{open} {value} }}\n");
                if one.len() <= 121 { one } else { format!("{open}\n        {value}\n    }}\n") }
            }
        };
    }
    text + "    /// A scope from its full text, for new scopes of the platform that this version does not know.\n    public static func of(_ text: String) -> Scope { scopeRaw(text: text) }\n}\n"
}
