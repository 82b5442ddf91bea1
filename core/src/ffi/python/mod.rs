//! Values that cross into Python, and what the classes made by `#[data]` share.
//!
//! Reading is a trait of our own, [`Value`], because pyo3's loses what a user needs to know: where the value stands that
//! does not fit. `TitleRow(5)` is an `InvalidInput` at `text`, and a number in the third place of a list stands at `[2]`.
//! The trait also writes a value as Python source would, for `repr`, and names its type, for the type stubs.
#![cfg_attr(not(debug_assertions), allow(dead_code, reason = "a release build has nothing for the type stubs"))]

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};
use std::sync::OnceLock;
use std::time::Duration;

use chrono::{DateTime, Datelike, Timelike, Utc};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDateTime, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyType, PyTzInfo,
};
use pyo3::{IntoPyObjectExt, PyClass, PyTypeInfo};

use crate::error::Error;
use crate::json::{Json, MAX_DEPTH, Presence};

pub mod errors;

pub use errors::caught;
pub use open_platform_macros::no_panic;

/// A value that crosses.
pub(crate) trait Value: Sized {
    /// Its type, as a stub writes it. Types with a list of words give it a name in `aliases`.
    fn hint(direction: Direction, aliases: &mut Aliases) -> String;

    /// Reads what the caller gave.
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused>;

    /// Writes it as Python source would. What is private stays hidden.
    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()>;

    /// Whether it says no more than an absent one.
    fn is_nothing(&self) -> bool {
        false
    }

    /// As [`hint`](Self::hint), of several.
    fn hint_list(direction: Direction, aliases: &mut Aliases) -> String {
        let class = if direction == Direction::Given { "Sequence" } else { "list" };
        format!("{class}[{}]", Self::hint(direction, aliases))
    }

    /// As [`read`](Self::read), of several.
    fn read_list(object: &Bound<'_, PyAny>) -> Result<Vec<Self>, Refused> {
        if !is_list(object) {
            return Err(Refused::wrong_type("a list", object));
        }
        let items = object.try_iter().map_err(Refused::Raised)?.enumerate();
        items.map(|(i, item)| Self::read(&item.map_err(Refused::Raised)?).map_err(|refused| refused.at(i))).collect()
    }

    /// As [`show`](Self::show), of several.
    fn show_list(list: &[Self], py: Python<'_>, to: &mut String) -> PyResult<()> {
        to.push('[');
        for (i, item) in list.iter().enumerate() {
            to.push_str(if i == 0 { "" } else { ", " });
            item.show(py, to)?;
        }
        to.push(']');
        Ok(())
    }

    /// Equal values add the same. JSON adds nothing: equal JSON can be written in many ways.
    fn hash(&self, _state: &mut dyn Hasher) {}
}

/// Which way a value crosses. A caller may give any sequence, and is given a list.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Direction {
    Given,
    Returned,
}

/// Types that have a name of their own in the stubs.
pub(crate) type Aliases = BTreeMap<&'static str, String>;

/// A member for the stubs: its name, the type it has, the type it takes.
pub(crate) type Hint = (&'static str, String, String);

/// Why a value is not taken.
pub(crate) enum Refused {
    Value {
        path: String,
        reason: String,
    },
    /// Reading it ran Python code, and that failed.
    Raised(PyErr),
}

impl Refused {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self::Value { path: String::new(), reason: reason.into() }
    }

    fn wrong_type(expected: &str, object: &Bound<'_, PyAny>) -> Self {
        match object.get_type().name() {
            Ok(name) => Self::new(format!("must be {expected}, not {name}")),
            Err(error) => Self::Raised(error),
        }
    }

    /// The same refusal, seen from the object that has the value under `member`.
    pub(crate) fn under(self, member: &str) -> Self {
        match self {
            Self::Value { path, reason } if path.is_empty() => Self::Value { path: member.to_owned(), reason },
            Self::Value { path, reason } if path.starts_with('[') => {
                Self::Value { path: format!("{member}{path}"), reason }
            }
            Self::Value { path, reason } => Self::Value { path: format!("{member}.{path}"), reason },
            raised => raised,
        }
    }

    fn at(self, index: usize) -> Self {
        self.under(&format!("[{index}]"))
    }
}

impl From<Refused> for PyErr {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Value { path, reason } => Error::invalid(path, reason).into(),
            Refused::Raised(error) => error,
        }
    }
}

/// An argument: it is read when its name is known.
pub struct Given<T>(Option<Result<T, Refused>>);

impl<T> Given<T> {
    /// No argument.
    pub const ABSENT: Self = Self(None);
}

impl<T: Default> Given<T> {
    /// The argument called `name`, or what its type has in its place if it is absent.
    ///
    /// # Errors
    /// `InvalidInput` at `name` if it does not fit.
    pub fn or_default(self, name: &str) -> PyResult<T> {
        self.0.unwrap_or_else(|| Ok(T::default())).map_err(|refused| refused.under(name).into())
    }
}

impl<T> Given<T> {
    /// The argument called `name`.
    ///
    /// # Errors
    /// `InvalidInput` at `name` if it is absent or does not fit.
    pub fn required(self, name: &str) -> PyResult<T> {
        self.0.unwrap_or_else(|| Err(Refused::new("is required"))).map_err(|refused| refused.under(name).into())
    }

    /// As [`required`](Self::required), where `None` stands for an absent one.
    ///
    /// # Errors
    /// `InvalidInput` at `name` if it does not fit.
    pub fn optional(given: Option<Self>, name: &str) -> PyResult<Option<T>> {
        given.map(|given| given.required(name)).transpose()
    }
}

impl<'a, 'py, T: Value> FromPyObject<'a, 'py> for Given<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(Some(T::read(&object))))
    }
}

/// An argument of a constructor. As [`Given`] it is read when its name is known; without the type, so that all
/// constructors take their arguments by the same code.
pub(crate) struct Argument<'a, 'py>(Option<Borrowed<'a, 'py, PyAny>>);

impl Argument<'_, '_> {
    /// No argument.
    pub(crate) const ABSENT: Self = Self(None);

    /// As [`Given::or_default`].
    pub(crate) fn or_default<T: Value + Default>(self, name: &str) -> PyResult<T> {
        if self.0.is_none() { Ok(T::default()) } else { self.required(name) }
    }

    /// As [`Given::required`].
    pub(crate) fn required<T: Value>(self, name: &str) -> PyResult<T> {
        let read = self.0.map_or_else(|| Err(Refused::new("is required")), |object| T::read(&object));
        read.map_err(|refused| refused.under(name).into())
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Argument<'a, 'py> {
    type Error = std::convert::Infallible;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, Self::Error> {
        Ok(Self(Some(object)))
    }
}

/// Gives a value to Python by what is made of a reference to it: an attribute that is read clones nothing.
macro_rules! crosses {
    ($type:ty as $target:ty, |$value:ident, $py:ident| $made:expr) => {
        $crate::ffi::python::crosses!($type as $target, ::std::convert::Infallible, |$value, $py| $made);
    };
    ($type:ty as $target:ty, $error:ty, |$value:ident, $py:ident| $made:expr) => {
        impl<'py> ::pyo3::IntoPyObject<'py> for &$type {
            type Target = $target;
            type Output = ::pyo3::Bound<'py, Self::Target>;
            type Error = $error;
            fn into_pyobject(self, $py: ::pyo3::Python<'py>) -> Result<Self::Output, Self::Error> {
                let $value = self;
                $made
            }
        }
        impl<'py> ::pyo3::IntoPyObject<'py> for $type {
            type Target = $target;
            type Output = ::pyo3::Bound<'py, Self::Target>;
            type Error = $error;
            fn into_pyobject(self, py: ::pyo3::Python<'py>) -> Result<Self::Output, Self::Error> {
                (&self).into_pyobject(py)
            }
        }
    };
}
pub(crate) use crosses;

/// Lets native functions take a [`Value`]. What does not fit is an error at `field`.
macro_rules! argument {
    ($type:ty, $field:expr) => {
        impl<'a, 'py> ::pyo3::FromPyObject<'a, 'py> for $type {
            type Error = ::pyo3::PyErr;
            fn extract(object: ::pyo3::Borrowed<'a, 'py, ::pyo3::PyAny>) -> ::pyo3::PyResult<Self> {
                <Self as $crate::ffi::python::Value>::read(&object).map_err(|refused| refused.under($field).into())
            }
        }
    };
}
pub(crate) use argument;

fn show_object(object: &Bound<'_, PyAny>, to: &mut String) -> PyResult<()> {
    to.push_str(&object.repr()?.to_cow()?);
    Ok(())
}

/// Text. A `str` may hold half of a surrogate pair, which no other program can read.
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
                if !object.is_instance_of::<PyInt>() {
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

/// Several of them are `bytes`.
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

impl Value for f64 {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "float".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        if !object.is_instance_of::<PyFloat>() && !object.is_instance_of::<PyInt>() {
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

/// Text and bytes can be iterated, and never mean a list.
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
fn members<'py>(object: &Bound<'py, PyAny>) -> Result<Vec<(String, Bound<'py, PyAny>)>, Refused> {
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

/// An instant of any time zone. One without a zone could be anywhere.
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

/// An instant, on its way to Python.
pub(crate) struct Instant<'a>(pub(crate) &'a DateTime<Utc>);

impl<'py> IntoPyObject<'py> for Instant<'_> {
    type Target = PyDateTime;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    /// In the form that a pickle has: without Python's own interface for dates, which the stable one lacks, a call with
    /// eight numbers takes ten times as long.
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

/// A span of time.
impl Value for Duration {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "timedelta".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        object.extract().map_err(|_| Refused::wrong_type("a timedelta of at least 0", object))
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
}

/// Names with their values: a mapping, or a list of pairs, where a name may stand several times.
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

    /// Nobody reads these bits: `has` does.
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

/// Members that may be a path: what `read` names them.
impl Value for Json {
    fn hint(_: Direction, _: &mut Aliases) -> String {
        "Any".into()
    }

    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused> {
        let mut text = String::new();
        write_json(object, &mut text, 0)?;
        Self::parse(&text).map_err(|error| Refused::new(error.to_string()))
    }

    fn show(&self, py: Python<'_>, to: &mut String) -> PyResult<()> {
        show_object(&load_json(self, py)?, to)
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

argument!(Json, "json");

/// Writes what JSON can express, as `json.dumps` does, but for numbers that are none, and for names that are not text.
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

/// A whole number of any size. Python itself refuses to write thousands of digits.
fn digits(number: &Bound<'_, PyAny>) -> Result<String, Refused> {
    let digits = PyInt::type_object(number.py()).call_method1("__repr__", (number,));
    digits.and_then(|digits| digits.extract()).map_err(|_| Refused::new("has too many digits"))
}

/// JSON is read by Python's own parser, and only when the attribute is asked for: what nobody looks at costs nothing,
/// and whole numbers of any size stay exact. One with more digits than Python reads (4,300) is its text.
fn load_json<'py>(json: &Json, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    // Not pyo3's `PyOnceLock`: it lets go of the interpreter while it is filled, and a child that another thread forks
    // then would wait for it for ever.
    static LOADS: OnceLock<Py<PyAny>> = OnceLock::new();
    let loads = match LOADS.get() {
        Some(loads) => loads,
        None => {
            let found = py.import("json")?.getattr("loads")?.unbind();
            LOADS.get_or_init(|| found)
        }
    };
    let loads = loads.bind(py);
    match loads.call1((json.as_str(),)) {
        Err(error) if error.is_instance_of::<PyValueError>(py) => {
            let options = PyDict::new(py);
            options.set_item("parse_int", wrap_pyfunction!(number_or_text, py)?)?;
            loads.call((json.as_str(),), Some(&options))
        }
        read => read,
    }
}

crosses!(Json as PyAny, PyErr, |json, py| load_json(json, py));

#[no_panic]
#[pyfunction]
fn number_or_text<'py>(digits: &Bound<'py, PyString>) -> Bound<'py, PyAny> {
    let number = PyInt::type_object(digits.py()).call1((digits,));
    number.unwrap_or_else(|_| digits.clone().into_any())
}

/// An instance of a class of ours.
pub(crate) fn read_instance<T>(object: &Bound<'_, PyAny>) -> Result<T, Refused>
where
    T: PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync + Clone,
{
    match object.cast::<T>() {
        Ok(instance) => Ok(instance.get().clone()),
        Err(_) => {
            let name = T::type_object(object.py()).name().map_err(Refused::Raised)?.to_string();
            // `UserAddon` is spoken with a consonant.
            let article = if name.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
            Err(Refused::wrong_type(&format!("{article} {name}"), object))
        }
    }
}

/// A word of a closed list.
pub(crate) fn read_word(words: &[&str], object: &Bound<'_, PyAny>) -> Result<usize, Refused> {
    let text = read_text(object)?;
    let place = words.iter().position(|word| *word == text);
    place.ok_or_else(|| Refused::new(format!("must be one of {}", words.join(", "))))
}

/// The type of a word of a list, by the name of the list.
pub(crate) fn word_hint<'a>(
    name: &'static str,
    words: impl Iterator<Item = &'a str>,
    is_open: bool,
    aliases: &mut Aliases,
) -> String {
    let words: Vec<_> = words.map(|word| format!("{word:?}")).collect();
    let other = if is_open { " | str" } else { "" };
    aliases.insert(name, format!("Literal[{}]{other}", words.join(", ")));
    name.to_owned()
}

/// Adds a member to those a `repr` shows.
pub(crate) fn show_member<T: Value>(name: &str, value: &T, py: Python<'_>, to: &mut String) -> PyResult<()> {
    if !to.ends_with('(') {
        to.push_str(", ");
    }
    to.push_str(name);
    to.push('=');
    value.show(py, to)
}

/// Both types of a member.
pub(crate) fn hint_member<T: Value>(name: &'static str, aliases: &mut Aliases) -> Hint {
    (name, T::hint(Direction::Returned, aliases), T::hint(Direction::Given, aliases))
}

/// Gives the variants of all enums in a module constructors that read what they are given as [`Value`]s: those that pyo3
/// makes know nothing of it. In the classes they are called `__new__` and the name of the variant.
///
/// # Errors
/// Those of Python.
pub fn adopt_constructors(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for (_, class) in module.dict() {
        let Ok(class) = class.cast_into::<PyType>() else { continue };
        let members = class.getattr("__dict__")?.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        for name in members {
            let name = name.cast::<PyString>()?.to_cow()?;
            let Some(variant) = name.strip_prefix("__new__").filter(|variant| !variant.is_empty()) else { continue };
            class.getattr(variant)?.setattr("__new__", class.getattr(&*name)?)?;
            class.delattr(&*name)?;
        }
    }
    Ok(())
}

/// The answer of `__hash__`: of the class, then of what is in it.
pub(crate) fn hashed(class: &str, add: &dyn Fn(&mut dyn Hasher)) -> u64 {
    let mut state = DefaultHasher::new();
    state.write(class.as_bytes());
    add(&mut state);
    state.finish()
}

/// The answer of `__reduce__`: the class, called with the members by name.
pub(crate) fn reduce<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, class) = (object.py(), object.get_type());
    let members = PyDict::new(py);
    for name in class.getattr("__match_args__")?.try_iter()? {
        let name = name?.cast_into::<PyString>()?;
        members.set_item(&name, object.getattr(&name)?)?;
    }
    let build = py.import("copyreg")?.getattr("__newobj_ex__")?;
    (build, (class, PyTuple::empty(py), members)).into_pyobject(py)
}

/// The value as a `dict`, in the members the platform knows.
pub(crate) fn to_dict<T: serde::Serialize>(value: &T) -> PyResult<Json> {
    Json::from_value(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A type that is a `str`, at `field` when it is an argument; with the words it is known to have, if it is an open enum.
macro_rules! text {
    ($name:ty, $field:expr, $shown:expr, $hint:expr) => {
        $crate::ffi::python::crosses!($name as ::pyo3::types::PyString, |value, py| {
            Ok(::pyo3::types::PyString::new(py, value.as_str()))
        });
        impl $crate::ffi::python::Value for $name {
            fn hint(_: $crate::ffi::python::Direction, aliases: &mut $crate::ffi::python::Aliases) -> String {
                ($hint)(aliases)
            }
            fn read(object: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> Result<Self, $crate::ffi::python::Refused> {
                $crate::ffi::python::read_text(object).map(Self::from)
            }
            fn show(&self, py: ::pyo3::Python<'_>, to: &mut String) -> ::pyo3::PyResult<()> {
                $crate::ffi::python::show_text(($shown)(self.as_str()), py, to)
            }
            fn is_nothing(&self) -> bool {
                self.as_str().is_empty()
            }
            fn hash(&self, mut state: &mut dyn std::hash::Hasher) {
                std::hash::Hash::hash(self.as_str(), &mut state);
            }
        }
        $crate::ffi::python::argument!($name, $field);
    };
}
pub(crate) use text;
