//! Deprecated chat bodies: sending a message, registering a listener for a post, and the listener's notifications.

use serde::de::Deserializer;
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::error::{Error, Result};
use crate::id::{PostToken, UserId};
use crate::json::{self, Extra, Json, Record, record, sent, write_extra};
use crate::model::icon::Icon;
use crate::model::message::{MessageLimits, check_length};
use crate::model::widget::limit;
use crate::secret::Secret;

/// The old chat message (docs/platform.md#legacy-send). Replaced by [`Message`](crate::model::message::Message).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyMessage {
    /// The sender.
    pub user_id: UserId,
    /// The post that the chat is about.
    pub post_token: PostToken,
    /// The receiver.
    pub peer_id: UserId,
    /// `TEXT`: the only documented value.
    #[serde(rename = "type")]
    pub message_type: String,
    /// The text.
    pub message: String,
    /// The button that the sending side sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_btn: Option<LegacyButton>,
    /// The button that the receiving side sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receiver_btn: Option<LegacyButton>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent LegacyMessage { user_id, post_token, peer_id, message_type = "type", message, sender_btn, receiver_btn });

/// The old button under a message.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyButton {
    /// `LINK`: the only documented value.
    pub action: String,
    /// Its caption, icon and data.
    pub data: LegacyButtonData,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyButton { action, data });

/// Caption, icon and data of an old button.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyButtonData {
    /// The icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_name: Option<Icon>,
    /// An object that the platform sends back in the start request after a click.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_data: Option<Json>,
    /// The caption.
    pub caption: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyButtonData { icon_name, extra_data, caption });

impl LegacyMessage {
    /// A text. It needs [`user_id`](Self::user_id), [`peer_id`](Self::peer_id) and [`post_token`](Self::post_token).
    pub fn text(text: impl Into<String>) -> Self {
        Self { message_type: "TEXT".into(), message: text.into(), ..Self::default() }
    }

    /// Sets the user in whose name it is sent.
    #[must_use]
    pub fn user_id(mut self, user: impl Into<UserId>) -> Self {
        self.user_id = user.into();
        self
    }

    /// Sets the user who receives it.
    #[must_use]
    pub fn peer_id(mut self, user: impl Into<UserId>) -> Self {
        self.peer_id = user.into();
        self
    }

    /// Sets the post that the chat is about.
    #[must_use]
    pub fn post_token(mut self, post: impl Into<PostToken>) -> Self {
        self.post_token = post.into();
        self
    }

    /// Sets the button that the sending side sees.
    #[must_use]
    pub fn to_sender(mut self, button: LegacyButton) -> Self {
        self.sender_btn = Some(button);
        self
    }

    /// Sets the button that the receiving side sees.
    #[must_use]
    pub fn to_receiver(mut self, button: LegacyButton) -> Self {
        self.receiver_btn = Some(button);
        self
    }

    /// Checks the ids, the text and the buttons.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `sender_btn.data.caption`.
    pub fn check(&self) -> Result<()> {
        self.check_within(&MessageLimits::default())
    }

    /// Like [`check`](Self::check), with these limits instead of the default ones.
    ///
    /// # Errors
    /// Like `check`.
    pub fn check_within(&self, limits: &MessageLimits) -> Result<()> {
        self.check_members(&())?;
        self.user_id.check()?;
        self.post_token.check()?;
        self.peer_id.check().map_err(|_| Error::invalid("peer_id", "must be the id of a user"))?;
        if self.message_type.is_empty() {
            return Err(Error::invalid("message_type", "must not be empty"));
        }
        check_length(&self.message, limits.text_chars).map_err(|e| e.under("message"))?;
        for (name, button) in [("sender_btn", &self.sender_btn), ("receiver_btn", &self.receiver_btn)] {
            button.as_ref().map_or(Ok(()), |button| button.check(limits)).map_err(|e| e.under(name))?;
        }
        Ok(())
    }
}

impl LegacyButton {
    /// A button that opens the address in the app's response to the start request. `data` is sent back in that request.
    pub fn link(caption: impl Into<String>, data: impl Into<Json>) -> Self {
        Self {
            action: "LINK".into(),
            data: LegacyButtonData {
                caption: caption.into(),
                extra_data: Some(data.into()),
                ..LegacyButtonData::default()
            },
            extra: Extra::new(),
        }
    }

    /// Sets the icon.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.data.icon_name = Some(icon.into());
        self
    }

    fn check(&self, limits: &MessageLimits) -> Result<()> {
        if self.action.is_empty() {
            return Err(Error::invalid("action", "must not be empty"));
        }
        let data = &self.data;
        check_length(&data.caption, limits.caption_chars)
            .map_err(|e| e.under("caption"))
            .and_then(|()| limit::icon("icon_name", data.icon_name.as_ref()))
            .and_then(|()| match &data.extra_data {
                Some(extra) if !extra.as_str().starts_with('{') => {
                    Err(Error::invalid("extra_data", "must be a JSON object"))
                }
                _ => Ok(()),
            })
            .map_err(|e| e.under("data"))
    }
}

/// The old request to send the messages of a post to an address (docs/platform.md#legacy-listener). Replaced by a
/// subscription to `NEW_MESSAGE_ON_POST`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyListener {
    /// The post.
    pub post_token: PostToken,
    /// The address that receives the messages.
    pub endpoint: String,
    /// The value that the platform sends in `Authorization`.
    #[serde(serialize_with = "write_secret")]
    pub identification_key: Secret,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}

/// The members of a listener in JSON.
#[derive(Default)]
struct ListenerBody {
    post_token: PostToken,
    endpoint: String,
    identification_key: String,
    extra: Extra,
}
record!(ListenerBody { post_token, endpoint, identification_key });

impl<'de> Deserialize<'de> for LegacyListener {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let body = ListenerBody::deserialize(deserializer)?;
        let identification_key = Secret::from(body.identification_key);
        Ok(Self { post_token: body.post_token, endpoint: body.endpoint, identification_key, extra: body.extra })
    }
}

impl Record for LegacyListener {}
sent!(LegacyListener);

fn write_secret<S: Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(secret.expose())
}

impl LegacyListener {
    /// A listener that receives the messages of `post_token` at `endpoint`, with `identification_key` in
    /// `Authorization`.
    pub fn new(
        post_token: impl Into<PostToken>,
        endpoint: impl Into<String>,
        identification_key: impl Into<Secret>,
    ) -> Self {
        Self {
            post_token: post_token.into(),
            endpoint: endpoint.into(),
            identification_key: identification_key.into(),
            extra: Extra::new(),
        }
    }

    /// Checks the post token, the address and the key. Plain `http` is allowed for a loopback address only.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        json::check_once(self)?;
        self.post_token.check()?;
        let is_accepted = Url::parse(&self.endpoint).is_ok_and(|url| {
            let loopback = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
            url.scheme() == "https" || (url.scheme() == "http" && loopback)
        });
        if !is_accepted {
            return Err(Error::invalid("endpoint", "must be an https address"));
        }
        let key = self.identification_key.expose();
        if key.is_empty() || key.chars().any(char::is_control) {
            return Err(Error::invalid("identification_key", "must not be empty or have control characters"));
        }
        Ok(())
    }
}

/// The request that the old listener received (docs/platform.md#legacy-listener). Replaced by the `NEW_MESSAGE` event.
/// [`Delivery`](crate::model::event) parses both; this type is for writing one.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyNotification {
    /// `CHAT_MESSAGE`.
    #[serde(rename = "type")]
    pub notification_type: String,
    /// When it was sent, in seconds, as text.
    pub timestamp: String,
    /// The message.
    pub payload: LegacyNotificationPayload,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyNotification { notification_type = "type", timestamp, payload });

/// The message in a [`LegacyNotification`].
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyNotificationPayload {
    /// Id of the message: a UUID.
    pub id: String,
    /// Kind of the message, such as `TEXT`.
    #[serde(rename = "type")]
    pub message_type: String,
    /// When it was sent, in microseconds, as text.
    pub sent_at: String,
    /// The content.
    pub data: LegacyNotificationData,
    /// The sender.
    pub sender: LegacyParty,
    /// The receiver.
    pub receiver: LegacyParty,
    /// The post that the chat is about.
    pub metadata: LegacyNotificationMetadata,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyNotificationPayload { id, message_type = "type", sent_at, data, sender, receiver, metadata });

/// The content of an old message.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyNotificationData {
    /// The text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyNotificationData { text });

/// One side of an old chat.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyParty {
    /// Id of the user.
    pub id: UserId,
    /// Whether this is the owner of the post.
    pub is_supply: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyParty { id, is_supply });

/// The post that an old chat is about.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LegacyNotificationMetadata {
    /// Slug of its category.
    pub category: String,
    /// Its token.
    pub post_token: PostToken,
    /// Its title.
    pub title: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LegacyNotificationMetadata { category, post_token, title });
