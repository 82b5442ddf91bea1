//! Reviews of posts and of edits (docs/platform.md#post-states, #own-posts). When a review ends and what follows from it are
//! assumptions.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::State;
use super::posts::{SandboxPost, Stage};

/// How a review ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewEnd {
    /// The post is published, or its edit becomes visible.
    #[default]
    Accepted,
    /// A new post is rejected, and retired. The edit of a published post is dropped, and the post stays as it was.
    Rejected,
    /// A new post waits for an edit by its owner, and is reviewed again after it. For the edit of a published post it is the
    /// same as a rejection.
    NeedsEdit,
}

/// The reviews that did not accept a post or its last edit: the state of the post for its owner and the reason, by the token of
/// the post.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Refusals(BTreeMap<String, Refused>);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Refused {
    state: String,
    reason: String,
}

impl Refusals {
    /// The word of `state`, and the reason.
    pub(crate) fn of(&self, token: &str) -> Option<(&str, &str)> {
        self.0.get(token).map(|refused| (refused.state.as_str(), refused.reason.as_str()))
    }

    /// A new edit is reviewed anew.
    pub(crate) fn forget(&mut self, token: &str) {
        self.0.remove(token);
    }
}

impl State {
    /// Ends the review of a post as the rules say.
    pub(crate) fn review(&mut self, token: &str, now: DateTime<Utc>) {
        let rules = &self.wallet.rules;
        self.end_review(token, rules.review, rules.reject_reason.clone(), now);
    }

    /// Ends the review of a post, with the edits that were made until then.
    pub(crate) fn end_review(&mut self, token: &str, end: ReviewEnd, reason: String, now: DateTime<Utc>) {
        let is_edited = self.own_posts.has_edit(token);
        let Some(stage) = self.posts.get(token).map(|post| post.stage) else { return };
        let is_new = stage == Stage::InReview;
        // A post that waits for an edit has had its review.
        if !is_edited && (!is_new || self.own_posts.refusals.of(token).is_some()) {
            return;
        }
        let next = match end {
            ReviewEnd::Accepted => {
                self.apply_edit(token);
                if is_new { Stage::Published } else { stage }
            }
            ReviewEnd::NeedsEdit if is_new => {
                self.apply_edit(token);
                return self.refuse(token, "POST_STATE_WAITING_FOR_EDIT", reason);
            }
            ReviewEnd::Rejected if is_new => {
                self.refuse(token, "POST_STATE_REJECTED", reason);
                Stage::Retired
            }
            ReviewEnd::Rejected | ReviewEnd::NeedsEdit => {
                self.own_posts.drop_edit(token);
                return self.refuse(token, "POST_STATE_PUBLISHED_AND_EDIT_REJECTED", reason);
            }
        };
        if self.posts.change(token, next, now, |_| {}).is_ok() {
            self.notify_post(token, next, now);
        }
    }

    fn refuse(&mut self, token: &str, state: &str, reason: String) {
        let refused = Refused { state: state.to_owned(), reason };
        self.own_posts.refusals.0.insert(token.to_owned(), refused);
    }

    /// What the last review refused of a post, if it still has the stage in which it did.
    pub(crate) fn refusal(&self, post: &SandboxPost) -> Option<(&str, &str)> {
        let (state, reason) = self.own_posts.refusals.of(&post.token)?;
        let stage = match state {
            "POST_STATE_REJECTED" => Stage::Retired,
            "POST_STATE_WAITING_FOR_EDIT" => Stage::InReview,
            _ => Stage::Published,
        };
        (stage == post.stage).then_some((state, reason))
    }
}
