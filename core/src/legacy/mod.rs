//! The deprecated forms that the platform still accepts, and their replacements. Do not use them in new code:
//! [`migrate`](crate::migrate) converts them to the current forms.
//!
//! | old | now | since |
//! |---|---|---|
//! | [`LegacyPostAddon`] | [`PostAddon`](crate::model::addon::PostAddon) | 2024-10-27 |
//! | [`LegacyUserAddon`] | [`UserAddon`](crate::model::addon::UserAddon) | 2024-10-27 |
//! | [`LegacyVerification`] | [`SemanticRecord`](crate::model::semantic::SemanticRecord) | 2024-10-27 |
//! | [`LegacyWidget`] | [`Widget`](crate::model::widget::Widget) | 2024-10-27 |
//! | [`LegacyAction`] | [`Action`](crate::model::action::Action) | 2024-10-27 |
//! | [`LegacyMessage`], [`LegacyButton`] | [`Message`](crate::model::message::Message), [`Button`](crate::model::message::Button) | 2024-11-04 |
//! | [`LegacyListener`] | [`Subscription`](crate::model::event) to `NEW_MESSAGE_ON_POST` | 2024-11-04 |
//! | [`LegacyNotification`] | the `NEW_MESSAGE` event | 2024-11-04 |
//!
//! [`LegacyPostEdit`], the old edit of a post, is deprecated without a date; see [`PostEdit`](crate::model::own_post::PostEdit). The
//! dates are from docs/platform.md#deprecations.
//!
//! This file contains the bodies of add-ons and verifications. Widgets are in `widget` and `rows`, chat is in `chat`, posts
//! are in `posts`.

use serde::Serialize;

use crate::error::{Error, Result};
use crate::id::Phone;
use crate::json::{Extra, is_default, record, write_extra};
use crate::model::money::{Rials, as_optional_number};
use crate::model::rule::{by, cost, optional, uuid};
use crate::model::semantic::{self, Semantic};
use crate::model::user::write_phone;
use crate::model::widget::WidgetLimits;

mod chat;
mod posts;
mod rows;
mod widget;

pub use chat::{
    LegacyButton, LegacyButtonData, LegacyListener, LegacyMessage, LegacyNotification, LegacyNotificationData,
    LegacyNotificationMetadata, LegacyNotificationPayload, LegacyParty,
};
pub use posts::{LegacyPostEdit, LegacyUploadUrl};
pub use rows::{
    LegacyCarouselItem, LegacyDescriptionRow, LegacyEvaluationRow, LegacyEvaluationSection, LegacyEventRow,
    LegacyGroupInfoRow, LegacyImageCarouselRow, LegacyScoreRow, LegacySelectorRow, LegacySubtitleRow, LegacyTitleRow,
    LegacyWideButton, LegacyWideButtonBar,
};
pub use widget::{LegacyAction, LegacyActionPayload, LegacyIcon, LegacyWidget};

/// The old `widgets` object around a list.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyWidgets {
    /// The widgets, from top to bottom.
    pub widget_list: Vec<LegacyWidget>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyWidgets { widget_list | "widgetList" });

impl LegacyWidgets {
    /// Checks every widget.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as
    /// `widget_list[0].data.percentage_score`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&WidgetLimits::default())
    }

    fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        for (index, widget) in self.widget_list.iter().enumerate() {
            widget.check_within(limits).map_err(|e| e.under(format!("widget_list[{index}]")))?;
        }
        Ok(())
    }
}

/// The old body of an add-on on a post (docs/platform.md#legacy-addons). Replaced by
/// [`PostAddon`](crate::model::addon::PostAddon).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyPostAddon {
    /// The widgets.
    pub widgets: LegacyWidgets,
    /// Machine-readable facts, by name.
    #[serde(skip_serializing_if = "Semantic::is_empty", serialize_with = "write_extra")]
    pub semantic: Semantic,
    /// Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know.
    pub semantic_sensitives: Vec<String>,
    /// Text for the app itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent(WidgetLimits) LegacyPostAddon {
    widgets: LegacyWidgets::check_within,
    semantic: by(semantic::check),
    semantic_sensitives | "sensitive_semantics",
    notes,
});

impl LegacyPostAddon {
    /// An add-on without widgets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a widget at the bottom.
    #[must_use]
    pub fn widget(mut self, widget: impl Into<LegacyWidget>) -> Self {
        self.widgets.widget_list.push(widget.into());
        self
    }

    /// Sets one semantic value.
    #[must_use]
    pub fn semantic(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.semantic.insert(name.into(), value.into());
        self
    }

    /// Checks every widget, the semantic data, and that the add-on is not empty.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `widgets.widget_list[0].data.text`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&WidgetLimits::default())
    }

    /// Like [`check`](Self::check), with these limits instead of the default ones.
    ///
    /// # Errors
    /// Like `check`.
    pub fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        self.check_members(limits)?;
        check_content(&self.widgets, &self.semantic, &self.extra)
    }
}

/// The old body of an add-on on a user (docs/platform.md#legacy-addons). Replaced by
/// [`UserAddon`](crate::model::addon::UserAddon).
#[cfg_attr(feature = "ffi", crate::ffi::data(server))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyUserAddon {
    /// The widgets.
    pub widgets: LegacyWidgets,
    /// The phone number of the user; not sent if empty. Not in the current form, where it is in the path.
    #[serde(skip_serializing_if = "is_default", serialize_with = "write_phone")]
    pub phone: Phone,
    /// Text for the app itself. Not in the current form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Address where the user manages the add-on. Not in the current form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub management_permalink: Option<String>,
    /// Slugs of the categories in which it is shown; empty means all.
    pub categories: Vec<String>,
    /// The payment ticket to spend: a UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket_uuid: Option<String>,
    /// What the app charged. Replaced by `cost`.
    #[serde(serialize_with = "as_optional_number", skip_serializing_if = "Option::is_none")]
    pub verification_cost: Option<Rials>,
    /// Machine-readable facts, by name.
    #[serde(skip_serializing_if = "Semantic::is_empty", serialize_with = "write_extra")]
    pub semantic: Semantic,
    /// Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know.
    pub semantic_sensitives: Vec<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent(WidgetLimits) LegacyUserAddon {
    widgets: LegacyWidgets::check_within,
    phone,
    notes,
    management_permalink,
    categories,
    ticket_uuid: optional(uuid()),
    verification_cost: optional(cost()),
    semantic: by(semantic::check),
    semantic_sensitives | "sensitive_semantics",
});

impl LegacyUserAddon {
    /// An add-on without widgets for the user of `phone`.
    pub fn new(phone: impl Into<Phone>) -> Self {
        Self { phone: phone.into(), ..Self::default() }
    }

    /// Adds a widget at the bottom.
    #[must_use]
    pub fn widget(mut self, widget: impl Into<LegacyWidget>) -> Self {
        self.widgets.widget_list.push(widget.into());
        self
    }

    /// Sets one semantic value.
    #[must_use]
    pub fn semantic(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.semantic.insert(name.into(), value.into());
        self
    }

    /// Checks the phone number, every widget, the ticket, the cost, the semantic data, and that the add-on is not empty.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `widgets.widget_list[0].data.text`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&WidgetLimits::default())
    }

    /// Like [`check`](Self::check), with these limits instead of the default ones.
    ///
    /// # Errors
    /// Like `check`.
    pub fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
        check_phone(&self.phone)?;
        self.check_members(limits)?;
        check_content(&self.widgets, &self.semantic, &self.extra)
    }
}

/// The old body of a verification of a user (docs/platform.md#legacy-verifications). Replaced by
/// [`SemanticRecord`](crate::model::semantic::SemanticRecord).
#[cfg_attr(feature = "ffi", crate::ffi::data(server))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyVerification {
    /// The phone number of the user; not sent if empty. Not in the current form, where it is in the path.
    #[serde(skip_serializing_if = "is_default", serialize_with = "write_phone")]
    pub phone: Phone,
    /// Text for the app itself. Not in the current form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Machine-readable facts, by name.
    #[serde(serialize_with = "write_extra")]
    pub semantic: Semantic,
    /// Names in `semantic` to hash. Not in the current form: the platform hashes every name that it does not know.
    pub semantic_sensitives: Vec<String>,
    /// The payment ticket to spend: a UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket_uuid: Option<String>,
    /// What the app charged. Replaced by `cost`.
    #[serde(serialize_with = "as_optional_number", skip_serializing_if = "Option::is_none")]
    pub verification_cost: Option<Rials>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent LegacyVerification {
    phone,
    notes,
    semantic: by(semantic::check_record),
    semantic_sensitives | "sensitive_semantics",
    ticket_uuid: optional(uuid()),
    verification_cost: optional(cost()),
});

impl LegacyVerification {
    /// A verification of the user of `phone`, without data.
    pub fn new(phone: impl Into<Phone>) -> Self {
        Self { phone: phone.into(), ..Self::default() }
    }

    /// Sets one semantic value.
    #[must_use]
    pub fn semantic(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.semantic.insert(name.into(), value.into());
        self
    }

    /// Checks the phone number, the ticket, the cost and the semantic data, which must have at least one value.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        check_phone(&self.phone)?;
        self.check_members(&())
    }
}

/// Refuses an add-on without widgets and semantic data. It is mostly a mistake, and the old forms have no option that allows it.
fn check_content(widgets: &LegacyWidgets, semantic: &Semantic, extra: &Extra) -> Result<()> {
    if *widgets != LegacyWidgets::default() || !semantic.is_empty() || !extra.is_empty() {
        return Ok(());
    }
    Err(Error::invalid("widgets", "an empty add-on is mostly a mistake: add a widget, or delete the add-on"))
}

fn check_phone(phone: &Phone) -> Result<()> {
    if phone.as_str().is_empty() { Ok(()) } else { phone.normalized().map(drop) }
}

#[cfg(test)]
mod tests;
