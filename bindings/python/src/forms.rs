//! Conversion of JSON to types, and migration of old formats.

use open_platform::Json;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::migrate::Migrated;
use open_platform::model::event::{Delivery, Event};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::webhooks::Body;

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
