//! Statistics of posts (docs/platform.md#post-stats).

use serde::Serialize;

use crate::json::{Extra, FieldIssue, record, write_extra};

/// The statistics of a post for the last 7 days.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostStats {
    /// How often the post was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub views: Option<PostCounts>,
    /// How often it was shown in a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impressions: Option<PostCounts>,
    /// How many chats began about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chats: Option<PostCounts>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received PostStats { views, impressions, chats }, tolerant);

/// A count for each day, and their sum.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostCounts {
    /// The days. The platform omits a count of zero.
    pub daily: Vec<DailyCount>,
    /// The sum.
    pub total: i64,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(PostCounts { daily, total });

/// The count of a day.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DailyCount {
    /// The day, as the platform writes it.
    pub date: String,
    /// The count.
    pub count: i64,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(DailyCount { date, count });
