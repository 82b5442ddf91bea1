//! Rows of plain text.

use serde::Serialize;

use super::{SemanticPaths, WidgetLimits, row};
use crate::error::{Error, Result};
use crate::json::{Extra, is_default, record, write_extra};
use crate::model::rule::{by, chars, each};

/// A title.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TitleRow {
    /// At most 49 characters.
    pub text: String,
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
record!(checked(WidgetLimits) TitleRow { text: chars(49), has_divider | "hasDivider" }, partial);
row!(TitleRow, has_divider);

impl TitleRow {
    /// A title of at most 49 characters.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// A smaller title.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SubtitleRow {
    /// At most 200 characters.
    pub text: String,
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
record!(checked(WidgetLimits) SubtitleRow { text: chars(200), has_divider | "hasDivider" }, partial);
row!(SubtitleRow, has_divider);

impl SubtitleRow {
    /// A smaller title of at most 200 characters.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// A paragraph.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DescriptionRow {
    /// At most 200 characters, unless `expandable`.
    pub text: String,
    /// Whether a line is drawn under the row.
    #[serde(skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// Whether the text is shortened until the user taps it. Then the limit of 200 characters does not apply.
    #[serde(skip_serializing_if = "is_default")]
    pub expandable: bool,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked(WidgetLimits) DescriptionRow { text, has_divider | "hasDivider", expandable }, partial);
row!(DescriptionRow, has_divider, check: check_description);

impl DescriptionRow {
    /// A paragraph of at most 200 characters, or more with [`expandable`](Self::expandable).
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Shortens the text until the user taps it. The limit of 200 characters does not apply then.
    #[must_use]
    pub fn expandable(mut self, expandable: bool) -> Self {
        self.expandable = expandable;
        self
    }
}

/// Two or three facts side by side.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GroupInfoRow {
    /// Two or three.
    pub items: Vec<GroupInfoItem>,
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
record!(checked(WidgetLimits) GroupInfoRow { items: two_or_three(), has_divider | "hasDivider" }, partial);
row!(GroupInfoRow, has_divider);

/// One fact of a [`GroupInfoRow`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GroupInfoItem {
    /// At most 50 characters.
    pub title: String,
    /// At most 100 characters.
    pub value: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked GroupInfoItem { title: chars(50), value: chars(100) });

impl GroupInfoRow {
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

/// Two or three facts, within their limits.
pub(crate) fn two_or_three<L>() -> impl Fn(&Vec<GroupInfoItem>, &L) -> Result<()> {
    |items, limits| match items.len() {
        2..=3 => each(by(|item: &GroupInfoItem| item.check_members(&())))(items, limits),
        count => Err(Error::invalid("", format!("must be 2 or 3, but are {count}"))),
    }
}

fn check_description(row: &DescriptionRow) -> Result<()> {
    if row.expandable { Ok(()) } else { chars(200)(&row.text, &()).map_err(|e| e.under("text")) }
}
