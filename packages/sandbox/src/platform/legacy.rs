//! The old bodies (docs/platform.md#legacy-addons, #legacy-verifications, #legacy-send). They end in the same state as
//! the current ones.

use open_platform::json::Extra;
use open_platform::model::addon::{PostAddon, UserAddon};
use open_platform::model::chat::MessageContent;
use open_platform::model::legacy::{
    LegacyButton, LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification, LegacyWidgets,
};
use open_platform::model::message::{Button, ButtonGrid};
use open_platform::model::semantic::SemanticRecord;
use open_platform::model::widget::Widget;
use open_platform::{Json, Phone};

use super::permission::not_yours;
use super::{addons, conversations, refused, semantics, users};
use crate::answer::{Answer, Refusal};
use crate::dispatch::Call;
use crate::state::conversations::{Draft, NewConversation};

/// Creates or replaces the app's add-on on a post from the old widget format.
pub(super) fn create_addon_on_post(call: &mut Call<'_>) -> Result<Answer, Refusal> {
    let old: LegacyPostAddon = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    let widgets = current(&old.widgets)?;
    addons::put_on_post(call, &PostAddon { widgets, semantic: old.semantic, notes: old.notes, ..PostAddon::default() })
}

/// Creates or replaces the app's add-on on a user from the old widget format.
pub(super) fn create_addon_for_user(call: &mut Call<'_>) -> Result<Answer, Refusal> {
    let user = users::named_by_phone(call)?;
    let old: LegacyUserAddon = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    check_phone(call, &old.phone)?;
    let addon = UserAddon {
        widgets: current(&old.widgets)?,
        categories: old.categories,
        ticket_uuid: old.ticket_uuid,
        cost: old.verification_cost,
        semantic: old.semantic,
        ..UserAddon::default()
    };
    addons::put_on_user(call, user, &addon, &[])
}

/// The widgets in the current format.
fn current(old: &LegacyWidgets) -> Result<Vec<Widget>, Refusal> {
    let old = Json::from_value(old).map_err(refused)?;
    let new = open_platform::migrate::widgets(old).map_err(refused)?;
    super::read(new.value.as_str().as_bytes())
}

/// Creates or replaces the semantic record of a user from the old body.
pub(super) fn create_verification(call: &mut Call<'_>) -> Result<Answer, Refusal> {
    let user = users::named_by_phone(call)?;
    let old: LegacyVerification = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    check_phone(call, &old.phone)?;
    let LegacyVerification { semantic, ticket_uuid, verification_cost, .. } = old;
    let record = SemanticRecord { semantic, ticket_uuid, cost: verification_cost, extra: Extra::new() };
    semantics::put_on_user(call, &user, record)
}

/// The old bodies repeat the number of the path. They must not disagree.
fn check_phone(call: &Call<'_>, phone: &Phone) -> Result<(), Refusal> {
    let path = Phone::from(call.exchange.params.get("phone"));
    if phone.as_str().is_empty() || phone.normalized().ok() == path.normalized().ok() {
        return Ok(());
    }
    Err(Refusal::field("phone", "is not the number in the path"))
}

/// Sends a message with at most one button for each side (docs/platform.md#legacy-send). The answer is not documented;
/// this one is the current endpoint's (assumption).
pub(super) fn send_message(call: &mut Call<'_>) -> Result<Answer, Refusal> {
    let old: LegacyMessage = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    let id = conversation_of(call, &old)?;
    let draft = Draft {
        content: MessageContent::Text { text: old.message },
        sender_buttons: old.sender_btn.map(grid),
        receiver_buttons: old.receiver_btn.map(grid),
    };
    conversations::deliver(call, &id, draft)
}

/// The conversation between two users about a post. The first message makes it.
fn conversation_of(call: &mut Call<'_>, old: &LegacyMessage) -> Result<String, Refusal> {
    let named = |id: &str| call.state.users.by_id(id).map(|user| user.name.clone());
    let sender = named(old.user_id.as_str()).ok_or_else(|| Refusal::not_found("user not found"))?;
    let peer = named(old.peer_id.as_str()).ok_or_else(|| Refusal::not_found("peer not found"))?;
    if call.access.as_deref().is_none_or(|access| access.user != sender) {
        return Err(not_yours(call, "user_id", &sender));
    }
    let state = &mut *call.state;
    let token = old.post_token.as_str();
    let owner = state.posts.get(token).map(|post| post.owner.clone());
    let owner = owner.ok_or_else(|| Refusal::not_found("post not found"))?;
    let buyer = match (owner == sender, owner == peer) {
        (true, false) => peer,
        (false, true) => sender,
        _ => return Err(Refusal::field("post_token", "is not the post of one of the two")),
    };
    if let Some(conversation) = state.conversations.about_post(token, &buyer) {
        return Ok(conversation.id.clone());
    }
    let new = NewConversation { post: token.to_owned(), user: buyer, ..NewConversation::default() };
    let made = state.conversations.add(&state.users, &state.posts, &mut state.ids, new).map_err(refused)?;
    Ok(made.id)
}

/// An old button in the current form: its data comes back with the click, as that of a server link does.
fn grid(old: LegacyButton) -> ButtonGrid {
    let data = old.data.extra_data.unwrap_or_else(|| serde_json::json!({}).into());
    let button = Button { icon: old.data.icon_name, ..Button::server(old.data.caption, data) };
    ButtonGrid::rows(vec![vec![button]])
}
