//! Calling a handler in Rust with the events of the workers.

use std::any::type_name;
use std::future::pending;
use std::sync::Arc;

use tokio::task::JoinHandle;

use super::attempt::{Ending, InboxAttempt};
use super::handle::{Inbox, InboxItem};
use super::workers::{WorkerOptions, Workers};
use crate::error::{Error, Result};

/// Why a handler failed. The reason is stored with the event and with dead letters, so it must not contain secrets.
///
/// The operator `?` converts any error. Of an error of this crate its [`code`](Error::code) is stored and logged, of any other the
/// name of its type, since its text may contain data of the event. Of an [`Error::Config`], whose text names a setting and no value,
/// the text is logged, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerError {
    reason: String,
    /// The text for the log, if it is not the reason.
    detail: Option<String>,
    is_final: bool,
}

impl HandlerError {
    /// An error with this reason. It must not contain secrets or text that users wrote.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), detail: None, is_final: false }
    }

    /// The reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The text for the log.
    pub(crate) fn detail(&self) -> &str {
        self.detail.as_ref().unwrap_or(&self.reason)
    }

    /// Marks the error as permanent: the event becomes a dead letter at once.
    #[must_use]
    pub fn for_good(mut self) -> Self {
        self.is_final = true;
        self
    }
}

/// The reason of a failure: something took longer than its limit, in seconds.
pub fn too_long(seconds: f64) -> String {
    format!("it took longer than {seconds} s")
}

impl<E: std::error::Error + 'static> From<E> for HandlerError {
    fn from(error: E) -> Self {
        let own = (&error as &dyn std::any::Any).downcast_ref::<Error>();
        let detail = own.filter(|own| matches!(own, Error::Config { .. })).map(|own| format!("{}: {own}", own.code()));
        Self { detail, ..Self::new(own.map_or_else(type_name::<E>, Error::code)) }
    }
}

impl Inbox {
    /// Calls `handler` with the events of the inbox, at most `workers` at a time, each in its own task, for as long as the
    /// returned future is awaited. Any number of processes may do so. Each event goes to one of them.
    ///
    /// - While a handler runs, its lease is extended, however long it takes.
    /// - `Ok` acknowledges the event. After an error it is retried later, and after its last attempt it is a dead letter.
    /// - A handler that panics counts as failed. Other handlers are not affected.
    /// - When the future is dropped, running handlers are dropped at their next `await`, and their events are released.
    ///   [`run_until`](Self::run_until) lets them finish.
    /// - Conditions that an app should know of are logged, with the type and the dedupe key of the event: see
    ///   [`Workers::logs`].
    ///
    /// [`Workers::run`] does the same with time limits for the handlers and for their end.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if `workers` is 0 or more than 10,000. Otherwise it does not return.
    pub async fn run<H, F>(&self, workers: usize, handler: H) -> Result<()>
    where
        H: Fn(InboxItem) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        self.run_until(workers, handler, pending::<()>()).await
    }

    /// As [`run`](Self::run), until `stop` is ready: then no further event is taken, and it returns when the running handlers
    /// have ended.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn run_until<H, F>(&self, workers: usize, handler: H, stop: impl Future) -> Result<()>
    where
        H: Fn(InboxItem) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        let workers = Some(i64::try_from(workers).unwrap_or(i64::MAX));
        self.workers(WorkerOptions { workers, ..WorkerOptions::default() })?.run_until(handler, stop).await
    }
}

impl Workers {
    /// Calls `handler` with the events of the inbox until [`stop`](Self::stop), as [`Inbox::run`] does. A handler that is cut off
    /// by a time limit is dropped at its next `await`; code that never awaits cannot be interrupted.
    ///
    /// # Errors
    /// [`Error::Config`] if the runtime has ended.
    pub async fn run<H, F>(&self, handler: H) -> Result<()>
    where
        H: Fn(InboxItem) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        self.run_until(handler, pending::<()>()).await
    }

    /// As [`run`](Self::run), until `stop` is ready or [`stop`](Self::stop) was called. Then it [drains](Self::drain).
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn run_until<H, F>(&self, handler: H, stop: impl Future) -> Result<()>
    where
        H: Fn(InboxItem) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        let handler = Arc::new(handler);
        let spawn = |_| Task(self.background().spawn(self.clone().work(Arc::clone(&handler))));
        let tasks: Vec<_> = (0..self.count()).map(spawn).collect();
        tokio::select! {
            _ = stop => {}
            // They end after a stop, or when the runtime has ended.
            () = self.stopped() => {}
        }
        self.drain().await;
        let mut ended = Ok(());
        for task in tasks {
            // A worker does not panic: the handler runs in its own task.
            ended = ended.and(task.join().await.unwrap_or(Ok(())));
        }
        ended
    }

    /// One worker.
    async fn work<H, F>(self, handler: Arc<H>) -> Result<()>
    where
        H: Fn(InboxItem) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        // After an error the other workers cannot go on either.
        while let Some((item, attempt)) = self.next().await.inspect_err(|_| self.stop())? {
            let handler = Arc::clone(&handler);
            // The handler is called inside the task, because the call itself may panic.
            let handling = Task(self.background().spawn(async move { handler(item).await }));
            handle(attempt, handling).await;
        }
        Ok(())
    }
}

/// Waits for a handler or for the end of its time, and ends its attempt.
async fn handle(attempt: InboxAttempt, handling: Task<Result<(), HandlerError>>) {
    let outcome = tokio::select! {
        outcome = handling.join() => outcome,
        _ = attempt.ended() => return,
    };
    attempt
        .end(match outcome {
            Ok(Ok(())) => Ending::Handled,
            Ok(Err(error)) if error.is_final => Ending::GivenUp { reason: error.reason },
            Ok(Err(error)) => Ending::Failed { detail: error.detail().to_owned(), reason: error.reason },
            Err(true) => Ending::failed("the handler panicked".to_owned()),
            // The runtime is shutting down: the event is released.
            Err(false) => Ending::Interrupted,
        })
        .await;
}

/// A task that is aborted when this is dropped.
struct Task<T>(JoinHandle<T>);

impl<T> Task<T> {
    /// Waits for the task. The error tells whether it panicked.
    async fn join(mut self) -> Result<T, bool> {
        (&mut self.0).await.map_err(|error| error.is_panic())
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
