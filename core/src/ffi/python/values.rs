//! Conversion of the values that data types consist of.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hasher;
use std::time::Duration;

use chrono::{DateTime, Datelike, Timelike, Utc};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDateTime, PyDelta, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyTzInfo,
};
use pyo3::{IntoPyObjectExt, PyTypeInfo};

use super::{Aliases, Direction, Refused, Value, argument};
use crate::json::Presence;

pub(super) fn show_object(object: &Bound<'_, PyAny>, to: &mut String) -> PyResult<()> {
    to.push_str(&object.repr()?.to_cow()?);
    Ok(())
}

/// Text. A `str` may contain an unpaired surrogate, which other programs cannot read.
pub(crate) fn read_text(object: &Bound<'_, PyAny>) -> Result<String, Refused> {
    let Ok(text) = object.cast::<PyString>() else { return Err(Refused::wrong_type("text", object)) };
    match text.to_cow() {
        Ok(text) => Ok(text.into_owned()),
        Err(_) => Err(Refused::new("must be Unicode text: it has half of a surrogate pair")),
    }
}

pub(crate) fn show_text(text: &str, py: Python<'_>, to: &mut String) -> PyResult<()> {
    show_object(&PyString::new(py, text), to)
}

impl Value for String {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "str".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        read_text(object)
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        show_text(self, py, to)
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        std::hash::Hash::hash(self, &mut state);
    }
}

impl Value for bool {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "bool".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        object.cast::<PyBool>().map(|value| value.is_true()).map_err(|_| Refused::wrong_type("True or False", object))
    }

    fn show(&self, _: Python<'_>, to: &mut String) -> PyResult<()> {
        to.push_str(if *self { "True" } else { "False" });
        Ok(())
    }

    fn is_nothing(&self) -> bool {
        !self
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write_u8(u8::from(*self));
    }
}

macro_rules! whole_numbers {
    ($($type:ty, $bits:literal;)+) => {$(
        impl Value for $type {
            fn hint(_: Direction, _: &mut Aliases) -> String {
                "int".into()
            }

            fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
                // `bool` is a subclass of `int`.
                if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
                    return Err(Refused::wrong_type("a whole number", object));
                }
                object.extract().map_err(|_| Refused::new(concat!("must fit into ", $bits, " bits")))
            }

            fn show(&self, _: Python<'_>, to: &mut String) -> PyResult<()> {
                to.push_str(&self.to_string());
                Ok(())
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
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "int".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        object.extract().map_err(|_| Refused::wrong_type("a byte", object))
    }

    fn show(&self, _: Python<'_>, to: &mut String) -> PyResult<()> {
        to.push_str(&self.to_string());
        Ok(())
    }

    fn hint_list(_: Direction, _: &mut Aliases) -> String {
        "bytes".into()
    }

    fn read_list(object: &Bound<'_, PyAny>) -> Result<Vec<Self>, Refused> {
        object
            .cast::<PyBytes>()
            .map(|bytes| bytes.as_bytes().to_vec())
            .map_err(|_| Refused::wrong_type("bytes", object))
    }

    fn show_list(list: &[Self], py: Python<'_>, to: &mut String) -> PyResult<()> {
        show_object(&PyBytes::new(py, list), to)
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write_u8(*self);
    }
}

/// `bool` is a subclass of `int`.
fn is_number(object: &Bound<'_, PyAny>) -> bool {
    let is_number = object.is_instance_of::<PyFloat>() || object.is_instance_of::<PyInt>();
    is_number && !object.is_instance_of::<PyBool>()
}

impl Value for f64 {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "float".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        if !is_number(object) {
            return Err(Refused::wrong_type("a number", object));
        }
        match object.extract::<Self>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(Refused::new("must be a finite number")),
        }
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        show_object(&PyFloat::new(py, *self), to)
    }
}

impl<T: Value> Value for Option<T> {
    fn hint(direction: Direction, aliases: &mut Aliases) -> String {
        format!("{} | None", T::hint(direction, aliases))
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        if object.is_none() { Ok(None) } else { T::read(object).map(Some) }
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        match self {
            Some(value) => value.show(py, to),
            None => {
                to.push_str("None");
                Ok(())
            }
        }
    }

    fn is_nothing(&self) -> bool {
        self.is_none()
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
    fn hint(direction: Direction, aliases: &mut Aliases) -> String {
        T::hint_list(direction, aliases)
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        T::read_list(object)
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        T::show_list(self, py, to)
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
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

impl<T: Value> Value for HashMap<String, T> {
    fn hint(direction: Direction, aliases: &mut Aliases) -> String {
        let class = if direction == Direction::Given { "Mapping" } else { "dict" };
        format!("{class}[str, {}]", T::hint(direction, aliases))
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let read = |(name, value): (String, Bound<'_, PyAny>)| match T::read(&value) {
            Ok(value) => Ok((name, value)),
            Err(refused) => Err(refused.under(&name)),
        };
        members(object)?.into_iter().map(read).collect()
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        to.push('{');
        for (i, (name, value)) in self.iter().collect::<BTreeMap<_, _>>().into_iter().enumerate() {
            to.push_str(if i == 0 { "" } else { ", " });
            show_text(name, py, to)?;
            to.push_str(": ");
            value.show(py, to)?;
        }
        to.push('}');
        Ok(())
    }

    fn is_nothing(&self) -> bool {
        self.is_empty()
    }

    fn hash(&self, state: &mut dyn Hasher) {
        state.write_usize(self.len());
    }
}

/// An instant in any time zone. An instant without a zone is ambiguous and refused.
impl Value for DateTime<Utc> {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "datetime".into()
    }

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

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        show_object(&self.into_bound_py_any(py)?, to)
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
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "float | timedelta".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let seconds = match object.cast::<PyDelta>() {
            Ok(length) => length.call_method0("total_seconds").map_err(Refused::Raised)?,
            Err(_) if is_number(object) => object.clone(),
            Err(_) => return Err(Refused::wrong_type("a number of seconds or a timedelta", object)),
        };
        seconds.extract().map(Self).map_err(|_| Refused::new("must be a finite number"))
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        self.0.show(py, to)
    }
}
argument!(Seconds, "");

/// A duration, which is also read from a number of seconds.
impl Value for Duration {
    fn hint(direction: Direction, _: &mut Aliases) -> String {
        match direction {
            Direction::Given => "float | timedelta".into(),
            Direction::Returned => "timedelta".into(),
        }
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let read = match f64::read(object) {
            Ok(seconds) => Self::try_from_secs_f64(seconds).ok(),
            Err(_) => object.extract().ok(),
        };
        read.ok_or_else(|| Refused::wrong_type("a number of seconds or a timedelta, at least 0", object))
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        show_object(&self.into_bound_py_any(py)?, to)
    }

    fn hash(&self, mut state: &mut dyn Hasher) {
        std::hash::Hash::hash(self, &mut state);
    }
}

macro_rules! tuples {
    ($(($($name:ident: $place:tt),+), $expected:literal;)+) => {$(
        impl<$($name: Value),+> Value for ($($name,)+) {
            fn hint(direction: Direction, aliases: &mut Aliases) -> String {
                format!("tuple[{}]", [$($name::hint(direction, aliases)),+].join(", "))
            }

            fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
                let fits = is_list(object) && object.len().is_ok_and(|len| len == [$($place),+].len());
                if !fits {
                    return Err(Refused::wrong_type($expected, object));
                }
                let item = |place: usize| object.get_item(place).map_err(Refused::Raised);
                Ok(($($name::read(&item($place)?).map_err(|refused| refused.at($place))?,)+))
            }

            fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
                to.push('(');
                $(
                    to.push_str(if $place == 0 { "" } else { ", " });
                    self.$place.show(py, to)?;
                )+
                to.push(')');
                Ok(())
            }

            fn hash(&self, state: &mut dyn Hasher) {
                $(self.$place.hash(state);)+
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
    fn hint(direction: Direction, aliases: &mut Aliases) -> String {
        let list = Vec::<(String, String)>::hint(direction, aliases);
        format!("{} | {list}", HashMap::<String, String>::hint(direction, aliases))
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        if is_list(object) {
            return Value::read(object).map(Self);
        }
        let pair = |(name, value): (String, Bound<'_, PyAny>)| match String::read(&value) {
            Ok(value) => Ok((name, value)),
            Err(refused) => Err(refused.under(&name)),
        };
        members(object)?.into_iter().map(pair).collect::<Result<_, _>>().map(Self)
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        self.0.show(py, to)
    }
}

impl Value for Presence {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "int".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        i64::read(object).map(Self::from_bits)
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        self.bits().show(py, to)
    }

    /// The bits are only read by `has`.
    fn is_nothing(&self) -> bool {
        true
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
