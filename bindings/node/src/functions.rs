//! The functions of the core that are not methods of classes: tables, checks, conversion of JSON to types and back, and migration of
//! old formats.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use napi::Env;
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use open_platform::Requirements;
use open_platform::api::types::*;
use open_platform::endpoint::EndpointRow;
use open_platform::ffi::node::Argument;
use open_platform::json::{Extra, FieldIssue};
use open_platform::migrate::Migrated;
use open_platform::model::event::SubscriptionType;
use open_platform::model::image::Image;
use open_platform::model::money::{Rials, Tomans};
use open_platform::model::semantic::Semantic;
use open_platform::model::ticket::TicketProblem;
use open_platform::model::widget::Widget;
use open_platform::naming::camel_case;
use open_platform::observe::{Attempt, CallTrace};
use open_platform::scope::{Scope, ScopeRow};
use open_platform::webhook::Reply;
use open_platform::{
    Json, Phone, argument_functions, check_functions, each_argument, each_function, each_result, ffi, result_functions,
};

use crate::errors::{raise, raise_as_written};

macro_rules! functions {
    ($($(#[$about:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $value:expr;)+) => {$(
        $(#[$about])*
        #[napi(catch_unwind)]
        pub fn $name(env: Env, $($argument: Argument<$type>),*) -> napi::Result<$result> {
            $(let $argument = $argument.named(|| camel_case(stringify!($argument)))?;)*
            functions!(@$kind env, $value)
        }
    )+};
    (@get $env:ident, $value:expr) => {{
        let _ = $env;
        Ok($value)
    }};
    (@check $env:ident, $value:expr) => { $value.map_err(raise($env)) };
}
each_function!(phone functions);
each_function!(server functions);
each_function!(scripts functions);
each_function!(phone_values functions);
each_function!(server_values functions);
each_argument!(phone argument_functions);
each_argument!(server argument_functions);
each_result!(phone result_functions);
each_result!(server result_functions);

check_functions! { check_image: Image, check_scope: Scope, check_widget: Widget }

functions! {
    /// Compares two amounts: negative, 0 or positive.
    get compare_rials(first: Rials, second: Rials) -> i32 = first.cmp(&second) as i32;

    /// The sum of two amounts.
    get add_rials(first: Rials, second: Rials) -> Rials = first + second;

    /// The difference of two amounts.
    get subtract_rials(first: Rials, second: Rials) -> Rials = first - second;
}

/// Parses the body of a start request of a version, `1` or `2`. Without it, the version is detected from the body.
#[napi(catch_unwind)]
pub fn read_start_request(env: Env, body: Uint8Array, version: Option<String>) -> napi::Result<StartRequest> {
    StartRequest::parse(&body, version.as_deref()).map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn read_delivery(env: Env, body: Uint8Array) -> napi::Result<Delivery> {
    Delivery::parse(&body).map_err(raise(env))
}

/// Migrates a document of the named format; `any` detects the format.
#[napi(catch_unwind)]
pub fn migrate(env: Env, form: String, value: Json) -> napi::Result<Migrated> {
    open_platform::migrate::by_name(&form, value).map_err(raise_as_written(env))
}

/// The reason of the error for an unknown option.
#[napi(catch_unwind)]
pub fn unknown_name(name: String, known: Vec<String>) -> String {
    ffi::unknown_name(&name, &known.iter().map(String::as_str).collect::<Vec<_>>())
}
