//! Posts (docs/platform.md#read-post, #ongoing-images).

use crate::answer::{Answer, Refusal};
use crate::dispatch::Call;
use crate::state::posts::{SandboxPost, View};

/// A post, as anyone may read it.
pub(super) fn get(call: &mut Call<'_>) -> Result<Answer, Refusal> {
    let post = find(call)?;
    if post.stage.is_ongoing() && call.state.gaps.hide_ongoing_posts {
        return Err(not_found());
    }
    Ok(record(post, View::Public))
}

/// A post with the images it has before publication, for whoever was granted them.
pub(super) fn get_with_ongoing_images(call: &mut Call<'_>) -> Result<Answer, Refusal> {
    if call.access.is_none() {
        return get(call);
    }
    Ok(record(find(call)?, View::OngoingImages))
}

pub(super) fn find<'a>(call: &'a Call<'_>) -> Result<&'a SandboxPost, Refusal> {
    call.state.posts.get(call.exchange.params.first()).ok_or_else(not_found)
}

fn not_found() -> Refusal {
    Refusal::not_found("post not found")
}

fn record(post: &SandboxPost, view: View) -> Answer {
    Answer::with_type(200, "application/json", post.record(view))
}
