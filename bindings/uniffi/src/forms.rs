//! From JSON to types and back, and from old forms to new ones.

use open_platform::migrate::Migrated;
use open_platform::model::addon::{BusinessAddon, PostAddon, UserAddon};
use open_platform::model::event::{Delivery, Event};
use open_platform::model::message::{BotMessage, Message};
use open_platform::model::post::Post;
use open_platform::model::start::{BotStart, FallbackQuery, StartRequest};
use open_platform::{Json, migrate};

use crate::errors::Result;

macro_rules! forms {
    ($($read:ident, $write:ident: $type:ty),+ $(,)?) => {$(
        #[uniffi::export]
        fn $read(json: Json) -> Result<$type> {
            Ok(json.to_input()?)
        }

        #[uniffi::export]
        fn $write(value: $type) -> Result<Json> {
            Ok(Json::from_value(&value)?)
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

#[uniffi::export]
fn write_start_request(value: StartRequest) -> Result<Json> {
    Ok(Json::from_value(&value)?)
}

#[uniffi::export]
fn read_delivery(body: Vec<u8>) -> Result<Delivery> {
    Ok(Delivery::parse(&body)?)
}

#[uniffi::export]
fn read_direct_link(link: String) -> FallbackQuery {
    FallbackQuery::parse(&link)
}

#[uniffi::export]
fn read_bot_start(text: String) -> Option<BotStart> {
    BotStart::parse(&text)
}

#[uniffi::export]
fn event_body(event: Event, metadata: Option<Json>) -> Result<Json> {
    Ok(event.body(metadata.as_ref())?)
}

#[uniffi::export]
fn post_has(post: Post, member: String) -> bool {
    post.has(&member)
}

macro_rules! migrations {
    ($($name:ident = $function:ident),+ $(,)?) => {$(
        #[uniffi::export]
        fn $name(value: Json) -> Result<Migrated> {
            Ok(migrate::$function(value)?)
        }
    )+};
}

migrations!(
    migrate_any = any,
    migrate_addon = addon,
    migrate_user_addon = user_addon,
    migrate_verification = verification,
    migrate_widgets = widgets,
    migrate_action = action,
    migrate_message = message,
    migrate_listener = listener,
    migrate_webhook_body = webhook_body,
    migrate_start_request = start_request,
);

#[uniffi::export]
fn migrated_dropped(migrated: Migrated) -> Vec<String> {
    migrated.dropped()
}

#[uniffi::export]
fn migrated_needs_attention(migrated: Migrated) -> bool {
    migrated.needs_attention()
}
