//! The scopes that events need.

use super::{
    CHAT_POST_CONVERSATIONS_READ, CHAT_SUPPLIER_ALL_CONVERSATIONS_READ, NOTIFICATION_ACCESS_REVOCATION, ScopeKind,
    USER_ID, USER_POSTS_GET,
};
use crate::model::event::SubscriptionType;

impl SubscriptionType {
    /// The scopes that are needed: one of each inner list.
    pub fn scopes(&self) -> &'static [&'static [&'static ScopeKind]] {
        match self {
            Self::NewMessageOnPost => &[&[&CHAT_POST_CONVERSATIONS_READ, &CHAT_SUPPLIER_ALL_CONVERSATIONS_READ]],
            Self::UserAccessRevocation => &[&[&NOTIFICATION_ACCESS_REVOCATION], &[&USER_ID]],
            Self::PostUpdate => &[&[&USER_POSTS_GET]],
            _ => &[],
        }
    }
}
