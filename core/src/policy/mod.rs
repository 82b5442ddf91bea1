//! Retry, backoff and retry budget: decisions without I/O, clock or random numbers of their own. `call.rs` carries them out.

mod budget;
mod day;
mod retry;
mod retry_after;

pub(crate) use budget::Budget;
pub(crate) use day::DayGates;
pub use retry::RetryPolicy;
pub(crate) use retry::{AttemptOutcome, RetryContext, RetryDecision, decide};
pub use retry_after::retry_after;
