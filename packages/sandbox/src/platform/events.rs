//! Subscriptions (docs/platform.md#subscriptions). The events that they lead to are made in `state::events`.

use open_platform::model::event::SubscriptionType;

use super::permission;
use super::unknown::one_of;
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};
use crate::state::subscriptions::ActiveSubscription;

/// The only types in the generated documents (docs/platform.md#contradiction-21).
const GENERATED: &[SubscriptionType] = &[SubscriptionType::NewMessageOnPost, SubscriptionType::PostUpdate];

/// Subscribes the app for as long as the access token lives.
pub(super) fn subscribe(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let wanted: open_platform::model::event::Subscription = call.body()?;
    call.check(&wanted, |body| body.check())?;
    call.refuse_unknown("", &wanted.extra, &[])?;
    let kind = wanted.event_type;
    let known = if call.state.gaps.two_subscription_types { GENERATED } else { SubscriptionType::KNOWN };
    if !known.contains(&kind) {
        return Err(Refusal::field("event_type", one_of(known)));
    }
    // Empty and absent are the same in proto-JSON (docs/platform.md#contradiction-49).
    let resource = wanted.event_resource_id.filter(|id| !id.is_empty());
    let of_posts = matches!(kind, SubscriptionType::NewMessageOnPost | SubscriptionType::PostUpdate);
    let watched = resource.as_deref().filter(|_| of_posts && call.state.gaps.check_ownership);
    // The owner is checked first: for a post of another user no scope is sufficient.
    watched.map_or(Ok(()), |post| check_own(call, post))?;
    let posts = allowed(call, &kind, resource.as_deref())?;
    watched.map_or(Ok(()), |post| check_there(call, post))?;
    let Some(access) = call.access.clone() else { return Err(Refusal::not_found("subscription")) };
    let now = call.now();
    let state = &mut *call.state;
    let subscription = ActiveSubscription {
        id: state.ids.uuid(),
        token: access.token.clone(),
        grant: access.grant.clone(),
        user: access.user.clone(),
        kind,
        resource,
        posts,
        metadata: wanted.metadata,
        made_at: now,
    };
    state.end_subscriptions(now);
    state.close_lapses(&subscription);
    state.subscriptions.add(subscription, state.gaps.resubscribing_replaces);
    Ok(call.done())
}

/// Checks the scopes of an event type. Returns the posts to which they tie the subscription, if they do.
fn allowed(call: &Call<'_>, kind: &SubscriptionType, resource: Option<&str>) -> Result<Option<Vec<String>>, Refusal> {
    const ONE_POST: &str = "CHAT_POST_CONVERSATIONS_READ";
    const ALL_POSTS: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ";
    if *kind != SubscriptionType::NewMessageOnPost {
        for any_of in kind.scopes() {
            let names: Vec<_> = any_of.iter().map(|scope| scope.name.to_owned()).collect();
            permission::require(call, &names)?;
        }
        return Ok(None);
    }
    if let Some(post) = resource {
        permission::require(call, &[format!("{ONE_POST}.{post}"), ALL_POSTS.to_owned()])?;
        return Ok(None);
    }
    let granted = call.access.as_deref().map_or(&[][..], |access| &access.scopes);
    if granted.iter().any(|scope| scope == ALL_POSTS) {
        return Ok(None);
    }
    // Without a resource, scopes for posts cover these posts (assumption).
    let prefix = format!("{ONE_POST}.");
    let posts: Vec<_> = granted.iter().filter_map(|scope| scope.strip_prefix(&prefix)).map(str::to_owned).collect();
    if posts.is_empty() {
        permission::require(call, &[format!("{ONE_POST}.<post_token>"), ALL_POSTS.to_owned()])?;
    }
    Ok(Some(posts))
}

/// Refuses posts of other users.
fn check_own(call: &Call<'_>, token: &str) -> Result<(), Refusal> {
    match call.state.posts.get(token) {
        Some(post) if post.owner != call.user() => Err(permission::not_yours(call, "the post", &post.owner)),
        _ => Ok(()),
    }
}

/// Refuses a post that does not exist, if the switch is on.
pub(super) fn check_there(call: &Call<'_>, token: &str) -> Result<(), Refusal> {
    let missing = call.state.posts.get(token).is_none() && !call.state.gaps.accept_wrong_post_token;
    if missing { Err(Refusal::not_found("post not found")) } else { Ok(()) }
}
