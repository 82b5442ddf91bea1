//! Posts as their owners see them: edits in review, deletions, submissions and statistics (docs/platform.md#own-posts). How an
//! edit becomes visible, and the numbers of the statistics, are assumptions.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, Days, Timelike, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::State;
use super::posts::{SandboxPost, Stage};
use super::reviews::Refusals;
use crate::clock::{Job, add_seconds};

/// The members of `data` that are general and not of the category.
const GENERAL: &[&str] = &["title", "description", "images", "latitude", "longitude", "location_type", "video"];

/// What only owners of posts see.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct OwnPosts {
    /// The edits in review: general and category members, by the token of the post.
    edits: BTreeMap<String, Edit>,
    deleted: BTreeSet<String>,
    /// The users who must not submit posts.
    pub(crate) barred: BTreeSet<String>,
    #[serde(default)]
    pub(crate) refusals: Refusals,
}

impl OwnPosts {
    /// Whether an edit of the post is in review.
    pub(crate) fn has_edit(&self, token: &str) -> bool {
        self.edits.contains_key(token)
    }

    /// The edit of the post that is in review.
    pub(crate) fn edit_of(&self, token: &str) -> Option<&Edit> {
        self.edits.get(token)
    }

    /// Whether the owner has deleted the post.
    pub(crate) fn is_deleted(&self, token: &str) -> bool {
        self.deleted.contains(token)
    }

    /// Drops the edits of a post that are in review.
    pub(crate) fn drop_edit(&mut self, token: &str) {
        self.edits.remove(token);
    }
}

/// The members that an edit sets.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Edit {
    pub(crate) general: Map<String, Value>,
    pub(crate) category: Map<String, Value>,
}

impl State {
    /// Takes an edit: the post is reviewed, and changed when the review ends.
    pub(crate) fn edit_own(&mut self, token: &str, edit: Edit, now: DateTime<Utc>) {
        self.own_posts.refusals.forget(token);
        let pending = self.own_posts.edits.entry(token.to_owned()).or_default();
        pending.general.extend(edit.general);
        pending.category.extend(edit.category);
        let when = add_seconds(now, self.wallet.rules.reviewed_after);
        self.schedule.at(when, Job::ReviewPost { post: token.to_owned() });
    }

    /// Makes the edits of a post visible, after its review.
    pub(crate) fn apply_edit(&mut self, token: &str) {
        let Some(edit) = self.own_posts.edits.remove(token) else { return };
        let Some(post) = self.posts.get_mut(token) else { return };
        let is_ongoing = post.stage.is_ongoing();
        let mut data = edit.category;
        for (name, value) in edit.general {
            let text = value.as_str().unwrap_or_default().to_owned();
            match name.as_str() {
                "city" => post.city = text,
                "district" => post.district = text,
                "hide_phone" => post.is_phone_hidden = value == true,
                "chat_enabled" => post.chat_enabled = value == true,
                // The images before publication, which replace those of `data` when the post is published.
                "images" if is_ongoing => post.ongoing_images = texts(&value),
                _ => drop(data.insert(name, value)),
            }
        }
        post.data.extend(data);
        drop_empty(&mut post.data);
    }

    /// Deletes a post for its owner.
    pub(crate) fn delete_own(&mut self, token: &str, now: DateTime<Utc>) {
        let Some(post) = self.posts.get(token) else { return };
        let stage = if post.stage == Stage::Published { Stage::Retired } else { Stage::Archived };
        if self.posts.change(token, stage, now, |_| {}).is_ok() {
            self.own_posts.edits.remove(token);
            self.own_posts.deleted.insert(token.to_owned());
            self.notify_post(token, stage, now);
        }
    }

    /// The word of `state` in the record of an owner.
    pub(crate) fn own_state(&self, post: &SandboxPost) -> &str {
        if self.own_posts.is_deleted(&post.token) {
            return "POST_STATE_DELETED";
        }
        if let Some((state, _)) = self.refusal(post) {
            return state;
        }
        match post.stage {
            Stage::WaitingForPayment => "POST_STATE_WAITING_FOR_PAYMENT",
            Stage::InReview => "POST_STATE_WAITING_FOR_REVIEW",
            Stage::Published if self.own_posts.edits.contains_key(&post.token) => "POST_STATE_WAITING_FOR_REVIEW",
            Stage::Published => "POST_STATE_PUBLISHED",
            Stage::Retired | Stage::Archived => "POST_STATE_RETIRED",
        }
    }

    /// Whether a post, or an edit of it that is in review, has an image or a video with this name.
    pub(crate) fn has_medium(&self, post: &SandboxPost, name: &str) -> bool {
        let has = |members: &Map<String, Value>| {
            let images = members.get("images").and_then(Value::as_array).into_iter().flatten();
            let video = members.get("video").and_then(|video| video.get("name"));
            images.chain(video).any(|medium| medium == name)
        };
        let edit = self.own_posts.edit_of(&post.token);
        post.ongoing_images.iter().any(|image| image == name)
            || has(&post.data)
            || edit.is_some_and(|edit| has(&edit.general))
    }

    /// The record of a post for its owner. An edit in review is in it.
    pub(crate) fn own_record(&self, post: &SandboxPost) -> Value {
        let mut data = post.data.clone();
        if post.stage.is_ongoing() {
            data.insert("images".into(), post.ongoing_images.clone().into());
        }
        let mut general = json!({
            "category_slug": post.category,
            "city": post.city,
            "district": post.district,
            "hide_phone": post.is_phone_hidden,
            "chat_enabled": post.chat_enabled,
            "location_type": "LOCATION_TYPE_EMPTY",
        });
        for name in GENERAL {
            if let Some(value) = data.remove(*name) {
                general[*name] = value;
            }
        }
        if let Some(edit) = self.own_posts.edits.get(&post.token) {
            edit.general.iter().for_each(|(name, value)| general[name.as_str()] = value.clone());
            data.extend(edit.category.clone());
        }
        general.as_object_mut().into_iter().for_each(drop_empty);
        drop_empty(&mut data);
        let mut record = json!({ "general_data": general, "category_data": data, "state": self.own_state(post) });
        if let Some((_, reason)) = self.refusal(post) {
            record["reject_reason"] = reason.into();
        }
        if let Some(business) = &post.business {
            let (kind, name) = (&business.business_type, &business.business_name);
            record["business_data"] = json!({ "business_type": kind, "business_name": name });
        }
        record
    }
}

/// Drops what an edit has emptied.
fn drop_empty(members: &mut Map<String, Value>) {
    members.retain(|_, value| !value.is_null());
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The statistics of a post for the last days: a count for each day, which grows during the day. Counts of zero are left out.
pub(crate) fn stats(post: &SandboxPost, days: i64, now: DateTime<Utc>) -> Value {
    let Some(first) = post.first_published_at else { return json!({}) };
    let seed: u64 = post.token.bytes().map(u64::from).sum();
    let set = post.counts_per_day;
    let counts = |most: u64, set: Option<u32>| {
        let (mut daily, mut total) = (Vec::new(), 0);
        for day in (0..days.unsigned_abs()).rev().filter_map(|back| now.date_naive().checked_sub_days(Days::new(back)))
        {
            if day < first.date_naive() {
                continue;
            }
            let whole = set.map_or_else(|| (seed + u64::from(day.ordinal())) % most + most / 2, u64::from);
            let passed = if day == now.date_naive() { u64::from(now.num_seconds_from_midnight()) } else { 86_400 };
            let count = whole * passed / 86_400;
            if count > 0 {
                daily.push(json!({ "date": day.to_string(), "count": count }));
                total += count;
            }
        }
        json!({ "daily": daily, "total": total })
    };
    json!({
        "views": counts(60, set.map(|set| set.views)),
        "impressions": counts(900, set.map(|set| set.impressions)),
        "chats": counts(8, set.map(|set| set.chats)),
    })
}
