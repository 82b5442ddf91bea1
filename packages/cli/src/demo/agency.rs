//! An agency that works for the owner of a business: it submits a post, pays for it from its balance, follows the payment and
//! the post until it is published, edits it, and reads its statistics.

use std::time::Duration;

use open_platform::api::Upload;
use open_platform::client::User;
use open_platform::model::event::TransactionState;
use open_platform::model::own_post::{LocationType, OwnPostState, PostDetails, PostEdit, PostSubmission};
use open_platform::model::payment::PostPayment;
use open_platform::webhook::Event;
use open_platform::{PostToken, Scope, scope};
use serde_json::json;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};
use super::seller_addon::IMAGE;

/// The id that the agency chose for the payment. An app stores it before it pays, because a payment is repeated with the
/// same id.
const PAYMENT: &str = "5b0c1a52-8f0e-4c2f-9d3e-6a7b8c9d0e1f";

/// How long a payment and a review take in the sandbox.
const SETTLED: Duration = Duration::from_secs(5);
const REVIEWED: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow(
        "agency",
        "An agency that submits a post",
        "upload -> submit -> pay -> review -> published -> edit -> statistics",
    )?;
    let submitted = submit(context, runner).await?;
    pay(context, runner, &submitted).await?;
    follow(context, runner, &submitted).await
}

async fn submit(context: &Context, runner: &mut Runner) -> Result<(User, PostToken), DemoError> {
    let platform = &context.platform;
    runner
        .step("the agency submits a post of the dealer's business, with an image", async |values| {
            let scopes = [
                &scope::OFFLINE_ACCESS,
                &scope::USER_BUSINESSES_READ,
                &scope::SUBMIT_USER_POST,
                &scope::PAYMENT_ALL_POSTS_PRICING_READ,
                &scope::USER_POSTS_GET,
                &scope::EDIT_USER_POST,
                &scope::USER_POSTS_STATS_READ,
            ];
            let user = platform.user(context.login("dealer", scopes.map(Scope::of)).await?);
            ensure(user.own_posts().can_submit().await?.can_submit, "the dealer may submit posts")?;
            let Some(business) = user.users().businesses().await?.businesses.into_iter().next() else {
                return fail("the dealer has no business");
            };
            let image = platform.own_posts().upload_image(Upload::bytes(IMAGE)).await?;
            let details = PostDetails {
                category_slug: "light".to_owned(),
                title: "Peugeot 206".to_owned(),
                description: "White, with one owner".to_owned(),
                images: vec![image.path],
                city: "tehran".to_owned(),
                location_type: LocationType::Empty,
                chat_enabled: true,
                ..PostDetails::default()
            };
            // The members that the form of the category asks for: `assets().submit_schema("light")`.
            let post = PostSubmission::new(business.business_token, details)
                .category_field("brand_model", json!("Peugeot 206 5"))
                .category_field("color", json!("سفید"))
                .category_field("production_year", json!(1398))
                .category_field("usage", json!(61_000))
                .category_field("price", json!(780_000_000_i64));
            let token = user.own_posts().submit(post).await?.post_token;
            let state = user.own_posts().get(&token).await?.state;
            ensure(state == OwnPostState::WaitingForPayment, "the post waits for payment")?;
            values.show("post", token.as_str());
            Ok((user, token))
        })
        .await
}

async fn pay(context: &Context, runner: &mut Runner, (user, token): &(User, PostToken)) -> Result<(), DemoError> {
    let Context { platform, world, .. } = context;
    runner
        .step("the publication is paid from the balance of the app", async |values| {
            let Some(price) = user.payments().pricing(token).await?.submit else {
                return fail("the publication has no price");
            };
            let before = platform.payments().balance().await?.balance.rials;
            let payment = PostPayment::new(PAYMENT).extra_details("order 7");
            let transaction = user.payments().publish(token, payment).await?;
            ensure(transaction.state == TransactionState::Pending, "the transaction is pending")?;
            let after = platform.payments().balance().await?.balance.rials;
            values.show("price_in_rial", price.cost.rials);
            values.expect("balance_is_smaller_by", before - after, price.cost.rials)
        })
        .await?;

    runner
        .step("the payment completes, and its events arrive", async |values| {
            world.advance(SETTLED).await;
            let states: Vec<_> = context
                .app
                .received()
                .await?
                .iter()
                .filter_map(|delivery| match &delivery.event {
                    Event::PaymentTransaction { transaction } => Some(transaction.state.as_str().to_owned()),
                    _ => None,
                })
                .collect();
            values.expect("events", states, vec!["TRANSACTION_STATE_PENDING", "TRANSACTION_STATE_COMPLETED"])?;
            let transaction = platform.payments().transaction(PAYMENT).await?;
            values.expect("note", transaction.extra_details, "order 7")?;
            ensure(transaction.state == TransactionState::Completed, "the transaction is completed")
        })
        .await
}

/// Follows the post through its reviews and its first day.
async fn follow(context: &Context, runner: &mut Runner, (user, token): &(User, PostToken)) -> Result<(), DemoError> {
    let Context { platform, world, .. } = context;
    runner
        .step("the post is published after its review", async |values| {
            let before = platform.posts().get(token).await?.state;
            values.expect("state_before", before.as_str(), "REVIEW_REQ")?;
            world.advance(REVIEWED).await;
            let post = platform.posts().get(token).await?;
            values.expect("state", post.state.as_str(), "PUBLISHED")?;
            values.expect("title", post.title()?, "Peugeot 206")
        })
        .await?;

    runner
        .step("an edit is visible after its review", async |values| {
            let edit = PostEdit::new().title("Peugeot 206, reduced").category_value("usage", json!(61_500));
            values.show("mask", edit.update_mask());
            user.own_posts().edit(token, edit).await?;
            let before = platform.posts().get(token).await?;
            values.expect("title_before", before.title()?, "Peugeot 206")?;
            world.advance(REVIEWED).await;
            values.expect("title", platform.posts().get(token).await?.title()?, "Peugeot 206, reduced")
        })
        .await?;

    runner
        .step("the statistics grow with the days", async |values| {
            let views = async || {
                Ok::<_, open_platform::Error>(user.own_posts().stats(token).await?.views.map_or(0, |views| views.total))
            };
            let first = views().await?;
            world.advance(DAY).await;
            let second = views().await?;
            values.show("views", vec![first, second]);
            ensure(second > first, "the post was viewed on the next day")
        })
        .await
}
