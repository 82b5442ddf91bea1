//! Slots: where a synchronous call runs, on the thread that waits for it.
//!
//! A slot is a runtime without a thread of its own, and an HTTP client, because connections belong to the runtime they
//! were made on. A thread takes a slot for one call. The slot used last is taken first: its connections are the
//! freshest.
//!
//! That is the fastest for a few threads. When many wait, the background drives their calls, all together: a core that
//! comes back to another slot for every call spends a third more on it.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use open_platform::transport::{Failure, Http, HttpBuilder, Request, Response, Transport};
use open_platform::{Error, Result};
use pyo3::prelude::*;
use tokio::runtime::{Builder, Runtime};

use crate::call::{Outcome, Running};
use crate::process::lock;

/// From when on a slot looks at its connections before it uses them: the server may have closed one meanwhile. Longer
/// than threads that share a core wait for each other, because looking costs two turns of the runtime.
const STALE: Duration = Duration::from_millis(5);
/// How many threads for each core are few. With four a slot each costs as much as the background does.
const FEW: usize = 4;
/// From when on an unused slot is given up. Its connections ended long before.
const UNUSED: Duration = Duration::from_secs(60);

thread_local! {
    /// The client of the slot that this thread drives.
    static DRIVEN: RefCell<Option<Arc<Http>>> = const { RefCell::new(None) };
}

/// Sends each request with the client of the runtime it is made on.
pub(crate) struct Wire {
    settings: HttpBuilder,
    background: OnceLock<Result<Arc<Http>>>,
}

impl Wire {
    pub(crate) fn new(settings: HttpBuilder) -> Self {
        Self { settings, background: OnceLock::new() }
    }

    fn build(&self) -> Result<Arc<Http>> {
        self.settings.clone().build().map(Arc::new)
    }
}

#[async_trait]
impl Transport for Wire {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let http = match DRIVEN.with_borrow(Clone::clone) {
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

/// One slot.
pub(crate) struct Slot {
    runtime: Option<Runtime>,
    http: Arc<Http>,
    used: Instant,
}

impl Slot {
    fn new(wire: &Wire) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Error::Config {
            setting: "runtime".into(),
            reason: format!("the system gave nothing to run the call on: {error}"),
        })?;
        Ok(Self { runtime: Some(runtime), http: wire.build()?, used: Instant::now() })
    }

    /// Drives a call for as long as `patience`. `None`: it is not done.
    pub(crate) fn drive(&mut self, running: &mut Running, patience: Duration) -> Option<Outcome> {
        let stale = self.used.elapsed() > STALE;
        let runtime = self.runtime.as_ref()?;
        let _driven = Driven::new(&self.http);
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

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Not waiting for a file that is being read.
            runtime.shutdown_background();
        }
    }
}

/// Marks the thread as driving a slot.
struct Driven;

impl Driven {
    fn new(http: &Arc<Http>) -> Self {
        DRIVEN.set(Some(Arc::clone(http)));
        Self
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        DRIVEN.set(None);
    }
}

/// A thread that waits.
pub(crate) struct Waits(#[allow(dead_code, reason = "it is counted")] Arc<()>);

/// The slots of a client that no thread uses.
pub(crate) struct Slots {
    wire: Arc<Wire>,
    idle: Mutex<Vec<Slot>>,
    /// Every thread that waits has one, too.
    waiting: Arc<()>,
    few: usize,
}

impl Slots {
    pub(crate) fn new(wire: Arc<Wire>) -> Self {
        let few = FEW * std::thread::available_parallelism().map_or(1, usize::from);
        Self { wire, idle: Mutex::default(), waiting: Arc::default(), few }
    }

    /// Notes that a thread waits, for as long as it keeps what it gets here.
    pub(crate) fn enter(&self, _attached: Python<'_>) -> Waits {
        Waits(Arc::clone(&self.waiting))
    }

    /// A slot, unless too many wait.
    pub(crate) fn take(&self, _attached: Python<'_>, _waits: &Waits) -> Result<Option<Slot>> {
        // One of those that are counted is the client.
        if Arc::strong_count(&self.waiting) - 1 > self.few {
            return Ok(None);
        }
        let idle = lock(&self.idle).pop();
        idle.map_or_else(|| Slot::new(&self.wire), Ok).map(Some)
    }

    /// Takes a slot back and gives up the one that was not used for the longest time.
    pub(crate) fn put(&self, _attached: Python<'_>, slot: Slot) {
        let now = slot.used;
        let mut idle = lock(&self.idle);
        idle.push(slot);
        let unused = idle.first().is_some_and(|oldest| now - oldest.used > UNUSED);
        let given_up = unused.then(|| idle.remove(0));
        drop(idle);
        drop(given_up);
    }
}
