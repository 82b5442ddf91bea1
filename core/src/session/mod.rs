//! Grants that stay alive: stored, refreshed before they end, and with their event subscriptions renewed.
//!
//! | file | what lives there |
//! |---|---|
//! | `names`, `grant` | the name of a grant; what is stored about it |
//! | `protocol` | the rules of the refresh, as pure functions |
//! | `refresh` | the steps of a refresh |
//! | `sessions` | the grants of one client at work: cache, one refresh at a time |
//! | `grants` | what an app sees and does with its grants |
//! | `keeper` | refreshes and renews without traffic, and reports |
//! | `subscriptions` | the event subscriptions an app wants, bound to each new token |
//!
//! # What is measured
//!
//! Events of [`tracing`], at `INFO` and `WARN`, carry these numbers in fields with the prefix that tells what they are, as
//! in `monotonic_counter.refresh_total`. The layer `MetricsLayer` of `tracing-opentelemetry` makes metrics of them as they
//! are. None names a grant or a user. What an app acts on, in every language, are the reports of a [`Keeper`].
//!
//! | name | kind | what |
//! |---|---|---|
//! | `refresh_total` | `monotonic_counter` | requests for new tokens, by `result`: `refreshed`, `invalid_grant`, `invalid_client`, `refused`, `unavailable`, `redirect`, `unreadable` |
//! | `replay_in_window` | `monotonic_counter` | those of them that sent a refresh token again, because an answer was lost |
//! | `rt_age_days` | `histogram` | whole days since the refresh token that was sent was issued |
//! | `lease_wait` | `histogram` | seconds for which a worker waited while another one refreshed |
//! | `adopt` | `monotonic_counter` | tokens used that another worker has got meanwhile |
//! | `needs_reauth` | `monotonic_counter` | grants that the platform has ended |
//! | `restored` | `monotonic_counter` | times that a store had an older state of a grant than a process knew, and got the newer one back |
//! | `unusable_life` | `monotonic_counter` | 1 for a process whose platform names lives of access tokens below 5 s |
//! | `sub_lapse_seconds` | `histogram` | for how long events of a subscription may be missing, by `event_type` |

mod grant;
mod grants;
mod inner;
mod keeper;
mod names;
mod protocol;
mod refresh;
mod sessions;
#[cfg(test)]
mod simulation;
mod subscriptions;
#[cfg(test)]
pub(crate) mod tests;

pub use grant::{GrantInfo, GrantState, GrantWarning};
pub use grants::{Adoption, GrantPage, Grants, UnreadableGrant};
pub use keeper::{Keeper, KeeperReport};
pub use subscriptions::{Gap, SubscriptionInfo, SubscriptionStatus, Subscriptions};

pub(crate) use grant::Origin;
pub(crate) use inner::{Inner, StoredGrant};
pub(crate) use sessions::Sessions;
