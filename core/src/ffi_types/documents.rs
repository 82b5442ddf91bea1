//! Types as JSON, for Node. These conversions are compiled here, where code is small: in the binding it is fast and four times larger
//! (`profile.release` in Cargo.toml).

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

each_argument!(phone arguments);
each_argument!(server arguments);
each_result!(phone results);
each_result!(server results);
