//! Why an event did not reach the app: kept when the event is made, or read from the state of its delivery.

use std::collections::VecDeque;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use open_platform::model::event::SubscriptionType;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queue::{Delivery, DeliveryState};
use crate::sandbox::Shared;
use crate::world::World;

/// How many events without a delivery are kept; the oldest is forgotten.
const MOST_NOTES: usize = 10_000;

/// Why an event has not reached the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotDelivered {
    /// The app has not subscribed to this kind of event in this world.
    NoSubscription,
    /// The app has not subscribed to it in this world, but in another world of this sandbox.
    OtherWorld,
    /// The app had subscribed, and the subscription ended with its access token.
    SubscriptionEnded,
    /// The app has subscribed with the access of other users only.
    OtherUser,
    /// Its subscriptions are for other posts: by `event_resource_id`, or by the scopes that were granted.
    OtherResource,
    /// A retired or archived post is told of only where `event_resource_id` names that post.
    OnlyWithResource,
    /// The user has not granted the scopes that this event needs.
    MissingScope,
    /// The old listener (docs/platform.md#legacy-listener) is told of text messages only.
    NotInOldForm,
    /// The app's settings have no address for events.
    NoAddress,
    /// Deliveries are paused.
    Paused,
    /// The world's clock is frozen: the delivery is planned, and nothing happens until the clock is moved.
    ClockFrozen,
    /// Every attempt so far failed, and another one is planned.
    FailedSoFar,
    /// Every attempt failed, and there will be no other.
    Failed,
}

impl NotDelivered {
    /// The reason for people, with what to do about it.
    fn explanation(self) -> &'static str {
        match self {
            Self::NoSubscription => "the app has no subscription to it: call events.subscribe",
            Self::OtherWorld => "the app has subscribed to it in another world",
            Self::SubscriptionEnded => {
                "the subscription ended with its access token: refresh the token and subscribe again"
            }
            Self::OtherUser => "the app has subscribed to it with the access of other users only",
            Self::OtherResource => "the subscriptions of the app are for other posts",
            Self::OnlyWithResource => {
                "a retired or archived post is told of only where event_resource_id names that post"
            }
            Self::MissingScope => "the user has not granted both NOTIFICATION_ACCESS_REVOCATION and USER_ID",
            Self::NotInOldForm => "the old listener is told of text messages only",
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
    /// When the event was made.
    pub made_at: DateTime<Utc>,
    /// Name of the user whose event it is, where it is known.
    pub user: Option<String>,
    /// Token of the post that it is about, where it is about one.
    pub resource: Option<String>,
    /// Why.
    pub reason: NotDelivered,
    /// Why, in words, and what to do about it.
    pub explanation: String,
    /// Number of the delivery; none where no delivery was made.
    pub delivery: Option<i64>,
}

/// The events for which no delivery was made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(VecDeque<Undelivered>);

impl Notes {
    /// Notes that an event was made for which there is no delivery.
    pub(crate) fn add(
        &mut self,
        event: &str,
        made_at: DateTime<Utc>,
        user: Option<&str>,
        resource: Option<&str>,
        reason: NotDelivered,
    ) {
        if self.0.len() >= MOST_NOTES {
            self.0.pop_front();
        }
        self.0.push_back(Undelivered {
            event: event.to_owned(),
            made_at,
            user: user.map(str::to_owned),
            resource: resource.map(str::to_owned),
            reason,
            explanation: reason.explanation().to_owned(),
            delivery: None,
        });
    }
}

/// Why a delivery has not reached the app yet. `None`: it has, or is on its way.
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
    let (user, resource) = (None, None);
    let (event, made_at) = (delivery.event.clone(), delivery.made_at);
    Some(Undelivered { event, made_at, user, resource, reason, explanation, delivery: Some(delivery.id) })
}

impl World {
    /// Every event that has not reached the app, and why, oldest first: those that went to nobody, and those whose
    /// delivery failed or waits for something.
    pub fn undelivered(&self) -> Vec<Undelivered> {
        let frozen = self.is_frozen();
        let deliveries = self.deliveries();
        let mut all: Vec<Undelivered> = self.inner.lock().webhooks.notes.0.iter().cloned().collect();
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

    /// The name of another world in which the app has subscribed to this delivered type. No two worlds are locked at once.
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
