//! The app's balance, the wallets of users, and what is paid from them (docs/platform.md#transactions,
//! #wallet-payments). Prices, times and the reasons of refusals are assumptions.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use indexmap::IndexMap;
use open_platform::Result;
use serde::{Deserialize, Serialize};

use super::State;
use super::events::Transaction;
use super::file::in_order;
use super::posts::{SandboxPost, Stage};
use super::reviews::ReviewEnd;
use super::tickets::PaymentTicket;
use crate::clock::{Job, add_seconds};
use crate::range;

/// How long a published post lives, and how long before its end it can be renewed. Assumption.
const LISTED_FOR: TimeDelta = TimeDelta::days(30);
const RENEWABLE: TimeDelta = TimeDelta::days(7);

/// A paid service of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    /// Moving the post to the top.
    Reorder,
    /// Publishing the post.
    Submit,
    /// Extending the post.
    Renew,
}

impl Service {
    /// The word of `type` in a transaction.
    fn word(self) -> &'static str {
        match self {
            Self::Reorder => "TRANSACTION_TYPE_REORDER",
            Self::Submit => "TRANSACTION_TYPE_SUBMIT",
            Self::Renew => "TRANSACTION_TYPE_RENEW",
        }
    }

    /// Whether a post of this stage can have the service.
    fn fits(self, stage: Stage) -> bool {
        match self {
            Self::Reorder => stage == Stage::Published,
            Self::Submit => stage == Stage::WaitingForPayment,
            Self::Renew => matches!(stage, Stage::Published | Stage::Retired),
        }
    }
}

/// How a payment ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentEnd {
    /// The service is done. If its post was deleted or has moved on, the payment is refunded instead.
    #[default]
    Completed,
    /// The service is not done, and the amount is credited back.
    Failed,
    /// The service was not done in the end, and the amount is credited back.
    Refunded,
}

/// What payments cost in a world, and how they end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PaymentRules {
    /// The price of a reordering, in rial.
    pub reorder_rials: i64,
    /// The price of a publication, in rial.
    pub submit_rials: i64,
    /// The price of an extension, in rial.
    pub renew_rials: i64,
    /// How transactions on the app's balance end, and payments that are reconciled: those fail unless they are completed.
    pub end: PaymentEnd,
    /// Seconds until a transaction ends, and until a payment that is being reconciled is paid or has failed.
    pub settles_after: i64,
    /// Whether a payment from a user's wallet is first being reconciled.
    pub reconciles: bool,
    /// Seconds that a review takes.
    pub reviewed_after: i64,
    /// How reviews of posts and of edits end.
    pub review: ReviewEnd,
    /// What the owner is told about a post or an edit that a review did not accept.
    pub reject_reason: String,
}

impl Default for PaymentRules {
    fn default() -> Self {
        Self {
            reorder_rials: 500_000,
            submit_rials: 200_000,
            renew_rials: 300_000,
            end: PaymentEnd::Completed,
            settles_after: 5,
            reconciles: false,
            reviewed_after: 60,
            review: ReviewEnd::Accepted,
            reject_reason: "The post breaks a rule.".to_owned(),
        }
    }
}

impl PaymentRules {
    /// Checks the ranges of prices and times.
    pub(crate) fn check(&self) -> Result<()> {
        for (member, value, most) in [
            ("reorder_rials", self.reorder_rials, i64::MAX),
            ("submit_rials", self.submit_rials, i64::MAX),
            ("renew_rials", self.renew_rials, i64::MAX),
            ("settles_after", self.settles_after, range::CENTURY),
            ("reviewed_after", self.reviewed_after, range::CENTURY),
        ] {
            range::check(&format!("rules.{member}"), value, 0..=most)?;
        }
        Ok(())
    }

    pub(crate) fn price(&self, service: Service) -> i64 {
        match service {
            Service::Reorder => self.reorder_rials,
            Service::Submit => self.submit_rials,
            Service::Renew => self.renew_rials,
        }
    }
}

/// A transaction on the app's balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SandboxTransaction {
    /// The UUID that the app chose.
    pub id: String,
    /// The post.
    pub post: String,
    /// What was bought.
    pub service: Service,
    /// In rial.
    pub cost_rials: i64,
    /// Text of the app.
    pub extra_details: String,
    /// Such as `TRANSACTION_STATE_PENDING`.
    #[schema(value_type = String)]
    pub state: Cow<'static, str>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

/// A payment from a user's wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct WalletPayment {
    /// The UUID that the app chose.
    pub id: String,
    /// The post.
    pub post: String,
    /// Name of the user.
    pub user: String,
    /// What was bought.
    pub service: Service,
    /// The id of the platform.
    pub order_id: String,
    /// In rial.
    pub amount_rials: i64,
    /// Such as `PAY_STATUS_PAID`.
    #[schema(value_type = String)]
    pub status: Cow<'static, str>,
    /// When it was paid.
    pub paid_at: Option<DateTime<Utc>>,
}

const PENDING: &str = "TRANSACTION_STATE_PENDING";
const RECONCILING: &str = "PAY_STATUS_RECONCILING";

/// The money of a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Wallet {
    pub(crate) rules: PaymentRules,
    /// The app's balance in rial.
    pub(crate) balance: i64,
    /// The balances of users in rial, by name. Others have 20,000,000.
    pub(crate) of_users: BTreeMap<String, i64>,
    #[serde(with = "in_order")]
    transactions: IndexMap<String, SandboxTransaction>,
    payments: BTreeMap<String, WalletPayment>,
    /// The ids of the reported payments.
    pub(crate) reports: BTreeSet<String>,
    pub(crate) tickets: Vec<PaymentTicket>,
}

impl Default for Wallet {
    fn default() -> Self {
        Self {
            rules: PaymentRules::default(),
            balance: 100_000_000,
            of_users: BTreeMap::new(),
            transactions: IndexMap::new(),
            payments: BTreeMap::new(),
            reports: BTreeSet::new(),
            tickets: Vec::new(),
        }
    }
}

/// Why a payment is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PaymentRefused {
    /// The id belongs to another payment.
    UsedId,
    /// The balance is too small.
    Balance,
    /// The service is not offered for this post now.
    NotOffered,
}

/// The key of a payment: a UUID is the same in upper and lower case (RFC 9562 section 4).
fn key(id: &str) -> String {
    id.to_ascii_lowercase()
}

impl Wallet {
    pub(crate) fn transaction(&self, id: &str) -> Option<&SandboxTransaction> {
        self.transactions.get(&key(id))
    }

    /// The post of a payment.
    pub(crate) fn post_of(&self, id: &str) -> Option<&str> {
        let id = &key(id);
        let transaction = self.transactions.get(id).map(|one| one.post.as_str());
        transaction.or_else(|| self.payments.get(id).map(|one| one.post.as_str()))
    }

    /// The transactions, newest first, after the one with this id.
    pub(crate) fn transactions_after(&self, id: Option<&str>) -> impl Iterator<Item = &SandboxTransaction> {
        let before = id.and_then(|id| self.transactions.get_index_of(&key(id))).unwrap_or(self.transactions.len());
        self.transactions.values().take(before).rev()
    }

    pub(crate) fn payments(&self) -> impl Iterator<Item = &WalletPayment> {
        self.payments.values()
    }

    fn of_user(&mut self, name: &str) -> &mut i64 {
        self.of_users.entry(name.to_owned()).or_insert(20_000_000)
    }
}

impl State {
    /// Whether the service can be bought for a post.
    pub(crate) fn offers(&self, service: Service, post: &SandboxPost, now: DateTime<Utc>) -> bool {
        let ends = post.renewed_at.or(post.first_published_at).map(|at| at + LISTED_FOR - RENEWABLE);
        let is_too_early =
            service == Service::Renew && post.stage == Stage::Published && ends.is_none_or(|ends| ends > now);
        service.fits(post.stage) && !self.own_posts.is_deleted(&post.token) && !is_too_early
    }

    /// Pays a service of a post from the app's balance: the amount is taken now, and the transaction ends later.
    pub(crate) fn pay(
        &mut self,
        post: &SandboxPost,
        service: Service,
        (id, extra_details): (String, String),
        now: DateTime<Utc>,
    ) -> std::result::Result<SandboxTransaction, PaymentRefused> {
        if self.wallet.transactions.contains_key(&key(&id)) {
            return Err(PaymentRefused::UsedId);
        }
        if !self.offers(service, post, now) {
            return Err(PaymentRefused::NotOffered);
        }
        let wallet = &mut self.wallet;
        let cost = wallet.rules.price(service);
        if wallet.balance < cost {
            return Err(PaymentRefused::Balance);
        }
        wallet.balance -= cost;
        let transaction = SandboxTransaction {
            id: id.clone(),
            post: post.token.clone(),
            service,
            cost_rials: cost,
            extra_details,
            state: PENDING.into(),
            created_at: now,
        };
        wallet.transactions.insert(key(&id), transaction.clone());
        self.schedule.at(add_seconds(now, wallet.rules.settles_after), Job::SettlePayment { id });
        self.notify_transaction(&event_of(&transaction), now);
        Ok(transaction)
    }

    /// Pays a service of a post from the user's wallet. The same id is never paid twice.
    pub(crate) fn pay_from_wallet(
        &mut self,
        post: &SandboxPost,
        service: Service,
        id: String,
        user: &str,
        now: DateTime<Utc>,
    ) -> std::result::Result<WalletPayment, PaymentRefused> {
        if let Some(known) = self.wallet.payments.get(&key(&id)) {
            let same = known.post == post.token && known.service == service && known.user == user;
            return if same { Ok(known.clone()) } else { Err(PaymentRefused::UsedId) };
        }
        if !self.offers(service, post, now) {
            return Err(PaymentRefused::NotOffered);
        }
        let order_id = self.ids.uuid();
        let wallet = &mut self.wallet;
        let amount_rials = wallet.rules.price(service);
        let mut payment = WalletPayment {
            id: id.clone(),
            post: post.token.clone(),
            user: user.to_owned(),
            service,
            order_id,
            amount_rials,
            status: "PAY_STATUS_FAILED".into(),
            paid_at: None,
        };
        let settles = add_seconds(now, wallet.rules.settles_after);
        let balance = wallet.of_user(user);
        if *balance >= amount_rials {
            *balance -= amount_rials;
            if wallet.rules.reconciles {
                payment.status = RECONCILING.into();
                self.schedule.at(settles, Job::SettlePayment { id: id.clone() });
            } else {
                (payment.status, payment.paid_at) = ("PAY_STATUS_PAID".into(), Some(now));
            }
        }
        self.wallet.payments.insert(key(&id), payment.clone());
        if payment.paid_at.is_some() {
            self.perform(&payment.post, service, now);
        }
        Ok(payment)
    }

    /// Ends a transaction, or a payment that is being reconciled. Returns whether there was one.
    pub(crate) fn settle(&mut self, id: &str, end: PaymentEnd, now: DateTime<Utc>) -> bool {
        let id = &key(id);
        let was_payment = self.settle_from_wallet(id, end, now);
        let Some(pending) = self.wallet.transactions.get(id).filter(|one| one.state == PENDING).cloned() else {
            return was_payment;
        };
        let end = self.end_of(&pending.post, pending.service, end, now);
        let state = match end {
            PaymentEnd::Completed => "TRANSACTION_STATE_COMPLETED",
            PaymentEnd::Failed => "TRANSACTION_STATE_FAILED",
            PaymentEnd::Refunded => "TRANSACTION_STATE_REFUNDED",
        };
        if end != PaymentEnd::Completed {
            self.wallet.balance = self.wallet.balance.saturating_add(pending.cost_rials);
        }
        let ended = SandboxTransaction { state: state.into(), ..pending };
        self.notify_transaction(&event_of(&ended), now);
        self.wallet.transactions.insert(id.clone(), ended);
        true
    }

    /// Ends a payment that is being reconciled. Returns whether there was one.
    fn settle_from_wallet(&mut self, id: &str, end: PaymentEnd, now: DateTime<Utc>) -> bool {
        let pending = self.wallet.payments.get(id).filter(|payment| payment.status == RECONCILING).cloned();
        let Some(mut payment) = pending else { return false };
        if self.end_of(&payment.post, payment.service, end, now) == PaymentEnd::Completed {
            (payment.status, payment.paid_at) = ("PAY_STATUS_PAID".into(), Some(now));
        } else {
            payment.status = "PAY_STATUS_FAILED".into();
            let balance = self.wallet.of_user(&payment.user);
            *balance = balance.saturating_add(payment.amount_rials);
        }
        self.wallet.payments.insert(id.to_owned(), payment);
        true
    }

    /// Does what was paid if the payment is to be completed, and returns how it ends: refunded if the service cannot be done
    /// any more (assumption).
    fn end_of(&mut self, post: &str, service: Service, end: PaymentEnd, now: DateTime<Utc>) -> PaymentEnd {
        let is_undone = end == PaymentEnd::Completed && !self.perform(post, service, now);
        if is_undone { PaymentEnd::Refunded } else { end }
    }

    /// What a paid service does to its post. Returns whether it was done: not if the post was deleted or has moved on in the
    /// meantime.
    fn perform(&mut self, post: &str, service: Service, now: DateTime<Utc>) -> bool {
        let fits = self.posts.get(post).is_some_and(|post| service.fits(post.stage));
        let stage = if service == Service::Submit { Stage::InReview } else { Stage::Published };
        if !fits || self.own_posts.is_deleted(post) || self.posts.change(post, stage, now, |_| {}).is_err() {
            return false;
        }
        if service == Service::Renew {
            self.posts.extend(post, now);
        }
        self.notify_post(post, stage, now);
        if stage == Stage::InReview {
            let when = add_seconds(now, self.wallet.rules.reviewed_after);
            self.schedule.at(when, Job::ReviewPost { post: post.to_owned() });
        }
        true
    }
}

/// The transaction as its event has it.
fn event_of(transaction: &SandboxTransaction) -> Transaction {
    Transaction {
        id: transaction.id.clone(),
        cost_rials: transaction.cost_rials,
        extra_details: transaction.extra_details.clone(),
        state: transaction.state.to_string(),
        kind: transaction.service.word().to_owned(),
    }
}

impl SandboxTransaction {
    /// The transaction in the platform's form.
    pub(crate) fn record(&self, app_slug: &str, now_text: impl Fn(DateTime<Utc>) -> String) -> serde_json::Value {
        serde_json::json!({
            "id": self.id,
            "app_slug": app_slug,
            "cost_rials": self.cost_rials.to_string(),
            "created_at": now_text(self.created_at),
            "extra_details": self.extra_details,
            "state": self.state,
            "type": self.service.word(),
        })
    }
}
