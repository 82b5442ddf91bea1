//! Waiting for something to have happened: the answer comes as soon as it has.

use std::time::Duration;

use axum::Json as Answer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Json, Of};
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
        /// How many at least; 1 while left out.
        #[serde(default)]
        count: Option<i64>,
        /// How long to wait at most, in milliseconds of the machine's clock; 5000 while left out, at most 30000.
        #[serde(default)]
        timeout_milliseconds: Option<i64>,
    },
    /// Events that the app took.
    Delivery {
        /// Event type, such as `NEW_MESSAGE`.
        event: String,
        /// How many at least; 1 while left out.
        #[serde(default)]
        count: Option<i64>,
        /// As for requests.
        #[serde(default)]
        timeout_milliseconds: Option<i64>,
    },
}

/// What came of it.
#[derive(Serialize, ToSchema)]
pub(super) struct Waited {
    /// Whether there are as many as wanted.
    met: bool,
    /// How many there are.
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

/// Waits until there are as many requests or delivered events as wanted, or until the time is over.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/wait", params(("world" = String, Path, example = "default")),
    request_body = Expectation, responses((status = 200, body = Waited), Refusals))]
pub(super) async fn wait(Of(world): Of, Json(expectation): Json<Expectation>) -> Result<Answer<Waited>, Problem> {
    if let Expectation::Request { endpoint, .. } = &expectation {
        routes::check_name("endpoint", endpoint)?;
    }
    let reached = async {
        loop {
            let changed = world.inner.clock.moved();
            if expectation.count(&world) >= expectation.wanted() {
                return;
            }
            changed.await;
        }
    };
    let met = tokio::time::timeout(expectation.timeout(), reached).await.is_ok();
    Ok(Answer(Waited { met, count: expectation.count(&world) }))
}
