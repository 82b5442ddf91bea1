//! A call that the background drives while somebody waits for it.

use std::sync::{Arc, Mutex};

use pyo3::PyResult;
use tokio::task::AbortHandle;

use crate::call::{Outcome, Running};
use crate::errors::without_thread;
use crate::process::{Process, lock};

/// A call under way. Whoever lets go of it ends the call.
pub(crate) struct Flight {
    landing: Arc<Mutex<Landing>>,
    process: u32,
}

/// Where the outcome arrives.
enum Landing {
    Expected(Option<AbortHandle>),
    Landed(Outcome),
    /// It will never come: the process ends.
    Lost,
    /// Nobody waits for it any more, or somebody has it.
    Left,
}

/// What `Flight::look` finds.
pub(crate) enum Sight {
    Nothing,
    Outcome(Outcome),
    Lost,
}

/// The end of a call that lands. Let go of before, it is lost.
struct Approach<F: FnOnce()> {
    landing: Arc<Mutex<Landing>>,
    /// Tells whoever waits.
    landed: Option<F>,
}

impl<F: FnOnce()> Approach<F> {
    fn end(&mut self, end: Landing) {
        let Some(landed) = self.landed.take() else { return };
        let mut landing = lock(&self.landing);
        if let Landing::Expected(_) = &*landing {
            *landing = end;
            drop(landing);
            landed();
        }
    }
}

impl<F: FnOnce()> Drop for Approach<F> {
    fn drop(&mut self) {
        self.end(Landing::Lost);
    }
}

impl Flight {
    /// Has the background begin a call. `landed` is called when the outcome is there, or lost.
    pub(crate) fn begin(process: &Process, running: Running, landed: impl FnOnce() + Send + 'static) -> PyResult<Self> {
        let background = process.background().map_err(|error| without_thread(&error))?;
        let landing = Arc::new(Mutex::new(Landing::Expected(None)));
        let mut approach = Approach { landing: Arc::clone(&landing), landed: Some(landed) };
        background.send(move || {
            let expected = Arc::clone(&approach.landing);
            let task = tokio::spawn(async move {
                let outcome = running.await;
                approach.end(Landing::Landed(outcome));
            });
            let is_left = match &mut *lock(&expected) {
                Landing::Expected(abort) => {
                    *abort = Some(task.abort_handle());
                    false
                }
                _ => true,
            };
            if is_left {
                task.abort();
            }
        });
        Ok(Self { landing, process: process.id })
    }

    /// Takes the outcome if it is there.
    pub(crate) fn look(&self) -> Sight {
        let mut landing = lock(&self.landing);
        match &*landing {
            Landing::Landed(_) => match std::mem::replace(&mut *landing, Landing::Left) {
                Landing::Landed(outcome) => Sight::Outcome(outcome),
                _ => Sight::Nothing,
            },
            Landing::Lost => Sight::Lost,
            Landing::Expected(_) | Landing::Left => Sight::Nothing,
        }
    }

    /// Whether it was begun in this process: the parent's never lands here.
    pub(crate) fn is_here(&self) -> bool {
        crate::process::is(self.process)
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        // A lock of the parent may be held for ever.
        if self.is_here() {
            let left = std::mem::replace(&mut *lock(&self.landing), Landing::Left);
            if let Landing::Expected(Some(task)) = left {
                task.abort();
            }
        }
    }
}
