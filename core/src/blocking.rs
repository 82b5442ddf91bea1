//! Blocking work on threads, and errors of a machine that is out of threads or file descriptors.

use std::io;

use tokio::sync::oneshot;

/// Does `work` on a thread of its own. For what is seldom: a thread costs some micro-seconds.
///
/// tokio's threads for such work panic where the system gives none. This says so, and the next time there may be one.
pub(crate) async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let (answer, answered) = oneshot::channel();
    let thread = std::thread::Builder::new().name("open-platform-io".to_owned());
    thread.spawn(move || {
        // Whoever asked may have gone.
        let _ = answer.send(work());
    })?;
    answered.await.map_err(|_| io::Error::other("the thread ended without a result"))
}

/// What the machine has run out of, if that is why something failed.
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
