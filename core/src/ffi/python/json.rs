//! Conversion of arbitrary JSON.

use std::sync::OnceLock;

use pyo3::PyTypeInfo;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyMapping, PyString};

use super::values::{is_list, members, read_text};
use super::{Refused, Value, argument, crosses, no_panic};
use crate::json::{Json, MAX_DEPTH};

/// Arbitrary JSON: any Python value that JSON can represent.
impl Value for Json {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let mut text = String::new();
        write_json(object, &mut text, 0)?;
        Self::parse(&text).map_err(|error| Refused::new(error.to_string()))
    }
}

argument!(Json, "json");

/// Writes values that JSON can represent, like `json.dumps`, but refuses NaN, infinity, and keys that are not text.
fn write_json(object: &Bound<'_, PyAny>, to: &mut String, depth: usize) -> Result<(), Refused> {
    if depth > MAX_DEPTH {
        return Err(Refused::new(format!("nests deeper than {MAX_DEPTH}")));
    }
    if object.is_none() {
        to.push_str("null");
    } else if let Ok(value) = object.cast::<PyBool>() {
        to.push_str(if value.is_true() { "true" } else { "false" });
    } else if object.is_instance_of::<PyInt>() {
        match object.extract::<i64>() {
            Ok(number) => to.push_str(&number.to_string()),
            Err(_) => to.push_str(&digits(object)?),
        }
    } else if object.is_instance_of::<PyFloat>() {
        to.push_str(&serde_json::json!(f64::read(object)?).to_string());
    } else if object.is_instance_of::<PyString>() {
        write_json_text(&read_text(object)?, to);
    } else if is_list(object) {
        to.push('[');
        for (i, item) in object.try_iter().map_err(Refused::Raised)?.enumerate() {
            to.push_str(if i == 0 { "" } else { "," });
            write_json(&item.map_err(Refused::Raised)?, to, depth + 1).map_err(|refused| refused.at(i))?;
        }
        to.push(']');
    } else if object.cast::<PyMapping>().is_ok() {
        to.push('{');
        for (i, (name, value)) in members(object)?.into_iter().enumerate() {
            to.push_str(if i == 0 { "" } else { "," });
            write_json_text(&name, to);
            to.push(':');
            write_json(&value, to, depth + 1).map_err(|refused| refused.under(&name))?;
        }
        to.push('}');
    } else {
        return Err(Refused::wrong_type("a value that JSON has", object));
    }
    Ok(())
}

fn write_json_text(text: &str, to: &mut String) {
    to.push_str(&serde_json::Value::from(text).to_string());
}

/// A whole number of any size. Python refuses to convert numbers with thousands of digits.
fn digits(number: &Bound<'_, PyAny>) -> Result<String, Refused> {
    let digits = PyInt::type_object(number.py()).call_method1("__repr__", (number,));
    digits.and_then(|digits| digits.extract()).map_err(|_| Refused::new("has too many digits"))
}

/// JSON is parsed by Python's own parser when the attribute is read, so unused JSON costs nothing and whole numbers of
/// any size are exact. A number with more digits than Python reads (4,300) becomes text.
fn load_json<'py>(json: &Json, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    // Not pyo3's `PyOnceLock`, which releases the GIL during initialization. If another thread forked a child then, the
    // child would wait for it forever.
    static DECODE: OnceLock<Py<PyAny>> = OnceLock::new();
    let decode = match DECODE.get() {
        Some(decode) => decode,
        None => {
            // Without the search for spaces around the text, which has none.
            let found = py.import("json")?.getattr("JSONDecoder")?.call0()?.getattr("raw_decode")?.unbind();
            DECODE.get_or_init(|| found)
        }
    };
    match decode.bind(py).call1((json.as_str(),)) {
        Err(error) if error.is_instance_of::<PyValueError>(py) => {
            let options = PyDict::new(py);
            options.set_item("parse_int", wrap_pyfunction!(number_or_text, py)?)?;
            py.import("json")?.call_method("loads", (json.as_str(),), Some(&options))
        }
        read => read?.get_item(0),
    }
}

crosses!(Json as PyAny, PyErr, |json, py| load_json(json, py));

#[no_panic]
#[pyfunction]
fn number_or_text<'py>(digits: &Bound<'py, PyString>) -> Bound<'py, PyAny> {
    let number = PyInt::type_object(digits.py()).call1((digits,));
    number.unwrap_or_else(|_| digits.clone().into_any())
}
