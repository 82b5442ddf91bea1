//! Sample bodies of everything that the platform sends to an app: events (docs/platform.md#events), start requests and dynamic
//! actions (docs/platform.md#start-requests).

use std::sync::LazyLock;

use chrono::{DateTime, SecondsFormat, Utc};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use open_platform::Json;
use open_platform::webhook::KnownEvent;
use open_platform::webhook::start::{DynamicActionRequest, StartRequest, StartSource, Touchpoint, UserSide};
use serde_json::{Value, json};
use uuid::Builder;

use crate::event::EventName;

/// An event to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// An event type of the platform.
    Event(KnownEvent),
    /// A type that does not exist.
    Unknown,
    /// Each of these, a duplicate, a wrong key and no key.
    All,
}

impl ValueEnum for Sample {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Sample>> = LazyLock::new(|| Sample::each().chain([Sample::All]).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Event(event) => EventName(*event).to_possible_value(),
            Self::Unknown => Some(PossibleValue::new("UNKNOWN").help("An event of an unknown type")),
            Self::All => Some(PossibleValue::new("ALL").help("Each of these, a duplicate, a wrong key and no key")),
        }
    }
}

/// How `sent_at` is written (docs/platform.md#sent-at).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SentAt {
    /// Microseconds since 1970, as documented.
    Micros,
    /// RFC 3339, as observed on the live platform.
    #[default]
    Rfc3339,
}

/// What samples are about. An app that reads the post finds it only if it is one of the sandbox.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Token of the post.
    pub post: String,
    /// Id of the conversation about it.
    pub conversation: String,
    /// Id of the user.
    pub user: String,
}

impl Default for Subject {
    fn default() -> Self {
        Self { post: "gZsample".into(), conversation: "sample-conversation".into(), user: "sample-user".into() }
    }
}

impl Subject {
    /// A start request of version 2: the user opens the app from an add-on on the post.
    pub fn start_request(&self) -> Value {
        let request = StartRequest {
            source: StartSource::PostAddon,
            post_token: Some(self.post.as_str().into()),
            user_side: Some(UserSide::Demand),
            user_id: Some(self.user.as_str().into()),
            extra_data: Some(Json::from(json!({ "sample": 1 }))),
            ..StartRequest::default()
        };
        serde_json::to_value(request).unwrap_or_default()
    }

    /// A dynamic action: the user clicks a button in the conversation.
    pub fn dynamic_action(&self) -> Value {
        let request = DynamicActionRequest {
            touchpoint: Touchpoint::Chat,
            post_token: Some(self.post.as_str().into()),
            conversation_id: Some(self.conversation.as_str().into()),
            user_side: Some(UserSide::Demand),
            user_id: Some(self.user.as_str().into()),
            extra_data: Some(Json::from(json!({ "sample": 1 }))),
            ..DynamicActionRequest::default()
        };
        serde_json::to_value(request).unwrap_or_default()
    }
}

impl Sample {
    /// All events, without [`Sample::All`].
    pub fn each() -> impl Iterator<Item = Self> {
        KnownEvent::ALL.iter().copied().map(Self::Event).chain([Self::Unknown])
    }

    /// The delivered `type`.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Event(event) => event.kind(),
            Self::Unknown | Self::All => "EVENT_OF_THE_FUTURE",
        }
    }

    /// The body, with ids made from the time and `number`, so that no two of them give the same event. Only the event of a revocation has
    /// nothing but the user.
    pub fn body(self, about: &Subject, now: DateTime<Utc>, number: u16, sent_at: SentAt) -> Value {
        let id = time_uuid(now, number);
        let sent_at = match sent_at {
            SentAt::Micros => json!(now.timestamp_micros()),
            SentAt::Rfc3339 => json!(now.to_rfc3339_opts(SecondsFormat::Micros, true)),
        };
        let (member, payload) = match self {
            Self::Event(event) => (
                event.members().first().copied().unwrap_or_default(),
                payload(event, about, (now, number), &id, &sent_at),
            ),
            Self::Unknown | Self::All => ("event_of_the_future", json!({ "id": id })),
        };
        json!({ "type": self.kind(), "metadata": { "sample": number }, member: payload })
    }
}

/// The content of an event. Events with the same type of content have the same.
fn payload(
    event: KnownEvent,
    about: &Subject,
    (now, number): (DateTime<Utc>, u16),
    id: &str,
    sent_at: &Value,
) -> Value {
    match event.content_type() {
        "ChatMessage" => {
            let (conversation, sender) = if event == KnownEvent::NewChatbotMessage {
                (json!({ "id": "sample-bot-conversation", "type": "BOT" }), json!({ "type": "HUMAN" }))
            } else {
                (
                    json!({ "id": about.conversation, "type": "POST", "post_token": about.post }),
                    json!({ "side": "BUYER", "type": "HUMAN" }),
                )
            };
            json!({
                "id": id,
                "conversation": conversation,
                "sender": sender,
                "type": "TEXT",
                "sent_at": sent_at,
                "text": format!("Sample message {number}: is this still available?"),
            })
        }
        "UserAccessRevocation" => json!({ "user_id": about.user }),
        "PostUpdate" => post_update(&about.post, now, number),
        "Transaction" => json!({
            "id": id,
            "cost_rials": "350000",
            "state": "TRANSACTION_STATE_COMPLETED",
            "type": "TRANSACTION_TYPE_REORDER",
        }),
        _ => json!({ "id": id }),
    }
}

/// The event has no id, so that an app recognizes it by its body. The time in it tells it from earlier ones.
fn post_update(post: &str, now: DateTime<Utc>, number: u16) -> Value {
    let title = format!("Sample phone {number} of {}", now.format("%H:%M:%S%.6f"));
    json!({
        "type": "PUBLISH",
        "post": {
            "token": post,
            "category": "mobile-phones",
            "city": "tehran",
            "chat_enabled": true,
            "data": { "title": title, "price": { "mode": "مقطوع", "value": 35_000_000 } },
        },
    })
}

/// The body of the old chat listener, whose times are strings (docs/platform.md#event-envelope, #sent-at).
pub fn old_message(now: DateTime<Utc>, number: u16) -> Value {
    json!({
        "type": "CHAT_MESSAGE",
        "timestamp": now.timestamp().to_string(),
        "payload": {
            "id": time_uuid(now, number),
            "type": "TEXT",
            "sent_at": now.timestamp_micros().to_string(),
            "data": { "text": format!("Sample message {number} in the old form") },
            "sender": { "id": "sample-buyer", "is_supply": false },
            "receiver": { "id": "sample-seller", "is_supply": true },
            "metadata": { "category": "mobile-phones", "post_token": "gZsample", "title": "Sample phone" },
        },
    })
}

/// A UUID of version 1, as ids of messages: the time in steps of 100 ns since 1582, and a number.
fn time_uuid(now: DateTime<Utc>, number: u16) -> String {
    const MICROS_FROM_1582_TO_1970: i64 = 12_219_292_800_000_000;
    let micros = now.timestamp_micros().saturating_add(MICROS_FROM_1582_TO_1970);
    let ticks = u64::try_from(micros).unwrap_or_default().saturating_mul(10);
    Builder::from_gregorian_timestamp(ticks, number, b"sample").into_uuid().to_string()
}
