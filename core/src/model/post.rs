//! A post (docs/platform.md#post-record).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{DecodeError, Result};
use crate::id::PostToken;
use crate::json::{Extra, FieldIssue, Json, Presence, Read, Wire, is_default, record, unreadable, write_extra};
use crate::model::money::{Tomans, as_optional_number};
use crate::model::open_enum;

open_enum! {
    /// The state of a post. The examples of the specification do not have it.
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
    /// The trade of a business user in a post. The list of a user's businesses uses other values.
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
/// The platform omits what is zero, false or empty, so an absent member is read as that value. [`has`](Self::has) tells
/// whether a member was sent.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
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
    /// Slug of the district. Many cities have none.
    #[serde(skip_serializing_if = "is_default")]
    pub district: String,
    /// The state of the post.
    #[serde(skip_serializing_if = "is_default")]
    pub state: PostState,
    /// Whether people can chat with the seller.
    #[serde(skip_serializing_if = "is_default")]
    pub chat_enabled: bool,
    /// Whether the seller's chat assistant is on.
    #[serde(skip_serializing_if = "is_default")]
    pub supplier_chat_assistant_enabled: bool,
    /// Whether the phone number is hidden. Set in events only.
    #[serde(skip_serializing_if = "is_default")]
    pub is_phone_hidden: bool,
    /// When the post was first published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_published_at: Option<DateTime<Utc>>,
    /// When it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified_at: Option<DateTime<Utc>>,
    /// Data that depends on the category: an object with members of any kind. Money in it is in toman.
    #[serde(skip_serializing_if = "is_default")]
    pub data: Json,
    /// The business of the post, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_data: Option<BusinessData>,
    /// The members that were sent: see [`has`](Self::has).
    #[serde(skip)]
    pub presence: Presence,
    /// Members that could not be read and count as absent, or were read with a note.
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

/// The business of a post.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
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
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Price {
    /// The pricing mode, such as `FIXED`.
    #[serde(skip_serializing_if = "is_default")]
    pub mode: String,
    /// The amount. 1 toman is 10 rial.
    #[serde(serialize_with = "as_optional_number", skip_serializing_if = "Option::is_none")]
    pub value: Option<Tomans>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(Price { mode, value });

impl Post {
    /// Whether the response had this member, by its name in JSON. `null` counts as absent.
    pub fn has(&self, member: &str) -> bool {
        self.presence.has::<Self>(member) || self.extra.contains_key(member)
    }

    /// The title, if the post has one.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not text.
    pub fn title(&self) -> Result<Option<String>> {
        self.data_member("title")
    }

    /// The description, if the post has one.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not text.
    pub fn description(&self) -> Result<Option<String>> {
        self.data_member("description")
    }

    /// Addresses of the images; empty if there are none. For a call with `POST_ONGOING_IMAGES_GET` these are the
    /// images from before publication.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not a list of texts.
    pub fn images(&self) -> Result<Vec<String>> {
        Ok(self.data_member("images")?.unwrap_or_default())
    }

    /// The price, if the post has one.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if it is not an object with a mode and an amount.
    pub fn price(&self) -> Result<Option<Price>> {
        self.data_member("price")
    }

    /// The data, read into a type of the caller.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if the data does not fit the type.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn read(text: &str) -> Post {
        json::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn an_absent_member_is_zero_and_has_reports_it() {
        let post = read(r#"{"token":"gZd7omnS","chat_enabled":false,"district":null,"new_member":1}"#);
        assert!(!post.chat_enabled && !post.is_phone_hidden);
        for (member, sent) in [
            ("token", true),
            ("chat_enabled", true),
            ("new_member", true),
            ("district", false),
            ("is_phone_hidden", false),
            ("issues", false),
        ] {
            assert_eq!(post.has(member), sent, "{member}");
        }
    }

    #[test]
    fn the_data_is_read_on_demand() {
        let post = read(
            r#"{"data":{"title":"Phone","images":["https://a.example/1.jpg"],"price":{"mode":"FIXED","value":"350000"},
                "floor":null}}"#,
        );
        assert_eq!(post.title().unwrap().as_deref(), Some("Phone"));
        assert_eq!(post.description().unwrap(), None);
        assert_eq!(post.images().unwrap(), ["https://a.example/1.jpg"]);
        assert_eq!(post.price().unwrap().unwrap().value, Some(Tomans::new(350_000)));
        let map: std::collections::HashMap<String, Json> = post.data_as().unwrap();
        assert_eq!(map.len(), 4);
    }

    #[test]
    fn a_missing_price_or_a_null_one_is_absent() {
        for text in ["{}", r#"{"data":{}}"#, r#"{"data":{"price":null}}"#] {
            assert_eq!(read(text).price().unwrap(), None, "{text}");
        }
        assert_eq!(read(r#"{"data":{"price":{"value":null}}}"#).price().unwrap().unwrap().value, None);
    }

    #[test]
    fn images_that_are_not_a_list_affect_nothing_else() {
        let post = read(r#"{"token":"gZd7omnS","data":{"images":"canary","title":"t"}}"#);
        let error = post.images().unwrap_err().to_string();
        assert!(error.contains("data.images") && !error.contains("canary"), "{error}");
        assert_eq!(post.title().unwrap().as_deref(), Some("t"));
    }

    #[test]
    fn a_member_of_the_wrong_type_is_reported_and_counts_as_absent() {
        let post = read(r#"{"token":"gZd7omnS","chat_enabled":"yes","business_data":{"business_type":[]}}"#);
        let mut paths: Vec<&str> = post.issues.iter().map(|issue| issue.path.as_str()).collect();
        paths.sort_unstable();
        assert_eq!(paths, ["business_data.business_type", "chat_enabled"]);
        assert!(!post.has("chat_enabled"));
        assert_eq!(post.token.as_str(), "gZd7omnS");
    }

    #[test]
    fn ten_thousand_unknown_members_are_kept() {
        let members: Vec<String> = (0..10_000).map(|i| format!("\"m{i}\":{i}")).collect();
        assert_eq!(read(&format!("{{{}}}", members.join(","))).extra.len(), 10_000);
    }

    #[test]
    fn a_post_is_written_without_zero_values() {
        let text = r#"{"token":"gZd7omnS","state":"PUBLISHED","chat_enabled":true,"first_published_at":"2024-07-29T15:51:28.071Z","business_data":{"business_type":"CAR"},"new":[1]}"#;
        assert_eq!(serde_json::to_string(&read(text)).unwrap(), text);
    }
}
