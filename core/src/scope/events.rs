//! The scopes that events need.

use super::{
    CHAT_POST_CONVERSATIONS_READ, CHAT_SUPPLIER_ALL_CONVERSATIONS_READ, NOTIFICATION_ACCESS_REVOCATION, ScopeKind,
    USER_ID, USER_POSTS_GET,
};
use crate::error::{ApiErrorKind, Error};
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

    /// Puts the scopes of the event type into a 403. The endpoint table does not have them, because they depend on the event type.
    pub(crate) fn name_scopes(&self, mut error: Error) -> Error {
        if let (Error::Api(api), [any_of]) = (&mut error, self.scopes())
            && api.kind == ApiErrorKind::MissingScope
        {
            api.needs_scopes = any_of.iter().map(|kind| kind.template()).collect();
        }
        error
    }
}
