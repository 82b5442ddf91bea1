//! Chat: messages, listeners, webhook bodies and start requests.

use serde_json::{Value, json};

use super::object::{Object, Report, list, one};
use crate::error::{Error, Result};
use crate::json::Json;
use crate::model::action::check_link;

/// Keys of the current actions.
pub(super) const ACTIONS: &[&str] =
    &["open_direct_link", "open_server_link", "get_dynamic_action", "open_post_page", "open_post_manage_page"];

/// Members that identify a message, old or current.
pub(super) const MESSAGE_MEMBERS: &[&str] =
    &["message", "media_token", "sender_btn", "receiver_btn", "sender_buttons", "receiver_buttons"];

/// Migrates a message.
pub(super) fn message(value: &Json, report: &mut Report) -> Result<Json> {
    let mut message = Object::read(value, "")?;
    if !MESSAGE_MEMBERS.iter().any(|name| message.has(name)) {
        return Err(Error::invalid("message", "is missing: a message needs a text"));
    }
    for (old, new) in [("sender_btn", "sender_buttons"), ("receiver_btn", "receiver_buttons")] {
        let Some(single) = message.take(old) else { continue };
        if message.has(new) {
            report.attention(old, format!("left out, because {new} is present too"));
            continue;
        }
        report.renamed(old, format!("now the only button in {new}"));
        let button = button(Object::read(&single, old)?, report)?;
        message.put(new, one("rows", list(&[one("buttons", list(&[button]))])));
    }
    let chat = "the path of the request names the conversation";
    for name in ["user_id", "post_token", "peer_id"] {
        message.drop(name, chat, report);
    }
    if !report.0.is_empty() {
        report.attention(
            "conversation_id",
            "is required in the path of the request, and the old form does not contain it",
        );
    }
    Ok(message.into_json())
}

/// Converts an old button into a current one.
fn button(mut old: Object, report: &mut Report) -> Result<Json> {
    let kind = old.text("action").unwrap_or_default();
    let Some(data) = old.take("data") else {
        return Err(Error::invalid(old.path("data"), "is missing: an old button has data"));
    };
    let mut data = Object::read(&data, old.path("data"))?;
    let link = ["direct_link", "link", "url"].into_iter().find(|name| data.text(name).is_some());
    let action = match link {
        Some(name) => {
            let url = data.text(name).unwrap_or_default();
            report.renamed(data.path(name), "now action.open_direct_link");
            if let Err(Error::InvalidInput { reason, .. }) = check_link(&url) {
                report.attention(data.path(name), format!("the address {reason}"));
            }
            data.take(name);
            data.drop("extra_data", "a button that opens an address has no data", report);
            one("open_direct_link", Json::from(Value::from(url)))
        }
        None => {
            if kind != "LINK" {
                report.attention(old.path("action"), "not the documented LINK: treated like it");
            }
            let extra_data = data.move_out("extra_data", "now action.open_server_link.data", report);
            one("open_server_link", one("data", extra_data.unwrap_or_else(|| Json::from(json!({})))))
        }
    };
    let mut button = Object::default();
    button.put("action", action);
    for name in data.names() {
        if let Some(value) = data.take(&name) {
            if !matches!(name.as_str(), "icon_name" | "caption") {
                report.attention(data.path(&name), "kept, but no documented member of a button");
            }
            button.put(&name, value);
        }
    }
    Ok(button.into_json())
}

/// Migrates a listener to a subscription.
pub(super) fn listener(value: &Json, report: &mut Report) -> Result<Json> {
    let mut body = Object::read(value, "")?;
    if body.has("event_type") {
        return Ok(value.clone());
    }
    let post =
        body.take("post_token").ok_or_else(|| Error::invalid("post_token", "is missing: a listener needs a post"))?;
    report.renamed("post_token", "now event_resource_id");
    body.drop("endpoint", "events go to the one address that is set in the console", report);
    body.drop("identification_key", "the key is set in the console", report);
    body.put("event_type", Json::from(json!("NEW_MESSAGE_ON_POST")));
    body.put("event_resource_id", post);
    Ok(body.into_json())
}

/// Migrates the body of a webhook request. Only `CHAT_MESSAGE` is old.
pub(super) fn webhook_body(value: &Json, report: &mut Report) -> Result<Json> {
    let mut body = Object::read(value, "")?;
    let Some(kind) = body.text("type") else { return Err(Error::invalid("type", "must name the event")) };
    if kind != "CHAT_MESSAGE" {
        return Ok(value.clone());
    }
    let payload =
        body.take("payload").ok_or_else(|| Error::invalid("payload", "is missing: an old event has a payload"))?;
    let payload = Object::read(&payload, "payload")?;
    body.put("type", Json::from(json!("NEW_MESSAGE")));
    report.renamed("type", "CHAT_MESSAGE is now NEW_MESSAGE");
    report.renamed("payload", "now new_message");
    let timestamp = body.take("timestamp");
    let message = new_message(payload, timestamp, report)?;
    body.put("new_message", message);
    Ok(body.into_json())
}

fn new_message(mut old: Object, timestamp: Option<Json>, report: &mut Report) -> Result<Json> {
    let gone = "the current event does not have it";
    let mut member = |name: &str| -> Result<Object> {
        let path = old.path(name);
        old.take(name).map_or_else(|| Ok(Object::default()), |value| Object::read(&value, path))
    };
    let (mut data, mut sender, mut metadata) = (member("data")?, member("sender")?, member("metadata")?);
    old.drop("receiver", gone, report);

    let mut conversation = Object::default();
    conversation.put("type", Json::from(json!("POST")));
    if let Some(post) = metadata.move_out("post_token", "now new_message.conversation.post_token", report) {
        conversation.put("post_token", post);
    }
    report.attention("new_message.conversation.id", "the old event does not contain it");
    old.put("conversation", conversation.into_json());

    let supply = sender.move_out("is_supply", "now new_message.sender.side: SELLER or BUYER", report);
    if let Some(supply) = supply.and_then(|supply| supply.to::<bool>().ok()) {
        let side = if supply { "SELLER" } else { "BUYER" };
        old.put("sender", one("side", Json::from(json!(side))));
    }
    for object in [&mut sender, &mut metadata] {
        for name in object.names() {
            object.drop(&name, gone, report);
        }
    }
    for name in data.names() {
        if let Some(value) = data.move_out(&name, &format!("now new_message.{name}"), report) {
            if name != "text" {
                report.attention(format!("new_message.{name}"), "kept, but its current form is not documented");
            }
            old.put(&name, value);
        }
    }
    match timestamp {
        Some(timestamp) if !old.has("sent_at") => {
            old.put("sent_at", timestamp);
            report.renamed("timestamp", "now new_message.sent_at");
        }
        Some(_) => report.dropped("timestamp", "new_message.sent_at has the time"),
        None => {}
    }
    Ok(old.into_json())
}

/// Migrates a start request from version 1 to version 2 (docs/platform.md#start-requests-v1).
pub(super) fn start_request(value: &Json, report: &mut Report) -> Result<Json> {
    let mut request = Object::read(value, "")?;
    let user = request.text("user_id");
    let mut has_sides = false;
    for (name, side) in [("supplier", "SUPPLY"), ("demand", "DEMAND")] {
        let Some(party) = request.move_out(name, "now user_side: the side of the user", report) else { continue };
        has_sides = true;
        let id = Object::read(&party, name).ok().and_then(|party| party.text("id"));
        if id.is_some() && id == user && !request.has("user_side") {
            request.put("user_side", Json::from(json!(side)));
        }
    }
    if has_sides && !request.has("user_side") {
        report.attention("user_side", "is missing: neither supplier nor demand has the id of the user");
    }
    request.drop("peer_id", "version 2 does not name the other user", report);
    request.rename("callback_url", "completion_url", report);
    let is_old = !report.0.is_empty();
    request.rename("return_url", "completion_url", report);
    let nested = request.get("extra_data").and_then(|data| Object::read(data, "extra_data").ok());
    // The data of an app may have such members too, so they count as version 1 only in an old request.
    let is_nested = |data: &Object| is_old && (data.has("provider_data") || data.has("location"));
    if let Some(mut nested) = nested.filter(is_nested) {
        match nested.move_out("provider_data", "now extra_data itself", report) {
            Some(data) => request.put("extra_data", data),
            None => drop(request.take("extra_data")),
        }
        for name in nested.names() {
            nested.drop(&name, "version 2 does not have it", report);
        }
    }
    Ok(request.into_json())
}
