//! Generates what the hooks of four languages know of each event, from the table in `core/src/webhook/known_events.rs`.

use open_platform::webhook::KnownEvent;

use crate::File;
use crate::names::{camel, capitalized};
use crate::settings::replace;

pub(crate) fn files() -> Vec<File> {
    vec![
        File::new("packages/python/src/open_platform/_events.py", python()),
        File::new(HOOKS, python_overloads()),
        File::new("packages/node/src/events.ts", node()),
        File::new("packages/kotlin/core/src/server/kotlin/io/github/openplatformsdk/EventKind.kt", kotlin()),
        File::new("packages/swift/Sources/OpenPlatform/Server/Web/EventTypes.swift", swift()),
    ]
}

const HOOKS: &str = "packages/python/src/open_platform/hooks.py";

/// `NewMessage`: the name of the variant of `Event`.
fn variant(event: KnownEvent) -> String {
    capitalized(&camel(event.name()))
}

/// A line for each event.
fn lines(line: impl Fn(KnownEvent) -> String) -> String {
    KnownEvent::ALL.iter().map(|event| line(*event)).collect()
}

fn python() -> String {
    let entries = lines(|event| {
        let (name, class, content) = (event.name(), variant(event), event.content());
        format!("    \"{name}\": (Event.{class}, \"{content}\", \"{}\"),\n", event.content_type())
    });
    format!(
        r#""""The types of events. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from ._open_platform import Event

#: For each type of events: its class, the member with the content, and the class of the content.
EVENTS: dict[str, tuple[type, str, str]] = {{
{entries}}}
"#
    )
}

/// The overloads of `on`: one for each type of content.
fn python_overloads() -> String {
    let mut contents: Vec<(&str, Vec<String>)> = Vec::new();
    for event in KnownEvent::ALL {
        let name = format!("\"{}\"", event.name());
        match contents.iter_mut().find(|(content, _)| *content == event.content_type()) {
            Some((_, names)) => names.push(name),
            None => contents.push((event.content_type(), vec![name])),
        }
    }
    let overload = |(content, names): &(&str, Vec<String>)| {
        let start = format!("    @overload\n    def on(self, event: Literal[{}]", names.join(", "));
        format!("{start}) -> _Register[{content}]: ...\n")
    };
    let overloads: String = contents.iter().map(overload).collect();
    let start = "    # The overloads are made by open-platform-generator.\n";
    replace(&crate::read(HOOKS), HOOKS, start, "    def on(self, event: str) -> Any:\n", &overloads)
}

fn node() -> String {
    let entries = lines(|event| format!("  {}: '{}',\n", event.name(), event.content()));
    format!(
        r"/** The types of events. Made from the core by `open-platform-generator`: do not edit. */
import type {{ EventType }} from './context.js'

/** The types of events, with the member that has their content. */
export const EVENTS: Record<EventType, string> = {{
{entries}}}
"
    )
}

fn kotlin() -> String {
    let entries = lines(|event| {
        let (name, class) = (event.name(), variant(event));
        format!("    {}(Event.{class}::class, \"{name}\"),\n", event.kind())
    });
    format!(
        r#"// Made from the core by `open-platform-generator`: do not edit.
package io.github.openplatformsdk

import kotlin.reflect.KClass

/** A type of events, with the name of its handler. */
internal enum class EventKind(val type: KClass<out Event>, val handler: String) {{
{entries}    UNKNOWN(Event.Unknown::class, "unknown"),
    MALFORMED(Event.Malformed::class, "malformed"),
    ;

    companion object {{
        private val byType = entries.associateBy {{ it.type }}

        fun of(type: KClass<out Event>): EventKind = byType.getValue(type)
    }}
}}
"#
    )
}

fn swift() -> String {
    let types = lines(|event| {
        let (case, content) = (camel(event.name()), event.content());
        let context = match event.handler_type() {
            "ChatMessage" => "MessageContext",
            "ChatbotMessage" => "BotMessageContext",
            _ => "HookContext",
        };
        let made = match context {
            "HookContext" => "context".to_owned(),
            of_message => format!("{of_message}(whole: context, conversation: {content}.conversation.id)"),
        };
        format!(
            r#"
extension EventType where Payload == {payload}, Context == {context} {{
    /// {summary}
    public static var {case}: Self {{
        Self(name: "{name}") {{ context in
            guard case .{case}(let {content}) = context.event else {{ return nil }}
            return ({content}, {made})
        }}
    }}
}}
"#,
            payload = event.content_type(),
            summary = event.summary(),
            name = event.name(),
        )
    });
    let names = lines(|event| format!("        case .{}: \"{}\"\n", camel(event.name()), event.name()));
    format!(
        r#"// Made from the core by `open-platform-generator`: do not edit.
{types}
extension Event {{
    /// The name of its type, as in `tests/vectors` and the other packages.
    var name: String {{
        switch self {{
{names}        case .unknown: "unknown"
        case .malformed: "malformed"
        }}
    }}
}}
"#
    )
}
