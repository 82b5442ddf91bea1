//! Documents that are the body of a request or of a response.
//!
//! Each type has functions of its own instead of generic ones, and they are not a part of the methods of the API. Those are
//! generic, so every program and every binding compiles them again, and would compile the readers and writers of all types
//! with them.

use bytes::Bytes;

use super::Unreadable;
use crate::error::Result;

/// A value that a call sends as its body.
pub(crate) trait SentBody {
    fn to_json(&self) -> Result<Bytes>;
}

/// A type that a response body is read into.
pub(crate) trait ReceivedBody: Sized {
    fn from_json(body: &[u8]) -> Result<Self, Unreadable>;
}

/// Makes a type the body of a request. Most use `record!(sent …)`.
macro_rules! sent {
    ($name:ty) => {
        impl $crate::json::SentBody for $name {
            fn to_json(&self) -> $crate::error::Result<::bytes::Bytes> {
                let json = ::serde_json::to_vec(self);
                json.map(Into::into).map_err(|_| $crate::error::Error::invalid("body", "cannot be written as JSON"))
            }
        }
    };
}
pub(crate) use sent;

/// Makes a type the body of a response: `record!(received …)`. `identify` checks that it says what it is about.
macro_rules! received {
    ($name:ty $(, $identify:expr)?) => {
        impl $crate::json::ReceivedBody for $name {
            fn from_json(body: &[u8]) -> Result<Self, $crate::json::Unreadable> {
                $crate::json::read(body) $(.and_then($identify))?
            }
        }
    };
}
pub(crate) use received;

sent!(serde_json::Map<String, serde_json::Value>);
// What `check_once` has written.
sent!(super::Json);
