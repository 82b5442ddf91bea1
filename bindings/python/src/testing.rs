//! For unit tests without sockets: see the core's `testing`.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform::clock::Clock;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::testing;
use open_platform::testing::{Outcome, RecordedRequest};
use pyo3::prelude::*;

use crate::settings::seconds;

/// A transport that sends nothing: it keeps every request, and answers from a script.
#[pyclass(frozen, from_py_object, module = "open_platform.testing")]
#[derive(Clone)]
pub(crate) struct Recorder(pub(crate) Arc<testing::Recorder>);

#[no_panic]
#[pymethods]
impl Recorder {
    /// The same outcome for every request.
    #[staticmethod]
    fn always(outcome: Outcome) -> Self {
        Self(testing::Recorder::always(outcome))
    }

    /// One outcome after the other. A request too many fails with a `TransportError` that says so.
    #[staticmethod]
    fn script(outcomes: Given<Vec<Outcome>>) -> PyResult<Self> {
        Ok(Self(testing::Recorder::script(outcomes.required("outcomes")?)))
    }

    /// The requests so far, every attempt by itself, those too many included.
    #[getter]
    fn requests(&self) -> Vec<RecordedRequest> {
        self.0.requests()
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// A clock that stands still until it is moved. Whoever waits on it waits no time, and moves it on.
#[pyclass(frozen, from_py_object, module = "open_platform.testing")]
#[derive(Clone)]
pub(crate) struct ManualClock(pub(crate) Arc<testing::ManualClock>);

#[no_panic]
#[pymethods]
impl ManualClock {
    #[new]
    fn new(now: Given<DateTime<Utc>>) -> PyResult<Self> {
        Ok(Self(testing::ManualClock::at(now.required("now")?)))
    }

    /// The instant it shows.
    #[getter]
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    /// Moves it on by so many seconds.
    fn advance(&self, by: Given<f64>) -> PyResult<()> {
        self.0.advance(seconds("by", by.required("by")?)?);
        Ok(())
    }

    /// How long the client has waited, in seconds, each time by itself.
    #[getter]
    fn waits(&self) -> Vec<f64> {
        self.0.waits().iter().map(Duration::as_secs_f64).collect()
    }

    fn __repr__(&self) -> String {
        format!("ManualClock({})", self.0.now())
    }
}

/// Panics, for the test of what the caller gets then. Not in what is shipped.
#[cfg(debug_assertions)]
#[no_panic]
#[pyfunction]
pub(crate) fn __panic__(words: String) {
    panic!("{words}");
}
