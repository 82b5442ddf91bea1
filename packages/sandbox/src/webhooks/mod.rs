//! Requests from the platform to the app: the queue of events and its log ([`queue`]), the switches ([`rules`]), and
//! the way over HTTP or to a router in the same process ([`courier`], [`slow`]). [`samples`] are events as the
//! documents print them.

mod courier;
mod queue;
mod rules;
mod samples;
mod slow;

pub use queue::{Attempt, Delivery, DeliveryState, Lapse};
pub use rules::{Authorization, Order, StartForm, WebhookRules};
pub use samples::Sample;

pub(crate) use courier::Outcome;
pub(crate) use queue::{Outgoing, State};
