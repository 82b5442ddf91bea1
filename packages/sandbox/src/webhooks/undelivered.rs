//! Why an event did not reach the app: recorded when the event is created, or taken from the state of its delivery.

use std::collections::VecDeque;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use open_platform::model::event::SubscriptionType;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queue::{Delivery, DeliveryState};
use crate::sandbox::Shared;
use crate::world::World;

/// The number of events without a delivery that are kept. The oldest is removed first.
const MOST_NOTES: usize = 10_000;

/// Why an event has not reached the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotDelivered {
    /// The app has not subscribed to this kind of event in this world.
    NoSubscription,
    /// The app has not subscribed to it in this world, but in another world of this sandbox.
    OtherWorld,
    /// The subscription of the app ended with its access token.
    SubscriptionEnded,
    /// The app has subscriptions of other users only.
    OtherUser,
    /// Its subscriptions are for other posts: by `event_resource_id`, or by the scopes that were granted.
    OtherResource,
    /// The event of a retired or archived post needs a subscription whose `event_resource_id` is that post.
    OnlyWithResource,
    /// The user has not granted the scopes that this event needs.
    MissingScope,
    /// The old listener (docs/platform.md#legacy-listener) receives text messages only.
    NotInOldForm,
    /// The app's settings have no address for events.
    NoAddress,
    /// Deliveries are paused.
    Paused,
    /// The world's clock is frozen: the delivery is planned, and is not sent until the clock is advanced.
    ClockFrozen,
    /// All attempts failed so far, and another one is planned.
    FailedSoFar,
    /// All attempts failed.
    Failed,
}

impl NotDelivered {
    /// The reason as text, with what to do.
    fn explanation(self) -> &'static str {
        match self {
            Self::NoSubscription => "the app has not subscribed to this event: call events.subscribe",
            Self::OtherWorld => "the app has subscribed to this event in another world",
            Self::SubscriptionEnded => {
                "the subscription ended with its access token: refresh the token and subscribe again"
            }
            Self::OtherUser => "the app has subscribed to this event with the tokens of other users only",
            Self::OtherResource => "the subscriptions of the app are for other posts",
            Self::OnlyWithResource => {
                "the event of a retired or archived post is sent only to a subscription whose event_resource_id is that post"
            }
            Self::MissingScope => "the user has not granted both NOTIFICATION_ACCESS_REVOCATION and USER_ID",
            Self::NotInOldForm => "the old listener receives text messages only",
            Self::NoAddress => "the app's settings have no events_url",
            Self::Paused => "deliveries are paused: resume them",
            Self::ClockFrozen => "the world's clock is frozen: advance it, or run until idle",
            Self::FailedSoFar => "every attempt so far failed, another one is planned",
            Self::Failed => "every attempt failed, there will be no other",
        }
    }
}

/// An event that has not reached the app, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Undelivered {
    /// Event type, such as `NEW_MESSAGE`.
    pub event: String,
    /// Its place in the order in which its world recorded requests, delivery attempts and events without a delivery. Absent if a
    /// delivery was made, whose attempts have one.
    #[serde(default)]
    pub position: Option<i64>,
    /// When the event was created.
    pub made_at: DateTime<Utc>,
    /// Name of the user of the event, if known.
    pub user: Option<String>,
    /// Token of the post of the event, if there is one.
    pub resource: Option<String>,
    /// The reason.
    pub reason: NotDelivered,
    /// The reason as text, with what to do.
    pub explanation: String,
    /// Number of the delivery; absent if no delivery was made.
    pub delivery: Option<i64>,
}

/// The events for which no delivery was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Notes {
    kept: VecDeque<Undelivered>,
    /// How many were recorded so far.
    pub(crate) made: u64,
}

impl Notes {
    /// The number of events that are kept.
    pub(crate) fn count(&self) -> usize {
        self.kept.len()
    }

    /// Records an event without a delivery.
    pub(crate) fn add(
        &mut self,
        event: &str,
        position: i64,
        made_at: DateTime<Utc>,
        user: Option<&str>,
        resource: Option<&str>,
        reason: NotDelivered,
    ) {
        if self.kept.len() >= MOST_NOTES {
            self.kept.pop_front();
        }
        self.made += 1;
        self.kept.push_back(Undelivered {
            event: event.to_owned(),
            position: Some(position),
            made_at,
            user: user.map(str::to_owned),
            resource: resource.map(str::to_owned),
            reason,
            explanation: reason.explanation().to_owned(),
            delivery: None,
        });
    }
}

/// Why a delivery has not reached the app. `None`: it was delivered, or an attempt is due.
fn of_delivery(delivery: &Delivery, frozen: bool) -> Option<Undelivered> {
    let reason = match delivery.state {
        DeliveryState::NoAddress => NotDelivered::NoAddress,
        DeliveryState::Held => NotDelivered::Paused,
        DeliveryState::Failed => NotDelivered::Failed,
        DeliveryState::Planned if frozen => NotDelivered::ClockFrozen,
        DeliveryState::Planned if !delivery.attempts.is_empty() => NotDelivered::FailedSoFar,
        DeliveryState::Planned | DeliveryState::Delivered => return None,
    };
    let mut explanation = reason.explanation().to_owned();
    if let Some(last) = delivery.attempts.last() {
        let outcome = match (&last.error, last.status) {
            (Some(error), _) => error.clone(),
            (None, status) => format!("the app answered {}", status.unwrap_or_default()),
        };
        explanation.push_str(&format!(". The last attempt: {outcome}"));
    }
    let (position, user, resource) = (None, None, None);
    let (event, made_at) = (delivery.event.clone(), delivery.made_at);
    Some(Undelivered { event, position, made_at, user, resource, reason, explanation, delivery: Some(delivery.id) })
}

impl World {
    /// All events that have not reached the app, oldest first, with the reason: those without a delivery, and those
    /// whose delivery failed or is waiting.
    pub fn undelivered(&self) -> Vec<Undelivered> {
        let frozen = self.is_frozen();
        let deliveries = self.deliveries();
        let mut all: Vec<Undelivered> = self.inner.lock().webhooks.notes.kept.iter().cloned().collect();
        for one in all.iter_mut().filter(|one| one.reason == NotDelivered::NoSubscription) {
            if let Some(world) = self.subscribed_elsewhere(&one.event) {
                one.reason = NotDelivered::OtherWorld;
                one.explanation = format!("{}: {world:?}", one.reason.explanation());
            }
        }
        all.extend(deliveries.iter().filter_map(|delivery| of_delivery(delivery, frozen)));
        all.sort_by_key(|one| one.made_at);
        all
    }

    /// The name of another world in which the app has subscribed to this delivered type. Locks only one world at a
    /// time.
    fn subscribed_elsewhere(&self, event: &str) -> Option<String> {
        let shared: Arc<Shared> = self.inner.shared().upgrade()?;
        let kind = match event {
            "NEW_MESSAGE" => SubscriptionType::NewMessageOnPost,
            other => SubscriptionType::from(other),
        };
        let others = shared.world_names().into_iter().filter(|name| *name != self.inner.name);
        others
            .filter_map(|name| shared.existing_world(&name))
            .map(Self::new)
            .find(|world| world.subscriptions().iter().any(|one| one.kind == kind))
            .map(|world| world.name().to_owned())
    }
}
