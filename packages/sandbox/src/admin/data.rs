//! Users, posts, conversations and the data of the app.

use open_platform::model::chat::MessageContent;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::extract::{InWorld, Item, Json, QueryParams};
use super::problem::{Problem, Refusals};
use crate::state::addons::{SandboxUserAddon, ShownAddon};
use crate::state::buttons::{CustomButtonChange, SandboxCustomButton};
use crate::state::conversations::{NewConversation, SandboxConversation, WrittenMessage};
use crate::state::events::Transaction;
use crate::state::post_change::PostChange;
use crate::state::posts::{NewPost, SandboxPost, Stage};
use crate::state::semantics::StoredRecord;
use crate::state::subscriptions::ActiveSubscription;
use crate::state::users::{NewBusiness, NewUser, SandboxBusiness, SandboxUser};
use crate::world::World;

/// The data to add, in this order.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Seed {
    /// Users. Each needs a name.
    users: Vec<NewUser>,
    /// Businesses of users.
    businesses: Vec<NewBusiness>,
    /// Posts of users.
    posts: Vec<NewPost>,
    /// Conversations about posts or with the chatbot.
    conversations: Vec<NewConversation>,
}

/// The data that was added.
#[derive(Serialize, ToSchema)]
pub(super) struct AddedData {
    /// The users, with their ids.
    users: Vec<SandboxUser>,
    /// The businesses, with their tokens.
    businesses: Vec<SandboxBusiness>,
    /// The posts, with their tokens.
    posts: Vec<SandboxPost>,
    /// The conversations, with their ids.
    conversations: Vec<SandboxConversation>,
}

/// Adds users, businesses, posts and conversations. Entries before a refused one are added.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/seed",
    operation_id = "add", params(("world" = String, Path, example = "default")),
    request_body = Seed, responses((status = 200, body = AddedData), Refusals))]
pub(super) async fn seed(InWorld(world): InWorld, Json(seed): Json<Seed>) -> Result<Json<AddedData>, Problem> {
    Ok(Json(AddedData {
        users: seed.users.into_iter().map(|new| world.add_user(new)).collect::<Result<_, _>>()?,
        businesses: seed.businesses.into_iter().map(|new| world.add_business(new)).collect::<Result<_, _>>()?,
        posts: seed.posts.into_iter().map(|new| world.add_post(new)).collect::<Result<_, _>>()?,
        conversations: seed
            .conversations
            .into_iter()
            .map(|new| world.add_conversation(new))
            .collect::<Result<_, _>>()?,
    }))
}

/// All users.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/users", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<SandboxUser>), Refusals))]
pub(super) async fn users(InWorld(world): InWorld) -> Json<Vec<SandboxUser>> {
    Json(world.users())
}

/// Which posts.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PostFilter {
    /// Whether archived posts count. They do not if it is absent.
    archived: Option<bool>,
}

impl PostFilter {
    fn fits(&self, post: &SandboxPost) -> bool {
        post.stage != Stage::Archived || self.archived.unwrap_or_default()
    }
}

/// All posts, in the order they were added, without the archived ones.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts", params(("world" = String, Path, example = "default"), PostFilter),
    responses((status = 200, body = Vec<SandboxPost>), Refusals))]
pub(super) async fn posts(
    InWorld(world): InWorld,
    QueryParams(filter): QueryParams<PostFilter>,
) -> Json<Vec<SandboxPost>> {
    let state = world.inner.lock();
    Json(state.posts.all_with_archived().filter(|post| filter.fits(post)).cloned().collect())
}

/// One post, unless it is archived.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts/{item}",
    params(("world" = String, Path, example = "default"), ("item" = String, Path), PostFilter),
    responses((status = 200, body = SandboxPost), Refusals))]
pub(super) async fn post(
    InWorld(world): InWorld,
    Item(token): Item,
    QueryParams(filter): QueryParams<PostFilter>,
) -> Result<Json<SandboxPost>, Problem> {
    let state = world.inner.lock();
    let post = state.posts.get_with_archived(&token).filter(|post| filter.fits(post));
    post.cloned().map(Json).ok_or_else(|| no_post(&token))
}

pub(super) fn no_post(token: &str) -> Problem {
    Problem::none("post", token, "posts")
}

/// Refuses a post that does not exist. An archived one still does.
fn check_post(world: &World, token: &str) -> Result<(), Problem> {
    let exists = world.inner.lock().posts.get_with_archived(token).is_some();
    if exists { Ok(()) } else { Err(no_post(token)) }
}

fn check_conversation(world: &World, id: &str) -> Result<(), Problem> {
    let known = world.conversation(id);
    known.map(drop).ok_or_else(|| Problem::none("conversation", id, "conversations"))
}

pub(super) fn check_user(world: &World, name: &str) -> Result<(), Problem> {
    world.user(name).map(drop).ok_or_else(|| Problem::none("user", name, "users"))
}

/// Changes a post in any stage, and sends an event to the app if it subscribed. Members that are not given stay.
#[utoipa::path(patch, path = "/_sandbox/worlds/{world}/posts/{item}",
    operation_id = "change_post",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)), request_body = PostChange,
    responses((status = 200, body = SandboxPost), Refusals))]
pub(super) async fn change_post(
    InWorld(world): InWorld,
    Item(token): Item,
    Json(change): Json<PostChange>,
) -> Result<Json<SandboxPost>, Problem> {
    check_post(&world, &token)?;
    Ok(Json(world.change_post(&token, change)?))
}

/// The next stage of a post.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NextStage {
    /// The new stage.
    stage: Stage,
}

/// Moves a post to another stage.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/posts/{item}/stage",
    operation_id = "move_post",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)), request_body = NextStage,
    responses((status = 200, body = SandboxPost), Refusals))]
pub(super) async fn stage(
    InWorld(world): InWorld,
    Item(token): Item,
    Json(next): Json<NextStage>,
) -> Result<Json<SandboxPost>, Problem> {
    check_post(&world, &token)?;
    Ok(Json(world.move_post(&token, next.stage)?))
}

/// The add-ons that the page of a post shows.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts/{item}/addons",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)),
    responses((status = 200, body = Vec<ShownAddon>), Refusals))]
pub(super) async fn addons(InWorld(world): InWorld, Item(token): Item) -> Result<Json<Vec<ShownAddon>>, Problem> {
    check_post(&world, &token)?;
    Ok(Json(world.addons_on(&token)))
}

/// The app's add-ons on users.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/user-addons", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<SandboxUserAddon>), Refusals))]
pub(super) async fn user_addons(InWorld(world): InWorld) -> Json<Vec<SandboxUserAddon>> {
    Json(world.user_addons())
}

/// The app's custom buttons on posts and of businesses.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/custom-buttons", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<SandboxCustomButton>), Refusals))]
pub(super) async fn custom_buttons(InWorld(world): InWorld) -> Json<Vec<SandboxCustomButton>> {
    Json(world.custom_buttons())
}

/// Sets or removes a custom button on a post or of a business.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/custom-buttons",
    operation_id = "set_custom_button", params(("world" = String, Path, example = "default")),
    request_body = CustomButtonChange, responses((status = 200, body = Vec<SandboxCustomButton>), Refusals))]
pub(super) async fn set_custom_button(
    InWorld(world): InWorld,
    Json(change): Json<CustomButtonChange>,
) -> Result<Json<Vec<SandboxCustomButton>>, Problem> {
    world.set_custom_button(change)?;
    Ok(Json(world.custom_buttons()))
}

/// The app's semantic record of a user.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/users/{item}/semantic",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "seller")),
    responses((status = 200, body = StoredRecord), Refusals))]
pub(super) async fn semantic_of_user(InWorld(world): InWorld, Item(name): Item) -> Result<Json<StoredRecord>, Problem> {
    check_user(&world, &name)?;
    world.semantic_of_user(&name).map(Json).ok_or_else(|| Problem::not_found("the app has no record of this user"))
}

/// The app's semantic record of a post.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts/{item}/semantic",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)),
    responses((status = 200, body = StoredRecord), Refusals))]
pub(super) async fn semantic_of_post(
    InWorld(world): InWorld,
    Item(token): Item,
) -> Result<Json<StoredRecord>, Problem> {
    check_post(&world, &token)?;
    world.semantic_of_post(&token).map(Json).ok_or_else(|| Problem::not_found("the app has no record of this post"))
}

/// All businesses.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/businesses", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<SandboxBusiness>), Refusals))]
pub(super) async fn businesses(InWorld(world): InWorld) -> Json<Vec<SandboxBusiness>> {
    Json(world.businesses())
}

/// A block between two users.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    /// Name of the user who blocks.
    blocker: String,
    /// Name of the user who is blocked.
    blocked: String,
    /// `false` ends the block.
    on: bool,
}

/// Lets one user block another, or ends it: messages between the two are refused with 412.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/blocks", params(("world" = String, Path, example = "default")),
    request_body = Block, responses((status = 200, body = Object), Refusals))]
pub(super) async fn block(InWorld(world): InWorld, Json(block): Json<Block>) -> Result<Json<Value>, Problem> {
    for (member, name) in [("blocker", &block.blocker), ("blocked", &block.blocked)] {
        world.require_user(member, name)?;
    }
    world.set_block(&block.blocker, &block.blocked, block.on);
    Ok(Json(json!({})))
}

/// All conversations.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/conversations", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<SandboxConversation>), Refusals))]
pub(super) async fn conversations(InWorld(world): InWorld) -> Json<Vec<SandboxConversation>> {
    Json(world.conversations())
}

/// The messages of a conversation, with the buttons of both sides.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/conversations/{item}/messages",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)),
    responses((status = 200, body = Vec<WrittenMessage>), Refusals))]
pub(super) async fn messages(InWorld(world): InWorld, Item(id): Item) -> Result<Json<Vec<WrittenMessage>>, Problem> {
    check_conversation(&world, &id)?;
    Ok(Json(world.messages(&id)))
}

/// A message of a user.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UserMessage {
    /// Name of the user.
    user: String,
    /// The text.
    text: String,
}

/// Sends a text message as a user, and sends an event to the app if it subscribed.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/conversations/{item}/messages",
    operation_id = "say",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)), request_body = UserMessage,
    responses((status = 200, body = WrittenMessage), Refusals))]
pub(super) async fn send_message(
    InWorld(world): InWorld,
    Item(id): Item,
    Json(words): Json<UserMessage>,
) -> Result<Json<WrittenMessage>, Problem> {
    check_conversation(&world, &id)?;
    Ok(Json(world.send_as_user(&id, &words.user, MessageContent::Text { text: words.text })?))
}

/// Sends the event of a changed transaction to the app.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/transactions",
    operation_id = "send_transaction", params(("world" = String, Path, example = "default")),
    request_body = Transaction, responses((status = 200, body = Object), Refusals))]
pub(super) async fn transaction(
    InWorld(world): InWorld,
    Json(transaction): Json<Transaction>,
) -> Result<Json<Value>, Problem> {
    transaction.check()?;
    world.announce(&transaction);
    Ok(Json(json!({})))
}

/// The subscriptions whose access token is valid.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/subscriptions", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<ActiveSubscription>), Refusals))]
pub(super) async fn subscriptions(InWorld(world): InWorld) -> Json<Vec<ActiveSubscription>> {
    Json(world.subscriptions())
}
