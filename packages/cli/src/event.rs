//! The names of events on the command line, the same for all commands.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use open_platform::model::event::SubscriptionType;

/// An event of the platform. Its name is the `type` in the delivered body; the name of the subscription type is accepted, too.
/// Case does not matter, and `-` is the same as `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventName {
    /// A message in the chat of a post.
    NewMessage,
    /// A message to the chatbot of the app.
    NewChatbotMessage,
    /// A user removed the access of the app.
    UserAccessRevocation,
    /// A post was published or changed.
    PostUpdate,
    /// A transaction changed.
    PaymentTransaction,
}

impl EventName {
    /// All events.
    pub const ALL: [Self; 5] = [
        Self::NewMessage,
        Self::NewChatbotMessage,
        Self::UserAccessRevocation,
        Self::PostUpdate,
        Self::PaymentTransaction,
    ];

    /// The `type` in the delivered body.
    pub fn delivered(self) -> &'static str {
        match self {
            Self::NewMessage => "NEW_MESSAGE",
            Self::NewChatbotMessage => "NEW_CHATBOT_MESSAGE",
            Self::UserAccessRevocation => "USER_ACCESS_REVOCATION",
            Self::PostUpdate => "POST_UPDATE",
            Self::PaymentTransaction => "PAYMENT_TRANSACTION",
        }
    }

    /// The subscription type for it.
    pub fn subscription(self) -> SubscriptionType {
        match self {
            Self::NewMessage => SubscriptionType::NewMessageOnPost,
            Self::NewChatbotMessage => SubscriptionType::NewChatbotMessage,
            Self::UserAccessRevocation => SubscriptionType::UserAccessRevocation,
            Self::PostUpdate => SubscriptionType::PostUpdate,
            Self::PaymentTransaction => SubscriptionType::PaymentTransaction,
        }
    }

    /// Other accepted names: with `-`, and the name of the subscription type where it differs.
    fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::NewMessage => &["NEW-MESSAGE", "NEW_MESSAGE_ON_POST", "NEW-MESSAGE-ON-POST"],
            Self::NewChatbotMessage => &["NEW-CHATBOT-MESSAGE"],
            Self::UserAccessRevocation => &["USER-ACCESS-REVOCATION"],
            Self::PostUpdate => &["POST-UPDATE"],
            Self::PaymentTransaction => &["PAYMENT-TRANSACTION"],
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::NewMessage => "A message in the chat of a post; subscribed to as NEW_MESSAGE_ON_POST",
            Self::NewChatbotMessage => "A message to the chatbot of the app",
            Self::UserAccessRevocation => "A user removed the access of the app",
            Self::PostUpdate => "A post was published or changed",
            Self::PaymentTransaction => "A transaction changed",
        }
    }
}

impl ValueEnum for EventName {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.delivered()).aliases(self.aliases()).help(self.help()))
    }
}
