//! The source of a handler that is missing, for the log of an app, in its language.

use crate::webhook::KnownEvent;

/// The language of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// TypeScript and JavaScript.
    Node,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

/// The source of the handler with this name, which follows the text of a line. `kind` is the type of the event as sent.
pub(super) fn hint(handler: &str, kind: &str, language: Language) -> String {
    let event = KnownEvent::ALL.iter().copied().find(|event| event.name() == handler);
    let source = match language {
        Language::Node => format!("\n\nhooks.{}\n", node(handler, event)),
        Language::Python => format!("\n\n{}\n", python(handler, kind, event)),
        Language::Rust => format!(" hooks{}", rust(handler, event)),
    };
    format!(" To handle it:{source}")
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
