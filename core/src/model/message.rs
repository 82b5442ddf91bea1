//! Chat messages to send, and their buttons (docs/platform.md#send-message). Received messages are in `chat`.

mod limits;

pub use limits::{MAX_BUTTONS, MAX_CAPTION_CHARS, MAX_ROWS, MAX_TEXT_CHARS, MessageLimits};
use serde::de::{self, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::json::{self, Extra, FieldIssue, Json, Record, plain_wire, record, write_extra, write_members};
use crate::model::action::Action;
use crate::model::icon::Icon;
use crate::model::widget;

/// A message to a conversation, sent as the user who granted access. It has either a text or a media token.
///
/// ```
/// use open_platform::model::action::Action;
/// use open_platform::model::message::{Button, Message};
///
/// let message = Message::text("The courier is ready.")
///     .to_sender(vec![vec![Button::new("Track", Action::direct_link("https://app.example/track/7"))]])
///     .to_receiver(vec![vec![Button::server("Accept", [("order", "7")]), Button::server("Refuse", [("order", "7")])]]);
/// message.check()?;
///
/// let four_rows = vec![vec![Button::new("Track", Action::direct_link("https://app.example"))]; 4];
/// let refused = Message::text("Hello").to_sender(four_rows).check().unwrap_err();
/// assert_eq!(refused.to_string(), "sender_buttons.rows: must have 1 to 3 items, not 4");
/// # Ok::<(), open_platform::Error>(())
/// ```
#[cfg_attr(feature = "ffi", crate::ffi::data(wire))]
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "MessageBody")]
pub struct Message {
    /// The text. In JSON it is `message`, with `type` beside it.
    pub text: Option<String>,
    /// The token of an image, video, voice recording or file that was uploaded for the chat.
    pub media_token: Option<String>,
    /// Buttons that the sending side sees.
    pub sender_buttons: Option<ButtonGrid>,
    /// Buttons that the receiving side sees.
    pub receiver_buttons: Option<ButtonGrid>,
    /// Members that this version does not know.
    pub extra: Extra,
}

/// A message in JSON that is read.
#[derive(Default)]
struct MessageBody {
    kind: Option<String>,
    text: Option<String>,
    media_token: Option<String>,
    sender_buttons: Option<ButtonGrid>,
    receiver_buttons: Option<ButtonGrid>,
    extra: Extra,
}
record!(MessageBody { kind = "type", text = "message", media_token, sender_buttons, receiver_buttons });

/// A message of the app's chatbot. It has either a text or a media token.
#[cfg_attr(feature = "ffi", crate::ffi::data(wire))]
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "BotMessageBody")]
pub struct BotMessage {
    /// The text. In JSON it is `"text_message"`, with `"type"` beside it.
    pub text: Option<String>,
    /// The token of an image, video, voice recording or file that was uploaded for the chat.
    pub media_token: Option<String>,
    /// Buttons under the message.
    pub buttons: Option<ButtonGrid>,
    /// Members that this version does not know.
    pub extra: Extra,
}

/// A chatbot message in JSON that is read.
#[derive(Default)]
struct BotMessageBody {
    kind: Option<String>,
    text: Option<String>,
    media_token: Option<String>,
    buttons: Option<ButtonGrid>,
    extra: Extra,
}
record!(BotMessageBody { kind = "type", text = "text_message", media_token, buttons });

/// Up to three rows of buttons.
#[cfg_attr(feature = "ffi", crate::ffi::data(list))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ButtonGrid {
    /// The rows.
    pub rows: Vec<ButtonRow>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ButtonGrid { rows });

/// Up to three buttons side by side.
#[cfg_attr(feature = "ffi", crate::ffi::data(list))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ButtonRow {
    /// The buttons.
    pub buttons: Vec<Button>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ButtonRow { buttons });

/// A button under a message.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Button {
    /// The action of a click.
    pub action: Action,
    /// The icon, under the name in the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_name: Option<Icon>,
    /// The icon, under the newer name of the live platform (docs/platform.md#contradiction-5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<Icon>,
    /// The caption.
    pub caption: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}

/// A button in JSON that is read: the action may be missing.
#[derive(Default)]
struct ButtonBody {
    action: Option<Action>,
    icon_name: Option<Icon>,
    icon: Option<Icon>,
    caption: String,
    extra: Extra,
}
record!(ButtonBody { action, icon_name, icon, caption });

/// The response to a message.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MessageSent {
    /// A status number whose meaning is not documented.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<i32>,
    /// The text that belongs to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Members that could not be read and count as absent. The call has succeeded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received MessageSent { status, message }, tolerant);

const TEXT: &str = "TEXT";

/// `type` only says that there is a text, so it has no field of its own. Another value is kept.
fn keep_other_type(kind: Option<String>, mut extra: Extra) -> Extra {
    if let Some(kind) = kind.filter(|kind| kind != TEXT) {
        extra.insert("type".into(), serde_json::Value::from(kind).into());
    }
    extra
}

impl From<MessageBody> for Message {
    fn from(body: MessageBody) -> Self {
        Self {
            text: body.text,
            media_token: body.media_token,
            sender_buttons: body.sender_buttons,
            receiver_buttons: body.receiver_buttons,
            extra: keep_other_type(body.kind, body.extra),
        }
    }
}

impl From<BotMessageBody> for BotMessage {
    fn from(body: BotMessageBody) -> Self {
        Self {
            text: body.text,
            media_token: body.media_token,
            buttons: body.buttons,
            extra: keep_other_type(body.kind, body.extra),
        }
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let grids = [("sender_buttons", &self.sender_buttons), ("receiver_buttons", &self.receiver_buttons)];
        write(serializer, ("message", &self.text), &self.media_token, &grids, &self.extra)
    }
}

impl Serialize for BotMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let grids = [("buttons", &self.buttons)];
        write(serializer, ("text_message", &self.text), &self.media_token, &grids, &self.extra)
    }
}

fn write<S: Serializer>(
    serializer: S,
    (name, text): (&str, &Option<String>),
    media_token: &Option<String>,
    grids: &[(&str, &Option<ButtonGrid>)],
    extra: &Extra,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    if let Some(text) = text {
        if !extra.contains_key("type") {
            map.serialize_entry("type", TEXT)?;
        }
        map.serialize_entry(name, text)?;
    }
    if let Some(token) = media_token {
        map.serialize_entry("media_token", token)?;
    }
    for (name, grid) in grids.iter().filter_map(|(name, grid)| Some((name, grid.as_ref()?))) {
        map.serialize_entry(name, grid)?;
    }
    write_members(extra, &mut map)?;
    map.end()
}

impl Record for Message {}
impl Record for BotMessage {}

impl<'de> Deserialize<'de> for Button {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let body = ButtonBody::deserialize(deserializer)?;
        let action = body.action.ok_or_else(|| de::Error::custom("a button has exactly one action, not none"))?;
        Ok(Self { action, icon_name: body.icon_name, icon: body.icon, caption: body.caption, extra: body.extra })
    }
}

plain_wire!(Button);

impl Message {
    /// A text message.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// A message with the token of an image, video, voice recording or file that was uploaded for the chat.
    pub fn media(media_token: impl Into<String>) -> Self {
        Self { media_token: Some(media_token.into()), ..Self::default() }
    }

    /// Sets the buttons that the sending side sees.
    #[must_use]
    pub fn to_sender(mut self, buttons: impl Into<ButtonGrid>) -> Self {
        self.sender_buttons = Some(buttons.into());
        self
    }

    /// Sets the buttons that the receiving side sees.
    #[must_use]
    pub fn to_receiver(mut self, buttons: impl Into<ButtonGrid>) -> Self {
        self.receiver_buttons = Some(buttons.into());
        self
    }

    /// Checks the message against the default limits of a client.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `receiver_buttons.rows[0].buttons[1].caption`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&MessageLimits::default())
    }

    /// Checks the message against these limits.
    ///
    /// # Errors
    /// Like [`check`](Self::check).
    pub fn check_within(&self, limits: &MessageLimits) -> Result<()> {
        self.checked(limits).map(drop)
    }

    /// Like [`check_within`](Self::check_within), and returns the message in JSON.
    #[inline]
    pub(crate) fn checked(&self, limits: &MessageLimits) -> Result<Json> {
        let json = json::check_once(self)?;
        check_content(self.text.as_deref(), self.media_token.as_deref(), "message", limits.text_chars)?;
        let grids = [("sender_buttons", &self.sender_buttons), ("receiver_buttons", &self.receiver_buttons)];
        check_grids(&grids, limits).map(|()| json)
    }
}

impl BotMessage {
    /// A text message.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// A message with the token of an image, video, voice recording or file that was uploaded for the chat.
    pub fn media(media_token: impl Into<String>) -> Self {
        Self { media_token: Some(media_token.into()), ..Self::default() }
    }

    /// Sets the buttons.
    #[must_use]
    pub fn buttons(mut self, buttons: impl Into<ButtonGrid>) -> Self {
        self.buttons = Some(buttons.into());
        self
    }

    /// Checks the message against the default limits of a client.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `buttons.rows[0].buttons[1].caption`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&MessageLimits::default())
    }

    /// Checks the message against these limits.
    ///
    /// # Errors
    /// Like [`check`](Self::check).
    pub fn check_within(&self, limits: &MessageLimits) -> Result<()> {
        self.checked(limits).map(drop)
    }

    /// Like [`check_within`](Self::check_within), and returns the message in JSON.
    #[inline]
    pub(crate) fn checked(&self, limits: &MessageLimits) -> Result<Json> {
        let json = json::check_once(self)?;
        check_content(self.text.as_deref(), self.media_token.as_deref(), "text_message", limits.text_chars)?;
        check_grids(&[("buttons", &self.buttons)], limits).map(|()| json)
    }
}

/// Checks the buttons of each side, and the number of all.
fn check_grids(grids: &[(&str, &Option<ButtonGrid>)], limits: &MessageLimits) -> Result<()> {
    let (mut count, most) = (0, limits.buttons);
    for (field, grid) in grids.iter().filter_map(|(field, grid)| Some((*field, grid.as_ref()?))) {
        grid.check_within(limits).map_err(|e| e.under(field))?;
        count += grid.count();
        if count > most {
            let reason = format!("a message has at most {most} buttons, those of both sides together, not {count}");
            return Err(Error::invalid(field, reason));
        }
    }
    Ok(())
}

/// Either a text or a media token, not both (docs/platform.md#send-message).
fn check_content(text: Option<&str>, media_token: Option<&str>, text_field: &str, text_chars: usize) -> Result<()> {
    let (field, value, max) = match (text, media_token) {
        (Some(_), Some(_)) => return Err(Error::invalid("media_token", "send either a text or a media token")),
        (None, None) => return Err(Error::invalid(text_field, "send a text or a media token")),
        (Some(text), None) => (text_field, text, text_chars),
        (None, Some(token)) => ("media_token", token, usize::MAX),
    };
    check_length(value, max).map_err(|e| e.under(field))
}

/// Refuses text that is blank, or has more than `max` characters.
pub(crate) fn check_length(text: &str, max: usize) -> Result<()> {
    if text.trim().is_empty() {
        return Err(Error::invalid("", "must not be empty"));
    }
    widget::limit::text("", text, max)
}

impl ButtonGrid {
    /// A grid from rows of buttons.
    pub fn rows(rows: Vec<Vec<Button>>) -> Self {
        Self { rows: rows.into_iter().map(ButtonRow::from).collect(), ..Self::default() }
    }

    /// The number of buttons.
    pub fn count(&self) -> usize {
        self.rows.iter().map(|row| row.buttons.len()).sum()
    }

    /// Checks the number of rows and every button.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `rows[0].buttons[1].caption`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&MessageLimits::default())
    }

    fn check_within(&self, limits: &MessageLimits) -> Result<()> {
        check_count(self.rows.len(), "rows")?;
        for (i, row) in self.rows.iter().enumerate() {
            check_count(row.buttons.len(), "buttons").map_err(|e| e.under(format_args!("rows[{i}]")))?;
            for (j, button) in row.buttons.iter().enumerate() {
                button.check_within(limits).map_err(|e| e.under(format_args!("rows[{i}].buttons[{j}]")))?;
            }
        }
        Ok(())
    }
}

fn check_count(count: usize, field: &str) -> Result<()> {
    if (1..=MAX_ROWS).contains(&count) {
        return Ok(());
    }
    Err(Error::invalid(field, format!("must have 1 to {MAX_ROWS} items, not {count}")))
}

impl From<Vec<Vec<Button>>> for ButtonGrid {
    fn from(rows: Vec<Vec<Button>>) -> Self {
        Self::rows(rows)
    }
}

impl From<Vec<Button>> for ButtonRow {
    fn from(buttons: Vec<Button>) -> Self {
        Self { buttons, ..Self::default() }
    }
}

impl Button {
    /// A button with any action, such as [`Action::direct_link`].
    pub fn new(caption: impl Into<String>, action: Action) -> Self {
        Self { action, icon_name: None, icon: None, caption: caption.into(), extra: Extra::new() }
    }

    /// A button that sends `data`, a JSON object such as `[("order", "7")]` or `json!({ "order": "7" })`, to the app in a start
    /// request. The app responds with the address to open.
    pub fn server(caption: impl Into<String>, data: impl Into<Json>) -> Self {
        Self::new(caption, Action::server_link(data))
    }

    /// Sets the icon under the name in the specification, `icon_name`.
    #[must_use]
    pub fn icon_name(mut self, icon: impl Into<Icon>) -> Self {
        self.icon_name = Some(icon.into());
        self
    }

    /// Sets the icon under the newer name, `icon`.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.icon = Some(icon.into());
        self
    }

    /// Checks the caption, the icon and the action.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `action.open_direct_link`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&MessageLimits::default())
    }

    fn check_within(&self, limits: &MessageLimits) -> Result<()> {
        check_length(&self.caption, limits.caption_chars).map_err(|e| e.under("caption"))?;
        for (field, icon) in [("icon_name", &self.icon_name), ("icon", &self.icon)] {
            if let Some(icon) = icon {
                icon.check().map_err(|e| e.under(field))?;
            }
        }
        self.action.check().map_err(|e| e.under("action"))
    }
}

#[cfg(test)]
mod tests;
