//! F8, its events: a shop keeps its own list of the seller's posts in step with the platform, and follows what it pays for.

use open_platform::model::event::{Event, PostUpdateType, Subscription, TransactionState};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::{Scope, scope};
use open_platform_sandbox::{Stage as Life, Transaction};
use serde_json::json;

use super::stage::Stage;
use super::story::{Stop, Story, ensure, wrong};

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow("F8", "Posts and payments, as events", "subscribe -> post changed -> post gone -> paid")?;
    let Stage { world, .. } = stage;

    let token = story
        .step("the app follows all posts of the seller, and one of them closely", async |facts| {
            let token = stage.post("laptops")?.token;
            let grant = stage.login("seller", [Scope::of(&scope::USER_POSTS_GET)]).await?;
            let subscriptions = stage.platform.grants().subscriptions(grant);
            // That a post is gone is told only to whoever follows that post (docs/platform.md#event-payloads).
            for wanted in [Subscription::post_updates(), Subscription::post_updates().resource(&token)] {
                let info = subscriptions.ensure(wanted).await?;
                ensure(info.status == SubscriptionStatus::Active, "the platform accepted it")?;
            }
            facts.show("closely", token.as_str());
            facts.same("subscriptions", subscriptions.list().await?.len(), 2)?;
            Ok(token)
        })
        .await?;

    story
        .step("a new price arrives with the whole post, twice", async |facts| {
            world.edit_post(&token, |data| {
                data.insert("price".to_owned(), json!({ "mode": "fixed", "value": 31_000_000 }));
            })?;
            let received = stage.deliver().await;
            let [first, second] = received.as_slice() else {
                return wrong(format!("{} events arrived", received.len()));
            };
            // Either skip what was seen before, or write the same post into the same row again: it comes to the same.
            ensure(first.dedupe_key == second.dedupe_key, "the two are recognised as one")?;
            let Event::PostUpdate { update } = &first.event else { return wrong("it is another event") };
            ensure(update.kind == PostUpdateType::Publish, "the post is published")?;
            facts.same("events", received.len(), 2)?;
            facts.same("price_in_toman", update.post.price()?.and_then(|price| price.value), 31_000_000)
        })
        .await?;

    story
        .step("a post that is gone comes with its token alone", async |facts| {
            world.move_post(&token, Life::Retired)?;
            let received = stage.deliver().await;
            let [delivery] = received.as_slice() else { return wrong(format!("{} events arrived", received.len())) };
            let Event::PostUpdate { update } = &delivery.event else { return wrong("it is another event") };
            facts.same("type", update.kind.as_str(), "RETIRE")?;
            facts.same("post", update.post.token.as_str(), token.as_str())?;
            facts.same("data_is_there", update.post.has("data"), false)
        })
        .await?;

    story
        .step("a payment is done", async |facts| {
            world.announce(&Transaction {
                id: "9b2f7c1e-5d0a-4a3e-8f57-1c2d3e4f5a6b".to_owned(),
                cost_rials: 1_200_000,
                state: "TRANSACTION_STATE_COMPLETED".to_owned(),
                kind: "TRANSACTION_TYPE_REORDER".to_owned(),
                ..Transaction::default()
            });
            let received = stage.deliver().await;
            let [delivery] = received.as_slice() else { return wrong(format!("{} events arrived", received.len())) };
            let Event::PaymentTransaction { transaction } = &delivery.event else {
                return wrong("it is another event");
            };
            ensure(transaction.state == TransactionState::Completed, "it is completed")?;
            facts.same("cost_in_rial", transaction.cost_rials, 1_200_000)
        })
        .await?;

    story
        .step("an event that nobody knew of yet is kept, and answered", async |facts| {
            world.send_event(json!({ "type": "POST_ADMIRED", "post_admired": { "stars": 5 } }));
            let received = stage.deliver().await;
            let [delivery] = received.as_slice() else { return wrong(format!("{} events arrived", received.len())) };
            let Event::Unknown { kind, body } = &delivery.event else { return wrong("it should be unknown") };
            facts.same("type", kind.as_str(), "POST_ADMIRED")?;
            facts.same("body", body.value()["post_admired"].clone(), json!({ "stars": 5 }))
        })
        .await
}
