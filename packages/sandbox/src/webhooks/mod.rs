//! Requests from the platform to the app: the queue of events and its log ([`queue`]), the switches ([`rules`]), and
//! the way over HTTP or to a router in the same process ([`courier`], [`slow`]). [`samples`] are events as the
//! documents print them, [`undelivered`] is why an event did not arrive.

mod courier;
mod queue;
mod rules;
mod samples;
mod slow;
mod undelivered;

pub use queue::{Attempt, Delivery, DeliveryState, Lapse};
pub use rules::{Authorization, Order, StartForm, WebhookRules};
pub use samples::Sample;
pub use undelivered::{NotDelivered, Undelivered};

pub(crate) use courier::{DeliveryOutcome, check_address};
pub(crate) use queue::{Outgoing, State};
