//! Conversion between types and the platform's JSON, and from old formats to the current one.

use open_platform::api::types::*;
use open_platform::json::{Extra, FieldIssue};
use open_platform::migrate::Migrated;
use open_platform::model::money::{Rials, Tomans};
use open_platform::model::payment;
use open_platform::model::ticket::TicketProblem;
use open_platform::{Json, each_argument, each_result, migrate};

use crate::errors::{OpenPlatformError, Result};
use crate::forms::{arguments, results};

each_argument!(server arguments);
each_result!(server results);

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

/// What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`; empty if they can be
/// sent.
#[uniffi::export]
fn submit_problems(form: SubmitSchema, category_fields: Extra) -> Result<Vec<FieldIssue>> {
    Ok(form.problems(&category_fields))
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
