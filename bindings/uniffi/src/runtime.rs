//! The runtime of UniFFI's asynchronous functions. UniFFI could bring its own, which ends the process if it cannot be created.

#[cfg(feature = "server")]
use std::pin::Pin;
#[cfg(feature = "server")]
use std::task::{Context, Poll};

use open_platform::ffi;
use tokio::runtime::Handle;

use crate::errors::Result;

/// The runtime of the caller, if it is called in one. Otherwise that of this library.
pub(crate) fn runtime() -> Result<Handle> {
    Ok(Handle::try_current().or_else(|_| ffi::runtime())?)
}

/// Runs a future in [`runtime`].
#[cfg(feature = "server")]
pub(crate) async fn in_runtime<T>(work: impl Future<Output = T> + Send) -> Result<T> {
    Ok(within(&runtime()?, work).await)
}

/// Runs a future in a runtime although it is polled elsewhere.
#[cfg(feature = "server")]
pub(crate) fn within<F: Future + Send>(runtime: &Handle, work: F) -> impl Future<Output = F::Output> + Send {
    Within { runtime, work: Some(Box::pin(work)) }
}

#[cfg(feature = "server")]
struct Within<'a, F> {
    runtime: &'a Handle,
    /// `None` once it is dropped.
    work: Option<Pin<Box<F>>>,
}

#[cfg(feature = "server")]
impl<F: Future> Future for Within<'_, F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let runtime = self.runtime;
        let _entered = runtime.enter();
        self.work.as_mut().expect("a future that is not dropped").as_mut().poll(context)
    }
}

#[cfg(feature = "server")]
impl<F> Drop for Within<'_, F> {
    fn drop(&mut self) {
        let _entered = self.runtime.enter();
        self.work = None;
    }
}
