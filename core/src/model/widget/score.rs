//! Rows with a score.

use serde::Serialize;

use super::{SemanticPaths, limit, row};
use crate::error::Result;
use crate::json::{Extra, is_default, record, write_extra};
use crate::model::action::Action;
use crate::model::color::Color;
use crate::model::icon::Icon;

/// A score: a percentage or a word, exactly one of the two.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ScoreRow {
    /// At most 25 characters.
    pub title: String,
    /// From 0 to 100. Zero is written: it differs from no score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage_score: Option<i32>,
    /// At most 17 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub descriptive_score: Option<String>,
    /// Colour of the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_color: Option<Color>,
    /// An icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_name: Option<Icon>,
    /// Whether a line is drawn under the row. Written `hasDivider`, as the specification spells it for this widget.
    #[serde(rename = "hasDivider", skip_serializing_if = "is_default")]
    pub has_divider: bool,
    /// The action of a click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ScoreRow {
    title,
    percentage_score,
    descriptive_score,
    score_color,
    icon_name | "icon",
    has_divider | "hasDivider",
    action,
}, partial);
row!(ScoreRow, has_divider);

impl ScoreRow {
    /// A score from 0 to 100, with a title of at most 25 characters.
    pub fn percentage(title: impl Into<String>, score: i32) -> Self {
        Self { title: title.into(), percentage_score: Some(score), ..Self::default() }
    }

    /// A score in at most 17 characters, with a title of at most 25.
    pub fn descriptive(title: impl Into<String>, score: impl Into<String>) -> Self {
        Self { title: title.into(), descriptive_score: Some(score.into()), ..Self::default() }
    }

    /// Sets the colour of the score.
    #[must_use]
    pub fn color(mut self, color: Color) -> Self {
        self.score_color = Some(color);
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

    /// Checks the limits, the icon, the colour and the action, and that there is exactly one score.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) with the member.
    pub fn check(&self) -> Result<()> {
        limit::text("title", &self.title, 25)?;
        limit::score(self.percentage_score, self.descriptive_score.as_ref())?;
        limit::color("score_color", self.score_color.as_ref())?;
        limit::icon("icon_name", self.icon_name.as_ref())?;
        limit::action(self.action.as_ref())
    }
}

/// A scale of three sections with an indicator on it.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EvaluationRow {
    /// Text on the indicator. Its limit is not documented.
    pub indicator_text: String,
    /// Position of the indicator, from 0 (left edge) to 100 (right edge).
    pub indicator_percentage: i32,
    /// Icon of the indicator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_name: Option<Icon>,
    /// The left section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<EvaluationSection>,
    /// The middle section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle: Option<EvaluationSection>,
    /// The right section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<EvaluationSection>,
    /// In JSON this is beside the widget's name, not inside the widget.
    #[serde(skip)]
    pub semantic_paths: SemanticPaths,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(EvaluationRow { indicator_text, indicator_percentage, icon_name | "icon", left, middle, right }, partial);
row!(EvaluationRow);

/// One section of an [`EvaluationRow`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EvaluationSection {
    /// At most 18 characters.
    pub text: String,
    /// Colour of the section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section_color: Option<Color>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(EvaluationSection { text, section_color });

impl EvaluationRow {
    /// A scale whose indicator is at `percentage`, from 0 to 100.
    pub fn new(indicator_text: impl Into<String>, percentage: i32) -> Self {
        Self { indicator_text: indicator_text.into(), indicator_percentage: percentage, ..Self::default() }
    }

    /// Sets the left section, of at most 18 characters.
    #[must_use]
    pub fn left(mut self, text: impl Into<String>, color: Color) -> Self {
        self.left = Some(EvaluationSection::new(text, color));
        self
    }

    /// Sets the middle section, of at most 18 characters.
    #[must_use]
    pub fn middle(mut self, text: impl Into<String>, color: Color) -> Self {
        self.middle = Some(EvaluationSection::new(text, color));
        self
    }

    /// Sets the right section, of at most 18 characters.
    #[must_use]
    pub fn right(mut self, text: impl Into<String>, color: Color) -> Self {
        self.right = Some(EvaluationSection::new(text, color));
        self
    }

    /// Sets the icon of the indicator.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.icon_name = Some(icon.into());
        self
    }

    /// Checks the limits, the icon and the colours.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) with the member, such as `left.text`.
    pub fn check(&self) -> Result<()> {
        limit::text("indicator_text", &self.indicator_text, limit::UNSTATED)?;
        limit::percentage("indicator_percentage", self.indicator_percentage)?;
        limit::icon("icon_name", self.icon_name.as_ref())?;
        for (name, section) in [("left", &self.left), ("middle", &self.middle), ("right", &self.right)] {
            section.as_ref().map_or(Ok(()), EvaluationSection::check).map_err(|e| e.under(name))?;
        }
        Ok(())
    }
}

impl EvaluationSection {
    fn new(text: impl Into<String>, color: Color) -> Self {
        Self { text: text.into(), section_color: Some(color), extra: Extra::new() }
    }

    fn check(&self) -> Result<()> {
        limit::text("text", &self.text, 18)?;
        limit::color("section_color", self.section_color.as_ref())
    }
}
