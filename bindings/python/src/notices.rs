//! Logs the core's notices, which belong to no call, with Python's `logging`, to the logger `open_platform`.

use pyo3::prelude::*;

/// Starts logging. Called once in a process.
pub(crate) fn listen() {
    open_platform::notice::listen(|text| {
        let text = text.to_owned();
        // In a new thread, because the caller must not wait for the interpreter. A process has only a few notices.
        let thread = std::thread::Builder::new().name("open-platform-notice".into()).spawn(move || {
            Python::try_attach(|py| {
                // An exception of a logging handler is dropped: there is no caller to report it to.
                let _ = warn(py, &text);
            })
        });
        drop(thread);
    });
}

fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let logger = py.import("logging")?.call_method1("getLogger", ("open_platform",))?;
    logger.call_method1("warning", ("%s", text)).map(drop)
}
