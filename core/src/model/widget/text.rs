//! Rows of plain text.

use serde::Serialize;

use super::{SemanticPaths, limit, row};
use crate::error::{Error, Result};
use crate::json::{Extra, is_default, record, write_extra};

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
record!(TitleRow { text, has_divider | "hasDivider" }, partial);
row!(TitleRow, has_divider);

impl TitleRow {
    /// A title of at most 49 characters.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        limit::text("text", &self.text, 49)
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
record!(SubtitleRow { text, has_divider | "hasDivider" }, partial);
row!(SubtitleRow, has_divider);

impl SubtitleRow {
    /// A smaller title of at most 200 characters.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        limit::text("text", &self.text, 200)
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
    /// Whether the text is shortened until the user taps it.
    #[serde(skip_serializing_if = "is_default")]
    pub expandable: bool,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(DescriptionRow { text, has_divider | "hasDivider", expandable }, partial);
row!(DescriptionRow, has_divider);

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

    /// Checks the limits.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        limit::text("text", &self.text, if self.expandable { limit::UNSTATED } else { 200 })
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
record!(GroupInfoRow { items, has_divider | "hasDivider" }, partial);
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
record!(GroupInfoItem { title, value });

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

    /// Checks the limits.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member, such as `items[1].value`.
    pub fn check(&self) -> Result<()> {
        check_group_items(&self.items)
    }
}

pub(crate) fn check_group_items(items: &[GroupInfoItem]) -> Result<()> {
    if !(2..=3).contains(&items.len()) {
        return Err(Error::invalid("items", format!("must be 2 or 3, but are {}", items.len())));
    }
    for (index, item) in items.iter().enumerate() {
        limit::text("title", &item.title, 50)
            .and_then(|()| limit::text("value", &item.value, 100))
            .map_err(|e| e.under(format!("items[{index}]")))?;
    }
    Ok(())
}
