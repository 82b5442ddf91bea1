//! Grants that stay alive.

mod store;
pub use store::{Kind, MemoryStore, Record, TokenStore};
