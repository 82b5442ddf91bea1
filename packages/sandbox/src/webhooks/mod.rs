//! Requests from the platform to the app: the queue of events and its log ([`queue`]), the switches ([`rules`]), and
//! sending over HTTP or to a router in the same process ([`sender`], [`slow`]). [`samples`] has events as documented,
//! [`undelivered`] says why an event did not arrive.

mod queue;
mod rules;
mod samples;
mod sender;
mod slow;
mod undelivered;

pub use queue::{Attempt, Delivery, DeliveryState, KeySent, Lapse};
pub use rules::{Authorization, Order, StartForm, WebhookRules};
pub use samples::Sample;
pub use undelivered::{NotDelivered, Undelivered};

pub(crate) use queue::{Outgoing, State};
pub(crate) use sender::{DeliveryOutcome, check_address};
