//! Custom stores, written in Python.
//!
//! Their methods are called in a thread pool (see `threads`), so that they may block and may use the client. The awaitable
//! of an `async` method runs in the event loop that the app last made a call from, because the connections of the store
//! belong to that loop; in a program without one, each call runs in a new loop.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use open_platform::error::StoreError;
use open_platform::ffi::python::errors::Raised;
use open_platform::ffi::python::{instant, no_panic};
use open_platform::python_argument;
use open_platform::stores::{IsolatedStore, Record, RecordKind, RecordStore};
use open_platform::testing::stores as testing;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyWeakrefMethods, PyWeakrefReference};

use crate::call::{Running, wait_for_background};
use crate::errors::{class_of, misused};
use crate::process::{Process, lock};

const METHODS: [&str; 4] = ["get", "put", "delete", "scan"];

/// A store written in Python.
pub(crate) struct CustomStore {
    object: Arc<Py<PyAny>>,
    /// Whether it has the method `now`.
    has_clock: bool,
}

python_argument!(CustomStore, |object| {
    let has = |method| object.getattr(method).is_ok_and(|method| method.is_callable());
    if !METHODS.into_iter().all(has) {
        return Err(PyTypeError::new_err(()));
    }
    Ok(Self { object: Arc::new(object.to_owned().unbind()), has_clock: has("now") })
});

impl CustomStore {
    /// The store in one process.
    pub(crate) fn in_process(&self, process: &'static Process) -> Store {
        Store { object: Arc::clone(&self.object), has_clock: self.has_clock, process, event_loop: Arc::default() }
    }
}

/// A store written in Python, in one process.
#[derive(Clone)]
pub(crate) struct Store {
    object: Arc<Py<PyAny>>,
    has_clock: bool,
    process: &'static Process,
    /// The event loop that the app last made a call from.
    event_loop: Arc<Mutex<Option<Py<PyWeakrefReference>>>>,
}

impl Store {
    /// Sets the event loop that a call is made from.
    pub(crate) fn set_event_loop(&self, event_loop: &Py<PyWeakrefReference>, py: Python<'_>) {
        let before = lock(&self.event_loop).replace(event_loop.clone_ref(py));
        drop(before);
    }

    /// Calls a method, and converts its result.
    async fn call<T: Send + 'static>(
        &self,
        operation: &'static str,
        arguments: impl for<'py> PyCallArgs<'py> + Send + 'static,
        read: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> Result<T, &'static str> + Send + 'static,
    ) -> Result<T, StoreError> {
        let event_loop = Arc::clone(&self.event_loop);
        let called = self.process.threads.call(&self.object, move |object| {
            let called = object.call_method1(operation, arguments);
            match called.and_then(|result| settle(result, &event_loop)) {
                Ok(result) => {
                    read(&result).map_err(|expected| StoreError::new(operation, format!("must return {expected}")))
                }
                Err(error) => {
                    let reason = format!("the store failed with {}", class_of(&error, object.py()));
                    Err(StoreError::caused_by(operation, reason, Raised(error)))
                }
            }
        });
        let outcome = called.ok_or_else(|| StoreError::new(operation, "the system gives no thread"))?;
        outcome.await.map_err(|_| StoreError::new(operation, "the interpreter is ending"))?
    }
}

/// The result itself, or, if it is awaitable, the result of awaiting it.
fn settle<'py>(
    result: Bound<'py, PyAny>,
    event_loop: &Mutex<Option<Py<PyWeakrefReference>>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = result.py();
    if !result.hasattr("__await__")? {
        return Ok(result);
    }
    let weak = lock(event_loop).as_ref().map(|weak| weak.clone_ref(py));
    let event_loop = weak.and_then(|weak| weak.bind(py).upgrade());
    py.import("open_platform._waiting")?.call_method1("settle", (result, event_loop))
}

/// A record from `(key, version, value)`.
fn record(object: &Bound<'_, PyAny>) -> Result<(String, Record), &'static str> {
    let parts: Result<(String, i64, Bound<'_, PyBytes>), _> = object.extract();
    let (key, version, value) =
        parts.map_err(|_| "records as (key, version, value): text, a whole number and bytes")?;
    Ok((key, Record::new(version, value.as_bytes().to_vec())))
}

fn flag(object: &Bound<'_, PyAny>) -> Result<bool, &'static str> {
    object.extract().map_err(|_| "True or False")
}

#[async_trait]
impl RecordStore for Store {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let read = |object: &Bound<'_, PyAny>| {
            if object.is_none() { Ok(None) } else { record(object).map(|(_, record)| Some(record)) }
        };
        self.call("get", (kind.as_str(), key.to_owned()), read).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.call("put", (kind.as_str(), key.to_owned(), expected, value.to_vec()), flag).await
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.call("delete", (kind.as_str(), key.to_owned(), expected), flag).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let read = |object: &Bound<'_, PyAny>| {
            let items = object.try_iter().map_err(|_| "a list of records")?;
            items.map(|item| record(&item.map_err(|_| "a list of records")?)).collect()
        };
        self.call("scan", (kind.as_str(), prefix.to_owned(), after.map(str::to_owned), limit), read).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        if !self.has_clock {
            return Ok(None);
        }
        let read = |object: &Bound<'_, PyAny>| match object.is_none() {
            true => Ok(None),
            false => instant(object).map(Some).ok_or("a datetime with a time zone, or None"),
        };
        self.call("now", (), read).await
    }
}

/// Runs every conformance check of the core on a store, and returns the name and the problem of each that failed.
#[no_panic]
#[pyfunction]
#[pyo3(signature = (*handles))]
pub(crate) fn store_conformance(py: Python<'_>, handles: &Bound<'_, PyTuple>) -> PyResult<Vec<(String, String)>> {
    let process = Process::current(py)?;
    let store = |(place, handle): (usize, Bound<'_, PyAny>)| match handle.extract::<CustomStore>() {
        Ok(store) => Ok(Arc::new(IsolatedStore::new(store.in_process(process)))),
        Err(_) => {
            let reason = "must be an object with the methods get, put, delete and scan";
            Err(misused(&format!("handles[{place}]"), reason))
        }
    };
    let stores = handles.iter().enumerate().map(store).collect::<PyResult<Vec<_>>>()?;
    if stores.is_empty() {
        return Err(misused("handles", "must be at least one store"));
    }
    let checks = async move {
        let failures = testing::conformance_of(stores).await;
        Ok(failures.into_iter().map(|failure| (failure.check, failure.problem)).collect::<Vec<_>>())
    };
    wait_for_background(py, process, Running::of::<Vec<_>, _, _>(checks))?.extract(py)
}
