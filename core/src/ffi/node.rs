//! Values that cross into Node, and what the objects made by `#[data]` share.
#![allow(
    unsafe_code,
    reason = "Node's values are raw pointers; every one here comes from Node itself, in its own thread"
)]

use napi::bindgen_prelude::{
    FromNapiValue, Function, JsObjectValue, Object, ToNapiValue, TypeName, Unknown, ValidateNapiValue,
};
use napi::{Env, Error, Result, Status, ValueType, sys};

use crate::json::{Json, Presence};

/// A type that is a string in Node.
macro_rules! text {
    ($name:ty) => {
        impl ::napi::bindgen_prelude::TypeName for $name {
            fn type_name() -> &'static str {
                "string"
            }
            fn value_type() -> ::napi::ValueType {
                ::napi::ValueType::String
            }
        }
        impl ::napi::bindgen_prelude::ValidateNapiValue for $name {}
        impl ::napi::bindgen_prelude::ToNapiValue for $name {
            #[allow(unsafe_code, reason = "the signature is napi's")]
            unsafe fn to_napi_value(
                env: ::napi::sys::napi_env,
                value: Self,
            ) -> ::napi::Result<::napi::sys::napi_value> {
                unsafe { ::napi::bindgen_prelude::ToNapiValue::to_napi_value(env, value.as_str()) }
            }
        }
        impl ::napi::bindgen_prelude::FromNapiValue for $name {
            #[allow(unsafe_code, reason = "the signature is napi's")]
            unsafe fn from_napi_value(
                env: ::napi::sys::napi_env,
                value: ::napi::sys::napi_value,
            ) -> ::napi::Result<Self> {
                unsafe { String::from_napi_value(env, value) }.map(Self::from)
            }
        }
    };
}
pub(crate) use text;

/// A member that an object must have.
pub(crate) fn required<T>(value: Option<T>, member: &str) -> Result<T> {
    value.ok_or_else(|| Error::new(Status::InvalidArg, format!("{member}: must be set")))
}

/// JSON is read and written by Node's own parser, which is faster than building the value from outside.
fn json_function<'env, A: napi::bindgen_prelude::JsValuesTupleIntoVec, R: FromNapiValue>(
    env: &'env Env,
    name: &str,
) -> Result<Function<'env, A, R>> {
    env.get_global()?.get_named_property::<Object<'_>>("JSON")?.get_named_property(name)
}

impl TypeName for Json {
    fn type_name() -> &'static str {
        "unknown"
    }
    fn value_type() -> ValueType {
        ValueType::Unknown
    }
}

impl ValidateNapiValue for Json {}

impl ToNapiValue for Json {
    unsafe fn to_napi_value(env: sys::napi_env, value: Self) -> Result<sys::napi_value> {
        let parsed: Unknown<'_> = json_function::<&str, _>(&Env::from_raw(env), "parse")?.call(value.as_str())?;
        unsafe { Unknown::to_napi_value(env, parsed) }
    }
}

impl FromNapiValue for Json {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Self> {
        let value = unsafe { Unknown::from_napi_value(env, value)? };
        let text: Option<String> = json_function::<Unknown<'_>, _>(&Env::from_raw(env), "stringify")?.call(value)?;
        let text = text.ok_or_else(|| Error::new(Status::InvalidArg, "is not JSON"))?;
        Self::parse(&text).map_err(|error| Error::new(Status::InvalidArg, error.to_string()))
    }
}

impl TypeName for Presence {
    fn type_name() -> &'static str {
        "number"
    }
    fn value_type() -> ValueType {
        ValueType::Number
    }
}

impl ValidateNapiValue for Presence {}

impl ToNapiValue for Presence {
    unsafe fn to_napi_value(env: sys::napi_env, value: Self) -> Result<sys::napi_value> {
        unsafe { i64::to_napi_value(env, value.bits()) }
    }
}

impl FromNapiValue for Presence {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Self> {
        unsafe { i64::from_napi_value(env, value) }.map(Self::from_bits)
    }
}
