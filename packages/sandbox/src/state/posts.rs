//! Posts, their stages, and what an app may read of them.

use std::borrow::Cow;

use chrono::{DateTime, SecondsFormat, Utc};
use indexmap::IndexMap;
use open_platform::{Error, PostToken, Result};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::file::in_order;
use super::users::{SandboxBusiness, Users};
use crate::ids::Ids;

/// The stage of a post (docs/platform.md#post-states).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Before publication, until it is paid for.
    WaitingForPayment,
    /// Before publication, under review.
    InReview,
    /// Published.
    #[default]
    Published,
    /// Retired: rejected, expired or withdrawn.
    Retired,
    /// Archived.
    Archived,
}

impl Stage {
    /// Whether the post is not published yet. The documents call such a post "ongoing".
    pub fn is_ongoing(self) -> bool {
        matches!(self, Self::WaitingForPayment | Self::InReview)
    }

    /// The word of `state` in a post record.
    fn word(self) -> &'static str {
        match self {
            Self::WaitingForPayment => "PAYMENT_REQ",
            Self::InReview => "REVIEW_REQ",
            Self::Published => "PUBLISHED",
            Self::Retired | Self::Archived => "RETIRED",
        }
    }

    /// The word of `type` in a `POST_UPDATE` event for this stage.
    pub(crate) fn update(self) -> &'static str {
        match self {
            Self::WaitingForPayment | Self::InReview => "ONGOING",
            Self::Published => "PUBLISH",
            Self::Retired => "RETIRE",
            Self::Archived => "ARCHIVE",
        }
    }

    /// Whether a post can move from this stage to the other stage `next`.
    fn leads_to(self, next: Self) -> bool {
        use Stage::{Archived, InReview, Published, Retired, WaitingForPayment};
        matches!(
            (self, next),
            (WaitingForPayment, InReview)
                | (WaitingForPayment | InReview | Retired, Archived)
                | (InReview, Published | Retired)
                | (Published, Retired)
                | (Retired, Published)
        )
    }
}

/// A post to add. Empty members are generated from the seed or left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewPost {
    /// Name of the user who owns it.
    pub owner: String,
    /// Its token; generated from the seed if empty.
    pub token: String,
    /// Its stage.
    pub stage: Stage,
    /// Slug of the category.
    pub category: String,
    /// Slug of the city.
    pub city: String,
    /// Slug of the district.
    pub district: String,
    /// Whether the owner can be written to.
    pub chat_enabled: bool,
    /// Whether the platform's sales assistant may answer.
    pub supplier_chat_assistant_enabled: bool,
    /// Whether the phone number is hidden.
    pub is_phone_hidden: bool,
    /// The attributes of the category, with `title`, `description` and `images`.
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
    /// Addresses of the images it has before publication.
    pub ongoing_images: Vec<String>,
    /// Token of the business it belongs to; none while empty.
    pub business: String,
    /// The counts of its statistics for a whole day; made from its token if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_per_day: Option<CountsPerDay>,
}

/// The counts in the statistics of a post for a whole day. During a day they grow with the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CountsPerDay {
    /// How often the post was opened.
    pub views: u32,
    /// How often it was shown in a list.
    pub impressions: u32,
    /// How many conversations about it began.
    pub chats: u32,
}

/// A post of a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SandboxPost {
    /// Its token.
    pub token: String,
    /// Name of the user who owns it.
    pub owner: String,
    /// Its stage.
    pub stage: Stage,
    /// Slug of the category.
    pub category: String,
    /// Slug of the city.
    pub city: String,
    /// Slug of the district; empty where there is none.
    pub district: String,
    /// Whether the owner can be written to.
    pub chat_enabled: bool,
    /// Whether the platform's sales assistant may answer.
    pub supplier_chat_assistant_enabled: bool,
    /// Whether the phone number is hidden.
    pub is_phone_hidden: bool,
    /// The attributes of the category.
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
    /// Addresses of the images it has before publication.
    pub ongoing_images: Vec<String>,
    /// The business it belongs to.
    pub business: Option<SandboxBusiness>,
    /// The counts of its statistics for a whole day, if they were set; otherwise they are made from its token.
    #[serde(default)]
    pub counts_per_day: Option<CountsPerDay>,
    /// When it was first published.
    pub first_published_at: Option<DateTime<Utc>>,
    /// When it was last renewed.
    pub renewed_at: Option<DateTime<Utc>>,
    /// When it last changed.
    pub last_modified_at: DateTime<Utc>,
}

/// Which parts of a post a record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// What anyone may read.
    Public,
    /// With the images the post has before publication.
    OngoingImages,
    /// As in a `POST_UPDATE` event, the only one with `is_phone_hidden` (docs/platform.md#post-record).
    Event,
}

/// A post in the platform's form: members that are zero, false or empty are left out (docs/platform.md#post-record).
#[derive(Serialize)]
struct PostRecord<'a> {
    token: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    category: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    city: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    district: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    state: &'a str,
    #[serde(skip_serializing_if = "is_false")]
    chat_enabled: bool,
    #[serde(skip_serializing_if = "is_false")]
    supplier_chat_assistant_enabled: bool,
    #[serde(skip_serializing_if = "is_false")]
    is_phone_hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_published_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified_at: Option<String>,
    data: ShownAttributes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    business_data: Option<BusinessRecord<'a>>,
}

#[derive(Serialize)]
struct BusinessRecord<'a> {
    business_type: &'a str,
    business_name: &'a str,
}

/// The attributes, with the images that are shown.
struct ShownAttributes<'a> {
    attributes: &'a Map<String, Value>,
    images: Option<Value>,
}

impl Serialize for ShownAttributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let others = self.attributes.iter().filter(|(name, _)| *name != "images");
        let others = others.map(|(name, value)| (name.as_str(), value));
        serializer.collect_map(others.chain(self.images.as_ref().map(|images| ("images", images))))
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

impl SandboxPost {
    /// The images that a view shows, by their names.
    pub(crate) fn images(&self, view: View) -> Option<Cow<'_, Value>> {
        if view == View::OngoingImages && self.stage.is_ongoing() {
            return Some(Cow::Owned(self.ongoing_images.clone().into()));
        }
        self.data.get("images").map(Cow::Borrowed)
    }

    /// The record of this post as JSON text, with these [`images`](Self::images).
    pub(crate) fn record(&self, view: View, images: Option<Value>) -> Vec<u8> {
        // Serialization fails only for map keys that are not strings; there are none.
        serde_json::to_vec(&self.as_record(view, images)).unwrap_or_default()
    }

    /// The record of this post as a value, for an event.
    pub(crate) fn record_value(&self, view: View, images: Option<Value>) -> Value {
        serde_json::to_value(self.as_record(view, images)).unwrap_or_default()
    }

    fn as_record(&self, view: View, images: Option<Value>) -> PostRecord<'_> {
        let plain = view == View::Public;
        PostRecord {
            token: &self.token,
            category: &self.category,
            city: &self.city,
            district: &self.district,
            state: if view == View::Event { "" } else { self.stage.word() },
            chat_enabled: self.chat_enabled,
            // The documents' answer with a token has neither of these (docs/platform.md#post-record).
            supplier_chat_assistant_enabled: self.supplier_chat_assistant_enabled && view != View::OngoingImages,
            business_data: self.business.as_ref().filter(|_| plain).map(|business| BusinessRecord {
                business_type: &business.business_type,
                business_name: &business.business_name,
            }),
            is_phone_hidden: self.is_phone_hidden && view == View::Event,
            first_published_at: self.first_published_at.map(instant),
            last_modified_at: (view != View::Event).then(|| instant(self.last_modified_at)),
            data: ShownAttributes { attributes: &self.data, images },
        }
    }
}

fn instant(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The posts of a world, in the order they were added.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Posts {
    #[serde(with = "in_order")]
    by_token: IndexMap<String, SandboxPost>,
}

impl Posts {
    /// Adds a post.
    pub(crate) fn add(
        &mut self,
        users: &Users,
        ids: &mut Ids,
        now: DateTime<Utc>,
        new: NewPost,
    ) -> Result<&SandboxPost> {
        users.require("owner", &new.owner)?;
        let business = match new.business.as_str() {
            "" => None,
            token => {
                let known = users.business(token).cloned();
                Some(known.ok_or_else(|| Error::invalid("business", format!("there is no business {token:?}")))?)
            }
        };
        let token = if new.token.is_empty() { ids.post_token() } else { new.token };
        PostToken::from(token.as_str()).check()?;
        if self.by_token.contains_key(&token) {
            return Err(Error::invalid("token", format!("there is already a post {token:?}")));
        }
        let published = matches!(new.stage, Stage::Published | Stage::Retired);
        let post = SandboxPost {
            owner: new.owner,
            stage: new.stage,
            category: new.category,
            city: new.city,
            district: new.district,
            chat_enabled: new.chat_enabled,
            supplier_chat_assistant_enabled: new.supplier_chat_assistant_enabled,
            is_phone_hidden: new.is_phone_hidden,
            data: new.data,
            ongoing_images: new.ongoing_images,
            business,
            counts_per_day: new.counts_per_day,
            first_published_at: published.then_some(now),
            renewed_at: None,
            last_modified_at: now,
            token: token.clone(),
        };
        Ok(self.by_token.entry(token).or_insert(post))
    }

    /// The post with this token, unless it is archived.
    pub(crate) fn get(&self, token: &str) -> Option<&SandboxPost> {
        self.by_token.get(token).filter(|post| post.stage != Stage::Archived)
    }

    pub(crate) fn get_mut(&mut self, token: &str) -> Option<&mut SandboxPost> {
        self.by_token.get_mut(token).filter(|post| post.stage != Stage::Archived)
    }

    /// As [`get`](Self::get), with archived posts.
    pub(crate) fn get_with_archived(&self, token: &str) -> Option<&SandboxPost> {
        self.by_token.get(token)
    }

    /// The posts that are not archived.
    pub(crate) fn all(&self) -> impl Iterator<Item = &SandboxPost> {
        self.all_with_archived().filter(|post| post.stage != Stage::Archived)
    }

    /// All posts, in the order they were added.
    pub(crate) fn all_with_archived(&self) -> impl Iterator<Item = &SandboxPost> {
        self.by_token.values()
    }

    /// Begins a new period of a published post.
    pub(crate) fn extend(&mut self, token: &str, now: DateTime<Utc>) {
        if let Some(post) = self.by_token.get_mut(token) {
            post.renewed_at = Some(now);
        }
    }

    /// Changes a post and moves it to a stage. A published post shows the images it had before.
    pub(crate) fn change(
        &mut self,
        token: &str,
        stage: Stage,
        now: DateTime<Utc>,
        edit: impl FnOnce(&mut Map<String, Value>),
    ) -> Result<&SandboxPost> {
        if self.get(token).is_none() && self.by_token.contains_key(token) {
            return Err(Error::invalid("stage", format!("a post cannot go from {:?} to {stage:?}", Stage::Archived)));
        }
        self.edit(token, stage, now, |post| edit(&mut post.data))
    }

    /// As [`change`](Self::change), for any member, and for archived posts, which stay archived.
    pub(crate) fn edit(
        &mut self,
        token: &str,
        stage: Stage,
        now: DateTime<Utc>,
        edit: impl FnOnce(&mut SandboxPost),
    ) -> Result<&SandboxPost> {
        let post = self
            .by_token
            .get_mut(token)
            .ok_or_else(|| Error::invalid("token", format!("there is no post {token:?}")))?;
        if post.stage != stage && !post.stage.leads_to(stage) {
            return Err(Error::invalid("stage", format!("a post cannot go from {:?} to {stage:?}", post.stage)));
        }
        edit(post);
        if stage == Stage::Published && post.stage == Stage::InReview && !post.ongoing_images.is_empty() {
            post.data.insert("images".into(), std::mem::take(&mut post.ongoing_images).into());
        }
        if stage == Stage::Published {
            post.first_published_at.get_or_insert(now);
        }
        post.stage = stage;
        post.last_modified_at = now;
        Ok(post)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::users::NewUser;
    use super::*;

    fn world() -> (Users, Ids, Posts, DateTime<Utc>) {
        let (mut users, mut ids) = (Users::default(), Ids::new(7, "t"));
        users.add(&mut ids, NewUser { name: "seller".into(), ..Default::default() }).unwrap();
        (users, ids, Posts::default(), DateTime::from_timestamp(1_767_254_400, 0).unwrap())
    }

    fn read(post: &SandboxPost, view: View) -> Value {
        serde_json::from_slice(&post.record(view, post.images(view).map(Cow::into_owned))).unwrap()
    }

    #[test]
    fn members_that_are_zero_or_false_are_left_out() {
        let (users, mut ids, mut posts, now) = world();
        let new = NewPost { owner: "seller".into(), token: "abc".into(), ..Default::default() };
        let record = read(posts.add(&users, &mut ids, now, new).unwrap(), View::Public);
        let expected = json!({ "token": "abc", "state": "PUBLISHED", "data": {},
            "first_published_at": "2026-01-01T08:00:00.000Z", "last_modified_at": "2026-01-01T08:00:00.000Z" });
        assert_eq!(record, expected);
    }

    #[test]
    fn images_before_publication_are_in_their_view_only_and_are_published() {
        let (users, mut ids, mut posts, now) = world();
        let new = NewPost {
            owner: "seller".into(),
            token: "abc".into(),
            stage: Stage::InReview,
            ongoing_images: vec!["https://x/1.jpg".into()],
            ..Default::default()
        };
        let post = posts.add(&users, &mut ids, now, new).unwrap();
        assert_eq!(read(post, View::Public)["data"], json!({}));
        assert_eq!(read(post, View::OngoingImages)["data"], json!({ "images": ["https://x/1.jpg"] }));
        let post = posts.change("abc", Stage::Published, now, |_| {}).unwrap();
        assert_eq!(read(post, View::Public)["data"], json!({ "images": ["https://x/1.jpg"] }));
    }

    #[test]
    fn a_post_moves_only_to_the_next_stages() {
        let (users, mut ids, mut posts, now) = world();
        let new = NewPost {
            owner: "seller".into(),
            token: "abc".into(),
            stage: Stage::WaitingForPayment,
            ..Default::default()
        };
        posts.add(&users, &mut ids, now, new).unwrap();
        assert!(posts.change("abc", Stage::Published, now, |_| {}).is_err());
        for stage in [Stage::InReview, Stage::Published, Stage::Published, Stage::Retired, Stage::Published] {
            posts.change("abc", stage, now, |_| {}).unwrap();
        }
        posts.change("abc", Stage::Retired, now, |_| {}).unwrap();
        posts.change("abc", Stage::Archived, now, |_| {}).unwrap();
        assert!(posts.get("abc").is_none());
        assert!(posts.change("abc", Stage::Archived, now, |_| {}).is_err());
    }
}
