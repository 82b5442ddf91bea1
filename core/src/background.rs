//! Work that goes on when its caller goes away: the refresh of a token, the end of a login.

use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// Where such work runs. By default on the runtime of the caller.
#[derive(Clone, Default)]
pub(crate) struct Background(Option<Arc<dyn Fn() -> Handle + Send + Sync>>);

impl Background {
    pub(crate) fn new(runtime: impl Fn() -> Handle + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(runtime)))
    }

    /// Whether there is a runtime for it.
    pub(crate) fn has_runtime(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn spawn<F>(&self, work: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        match &self.0 {
            Some(runtime) => runtime().spawn(work),
            None => tokio::spawn(work),
        }
    }
}
