//! The clock of a world.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{InWorld, Json};
use super::problem::Refusals;
use crate::clock::Fired;
use crate::upcoming::Upcoming;
use crate::world::World;

/// The number of planned jobs that are shown.
const SHOWN: usize = 1000;

/// The state of the clock.
#[derive(Serialize, ToSchema)]
pub(super) struct ClockStatus {
    /// The clock of a world.
    now: DateTime<Utc>,
    /// Whether it is frozen.
    frozen: bool,
    /// The planned jobs, earliest first; at most 1000.
    planned: Vec<Fired>,
}

/// The jobs that ran.
#[derive(Serialize, ToSchema)]
pub(super) struct FiredJobs {
    /// In order.
    fired: Vec<Fired>,
    /// The time after it.
    now: DateTime<Utc>,
}

fn status(world: &World) -> Json<ClockStatus> {
    let planned = world.planned().into_iter().take(SHOWN).collect();
    Json(ClockStatus { now: world.now(), frozen: world.is_frozen(), planned })
}

fn happened(world: &World, fired: Vec<Fired>) -> Json<FiredJobs> {
    Json(FiredJobs { fired, now: world.now() })
}

/// The state of the clock, and the planned jobs.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/clock", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = ClockStatus), Refusals))]
pub(super) async fn clock(InWorld(world): InWorld) -> Json<ClockStatus> {
    status(&world)
}

/// What happens next, earliest first; at most 1000.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/clock/upcoming", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<Upcoming>), Refusals))]
pub(super) async fn upcoming(InWorld(world): InWorld) -> Json<Vec<Upcoming>> {
    let mut all = world.upcoming();
    all.truncate(SHOWN);
    Json(all)
}

/// Freezes the clock. From now on no job runs by itself.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/freeze", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = ClockStatus), Refusals))]
pub(super) async fn freeze(InWorld(world): InWorld) -> Json<ClockStatus> {
    world.freeze();
    status(&world)
}

/// Lets the clock run.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/unfreeze", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = ClockStatus), Refusals))]
pub(super) async fn unfreeze(InWorld(world): InWorld) -> Json<ClockStatus> {
    world.unfreeze();
    status(&world)
}

/// The duration to advance.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// Seconds.
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    seconds: u32,
}

/// Advances the time, and runs the jobs that become due.
///
/// It is the time of the platform: the keeper, the inbox and the logins of an app go by the clock of their machine.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/advance", params(("world" = String, Path, example = "default")),
    request_body = Step, responses((status = 200, body = FiredJobs), Refusals))]
pub(super) async fn advance(InWorld(world): InWorld, Json(step): Json<Step>) -> Json<FiredJobs> {
    let fired = world.advance(Duration::from_secs(step.seconds.into())).await;
    happened(&world, fired)
}

/// The time to set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Instant {
    /// The new time.
    to: DateTime<Utc>,
}

/// Sets the time. A later time runs the jobs that become due; an earlier one runs none.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/set",
    operation_id = "set_clock", params(("world" = String, Path, example = "default")),
    request_body = Instant, responses((status = 200, body = FiredJobs), Refusals))]
pub(super) async fn set(InWorld(world): InWorld, Json(instant): Json<Instant>) -> Json<FiredJobs> {
    let fired = world.set_time(instant.to).await;
    happened(&world, fired)
}

/// Advances the time until no delivery and no delayed add-on is left.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clock/run-until-idle", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = FiredJobs), Refusals))]
pub(super) async fn run_until_idle(InWorld(world): InWorld) -> Json<FiredJobs> {
    let fired = world.run_until_idle().await;
    happened(&world, fired)
}
