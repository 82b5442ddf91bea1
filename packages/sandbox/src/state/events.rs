//! Creates events from changes of a world: finds the subscriptions, writes the bodies, and puts them into the queue.

use chrono::{DateTime, SecondsFormat, Utc};
use open_platform::model::chat::MessageContent;
use open_platform::model::event::SubscriptionType;
use open_platform::{Error, Json};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::State;
use super::conversations::{About as Topic, SandboxConversation, WrittenMessage};
use super::posts::{Stage, View};
use super::subscriptions::ActiveSubscription;
use crate::gaps::{Gaps, InstantForm};
use crate::webhooks::{NotDelivered, Outgoing};

/// The metadata of each subscription that receives an event.
type MetadataList = Vec<Option<Json>>;

/// The subject of an event, which decides the subscriptions that receive it.
#[derive(Clone, Copy, Default)]
struct About<'a> {
    /// The user of the event. `None`: all users.
    user: Option<&'a str>,
    /// The post.
    post: Option<&'a str>,
    /// The conversation, user or transaction of an event about none of the posts. That it is what the `event_resource_id` of such a
    /// subscription names is an assumption.
    other: Option<&'a str>,
    /// The post is retired or archived: only subscriptions of that post receive the event
    /// (docs/platform.md#event-payloads).
    removed: bool,
}

impl About<'_> {
    /// Why a subscription does not match. `None`: it matches.
    fn mismatch(&self, one: &ActiveSubscription) -> Option<NotDelivered> {
        if self.user.is_some_and(|user| one.user != user) {
            return Some(NotDelivered::OtherUser);
        }
        if self.post.or(self.other).is_some_and(|resource| !one.covers(resource)) {
            return Some(NotDelivered::OtherResource);
        }
        (self.removed && one.resource.is_none()).then_some(NotDelivered::OnlyWithResource)
    }
}

impl State {
    /// Whether a subscription or listener made with this token is active.
    fn is_live(&self, token: &str, now: DateTime<Utc>) -> bool {
        self.oauth.is_live(token, now)
    }

    /// The metadata of every active subscription of this kind that matches. If there is none, records why.
    fn subscribers(
        &mut self,
        kind: &SubscriptionType,
        event: &str,
        about: About<'_>,
        now: DateTime<Utc>,
    ) -> MetadataList {
        let found = self.subscriptions_to(kind, about, now);
        found.unwrap_or_else(|reason| {
            self.webhooks.notes.add(event, self.positions.next(), now, about.user, about.post, reason);
            Vec::new()
        })
    }

    /// As [`subscribers`](Self::subscribers), for the kinds that the live platform delivers without a subscription
    /// (docs/platform.md#subscriptions).
    fn subscribers_or_default(
        &mut self,
        kind: &SubscriptionType,
        about: About<'_>,
        now: DateTime<Utc>,
    ) -> MetadataList {
        if self.gaps.events_without_subscription {
            return self.subscriptions_to(kind, about, now).unwrap_or_else(|_| vec![None]);
        }
        self.subscribers(kind, kind.as_str(), about, now)
    }

    /// The metadata of every active subscription of this kind that matches, or why there is none.
    fn subscriptions_to(
        &self,
        kind: &SubscriptionType,
        about: About<'_>,
        now: DateTime<Utc>,
    ) -> Result<MetadataList, NotDelivered> {
        let of_kind = self.subscriptions.all().filter(|one| one.kind == *kind && self.is_live(&one.token, now));
        let (mut fitting, mut nearest) = (Vec::new(), None);
        for one in of_kind {
            match about.mismatch(one) {
                None => fitting.push(one.metadata.clone()),
                // The reasons are ordered: the last one is the closest to a match.
                Some(reason) => nearest = nearest.max(Some(reason)),
            }
        }
        if !fitting.is_empty() {
            return Ok(fitting);
        }
        let ended = self.webhooks.has_lapsed(kind.as_str(), about.user)
            || self.subscriptions.all().any(|one| one.kind == *kind && about.mismatch(one).is_none());
        Err(match nearest {
            _ if ended => NotDelivered::SubscriptionEnded,
            Some(reason) => reason,
            None => NotDelivered::NoSubscription,
        })
    }

    fn send(&mut self, kind: &str, member: &str, payload: &Value, to: Vec<Option<Json>>) {
        for metadata in to {
            let mut body = Map::new();
            body.insert("type".into(), kind.into());
            if let Some(metadata) = metadata {
                let key = if self.gaps.meta_data_key { "meta_data" } else { "metadata" };
                body.insert(key.into(), metadata.value());
            }
            body.insert(member.into(), payload.clone());
            self.webhooks.enqueue(Outgoing { url: None, key: None, kind: kind.into(), body: body.into() });
        }
    }

    /// Sends the event of a new message: to the seller's subscriptions and the old listeners of the post, or to the
    /// chatbot.
    pub(super) fn notify_message(&mut self, conversation: &str, written: &WrittenMessage, now: DateTime<Utc>) {
        let Some(conversation) = self.conversations.get(conversation).cloned() else { return };
        let payload = message_value(written, &self.gaps);
        match &conversation.about {
            Topic::Post { post, seller, .. } => {
                let about = About { user: Some(seller), post: Some(post), ..About::default() };
                let kind = &SubscriptionType::NewMessageOnPost;
                let to = if self.notify_listeners(&conversation, post, written, now) {
                    // The old listener receives it, so a missing subscription is not recorded.
                    self.subscriptions_to(kind, about, now).unwrap_or_default()
                } else {
                    self.subscribers(kind, "NEW_MESSAGE", about, now)
                };
                self.send("NEW_MESSAGE", "new_message", &payload, to);
            }
            // The bot's own messages are not sent to it (assumption).
            Topic::Bot { .. } if written.author.is_empty() => {}
            Topic::Bot { .. } => {
                let about = About { other: Some(&conversation.id), ..About::default() };
                let to = self.subscribers_or_default(&SubscriptionType::NewChatbotMessage, about, now);
                self.send("NEW_CHATBOT_MESSAGE", "new_chatbot_message", &payload, to);
            }
        }
    }

    /// Sends a message to the old listeners of a post, and returns whether there is one.
    fn notify_listeners(
        &mut self,
        about: &SandboxConversation,
        post: &str,
        written: &WrittenMessage,
        now: DateTime<Utc>,
    ) -> bool {
        let listeners: Vec<_> = self
            .subscriptions
            .listeners()
            .filter(|listener| listener.post == post && self.is_live(&listener.token, now))
            .cloned()
            .collect();
        if listeners.is_empty() {
            return false;
        }
        let Some(body) = self.old_message(about, post, written, now) else {
            let (position, reason) = (self.positions.next(), NotDelivered::NotInOldForm);
            self.webhooks.notes.add("CHAT_MESSAGE", position, now, None, Some(post), reason);
            return false;
        };
        for listener in listeners {
            self.webhooks.enqueue(Outgoing {
                url: Some(listener.endpoint),
                key: Some(listener.identification_key),
                kind: "CHAT_MESSAGE".into(),
                body: body.clone(),
            });
        }
        true
    }

    /// A message in the old form: `timestamp` in seconds and `sent_at` in microseconds, both as strings
    /// (docs/platform.md#sent-at). Only text messages have it.
    fn old_message(
        &self,
        about: &SandboxConversation,
        post: &str,
        written: &WrittenMessage,
        now: DateTime<Utc>,
    ) -> Option<Value> {
        let MessageContent::Text { text } = &written.message.content else { return None };
        let Topic::Post { seller, .. } = &about.about else { return None };
        let peer = about.peer_of(&written.author)?;
        let party = |name: &str| {
            let id = self.users.get(name).map(|user| user.id.clone()).unwrap_or_default();
            json!({ "id": id, "is_supply": name == seller })
        };
        let post = self.posts.get(post)?;
        let sent_at = written.message.sent_at.unwrap_or(now).timestamp_micros().to_string();
        Some(json!({
            "type": "CHAT_MESSAGE",
            "timestamp": now.timestamp().to_string(),
            "payload": {
                "id": written.message.id,
                "type": "TEXT",
                "sent_at": sent_at,
                "data": { "text": text },
                "sender": party(&written.author),
                "receiver": party(peer),
                "metadata": {
                    "category": post.category,
                    "post_token": post.token,
                    "title": post.data.get("title").cloned().unwrap_or_default(),
                },
            },
        }))
    }

    /// Sends the event of a post that changed or moved to another stage. For retired and archived posts it has only the
    /// token, and is sent only to subscriptions of that post (docs/platform.md#event-payloads).
    pub(crate) fn notify_post(&mut self, token: &str, stage: Stage, now: DateTime<Utc>) {
        let removed = matches!(stage, Stage::Retired | Stage::Archived);
        let Some(post) = self.posts.get_with_archived(token) else { return };
        let owner = post.owner.clone();
        let record = if removed {
            json!({ "token": token })
        } else {
            let images = post.images(View::Event).map(|images| self.images.shown(&self.images.url, images));
            post.record_value(View::Event, images)
        };
        let about = About { user: Some(&owner), post: Some(token), removed, ..About::default() };
        let to = self.subscribers(&SubscriptionType::PostUpdate, "POST_UPDATE", about, now);
        self.send("POST_UPDATE", "post_update", &json!({ "type": stage.update(), "post": record }), to);
    }

    /// Sends the event of a revocation, if the grant had both scopes for it (docs/platform.md#subscriptions). Must be
    /// called while the grant's tokens are valid, because its subscriptions end with them.
    pub(crate) fn notify_revocation(&mut self, user: &str, scopes: &[String], now: DateTime<Utc>) {
        let has = |name: &str| scopes.iter().any(|scope| scope == name);
        let Some(id) = self.users.get(user).map(|user| user.id.clone()) else { return };
        if has("NOTIFICATION_ACCESS_REVOCATION") && has("USER_ID") {
            let about = About { user: Some(user), other: Some(&id), ..About::default() };
            let to = self.subscribers_or_default(&SubscriptionType::UserAccessRevocation, about, now);
            self.send("USER_ACCESS_REVOCATION", "user_access_revocation", &json!({ "user_id": id }), to);
        } else {
            let (position, reason) = (self.positions.next(), NotDelivered::MissingScope);
            self.webhooks.notes.add("USER_ACCESS_REVOCATION", position, now, Some(user), None, reason);
        }
    }

    /// Sends the event of a transaction.
    pub(crate) fn notify_transaction(&mut self, transaction: &Transaction, now: DateTime<Utc>) {
        let cost = transaction.cost_rials;
        let payload = json!({
            "id": transaction.id,
            "cost_rials": if self.gaps.numbers_as_text { Value::from(cost.to_string()) } else { cost.into() },
            "extra_details": transaction.extra_details,
            "state": transaction.state,
            "type": transaction.kind,
        });
        let about = About { other: Some(&transaction.id), ..About::default() };
        let to = self.subscribers_or_default(&SubscriptionType::PaymentTransaction, about, now);
        let member = if self.gaps.payment_transaction_key { "payment_transaction" } else { "transaction" };
        self.send("PAYMENT_TRANSACTION", member, &payload, to);
    }
}

/// A transaction to send an event of (docs/platform.md#event-payloads).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Transaction {
    /// The UUID that the app chose.
    #[schema(required)]
    pub id: String,
    /// In rial.
    pub cost_rials: i64,
    /// Text of the app.
    pub extra_details: String,
    /// Such as `TRANSACTION_STATE_COMPLETED`.
    #[schema(required)]
    pub state: String,
    /// Such as `TRANSACTION_TYPE_REORDER`.
    #[serde(rename = "type")]
    pub kind: String,
}

impl Transaction {
    /// Checks that it has what identifies its event.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a member that is empty or absent.
    pub(crate) fn check(&self) -> open_platform::Result<()> {
        for (member, value, example) in [
            ("id", &self.id, "the UUID of the payment"),
            ("state", &self.state, "the state of the payment, such as TRANSACTION_STATE_COMPLETED"),
        ] {
            if value.is_empty() {
                return Err(Error::invalid(member, format!("is required: {example}")));
            }
        }
        Ok(())
    }
}

/// A message in the form of events and of conversations.
pub(crate) fn message_value(written: &WrittenMessage, gaps: &Gaps) -> Value {
    let mut value = serde_json::to_value(&written.message).unwrap_or_default();
    let Some(members) = value.as_object_mut() else { return value };
    if let Some(at) = written.message.sent_at {
        members.insert("sent_at".into(), instant(at, gaps.sent_at));
    }
    if gaps.human_is_user
        && let Some(kind) = members.get_mut("sender").and_then(|sender| sender.get_mut("type"))
        && kind == "HUMAN"
    {
        *kind = "USER".into();
    }
    if !gaps.numbers_as_text {
        for data in members.values_mut().filter_map(Value::as_object_mut) {
            if let Some(size) = data.get_mut("size_bytes")
                && let Some(number) = size.as_str().and_then(|text| text.parse::<i64>().ok())
            {
                *size = number.into();
            }
        }
    }
    value
}

fn instant(at: DateTime<Utc>, form: InstantForm) -> Value {
    match form {
        InstantForm::Text => at.to_rfc3339_opts(SecondsFormat::Micros, true).into(),
        InstantForm::Micros => at.timestamp_micros().into(),
        InstantForm::MicrosAsText => at.timestamp_micros().to_string().into(),
    }
}
