//! Add-ons on posts, users and businesses (docs/platform.md#post-addons, #post-addons-example, #user-addons, #addons).

use open_platform::model::addon::{BusinessAddon, PostAddon, UserAddon};
use serde_json::json;

use super::{users, widgets};
use crate::clock::Job;
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};
use crate::state::addons as stored;

/// Creates or replaces the app's add-on on a post: checked now, shown when it is attached.
pub(super) fn create_on_post(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let addon: PostAddon = call.body()?;
    call.require(&["widgets"])?;
    put_on_post(call, &addon)
}

/// The same for a parsed body.
pub(super) fn put_on_post(call: &mut Call<'_>, addon: &PostAddon) -> Result<PlatformResponse, Refusal> {
    // Empty add-ons are accepted: only the SDK refuses them.
    call.check(addon, |body| body.clone().allow_empty().check())?;
    call.refuse_unknown("", &addon.extra, &[])?;
    let token = call.exchange.params.first().to_owned();
    let exists = call.state.posts.get(&token).is_some();
    if !exists && !call.state.gaps.accept_wrong_post_token {
        return Err(Refusal::not_found("post not found"));
    }
    let (widgets, semantic) = widgets::accept(call, &addon.widgets, &addon.semantic)?;
    if exists {
        let now = call.now();
        let state = &mut *call.state;
        let id = state.ids.uuid();
        state.attach_later(
            stored::ShownAddon {
                id,
                post: token,
                widgets,
                semantic,
                notes: addon.notes.clone().unwrap_or_default(),
                created_at: now,
                modified_at: now,
                attached: false,
                copied_from: None,
            },
            now,
        );
    }
    Ok(call.done())
}

/// Creates or updates the app's add-on on the user with a phone number.
pub(super) fn create_for_user(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_phone(call)?;
    let addon: UserAddon = call.body()?;
    put_on_user(call, user, &addon, &[])
}

/// Creates or updates the app's add-on on the user with an id. The body may repeat the id
/// (docs/platform.md#user-addons).
pub(super) fn create_for_user_id(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_id(call)?;
    let addon: UserAddon = call.body()?;
    put_on_user(call, user, &addon, &["divar_user_id"])
}

/// The same for a parsed body. `but` has unknown members that are allowed.
pub(super) fn put_on_user(
    call: &mut Call<'_>,
    user: String,
    addon: &UserAddon,
    but: &[&str],
) -> Result<PlatformResponse, Refusal> {
    call.check(addon, |body| body.clone().allow_empty().check())?;
    call.refuse_unknown("", &addon.extra, but)?;
    let (widgets, semantic) = widgets::accept(call, &addon.widgets, &addon.semantic)?;
    let now = call.now();
    let expires_at = stored::end_of_user_addon(now);
    let state = &mut *call.state;
    state.use_ticket(addon.ticket_uuid.as_deref());
    let id = state.ids.uuid();
    let (id, is_new) = state.addons.put_on_user(stored::SandboxUserAddon {
        id,
        user,
        widgets,
        categories: addon.categories.clone(),
        semantic,
        ticket_uuid: addon.ticket_uuid.clone(),
        cost: addon.cost.map(|cost| cost.rials),
        created_at: now,
        expires_at,
    });
    // An update only affects later posts (docs/platform.md#user-addons).
    if is_new {
        state.copy_user_addon(&id, now);
    }
    state.schedule.at(expires_at, Job::ExpireUserAddon { id: id.clone() });
    Ok(PlatformResponse::json(&json!({ "id": id })))
}

/// Creates or replaces the app's add-on on all posts of a business.
pub(super) fn create_for_business(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let addon: BusinessAddon = call.body()?;
    call.check(&addon, |body| body.clone().allow_empty().check())?;
    // Only the prose shows notes (docs/platform.md#contradiction-36).
    call.refuse_unknown("", &addon.extra, &["notes"])?;
    let business = call.exchange.params.first().to_owned();
    if call.state.users.business(&business).is_none() {
        return Err(Refusal::not_found("business not found"));
    }
    let (widgets, _) = widgets::accept(call, &addon.widgets, &Default::default())?;
    let now = call.now();
    let state = &mut *call.state;
    let id = state.ids.uuid();
    let id = state.addons.put_on_business(stored::SandboxBusinessAddon { id, business, widgets, created_at: now });
    state.copy_business_addon(&id, now);
    if state.gaps.business_addon_answers_empty {
        Ok(call.done())
    } else {
        Ok(PlatformResponse::json(&json!({ "id": id })))
    }
}

/// Removes all of this app's add-ons from a post.
pub(super) fn delete_from_post(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let token = call.exchange.params.first();
    if call.state.posts.get(token).is_none() && !call.state.gaps.accept_wrong_post_token {
        return Err(Refusal::not_found("post not found"));
    }
    call.state.addons.delete_from_post(token);
    Ok(call.done())
}

/// Removes a user add-on, with its copies on posts.
pub(super) fn delete_for_user(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    if call.state.addons.delete_from_user(call.exchange.params.first()) {
        Ok(call.done())
    } else {
        Err(Refusal::not_found("user add-on not found"))
    }
}
