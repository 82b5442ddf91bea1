//! The app's balance, its transactions, and the wallets of users.

use super::extract::{InWorld, Json};
use super::problem::{Problem, Refusals};
use crate::world_money::{Money, MoneyChange};

/// The money of a world: the app's balance, its transactions, and the rules of payments.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/money", params(("world" = String, Path, example = "default")),
    responses((status = 200, body = Money), Refusals))]
pub(super) async fn money(InWorld(world): InWorld) -> Json<Money> {
    Json(world.money())
}

/// Changes the balances and the rules of payments. What is absent stays; of rules that are given, absent members get their
/// defaults.
#[utoipa::path(put, path = "/_sandbox/worlds/{world}/money",
    operation_id = "change_money", params(("world" = String, Path, example = "default")),
    request_body = MoneyChange, responses((status = 200, body = Money), Refusals))]
pub(super) async fn change(InWorld(world): InWorld, Json(change): Json<MoneyChange>) -> Result<Json<Money>, Problem> {
    change.check(&world)?;
    Ok(Json(world.change_money(change)))
}
