//! The state of a request that another language takes through its steps, which is checked when the program runs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard};

use crate::error::{Error, Result};
use crate::lock::lock;

pub(crate) struct StateCell<S>(Mutex<S>);

impl<S> StateCell<S> {
    pub(crate) fn new(state: S) -> Self {
        Self(Mutex::new(state))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, S> {
        lock(&self.0)
    }

    /// Ends the current state with `end`, which returns the state after it and what comes next, or the state itself if it is not one
    /// that it ends. After a panic the state is `last`, and `panicked` comes next.
    pub(crate) fn end<T>(
        &self,
        last: S,
        end: impl FnOnce(S) -> Result<(S, T), Box<S>>,
        panicked: impl FnOnce() -> T,
    ) -> Result<T> {
        let mut state = self.lock();
        let taken = std::mem::replace(&mut *state, last);
        match catch_unwind(AssertUnwindSafe(|| end(taken))) {
            Ok(Ok((after, next))) => {
                *state = after;
                Ok(next)
            }
            Ok(Err(same)) => {
                *state = *same;
                Err(wrong_state())
            }
            Err(_) => Ok(panicked()),
        }
    }
}

/// The error of a method that does not belong to the current state.
pub(crate) fn wrong_state() -> Error {
    Error::invalid("exchange", "the request is in another state")
}
