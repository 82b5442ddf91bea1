//! Reviews, the owners' view of posts, payments that end now, uploads and used limits, for tests and the admin API.

use std::collections::BTreeMap;

use open_platform::{Error, Result};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::limits::LimitUse;
use crate::range;
use crate::state::State;
use crate::state::chat_media::SandboxChatMedium;
use crate::state::images::SandboxImage;
use crate::state::own_posts::stats;
use crate::state::posts::{SandboxPost, Stage};
use crate::state::reviews::ReviewEnd;
use crate::state::wallet::PaymentEnd;
use crate::world::World;

/// A post in review, or one whose last review did not accept it or its edit.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct PostReview {
    /// Token of the post.
    pub post: String,
    /// Name of its owner.
    pub owner: String,
    /// The word of `state` for its owner, such as `POST_STATE_WAITING_FOR_REVIEW`.
    pub state: String,
    /// Whether the post is new, and not published yet.
    pub is_new: bool,
    /// Whether a review is in progress. Otherwise the last one did not accept the post or its edit.
    pub is_open: bool,
    /// The general members that the edit in review sets.
    #[schema(value_type = Object)]
    pub general: Map<String, Value>,
    /// The members of the category that the edit in review sets.
    #[schema(value_type = Object)]
    pub category: Map<String, Value>,
    /// What the owner was told, if it was not accepted.
    pub reject_reason: Option<String>,
}

/// A post as its owner sees it.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct OwnView {
    /// What `own_posts.get` returns.
    #[schema(value_type = Object)]
    pub record: Value,
    /// What `own_posts.stats` returns.
    #[schema(value_type = Object)]
    pub stats: Value,
}

impl State {
    fn review_of(&self, post: &SandboxPost) -> Option<PostReview> {
        let (edit, refusal) = (self.own_posts.edit_of(&post.token), self.refusal(post));
        let is_new = post.stage == Stage::InReview;
        let is_open = edit.is_some() || is_new && refusal.is_none();
        let edit = edit.cloned().unwrap_or_default();
        (is_open || refusal.is_some()).then(|| PostReview {
            post: post.token.clone(),
            owner: post.owner.clone(),
            state: self.own_state(post).to_owned(),
            is_new,
            is_open,
            general: edit.general,
            category: edit.category,
            reject_reason: refusal.map(|(_, reason)| reason.to_owned()),
        })
    }
}

impl World {
    /// The posts that are in review or whose edit is, and those whose last review did not accept them or their edit.
    pub fn reviews(&self) -> Vec<PostReview> {
        let state = self.inner.lock();
        state.posts.all().filter_map(|post| state.review_of(post)).collect()
    }

    /// Ends the review of a post or of its edit now. Without a reason the owner is told that of the
    /// [rules](crate::PaymentRules::reject_reason).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a post that does not exist or is not in review.
    pub fn review_post(&self, token: &str, end: ReviewEnd, reason: Option<String>) -> Result<OwnView> {
        self.change(|state, now| {
            let is_open = state.posts.get(token).and_then(|post| state.review_of(post)).is_some_and(|one| one.is_open);
            if !is_open {
                return Err(Error::invalid("token", format!("there is no post {token:?} in review")));
            }
            let reason = reason.unwrap_or_else(|| state.wallet.rules.reject_reason.clone());
            state.end_review(token, end, reason, now);
            Ok(())
        })?;
        self.own_view(token).ok_or_else(|| Error::invalid("token", format!("there is no post {token:?}")))
    }

    /// A post as its owner sees it.
    pub fn own_view(&self, token: &str) -> Option<OwnView> {
        let now = self.now();
        let state = self.inner.lock();
        let post = state.posts.get(token)?;
        Some(OwnView { record: state.own_record(post), stats: stats(post, state.limits.rules.stats_days, now) })
    }

    /// Ends a pending transaction, or a payment that is being reconciled, now.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a payment that does not exist or has ended.
    pub fn settle_payment(&self, id: &str, end: PaymentEnd) -> Result<()> {
        let settled = self.change(|state, now| state.settle(id, end, now));
        if settled {
            Ok(())
        } else {
            Err(Error::invalid("id", format!("there is no payment {id:?} that has not ended")))
        }
    }

    /// The uploads of the app, the oldest first.
    pub fn images(&self) -> Vec<SandboxImage> {
        self.inner.lock().images.all()
    }

    /// What the app uploaded for messages of chats, the oldest first.
    pub fn chat_media(&self) -> Vec<SandboxChatMedium> {
        self.inner.lock().chat_media.all()
    }

    /// How much of each limit the app has used.
    pub fn limits_used(&self) -> Vec<LimitUse> {
        let now = self.now();
        self.inner.lock().limits.used(now)
    }

    /// Sets how much of a limit is used, by its name among [`limits_used`](Self::limits_used).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a limit that does not exist, and for a negative number.
    pub fn set_limit_used(&self, limit: &str, used: i64) -> Result<()> {
        self.set_limits_used(&BTreeMap::from([(limit.to_owned(), used)]))
    }

    /// The same for several limits. If one is refused, none is changed.
    pub(crate) fn set_limits_used(&self, used: &BTreeMap<String, i64>) -> Result<()> {
        let now = self.now();
        let mut state = self.inner.lock();
        let known: Vec<_> = state.limits.used(now).into_iter().map(|one| one.limit).collect();
        for (limit, used) in used {
            let member = format!("used.{limit}");
            if !known.contains(limit) {
                return Err(Error::invalid(
                    &member,
                    format!("there is no limit {limit:?}: there are {}", known.join(", ")),
                ));
            }
            range::check(&member, *used, 0..=1_000_000_000)?;
        }
        for (limit, used) in used {
            state.limits.set_used(limit, *used, now);
        }
        Ok(())
    }
}
