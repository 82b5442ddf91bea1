//! What the user should know although no call fails goes to Python's `logging`, under the name `open_platform`.

use pyo3::prelude::*;

/// From now on, once in a process.
pub(crate) fn listen() {
    open_platform::notice::listen(|text| {
        let text = text.to_owned();
        // A thread of its own: whoever tells it must not wait for the interpreter. There are a few in the life of a process.
        let told = std::thread::Builder::new().name("open-platform-notice".into()).spawn(move || {
            Python::try_attach(|py| {
                // A handler of the app that fails is the app's: nobody is there to hear of it.
                let _ = warn(py, &text);
            })
        });
        drop(told);
    });
}

fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    let logger = py.import("logging")?.call_method1("getLogger", ("open_platform",))?;
    logger.call_method1("warning", ("%s", text)).map(drop)
}
