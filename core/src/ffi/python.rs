//! Values that cross into Python, and what the classes made by `#[data]` share.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::json::{Json, Presence};

/// JSON is read by Python's own parser, and only when the attribute is asked for: what nobody looks at costs nothing,
/// and numbers of any size stay exact.
impl<'py> IntoPyObject<'py> for Json {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        LOADS.import(py, "json", "loads")?.call1((self.as_str(),))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Json {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        static DUMPS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = object.py();
        let options = PyDict::new(py);
        options.set_item("ensure_ascii", false)?;
        options.set_item("allow_nan", false)?;
        options.set_item("separators", (",", ":"))?;
        let text = DUMPS.import(py, "json", "dumps")?.call((object,), Some(&options))?;
        Self::parse(text.extract()?).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

impl<'py> IntoPyObject<'py> for Presence {
    type Target = pyo3::types::PyInt;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        self.bits().into_pyobject(py)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Presence {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self::from_bits)
    }
}

/// Adds a member to those an object is rebuilt from.
pub(crate) fn put<'py, T: Clone + IntoPyObjectExt<'py>>(
    members: &Bound<'py, PyDict>,
    name: &str,
    value: &T,
) -> PyResult<()> {
    members.set_item(name, value.clone().into_bound_py_any(members.py())?)
}

/// The answer of `__reduce__`: the class, called with the members by name.
pub(crate) fn rebuilt_by<'py>(class: &Bound<'py, PyAny>, members: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyTuple>> {
    let py = class.py();
    let build = py.import("copyreg")?.getattr("__newobj_ex__")?;
    (build, (class, PyTuple::empty(py), members)).into_pyobject(py)
}

/// The value as a `dict`, in the members the platform knows.
pub(crate) fn to_dict<T: serde::Serialize>(value: &T) -> PyResult<Json> {
    Json::from_value(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Refuses an object of another type.
pub(crate) fn wrong_type(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("'{name}' is not a {expected}")),
        Err(error) => error,
    }
}

/// Refuses a word that an enum does not have.
pub(crate) fn no_such_word(words: &[&str]) -> PyErr {
    PyValueError::new_err(format!("must be one of {}", words.join(", ")))
}
