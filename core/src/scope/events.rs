//! The scopes that events need.

use super::{
    CHAT_POST_CONVERSATIONS_READ, CHAT_SUPPLIER_ALL_CONVERSATIONS_READ, NOTIFICATION_ACCESS_REVOCATION, ScopeKind,
    USER_ID, USER_POSTS_GET, unless_granted,
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
}

/// Puts scopes into a 403 of an endpoint whose row has none, because they depend on the event type or on the user. They are as
/// [`SubscriptionType::scopes`] returns them, for the object with this identifier: the first list of which none is `granted`.
pub(crate) fn name_scopes(
    mut error: Error,
    scopes: &[&[&ScopeKind]],
    identifier: Option<&str>,
    granted: &[String],
) -> Error {
    if let Error::Api(api) = &mut error
        && api.kind == ApiErrorKind::MissingScope
    {
        let lists = scopes.iter().map(|any_of| any_of.iter().map(|kind| kind.of(identifier)).collect());
        let missing = lists.map(|needed| unless_granted(needed, granted)).find(|needed| !needed.is_empty());
        api.needs_scopes = missing.unwrap_or_default();
    }
    error
}
