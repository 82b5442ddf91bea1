//! Retry, backoff and budget.
