//! Requests from the platform to the app: the queue of events and its log ([`queue`]), the switches ([`rules`]), and
//! the way over HTTP or to a router in the same process ([`courier`]).

mod courier;
mod queue;
mod rules;

pub use queue::{Attempt, Delivery, DeliveryState, Lapse};
pub use rules::{Authorization, Order, StartForm, WebhookRules};

pub(crate) use courier::Outcome;
pub(crate) use queue::{Outgoing, State};
