//! Image upload (docs/platform.md#image-upload). The host takes no credentials, so the world is the one of the path, or
//! the default one.

use serde_json::json;

use crate::body::media_type;
use crate::dispatch::Call;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::state::images::Purpose;

/// The first bytes of a JPEG.
const JPEG: &[u8] = &[0xff, 0xd8, 0xff];

/// Stores an image under a temporary name. No limits are documented (docs/platform.md#addon-images): the refusals are
/// assumptions, set by switches.
pub(super) fn upload(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let (body, gaps) = (&call.exchange.body, &call.state.gaps);
    let refused = |reason: &str| Err(Refusal::new(Code::InvalidArgument, reason));
    if body.is_empty() {
        return refused("the image is empty");
    }
    if media_type(&call.exchange.headers).starts_with("multipart/") {
        return refused("the body must be the image itself, and not a form with a file");
    }
    let too_large = |size: u32| gaps.upload_max_bytes > 0 && size > gaps.upload_max_bytes;
    if u32::try_from(body.len()).is_ok_and(too_large) {
        let reason = format!("the image is larger than {} bytes", gaps.upload_max_bytes);
        return Err(Refusal { status: Some(413), ..Refusal::new(Code::InvalidArgument, reason) });
    }
    if gaps.upload_must_be_jpeg {
        if media_type(&call.exchange.headers) != "image/jpeg" {
            return refused("Content-Type must be image/jpeg");
        }
        if !body.starts_with(JPEG) {
            return refused("the body is not a JPEG image");
        }
    }
    let status = if gaps.upload_answers_201 { 201 } else { 200 };
    let content = body.clone();
    let now = call.now();
    let state = &mut *call.state;
    let name = state.images.upload(&mut state.ids, (Purpose::Addon, "jpg"), content, now);
    Ok(PlatformResponse::json_with(status, &json!({ "image_name": name })))
}
