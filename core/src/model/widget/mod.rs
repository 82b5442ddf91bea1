//! The ten widgets of add-ons (docs/platform.md#widgets).
//!
//! A widget is an object with exactly one key, its name, and optionally `semantic_paths` beside it. This file reads,
//! writes and checks that outer object. The rows are in `text`, `media` and `score`, the checks that they share in
//! `limit`. The old format is in [`legacy`](crate::legacy).
//!
//! ```
//! use open_platform::model::widget::{ScoreRow, TitleRow, Widget};
//!
//! let widgets: Vec<Widget> = vec![
//!     TitleRow::new("Inspected").divider(true).into(),
//!     ScoreRow::new("Engine").percentage(0).into(),
//! ];
//! assert_eq!(serde_json::to_string(&widgets[1])?, r#"{"score_row":{"title":"Engine","percentage_score":0}}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::collections::HashMap;
use std::fmt;

use serde::de::{self, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::json::{Extra, Json, Read, next_key, next_value, plain_wire, write_extra};
use crate::model::image::MAX_NAME_CHARS;

pub(crate) mod limit;
mod media;
mod score;
mod text;

pub use media::{ButtonBar, CarouselItem, EventRow, ImageCarouselRow, SelectorRow};
pub use score::{EvaluationRow, EvaluationSection, ScoreRow};
pub(crate) use text::two_or_three;
pub use text::{DescriptionRow, GroupInfoItem, GroupInfoRow, SubtitleRow, TitleRow};

/// Values of a widget that become readable semantic data: the semantic name and the path of the value inside the
/// widget, such as `color` and `text` (docs/platform.md#widgets). A path consists of member names; array indexes are
/// not allowed.
pub type SemanticPaths = HashMap<String, String>;

/// The limits of a widget that the platform does not state. A client checks its add-ons against its own:
/// [`Builder::max_image_name_chars`](crate::client::Builder::max_image_name_chars).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WidgetLimits {
    /// Most characters of the name of an image.
    pub image_name_chars: usize,
}

impl Default for WidgetLimits {
    fn default() -> Self {
        Self { image_name_chars: MAX_NAME_CHARS }
    }
}

/// Methods of every row. `check: RULE` is a check of the whole row, after those of its members.
macro_rules! row {
    ($name:ident $(, $divider:ident)? $(, check: $whole:path)?) => {
        impl $name {
            $(
                /// Draws a line under the row.
                #[must_use]
                pub fn divider(mut self, $divider: bool) -> Self {
                    self.$divider = $divider;
                    self
                }
            )?

            /// Checks every limit of the row.
            ///
            /// # Errors
            /// [`Error::InvalidInput`](crate::Error::InvalidInput) with the member, such as `items[1].value`.
            pub fn check(&self) -> $crate::error::Result<()> {
                self.check_within(&WidgetLimits::default())
            }

            pub(super) fn check_within(&self, limits: &WidgetLimits) -> $crate::error::Result<()> {
                self.check_members(limits)?;
                $($whole(self)?;)?
                Ok(())
            }

            /// Publishes the value at `path` inside this widget, such as `text`, as semantic data with the name `name`.
            #[must_use]
            pub fn semantic_path(mut self, name: impl Into<String>, path: impl Into<String>) -> Self {
                self.semantic_paths.insert(name.into(), path.into());
                self
            }

            /// Sets a member that this version does not know. It is sent unchecked.
            #[must_use]
            pub fn extra(mut self, name: impl Into<String>, value: impl Into<$crate::json::Json>) -> Self {
                self.extra.insert(name.into(), value.into());
                self
            }
        }
    };
}
use row;

macro_rules! widgets {
    ($($(#[$doc:meta])* $name:ident = $key:literal),+ $(,)?) => {
        /// One widget: `TitleRow::new("Inspected").into()`.
        #[cfg_attr(feature = "ffi", crate::ffi::data(wire, payload))]
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Widget {
            $(
                $(#[$doc])*
                $name {
                    /// Its members.
                    row: $name,
                },
            )+
            /// A widget that this version does not know. It is sent unchanged and unchecked.
            Unknown {
                /// Name of the widget: its one key in JSON.
                kind: String,
                /// The value of that key.
                value: Json,
                /// The values that become readable semantic data.
                semantic_paths: SemanticPaths,
            },
        }

        $(
            impl From<$name> for Widget {
                fn from(row: $name) -> Self {
                    Self::$name { row }
                }
            }
        )+

        impl Widget {
            /// Name of the widget: its one key in JSON.
            pub fn kind(&self) -> &str {
                match self {
                    $(Self::$name { .. } => $key,)+
                    Self::Unknown { kind, .. } => kind,
                }
            }

            /// The values that become readable semantic data.
            pub fn semantic_paths(&self) -> &SemanticPaths {
                match self {
                    $(Self::$name { row } => &row.semantic_paths,)+
                    Self::Unknown { semantic_paths, .. } => semantic_paths,
                }
            }

            /// The members of the row that this version does not know; `None` if it does not know the widget.
            pub fn unknown_members(&self) -> Option<&Extra> {
                match self {
                    $(Self::$name { row } => Some(&row.extra),)+
                    Self::Unknown { .. } => None,
                }
            }

            fn set_semantic_paths(&mut self, paths: SemanticPaths) {
                match self {
                    $(Self::$name { row } => row.semantic_paths = paths,)+
                    Self::Unknown { semantic_paths, .. } => *semantic_paths = paths,
                }
            }

            /// Checks every limit of the widget.
            ///
            /// # Errors
            /// [`Error::InvalidInput`] with a path such as `score_row.percentage_score`.
            pub fn check(&self) -> Result<()> {
                self.check_within(&WidgetLimits::default())
            }

            /// Like [`check`](Self::check), with these limits instead of the default ones.
            ///
            /// # Errors
            /// Like `check`.
            pub fn check_within(&self, limits: &WidgetLimits) -> Result<()> {
                match self {
                    $(Self::$name { row } => row.check_within(limits),)+
                    Self::Unknown { kind, .. } if kind.is_empty() || kind == SEMANTIC_PATHS => {
                        return Err(Error::invalid("", "a widget has a name"));
                    }
                    Self::Unknown { .. } => Ok(()),
                }
                .map_err(|e| e.under(self.kind()))?;
                limit::semantic_paths(self.semantic_paths()).map_err(|e| e.under(SEMANTIC_PATHS))
            }

            /// Reads the value under the key `kind`; `None` for `null`, which counts as absent.
            fn read_value<'de, A: de::MapAccess<'de>>(kind: &str, map: &mut A) -> Result<Option<Self>, A::Error> {
                Ok(match kind {
                    $($key => next_value::<Option<$name>, A>(map, kind)?.map(Self::from),)+
                    _ => next_value::<Option<Json>, A>(map, kind)?.map(|value| Self::Unknown {
                        kind: kind.to_owned(),
                        value,
                        semantic_paths: SemanticPaths::new(),
                    }),
                })
            }

            fn write_value<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                match self {
                    $(Self::$name { row } => map.serialize_entry($key, row),)+
                    Self::Unknown { kind, value, .. } => map.serialize_entry(kind, value),
                }
            }
        }
    };
}

// Each text is a noun phrase: it also describes the methods that make the widget in Node and in Kotlin's builder.
widgets! {
    /// A title of at most 49 characters.
    TitleRow = "title_row",
    /// A smaller title of at most 200 characters.
    SubtitleRow = "subtitle_row",
    /// A paragraph of at most 200 characters, or of any length if it is `expandable`.
    DescriptionRow = "description_row",
    /// A wide button that starts `action`, with a title of at most 49 characters.
    ButtonBar = "button_bar",
    /// A line that can be tapped, with a title of at most 200 characters and an image or an icon.
    SelectorRow = "selector_row",
    /// An event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an icon.
    EventRow = "event_row",
    /// Two or three facts side by side: titles of at most 50 characters, values of at most 100.
    GroupInfoRow = "group_info_row",
    /// A score with a title of at most 25 characters: `percentage_score` from 0 to 100, or `descriptive_score` of at most 17
    /// characters.
    ScoreRow = "score_row",
    /// A scale with an indicator at `indicator_percentage`, 0 (left edge) to 100 (right edge), and up to three sections.
    EvaluationRow = "evaluation_row",
    /// A carousel of images.
    ImageCarouselRow = "image_carousel_row",
}

/// The only key that is allowed beside a widget's name.
const SEMANTIC_PATHS: &str = "semantic_paths";

impl Serialize for Widget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.write_value(&mut map)?;
        if !self.semantic_paths().is_empty() {
            map.serialize_entry(SEMANTIC_PATHS, &Sorted(self.semantic_paths()))?;
        }
        map.end()
    }
}

/// Writes a map sorted by its keys, so that equal widgets have equal bytes.
struct Sorted<'a>(&'a SemanticPaths);

impl Serialize for Sorted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_extra(self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Widget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Frame)
    }
}

plain_wire!(Widget);

/// Reads the outer object of a widget: exactly one key beside `semantic_paths`.
struct Frame;

impl<'de> de::Visitor<'de> for Frame {
    type Value = Widget;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with exactly one widget")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Widget, A::Error> {
        let mut found: Option<Widget> = None;
        let mut paths: Option<SemanticPaths> = None;
        while let Some(key) = next_key(&mut map)? {
            let key = key.as_str();
            if key == SEMANTIC_PATHS {
                let read = next_value::<Option<Read<SemanticPaths>>, A>(&mut map, key)?;
                if paths.replace(read.map_or_else(SemanticPaths::new, |read| read.0)).is_some() {
                    return Err(de::Error::duplicate_field(SEMANTIC_PATHS));
                }
            } else if let Some(widget) = Widget::read_value(key, &mut map)?
                && let Some(first) = found.replace(widget)
            {
                let both = format!("{} and {key}", first.kind());
                return Err(de::Error::custom(format!("a widget has exactly one key, not {both}")));
            }
        }
        let mut widget = found.ok_or_else(|| de::Error::custom("a widget has exactly one key, not none"))?;
        widget.set_semantic_paths(paths.unwrap_or_default());
        Ok(widget)
    }
}

#[cfg(test)]
mod tests;
