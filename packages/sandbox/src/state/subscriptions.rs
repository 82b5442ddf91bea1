//! The subscriptions of the app. A subscription ends with the access token it was made with.

use chrono::{DateTime, Utc};
use open_platform::Json;
use open_platform::model::event::SubscriptionType;
use serde::{Deserialize, Serialize};

/// A subscription of the app (docs/platform.md#subscriptions). It ends with the access token it was made with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ActiveSubscription {
    /// Its id. Apps do not receive it.
    pub id: String,
    #[serde(skip)]
    pub(crate) token: String,
    /// The consent behind the token.
    pub grant: String,
    /// Name of the user who consented.
    pub user: String,
    /// The event type.
    #[schema(value_type = String)]
    pub kind: SubscriptionType,
    /// The resource it is limited to; without one it covers all that the scopes cover.
    pub resource: Option<String>,
    /// The posts of the scopes, if the scopes are for posts.
    pub posts: Option<Vec<String>>,
    /// The metadata that is sent with every event.
    #[schema(value_type = Option<serde_json::Value>)]
    pub metadata: Option<Json>,
    /// When it was made.
    pub made_at: DateTime<Utc>,
}

impl ActiveSubscription {
    /// Whether the subscription covers events about this post, conversation, user or transaction.
    pub(crate) fn covers(&self, id: &str) -> bool {
        match (&self.resource, &self.posts) {
            (Some(resource), _) => resource == id,
            (None, Some(posts)) => posts.iter().any(|granted| granted == id),
            (None, None) => true,
        }
    }
}

/// A listener in the old form (docs/platform.md#legacy-listener): the messages of one post are sent to its own address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listener {
    pub(crate) post: String,
    pub(crate) endpoint: String,
    pub(crate) identification_key: String,
    pub(crate) token: String,
    pub(crate) user: String,
}

/// The subscriptions of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Subscriptions {
    #[serde(with = "with_tokens")]
    all: Vec<ActiveSubscription>,
    listeners: Vec<Listener>,
}

/// The form of subscriptions in a file: with their tokens, which the admin API does not show.
mod with_tokens {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::ActiveSubscription;

    pub(super) fn serialize<S: Serializer>(all: &[ActiveSubscription], into: S) -> Result<S::Ok, S::Error> {
        into.collect_seq(all.iter().map(|one| (&one.token, one)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<ActiveSubscription>, D::Error> {
        let all = Vec::<(String, ActiveSubscription)>::deserialize(from)?;
        Ok(all.into_iter().map(|(token, one)| ActiveSubscription { token, ..one }).collect())
    }
}

impl Subscriptions {
    /// Adds a subscription. With `replace` it replaces the one of the same consent for the same event and resource.
    /// Whether the platform does so is not documented (docs/platform.md#resubscription).
    pub(crate) fn add(&mut self, new: ActiveSubscription, replace: bool) {
        if replace {
            self.all.retain(|old| (&old.grant, &old.kind, &old.resource) != (&new.grant, &new.kind, &new.resource));
        }
        self.all.push(new);
    }

    /// Sets the listener of a post, over the one before.
    pub(crate) fn listen(&mut self, new: Listener) {
        self.listeners.retain(|old| old.post != new.post);
        self.listeners.push(new);
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &ActiveSubscription> {
        self.all.iter()
    }

    pub(crate) fn listeners(&self) -> impl Iterator<Item = &Listener> {
        self.listeners.iter()
    }

    /// Removes the subscriptions that have ended, and returns them.
    pub(crate) fn lapse(&mut self, alive: impl Fn(&str) -> bool) -> Vec<ActiveSubscription> {
        self.listeners.retain(|listener| alive(&listener.token));
        self.all.extract_if(.., |subscription| !alive(&subscription.token)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subscription(token: &str, resource: Option<&str>) -> ActiveSubscription {
        ActiveSubscription {
            id: token.into(),
            token: token.into(),
            grant: "g".into(),
            user: "seller".into(),
            kind: SubscriptionType::NewMessageOnPost,
            resource: resource.map(str::to_owned),
            posts: None,
            metadata: None,
            made_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_subscription_covers_its_resource_or_what_the_scopes_name() {
        assert!(subscription("t", None).covers("abc"));
        assert!(!subscription("t", Some("xyz")).covers("abc"));
        let tied = ActiveSubscription { posts: Some(vec!["abc".into()]), ..subscription("t", None) };
        assert!(tied.covers("abc") && !tied.covers("xyz"));
    }

    #[test]
    fn subscribing_again_replaces_or_adds() {
        for (replace, left) in [(true, 2), (false, 3)] {
            let mut all = Subscriptions::default();
            all.add(subscription("1", None), replace);
            all.add(subscription("2", Some("abc")), replace);
            all.add(subscription("3", None), replace);
            assert_eq!(all.all().count(), left);
        }
    }

    #[test]
    fn a_subscription_ends_with_its_token() {
        let mut all = Subscriptions::default();
        all.add(subscription("1", None), false);
        all.add(subscription("2", None), false);
        let lapsed = all.lapse(|token| token == "2");
        assert_eq!(lapsed.iter().map(|lapsed| lapsed.id.as_str()).collect::<Vec<_>>(), ["1"]);
        assert_eq!(all.all().count(), 1);
    }
}
