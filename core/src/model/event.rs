//! Subscriptions to events, and what events contain (docs/platform.md#events). A received event is parsed and
//! authenticated in [`webhook`](crate::webhook).

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::id::UserId;
use crate::json::{Extra, Json, is_default, record, write_extra};
use crate::model::money::Rials;
use crate::model::open_enum;
use crate::model::post::Post;

open_enum! {
    /// The types of events that an app can subscribe to (docs/platform.md#subscriptions).
    pub enum SubscriptionType {
        /// New messages on one post, or on all posts of the user.
        NewMessageOnPost = "NEW_MESSAGE_ON_POST",
        /// New messages to the app's chatbot. Delivered without a subscription on the live platform.
        NewChatbotMessage = "NEW_CHATBOT_MESSAGE",
        /// A user removed the app's access. Delivered without a subscription on the live platform.
        UserAccessRevocation = "USER_ACCESS_REVOCATION",
        /// A post changed.
        PostUpdate = "POST_UPDATE",
        /// A transaction changed. Delivered without a subscription on the live platform.
        PaymentTransaction = "PAYMENT_TRANSACTION",
    }
}

impl SubscriptionType {
    /// Whether the live platform delivers the event only to subscribers. If `false`, the specification still allows a
    /// subscription (docs/platform.md#contradiction-50).
    pub fn needs_subscription(&self) -> bool {
        matches!(self, Self::NewMessageOnPost | Self::PostUpdate | Self::Unknown { .. })
    }
}

/// A request for events (docs/platform.md#subscriptions). The subscription lasts as long as the access token of the
/// call.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Subscription {
    /// The type of the events.
    pub event_type: SubscriptionType,
    /// The one resource to watch, such as a post token. If it is absent or empty: all resources of the type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_resource_id: Option<String>,
    /// An object that the platform sends back with every event. Hooks refuse a body above their limit, 256 KiB by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Json>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent Subscription { event_type, event_resource_id, metadata | "meta_data" });

impl Subscription {
    /// A subscription to `event_type` on all resources.
    pub fn new(event_type: SubscriptionType) -> Self {
        Self { event_type, ..Self::default() }
    }

    /// A subscription to new messages on all posts of the user.
    pub fn new_messages() -> Self {
        Self::new(SubscriptionType::NewMessageOnPost)
    }

    /// A subscription to changes of all posts of the user. The end of a post is only sent to subscriptions of that one
    /// post (docs/platform.md#event-payloads).
    pub fn post_updates() -> Self {
        Self::new(SubscriptionType::PostUpdate)
    }

    /// Limits it to one resource.
    #[must_use]
    pub fn resource(mut self, id: impl Into<String>) -> Self {
        self.event_resource_id = Some(id.into());
        self
    }

    /// Sets the object that the platform sends back with every event.
    #[must_use]
    pub fn metadata(mut self, metadata: impl Into<Json>) -> Self {
        self.metadata = Some(metadata.into());
        self
    }

    /// The object of the subscription, if it is for one: a missing and an empty id mean all objects of the user.
    pub(crate) fn object(&self) -> Option<&str> {
        self.event_resource_id.as_deref().filter(|id| !id.is_empty())
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        let id = self.event_resource_id.as_deref().unwrap_or_default();
        if self.event_type.as_str().is_empty() {
            return Err(Error::invalid("event_type", "must be set"));
        }
        if id.chars().any(char::is_control) {
            return Err(Error::invalid("event_resource_id", "must have no control characters"));
        }
        match self.metadata.as_ref().map(Json::as_str) {
            Some(text) if !text.starts_with('{') => Err(Error::invalid("metadata", "must be a JSON object")),
            _ => Ok(()),
        }
    }
}

/// A user removed the app's access. The method `revoked` of grants checks that with the platform and erases the tokens.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UserAccessRevocation {
    /// The id of the user for this app.
    pub user_id: UserId,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UserAccessRevocation { user_id });

open_enum! {
    /// What happened to a post.
    pub enum PostUpdateType {
        /// It was published, or changed while published.
        Publish = "PUBLISH",
        /// It is no longer listed. Only the token of the post is sent.
        Retire = "RETIRE",
        /// It changed before its publication.
        Ongoing = "ONGOING",
        /// It was deleted before its publication. Only the token of the post is sent.
        Archive = "ARCHIVE",
    }
}

/// A post changed. These events are frequent and often equal: use the state of the post, not the single event.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PostUpdate {
    /// What happened.
    #[serde(rename = "type", skip_serializing_if = "is_default")]
    pub kind: PostUpdateType,
    /// The post.
    pub post: Post,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(PostUpdate { kind = "type", post });

open_enum! {
    // The documents number the states, and proto-JSON may write the number.
    /// The state of a transaction.
    pub enum TransactionState {
        /// The amount was taken from the app's balance; the service is not completed yet.
        Pending = "TRANSACTION_STATE_PENDING" | "1",
        /// Completed.
        Completed = "TRANSACTION_STATE_COMPLETED" | "2",
        /// Failed, without effect on the balance.
        Failed = "TRANSACTION_STATE_FAILED" | "3",
        /// The amount was returned.
        Refunded = "TRANSACTION_STATE_REFUNDED" | "4",
    }
}

open_enum! {
    /// The service that a transaction paid for.
    pub enum TransactionType {
        /// Moving a post to the top.
        Reorder = "TRANSACTION_TYPE_REORDER",
        /// Extending a post.
        Renew = "TRANSACTION_TYPE_RENEW",
        /// Publishing a post.
        Submit = "TRANSACTION_TYPE_SUBMIT",
    }
}

/// A transaction on the app's balance (docs/platform.md#transactions).
#[cfg_attr(feature = "ffi", crate::ffi::data(received))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Transaction {
    /// The id that the app chose: a UUID.
    pub id: String,
    /// The slug of the app. Events do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_slug: Option<String>,
    /// The amount.
    #[serde(rename = "cost_rials", skip_serializing_if = "Option::is_none")]
    pub cost: Option<Rials>,
    /// When it was created. Events do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<DateTime<Utc>>,
    /// The text that the app sent with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_details: Option<String>,
    /// Its state.
    #[serde(skip_serializing_if = "is_default")]
    pub state: TransactionState,
    /// The service that it paid for.
    #[serde(rename = "type", skip_serializing_if = "is_default")]
    pub kind: TransactionType,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(Transaction { id, app_slug, cost = "cost_rials", created_at, extra_details, state, kind = "type" });

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::json;

    #[test]
    fn a_subscription_is_written_as_the_spec_shows() {
        let subscription = Subscription::new_messages().resource("gZd7omnS").metadata(json!({"id": 7}));
        subscription.check().unwrap();
        let text = r#"{"event_type":"NEW_MESSAGE_ON_POST","event_resource_id":"gZd7omnS","metadata":{"id":7}}"#;
        assert_eq!(serde_json::to_string(&subscription).unwrap(), text);
        let old = text.replace("metadata", "meta_data");
        assert_eq!(json::read::<Subscription>(old.as_bytes()).unwrap(), subscription);
    }

    #[test]
    fn an_absent_or_empty_id_means_all_resources() {
        assert_eq!(serde_json::to_string(&Subscription::post_updates()).unwrap(), r#"{"event_type":"POST_UPDATE"}"#);
        let empty = Subscription::post_updates().resource("");
        empty.check().unwrap();
        assert!(serde_json::to_string(&empty).unwrap().contains(r#""event_resource_id":"""#));
    }

    #[test]
    fn an_invalid_subscription_is_refused_with_the_member() {
        let base = Subscription::post_updates;
        for (subscription, member) in [
            (Subscription::default(), "event_type"),
            (base().resource("a\nb"), "event_resource_id"),
            (base().metadata(json!("text")), "metadata"),
        ] {
            let error = subscription.check().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{member}: ")), "{error}");
        }
    }
}
