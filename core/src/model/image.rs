//! An uploaded image in a widget (docs/platform.md#image-upload). The upload itself is in [`api`](crate::api).

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::json::{Extra, plain_wire, record, write_extra};
use crate::model::widget::WidgetLimits;

/// Longest image name that is sent, in characters, unless set otherwise. Assumption: the platform states no limit.
pub(crate) const MAX_NAME_CHARS: usize = 256;

/// The name of an image: the name that an upload returned, or `logo`.
///
/// An uploaded image is temporary. When it is used in a widget it becomes permanent, under a new name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Image(pub String);

impl Image {
    /// The logo of the app, as set in the console.
    pub fn logo() -> Self {
        Self("logo".into())
    }

    /// The name as the platform returned it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks that this is a name, and not a path or an address.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `image_name`.
    pub fn check(&self) -> Result<()> {
        self.check_as("image_name", MAX_NAME_CHARS)
    }

    /// Checks the name in a widget.
    pub(crate) fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        self.check_as("", limits.image_name_chars)
    }

    /// Checks the name in the member `field`, which has at most `most` characters.
    pub(crate) fn check_as(&self, field: &str, most: usize) -> Result<()> {
        let allowed = |b: u8| b.is_ascii_alphanumeric() || b"-._~=+".contains(&b);
        let reason = if self.0.is_empty() {
            "must not be empty".to_owned()
        } else if self.0.len() > most {
            format!("must have at most {most} characters")
        } else if self.0.starts_with('.') || !self.0.bytes().all(allowed) {
            "must be the name that an upload returned, or `logo`, not a path or an address".to_owned()
        } else {
            return Ok(());
        };
        Err(Error::invalid(field, reason))
    }
}

plain_wire!(Image);

impl From<String> for Image {
    fn from(name: String) -> Self {
        Self(name)
    }
}

impl From<&str> for Image {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl From<&Image> for Image {
    fn from(image: &Image) -> Self {
        image.clone()
    }
}

impl From<&UploadedImage> for Image {
    fn from(uploaded: &UploadedImage) -> Self {
        uploaded.image_name.clone()
    }
}

impl From<UploadedImage> for Image {
    fn from(uploaded: UploadedImage) -> Self {
        uploaded.image_name
    }
}

/// The response to an upload.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UploadedImage {
    /// The name to use in a widget.
    pub image_name: Image,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UploadedImage { image_name });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn an_uploaded_name_and_logo_are_accepted() {
        let uploaded: UploadedImage = json::read(br#"{"image_name":"f2d5b0a4-8ee4-11ef.jpg","size":1}"#).unwrap();
        for image in [Image::from(&uploaded), Image::logo()] {
            image.check().unwrap();
        }
        assert_eq!(serde_json::to_string(&Image::logo()).unwrap(), "\"logo\"");
    }

    #[test]
    fn paths_addresses_and_control_characters_are_refused() {
        let long = "x".repeat(MAX_NAME_CHARS + 1);
        for wrong in [
            "",
            "../../x.jpg",
            "..",
            "a/b.jpg",
            "a\\b.jpg",
            "https://evil.example/x.jpg",
            "a\nb.jpg",
            "a b",
            "%2e",
            &long,
        ] {
            let error = Image::from(wrong).check_as("event_row.image_id", MAX_NAME_CHARS).unwrap_err().to_string();
            assert!(error.starts_with("event_row.image_id: "), "{error}");
        }
    }
}
