//! An assistant that answers messages in the seller's name. It runs for weeks: events arrive over HTTP, tokens expire and
//! are refreshed, subscriptions are renewed, until the user revokes the access.

use std::time::Duration;

use open_platform::client::User;
use open_platform::error::OAuthError;
use open_platform::id::{GrantKey, UserId};
use open_platform::model::chat::MessageContent;
use open_platform::model::event::Subscription;
use open_platform::model::message::Message;
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::webhook::{Delivery, Event};
use open_platform::{Error, Scope, scope};
use open_platform_sandbox::Authorization;
use serde_json::json;
use tokio::task::JoinSet;

use super::context::Context;
use super::runner::{DemoError, Runner, StepError, ensure, fail};

/// The lifetime of an access token and one minute.
const PAST_EXPIRY: Duration = Duration::from_secs(3_660);

/// The app's data about one seller.
#[derive(Debug)]
struct Assistant {
    seller: User,
    grant: GrantKey,
    /// The event of a revocation names the user by this id, so the app stores it with the grant.
    user_id: UserId,
}

/// What was done with an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Answered,
    /// Ignored: it is a message of the assistant itself.
    OwnMessage,
    /// Ignored: it is another type of event.
    Other,
}

impl Assistant {
    /// Handles an event of the inbox, which was authenticated, parsed and answered with 200 before.
    async fn handle(&self, delivery: &Delivery) -> Result<Outcome, StepError> {
        let Event::NewMessage { message } = &delivery.event else { return Ok(Outcome::Other) };
        // Answering bots would answer itself endlessly.
        if message.is_from_bot() {
            return Ok(Outcome::OwnMessage);
        }
        let answer = Message::text(format!("Thank you. The seller will read: {}", message.text().unwrap_or("it")));
        self.seller.conversations().send(&message.conversation.id, answer).await?;
        Ok(Outcome::Answered)
    }
}

/// Sends a message of the buyer to the seller.
fn buyer_writes(context: &Context, text: &str) -> Result<(), StepError> {
    let content = MessageContent::Text { text: text.to_owned() };
    context.world.send_as_user(&context.conversation()?, "buyer", content)?;
    Ok(())
}

/// The event that is due now. Fails unless it is exactly one.
async fn one_event(context: &Context) -> Result<Delivery, StepError> {
    let mut received = context.deliver().await?;
    match (received.pop(), received.len()) {
        (Some(delivery), 0) => Ok(delivery),
        (None, _) => fail("no event arrived"),
        (Some(_), others) => fail(format!("{} events arrived instead of one", others + 1)),
    }
}

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow(
        "assistant",
        "Assistant of the seller",
        "offline access -> subscribe -> events -> refresh -> revocation",
    )?;
    let assistant = log_in(context, runner).await?;
    subscribe(context, runner, &assistant).await?;
    answer_messages(context, runner, &assistant).await?;
    accept_each_event_once(context, runner, &assistant).await?;
    outlive_the_token(context, runner, &assistant).await?;
    end_with_the_grant(context, runner, &assistant).await
}

async fn log_in(context: &Context, runner: &mut Runner) -> Result<Assistant, DemoError> {
    let Context { platform, world, .. } = context;
    runner
        .step("the seller grants offline access to read and answer messages", async |values| {
            let scopes = [
                Scope::offline_access(),
                Scope::user_id(),
                Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_READ),
                Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND),
                Scope::of(&scope::NOTIFICATION_ACCESS_REVOCATION),
            ];
            let grant = context.login("seller", scopes).await?;
            let seller = platform.user(&grant);
            let Some(user_id) = seller.users().me().await?.user_id else {
                return fail("the answer has no user id");
            };
            let Some(info) = platform.grants().info(&grant).await? else { return fail("no grant was stored") };
            values.expect("renewable", info.renewable, true)?;
            values.expect(
                "access_token_lives_for_minutes",
                (info.access_expires_at - world.now()).num_minutes(),
                60,
            )?;
            Ok(Assistant { seller, grant, user_id })
        })
        .await
}

async fn subscribe(context: &Context, runner: &mut Runner, assistant: &Assistant) -> Result<(), DemoError> {
    runner
        .step("the app subscribes to messages on all posts of the seller", async |values| {
            // The platform sends the metadata back with every event.
            let wanted = Subscription::new_messages().metadata(json!({ "shop": 42 }));
            let info = assistant.seller.subscriptions().ensure(wanted).await?;
            ensure(info.status == SubscriptionStatus::Active, "the platform accepts the subscription")?;
            values.expect("subscriptions_at_the_platform", context.world.subscriptions().len(), 1)
        })
        .await
}

async fn answer_messages(context: &Context, runner: &mut Runner, assistant: &Assistant) -> Result<(), DemoError> {
    let world = &context.world;
    runner
        .step("a buyer writes: the app receives the event, authenticates it, and sends an answer", async |values| {
            buyer_writes(context, "Is it still for sale?")?;
            let delivery = one_event(context).await?;
            values.expect("event", delivery.event.kind(), "NEW_MESSAGE")?;
            values.expect("metadata", delivery.metadata.as_ref().map(|data| data.value()), json!({ "shop": 42 }))?;
            let Some(sent) = world.deliveries().pop() else { return fail("the sandbox has no record of the delivery") };
            values.expect("app_server_answered", sent.attempts.first().and_then(|attempt| attempt.status), 200)?;
            ensure(assistant.handle(&delivery).await? == Outcome::Answered, "the assistant answers")?;
            let messages = world.messages(&context.conversation()?);
            values.show("answer", messages.last().and_then(|last| last.message.text()));
            Ok(())
        })
        .await?;

    runner
        .step("the assistant's own message arrives as an event, and is ignored", async |values| {
            let delivery = one_event(context).await?;
            values.expect("written_by", delivery.event.message().map(|message| message.sender.kind.as_str()), "BOT")?;
            ensure(assistant.handle(&delivery).await? == Outcome::OwnMessage, "it is not answered")?;
            values.expect("answers_sent_for_it", context.deliver().await?.len(), 0)
        })
        .await
}

async fn accept_each_event_once(
    context: &Context,
    runner: &mut Runner,
    assistant: &Assistant,
) -> Result<(), DemoError> {
    let world = &context.world;
    runner
        .step("an event that is delivered twice is handled once", async |values| {
            let Some(last) = world.deliveries().pop() else { return fail("there was no event") };
            world.redeliver(last.id)?;
            values.expect("events_to_handle", context.deliver().await?.len(), 0)?;
            let Some(again) = world.deliveries().pop() else {
                return fail("the sandbox has no record of the delivery");
            };
            values.expect("app_server_answered", again.attempts.first().and_then(|attempt| attempt.status), 200)
        })
        .await?;

    runner
        .step("an event with a wrong key is refused; the retry with the right key is accepted", async |values| {
            world.set_webhook_rules(|rules| rules.authorization = Authorization::Wrong);
            buyer_writes(context, "What is your best price?")?;
            let accepted = context.deliver().await?.len();
            world.set_webhook_rules(|rules| rules.authorization = Authorization::Right);
            values.expect("accepted_with_the_wrong_key", accepted, 0)?;
            // The platform documents no schedule of retries. The sandbox waits five seconds (assumption).
            world.advance(Duration::from_secs(5)).await;
            let received = context.app.received().await?;
            let [delivery] = received.as_slice() else { return fail("it was not delivered again") };
            let attempts = world.deliveries().pop().map(|delivery| delivery.attempts).unwrap_or_default();
            let statuses: Vec<_> = attempts.iter().map(|attempt| attempt.status).collect();
            values.expect("app_server_answered", statuses, vec![401, 200])?;
            ensure(assistant.handle(delivery).await? == Outcome::Answered, "the assistant answers")?;
            // The event of that answer.
            ensure(
                assistant.handle(&one_event(context).await?).await? == Outcome::OwnMessage,
                "the event of the answer is ignored",
            )
        })
        .await
}

/// The access token expires, and with it the subscription.
async fn outlive_the_token(context: &Context, runner: &mut Runner, assistant: &Assistant) -> Result<(), DemoError> {
    let Context { platform, world, .. } = context;
    let Assistant { seller, grant, user_id } = assistant;
    let (ended, subscribed) = runner
        .step("an hour later the access token has expired: ten concurrent calls cause one refresh", async |values| {
            let before = platform.grants().info(grant).await?;
            let subscribed = context.requests_to("events.subscribe");
            world.advance(PAST_EXPIRY).await;
            let refreshes = context.requests_to("oauth.refresh");
            let mut calls = JoinSet::new();
            for _ in 0..10 {
                let user = seller.clone();
                calls.spawn(async move { user.users().me().await });
            }
            for outcome in calls.join_all().await {
                ensure(outcome?.user_id.as_ref() == Some(user_id), "every call succeeds")?;
            }
            values.expect("refreshes", context.requests_to("oauth.refresh") - refreshes, 1)?;
            let generation = platform.grants().info(grant).await?.map(|info| info.generation);
            values.expect("token_generation", generation, 2)?;
            Ok((before.map(|info| info.access_expires_at), subscribed))
        })
        .await?;

    runner
        .step("the subscription ended with the access token, and is renewed automatically", async |values| {
            // The renewal runs in the background after the refresh. This call waits for it, and renews what is not renewed.
            let subscriptions = seller.subscriptions().renew().await?;
            let [info] = subscriptions.as_slice() else { return fail("the subscription is not stored") };
            ensure(info.status == SubscriptionStatus::Active, "it is active again")?;
            let gap = info.gap.map(|gap| (gap.to - gap.from).num_seconds());
            let outage = ended.map(|ended| (world.now() - ended).num_seconds());
            values.expect("seconds_without_events", gap, outage)?;
            values.expect("renewals", context.requests_to("events.subscribe") - subscribed, 1)?;
            values.expect("subscriptions_at_the_platform", world.subscriptions().len(), 1)?;
            buyer_writes(context, "I can come tomorrow")?;
            let delivery = one_event(context).await?;
            ensure(assistant.handle(&delivery).await? == Outcome::Answered, "messages arrive again")?;
            ensure(
                assistant.handle(&one_event(context).await?).await? == Outcome::OwnMessage,
                "the event of the answer is ignored",
            )
        })
        .await
}

async fn end_with_the_grant(context: &Context, runner: &mut Runner, assistant: &Assistant) -> Result<(), DemoError> {
    runner
        .step("the seller revokes the access: the app receives an event and deletes the grant", async |values| {
            context.world.revoke_access("seller")?;
            let delivery = one_event(context).await?;
            values.expect("event", delivery.event.kind(), "USER_ACCESS_REVOCATION")?;
            let Event::UserAccessRevocation { revocation } = &delivery.event else {
                return fail("the event has another type");
            };
            ensure(revocation.user_id == assistant.user_id, "it names the seller")?;
            values.show("grants_deleted", delete_grants_of(context, "seller").await?);
            match assistant.seller.users().me().await {
                Err(Error::OAuth(error @ OAuthError::ReauthRequired { .. })) => {
                    values.show("later_calls", error.code())
                }
                other => return fail(format!("the grant still works: {other:?}")),
            }
            ensure(assistant.handle(&delivery).await? == Outcome::Other, "nothing is answered")
        })
        .await
}

/// Deletes every grant of a user: a revocation ends all of them.
async fn delete_grants_of(context: &Context, user: &str) -> Result<usize, StepError> {
    let grants = context.platform.grants();
    let keys: Vec<GrantKey> = grants
        .list()
        .await?
        .into_iter()
        .filter(|info| info.user.as_deref() == Some(user))
        .map(|info| info.key)
        .collect();
    for key in &keys {
        grants.forget(key).await?;
    }
    Ok(keys.len())
}
