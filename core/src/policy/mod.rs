//! Retry, backoff and retry budget: decisions without I/O, clock or random numbers of their own.
//!
//! `call.rs` carries them out. They are public so that the same test data can be used in every language.

pub mod budget;
mod day;
pub mod retry;
pub mod retry_after;

pub use budget::Budget;
pub(crate) use day::DayGates;
pub use retry::{AttemptOutcome, Decision, RetryContext, RetryPolicy, decide};
pub use retry_after::retry_after;
