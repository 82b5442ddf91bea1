//! The calls of `client.legacy()`. They change the same state as the current calls.

pub(super) mod addons;
pub(super) mod conversations;
pub(super) mod events;
pub(super) mod own_posts;
pub(super) mod verifications;

use open_platform::legacy::LegacyWidgets;
use open_platform::model::widget::Widget;
use open_platform::{Json, Phone};

use super::{read, refused};
use crate::dispatch::Call;
use crate::response::Refusal;

/// The widgets in the current format.
fn current(old: &LegacyWidgets) -> Result<Vec<Widget>, Refusal> {
    let old = Json::from_value(old).map_err(refused)?;
    let new = open_platform::migrate::widgets(old).map_err(refused)?;
    read(new.value.as_str().as_bytes())
}

/// The old bodies repeat the number of the path. They must not disagree.
fn check_phone(call: &Call<'_>, phone: &Phone) -> Result<(), Refusal> {
    let path = Phone::from(call.exchange.params.get("phone"));
    if phone.as_str().is_empty() || phone.normalized().ok() == path.normalized().ok() {
        return Ok(());
    }
    Err(Refusal::field("phone", "is not the number in the path"))
}
