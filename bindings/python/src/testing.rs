//! The transport and the clock for unit tests without sockets: see the core's `testing`.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform::clock::Clock;
use open_platform::each_method;
use open_platform::ffi::python::{Given, Seconds, no_panic};
use open_platform::testing;
use open_platform::testing::{RecordedRequest, ScriptedOutcome};
use pyo3::prelude::*;

use crate::methods::methods;
use crate::settings::seconds;

/// A transport that sends nothing: it records every request, and returns scripted responses.
#[pyclass(frozen, from_py_object, module = "open_platform.testing")]
#[derive(Clone)]
pub(crate) struct Recorder {
    pub(crate) core: Arc<testing::Recorder>,
}

#[no_panic]
#[pymethods]
impl Recorder {
    /// The same outcome for every request.
    #[staticmethod]
    fn always(outcome: Given<ScriptedOutcome>) -> PyResult<Self> {
        Ok(Self { core: testing::Recorder::always(outcome.required("outcome")?) })
    }

    /// One outcome after the other. A request after the last outcome fails with a `TransportError` that says so.
    #[staticmethod]
    fn script(outcomes: Given<Vec<ScriptedOutcome>>) -> PyResult<Self> {
        Ok(Self { core: testing::Recorder::script(outcomes.required("outcomes")?) })
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.core)
    }
}

each_method!(recorder methods Recorder);

/// A clock that stands still until it is moved. A wait on it returns at once, and moves it forward.
#[pyclass(frozen, from_py_object, module = "open_platform.testing")]
#[derive(Clone)]
pub(crate) struct ManualClock {
    pub(crate) core: Arc<testing::ManualClock>,
}

#[no_panic]
#[pymethods]
impl ManualClock {
    #[new]
    fn new(now: Given<DateTime<Utc>>) -> PyResult<Self> {
        Ok(Self { core: testing::ManualClock::at(now.required("now")?) })
    }

    /// Moves it forward, by a number of seconds or a `timedelta`.
    fn advance(&self, by: Given<Seconds>) -> PyResult<()> {
        self.core.advance(seconds("by", by.required("by")?)?);
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("ManualClock({})", self.core.now())
    }
}

each_method!(manual_clock methods ManualClock);

/// Panics, for the test of the resulting exception. Not in release builds.
#[cfg(debug_assertions)]
#[no_panic]
#[pyfunction]
pub(crate) fn __panic__(words: String) {
    panic!("{words}");
}
