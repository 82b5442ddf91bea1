//! From JSON to types and back, and from old forms to new ones.

use open_platform::migrate::Migrated;
use open_platform::model::addon::{AddonCreated, BusinessAddon, PostAddon, UserAddon};
use open_platform::model::chat::{BotMessageSent, ConversationRecord};
use open_platform::model::event::{Delivery, Event, Subscription};
use open_platform::model::image::UploadedImage;
use open_platform::model::legacy::{LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification};
use open_platform::model::message::{BotMessage, Message, MessageSent};
use open_platform::model::post::{Post, Price};
use open_platform::model::semantic::{RecordCreated, SemanticRecord, UserIdSemanticRecord};
use open_platform::model::start::{
    BotStart, DynamicActionReply, DynamicActionRequest, FallbackQuery, StartReply, StartRequest,
};
use open_platform::model::user::{PhoneNumbers, User};
use open_platform::{Json, Phone, migrate};

use crate::errors::Result;

macro_rules! forms {
    ($($read:ident, $write:ident: $type:ty),+ $(,)?) => {$(
        #[uniffi::export]
        fn $read(json: Json) -> Result<$type> {
            Ok(json.to_input()?)
        }

        written!($write: $type);
    )+};
}

macro_rules! written {
    ($($write:ident: $type:ty),+ $(,)?) => {$(
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
    read_semantic_record, write_semantic_record: SemanticRecord,
    read_user_id_semantic_record, write_user_id_semantic_record: UserIdSemanticRecord,
    read_subscription, write_subscription: Subscription,
    read_start_reply, write_start_reply: StartReply,
    read_dynamic_action_reply, write_dynamic_action_reply: DynamicActionReply,
    read_legacy_post_addon, write_legacy_post_addon: LegacyPostAddon,
    read_legacy_user_addon, write_legacy_user_addon: LegacyUserAddon,
    read_legacy_verification, write_legacy_verification: LegacyVerification,
    read_legacy_message, write_legacy_message: LegacyMessage,
);

written!(
    write_post: Post,
    write_user: User,
    write_phone_numbers: PhoneNumbers,
    write_uploaded_image: UploadedImage,
    write_addon_created: AddonCreated,
    write_record_created: RecordCreated,
    write_message_sent: MessageSent,
    write_bot_message_sent: BotMessageSent,
    write_conversation: ConversationRecord,
    write_start_request: StartRequest,
    write_dynamic_action_request: DynamicActionRequest,
    write_direct_link: FallbackQuery,
    write_bot_start: BotStart,
);

/// Reads the body of a start request as it is for one version: `1`, `2`, or the one that its form tells.
#[uniffi::export(default(version = None))]
fn read_start_request(body: Vec<u8>, version: Option<String>) -> Result<StartRequest> {
    Ok(StartRequest::parse(&body, version.as_deref())?)
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

#[uniffi::export]
fn post_title(post: Post) -> Result<Option<String>> {
    Ok(post.title()?)
}

#[uniffi::export]
fn post_description(post: Post) -> Result<Option<String>> {
    Ok(post.description()?)
}

#[uniffi::export]
fn post_images(post: Post) -> Result<Vec<String>> {
    Ok(post.images()?)
}

#[uniffi::export]
fn post_price(post: Post) -> Result<Option<Price>> {
    Ok(post.price()?)
}

#[uniffi::export]
fn user_phone(user: User) -> Option<Phone> {
    user.phone().cloned()
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
