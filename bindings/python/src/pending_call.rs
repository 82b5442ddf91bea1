//! A call that runs as a background task while a caller waits for its outcome.

use pyo3::PyResult;
use tokio::sync::oneshot::error::TryRecvError;
use tokio::sync::oneshot::{Receiver, Sender, channel};

use crate::call::{CallOutcome, Running};
use crate::process::{Process, ProcessBound};

/// A running call. Dropping it cancels the call. A forked child leaks it: a lock of the parent may be held there forever.
pub(crate) struct PendingCall(ProcessBound<Receiver<CallOutcome>>);

/// The result of [`PendingCall::poll`].
pub(crate) enum CallState {
    Pending,
    Outcome(CallOutcome),
    /// There will be no outcome: the process is exiting.
    Lost,
    /// It was begun in the parent of this process: it never completes here.
    Inherited,
}

/// Completes a call, and wakes its caller with the function. If it is dropped before, the outcome is lost.
struct Completer<F: FnOnce()>(Option<(Sender<CallOutcome>, F)>);

impl<F: FnOnce()> Completer<F> {
    /// Waits until the caller has stopped waiting.
    async fn abandoned(&mut self) {
        if let Some((sender, _)) = &mut self.0 {
            sender.closed().await;
        }
    }

    fn end(&mut self, outcome: Option<CallOutcome>) {
        let Some((sender, notify)) = self.0.take() else { return };
        if sender.is_closed() {
            return;
        }
        match outcome {
            // An error means that the caller has just stopped waiting.
            Some(outcome) => drop(sender.send(outcome)),
            None => drop(sender),
        }
        notify();
    }
}

impl<F: FnOnce()> Drop for Completer<F> {
    fn drop(&mut self) {
        self.end(None);
    }
}

impl PendingCall {
    /// Starts a call in the background. `notify` is called when the outcome is available or lost.
    pub(crate) fn begin(process: &Process, running: Running, notify: impl FnOnce() + Send + 'static) -> PyResult<Self> {
        let background = process.background()?;
        let (sender, receiver) = channel();
        let mut completer = Completer(Some((sender, notify)));
        background.send(move || {
            tokio::spawn(async move {
                tokio::select! {
                    // In this order, so that a call that was abandoned before it began sends nothing.
                    biased;
                    () = completer.abandoned() => {}
                    outcome = running => completer.end(Some(outcome)),
                }
            });
        });
        Ok(Self(ProcessBound::of(process, receiver)))
    }

    /// Takes the outcome if it is available.
    pub(crate) fn poll(&mut self) -> CallState {
        let Some(receiver) = self.0.get_mut() else { return CallState::Inherited };
        let ended = match receiver.try_recv() {
            Err(TryRecvError::Empty) => return CallState::Pending,
            Err(TryRecvError::Closed) => CallState::Lost,
            Ok(outcome) => CallState::Outcome(outcome),
        };
        self.0.release();
        ended
    }

    /// Whether it may complete: it was started in this process, and has not ended.
    pub(crate) fn is_own(&self) -> bool {
        self.0.is_own()
    }
}
