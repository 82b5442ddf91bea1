//! Tasks that continue when their caller is cancelled: token refreshes, the completion of a login.

use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// The runtime of such work. By default, and if the given one is not available, it is the runtime of the caller.
#[derive(Clone, Default)]
pub(crate) struct Background(Option<Arc<dyn Fn() -> Option<Handle> + Send + Sync>>);

impl Background {
    pub(crate) fn new<R: Into<Option<Handle>>>(runtime: impl Fn() -> R + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(move || runtime().into())))
    }

    /// Whether a runtime was configured.
    pub(crate) fn has_runtime(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn spawn<F>(&self, work: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        match self.0.as_ref().and_then(|runtime| runtime()) {
            Some(runtime) => runtime.spawn(work),
            None => tokio::spawn(work),
        }
    }
}
