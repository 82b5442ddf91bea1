//! Conversion of values for Node.
//!
//! A value is read member by member, so that what is wrong with it has a place: `widgets[1].row.hasDivider`. It is written into one
//! string, which any thread can do, and JavaScript itself makes the value of it: far faster than values can be built from outside.
#![allow(
    unsafe_code,
    reason = "Node's values are raw pointers; every one here comes from Node itself, in its own thread"
)]

mod any_json;
mod decoders;
mod json;
mod read;
mod values;
mod write;

pub use decoders::{DecoderLookup, Layout, LayoutOf, Reader};
pub use read::{Given, InvalidValue, Members};
pub use write::{Encoder, Written};

use napi::bindgen_prelude::FromNapiValue;
use napi::sys;

/// A value that can be read from Node and written to Node.
pub trait Value: Sized + 'static {
    /// Reads the value.
    ///
    /// # Errors
    /// [`InvalidValue`] with the path of the invalid value, relative to this value.
    fn read(given: Given) -> Result<Self, InvalidValue>;

    /// Writes the value.
    fn write(&self, encoder: &mut Encoder);

    /// Adds the type to a layout.
    fn layout(layout: &mut Layout);
}

/// The other methods of a [`Value`] that is only read, such as a setting. It writes nothing.
#[macro_export]
#[doc(hidden)]
macro_rules! node_only_reads {
    () => {
        fn write(&self, _encoder: &mut $crate::ffi::node::Encoder) {}
        fn layout(layout: &mut $crate::ffi::node::Layout) {
            layout.add("nothing");
        }
    };
}

/// A type that is only read, as an argument of a function or a member of one: `node_argument!(Name, |given| result)`.
#[macro_export]
#[doc(hidden)]
macro_rules! node_argument {
    ($name:ty, |$given:ident| $read:expr) => {
        impl $crate::ffi::node::Value for $name {
            fn read($given: $crate::ffi::node::Given) -> Result<Self, $crate::ffi::node::InvalidValue> {
                $read
            }
            $crate::node_only_reads!();
        }
        $crate::node_crosses!($name);
    };
}

/// Reads an argument of a function. The argument has the name of its type.
///
/// # Errors
/// In JavaScript: status `InvalidArg`, with the path and the reason.
///
/// # Safety
/// `value` belongs to `env`, an environment of this thread, in a call that has not returned.
pub unsafe fn argument<T: Value>(env: sys::napi_env, value: sys::napi_value, type_name: &str) -> napi::Result<T> {
    T::read(Given { env, value, is_received: false }).map_err(|wrong| wrong.of_argument(type_name))
}

/// An argument of a function, which is [`named`](Self::named) by the function.
pub struct Argument<T>(Result<T, InvalidValue>);

impl<T: Value> FromNapiValue for Argument<T> {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> napi::Result<Self> {
        Ok(Self(T::read(Given { env, value, is_received: false })))
    }
}

impl<T> Argument<T> {
    /// The value. If the whole argument is invalid, `name` is the path in the error: the argument's name in JavaScript.
    ///
    /// # Errors
    /// In JavaScript: status `InvalidArg`, with the path and the reason.
    pub fn named(self, name: impl FnOnce() -> String) -> napi::Result<T> {
        self.0.map_err(|wrong| wrong.of_argument(&name()))
    }
}

/// Makes a value in Node.
///
/// # Errors
/// If Node has no memory for it, or is shutting down.
///
/// # Safety
/// `env` is an environment of this thread that has not been torn down.
pub unsafe fn result<T: Value>(env: sys::napi_env, value: &T) -> napi::Result<sys::napi_value> {
    unsafe { Encoder::of(value).into_value(env) }
}

/// Makes a [`Value`] usable as argument and result of functions.
#[macro_export]
#[doc(hidden)]
macro_rules! node_crosses {
    ($name:ty) => {
        impl ::napi::bindgen_prelude::FromNapiValue for $name {
            #[allow(unsafe_code, reason = "the signature is napi's")]
            unsafe fn from_napi_value(
                env: ::napi::sys::napi_env,
                value: ::napi::sys::napi_value,
            ) -> ::napi::Result<Self> {
                unsafe { $crate::ffi::node::argument(env, value, stringify!($name)) }
            }
        }
        impl ::napi::bindgen_prelude::ToNapiValue for $name {
            #[allow(unsafe_code, reason = "the signature is napi's")]
            unsafe fn to_napi_value(
                env: ::napi::sys::napi_env,
                value: Self,
            ) -> ::napi::Result<::napi::sys::napi_value> {
                unsafe { $crate::ffi::node::result(env, &value) }
            }
        }
        impl ::napi::bindgen_prelude::ToNapiValue for &$name {
            #[allow(unsafe_code, reason = "the signature is napi's")]
            unsafe fn to_napi_value(
                env: ::napi::sys::napi_env,
                value: Self,
            ) -> ::napi::Result<::napi::sys::napi_value> {
                unsafe { $crate::ffi::node::result(env, value) }
            }
        }
    };
}

/// A type that is a string in Node. It is converted by its text, unless other functions are given.
macro_rules! text {
    ($name:ty) => {
        $crate::ffi::node::text!($name, |text, encoder| encoder.text(text.as_str()), |layout| layout.add("text"));
    };
    ($name:ty, |$value:ident, $encoder:ident| $write:expr, |$layout:ident| $add:expr) => {
        impl $crate::ffi::node::Value for $name {
            fn read(given: $crate::ffi::node::Given) -> Result<Self, $crate::ffi::node::InvalidValue> {
                given.text().map(Self::from)
            }
            fn write(&self, $encoder: &mut $crate::ffi::node::Encoder) {
                let $value = self;
                $write
            }
            fn layout($layout: &mut $crate::ffi::node::Layout) {
                $add;
            }
        }
        $crate::ffi::node::named!($name, "string", String);
        $crate::node_crosses!($name);
    };
}
pub(crate) use text;

/// The traits that napi needs for a type.
macro_rules! named {
    ($name:ty, $type_name:literal, $kind:ident) => {
        impl ::napi::bindgen_prelude::TypeName for $name {
            fn type_name() -> &'static str {
                $type_name
            }
            fn value_type() -> ::napi::ValueType {
                ::napi::ValueType::$kind
            }
        }
        impl ::napi::bindgen_prelude::ValidateNapiValue for $name {}
    };
}
pub(crate) use named;

use crate::json::{Json, Presence};

named!(Json, "unknown", Unknown);
named!(Presence, "number", Number);
crate::node_crosses!(Json);
crate::node_crosses!(Presence);
