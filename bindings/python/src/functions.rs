//! The functions of the core that are not methods of classes.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use open_platform::Requirements;
use open_platform::endpoint::EndpointRow;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::json::FieldIssue;
use open_platform::migrate::Migrated;
use open_platform::model::event::SubscriptionType;
use open_platform::model::semantic::Semantic;
use open_platform::model::ticket::TicketProblem;
use open_platform::observe::{Attempt, CallTrace};
use open_platform::scope::{Scope, ScopeRow};
use open_platform::webhook::Reply;
use open_platform::webhook::start::{DynamicActionReply, StartReply, StartRequest};
use open_platform::webhook::{Delivery, Event};
use open_platform::{Json, Phone, each_function};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::webhooks::Body;

macro_rules! functions {
    ($($(#[$about:meta])* $kind:ident $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $value:expr;)+) => {$(
        $(#[$about])*
        #[no_panic]
        #[pyfunction]
        pub(crate) fn $name($($argument: Given<$type>),*) -> PyResult<$result> {
            $(let $argument = $argument.required(stringify!($argument))?;)*
            functions!(@$kind $value)
        }
    )+};
    (@get $value:expr) => { Ok($value) };
    (@check $value:expr) => { $value.map_err(raise) };
}
each_function!(phone functions);
each_function!(server functions);
each_function!(scripts functions);

#[no_panic]
#[pyfunction]
pub(crate) fn tie_scope(name: &str, argument: &str, identifier: Given<String>) -> PyResult<Scope> {
    let scope = Scope::from(format!("{name}.{}", identifier.required(argument)?));
    scope.check().map(|()| scope).map_err(raise)
}

/// Parses the body of an event that was authenticated before. It checks no key.
#[no_panic]
#[pyfunction]
pub(crate) fn read_delivery(body: Body<'_>) -> PyResult<Delivery> {
    Delivery::parse(body.0).map_err(raise)
}

/// The whole body of a delivery, with the metadata of the subscription if it is given.
#[no_panic]
#[pyfunction]
#[pyo3(signature = (event, metadata = None))]
pub(crate) fn event_body(event: Event, metadata: Option<Given<Json>>) -> PyResult<Json> {
    event.body(Given::optional(metadata, "metadata")?.as_ref()).map_err(raise)
}

/// Migrates a document of the named format; `any` detects the format.
#[no_panic]
#[pyfunction]
pub(crate) fn migrate(form: &str, value: Given<Json>) -> PyResult<Migrated> {
    open_platform::migrate::by_name(form, value.required("document")?).map_err(raise)
}
