//! Payment tickets (docs/platform.md#payment-tickets).

use serde::{Serialize, Serializer};

use crate::error::{Error, Result};
use crate::id::{Phone, UserId};
use crate::json::{Extra, Json, is_default, record, write_extra};
use crate::model::money::{Rials, as_number};
use crate::model::rule::{cost, uuid};
use crate::model::user::write_phone;

/// A request to check whether a payment ticket is valid for a service to a user.
#[cfg_attr(feature = "ffi", crate::ffi::data(server))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TicketCheck {
    /// The ticket: a UUID. It arrives in the direct link of the app.
    pub ticket_uuid: String,
    /// What the service costs, in rial: at most 2,147,483,647, because the platform reads 32 bits.
    #[serde(serialize_with = "as_number")]
    pub service_cost: Rials,
    /// The id of the user. Set this, the phone number, or both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// The phone number of the user. Set this, the id, or both.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "write_optional_phone")]
    pub phone_number: Option<Phone>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent TicketCheck { ticket_uuid: uuid(), service_cost: cost(), user_id, phone_number });

impl TicketCheck {
    /// A request about a ticket for a service of this price.
    pub fn new(ticket_uuid: impl Into<String>, service_cost: impl Into<Rials>) -> Self {
        Self { ticket_uuid: ticket_uuid.into(), service_cost: service_cost.into(), ..Self::default() }
    }

    /// Sets the user by the id.
    #[must_use]
    pub fn user_id(mut self, user: impl Into<UserId>) -> Self {
        self.user_id = Some(user.into());
        self
    }

    /// Sets the user by the phone number.
    #[must_use]
    pub fn phone_number(mut self, phone: impl Into<Phone>) -> Self {
        self.phone_number = Some(phone.into());
        self
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `ticket_uuid`, `service_cost`, `user_id` or `phone_number`.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        if self.user_id.is_none() && self.phone_number.is_none() {
            return Err(Error::invalid("user_id", "must be set, or the phone number"));
        }
        self.user_id.as_ref().map_or(Ok(()), UserId::check)?;
        match self.phone_number.as_ref().map_or(Ok(String::new()), Phone::normalized) {
            Err(Error::InvalidInput { reason, .. }) => Err(Error::invalid("phone_number", reason)),
            normalized => normalized.map(drop),
        }
    }
}

/// The response about a valid ticket.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ValidTicket {
    /// What the issuer of the ticket put into it: any JSON. `null` if there is nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub issuer_payload: Json,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received ValidTicket { issuer_payload });

/// Why a ticket is refused: the documented errors of the platform.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TicketProblem {
    /// The API key belongs to no app.
    UnknownApp,
    /// The request names no user.
    MissingUser,
    /// The service costs more than the ticket covers.
    CostTooHigh,
    /// The ticket is for another user.
    OtherUser,
    /// The ticket is for a service of another type than that of the app.
    OtherService,
    /// There is no such ticket, or it was used up.
    UnknownTicket,
}

/// The texts of the platform (docs/platform.md#known-errors).
const PROBLEMS: &[(TicketProblem, &str)] = &[
    (TicketProblem::UnknownApp, "could not retrieve app from db"),
    (TicketProblem::MissingUser, "user_identifier is required"),
    (TicketProblem::CostTooHigh, "actual cost is more than sponsored amount"),
    (TicketProblem::OtherUser, "phone number not match with ticket phone"),
    (TicketProblem::OtherService, "app service_type not match ticket service_type"),
    (TicketProblem::UnknownTicket, "not found ticket"),
];

impl TicketProblem {
    /// The problem that the message of an error of `payments.validate_ticket` names. The platform documents the text only,
    /// so the result for an unknown text is `None`.
    pub fn of(message: &str) -> Option<Self> {
        let message = message.to_ascii_lowercase();
        PROBLEMS.iter().find(|(_, text)| message.contains(text)).map(|(problem, _)| *problem)
    }
}

fn write_optional_phone<S: Serializer>(phone: &Option<Phone>, serializer: S) -> Result<S::Ok, S::Error> {
    match phone {
        Some(phone) => write_phone(phone, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICKET: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

    #[test]
    fn a_request_names_a_user_and_has_the_cost_as_a_number() {
        let request = TicketCheck::new(TICKET, Rials::new(5)).phone_number("+98 912 345 6789");
        request.check().unwrap();
        let expected = format!(r#"{{"ticket_uuid":"{TICKET}","service_cost":5,"phone_number":"09123456789"}}"#);
        assert_eq!(serde_json::to_string(&request).unwrap(), expected);
        let refused = |question: TicketCheck| question.check().unwrap_err().to_string();
        assert!(refused(TicketCheck::new(TICKET, Rials::new(5))).starts_with("user_id: "));
        assert!(refused(TicketCheck::new(TICKET, Rials::new(1 << 31)).user_id("u")).starts_with("service_cost: "));
        assert!(refused(TicketCheck::new("7", Rials::new(5)).user_id("u")).starts_with("ticket_uuid: "));
        assert!(refused(TicketCheck::new(TICKET, Rials::new(5)).phone_number("021")).starts_with("phone_number: "));
        let both = TicketCheck::new(TICKET, Rials::new(5)).user_id("u");
        both.clone().phone_number("09123456789").check().unwrap();
        assert!(refused(both.phone_number("021")).starts_with("phone_number: "));
        let both = TicketCheck::new(TICKET, Rials::new(5)).user_id("").phone_number("09123456789");
        assert!(refused(both).starts_with("user_id: "));
    }

    #[test]
    fn the_documented_texts_are_known() {
        for (problem, text) in [
            (TicketProblem::UnknownApp, "could not retrieve app from db"),
            (TicketProblem::MissingUser, "user_identifier is required"),
            (TicketProblem::CostTooHigh, "Actual cost is more than sponsored amount"),
            (TicketProblem::OtherUser, "phone number not match with ticket phone"),
            (TicketProblem::OtherService, "App service_type not match ticket service_type"),
            (TicketProblem::UnknownTicket, "Not found ticket"),
        ] {
            assert_eq!(TicketProblem::of(text), Some(problem));
        }
        assert_eq!(TicketProblem::of("something else"), None);
    }
}
