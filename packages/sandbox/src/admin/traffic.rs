//! Deliveries to the app, faults, clicks, and what the requests of the app show.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::extract::{InWorld, Item, Json};
use super::problem::{Problem, Refusals};
use crate::clicks::{Click, ClickOutcome};
use crate::faults::{ActiveFault, FaultRule};
use crate::ledger::{CredentialSighting, DuplicateWrite};
use crate::webhooks::{Delivery, Lapse, Order, Sample, Undelivered};

/// Repeated writes.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/duplicates", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<DuplicateWrite>), Refusals))]
pub(super) async fn duplicates(InWorld(world): InWorld) -> Json<Vec<DuplicateWrite>> {
    Json(world.ledger().duplicates())
}

/// The credentials that each host received.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/credentials", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<CredentialSighting>), Refusals))]
pub(super) async fn credentials(InWorld(world): InWorld) -> Json<Vec<CredentialSighting>> {
    Json(world.ledger().credentials())
}

/// Subscriptions that ended with their tokens.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/lapses", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<Lapse>), Refusals))]
pub(super) async fn lapses(InWorld(world): InWorld) -> Json<Vec<Lapse>> {
    Json(world.lapses())
}

/// All events for the app, with all delivery attempts.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/deliveries", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<Delivery>), Refusals))]
pub(super) async fn deliveries(InWorld(world): InWorld) -> Json<Vec<Delivery>> {
    Json(world.deliveries())
}

/// One event for the app, with all delivery attempts.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/deliveries/{item}",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)), responses((status = 200, body = Delivery), Refusals))]
pub(super) async fn delivery(InWorld(world): InWorld, item: Item) -> Result<Json<Delivery>, Problem> {
    let found = world.delivery(item.number()?);
    found.map(Json).ok_or_else(|| no_delivery(&item))
}

/// All events that have not reached the app, with the reason: no subscription, no address, a subscription in another
/// world, a delivery that failed or is waiting.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/undelivered", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<Undelivered>), Refusals))]
pub(super) async fn undelivered(InWorld(world): InWorld) -> Json<Vec<Undelivered>> {
    Json(world.undelivered())
}

/// The number of a new delivery.
#[derive(Serialize, ToSchema)]
pub(super) struct DeliveryNumber {
    /// Its number in the world.
    delivery: i64,
}

/// Any event.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Event {
    /// The body to deliver.
    body: Value,
}

/// Delivers any body as an event.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries",
    operation_id = "deliver", params(("world" = String, Path, example = "default")),
    request_body = Event, responses((status = 200, body = DeliveryNumber), Refusals))]
pub(super) async fn send(InWorld(world): InWorld, Json(event): Json<Event>) -> Json<DeliveryNumber> {
    Json(DeliveryNumber { delivery: world.send_event(event.body) })
}

/// The sample to send.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SampleChoice {
    /// The sample.
    sample: Sample,
}

/// Delivers an event in a documented form that differs from the observed one.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/samples",
    operation_id = "deliver_sample", params(("world" = String, Path, example = "default")),
    request_body = SampleChoice, responses((status = 200, body = DeliveryNumber), Refusals))]
pub(super) async fn send_sample(
    InWorld(world): InWorld,
    Json(odd): Json<SampleChoice>,
) -> Result<Json<DeliveryNumber>, Problem> {
    Ok(Json(DeliveryNumber { delivery: world.send_sample(odd.sample)? }))
}

fn no_delivery(Item(number): &Item) -> Problem {
    Problem::none("delivery", number, "deliveries")
}

/// Delivers an event again.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/{item}/redeliver",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)), responses((status = 200, body = DeliveryNumber), Refusals))]
pub(super) async fn redeliver(InWorld(world): InWorld, item: Item) -> Result<Json<DeliveryNumber>, Problem> {
    let again = world.redeliver(item.number()?);
    let delivery = again.map_err(|_| no_delivery(&item))?;
    Ok(Json(DeliveryNumber { delivery }))
}

/// Pauses all deliveries.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/pause",
    operation_id = "pause_deliveries", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn pause(InWorld(world): InWorld) -> Json<Value> {
    world.pause_deliveries();
    Json(json!({}))
}

/// The order of paused deliveries.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Resume {
    /// In which order they are sent.
    order: Order,
}

/// Resumes deliveries.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/resume",
    operation_id = "resume_deliveries", params(("world" = String, Path, example = "default")),
    request_body = Resume, responses((status = 200, body = Object), Refusals))]
pub(super) async fn resume(InWorld(world): InWorld, Json(resume): Json<Resume>) -> Json<Value> {
    world.resume_deliveries(resume.order);
    Json(json!({}))
}

/// The fault rules in force.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/faults", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<ActiveFault>), Refusals))]
pub(super) async fn faults(InWorld(world): InWorld) -> Json<Vec<ActiveFault>> {
    Json(world.faults().rules())
}

/// The number of a new rule.
#[derive(Serialize, ToSchema)]
pub(super) struct FaultNumber {
    /// Its number in the world.
    id: i64,
}

/// Adds a fault rule.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/faults", params(("world" = String, Path, example = "default")),
    request_body = FaultRule, responses((status = 200, body = FaultNumber), Refusals))]
pub(super) async fn add_fault(
    InWorld(world): InWorld,
    Json(rule): Json<FaultRule>,
) -> Result<Json<FaultNumber>, Problem> {
    rule.check()?;
    Ok(Json(FaultNumber { id: world.faults().add(rule) }))
}

/// Removes all fault rules.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}/faults", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn clear_faults(InWorld(world): InWorld) -> Json<Value> {
    world.faults().clear();
    Json(json!({}))
}

/// Removes a fault rule.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}/faults/{item}",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)), responses((status = 200, body = Object), Refusals))]
pub(super) async fn remove_fault(InWorld(world): InWorld, item: Item) -> Result<Json<Value>, Problem> {
    match world.faults().remove(item.number()?) {
        true => Ok(Json(json!({}))),
        false => Err(Problem::none("fault rule", &item.0, "faults")),
    }
}

/// Simulates a click of a user.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clicks", params(("world" = String, Path, example = "default")),
    request_body = Click, responses((status = 200, body = ClickOutcome), Refusals))]
pub(super) async fn click(InWorld(world): InWorld, Json(click): Json<Click>) -> Result<Json<ClickOutcome>, Problem> {
    Ok(Json(world.click(click).await?))
}
