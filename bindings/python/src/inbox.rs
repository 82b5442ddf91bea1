//! The inbox: events that are stored until they are handled.

use std::sync::{Arc, Mutex};

use open_platform::ffi::python::{Given, no_panic};
use open_platform::inbox::{self, Acceptance, DeadLetter, Ending, InboxCounts, InboxItem, InboxOptions, NackOutcome};
use open_platform::webhook::Reply;
use pyo3::prelude::*;
use tokio::sync::watch;

use crate::call::{Call, Typed};
use crate::client::Platform;
use crate::client_handle::ClientHandle;
use crate::errors::raise;
use crate::hooks::Exchange;
use crate::observe::INBOX;
use crate::process;
use crate::webhooks::{Accepted, Body};

#[no_panic]
#[pymethods]
impl Platform {
    /// An inbox in the store of this client.
    fn inbox(&self, py: Python<'_>, options: InboxOptions) -> PyResult<Inbox> {
        let inbox = Inbox { handle: Arc::clone(&self.0), options, state: Mutex::default() };
        // At once, so that an option out of range is reported at once.
        inbox.current(py)?;
        Ok(inbox)
    }
}

/// How many events are handled at once, unless the app says otherwise.
#[no_panic]
#[pyfunction]
pub(crate) fn default_workers() -> usize {
    inbox::DEFAULT_WORKERS
}

/// An event that a worker handles. Its lease is extended until it ends.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct InboxAttempt {
    handle: Arc<ClientHandle>,
    attempt: Mutex<Option<Attempt>>,
}

/// What ends the attempt.
struct Attempt {
    inbox: inbox::Inbox,
    item: InboxItem,
    _lease: inbox::Lease,
}

impl Attempt {
    /// Returns what to log.
    async fn end(self, ending: Ending) -> Option<String> {
        let Self { inbox, item, _lease } = self;
        let label = item.delivery.label();
        let ended = match ending {
            Ending::Handled => inbox.ack(item.id).await.map(|_| None),
            Ending::GivenUp { reason } => inbox.give_up(item.id, reason).await.map(|_| None),
            Ending::Interrupted => inbox.release(item.id).await.map(|_| None),
            Ending::Failed { reason, detail } => inbox.nack(item.id, reason).await.map(|outcome| {
                let text = || format!("Attempt {} at an event failed with {detail}: {label}", item.attempts);
                (outcome == NackOutcome::Retry).then(text)
            }),
        };
        ended.unwrap_or_else(|error| {
            Some(format!("The result of an event could not be stored, so it is handled again: {label}: {error}"))
        })
    }
}

impl InboxAttempt {
    fn end(&self, ending: Ending) -> Typed<Option<String>> {
        let attempt = process::lock(&self.attempt).take();
        Call::of(&self.handle, async move |_| {
            Ok(match attempt {
                Some(attempt) => attempt.end(ending).await,
                None => None,
            })
        })
    }
}

/// Each returns what to log.
#[no_panic]
#[pymethods]
impl InboxAttempt {
    fn handled(&self) -> Typed<Option<String>> {
        self.end(Ending::Handled)
    }

    /// `reason` is stored, `detail` is logged.
    fn failed(&self, reason: String, detail: String) -> Typed<Option<String>> {
        self.end(Ending::Failed { reason, detail })
    }

    fn gave_up(&self, reason: String) -> Typed<Option<String>> {
        self.end(Ending::GivenUp { reason })
    }

    fn interrupted(&self) -> Typed<Option<String>> {
        self.end(Ending::Interrupted)
    }
}

/// Events that are stored until they are handled. A forked child has its own inbox, with the same store.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Inbox {
    handle: Arc<ClientHandle>,
    options: InboxOptions,
    /// Only locked by threads that are attached to the interpreter.
    state: Mutex<Option<ProcessInbox>>,
}

/// The inbox in one process.
#[derive(Clone)]
struct ProcessInbox {
    process: u32,
    inbox: inbox::Inbox,
    closed: watch::Sender<bool>,
}

impl Inbox {
    fn current(&self, py: Python<'_>) -> PyResult<ProcessInbox> {
        let client = self.handle.current(py)?;
        let mut state = process::lock(&self.state);
        match &*state {
            Some(current) if current.process == client.process.id => Ok(current.clone()),
            _ => {
                let inbox = client.platform.inbox(self.options.clone()).map_err(raise)?;
                let made = ProcessInbox { process: client.process.id, inbox, closed: watch::Sender::new(false) };
                // The parent's inbox is leaked: see `process`.
                std::mem::forget(state.replace(made.clone()));
                Ok(made)
            }
        }
    }

    fn call<T, F>(&self, py: Python<'_>, begin: impl FnOnce(inbox::Inbox) -> F + Send + 'static) -> PyResult<Typed<T>>
    where
        T: for<'py> IntoPyObject<'py> + Send + 'static,
        F: Future<Output = open_platform::Result<T>> + Send + 'static,
    {
        INBOX.note(py);
        let inbox = self.current(py)?.inbox;
        Ok(Call::of(&self.handle, |_| begin(inbox)))
    }
}

#[no_panic]
#[pymethods]
impl Inbox {
    fn receive(&self, py: Python<'_>, accepted: Accepted, body: Body<'_>) -> PyResult<Typed<Reply>> {
        let (accepted, body) = (accepted.0, body.0.to_vec());
        self.call(py, async move |inbox| Ok(inbox.receive(accepted, body).await))
    }

    /// Receives the event of a request to the hooks of this inbox.
    fn store(&self, py: Python<'_>, exchange: &Bound<'_, Exchange>) -> PyResult<Typed<()>> {
        let exchange = Arc::clone(&exchange.get().0);
        self.call(py, async move |inbox| exchange.store(&inbox).await)
    }

    fn accept(&self, py: Python<'_>, accepted: Accepted, body: Body<'_>) -> PyResult<Typed<Acceptance>> {
        let (accepted, body) = (accepted.0, body.0.to_vec());
        self.call(py, async move |inbox| inbox.accept(accepted, body).await)
    }

    /// Waits for the next event and leases it. `None`: the inbox was closed.
    fn next(&self, py: Python<'_>) -> PyResult<Typed<Option<InboxItem>>> {
        let ProcessInbox { inbox, closed, .. } = self.current(py)?;
        let mut closed = closed.subscribe();
        Ok(Call::of(&self.handle, async move |_| {
            tokio::select! {
                biased;
                _ = closed.wait_for(|closed| *closed) => Ok(None),
                item = inbox.next() => item.map(Some),
            }
        }))
    }

    /// Begins an attempt at an item that was handed out.
    fn attempt(&self, py: Python<'_>, item: InboxItem) -> PyResult<InboxAttempt> {
        let inbox = self.current(py)?.inbox;
        let lease = inbox.keep(&*item.id).map_err(raise)?;
        let attempt = Attempt { inbox, item, _lease: lease };
        Ok(InboxAttempt { handle: Arc::clone(&self.handle), attempt: Mutex::new(Some(attempt)) })
    }

    /// Waits for warnings that no call returns, at least one sentence. `None`: the inbox was closed.
    fn warnings(&self, py: Python<'_>) -> PyResult<Typed<Option<Vec<String>>>> {
        let ProcessInbox { inbox, closed, .. } = self.current(py)?;
        let mut closed = closed.subscribe();
        Ok(Call::of(&self.handle, async move |_| {
            tokio::select! {
                biased;
                warnings = inbox.warnings() => Ok(Some(warnings)),
                _ = closed.wait_for(|closed| *closed) => Ok(None),
            }
        }))
    }

    /// The pending warnings, without waiting.
    fn try_warnings(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.current(py)?.inbox.try_warnings())
    }

    #[pyo3(signature = (after = None))]
    fn dead_letters(&self, py: Python<'_>, after: Option<Given<String>>) -> PyResult<Typed<Vec<DeadLetter>>> {
        let after = Given::optional(after, "after")?;
        self.call(py, async move |inbox| inbox.dead_letters(after).await)
    }

    /// Makes `next` return `None`.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.current(py)?.closed.send_replace(true);
        Ok(())
    }
}

/// A method for each operation of the core's inbox that takes texts: `name(arguments) -> value;`.
macro_rules! operations {
    ($($name:ident($($argument:ident),*) -> $value:ty;)+) => {
        #[no_panic]
        #[pymethods]
        impl Inbox {$(
            fn $name(&self, py: Python<'_>, $($argument: Given<String>),*) -> PyResult<Typed<$value>> {
                $(let $argument = $argument.required(stringify!($argument))?;)*
                self.call(py, async move |inbox| inbox.$name($($argument),*).await)
            }
        )+}
    };
}

operations! {
    try_next() -> Option<InboxItem>;
    ack(id) -> bool;
    nack(id, reason) -> NackOutcome;
    give_up(id, reason) -> bool;
    release(id) -> bool;
    extend(id) -> bool;
    retry(id) -> bool;
    discard(id) -> bool;
    counts() -> InboxCounts;
}
