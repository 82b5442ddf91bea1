//! Event subscriptions.

use open_platform_macros::calls;

use super::call;
use crate::endpoint::EVENTS_SUBSCRIBE;
use crate::error::{ApiErrorKind, Error, Result};
use crate::model::event::{Subscription, SubscriptionType};

/// Calls about events for a user.
#[calls(User, events)]
impl UserEvents {
    /// Subscribes to events for as long as the access token lives: after a refresh the subscription must be made again,
    /// which [`User::subscriptions`](crate::client::User::subscriptions) does by itself. The platform has no call that lists or ends subscriptions.
    ///
    /// Subscribing twice is harmless. The scope depends on the event type, see
    /// [`SubscriptionType::scopes`](crate::model::event::SubscriptionType::scopes). The platform calls this service
    /// experimental.
    #[endpoint(EVENTS_SUBSCRIBE)]
    pub async fn subscribe(&self, subscription: Subscription) -> Result<()> {
        subscription.check()?;
        let call = call(EVENTS_SUBSCRIBE).json(&subscription)?;
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
