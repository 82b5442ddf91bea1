//! What the app sent and got: requests, deliveries, faults, clicks.

use axum::Json as Answer;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::extract::{Asked, Item, Json, Of};
use super::problem::{Problem, Refusals};
use crate::clicks::{Click, ClickOutcome};
use crate::faults::{ActiveFault, FaultRule};
use crate::ledger::{CredentialSighting, DuplicateWrite, RequestRecord};
use crate::routes;
use crate::webhooks::{Delivery, Lapse, Order, Sample, Undelivered};

/// Which requests.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// Name of the endpoint, such as `oauth.refresh`.
    endpoint: Option<String>,
}

/// The latest 10,000 requests of the app, oldest first.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/requests", params(("world" = String, Path, example = "default"), Which),
    responses((status = 200, body = Vec<RequestRecord>), Refusals))]
pub(super) async fn requests(Of(world): Of, Asked(which): Asked<Which>) -> Result<Answer<Vec<RequestRecord>>, Problem> {
    let ledger = world.ledger();
    Ok(Answer(match which.endpoint {
        Some(endpoint) => {
            routes::check_name("endpoint", &endpoint)?;
            ledger.requests_to(&endpoint)
        }
        None => ledger.requests(),
    }))
}

/// Writes that came more than once.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/duplicates", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<DuplicateWrite>), Refusals))]
pub(super) async fn duplicates(Of(world): Of) -> Answer<Vec<DuplicateWrite>> {
    Answer(world.ledger().duplicates())
}

/// Which host saw which credential.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/credentials", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<CredentialSighting>), Refusals))]
pub(super) async fn credentials(Of(world): Of) -> Answer<Vec<CredentialSighting>> {
    Answer(world.ledger().credentials())
}

/// When subscriptions ended with their tokens.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/lapses", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<Lapse>), Refusals))]
pub(super) async fn lapses(Of(world): Of) -> Answer<Vec<Lapse>> {
    Answer(world.lapses())
}

/// Every event for the app, with every attempt to deliver it.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/deliveries", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<Delivery>), Refusals))]
pub(super) async fn deliveries(Of(world): Of) -> Answer<Vec<Delivery>> {
    Answer(world.deliveries())
}

/// Every event that has not reached the app, and why: no subscription, no address, the subscription in another world, a
/// delivery that failed or waits.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/undelivered", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<Undelivered>), Refusals))]
pub(super) async fn undelivered(Of(world): Of) -> Answer<Vec<Undelivered>> {
    Answer(world.undelivered())
}

/// A delivery that was made.
#[derive(Serialize, ToSchema)]
pub(super) struct Made {
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
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries", params(("world" = String, Path, example = "default")),
    request_body = Event, responses((status = 200, body = Made), Refusals))]
pub(super) async fn send(Of(world): Of, Json(event): Json<Event>) -> Answer<Made> {
    Answer(Made { delivery: world.send_event(event.body) })
}

/// An odd form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Odd {
    /// Which.
    sample: Sample,
}

/// Delivers an event in one of the odd forms that the platform's documents print.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/samples", params(("world" = String, Path, example = "default")),
    request_body = Odd, responses((status = 200, body = Made), Refusals))]
pub(super) async fn send_sample(Of(world): Of, Json(odd): Json<Odd>) -> Result<Answer<Made>, Problem> {
    Ok(Answer(Made { delivery: world.send_sample(odd.sample)? }))
}

/// Delivers an event once more.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/{item}/redeliver",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)), responses((status = 200, body = Made), Refusals))]
pub(super) async fn redeliver(Of(world): Of, item: Item) -> Result<Answer<Made>, Problem> {
    let again = world.redeliver(item.number()?);
    let delivery = again.map_err(|_| Problem::not_found("there is no delivery of this number"))?;
    Ok(Answer(Made { delivery }))
}

/// Holds all deliveries.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/pause", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn pause(Of(world): Of) -> Answer<Value> {
    world.pause_deliveries();
    Answer(json!({}))
}

/// How held deliveries go.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Resume {
    order: Order,
}

/// Lets held deliveries go.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/deliveries/resume", params(("world" = String, Path, example = "default")),
    request_body = Resume, responses((status = 200, body = Object), Refusals))]
pub(super) async fn resume(Of(world): Of, Json(resume): Json<Resume>) -> Answer<Value> {
    world.resume_deliveries(resume.order);
    Answer(json!({}))
}

/// The fault rules in force.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/faults", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Vec<ActiveFault>), Refusals))]
pub(super) async fn faults(Of(world): Of) -> Answer<Vec<ActiveFault>> {
    Answer(world.faults().rules())
}

/// A rule that was added.
#[derive(Serialize, ToSchema)]
pub(super) struct Added {
    /// Its number in the world.
    id: i64,
}

/// Adds a fault rule.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/faults", params(("world" = String, Path, example = "default")),
    request_body = FaultRule, responses((status = 200, body = Added), Refusals))]
pub(super) async fn add_fault(Of(world): Of, Json(rule): Json<FaultRule>) -> Result<Answer<Added>, Problem> {
    rule.check()?;
    Ok(Answer(Added { id: world.faults().add(rule) }))
}

/// Removes all fault rules.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}/faults", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn clear_faults(Of(world): Of) -> Answer<Value> {
    world.faults().clear();
    Answer(json!({}))
}

/// Removes a fault rule.
#[utoipa::path(delete, path = "/_sandbox/worlds/{world}/faults/{item}",
    params(("world" = String, Path, example = "default"), ("item" = i64, Path)), responses((status = 200, body = Object), Refusals))]
pub(super) async fn remove_fault(Of(world): Of, item: Item) -> Result<Answer<Value>, Problem> {
    match world.faults().remove(item.number()?) {
        true => Ok(Answer(json!({}))),
        false => Err(Problem::not_found("there is no fault rule of this number")),
    }
}

/// A user clicks.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/clicks", params(("world" = String, Path, example = "default")),
    request_body = Click, responses((status = 200, body = ClickOutcome), Refusals))]
pub(super) async fn click(Of(world): Of, Json(click): Json<Click>) -> Result<Answer<ClickOutcome>, Problem> {
    Ok(Answer(world.click(click).await?))
}
