//! Converts old formats into the current ones, with a report of all changes (docs/platform.md#versions, #legacy-widgets,
//! #start-requests-v1).
//!
//! These are pure functions over JSON. Members that are not renamed keep their exact text. A current document is returned
//! unchanged with an empty report. The results have the format of [`model`](crate::model). This module has the functions and
//! the report. The formats are in `addon`, `widget` and `chat`.
//!
//! ```
//! use open_platform::{Json, migrate};
//!
//! let old = r#"{"widget_list":[{"widget_type":"TITLE_ROW",
//!     "data":{"@type":"type.googleapis.com/widgets.TitleRowData","text":"Inspected"}}]}"#;
//! let migrated = migrate::widgets(Json::parse(old)?)?;
//! assert_eq!(migrated.value.as_str(), r#"[{"title_row":{"text":"Inspected"}}]"#);
//! # Ok::<(), open_platform::Error>(())
//! ```

use serde::Serialize;

use crate::api::endpoints;
use crate::endpoint::Endpoint;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::webhook::KnownEvent;

mod addon;
mod chat;
mod object;
mod widget;

use object::{Object, Report};

/// A migrated document.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Migrated {
    /// The document in the current format.
    pub value: Json,
    /// The changes, in the order in which they were found. Empty for a current document.
    pub report: Vec<Change>,
    /// The name of the endpoint that accepts it now, such as `addons.create_on_post`, if that is another one.
    pub endpoint: Option<String>,
}

/// One change.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The path in the old document, such as `widgets.widget_list[0].data.icon.icon_color`. For a value that a person must
    /// check it may also be a path that is missing in the new document.
    pub path: String,
    /// The kind of the change.
    pub kind: ChangeKind,
    /// The new form, or why it was dropped. Contains no values of the document, except names and links in widgets.
    pub note: String,
}

/// The kind of a change.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// The member has another name.
    Renamed,
    /// The value is in another place now, such as in the path of the request.
    Moved,
    /// The member no longer exists.
    Dropped,
    /// A person must check it: something is missing or not understood.
    NeedsAttention,
}

impl Migrated {
    /// The names of the members that no longer exist, sorted and without duplicates.
    pub fn dropped(&self) -> Vec<String> {
        let dropped = self.report.iter().filter(|change| change.kind == ChangeKind::Dropped);
        let mut names: Vec<_> =
            dropped.filter_map(|change| change.path.rsplit('.').next()).map(str::to_owned).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Whether a person must check the result.
    pub fn needs_attention(&self) -> bool {
        self.report.iter().any(|change| change.kind == ChangeKind::NeedsAttention)
    }

    /// Runs a migration. An unchanged document is returned with its exact text. `now` is the endpoint for a changed one.
    fn of(old: Json, migrate: impl FnOnce(&Json, &mut Report) -> Result<Json>, now: Option<&Endpoint>) -> Result<Self> {
        let mut report = Report::default();
        let new = migrate(&old, &mut report)?;
        if report.0.is_empty() {
            return Ok(Self { value: old, ..Self::default() });
        }
        Ok(Self { value: new, report: report.0, endpoint: now.map(|endpoint| endpoint.name.to_owned()) })
    }
}

/// Migrates the body of an add-on on a post.
///
/// # Errors
/// [`Error::InvalidInput`] with the path for a document that is not such a body, old or current.
pub fn addon(value: Json) -> Result<Migrated> {
    Migrated::of(value, addon::post, Some(endpoints::ADDONS_CREATE_ON_POST))
}

/// Migrates the body of an add-on on a user.
///
/// # Errors
/// [`Error::InvalidInput`] with the path for a document that is not such a body, old or current.
pub fn user_addon(value: Json) -> Result<Migrated> {
    Migrated::of(value, addon::user, Some(endpoints::ADDONS_CREATE_FOR_USER))
}

/// Migrates the body of a verification to that of a semantic record.
///
/// # Errors
/// [`Error::InvalidInput`] with the path for a document that is not such a body, old or current.
pub fn verification(value: Json) -> Result<Migrated> {
    Migrated::of(value, addon::verification, Some(endpoints::SEMANTICS_CREATE_FOR_USER))
}

/// Migrates a list of widgets: the old object with `widget_list`, or an array.
///
/// # Errors
/// [`Error::InvalidInput`] with the path for a document that is not a list of widgets, old or current.
pub fn widgets(value: Json) -> Result<Migrated> {
    Migrated::of(value, widget::list, None)
}

/// Migrates the action of a widget.
///
/// # Errors
/// [`Error::InvalidInput`] for a document that is not an action, old or current.
pub fn action(value: Json) -> Result<Migrated> {
    Migrated::of(value, widget::action, None)
}

/// Migrates a chat message. The current format is sent to a conversation, whose id the old format did not contain.
///
/// # Errors
/// [`Error::InvalidInput`] with the path for a document that is not a message, old or current.
pub fn message(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::message, Some(endpoints::CONVERSATIONS_SEND))
}

/// Migrates the request to forward the messages of a post to an address. It is a subscription now.
///
/// # Errors
/// [`Error::InvalidInput`] with the path for a document that is not such a request, old or current.
pub fn listener(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::listener, Some(endpoints::EVENTS_SUBSCRIBE))
}

/// Migrates the body of a webhook request.
///
/// # Errors
/// [`Error::InvalidInput`] with the path for a document that is not such a body, old or current.
pub fn webhook_body(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::webhook_body, None)
}

/// Migrates a start request from version 1 to version 2.
///
/// # Errors
/// [`Error::InvalidInput`] for a document that is not an object.
pub fn start_request(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::start_request, None)
}

/// Detects the format of a document, and migrates it.
///
/// An add-on is treated as one for a user if it has a member that only those have, such as `verification_cost` or
/// `categories`.
///
/// # Errors
/// [`Error::InvalidInput`] for an unknown format, and the errors of the function for the format.
pub fn any(value: Json) -> Result<Migrated> {
    match form(&value) {
        Some(migrate) => migrate(value),
        None => Err(Error::invalid("json", "is in no format that can be migrated")),
    }
}

/// Passes the functions of `migrate` to a macro, each as `name = "format": function`.
#[doc(hidden)]
#[macro_export]
macro_rules! each_migration {
    ($receive:ident) => {
        $receive! {
            migrate_action = "action": action,
            migrate_addon = "addon": addon,
            migrate_any = "any": any,
            migrate_listener = "listener": listener,
            migrate_message = "message": message,
            migrate_start_request = "start_request": start_request,
            migrate_user_addon = "user_addon": user_addon,
            migrate_verification = "verification": verification,
            migrate_webhook_body = "webhook_body": webhook_body,
            migrate_widgets = "widgets": widgets,
        }
    };
}

macro_rules! by_name {
    ($($name:ident = $form:literal: $function:ident),+ $(,)?) => {
        /// Migrates a document by the function of this module with the name `form`, such as `addon` or `any`.
        ///
        /// # Errors
        /// Those of the function. [`Error::InvalidInput`] for `form` if there is none.
        pub fn by_name(form: &str, document: Json) -> Result<Migrated> {
            match form {
                $($form => $function(document),)+
                _ => Err(Error::invalid("form", "is not the name of a format")),
            }
        }
    };
}
each_migration!(by_name);

/// The function for the format of a document.
fn form(value: &Json) -> Option<fn(Json) -> Result<Migrated>> {
    if value.as_str().starts_with('[') {
        return Some(widgets);
    }
    let document = Object::read(value, "").ok()?;
    let has = |names: &[&str]| names.iter().any(|name| document.has(name));
    let typed = document.text("type").unwrap_or_default();
    Some(if has(&["widgets"]) {
        let of_user = ["phone", "management_permalink", "verification_cost", "categories", "ticket_uuid", "cost"];
        if has(&of_user) { user_addon } else { addon }
    } else if has(&["widget_list", "widgetList", "widget_type", "widgetType"]) {
        widgets
    } else if has(&["payload"]) && typed != "CHAT_MESSAGE" || has(chat::ACTIONS) {
        action
    } else if has(&["payload"]) || KnownEvent::ALL.iter().any(|event| has(event.members())) {
        webhook_body
    } else if has(&["endpoint", "identification_key", "event_type"]) {
        listener
    } else if has(chat::MESSAGE_MEMBERS) {
        message
    } else if has(&["semantic", "verification_cost"]) {
        verification
    } else if has(&["callback_url", "return_url", "supplier", "demand", "user_side", "completion_url"])
        || has(&["source", "extra_data"])
    {
        start_request
    } else {
        return None;
    })
}

#[cfg(test)]
mod tests;
