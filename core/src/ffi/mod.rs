//! How the data types cross into other languages. One type, defined once: no copies of it per language, and no JSON
//! text in between.
//!
//! `#[cfg_attr(feature = "ffi", ffi::data)]` on a type makes the class, object or record; the rules are in the crate
//! `open-platform-macros`. Here is only how single values cross:
//!
//! | here | Python | Node | Kotlin, Swift |
//! |---|---|---|---|
//! | ids, `Phone`, `Image`, `Icon`, `Scope`, `GrantKey` | `str` | `string` | a string |
//! | open enum | `str` | `string` | an enum with `Unknown` |
//! | `Json` | what `json.loads` gives | what `JSON.parse` gives | JSON text |
//! | `DateTime<Utc>` | aware `datetime` | `Date` (milliseconds) | `Instant`, `Date` |
//! | `Presence` | `int` | `number` | a number; ask by `has` |
//!
//! Clients, errors and runtimes live in `bindings/`; what a user of a language imports lives in `packages/`.

#[cfg(feature = "node")]
pub(crate) mod node;
#[cfg(feature = "python")]
pub(crate) mod python;
#[cfg(feature = "uniffi")]
mod uniffi;

pub(crate) use open_platform_macros::data;

/// A type that is text in other languages: it has `as_str` and `From<String>`.
macro_rules! text {
    ($($name:ty),+ $(,)?) => {$(
        #[cfg(feature = "python")]
        impl<'py> ::pyo3::IntoPyObject<'py> for $name {
            type Target = ::pyo3::types::PyString;
            type Output = ::pyo3::Bound<'py, Self::Target>;
            type Error = std::convert::Infallible;
            fn into_pyobject(self, py: ::pyo3::Python<'py>) -> Result<Self::Output, Self::Error> {
                Ok(::pyo3::types::PyString::new(py, self.as_str()))
            }
        }
        #[cfg(feature = "python")]
        impl<'a, 'py> ::pyo3::FromPyObject<'a, 'py> for $name {
            type Error = ::pyo3::PyErr;
            fn extract(object: ::pyo3::Borrowed<'a, 'py, ::pyo3::PyAny>) -> Result<Self, Self::Error> {
                object.extract::<String>().map(Self::from)
            }
        }
        #[cfg(feature = "node")]
        $crate::ffi::node::text!($name);
    )+};
}
pub(crate) use text;

text!(
    crate::id::PostToken,
    crate::id::ConversationId,
    crate::id::UserId,
    crate::id::BusinessToken,
    crate::id::RecordId,
    crate::id::Phone,
    crate::model::image::Image,
    crate::model::icon::Icon,
    crate::scope::Scope,
    crate::session::GrantKey,
);
