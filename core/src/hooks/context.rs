//! What a handler gets: the typed content of the request, and its context.

use crate::client::{OpenPlatform, User};
use crate::error::{Error, Result};
use crate::id::ConversationId;
use crate::json::Json;
use crate::model::chat::ChatMessage;
use crate::model::event::{PostUpdate, Transaction, UserAccessRevocation};
use crate::model::message::{BotMessage, Message};
use crate::webhook::known_events::known_events;
use crate::webhook::{Event, Freshness};

/// The content of an event, by which [`Hooks::on`](super::Hooks::on) finds its handler.
pub trait Payload: Sized + Send + 'static {
    /// The [name](Event::name) of the event's type.
    const EVENT: &'static str;

    /// The content of an event of this type; `None` for another type.
    fn of(event: Event) -> Option<Self>;
}

/// A message to the app's chatbot.
#[derive(Clone, Debug, PartialEq)]
pub struct ChatbotMessage(pub ChatMessage);

impl From<ChatMessage> for ChatbotMessage {
    fn from(message: ChatMessage) -> Self {
        Self(message)
    }
}

/// An event of a type that this version does not know.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownEvent {
    /// The `type` as sent.
    pub kind: String,
    /// The whole body.
    pub body: Json,
}

/// An authentic event that cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub struct MalformedEvent {
    /// The `type` as sent; empty if it is missing.
    pub kind: String,
    /// What is wrong with it.
    pub reason: String,
    /// The whole body.
    pub body: Json,
}

macro_rules! define_payloads {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $kind:literal $name:literal {
            content: $content:ident $type:ident = $member:ident $(| $old:ident)?,
            subscription: $subscription:ident,
            handler: $handler:ident,
        }
    )+) => {
        $(payload!($handler, $name, Event::$variant { $content } => Self::from($content));)+
    };
}

macro_rules! payload {
    ($type:ty, $name:literal, $event:pat => $value:expr) => {
        impl Payload for $type {
            const EVENT: &'static str = $name;

            fn of(event: Event) -> Option<Self> {
                match event {
                    $event => Some($value),
                    _ => None,
                }
            }
        }
    };
}

known_events!(define_payloads);
payload!(UnknownEvent, "unknown", Event::Unknown { kind, body } => Self { kind, body });
payload!(MalformedEvent, "malformed", Event::Malformed { kind, reason, body } => Self { kind, reason, body });

/// The context of a request. Those of start requests and dynamic actions have only [`key_id`](Self::key_id) and
/// [`platform`](Self::platform).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Context {
    /// The id of the identification key that matched.
    pub key_id: String,
    /// A client for the user of the event, if [`Hooks::grant_of`](super::Hooks::grant_of) found a grant.
    pub user: Option<User>,
    /// The object that the app gave with its subscription.
    pub metadata: Option<Json>,
    /// The age of a message. It proves nothing: anybody who has the key can send any time.
    pub freshness: Freshness,
    /// Equal for deliveries of the same event: see [`Delivery`](crate::webhook::Delivery::dedupe_key).
    pub dedupe_key: String,
    /// What was unusual about the event.
    pub notes: Vec<String>,
    pub(super) platform: Option<OpenPlatform>,
    pub(super) conversation: Option<(ReplySender, ConversationId)>,
}

/// What [`Context::reply`] sends: a text, or a message with buttons or media.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReplyMessage {
    /// A text, as the chatbot or as the user.
    Text(String),
    /// A message as the user.
    AsUser(Message),
    /// A message as the chatbot.
    AsChatbot(BotMessage),
}

impl From<&str> for ReplyMessage {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for ReplyMessage {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Message> for ReplyMessage {
    fn from(message: Message) -> Self {
        Self::AsUser(message)
    }
}

impl From<BotMessage> for ReplyMessage {
    fn from(message: BotMessage) -> Self {
        Self::AsChatbot(message)
    }
}

/// In whose name an app replies.
#[derive(Clone, Copy, Debug)]
pub(super) enum ReplySender {
    User,
    Chatbot,
    /// An app wrote the message. It gets no reply.
    Nobody,
}

impl ReplySender {
    /// In whose name, and in which conversation, an app replies to this event. `None` if it is no message.
    pub(super) fn of(event: &Event) -> Option<(Self, &ConversationId)> {
        match event {
            Event::NewMessage { message } if message.is_from_bot() => Some((Self::Nobody, &message.conversation.id)),
            Event::NewMessage { message } => Some((Self::User, &message.conversation.id)),
            Event::NewChatbotMessage { message } => Some((Self::Chatbot, &message.conversation.id)),
            _ => None,
        }
    }
}

/// Checks that an app may reply to an event. `has_user` is whether the user of the event is known.
///
/// # Errors
/// Those of [`Context::reply`] that do not depend on the reply.
pub fn check_reply(event: &Event, has_user: bool) -> Result<()> {
    match ReplySender::of(event).map(|(sender, _)| sender) {
        Some(ReplySender::Chatbot) => Ok(()),
        Some(ReplySender::User) if has_user => Ok(()),
        sender => Err(refused_reply(sender)),
    }
}

/// Why an app cannot reply as this sender; `None` if the event is no message.
fn refused_reply(sender: Option<ReplySender>) -> Error {
    match sender {
        None => Error::config("reply", "only a message has a conversation to reply in"),
        Some(ReplySender::Nobody) => {
            let reason = "an app wrote this message, perhaps this one, and an answer would be the next such event, without \
                          end: do not answer a message whose sender is an app";
            Error::config("reply", reason)
        }
        Some(ReplySender::User | ReplySender::Chatbot) => {
            let reason = "the user in whose name to reply is not known: set `grant_of` of the hooks, or subscribe with the \
                          metadata {\"grant\": …}";
            Error::config("grant_of", reason)
        }
    }
}

impl Context {
    /// The client of the hooks.
    ///
    /// # Errors
    /// [`Error::Config`] if the hooks were made without one.
    pub fn platform(&self) -> Result<&OpenPlatform> {
        self.platform
            .as_ref()
            .ok_or_else(|| Error::config("hooks", "they have no client: make them with `platform.hooks()`"))
    }

    /// Replies in the conversation of a message: to the chatbot as the chatbot, with a text or a [`BotMessage`]; otherwise as the user,
    /// with a text or a [`Message`].
    ///
    /// Messages of apps, also of this one, are events, too. They are refused, because answers to them would never end.
    ///
    /// # Errors
    /// Those of [`Chatbot::reply`](crate::api::Chatbot::reply) and
    /// [`UserConversations::send`](crate::api::UserConversations::send). [`Error::Config`] without a client or a user, if the
    /// event is no message, and if [an app wrote the message](ChatMessage::is_from_bot). [`Error::InvalidInput`] for a [`Message`] as
    /// the chatbot, and for a [`BotMessage`] as the user.
    pub async fn reply(&self, message: impl Into<ReplyMessage>) -> Result<()> {
        match (self.conversation.clone(), &self.user) {
            (Some((ReplySender::Chatbot, conversation)), _) => {
                let message = match message.into() {
                    ReplyMessage::Text(text) => BotMessage::text(text),
                    ReplyMessage::AsChatbot(message) => message,
                    ReplyMessage::AsUser(_) => {
                        return Err(Error::invalid("message", "the chatbot sends a `BotMessage`"));
                    }
                };
                self.platform()?.chatbot().reply(conversation, message).await.map(drop)
            }
            (Some((ReplySender::User, conversation)), Some(user)) => {
                let message = match message.into() {
                    ReplyMessage::Text(text) => Message::text(text),
                    ReplyMessage::AsUser(message) => message,
                    ReplyMessage::AsChatbot(_) => return Err(Error::invalid("message", "a user sends a `Message`")),
                };
                user.conversations().send(conversation, message).await.map(drop)
            }
            (conversation, _) => {
                let sender = conversation.map(|(sender, _)| sender);
                if matches!(sender, Some(ReplySender::User)) {
                    // Without a client no user is known.
                    self.platform()?;
                }
                Err(refused_reply(sender))
            }
        }
    }
}
