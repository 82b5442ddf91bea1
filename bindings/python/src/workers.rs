//! The workers of an inbox. The package has their threads or tasks, and calls the handlers.

use std::sync::Arc;

use open_platform::ffi::python::no_panic;
use open_platform::inbox::{self, Ending, InboxItem, WorkerLog};
use pyo3::prelude::*;

use crate::call::{Call, ClosingWatch, NoValue, RetainedClient, Typed};
use crate::client_handle::{ClientHandle, ProcessClient};
use crate::observe::INBOX;
use crate::process::ProcessBound;

/// The workers of an inbox in the process that made them. After the client was closed there is no next event, but attempts still
/// end as their handlers do.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Workers {
    handle: Arc<ClientHandle>,
    client: Arc<RetainedClient>,
    core: ProcessBound<inbox::Workers>,
    closing: ProcessBound<ClosingWatch>,
}

impl Workers {
    pub(crate) fn new(
        handle: &Arc<ClientHandle>,
        client: Arc<ProcessClient>,
        core: inbox::Workers,
        closing: ClosingWatch,
    ) -> Self {
        let (handle, client) = (Arc::clone(handle), Arc::new(ProcessBound::new(client)));
        Self { handle, client, core: ProcessBound::new(core), closing: ProcessBound::new(closing) }
    }
}

#[no_panic]
#[pymethods]
impl Workers {
    /// How many events are handled at once.
    #[getter]
    fn count(&self) -> PyResult<usize> {
        Ok(self.core.get()?.count())
    }

    /// Waits for an event that may be handled now, and for a free worker. `None`: the workers were stopped, or the inbox was
    /// closed. It waits while the store fails.
    fn next(&self, py: Python<'_>) -> PyResult<Typed<Option<(InboxItem, InboxAttempt)>>> {
        INBOX.note(py);
        let (core, closing) = (self.core.get()?.clone(), self.closing.get()?.clone());
        let (handle, client) = (Arc::clone(&self.handle), Arc::clone(&self.client));
        Ok(Call::of(&self.handle, async move |_| {
            let next = closing.unless_closed(core.next()).await?.flatten();
            Ok(next.map(|(item, attempt)| {
                (item, InboxAttempt { handle, client, core: ProcessBound::new(Arc::new(attempt)) })
            }))
        }))
    }

    /// Makes `next` return `None`.
    fn stop(&self) -> PyResult<()> {
        self.core.get()?.stop();
        Ok(())
    }

    /// Stops, and waits for the attempts that run, for at most `drain_timeout_seconds`. Releases the events of the others, and
    /// returns their number.
    fn drain(&self) -> PyResult<Typed<usize>> {
        let core = self.core.get()?.clone();
        Call::of(&self.handle, async move |_| Ok(core.drain().await)).with(&self.client)
    }

    /// Waits for lines for the log of the app. `None`: the workers were drained, and no lines are left.
    fn logs(&self) -> PyResult<Typed<Option<Vec<WorkerLog>>>> {
        let core = self.core.get()?.clone();
        Call::of(&self.handle, async move |_| Ok(core.logs().await)).with(&self.client)
    }
}

/// An attempt at an event. Only its first end counts. If it is dropped without one, its event is put back.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct InboxAttempt {
    handle: Arc<ClientHandle>,
    client: Arc<RetainedClient>,
    core: ProcessBound<Arc<inbox::InboxAttempt>>,
}

impl InboxAttempt {
    fn end(&self, py: Python<'_>, ending: Ending) -> PyResult<Typed<NoValue>> {
        INBOX.note(py);
        let attempt = Arc::clone(self.core.get()?);
        Call::of(&self.handle, async move |_| {
            attempt.end(ending).await;
            Ok(())
        })
        .with(&self.client)
    }
}

#[no_panic]
#[pymethods]
impl InboxAttempt {
    /// The event was handled.
    fn handled(&self, py: Python<'_>) -> PyResult<Typed<NoValue>> {
        self.end(py, Ending::Handled)
    }

    /// The handler failed: `reason` is stored, `detail` is logged. Both without secrets and text of users.
    fn failed(&self, py: Python<'_>, reason: String, detail: String) -> PyResult<Typed<NoValue>> {
        self.end(py, Ending::Failed { reason, detail })
    }

    /// The handler was cancelled: as if the event had not been handed out.
    fn interrupted(&self, py: Python<'_>) -> PyResult<Typed<NoValue>> {
        self.end(py, Ending::Interrupted)
    }

    /// Waits for the end of the attempt. `True`: its time is over, and the handler is to be cancelled.
    fn ended(&self) -> PyResult<Typed<bool>> {
        let attempt = Arc::clone(self.core.get()?);
        Call::of(&self.handle, async move |_| Ok(attempt.ended().await.is_some())).with(&self.client)
    }
}
