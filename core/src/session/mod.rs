//! Grants that stay alive: stored, refreshed before they end, and with their event subscriptions renewed.
//!
//! | file | what lives there |
//! |---|---|
//! | `store` | the trait that a store implements, the stores there are, and their encryption |
//! | `key`, `grant` | the name of a grant; what is stored about it |
//! | `protocol` | the rules of the refresh, as pure functions |
//! | `refresh` | the steps of a refresh |
//! | `sessions` | the grants of one client at work: cache, one refresh at a time |
//! | `grants` | what an app sees and does with its grants |
//! | `keeper` | refreshes and renews without traffic, and reports |
//! | `subscriptions` | the event subscriptions an app wants, bound to each new token |

mod grant;
mod grants;
mod keeper;
mod key;
mod protocol;
mod refresh;
mod sessions;
#[cfg(test)]
mod simulation;
mod store;
mod subscriptions;
#[cfg(test)]
pub(crate) mod tests;

pub use grant::{GrantInfo, GrantState, GrantWarning};
pub use grants::{Adoption, Grants, UnreadableGrant};
pub use keeper::{Keeper, KeeperReport};
pub use key::GrantKey;
pub use store::{Encrypted, Encryption, Guarded, Kind, MemoryStore, Record, TokenStore, open_store};
pub use subscriptions::{Gap, SubscriptionInfo, SubscriptionStatus, Subscriptions};

pub(crate) use grant::Origin;
pub(crate) use sessions::{Access, Sessions};
#[cfg(test)]
pub(crate) use store::check_damage;
pub(crate) use store::{Stored, hosted, is_beyond, key_bytes, names, open, protect, salvage, version_of};
