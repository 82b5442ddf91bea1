//! Conversion of the values that data types consist of.

use std::collections::HashMap;
use std::hash::Hasher;
use std::time::Duration;

use chrono::{DateTime, Datelike, Timelike, Utc};
use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDateTime, PyDelta, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyTzInfo,
};

use super::{Refused, Value, argument};
use crate::json::Presence;

/// Text. A `str` may contain an unpaired surrogate, which other programs cannot read.
pub(crate) fn read_text(object: &Bound<'_, PyAny>) -> Result<String, Refused> {
    let Ok(text) = object.cast::<PyString>() else { return Err(Refused::wrong_type("text", object)) };
    match text.to_cow() {
        Ok(text) => Ok(text.into_owned()),
        Err(_) => Err(Refused::new("must be Unicode text: it has half of a surrogate pair")),
    }
}

impl Value for String {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        read_text(object)
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        std::hash::Hash::hash(self, &mut state);
    }
}

impl Value for bool {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        object.cast::<PyBool>().map(|value| value.is_true()).map_err(|_| Refused::wrong_type("True or False", object))
    }
}

macro_rules! whole_numbers {
    ($($type:ty, $bits:literal;)+) => {$(
        impl Value for $type {
            fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
                // `bool` is a subclass of `int`.
                if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
                    return Err(Refused::wrong_type("a whole number", object));
                }
                object.extract().map_err(|_| Refused::new(concat!("must fit into ", $bits, " bits")))
            }

            fn hash(&self, mut state: &mut dyn Hasher) {
                std::hash::Hash::hash(self, &mut state);
            }
        }
    )+};
}
whole_numbers! {
    u16, 16;
    u32, 32;
    u64, 64;
    usize, 64;
    i32, 32;
    i64, 64;
}

/// A list of them is `bytes`.
impl Value for u8 {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        object.extract().map_err(|_| Refused::wrong_type("a byte", object))
    }

    fn read_list(object: &Bound<'_, PyAny>) -> Result<Vec<Self>, Refused> {
        object
            .cast::<PyBytes>()
            .map(|bytes| bytes.as_bytes().to_vec())
            .map_err(|_| Refused::wrong_type("bytes", object))
    }
}

/// `bool` is a subclass of `int`.
pub(super) fn is_number(object: &Bound<'_, PyAny>) -> bool {
    let is_number = object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyInt>();
    is_number && !object.is_instance_of::<PyBool>()
}

impl Value for f64 {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        if !is_number(object) {
            return Err(Refused::wrong_type("a number", object));
        }
        match object.extract::<Self>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(Refused::new("must be a finite number")),
        }
    }
}

impl<T: Value> Value for Option<T> {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        if object.is_none() { Ok(None) } else { T::read(object).map(Some) }
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write_u8(u8::from(self.is_some()));
        if let Some(value) = self {
            value.hash(state);
        }
    }
}

/// Text and bytes are iterable, but never meant as a list.
pub(crate) fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

impl<T: Value> Value for Vec<T> {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        T::read_list(object)
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write_usize(self.len());
        self.iter().for_each(|item| item.hash(state));
    }
}

/// The members of a mapping, in its order.
pub(super) fn members<'py>(object: &Bound<'py, PyAny>) -> Result<Vec<(String, Bound<'py, PyAny>)>, Refused> {
    let Ok(mapping) = object.cast::<PyMapping>() else { return Err(Refused::wrong_type("a dict", object)) };
    let items = mapping.items().map_err(Refused::Raised)?;
    let member = |item: Bound<'py, PyAny>| {
        let (name, value): (Bound<'py, PyAny>, _) = item.extract().map_err(Refused::Raised)?;
        Ok((read_text(&name).map_err(|refused| refused.under("(name)"))?, value))
    };
    items.iter().map(member).collect()
}

fn read_members<T: Value>(object: &Bound<'_, PyAny>) -> Result<Vec<(String, T)>, Refused> {
    let read = |(name, value): (String, Bound<'_, PyAny>)| match T::read(&value) {
        Ok(value) => Ok((name, value)),
        Err(refused) => Err(refused.under(&name)),
    };
    members(object)?.into_iter().map(read).collect()
}

impl<T: Value> Value for HashMap<String, T> {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        read_members(object).map(HashMap::from_iter)
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write_usize(self.len());
    }
}

/// An instant in any time zone. An instant without a zone is ambiguous and refused.
impl Value for DateTime<Utc> {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let zone = object.getattr("tzinfo").map_err(|_| Refused::wrong_type("a datetime", object))?;
        if zone.is_none() {
            return Err(Refused::new("must have a time zone, such as datetime.now(timezone.utc)"));
        }
        let utc = PyTzInfo::utc(object.py()).map_err(Refused::Raised)?;
        match object.call_method1("astimezone", (utc,)).and_then(|instant| instant.extract()) {
            Ok(instant) => Ok(instant),
            Err(_) => Err(Refused::new("must be a datetime with a time zone")),
        }
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write_i64(self.timestamp_micros());
    }
}

/// A `datetime` with a time zone. `None` for any other value.
pub fn instant(object: &Bound<'_, PyAny>) -> Option<DateTime<Utc>> {
    Value::read(object).ok()
}

/// An instant that is converted for Python.
pub(crate) struct Instant<'a>(pub(crate) &'a DateTime<Utc>);

impl<'py> IntoPyObject<'py> for Instant<'_> {
    type Target = PyDateTime;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    /// From the form of a pickle. The stable ABI has no date API, and a call with eight numbers takes ten times as
    /// long.
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let (date, time) = (self.0.date_naive(), self.0.time());
        let year = u16::try_from(date.year()).unwrap_or_default();
        if !(1..=9999).contains(&year) || time.nanosecond() >= 1_000_000_000 {
            return self.0.into_pyobject(py);
        }
        let ([year, century], [_, micro @ ..]) = (year.to_le_bytes(), (time.nanosecond() / 1000).to_be_bytes());
        let [month, day, hour, minute, second] =
            [date.month(), date.day(), time.hour(), time.minute(), time.second()].map(|part| part as u8);
        let parts = [century, year, month, day, hour, minute, second, micro[0], micro[1], micro[2]];
        let made = PyDateTime::type_object(py).call1((PyBytes::new(py, &parts), PyTzInfo::utc(py)?))?;
        Ok(made.cast_into()?)
    }
}

/// A length of time in seconds, from a number of them or a `timedelta`. Unlike a `Duration` it may be negative, for the core to refuse.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub f64);

impl Value for Seconds {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let seconds = match object.cast::<PyDelta>() {
            Ok(length) => length.call_method0("total_seconds").map_err(Refused::Raised)?,
            Err(_) if is_number(object) => object.clone(),
            Err(_) => return Err(Refused::wrong_type("a number of seconds or a timedelta", object)),
        };
        seconds.extract().map(Self).map_err(|_| Refused::new("must be a finite number"))
    }
}
argument!(Seconds, "");

/// A duration, which is also read from a number of seconds.
impl Value for Duration {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let read = match f64::read(object) {
            Ok(seconds) => Self::try_from_secs_f64(seconds).ok(),
            Err(_) => object.extract().ok(),
        };
        read.ok_or_else(|| Refused::wrong_type("a number of seconds or a timedelta, at least 0", object))
    }
}

macro_rules! tuples {
    ($(($($name:ident: $place:tt),+), $expected:literal;)+) => {$(
        impl<$($name: Value),+> Value for ($($name,)+) {
            fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
                let fits = is_list(object) && object.len().is_ok_and(|len| len == [$($place),+].len());
                if !fits {
                    return Err(Refused::wrong_type($expected, object));
                }
                let item = |place: usize| object.get_item(place).map_err(Refused::Raised);
                Ok(($($name::read(&item($place)?).map_err(|refused| refused.at($place))?,)+))
            }
        }
    )+};
}
tuples! {
    (A: 0, B: 1), "a pair";
    (A: 0, B: 1, C: 2), "a tuple of three";
    (A: 0, B: 1, C: 2, D: 3), "a tuple of four";
}

/// Values by name: a mapping, or a list of pairs, in which a name may occur several times.
#[derive(Default)]
pub struct Pairs(pub Vec<(String, String)>);

impl Value for Pairs {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        if is_list(object) { Value::read(object).map(Self) } else { read_members(object).map(Self) }
    }
}

impl Value for Presence {
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        i64::read(object).map(Self::from_bits)
    }
}

impl<'py> IntoPyObject<'py> for Presence {
    type Target = PyInt;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        self.bits().into_pyobject(py)
    }
}
