//! Semantic records of users and posts (docs/platform.md#user-semantics).

use std::collections::HashMap;

use open_platform::Phone;
use open_platform::model::semantic::{SemanticRecord, UserIdSemanticRecord};
use serde_json::json;

use super::{refused, users};
use crate::dispatch::Call;
use crate::response::{PlatformResponse, Refusal};
use crate::state::semantics::Subject;

/// Creates or replaces the record of the user with a phone number.
pub(super) fn create_for_user(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_phone(call)?;
    let record: SemanticRecord = call.body()?;
    put_on_user(call, &user, record)
}

/// The same for a parsed body.
pub(super) fn put_on_user(
    call: &mut Call<'_>,
    user: &str,
    record: SemanticRecord,
) -> Result<PlatformResponse, Refusal> {
    call.check(&record, |body| body.check())?;
    call.refuse_unknown("", &record.extra, &[])?;
    let id =
        put(call, Subject::User(user), &record.semantic, (record.ticket_uuid, record.cost.map(|cost| cost.rials)))?;
    Ok(PlatformResponse::json(&json!({ "id": id })))
}

/// Creates or replaces the record of the user with an id. The body must name the same user's phone number.
pub(super) fn create_for_user_id(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_id(call)?;
    let record: UserIdSemanticRecord = call.body()?;
    call.check(&record, |body| body.check())?;
    call.refuse_unknown("", &record.extra, &["divar_user_id"])?;
    check_phone(call, &user, &record.phone)?;
    let id =
        put(call, Subject::User(&user), &record.semantic, (record.ticket_uuid, record.cost.map(|cost| cost.rials)))?;
    Ok(PlatformResponse::json(&json!({ "id": id })))
}

/// Creates or replaces the record of a post.
pub(super) fn create_for_post(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let token = call.exchange.params.first().to_owned();
    let record: SemanticRecord = call.body()?;
    call.check(&record, |body| body.check())?;
    call.refuse_unknown("", &record.extra, &[])?;
    if call.state.posts.get(&token).is_none() && !call.state.gaps.accept_wrong_post_token {
        return Err(Refusal::not_found("post not found"));
    }
    put(call, Subject::Post(&token), &record.semantic, (record.ticket_uuid, record.cost.map(|cost| cost.rials)))?;
    Ok(call.done())
}

/// Deletes the record of the user with a phone number. To delete what is not there is a success (assumption).
pub(super) fn delete_for_user(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_phone(call)?;
    call.state.semantics.delete(Subject::User(&user));
    Ok(call.done())
}

/// Deletes the record of the user with an id. The query must name the same user's phone number.
pub(super) fn delete_for_user_id(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let user = users::named_by_id(call)?;
    let phone = Phone::from(call.exchange.query("phone").unwrap_or_default());
    check_phone(call, &user, &phone)?;
    call.state.semantics.delete(Subject::User(&user));
    Ok(call.done())
}

/// The number is required, and must be that of the user whom the path names.
fn check_phone(call: &Call<'_>, user: &str, phone: &Phone) -> Result<(), Refusal> {
    let phone = phone.normalized().map_err(refused)?;
    match call.state.users.get(user) {
        Some(known) if known.phone != phone => Err(Refusal::field("phone", "is not the number of this user")),
        _ => Ok(()),
    }
}

fn put(
    call: &mut Call<'_>,
    subject: Subject<'_>,
    data: &HashMap<String, String>,
    ticket: (Option<String>, Option<i64>),
) -> Result<String, Refusal> {
    if data.is_empty() {
        return Err(Refusal::field("semantic", "is required"));
    }
    let now = call.now();
    let state = &mut *call.state;
    state.use_ticket(ticket.0.as_deref());
    Ok(state.semantics.put(&mut state.ids, subject, data, ticket, now))
}
