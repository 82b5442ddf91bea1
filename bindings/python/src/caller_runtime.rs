//! Runtimes on which synchronous calls run, each on the thread that waits for the call.
//!
//! A caller runtime is a current-thread runtime and an HTTP client, because connections belong to the runtime they were
//! made on. A thread takes one from the pool for one call. The one used last is taken first: its connections are the
//! freshest.
//!
//! That is the fastest for a few threads. When many wait, their calls run together in the background: switching a core
//! to another runtime for every call costs a third more.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use open_platform::transport::{Failure, Http, HttpBuilder, Request, Response, Transport};
use open_platform::{Error, Result};
use pyo3::prelude::*;
use tokio::runtime::{Builder, Runtime};

use crate::call::{CallOutcome, Running};
use crate::process::lock;

/// After how long without use a runtime polls its connections before a call: the server may have closed one meanwhile. Longer
/// than threads that share a core wait for each other, because it costs two turns of the runtime.
const STALE: Duration = Duration::from_millis(5);
/// How many waiting threads for each core have a runtime each. With four it costs as much as the background does.
const FEW: usize = 4;
/// After how long an unused runtime is dropped. Its connections ended long before.
const UNUSED: Duration = Duration::from_secs(60);

thread_local! {
    /// The client of the runtime that this thread runs.
    static DRIVING: RefCell<Option<Arc<Http>>> = const { RefCell::new(None) };
}

/// Sends each request with the client of the runtime it is made on.
pub(crate) struct PerRuntimeTransport {
    settings: HttpBuilder,
    background: OnceLock<Result<Arc<Http>>>,
}

impl PerRuntimeTransport {
    pub(crate) fn new(settings: HttpBuilder) -> Self {
        Self { settings, background: OnceLock::new() }
    }

    fn build(&self) -> Result<Arc<Http>> {
        self.settings.clone().build().map(Arc::new)
    }
}

#[async_trait]
impl Transport for PerRuntimeTransport {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let http = match DRIVING.with_borrow(Clone::clone) {
            Some(http) => http,
            None => self.background.get_or_init(|| self.build()).clone().map_err(unbuilt)?,
        };
        http.send(request).await
    }
}

fn unbuilt(error: Error) -> Failure {
    let kind = open_platform::error::TransportErrorKind::Connect;
    Failure { kind, may_have_arrived: false, reason: error.to_string() }
}

/// One runtime with its client.
pub(crate) struct CallerRuntime {
    runtime: Option<Runtime>,
    http: Arc<Http>,
    used: Instant,
}

impl CallerRuntime {
    fn new(transport: &PerRuntimeTransport) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Error::Config {
            setting: "runtime".into(),
            reason: format!("the system gave nothing to run the call on: {error}"),
        })?;
        Ok(Self { runtime: Some(runtime), http: transport.build()?, used: Instant::now() })
    }

    /// Drives a call for as long as `patience`. `None`: it is not done.
    pub(crate) fn drive(&mut self, running: &mut Running, patience: Duration) -> Option<CallOutcome> {
        let stale = self.used.elapsed() > STALE;
        let runtime = self.runtime.as_ref()?;
        let _driving = DrivingGuard::new(&self.http);
        let outcome = runtime.block_on(async {
            if stale {
                // The first turn hears of closed connections, the second one puts them away.
                tokio::task::yield_now().await;
                tokio::task::yield_now().await;
            }
            tokio::time::timeout(patience, running).await.ok()
        });
        self.used = Instant::now();
        outcome
    }
}

impl Drop for CallerRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Not waiting for a file that is being read.
            runtime.shutdown_background();
        }
    }
}

/// Marks the thread as running a caller runtime.
struct DrivingGuard;

impl DrivingGuard {
    fn new(http: &Arc<Http>) -> Self {
        DRIVING.set(Some(Arc::clone(http)));
        Self
    }
}

impl Drop for DrivingGuard {
    fn drop(&mut self) {
        DRIVING.set(None);
    }
}

/// Counts a waiting thread for as long as it lives.
pub(crate) struct WaitingGuard(#[allow(dead_code, reason = "it is counted")] Arc<()>);

/// The runtimes of a client that no thread uses.
pub(crate) struct RuntimePool {
    transport: Arc<PerRuntimeTransport>,
    idle: Mutex<Vec<CallerRuntime>>,
    /// Every thread that waits has one, too.
    waiting: Arc<()>,
    few: usize,
}

impl RuntimePool {
    pub(crate) fn new(transport: Arc<PerRuntimeTransport>) -> Self {
        let few = FEW * std::thread::available_parallelism().map_or(1, usize::from);
        Self { transport, idle: Mutex::default(), waiting: Arc::default(), few }
    }

    /// Notes that a thread waits, for as long as it keeps what it gets here.
    pub(crate) fn enter(&self, _attached: Python<'_>) -> WaitingGuard {
        WaitingGuard(Arc::clone(&self.waiting))
    }

    /// A runtime, unless too many threads wait.
    pub(crate) fn take(&self, _attached: Python<'_>, _waiting: &WaitingGuard) -> Result<Option<CallerRuntime>> {
        // One of those that are counted is the client.
        if Arc::strong_count(&self.waiting) - 1 > self.few {
            return Ok(None);
        }
        let idle = lock(&self.idle).pop();
        idle.map_or_else(|| CallerRuntime::new(&self.transport), Ok).map(Some)
    }

    /// Takes a runtime back and drops the one that was unused for the longest time.
    pub(crate) fn put(&self, _attached: Python<'_>, runtime: CallerRuntime) {
        let now = runtime.used;
        let mut idle = lock(&self.idle);
        idle.push(runtime);
        let unused = idle.first().is_some_and(|oldest| now - oldest.used > UNUSED);
        let given_up = unused.then(|| idle.remove(0));
        drop(idle);
        drop(given_up);
    }
}
