//! Edits of posts (docs/platform.md#edit-post).

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{LocationType, PostVideo, check_place};
use crate::error::{Error, Result};
use crate::json::{Extra, Json, record, sent, write_extra};
use crate::model::rule::{each, filled, optional};

/// Changes of a post. Members that are absent stay unchanged: the request's list of changed members, `"update_mask"`, is made
/// from those that are set.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostEdit {
    /// The new title. Not blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The new description. Not blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// All images, none of them blank. They replace the current ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<Vec<String>>,
    /// Slug of the new city. Not blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Slug of the new district. An empty text removes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub district: Option<String>,
    /// The new latitude in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// The new longitude in degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// How exactly the place is shown from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_type: Option<LocationType>,
    /// Whether the phone number is hidden from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hide_phone: Option<bool>,
    /// Whether people can chat with the seller from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_enabled: Option<bool>,
    /// The new video.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<PostVideo>,
    /// New values of the category, by their names. Others stay.
    #[serde(skip_serializing_if = "Extra::is_empty", serialize_with = "write_extra")]
    pub category_data: Extra,
    /// Members that this version does not know. They are not sent.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked PostEdit {
    title: optional(filled()),
    description: optional(filled()),
    images: optional(each(filled())),
    city: optional(filled()),
    district, latitude, longitude, location_type, hide_phone, chat_enabled,
    video: optional(PostVideo::check_members),
    category_data,
});

impl PostEdit {
    /// An edit without changes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets a value of the category.
    #[must_use]
    pub fn category_value(mut self, name: impl Into<String>, value: impl Into<Json>) -> Self {
        self.category_data.insert(name.into(), value.into());
        self
    }

    /// The names and values of the general members that are set, in the order of the type.
    fn general(&self) -> Vec<(&'static str, serde_json::Value)> {
        fn set<T: Serialize>(name: &'static str, value: Option<&T>) -> Option<(&'static str, serde_json::Value)> {
            Some((name, serde_json::to_value(value?).unwrap_or_default()))
        }
        [
            set("title", self.title.as_ref()),
            set("description", self.description.as_ref()),
            set("images", self.images.as_ref()),
            set("city", self.city.as_ref()),
            set("district", self.district.as_ref()),
            set("latitude", self.latitude.as_ref()),
            set("longitude", self.longitude.as_ref()),
            set("location_type", self.location_type.as_ref()),
            set("hide_phone", self.hide_phone.as_ref()),
            set("chat_enabled", self.chat_enabled.as_ref()),
            set("video", self.video.as_ref()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The paths of what is changed, such as `general_data.title`.
    pub fn update_mask(&self) -> Vec<String> {
        let general = self.general().into_iter().map(|(name, _)| format!("general_data.{name}"));
        let mut category: Vec<_> = self.category_data.keys().map(|name| format!("category_data.{name}")).collect();
        category.sort_unstable();
        general.chain(category).collect()
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `edit` if nothing is changed, or for a value.
    pub fn check(&self) -> Result<()> {
        if self.general().is_empty() && self.category_data.is_empty() {
            return Err(Error::invalid("edit", "changes nothing: set a member"));
        }
        self.check_members(&())?;
        if self.location_type.as_ref().is_some_and(|kind| kind.as_str().is_empty()) {
            return Err(Error::invalid("location_type", "must be set"));
        }
        check_place(self.latitude, self.longitude)?;
        let wrong = |name: &&String| name.is_empty() || name.contains(['.', ',']) || name.chars().any(char::is_control);
        match self.category_data.keys().filter(wrong).min() {
            Some(_) => Err(Error::invalid("category_data", "a name must not be empty or have dots or commas")),
            None => Ok(()),
        }
    }
}

/// The body of the request: the changed members, and their paths.
pub(crate) struct PostEditBody(pub(crate) PostEdit);
sent!(PostEditBody);

impl Serialize for PostEditBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Members(Vec<(&'static str, serde_json::Value)>);
        impl Serialize for Members {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
            }
        }
        let Self(edit) = self;
        let mut map = serializer.serialize_map(None)?;
        let general = edit.general();
        if !general.is_empty() {
            map.serialize_entry("general_data", &Members(general))?;
        }
        if !edit.category_data.is_empty() {
            let sorted: std::collections::BTreeMap<_, _> = edit.category_data.iter().collect();
            map.serialize_entry("category_data", &sorted)?;
        }
        map.serialize_entry("update_mask", &edit.update_mask())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(result: Result<()>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn the_mask_names_what_is_set_and_nothing_else() {
        let edit = PostEdit { images: Some(Vec::new()), hide_phone: Some(false), ..PostEdit::new() };
        let edit = edit.title("A title").category_value("size", Json::parse("85").unwrap());
        edit.check().unwrap();
        let mask = ["general_data.title", "general_data.images", "general_data.hide_phone", "category_data.size"];
        assert_eq!(edit.update_mask(), mask);
        assert_eq!(
            serde_json::to_value(PostEditBody(edit)).unwrap(),
            serde_json::json!({
                "general_data": { "title": "A title", "images": [], "hide_phone": false },
                "category_data": { "size": 85 },
                "update_mask": mask,
            })
        );
        assert!(refused(PostEdit::new().check()).starts_with("edit: "));
        let north = PostEdit { latitude: Some(35.0), ..PostEdit::new() };
        assert!(refused(north.check()).starts_with("latitude: "));
        let dotted = PostEdit::new().category_value("a.b", Json::parse("1").unwrap());
        assert!(refused(dotted.check()).starts_with("category_data: "));
    }
}
