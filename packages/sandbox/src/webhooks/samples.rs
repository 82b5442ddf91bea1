//! Events in the documented forms that differ from those observed on the live platform (docs/platform.md#events,
//! #contradictions). The values are invented.

use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::world::World;

/// A text message of a buyer, with these members instead of its own; `null` removes one.
fn message(members: Value) -> Value {
    let mut message = json!({
        "id": "f0f2c5b0-e6d3-11f0-8000-0242ac120002",
        "conversation": { "id": "6a7c1b52-4f0e-4a44-9a39-1d4d3a1f0001", "type": "POST", "post_token": "AbCd1234" },
        "sender": { "side": "BUYER", "type": "USER" },
        "type": "TEXT",
        "sent_at": 1_767_254_400_000_000_i64,
        "text": "سلام، هنوز موجوده؟",
    });
    if let (Some(message), Value::Object(members)) = (message.as_object_mut(), members) {
        message.extend(members);
        message.retain(|_, value| !value.is_null());
    }
    message
}

/// The event of such a message.
fn new_message(members: Value) -> Value {
    json!({ "type": "NEW_MESSAGE", "new_message": message(members) })
}

/// `Name = the body that is delivered`
macro_rules! samples {
    ($($(#[$doc:meta])+ $name:ident = $body:expr,)+) => {
        /// A documented form of an event that differs from the observed one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Sample {
            $($(#[$doc])+ $name,)+
        }

        impl Sample {
            /// All samples.
            pub const ALL: [Self; [$(stringify!($name)),+].len()] = [$(Self::$name),+];

            /// The body that is delivered.
            pub fn body(self) -> Value {
                match self {
                    $(Self::$name => $body,)+
                }
            }
        }
    };
}

samples! {
    /// A message whose sender is `USER` instead of `HUMAN` and whose `sent_at` is a number of microseconds
    /// (docs/platform.md#chat-message, #sent-at).
    MessageFromUser = new_message(json!({})),
    /// A message of the app itself: the sender is `BOT` (docs/platform.md#chat-message).
    MessageFromBot = new_message(json!({ "sender": { "side": "SELLER", "type": "BOT" } })),
    /// A text message without `text` (docs/platform.md#chat-message).
    MessageWithoutText = new_message(json!({ "text": null })),
    /// A message with a file whose size is a number instead of a string (docs/platform.md#chat-message).
    MessageWithFile = new_message(json!({
        "text": null,
        "type": "FILE",
        "file_data": { "link": "https://s100.example/price-list.pdf", "name": "قیمت.pdf", "size_bytes": 48_213 },
    })),
    /// A message to the chatbot, whose sender has no side (docs/platform.md#chat-message).
    ChatbotMessage = json!({
        "type": "NEW_CHATBOT_MESSAGE",
        "new_chatbot_message": message(json!({
            "conversation": { "id": "6a7c1b52-4f0e-4a44-9a39-1d4d3a1f0002", "type": "BOT" },
            "sender": { "type": "USER" },
            "text": "/start MY_POST AbCd1234",
        })),
    }),
    /// A message with `meta_data` instead of `metadata` (docs/platform.md#contradiction-1).
    MessageWithMetaData = json!({
        "type": "NEW_MESSAGE",
        "new_message": message(json!({})),
        "meta_data": { "shop": "17" },
    }),
    /// A transaction under `payment_transaction` with a cost that is a number (docs/platform.md#event-payloads).
    PaymentTransaction = json!({
        "type": "PAYMENT_TRANSACTION",
        "payment_transaction": {
            "id": "0d1f9b1e-3a55-4f6e-8e6a-6a2b7d0c0001",
            "cost_rials": 450_000,
            "extra_details": "",
            "state": "TRANSACTION_STATE_COMPLETED",
            "type": "TRANSACTION_TYPE_REORDER",
        },
    }),
    /// A retired post, with its token only (docs/platform.md#event-payloads).
    RetiredPost = json!({
        "type": "POST_UPDATE",
        "post_update": { "type": "RETIRE", "post": { "token": "AbCd1234" } },
    }),
    /// A revocation (docs/platform.md#event-payloads).
    Revocation = json!({
        "type": "USER_ACCESS_REVOCATION",
        "user_access_revocation": { "user_id": "c2FuZGJveC1zYW1wbGUtdXNlci1pZC0wMDAwMDAwMDE=" },
    }),
    /// A message of the old listener, with times as strings (docs/platform.md#sent-at).
    OldChatMessage = json!({
        "type": "CHAT_MESSAGE",
        "timestamp": "1767254400",
        "payload": {
            "id": "f0f2c5b0-e6d3-11f0-8000-0242ac120002",
            "type": "TEXT",
            "sent_at": "1767254400000000",
            "data": { "text": "سلام" },
            "sender": { "id": "c2FuZGJveC1idXllcg==", "is_supply": false },
            "receiver": { "id": "c2FuZGJveC1zZWxsZXI=", "is_supply": true },
            "metadata": { "category": "mobile-phones", "post_token": "AbCd1234", "title": "گوشی" },
        },
    }),
    /// An event of a type that is not documented.
    UnknownType = json!({ "type": "SOMETHING_NEW", "something_new": { "id": "1" } }),
}

impl World {
    /// Delivers an event in a documented form that differs from the observed one. Returns the number of the delivery.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if the app has no address for events.
    pub fn send_sample(&self, sample: Sample) -> Result<i64> {
        if self.app().events_url.is_empty() {
            return Err(Error::invalid("events_url", "the app has no address for events"));
        }
        Ok(self.send_event(sample.body()))
    }
}
