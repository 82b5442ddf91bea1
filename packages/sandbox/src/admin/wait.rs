//! Waits for requests or deliveries; answers as soon as there are enough.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{InWorld, Json};
use super::problem::{Problem, Refusals};
use crate::routes;
use crate::webhooks::DeliveryState;
use crate::world::World;

/// The longest wait: 30 seconds.
const LONGEST: i64 = 30_000;

/// What to wait for.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "for", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Expectation {
    /// Requests of the app.
    Request {
        /// Name of the endpoint, such as `conversations.send`.
        endpoint: String,
        /// Status of the answer, if it matters.
        #[serde(default)]
        status: Option<i64>,
        /// The minimum number; 1 by default.
        #[serde(default)]
        count: Option<i64>,
        /// The longest wait, in milliseconds of the machine's clock; 5000 by default, at most 30000.
        #[serde(default)]
        timeout_milliseconds: Option<i64>,
    },
    /// Events that the app accepted.
    Delivery {
        /// Event type, such as `NEW_MESSAGE`.
        event: String,
        /// The minimum number; 1 by default.
        #[serde(default)]
        count: Option<i64>,
        /// As for requests.
        #[serde(default)]
        timeout_milliseconds: Option<i64>,
    },
}

/// The result.
#[derive(Serialize, ToSchema)]
pub(super) struct WaitResult {
    /// Whether the minimum number was reached.
    met: bool,
    /// The number at the end.
    count: i64,
}

impl Expectation {
    fn count(&self, world: &World) -> i64 {
        let count = match self {
            Self::Request { endpoint, status, .. } => world
                .ledger()
                .requests_to(endpoint)
                .iter()
                .filter(|request| status.is_none_or(|status| request.status == status))
                .count(),
            Self::Delivery { event, .. } => world
                .deliveries()
                .iter()
                .filter(|delivery| delivery.event == *event && delivery.state == DeliveryState::Delivered)
                .count(),
        };
        i64::try_from(count).unwrap_or(i64::MAX)
    }

    fn wanted(&self) -> i64 {
        let (Self::Request { count, .. } | Self::Delivery { count, .. }) = self;
        count.unwrap_or(1)
    }

    fn timeout(&self) -> Duration {
        let (Self::Request { timeout_milliseconds, .. } | Self::Delivery { timeout_milliseconds, .. }) = self;
        Duration::from_millis(timeout_milliseconds.unwrap_or(5000).clamp(0, LONGEST).unsigned_abs())
    }
}

/// Waits until there are enough requests or delivered events, or until the timeout.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/wait",
    operation_id = "wait_for", params(("world" = String, Path, example = "default")),
    request_body = Expectation, responses((status = 200, body = WaitResult), Refusals))]
pub(super) async fn wait(
    InWorld(world): InWorld,
    Json(expectation): Json<Expectation>,
) -> Result<Json<WaitResult>, Problem> {
    if let Expectation::Request { endpoint, .. } = &expectation {
        routes::check_name("endpoint", endpoint)?;
    }
    let reached = async {
        loop {
            let changed = world.inner.clock.changed();
            if expectation.count(&world) >= expectation.wanted() {
                return;
            }
            changed.await;
        }
    };
    let met = tokio::time::timeout(expectation.timeout(), reached).await.is_ok();
    Ok(Json(WaitResult { met, count: expectation.count(&world) }))
}
