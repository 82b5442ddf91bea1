//! The event subscriptions of a grant: the public API.

use std::borrow::Cow;
use std::fmt;

use open_platform_macros::methods;

use crate::client::{OpenPlatform, User};
use crate::error::{Error, Result};
use crate::id::GrantKey;
use crate::model::event::{Subscription, SubscriptionType};
use crate::session::{renewal, subscription_rows};

pub use crate::session::{Gap, SubscriptionInfo, SubscriptionStatus};

impl User {
    /// The event subscriptions of this user that the SDK keeps active. Needs a stored grant.
    pub fn subscriptions(&self) -> Subscriptions {
        Subscriptions { platform: self.platform.clone(), key: self.grant().cloned() }
    }
}

/// The event subscriptions of one grant. They are renewed after every refresh and login. From [`User::subscriptions`].
///
/// ```no_run
/// use open_platform::model::event::Subscription;
/// use serde_json::json;
///
/// # async fn run(user: open_platform::client::User) -> open_platform::Result<()> {
/// user.subscriptions().ensure(Subscription::new_messages().metadata(json!({"customer": 42}))).await?;
/// for wanted in user.subscriptions().list().await? {
///     println!("{}: {:?}, events may be missing in {:?}", wanted.subscription.event_type, wanted.status, wanted.gap);
/// }
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Subscriptions {
    platform: OpenPlatform,
    key: Option<GrantKey>,
}

impl fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscriptions").field("grant", &self.key).finish_non_exhaustive()
    }
}

/// The event subscriptions of a stored grant. They are renewed after every refresh and login.
///
/// The platform ends a subscription when the token expires that it was created with. The subscriptions that the app wants
/// are therefore stored beside the grant, and created again with each new token.
#[methods(User, subscriptions)]
impl Subscriptions {
    pub(crate) fn new(platform: OpenPlatform, key: GrantKey) -> Self {
        Self { platform, key: Some(key) }
    }

    async fn key(&self) -> Result<Cow<'_, GrantKey>> {
        let reason = "only a stored grant can keep subscriptions alive: a bare access token can only subscribe once, by the call of the events";
        let key = self.key.as_ref().ok_or_else(|| Error::invalid("user", reason))?;
        key.check()?;
        Ok(self.platform.inner.sessions.stored_key(&self.platform.inner, key).await?)
    }

    /// Subscribes, and keeps the subscription active from now on.
    ///
    /// Calling it again replaces the stored metadata, which is sent now and with each renewal. Whether the platform then goes on to
    /// deliver events with the earlier metadata, too, until the token expires, is not documented.
    ///
    /// An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for
    /// "all posts of the user".
    ///
    /// It is not an error if the platform cannot be reached or is overloaded: the returned status shows it, and the request is
    /// repeated in the background, and again after the next refresh. A refusal is an error, also if it is called again. If a
    /// login or a setting in the developer console can resolve it (a missing scope or permission), the subscription stays
    /// wanted and is requested again after the next refresh. After any other refusal, a subscription that was never accepted
    /// is no longer wanted.
    ///
    /// # Errors
    /// - [`Error::InvalidInput`] for a subscription that cannot be sent, one whose scope the user has not granted, and a user
    ///   without a stored grant.
    /// - [`Error::Api`] if the platform refuses it.
    /// - [`OAuthError::ReauthRequired`](crate::error::OAuthError::ReauthRequired) if the grant has ended.
    /// - [`Error::Config`] if a credential is missing or refused, or its source fails: the subscription stays wanted.
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn ensure(&self, subscription: Subscription) -> Result<SubscriptionInfo> {
        let ensure = async { renewal::make(&self.platform.inner, &*self.key().await?, subscription).await };
        self.platform.within("subscriptions.ensure", ensure).await
    }

    /// Stops renewing a subscription. Returns whether it was wanted.
    ///
    /// The platform documents no way to end a subscription: it ends with its token, and is then not renewed.
    ///
    /// # Arguments
    /// - `event_type`: The type of its events.
    /// - `event_resource_id`: The id of the object of its events, as in [`ensure`](Self::ensure).
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn remove(&self, event_type: SubscriptionType, event_resource_id: Option<String>) -> Result<bool> {
        let (inner, key) = (&self.platform.inner, self.key().await?);
        let removal =
            async { Ok(subscription_rows::remove(inner, &key, &event_type, event_resource_id.as_deref()).await?) };
        self.platform.within("subscriptions.remove", removal).await
    }

    /// The wanted subscriptions and their status. Subscriptions whose record cannot be read are left out.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed, also if there are subscriptions and none of them can be read.
    #[method]
    pub async fn list(&self) -> Result<Vec<SubscriptionInfo>> {
        let (inner, key) = (&self.platform.inner, self.key().await?);
        self.platform.within("subscriptions.list", async { Ok(subscription_rows::list(inner, &key).await?) }).await
    }

    /// Renews the subscriptions that are due. This also happens after every refresh, so apps need not call it. A renewal
    /// that fails for now is repeated in the background.
    ///
    /// # Errors
    /// - [`OAuthError::ReauthRequired`](crate::error::OAuthError::ReauthRequired) if the grant has ended.
    /// - [`OAuthError::RefreshUnavailable`](crate::error::OAuthError::RefreshUnavailable) if its token cannot be refreshed now.
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn renew(&self) -> Result<Vec<SubscriptionInfo>> {
        let (inner, key) = (&self.platform.inner, &*self.key().await?);
        let renewal = async {
            inner.sessions.access(inner, key).await?;
            renewal::renew_now(inner, key).await;
            Ok(())
        };
        self.platform.within("subscriptions.renew", renewal).await?;
        self.list().await
    }
}
