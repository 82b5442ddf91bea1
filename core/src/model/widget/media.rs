//! Rows with an image, an icon or a button.

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize};

use super::{SemanticPaths, WidgetLimits, row};
use crate::json::{Extra, is_default, record, write_extra};
use crate::model::action::Action;
use crate::model::icon::Icon;
use crate::model::image::Image;
use crate::model::rule::{by, chars, each, optional};

/// A wide button.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ButtonBar {
    /// At most 49 characters.
    pub title: String,
    /// The action of a click.
    pub action: Action,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(rules(WidgetLimits) ButtonBar { title: chars(49), action: by(Action::check) });
row!(ButtonBar);

/// A wide button in JSON that is read: the action may be missing.
#[derive(Default)]
struct ButtonBarBody {
    title: String,
    action: Option<Action>,
    extra: Extra,
}
record!(ButtonBarBody { title, action });

impl<'de> Deserialize<'de> for ButtonBar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ButtonBarBody { title, action, extra } = ButtonBarBody::deserialize(deserializer)?;
        let action = action.ok_or_else(|| de::Error::custom("a button has exactly one action, not none"))?;
        Ok(Self { extra, ..Self::new(title, action) })
    }
}

impl ButtonBar {
    /// A button with a title of at most 49 characters.
    pub fn new(title: impl Into<String>, action: Action) -> Self {
        Self { title: title.into(), action, semantic_paths: SemanticPaths::new(), extra: Extra::new() }
    }
}

/// A selectable row, with an image or an icon.
#[cfg_attr(feature = "ffi", crate::ffi::data(image))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SelectorRow {
    /// At most 200 characters.
    pub title: String,
    /// An uploaded image, or the app's logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_id: Option<Image>,
    /// An icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_name: Option<Icon>,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// The action of a click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know. `label` is one: only one table shows it
    /// (docs/platform.md#widget-fields).
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) SelectorRow {
    title: chars(200),
    image_id | "image_url": optional(Image::check_within),
    icon_name | "icon": optional(by(Icon::check)),
    has_divider | "hasDivider",
    action: optional(by(Action::check)),
}, partial);
row!(SelectorRow, has_divider);

impl SelectorRow {
    /// A row with a title of at most 200 characters.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Sets the image: an uploaded one, or the app's logo.
    #[must_use]
    pub fn image(mut self, image: impl Into<Image>) -> Self {
        self.image_id = Some(image.into());
        self
    }

    /// Sets the icon.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.icon_name = Some(icon.into());
        self
    }

    /// Sets the action of a click.
    #[must_use]
    pub fn action(mut self, action: Action) -> Self {
        self.action = Some(action);
        self
    }
}

/// A title with a subtitle, a label and an image or an icon.
///
/// The image has two names: `"image_url"` in the specification, and `"image_id"` on the live platform, which is newer
/// (docs/platform.md#contradiction-3). They are separate members and are written as given. An argument
/// `image` of a row means the first of them, and errors have its name.
#[cfg_attr(feature = "ffi", crate::ffi::data(image))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EventRow {
    /// At most 24 characters.
    pub title: String,
    /// The text under the title: at most 59 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// The text at the end of the row: at most 15 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// An uploaded image, or the app's logo, under the name in the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<Image>,
    /// An uploaded image, or the app's logo, under the newer name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_id: Option<Image>,
    /// An icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_name: Option<Icon>,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know. `action` is one: examples show it, the interface description does
    /// not have it (docs/platform.md#contradiction-32).
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) EventRow {
    title: chars(24),
    subtitle: optional(chars(59)),
    label: optional(chars(15)),
    image_url | "imageUrl": optional(Image::check_within),
    image_id | "imageId": optional(Image::check_within),
    icon_name | "icon": optional(by(Icon::check)),
    has_divider | "hasDivider",
}, partial);
row!(EventRow, has_divider);

impl EventRow {
    /// A row with a title of at most 24 characters.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Sets the second line, of at most 59 characters.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.subtitle = Some(subtitle.into());
        self
    }

    /// Sets the label, of at most 15 characters.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Sets the image, an uploaded one or the app's logo, under the name in the specification.
    #[must_use]
    pub fn image(mut self, image: impl Into<Image>) -> Self {
        self.image_url = Some(image.into());
        self
    }

    /// Sets the image, an uploaded one or the app's logo, under the newer name.
    #[must_use]
    pub fn image_id(mut self, image: impl Into<Image>) -> Self {
        self.image_id = Some(image.into());
        self
    }

    /// Sets the icon.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.icon_name = Some(icon.into());
        self
    }
}

/// An image carousel. The maximum number of images is not documented.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ImageCarouselRow {
    /// The images, in order.
    pub items: Vec<CarouselItem>,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) ImageCarouselRow {
    items: each(CarouselItem::check_members),
    has_divider | "hasDivider",
}, partial);
row!(ImageCarouselRow, has_divider);

/// One image of an [`ImageCarouselRow`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CarouselItem {
    /// An uploaded image, or the app's logo.
    pub image_id: Image,
    /// Text under the image. Its limit is not documented.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) CarouselItem {
    image_id | "image_url": Image::check_within,
    description,
});

impl ImageCarouselRow {
    /// A carousel without images. Add them with [`image`](Self::image).
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an image.
    #[must_use]
    pub fn image(mut self, image: impl Into<Image>) -> Self {
        self.items.push(CarouselItem { image_id: image.into(), ..CarouselItem::default() });
        self
    }

    /// Adds an image with a text under it.
    #[must_use]
    pub fn described_image(mut self, image: impl Into<Image>, description: impl Into<String>) -> Self {
        let description = Some(description.into());
        self.items.push(CarouselItem { image_id: image.into(), description, ..CarouselItem::default() });
        self
    }
}
