//! Grants: their stored records, their refresh, and their event subscriptions. The public API is in
//! [`grants`](crate::grants), [`subscriptions`](crate::subscriptions) and [`keeper`](crate::keeper).
//!
//! | file | contents |
//! |---|---|
//! | `inner` | what all clones of a client share |
//! | `names`, `grant`, `notified` | the opaque key of a grant; its stored record; what keepers have reported about its end |
//! | `protocol` | the rules of the refresh, as pure functions |
//! | `refresh` | the steps of a refresh, with their I/O |
//! | `sessions` | the grants of one client: the cache, and one refresh at a time per grant |
//! | `wanted`, `renewal` | the stored event subscriptions, and their renewal with each new token |

pub(crate) mod grant;
mod inner;
mod names;
pub(crate) mod notified;
pub(crate) mod protocol;
pub(crate) mod refresh;
pub(crate) mod renewal;
pub(crate) mod sessions;
#[cfg(test)]
mod simulation;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod wanted;

pub(crate) use grant::Origin;
pub use grant::{GrantInfo, GrantState, GrantWarning};
pub(crate) use inner::{Inner, StoredGrant};
pub(crate) use sessions::Sessions;
pub use wanted::{Gap, SubscriptionInfo, SubscriptionStatus};
