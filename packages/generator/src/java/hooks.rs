//! The methods with which Java sets the handlers of events: two for each type of events in the core's table.

use open_platform::webhook::KnownEvent;

use super::{FOLDER, function};
use crate::File;
use crate::docs::block_comment;
use crate::names::{camel, capitalized, uncapitalized};
use crate::settings::between;

pub(super) fn file() -> File {
    let path = format!("{FOLDER}/HooksAsync.kt");
    let known = KnownEvent::ALL.iter().map(|event| {
        let context = match event.handler_type() {
            "ChatMessage" => "MessageContextAsync",
            "ChatbotMessage" => "ChatbotContextAsync",
            _ => "HookContextAsync",
        };
        let class = capitalized(&camel(event.name()));
        (class, context, uncapitalized(event.summary().trim_end_matches('.')))
    });
    let others = [
        ("Unknown", "an event of a type that this version does not know. By default each type is logged once"),
        ("Malformed", "an authentic event that cannot be parsed. By default each type is logged once"),
    ];
    let others = others.map(|(class, about)| (class.to_owned(), "HookContextAsync", about.to_owned()));
    let methods: Vec<_> = known.chain(others).map(|(class, context, about)| method(&class, context, &about)).collect();
    let start = "    // The handlers of events are made by open-platform-generator.\n\n";
    File::new(&path, between(&path, start, "\n    // End of the handlers of events.\n", &methods.join("\n")))
}

fn method(class: &str, context: &str, about: &str) -> String {
    let of = match context {
        "HookContextAsync" => format!("HookContextAsync<Event.{class}>"),
        other => other.to_owned(),
    };
    let comment = |text: String| block_comment("    ", &[text], &[]);
    let head = format!("Sets the handler for [Event.{class}]");
    let [blocking, ended] = [
        comment(format!("{head}: {about}. It may block.")),
        comment(format!(
            "{head}, which must not block: the event has been handled when the stage that it returns has ended."
        )),
    ];
    let setter = |name: String, interface: &str, by: &str| {
        let body = format!("{by}(Event.{class}::class, handler) {{ {context}(it, this) }}");
        function(&name, &[format!("handler: {interface}<Event.{class}, {of}>")], "HooksAsync", &body)
    };
    [
        blocking + &setter(format!("on{class}"), "EventHandler", "blocking"),
        ended + &setter(format!("on{class}Async"), "AsyncEventHandler", "ended"),
    ]
    .join("\n")
}
