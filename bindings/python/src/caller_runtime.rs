//! Runtimes for synchronous calls. Each runs on the thread that waits for the call.
//!
//! A caller runtime is a current-thread runtime with its own HTTP client, because a connection belongs to the runtime that
//! it was created on. A thread takes a runtime from the pool for one call. The most recently used one is taken first: its
//! connections are the most likely to be open.
//!
//! This is the fastest way, but a runtime has up to four file descriptors, with those of its connections. So the calls of further
//! threads run together in the background, where a call costs more.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use open_platform::transport::{Failure, Http, HttpBuilder, OpenResponse, Request, Response, Transport};
use open_platform::{Error, Result};
use pyo3::prelude::*;
use tokio::runtime::{Builder, Runtime};

use crate::call::{CallOutcome, Running};
use crate::process::lock;

/// After this time without use a runtime polls its connections before a call, because the server may have closed one meanwhile. It is
/// longer than threads that share a core wait for each other, because polling costs two iterations of the runtime.
const STALE: Duration = Duration::from_millis(5);
/// Up to this number of waiting threads each has a runtime.
const MAX_THREADS: usize = 32;
/// After this time an unused runtime is dropped. Its connections have been closed long before.
const UNUSED: Duration = Duration::from_secs(60);

thread_local! {
    /// The HTTP client of the runtime that this thread is driving.
    static DRIVING: RefCell<Option<Arc<Http>>> = const { RefCell::new(None) };
}

/// Sends each request with the HTTP client of the current runtime.
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

    /// The HTTP client of the current runtime.
    fn current(&self) -> Result<Arc<Http>, Failure> {
        match DRIVING.with_borrow(Clone::clone) {
            Some(http) => Ok(http),
            None => self.background.get_or_init(|| self.build()).clone().map_err(build_failure),
        }
    }
}

#[async_trait]
impl Transport for PerRuntimeTransport {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        self.current()?.send(request).await
    }

    async fn stream(&self, request: Request) -> Result<OpenResponse, Failure> {
        self.current()?.stream(request).await
    }
}

fn build_failure(error: Error) -> Failure {
    let kind = open_platform::error::TransportErrorKind::Connect;
    Failure { kind, may_have_arrived: false, reason: error.to_string() }
}

/// One runtime with its HTTP client.
pub(crate) struct CallerRuntime {
    runtime: Option<Runtime>,
    http: Arc<Http>,
    used: Instant,
}

impl CallerRuntime {
    /// `None`: the system has no file descriptor for it.
    fn new(transport: &PerRuntimeTransport) -> Option<Self> {
        let runtime = Builder::new_current_thread().enable_all().build().ok()?;
        Some(Self { runtime: Some(runtime), http: transport.build().ok()?, used: Instant::now() })
    }

    /// Drives a call for at most `limit`. `None`: it has not completed.
    pub(crate) fn drive(&mut self, running: &mut Running, limit: Duration) -> Option<CallOutcome> {
        let stale = self.used.elapsed() > STALE;
        let runtime = self.runtime.as_ref()?;
        let _driving = DrivingGuard::new(&self.http);
        let outcome = runtime.block_on(async {
            if stale {
                // The first iteration detects closed connections, the second one removes them.
                tokio::task::yield_now().await;
                tokio::task::yield_now().await;
            }
            tokio::time::timeout(limit, running).await.ok()
        });
        self.used = Instant::now();
        outcome
    }
}

impl Drop for CallerRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Does not wait for blocking tasks, such as reading a file.
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

/// Counts a waiting thread until it is dropped.
pub(crate) struct WaitingGuard(#[allow(dead_code, reason = "its strong count is used")] Arc<()>);

/// The idle runtimes of a client.
pub(crate) struct RuntimePool {
    transport: Arc<PerRuntimeTransport>,
    idle: Mutex<Vec<CallerRuntime>>,
    /// Its strong count is the number of waiting threads, plus one.
    waiting: Arc<()>,
}

impl RuntimePool {
    pub(crate) fn new(transport: Arc<PerRuntimeTransport>) -> Self {
        Self { transport, idle: Mutex::default(), waiting: Arc::default() }
    }

    /// Counts a waiting thread until the guard is dropped.
    pub(crate) fn enter(&self, _attached: Python<'_>) -> WaitingGuard {
        WaitingGuard(Arc::clone(&self.waiting))
    }

    /// A runtime. `None`: too many threads wait, or there can be no further one, so the call runs in the background.
    pub(crate) fn take(&self, _attached: Python<'_>, _waiting: &WaitingGuard) -> Option<CallerRuntime> {
        // One reference is that of the pool itself.
        if Arc::strong_count(&self.waiting) - 1 > MAX_THREADS {
            return None;
        }
        let idle = lock(&self.idle).pop();
        idle.or_else(|| CallerRuntime::new(&self.transport))
    }

    /// Returns a runtime to the pool, and drops the oldest one if it was unused for [`UNUSED`].
    pub(crate) fn put(&self, _attached: Python<'_>, runtime: CallerRuntime) {
        let now = runtime.used;
        let mut idle = lock(&self.idle);
        idle.push(runtime);
        let unused = idle.first().is_some_and(|oldest| now - oldest.used > UNUSED);
        let removed = unused.then(|| idle.remove(0));
        drop(idle);
        drop(removed);
    }
}
