//! Posts as their owner sees them: to read, to edit and to submit (docs/platform.md#own-posts).

use serde::Serialize;

use crate::error::{Error, Result};
use crate::id::{BusinessToken, PostToken};
use crate::json::{Extra, FieldIssue, Json, is_default, record, write_extra};
use crate::model::asset::SubmitSchema;
use crate::model::open_enum;
use crate::model::post::BusinessData;
use crate::model::rule::{each, filled, optional};

mod edit;
mod media;
mod stats;

pub use edit::PostEdit;
pub(crate) use edit::PostEditBody;
pub use media::{PostUploadUrls, PostVideo, UploadedPostImage, UploadedPostVideo};
pub use stats::{DailyCount, PostCounts, PostStats};

open_enum! {
    /// The state of a post as its owner sees it.
    pub enum OwnPostState {
        /// Accepted, and soon published.
        InPublishQueue = "POST_STATE_IN_PUBLISH_QUEUE",
        /// Visible to everyone.
        Published = "POST_STATE_PUBLISHED",
        /// The review asks for a change.
        WaitingForEdit = "POST_STATE_WAITING_FOR_EDIT",
        /// It is published when it is paid for.
        WaitingForPayment = "POST_STATE_WAITING_FOR_PAYMENT",
        /// In review.
        WaitingForReview = "POST_STATE_WAITING_FOR_REVIEW",
        /// Visible in its old form, because the last edit was rejected.
        PublishedAndEditRejected = "POST_STATE_PUBLISHED_AND_EDIT_REJECTED",
        /// Rejected.
        Rejected = "POST_STATE_REJECTED",
        /// Deleted.
        Deleted = "POST_STATE_DELETED",
        /// No longer listed.
        Retired = "POST_STATE_RETIRED",
    }
}

open_enum! {
    /// How exactly the place of a post is shown.
    pub enum LocationType {
        /// There is no place.
        Empty = "LOCATION_TYPE_EMPTY",
        /// The exact place.
        Exact = "LOCATION_TYPE_EXACT",
        /// A place nearby.
        Approximate = "LOCATION_TYPE_APPROXIMATE",
    }
}

/// What every post has, whatever its category. A submission needs the category, the title, the description, the city and how exactly
/// the place is shown.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostDetails {
    /// Slug of the leaf category. Required in a submission, and not blank.
    pub category_slug: String,
    /// The title. Required in a submission, and not blank.
    pub title: String,
    /// The description. Required in a submission, and not blank.
    pub description: String,
    /// The images: the paths that their uploads returned, none of them blank.
    pub images: Vec<String>,
    /// Slug of the city. Required in a submission, and not blank.
    pub city: String,
    /// Slug of the district, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub district: Option<String>,
    /// Latitude in degrees, from -90 to 90. Only together with the longitude.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Longitude in degrees, from -180 to 180. Only together with the latitude.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// How exactly the place is shown. Required in a submission, also without a place.
    pub location_type: LocationType,
    /// Whether the phone number is hidden.
    pub hide_phone: bool,
    /// Whether people can chat with the seller.
    pub chat_enabled: bool,
    /// The video, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<PostVideo>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked PostDetails {
    category_slug: filled(),
    title: filled(),
    description: filled(),
    images: each(filled()),
    city: filled(),
    district, latitude, longitude, location_type, hide_phone, chat_enabled,
    video: optional(PostVideo::check_members),
});

/// A post as its owner sees it.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OwnPost {
    /// What every post has.
    pub general_data: PostDetails,
    /// What the category adds: an object.
    #[serde(skip_serializing_if = "is_default")]
    pub category_data: Json,
    /// The business of the post, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_data: Option<BusinessData>,
    /// The state.
    #[serde(skip_serializing_if = "is_default")]
    pub state: OwnPostState,
    /// Why the review rejected it, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reject_reason: Option<String>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received OwnPost { general_data, category_data, business_data, state, reject_reason }, tolerant);

/// A post to submit.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostSubmission {
    /// The business that it belongs to.
    pub business_token: BusinessToken,
    /// What every post has.
    pub general_data: PostDetails,
    /// What the category asks for, by its submit schema.
    #[serde(serialize_with = "write_extra")]
    pub category_fields: Extra,
    /// Landline numbers to show, none of them blank. Only for a post that the app submits as itself, not as a user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub landline_numbers: Vec<String>,
    /// The form of the category, from `assets.submit_schema`. If it is set, `category_fields` is checked against it before the
    /// post is sent. The form itself is not sent.
    #[serde(skip)]
    pub schema: Option<SubmitSchema>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent PostSubmission {
    business_token, general_data: PostDetails::check_members, category_fields, landline_numbers: each(filled()),
}, partial);

impl PostSubmission {
    /// A post of a business.
    pub fn new(business: impl Into<BusinessToken>, general_data: PostDetails) -> Self {
        Self { business_token: business.into(), general_data, ..Self::default() }
    }

    /// Sets a value that the category asks for.
    #[must_use]
    pub fn category_field(mut self, name: impl Into<String>, value: impl Into<Json>) -> Self {
        self.category_fields.insert(name.into(), value.into());
        self
    }

    /// Sets the form of the category. The fields of the category are checked against it before the post is sent.
    #[must_use]
    pub fn schema(mut self, schema: SubmitSchema) -> Self {
        self.schema = Some(schema);
        self
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `business_token` or with a path such as `general_data.title`; with the form of the category
    /// also with a path such as `category_fields.rooms`.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        self.business_token.check()?;
        let data = &self.general_data;
        if data.location_type.as_str().is_empty() {
            return Err(Error::invalid("general_data.location_type", "must be set"));
        }
        check_place(data.latitude, data.longitude).map_err(|e| e.under("general_data"))?;
        self.schema.as_ref().map_or(Ok(()), |schema| schema.check(&self.category_fields))
    }
}

/// The response to a submission: the post is waiting for payment or for its review.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostSubmitted {
    /// The token of the new post.
    #[serde(skip_serializing_if = "is_default")]
    pub post_token: PostToken,
    /// Members that could not be read and count as absent. The call has succeeded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received PostSubmitted { post_token }, tolerant);

/// Whether a user may submit posts.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SubmitPermission {
    /// Whether the user may submit a post now.
    pub can_submit: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received SubmitPermission { can_submit });

/// Latitude and longitude are given together, and are in their ranges.
fn check_place(latitude: Option<f64>, longitude: Option<f64>) -> Result<()> {
    if latitude.is_some() != longitude.is_some() {
        return Err(Error::invalid("latitude", "must be given together with the longitude"));
    }
    check_degrees(latitude, longitude)
}

/// Each of the two is in its range, if it is given.
#[doc(hidden)]
pub fn check_degrees(latitude: Option<f64>, longitude: Option<f64>) -> Result<()> {
    for (name, value, most) in [("latitude", latitude, 90.0), ("longitude", longitude, 180.0)] {
        if value.is_some_and(|degrees| !(-most..=most).contains(&degrees)) {
            return Err(Error::invalid(name, format!("must be from -{most} to {most} degrees")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(result: Result<()>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn a_submission_needs_its_business_and_general_data() {
        let details = PostDetails {
            category_slug: "light".into(),
            title: "Car".into(),
            description: "White".into(),
            city: "tehran".into(),
            location_type: LocationType::Empty,
            ..PostDetails::default()
        };
        PostSubmission::new("b1", details.clone()).check().unwrap();
        assert!(refused(PostSubmission::new("", details.clone()).check()).starts_with("business_token: "));
        for blank in ["", " "].map(String::from) {
            let untitled = PostDetails { title: blank.clone(), ..details.clone() };
            assert!(refused(PostSubmission::new("b1", untitled).check()).starts_with("general_data.title: "));
            let silent = PostDetails { description: blank, ..details.clone() };
            assert!(refused(PostSubmission::new("b1", silent).check()).starts_with("general_data.description: "));
        }
    }
}
