//! The lines for the log of an app, with the source of a handler that is missing, in the language of the app.

use super::exchange::{Log, Missing};
use crate::model::event::KnownEvent;

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

impl Log {
    /// The whole line: the text, and the source of the handler that is missing.
    pub fn line(&self, language: Language) -> String {
        match &self.missing {
            Some(missing) => format!("{} To handle it:{}", self.text, source(missing, language)),
            None => self.text.clone(),
        }
    }
}

fn source(missing: &Missing, language: Language) -> String {
    let event = KnownEvent::ALL.iter().copied().find(|event| event.name() == missing.handler);
    match language {
        Language::Node => format!("\n\nhooks.{}\n", node(missing, event)),
        Language::Python => format!("\n\n{}\n", python(missing, event)),
        Language::Rust => format!(" hooks{}", rust(missing, event)),
    }
}

fn node(missing: &Missing, event: Option<KnownEvent>) -> String {
    let handler = missing.handler;
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

fn python(missing: &Missing, event: Option<KnownEvent>) -> String {
    let handler = missing.handler;
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
            let kind = missing.kind.replace(|letter: char| !letter.is_alphanumeric() && !"_-.".contains(letter), "?");
            let body = format!("if event.kind == '{kind}': ...");
            ("on_unknown".to_owned(), format!("on_unknown(event: Event.Unknown) -> None:\n    {body}"))
        }
    };
    format!("@hooks.{decorator}\ndef {function}")
}

fn rust(missing: &Missing, event: Option<KnownEvent>) -> String {
    let class = match (missing.handler, event) {
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
