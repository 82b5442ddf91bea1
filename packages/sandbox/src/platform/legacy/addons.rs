//! Add-ons with the old widgets (docs/platform.md#legacy-addons).

use open_platform::legacy::{LegacyPostAddon, LegacyUserAddon};
use open_platform::model::addon::{PostAddon, UserAddon};

use super::{check_phone, current, old_path};
use crate::dispatch::Call;
pub(in crate::platform) use crate::platform::addons::create_on_post as create_on_post_by_key;
use crate::platform::addons::{put_on_post, put_on_user};
use crate::platform::users;
use crate::response::{PlatformResponse, Refusal};

/// Creates or replaces the app's add-on on a post from the old widget format.
pub(in crate::platform) fn create_on_post(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let old: LegacyPostAddon = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    let widgets = current(call, &old.widgets)?;
    let addon = PostAddon { widgets, semantic: old.semantic, notes: old.notes, ..PostAddon::default() };
    put_on_post(call, &addon).map_err(in_old_form)
}

/// Creates or replaces the app's add-on on a user from the old widget format.
pub(in crate::platform) fn create_for_user(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_phone(call)?;
    let old: LegacyUserAddon = call.body()?;
    call.check(&old, |body| body.check())?;
    call.refuse_unknown("", &old.extra, &[])?;
    check_phone(call, &old.phone)?;
    let addon = UserAddon {
        widgets: current(call, &old.widgets)?,
        categories: old.categories,
        ticket_uuid: old.ticket_uuid,
        cost: old.verification_cost,
        semantic: old.semantic,
        ..UserAddon::default()
    };
    put_on_user(call, user, &addon, &[]).map_err(in_old_form)
}

/// The refusal of a widget with its place in the old form.
fn in_old_form(refusal: Refusal) -> Refusal {
    refusal.at(|field| match field.strip_prefix("widgets[").and_then(|rest| rest.split_once("].")) {
        Some((index, path)) => format!("widgets.widget_list[{index}].{}", old_path(path)),
        None => field.to_owned(),
    })
}
