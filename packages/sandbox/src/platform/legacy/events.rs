//! Listeners to the messages of one post, the old form of a subscription (docs/platform.md#legacy-listener).

use serde_json::Value;

use crate::dispatch::Call;
use crate::platform::events::check_there;
use crate::platform::text;
use crate::response::{PlatformResponse, Refusal};
use crate::state::subscriptions::Listener;

/// Has the messages of one post sent to an address.
pub(in crate::platform) fn listen(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let body: Value = call.body()?;
    let member = |name: &str| match text(&body, name) {
        "" => Err(Refusal::field(name, "is required")),
        value => Ok(value.to_owned()),
    };
    let (post, endpoint) = (member("post_token")?, member("endpoint")?);
    let identification_key = member("identification_key")?;
    if !endpoint.starts_with("https://") && !endpoint.starts_with("http://") {
        return Err(Refusal::field("endpoint", "must be an address"));
    }
    if call.state.gaps.check_ownership {
        check_there(call, &post)?;
    }
    let Some(access) = call.access.clone() else { return Err(Refusal::not_found("listener")) };
    call.state.subscriptions.listen(Listener {
        post,
        endpoint,
        identification_key,
        token: access.token.clone(),
        user: access.user.clone(),
    });
    Ok(call.done())
}
