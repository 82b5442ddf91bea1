//! Conversion between types and the platform's JSON, and from old formats to the current one.

use open_platform::migrate::Migrated;
use open_platform::model::asset::{AccessRights, AssetList, MediaUploadUrls, SubmitSchema};
use open_platform::model::chat::BotMessageSent;
use open_platform::model::custom_button::CustomButton;
use open_platform::model::event::{Delivery, Event, Subscription, Transaction};
use open_platform::model::finder::{FoundPosts, PostSearch};
use open_platform::model::legacy::{LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification};
use open_platform::model::message::BotMessage;
use open_platform::model::money::{Rials, Tomans};
use open_platform::model::payment::{
    self, Balance, PaymentReport, PostPayment, PostPricing, PostReordered, Promotion, PromotionPayment,
    TransactionPage, TransactionQuery,
};
use open_platform::model::start::{BotStart, DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::model::ticket::{TicketCheck, TicketProblem, ValidTicket};
use open_platform::{Json, migrate};

use crate::errors::{OpenPlatformError, Result};
use crate::forms::{forms, written};

forms!(
    read_bot_message, write_bot_message: BotMessage,
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
    write_bot_message_sent: BotMessageSent,
    write_balance: Balance,
    write_post_pricing: PostPricing,
    write_post_reordered: PostReordered,
    write_promotion_payment: PromotionPayment,
    write_transaction: Transaction,
    write_transaction_page: TransactionPage,
    write_valid_ticket: ValidTicket,
    write_start_request: StartRequest,
    write_dynamic_action_request: DynamicActionRequest,
    write_bot_start: BotStart,
    write_found_posts: FoundPosts,
    write_access_rights: AccessRights,
    write_asset_list: AssetList,
    write_media_upload_urls: MediaUploadUrls,
    write_submit_schema: SubmitSchema,
);

/// The amount in toman; what is less than one toman is left out.
#[uniffi::export]
fn rials_to_tomans(amount: Rials) -> Tomans {
    amount.to_tomans()
}

/// The amount in rial. 1 toman is 10 rial.
#[uniffi::export]
fn tomans_to_rials(amount: Tomans) -> Rials {
    amount.to_rials()
}

/// The documented problem that the message of a refused ticket names, if it is one.
#[uniffi::export]
fn ticket_problem(message: String) -> Option<TicketProblem> {
    TicketProblem::of(&message)
}

/// A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a payment is
/// repeated with the same id.
#[uniffi::export]
fn new_payment_id() -> Result<String> {
    Ok(payment::new_payment_id()?)
}

/// Reads the body of a start request of a version: `1`, `2`, or none to detect it from the body.
#[uniffi::export(default(version = None))]
fn read_start_request(body: Vec<u8>, version: Option<String>) -> Result<StartRequest> {
    Ok(StartRequest::parse(&body, version.as_deref())?)
}

/// Reads the body of an event.
#[uniffi::export]
fn read_delivery(body: Vec<u8>) -> Result<Delivery> {
    Ok(Delivery::parse(&body)?)
}

/// Reads the text of the chatbot message that a start link sends; none for any other text. Users can type it themselves, so it
/// proves nothing.
#[uniffi::export]
fn read_bot_start(text: String) -> Option<BotStart> {
    BotStart::parse(&text)
}

/// Writes the body of the webhook request that delivers this event.
#[uniffi::export]
fn event_body(event: Event, metadata: Option<Json>) -> Result<Json> {
    Ok(event.body(metadata.as_ref())?)
}

macro_rules! migrations {
    ($($name:ident = $function:ident),+ $(,)?) => {$(
        /// Converts a document of an old format to the current one, with a report of the changes.
        #[uniffi::export]
        fn $name(value: Json) -> Result<Migrated> {
            migrate::$function(value).map_err(OpenPlatformError::as_written)
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

/// Names of the members that no longer exist, sorted, each once.
#[uniffi::export]
fn migrated_dropped(migrated: Migrated) -> Vec<String> {
    migrated.dropped()
}

/// Whether the result needs a manual check.
#[uniffi::export]
fn migrated_needs_attention(migrated: Migrated) -> bool {
    migrated.needs_attention()
}
