//! Runs the core's checks on what an app has sent, without the rules that only the SDK has.
//!
//! The core returns its first error, so single rules cannot be left out of a check. Instead the check gets a body in which the values
//! that such a rule could refuse are replaced by values that it accepts.

use open_platform::{Json, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use url::Url;

use super::refused;
use crate::dispatch::Call;
use crate::gaps::Gaps;
use crate::response::Refusal;

/// The largest documented limit of characters. The limits that only the SDK has are larger.
const LONGEST_DOCUMENTED: usize = 250;

impl Call<'_> {
    /// Runs one of the core's checks on a body, if the switch for limits is on.
    pub(super) fn check<T: Serialize + DeserializeOwned>(
        &self,
        body: &T,
        check: impl Fn(&T) -> Result<()>,
    ) -> std::result::Result<(), Refusal> {
        checked(&self.state.gaps, body, check).map_err(refused)
    }
}

/// Runs one of the core's checks on the body of a request or of a response of an app, if the switch for limits is on.
pub(crate) fn checked<T: Serialize + DeserializeOwned>(
    gaps: &Gaps,
    body: &T,
    check: impl Fn(&T) -> Result<()>,
) -> Result<()> {
    match check(body) {
        Err(error) if gaps.check_limits && gaps.check_assumed_limits => Err(error),
        Err(_) if gaps.check_limits => check(&documented(body)?),
        _ => Ok(()),
    }
}

/// The body without what only the SDK refuses.
fn documented<T: Serialize + DeserializeOwned>(body: &T) -> Result<T> {
    let mut value = serde_json::to_value(body).unwrap_or_default();
    replace(&mut value);
    if let Value::Object(members) = &mut value {
        // An old add-on is not empty. Other bodies ignore this member.
        members.entry("semantic").or_insert_with(accepted_semantic);
    }
    // Through text, because free JSON is kept as text.
    Json::from(value).to_input()
}

/// Semantic data that no rule refuses.
fn accepted_semantic() -> Value {
    json!({ "a": "b" })
}

fn replace(value: &mut Value) {
    match value {
        Value::String(text) => {
            // Lengths of texts that no document states.
            if let Some((end, _)) = text.char_indices().nth(LONGEST_DOCUMENTED) {
                text.truncate(end);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(replace),
        Value::Object(members) => {
            replace_members(members);
            members.values_mut().for_each(replace);
        }
        _ => {}
    }
}

/// Replaces the values of the members about which only the SDK has rules. Each arm names the rule.
fn replace_members(members: &mut Map<String, Value>) {
    for (name, value) in members.iter_mut() {
        match (name.as_str(), &mut *value) {
            // A link is an https address, and has at most 8,000 characters. The specification says that it is an address.
            ("open_direct_link" | "url" | "link", Value::String(link)) if Url::parse(link).is_ok() => {
                *link = "https://app.example/".to_owned();
            }
            // The app hashes a VIN and other identifiers before it sends them, and a record is not empty.
            ("semantic", Value::Object(_)) => *value = accepted_semantic(),
            // Control characters in the id of a resource are refused, also after the longest documented text.
            ("event_resource_id", Value::String(id)) => id.retain(char::is_control),
            // A slug of a category has lower-case Latin letters, digits, - and _.
            ("categories", Value::Array(slugs)) => slugs.clear(),
            // An icon has a name in capital letters.
            ("icon_name" | "icon", Value::String(icon)) if !icon.is_empty() => "ADD".clone_into(icon),
            // A token has the characters of a path, also in an action.
            ("post_token", Value::String(token)) if !token.is_empty() => "x".clone_into(token),
            // A button has a caption, and a text is not blank. No text at all stays none.
            ("caption", Value::String(text)) if text.trim().is_empty() => "x".clone_into(text),
            ("message" | "text_message", Value::String(text)) if !text.is_empty() && text.trim().is_empty() => {
                "x".clone_into(text);
            }
            // A row has a button. Its place stays, because the next rows keep their paths.
            ("buttons", Value::Array(buttons)) if buttons.is_empty() => {
                buttons.push(json!({ "caption": "x", "action": { "open_server_link": { "data": {} } } }));
            }
            _ => {}
        }
    }
    // A grid has a row.
    let is_empty = |grid: &Value| grid.get("rows").is_some_and(|rows| rows.as_array().is_some_and(Vec::is_empty));
    members.retain(|name, grid| {
        !matches!(name.as_str(), "sender_buttons" | "receiver_buttons" | "buttons") || !is_empty(grid)
    });
    // A range of a search is not empty, and has no negative end.
    if !members.is_empty() && members.keys().all(|name| matches!(name.as_str(), "min" | "max")) {
        members.clear();
    }
    // A place has both coordinates.
    if members.contains_key("latitude") != members.contains_key("longitude") {
        members.retain(|name, _| !matches!(name.as_str(), "latitude" | "longitude"));
    }
}
