//! An attempt of a worker at an event: what it does with the outcome of the handler. The loops of all packages use it.

use super::handle::{Inbox, InboxItem, Lease, NackOutcome};
use crate::error::Result;

/// How many events a process handles at once, unless the app says otherwise: the same in all packages.
pub const DEFAULT_WORKERS: usize = 4;

/// How the handler of an event ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The event was handled.
    Handled,
    /// The handler failed. The event is tried again later, and becomes a dead letter after its last attempt.
    Failed {
        /// The reason, which is stored with the event. It must contain no secrets and no text that users wrote.
        reason: String,
        /// What is logged in its place, such as the reason and the place in the source. The same rule applies.
        detail: String,
    },
    /// No further attempt can succeed: the event becomes a dead letter at once.
    GivenUp {
        /// The reason, as above.
        reason: String,
    },
    /// The handler was cancelled, or the process ends: as if the event had not been handed out.
    Interrupted,
}

/// An event that a worker of the app's own handles: [`Inbox::attempt`]. Its lease is extended until it ends. If it is dropped, it counts
/// as [`Ending::Interrupted`].
#[derive(Debug)]
#[must_use = "the event is released when this is dropped"]
pub struct Attempt {
    inbox: Inbox,
    /// `None` after its end.
    id: Option<String>,
    label: String,
    number: i64,
    /// Kept until the result is stored, which may take long too.
    _lease: Lease,
}

impl Inbox {
    /// Begins an attempt at an event that was handed out: extends its lease as [`keep`](Self::keep) does, until the attempt ends.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) for a malformed id.
    pub fn attempt(&self, item: &InboxItem) -> Result<Attempt> {
        let lease = self.keep(&*item.id)?;
        let (label, number) = (item.delivery.label(), item.attempts);
        Ok(Attempt { inbox: self.clone(), id: Some(item.id.clone()), label, number, _lease: lease })
    }
}

impl Attempt {
    /// Ends the attempt, and returns what to log, if anything. If the result cannot be stored, the event is handled again when its
    /// lease ends.
    pub async fn end(mut self, ending: Ending) -> Option<String> {
        let id = self.id.take()?;
        let inbox = &self.inbox;
        let ended = match ending {
            Ending::Handled => inbox.ack(id).await.map(|_| None),
            Ending::GivenUp { reason } => inbox.give_up(id, reason).await.map(|_| None),
            Ending::Interrupted => inbox.release(id).await.map(|_| None),
            Ending::Failed { reason, detail } => inbox.nack(id, reason).await.map(|outcome| {
                let text = || format!("Attempt {} at an event failed with {detail}: {}", self.number, self.label);
                (outcome == NackOutcome::Retry).then(text)
            }),
        };
        ended.unwrap_or_else(|error| {
            let text = "The result of an event could not be stored, so it is handled again";
            Some(format!("{text}: {}: {error}", self.label))
        })
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else { return };
        let (inbox, background) = (self.inbox.clone(), &self.inbox.queue().background);
        // Without a runtime, the lease expires instead.
        if background.has_runtime() || tokio::runtime::Handle::try_current().is_ok() {
            background.spawn(async move {
                if let Err(error) = inbox.release(id).await {
                    tracing::warn!(%error, "an event could not be put back, and comes again when its lease ends");
                }
            });
        }
    }
}
