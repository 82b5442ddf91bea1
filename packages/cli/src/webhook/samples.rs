//! Sample bodies of every event, as the platform writes them (facts part 1.7). Nothing is sent here.

use chrono::{DateTime, SecondsFormat, Utc};
use clap::ValueEnum;
use serde_json::{Value, json};
use uuid::Builder;

/// An event to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sample {
    /// A message in the chat of a post.
    #[value(name = "NEW_MESSAGE", alias = "new-message")]
    NewMessage,
    /// A message to the chatbot of the app.
    #[value(name = "NEW_CHATBOT_MESSAGE", alias = "new-chatbot-message")]
    NewChatbotMessage,
    /// A user removed the access of the app.
    #[value(name = "USER_ACCESS_REVOCATION", alias = "user-access-revocation")]
    UserAccessRevocation,
    /// A post was published or changed.
    #[value(name = "POST_UPDATE", alias = "post-update")]
    PostUpdate,
    /// A transaction was completed.
    #[value(name = "PAYMENT_TRANSACTION", alias = "payment-transaction")]
    PaymentTransaction,
    /// An event that no app can know yet.
    #[value(name = "UNKNOWN")]
    Unknown,
    /// Each of these, a duplicate, a wrong key and no key.
    #[value(name = "ALL")]
    All,
}

/// How `sent_at` is written (facts part 1.7.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SentAt {
    /// Whole micro-seconds since 1970, as in the documents.
    Micros,
    /// Text, as in real traffic.
    #[default]
    Rfc3339,
}

impl Sample {
    /// All events, without [`Sample::All`].
    pub const EACH: [Self; 6] = [
        Self::NewMessage,
        Self::NewChatbotMessage,
        Self::UserAccessRevocation,
        Self::PostUpdate,
        Self::PaymentTransaction,
        Self::Unknown,
    ];

    /// The delivered `type`.
    pub fn kind(self) -> &'static str {
        match self {
            Self::NewMessage => "NEW_MESSAGE",
            Self::NewChatbotMessage => "NEW_CHATBOT_MESSAGE",
            Self::UserAccessRevocation => "USER_ACCESS_REVOCATION",
            Self::PostUpdate => "POST_UPDATE",
            Self::PaymentTransaction => "PAYMENT_TRANSACTION",
            Self::Unknown | Self::All => "EVENT_OF_THE_FUTURE",
        }
    }

    /// The body, with ids made from `number`, so that no two numbers give the same event.
    pub fn body(self, now: DateTime<Utc>, number: u16, sent_at: SentAt) -> Value {
        let id = time_uuid(now, number);
        let sent_at = match sent_at {
            SentAt::Micros => json!(now.timestamp_micros()),
            SentAt::Rfc3339 => json!(now.to_rfc3339_opts(SecondsFormat::Micros, true)),
        };
        let text = format!("Sample message {number}: is this still available?");
        let (member, payload) = match self {
            Self::NewMessage => (
                "new_message",
                json!({
                    "id": id,
                    "conversation": { "id": "sample-conversation", "type": "POST", "post_token": "gZsample" },
                    "sender": { "side": "BUYER", "type": "HUMAN" },
                    "type": "TEXT",
                    "sent_at": sent_at,
                    "text": text,
                }),
            ),
            Self::NewChatbotMessage => (
                "new_chatbot_message",
                json!({
                    "id": id,
                    "conversation": { "id": "sample-bot-conversation", "type": "BOT" },
                    "sender": { "type": "HUMAN" },
                    "type": "TEXT",
                    "sent_at": sent_at,
                    "text": text,
                }),
            ),
            Self::UserAccessRevocation => ("user_access_revocation", json!({ "user_id": format!("sample-user-{id}") })),
            Self::PostUpdate => ("post_update", post_update(number)),
            Self::PaymentTransaction => (
                "transaction",
                json!({
                    "id": id,
                    "cost_rials": "350000",
                    "state": "TRANSACTION_STATE_COMPLETED",
                    "type": "TRANSACTION_TYPE_REORDER",
                }),
            ),
            Self::Unknown | Self::All => ("event_of_the_future", json!({ "id": id })),
        };
        json!({ "type": self.kind(), "metadata": { "sample": number }, member: payload })
    }
}

fn post_update(number: u16) -> Value {
    json!({
        "type": "PUBLISH",
        "post": {
            "token": "gZsample",
            "category": "mobile-phones",
            "city": "tehran",
            "chat_enabled": true,
            "data": { "title": format!("Sample phone {number}"), "price": { "mode": "مقطوع", "value": 35_000_000 } },
        },
    })
}

/// The body of the old chat listener (spec "Delivered events"; facts part 1.7.3: its times came as text).
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

/// A UUID of version 1, which is what messages have: the time in steps of 100 ns since 1582, and a number.
fn time_uuid(now: DateTime<Utc>, number: u16) -> String {
    const MICROS_FROM_1582_TO_1970: i64 = 12_219_292_800_000_000;
    let micros = now.timestamp_micros().saturating_add(MICROS_FROM_1582_TO_1970);
    let ticks = u64::try_from(micros).unwrap_or_default().saturating_mul(10);
    Builder::from_gregorian_timestamp(ticks, number, b"sample").into_uuid().to_string()
}
