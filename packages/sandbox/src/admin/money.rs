//! The app's balance, its transactions, and the wallets of users.

use axum::Json as Answer;

use super::extract::{InWorld, Json};
use super::problem::Refusals;
use crate::world_money::{Money, MoneyChange};

/// The money of a world: the app's balance, its transactions, and the rules of payments.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/money", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Money), Refusals))]
pub(super) async fn money(InWorld(world): InWorld) -> Answer<Money> {
    Answer(world.money())
}

/// Changes the balances and the rules of payments. What is absent stays; of rules that are given, absent members get their
/// defaults.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/money",
    operation_id = "change_money", params(("world" = String, Path, example = "default")),
    request_body = MoneyChange, responses((status = 200, body = Money), Refusals))]
pub(super) async fn change(InWorld(world): InWorld, Json(change): Json<MoneyChange>) -> Answer<Money> {
    Answer(world.change_money(change))
}
