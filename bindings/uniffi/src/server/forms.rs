//! Conversion between types and the platform's JSON, and from old formats to the current one.

use open_platform::api::types::*;
use open_platform::json::{Extra, FieldIssue};
use open_platform::migrate::Migrated;
use open_platform::model::money::{Rials, Tomans};
use open_platform::model::ticket::TicketProblem;
use open_platform::observe::{Attempt, CallTrace};
use open_platform::webhook::Reply;
use open_platform::{
    Json, argument_functions, each_argument, each_function, each_migration, each_result, migrate, result_functions,
};

use crate::errors::{OpenPlatformError, Result};
use crate::functions::functions;

each_argument!(server argument_functions);
each_result!(server result_functions);

each_function!(server functions);
each_function!(server_values functions);

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

/// Exports a function for each format of documents: `name = "format"`.
macro_rules! migrations {
    ($($name:ident = $form:literal: $function:ident),+ $(,)?) => {$(
        /// Converts a document of an old format to the current one, with a report of the changes.
        #[uniffi::export]
        fn $name(value: Json) -> Result<Migrated> {
            migrate::$function(value).map_err(OpenPlatformError::as_written)
        }
    )+};
}
each_migration!(migrations);
