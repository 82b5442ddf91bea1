//! Messages in the old form (docs/platform.md#legacy-send).

use open_platform::legacy::{LegacyButton, LegacyMessage};
use open_platform::model::chat::MessageContent;
use open_platform::model::message::{Button, ButtonGrid};

use crate::dispatch::Call;
use crate::platform::conversations::deliver;
use crate::platform::permission::not_yours;
use crate::response::{PlatformResponse, Refusal};
use crate::state::conversations::{Draft, NewConversation};

/// Sends a message with at most one button for each side. The answer is not documented;
/// this one is the current endpoint's (assumption).
pub(in crate::platform) fn send(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let old: LegacyMessage = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    let (id, new) = conversation_of(call, &old)?;
    let draft = Draft {
        content: MessageContent::Text { text: old.message },
        sender_buttons: old.sender_btn.map(grid),
        receiver_buttons: old.receiver_btn.map(grid),
    };
    deliver(call, &id, new, draft)
}

/// The id of the conversation between two users about a post, or the conversation that the first message makes.
fn conversation_of(call: &Call<'_>, old: &LegacyMessage) -> Result<(String, Option<NewConversation>), Refusal> {
    let named = |id: &str| call.state.users.by_id(id).map(|user| user.name.clone());
    let sender = named(old.user_id.as_str()).ok_or_else(|| Refusal::not_found("user not found"))?;
    let peer = named(old.peer_id.as_str()).ok_or_else(|| Refusal::not_found("peer not found"))?;
    if call.access.as_deref().is_none_or(|access| access.user != sender) {
        return Err(not_yours(call, "user_id", &sender));
    }
    let token = old.post_token.as_str();
    let owner = call.state.posts.get(token).map(|post| post.owner.clone());
    let owner = owner.ok_or_else(|| Refusal::not_found("post not found"))?;
    let buyer = match (owner == sender, owner == peer) {
        (true, false) => peer,
        (false, true) => sender,
        _ => return Err(Refusal::field("post_token", "is not the post of one of the two")),
    };
    Ok(match call.state.conversations.about_post(token, &buyer) {
        Some(conversation) => (conversation.id.clone(), None),
        None => {
            let new = NewConversation { post: token.to_owned(), user: buyer, ..NewConversation::default() };
            (String::new(), Some(new))
        }
    })
}

/// An old button in the current form: its data comes back with the click, as that of a server link does.
fn grid(old: LegacyButton) -> ButtonGrid {
    let data = old.data.extra_data.unwrap_or_else(|| serde_json::json!({}).into());
    let button = Button { icon: old.data.icon_name, ..Button::server(old.data.caption, data) };
    ButtonGrid::rows(vec![vec![button]])
}
