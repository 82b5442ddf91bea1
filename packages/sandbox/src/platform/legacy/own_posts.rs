//! Edits of posts in the old form, and the old address for their images.

use open_platform::api::endpoints;
use open_platform::legacy::LegacyPostEdit;
use serde_json::{Map, json};

use super::super::own_posts::put;
use crate::clock::add_seconds;
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};
use crate::state::own_posts::Edit;

/// Replaces title, description and images of a post.
pub(crate) fn edit(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let body: LegacyPostEdit = call.body()?;
    call.check(&body, |body| body.check())?;
    call.refuse_unknown("", &body.extra, &[])?;
    let mut general = Map::new();
    general.insert("title".into(), body.title.into());
    general.insert("description".into(), body.description.into());
    if !body.image_paths.is_empty() {
        general.insert("images".into(), body.image_paths.into());
    }
    put(call, Edit { general, ..Edit::default() }, "image_paths")
}

/// The address for the next image of a post. It says when it ends.
pub(crate) fn image_upload_url(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let address = call.address(endpoints::OWN_POSTS_UPLOAD_IMAGE);
    let ends = match call.state.limits.rules.image_upload_url_seconds {
        0 => String::new(),
        seconds => format!("?expires={}", add_seconds(call.now(), seconds).timestamp()),
    };
    Ok(PlatformResponse::json(&json!({ "upload_url": format!("{address}{ends}") })))
}
