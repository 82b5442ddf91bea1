//! Search, and the lists of a user's posts and businesses (docs/platform.md#search, #user-posts, #businesses).

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::id::{BusinessToken, PostToken};
use crate::json::{Extra, FieldIssue, is_default, record, write_extra};
use crate::model::chat::as_text;
use crate::model::money::Tomans;
use crate::model::open_enum;
use crate::model::post::Price;

/// A search for published posts. Filters that are not set are left out.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostSearch {
    /// Slug of the category, such as `light`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Slug of the city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Slugs of districts: a post in any of them is found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub districts: Vec<String>,
    /// Filters of single categories.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<SearchFilters>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent PostSearch { category, city, districts, query });

/// Filters of a search. Which of them a category has depends on the category.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SearchFilters {
    /// Brands and models, as in [`Assets::brand_models`](crate::api::Assets::brand_models): any of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub brand_model: Vec<String>,
    /// The year in which a car was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub production_year: Option<NumberRange>,
    /// The distance that a car has been driven, in kilometres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<NumberRange>,
    /// The size of a property, in square metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<NumberRange>,
    /// The monthly rent. 1 toman is 10 rial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rent: Option<TomanRange>,
    /// The deposit of a rent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit: Option<TomanRange>,
    /// Numbers of rooms as Persian words, such as `دو`: any of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rooms: Vec<String>,
    /// Only properties with a parking space.
    #[serde(skip_serializing_if = "is_default")]
    pub only_with_parking: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(SearchFilters { brand_model, production_year, usage, size, rent, credit, rooms, only_with_parking });

/// A range of numbers, with both ends in it. An end that is not set is open.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NumberRange {
    /// The smallest number.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// The largest number.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(NumberRange { min, max });

/// A range of amounts of money, with both ends in it. An end that is not set is open.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TomanRange {
    /// The smallest amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<Tomans>,
    /// The largest amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<Tomans>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(TomanRange { min, max });

impl PostSearch {
    /// A search without filters.
    pub fn new() -> Self {
        Self::default()
    }

    /// Only posts of this category.
    #[must_use]
    pub fn category(mut self, slug: impl Into<String>) -> Self {
        self.category = Some(slug.into());
        self
    }

    /// Only posts in this city.
    #[must_use]
    pub fn city(mut self, slug: impl Into<String>) -> Self {
        self.city = Some(slug.into());
        self
    }

    /// Also posts in this district.
    #[must_use]
    pub fn district(mut self, slug: impl Into<String>) -> Self {
        self.districts.push(slug.into());
        self
    }

    /// Sets the filters of the category.
    #[must_use]
    pub fn filters(mut self, filters: SearchFilters) -> Self {
        self.query = Some(filters);
        self
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the path of a range that is empty or has a negative end.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        for (name, min, max) in self.query.iter().flat_map(SearchFilters::ranges) {
            check_range(min, max).map_err(|error| error.under(format!("query.{name}")))?;
        }
        Ok(())
    }
}

impl SearchFilters {
    /// The ranges that are set: the name of each, its smallest and its largest number. Amounts of money are in tomans.
    pub fn ranges(&self) -> impl Iterator<Item = (&'static str, Option<i64>, Option<i64>)> {
        let Self { production_year, usage, size, rent, credit, .. } = self;
        let tomans = |end: Option<Tomans>| end.map(|end| end.tomans);
        let numbers = |range: &NumberRange| (range.min, range.max);
        let amounts = |range: &TomanRange| (tomans(range.min), tomans(range.max));
        let ranges = [
            ("production_year", production_year.as_ref().map(numbers)),
            ("usage", usage.as_ref().map(numbers)),
            ("size", size.as_ref().map(numbers)),
            ("rent", rent.as_ref().map(amounts)),
            ("credit", credit.as_ref().map(amounts)),
        ];
        ranges.into_iter().filter_map(|(name, range)| range.map(|(min, max)| (name, min, max)))
    }
}

impl NumberRange {
    /// The numbers from `min` to `max`, with both.
    pub fn new(min: impl Into<Option<i64>>, max: impl Into<Option<i64>>) -> Self {
        Self { min: min.into(), max: max.into(), ..Self::default() }
    }
}

impl TomanRange {
    /// The amounts from `min` to `max`, with both.
    pub fn new(min: impl Into<Option<Tomans>>, max: impl Into<Option<Tomans>>) -> Self {
        Self { min: min.into(), max: max.into(), ..Self::default() }
    }
}

fn check_range(min: Option<i64>, max: Option<i64>) -> Result<()> {
    for (name, end) in [("min", min), ("max", max)] {
        if end.is_some_and(|end| end < 0) {
            return Err(Error::invalid(name, "must be 0 or more"));
        }
    }
    match (min, max) {
        (Some(min), Some(max)) if min > max => Err(Error::invalid("max", "must not be smaller than min")),
        _ => Ok(()),
    }
}

/// The result of a search: at most the 100 newest posts. There are no further pages.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FoundPosts {
    /// The posts, newest first.
    pub posts: Vec<FoundPost>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received FoundPosts { posts }, tolerant);

/// A post in the result of a search. [`Posts::get`](crate::api::Posts::get) reads the whole post.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FoundPost {
    /// Its token.
    #[serde(skip_serializing_if = "is_default")]
    pub token: PostToken,
    /// Slug of the leaf category.
    #[serde(skip_serializing_if = "is_default")]
    pub category: String,
    /// Slug of the city.
    #[serde(skip_serializing_if = "is_default")]
    pub city: String,
    /// Its title.
    #[serde(skip_serializing_if = "is_default")]
    pub title: String,
    /// When it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified_at: Option<DateTime<Utc>>,
    /// Its price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// What a post of real estate has. Posts of other categories have none of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub real_estate_fields: Option<RealEstateFields>,
    /// What a post of a vehicle has. Posts of other categories have none of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vehicles_fields: Option<VehicleFields>,
    /// Members that this version does not know. Those of other categories, such as `jobs_fields`, are documented as empty.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(FoundPost { token, category, city, title, last_modified_at, price, real_estate_fields, vehicles_fields });

/// What a post of real estate has in the result of a search.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RealEstateFields {
    /// The size, in square metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
    /// The number of rooms, as a Persian word.
    #[serde(skip_serializing_if = "is_default")]
    pub rooms: String,
    /// The monthly rent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rent: Option<Price>,
    /// The deposit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit: Option<Price>,
    /// The rent of a day. 1 toman is 10 rial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_rent: Option<Tomans>,
    /// The floor. The ground floor is 0, which the platform leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<i64>,
    /// The year in which it was built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<i64>,
    /// Whether it has an elevator.
    #[serde(skip_serializing_if = "is_default")]
    pub has_elevator: bool,
    /// Whether it has a parking space.
    #[serde(skip_serializing_if = "is_default")]
    pub has_parking: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(RealEstateFields { size, rooms, rent, credit, daily_rent, floor, year, has_elevator, has_parking });

/// What a post of a vehicle has in the result of a search.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VehicleFields {
    /// The distance that it has been driven, in kilometres.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub usage: Option<i64>,
    /// How it is sold in instalments.
    #[serde(skip_serializing_if = "is_default")]
    pub installment_sale: String,
    /// The subtitle.
    #[serde(skip_serializing_if = "is_default")]
    pub custom_post_subtitle: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(VehicleFields { usage, installment_sale, custom_post_subtitle });

/// The posts of a user, in all states.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostList {
    /// The posts.
    pub posts: Vec<ListedPost>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received PostList { posts }, tolerant);

/// A post in the list of a user's posts.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListedPost {
    /// Its token.
    #[serde(skip_serializing_if = "is_default")]
    pub token: PostToken,
    /// Its title.
    #[serde(skip_serializing_if = "is_default")]
    pub title: String,
    /// Addresses of the images.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
    /// Slug of the leaf category.
    #[serde(skip_serializing_if = "is_default")]
    pub category: String,
    /// Whether the phone number is hidden.
    #[serde(skip_serializing_if = "is_default")]
    pub is_phone_hidden: bool,
    /// Whether the seller's chat assistant is on. Only one of the documents has this member
    /// (docs/platform.md#contradiction-42).
    #[serde(skip_serializing_if = "is_default")]
    pub supplier_chat_assistant_enabled: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ListedPost { token, title, images, category, is_phone_hidden, supplier_chat_assistant_enabled });

open_enum! {
    /// The trade of a business in the list of a user's businesses. Posts use other values.
    pub enum BusinessTrade {
        /// Real estate.
        RealEstate = "REAL_ESTATE_BUSINESS",
        /// Cars.
        Car = "CAR_BUSINESS",
        /// A shop.
        Marketplace = "MARKETPLACE_BUSINESS",
        /// Cars that are sold for their owners.
        CarConciergeSale = "CAR_CONCIERGE_SALE",
        /// No business.
        Personal = "PERSONAL",
        /// Job offers.
        Jobs = "JOBS_BUSINESS",
        /// A business of the premium panel.
        PremiumPanel = "PREMIUM_PANEL",
    }
}

open_enum! {
    /// What a user may do in a business.
    pub enum BusinessRole {
        /// Administers it.
        Admin = "ROLE_ADMIN",
        /// Works for it.
        Agent = "ROLE_AGENT",
        /// Owns it.
        Owner = "ROLE_OWNER",
    }
}

/// The businesses of a user.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BusinessList {
    /// The businesses.
    pub businesses: Vec<Business>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received BusinessList { businesses }, tolerant);

/// A business of a user.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Business {
    /// Its token.
    #[serde(skip_serializing_if = "is_default")]
    pub business_token: BusinessToken,
    /// Its trade.
    #[serde(skip_serializing_if = "is_default")]
    pub business_type: BusinessTrade,
    /// Its name.
    #[serde(skip_serializing_if = "is_default")]
    pub brand_name: String,
    /// What it says about itself.
    #[serde(skip_serializing_if = "is_default")]
    pub brand_description: String,
    /// The role of the user.
    #[serde(skip_serializing_if = "is_default")]
    pub user_role: BusinessRole,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(Business { business_token, business_type, brand_name, brand_description, user_role });

/// The profile image of a professional user.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ProfileImage {
    /// The id of the image. Empty if the user has none.
    #[serde(skip_serializing_if = "is_default")]
    pub image_id: String,
    /// Its address. Empty if the user has none.
    #[serde(skip_serializing_if = "is_default")]
    pub image_url: String,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received ProfileImage { image_id, image_url }, tolerant);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_range_are_sent_as_text() {
        let filters = SearchFilters { usage: Some(NumberRange::new(0, 90_000)), ..SearchFilters::default() };
        let search = PostSearch::new().category("light").district("pounak").filters(filters);
        search.check().unwrap();
        let text = r#"{"category":"light","districts":["pounak"],"query":{"usage":{"min":"0","max":"90000"}}}"#;
        assert_eq!(serde_json::to_string(&search).unwrap(), text);
    }

    #[test]
    fn an_empty_range_is_refused_with_its_path() {
        for (min, max, path) in [(Some(2), Some(1), "max"), (Some(-1), None, "min"), (None, Some(-1), "max")] {
            let filters = SearchFilters { size: Some(NumberRange::new(min, max)), ..SearchFilters::default() };
            let error = PostSearch::new().filters(filters).check().unwrap_err().to_string();
            assert!(error.starts_with(&format!("query.size.{path}")), "{error}");
            let rent = TomanRange::new(min.map(Tomans::new), max.map(Tomans::new));
            let filters = SearchFilters { rent: Some(rent), ..SearchFilters::default() };
            let error = PostSearch::new().filters(filters).check().unwrap_err().to_string();
            assert!(error.starts_with(&format!("query.rent.{path}")), "{error}");
        }
    }
}
