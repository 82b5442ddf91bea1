//! The world's time.

use std::time::Duration;

use axum::Json as Answer;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{Json, Of};
use super::problem::Refusals;
use crate::clock::Fired;
use crate::world::World;

/// How many planned jobs are shown.
const SHOWN: usize = 1000;

/// What the clock shows and does.
#[derive(Serialize, ToSchema)]
pub(super) struct ClockStatus {
    /// The world's time.
    now: DateTime<Utc>,
    /// Whether it stands still.
    frozen: bool,
    /// What will happen, soonest first; at most 1000 jobs.
    planned: Vec<Fired>,
}

/// What happened.
#[derive(Serialize, ToSchema)]
pub(super) struct Happened {
    /// In order.
    fired: Vec<Fired>,
    /// The world's time after it.
    now: DateTime<Utc>,
}

fn status(world: &World) -> Answer<ClockStatus> {
    let planned = world.planned().into_iter().take(SHOWN).collect();
    Answer(ClockStatus { now: world.now(), frozen: world.is_frozen(), planned })
}

fn happened(world: &World, fired: Vec<Fired>) -> Answer<Happened> {
    Answer(Happened { fired, now: world.now() })
}

/// What the clock shows, and what will happen.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/clock", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = ClockStatus), Refusals))]
pub(super) async fn clock(Of(world): Of) -> Answer<ClockStatus> {
    status(&world)
}

/// Stops the time. From now on nothing happens by itself.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/freeze", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = ClockStatus), Refusals))]
pub(super) async fn freeze(Of(world): Of) -> Answer<ClockStatus> {
    world.freeze();
    status(&world)
}

/// Lets the time run on.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/unfreeze", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = ClockStatus), Refusals))]
pub(super) async fn unfreeze(Of(world): Of) -> Answer<ClockStatus> {
    world.unfreeze();
    status(&world)
}

/// How far to move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// Seconds.
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    seconds: u32,
}

/// Moves the time on, and lets everything happen that falls due on the way.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/advance", params(("world" = String, Path, example = "default")),
    request_body = Step, responses((status = 200, body = Happened), Refusals))]
pub(super) async fn advance(Of(world): Of, Json(step): Json<Step>) -> Answer<Happened> {
    let fired = world.advance(Duration::from_secs(step.seconds.into())).await;
    happened(&world, fired)
}

/// Where to move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Instant {
    /// The time to show.
    to: DateTime<Utc>,
}

/// Sets the time. Forward everything on the way happens; backward nothing does.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/set", params(("world" = String, Path, example = "default")),
    request_body = Instant, responses((status = 200, body = Happened), Refusals))]
pub(super) async fn set(Of(world): Of, Json(instant): Json<Instant>) -> Answer<Happened> {
    let fired = world.set_time(instant.to).await;
    happened(&world, fired)
}

/// Moves the time on until no delivery and no late add-on is left.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/run-until-idle", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Happened), Refusals))]
pub(super) async fn run_until_idle(Of(world): Of) -> Answer<Happened> {
    let fired = world.run_until_idle().await;
    happened(&world, fired)
}
