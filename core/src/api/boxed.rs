//! Calls with boxed futures, for the bindings.
//!
//! A future is compiled in the crate that polls it or boxes it. If a binding polled those of the methods of the API, it would
//! contain a state machine for each of more than a hundred calls, optimized for speed (`profile.release` in Cargo.toml). These are
//! boxed here, so that they are compiled in this crate, which is optimized for size, and all calls with the same type of result
//! share the code around them. The calls that are made most often (`frequent` in their row) are not boxed.

use std::pin::Pin;

use crate::error::Result;

/// A handle whose calls have boxed futures.
pub struct Boxed<T>(pub(super) T);

/// The future of a call.
pub type BoxedCall<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;
