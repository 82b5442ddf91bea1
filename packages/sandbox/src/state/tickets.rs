//! Payment tickets (docs/platform.md#payment-tickets).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::State;

/// A payment ticket of a world. Tests add it; the app asks whether it is good.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PaymentTicket {
    /// Its UUID.
    pub uuid: String,
    /// Name of the user it is for.
    pub user: String,
    /// What it covers, in rial.
    pub sponsored_rials: i64,
    /// Whether it is for a service of another type than the app's.
    pub other_service: bool,
    /// What the issuer put into it.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub issuer_payload: Value,
}

impl State {
    /// Uses up the ticket that an add-on or a record names (docs/platform.md#payment-tickets). That one that does not exist is
    /// accepted is an assumption.
    pub(crate) fn use_ticket(&mut self, uuid: Option<&str>) {
        if let Some(uuid) = uuid {
            self.wallet.tickets.retain(|ticket| !ticket.uuid.eq_ignore_ascii_case(uuid));
        }
    }
}
