//! An attempt of a worker at an event: what is stored for each outcome of the handler, and the limits of its time.

use std::future::pending;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, watch};

use super::entry::read_attempt_id;
use super::handle::{Inbox, InboxItem, Lease, NackOutcome};
use super::run::too_long;
use crate::error::Result;
#[cfg(doc)]
use crate::inbox::Workers;
use crate::lock::lock;

/// How the handler of an event ended.
#[cfg_attr(any(feature = "node", feature = "uniffi"), crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The event was handled.
    Handled,
    /// The handler failed. The event is tried again later, and becomes a dead letter after its last attempt; at once if the reason is
    /// the class of [`AmbiguousOutcome`](crate::error::AmbiguousOutcome), because the next attempt would repeat a call that may have been
    /// executed.
    Failed {
        /// The reason, which is stored with the event. It must contain no secrets and no text that users wrote.
        reason: String,
        /// The text for the log, such as the reason with the place in the source. It must not contain such data either.
        detail: String,
    },
    /// No further attempt can succeed: the event becomes a dead letter at once.
    GivenUp {
        /// The reason, which is stored with the event. It must contain no secrets and no text that users wrote.
        reason: String,
    },
    /// The handler was cancelled, or the process ends: as if the event had not been handed out.
    Interrupted,
}

impl Ending {
    /// A failure whose reason is also the text for the log.
    pub(super) fn failed(reason: String) -> Self {
        Self::Failed { detail: reason.clone(), reason }
    }
}

/// Whether a failure, which begins with the class of its error in the language of the app, is that of a call that may have been executed.
pub(crate) fn is_outcome_unclear(failure: &str) -> bool {
    let mut words = failure.split(|letter: char| !letter.is_alphanumeric() && letter != '_').take(2);
    words.any(|word| matches!(word, "ambiguous_outcome" | "AmbiguousOutcome" | "AmbiguousOutcomeException"))
}

/// What follows from such a failure.
pub(crate) const UNCLEAR: &str = "and the event is not handled again, because a call may have been executed";

/// Why the workers ended an attempt before its handler.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cutoff {
    /// It took longer than a handler may. It counts as failed.
    HandlerTimeout,
    /// It was still running when the end of the workers had waited for it long enough. The event was released.
    DrainTimeout,
}

/// An event that is being handled: [`Workers::next`]. Its lease is extended until it has ended. If it is dropped, it counts as
/// [`Ending::Interrupted`].
#[derive(Debug)]
#[must_use = "the event is released when this is dropped"]
pub struct InboxAttempt(Arc<Running>);

/// What the owner of an attempt shares with the task that watches its limits.
#[derive(Debug)]
struct Running {
    inbox: Inbox,
    id: String,
    label: String,
    number: i64,
    /// The runtime that the attempt began in. Its owner may drop it on a thread without one, as another language does.
    runtime: Option<Handle>,
    /// `None` after its end.
    open: Mutex<Option<Open>>,
    state: watch::Sender<State>,
}

/// What an attempt holds until its result is stored.
#[derive(Debug)]
struct Open {
    _slot: OwnedSemaphorePermit,
    /// The task that extends the lease.
    _lease: Lease,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Open,
    Ended(Option<Cutoff>),
}

impl InboxAttempt {
    /// Begins an attempt at an event that was handed out. `limit` is the time for its handler; `drained` completes when it must
    /// be released.
    pub(super) fn begin(
        inbox: &Inbox,
        item: &InboxItem,
        slot: OwnedSemaphorePermit,
        limit: Option<Duration>,
        drained: impl Future<Output = ()> + Send + 'static,
    ) -> Result<Self> {
        read_attempt_id(&item.id)?;
        let (id, label, number) = (item.id.clone(), item.delivery.label(), item.attempts);
        let (open, state) = (Mutex::default(), watch::Sender::new(State::Open));
        let runtime = Handle::try_current().ok();
        let running = Arc::new(Running { inbox: inbox.clone(), id, label, number, runtime, open, state });
        // The task starts only when the attempt is complete.
        let mut open = lock(&running.open);
        let watching = inbox.queue().background.spawn(Arc::clone(&running).watch(limit, drained));
        *open = Some(Open { _slot: slot, _lease: Lease::of(&watching) });
        drop(open);
        Ok(Self(running))
    }

    /// Ends the attempt. Its result is stored also if the caller is cancelled. If it cannot be stored, the event is handled again
    /// when its lease ends. A failure, and a result that is not stored, are logged: [`Workers::logs`].
    ///
    /// Only the first end counts. The end of a handler that was cut off has no effect.
    pub async fn end(&self, ending: Ending) {
        if let Some(open) = self.0.close(None) {
            // An error means that the runtime is shutting down: then the lease expires.
            let _ = self.0.inbox.queue().background.spawn(Arc::clone(&self.0).store(open, ending)).await;
        }
    }

    /// Waits until the attempt has ended. `Some`: the workers have ended it, so cancel its handler. The result of the handler
    /// does not count any more, and another event is handed out in its place, also if the handler cannot be cancelled.
    pub async fn ended(&self) -> Option<Cutoff> {
        let mut state = self.0.state.subscribe();
        match state.wait_for(|state| matches!(state, State::Ended(_))).await.as_deref() {
            Ok(State::Ended(cutoff)) => *cutoff,
            // The sender lives as long as this.
            Ok(State::Open) | Err(_) => None,
        }
    }
}

impl Drop for InboxAttempt {
    fn drop(&mut self) {
        let Some(open) = self.0.close(None) else { return };
        let background = &self.0.inbox.queue().background;
        let runtime = Handle::try_current().ok().or_else(|| self.0.runtime.clone());
        let _entered = runtime.as_ref().map(Handle::enter);
        // Without a runtime, or after its end, the lease expires instead.
        if background.has_runtime() || runtime.is_some() {
            background.spawn(Arc::clone(&self.0).store(open, Ending::Interrupted));
        }
    }
}

impl Running {
    /// Ends it, and returns what it holds. `None`: it had ended before.
    fn close(&self, cutoff: Option<Cutoff>) -> Option<Open> {
        let open = lock(&self.open).take()?;
        self.state.send_replace(State::Ended(cutoff));
        Some(open)
    }

    /// Stores the end of the attempt.
    async fn store(self: Arc<Self>, open: Open, ending: Ending) {
        let (queue, id) = (self.inbox.queue(), &*self.id);
        let ended = match ending {
            Ending::Handled => self.inbox.ack(id).await.map(drop),
            Ending::GivenUp { reason } => self.inbox.give_up(id, reason).await.map(drop),
            Ending::Interrupted => self.inbox.release(id).await.map(drop),
            Ending::Failed { reason, detail } if is_outcome_unclear(&reason) => {
                let text = format!("attempt {} at an event failed, {UNCLEAR}: {detail}: {}", self.number, self.label);
                self.inbox.give_up(id, reason).await.map(|is_given_up| {
                    // Otherwise the result of another worker decides.
                    if is_given_up {
                        queue.add_error(text);
                    }
                })
            }
            Ending::Failed { reason, detail } => self.inbox.nack(id, reason).await.map(|outcome| {
                let consequence = match outcome {
                    NackOutcome::DeadLetter => "and was the last",
                    // The result of another worker decides.
                    NackOutcome::LeaseLost => return,
                    NackOutcome::Retry => "and is tried again later",
                };
                let number = self.number;
                queue
                    .add_error(format!("attempt {number} at an event failed, {consequence}: {detail}: {}", self.label));
            }),
        };
        if let Err(error) = ended {
            let text = "the result of an event could not be stored, so it is handled again";
            queue.add_error(format!("{text}: {}: {error}", self.label));
        }
        drop(open);
    }

    /// Extends the lease until the attempt has ended, and ends it at its limits.
    async fn watch(self: Arc<Self>, limit: Option<Duration>, drained: impl Future<Output = ()>) {
        let timeout = async {
            match limit {
                Some(limit) => tokio::time::sleep(limit).await,
                None => pending().await,
            }
        };
        let keep = async {
            if let Ok((key, claims)) = read_attempt_id(&self.id) {
                self.inbox.queue().keep(key, claims).await;
            }
            // The limits apply also after another worker got the event.
            pending().await
        };
        let mut keep = pin!(keep);
        let cutoff = tokio::select! {
            () = timeout => Cutoff::HandlerTimeout,
            () = drained => Cutoff::DrainTimeout,
            () = &mut keep => return,
        };
        let Some(open) = self.close(Some(cutoff)) else { return };
        let ending = match (cutoff, limit) {
            (Cutoff::HandlerTimeout, Some(limit)) => Ending::failed(too_long(limit.as_secs_f64())),
            _ => Ending::Interrupted,
        };
        tokio::select! {
            () = Arc::clone(&self).store(open, ending) => {}
            () = keep => {}
        }
    }
}
