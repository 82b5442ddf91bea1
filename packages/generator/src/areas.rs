//! The handles grouped by area, and the properties of calls that all languages need.

use open_platform::api::HANDLES;
use open_platform::endpoint::{AppUse, Host, RetryClass, ScopeRule};
use open_platform::methods::{CallDescription, HandleDescription, ParameterDescription};
use open_platform::scope::{Object, ScopeKind};

use crate::docs::{self, Style};

/// The handles of one area, such as `addons`: a file in each package.
pub(crate) struct Area {
    pub(crate) name: &'static str,
    pub(crate) handles: Vec<&'static HandleDescription>,
}

/// All areas. In each area the handles that need no user come first.
pub(crate) fn areas() -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    for handle in HANDLES {
        let name = handle.path[0];
        match areas.iter_mut().find(|area| area.name == name) {
            Some(area) => area.handles.push(handle),
            None => areas.push(Area { name, handles: vec![handle] }),
        }
    }
    for area in &mut areas {
        area.handles.sort_by_key(|handle| handle.is_user);
    }
    areas
}

impl Area {
    /// Whether its handles are reached through another: `user.legacy.addons`.
    pub(crate) fn is_nested(&self) -> bool {
        self.handles.iter().any(|handle| handle.path.len() > 1)
    }

    /// The nested handles that need a user, or those that need none.
    pub(crate) fn nested(&self, is_user: bool) -> Vec<&'static HandleDescription> {
        self.handles.iter().copied().filter(|handle| handle.is_user == is_user).collect()
    }
}

/// The name under which a binding exports the call: `addons_create_on_post`.
pub(crate) fn exported(handle: &HandleDescription, call: &CallDescription) -> String {
    format!("{}_{}", handle.path.join("_"), call.method)
}

/// Whether an app on a phone may make the call.
pub(crate) fn is_for_phones(call: &CallDescription) -> bool {
    call.endpoint.app_use() != AppUse::Never || call.endpoint.host == Host::Upload
}

/// The names of errors, as they are in Rust.
pub(crate) const ERRORS: &[&str] = &[
    "AmbiguousOutcome",
    "Decode",
    "InvalidInput",
    "MissingScope",
    "NotFound",
    "PreconditionFailed",
    "RateLimited",
    "Unauthorized",
];

/// The description of a parameter, one sentence.
pub(crate) fn parameter(parameter: &ParameterDescription) -> &'static str {
    match (parameter.name, parameter.kind) {
        (_, "PostToken") => "The token of the post.",
        (_, "ConversationId") => "The id of the conversation.",
        (_, "UserId") => "The id of the user, which is different for every app.",
        (_, "BusinessToken") => "The token of the business.",
        (_, "RecordId") => {
            "The id that the creation of the add-on returned, or that the app chose for the transaction."
        }
        ("id", "String") => "The `id` of the item.",
        ("reason", "String") => "The reason, as for `nack`.",
        (_, "GrantKey") => "The key of the grant, from the login.",
        (_, "Phone") => "A mobile number, in any usual notation.",
        (_, "Subscription") => "The type of the events and the object that they are about.",
        (_, "PostSearch") => "The filters.",
        ("video", "Upload") => "The video. The name of a file is not sent.",
        ("voice", "Upload") => "The voice recording. The name of a file is not sent.",
        ("file", "Upload") => "The document. The name of a file is not sent.",
        ("name", "String") => "The name of the document as the recipient sees it, such as `contract.pdf`.",
        (_, "Upload") => "The image. The name of a file is not sent.",
        (_, "Message" | "BotMessage" | "LegacyMessage") => "The message to send.",
        ("category", _) => "The slug of the category, such as `mobile-phones`.",
        ("city", _) => "The slug of the city, such as `tehran`.",
        ("endpoint", _) => "The address that the platform sends the messages to.",
        ("identification_key", _) => "The value that the platform sends in the header `Authorization` to that address.",
        (_, "PostPayment" | "Promotion") => "The payment, with the id that the app chose for it.",
        (_, "PaymentReport") => "What the user paid to the app.",
        (_, "CustomButton") => "The button.",
        (_, "TicketCheck") => "The ticket, the price of the service, and the user.",
        (_, "PostEdit" | "LegacyPostEdit") => "What is changed.",
        (_, "PostSubmission") => "The post.",
        (_, "TransactionQuery") => "Which page of the transactions: by default the newest.",
        (_, kind) if kind.ends_with("PostAddon") => "The add-on. It replaces what the app has shown there so far.",
        (_, kind) if kind.ends_with("Addon") => "The add-on.",
        (_, kind) if kind.ends_with("Record") || kind.ends_with("Verification") => {
            "The facts, under machine-readable names."
        }
        _ => "The argument of the call.",
    }
}

/// The scopes and the API key permission that a call needs, and their source in the documentation, in Markdown.
pub(crate) fn requirements(call: &CallDescription) -> String {
    let row = call.endpoint;
    let mut text = Vec::new();
    let list = |last: &str| {
        let names: Vec<_> = row.scopes.iter().map(|scope| scope_text(scope)).collect();
        match names.split_last() {
            Some((name, others @ [_, ..])) => format!("{}{last}{name}", others.join(", ")),
            _ => names.concat(),
        }
    };
    match row.scope_rule {
        ScopeRule::OneOf => text.push(format!("Scope {}.", list(", or "))),
        ScopeRule::Each => text.push(format!("Scopes {}, each for its member of the response.", list(" and "))),
        // The documentation of the call names the scopes of events.
        ScopeRule::None | ScopeRule::OfEvent => {}
    }
    if let Some(permission) = row.permission {
        text.push(format!("Key permission `{permission}`."));
    }
    if row.lifecycle == open_platform::endpoint::Lifecycle::Newer {
        text.push("Newer than the specification.".to_owned());
    }
    text.push(format!("Source: `docs/platform.md#{}`.", row.source));
    text.join(" ")
}

/// The name of a scope, and the identifier that follows it.
fn scope_text(scope: &ScopeKind) -> String {
    let object = match scope.object {
        Object::Post => " with the post token",
        Object::Conversation => " with the conversation id",
        Object::Business => " with the business token",
        Object::Chat => " with its identifier",
        _ => "",
    };
    format!("`{}`{object}", scope.name)
}

/// The documentation of a class whose members are handles.
pub(crate) fn nested_documentation(is_user: bool, style: &Style) -> String {
    let calls = if is_user { "for a user" } else { "with only the API key" };
    let text = format!(
        "Deprecated calls {calls}, which the platform keeps for existing apps. [`migrate::any`](crate::migrate::any) converts their \
         bodies."
    );
    docs::line(&text, style)
}

/// The documentation of the option `repeat` of add-ons on posts.
pub(crate) const REPEAT: &str = "Whether the request may be retried if it is unknown whether the platform executed it. A retry that arrives late overwrites what another call has written in the meantime.";

/// The documentation of the error of a write whose outcome is unknown.
pub(crate) fn ambiguous(call: &CallDescription) -> &'static str {
    match call.endpoint.retry {
        RetryClass::WithId => {
            "if the write may or may not have been executed. Call it again with the same id: it is executed once at most."
        }
        _ => "if the write may or may not have been executed. It was not retried.",
    }
}

/// Whether the call changes something on the platform.
pub(crate) fn is_write(call: &CallDescription) -> bool {
    call.endpoint.is_write()
}

/// The description of the time limit of a call, for Kotlin and Swift.
pub(crate) const TIMEOUT: &str = "The time limit of the call, instead of the one in the settings.";

/// The description of the function that takes the progress of an upload, for Kotlin and Swift.
pub(crate) const ON_PROGRESS: &str = "Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at 0 if the file is sent once more. It runs on a thread of the client and must not block.";
