//! Posts (docs/platform.md#read-post, #ongoing-images, #user-posts).

use serde_json::{Value, json};

use super::finder::without_empty;
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};
use crate::state::posts::{SandboxPost, View};

/// A post, as anyone may read it.
pub(super) fn get(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let post = find(call)?;
    if post.stage.is_ongoing() && call.state.gaps.hide_ongoing_posts {
        return Err(not_found());
    }
    Ok(record(call, post, View::Public))
}

/// A post with the images it has before publication, for whoever was granted them.
pub(super) fn get_with_ongoing_images(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    if call.access.is_none() {
        return get(call);
    }
    Ok(record(call, find(call)?, View::OngoingImages))
}

/// The posts of the user, in all states. Members that are empty are left out.
pub(super) fn list(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let own = call.state.posts.all().filter(|post| post.owner == call.user());
    let posts = own.map(|post| {
        let images = shown(call, post, View::OngoingImages);
        let mut item = json!({ "token": post.token, "title": post.data.get("title"), "images": images,
            "category": post.category, "is_phone_hidden": post.is_phone_hidden });
        without_empty(&mut item);
        item
    });
    Ok(PlatformResponse::json(&json!({ "posts": posts.collect::<Vec<_>>() })))
}

pub(super) fn find<'a>(call: &'a Call<'_>) -> Result<&'a SandboxPost, Refusal> {
    call.state.posts.get(call.exchange.params.first()).ok_or_else(not_found)
}

fn not_found() -> Refusal {
    Refusal::not_found("post not found")
}

fn record(call: &Call<'_>, post: &SandboxPost, view: View) -> PlatformResponse {
    PlatformResponse::with_type(200, "application/json", post.record(view, shown(call, post, view)))
}

/// The addresses of the images that a view shows.
fn shown(call: &Call<'_>, post: &SandboxPost, view: View) -> Option<Value> {
    post.images(view).map(|images| call.state.images.shown(&call.url(), images))
}
