//! Old forms to the current ones, with a report of everything that is not the same any more
//! (docs/platform.md#versions, #legacy-widgets, #start-requests-v1).
//!
//! Pure functions over JSON: what is not renamed keeps its exact text, and what is current already comes back unchanged
//! with an empty report. The results are in the form of [`model`](crate::model). Here live the functions and the
//! report; the forms are in `addon`, `widget` and `chat`.
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

mod addon;
mod chat;
mod object;
mod widget;

use object::{Object, Report};

/// A migrated document.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Migrated {
    /// The document in its current form.
    pub value: Json,
    /// What is not the same any more, in the order it was found. Empty for a document that was current already.
    pub report: Vec<Change>,
    /// Name of the endpoint that takes it now, such as `addons.create_on_post`, if that is another one.
    pub endpoint: Option<String>,
}

/// One thing that is not the same any more.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Where it was in the old document, such as `widgets.widget_list[0].data.icon.icon_color`. For
    /// [`NeedsAttention`](ChangeKind::NeedsAttention) also where it is missing in the new one.
    pub path: String,
    /// What happened to it.
    pub kind: ChangeKind,
    /// What it is now, or why it is gone. Never a value from the document, except names and links in widgets.
    pub note: String,
}

/// What happened to a part of a document.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It has another name.
    Renamed,
    /// It stands in another place, such as in the path of the request.
    Moved,
    /// It exists no longer.
    Dropped,
    /// A person must look: something is missing, or is not understood.
    NeedsAttention,
}

impl Migrated {
    /// Names of the members that exist no longer, sorted, each once.
    pub fn dropped(&self) -> Vec<String> {
        let dropped = self.report.iter().filter(|change| change.kind == ChangeKind::Dropped);
        let mut names: Vec<_> =
            dropped.filter_map(|change| change.path.rsplit('.').next()).map(str::to_owned).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Whether a person must look.
    pub fn needs_attention(&self) -> bool {
        self.report.iter().any(|change| change.kind == ChangeKind::NeedsAttention)
    }

    /// Runs a migration. Without a change the document comes back as it was, down to its white space. `now` is the
    /// endpoint for what was old.
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
/// [`Error::InvalidInput`] for what is no such body, old or current, with the path.
pub fn addon(value: Json) -> Result<Migrated> {
    Migrated::of(value, addon::post, Some(endpoints::ADDONS_CREATE_ON_POST))
}

/// Migrates the body of an add-on on a user.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no such body, old or current, with the path.
pub fn user_addon(value: Json) -> Result<Migrated> {
    Migrated::of(value, addon::user, Some(endpoints::ADDONS_CREATE_FOR_USER))
}

/// Migrates the body of a verification to that of a semantic record.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no such body, old or current, with the path.
pub fn verification(value: Json) -> Result<Migrated> {
    Migrated::of(value, addon::verification, Some(endpoints::SEMANTICS_CREATE_FOR_USER))
}

/// Migrates a list of widgets: the old object with `widget_list`, or an array.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no list of widgets, old or current, with the path.
pub fn widgets(value: Json) -> Result<Migrated> {
    Migrated::of(value, widget::list, None)
}

/// Migrates the action of a widget.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no action, old or current.
pub fn action(value: Json) -> Result<Migrated> {
    Migrated::of(value, widget::action, None)
}

/// Migrates a message into a chat. The current form is sent to a conversation, whose id the old form did not have.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no message, old or current, with the path.
pub fn message(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::message, Some(endpoints::CONVERSATIONS_SEND))
}

/// Migrates the order to send the messages on a post to an address: now a subscription.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no such order, old or current, with the path.
pub fn listener(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::listener, Some(endpoints::EVENTS_SUBSCRIBE))
}

/// Migrates the body of a webhook request.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no such body, old or current, with the path.
pub fn webhook_body(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::webhook_body, None)
}

/// Migrates a start request from version 1 to version 2.
///
/// # Errors
/// [`Error::InvalidInput`] for what is no object.
pub fn start_request(value: Json) -> Result<Migrated> {
    Migrated::of(value, chat::start_request, None)
}

/// Finds out what a document is, and migrates it.
///
/// An add-on counts as one for a user if it has a member that only those have, such as `verification_cost` or
/// `categories`.
///
/// # Errors
/// [`Error::InvalidInput`] for what is none of the forms this module knows, or as the form's own function.
pub fn any(value: Json) -> Result<Migrated> {
    match form(&value) {
        Some(migrate) => migrate(value),
        None => Err(Error::invalid("json", "is none of the forms that can be migrated")),
    }
}

/// The function for the form of a document.
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
    } else if has(&["payload"]) || has(chat::EVENT_MEMBERS) {
        webhook_body
    } else if has(&["endpoint", "identification_key", "event_type"]) {
        listener
    } else if has(chat::MESSAGE_MEMBERS) {
        message
    } else if has(&["semantic", "verification_cost"]) {
        verification
    } else if has(&["callback_url", "supplier", "demand", "source", "extra_data", "completion_url", "user_side"]) {
        start_request
    } else {
        return None;
    })
}

#[cfg(test)]
mod tests;
