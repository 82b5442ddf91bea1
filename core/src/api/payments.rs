//! Payments: prices, paid services of posts, the app's balance and its transactions.

use std::time::Duration;

use chrono::{DateTime, Utc};
use open_platform_macros::calls;

use super::call;
use crate::call::is_no_result;
use crate::error::Result;
use crate::id::{PostToken, RecordId};
use crate::model::event::Transaction;
use crate::model::payment::{
    Balance, PaidResponse, PayStatus, PaymentReport, PostPayment, PostPricing, PostReordered, Promotion,
    PromotionPayment, TransactionPage, TransactionQuery, TransactionResponse,
};
use crate::model::ticket::{TicketCheck, ValidTicket};

/// The app's balance and its transactions.
#[calls(OpenPlatform, payments)]
impl Payments {
    /// Reads the app's balance, in rial.
    #[endpoint(
        GET "/experimental/open-platform/balance", permission = "BALANCE_RETRIEVE", newer, only_backend,
        source = "balance"
    )]
    pub async fn balance(&self) -> Result<Balance> {
        self.0.run(call(PAYMENTS_BALANCE)).await?.decode()
    }

    /// Lists the app's transactions, the newest first, a page at a time. To read the next page, pass the `next_page_token`
    /// of this one; the last page has none. `iterate_transactions` does this for all pages. The platform may send an empty page
    /// after the last transaction: it counts as the last one, whatever its token. Any other page whose `next_page_token` is its
    /// own is an error, because the list would never end.
    #[endpoint(
        GET "/experimental/open-platform/transactions", permission = "TRANSACTION_LIST", newer, only_backend,
        pages(transactions: Transaction), source = "transactions"
    )]
    pub async fn transactions(&self, query: TransactionQuery) -> Result<TransactionPage> {
        query.check()?;
        let mut call = call(PAYMENTS_TRANSACTIONS);
        let token = query.page_token.filter(|token| !token.is_empty());
        call.query.extend(query.page_size.map(|size| ("page_size", size.to_string())));
        call.query.extend(token.clone().map(|token| ("page_token", token)));
        let reply = self.0.run(call).await?;
        let mut page: TransactionPage = reply.decode()?;
        let is_empty = page.transactions.is_empty() && page.issues.is_empty();
        page.next_page_token = page.next_page_token.filter(|token| !token.is_empty() && !is_empty);
        if token.is_some() && page.next_page_token == token {
            let reason = "is the token of this page, so the list would never end";
            return Err(reply.unreadable("next_page_token".into(), reason.into()));
        }
        Ok(page)
    }

    /// Reads a transaction by the id that the app chose for it, for example after the response to a payment was lost.
    ///
    /// # Errors
    /// `NotFound` if there is none yet. That does not prove that nothing was or will be paid: repeat the payment with the same id.
    #[endpoint(
        GET "/experimental/open-platform/transactions/{id}", permission = "TRANSACTION_RETRIEVE", newer, only_backend,
        source = "transactions"
    )]
    pub async fn transaction(&self, id: impl Into<RecordId>) -> Result<Transaction> {
        let call = call(PAYMENTS_TRANSACTION).segment(id.into().segment("id")?);
        let found: TransactionResponse = self.0.run(call).await?.decode()?;
        Ok(found.transaction)
    }

    /// Checks whether a payment ticket is valid for a service to a user. The ticket is not used up or locked, so the check
    /// can be repeated. The platform offers this call by invitation only.
    ///
    /// An invalid ticket is an error of the platform, whose message names one of the documented problems:
    /// [`TicketProblem`](crate::model::ticket::TicketProblem).
    ///
    /// # Errors
    /// `NotFound` if there is no such ticket, it was used up, or it is for another user or service.
    #[endpoint(
        POST "/v1/open-platform/payment-ticket/validate", retry = Safe, permission = "PAYMENT_TICKET_VALIDATE", newer,
        only_backend, source = "payment-tickets"
    )]
    pub async fn validate_ticket(&self, ticket: TicketCheck) -> Result<ValidTicket> {
        ticket.check()?;
        let reply = self.0.run(call(PAYMENTS_VALIDATE_TICKET).json(&ticket)?).await?;
        // What is no JSON is not from the platform, so it does not say that the ticket is valid.
        if is_no_result(&reply.body) { Ok(ValidTicket::default()) } else { reply.decode() }
    }
}

/// Payments for the posts of a user.
#[calls(User, payments)]
impl UserPayments {
    /// Reads the prices of the paid services of a post. A service that is absent is not offered for this post, or its price could
    /// not be read: then `issues` names it.
    #[endpoint(
        GET "/v1/open-platform/post/{post_token}/pricing", scopes(PAYMENT_ALL_POSTS_PRICING_READ),
        permission = "POST_PRICING_RETRIEVE", newer, only_backend, source = "pricing"
    )]
    pub async fn pricing(&self, post: impl Into<PostToken>) -> Result<PostPricing> {
        let call = call(PAYMENTS_PRICING).segment(post.into().segment("post")?);
        self.0.run(call).await?.decode()
    }

    /// Moves a post to the top of its lists, paid from the app's balance.
    ///
    /// The request is repeated with the same id if its outcome is unclear, so it is never paid twice. If the outcome stays
    /// unclear, call it again later with the same id. If that id is then refused as used, read the payment by
    /// [`Payments::transaction`].
    #[endpoint(
        POST "/experimental/open-platform/post/{post_token}/reorder", scopes(PAYMENT_ALL_POSTS_REORDER),
        permission = "POST_REORDER", retry = WithId, newer, only_backend, source = "paid-services"
    )]
    pub async fn reorder(&self, post: impl Into<PostToken>, payment: PostPayment) -> Result<PostReordered> {
        payment.check()?;
        let call = call(PAYMENTS_REORDER).segment(post.into().segment("post")?).json(&payment)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Extends a post that is about to expire, paid from the app's balance. Repeated like
    /// [`reorder`](Self::reorder).
    #[endpoint(
        POST "/experimental/open-platform/post/{post_token}/renew", scopes(PAYMENT_ALL_POSTS_RENEW),
        permission = "POST_RENEW", retry = WithId, newer, only_backend, source = "paid-services"
    )]
    pub async fn renew(&self, post: impl Into<PostToken>, payment: PostPayment) -> Result<Transaction> {
        payment.check()?;
        let call = call(PAYMENTS_RENEW).segment(post.into().segment("post")?).json(&payment)?;
        let paid: PaidResponse = self.0.run(call).await?.decode_or_default()?;
        Ok(paid.transaction)
    }

    /// Pays the publication of a post that waits for it, from the app's balance. Repeated like
    /// [`reorder`](Self::reorder).
    #[endpoint(
        POST "/experimental/open-platform/post/{post_token}/publish", scopes(SUBMIT_USER_POST),
        permission = "PUBLISH_USER_POST", retry = WithId, newer, only_backend, source = "paid-services"
    )]
    pub async fn publish(&self, post: impl Into<PostToken>, payment: PostPayment) -> Result<Transaction> {
        payment.check()?;
        let call = call(PAYMENTS_PUBLISH).segment(post.into().segment("post")?).json(&payment)?;
        let paid: PaidResponse = self.0.run(call).await?.decode_or_default()?;
        Ok(paid.transaction)
    }

    /// Pays a service of a post from the user's wallet.
    ///
    /// The outcome is paid, failed, or reconciling: then the platform does not know it yet. With `wait_seconds` the call sends
    /// a reconciling payment again, with the same id, until the outcome is known, the time has passed, or such a request fails: then
    /// the payment is returned as reconciling. Send a reconciling payment again later, with the same id: it is never paid twice. The
    /// request is also repeated with that id if no clear response arrives.
    #[endpoint(
        POST "/experimental/open-platform/post/{post_token}/pay-promotion", scopes(PAY_USER_POST_PROMOTION),
        permission = "PAY_POST_PROMOTION", retry = WithId, newer, only_backend, source = "wallet-payments"
    )]
    pub async fn pay_promotion(&self, post: impl Into<PostToken>, payment: Promotion) -> Result<PromotionPayment> {
        payment.check()?;
        let (segment, limit) = (post.into().segment("post")?, payment.wait_limit()?);
        let clock = self.0.platform.inner.clock();
        let passed = |since: DateTime<Utc>| (clock.now() - since).to_std().unwrap_or_default();
        let (mut spent, mut wait, mut known) = (Duration::ZERO, Duration::from_secs(1), None);
        loop {
            let sent_at = clock.now();
            let call = call(PAYMENTS_PAY_PROMOTION).segment(segment.clone()).json(&payment)?;
            let result: Result<PromotionPayment> = self.0.run(call).await.and_then(|reply| reply.decode());
            // Added up, so that a clock that is set back does not make the wait longer.
            spent += passed(sent_at);
            // The failure of a later request says nothing about the payment.
            match (result, known) {
                (Ok(paid), _) if paid.status == PayStatus::Reconciling && spent + wait <= limit => known = Some(paid),
                (Ok(paid), _) | (Err(_), Some(paid)) => return Ok(paid),
                (Err(error), None) => return Err(error),
            }
            let slept_at = clock.now();
            clock.sleep(wait).await;
            // The process may have been suspended meanwhile.
            spent += wait.max(passed(slept_at));
            wait = (wait * 2).min(Duration::from_secs(10));
        }
    }

    /// Reports a payment that the user made to the app. The request is repeated with the same `reference_id` if its outcome
    /// is unclear.
    #[endpoint(
        POST "/v1/open-platform/user-payments", scopes(SUBMIT_USER_PAYMENT), permission = "SUBMIT_USER_PAYMENT",
        retry = WithId, newer, only_backend, source = "user-payments"
    )]
    pub async fn report(&self, report: PaymentReport) -> Result<()> {
        report.check()?;
        let call = call(PAYMENTS_REPORT).json(&report)?;
        self.0.run(call).await.map(drop)
    }
}
