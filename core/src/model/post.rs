//! A post as the platform shows it to an app (spec "Post record"; facts part 1.1).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{DecodeError, Result};
use crate::id::PostToken;
use crate::json::{
    Extra, FieldIssue, Json, Presence, Read, Wire, is_default, open_enum, record, unreadable, write_extra,
};

open_enum! {
    /// Where a post stands. Absent from the spec's own examples.
    pub enum PostState {
        /// Visible to everyone.
        Published = "PUBLISHED",
        /// Waiting for review.
        ReviewReq = "REVIEW_REQ",
        /// Waiting for payment.
        PaymentReq = "PAYMENT_REQ",
        /// No longer listed.
        Retired = "RETIRED",
    }
}

open_enum! {
    /// The trade of a business user, as posts name it. The list of a user's businesses uses other words.
    pub enum BusinessType {
        /// Cars.
        Car = "CAR",
        /// Real estate.
        RealEstate = "REAL_ESTATE",
        /// Job offers.
        Jobs = "JOBS",
        /// A shop.
        Marketplace = "MARKETPLACE",
        /// Services.
        Services = "SERVICES",
        /// No business.
        Personal = "PERSONAL",
    }
}

/// A post.
///
/// The platform leaves out what is zero, false or empty, so an absent member reads as that value;
/// [`has`](Self::has) tells which it was.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Post {
    /// Its token.
    #[serde(skip_serializing_if = "is_default")]
    pub token: PostToken,
    /// Slug of the leaf category, such as `mobile-phones`.
    #[serde(skip_serializing_if = "is_default")]
    pub category: String,
    /// Slug of the city.
    #[serde(skip_serializing_if = "is_default")]
    pub city: String,
    /// Slug of the district; many cities have none.
    #[serde(skip_serializing_if = "is_default")]
    pub district: String,
    /// Where the post stands.
    #[serde(skip_serializing_if = "is_default")]
    pub state: PostState,
    /// Whether people can chat with the seller.
    #[serde(skip_serializing_if = "is_default")]
    pub chat_enabled: bool,
    /// Whether the seller's chat assistant is on.
    #[serde(skip_serializing_if = "is_default")]
    pub supplier_chat_assistant_enabled: bool,
    /// Whether the phone number is hidden. Filled in events only.
    #[serde(skip_serializing_if = "is_default")]
    pub is_phone_hidden: bool,
    /// When the post first appeared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_published_at: Option<DateTime<Utc>>,
    /// When it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified_at: Option<DateTime<Utc>>,
    /// What its category asks for: an object with members of any kind. Money in it is toman.
    #[serde(skip_serializing_if = "is_default")]
    pub data: Json,
    /// The business behind the post, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_data: Option<BusinessData>,
    /// Which members arrived: see [`has`](Self::has).
    #[serde(skip)]
    pub presence: Presence,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(
    Post {
        token,
        category,
        city,
        district,
        state,
        chat_enabled,
        supplier_chat_assistant_enabled,
        is_phone_hidden,
        first_published_at,
        last_modified_at,
        data,
        business_data,
    },
    tolerant,
    presence
);

/// The business behind a post.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BusinessData {
    /// Its trade.
    #[serde(skip_serializing_if = "is_default")]
    pub business_type: BusinessType,
    /// Its name.
    #[serde(skip_serializing_if = "is_default")]
    pub business_name: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(BusinessData { business_type, business_name });

/// The price in the data of a post.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Price {
    /// How it is asked for, such as `FIXED`.
    #[serde(skip_serializing_if = "is_default")]
    pub mode: String,
    /// The amount in toman (1 toman is 10 rial).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(Price { mode, value });

impl Post {
    /// Whether the answer had this member, by its name in JSON. `null` counts as absent.
    pub fn has(&self, member: &str) -> bool {
        self.presence.has::<Self>(member) || self.extra.contains_key(member)
    }

    /// The title, where the post has one.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not text.
    pub fn title(&self) -> Result<Option<String>> {
        self.data_member("title")
    }

    /// The description, where the post has one.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not text.
    pub fn description(&self) -> Result<Option<String>> {
        self.data_member("description")
    }

    /// Addresses of the images; none where the post has none. The answer to a call with
    /// `POST_ONGOING_IMAGES_GET` has the images from before publication here.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not a list of texts.
    pub fn images(&self) -> Result<Vec<String>> {
        Ok(self.data_member("images")?.unwrap_or_default())
    }

    /// The price, where the post has one.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not an object with a mode and an amount.
    pub fn price(&self) -> Result<Option<Price>> {
        self.data_member("price")
    }

    /// The data read into a type of the caller's.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) where the data has another form.
    pub fn data_as<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(self.data.as_str())
            .map_err(|e| DecodeError { path: "data".into(), ..unreadable("post", &e) }.into())
    }

    fn data_member<T: Wire>(&self, name: &str) -> Result<Option<T>> {
        let Some(member) = self.data.get(name) else { return Ok(None) };
        let read: Option<Read<T>> = serde_json::from_str(member.as_str())
            .map_err(|e| DecodeError { path: format!("data.{name}"), ..unreadable("post", &e) })?;
        Ok(read.map(|read| read.0))
    }
}
