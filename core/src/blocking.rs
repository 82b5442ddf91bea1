//! Blocking work on threads, and errors of a system that is out of file descriptors or memory.

use std::io;

use tokio::sync::oneshot;

/// Runs `work` on a new thread. For rare work only: starting a thread takes some microseconds.
///
/// tokio's blocking threads panic if the system cannot start one. This returns an error, and a later call may succeed.
pub(crate) async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let (sender, receiver) = oneshot::channel();
    let thread = std::thread::Builder::new().name("open-platform-io".to_owned());
    thread.spawn(move || {
        // The caller may have been cancelled.
        let _ = sender.send(work());
    })?;
    receiver.await.map_err(|_| io::Error::other("the thread ended without a result"))
}

/// The resource that the system has run out of, if that is the cause of the error.
pub(crate) fn shortage(error: &io::Error) -> Option<&'static str> {
    #[cfg(unix)]
    const TOO_MANY_FILES: [i32; 2] = [23, 24]; // ENFILE, EMFILE
    #[cfg(not(unix))]
    const TOO_MANY_FILES: [i32; 2] = [4, 10024]; // ERROR_TOO_MANY_OPEN_FILES, WSAEMFILE
    match error.raw_os_error() {
        Some(code) if TOO_MANY_FILES.contains(&code) => Some("no free file descriptor"),
        _ if error.kind() == io::ErrorKind::OutOfMemory => Some("no free memory"),
        _ => None,
    }
}
