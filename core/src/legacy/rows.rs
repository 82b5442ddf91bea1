//! The rows of the ten old widgets (docs/platform.md#legacy-widgets). "Not in the current format" marks members that
//! have no replacement.

use serde::Serialize;

use super::widget::{LegacyAction, LegacyIcon};
use crate::error::Result;
use crate::json::{Extra, is_default, record, write_extra};
use crate::model::color::Color;
use crate::model::image::Image;
use crate::model::rule::{by, chars, each, optional, percentage};
use crate::model::widget::limit;
use crate::model::widget::{GroupInfoItem, WidgetLimits, two_or_three};

/// An old title.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyTitleRow {
    /// At most 49 characters.
    pub text: String,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyTitleRow { text: chars(49), has_divider | "hasDivider" });

/// An old smaller title.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacySubtitleRow {
    /// At most 200 characters.
    pub text: String,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacySubtitleRow { text: chars(200), has_divider | "hasDivider" });

/// An old paragraph.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyDescriptionRow {
    /// At most 200 characters, unless `expandable`.
    pub text: String,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// Whether the text is shortened until the user taps it.
    #[serde(skip_serializing_if = "is_default")]
    pub expandable: bool,
    /// Not in the current format.
    #[serde(skip_serializing_if = "is_default")]
    pub is_primary: bool,
    /// Not in the current format.
    #[serde(skip_serializing_if = "is_default")]
    pub small: bool,
    /// Not in the current format.
    #[serde(skip_serializing_if = "is_default")]
    pub padded: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyDescriptionRow { text, has_divider | "hasDivider", expandable, is_primary | "isPrimary", small, padded });

/// An old wide button. Replaced by `button_bar`, without the level of `button`.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyWideButtonBar {
    /// `PRIMARY` or `SECONDARY`. Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    /// The button.
    pub button: LegacyWideButton,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyWideButtonBar { style, button });

/// The button in a [`LegacyWideButtonBar`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyWideButton {
    /// At most 49 characters.
    pub title: String,
    /// The action of a click.
    pub action: LegacyAction,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyWideButton { title, action });

/// An old selectable row.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacySelectorRow {
    /// At most 200 characters.
    pub title: String,
    /// An uploaded image, or the app's logo. Replaced by `image_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<Image>,
    /// An icon. Replaced by `icon_name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<LegacyIcon>,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// The action of a click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<LegacyAction>,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notification_text: Option<String>,
    /// Not in the current format.
    #[serde(skip_serializing_if = "is_default")]
    pub has_notification: bool,
    /// Not in the current format.
    #[serde(skip_serializing_if = "is_default")]
    pub has_arrow: bool,
    /// Not in the current format.
    #[serde(skip_serializing_if = "is_default")]
    pub small: bool,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacySelectorRow { title: chars(200), image_url | "imageUrl": optional(Image::check_within), icon: optional(by(LegacyIcon::check)), has_divider | "hasDivider", action: optional(by(LegacyAction::check)), description, notification_text | "notificationText", has_notification | "hasNotification", has_arrow | "hasArrow", small, style });

/// An old score: a percentage or a word, exactly one of the two.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyScoreRow {
    /// At most 25 characters.
    pub title: String,
    /// From 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage_score: Option<i32>,
    /// At most 17 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descriptive_score: Option<String>,
    /// Colour of the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_color: Option<Color>,
    /// Whether a line is drawn under the row. Written `hasDivider`, as the specification spells it for this widget.
    #[serde(rename = "hasDivider", skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// An icon. Replaced by `icon_name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<LegacyIcon>,
    /// The action of a click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<LegacyAction>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyScoreRow { title: chars(25), percentage_score | "percentageScore": optional(percentage()), descriptive_score | "descriptiveScore": optional(chars(17)), score_color | "scoreColor", has_divider | "hasDivider", icon: optional(by(LegacyIcon::check)), action: optional(by(LegacyAction::check)) });

/// An old image carousel.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyImageCarouselRow {
    /// The images, in order.
    pub items: Vec<LegacyCarouselItem>,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyImageCarouselRow { items: each(LegacyCarouselItem::check_members), has_divider | "hasDivider" });

/// One image of a [`LegacyImageCarouselRow`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyCarouselItem {
    /// An uploaded image, or the app's logo. Replaced by `image_id`.
    pub image_url: Image,
    /// Text under the image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyCarouselItem { image_url | "imageUrl": Image::check_within, description });

/// An old row of two or three facts side by side.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyGroupInfoRow {
    /// Two or three.
    pub items: Vec<GroupInfoItem>,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyGroupInfoRow { items: two_or_three(), has_divider | "hasDivider" });

/// An old title with a subtitle, a label and an image or an icon.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyEventRow {
    /// At most 24 characters.
    pub title: String,
    /// At most 59 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// At most 15 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// An uploaded image, or the app's logo. Replaced by `image_id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<Image>,
    /// An icon. Replaced by `icon_name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<LegacyIcon>,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// Not in the current format.
    #[serde(skip_serializing_if = "is_default")]
    pub padded: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyEventRow { title: chars(24), subtitle: optional(chars(59)), label: optional(chars(15)), image_url | "imageUrl": optional(Image::check_within), icon: optional(by(LegacyIcon::check)), has_divider | "hasDivider", padded });

/// An old scale of three sections with an indicator on it.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyEvaluationRow {
    /// Text on the indicator.
    pub indicator_text: String,
    /// From 0 to 100.
    pub indicator_percentage: i32,
    /// Icon of the indicator. Replaced by `icon_name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indicator_icon: Option<LegacyIcon>,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indicator_color: Option<Color>,
    /// The left section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<LegacyEvaluationSection>,
    /// The middle section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle: Option<LegacyEvaluationSection>,
    /// The right section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<LegacyEvaluationSection>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyEvaluationRow {
    indicator_text | "indicatorText",
    indicator_percentage | "indicatorPercentage": percentage(),
    indicator_icon | "indicatorIcon": optional(by(LegacyIcon::check)),
    indicator_color | "indicatorColor",
    left: optional(LegacyEvaluationSection::check_members),
    middle: optional(LegacyEvaluationSection::check_members),
    right: optional(LegacyEvaluationSection::check_members),
});

/// One section of a [`LegacyEvaluationRow`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyEvaluationSection {
    /// At most 18 characters.
    pub text: String,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_color: Option<Color>,
    /// Colour of the section. The old format had more colours than the current one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section_color: Option<Color>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) LegacyEvaluationSection { text: chars(18), text_color | "textColor", section_color | "sectionColor" });

macro_rules! constructors {
    ($($(#[$doc:meta])* $row:ident::new($($field:ident: $type:ty),+);)+) => {$(
        impl $row {
            $(#[$doc])*
            pub fn new($($field: impl Into<$type>),+) -> Self {
                Self { $($field: $field.into(),)+ ..Self::default() }
            }
        }
    )+};
}

constructors! {
    /// A title of at most 49 characters.
    LegacyTitleRow::new(text: String);
    /// A smaller title of at most 200 characters.
    LegacySubtitleRow::new(text: String);
    /// A paragraph of at most 200 characters.
    LegacyDescriptionRow::new(text: String);
    /// A row with a title of at most 200 characters.
    LegacySelectorRow::new(title: String);
    /// A row with a title of at most 24 characters.
    LegacyEventRow::new(title: String);
    /// A row with a title of at most 25 characters. It needs a score.
    LegacyScoreRow::new(title: String);
    /// A scale with its indicator.
    LegacyEvaluationRow::new(indicator_text: String, indicator_percentage: i32);
    /// One image.
    LegacyCarouselItem::new(image_url: Image);
    /// Images in order.
    LegacyImageCarouselRow::new(items: Vec<LegacyCarouselItem>);
    /// One section.
    LegacyEvaluationSection::new(text: String);
}

impl LegacyWideButtonBar {
    /// A button with a title of at most 49 characters.
    pub fn new(title: impl Into<String>, action: LegacyAction) -> Self {
        let button = LegacyWideButton { title: title.into(), action, extra: Extra::new() };
        Self { button, ..Self::default() }
    }
}

impl LegacyScoreRow {
    /// Sets the score, from 0 to 100.
    #[must_use]
    pub fn percentage(mut self, score: i32) -> Self {
        self.percentage_score = Some(score);
        self
    }

    /// Sets the score in words, at most 17 characters.
    #[must_use]
    pub fn descriptive(mut self, score: impl Into<String>) -> Self {
        self.descriptive_score = Some(score.into());
        self
    }
}

impl LegacyGroupInfoRow {
    /// A row without facts. Add two or three with [`item`](Self::item).
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fact: a title of at most 50 characters and a value of at most 100.
    #[must_use]
    pub fn item(mut self, title: impl Into<String>, value: impl Into<String>) -> Self {
        self.items.push(GroupInfoItem { title: title.into(), value: value.into(), extra: Extra::new() });
        self
    }
}

impl LegacyDescriptionRow {
    pub(super) fn check_within(&self, _: &WidgetLimits) -> Result<()> {
        if self.expandable { Ok(()) } else { limit::text("text", &self.text, 200) }
    }
}

impl LegacyWideButtonBar {
    pub(super) fn check_within(&self, _: &WidgetLimits) -> Result<()> {
        limit::text("title", &self.button.title, 49)
            .and_then(|()| self.button.action.check().map_err(|e| e.under("action")))
            .map_err(|e| e.under("button"))
    }
}

impl LegacyScoreRow {
    pub(super) fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        self.check_members(limits)?;
        limit::one_score(self.percentage_score.is_some(), self.descriptive_score.is_some())
    }
}

/// Rows that the rules of their members check completely.
macro_rules! by_members {
    ($($row:ident),+) => {$(
        impl $row {
            pub(super) fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
                self.check_members(limits)
            }
        }
    )+};
}
by_members!(LegacyTitleRow, LegacySubtitleRow, LegacySelectorRow, LegacyImageCarouselRow);
by_members!(LegacyGroupInfoRow, LegacyEventRow, LegacyEvaluationRow);
