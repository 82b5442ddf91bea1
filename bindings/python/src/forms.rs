//! From JSON to types and from old forms to new ones.

use open_platform::migrate::Migrated;
use open_platform::model::event::{Delivery, Event};
use open_platform::model::start::{BotStart, FallbackQuery};
use open_platform::{Json, migrate as forms};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::raise;

#[pyfunction]
pub(crate) fn read_delivery(body: &[u8]) -> PyResult<Delivery> {
    Delivery::parse(body).map_err(raise)
}

#[pyfunction]
pub(crate) fn read_direct_link(link: &str) -> FallbackQuery {
    FallbackQuery::parse(link)
}

#[pyfunction]
pub(crate) fn read_bot_start(text: &str) -> Option<BotStart> {
    BotStart::parse(text)
}

#[pyfunction]
#[pyo3(signature = (event, metadata = None))]
pub(crate) fn event_body(event: Event, metadata: Option<Json>) -> PyResult<Json> {
    event.body(metadata.as_ref()).map_err(raise)
}

/// Migrates a document of the named form; `any` finds the form out.
#[pyfunction]
pub(crate) fn migrate(form: &str, value: Json) -> PyResult<Migrated> {
    match form {
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
        _ => return Err(PyValueError::new_err("no such form")),
    }
    .map_err(raise)
}
