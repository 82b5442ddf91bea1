//! The images and media that apps uploaded.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::extract::{InWorld, Item};
use super::problem::{Problem, Refusals};
use crate::state::images::picture;
use crate::world::World;

/// The content types that a browser shows, by the first bytes of the image.
const KINDS: &[(&[u8], &str)] =
    &[(b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n", "image/png"), (b"GIF8", "image/gif"), (b"RIFF", "image/webp")];

/// The bytes of an uploaded image, by its temporary or permanent name, or of media of a chat. The latest 64 MiB of a world's images
/// are kept, and the latest 64 MiB of its media of chats.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/images/{item}",
    params(("world" = String, Path, example = "default"), ("item" = String, Path)),
    responses((status = 200, content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/gif"),
        (Vec<u8> = "image/webp"), (Vec<u8> = "application/octet-stream"))), Refusals))]
pub(super) async fn image(InWorld(world): InWorld, Item(name): Item) -> Result<Response, Problem> {
    content(&world, &name)
}

/// The same for `GET /worlds/{world}/media/{item}`, to which the addresses in responses to an app lead. It needs no credentials,
/// as on the platform, and answers at every name of the sandbox, which the admin API does not.
pub(super) async fn medium(InWorld(world): InWorld, Item(name): Item) -> Result<Response, Problem> {
    content(&world, &name)
}

fn content(world: &World, name: &str) -> Result<Response, Problem> {
    let content = {
        let state = world.inner.lock();
        let is_profile = |id: &str| state.users.businesses().any(|business| business.profile_image == id);
        let profile = || name.strip_suffix(".jpg").filter(|id| is_profile(id)).map(|_| picture());
        state.images.content(name).or_else(|| state.chat_media.content(name)).or_else(profile)
    };
    let content =
        content.ok_or_else(|| Problem::not_found(format!("there is no image {name:?}, or it is not kept any more")))?;
    let is_webp = content.get(8..12) == Some(b"WEBP");
    let kind = KINDS.iter().find(|(start, kind)| content.starts_with(start) && (*kind != "image/webp" || is_webp));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind.map_or("application/octet-stream", |(_, kind)| *kind))),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, content).into_response())
}
