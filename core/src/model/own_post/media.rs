//! Images and videos of posts, and the addresses for their uploads (docs/platform.md#post-media).

use serde::{Serialize, Serializer};

use crate::json::{Extra, FieldIssue, is_default, record, write_extra};
use crate::model::asset::UploadTarget;
use crate::model::rule::{filled, not_negative};

/// The video of a post, by the names that its upload returned.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostVideo {
    /// The name of the video. Not blank.
    pub name: String,
    /// The name of its thumbnail. Not blank.
    pub thumbnail_name: String,
    /// Its length in seconds, not negative.
    #[serde(serialize_with = "as_text")]
    pub duration: i64,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked PostVideo { name: filled(), thumbnail_name: filled(), duration: not_negative() });

/// The addresses for uploads of images and videos of posts.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostUploadUrls {
    /// For images.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<UploadTarget>,
    /// For videos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<UploadTarget>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received PostUploadUrls { image, video }, tolerant);

/// An uploaded image of a post.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UploadedPostImage {
    /// The path by which a post names the image: see [`PostDetails::images`](super::PostDetails::images).
    pub path: String,
    /// The address of the image.
    #[serde(skip_serializing_if = "is_default")]
    pub photo_url: String,
    /// The address of its thumbnail.
    #[serde(skip_serializing_if = "is_default")]
    pub thumbnail_url: String,
    /// Members that could not be read and count as absent. The file is uploaded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UploadedPostImage { path, photo_url, thumbnail_url }, tolerant);

/// An uploaded video of a post. Its two names are those of a [`PostVideo`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UploadedPostVideo {
    /// The name of the video.
    pub video_name: String,
    /// The address of the video.
    #[serde(skip_serializing_if = "is_default")]
    pub video_url: String,
    /// The name of its thumbnail.
    pub thumbnail_name: String,
    /// The address of its thumbnail.
    #[serde(skip_serializing_if = "is_default")]
    pub thumbnail_url: String,
    /// Members that could not be read and count as absent. The file is uploaded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UploadedPostVideo { video_name, video_url, thumbnail_name, thumbnail_url }, tolerant);

impl UploadedPostVideo {
    /// The video of a post, with its length in seconds.
    pub fn with_duration(&self, seconds: i64) -> PostVideo {
        PostVideo {
            name: self.video_name.clone(),
            thumbnail_name: self.thumbnail_name.clone(),
            duration: seconds,
            ..PostVideo::default()
        }
    }
}

fn as_text<S: Serializer>(value: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
