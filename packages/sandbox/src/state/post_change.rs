//! Changes of a post by the admin API, in every stage.

use chrono::{DateTime, Utc};
use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::posts::{CountsPerDay, SandboxPost, Stage};
use crate::world::World;

/// What to change of a post. Members that are not given stay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PostChange {
    /// The next stage.
    pub stage: Option<Stage>,
    /// Slug of the category.
    pub category: Option<String>,
    /// Slug of the city.
    pub city: Option<String>,
    /// Slug of the district; empty for none.
    pub district: Option<String>,
    /// Whether the owner can be written to.
    pub chat_enabled: Option<bool>,
    /// Whether the platform's sales assistant may answer.
    pub supplier_chat_assistant_enabled: Option<bool>,
    /// Whether the phone number is hidden.
    pub is_phone_hidden: Option<bool>,
    /// Attributes to set; `null` removes one.
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
    /// Addresses of the images it has before publication.
    pub ongoing_images: Option<Vec<String>>,
    /// Token of the business it belongs to; empty for none.
    pub business: Option<String>,
    /// The counts of its statistics for a whole day, also of days that have passed.
    pub counts_per_day: Option<CountsPerDay>,
}

impl World {
    /// Changes a post in any stage, and sends an event to the app if it subscribed.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a post or business that does not exist, and for a
    /// transition that is not possible. Then nothing is changed.
    pub fn change_post(&self, token: &str, change: PostChange) -> Result<SandboxPost> {
        self.change(|state, now| {
            let business = match change.business.as_deref() {
                None => None,
                Some("") => Some(None),
                Some(token) => {
                    let known = state.users.business(token).cloned();
                    let reason = || Error::invalid("business", format!("there is no business {token:?}"));
                    Some(Some(known.ok_or_else(reason)?))
                }
            };
            let Some(stage) = state.posts.get_with_archived(token).map(|post| change.stage.unwrap_or(post.stage))
            else {
                return Err(Error::invalid("token", format!("there is no post {token:?}")));
            };
            let post = state.posts.edit(token, stage, now, |post| {
                if let Some(business) = business {
                    post.business = business;
                }
                change.apply(post, now);
            })?;
            let post = post.clone();
            state.notify_post(token, stage, now);
            Ok(post)
        })
    }
}

impl PostChange {
    fn apply(self, post: &mut SandboxPost, now: DateTime<Utc>) {
        fn put<T>(place: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *place = value;
            }
        }
        put(&mut post.category, self.category);
        put(&mut post.city, self.city);
        put(&mut post.district, self.district);
        put(&mut post.chat_enabled, self.chat_enabled);
        put(&mut post.supplier_chat_assistant_enabled, self.supplier_chat_assistant_enabled);
        put(&mut post.is_phone_hidden, self.is_phone_hidden);
        put(&mut post.ongoing_images, self.ongoing_images);
        post.counts_per_day = self.counts_per_day.or(post.counts_per_day);
        for (name, value) in self.data {
            if value.is_null() {
                post.data.remove(&name);
            } else {
                post.data.insert(name, value);
            }
        }
        post.last_modified_at = now;
    }
}
