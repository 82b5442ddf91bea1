//! Custom buttons of posts and businesses (docs/platform.md#custom-buttons).

use open_platform::model::custom_button::{CustomButton, CustomButtonType};
use serde_json::Value;

use super::posts::find;
use super::{read, text};
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};

/// Sets the button on a post.
pub(super) fn set_on_post(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let token = find(call)?.token.clone();
    let button = button(call)?;
    call.state.buttons.on_posts.insert(token, button);
    Ok(call.done())
}

/// Removes the button from a post. To remove what is not there is a success (assumption).
pub(super) fn remove_from_post(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let token = find(call)?.token.clone();
    call.state.buttons.on_posts.remove(&token);
    Ok(call.done())
}

/// Sets the button of a business.
pub(super) fn set_on_business(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let token = business(call)?;
    let button = button(call)?;
    call.state.buttons.on_businesses.insert(token, button);
    Ok(call.done())
}

/// Removes the button of a business. To remove what is not there is a success (assumption).
pub(super) fn remove_from_business(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let token = business(call)?;
    call.state.buttons.on_businesses.remove(&token);
    Ok(call.done())
}

fn business(call: &Call<'_>) -> Result<String, Refusal> {
    let token = call.exchange.params.first();
    match call.state.users.business(token) {
        Some(_) => Ok(token.to_owned()),
        None => Err(Refusal::not_found("business not found")),
    }
}

/// The button in the body.
fn button(call: &Call<'_>) -> Result<Value, Refusal> {
    let body: Value = call.body()?;
    let Some(given) = body.get("customized_button").filter(|button| button.is_object()) else {
        return Err(Refusal::field("customized_button", "is required"));
    };
    if text(given, "type").is_empty() {
        return Err(Refusal::field("customized_button.type", "is required"));
    }
    call.refuse_other_members("", &body, &["customized_button"])?;
    call.refuse_unknown_in_custom_button(given)?;
    let in_body = |refusal: Refusal| refusal.at(|member| format!("customized_button.{member}"));
    let button: CustomButton = read(given.to_string().as_bytes()).map_err(in_body)?;
    call.refuse_unknown_word("customized_button.type", &button.kind, CustomButtonType::KNOWN)?;
    call.check(&button, |button| button.check()).map_err(in_body)?;
    Ok(given.clone())
}
