//! Grants: their stored records, their refresh, and their event subscriptions. The public API is in
//! [`grants`](crate::grants), [`subscriptions`](crate::subscriptions) and [`keeper`](crate::keeper).
//!
//! | file | contents |
//! |---|---|
//! | `client_state` | what all clones of a client share |
//! | `grant_keys`, `grant`, `notified` | the opaque key of a grant; its stored record; what keepers have reported about its end |
//! | `protocol` | the rules of the refresh, as pure functions |
//! | `refresh` | the steps of a refresh, with their I/O |
//! | `sessions` | the grants of one client: the cache, and one refresh at a time per grant |
//! | `subscription_rows`, `renewal` | the stored event subscriptions, and their renewal with each new token |

mod client_state;
pub(crate) mod grant;
mod grant_keys;
pub(crate) mod notified;
pub(crate) mod protocol;
pub(crate) mod refresh;
pub(crate) mod renewal;
pub(crate) mod sessions;
#[cfg(test)]
mod simulation;
pub(crate) mod subscription_rows;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use client_state::{ClientState, StoredGrant};
pub(crate) use grant::Origin;
pub use grant::{GrantInfo, GrantState, GrantWarning};
pub(crate) use sessions::Sessions;
pub use subscription_rows::{Gap, SubscriptionInfo, SubscriptionStatus};
