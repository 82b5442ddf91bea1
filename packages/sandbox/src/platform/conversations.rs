//! Conversations: messages that the app sends in the name of a user, and reading (docs/platform.md#send-message).

use open_platform::model::chat::MessageContent;
use open_platform::model::message::{ButtonGrid, Message, MessageLimits};
use serde_json::{Value, json};

use super::{chat_media, refused};
use crate::dispatch::Call;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::state::conversations::{Author, Draft, NewConversation};
use crate::state::events::message_value;

/// Sends a message in the name of the user who granted the access.
pub(super) fn send(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let message: Message = call.body()?;
    check_type(call)?;
    let mut limits = MessageLimits::default();
    if call.state.gaps.buttons_of_each_side {
        // The grid of a side has at most half of them.
        limits.buttons *= 2;
    }
    call.check(&message, |body| body.check_within(&limits))?;
    call.refuse_unknown("", &message.extra, &["type"])?;
    call.refuse_unknown_in_buttons()?;
    let Message { text, media_token, sender_buttons, receiver_buttons, .. } = message;
    let content = content(call, text, media_token, "message")?;
    let id = call.exchange.params.first().to_owned();
    let new = if_missing(call, &id);
    deliver(call, &id, new, Draft { content, sender_buttons, receiver_buttons })
}

/// Writes the message, unless one side has blocked the other. `new` is the conversation that the message makes, if there is none.
pub(super) fn deliver(
    call: &mut Call<'_>,
    id: &str,
    new: Option<NewConversation>,
    draft: Draft,
) -> Result<PlatformResponse, Refusal> {
    let user = call.user().to_owned();
    let peer = match &new {
        Some(new) if new.user == user => call.state.posts.get(&new.post).map(|post| post.owner.as_str()),
        Some(new) => Some(new.user.as_str()),
        None => call.state.conversations.get(id).and_then(|conversation| conversation.peer_of(&user)),
    };
    if peer.is_some_and(|peer| call.state.users.blocked(&user, peer)) {
        // The only refusal whose body is documented (docs/platform.md#known-errors).
        return Err(Refusal::new(Code::FailedPrecondition, "message delivery failed due to recipient's restriction"));
    }
    let now = call.now();
    let state = &mut *call.state;
    let made = new.map(|new| state.conversations.add(&state.users, &state.posts, &mut state.ids, new));
    let made = made.transpose().map_err(refused)?;
    let id = made.as_ref().map_or(id, |conversation| conversation.id.as_str());
    match state.write_message(id, Author::AppAs(&user), draft, now) {
        // The members are documented, their values are not (assumption).
        Some(_) => Ok(PlatformResponse::json(&json!({ "status": 200, "message": "message sent" }))),
        None => Err(Refusal::not_found("conversation not found")),
    }
}

/// The first message creates the conversation (docs/platform.md#send-message). Its participants are not known from its
/// id: the sandbox makes the user the buyer of the first post of another user (assumption).
fn if_missing(call: &Call<'_>, id: &str) -> Option<NewConversation> {
    let (user, state) = (call.user(), &call.state);
    if state.conversations.get(id).is_some() || !state.gaps.create_conversations {
        return None;
    }
    let post = state.posts.all().find(|post| post.owner != user && !post.stage.is_ongoing())?;
    Some(NewConversation { id: id.to_owned(), post: post.token.clone(), user: user.to_owned() })
}

/// The types of messages (docs/platform.md#chat-message).
const TYPES: &[&str] = &["TEXT", "IMAGE", "FILE", "VOICE", "LOCATION", "VIDEO", "CONTACT"];

/// `type` is shown in the documents and absent from the generated ones (docs/platform.md#contradiction-33).
pub(super) fn check_type(call: &Call<'_>) -> Result<(), Refusal> {
    let body: Value = call.body()?;
    let kind = super::text(&body, "type");
    if call.state.gaps.require_message_type && kind != "TEXT" {
        return Err(Refusal::field("type", "must be TEXT"));
    }
    if kind.is_empty() {
        return Ok(());
    }
    call.refuse_unknown_word("type", &kind, TYPES)?;
    let has_text = ["message", "text_message"].iter().any(|name| !super::text(&body, name).is_empty());
    if has_text && kind != "TEXT" && call.refuses_unknown() {
        return Err(Refusal::field("type", "must be TEXT for a message with a text"));
    }
    Ok(())
}

/// The content of a message: a text, or media that were uploaded.
pub(super) fn content(
    call: &Call<'_>,
    text: Option<String>,
    media_token: Option<String>,
    field: &str,
) -> Result<MessageContent, Refusal> {
    match (text, media_token) {
        (Some(text), _) => Ok(MessageContent::Text { text }),
        (None, Some(token)) if call.state.gaps.allow_media_only => chat_media::content(call, &token),
        _ => Err(Refusal::field(field, "is required")),
    }
}

/// A conversation and its text messages, oldest first (docs/platform.md#read-conversation).
pub(super) fn get(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let id = call.exchange.params.first();
    let Some(conversation) = call.state.conversations.get(id) else {
        return Err(Refusal::not_found("conversation not found"));
    };
    let messages: Vec<Value> = call
        .state
        .conversations
        .messages(id)
        .iter()
        .filter(|written| matches!(written.message.content, MessageContent::Text { .. }))
        .map(|written| message_value(written, &call.state.gaps))
        .collect();
    Ok(PlatformResponse::json(&json!({ "conversation": conversation.model(), "messages": messages })))
}

/// A draft with a grid of buttons for the reader.
pub(super) fn with_buttons(content: MessageContent, buttons: Option<ButtonGrid>) -> Draft {
    Draft { content, sender_buttons: None, receiver_buttons: buttons }
}
