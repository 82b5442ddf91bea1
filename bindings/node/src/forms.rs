//! From JSON to types and back, and from old forms to new ones.

use napi::Env;
use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;
use open_platform::migrate::Migrated;
use open_platform::model::addon::{BusinessAddon, PostAddon, UserAddon};
use open_platform::model::event::{Delivery, Event};
use open_platform::model::message::{BotMessage, Message};
use open_platform::model::post::Post;
use open_platform::model::start::{BotStart, FallbackQuery, StartRequest};
use open_platform::{Json, migrate as forms};

use crate::errors::raise;

macro_rules! forms {
    ($($read:ident, $write:ident: $type:ty),+ $(,)?) => {$(
        #[napi]
        pub fn $read(env: Env, json: Json) -> napi::Result<$type> {
            json.to_input().map_err(raise(env))
        }

        #[napi]
        pub fn $write(env: Env, value: $type) -> napi::Result<Json> {
            Json::from_value(&value).map_err(raise(env))
        }
    )+};
}

forms!(
    read_post_addon, write_post_addon: PostAddon,
    read_user_addon, write_user_addon: UserAddon,
    read_business_addon, write_business_addon: BusinessAddon,
    read_message, write_message: Message,
    read_bot_message, write_bot_message: BotMessage,
);

#[napi]
pub fn write_start_request(env: Env, value: StartRequest) -> napi::Result<Json> {
    Json::from_value(&value).map_err(raise(env))
}

#[napi]
pub fn read_delivery(env: Env, body: Uint8Array) -> napi::Result<Delivery> {
    Delivery::parse(&body).map_err(raise(env))
}

#[napi]
pub fn read_direct_link(link: String) -> FallbackQuery {
    FallbackQuery::parse(&link)
}

#[napi]
pub fn read_bot_start(text: String) -> Option<BotStart> {
    BotStart::parse(&text)
}

#[napi]
pub fn event_body(env: Env, event: Event, metadata: Option<Json>) -> napi::Result<Json> {
    event.body(metadata.as_ref()).map_err(raise(env))
}

#[napi]
pub fn post_has(post: Post, member: String) -> bool {
    post.has(&member)
}

/// Migrates a document of the named form; `any` finds the form out.
#[napi]
pub fn migrate(env: Env, form: String, value: Json) -> napi::Result<Migrated> {
    match form.as_str() {
        "any" => forms::any(value),
        "addon" => forms::addon(value),
        "user_addon" => forms::user_addon(value),
        "verification" => forms::verification(value),
        "widgets" => forms::widgets(value),
        "action" => forms::action(value),
        "message" => forms::message(value),
        "listener" => forms::listener(value),
        "webhook_body" => forms::webhook_body(value),
        "start_request" => forms::start_request(value),
        _ => return Err(napi::Error::from_reason("no such form")),
    }
    .map_err(raise(env))
}

#[napi]
pub fn migrated_dropped(migrated: Migrated) -> Vec<String> {
    migrated.dropped()
}

#[napi]
pub fn migrated_needs_attention(migrated: Migrated) -> bool {
    migrated.needs_attention()
}
