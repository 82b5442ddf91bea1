//! Records of what a client does: they go to callbacks of the app and to Python's `logging`, and calls become spans of
//! OpenTelemetry. What stands in a span is in `open_platform/_trace.py`.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use open_platform::client::Builder;
use open_platform::ffi::python::no_panic;
use open_platform::hooks::HookStep;
use open_platform::observe::{Attempt, HandledEvent, Level, Line, ReceivedHook, TraceContext, with_attempts};
use open_platform::python_argument;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyBaseException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::{Running, Start};

/// A function of the app. What it raises goes to `sys.unraisablehook`, and changes nothing for the call.
pub(crate) struct Callback(Py<PyAny>);

python_argument!(Callback, |object| {
    if object.is_callable() { Ok(Self(object.to_owned().unbind())) } else { Err(PyTypeError::new_err(())) }
});

impl Callback {
    /// Calls the function, unless the interpreter is ending.
    pub(crate) fn call(&self, arguments: impl for<'py> PyCallArgs<'py>) {
        Python::try_attach(|py| notify(self.0.bind(py), arguments));
    }
}

/// Calls a function of the app. What it raises goes to `sys.unraisablehook`.
fn notify<'py>(function: &Bound<'py, PyAny>, arguments: impl PyCallArgs<'py>) {
    report(function.py(), function.call1(arguments), Some(function));
}

/// Gives what code of the app, such as `function`, has raised to `sys.unraisablehook`: it changes nothing for the call.
fn report<T>(py: Python<'_>, result: PyResult<T>, function: Option<&Bound<'_, PyAny>>) {
    if let Err(error) = result {
        error.write_unraisable(py, function);
    }
}

/// Gives the records of a client to the callbacks, which may be missing, and to `logging`.
pub(crate) fn observed(
    builder: Builder,
    on_request: Option<Callback>,
    on_refresh: Option<Callback>,
    on_handled_event: Option<Callback>,
) -> Builder {
    let (has_callback, has_event_callback) = (on_request.is_some(), on_handled_event.is_some());
    builder
        .on_request_if(
            move || has_callback || HTTP.takes(Level::INFO),
            move |record| give(record, on_request.as_ref(), HTTP.takes(record.level())),
        )
        .on_refresh(move |record| give(record, on_refresh.as_ref(), true))
        .on_handled_event_if(
            move || has_event_callback || INBOX.takes(Level::INFO),
            move |record| give(record, on_handled_event.as_ref(), INBOX.takes(record.level())),
        )
}

fn give<T>(record: &T, callback: Option<&Callback>, is_logged: bool)
where
    T: Line + for<'py> IntoPyObject<'py> + Clone,
{
    if callback.is_none() && !is_logged {
        return;
    }
    // Dropped if the interpreter is finalizing.
    Python::try_attach(|py| {
        if is_logged {
            log(py, record);
        }
        if let Some(callback) = callback {
            notify(callback.0.bind(py), (record.clone(),));
        }
    });
}

/// Logs a record. It runs code of the app: no lock may be held.
pub(crate) fn log<T: Line>(py: Python<'_>, record: &T) {
    write(py, T::LOGGER, record.level(), &record.to_string());
}

/// Logs the warnings of an inbox, unless the interpreter is ending.
pub(crate) fn log_warnings(texts: &[String]) {
    if !texts.is_empty() {
        Python::try_attach(|py| texts.iter().for_each(|text| write(py, ReceivedHook::LOGGER, Level::WARN, text)));
    }
}

/// Writes a line to the log. What its filters and handlers raise goes to `sys.unraisablehook`.
pub(crate) fn write(py: Python<'_>, logger: &str, level: Level, text: &str) {
    let logger = py.import("logging").and_then(|logging| logging.call_method1("getLogger", (logger,)));
    let written = logger.and_then(|logger| logger.call_method1("log", (number(level), "%s", text)));
    report(py, written, None);
}

/// Gives an error of the app, which changes nothing for the SDK, to `sys.unraisablehook`.
#[no_panic]
#[pyfunction]
pub(crate) fn report_unraisable(error: Bound<'_, PyBaseException>) {
    PyErr::from_value(error.clone().into_any()).write_unraisable(error.py(), None);
}

/// The number of a level in `logging`.
fn number(level: Level) -> u8 {
    match level {
        Level::WARN => 30,
        Level::INFO => 20,
        _ => 10,
    }
}

/// Gives the record of an answered request to the hooks of an app, if it has one, to a callback, which may be missing, and to `logging`.
#[no_panic]
#[pyfunction]
pub(crate) fn hook_received(answer: &Bound<'_, HookStep>, callback: Option<&Bound<'_, PyAny>>) {
    let HookStep::Answer { record: Some(record), .. } = answer.get() else { return };
    HOOKS.note(answer.py());
    if HOOKS.takes(record.level()) {
        log(answer.py(), record);
    }
    if let Some(callback) = callback {
        notify(callback, (record.clone(),));
    }
}

/// Which records are logged for calls, for events of inboxes, and for requests of the platform.
pub(crate) static HTTP: LogLevel = LogLevel::of(Attempt::LOGGER);
pub(crate) static INBOX: LogLevel = LogLevel::of(HandledEvent::LOGGER);
static HOOKS: LogLevel = LogLevel::of(ReceivedHook::LOGGER);

/// The level of a logger when it was last read: at the beginning of a call.
pub(crate) struct LogLevel {
    logger: &'static str,
    /// The lowest number that it takes, of those of `DEBUG` and `INFO`.
    level: AtomicU8,
    /// The method of the logger, once `logging` is loaded.
    is_enabled: OnceLock<Py<PyAny>>,
}

/// Takes neither.
const NOTHING: u8 = u8::MAX;

impl LogLevel {
    const fn of(logger: &'static str) -> Self {
        Self { logger, level: AtomicU8::new(NOTHING), is_enabled: OnceLock::new() }
    }

    fn takes(&self, level: Level) -> bool {
        number(level) >= self.level.load(Ordering::Relaxed)
    }

    /// Reads the level. A program that has not loaded `logging` logs nothing.
    pub(crate) fn note(&self, py: Python<'_>) {
        // A logger of the app's own kind may raise: then nothing is logged.
        self.level.store(self.read(py).unwrap_or(NOTHING), Ordering::Relaxed);
    }

    fn read(&self, py: Python<'_>) -> PyResult<u8> {
        let is_enabled = match self.is_enabled.get() {
            Some(is_enabled) => is_enabled,
            None => {
                let Some(logging) = loaded(py, "logging")? else { return Ok(NOTHING) };
                let logger = logging.call_method1("getLogger", (self.logger,))?;
                let found = logger.getattr("isEnabledFor")?.unbind();
                self.is_enabled.get_or_init(|| found)
            }
        };
        let says = |level: u8| is_enabled.bind(py).call1((level,))?.is_truthy();
        let (info, debug) = (number(Level::INFO), number(Level::DEBUG));
        Ok(match says(info)? {
            false => NOTHING,
            true if says(debug)? => debug,
            true => info,
        })
    }
}

/// A module, if the program has loaded it.
fn loaded<'py>(py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    static MODULES: OnceLock<Py<PyAny>> = OnceLock::new();
    let modules = match MODULES.get() {
        Some(modules) => modules,
        None => {
            let found = py.import("sys")?.getattr("modules")?.unbind();
            MODULES.get_or_init(|| found)
        }
    };
    modules.bind(py).cast::<PyDict>()?.get_item(name)
}

/// The context variable with the list that takes the requests of calls, once there was one.
static LIST: OnceLock<Py<PyAny>> = OnceLock::new();

/// From now on the requests of a call go into the list that this context variable has where the call begins, if it has one.
#[no_panic]
#[pyfunction]
pub(crate) fn collect_attempts(variable: Py<PyAny>) {
    // There is one such variable.
    let _ = LIST.set(variable);
}

/// The call, whose requests go into the list of this context, if there is one.
pub(crate) fn collected(py: Python<'_>, start: Start) -> PyResult<Start> {
    let Some(variable) = LIST.get() else { return Ok(start) };
    let list = variable.call_method0(py, "get")?;
    if list.is_none(py) {
        return Ok(start);
    }
    Ok(Box::new(|platform| {
        start(platform).map(|call| {
            Box::pin(async move {
                let (result, attempts) = with_attempts(call).await;
                Python::try_attach(|py| {
                    report(py, list.call_method1(py, "extend", (attempts,)), None);
                    // Here, while attached to the interpreter.
                    drop(list);
                });
                result
            })
        })
    }))
}

/// A call as a span of OpenTelemetry.
pub(crate) struct Span {
    object: Arc<Py<PyAny>>,
    context: Option<TraceContext>,
}

impl Span {
    /// Begins the span of a call in the context of this thread or task. `None` where the program has not loaded
    /// OpenTelemetry.
    pub(crate) fn begin(py: Python<'_>, name: &str) -> Option<Self> {
        let begin = || -> PyResult<Option<Self>> {
            if loaded(py, "opentelemetry.trace")?.is_none() {
                return Ok(None);
            }
            let begun = py.import("open_platform._trace")?.call_method1("begin", (name,))?;
            let (object, parent, state): (Py<PyAny>, Option<String>, Option<String>) = begun.extract()?;
            let context = parent.and_then(|parent| TraceContext::new(&parent, state.as_deref()));
            Ok(Some(Self { object: Arc::new(object), context }))
        };
        begin().unwrap_or_else(|error| {
            error.write_unraisable(py, None);
            None
        })
    }

    /// Sends the context with the requests of the call, and ends the span with it.
    pub(crate) fn around(self, running: Running) -> Running {
        let Self { object, context } = self;
        running.map(move |call| {
            Box::pin(async move {
                let mut end = End(Some(object));
                let call = with_attempts(call);
                let (result, attempts) = match context {
                    Some(context) => context.scope(call).await,
                    None => call.await,
                };
                end.with(attempts, result.as_ref().err().map(open_platform::Error::code));
                result
            })
        })
    }
}

/// Ends a span, also that of a call that is given up.
struct End(Option<Arc<Py<PyAny>>>);

impl End {
    fn with(&mut self, attempts: Vec<Attempt>, error: Option<&str>) {
        let Some(span) = self.0.take() else { return };
        Python::try_attach(|py| {
            let ended = py
                .import("open_platform._trace")
                .and_then(|module| module.call_method1("end", (span.bind(py), attempts, error)));
            report(py, ended, None);
            // Here, while attached to the interpreter.
            drop(span);
        });
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.with(Vec::new(), Some("cancelled"));
    }
}
