//! The admin API under `/_sandbox`: seeds, clock, faults, deliveries, ledgers.

use std::sync::Arc;

use axum::Router;

use crate::sandbox::Shared;

/// The routes of the admin API.
pub(crate) fn router(_shared: Arc<Shared>) -> Router<Arc<Shared>> {
    Router::new()
}
