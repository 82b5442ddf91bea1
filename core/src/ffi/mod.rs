//! How the data types cross into other languages. One type, defined once: no copies of it per language.
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
//! | `Vec<u8>` | `bytes` | `Buffer` | `ByteArray`, `Data` |
//! | `Presence` | `int` | `number` | a number; ask by `has` |
//!
//! Clients, errors and runtimes live in `bindings/`; what a user of a language imports lives in `packages/`.

use std::time::Duration;

use crate::clock::checked_timeout;
use crate::error::{Error, Result};

#[cfg(feature = "node")]
pub mod node;
#[cfg(feature = "python")]
pub mod python;
#[cfg(feature = "uniffi")]
pub mod uniffi;

pub use open_platform_macros::data;

/// A length of time that another language gives in seconds. What is none at all becomes zero, and what is too long the
/// longest: where neither makes sense, as of a timeout, the core refuses both.
pub fn nearest_length(seconds: f64) -> Duration {
    let beyond = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
    Duration::try_from_secs_f64(seconds).unwrap_or(beyond)
}

/// A timeout that another language gives in seconds, where its own name for it is not the core's: the error must have that
/// one.
///
/// # Errors
/// What is wrong with it.
pub fn timeout(seconds: f64) -> Result<Duration, &'static str> {
    checked_timeout(nearest_length(seconds))
}

/// A length of time for which zero makes sense, so that nothing else may become it.
///
/// # Errors
/// [`Error::InvalidInput`] at `field` for what is no length of time.
pub fn length(field: &str, seconds: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| Error::invalid(field, "must be 0 or more, and finite"))
}

/// A type that is text in other languages: it has `as_str` and `From<String>`. As an argument it is called `$field`.
macro_rules! text {
    ($($name:ty = $field:literal),+ $(,)?) => {$(
        $crate::ffi::text!(@python $name, $field, |text| text);
    )+};
    (private $name:ty = $field:literal) => {
        $crate::ffi::text!(@python $name, $field, |_| "***");
    };
    (@python $name:ty, $field:literal, $shown:expr) => {
        #[cfg(feature = "python")]
        $crate::ffi::python::text!($name, $field, $shown, |_| "str".to_owned());
        #[cfg(feature = "node")]
        $crate::ffi::node::text!($name);
    };
}
pub(crate) use text;

/// As [`text`], for an enum that keeps words it does not know. Into Node a known word crosses as its number.
macro_rules! open_enum {
    ($name:ident) => {
        #[cfg(feature = "python")]
        $crate::ffi::python::text!($name, stringify!($name), |text| text, |aliases| {
            $crate::ffi::python::word_hint(stringify!($name), $name::KNOWN.iter().map($name::as_str), true, aliases)
        });
        #[cfg(feature = "node")]
        $crate::ffi::node::text!(
            $name,
            |word, parcel| match $name::KNOWN.iter().position(|known| known == word) {
                Some(index) => parcel.known_word(index),
                None => parcel.other_word(word.as_str()),
            },
            |code| code.words::<$name>($name::KNOWN.iter().map($name::as_str))
        );
    };
}
pub(crate) use open_enum;

text!(
    crate::id::PostToken = "post_token",
    crate::id::ConversationId = "conversation_id",
    crate::id::UserId = "user_id",
    crate::id::BusinessToken = "business_token",
    crate::id::RecordId = "id",
    crate::model::icon::Icon = "icon_name",
    crate::scope::Scope = "scopes",
    crate::session::GrantKey = "grant",
);
text!(private crate::id::Phone = "phone");
#[cfg(feature = "node")]
crate::ffi::node::text!(crate::model::image::Image);
