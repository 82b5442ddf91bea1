//! Event subscriptions.

use open_platform_macros::calls;

use super::call;
use crate::endpoint::EVENTS_SUBSCRIBE;
use crate::error::Result;
use crate::model::event::Subscription;
use crate::scope::name_scopes;

/// Calls about events for a user.
#[calls(User, events)]
impl UserEvents {
    /// Subscribes to events for as long as the access token is valid. After a refresh the subscription must be made
    /// again; [`User::subscriptions`](crate::client::User::subscriptions) does this automatically. The platform has no
    /// call that lists or ends subscriptions.
    ///
    /// Whether a second subscription replaces the first one or is added to it is not documented. If it is added, each event
    /// arrives twice, with the same `dedupe_key`. The scope depends on the event type, see
    /// [`SubscriptionType::scopes`](crate::model::event::SubscriptionType::scopes). The platform calls this service
    /// experimental.
    #[endpoint(EVENTS_SUBSCRIBE)]
    pub async fn subscribe(&self, subscription: Subscription) -> Result<()> {
        subscription.check()?;
        let call = call(EVENTS_SUBSCRIBE).json(&subscription)?;
        let reply = self.0.run(call).await;
        reply.map(drop).map_err(|error| {
            name_scopes(error, subscription.event_type.scopes(), subscription.object(), &self.0.bearer.scopes())
        })
    }
}
