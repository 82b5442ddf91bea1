//! Export of the data types to other languages. Each type is defined once; there are no copies per language.
//!
//! `#[cfg_attr(feature = "ffi", ffi::data)]` on a type makes the class, object or record; the rules are in the crate
//! `open-platform-macros`. This module contains the conversion of single values:
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
//! It also has what several bindings need: the errors of a closed client, and a runtime. Clients and classes of errors are in
//! `bindings/`; the public API of each language is in `packages/`.

use std::future::pending;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;
use std::{io, thread};

use tokio::runtime::{Builder, Handle};

use crate::clock::checked_timeout;
use crate::error::{Error, Result};
use crate::id::{BusinessToken, ConversationId, PostToken, RecordId, UserId};

#[cfg(feature = "node")]
pub mod node;
#[cfg(feature = "python")]
pub mod python;
#[cfg(feature = "uniffi")]
pub mod uniffi;

pub use open_platform_macros::data;

pub use crate::lock::lock;

/// The error of a call of a client or an inbox, as `what` says, that is closed.
pub fn closed(what: &str) -> Error {
    Error::config(what, "it is closed: make a new one")
}

/// The error of a call during which its client or inbox was closed.
pub fn closed_meanwhile(what: &str) -> Error {
    Error::config(what, "it was closed during the call")
}

/// The runtime for the calls of a process: one thread, which is started when it is first needed, and never stopped. It is not there
/// if the system gives no thread or no file descriptor for it; the next call tries again.
///
/// # Errors
/// [`no_runtime`].
pub fn runtime() -> Result<Handle> {
    static RUNTIME: Mutex<Option<Handle>> = Mutex::new(None);
    let mut runtime = lock(&RUNTIME);
    if let Some(handle) = &*runtime {
        return Ok(handle.clone());
    }
    let made = Builder::new_current_thread().enable_all().build().map_err(no_runtime)?;
    let handle = made.handle().clone();
    let drive = move || made.block_on(pending::<()>());
    thread::Builder::new().name("open-platform".to_owned()).spawn(drive).map_err(no_runtime)?;
    *runtime = Some(handle.clone());
    Ok(handle)
}

/// The error of a call for which there is no runtime.
pub fn no_runtime(error: io::Error) -> Error {
    let reason = "the system gave no thread or no file descriptor for it, and the next call tries again";
    Error::config("runtime", format!("{reason}: {error}"))
}

/// A duration that another language passes in seconds. An invalid one becomes zero, and a too long one the maximum.
/// Use it where the core refuses both, as for a timeout.
pub fn nearest_length(seconds: f64) -> Duration {
    let beyond = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
    Duration::try_from_secs_f64(seconds).unwrap_or(beyond)
}

/// A timeout that another language passes in seconds, under a name that differs from the core's. The error has the
/// name of that language.
///
/// # Errors
/// The reason why it is invalid.
pub fn timeout(seconds: f64) -> Result<Duration, &'static str> {
    checked_timeout(nearest_length(seconds))
}

/// A duration for which zero is valid, so that nothing invalid may become zero.
///
/// # Errors
/// [`Error::InvalidInput`] for `field` if it is not a valid duration.
pub fn length(field: &str, seconds: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| Error::invalid(field, "must be 0 or more, and finite"))
}

/// The error of an option that is a duration in another language, where its name has no unit: `handler_timeout_seconds` of the
/// core is `handler_timeout`.
pub fn without_unit(error: Error) -> Error {
    match error {
        Error::InvalidInput { field, reason } => {
            Error::invalid(field.strip_suffix("_seconds").unwrap_or(&field), reason)
        }
        other => other,
    }
}

/// Checks an identifier of the kind `post_token`, `conversation_id`, `user_id`, `business_token` or `id`.
///
/// # Errors
/// [`Error::InvalidInput`] for an invalid identifier, and for `kind` if there is no such kind.
pub fn check_id(kind: &str, value: &str) -> Result<()> {
    match kind {
        "business_token" => BusinessToken::from(value).check(),
        "conversation_id" => ConversationId::from(value).check(),
        "id" => RecordId::from(value).check(),
        "post_token" => PostToken::from(value).check(),
        "user_id" => UserId::from(value).check(),
        _ => Err(Error::invalid("kind", "is no kind of identifier")),
    }
}

/// The IP address in an argument.
///
/// # Errors
/// [`Error::InvalidInput`] for `field` if it is no address.
pub fn ip_address(field: &str, text: &str) -> Result<IpAddr> {
    text.parse().map_err(|_| Error::invalid(field, "must be an IP address, such as 203.0.113.9"))
}

/// The reason of the error for an unknown option: it names the most similar known one.
pub fn unknown_name(name: &str, known: &[&str]) -> String {
    unknown("option", name, known)
}

/// The same for an unknown option or member: `what` is the word for it. Of names that are equally near, it is the shortest.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let given = plain(name);
    let nearest = known.iter().map(|known| (distance(&given, &plain(known)), known.len(), *known)).min();
    match nearest {
        Some((distance, _, nearest)) if distance <= given.chars().count().div_ceil(3) => {
            format!("there is no such {what}: did you mean {nearest}?")
        }
        _ => format!("there is no such {what}: there are {}", known.join(", ")),
    }
}

/// The edit distance of two words: insertions, deletions and replacements of letters. If one word is a prefix of the
/// other, the distance is small, however much follows.
fn distance(from: &str, to: &str) -> usize {
    if from.len() > 2 && to.starts_with(from) {
        return 0;
    }
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, other) in to.iter().enumerate() {
            let replaced = corner + usize::from(letter != *other);
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

/// A type that is a string in other languages: it has `as_str` and `From<String>`. As an argument it is called
/// `$field`.
macro_rules! text {
    ($($name:ty = $field:literal),+ $(,)?) => {$(
        #[cfg(feature = "python")]
        $crate::ffi::python::text!($name, $field);
        #[cfg(feature = "node")]
        $crate::ffi::node::text!($name);
    )+};
}
pub(crate) use text;

/// Like [`text`], for an enum that keeps unknown values. A known value is passed to Node as its number.
macro_rules! open_enum {
    ($name:ident) => {
        #[cfg(feature = "python")]
        $crate::ffi::python::text!($name, stringify!($name));
        #[cfg(feature = "node")]
        $crate::ffi::node::text!(
            $name,
            |word, encoder| match $name::KNOWN.iter().position(|known| known == word) {
                Some(index) => encoder.known_word(index),
                None => encoder.other_word(word.as_str()),
            },
            |layout| layout.words(stringify!($name), $name::KNOWN.iter().map($name::as_str))
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
    crate::id::GrantKey = "grant",
    crate::id::Phone = "phone",
    crate::secret::Secret = "secret",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_option_gets_a_suggestion_where_one_is_near() {
        let known = ["apiKey", "clientId", "eventResourceId", "eventType", "timeoutMs", "store"];
        for (given, nearest) in [
            ("apikey", "apiKey"),
            ("api_key", "apiKey"),
            ("timeout", "timeoutMs"),
            ("event", "eventType"),
            ("stroe", "store"),
        ] {
            assert_eq!(unknown_name(given, &known), format!("there is no such option: did you mean {nearest}?"));
        }
        assert_eq!(
            unknown_name("colour", &known),
            "there is no such option: there are apiKey, clientId, eventResourceId, eventType, timeoutMs, store"
        );
        assert_eq!(unknown_name("", &[]), "there is no such option: there are ");
    }
}
