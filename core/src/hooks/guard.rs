//! The limits of what a function of the app can do to the code that calls it.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use crate::error::StoreError;
use crate::inbox::{HandlerError, too_long};

/// A running function of the app.
pub(crate) type Running<T> = Pin<Box<dyn Future<Output = Result<T, HandlerError>> + Send>>;

/// Calls a function of the app. A panic in it is a failure, and so is a function that takes longer than `limit`: it is dropped at
/// its `await`.
pub(crate) async fn guarded<R>(start: impl FnOnce() -> Running<R>, limit: Option<Duration>) -> Result<R, HandlerError> {
    let panicked = || HandlerError::new("it panicked");
    let mut running = catch_unwind(AssertUnwindSafe(start)).map_err(|_| panicked())?;
    let ending = poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context)));
        polled.unwrap_or_else(|_| Poll::Ready(Err(panicked())))
    });
    let Some(limit) = limit else { return ending.await };
    tokio::time::timeout(limit, ending).await.unwrap_or_else(|_| Err(HandlerError::new(too_long(limit.as_secs_f64()))))
}

/// Waits for a store of the app. One that takes longer than `limit` has failed: the call is dropped at its `await`.
pub(crate) async fn in_time<T>(
    call: impl Future<Output = Result<T, StoreError>>,
    limit: Duration,
) -> Result<T, String> {
    match tokio::time::timeout(limit, call).await {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err(too_long(limit.as_secs_f64())),
    }
}
