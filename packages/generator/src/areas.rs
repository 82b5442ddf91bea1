//! The handles by area, and what all languages ask of a call.

use open_platform::api::{CallDescription, HANDLES, HandleDescription, ParameterDescription};
use open_platform::endpoint::{AppUse, Host};
use open_platform::scope::{Object, ScopeKind};

/// The handles of one area, such as `addons`: a file in each package.
pub(crate) struct Area {
    pub(crate) name: &'static str,
    pub(crate) handles: Vec<&'static HandleDescription>,
}

/// The areas, those of calls without a user first in each.
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

    /// For an area with handles in it: the handles for a user, or those without.
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
    "InvalidInput",
    "MissingScope",
    "NotFound",
    "PreconditionFailed",
    "RateLimited",
    "Unauthorized",
];

/// What a parameter is, in a sentence.
pub(crate) fn parameter(parameter: &ParameterDescription) -> &'static str {
    match (parameter.name, parameter.kind) {
        (_, "PostToken") => "The token of the post.",
        (_, "ConversationId") => "The id of the conversation.",
        (_, "UserId") => "The id of the user, which is different for every app.",
        (_, "BusinessToken") => "The token of the business.",
        (_, "RecordId") => "What the creation of the add-on returned.",
        (_, "Phone") => "A mobile number, in any of the ways people write it.",
        (_, "Subscription") => "Which events, and of what.",
        (_, "Upload") => "The image. The name of a file is never sent.",
        (_, "Message" | "BotMessage" | "LegacyMessage") => "What is sent.",
        ("endpoint", _) => "Where the platform sends the messages.",
        ("identification_key", _) => "What the platform puts into `Authorization` there.",
        (_, kind) if kind.ends_with("Addon") => "What it shows, in place of what it has shown so far.",
        (_, kind) if kind.ends_with("Record") || kind.ends_with("Verification") => {
            "What is known, in names that machines understand."
        }
        _ => "What the call takes.",
    }
}

/// The scopes and the key permission that a call needs, and where that is described, in Markdown.
pub(crate) fn requirements(call: &CallDescription) -> String {
    let row = call.endpoint;
    let mut text = Vec::new();
    if let [scopes @ .., last] = row.scopes {
        let mut names = scopes.iter().map(|scope| tied(scope)).collect::<Vec<_>>().join(", ");
        if !names.is_empty() {
            names += ", or ";
        }
        text.push(format!("Scope {names}{}.", tied(last)));
    }
    if let Some(permission) = row.permission {
        text.push(format!("Key permission `{permission}`."));
    }
    if row.standing == open_platform::endpoint::Standing::Newer {
        text.push("Newer than the specification.".to_owned());
    }
    text.push(format!("Source: `docs/platform.md#{}`.", row.source));
    text.join(" ")
}

/// A scope, and what it is tied to.
fn tied(scope: &ScopeKind) -> String {
    let object = match scope.object {
        Object::Post => " with the post token",
        Object::Conversation => " with the conversation id",
        Object::Business => " with the business token",
        Object::Chat => " with its identifier",
        _ => "",
    };
    format!("`{}`{object}", scope.name)
}

/// What may be written over the handles that lead to others.
pub(crate) fn nested_documentation(is_user: bool) -> &'static str {
    if is_user {
        "Calls that the platform keeps for old apps, for a user. `migrate` converts their bodies."
    } else {
        "Calls that the platform keeps for old apps and that need only the API key. `migrate` converts their bodies."
    }
}

/// What to say about the option of add-ons on posts.
pub(crate) const REPEAT: &str = "Whether it may be sent again after an unclear outcome. A repetition that arrives late takes back what another call has written meanwhile.";

/// How a call that changes something fails without an answer.
pub(crate) fn is_write(call: &CallDescription) -> bool {
    call.endpoint.is_write()
}
