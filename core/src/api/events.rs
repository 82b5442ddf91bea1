//! Event subscriptions.

use super::call;
use crate::client::User;
use crate::endpoint;
use crate::error::{ApiErrorKind, Error, Result};
use crate::model::event::{Subscription, SubscriptionType};

/// Calls about events for a user. From [`User::events`].
#[derive(Clone, Debug)]
pub struct UserEvents(User);

impl User {
    /// Events of the user's posts and conversations.
    pub fn events(&self) -> UserEvents {
        UserEvents(self.clone())
    }
}

impl UserEvents {
    /// Subscribes to events for as long as the access token lives: after a refresh the subscription must be made
    /// again, which [`User::subscriptions`] does by itself. The platform has no call that lists or ends subscriptions.
    ///
    /// Subscribing twice is harmless. The scope depends on the event type, see
    /// [`SubscriptionType::scopes`](crate::model::event::SubscriptionType::scopes); key permission
    /// `EVENTS_REGISTER_SUBSCRIPTION`. The platform calls this service experimental. Source: spec 16, facts part 1.7.1.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn subscribe(&self, subscription: Subscription) -> Result<()> {
        subscription.check()?;
        let call = call(endpoint::EVENTS_SUBSCRIBE).json(&subscription)?;
        let reply = self.0.run(call).await;
        reply.map(drop).map_err(|error| name_scopes(error, &subscription.event_type))
    }
}

/// The endpoint table cannot know which scope a 403 is about: the event type decides.
fn name_scopes(mut error: Error, event_type: &SubscriptionType) -> Error {
    if let (Error::Api(api), [any_of]) = (&mut error, event_type.scopes())
        && api.kind == ApiErrorKind::MissingScope
    {
        api.needs_scopes = any_of.iter().map(|kind| kind.template()).collect();
    }
    error
}
