//! Conversion of JSON to types and back, and migration of old formats.

use napi::bindgen_prelude::Uint8Array;
use napi::{Env, Status};
use napi_derive::napi;
use open_platform::migrate::Migrated;
use open_platform::model::addon::{AddonCreated, BusinessAddon, PostAddon, UserAddon};
use open_platform::model::asset::{AccessRights, AssetList, MediaUploadUrls, SubmitSchema};
use open_platform::model::chat::{BotMessageSent, ConversationRecord};
use open_platform::model::custom_button::CustomButton;
use open_platform::model::event::{Delivery, Event, Subscription, Transaction};
use open_platform::model::finder::{BusinessList, FoundPosts, PostList, PostSearch, ProfileImage};
use open_platform::model::image::UploadedImage;
use open_platform::model::legacy::{LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification};
use open_platform::model::message::{BotMessage, Message, MessageSent};
use open_platform::model::money::{Rials, Tomans};
use open_platform::model::payment::{
    self, Balance, PaymentReport, PostPayment, PostPricing, PostReordered, Promotion, PromotionPayment,
    TransactionPage, TransactionQuery,
};
use open_platform::model::post::{Post, Price};
use open_platform::model::semantic::{RecordCreated, SemanticRecord, UserIdSemanticRecord};
use open_platform::model::start::{
    BotStart, DirectLink, DynamicActionReply, DynamicActionRequest, StartReply, StartRequest,
};
use open_platform::model::ticket::{TicketCheck, TicketProblem, ValidTicket};
use open_platform::model::user::{PhoneNumbers, User};
use open_platform::{Json, migrate as forms};

use crate::errors::{raise, raise_as_written};

macro_rules! forms {
    ($($read:ident, $write:ident: $type:ty),+ $(,)?) => {$(
        #[napi(catch_unwind)]
        pub fn $read(env: Env, json: Json) -> napi::Result<$type> {
            json.to_input().map_err(raise(env))
        }

        written!($write: $type);
    )+};
}

macro_rules! written {
    ($($write:ident: $type:ty),+ $(,)?) => {$(
        #[napi(catch_unwind)]
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
    read_semantic_record, write_semantic_record: SemanticRecord,
    read_user_id_semantic_record, write_user_id_semantic_record: UserIdSemanticRecord,
    read_post_search, write_post_search: PostSearch,
    read_subscription, write_subscription: Subscription,
    read_payment_report, write_payment_report: PaymentReport,
    read_post_payment, write_post_payment: PostPayment,
    read_promotion, write_promotion: Promotion,
    read_transaction_query, write_transaction_query: TransactionQuery,
    read_ticket_check, write_ticket_check: TicketCheck,
    read_custom_button, write_custom_button: CustomButton,
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
    write_balance: Balance,
    write_post_pricing: PostPricing,
    write_post_reordered: PostReordered,
    write_promotion_payment: PromotionPayment,
    write_transaction: Transaction,
    write_transaction_page: TransactionPage,
    write_valid_ticket: ValidTicket,
    write_conversation: ConversationRecord,
    write_start_request: StartRequest,
    write_dynamic_action_request: DynamicActionRequest,
    write_direct_link: DirectLink,
    write_bot_start: BotStart,
    write_found_posts: FoundPosts,
    write_business_list: BusinessList,
    write_post_list: PostList,
    write_profile_image: ProfileImage,
    write_access_rights: AccessRights,
    write_asset_list: AssetList,
    write_media_upload_urls: MediaUploadUrls,
    write_submit_schema: SubmitSchema,
);

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
        _ => return Err(napi::Error::new(Status::InvalidArg, "form: no such form")),
    }
    .map_err(raise_as_written(env))
}

#[napi(catch_unwind)]
pub fn migrated_dropped(migrated: Migrated) -> Vec<String> {
    migrated.dropped()
}

#[napi(catch_unwind)]
pub fn migrated_needs_attention(migrated: Migrated) -> bool {
    migrated.needs_attention()
}
