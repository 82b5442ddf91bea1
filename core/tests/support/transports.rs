//! Transports that record or disturb the requests of another one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use open_platform::error::TransportErrorKind;
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use tokio::sync::{Notify, Semaphore};

/// Records every request, and can set a shorter deadline than the client.
pub struct RecordingTransport {
    inner: Arc<dyn Transport>,
    hurry: Option<Duration>,
    requests: Mutex<Vec<Request>>,
}

impl RecordingTransport {
    /// Over HTTP.
    pub fn http() -> Arc<Self> {
        Self::over(Arc::new(Http::new().unwrap()), None)
    }

    /// Over HTTP, with a short deadline for every request, so that a test of a deadline is fast.
    pub fn hurried(deadline: Duration) -> Arc<Self> {
        Self::over(Arc::new(Http::new().unwrap()), Some(deadline))
    }

    pub fn over(inner: Arc<dyn Transport>, hurry: Option<Duration>) -> Arc<Self> {
        Arc::new(Self { inner, hurry, requests: Mutex::default() })
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

#[async_trait::async_trait]
impl Transport for RecordingTransport {
    async fn send(&self, mut request: Request) -> Result<Response, Failure> {
        self.requests.lock().unwrap().push(request.clone());
        request.timeout = self.hurry.map_or(request.timeout, |hurry| hurry.min(request.timeout));
        self.inner.send(request).await
    }
}

/// Yields to other tasks, a different number of times before and after every request.
pub struct YieldingTransport {
    pub inner: Arc<dyn Transport>,
    pub turn: AtomicUsize,
}

#[async_trait::async_trait]
impl Transport for YieldingTransport {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        for _ in 0..turn % 7 {
            tokio::task::yield_now().await;
        }
        let result = self.inner.send(request).await;
        for _ in 0..turn % 5 {
            tokio::task::yield_now().await;
        }
        result
    }
}

/// Sends requests over HTTP, except those to one path, which end at once with their deadline.
pub struct UnresponsivePath {
    inner: Http,
    path: Mutex<String>,
    swallowed: AtomicUsize,
}

impl Default for UnresponsivePath {
    fn default() -> Self {
        let (path, swallowed) = (Mutex::new("nothing".to_owned()), AtomicUsize::new(0));
        Self { inner: Http::new().unwrap(), path, swallowed }
    }
}

impl UnresponsivePath {
    /// From now on requests whose URL contains this text are not sent.
    pub fn about(&self, path: &str) {
        path.clone_into(&mut self.path.lock().unwrap());
    }

    pub fn swallowed(&self) -> usize {
        self.swallowed.load(Ordering::Relaxed)
    }
}

#[async_trait::async_trait]
impl Transport for UnresponsivePath {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let disappears = request.url.contains(self.path.lock().unwrap().as_str());
        if disappears {
            self.swallowed.fetch_add(1, Ordering::Relaxed);
            let reason = "no answer before the deadline".to_owned();
            return Err(Failure { kind: TransportErrorKind::Deadline, may_have_arrived: true, reason });
        }
        self.inner.send(request).await
    }
}

/// Holds back the requests to one path until it is opened.
pub struct Gate {
    inner: Arc<dyn Transport>,
    path: &'static str,
    reached: Notify,
    open: Semaphore,
}

impl Gate {
    pub fn before(path: &'static str, inner: Arc<dyn Transport>) -> Arc<Self> {
        Arc::new(Self { inner, path, reached: Notify::new(), open: Semaphore::new(0) })
    }

    /// Waits until a request is held back.
    pub async fn reached(&self) {
        self.reached.notified().await;
    }

    pub fn open(&self) {
        self.open.close();
    }
}

#[async_trait::async_trait]
impl Transport for Gate {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        if request.url.contains(self.path) && !self.open.is_closed() {
            self.reached.notify_one();
            // The semaphore is only closed; no permits are added.
            assert!(self.open.acquire().await.is_err());
        }
        self.inner.send(request).await
    }
}
