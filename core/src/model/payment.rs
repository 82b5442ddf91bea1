//! Payments: prices of paid services, payments for posts, the app's balance and its transactions
//! (docs/platform.md#paid-services).

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::clock::checked_timeout;
use crate::error::{Error, Result};
use crate::id::{MAX_IN_URL, is_uuid};
use crate::json::{Extra, FieldIssue, is_default, record, write_extra};
use crate::model::event::Transaction;
use crate::model::money::Rials;
use crate::model::open_enum;
use crate::model::rule::{by, bytes, each, optional};
use crate::random::random_uuid;

/// Most transactions on a page (docs/platform.md#limits).
const MAX_PAGE_SIZE: i32 = 100;

const NO_PAYMENT_ID: &str = "must be a UUID of version 4: `new_payment_id` makes one";

/// A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a
/// payment is repeated with the same id.
///
/// # Errors
/// [`Error::Config`] if the system gives no random numbers.
pub fn new_payment_id() -> Result<String> {
    random_uuid()
}

/// The prices of the paid services of a post. An absent service is not offered for it, or its price could not be read, which is in
/// `issues`.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostPricing {
    /// Moving the post to the top of its lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reorder: Option<ServicePrice>,
    /// Publishing the post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit: Option<ServicePrice>,
    /// Extending the post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renew: Option<ServicePrice>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received PostPricing { reorder, submit, renew }, tolerant);

/// The price of a paid service.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ServicePrice {
    /// The price. It is zero if the platform omits it. A price that cannot be read is not zero: the service is absent then.
    #[serde(rename = "cost_rials")]
    pub cost: Rials,
    /// Whether the service can be bought now.
    #[serde(skip_serializing_if = "is_default")]
    pub available: bool,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(ServicePrice { cost = "cost_rials", available });

/// A payment for a service of a post, from the app's balance.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostPayment {
    /// The id that the app chooses for the transaction: a UUID of version 4, for one payment only. The payment is repeated
    /// with the same id, so that nothing is paid twice.
    pub id: String,
    /// A text of the app, which is returned with the transaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_details: Option<String>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent PostPayment { id, extra_details });

impl PostPayment {
    /// A payment with this id.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// Sets the text of the app.
    #[must_use]
    pub fn extra_details(mut self, text: impl Into<String>) -> Self {
        self.extra_details = Some(text.into());
        self
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `id` or `extra_details`.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        check_payment_id(&self.id)
    }
}

/// The response to a reordering that was paid.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostReordered {
    /// The id of the transaction, as the app chose it.
    #[serde(skip_serializing_if = "is_default")]
    pub id: String,
    /// What was paid.
    #[serde(rename = "cost_rials", skip_serializing_if = "Option::is_none")]
    pub cost: Option<Rials>,
    /// Members that could not be read and count as absent. The call has succeeded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received PostReordered { id, cost = "cost_rials" }, tolerant);

open_enum! {
    /// A service of a post that is paid from the user's wallet.
    pub enum PromotionOperation {
        /// Publishing the post.
        Publish = "PROMOTION_OPERATION_PUBLISH",
        /// Moving the post to the top of its lists.
        Reorder = "PROMOTION_OPERATION_REORDER",
        /// Extending the post.
        Renew = "PROMOTION_OPERATION_RENEW",
    }
}

open_enum! {
    /// The state of a payment from the user's wallet.
    pub enum PayStatus {
        /// Paid.
        Paid = "PAY_STATUS_PAID",
        /// Failed: nothing was paid.
        Failed = "PAY_STATUS_FAILED",
        /// The platform does not know yet. Send the same payment with the same id again, later: it is never paid twice.
        Reconciling = "PAY_STATUS_RECONCILING",
    }
}

/// A payment for a service of a post, from the user's wallet.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Promotion {
    /// The service.
    pub operation: PromotionOperation,
    /// The id that the app chooses: a UUID of version 4. The same payment is repeated with the same id, and is never paid
    /// twice.
    pub id: String,
    /// Whether it is paid from the personal wallet of the user, and not from that of a business. The documents do not
    /// explain it further.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_personal: Option<bool>,
    /// How long to wait for the outcome, in seconds, while the platform reconciles the payment: the call sends the same payment
    /// with the same id again, first after 1 s, later every 10 s. More than 0, at most 24 hours. Without it the call returns the
    /// first state. The time limit of the call is that of each request, not of the wait. It is not sent.
    #[serde(skip)]
    pub wait_seconds: Option<f64>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent Promotion { operation, id, is_personal }, partial);

impl Promotion {
    /// A payment with this id.
    pub fn new(operation: PromotionOperation, id: impl Into<String>) -> Self {
        Self { operation, id: id.into(), ..Self::default() }
    }

    /// Sets whether it is paid from the user's personal wallet.
    #[must_use]
    pub fn is_personal(mut self, personal: bool) -> Self {
        self.is_personal = Some(personal);
        self
    }

    /// Waits this long for the outcome while the platform reconciles the payment.
    #[must_use]
    pub fn wait(mut self, wait: Duration) -> Self {
        self.wait_seconds = Some(wait.as_secs_f64());
        self
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `operation`, `id` or `wait_seconds`.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        if self.operation.as_str().is_empty() {
            return Err(Error::invalid("operation", "must be set"));
        }
        check_payment_id(&self.id)?;
        self.wait_limit().map(drop)
    }

    /// How long to wait for the outcome.
    pub(crate) fn wait_limit(&self) -> Result<Duration> {
        let Some(seconds) = self.wait_seconds else { return Ok(Duration::ZERO) };
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        checked_timeout(wait).map_err(|reason| Error::invalid("wait_seconds", reason))
    }
}

/// The outcome of a payment from the user's wallet.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PromotionPayment {
    /// The state.
    #[serde(skip_serializing_if = "is_default")]
    pub status: PayStatus,
    /// The id of the platform for the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// What was paid.
    #[serde(rename = "amount_rials", skip_serializing_if = "Option::is_none")]
    pub amount: Option<Rials>,
    /// When it was paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received PromotionPayment { status, order_id, amount = "amount_rials", paid_at }, tolerant);

/// The balance of the app.
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Balance {
    /// The amount. It is zero if the platform omits it.
    #[serde(rename = "balance_rials")]
    pub balance: Rials,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received Balance { balance = "balance_rials" });

/// Which transactions to list. Without anything: the newest.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TransactionQuery {
    /// The number of transactions on a page: 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_size: Option<i32>,
    /// The `next_page_token` of the page before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_token: Option<String>,
    /// Members that this version does not know. They are not sent.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(checked TransactionQuery { page_size, page_token: optional(bytes(MAX_IN_URL)) });

impl TransactionQuery {
    /// The first page, of the platform's own size.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of transactions on a page: 1 to 100.
    #[must_use]
    pub fn page_size(mut self, size: i32) -> Self {
        self.page_size = Some(size);
        self
    }

    /// Continues after a page: its `next_page_token`.
    #[must_use]
    pub fn page_token(mut self, token: impl Into<String>) -> Self {
        self.page_token = Some(token.into());
        self
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `page_size` or `page_token`.
    pub fn check(&self) -> Result<()> {
        if self.page_size.is_some_and(|size| !(1..=MAX_PAGE_SIZE).contains(&size)) {
            return Err(Error::invalid("page_size", format!("must be from 1 to {MAX_PAGE_SIZE}")));
        }
        self.check_members(&())
    }
}

/// A page of the app's transactions, the newest first.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TransactionPage {
    /// The transactions.
    pub transactions: Vec<Transaction>,
    /// The token of the next page. The last page has none; a page without transactions counts as the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_page_token: Option<String>,
    /// Members that could not be read and count as absent, and transactions that could not be read and are left out.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received TransactionPage { transactions, next_page_token }, tolerant);

/// A response that contains a transaction. Members of it that cannot be read count as absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TransactionResponse {
    pub(crate) transaction: Transaction,
    pub(crate) issues: Vec<FieldIssue>,
    pub(crate) extra: Extra,
}
record!(TransactionResponse { transaction }, tolerant);

/// The response to a payment, in which the transaction may be missing or unreadable: the payment has succeeded nevertheless.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PaidResponse {
    pub(crate) transaction: Transaction,
    pub(crate) issues: Vec<FieldIssue>,
    pub(crate) extra: Extra,
}
record!(received PaidResponse { transaction }, tolerant);

/// A report about a payment that the user made to the app.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PaymentReport {
    /// What the user paid.
    #[serde(rename = "amount_rials")]
    pub amount: Rials,
    /// The app's profit in it.
    #[serde(rename = "profit_rials")]
    pub profit: Rials,
    /// The services that the user paid for.
    pub services: Vec<String>,
    /// The app's own id of the payment. It is unique, so a report is repeated with the same id.
    pub reference_id: String,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent PaymentReport {
    amount = "amount_rials": by(Rials::check), profit = "profit_rials": by(Rials::check),
    services: each(not_empty()), reference_id: not_empty(),
});

impl PaymentReport {
    /// A report about an amount without profit, under the app's own id of the payment.
    pub fn new(amount: impl Into<Rials>, reference_id: impl Into<String>) -> Self {
        Self { amount: amount.into(), reference_id: reference_id.into(), ..Self::default() }
    }

    /// Sets the app's profit in the amount.
    #[must_use]
    pub fn profit(mut self, profit: impl Into<Rials>) -> Self {
        self.profit = profit.into();
        self
    }

    /// Adds a service that the user paid for.
    #[must_use]
    pub fn service(mut self, service: impl Into<String>) -> Self {
        self.services.push(service.into());
        self
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `amount`, `profit`, `services` or `reference_id`.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())
    }
}

fn check_payment_id(id: &str) -> Result<()> {
    let is_version_4 = is_uuid(id) && id.as_bytes()[14] == b'4';
    if is_version_4 { Ok(()) } else { Err(Error::invalid("id", NO_PAYMENT_ID)) }
}

/// Text of the app that must not be empty.
fn not_empty() -> impl Fn(&String, &()) -> Result<()> {
    |text, _| if text.is_empty() { Err(Error::invalid("", "must not be empty")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn refused(result: Result<()>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn a_payment_needs_an_id_of_the_app() {
        let id = new_payment_id().unwrap();
        assert!(is_uuid(&id) && id.as_bytes()[14] == b'4' && b"89ab".contains(&id.as_bytes()[19]), "{id}");
        assert_ne!(id, new_payment_id().unwrap());
        PostPayment::new(&id).extra_details("order 7").check().unwrap();
        assert!(refused(PostPayment::default().check()).starts_with("id: "));
        let in_camel_case = PostPayment::new("7").check().unwrap_err().in_camel_case().to_string();
        assert!(in_camel_case.ends_with("`newPaymentId` makes one"), "{in_camel_case}");
        assert!(refused(Promotion::new(PromotionOperation::Renew, "7").check()).starts_with("id: "));
        assert!(refused(Promotion::new(PromotionOperation::default(), id).check()).starts_with("operation: "));
    }

    #[test]
    fn a_report_is_written_as_specified() {
        let report =
            PaymentReport::new(Rials::new(350_000), "order-7").profit(Rials::new(50_000)).service("inspection");
        report.check().unwrap();
        assert_eq!(
            serde_json::to_string(&report).unwrap(),
            r#"{"amount_rials":"350000","profit_rials":"50000","services":["inspection"],"reference_id":"order-7"}"#
        );
        assert!(refused(PaymentReport::new(Rials::new(-1), "a").check()).starts_with("amount: "));
        assert!(refused(PaymentReport::new(Rials::new(1), "").check()).starts_with("reference_id: "));
        assert!(refused(TransactionQuery::new().page_size(101).check()).starts_with("page_size: "));
    }

    #[test]
    fn a_zero_price_is_omitted_by_the_platform() {
        let pricing: PostPricing =
            json::read(br#"{"reorder":{"available":true},"submit":{"cost_rials":"5"}}"#).unwrap();
        let reorder = pricing.reorder.unwrap();
        assert_eq!((reorder.cost, reorder.available), (Rials::default(), true));
        assert_eq!(pricing.submit.unwrap().cost, Rials::new(5));
        assert!(pricing.renew.is_none());
    }

    #[test]
    fn a_price_that_cannot_be_read_is_not_zero() {
        for cost in [r#""1,500,000""#, "1.5", "[]", "9223372036854775808"] {
            let text = format!(r#"{{"renew":{{"available":true,"cost_rials":{cost}}},"submit":{{"cost_rials":"5"}}}}"#);
            let pricing: PostPricing = json::read(text.as_bytes()).unwrap();
            assert_eq!((pricing.renew, pricing.submit.map(|price| price.cost)), (None, Some(Rials::new(5))), "{cost}");
            let paths: Vec<_> = pricing.issues.iter().map(|issue| issue.path.as_str()).collect();
            assert_eq!(paths, ["renew.cost_rials"]);
        }
        assert_eq!(json::read::<Balance>(br#"{"balance_rials":"much"}"#).unwrap_err().path, "balance_rials");
        // An optional amount is absent by itself.
        let paid: PostReordered = json::read(br#"{"id":"t1","cost_rials":"much"}"#).unwrap();
        assert_eq!((paid.id.as_str(), paid.cost, paid.issues.len()), ("t1", None, 1));
    }
}
