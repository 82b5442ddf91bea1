//! Users: who granted the access, and whom a path names.

use open_platform::Phone;
use serde_json::{Value, json};

use super::post_media::shown_at;
use super::refused;
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};
use crate::state::users::SandboxUser;

/// The phone numbers of the user. The body is not read: no document shows one (docs/platform.md#users).
pub(super) fn phone_numbers(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(PlatformResponse::json(&json!({ "phone_numbers": [granter(call)?.phone] })))
}

/// What the granted scopes show of the user (docs/platform.md#users).
pub(super) fn me(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let granted = |name: &str| call.access.as_deref().is_some_and(|access| access.scopes.iter().any(|s| s == name));
    let user = granter(call)?;
    let mut response = serde_json::Map::new();
    if granted("USER_PHONE") {
        response.insert("phone_number".into(), user.phone.as_str().into());
        if call.state.gaps.users_me_phone_numbers {
            response.insert("phone_numbers".into(), vec![user.phone.as_str()].into());
        }
    }
    if granted("USER_ID") {
        response.insert("user_id".into(), user.id.as_str().into());
    }
    Ok(PlatformResponse::json(&response))
}

/// The id of the user with a phone number (docs/platform.md#user-id-by-phone).
pub(super) fn id_by_phone(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let body: Value = call.body()?;
    call.refuse_other_members("", &body, &["phone"])?;
    let phone = Phone::from(super::text(&body, "phone")).normalized().map_err(refused)?;
    let user = call.state.users.by_phone(&phone).ok_or_else(|| Refusal::not_found("user not found"))?;
    Ok(PlatformResponse::json(&json!({ "user_id": user.id })))
}

/// The businesses in which the user has a role (docs/platform.md#businesses).
pub(super) fn businesses(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = &granter(call)?.name;
    let businesses = call.state.users.businesses().filter_map(|business| {
        let role = business.role_of(user)?;
        let mut item = json!({ "business_token": business.token, "business_type": trade(&business.business_type),
            "brand_name": business.business_name, "user_role": role });
        if !business.description.is_empty() {
            item["brand_description"] = business.description.as_str().into();
        }
        Some(item)
    });
    Ok(PlatformResponse::json(&json!({ "businesses": businesses.collect::<Vec<_>>() })))
}

/// The word for a trade in the list of businesses, by that of posts. For services, which the list lacks, the word is an
/// assumption.
fn trade(business_type: &str) -> &str {
    match business_type {
        "CAR" => "CAR_BUSINESS",
        "JOBS" => "JOBS_BUSINESS",
        "MARKETPLACE" => "MARKETPLACE_BUSINESS",
        "REAL_ESTATE" => "REAL_ESTATE_BUSINESS",
        "SERVICES" => "PREMIUM_PANEL",
        other => other,
    }
}

/// The profile image of a user with a business (docs/platform.md#profile-image). Other users have none (assumption).
pub(super) fn profile_image(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = granter(call)?;
    let Some(business) = call.state.users.businesses().find(|business| business.role_of(&user.name).is_some()) else {
        return Ok(PlatformResponse::empty());
    };
    let id = &business.profile_image;
    Ok(PlatformResponse::json(&json!({ "image_url": shown_at(call, &format!("{id}.jpg")), "image_id": id })))
}

fn granter<'a>(call: &'a Call<'_>) -> Result<&'a SandboxUser, Refusal> {
    call.state.users.get(call.user()).ok_or_else(|| Refusal::not_found("user not found"))
}

/// The user whom the `{phone}` of the path names: the name in the world, or the number of someone it does not know.
pub(super) fn named_by_phone(call: &Call<'_>) -> Result<String, Refusal> {
    let phone = Phone::from(call.exchange.params.get("phone")).normalized().map_err(refused)?;
    named(call, call.state.users.by_phone(&phone), phone)
}

/// The user whom the `{user_id}` of the path names: the name in the world, or the id of someone it does not know.
pub(super) fn named_by_id(call: &Call<'_>) -> Result<String, Refusal> {
    let id = call.exchange.params.get("user_id");
    named(call, call.state.users.by_id(id), id.to_owned())
}

fn named(call: &Call<'_>, found: Option<&SandboxUser>, otherwise: String) -> Result<String, Refusal> {
    match found {
        Some(user) => Ok(user.name.clone()),
        None if call.state.gaps.refuse_unknown_users => Err(Refusal::not_found("user not found")),
        None => Ok(otherwise),
    }
}
