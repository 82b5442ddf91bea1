//! Types as JSON, for Node, Kotlin and Swift. These conversions are compiled here, where code is small: in Node's binding it is fast and
//! four times larger (`profile.release` in Cargo.toml).

use super::forms::{each_argument, each_result};
use crate::api::types::*;
use crate::error::Result;
use crate::json::Json;

/// A type that is written as JSON.
pub trait ToJson {
    /// Writes the value.
    ///
    /// # Errors
    /// Those of [`Json::from_value`].
    fn to_json(&self) -> Result<Json>;
}

/// A type that is read from JSON.
pub trait FromJson: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// Those of [`Json::to_input`].
    fn from_json(json: &Json) -> Result<Self>;
}

macro_rules! results {
    ($($write:ident: $type:ty),+ $(,)?) => {$(
        impl ToJson for $type {
            fn to_json(&self) -> Result<Json> {
                Json::from_value(self)
            }
        }
    )+};
}

macro_rules! arguments {
    ($($read:ident, $write:ident, $check:ident: $type:ty),+ $(,)?) => {$(
        impl FromJson for $type {
            fn from_json(json: &Json) -> Result<Self> {
                json.to_input()
            }
        }
        results!($write: $type);
    )+};
}

/// Functions for each type of an argument, which read it from JSON, write it as JSON and check its limits: rows for the macro `functions`
/// of a binding, as those of [`each_function`](crate::each_function).
#[doc(hidden)]
#[macro_export]
macro_rules! argument_functions {
    ($($read:ident, $write:ident, $check:ident: $type:ty),+ $(,)?) => {
        functions! {$(
            /// Reads the value from the platform's JSON.
            check $read(json: Json) -> $type = $crate::ffi_types::documents::FromJson::from_json(&json);
        )+}
        $crate::check_functions! { $($check: $type),+ }
        $crate::result_functions! { $($write: $type),+ }
    };
}

/// A function for each type that checks its limits, in the same way.
#[doc(hidden)]
#[macro_export]
macro_rules! check_functions {
    ($($check:ident: $type:ty),+ $(,)?) => {
        functions! {$(
            /// Checks every limit of the value. The error has the path of the invalid member.
            check $check(value: $type) -> () = value.check();
        )+}
    };
}

/// A function for each type that writes it as JSON, in the same way.
#[doc(hidden)]
#[macro_export]
macro_rules! result_functions {
    ($($write:ident: $type:ty),+ $(,)?) => {
        functions! {$(
            /// Writes the value as the platform's JSON.
            check $write(value: $type) -> Json = $crate::ffi_types::documents::ToJson::to_json(&value);
        )+}
    };
}

each_argument!(phone arguments);
each_argument!(server arguments);
each_result!(phone results);
each_result!(server results);
