//! The platform's lists of values: categories, cities, colors, scopes and others (docs/platform.md#assets).

use serde::Serialize;

use crate::json::{Extra, FieldIssue, Json, is_default, record, write_extra};
use crate::model::open_enum;

/// One value of a list, such as a city.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Asset {
    /// The value in posts, searches and paths, such as `tehran`.
    #[serde(skip_serializing_if = "is_default")]
    pub slug: String,
    /// Its name for people, in Persian.
    #[serde(skip_serializing_if = "is_default")]
    pub display: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(Asset { slug, display });

/// A list of values. The platform may change its contents at any time.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AssetList {
    /// The values, in the order of the platform. Its response has them under a name of their own, such as `cities`.
    pub items: Vec<Asset>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(
    received AssetList {
        items
            | "categories"
            | "cities"
            | "districts"
            | "brand_models"
            | "colors"
            | "body_status"
            | "internal_storages"
            | "ram_memories"
            | "service_types",
    },
    tolerant
);

open_enum! {
    /// Whether a scope or a permission is new, in use, or about to end.
    pub enum Maturity {
        /// It may still change.
        Experimental = "EXPERIMENTAL",
        /// In use.
        Active = "ACTIVE",
        /// It will be deprecated.
        DeprecatingSoon = "DEPRECATING_SOON",
        /// Deprecated.
        Deprecated = "DEPRECATED",
    }
}

/// A scope that users can grant, or a permission that an API key can have.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AccessRight {
    /// The name, such as `POST_ADDON_CREATE`. Of `offline_access` and `openid` the platform lists it in capitals.
    #[serde(skip_serializing_if = "is_default")]
    pub slug: String,
    /// Its name for people, in Persian.
    #[serde(skip_serializing_if = "is_default")]
    pub display: String,
    /// What it allows, in Persian.
    #[serde(skip_serializing_if = "is_default")]
    pub description: String,
    /// Whether it is new, in use, or about to end.
    #[serde(skip_serializing_if = "is_default")]
    pub lifecycle_state: Maturity,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(AccessRight { slug, display, description, lifecycle_state });

/// The scopes or the permissions of the platform.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AccessRights {
    /// The scopes or permissions, in the order of the platform. Its response has them under `scopes` or `permissions`.
    pub items: Vec<AccessRight>,
    /// Members that could not be read and count as absent, and a note for each name that this version does not know.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received AccessRights { items | "scopes" | "permissions" }, tolerant);

impl AccessRights {
    /// Notes each name of which `is_known` is false.
    pub(crate) fn note_unknown(&mut self, is_known: fn(&str) -> bool) {
        for (index, right) in self.items.iter().enumerate().filter(|(_, right)| !is_known(&right.slug)) {
            let reason = format!("this version does not know {:?}", crate::error::sanitize(&right.slug, 64));
            self.issues.push(FieldIssue { path: format!("items[{index}].slug"), reason });
        }
    }
}

/// The form with which a post of a category is submitted. A submission that has it as its `schema` is checked against it
/// before it is sent.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SubmitSchema {
    /// The JSON Schema of the members that depend on the category: `type`, `properties` with `title` (the label, in
    /// Persian), `enum` and the parallel `enumNames`, and `required`.
    #[serde(skip_serializing_if = "is_default")]
    pub schema: Json,
    /// Members that could not be read and count as absent, and a note for each rule of the schema that is not checked before a
    /// post is sent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(SubmitSchema { schema }, tolerant);

open_enum! {
    /// An HTTP method.
    pub enum HttpMethod {
        /// GET.
        Get = "GET",
        /// POST.
        Post = "POST",
        /// PUT.
        Put = "PUT",
        /// DELETE.
        Delete = "DELETE",
        /// PATCH.
        Patch = "PATCH",
        /// HEAD.
        Head = "HEAD",
        /// OPTIONS.
        Options = "OPTIONS",
    }
}

/// The address for an upload.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UploadTarget {
    /// The address.
    #[serde(skip_serializing_if = "is_default")]
    pub url: String,
    /// The method of the request.
    #[serde(skip_serializing_if = "is_default")]
    pub http_method: HttpMethod,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UploadTarget { url, http_method });

/// The addresses for uploads of files of add-ons and posts.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MediaUploadUrls {
    /// For images of add-ons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addon_images: Option<UploadTarget>,
    /// For images of posts that are submitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit_post_images: Option<UploadTarget>,
    /// For videos of posts that are submitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit_post_videos: Option<UploadTarget>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received MediaUploadUrls { addon_images, submit_post_images, submit_post_videos }, tolerant);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn a_list_is_read_under_the_name_of_each_response() {
        for name in ["categories", "cities", "districts", "brand_models", "colors", "body_status", "service_types"] {
            let text = format!(r#"{{"{name}":[{{"slug":"a","display":"b","new":1}}],"page":2}}"#);
            let list: AssetList = json::read(text.as_bytes()).unwrap();
            assert_eq!((list.items[0].slug.as_str(), list.items[0].display.as_str()), ("a", "b"), "{name}");
            assert!(list.items[0].extra.contains_key("new") && list.extra.contains_key("page"), "{name}");
        }
        assert!(json::read::<AssetList>(b"{}").unwrap().items.is_empty());
    }

    #[test]
    fn a_list_that_cannot_be_read_is_an_issue() {
        let list: AssetList = json::read(br#"{"cities":[{"slug":7}],"count":1}"#).unwrap();
        assert_eq!(list.issues[0].path, "cities[0].slug");
        assert!(list.items.is_empty() && list.extra.contains_key("count"));
    }

    #[test]
    fn a_right_that_is_not_known_is_noted() {
        let text =
            br#"{"scopes":[{"slug":"OPENID","lifecycle_state":"ACTIVE"},{"slug":"NEW","lifecycle_state":"LATER"}]}"#;
        let mut rights: AccessRights = json::read(text).unwrap();
        rights.note_unknown(|name| name == "OPENID");
        assert_eq!(rights.items[1].lifecycle_state.as_str(), "LATER");
        assert_eq!(rights.issues.len(), 1);
        assert_eq!(rights.issues[0].path, "items[1].slug");
        assert!(rights.issues[0].reason.contains("NEW"));
    }
}
