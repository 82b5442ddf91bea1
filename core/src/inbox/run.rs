//! The loop of a worker: leases events, calls the handler, and acknowledges them.

use std::any::type_name;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::attempt::Ending;
use super::handle::{Inbox, InboxItem};
use crate::error::{Error, Result};

/// How long a worker waits after an error of the inbox.
const PAUSE: Duration = Duration::from_secs(1);

/// Why a handler failed. The reason is stored with the event and with dead letters, so it must not contain secrets.
///
/// The operator `?` converts any error. Of an error of this crate its [`code`](Error::code) is stored, of any other the name
/// of its type, since its text may contain data of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerError {
    reason: String,
    is_final: bool,
}

impl HandlerError {
    /// An error with this reason. It must not contain secrets or text that users wrote.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), is_final: false }
    }

    /// The reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Marks the error as permanent: the event becomes a dead letter at once.
    #[must_use]
    pub fn for_good(mut self) -> Self {
        self.is_final = true;
        self
    }
}

impl<E: std::error::Error + 'static> From<E> for HandlerError {
    fn from(error: E) -> Self {
        let own = (&error as &dyn std::any::Any).downcast_ref::<Error>();
        Self::new(own.map_or_else(type_name::<E>, Error::code))
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
    /// - Conditions that an app should know of are logged as warnings, with the type and the dedupe key of the event: see
    ///   [`warnings`](Self::warnings).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if `workers` is 0. Otherwise it does not return.
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
    /// [`Error::InvalidInput`] if `workers` is 0.
    pub async fn run_until<H, F>(&self, workers: usize, handler: H, stop: impl Future) -> Result<()>
    where
        H: Fn(InboxItem) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        if workers == 0 {
            return Err(Error::invalid("workers", "must be at least 1"));
        }
        let handler = Arc::new(handler);
        let (stopping, stopped) = watch::channel(false);
        let spawn = |_| {
            let worker = Worker { inbox: self.clone(), handler: Arc::clone(&handler), stopped: stopped.clone() };
            Task(self.queue().background.spawn(worker.work()))
        };
        let tasks: Vec<_> = (0..workers).map(spawn).collect();
        stop.await;
        stopping.send_replace(true);
        for task in tasks {
            // A worker does not panic: the handler runs in its own task.
            let _ = task.join().await;
        }
        Ok(())
    }
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

struct Worker<H> {
    inbox: Inbox,
    handler: Arc<H>,
    stopped: watch::Receiver<bool>,
}

impl<H, F> Worker<H>
where
    H: Fn(InboxItem) -> F + Send + Sync + 'static,
    F: Future<Output = Result<(), HandlerError>> + Send + 'static,
{
    async fn work(mut self) {
        loop {
            let item = {
                let mut stopped = pin!(self.stopped.wait_for(|stopped| *stopped));
                tokio::select! {
                    biased;
                    _ = &mut stopped => return,
                    item = self.inbox.next() => item,
                }
            };
            match item {
                Ok(item) => self.handle(item).await,
                Err(error) => {
                    tracing::warn!(%error, "no event can be taken from the inbox, trying again");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    async fn handle(&self, item: InboxItem) {
        let attempt = match self.inbox.attempt(&item) {
            Ok(attempt) => attempt,
            // An item of the inbox has a valid id.
            Err(error) => return tracing::error!(%error, "an event cannot be handled"),
        };
        let handler = Arc::clone(&self.handler);
        // The handler is called inside the task, because the call itself may panic.
        let outcome = Task(self.inbox.queue().background.spawn(async move { handler(item).await })).join().await;
        let failed = |reason: String| Ending::Failed { detail: reason.clone(), reason };
        let ending = match outcome {
            Ok(Ok(())) => Ending::Handled,
            Ok(Err(error)) if error.is_final => Ending::GivenUp { reason: error.reason },
            Ok(Err(error)) => failed(error.reason),
            Err(true) => failed("the handler panicked".to_owned()),
            // The runtime is shutting down: the event is released.
            Err(false) => return,
        };
        if let Some(text) = attempt.end(ending).await {
            tracing::warn!("{text}");
        }
    }
}
