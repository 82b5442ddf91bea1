//! Parses the body of a webhook request into a [`Delivery`]. The events themselves are in `event`.
//!
//! The body is first read once, directly into the types. If that fails, a second, slower pass leaves out the members
//! that cannot be read: an authentic event is never refused because of one wrong member.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::digest::hex;
use crate::error::{DecodeError, Result, sanitize};
use crate::id::is_uuid;
use crate::json::{
    Extra, HALF_CHARACTER, Json, Unreadable, adopt, has_twice, is_default, locate, record, unreadable,
    with_whole_characters,
};
use crate::model::chat::{ChatMessage, Conversation, ConversationType, MessageContent, Sender, SenderSide};
use crate::model::event::{Event, PostUpdate, Transaction, UserAccessRevocation};

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

/// Most characters of foreign names in a note.
const MAX_NAMES: usize = 200;

/// One webhook request from the platform.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The event.
    pub event: Event,
    /// The object given with the subscription.
    pub metadata: Option<Json>,
    /// Whether it came in the legacy form, `CHAT_MESSAGE`.
    pub legacy: bool,
    /// What was unusual about the body.
    pub notes: Vec<String>,
    /// Equal for deliveries of the same event. It is made from the id of the message, from the id and the state of the
    /// transaction, or else from `body_digest`. Every id of 1 to 256 bytes is used, whether it is a UUID or not. UUIDs
    /// are compared without regard to case.
    pub dedupe_key: String,
    /// How long `dedupe_key` identifies the same event, in seconds; `None` means without end.
    pub dedupe_window_seconds: Option<i64>,
    /// SHA-256 of the body without the white space between its tokens, as 64 hexadecimal digits. If two deliveries
    /// have the same `dedupe_key` but different digests, they contradict each other and neither is a repetition.
    pub body_digest: String,
    /// Members beside the event that this version does not know. Those of an unknown event are in its body.
    pub extra: Extra,
}

/// All forms of the body in one type. The data is boxed, because all members but one are empty.
#[derive(Default)]
struct Envelope {
    kind: String,
    new_message: Option<Box<ChatMessage>>,
    new_chatbot_message: Option<Box<ChatMessage>>,
    user_access_revocation: Option<Box<UserAccessRevocation>>,
    post_update: Option<Box<PostUpdate>>,
    transaction: Option<Box<Transaction>>,
    payment_transaction: Option<Box<Transaction>>,
    payload: Option<Box<LegacyMessage>>,
    timestamp: Option<DateTime<Utc>>,
    metadata: Option<Json>,
    meta_data: Option<Json>,
    extra: Extra,
}
record!(Envelope {
    kind = "type", new_message, new_chatbot_message, user_access_revocation, post_update, transaction,
    payment_transaction, payload, timestamp, metadata, meta_data,
});

impl Delivery {
    /// Parses the body of an authentic webhook request.
    ///
    /// An unknown or unreadable event is not an error: it becomes [`Event::Unknown`] or [`Event::Malformed`], so that
    /// the app can respond with 2xx.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if the body is not exactly one JSON object in UTF-8 (a byte order mark
    /// is not part of JSON), has two members `type`, or is nested too deeply.
    #[inline]
    pub fn parse(body: &[u8]) -> Result<Self> {
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
    fn open(self, body: &[u8], mut notes: Vec<String>) -> Result<Delivery> {
        if self.metadata.is_some() && self.meta_data.is_some() {
            notes.push("both metadata and meta_data were sent: metadata was taken".into());
        }
        if self.transaction.is_some() && self.payment_transaction.is_some() {
            notes.push("both transaction and payment_transaction were sent: transaction was taken".into());
        }
        let timestamp = self.timestamp;
        let event = match self.kind.as_str() {
            "NEW_MESSAGE" => self.new_message.map(|message| Event::NewMessage { message: *message }),
            "NEW_CHATBOT_MESSAGE" => {
                self.new_chatbot_message.map(|message| Event::NewChatbotMessage { message: *message })
            }
            "USER_ACCESS_REVOCATION" => {
                self.user_access_revocation.map(|revocation| Event::UserAccessRevocation { revocation: *revocation })
            }
            "POST_UPDATE" => self.post_update.map(|update| Event::PostUpdate { update: *update }),
            "PAYMENT_TRANSACTION" => {
                let transaction = self.transaction.or(self.payment_transaction);
                transaction.map(|transaction| Event::PaymentTransaction { transaction: *transaction })
            }
            LEGACY => self.payload.map(|old| Event::NewMessage { message: old.into_message(timestamp, &mut notes) }),
            "" => None,
            _ => Some(Event::Unknown { kind: self.kind.clone(), body: whole(body)? }),
        };
        let event = match event {
            Some(event) => event,
            None => {
                Event::Malformed { reason: missing(&self.kind, &notes), body: whole(body)?, kind: self.kind.clone() }
            }
        };
        let body_digest = digest(body);
        let (dedupe_key, dedupe_window_seconds) = dedupe_key(&event, &body_digest);
        let understood = !matches!(event, Event::Unknown { .. } | Event::Malformed { .. });
        Ok(Delivery {
            legacy: self.kind == LEGACY,
            metadata: self.metadata.or(self.meta_data),
            event,
            notes,
            dedupe_key,
            dedupe_window_seconds,
            body_digest,
            extra: if understood { self.extra } else { Extra::new() },
        })
    }
}

/// Why an event of this kind cannot be read: the member that is missing, and the members that were left out.
fn missing(kind: &str, notes: &[String]) -> String {
    let lack = if kind.is_empty() { "type is missing".to_owned() } else { format!("{kind} came without its data") };
    std::iter::once(&lack).chain(notes).map(String::as_str).collect::<Vec<_>>().join("; ")
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
        return Err(DecodeError::of_document("webhook event", "type", "stands there twice").into());
    }
    let mut rest = all.value();
    let mut notes = Vec::new();
    let mut failure = match locate::<Envelope>(body) {
        Ok(envelope) => return envelope.open(body, notes),
        Err(failure) => failure,
    };
    // If a member occurs twice, it is unknown which one is meant, and `rest` contains only one of them.
    while notes.len() < MAX_REPAIRS && !failure.reason.starts_with("duplicate") && remove(&mut rest, &failure.path) {
        notes.push(format!("{}: {}: left out", failure.path, failure.reason));
        match locate::<Envelope>(rest.to_string().as_bytes()) {
            Ok(envelope) => return envelope.open(body, notes),
            Err(next) => failure = next,
        }
    }
    let kind = all.get("type").and_then(|kind| kind.to().ok()).unwrap_or_default();
    let Unreadable { path, reason } = failure;
    let malformed = Delivery::malformed(kind, format!("{path}: {reason}"), all);
    let body_digest = digest(body);
    let (dedupe_key, dedupe_window_seconds) = dedupe_key(&malformed.event, &body_digest);
    Ok(Delivery { notes, dedupe_key, dedupe_window_seconds, body_digest, ..malformed })
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

/// The key that distinguishes a repeated delivery from a new event. The platform sends no delivery id.
#[inline]
fn dedupe_key(event: &Event, digest: &str) -> (String, Option<i64>) {
    match event {
        Event::NewMessage { message } | Event::NewChatbotMessage { message } if is_id(&message.id) => {
            (["message:", &plain(&message.id)].concat(), None)
        }
        Event::PaymentTransaction { transaction } if is_id(&transaction.id) && !is_default(&transaction.state) => {
            (["transaction:", &plain(&transaction.id), ":", transaction.state.as_str()].concat(), None)
        }
        _ => (["body:", digest].concat(), Some(DIGEST_WINDOW_SECONDS)),
    }
}

/// Whether an id can identify an event.
fn is_id(id: &str) -> bool {
    (1..=MAX_ID).contains(&id.len())
}

/// A UUID in lower case; any other id unchanged.
fn plain(id: &str) -> Cow<'_, str> {
    if is_uuid(id) { id.to_ascii_lowercase().into() } else { id.into() }
}

/// SHA-256 of the body without the white space between its tokens: a sender may format the same event differently.
fn digest(body: &[u8]) -> String {
    let mut hash = Sha256::new();
    let (mut start, mut in_string, mut escaped) = (0, false, false);
    for (index, byte) in body.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b' ' | b'\t' | b'\n' | b'\r' if !in_string => {
                hash.update(body.get(start..index).unwrap_or_default());
                start = index + 1;
            }
            _ => {}
        }
    }
    hash.update(body.get(start..).unwrap_or_default());
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
                notes.push(format!("{place}: left out what the present form has other uses for: {names}"));
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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::chat::SenderType;
    use crate::model::event::{PostUpdateType, TransactionState};

    const MESSAGE: &str = r#"{
        "type": "NEW_MESSAGE",
        "new_message": {
            "id": "e7a08a2c-8ee4-11ef-af85-0242ac120002",
            "conversation": {"id": "c-1", "type": "POST", "post_token": "gZd7omnS"},
            "sender": {"side": "SELLER", "type": "USER"},
            "type": "TEXT", "sent_at": 1729429926140000, "text": "سلام \u0000👋"
        },
        "metadata": {"id": 7}
    }"#;

    fn parse(text: &str) -> Delivery {
        Delivery::parse(text.as_bytes()).unwrap()
    }

    fn message(text: &str) -> ChatMessage {
        parse(text).event.message().cloned().unwrap_or_default()
    }

    fn malformed(text: &str) -> (String, String) {
        match parse(text).event {
            Event::Malformed { kind, reason, body } => {
                assert_eq!(body.as_str(), text.trim());
                (kind, reason)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_member_of_a_new_message_is_read() {
        let delivery = parse(MESSAGE);
        let Event::NewMessage { message } = &delivery.event else { panic!("{delivery:?}") };
        assert_eq!(message.text(), Some("سلام \0👋"));
        assert_eq!(message.sender.kind, SenderType::Human);
        assert_eq!(message.sender.side, SenderSide::Seller);
        assert_eq!(message.conversation.post_token, Some("gZd7omnS".into()));
        assert_eq!(delivery.sent_at().unwrap().timestamp_micros(), 1_729_429_926_140_000);
        assert_eq!(delivery.metadata.as_ref().unwrap().as_str(), r#"{"id": 7}"#);
        assert_eq!(delivery.dedupe_key, "message:e7a08a2c-8ee4-11ef-af85-0242ac120002");
        assert_eq!((delivery.dedupe_window_seconds, delivery.legacy, delivery.notes.len()), (None, false, 0));
    }

    #[test]
    fn an_event_is_unchanged_after_writing_and_reading() {
        let first = parse(MESSAGE);
        let again = parse(first.event.body(first.metadata.as_ref()).unwrap().as_str());
        // The order of the members may differ.
        assert_eq!(Delivery { body_digest: first.body_digest.clone(), ..again }, first);
    }

    #[test]
    fn both_spellings_are_read_and_the_use_of_both_is_noted() {
        let old = r#"{"type":"PAYMENT_TRANSACTION","payment_transaction":{"id":"a","cost_rials":"5"},"meta_data":[1]}"#;
        let delivery = parse(old);
        let Event::PaymentTransaction { transaction } = &delivery.event else { panic!("{delivery:?}") };
        assert_eq!(transaction.cost_rials, Some(5));
        assert_eq!(delivery.metadata.as_ref().unwrap().as_str(), "[1]");
        assert!(delivery.notes.is_empty());

        let both = r#"{"meta_data":{"a":1},"metadata":{"b":2},"type":"PAYMENT_TRANSACTION",
            "payment_transaction":{"id":"old"},"transaction":{"id":"new"}}"#;
        let delivery = parse(both);
        let Event::PaymentTransaction { transaction } = &delivery.event else { panic!("{delivery:?}") };
        assert_eq!(transaction.id, "new");
        assert_eq!(delivery.metadata.as_ref().unwrap().as_str(), r#"{"b":2}"#);
        assert_eq!(delivery.notes.len(), 2);
    }

    #[test]
    fn the_legacy_form_becomes_a_new_message() {
        let delivery = parse(
            r#"{"type":"CHAT_MESSAGE","timestamp":"1730120961","payload":{"id":"7651e778-6231-11f0-8000-000000000000",
                "type":"TEXT","sent_at":"1730120961634000","data":{"text":"hi"},"sender":{"id":"u1","is_supply":true},
                "receiver":{"id":"u2","is_supply":false},
                "metadata":{"category":"light","post_token":"gZd7omnS","title":"Car"}}}"#,
        );
        let Event::NewMessage { message } = &delivery.event else { panic!("{delivery:?}") };
        assert!(delivery.legacy);
        assert_eq!(message.text(), Some("hi"));
        assert_eq!(message.sender.side, SenderSide::Seller);
        assert_eq!(message.sender.extra["id"].as_str(), "\"u1\"");
        assert_eq!(message.sent_at.unwrap().timestamp_micros(), 1_730_120_961_634_000);
        assert_eq!(message.conversation.post_token, Some("gZd7omnS".into()));
        assert_eq!(message.conversation.extra["title"].as_str(), "\"Car\"");
        assert!(message.extra.contains_key("receiver"));
        assert_eq!(delivery.dedupe_key, "message:7651e778-6231-11f0-8000-000000000000");
    }

    #[test]
    fn an_unknown_member_of_the_legacy_form_is_not_read_as_one_of_the_current_form() {
        let delivery = parse(
            r#"{"type":"CHAT_MESSAGE","payload":{"type":"TEXT","text":"other","image_data":5,"x":1,
                "data":{"text":"hi","id":"other","x":2},"sender":{"side":"other","type":"other","name":"A"},
                "metadata":{"id":"other","type":"other","title":"Car"}}}"#,
        );
        let written = delivery.event.body(None).unwrap();
        assert_eq!(
            written.as_str(),
            r#"{"new_message":{"conversation":{"type":"POST","title":"Car"},"sender":{"name":"A"},"type":"TEXT","text":"hi","x":1},"type":"NEW_MESSAGE"}"#
        );
        assert_eq!(parse(written.as_str()).event, delivery.event);
        let notes = delivery.notes.join("\n");
        assert_eq!(delivery.notes.len(), 4, "{notes}");
        assert!(notes.contains("payload.data: ") && notes.contains(": id, x") && !notes.contains("other\""), "{notes}");
    }

    #[test]
    fn a_removed_post_has_only_its_token() {
        let delivery = parse(r#"{"type":"POST_UPDATE","post_update":{"type":"RETIRE","post":{"token":"gZd7omnS"}}}"#);
        let Event::PostUpdate { update } = &delivery.event else { panic!("{delivery:?}") };
        assert_eq!(update.kind, PostUpdateType::Retire);
        assert_eq!(update.post.token.as_str(), "gZd7omnS");
        assert!(!update.post.has("category"));
    }

    #[test]
    fn a_message_may_lack_its_text_its_side_or_its_type() {
        let lacks_text = message(r#"{"type":"NEW_MESSAGE","new_message":{"type":"TEXT"}}"#);
        assert_eq!(lacks_text.text(), Some(""));
        let lacks_type = message(r#"{"type":"NEW_CHATBOT_MESSAGE","new_chatbot_message":{"text":"/start MY_POST a"}}"#);
        assert_eq!(lacks_type.text(), Some("/start MY_POST a"));
        assert_eq!(lacks_type.sender.side, SenderSide::default());
    }

    #[test]
    fn an_unreadable_event_is_kept_and_not_refused() {
        for (text, kind, reason) in [
            ("{}", "", "type is missing"),
            (r#"{"type":""}"#, "", "type is missing"),
            (r#"{"type":null}"#, "", "type is missing"),
            (
                r#"{"type":7,"new_message":{}}"#,
                "",
                "type is missing; type: invalid type, expected a string at line 1 column 9: left out",
            ),
            (r#"{"type":"NEW_MESSAGE"}"#, "NEW_MESSAGE", "NEW_MESSAGE came without its data"),
            (r#"{"type":"NEW_MESSAGE","new_message":null}"#, "NEW_MESSAGE", "NEW_MESSAGE came without its data"),
            (r#"{"type":"NEW_MESSAGE","post_update":{}}"#, "NEW_MESSAGE", "NEW_MESSAGE came without its data"),
            (r#"{"type":"CHAT_MESSAGE"}"#, "CHAT_MESSAGE", "CHAT_MESSAGE came without its data"),
        ] {
            assert_eq!(malformed(text), (kind.to_owned(), reason.to_owned()), "{text}");
        }
        let (kind, reason) = malformed(r#"{"type":"NEW_MESSAGE","new_message":"0912"}"#);
        assert_eq!(kind, "NEW_MESSAGE");
        assert!(reason.contains("new_message") && !reason.contains("0912"), "{reason}");
        let (kind, reason) = malformed(r#"{"type":"NEW_MESSAGE","new_message":{},"new_message":{"id":"x"}}"#);
        assert_eq!(kind, "NEW_MESSAGE");
        assert!(reason.contains("duplicate"), "{reason}");
    }

    #[test]
    fn one_unreadable_member_does_not_affect_the_rest() {
        for odd in [r#""sent_at":"yesterday""#, r#""conversation":{"id":5}"#, r#""contact_data":"x""#] {
            let delivery =
                parse(&format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"text":"hi",{odd}}},"transaction":9}}"#));
            assert_eq!(delivery.event.message().and_then(ChatMessage::text), Some("hi"), "{odd}");
            assert_eq!(delivery.notes.len(), 2, "{:?}", delivery.notes);
        }
    }

    #[test]
    fn a_body_with_two_types_is_an_error() {
        for text in [
            r#"{"type":"NEW_MESSAGE","type":"POST_UPDATE","new_message":{}}"#,
            r#"{"type":"X","x":1,"type":"X"}"#,
            r#"{"type":"NEW_MESSAGE","new_message":{"sent_at":"x"},"t\u0079pe":"X"}"#,
        ] {
            let error = Delivery::parse(text.as_bytes()).unwrap_err();
            assert!(error.code() == "decode" && error.to_string().contains("twice"), "{error}");
        }
    }

    #[test]
    fn an_unpaired_surrogate_replaces_one_character() {
        let delivery = parse(
            r#"{"type":"NEW_MESSAGE","new_message":{"id":"7","text":"hi \ud83d"},"metadata":{"a":"\udc4b"},"b":"\ud83d"}"#,
        );
        assert_eq!(delivery.event.message().and_then(ChatMessage::text), Some("hi \u{fffd}"));
        assert_eq!(delivery.metadata.unwrap().value(), serde_json::json!({"a": "\u{fffd}"}));
        assert_eq!(
            (delivery.notes.as_slice(), delivery.dedupe_key.as_str()),
            (&[HALF_CHARACTER.to_owned()][..], "message:7")
        );
    }

    #[test]
    fn an_unknown_type_keeps_the_whole_body() {
        let text = r#"{"type":"NEW_THING","new_thing":{"a":1e400}}"#;
        let Event::Unknown { kind, body } = parse(text).event else { panic!() };
        assert_eq!((kind.as_str(), body.as_str()), ("NEW_THING", text));
    }

    #[test]
    fn a_body_that_is_not_one_json_object_is_an_error() {
        let deep = format!(r#"{{"type":"X","a":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
        let text = r#"{"type":"NEW_MESSAGE"} {}"#;
        for body in ["", "[]", "7", "null", "{bad", "{'type':1}", "\u{feff}{}", text, &deep] {
            let error = Delivery::parse(body.as_bytes()).expect_err(&body.chars().take(40).collect::<String>());
            assert_eq!(error.code(), "decode");
        }
        assert!(Delivery::parse(b"{\"type\":\"\xff\"}").is_err());
    }

    #[test]
    fn metadata_is_not_interpreted() {
        for metadata in [r#""text""#, "[1,2]", r#"{"__proto__":{"a":1}}"#, "1e400"] {
            let delivery = parse(&format!(r#"{{"type":"X","metadata":{metadata}}}"#));
            assert_eq!(delivery.metadata.unwrap().as_str(), metadata);
        }
    }

    #[test]
    fn an_id_of_allowed_length_identifies_a_message() {
        let longest = "x".repeat(256);
        for id in ["7", "a b", "E7A0", &longest] {
            let delivery = parse(&format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"{id}","text":"hi"}}}}"#));
            assert_eq!(delivery.dedupe_key, format!("message:{id}"));
            assert_eq!(delivery.dedupe_window_seconds, None);
        }
    }

    #[test]
    fn a_message_without_a_usable_id_is_identified_by_its_body() {
        let long = "x".repeat(1 << 20);
        let too_long = "x".repeat(257);
        for id in ["", &too_long, &long] {
            let delivery = parse(&format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"{id}","text":"hi"}}}}"#));
            assert_eq!(delivery.dedupe_key.len(), "body:".len() + 64);
            assert_eq!(delivery.dedupe_window_seconds, Some(120));
        }
    }

    #[test]
    fn each_state_of_a_transaction_is_an_event() {
        let key = |state: TransactionState| {
            parse(&format!(
                r#"{{"type":"PAYMENT_TRANSACTION","transaction":{{"id":"E7A08A2C-8ee4-41ef-af85-0242ac120002","state":"{state}"}}}}"#
            ))
            .dedupe_key
        };
        assert_eq!(
            key(TransactionState::Pending),
            "transaction:e7a08a2c-8ee4-41ef-af85-0242ac120002:TRANSACTION_STATE_PENDING"
        );
        assert_ne!(key(TransactionState::Pending), key(TransactionState::Completed));
    }

    #[test]
    fn a_digest_does_not_depend_on_white_space_between_tokens() {
        let key = |text: &str| parse(text).dedupe_key;
        let compact = r#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":"a \" b"}}"#;
        let spaced = r#"{ "type" : "USER_ACCESS_REVOCATION",
            "user_access_revocation":{"user_id": "a \" b"}}"#;
        assert_eq!(key(compact), key(spaced));
        assert_ne!(key(compact), key(&compact.replace("a \\\" b", "a\\\" b")));
    }

    #[test]
    fn a_label_names_the_event_and_has_none_of_its_content() {
        let label = |text: &str| parse(text).label();
        assert_eq!(label(MESSAGE), "NEW_MESSAGE message:e7a08a2c-8ee4-11ef-af85-0242ac120002");
        assert!(label(r#"{"type":"A\nB","a":"0912"}"#).lines().count() == 1);
        assert!(label(r#"{"a":"0912"}"#).starts_with("an event without a type body:"));
        assert!(label(&format!(r#"{{"type":"{}"}}"#, "x".repeat(5000))).len() < 300);
    }

    #[test]
    fn debug_shows_no_phone_number() {
        let contact = r#""contact_data":{"name":"A","phone":"09123456789"}"#;
        for text in [
            format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"type":"CONTACT",{contact}}}}}"#),
            format!(r#"{{"type":"NEW_THING","new_thing":{{{contact}}}}}"#),
            format!(r#"{{"type":7,{contact}}}"#),
        ] {
            let shown = format!("{:?}", parse(&text));
            assert!(!shown.contains("0912345"), "{shown}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let _ = Delivery::parse(&bytes);
        }

        #[test]
        fn any_object_with_a_type_is_a_delivery(kind in "[A-Z_]{0,20}", member in "[a-z_]{1,12}", number: i64) {
            let text = serde_json::json!({"type": kind, member: {"id": number}}).to_string();
            prop_assert!(Delivery::parse(text.as_bytes()).is_ok());
        }
    }
}
