//! Conversion of values for Python, and code that the classes made by `#[data]` share.
//!
//! Reading uses the trait [`Value`] instead of pyo3's, because pyo3's does not report the path of an invalid value.
//! `TitleRow(5)` is an `InvalidInput` for `text`, and an invalid number in the third place of a list has the path
//! `[2]`.

use std::hash::{DefaultHasher, Hasher};

use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyList, PyString, PyTuple};

use crate::error::{Error, path_under};
use crate::json::Json;

pub mod errors;
mod json;
mod values;

pub use errors::caught;
pub use open_platform_macros::no_panic;
use values::is_number;
pub(crate) use values::{Instant, is_list, read_text};
pub use values::{Pairs, Seconds, instant};

/// A value that can be read from Python.
pub(crate) trait Value: Sized {
    /// Reads the caller's value.
    fn read(object: &Bound<'_, PyAny>) -> Result<Self, Refused>;

    /// Like [`read`](Self::read), for several values.
    fn read_list(object: &Bound<'_, PyAny>) -> Result<Vec<Self>, Refused> {
        if !is_list(object) {
            return Err(Refused::wrong_type("a list", object));
        }
        let items = object.try_iter().map_err(Refused::Raised)?.enumerate();
        items.map(|(i, item)| Self::read(&item.map_err(Refused::Raised)?).map_err(|refused| refused.at(i))).collect()
    }

    /// Equal values add the same to the hash. JSON adds nothing, because equal JSON can be written in many ways, and neither does what
    /// hardly ever distinguishes two objects, such as a flag.
    fn hash(&self, _state: &mut dyn Hasher) {}
}

/// For the type stubs: the members of each variant, each with its type in Rust, and the types that are accepted instead of an instance.
/// A struct has one variant, without a name.
#[cfg(debug_assertions)]
pub(crate) type Hints = (Vec<(&'static str, Vec<(&'static str, &'static str)>)>, Vec<&'static str>);

/// Why a value is refused.
pub(crate) enum Refused {
    Value {
        path: String,
        reason: String,
    },
    /// Reading it ran Python code that failed.
    Raised(PyErr),
}

impl Refused {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self::Value { path: String::new(), reason: reason.into() }
    }

    pub(crate) fn wrong_type(expected: &str, object: &Bound<'_, PyAny>) -> Self {
        match object.get_type().name() {
            Ok(name) => Self::new(format!("must be {expected}, not {name}")),
            Err(error) => Self::Raised(error),
        }
    }

    /// The same refusal, with `member` before the path.
    pub(crate) fn under(self, member: &str) -> Self {
        match self {
            Self::Value { path, reason } => Self::Value { path: path_under(member, &path), reason },
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

/// An argument that is read when its name is known.
pub struct Given<T>(Option<Result<T, Refused>>);

impl<T> Given<T> {
    /// No argument.
    pub const ABSENT: Self = Self(None);
}

impl<T: Default> Given<T> {
    /// The argument called `name`; the default of its type if it is absent.
    ///
    /// # Errors
    /// `InvalidInput` for `name` if it is invalid.
    pub fn or_default(self, name: &str) -> PyResult<T> {
        self.0.unwrap_or_else(|| Ok(T::default())).map_err(|refused| refused.under(name).into())
    }
}

impl<T> Given<T> {
    /// The argument called `name`.
    ///
    /// # Errors
    /// `InvalidInput` for `name` if it is absent or invalid.
    pub fn required(self, name: &str) -> PyResult<T> {
        self.0.unwrap_or_else(|| Err(Refused::new("is required"))).map_err(|refused| refused.under(name).into())
    }

    /// Like [`required`](Self::required), but `None` counts as absent.
    ///
    /// # Errors
    /// `InvalidInput` for `name` if it is invalid.
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

/// An argument of a constructor. Like [`Given`], it is read when its name is known. It has no type parameter, so that
/// all constructors share the code.
pub(crate) struct Argument<'a, 'py>(Option<Borrowed<'a, 'py, PyAny>>);

impl Argument<'_, '_> {
    /// No argument.
    pub(crate) const ABSENT: Self = Self(None);

    /// Like [`Given::or_default`].
    pub(crate) fn or_default<T: Value + Default>(self, name: &str) -> PyResult<T> {
        if self.0.is_none() { Ok(T::default()) } else { self.required(name) }
    }

    /// The same for an image, which may be given as the argument `image` instead.
    pub(crate) fn or_image<T: Value + Default>(self, image: Self, name: &str) -> PyResult<T> {
        match (&self.0, &image.0) {
            (_, None) => self.or_default(name),
            (None, Some(_)) => image.required("image"),
            (Some(_), Some(_)) => Err(Error::invalid("image", format!("must not be given with `{name}`")).into()),
        }
    }

    /// Like [`Given::required`].
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

/// Converts an attribute for Python from a reference to it, without a clone.
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

/// A type that native functions take as argument: `python_argument!(Name, |object| result)`.
#[macro_export]
#[doc(hidden)]
macro_rules! python_argument {
    ($name:ty, |$object:ident| $read:expr) => {
        impl<'a, 'py> ::pyo3::FromPyObject<'a, 'py> for $name {
            type Error = ::pyo3::PyErr;
            fn extract($object: ::pyo3::Borrowed<'a, 'py, ::pyo3::PyAny>) -> ::pyo3::PyResult<Self> {
                $read
            }
        }
    };
}

/// The same for a [`Value`]. An invalid one is an error for `field`.
macro_rules! argument {
    ($type:ty, $field:expr) => {
        $crate::python_argument!($type, |object| {
            <Self as $crate::ffi::python::Value>::read(&object).map_err(|refused| refused.under($field).into())
        });
    };
}
pub(crate) use argument;

/// An instance of one of this module's classes.
pub(crate) fn read_instance<T>(object: &Bound<'_, PyAny>) -> Result<T, Refused>
where
    T: PyClass<Frozen = pyo3::pyclass::boolean_struct::True> + Sync + Clone,
{
    match object.cast::<T>() {
        Ok(instance) => Ok(instance.get().clone()),
        Err(_) => {
            let name = T::type_object(object.py()).name().map_err(Refused::Raised)?.to_string();
            // `UserAddon` begins with a consonant sound.
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

/// A member that the `repr` of an object shows.
pub(crate) struct ShownMember {
    pub(crate) name: &'static str,
    /// Its type in Rust.
    pub(crate) kind: &'static str,
    /// Whether an absent or empty value is left out.
    pub(crate) may_be_absent: bool,
}

impl ShownMember {
    /// Whether the value is the same as none. Numbers never are.
    fn is_absent(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        if self.kind.starts_with("Option") || self.kind == "Json" || value.is_none() {
            return Ok(value.is_none());
        }
        Ok(!is_number(value) && !value.is_truthy()?)
    }

    /// The value as Python source. A private one is hidden, and a map is sorted. A further type with private text is named here.
    fn source(&self, value: Bound<'_, PyAny>) -> PyResult<String> {
        let is_private =
            self.kind.split(['<', '>', ',', ':', '(', ')']).any(|name| name == "Phone" || name == "Secret");
        if is_private && !value.is_none() {
            return Ok(match value.cast::<PyList>() {
                Ok(list) => format!("[{}]", vec!["'***'"; list.len()].join(", ")),
                Err(_) => "'***'".to_owned(),
            });
        }
        let text = match value.cast::<PyDict>() {
            Ok(map) if self.kind != "Json" && self.kind != "Option<Json>" => {
                let items = map.items();
                items.sort()?;
                PyDict::from_sequence(items.as_any())?.repr()?
            }
            _ => value.repr()?,
        };
        text.extract()
    }
}

/// The result of `__repr__`: the class or variant, with its members.
pub(crate) fn repr(object: &Bound<'_, PyAny>, class: &str, members: &[ShownMember]) -> PyResult<String> {
    let mut shown = Vec::new();
    for member in members {
        let value = object.getattr(member.name)?;
        if !member.may_be_absent || !member.is_absent(&value)? {
            shown.push(format!("{}={}", member.name, member.source(value)?));
        }
    }
    Ok(format!("{class}({})", shown.join(", ")))
}

/// A class that `#[data]` makes.
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) add: fn(&Bound<'_, PyModule>) -> PyResult<()>,
    /// The variants of an enum.
    pub(crate) variants: &'static [&'static str],
}

pyo3::inventory::collect!(Class);

impl Class {
    fn add_to(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        (self.add)(module)?;
        self.adopt_constructors(module)?;
        self.add_pydantic_schemas(module)
    }

    /// Gives each variant a constructor that reads its arguments as [`Value`]s, in place of that by pyo3, which does not. Until
    /// then it is called `__new__` and the name of the variant.
    fn adopt_constructors(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        if self.variants.is_empty() {
            return Ok(());
        }
        let class = module.getattr(self.name)?;
        for variant in self.variants {
            let constructor = format!("__new__{variant}");
            class.getattr(*variant)?.setattr("__new__", class.getattr(&*constructor)?)?;
            class.delattr(&*constructor)?;
        }
        Ok(())
    }

    /// Adds the class methods that pydantic calls. They load the package's module with the schemas.
    fn add_pydantic_schemas(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        let (class, method) = (module.getattr(self.name)?, py.import("builtins")?.getattr("classmethod")?);
        for schema in ["core_schema", "json_schema"] {
            let make = move |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<Py<PyAny>> {
                let module = arguments.py().import("open_platform._pydantic")?;
                module.call_method1(schema, (arguments.get_item(0)?,)).map(Bound::unbind)
            };
            let function = PyCFunction::new_closure(py, None, None, make)?;
            class.setattr(format!("__get_pydantic_{schema}__"), method.call1((function,))?)?;
        }
        Ok(())
    }
}

/// Adds the enums among the data types to a module, whose constructors must be adopted before an instance exists. The other
/// classes are added by [`add_class`].
///
/// # Errors
/// Errors of Python.
pub fn add_enums(module: &Bound<'_, PyModule>) -> PyResult<()> {
    pyo3::inventory::iter::<Class>()
        .filter(|class| !class.variants.is_empty())
        .try_for_each(|class| class.add_to(module))
}

/// Adds the class of a data type to a module when it is used for the first time: an import would be slower if it created all of
/// them. Returns whether there is a data type of this name.
///
/// # Errors
/// Errors of Python.
pub fn add_class(module: &Bound<'_, PyModule>, name: &str) -> PyResult<bool> {
    let class = pyo3::inventory::iter::<Class>().find(|class| class.name == name);
    class.map_or(Ok(()), |class| class.add_to(module))?;
    Ok(class.is_some())
}

/// Adds the classes that are not there yet.
///
/// # Errors
/// Errors of Python.
pub fn add_remaining_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let names = module.dict();
    for class in pyo3::inventory::iter::<Class>() {
        if !names.contains(class.name)? {
            class.add_to(module)?;
        }
    }
    Ok(())
}

/// The names of the data types.
pub fn class_names() -> impl Iterator<Item = &'static str> {
    pyo3::inventory::iter::<Class>().map(|class| class.name)
}

/// The result of `__hash__`: the hash of the class and of its members.
pub(crate) fn hashed(class: &str, add: &dyn Fn(&mut dyn Hasher)) -> u64 {
    let mut state = DefaultHasher::new();
    state.write(class.as_bytes());
    add(&mut state);
    state.finish()
}

/// The result of `__reduce__`: the class, called with the members by name.
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

/// The value as a `dict`, with the members of the platform's JSON.
pub(crate) fn to_dict<T: serde::Serialize>(value: &T) -> PyResult<Json> {
    Json::from_value(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A type that is a `str`; `field` is its name as an argument.
macro_rules! text {
    ($name:ty, $field:expr) => {
        $crate::ffi::python::crosses!($name as ::pyo3::types::PyString, |value, py| {
            Ok(::pyo3::types::PyString::new(py, value.as_str()))
        });
        impl $crate::ffi::python::Value for $name {
            fn read(object: &::pyo3::Bound<'_, ::pyo3::PyAny>) -> Result<Self, $crate::ffi::python::Refused> {
                $crate::ffi::python::read_text(object).map(Self::from)
            }
            fn hash(&self, mut state: &mut dyn std::hash::Hasher) {
                std::hash::Hash::hash(self.as_str(), &mut state);
            }
        }
        $crate::ffi::python::argument!($name, $field);
    };
}
pub(crate) use text;
