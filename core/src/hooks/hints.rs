//! The source of a handler that is missing, for the log of an app, in its language.

use crate::naming::camel_case;
use crate::webhook::KnownEvent;

/// The language of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Kotlin.
    Kotlin,
    /// TypeScript and JavaScript.
    Node,
    /// Python.
    Python,
    /// Rust.
    Rust,
    /// Swift.
    Swift,
}

/// The source of the handler with this name, which follows the text of a line. `kind` is the type of the event as sent.
pub(super) fn hint(handler: &str, kind: &str, language: Language) -> String {
    let event = KnownEvent::ALL.iter().copied().find(|event| event.name() == handler);
    let source = match language {
        Language::Kotlin => format!("\n\nhooks.{}\n", kotlin(handler, event)),
        Language::Node => format!("\n\nhooks.{}\n", node(handler, event)),
        Language::Python => format!("\n\n{}\n", python(handler, kind, event)),
        Language::Rust => format!(" hooks{}", rust(handler, event)),
        Language::Swift => format!("\n\ntry hooks.{}\n", swift(handler, event)),
    };
    format!(" To handle it:{source}")
}

fn kotlin(handler: &str, event: Option<KnownEvent>) -> String {
    let (call, shown) = match (handler, event) {
        (_, Some(event)) => (format!("on<Event.{event:?}>"), event.content()),
        ("dynamic_action", _) => {
            return "onDynamicAction { request -> DynamicActionReply(textMessage = \"Done\") }".to_owned();
        }
        ("start", _) => {
            return "onStart { request -> \"https://app.example/start?from=${request.source}\" }".to_owned();
        }
        ("malformed", _) => ("onMalformed".to_owned(), "kind + event.reason"),
        _ => ("onUnknown".to_owned(), "kind + event.body"),
    };
    format!("{call} {{ event ->\n    println(event.{shown})\n}}")
}

fn node(handler: &str, event: Option<KnownEvent>) -> String {
    match (handler, event) {
        (_, Some(event)) => {
            let content = event.content();
            format!("on('{handler}', async (event, context) => {{\n  console.log(event.{content})\n}})")
        }
        ("dynamic_action", _) => "onDynamicAction(async (request) => 'Done')".to_owned(),
        ("malformed", _) => "onMalformed(async (event) => {\n  console.log(event.kind, event.reason)\n})".to_owned(),
        ("start", _) => "onStart(async (request) => `https://app.example/start?from=${request.source}`)".to_owned(),
        _ => "onUnknown(async (event) => {\n  console.log(event.kind, event.body)\n})".to_owned(),
    }
}

fn python(handler: &str, kind: &str, event: Option<KnownEvent>) -> String {
    let (decorator, function) = match (handler, event) {
        (_, Some(event)) => {
            let (content, class) = (event.content(), event.content_type());
            (format!("on(\"{handler}\")"), format!("on_{handler}({content}: {class}) -> None:\n    ..."))
        }
        ("dynamic_action", _) => {
            let body = "return DynamicActionReply(text_message=\"…\")";
            (
                "on_dynamic_action".to_owned(),
                format!("act(request: DynamicActionRequest) -> DynamicActionReply:\n    {body}"),
            )
        }
        ("malformed", _) => {
            ("on_malformed".to_owned(), "on_malformed(event: Event.Malformed) -> None:\n    ...".to_owned())
        }
        ("start", _) => {
            ("on_start".to_owned(), "start(request: StartRequest) -> str:\n    return \"https://…\"".to_owned())
        }
        _ => {
            // The sender of the event chose it, so it may contain what would end the text.
            let kind = kind.replace(|letter: char| !letter.is_alphanumeric() && !"_-.".contains(letter), "?");
            let body = format!("if event.kind == '{kind}': ...");
            ("on_unknown".to_owned(), format!("on_unknown(event: Event.Unknown) -> None:\n    {body}"))
        }
    };
    format!("@hooks.{decorator}\ndef {function}")
}

fn rust(handler: &str, event: Option<KnownEvent>) -> String {
    let class = match (handler, event) {
        ("dynamic_action", _) => {
            return ".on_dynamic_action(async |request, context| Ok(DynamicActionReply::text(\"…\")))".to_owned();
        }
        ("start", _) => {
            return ".on_start(async |request, context| Ok(StartReply::new(\"https://…\")))".to_owned();
        }
        ("malformed", _) => "MalformedEvent",
        (_, Some(event)) => event.handler_type(),
        (_, None) => "UnknownEvent",
    };
    format!(".on(async |payload: {class}, context| Ok(()))")
}

fn swift(handler: &str, event: Option<KnownEvent>) -> String {
    let (call, parameter, body) = match (handler, event) {
        (name, Some(event)) => {
            let content = event.content();
            (format!("on(.{})", camel_case(name)), content, format!("print({content})"))
        }
        ("dynamic_action", _) => ("onDynamicAction".to_owned(), "request", "\"Done\"".to_owned()),
        ("malformed", _) => ("onMalformed".to_owned(), "event", "print(event.kind, event.reason)".to_owned()),
        ("start", _) => ("onStart".to_owned(), "request", "\"https://app.example/start\"".to_owned()),
        _ => ("onUnknown".to_owned(), "event", "print(event.kind, event.body)".to_owned()),
    };
    format!("{call} {{ {parameter}, context in\n    {body}\n}}")
}
