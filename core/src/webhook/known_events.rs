//! The webhook events that this version knows: one table, from which everything that lists events is made.

use std::collections::BTreeMap;
use std::fmt;

use crate::error::Result;
use crate::json::Json;
use crate::model::chat::ChatMessage;
use crate::model::event::{PostUpdate, SubscriptionType, Transaction, UserAccessRevocation};

/// Passes the table of events to a macro. An event has:
///
/// - its variant of [`Event`], its `type` in JSON, and its name: the `type` in lower case.
/// - `content`: the field of the variant with its type, and the member of the body that has it, with its older name if there is one.
/// - `subscription`: the type of subscription for it.
/// - `handler`: the type by which a handler of [`Hooks`](crate::hooks::Hooks) chooses it. It is made from the content with `From`.
macro_rules! known_events {
    ($make:ident) => {
        $make! {
            /// A new message in a chat about a post.
            NewMessage = "NEW_MESSAGE" "new_message" {
                content: message ChatMessage = new_message,
                subscription: NewMessageOnPost,
                handler: ChatMessage,
            }
            /// A new message to the app's chatbot.
            NewChatbotMessage = "NEW_CHATBOT_MESSAGE" "new_chatbot_message" {
                content: message ChatMessage = new_chatbot_message,
                subscription: NewChatbotMessage,
                handler: ChatbotMessage,
            }
            /// A user removed the app's access.
            UserAccessRevocation = "USER_ACCESS_REVOCATION" "user_access_revocation" {
                content: revocation UserAccessRevocation = user_access_revocation,
                subscription: UserAccessRevocation,
                handler: UserAccessRevocation,
            }
            /// A post changed.
            PostUpdate = "POST_UPDATE" "post_update" {
                content: update PostUpdate = post_update,
                subscription: PostUpdate,
                handler: PostUpdate,
            }
            /// A transaction changed.
            PaymentTransaction = "PAYMENT_TRANSACTION" "payment_transaction" {
                content: transaction Transaction = transaction | payment_transaction,
                subscription: PaymentTransaction,
                handler: Transaction,
            }
        }
    };
}
pub(crate) use known_events;

/// A webhook event.
#[cfg_attr(feature = "ffi", crate::ffi::data(received, server))]
#[derive(Clone, PartialEq)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "one event at a time, and other languages cannot see a Box")]
pub enum Event {
    /// A new message in a chat about a post.
    NewMessage {
        /// The message.
        message: ChatMessage,
    },
    /// A new message to the app's chatbot.
    NewChatbotMessage {
        /// The message.
        message: ChatMessage,
    },
    /// A user removed the app's access.
    UserAccessRevocation {
        /// The user who removed it.
        revocation: UserAccessRevocation,
    },
    /// A post changed.
    PostUpdate {
        /// The change and the post.
        update: PostUpdate,
    },
    /// A transaction changed.
    PaymentTransaction {
        /// The transaction.
        transaction: Transaction,
    },
    /// A kind that this version does not know.
    Unknown {
        /// The `type` as sent.
        kind: String,
        /// The whole body.
        body: Json,
    },
    /// An authentic event that cannot be read. Keep it for examination and respond with 2xx; otherwise the platform
    /// may send it again and again.
    Malformed {
        /// The `type` as sent; empty if it is missing.
        kind: String,
        /// What is wrong with it.
        reason: String,
        /// The whole body.
        body: Json,
    },
}

macro_rules! define_events {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $kind:literal $name:literal {
            content: $content:ident $type:ident = $member:ident $(| $old:ident)?,
            subscription: $subscription:ident,
            handler: $handler:ident,
        }
    )+) => {
        /// The types of events that this version knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum KnownEvent {
            $($(#[doc = $doc])+ $variant,)+
        }

        #[cfg(feature = "python")]
        impl Event {
            /// What a handler in Python takes: the content of the event, or an unknown or malformed event itself.
            ///
            /// # Errors
            /// Errors of Python.
            pub fn for_handler<'py>(&self, py: pyo3::Python<'py>) -> pyo3::PyResult<pyo3::Bound<'py, pyo3::PyAny>> {
                use pyo3::IntoPyObjectExt as _;
                match self {
                    $(Self::$variant { $content } => $content.clone().into_bound_py_any(py),)+
                    Self::Unknown { .. } | Self::Malformed { .. } => self.clone().into_bound_py_any(py),
                }
            }
        }

        impl KnownEvent {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The `type` in JSON.
            pub const fn kind(self) -> &'static str {
                match self {
                    $(Self::$variant => $kind,)+
                }
            }

            /// The [name](Event::name): the `type` in lower case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What it reports, in a sentence.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// The type of subscription for it.
            pub const fn subscription(self) -> SubscriptionType {
                match self {
                    $(Self::$variant => SubscriptionType::$subscription,)+
                }
            }

            /// The members of the body that have its content: the current name, then older ones.
            pub const fn members(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[stringify!($member) $(, stringify!($old))?],)+
                }
            }

            /// The name of the field of [`Event`] that has its content.
            pub const fn content(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($content),)+
                }
            }

            /// The name of the type of its content.
            pub const fn content_type(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($type),)+
                }
            }

            /// The name of the type by which a handler of [`Hooks`](crate::hooks::Hooks) chooses it.
            pub const fn handler_type(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($handler),)+
                }
            }
        }

        impl Event {
            /// The type of the event, if this version knows it and could read the event.
            pub fn known(&self) -> Option<KnownEvent> {
                match self {
                    $(Self::$variant { .. } => Some(KnownEvent::$variant),)+
                    Self::Unknown { .. } | Self::Malformed { .. } => None,
                }
            }

            /// The content as JSON.
            fn content(&self) -> Result<Json> {
                match self {
                    $(Self::$variant { $content } => Json::from_value($content),)+
                    Self::Unknown { body, .. } | Self::Malformed { body, .. } => Ok(body.clone()),
                }
            }
        }

        /// Does not show the raw body, which may contain a phone number.
        impl fmt::Debug for Event {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant { $content } => f.debug_tuple(stringify!($variant)).field($content).finish(),)+
                    Self::Unknown { kind, .. } => f.debug_struct("Unknown").field("kind", kind).finish_non_exhaustive(),
                    Self::Malformed { kind, reason, .. } => {
                        f.debug_struct("Malformed").field("kind", kind).field("reason", reason).finish_non_exhaustive()
                    }
                }
            }
        }
    };
}
known_events!(define_events);

impl Event {
    /// The `type` in JSON.
    pub fn kind(&self) -> &str {
        match self {
            Self::Unknown { kind, .. } | Self::Malformed { kind, .. } => kind,
            known => known.known().map_or("", KnownEvent::kind),
        }
    }

    /// The name of the type: that in JSON in lower case for a known type, otherwise `unknown` or `malformed`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "malformed",
            other => other.known().map_or("unknown", KnownEvent::name),
        }
    }

    /// The message of the two message events.
    pub fn message(&self) -> Option<&ChatMessage> {
        match self {
            Self::NewMessage { message } | Self::NewChatbotMessage { message } => Some(message),
            _ => None,
        }
    }

    /// The body of the webhook request that delivers this event.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) for a value that JSON cannot express.
    pub fn body(&self, metadata: Option<&Json>) -> Result<Json> {
        let content = self.content()?;
        let Some([member, ..]) = self.known().map(KnownEvent::members) else { return Ok(content) };
        let mut members = BTreeMap::from([("type", Json::from_value(self.kind())?), (*member, content)]);
        members.extend(metadata.map(|metadata| ("metadata", metadata.clone())));
        Json::from_value(&members)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::money::Rials;

    #[test]
    fn the_name_of_an_event_is_its_type_in_lower_case() {
        for event in KnownEvent::ALL {
            assert_eq!(event.name(), event.kind().to_ascii_lowercase());
        }
    }

    #[test]
    fn every_event_has_the_type_of_the_specification() {
        let transaction = Transaction { id: "t".into(), cost: Some(Rials::new(1 << 60)), ..Transaction::default() };
        let body = Event::PaymentTransaction { transaction }.body(None).unwrap();
        assert_eq!(
            body.as_str(),
            r#"{"transaction":{"id":"t","cost_rials":"1152921504606846976"},"type":"PAYMENT_TRANSACTION"}"#
        );
        let revocation = UserAccessRevocation { user_id: "u".into(), ..UserAccessRevocation::default() };
        let body = Event::UserAccessRevocation { revocation }.body(Some(&json!({"a": 1}).into())).unwrap();
        assert_eq!(
            body.value(),
            json!({"type": "USER_ACCESS_REVOCATION", "user_access_revocation": {"user_id": "u"}, "metadata": {"a": 1}})
        );
    }
}
