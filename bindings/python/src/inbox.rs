//! The inbox: events that are stored until they are handled.

use std::sync::Arc;

use open_platform::each_method;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::ffi::without_unit;
use open_platform::hooks::HookStep;
use open_platform::inbox::{
    self, Acceptance, DeadLetter, InboxCounts, InboxItem, InboxOptions, NackOutcome, WorkerOptions,
};
use open_platform::webhook::Reply;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::call::{Call, Closing, Typed};
use crate::client::Platform;
use crate::client_handle::{ClientHandle, ProcessClient};
use crate::errors::raise;
use crate::hooks::{HookExchange, Receiver};
use crate::observe::{INBOX, log_warnings};
use crate::process::{PerProcess, ProcessBound};
use crate::webhooks::{Accepted, Body};
use crate::workers::Workers;

#[no_panic]
#[pymethods]
impl Platform {
    /// An inbox in the store of this client.
    fn inbox(&self, py: Python<'_>, options: InboxOptions) -> PyResult<Inbox> {
        let handle = Arc::clone(&self.0);
        let inbox = Inbox { handle, options, core: PerProcess::new(), closing: Closing::new() };
        // At once, so that an option out of range is reported at once.
        inbox.current(py)?;
        Ok(inbox)
    }
}

/// Events that are stored until they are handled. A forked child has its own inbox, with the same store.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Inbox {
    handle: Arc<ClientHandle>,
    options: InboxOptions,
    core: PerProcess<inbox::Inbox>,
    closing: Closing,
}

impl Inbox {
    fn current(&self, py: Python<'_>) -> PyResult<(inbox::Inbox, Arc<ProcessClient>)> {
        let client = self.handle.current(py)?;
        let inbox = self.core.get(py, || client.platform.inbox(self.options.clone()).map_err(raise))?;
        Ok((inbox, client))
    }

    fn call<T, F>(&self, py: Python<'_>, begin: impl FnOnce(inbox::Inbox) -> F + Send + 'static) -> PyResult<Typed<T>>
    where
        T: for<'py> IntoPyObject<'py> + Send + 'static,
        F: Future<Output = open_platform::Result<T>> + Send + 'static,
    {
        INBOX.note(py);
        let (inbox, _) = self.current(py)?;
        Ok(Call::of(&self.handle, async move |_| inbox.logged(begin(inbox.clone()), log_warnings).await))
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
    fn store(&self, py: Python<'_>, exchange: &Bound<'_, HookExchange>) -> PyResult<Typed<HookStep>> {
        let exchange = Arc::clone(&exchange.get().core);
        self.call(py, async move |inbox| exchange.store(&inbox).await)
    }

    fn accept(&self, py: Python<'_>, accepted: Accepted, body: Body<'_>) -> PyResult<Typed<Acceptance>> {
        let (accepted, body) = (accepted.0, body.0.to_vec());
        self.call(py, async move |inbox| inbox.accept(accepted, body).await)
    }

    /// Waits for the next event and leases it. `None`: the inbox was closed.
    fn next(&self, py: Python<'_>) -> PyResult<Typed<Option<InboxItem>>> {
        let (inbox, client) = self.current(py)?;
        let closing = self.closing.watch(py, &client)?;
        Ok(Call::of(&self.handle, async move |_| inbox.logged(closing.unless_closed(inbox.next()), log_warnings).await))
    }

    /// The workers of this inbox in this process, which call the handlers of the receiver.
    fn workers(&self, receiver: &Bound<'_, Receiver>, options: WorkerOptions) -> PyResult<Workers> {
        let (inbox, client) = self.current(receiver.py())?;
        let workers = receiver.get().core.workers(&inbox, options).map_err(without_unit).map_err(raise)?;
        let closing = self.closing.watch(receiver.py(), &client)?;
        Ok(Workers::new(&self.handle, client, workers, closing))
    }

    /// Extends the lease of an item until the returned object is ended or dropped.
    fn keep(&self, py: Python<'_>, id: Given<String>) -> PyResult<Lease> {
        let id = id.required("id")?;
        let (inbox, client) = self.current(py)?;
        let background = client.process.background()?;
        let _entered = background.handle().enter();
        Ok(Lease(ProcessBound::new(inbox.keep(id).map_err(raise)?)))
    }

    /// Makes `next` return `None`, also that of its workers.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.closing.close(py)
    }
}

/// Extends the lease of an event while it is handled. A forked child leaks it.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Lease(ProcessBound<inbox::Lease>);

#[no_panic]
#[pymethods]
impl Lease {
    /// Stops extending the lease.
    fn end(&self) {
        if let Ok(lease) = self.0.get() {
            lease.end();
        }
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.end()
    }
}

/// A method for each operation of the core's inbox: `name(arguments) -> value = |inbox| call;`.
macro_rules! operations {
    ($class:ident { $(
        $(#[$about:meta])* $name:ident($($argument:ident: $type:ty),*) -> $value:ty = |$core:ident| $call:expr;
    )+ }) => {
        #[no_panic]
        #[pymethods]
        impl $class {$(
            $(#[$about])*
            fn $name(&self, py: Python<'_>, $($argument: Given<$type>),*) -> PyResult<Typed<$value>> {
                $(let $argument = $argument.required(stringify!($argument))?;)*
                self.call(py, async move |$core| $call.await)
            }
        )+}
    };
}
each_method!(inbox operations Inbox);
