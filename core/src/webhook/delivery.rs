//! Parses the body of a webhook request into a [`Delivery`]. The events themselves are in `known_events`, and what they
//! contain is in [`event`](crate::model::event).
//!
//! The body is first read once, directly into the types. If that fails, a second, slower pass leaves out the members
//! that cannot be read: an authentic event is never refused because of one wrong member.

use std::borrow::Cow;
use std::fmt;

use chrono::{DateTime, Utc};
use serde::de::{self, Deserializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::digest::hex;
use crate::error::{DecodeError, Result, sanitize};
use crate::id::{GrantKey, is_uuid};
use crate::json::{
    Extra, HALF_CHARACTER, Json, Unreadable, Wire, adopt, is_default, locate, members, record, unreadable,
    with_whole_characters, without_mark,
};
use crate::model::chat::{ChatMessage, Conversation, ConversationType, MessageContent, Sender, SenderSide};
use crate::model::event::{PostUpdate, Transaction, UserAccessRevocation};
use crate::webhook::body_digest::{body_digest, without_metadata};
use crate::webhook::known_events::known_events;
use crate::webhook::{Event, KnownEvent};

/// Seconds during which an equal body counts as a repetition. Two equal changes of a post that are further apart are
/// two events.
const DIGEST_WINDOW_SECONDS: i64 = 120;

/// Most unreadable members that are left out. With more, the whole body counts as malformed.
const MAX_REPAIRS: usize = 16;

/// Longest id in bytes that identifies an event. A longer one is ignored.
const MAX_ID: usize = 256;

/// Most characters of an event type and of a deduplication key in a log.
const MAX_KIND: usize = 64;
const MAX_KEY: usize = 320;

/// The note on a delivery whose `dedupe_key` arrived before with another body.
pub const CONFLICT_NOTE: &str = "an event with this id arrived before with another body: this one is kept as well";

/// Most characters of received names in a note.
const MAX_NAMES: usize = 200;

/// One webhook request from the platform.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The event.
    pub event: Event,
    /// The object given with the subscription.
    pub metadata: Option<Json>,
    /// The grant of the user of the event: the text `grant` in the metadata, where the app has put it.
    pub grant: Option<GrantKey>,
    /// Whether it came in the legacy form, `CHAT_MESSAGE`.
    pub legacy: bool,
    /// What was unusual about the body.
    pub notes: Vec<String>,
    /// Equal for deliveries of the same event. It is made from the id of the message, from the id and the state of the
    /// transaction, or else from the SHA-256 of the body without its metadata and the white space between its tokens. Every id
    /// of 1 to 256 bytes is used, whether it is a UUID or not. UUIDs are compared without regard to case.
    pub dedupe_key: String,
    /// How long `dedupe_key` identifies the same event, in seconds; `None` means without end.
    pub dedupe_window_seconds: Option<i64>,
    /// A checksum of the body without its metadata (XXH3, 128 bits), as 32 hexadecimal digits. If two deliveries have the same
    /// `dedupe_key` but different digests, they contradict each other and neither is a repetition. It detects differences, not
    /// forgery.
    pub body_digest: String,
    /// Members beside the event that this version does not know. Those of an unknown event are in its body.
    pub extra: Extra,
}

macro_rules! define_envelope {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $kind:literal $name:literal {
            content: $content:ident $type:ident = $member:ident $(| $old:ident)?,
            $($rest:tt)*
        }
    )+) => {
        /// All forms of the body in one type. The data is boxed, because all members but one are empty.
        #[derive(Default)]
        struct Envelope {
            kind: Kind,
            $($member: Option<Box<$type>>, $($old: Option<Box<$type>>,)?)+
            payload: Option<Box<LegacyMessage>>,
            timestamp: Option<DateTime<Utc>>,
            metadata: Option<Json>,
            meta_data: Option<Json>,
            extra: Extra,
        }
        record!(Envelope { kind = "type", $($member, $($old,)?)+ payload, timestamp, metadata, meta_data });

        impl Envelope {
            /// The event that `kind` names.
            #[inline]
            fn event(&mut self, body: &[u8], notes: &mut Vec<String>) -> Result<Event> {
                let kind = &*self.kind.0;
                match kind {
                    $($kind => match self.$member.take()$(.or(self.$old.take()))? {
                        Some(content) => Ok(Event::$variant { $content: *content }),
                        None => without_data(kind, notes, body),
                    })+
                    LEGACY => match self.payload.take() {
                        Some(old) => Ok(Event::NewMessage { message: old.into_message(self.timestamp, notes) }),
                        None => without_data(kind, notes, body),
                    },
                    "" => without_data(kind, notes, body),
                    _ => Ok(Event::Unknown { kind: kind.to_owned(), body: whole(body)? }),
                }
            }

            /// The members that were sent under their current and under an older name: the current one is used.
            fn sent_twice(&self) -> impl Iterator<Item = [&'static str; 2]> {
                let pairs = [
                    (self.metadata.is_some() && self.meta_data.is_some(), ["metadata", "meta_data"]),
                    $($((self.$member.is_some() && self.$old.is_some(), [stringify!($member), stringify!($old)]),)?)+
                ];
                pairs.into_iter().filter_map(|(both, names)| both.then_some(names))
            }
        }
    };
}
known_events!(define_envelope);

/// The `type` of an event. That of a known event is not copied.
#[derive(Default)]
struct Kind(Cow<'static, str>);

impl Wire for Kind {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Kind;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E>(self, value: &str) -> Result<Kind, E> {
                let known = KnownEvent::ALL.iter().map(|event| event.kind()).find(|kind| *kind == value);
                Ok(Kind(known.map_or_else(|| value.to_owned().into(), Cow::Borrowed)))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

impl Delivery {
    /// Parses the body of an authentic webhook request.
    ///
    /// An unknown or unreadable event is not an error: it becomes [`Event::Unknown`] or [`Event::Malformed`], so that
    /// the app can respond with 2xx.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if the body is not exactly one JSON object in UTF-8, has two
    /// members `type`, or is nested too deeply.
    #[inline]
    pub fn parse(body: &[u8]) -> Result<Self> {
        let body = without_mark(body);
        // One UTF-8 check of the whole body is cheaper than one for each string.
        let Ok(text) = std::str::from_utf8(body) else { return repair(body) };
        if let Some(whole) = with_whole_characters(text) {
            let mut delivery = Self::parse(whole.as_bytes())?;
            delivery.notes.push(HALF_CHARACTER.to_owned());
            return Ok(delivery);
        }
        match serde_json::from_str::<Envelope>(text) {
            Ok(envelope) => envelope.open(body, Vec::new()),
            Err(_) => repair(body),
        }
    }

    /// A delivery of an event that cannot be read.
    pub(crate) fn malformed(kind: String, reason: String, body: Json) -> Self {
        Self {
            event: Event::Malformed { kind, reason, body },
            metadata: None,
            grant: None,
            legacy: false,
            notes: Vec::new(),
            dedupe_key: String::new(),
            dedupe_window_seconds: None,
            body_digest: String::new(),
            extra: Extra::new(),
        }
    }

    /// The event's type and `dedupe_key`, for logs. Contains nothing of the content.
    pub fn label(&self) -> String {
        let kind = sanitize(self.event.kind(), MAX_KIND);
        let kind = if kind.is_empty() { "an event without a type" } else { &kind };
        format!("{kind} {}", sanitize(&self.dedupe_key, MAX_KEY))
    }

    /// The same delivery with [`CONFLICT_NOTE`]: the event arrived before with another body.
    #[must_use]
    pub fn in_conflict(mut self) -> Self {
        self.notes.push(CONFLICT_NOTE.to_owned());
        self
    }

    /// When the message was sent, for the message events. A receiver can use it to detect stale deliveries.
    pub fn sent_at(&self) -> Option<DateTime<Utc>> {
        self.event.message()?.sent_at
    }
}

impl Envelope {
    #[inline]
    fn open(mut self, body: &[u8], mut notes: Vec<String>) -> Result<Delivery> {
        notes.extend(self.sent_twice().map(|[name, old]| format!("both {name} and {old} were sent: {name} is used")));
        let event = self.event(body, &mut notes)?;
        let metadata = if self.meta_data.is_none() { self.metadata.as_ref() } else { None };
        let content = without_metadata(body, metadata);
        let (dedupe_key, dedupe_window_seconds) = dedupe_key(&event, &content);
        let metadata = self.metadata.or(self.meta_data);
        let understood = !matches!(event, Event::Unknown { .. } | Event::Malformed { .. });
        Ok(Delivery {
            legacy: self.kind.0 == LEGACY,
            body_digest: body_digest(&content),
            grant: metadata.as_ref().and_then(grant_in),
            metadata,
            event,
            notes,
            dedupe_key,
            dedupe_window_seconds,
            extra: if understood { self.extra } else { Extra::new() },
        })
    }
}

/// The grant in the metadata of a subscription.
fn grant_in(metadata: &Json) -> Option<GrantKey> {
    metadata.get("grant")?.to::<String>().ok().map(GrantKey)
}

/// An event whose data is missing, or was left out. `notes` has what was left out.
#[cold]
fn without_data(kind: &str, notes: &[String], body: &[u8]) -> Result<Event> {
    let lack = if kind.is_empty() { "type is missing".to_owned() } else { format!("{kind} came without its data") };
    let reason = std::iter::once(&lack).chain(notes).map(String::as_str).collect::<Vec<_>>().join("; ");
    Ok(Event::Malformed { kind: kind.to_owned(), reason, body: whole(body)? })
}

/// The whole body as JSON.
fn whole(body: &[u8]) -> Result<Json> {
    let json: Json = serde_json::from_slice(body).map_err(|e| unreadable("webhook event", &e))?;
    if json.as_str().starts_with('{') {
        return Ok(json);
    }
    Err(DecodeError::of_document("webhook event", ".", "must be a JSON object").into())
}

/// Reads a body that does not fit the types: leaves out the unreadable members, one by one.
fn repair(body: &[u8]) -> Result<Delivery> {
    let all = whole(body)?;
    if has_twice(all.as_str(), "type") {
        return Err(DecodeError::of_document("webhook event", "type", "occurs twice").into());
    }
    let mut rest = all.value();
    let mut notes = Vec::new();
    let mut failure = match locate::<Envelope>(body) {
        Ok(envelope) => return envelope.open(body, notes),
        Err(failure) => failure,
    };
    // If a member occurs twice, it is unknown which one is meant, and `rest` contains only one of them.
    while notes.len() < MAX_REPAIRS && !failure.reason.starts_with("duplicate") && remove(&mut rest, &failure.left_out)
    {
        notes.push(format!("{}: {}: left out", failure.path, failure.reason));
        match locate::<Envelope>(rest.to_string().as_bytes()) {
            Ok(envelope) => return envelope.open(body, notes),
            Err(next) => failure = next,
        }
    }
    let kind = all.get("type").and_then(|kind| kind.to().ok()).unwrap_or_default();
    let Unreadable { path, reason, .. } = failure;
    let malformed = Delivery::malformed(kind, format!("{path}: {reason}"), all);
    let content = without_metadata(body, None);
    let (dedupe_key, dedupe_window_seconds) = dedupe_key(&malformed.event, &content);
    Ok(Delivery { notes, dedupe_key, dedupe_window_seconds, body_digest: body_digest(&content), ..malformed })
}

/// Whether an object has a duplicate member of this name.
fn has_twice(text: &str, member: &str) -> bool {
    members(text).is_some_and(|all| all.iter().filter(|(name, _)| name.as_str() == member).count() > 1)
}

/// Removes the value at a path such as `new_message.conversation.id` or `post_update.list[2]`.
fn remove(value: &mut Value, path: &str) -> bool {
    let pointer = format!("/{}", path.replace(['.', '['], "/").replace(']', ""));
    let Some((parent, last)) = pointer.rsplit_once('/') else { return false };
    match value.pointer_mut(parent) {
        Some(Value::Object(members)) => members.remove(last).is_some(),
        Some(Value::Array(items)) => match last.parse::<usize>() {
            Ok(index) if index < items.len() => {
                items.remove(index);
                true
            }
            _ => false,
        },
        _ => false,
    }
}

/// The key that distinguishes a repeated delivery from a new event. The platform sends no delivery id. `content` is the body without
/// its metadata and its last brace.
#[inline]
fn dedupe_key(event: &Event, content: &[u8]) -> (String, Option<i64>) {
    match event {
        Event::NewMessage { message } | Event::NewChatbotMessage { message } if is_id(&message.id) => {
            (key_of_id("message:", &message.id, &[]), None)
        }
        Event::PaymentTransaction { transaction } if is_id(&transaction.id) && !is_default(&transaction.state) => {
            (key_of_id("transaction:", &transaction.id, &[":", transaction.state.as_str()]), None)
        }
        _ => (["body:", &digest(content)].concat(), Some(DIGEST_WINDOW_SECONDS)),
    }
}

/// Whether an id can identify an event.
fn is_id(id: &str) -> bool {
    (1..=MAX_ID).contains(&id.len())
}

/// A key with an id, in lower case if the id is a UUID.
#[inline]
fn key_of_id(prefix: &str, id: &str, suffix: &[&str]) -> String {
    let mut key = String::with_capacity(prefix.len() + id.len() + suffix.iter().map(|part| part.len()).sum::<usize>());
    key.push_str(prefix);
    key.push_str(id);
    if is_uuid(id) {
        key.make_ascii_lowercase();
    }
    key.extend(suffix.iter().copied());
    key
}

/// SHA-256 of an object without the white space between its tokens: a sender may format the same event differently. `open` is the
/// object without its last brace.
fn digest(open: &[u8]) -> String {
    let mut hash = Sha256::new();
    let (mut start, mut in_string, mut escaped) = (0, false, false);
    for (index, byte) in open.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b' ' | b'\t' | b'\n' | b'\r' if !in_string => {
                hash.update(open.get(start..index).unwrap_or_default());
                start = index + 1;
            }
            _ => {}
        }
    }
    hash.update(open.get(start..).unwrap_or_default());
    hash.update(b"}");
    hex(&hash.finalize())
}

/// `type` of the legacy form (docs/platform.md#legacy-listener).
const LEGACY: &str = "CHAT_MESSAGE";

/// The message of the legacy form.
#[derive(Default)]
struct LegacyMessage {
    id: String,
    kind: String,
    sent_at: Option<DateTime<Utc>>,
    data: LegacyData,
    sender: LegacySender,
    metadata: LegacyMetadata,
    extra: Extra,
}
record!(LegacyMessage { id, kind = "type", sent_at, data, sender, metadata });

#[derive(Default)]
struct LegacyData {
    text: Option<String>,
    extra: Extra,
}
record!(LegacyData { text });

#[derive(Default)]
struct LegacySender {
    is_supply: Option<bool>,
    extra: Extra,
}
record!(LegacySender { is_supply });

#[derive(Default)]
struct LegacyMetadata {
    post_token: Option<crate::id::PostToken>,
    extra: Extra,
}
record!(LegacyMetadata { post_token });

impl LegacyMessage {
    /// The same message in the current form. Members without a place there go into `extra`: the receiver into that of
    /// the message, category and title into that of the conversation, the sender's id into that of the sender. A
    /// member whose name means something else there is left out, with a note.
    fn into_message(self, timestamp: Option<DateTime<Utc>>, notes: &mut Vec<String>) -> ChatMessage {
        let side = match self.sender.is_supply {
            Some(true) => SenderSide::Seller,
            Some(false) => SenderSide::Buyer,
            None => SenderSide::default(),
        };
        let (mut of_message, mut of_conversation, mut of_sender) = (Extra::new(), Extra::new(), Extra::new());
        let content = match (self.kind.as_str(), self.data.text) {
            ("TEXT" | "", Some(text)) => MessageContent::Text { text },
            ("TEXT", None) => MessageContent::Text { text: String::new() },
            (_, text) => {
                of_message.extend(text.map(|text| ("text".to_owned(), Json::from(Value::from(text)))));
                MessageContent::Unknown { kind: self.kind }
            }
        };
        for (place, left_out) in [
            ("payload", adopt::<ChatMessage>(&mut of_message, self.extra)),
            ("payload.data", adopt::<ChatMessage>(&mut of_message, self.data.extra)),
            ("payload.metadata", adopt::<Conversation>(&mut of_conversation, self.metadata.extra)),
            ("payload.sender", adopt::<Sender>(&mut of_sender, self.sender.extra)),
        ] {
            if !left_out.is_empty() {
                let names = sanitize(&left_out.join(", "), MAX_NAMES);
                notes.push(format!(
                    "{place}: left out members whose names mean something else in the current form: {names}"
                ));
            }
        }
        ChatMessage {
            id: self.id,
            conversation: Conversation {
                kind: ConversationType::Post,
                post_token: self.metadata.post_token,
                extra: of_conversation,
                ..Conversation::default()
            },
            sender: Sender { side, extra: of_sender, ..Sender::default() },
            sent_at: self.sent_at.or(timestamp),
            content,
            extra: of_message,
        }
    }
}

#[cfg(test)]
mod tests;
