//! Payments (docs/platform.md#paid-services). What is refused, and with which code, is an assumption.

use chrono::{DateTime, SecondsFormat, Utc};
use open_platform::model::payment::{PaymentReport, PostPayment, Promotion, PromotionOperation};
use open_platform::model::ticket::TicketCheck;
use serde_json::{Map, Value, json};

use super::posts::find;
use super::unknown::one_of;
use crate::dispatch::Call;
use crate::range;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::state::wallet::{PaymentRefused, SandboxTransaction, Service};

/// Transactions on a page, if the request names no number. Assumption.
const PAGE_SIZE: usize = 20;

/// The app's balance.
pub(super) fn balance(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(PlatformResponse::json(&json!({ "balance_rials": call.state.wallet.balance.to_string() })))
}

/// A page of transactions, newest first. The token of a page is the id of the transaction before it.
pub(super) fn transactions(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let size = match call.exchange.query("page_size") {
        None => PAGE_SIZE,
        Some(text) => {
            let most = match call.state.limits.rules.transactions_on_page {
                0 => i64::MAX,
                most => most,
            };
            let size = text.parse().map_err(|_| Refusal::field("page_size", "must be a whole number"))?;
            range::check("page_size", size, 1..=most).map_err(super::refused)?;
            usize::try_from(size).unwrap_or(usize::MAX)
        }
    };
    let after = call.exchange.query("page_token").filter(|token| !token.is_empty());
    if after.as_deref().is_some_and(|token| call.state.wallet.transaction(token).is_none()) {
        return Err(Refusal::field("page_token", "is not the token of a page"));
    }
    let page: Vec<_> = call.state.wallet.transactions_after(after.as_deref()).take(size).collect();
    let mut response = Map::new();
    response.insert("transactions".into(), page.iter().map(|one| record(call, one)).collect::<Vec<_>>().into());
    if let Some(last) = page.last()
        && call.state.wallet.transactions_after(Some(&last.id)).next().is_some()
    {
        response.insert("next_page_token".into(), last.id.as_str().into());
    }
    Ok(PlatformResponse::json(&response))
}

/// One transaction, by the id that the app chose.
pub(super) fn transaction(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let found = call.state.wallet.transaction(call.exchange.params.first());
    let found = found.ok_or_else(|| Refusal::not_found("transaction not found"))?;
    Ok(PlatformResponse::json(&json!({ "transaction": record(call, found) })))
}

/// The prices of the services of a post. A service that does not fit the stage of the post is not there.
pub(super) fn pricing(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let (post, now) = (find(call)?, call.now());
    let mut response = Map::new();
    for (name, service) in [("reorder", Service::Reorder), ("submit", Service::Submit), ("renew", Service::Renew)] {
        if call.state.offers(service, post, now) {
            let cost = call.state.wallet.rules.price(service).to_string();
            response.insert(name.into(), json!({ "cost_rials": cost, "available": true }));
        }
    }
    Ok(PlatformResponse::json(&response))
}

/// Moves a post to the top.
pub(super) fn reorder(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let paid = pay(call, Service::Reorder)?;
    Ok(PlatformResponse::json(&json!({ "id": paid.id, "cost_rials": paid.cost_rials.to_string() })))
}

/// Extends a post.
pub(super) fn renew(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let paid = pay(call, Service::Renew)?;
    Ok(PlatformResponse::json(&json!({ "transaction": record(call, &paid) })))
}

/// Pays the publication of a post.
pub(super) fn publish(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let paid = pay(call, Service::Submit)?;
    Ok(PlatformResponse::json(&json!({ "transaction": record(call, &paid) })))
}

/// Pays a service from the user's wallet.
pub(super) fn pay_promotion(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let body: Promotion = call.body()?;
    call.check(&body, |body| body.check())?;
    call.refuse_unknown("", &body.extra, &[])?;
    let service = match body.operation {
        PromotionOperation::Publish => Service::Submit,
        PromotionOperation::Reorder => Service::Reorder,
        PromotionOperation::Renew => Service::Renew,
        _ => return Err(Refusal::field("operation", one_of(PromotionOperation::KNOWN))),
    };
    let (post, now, user) = (find(call)?.clone(), call.now(), call.user().to_owned());
    let paid = call.state.pay_from_wallet(&post, service, body.id, &user, now).map_err(refused)?;
    let mut response = json!({
        "status": paid.status, "order_id": paid.order_id, "amount_rials": paid.amount_rials.to_string(),
    });
    if let Some(at) = paid.paid_at {
        response["paid_at"] = instant(at).into();
    }
    Ok(PlatformResponse::json(&response))
}

/// Takes the report of a payment to the app. Its id is unique.
pub(super) fn report(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let body: PaymentReport = call.body()?;
    call.require(&["amount_rials", "profit_rials", "services", "reference_id"])?;
    call.check(&body, |body| body.check()).map_err(|refusal| refusal.at(as_sent))?;
    call.refuse_unknown("", &body.extra, &[])?;
    if !call.state.wallet.reports.insert(body.reference_id) {
        return Err(Refusal::new(Code::AlreadyExists, "reference_id: a payment with this id was reported already"));
    }
    Ok(call.done())
}

/// The name of a member in the request.
fn as_sent(member: &str) -> String {
    if matches!(member, "amount" | "profit") { format!("{member}_rials") } else { member.to_owned() }
}

fn pay(call: &mut Call<'_>, service: Service) -> Result<SandboxTransaction, Refusal> {
    let body: PostPayment = call.body()?;
    call.check(&body, |body| body.check())?;
    call.refuse_unknown("", &body.extra, &[])?;
    let (post, now) = (find(call)?.clone(), call.now());
    let payment = (body.id, body.extra_details.unwrap_or_default());
    call.state.pay(&post, service, payment, now).map_err(refused)
}

fn refused(reason: PaymentRefused) -> Refusal {
    match reason {
        PaymentRefused::UsedId => Refusal::new(Code::AlreadyExists, "id: a payment with this id exists already"),
        PaymentRefused::Balance => Refusal::new(Code::FailedPrecondition, "the balance is too small"),
        PaymentRefused::NotOffered => {
            Refusal::new(Code::FailedPrecondition, "the service is not offered for this post")
        }
    }
}

fn record(call: &Call<'_>, transaction: &SandboxTransaction) -> Value {
    transaction.record(&call.state.app.client_id, instant)
}

fn instant(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Whether a payment ticket is valid for a service. The ticket is not used up. The order of the checks is an assumption.
pub(super) fn validate_ticket(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let body: TicketCheck = call.body()?;
    call.refuse_unknown("", &body.extra, &[])?;
    let users = &call.state.users;
    let user = match (&body.user_id, &body.phone_number) {
        (Some(id), _) => users.by_id(id.as_str()),
        (None, Some(phone)) => users.by_phone(&phone.normalized().map_err(super::refused)?),
        (None, None) => return Err(Refusal::new(Code::InvalidArgument, "user_identifier is required")),
    };
    call.require(&["ticket_uuid", "service_cost"])?;
    call.check(&body, |body| body.check())?;
    let user = user.map_or("", |user| user.name.as_str());
    let found = call.state.wallet.tickets.iter().find(|ticket| ticket.uuid.eq_ignore_ascii_case(&body.ticket_uuid));
    let ticket = found.ok_or_else(|| Refusal::not_found("Not found ticket"))?;
    if ticket.user != user {
        return Err(Refusal::not_found("phone number not match with ticket phone"));
    }
    if ticket.other_service {
        return Err(Refusal::not_found("App service_type not match ticket service_type"));
    }
    if body.service_cost.rials > ticket.sponsored_rials {
        return Err(Refusal::new(Code::InvalidArgument, "Actual cost is more than sponsored amount"));
    }
    let mut response = Map::new();
    if !ticket.issuer_payload.is_null() {
        response.insert("issuer_payload".into(), ticket.issuer_payload.clone());
    }
    Ok(PlatformResponse::json(&response))
}
