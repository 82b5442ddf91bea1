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

/// The old widget that was removed without a successor (docs/platform.md#deprecations).
const REMOVED: &str = "LEGEND_TITLE_ROW";

/// The widgets in the current format.
fn current(call: &Call<'_>, old: &LegacyWidgets) -> Result<Vec<Widget>, Refusal> {
    if call.refuses_unknown()
        && let Some(index) = old.widget_list.iter().position(|widget| widget.widget_type() == REMOVED)
    {
        // The migration leaves it out.
        return Err(Refusal::field(format!("widgets.widget_list[{index}].widget_type"), "there is no such widget"));
    }
    let old = Json::from_value(old).map_err(refused)?;
    let new = open_platform::migrate::widgets(old).map_err(refused)?;
    read(new.value.as_str().as_bytes())
}

/// The path in an old widget for a path in its current form, such as `data.icon.icon_name` for `score_row.icon_name`.
pub(crate) fn old_path(current: &str) -> String {
    let Some((widget, member)) = current.split_once('.') else { return "widget_type".to_owned() };
    let member = match (widget, member) {
        ("evaluation_row", "icon_name") => "indicator_icon.icon_name".to_owned(),
        (_, "icon_name") => "icon.icon_name".to_owned(),
        ("selector_row" | "image_carousel_row", _) => member.replace("image_id", "image_url"),
        ("button_bar", _) => format!("button.{member}"),
        _ => member.to_owned(),
    };
    // An old action has another structure.
    let member =
        member.split_once("action.").map_or(member.as_str(), |(before, _)| &member[..before.len() + "action".len()]);
    format!("data.{member}")
}

/// The old bodies repeat the number of the path. They must not disagree.
fn check_phone(call: &Call<'_>, phone: &Phone) -> Result<(), Refusal> {
    let path = Phone::from(call.exchange.params.get("phone"));
    if phone.as_str().is_empty() || phone.normalized().ok() == path.normalized().ok() {
        return Ok(());
    }
    Err(Refusal::field("phone", "is not the number in the path"))
}
