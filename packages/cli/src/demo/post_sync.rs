//! The events of posts and payments. An app keeps its copy of the seller's posts up to date, and follows payments.

use open_platform::model::event::{PostUpdateType, Subscription, TransactionState};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::webhook::Event;
use open_platform::{Scope, scope};
use open_platform_sandbox::{DeliveryState, Stage as PostStage, Transaction};
use serde_json::json;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow("post_sync", "Events of posts and payments", "subscribe -> post changed -> post removed -> payment")?;
    let Context { world, .. } = context;

    let token = runner
        .step("the app subscribes to all posts of the seller, and to one post by its token", async |values| {
            let token = context.post("laptops")?.token;
            let grant = context.login("seller", [Scope::of(&scope::USER_POSTS_GET)]).await?;
            let subscriptions = context.platform.grants().subscriptions(grant);
            // The removal of a post is sent only to subscriptions of that post (docs/platform.md#event-payloads).
            for wanted in [Subscription::post_updates(), Subscription::post_updates().resource(&token)] {
                let info = subscriptions.ensure(wanted).await?;
                ensure(info.status == SubscriptionStatus::Active, "the platform accepts the subscription")?;
            }
            values.show("post", token.as_str());
            values.expect("subscriptions", subscriptions.list().await?.len(), 2)?;
            Ok(token)
        })
        .await?;

    runner
        .step(
            "a change of the price is sent to both subscriptions, with the whole post, and handled once",
            async |values| {
                let before = world.deliveries().len();
                world.edit_post(&token, |data| {
                    data.insert("price".to_owned(), json!({ "mode": "fixed", "value": 31_000_000 }));
                })?;
                let received = context.deliver().await?;
                let sent = world.deliveries().split_off(before);
                let accepted = sent.iter().filter(|one| one.state == DeliveryState::Delivered).count();
                values.expect("events_accepted", accepted, 2)?;
                // The inbox recognizes the second by its dedupe key, which is that of the first.
                let [delivery] = received.as_slice() else { return fail(format!("{} events arrived", received.len())) };
                let Event::PostUpdate { update } = &delivery.event else { return fail("the event has another type") };
                ensure(update.kind == PostUpdateType::Publish, "the post is published")?;
                values.expect(
                    "price_in_toman",
                    update.post.price()?.and_then(|price| price.value).map(|price| price.tomans),
                    31_000_000,
                )
            },
        )
        .await?;

    runner
        .step("the event of a removed post has only its token", async |values| {
            world.move_post(&token, PostStage::Retired)?;
            let received = context.deliver().await?;
            let [delivery] = received.as_slice() else { return fail(format!("{} events arrived", received.len())) };
            let Event::PostUpdate { update } = &delivery.event else { return fail("the event has another type") };
            values.expect("type", update.kind.as_str(), "RETIRE")?;
            values.expect("post", update.post.token.as_str(), token.as_str())?;
            values.expect("data_is_there", update.post.has("data"), false)
        })
        .await?;

    runner
        .step("the event of a payment", async |values| {
            world.announce(&Transaction {
                id: "9b2f7c1e-5d0a-4a3e-8f57-1c2d3e4f5a6b".to_owned(),
                cost_rials: 1_200_000,
                state: "TRANSACTION_STATE_COMPLETED".to_owned(),
                kind: "TRANSACTION_TYPE_REORDER".to_owned(),
                ..Transaction::default()
            });
            let received = context.deliver().await?;
            let [delivery] = received.as_slice() else { return fail(format!("{} events arrived", received.len())) };
            let Event::PaymentTransaction { transaction } = &delivery.event else {
                return fail("the event has another type");
            };
            ensure(transaction.state == TransactionState::Completed, "it is completed")?;
            values.expect("cost_in_rial", transaction.cost.map(|cost| cost.rials), 1_200_000)
        })
        .await?;

    runner
        .step("an event of an unknown type is kept and answered", async |values| {
            world.send_event(json!({ "type": "POST_ADMIRED", "post_admired": { "stars": 5 } }));
            let received = context.deliver().await?;
            let [delivery] = received.as_slice() else { return fail(format!("{} events arrived", received.len())) };
            let Event::Unknown { kind, body } = &delivery.event else { return fail("the event is not Unknown") };
            values.expect("type", kind.as_str(), "POST_ADMIRED")?;
            values.expect("body", body.value()["post_admired"].clone(), json!({ "stars": 5 }))
        })
        .await
}
