//! Conversion of JSON to types and back, and migration of old formats.

use napi::Env;
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use open_platform::api::types::*;
use open_platform::json::{Extra, FieldIssue};
use open_platform::migrate::Migrated;
use open_platform::model::money::{Rials, Tomans};
use open_platform::model::payment;
use open_platform::model::ticket::TicketProblem;
use open_platform::{Json, each_argument, each_result};

use crate::checks::checks;
use crate::errors::{raise, raise_as_written};

/// A function for each type that writes it as JSON.
macro_rules! results {
    ($($write:ident: $type:ty),+ $(,)?) => {$(
        #[napi(catch_unwind)]
        pub fn $write(env: Env, value: $type) -> napi::Result<Json> {
            Json::from_value(&value).map_err(raise(env))
        }
    )+};
}

/// Functions for each type of an argument, which read it from JSON, write it as JSON and check its limits.
macro_rules! arguments {
    ($($read:ident, $write:ident, $check:ident: $type:ty),+ $(,)?) => {$(
        #[napi(catch_unwind)]
        pub fn $read(env: Env, json: Json) -> napi::Result<$type> {
            json.to_input().map_err(raise(env))
        }

        checks!($check: $type);
        results!($write: $type);
    )+};
}
each_argument!(phone arguments);
each_argument!(server arguments);

each_result!(phone results);
each_result!(server results);

/// Parses the body of a start request of a version, `1` or `2`. Without it, the version is detected from the body.
#[napi(catch_unwind)]
pub fn read_start_request(env: Env, body: Uint8Array, version: Option<String>) -> napi::Result<StartRequest> {
    StartRequest::parse(&body, version.as_deref()).map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn read_delivery(env: Env, body: Uint8Array) -> napi::Result<Delivery> {
    Delivery::parse(&body).map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn read_direct_link(link: String) -> DirectLink {
    DirectLink::parse(&link)
}

#[napi(catch_unwind)]
pub fn read_bot_start(text: String) -> Option<BotStart> {
    BotStart::parse(&text)
}

#[napi(catch_unwind)]
pub fn event_body(env: Env, event: Event, metadata: Option<Json>) -> napi::Result<Json> {
    event.body(metadata.as_ref()).map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn post_has(post: Post, member: String) -> bool {
    post.has(&member)
}

#[napi(catch_unwind)]
pub fn post_title(env: Env, post: Post) -> napi::Result<Option<String>> {
    post.title().map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn post_description(env: Env, post: Post) -> napi::Result<Option<String>> {
    post.description().map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn post_images(env: Env, post: Post) -> napi::Result<Vec<String>> {
    post.images().map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn post_price(env: Env, post: Post) -> napi::Result<Option<Price>> {
    post.price().map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn rials_to_tomans(amount: Rials) -> Tomans {
    amount.to_tomans()
}

#[napi(catch_unwind)]
pub fn tomans_to_rials(amount: Tomans) -> Rials {
    amount.to_rials()
}

#[napi(catch_unwind)]
pub fn ticket_problem(message: String) -> Option<TicketProblem> {
    TicketProblem::of(&message)
}

#[napi(catch_unwind)]
pub fn submit_problems(form: SubmitSchema, category_fields: Extra) -> Vec<FieldIssue> {
    form.problems(&category_fields)
}

#[napi(catch_unwind)]
pub fn new_payment_id(env: Env) -> napi::Result<String> {
    payment::new_payment_id().map_err(raise(env))
}

#[napi(catch_unwind)]
pub fn user_phone(user: User) -> Option<String> {
    user.phone().map(|phone| phone.as_str().to_owned())
}

/// Migrates a document of the named format; `any` detects the format.
#[napi(catch_unwind)]
pub fn migrate(env: Env, form: String, value: Json) -> napi::Result<Migrated> {
    open_platform::migrate::by_name(&form, value).map_err(raise_as_written(env))
}

#[napi(catch_unwind)]
pub fn migrated_dropped(migrated: Migrated) -> Vec<String> {
    migrated.dropped()
}

#[napi(catch_unwind)]
pub fn migrated_needs_attention(migrated: Migrated) -> bool {
    migrated.needs_attention()
}
