//! Being asked to stop: Ctrl-C, and SIGTERM where there is such a thing.

use crate::output::Failure;

/// Starts to listen, and returns what waits. Listening comes first: from now on no signal ends the process.
#[cfg(unix)]
pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| {
        signal(kind)
            .map_err(|e| Failure::environment("cannot listen for signals", e, "look at the limits of this machine"))
    };
    let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns what waits for Ctrl-C.
#[cfg(not(unix))]
pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        // Without a way to hear Ctrl-C the process runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
