//! Webhook events.

use crate::json::open_enum;
use crate::scope::{self, ScopeKind};

open_enum! {
    /// What to subscribe to (spec "Subscribing"; facts part 1.7.1).
    pub enum SubscriptionType {
        /// New messages on one post, or on all posts of the user.
        NewMessageOnPost = "NEW_MESSAGE_ON_POST",
        /// New messages to the app's chatbot. Delivered without a subscription on the live platform.
        NewChatbotMessage = "NEW_CHATBOT_MESSAGE",
        /// A user removed the app's access. Delivered without a subscription on the live platform.
        UserAccessRevocation = "USER_ACCESS_REVOCATION",
        /// A post changed.
        PostUpdate = "POST_UPDATE",
        /// A transaction changed. Delivered without a subscription on the live platform.
        PaymentTransaction = "PAYMENT_TRANSACTION",
    }
}

impl SubscriptionType {
    /// The scopes needed: one of each inner list.
    pub fn scopes(&self) -> &'static [&'static [&'static ScopeKind]] {
        match self {
            Self::NewMessageOnPost => {
                &[&[&scope::CHAT_POST_CONVERSATIONS_READ, &scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_READ]]
            }
            Self::UserAccessRevocation => &[&[&scope::NOTIFICATION_ACCESS_REVOCATION], &[&scope::USER_ID]],
            Self::PostUpdate => &[&[&scope::USER_POSTS_GET]],
            _ => &[],
        }
    }

    /// Whether the live platform delivers the event only to subscribers. Where this is `false`, the specification
    /// still allows to subscribe (facts part 2, row 50).
    pub fn needs_subscription(&self) -> bool {
        matches!(self, Self::NewMessageOnPost | Self::PostUpdate | Self::Unknown { .. })
    }
}
