//! The money of a world, for tests and the admin API.

use std::ops::RangeInclusive;

use open_platform::model::ticket::TicketCheck;
use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::range;
use crate::state::tickets::PaymentTicket;
use crate::state::wallet::{PaymentRules, SandboxTransaction, Service, WalletPayment};
use crate::world::World;

/// The money of a world.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Money {
    /// The app's balance in rial.
    pub balance_rials: i64,
    /// What payments cost, and how they end.
    pub rules: PaymentRules,
    /// The transactions on the app's balance, newest first.
    pub transactions: Vec<SandboxTransaction>,
    /// The payments from wallets of users.
    pub wallet_payments: Vec<WalletPayment>,
    /// The ids of the payments that the app reported.
    pub reports: Vec<String>,
    /// The balances of the wallets of users in rial, by the user's name. Those that are not here have 20,000,000.
    pub wallets: std::collections::BTreeMap<String, i64>,
    /// The payment tickets.
    pub tickets: Vec<PaymentTicket>,
    /// The names of the users who must not submit posts.
    pub barred: Vec<String>,
}

/// A change of the money of a world. What is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoneyChange {
    /// The app's balance in rial.
    pub balance_rials: Option<i64>,
    /// The balance of the wallet of a user in rial, by the user's name.
    pub wallets: std::collections::BTreeMap<String, i64>,
    /// What payments cost, and how they end.
    pub rules: Option<PaymentRules>,
    /// Payment tickets to add. One with the UUID of another replaces it.
    pub tickets: Vec<PaymentTicket>,
    /// The names of the users who must not submit posts, instead of those before.
    pub barred: Option<Vec<String>>,
}

impl MoneyChange {
    /// Checks the numbers, and whether there are the users.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the path of the member.
    pub(crate) fn check(&self, world: &World) -> Result<()> {
        const RIALS: RangeInclusive<i64> = 0..=i64::MAX;
        range::check("balance_rials", self.balance_rials.unwrap_or_default(), RIALS)?;
        for (user, rials) in &self.wallets {
            let member = format!("wallets.{user}");
            world.require_user(&member, user)?;
            range::check(&member, *rials, RIALS)?;
        }
        for (index, user) in self.barred.iter().flatten().enumerate() {
            world.require_user(&format!("barred[{index}]"), user)?;
        }
        for (index, ticket) in self.tickets.iter().enumerate() {
            let member = |name: &str| format!("tickets[{index}].{name}");
            let user = world.require_user(&member("user"), &ticket.user)?;
            range::check(&member("sponsored_rials"), ticket.sponsored_rials, RIALS)?;
            // An app must be able to ask about it.
            let question = TicketCheck {
                ticket_uuid: ticket.uuid.clone(),
                user_id: Some(user.id.into()),
                ..TicketCheck::default()
            };
            if let Err(Error::InvalidInput { reason, .. }) = question.check() {
                return Err(Error::invalid(member("uuid"), reason));
            }
        }
        self.rules.as_ref().map_or(Ok(()), PaymentRules::check)
    }
}

impl World {
    /// The money of this world.
    pub fn money(&self) -> Money {
        let state = self.inner.lock();
        let wallet = &state.wallet;
        Money {
            balance_rials: wallet.balance,
            rules: wallet.rules.clone(),
            transactions: wallet.transactions_after(None).cloned().collect(),
            wallet_payments: wallet.payments().cloned().collect(),
            reports: wallet.reports.iter().cloned().collect(),
            wallets: wallet.of_users.clone(),
            tickets: wallet.tickets.clone(),
            barred: state.own_posts.barred.iter().cloned().collect(),
        }
    }

    /// Pays a service of a post from the app's balance, as a call of the app does.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if the post or the payment is refused.
    pub fn add_transaction(&self, post: &str, service: Service, id: &str) -> Result<SandboxTransaction> {
        self.change(|state, now| {
            let found = state.posts.get(post).cloned();
            let found = found.ok_or_else(|| Error::invalid("post", format!("there is no post {post:?}")))?;
            let paid = state.pay(&found, service, (id.to_owned(), String::new()), now);
            paid.map_err(|refused| Error::invalid("id", format!("the payment is refused: {refused:?}")))
        })
    }

    /// Sets whether a user may submit posts.
    pub fn bar_from_submitting(&self, user: &str, barred: bool) {
        self.change(|state, _| {
            let users = &mut state.own_posts.barred;
            if barred { users.insert(user.to_owned()) } else { users.remove(user) }
        });
    }

    /// Changes the money of this world.
    pub fn change_money(&self, change: MoneyChange) -> Money {
        let mut state = self.inner.lock();
        let wallet = &mut state.wallet;
        wallet.balance = change.balance_rials.unwrap_or(wallet.balance);
        wallet.rules = change.rules.unwrap_or_else(|| wallet.rules.clone());
        wallet.of_users.extend(change.wallets);
        wallet.tickets.retain(|old| change.tickets.iter().all(|new| !new.uuid.eq_ignore_ascii_case(&old.uuid)));
        wallet.tickets.extend(change.tickets);
        if let Some(barred) = change.barred {
            state.own_posts.barred = barred.into_iter().collect();
        }
        drop(state);
        self.money()
    }
}
