//! Pending logins: the stored state between the redirect to the consent page and the callback, and the deletion of
//! those that are never completed.

mod pending;
pub(crate) mod session;
mod sweep;

pub(crate) use pending::{Pending, key_of_hash};
pub(crate) use sweep::LoginSweep;
