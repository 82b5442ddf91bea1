//! Users, posts, conversations and what the app left with them.

use axum::Json as Answer;
use open_platform::model::chat::MessageContent;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::extract::{Item, Json, Of};
use super::problem::{Problem, Refusals};
use crate::state::conversations::{Author, Draft, NewConversation, SandboxConversation};
use crate::state::events::Transaction;
use crate::state::posts::{NewPost, Stage};
use crate::state::users::{NewBusiness, NewUser, SandboxBusiness, SandboxUser};

/// A record of the sandbox as JSON.
fn records<T: Serialize>(records: &[T]) -> Answer<Vec<Value>> {
    Answer(records.iter().map(record).collect())
}

fn record<T: Serialize>(record: &T) -> Value {
    serde_json::to_value(record).unwrap_or_default()
}

/// What to add, in this order.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Seed {
    users: Vec<NewUser>,
    businesses: Vec<NewBusiness>,
    posts: Vec<NewPost>,
    conversations: Vec<NewConversation>,
}

/// What was added.
#[derive(Serialize, ToSchema)]
pub(super) struct Seeded {
    users: Vec<SandboxUser>,
    businesses: Vec<SandboxBusiness>,
    #[schema(value_type = Vec<Object>)]
    posts: Vec<Value>,
    conversations: Vec<SandboxConversation>,
}

/// Adds users, businesses, posts and conversations. What stands before a refused one is added.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/seed", params(("world" = String, Path)),
    request_body = Seed, responses((status = 200, body = Seeded), Refusals))]
pub(super) async fn seed(Of(world): Of, Json(seed): Json<Seed>) -> Result<Answer<Seeded>, Problem> {
    Ok(Answer(Seeded {
        users: seed.users.into_iter().map(|new| world.add_user(new)).collect::<Result<_, _>>()?,
        businesses: seed.businesses.into_iter().map(|new| world.add_business(new)).collect::<Result<_, _>>()?,
        posts: seed
            .posts
            .into_iter()
            .map(|new| world.add_post(new).map(|post| record(&post)))
            .collect::<Result<_, _>>()?,
        conversations: seed
            .conversations
            .into_iter()
            .map(|new| world.add_conversation(new))
            .collect::<Result<_, _>>()?,
    }))
}

/// All users.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/users", params(("world" = String, Path)),
    responses((status = 200, body = Vec<SandboxUser>), Refusals))]
pub(super) async fn users(Of(world): Of) -> Answer<Vec<SandboxUser>> {
    Answer(world.users())
}

/// All posts that are not archived.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts", params(("world" = String, Path)),
    responses((status = 200, body = Vec<Object>), Refusals))]
pub(super) async fn posts(Of(world): Of) -> Answer<Vec<Value>> {
    records(&world.posts())
}

/// One post.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts/{item}",
    params(("world" = String, Path), ("item" = String, Path)), responses((status = 200, body = Object), Refusals))]
pub(super) async fn post(Of(world): Of, Item(token): Item) -> Result<Answer<Value>, Problem> {
    let post = world.post(&token).ok_or_else(|| Problem::not_found("there is no post with this token"))?;
    Ok(Answer(record(&post)))
}

/// Where a post goes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NextStage {
    stage: Stage,
}

/// Moves a post to another stage of its life.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/posts/{item}/stage",
    params(("world" = String, Path), ("item" = String, Path)), request_body = NextStage,
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn stage(
    Of(world): Of,
    Item(token): Item,
    Json(next): Json<NextStage>,
) -> Result<Answer<Value>, Problem> {
    Ok(Answer(record(&world.move_post(&token, next.stage)?)))
}

/// The add-ons that the page of a post shows.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts/{item}/addons",
    params(("world" = String, Path), ("item" = String, Path)), responses((status = 200, body = Vec<Object>), Refusals))]
pub(super) async fn addons(Of(world): Of, Item(token): Item) -> Answer<Vec<Value>> {
    records(&world.addons_on(&token))
}

/// All conversations.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/conversations", params(("world" = String, Path)),
    responses((status = 200, body = Vec<SandboxConversation>), Refusals))]
pub(super) async fn conversations(Of(world): Of) -> Answer<Vec<SandboxConversation>> {
    Answer(world.conversations())
}

/// The messages of a conversation, with the buttons of both sides.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/conversations/{item}/messages",
    params(("world" = String, Path), ("item" = String, Path)), responses((status = 200, body = Vec<Object>), Refusals))]
pub(super) async fn messages(Of(world): Of, Item(id): Item) -> Answer<Vec<Value>> {
    records(&world.messages(&id))
}

/// What a user writes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    /// Name of the user.
    user: String,
    /// The text.
    text: String,
}

/// Writes a text message as a user, and tells the app if it subscribed to that.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/conversations/{item}/messages",
    params(("world" = String, Path), ("item" = String, Path)), request_body = Words,
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn say(Of(world): Of, Item(id): Item, Json(words): Json<Words>) -> Result<Answer<Value>, Problem> {
    let now = world.now();
    let written = {
        let mut state = world.inner.lock();
        let conversation = state.conversations.get(&id);
        let conversation = conversation.ok_or_else(|| Problem::not_found("there is no conversation with this id"))?;
        if !conversation.has(&words.user) {
            return Err(Problem::invalid("this user takes no part in the conversation"));
        }
        let draft = Draft { content: MessageContent::Text { text: words.text }, ..Draft::default() };
        state.say(&id, Author::User(&words.user), draft, now)
    };
    world.inner.ring();
    Ok(Answer(written.as_ref().map(record).unwrap_or_default()))
}

/// Tells the app that a transaction changed.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/transactions", params(("world" = String, Path)),
    request_body = Transaction, responses((status = 200, body = Object), Refusals))]
pub(super) async fn transaction(Of(world): Of, Json(transaction): Json<Transaction>) -> Answer<Value> {
    world.announce(&transaction);
    Answer(json!({}))
}

/// The subscriptions whose access token still lives.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/subscriptions", params(("world" = String, Path)),
    responses((status = 200, body = Vec<Object>), Refusals))]
pub(super) async fn subscriptions(Of(world): Of) -> Answer<Vec<Value>> {
    records(&world.subscriptions())
}
