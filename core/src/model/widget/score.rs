//! Rows with a score.

use serde::Serialize;

use super::{SemanticPaths, WidgetLimits, limit, row};
use crate::error::Result;
use crate::json::{Extra, is_default, record, write_extra};
use crate::model::action::Action;
use crate::model::color::Color;
use crate::model::icon::Icon;
use crate::model::rule::{by, chars, optional, percentage};

/// A score: a percentage or a word, exactly one of the two.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ScoreRow {
    /// At most 25 characters.
    pub title: String,
    /// The score in percent, from 0 to 100. Zero is written: it differs from no score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage_score: Option<i32>,
    /// The score in words: at most 17 characters.
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
record!(checked(WidgetLimits) ScoreRow {
    title: chars(25),
    percentage_score: optional(percentage()),
    descriptive_score: optional(chars(17)),
    score_color: optional(by(Color::check)),
    icon_name | "icon": optional(by(Icon::check)),
    has_divider | "hasDivider",
    action: optional(by(Action::check)),
}, partial);
row!(ScoreRow, has_divider, check: check_score);

impl ScoreRow {
    /// A row with a title of at most 25 characters. It needs a score: [`percentage`](Self::percentage) or
    /// [`descriptive`](Self::descriptive).
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

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
record!(checked(WidgetLimits) EvaluationRow {
    indicator_text,
    indicator_percentage: percentage(),
    icon_name | "icon": optional(by(Icon::check)),
    left: optional(EvaluationSection::check_members),
    middle: optional(EvaluationSection::check_members),
    right: optional(EvaluationSection::check_members),
}, partial);
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
record!(checked(WidgetLimits) EvaluationSection { text: chars(18), section_color: optional(by(Color::check)) });

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
}

impl EvaluationSection {
    fn new(text: impl Into<String>, color: Color) -> Self {
        Self { text: text.into(), section_color: Some(color), extra: Extra::new() }
    }
}

/// A row has exactly one of the two scores.
fn check_score(row: &ScoreRow) -> Result<()> {
    limit::one_score(row.percentage_score.is_some(), row.descriptive_score.is_some())
}
