//! Logs the core's notices, which belong to no call, with Python's `logging`, to the logger `open_platform`.

use open_platform::observe::{Level, Line, Note};
use pyo3::prelude::*;

use crate::observe::write;

/// Starts logging. Called once in a process.
pub(crate) fn listen() {
    open_platform::notice::listen(|text| {
        let text = text.to_owned();
        // In a new thread, because the caller must not wait for the interpreter. A process has only a few notices.
        let thread = std::thread::Builder::new().name("open-platform-notice".into());
        drop(thread.spawn(move || Python::try_attach(|py| write(py, Note::LOGGER, Level::WARN, &text))));
    });
}
