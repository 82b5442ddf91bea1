//! Uploads of images and videos of posts (docs/platform.md#post-media).

use axum::http::header;
use open_platform::api::endpoints;
use open_platform::endpoint::Endpoint;
use serde_json::{Value, json};

use crate::dispatch::Call;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::state::images::{self, Purpose};
use crate::state::posts::SandboxPost;

/// Where media of posts are uploaded to.
pub(super) fn upload_urls(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(PlatformResponse::json(&json!({
        "image": target(call, endpoints::OWN_POSTS_UPLOAD_IMAGE),
        "video": target(call, endpoints::OWN_POSTS_UPLOAD_VIDEO),
    })))
}

/// Where a file is sent, as the platform tells it.
pub(super) fn target(call: &Call<'_>, row: &Endpoint) -> Value {
    json!({ "url": call.address(row), "http_method": row.method.as_str() })
}

/// Stores an image of a post.
pub(super) fn upload_image(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let ends = call.exchange.query("expires").and_then(|ends| ends.parse::<i64>().ok());
    if ends.is_some_and(|ends| ends <= call.now().timestamp()) {
        return Err(Refusal::new(Code::PermissionDenied, "the address for the upload has expired"));
    }
    let most = call.state.gaps.upload_max_bytes;
    if most > 0 && u32::try_from(call.exchange.body.len()).is_ok_and(|size| size > most) {
        let reason = format!("the image is larger than {most} bytes");
        return Err(Refusal { status: Some(413), ..Refusal::new(Code::InvalidArgument, reason) });
    }
    let path = stored(call, (Purpose::Post, "jpg"), |body| {
        body.starts_with(&[0xff, 0xd8, 0xff]) || body.starts_with(b"\x89PNG")
    })?;
    let url = shown_at(call, &path);
    Ok(PlatformResponse::json(&json!({ "path": path, "photo_url": url, "thumbnail_url": url })))
}

/// Stores a video of a post. Its thumbnail shows a picture of the sandbox.
pub(super) fn upload_video(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let name = stored(call, (Purpose::Video, "mp4"), |body| body.get(4..8) == Some(b"ftyp"))?;
    let thumbnail = name.replace(".mp4", ".jpg");
    Ok(PlatformResponse::json(&json!({
        "video_name": name,
        "video_url": shown_at(call, &name),
        "thumbnail_name": thumbnail,
        "thumbnail_url": shown_at(call, &thumbnail),
    })))
}

/// The media that a request names for a post.
pub(super) struct NamedMedia<'a> {
    /// The path of the list of images in the request.
    pub(super) images_at: &'static str,
    pub(super) images: Vec<&'a str>,
    pub(super) video: Option<&'a str>,
}

impl NamedMedia<'_> {
    /// Refuses media that were not uploaded to this world and that the post does not have, if the switch is off.
    pub(super) fn check(&self, call: &Call<'_>, post: Option<&SandboxPost>) -> Result<(), Refusal> {
        if call.state.gaps.accept_unknown_images {
            return Ok(());
        }
        let known = |name: &str, purpose| {
            call.state.images.purpose(name) == Some(purpose)
                || post.is_some_and(|post| call.state.has_medium(post, name))
        };
        if let Some(index) = self.images.iter().position(|path| !known(path, Purpose::Post)) {
            return Err(Refusal::field(
                format!("{}[{index}]", self.images_at),
                "no such image of a post was uploaded: own_posts.upload_image uploads them",
            ));
        }
        match self.video {
            Some(video) if !known(video, Purpose::Video) => Err(Refusal::field(
                "general_data.video.name",
                "no such video was uploaded: own_posts.upload_video uploads them",
            )),
            _ => Ok(()),
        }
    }
}

/// Where an upload can be read.
pub(super) fn shown_at(call: &Call<'_>, name: &str) -> String {
    images::address(&call.url(), name)
}

/// Stores an upload, and returns its name. The header `Authorization` must be empty (docs/platform.md#post-media).
fn stored(call: &mut Call<'_>, kind: (Purpose, &str), is_of_format: fn(&[u8]) -> bool) -> Result<String, Refusal> {
    let refused = |reason: &str| Err(Refusal::new(Code::InvalidArgument, reason));
    if call.exchange.headers.get(header::AUTHORIZATION).is_some_and(|value| !value.is_empty()) {
        return refused("Authorization must be empty");
    }
    let content = call.exchange.body.clone();
    if !is_of_format(&content) {
        return refused("the body is of another format");
    }
    let now = call.now();
    let state = &mut *call.state;
    Ok(state.images.upload(&mut state.ids, kind, content, now))
}
