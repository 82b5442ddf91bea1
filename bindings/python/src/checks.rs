//! Checks of values without a class. Data types have a method `check`.

use open_platform::ffi;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::model::image::Image;
use open_platform::model::ticket::TicketProblem;
use open_platform::{Phone, oauth};
use pyo3::prelude::*;

use crate::errors::raise;

#[no_panic]
#[pyfunction]
pub(crate) fn check_image(value: Image) -> PyResult<()> {
    value.check().map_err(raise)
}

/// Checks a redirect address: absolute, `https` or on this machine, without query, fragment, user name.
#[no_panic]
#[pyfunction]
pub(crate) fn check_redirect_uri(uri: Given<String>) -> PyResult<()> {
    oauth::check_redirect_uri(&uri.required("redirect_uri")?).map_err(raise)
}

/// The phone number in the platform's format: `09` and nine digits.
#[no_panic]
#[pyfunction]
pub(crate) fn normalize_phone(phone: Phone) -> PyResult<String> {
    phone.normalized().map_err(raise)
}

/// The documented problem that the message of a refused ticket names.
#[no_panic]
#[pyfunction]
pub(crate) fn ticket_problem(message: &str) -> Option<TicketProblem> {
    TicketProblem::of(message)
}

/// A new id for a payment: a random UUID of version 4.
#[no_panic]
#[pyfunction]
pub(crate) fn new_payment_id() -> PyResult<String> {
    open_platform::model::payment::new_payment_id().map_err(raise)
}

/// Checks an identifier of the kind `post_token`, `conversation_id`, `user_id`, `business_token` or `id`.
#[no_panic]
#[pyfunction]
pub(crate) fn check_id(kind: &str, value: &str) -> PyResult<()> {
    ffi::check_id(kind, value).map_err(raise)
}
