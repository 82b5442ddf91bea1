//! F6: the seller's assistant, which answers in the seller's name while the seller is away. It lives for weeks: events
//! come over HTTP, tokens expire and are refreshed, subscriptions are renewed, until the user takes the access back.

use std::time::Duration;

use open_platform::client::User;
use open_platform::error::OAuthError;
use open_platform::id::GrantKey;
use open_platform::model::chat::MessageContent;
use open_platform::model::event::{Delivery, Event, Subscription};
use open_platform::model::message::Message;
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::webhook::{Dedupe, MemoryDedupe};
use open_platform::{Error, Scope, scope};
use open_platform_sandbox::Authorization;
use serde_json::json;
use tokio::task::JoinSet;

use super::stage::Stage;
use super::story::{Stop, Story, Wrong, ensure, wrong};

/// How long an access token lives, and a minute more.
const PAST_EXPIRY: Duration = Duration::from_secs(3_660);

/// The app: what it keeps about one seller.
#[derive(Debug)]
struct Assistant {
    seller: User,
    seen: MemoryDedupe,
}

/// What came of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Answered,
    /// It is the assistant's own message, which comes back as an event.
    OwnWords,
    /// It came before.
    Repetition,
    /// It is not for the assistant.
    Other,
}

impl Assistant {
    /// Handles an event that was proven, read and answered with 200 already.
    async fn handle(&self, delivery: &Delivery) -> Result<Outcome, Wrong> {
        let Event::NewMessage { message } = &delivery.event else { return Ok(Outcome::Other) };
        // Whoever answers bots talks to itself without end.
        if message.is_from_bot() {
            return Ok(Outcome::OwnWords);
        }
        if !self.seen.is_new(delivery).await? {
            return Ok(Outcome::Repetition);
        }
        let answer = Message::text(format!("Thank you. The seller will read: {}", message.text().unwrap_or("it")));
        match self.seller.conversations().send(&message.conversation.id, answer).await {
            Ok(_) => Ok(Outcome::Answered),
            Err(error) => {
                // Not handled after all: the next delivery of this event is to be taken.
                self.seen.forget(&delivery.dedupe_key).await?;
                Err(error.into())
            }
        }
    }
}

/// A buyer writes to the seller.
fn buyer_writes(stage: &Stage, text: &str) -> Result<(), Wrong> {
    let content = MessageContent::Text { text: text.to_owned() };
    stage.world.send_as_user(&stage.conversation()?, "buyer", content)?;
    Ok(())
}

/// The one event that arrives now.
async fn one_event(stage: &Stage) -> Result<Delivery, Wrong> {
    let mut received = stage.deliver().await;
    match (received.pop(), received.len()) {
        (Some(delivery), 0) => Ok(delivery),
        (None, _) => wrong("no event arrived"),
        (Some(_), others) => wrong(format!("{} events arrived instead of one", others + 1)),
    }
}

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow("F6", "Assistant of the seller", "offline access -> subscribe -> events -> refresh -> revocation")?;
    let Stage { platform, world, .. } = stage;

    let (grant, user_id) = story
        .step("the seller lets the app read and answer for a long time", async |facts| {
            let scopes = [
                Scope::offline_access(),
                Scope::user_id(),
                Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_READ),
                Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND),
                Scope::of(&scope::NOTIFICATION_ACCESS_REVOCATION),
            ];
            let grant = stage.login("seller", scopes).await?;
            // A revocation names the user by this id, so the app keeps it beside the grant.
            let Some(id) = platform.user(&grant).users().me().await?.user_id else { return wrong("no user id came") };
            let Some(info) = platform.grants().info(&grant).await? else { return wrong("no grant was stored") };
            facts.same("renewable", info.renewable, true)?;
            facts.same("access_token_lives_for_minutes", (info.access_expires_at - world.now()).num_minutes(), 60)?;
            Ok((grant, id))
        })
        .await?;
    let assistant = Assistant { seller: platform.user(&grant), seen: MemoryDedupe::new().clock(world.clock()) };

    story
        .step("the app subscribes to messages on all posts of the seller", async |facts| {
            // What stands in the metadata comes back with every event.
            let wanted = Subscription::new_messages().metadata(json!({ "shop": 42 }));
            let info = assistant.seller.subscriptions().ensure(wanted).await?;
            ensure(info.status == SubscriptionStatus::Active, "the platform accepted it")?;
            facts.same("subscriptions_at_the_platform", world.subscriptions().len(), 1)
        })
        .await?;

    let first = story
        .step("a buyer writes: the event arrives over HTTP, is proven, and answered", async |facts| {
            buyer_writes(stage, "Is it still for sale?")?;
            let delivery = one_event(stage).await?;
            facts.same("event", delivery.event.kind(), "NEW_MESSAGE")?;
            facts.same("metadata", delivery.metadata.as_ref().map(|data| data.value()), json!({ "shop": 42 }))?;
            let Some(told) = world.deliveries().pop() else { return wrong("the platform forgot the delivery") };
            facts.same("app_server_answered", told.attempts.first().and_then(|attempt| attempt.status), 200)?;
            ensure(assistant.handle(&delivery).await? == Outcome::Answered, "the assistant answers")?;
            let messages = world.messages(&stage.conversation()?);
            facts.show("answer", messages.last().and_then(|last| last.message.text()));
            Ok(told.id)
        })
        .await?;

    story
        .step("the assistant's own words come back as an event, and are skipped", async |facts| {
            let delivery = one_event(stage).await?;
            facts.same("written_by", delivery.event.message().map(|message| message.sender.kind.as_str()), "BOT")?;
            ensure(assistant.handle(&delivery).await? == Outcome::OwnWords, "it is not answered")?;
            facts.same("answers_sent_for_it", stage.deliver().await.len(), 0)
        })
        .await?;

    story
        .step("an event that comes twice is handled once", async |facts| {
            world.redeliver(first)?;
            let again = one_event(stage).await?;
            facts.show("recognised_by", again.dedupe_key.as_str());
            ensure(assistant.handle(&again).await? == Outcome::Repetition, "it is known")
        })
        .await?;

    story
        .step("an event with a wrong key is refused; with the right one it is tried again", async |facts| {
            world.set_webhook_rules(|rules| rules.authorization = Authorization::Wrong);
            buyer_writes(stage, "What is your best price?")?;
            let let_in = stage.deliver().await.len();
            world.set_webhook_rules(|rules| rules.authorization = Authorization::Right);
            facts.same("let_in_with_the_wrong_key", let_in, 0)?;
            // The documents name no schedule for retries; the sandbox waits five seconds (assumption).
            world.advance(Duration::from_secs(5)).await;
            let received = stage.app.received();
            let [delivery] = received.as_slice() else { return wrong("it was not delivered again") };
            let told = world.deliveries().pop().map(|delivery| delivery.attempts).unwrap_or_default();
            let statuses: Vec<_> = told.iter().map(|attempt| attempt.status).collect();
            facts.same("app_server_answered", statuses, vec![401, 200])?;
            ensure(assistant.handle(delivery).await? == Outcome::Answered, "the assistant answers")?;
            // The echo of that answer.
            ensure(assistant.handle(&one_event(stage).await?).await? == Outcome::OwnWords, "its echo is skipped")
        })
        .await?;

    let (ended, subscribed) = story
        .step("an hour later the access token is dead: ten calls at once make one refresh", async |facts| {
            let before = platform.grants().info(&grant).await?;
            let subscribed = stage.requests_to("events.subscribe");
            world.advance(PAST_EXPIRY).await;
            let (user, refreshes) = (&assistant.seller, stage.requests_to("oauth.refresh"));
            let mut calls = JoinSet::new();
            for _ in 0..10 {
                let user = user.clone();
                // Nothing here knows about tokens.
                calls.spawn(async move { user.users().me().await });
            }
            for outcome in calls.join_all().await {
                ensure(outcome?.user_id.as_ref() == Some(&user_id), "every call succeeds")?;
            }
            facts.same("refreshes", stage.requests_to("oauth.refresh") - refreshes, 1)?;
            let generation = platform.grants().info(&grant).await?.map(|info| info.generation);
            facts.same("pairs_of_tokens_so_far", generation, 2)?;
            Ok((before.map(|info| info.access_expires_at), subscribed))
        })
        .await?;

    story
        .step("the subscription died with the token, and is renewed without being asked", async |facts| {
            // The renewal follows the refresh in the background. This waits for it, and would do what it left undone.
            let subscriptions = assistant.seller.subscriptions().renew().await?;
            let [info] = subscriptions.as_slice() else { return wrong("the app forgot what it wanted") };
            ensure(info.status == SubscriptionStatus::Active, "it is active again")?;
            let gap = info.gap.map(|gap| (gap.to - gap.from).num_seconds());
            let dead = ended.map(|ended| (world.now() - ended).num_seconds());
            facts.same("seconds_in_which_events_were_missed", gap, dead)?;
            facts.same("renewals", stage.requests_to("events.subscribe") - subscribed, 1)?;
            facts.same("subscriptions_at_the_platform", world.subscriptions().len(), 1)?;
            buyer_writes(stage, "I can come tomorrow")?;
            let delivery = one_event(stage).await?;
            ensure(assistant.handle(&delivery).await? == Outcome::Answered, "messages arrive again")?;
            ensure(assistant.handle(&one_event(stage).await?).await? == Outcome::OwnWords, "its echo is skipped")
        })
        .await?;

    story
        .step("the seller takes the access back: the app is told, and forgets the grant", async |facts| {
            world.revoke_access("seller")?;
            let delivery = one_event(stage).await?;
            facts.same("event", delivery.event.kind(), "USER_ACCESS_REVOCATION")?;
            let Event::UserAccessRevocation { revocation } = &delivery.event else { return wrong("another event") };
            ensure(revocation.user_id == user_id, "it names the seller")?;
            facts.show("grants_dropped", forget_user(stage, "seller").await?);
            match assistant.seller.users().me().await {
                Err(Error::OAuth(error @ OAuthError::ReauthRequired { .. })) => facts.show("later_calls", error.code()),
                other => return wrong(format!("the grant still serves: {other:?}")),
            }
            ensure(assistant.handle(&delivery).await? == Outcome::Other, "nothing is answered")
        })
        .await
}

/// Drops every grant of a user. A revocation ends them all.
async fn forget_user(stage: &Stage, user: &str) -> Result<usize, Wrong> {
    let grants = stage.platform.grants();
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
