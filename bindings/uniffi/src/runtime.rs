//! The runtime of UniFFI's asynchronous functions. UniFFI could bring its own, which ends the process if it cannot be created.

use std::future::pending;
#[cfg(feature = "server")]
use std::pin::Pin;
use std::sync::{Mutex, OnceLock, PoisonError};
#[cfg(feature = "server")]
use std::task::{Context, Poll};
use std::{io, thread};

use open_platform::Error;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::errors::{OpenPlatformError, Result};

/// The runtime of the caller, if it is called in one. Otherwise that of this library: one thread, which is started when it is first
/// needed. That can fail, for example without a free file descriptor, and succeed later.
pub(crate) fn runtime() -> Result<Handle> {
    static RUNTIME: OnceLock<Handle> = OnceLock::new();
    static STARTING: Mutex<()> = Mutex::new(());
    if let Ok(callers) = Handle::try_current() {
        return Ok(callers);
    }
    if let Some(started) = RUNTIME.get() {
        return Ok(started.clone());
    }
    let _guard = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(started) = RUNTIME.get() {
        return Ok(started.clone());
    }
    let started = start().map_err(unavailable)?;
    Ok(RUNTIME.get_or_init(|| started).clone())
}

fn start() -> io::Result<Handle> {
    let runtime = build()?;
    let handle = runtime.handle().clone();
    thread::Builder::new().name("open-platform".to_owned()).spawn(move || runtime.block_on(pending::<()>()))?;
    Ok(handle)
}

/// A runtime that runs on the thread that waits in it.
pub(crate) fn build() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// The error for a runtime that could not be created.
pub(crate) fn unavailable(error: io::Error) -> OpenPlatformError {
    let reason = format!("the runtime could not be created; the next call tries again: {error}");
    Error::Config { setting: "runtime".to_owned(), reason, cause: None }.into()
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
