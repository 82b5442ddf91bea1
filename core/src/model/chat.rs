//! Chat messages that arrive in an event or by reading a conversation (docs/platform.md#chat-message). Messages to send
//! are in `message`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};

use crate::error::Result;
use crate::id::{ConversationId, Phone, PostToken};
use crate::json::{Extra, FieldIssue, Json, Record, is_default, plain_wire, record, write_extra};
use crate::model::open_enum;

open_enum! {
    /// What a conversation is about.
    pub enum ConversationType {
        /// A post.
        Post = "POST",
        /// The app's chatbot.
        Bot = "BOT",
    }
}

open_enum! {
    /// The side of a sender in a conversation about a post. Chatbot messages have none.
    pub enum SenderSide {
        /// Owns the post.
        Seller = "SELLER",
        /// Contacts the owner about the post.
        Buyer = "BUYER",
    }
}

open_enum! {
    /// Who wrote a message.
    pub enum SenderType {
        /// A person. Documents also write `USER`.
        Human = "HUMAN" | "USER",
        /// An app, perhaps this one: an app that responds automatically must skip its messages.
        Bot = "BOT",
    }
}

/// A conversation.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Conversation {
    /// Its id.
    #[serde(skip_serializing_if = "is_default")]
    pub id: ConversationId,
    /// What it is about.
    #[serde(rename = "type", skip_serializing_if = "is_default")]
    pub kind: ConversationType,
    /// The post that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_token: Option<PostToken>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(Conversation { id, kind = "type", post_token });

/// Who wrote a message.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sender {
    /// The side. Empty for a chatbot.
    #[serde(skip_serializing_if = "is_default")]
    pub side: SenderSide,
    /// A person or an app.
    #[serde(rename = "type", skip_serializing_if = "is_default")]
    pub kind: SenderType,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(Sender { side, kind = "type" });

/// A received message.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "ChatMessageBody", into = "ChatMessageBody")]
pub struct ChatMessage {
    /// Its id: a UUID.
    pub id: String,
    /// The conversation in which it was written.
    pub conversation: Conversation,
    /// Who wrote it.
    pub sender: Sender,
    /// When it was sent.
    pub sent_at: Option<DateTime<Utc>>,
    /// The content of the message.
    pub content: MessageContent,
    /// Members that this version does not know.
    pub extra: Extra,
}

/// The content of a message: one of seven kinds.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MessageContent {
    /// Text.
    Text {
        /// The text; empty if the platform sent none.
        text: String,
    },
    /// An image.
    Image {
        /// The image.
        image: ImageData,
    },
    /// A file.
    File {
        /// The file.
        file: FileData,
    },
    /// A voice recording.
    Voice {
        /// The recording.
        voice: VoiceData,
    },
    /// A location.
    Location {
        /// The location.
        location: LocationData,
    },
    /// A video.
    Video {
        /// The video.
        video: VideoData,
    },
    /// A contact.
    Contact {
        /// The contact.
        contact: ContactData,
    },
    /// A kind that this version does not know, or one whose data is missing.
    Unknown {
        /// The `type` as sent; empty if it is missing.
        kind: String,
    },
}

impl Default for MessageContent {
    fn default() -> Self {
        Self::Unknown { kind: String::new() }
    }
}

impl MessageContent {
    /// The `type` of the message in JSON.
    pub fn kind(&self) -> &str {
        match self {
            Self::Text { .. } => "TEXT",
            Self::Image { .. } => "IMAGE",
            Self::File { .. } => "FILE",
            Self::Voice { .. } => "VOICE",
            Self::Location { .. } => "LOCATION",
            Self::Video { .. } => "VIDEO",
            Self::Contact { .. } => "CONTACT",
            Self::Unknown { kind } => kind,
        }
    }
}

/// An image.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ImageData {
    /// Its address.
    pub link: String,
    /// Size in bytes.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub size_bytes: Option<i64>,
    /// Height in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height_px: Option<i64>,
    /// Width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width_px: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ImageData { link, size_bytes, height_px, width_px });

/// A file.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FileData {
    /// Its address.
    pub link: String,
    /// Its name.
    #[serde(skip_serializing_if = "is_default")]
    pub name: String,
    /// Size in bytes.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub size_bytes: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(FileData { link, name, size_bytes });

/// A voice recording.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VoiceData {
    /// Its address.
    pub link: String,
    /// Size in bytes.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub size_bytes: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(VoiceData { link, size_bytes });

/// A location. One of which a coordinate cannot be read is absent as a whole.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LocationData {
    /// Degrees north, -90 to 90.
    pub latitude: f64,
    /// Degrees east, -180 to 180.
    pub longitude: f64,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(LocationData { latitude, longitude });

/// A video.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VideoData {
    /// Its address.
    pub link: String,
    /// Address of a still picture.
    #[serde(skip_serializing_if = "is_default")]
    pub thumbnail_link: String,
    /// Size in bytes.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Option::is_none")]
    pub size_bytes: Option<i64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(VideoData { link, thumbnail_link, size_bytes });

/// A contact.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ContactData {
    /// The name, if one is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The phone number.
    pub phone: Phone,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ContactData { name, phone });

/// A conversation with its text messages, oldest first (docs/platform.md#read-conversation).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ConversationRecord {
    /// The conversation.
    pub conversation: Conversation,
    /// The messages.
    pub messages: Vec<ChatMessage>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ConversationRecord { conversation, messages }, tolerant);

/// The response to a chatbot message.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BotMessageSent {
    /// The conversation of the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
    /// Members that could not be read and count as absent. The call has succeeded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received BotMessageSent { conversation_id }, tolerant);

/// A token for one upload of a picture, video, voice or file of a chat (docs/platform.md#chat-media). `Debug` hides it.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Default, PartialEq, Serialize)]
pub struct ChatUploadToken {
    /// The token. It is sent as the bearer token of the upload.
    pub token: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ChatUploadToken { token });

impl std::fmt::Debug for ChatUploadToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChatUploadToken").finish_non_exhaustive()
    }
}

/// An uploaded picture, video, voice recording or file of a chat. A message names it by its media token.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UploadedChatMedia {
    /// The token by which a message names it, as its `media_token`.
    #[serde(rename = "id")]
    pub media_token: String,
    /// `ok`.
    #[serde(skip_serializing_if = "is_default")]
    pub status: String,
    /// Members that could not be read and count as absent. The file is uploaded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UploadedChatMedia { media_token = "id", status }, tolerant);

impl From<&UploadedChatMedia> for String {
    fn from(uploaded: &UploadedChatMedia) -> Self {
        uploaded.media_token.clone()
    }
}

impl From<UploadedChatMedia> for String {
    fn from(uploaded: UploadedChatMedia) -> Self {
        uploaded.media_token
    }
}

/// Writes a 64-bit number as text, like proto-JSON (docs/platform.md#contradiction-26).
pub(crate) fn as_text<S: Serializer>(value: &Option<i64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(number) => serializer.collect_str(number),
        None => serializer.serialize_none(),
    }
}

impl ChatMessage {
    /// The text of a text message.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            MessageContent::Text { text } => Some(text),
            _ => None,
        }
    }

    /// Whether an app wrote it. An app may receive its own messages: an app that responds automatically must skip
    /// these, or it responds to itself forever (docs/platform.md#chat-message).
    pub fn is_from_bot(&self) -> bool {
        self.sender.kind == SenderType::Bot
    }
}

/// A message as it is in JSON: `type`, and the data in the member for this type. Boxed, because most are empty.
#[derive(Default, Serialize)]
struct ChatMessageBody {
    #[serde(skip_serializing_if = "is_default")]
    id: String,
    #[serde(skip_serializing_if = "is_default")]
    conversation: Conversation,
    #[serde(skip_serializing_if = "is_default")]
    sender: Sender,
    #[serde(rename = "type", skip_serializing_if = "is_default")]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sent_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image_data: Option<Box<ImageData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_data: Option<Box<FileData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    voice_data: Option<Box<VoiceData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    location_data: Option<Box<LocationData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    video_data: Option<Box<VideoData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact_data: Option<Box<ContactData>>,
    #[serde(flatten, serialize_with = "write_extra")]
    extra: Extra,
}
record!(ChatMessageBody {
    id, conversation, sender, kind = "type", sent_at, text, image_data, file_data, voice_data, location_data,
    video_data, contact_data,
});

impl ChatMessageBody {
    /// Takes the content that `type` names. A text message may lack its text or its type.
    #[inline]
    fn content(&mut self) -> MessageContent {
        let known = match self.kind.as_str() {
            "TEXT" => Some(MessageContent::Text { text: self.text.take().unwrap_or_default() }),
            "" => self.text.take().map(|text| MessageContent::Text { text }),
            "IMAGE" => self.image_data.take().map(|image| MessageContent::Image { image: *image }),
            "FILE" => self.file_data.take().map(|file| MessageContent::File { file: *file }),
            "VOICE" => self.voice_data.take().map(|voice| MessageContent::Voice { voice: *voice }),
            "LOCATION" => self.location_data.take().map(|location| MessageContent::Location { location: *location }),
            "VIDEO" => self.video_data.take().map(|video| MessageContent::Video { video: *video }),
            "CONTACT" => self.contact_data.take().map(|contact| MessageContent::Contact { contact: *contact }),
            _ => None,
        };
        known.unwrap_or_else(|| MessageContent::Unknown { kind: std::mem::take(&mut self.kind) })
    }

    /// Keeps data that does not belong to `type`, so that it is not lost.
    fn keep<T: Serialize>(extra: &mut Extra, name: &str, data: &Option<T>) {
        if let Some(Ok(json)) = data.as_ref().map(Json::from_value) {
            extra.insert(name.to_owned(), json);
        }
    }
}

impl From<ChatMessageBody> for ChatMessage {
    #[inline]
    fn from(mut body: ChatMessageBody) -> Self {
        let content = body.content();
        macro_rules! keep {
            ($($data:ident),*) => {$( ChatMessageBody::keep(&mut body.extra, stringify!($data), &body.$data); )*};
        }
        keep!(text, image_data, file_data, voice_data, location_data, video_data, contact_data);
        Self {
            id: body.id,
            conversation: body.conversation,
            sender: body.sender,
            sent_at: body.sent_at,
            content,
            extra: body.extra,
        }
    }
}

impl From<ChatMessage> for ChatMessageBody {
    fn from(message: ChatMessage) -> Self {
        let mut body = Self {
            id: message.id,
            conversation: message.conversation,
            sender: message.sender,
            kind: message.content.kind().to_owned(),
            sent_at: message.sent_at,
            extra: message.extra,
            ..Self::default()
        };
        match message.content {
            MessageContent::Text { text } => body.text = Some(text).filter(|text| !text.is_empty()),
            MessageContent::Image { image } => body.image_data = Some(Box::new(image)),
            MessageContent::File { file } => body.file_data = Some(Box::new(file)),
            MessageContent::Voice { voice } => body.voice_data = Some(Box::new(voice)),
            MessageContent::Location { location } => body.location_data = Some(Box::new(location)),
            MessageContent::Video { video } => body.video_data = Some(Box::new(video)),
            MessageContent::Contact { contact } => body.contact_data = Some(Box::new(contact)),
            MessageContent::Unknown { .. } => {}
        }
        body
    }
}

impl Record for ChatMessage {
    const MEMBERS: &'static [&'static str] = ChatMessageBody::MEMBERS;
}

plain_wire!(ChatMessage);

#[cfg(test)]
mod tests;
