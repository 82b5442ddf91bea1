//! The loop of a worker: leases events, calls the handler, and acknowledges them.

use std::any::type_name;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::handle::{Failed, Inbox, InboxItem};
use crate::error::{Error, Result};

/// How long a worker waits before it asks a failing inbox again.
const PAUSE: Duration = Duration::from_secs(1);

/// Why a handler failed, in words that can be kept: they go into the inbox and to its dead letters.
///
/// Every error becomes one by `?`. Of an error of this crate its [`code`](Error::code) is kept, of any other the name of its
/// type: its text may hold what the event held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandlerError {
    reason: String,
    is_final: bool,
}

impl HandlerError {
    /// With words of your own. Leave secrets and what users wrote out.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), is_final: false }
    }

    /// No further attempt can help: the event becomes a dead letter at once.
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
    /// Has `handler` called with the events of the inbox, `workers` at a time, in tasks of their own, for as long as what is
    /// returned is awaited. Any number of processes may do so; each event goes to one of them.
    ///
    /// - While a handler runs its lease is extended, however long it takes.
    /// - `Ok` ends the event. After an error it comes again later, and after its last attempt it is a dead letter.
    /// - A handler that panics has failed, and disturbs no other.
    /// - When this is dropped, the handlers under way are dropped at their next `await`, and their events are put back.
    ///   [`run_until`](Self::run_until) lets them finish.
    /// - What an app should hear of is logged as a warning with the type and the dedupe key of the event: see
    ///   [`warnings`](Self::warnings).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for no workers; otherwise it does not return.
    pub async fn run<H, F>(&self, workers: usize, handler: H) -> Result<()>
    where
        H: Fn(InboxItem) -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        self.run_until(workers, handler, pending::<()>()).await
    }

    /// As [`run`](Self::run) until `stop` is there: then no further event is taken, and it returns when the handlers under
    /// way have ended.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for no workers.
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
            // A worker does not panic: what could is in a task of its own.
            let _ = task.join().await;
        }
        Ok(())
    }
}

/// A task that ends with its owner.
struct Task<T>(JoinHandle<T>);

impl<T> Task<T> {
    /// What it returned, or whether it panicked instead.
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
        let mut attempt = Attempt { inbox: self.inbox.clone(), id: Some(item.id.clone()) };
        // Until the end is stored: that may take long, too.
        let _lease = self.inbox.keep(&*item.id);
        let (label, handler, id) = (item.delivery.label(), Arc::clone(&self.handler), item.id.clone());
        // The call of the handler is inside the task, because it may panic as well.
        let outcome = Task(self.inbox.queue().background.spawn(async move { handler(item).await })).join().await;
        let ended = match outcome {
            Ok(Ok(())) => self.inbox.ack(id).await.map(drop),
            Ok(Err(error)) if error.is_final => self.inbox.give_up(id, error.reason).await.map(drop),
            Ok(Err(error)) => self.nack(id, &label, &error.reason).await,
            Err(true) => self.nack(id, &label, "the handler panicked").await,
            // The runtime ends: the event is put back.
            Err(false) => return,
        };
        attempt.id = None;
        if let Err(error) = ended {
            tracing::warn!(%error, "the inbox did not take the end of an event, which comes again: {label}");
        }
    }

    async fn nack(&self, id: String, label: &str, reason: &str) -> Result<()> {
        let failed = self.inbox.nack(id, reason).await?;
        if failed == Failed::Retry {
            tracing::warn!(reason, "a handler failed, and its event comes again later: {label}");
        }
        Ok(())
    }
}

/// Puts an event back whose worker goes away.
struct Attempt {
    inbox: Inbox,
    id: Option<String>,
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else { return };
        let inbox = self.inbox.clone();
        // Where the runtime has ended, its lease ends instead.
        if self.inbox.queue().background.has_runtime() || tokio::runtime::Handle::try_current().is_ok() {
            self.inbox.queue().background.spawn(async move {
                if let Err(error) = inbox.release(id).await {
                    tracing::warn!(%error, "an event could not be put back, and comes again when its lease ends");
                }
            });
        }
    }
}
