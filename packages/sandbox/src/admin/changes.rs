//! Adds what a successful write of the admin API changed to the live stream of the world.

use std::sync::Arc;

use axum::extract::{RawPathParams, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::live::Topic;
use crate::sandbox::Shared;

/// Runs around every operation on a world. The path is the one below the world.
pub(super) async fn announce(
    State(shared): State<Arc<Shared>>,
    params: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    if request.method() == Method::GET {
        return next.run(request).await;
    }
    let mut parts = request.uri().path().trim_start_matches('/').split('/');
    let topics = Topic::of_admin(parts.next().unwrap_or_default(), parts.next_back().unwrap_or_default());
    let name = params.iter().find(|(known, _)| *known == "world").map(|(_, name)| name.to_owned());
    let response = next.run(request).await;
    if response.status().is_success()
        && let Some(world) = shared.existing_world(&name.unwrap_or_default())
    {
        world.live.add_data(topics);
    }
    response
}
