//! The outer object of an old widget, its icon and its action (docs/platform.md#legacy-widgets). The rows are in
//! `rows`.
//!
//! An old widget has its name twice: in `widget_type`, and in `@type` inside `data`.

use serde::de::{self, Deserializer};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use super::rows::{
    LegacyDescriptionRow, LegacyEvaluationRow, LegacyEventRow, LegacyGroupInfoRow, LegacyImageCarouselRow,
    LegacyScoreRow, LegacySelectorRow, LegacySubtitleRow, LegacyTitleRow, LegacyWideButtonBar,
};
use crate::error::{Error, Result};
use crate::json::{Extra, Json, plain_wire, record, write_extra};
use crate::model::action::check_link;
use crate::model::color::Color;
use crate::model::icon::Icon;
use crate::model::widget::{WidgetLimits, limit};

/// The prefix of every `@type`.
const TYPE_PREFIX: &str = "type.googleapis.com/";

macro_rules! widgets {
    ($($(#[$doc:meta])* $variant:ident($row:ident) = $widget_type:literal, $type_name:literal;)+) => {
        /// One widget of the old format. Replaced by [`Widget`](crate::model::widget::Widget).
        #[cfg_attr(feature = "ffi", crate::ffi::data(wire, payload))]
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum LegacyWidget {
            $(
                $(#[$doc])*
                $variant {
                    /// Its members.
                    data: $row,
                },
            )+
            /// A widget that this version does not know. It is sent unchanged and unchecked.
            Unknown {
                /// Its name, such as `LEGEND_TITLE_ROW`.
                widget_type: String,
                /// Its members, with `@type`.
                data: Json,
            },
        }

        $(
            impl From<$row> for LegacyWidget {
                fn from(data: $row) -> Self {
                    Self::$variant { data }
                }
            }
        )+

        impl LegacyWidget {
            /// Name of the widget, such as `TITLE_ROW`.
            pub fn widget_type(&self) -> &str {
                match self {
                    $(Self::$variant { .. } => $widget_type,)+
                    Self::Unknown { widget_type, .. } => widget_type,
                }
            }

            /// Checks every limit of the widget.
            ///
            /// # Errors
            /// [`Error::InvalidInput`] with a path such as `data.percentage_score`.
            pub fn check(&self) -> Result<()> {
                self.check_within(&WidgetLimits::default())
            }

            pub(super) fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
                match self {
                    $(Self::$variant { data } => data.check_within(limits).map_err(|e| e.under("data")),)+
                    Self::Unknown { widget_type, .. } if widget_type.is_empty() => {
                        Err(Error::invalid("widget_type", "must not be empty"))
                    }
                    Self::Unknown { .. } => Ok(()),
                }
            }
        }

        impl Serialize for LegacyWidget {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_struct("LegacyWidget", 2)?;
                map.serialize_field("widget_type", self.widget_type())?;
                match self {
                    $(Self::$variant { data } => {
                        map.serialize_field("data", &Typed { type_url: concat!("type.googleapis.com/", $type_name), data })?;
                    })+
                    Self::Unknown { data, .. } => map.serialize_field("data", data)?,
                }
                map.end()
            }
        }

        impl LegacyWidget {
            fn from_parts(widget_type: String, data: Json) -> Result<Self, String> {
                Ok(match widget_type.as_str() {
                    $($widget_type => Self::$variant { data: read_data::<$row>($widget_type, $type_name, &data)? },)+
                    _ => Self::Unknown { widget_type, data },
                })
            }
        }

        $(
            impl Members for $row {
                fn extra(&mut self) -> &mut Extra {
                    &mut self.extra
                }
            }
        )+
    };
}

widgets! {
    /// A title.
    TitleRow(LegacyTitleRow) = "TITLE_ROW", "widgets.TitleRowData";
    /// A smaller title.
    SubtitleRow(LegacySubtitleRow) = "SUBTITLE_ROW", "widgets.SubtitleRowData";
    /// A paragraph.
    DescriptionRow(LegacyDescriptionRow) = "DESCRIPTION_ROW", "widgets.DescriptionRowData";
    /// A wide button. Replaced by `button_bar`.
    WideButtonBar(LegacyWideButtonBar) = "WIDE_BUTTON_BAR", "widgets.WideButtonBarWidgetData";
    /// A selectable row.
    SelectorRow(LegacySelectorRow) = "SELECTOR_ROW", "widgets.SelectorRowData";
    /// A score.
    ScoreRow(LegacyScoreRow) = "SCORE_ROW", "widgets.ScoreRowData";
    /// An image carousel.
    ImageCarouselRow(LegacyImageCarouselRow) = "IMAGE_CAROUSEL_ROW", "widgets.ImageCarouselRowData";
    /// Two or three facts side by side.
    GroupInfoRow(LegacyGroupInfoRow) = "GROUP_INFO_ROW", "widgets.GroupInfoRow";
    /// A title with a subtitle, a label and an image or an icon.
    EventRow(LegacyEventRow) = "EVENT_ROW", "widgets.EventRowData";
    /// A scale of three sections with an indicator.
    EvaluationRow(LegacyEvaluationRow) = "EVALUATION_ROW", "widgets.EvaluationRowData";
}

/// Writes `@type` before the members.
#[derive(Serialize)]
struct Typed<'a, T> {
    #[serde(rename = "@type")]
    type_url: &'static str,
    #[serde(flatten)]
    data: &'a T,
}

/// Access to the unknown members of a row.
trait Members: for<'de> Deserialize<'de> {
    fn extra(&mut self) -> &mut Extra;
}

/// Reads `data`, whose `@type` must match `widget_type`.
fn read_data<T: Members>(widget_type: &str, type_name: &str, data: &Json) -> Result<T, String> {
    let mut row: T = data.to().map_err(|e| format!("data of {widget_type}: {e}"))?;
    let named = row.extra().remove("@type").and_then(|url| url.to::<String>().ok());
    if named.as_deref().and_then(|url| url.strip_prefix(TYPE_PREFIX)) != Some(type_name) {
        return Err(format!("data of {widget_type} must have the @type {TYPE_PREFIX}{type_name}"));
    }
    Ok(row)
}

#[derive(Default)]
struct WidgetBody {
    widget_type: String,
    data: Json,
    extra: Extra,
}
record!(WidgetBody { widget_type | "widgetType", data });

impl<'de> Deserialize<'de> for LegacyWidget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let body = WidgetBody::deserialize(deserializer)?;
        if body.widget_type.is_empty() || !body.extra.is_empty() {
            return Err(de::Error::custom("an old widget has exactly widget_type and data"));
        }
        Self::from_parts(body.widget_type, body.data).map_err(de::Error::custom)
    }
}

plain_wire!(LegacyWidget);

/// An old icon. Replaced by its name alone.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyIcon {
    /// The icon.
    pub icon_name: Icon,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_color: Option<Color>,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url_light: Option<String>,
    /// Not in the current format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url_dark: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyIcon { icon_name | "iconName", icon_color | "iconColor", image_url_light | "imageUrlLight", image_url_dark | "imageUrlDark" });

/// An old action that opens an address. Replaced by `open_direct_link`.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyAction {
    /// `LOAD_WEB_VIEW_PAGE` or `OPEN_WEB_PAGE`.
    #[serde(rename = "type")]
    pub action_type: String,
    /// The address for clients that do not know the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_link: Option<String>,
    /// The address.
    pub payload: LegacyActionPayload,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyAction { action_type = "type", fallback_link | "fallbackLink", payload });

/// The address in a [`LegacyAction`].
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyActionPayload {
    /// The type of the payload.
    #[serde(rename = "@type")]
    pub type_url: String,
    /// The address, for `LOAD_WEB_VIEW_PAGE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The address, for `OPEN_WEB_PAGE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyActionPayload { type_url = "@type", url, link });

impl LegacyIcon {
    /// An icon.
    pub fn new(icon_name: impl Into<Icon>) -> Self {
        Self { icon_name: icon_name.into(), ..Self::default() }
    }

    pub(super) fn check(&self) -> Result<()> {
        limit::icon("icon_name", Some(&self.icon_name))
    }
}

impl LegacyAction {
    /// Opens an `https` address in a web view.
    pub fn load_web_view_page(url: impl Into<String>) -> Self {
        let url = url.into();
        Self {
            action_type: "LOAD_WEB_VIEW_PAGE".into(),
            fallback_link: Some(url.clone()),
            payload: LegacyActionPayload {
                type_url: format!("{TYPE_PREFIX}widgets.LoadWebViewPagePayload"),
                url: Some(url),
                ..LegacyActionPayload::default()
            },
            extra: Extra::new(),
        }
    }

    /// Opens an `https` address in a browser.
    pub fn open_web_page(link: impl Into<String>) -> Self {
        let link = link.into();
        Self {
            action_type: "OPEN_WEB_PAGE".into(),
            fallback_link: Some(link.clone()),
            payload: LegacyActionPayload {
                type_url: format!("{TYPE_PREFIX}widgets.OpenWebPagePayload"),
                link: Some(link),
                ..LegacyActionPayload::default()
            },
            extra: Extra::new(),
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        let (member, link) = match self.action_type.as_str() {
            "LOAD_WEB_VIEW_PAGE" => ("payload.url", &self.payload.url),
            "OPEN_WEB_PAGE" => ("payload.link", &self.payload.link),
            _ => return Err(Error::invalid("type", "must be LOAD_WEB_VIEW_PAGE or OPEN_WEB_PAGE")),
        };
        check_link(link.as_deref().unwrap_or_default()).map_err(|e| e.under(member))
    }
}
