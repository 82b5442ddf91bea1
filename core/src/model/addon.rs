//! Add-ons: widgets and semantic data that an app attaches to a post, a user or a business
//! (docs/platform.md#addons, #post-addons, #user-addons). The old bodies are in [`legacy`](crate::legacy).
//!
//! ```
//! use open_platform::model::addon::PostAddon;
//! use open_platform::model::widget::{ScoreRow, TitleRow};
//!
//! let addon = PostAddon::new()
//!     .widget(TitleRow::new("Inspected"))
//!     .widget(ScoreRow::new("Engine").percentage(130))
//!     .semantic("inspection_result", "INSPECTION_APPROVED");
//! let refused = addon.check().unwrap_err().to_string();
//! assert_eq!(refused, "widgets[1].score_row.percentage_score: must be from 0 to 100, but is 130");
//! ```

use serde::Serialize;

use crate::error::{Error, Result};
use crate::id::RecordId;
use crate::json::{Extra, FieldIssue, record, write_extra};
use crate::model::money::{Rials, as_optional_number};
use crate::model::rule::{by, cost, each, optional, uuid};
use crate::model::semantic::{self, Semantic};
use crate::model::widget::{Widget, WidgetLimits};

/// The add-on of an app on one post. Sending another one replaces it.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostAddon {
    /// The widgets, from top to bottom. The documents state no maximum number.
    pub widgets: Vec<Widget>,
    /// Machine-readable facts, by name.
    #[serde(skip_serializing_if = "Semantic::is_empty", serialize_with = "write_extra")]
    pub semantic: Semantic,
    /// Text for the app itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Allows an empty add-on, which removes what this app has shown so far. Not part of the JSON.
    #[serde(skip)]
    pub allow_empty: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent(WidgetLimits) PostAddon {
    widgets: each(Widget::check_within),
    semantic: by(semantic::check),
    notes,
}, partial);

impl PostAddon {
    /// An add-on without widgets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a widget at the bottom.
    #[must_use]
    pub fn widget(mut self, widget: impl Into<Widget>) -> Self {
        self.widgets.push(widget.into());
        self
    }

    /// Sets one semantic value.
    #[must_use]
    pub fn semantic(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.semantic.insert(name.into(), value.into());
        self
    }

    /// Sets the text for the app itself.
    #[must_use]
    pub fn notes(mut self, notes: impl Into<String>) -> Self {
        self.notes = Some(notes.into());
        self
    }

    /// Allows an empty add-on. It removes what this app has shown so far.
    #[must_use]
    pub fn allow_empty(mut self) -> Self {
        self.allow_empty = true;
        self
    }

    /// Checks every widget, the semantic data, and that the add-on is not empty.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `widgets[2].score_row.percentage_score`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&WidgetLimits::default())
    }

    /// Like [`check`](Self::check), with these limits instead of the default ones.
    ///
    /// # Errors
    /// Like `check`.
    pub fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        self.check_members(limits)?;
        let is_empty = self.widgets.is_empty() && self.semantic.is_empty() && self.extra.is_empty();
        check_content(self.allow_empty, is_empty, "would blank what is shown: delete the add-on instead")
    }
}

/// The add-on of an app on a user. It is shown on up to 30 of the user's latest posts and on future ones, for 3 months.
/// Sending another one changes what later posts show, and nothing on the posts that show it already
/// (docs/platform.md#user-addons).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UserAddon {
    /// The widgets, from top to bottom.
    pub widgets: Vec<Widget>,
    /// Slugs of the categories in which it is shown; empty means all in which the app is active.
    pub categories: Vec<String>,
    /// The payment ticket to spend: a UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket_uuid: Option<String>,
    /// What the app charged. 10 rial are 1 toman.
    #[serde(serialize_with = "as_optional_number", skip_serializing_if = "Option::is_none")]
    pub cost: Option<Rials>,
    /// Machine-readable facts, by name.
    #[serde(skip_serializing_if = "Semantic::is_empty", serialize_with = "write_extra")]
    pub semantic: Semantic,
    /// Allows an empty add-on, with which later posts show nothing. What posts show already stays until the add-on is deleted. Not
    /// part of the JSON.
    #[serde(skip)]
    pub allow_empty: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent(WidgetLimits) UserAddon {
    widgets: each(Widget::check_within),
    categories: each(by(check_slug)),
    ticket_uuid: optional(uuid()),
    cost: optional(cost()),
    semantic: by(semantic::check),
}, partial);

impl UserAddon {
    /// An add-on without widgets, for all categories.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a widget at the bottom.
    #[must_use]
    pub fn widget(mut self, widget: impl Into<Widget>) -> Self {
        self.widgets.push(widget.into());
        self
    }

    /// Adds the slug of a category in which the add-on is shown.
    #[must_use]
    pub fn category(mut self, slug: impl Into<String>) -> Self {
        self.categories.push(slug.into());
        self
    }

    /// The payment ticket to spend: a UUID.
    #[must_use]
    pub fn ticket_uuid(mut self, uuid: impl Into<String>) -> Self {
        self.ticket_uuid = Some(uuid.into());
        self
    }

    /// What the app charged, in rial.
    #[must_use]
    pub fn cost(mut self, cost: impl Into<Rials>) -> Self {
        self.cost = Some(cost.into());
        self
    }

    /// Sets one semantic value.
    #[must_use]
    pub fn semantic(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.semantic.insert(name.into(), value.into());
        self
    }

    /// Allows an empty add-on. Later posts then show nothing, and what posts show already stays.
    #[must_use]
    pub fn allow_empty(mut self) -> Self {
        self.allow_empty = true;
        self
    }

    /// Checks every widget, the ticket, the cost, the semantic data, and that the add-on is not empty.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `widgets[2].score_row.percentage_score`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&WidgetLimits::default())
    }

    /// Like [`check`](Self::check), with these limits instead of the default ones.
    ///
    /// # Errors
    /// Like `check`.
    pub fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        self.check_members(limits)?;
        let is_empty = self.widgets.is_empty() && self.semantic.is_empty() && self.extra.is_empty();
        check_content(self.allow_empty, is_empty, "only changes what later posts show: delete the add-on instead")
    }
}

/// The add-on of an app on a business. By invitation only (docs/platform.md#business-addons).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BusinessAddon {
    /// The widgets, from top to bottom.
    pub widgets: Vec<Widget>,
    /// Allows an empty add-on. Whether posts that show an earlier one then show nothing is not documented. Not part of the JSON.
    #[serde(skip)]
    pub allow_empty: bool,
    /// Members that this version does not know. `notes` is one of them: only the text of the documents has it
    /// (docs/platform.md#contradiction-36).
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent(WidgetLimits) BusinessAddon { widgets: each(Widget::check_within) }, partial);

impl BusinessAddon {
    /// An add-on without widgets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a widget at the bottom.
    #[must_use]
    pub fn widget(mut self, widget: impl Into<Widget>) -> Self {
        self.widgets.push(widget.into());
        self
    }

    /// Allows an empty add-on.
    #[must_use]
    pub fn allow_empty(mut self) -> Self {
        self.allow_empty = true;
        self
    }

    /// Checks every widget, and that the add-on is not empty.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `widgets[2].score_row.percentage_score`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&WidgetLimits::default())
    }

    /// Like [`check`](Self::check), with these limits instead of the default ones.
    ///
    /// # Errors
    /// Like `check`.
    pub fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        self.check_members(limits)?;
        let is_empty = self.widgets.is_empty() && self.extra.is_empty();
        check_content(self.allow_empty, is_empty, "is mostly a mistake: add a widget")
    }
}

/// The response to the creation of an add-on. For a post it is empty: the add-on is checked and queued, and a wrong
/// post token is not reported (docs/platform.md#post-addons).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AddonCreated {
    /// Id of the user add-on, needed to delete it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<RecordId>,
    /// Members that could not be read and count as absent. The call has succeeded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received AddonCreated { id }, tolerant);

/// Refuses an add-on without widgets and semantic data. It is mostly a mistake, such as a list that was not filled.
fn check_content(allow_empty: bool, is_empty: bool, why: &str) -> Result<()> {
    if allow_empty || !is_empty {
        return Ok(());
    }
    Err(Error::invalid("widgets", format!("an empty add-on {why}, or set `allow_empty`")))
}

/// A slug has lower-case Latin letters, digits, `-` and `_`. Assumption: the platform documents this for cities only.
#[allow(clippy::ptr_arg, reason = "a rule is a function of the member")]
fn check_slug(slug: &String) -> Result<()> {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_');
    if !slug.is_empty() && slug.len() <= 200 && slug.bytes().all(allowed) {
        return Ok(());
    }
    Err(Error::invalid("", "must be the slug of a category: lower-case Latin letters, digits, - and _"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::json::Json;
    use crate::model::widget::{ScoreRow, TitleRow};

    #[test]
    fn a_post_addon_is_written_and_read() {
        let addon = PostAddon::new()
            .widget(TitleRow::new("t"))
            .widget(ScoreRow::new("s").percentage(0))
            .semantic("payment_method", "SECURE")
            .notes("n");
        addon.check().unwrap();
        let wire = json!({
            "widgets": [{"title_row": {"text": "t"}}, {"score_row": {"title": "s", "percentage_score": 0}}],
            "semantic": {"payment_method": "SECURE"},
            "notes": "n",
        });
        assert_eq!(serde_json::to_value(&addon).unwrap(), wire);
        assert_eq!(serde_json::from_str::<PostAddon>(&wire.to_string()).unwrap(), addon);
    }

    #[test]
    fn a_user_addon_is_written_and_read() {
        let addon = UserAddon::new()
            .widget(TitleRow::new("t"))
            .category("mobile-phones")
            .ticket_uuid("812d56e6-e44d-45e7-8932-f9acbd416999")
            .cost(Rials::new(0))
            .semantic("a", "b");
        addon.check().unwrap();
        let wire = json!({
            "widgets": [{"title_row": {"text": "t"}}],
            "categories": ["mobile-phones"],
            "ticket_uuid": "812d56e6-e44d-45e7-8932-f9acbd416999",
            "cost": 0,
            "semantic": {"a": "b"},
        });
        assert_eq!(serde_json::to_value(&addon).unwrap(), wire);
        assert_eq!(serde_json::from_str::<UserAddon>(&wire.to_string()).unwrap(), addon);
    }

    #[test]
    fn every_error_names_the_path() {
        let user = UserAddon::new;
        for (path, checked) in [
            (
                "widgets[1].title_row.text",
                user().widget(TitleRow::new("")).widget(TitleRow::new("x".repeat(50))).check(),
            ),
            ("categories[0]", user().category("Mobile Phones").check()),
            ("ticket_uuid", user().ticket_uuid("812d56e6").check()),
            ("cost", user().cost(Rials::new(-1)).check()),
            ("cost", user().cost(Rials::new(1 << 31)).check()),
            ("semantic", user().semantic("", "x").check()),
            ("widgets", PostAddon::new().notes("only for the app itself").check()),
            ("widgets", user().category("cars").cost(Rials::new(7)).check()),
            ("widgets", BusinessAddon::new().check()),
        ] {
            let error = checked.unwrap_err().to_string();
            assert!(error.starts_with(&format!("{path}: ")), "{path}: {error}");
        }
    }

    #[test]
    fn an_empty_addon_is_refused_unless_allowed() {
        for allowed in [
            PostAddon::new().allow_empty().check(),
            UserAddon::new().allow_empty().check(),
            BusinessAddon::new().allow_empty().check(),
            PostAddon::new().semantic("payment_method", "SECURE").check(),
        ] {
            allowed.unwrap();
        }
        for (refused, why) in [
            (PostAddon::new().check(), "would blank what is shown"),
            (UserAddon::new().check(), "only changes what later posts show"),
            (BusinessAddon::new().check(), "is mostly a mistake"),
        ] {
            let text = refused.unwrap_err().to_string();
            assert!(text.contains(why) && text.ends_with(", or set `allow_empty`"), "{text}");
        }
        let blank = serde_json::to_value(PostAddon::new().allow_empty()).unwrap();
        assert_eq!(blank, json!({"widgets": []}));
    }

    #[test]
    fn unreadable_json_is_invalid_input_with_its_path() {
        let action = json!({"open_direct_link": "https://a.example", "open_server_link": {"data": {}}});
        for (path, widget) in [
            ("widgets[0]", json!({"title_row": {"text": "a"}, "subtitle_row": {"text": "b"}})),
            ("widgets[0]", json!({})),
            ("widgets[0].button_bar.action", json!({"button_bar": {"title": "a", "action": action}})),
            ("widgets[0].button_bar.action", json!({"button_bar": {"title": "a", "action": {}}})),
            ("widgets[0].button_bar", json!({"button_bar": {"title": "a"}})),
            ("widgets[0].title_row.text", json!({"title_row": {"text": 5}})),
        ] {
            let error = Json::from(json!({"widgets": [widget]})).to_input::<PostAddon>().unwrap_err();
            assert!(matches!(&error, Error::InvalidInput { field, .. } if field == path), "{path}: {error}");
        }
        let semantic = Json::from(json!({"widgets": [], "semantic": {"a": 1}})).to_input::<PostAddon>().unwrap_err();
        assert!(matches!(&semantic, Error::InvalidInput { field, .. } if field == "semantic.a"), "{semantic}");
        assert!(Json::from(json!("x")).to_input::<PostAddon>().is_err());
    }
}
