//! Retry, backoff and budget: decisions without I/O, clock or randomness of their own.
//!
//! `call.rs` acts on them. They are public so that the same test data can drive them in every language.

pub mod budget;
mod day;
pub mod retry;
pub mod retry_after;

pub use budget::Budget;
pub(crate) use day::DayGates;
pub use retry::{AttemptOutcome, Decision, RetryPolicy, Situation, decide};
pub use retry_after::retry_after;
