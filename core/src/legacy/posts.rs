//! The old form of an edit of a post, and the old address for its images.

use serde::Serialize;

use crate::error::{Error, Result};
use crate::json::{Extra, is_default, record, write_extra};

/// Title, description and images of a post, in the old form of an edit.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyPostEdit {
    /// The new title: 3 to 50 characters.
    pub title: String,
    /// The new description.
    pub description: String,
    /// All images, which replace the current ones. Whether the current ones stay if there are none here is unknown: send them all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub image_paths: Vec<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent LegacyPostEdit { title, description, image_paths });

impl LegacyPostEdit {
    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `title` or `description`.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        if !(3..=50).contains(&self.title.chars().count()) {
            return Err(Error::invalid("title", "must have from 3 to 50 characters"));
        }
        if self.description.trim().is_empty() {
            Err(Error::invalid("description", "must not be empty"))
        } else {
            Ok(())
        }
    }
}

/// The address that an image of a post is uploaded to.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyUploadUrl {
    /// The address.
    #[serde(skip_serializing_if = "is_default")]
    pub upload_url: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received LegacyUploadUrl { upload_url });
