//! A call that runs as a background task while a caller waits for its outcome.

use std::sync::{Arc, Mutex};

use pyo3::PyResult;
use tokio::task::AbortHandle;

use crate::call::{CallOutcome, Running};
use crate::errors::without_thread;
use crate::process::{Process, lock};

/// A running call. Dropping it cancels the call.
pub(crate) struct PendingCall {
    completion: Arc<Mutex<Completion>>,
    process: u32,
}

/// The shared state of a call and its task.
enum Completion {
    Waiting(Option<AbortHandle>),
    Done(CallOutcome),
    /// There will be no outcome: the process is exiting.
    Lost,
    /// The caller has stopped waiting, or has taken the outcome.
    Abandoned,
}

/// The result of [`PendingCall::poll`].
pub(crate) enum CallState {
    Pending,
    Outcome(CallOutcome),
    Lost,
}

/// Completes a call. If it is dropped before, the outcome is lost.
struct Completer<F: FnOnce()> {
    completion: Arc<Mutex<Completion>>,
    /// Wakes the caller.
    notify: Option<F>,
}

impl<F: FnOnce()> Completer<F> {
    fn end(&mut self, end: Completion) {
        let Some(notify) = self.notify.take() else { return };
        let mut completion = lock(&self.completion);
        if let Completion::Waiting(_) = &*completion {
            *completion = end;
            drop(completion);
            notify();
        }
    }
}

impl<F: FnOnce()> Drop for Completer<F> {
    fn drop(&mut self) {
        self.end(Completion::Lost);
    }
}

impl PendingCall {
    /// Starts a call in the background. `notify` is called when the outcome is available or lost.
    pub(crate) fn begin(process: &Process, running: Running, notify: impl FnOnce() + Send + 'static) -> PyResult<Self> {
        let background = process.background().map_err(|error| without_thread(&error))?;
        let completion = Arc::new(Mutex::new(Completion::Waiting(None)));
        let mut completer = Completer { completion: Arc::clone(&completion), notify: Some(notify) };
        background.send(move || {
            let expected = Arc::clone(&completer.completion);
            let task = tokio::spawn(async move {
                let outcome = running.await;
                completer.end(Completion::Done(outcome));
            });
            let is_abandoned = match &mut *lock(&expected) {
                Completion::Waiting(abort) => {
                    *abort = Some(task.abort_handle());
                    false
                }
                _ => true,
            };
            if is_abandoned {
                task.abort();
            }
        });
        Ok(Self { completion, process: process.id })
    }

    /// Takes the outcome if it is available.
    pub(crate) fn poll(&self) -> CallState {
        let mut completion = lock(&self.completion);
        match &*completion {
            Completion::Done(_) => match std::mem::replace(&mut *completion, Completion::Abandoned) {
                Completion::Done(outcome) => CallState::Outcome(outcome),
                _ => CallState::Pending,
            },
            Completion::Lost => CallState::Lost,
            Completion::Waiting(_) | Completion::Abandoned => CallState::Pending,
        }
    }

    /// Whether it was started in this process: calls of a parent process never complete here.
    pub(crate) fn is_current_process(&self) -> bool {
        crate::process::is(self.process)
    }
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        // In a forked child a lock of the parent may be held forever.
        if self.is_current_process() {
            let before = std::mem::replace(&mut *lock(&self.completion), Completion::Abandoned);
            if let Completion::Waiting(Some(task)) = before {
                task.abort();
            }
        }
    }
}
