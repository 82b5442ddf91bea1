//! The app's chatbot (docs/platform.md#chatbot).

use open_platform::model::message::BotMessage;
use serde_json::json;

pub(super) use super::chat_media::{create_upload_token, upload_file, upload_image, upload_video, upload_voice};
use super::conversations::{check_type, content, with_buttons};
use super::{refused, users};
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};
use crate::state::conversations::{About, Author, Draft, NewConversation};

/// Answers in a conversation with the chatbot.
pub(super) fn reply(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let draft = read(call)?;
    let id = call.exchange.params.first().to_owned();
    let conversation = call.state.conversations.get(&id);
    if !conversation.is_some_and(|conversation| matches!(conversation.about, About::Bot { .. })) {
        return Err(Refusal::not_found("the chatbot has no such conversation"));
    }
    write(call, &id, draft)
}

/// Writes to a user, in their conversation or in a new one.
pub(super) fn send(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let draft = read(call)?;
    let user = users::named_by_id(call)?;
    let state = &mut *call.state;
    let id = match state.conversations.with_bot(&user) {
        Some(conversation) => conversation.id.clone(),
        None => {
            let new = NewConversation { user, ..NewConversation::default() };
            state.conversations.add(&state.users, &state.posts, &mut state.ids, new).map_err(refused)?.id
        }
    };
    write(call, &id, draft)
}

fn read(call: &Call<'_>) -> Result<Draft, Refusal> {
    let message: BotMessage = call.body()?;
    check_type(call)?;
    call.check(&message, |body| body.check())?;
    call.refuse_unknown("", &message.extra, &["type"])?;
    call.refuse_unknown_in_buttons()?;
    let BotMessage { text, media_token, buttons, .. } = message;
    Ok(with_buttons(content(call, text, media_token, "text_message")?, buttons))
}

fn write(call: &mut Call<'_>, id: &str, draft: Draft) -> Result<PlatformResponse, Refusal> {
    let now = call.now();
    call.state.write_message(id, Author::Bot, draft, now);
    Ok(PlatformResponse::json(&json!({ "conversation_id": id })))
}
