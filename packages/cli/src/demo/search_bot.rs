//! A bot that searches for posts, moves the post of its user to the top, renews an old one, and keeps its account.

use std::time::Duration;

use open_platform::Scope;
use open_platform::model::finder::{NumberRange, PostSearch, SearchFilters};
use open_platform::model::payment::{PostPayment, TransactionQuery};
use open_platform::scope;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

/// The ids that the bot chose for its payments.
const REORDERING: &str = "0f4d3a11-2c5b-4e6a-8b7c-1d2e3f405162";
const RENEWAL: &str = "1a5e4b22-3d6c-4f7b-9c8d-2e3f40516273";

/// How long a payment takes in the sandbox.
const SETTLED: Duration = Duration::from_secs(5);

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow(
        "search_bot",
        "A bot that searches, tops up and renews",
        "search -> price -> reorder -> renew -> account",
    )?;
    let Context { platform, world, .. } = context;

    runner
        .step("a search with filters, of which an app has 100 in all", async |values| {
            let filters = SearchFilters { usage: Some(NumberRange::new(0, 200_000)), ..SearchFilters::default() };
            let found = platform.finder().search(PostSearch::new().category("light").filters(filters)).await?;
            ensure(!found.posts.is_empty(), "cars are found")?;
            values.show("found", found.posts.len());
            Ok(())
        })
        .await?;

    let user = runner
        .step("the seller's phone is moved to the top of its lists", async |values| {
            let scopes = [
                &scope::PAYMENT_ALL_POSTS_PRICING_READ,
                &scope::PAYMENT_ALL_POSTS_REORDER,
                &scope::PAYMENT_ALL_POSTS_RENEW,
            ];
            let user = platform.user(context.login("seller", scopes.map(Scope::of)).await?);
            let token = context.post("mobile-phones")?.token;
            let price = user.payments().pricing(&token).await?.reorder;
            ensure(price.is_some_and(|price| price.available), "the service is offered")?;
            let paid = user.payments().reorder(&token, PostPayment::new(REORDERING)).await?;
            values.expect("cost_in_rial", paid.cost.map(|cost| cost.rials), 500_000)?;
            Ok(user)
        })
        .await?;

    runner
        .step("a post that is no longer listed is renewed", async |values| {
            let token = context.post("laptops")?.token;
            let before = platform.posts().get(&token).await?.state;
            let transaction = user.payments().renew(&token, PostPayment::new(RENEWAL)).await?;
            values.expect("type", transaction.kind.as_str(), "TRANSACTION_TYPE_RENEW")?;
            world.advance(SETTLED).await;
            values.show("state_before", before.as_str());
            values.expect("state", platform.posts().get(&token).await?.state.as_str(), "PUBLISHED")
        })
        .await?;

    runner
        .step("the account: the transactions of all pages, the newest first", async |values| {
            let mut transactions = platform.payments().iterate_transactions(TransactionQuery::new().page_size(2));
            let (mut count, mut spent) = (0, 0);
            while let Some(transaction) = transactions.next().await {
                let Some(cost) = transaction?.cost else { return fail("a transaction has no amount") };
                (count, spent) = (count + 1, spent + cost.rials);
            }
            // The event of one payment is consumed here, so that later flows do not receive it.
            context.app.received().await?;
            values.show("transactions", count);
            values.show("spent_in_rial", spent);
            values.expect("balance_in_rial", platform.payments().balance().await?.balance.rials, 100_000_000 - spent)
        })
        .await
}
