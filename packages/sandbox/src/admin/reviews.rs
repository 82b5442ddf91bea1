//! Posts as their owners see them, reviews of posts and edits, uploads, and how much of the limits is used.

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;

use super::data::no_post;
use super::extract::{InWorld, Item, Json};
use super::problem::{Problem, Refusals};
use crate::limits::LimitUse;
use crate::state::chat_media::SandboxChatMedium;
use crate::state::images::SandboxImage;
use crate::state::reviews::ReviewEnd;
use crate::state::wallet::PaymentEnd;
use crate::world_money::Money;
use crate::world_reviews::{OwnView, PostReview};

/// The posts that are in review or whose edit is, and those whose last review did not accept them or their edit.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/reviews", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<PostReview>), Refusals))]
pub(super) async fn reviews(InWorld(world): InWorld) -> Json<Vec<PostReview>> {
    Json(world.reviews())
}

/// How a review ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewDecision {
    /// The end.
    end: ReviewEnd,
    /// What the owner is told if it is not accepted; absent: the reason of the rules of payments.
    #[serde(default)]
    reason: Option<String>,
}

/// Ends the review of a post or of its edit now.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/posts/{item}/review",
    operation_id = "review_post",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)), request_body = ReviewDecision,
    responses((status = 200, body = OwnView), Refusals))]
pub(super) async fn review(
    InWorld(world): InWorld,
    Item(token): Item,
    Json(decision): Json<ReviewDecision>,
) -> Result<Json<OwnView>, Problem> {
    if world.own_view(&token).is_none() {
        return Err(no_post(&token));
    }
    Ok(Json(world.review_post(&token, decision.end, decision.reason)?))
}

/// A post as its owner sees it, with its statistics.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/posts/{item}/own",
    operation_id = "own_view",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)),
    responses((status = 200, body = OwnView), Refusals))]
pub(super) async fn own(InWorld(world): InWorld, Item(token): Item) -> Result<Json<OwnView>, Problem> {
    world.own_view(&token).map(Json).ok_or_else(|| no_post(&token))
}

/// How a payment ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PaymentDecision {
    /// The end. A payment from a wallet fails unless it is completed.
    end: PaymentEnd,
}

/// Ends a pending transaction, or a payment that is being reconciled, now.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/payments/{item}/settle",
    operation_id = "settle_payment",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)), request_body = PaymentDecision,
    responses((status = 200, body = Money), Refusals))]
pub(super) async fn settle(
    InWorld(world): InWorld,
    Item(id): Item,
    Json(decision): Json<PaymentDecision>,
) -> Result<Json<Money>, Problem> {
    if world.inner.lock().wallet.post_of(&id).is_none() {
        return Err(Problem::none("payment", &id, "money"));
    }
    world.settle_payment(&id, decision.end)?;
    Ok(Json(world.money()))
}

/// The uploads of the app: images and videos. Those for chats are in `chat-media`.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/images", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<SandboxImage>), Refusals))]
pub(super) async fn images(InWorld(world): InWorld) -> Json<Vec<SandboxImage>> {
    Json(world.images())
}

/// What the app uploaded for messages of chats, also if no message names it.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/chat-media",
    params(("world" = String, Path, example = "default")), responses((status = 200, body = Vec<SandboxChatMedium>), Refusals))]
pub(super) async fn chat_media(InWorld(world): InWorld) -> Json<Vec<SandboxChatMedium>> {
    Json(world.chat_media())
}

/// How much of each limit the app has used: searches and requests.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/limits", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<LimitUse>), Refusals))]
pub(super) async fn limits(InWorld(world): InWorld) -> Json<Vec<LimitUse>> {
    Json(world.limits_used())
}

/// How much of the limits is used.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UsedLimits {
    /// The number by the name of the limit, such as `searches`. The others stay.
    #[schema(example = json!({ "searches": 99 }))]
    used: BTreeMap<String, i64>,
}

/// Sets how much of limits is used, such as 99 of 100 searches.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/limits",
    operation_id = "set_limits_used", params(("world" = String, Path, example = "default")),
    request_body = UsedLimits, responses((status = 200, body = Vec<LimitUse>), Refusals))]
pub(super) async fn set_limits(
    InWorld(world): InWorld,
    Json(change): Json<UsedLimits>,
) -> Result<Json<Vec<LimitUse>>, Problem> {
    world.set_limits_used(&change.used)?;
    Ok(Json(world.limits_used()))
}
