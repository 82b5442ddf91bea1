//! A call of the platform that has not started yet, and the two ways to run it: `wait()` runs it on the calling thread,
//! unless too many threads wait; `await` runs it in the background.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use open_platform::ffi::closed_meanwhile;
use open_platform::ffi::python::no_panic;
use open_platform::{OpenPlatform, Result};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyNone, PyType};
use tokio::sync::watch;

use crate::awaiting::Awaiting;
use crate::client_handle::{ClientHandle, ProcessClient};
use crate::errors::{misused, panicked, raise, unusable};
use crate::observe::{HTTP, Span, collected};
use crate::pending_call::{CallState, PendingCall};
use crate::process::{PerProcess, Process, ProcessBound, lock};

/// How often a waiting thread checks for signals such as Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// A result that is converted to a Python object when the thread is attached to the interpreter.
pub(crate) type Ready = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;
pub(crate) type CallOutcome = Result<Ready, Failed>;
pub(crate) type Start = Box<dyn FnOnce(OpenPlatform) -> Running + Send>;

/// Why there is no result.
pub(crate) enum Failed {
    Error(open_platform::Error),
    Panicked,
}

impl From<Failed> for PyErr {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Error(error) => raise(error),
            Failed::Panicked => panicked(),
        }
    }
}

/// A running call. It catches panics, so that none unwinds through the interpreter.
pub(crate) struct Running(BoxedFuture);

type BoxedFuture = Pin<Box<dyn Future<Output = Result<Ready>> + Send>>;

impl Running {
    /// Not a part of [`Call::of`], so that it is compiled once for calls with the same type of future.
    pub(crate) fn of<T, V, F>(future: F) -> Self
    where
        T: for<'py> IntoPyObject<'py> + Send + 'static,
        V: Into<T>,
        F: Future<Output = Result<V>> + Send + 'static,
    {
        Self(Box::pin(async move {
            let value: T = future.await?.into();
            Ok(Box::new(move |py: Python<'_>| value.into_py_any(py)) as Ready)
        }))
    }

    /// Wraps the future of the call.
    pub(crate) fn map(self, around: impl FnOnce(BoxedFuture) -> BoxedFuture) -> Self {
        Self(around(self.0))
    }
}

impl Future for Running {
    type Output = CallOutcome;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<CallOutcome> {
        match catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(context))) {
            Ok(poll) => poll.map_err(Failed::Error),
            Err(_) => Poll::Ready(Err(Failed::Panicked)),
        }
    }
}

/// A client that is also there after it was closed, for work that has begun before.
pub(crate) type RetainedClient = ProcessBound<Arc<ProcessClient>>;

/// A call that has not started yet. It can be made once: by `wait()`, or by `await` inside an event loop.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Call {
    handle: Arc<ClientHandle>,
    /// Of a call that can also be made after the client was closed: the client of this process.
    kept: Option<RetainedClient>,
    start: Mutex<Option<Start>>,
    /// Of a call of the platform: the name of its endpoint.
    endpoint: Option<&'static str>,
    /// Whether `wait()` also runs it in the background, because what it starts goes on after the call.
    in_background: bool,
}

impl Call {
    pub(crate) fn of<T, V, F>(
        handle: &Arc<ClientHandle>,
        begin: impl FnOnce(OpenPlatform) -> F + Send + 'static,
    ) -> Typed<T>
    where
        T: for<'py> IntoPyObject<'py> + Send + 'static,
        V: Into<T>,
        F: Future<Output = Result<V>> + Send + 'static,
    {
        let start = |platform| Running::of::<T, V, F>(begin(platform));
        let start = Mutex::new(Some(Box::new(start) as Start));
        let handle = Arc::clone(handle);
        Typed(Self { handle, kept: None, start, endpoint: None, in_background: false }, PhantomData)
    }

    fn client(&self, py: Python<'_>) -> PyResult<Arc<ProcessClient>> {
        match &self.kept {
            Some(kept) => kept.get().cloned(),
            None => self.handle.current(py),
        }
    }

    fn start(&self, py: Python<'_>) -> PyResult<Start> {
        let start = lock(&self.start).take();
        let start = start.ok_or_else(|| misused("call", "was made already: a call can be made once"))?;
        let start = collected(py, start)?;
        HTTP.note(py);
        let span = self.endpoint.filter(|_| self.handle.tracing()).and_then(|endpoint| Span::begin(py, endpoint));
        Ok(match span {
            Some(span) => Box::new(|platform| span.around(start(platform))),
            None => start,
        })
    }
}

#[no_panic]
#[pymethods]
impl Call {
    /// Makes the call and waits for its outcome. Other threads run meanwhile. A signal such as Ctrl-C cancels the wait and
    /// the call, but not a token refresh that the call has started.
    fn wait(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let client = self.client(py)?;
        let start = self.start(py)?;
        if self.in_background {
            let running = start(client.platform.clone());
            return wait_for_background(py, client.process, running);
        }
        let waiting = client.runtimes.enter(py);
        let runtime = client.runtimes.take(py, &waiting);
        let mut running = start(client.platform.clone());
        let Some(mut runtime) = runtime else { return wait_for_background(py, client.process, running) };
        loop {
            match py.detach(|| runtime.drive(&mut running, POLL)) {
                None => py.check_signals()?,
                Some(outcome) => {
                    client.runtimes.put(py, runtime);
                    return outcome?(py);
                }
            }
        }
    }

    /// Starts the call in the background.
    fn __await__(&self, py: Python<'_>) -> PyResult<Awaiting> {
        let client = self.client(py)?;
        Awaiting::begin(py, &client, self.start(py)?)
    }

    #[classmethod]
    fn __class_getitem__(class: &Bound<'_, PyType>, _result: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }
}

/// Waits for a call that runs in the background.
pub(crate) fn wait_for_background(py: Python<'_>, process: &Process, running: Running) -> PyResult<Py<PyAny>> {
    let thread = std::thread::current();
    let park = || std::thread::park_timeout(POLL);
    // Begun without the GIL: the background that it wakes may run at once, and so may the threads that it wakes.
    let begin = || PendingCall::begin(process, running, move || thread.unpark()).inspect(|_| park());
    let mut pending = py.detach(begin)?;
    loop {
        match pending.poll() {
            CallState::Pending => {
                py.check_signals()?;
                py.detach(park);
            }
            CallState::Outcome(outcome) => return outcome?(py),
            CallState::Lost | CallState::Inherited => return Err(ending()),
        }
    }
}

/// Whether an object whose calls wait for events was closed, in each process.
pub(crate) struct Closing(PerProcess<watch::Sender<bool>>);

impl Closing {
    pub(crate) const fn new() -> Self {
        Self(PerProcess::new())
    }

    /// Ends what waits. It also works after the client was closed.
    pub(crate) fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.own(py)?.send_replace(true);
        Ok(())
    }

    /// What a call in this process waits with.
    pub(crate) fn watch(&self, py: Python<'_>, client: &ProcessClient) -> PyResult<ClosingWatch> {
        Ok(ClosingWatch { own: self.own(py)?, client: client.closed.clone() })
    }

    fn own(&self, py: Python<'_>) -> PyResult<watch::Sender<bool>> {
        self.0.get(py, || Ok(watch::Sender::new(false)))
    }
}

/// Whether an object or its client was closed, in one process.
#[derive(Clone)]
pub(crate) struct ClosingWatch {
    own: watch::Sender<bool>,
    client: watch::Sender<bool>,
}

impl ClosingWatch {
    /// The result of what a call waits for. `None`: the object was closed before. An error: its client was.
    pub(crate) async fn unless_closed<T>(self, waiting: impl Future<Output = Result<T>>) -> Result<Option<T>> {
        let (mut own, mut client) = (self.own.subscribe(), self.client.subscribe());
        tokio::select! {
            biased;
            _ = own.wait_for(|closed| *closed) => Ok(None),
            _ = client.wait_for(|closed| *closed) => Err(closed_meanwhile("client")),
            result = waiting => result.map(Some),
        }
    }
}

/// The error of a call that was interrupted by the exit of the process.
pub(crate) fn ending() -> PyErr {
    unusable("process", "it is ending: no further calls are made")
}

/// The result of a call without a value: `None`. (`()` would become an empty tuple.)
pub(crate) struct NoValue;

impl From<()> for NoValue {
    fn from((): ()) -> Self {
        Self
    }
}

impl<'py> IntoPyObject<'py> for NoValue {
    type Target = PyNone;
    type Output = Borrowed<'py, 'py, PyNone>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(PyNone::get(py))
    }
}

/// A call with the type of its result, for the type stubs.
pub(crate) struct Typed<T>(Call, PhantomData<fn() -> T>);

impl<T> Typed<T> {
    /// Says that it is a call of the platform, of this endpoint.
    pub(crate) fn endpoint(mut self, name: &'static str) -> Self {
        self.0.endpoint = Some(name);
        self
    }

    /// Says that it can be made after the client was closed, too.
    pub(crate) fn with(mut self, client: &RetainedClient) -> PyResult<Self> {
        self.0.kept = Some(ProcessBound::new(Arc::clone(client.get()?)));
        Ok(self)
    }

    /// Says that `wait()` runs it in the background, too: it uses a connection that outlives the call.
    pub(crate) fn in_background(mut self) -> Self {
        self.0.in_background = true;
        self
    }
}

impl<'py, T> IntoPyObject<'py> for Typed<T> {
    type Target = Call;
    type Output = Bound<'py, Call>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Bound::new(py, self.0)
    }
}
