//! Signals to stop: Ctrl-C, and SIGTERM on Unix.

use crate::output::Failure;

/// Installs the signal handlers, and returns a future that waits for a signal. From this call on the signals do not end the
/// process.
#[cfg(unix)]
pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| {
        signal(kind).map_err(|e| {
            Failure::environment(
                "cannot listen for signals",
                e,
                "check the limits of this machine: threads, file descriptors",
            )
        })
    };
    let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns a future that waits for Ctrl-C.
#[cfg(not(unix))]
pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        // Where no handler can be installed, the process runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
