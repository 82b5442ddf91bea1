//! Logins under way, as they are stored: what is remembered between the consent page and the way back, and the deletion of
//! those that nobody completes.

mod pending;
mod sweep;

pub(crate) use pending::{LIFETIME, Pending};
pub(crate) use sweep::LoginSweep;
