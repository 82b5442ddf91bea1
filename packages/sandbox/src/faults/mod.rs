//! Faults on demand: rules that match a request and spoil its answer.

use std::sync::Arc;

use axum::response::Response;

use crate::dispatch::Exchange;
use crate::world::WorldInner;

/// The fault rules of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults {}

/// Marks a response that must not be sent: the connection is cut instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hangup {
    /// Reset instead of a plain close.
    pub(crate) reset: bool,
}

/// What will happen to one request.
#[derive(Clone, Debug)]
pub(crate) struct Plan {}

impl Faults {
    /// Decides what happens to a request. Most often nothing.
    pub(crate) fn plan(&mut self, _exchange: &Exchange) -> Option<Plan> {
        None
    }
}

impl Plan {
    /// Before the request is acted on: may wait, and may answer in the platform's place.
    pub(crate) async fn before(&self, _world: &Arc<WorldInner>, _exchange: &Exchange) -> Option<Response> {
        None
    }

    /// After the request was acted on: may wait, and may spoil the answer.
    pub(crate) async fn after(self, _world: &Arc<WorldInner>, _exchange: &Exchange, response: Response) -> Response {
        response
    }
}
