//! Stored grants and their event subscriptions.

use open_platform::UserId;
use open_platform::ffi::uniffi::DateTime;
use open_platform::grants::{Adoption, GrantInfo, GrantPage, UnreadableGrant};
use open_platform::id::GrantKey;
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::subscriptions::SubscriptionInfo;

use super::client::{Platform, PlatformUser};
use super::oauth::Tokens;
use crate::calling::{CallOptions, export_calls};
use crate::errors::Result;

export_calls! {
    Platform {
        check() -> () = |client| client.check();
        grants_list() -> Vec<GrantInfo> = |client| client.grants().list();
        grants_page(after: Option<GrantKey>, limit: Option<u32>) -> GrantPage =
            |client| client.grants().page(after, limit.map(|most| most as usize));
        grants_info(grant: GrantKey) -> Option<GrantInfo> = |client| client.grants().info(grant);
        grants_is_usable(grant: GrantKey) -> bool = |client| client.grants().is_usable(grant);
        grants_refresh(grant: GrantKey) -> GrantInfo = |client| client.grants().refresh(grant);
        grants_of_user(user: String) -> Vec<GrantInfo> = |client| client.grants().of_user(&user);
        grants_unreadable() -> Vec<UnreadableGrant> = |client| client.grants().unreadable();
        grants_revoked(user_id: UserId) -> Vec<GrantInfo> = |client| client.grants().revoked(user_id);
        grants_forget(grant: GrantKey) -> bool = |client| client.grants().forget(grant);
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Platform {
    #[uniffi::method(default(user = None, redirect_uri = None, consent_at = None, options = None))]
    async fn grants_adopt(
        &self,
        tokens: &Tokens,
        user: Option<String>,
        redirect_uri: Option<String>,
        consent_at: Option<DateTime>,
        options: Option<CallOptions>,
    ) -> Result<GrantInfo> {
        let mut adoption = Adoption::new(tokens.0.clone());
        (adoption.user, adoption.redirect_uri, adoption.consent_at) = (user, redirect_uri, consent_at);
        self.run(options, |client| Box::pin(async move { client.grants().adopt(adoption).await })).await
    }
}

export_calls! {
    PlatformUser {
        subscriptions_ensure(subscription: Subscription) -> SubscriptionInfo =
            |client| client.subscriptions().ensure(subscription);
        subscriptions_list() -> Vec<SubscriptionInfo> = |client| client.subscriptions().list();
        subscriptions_renew() -> Vec<SubscriptionInfo> = |client| client.subscriptions().renew();
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl PlatformUser {
    #[uniffi::method(default(event_resource_id = None, options = None))]
    async fn subscriptions_remove(
        &self,
        event_type: SubscriptionType,
        event_resource_id: Option<String>,
        options: Option<CallOptions>,
    ) -> Result<bool> {
        self.run(options, |client| {
            Box::pin(async move { client.subscriptions().remove(event_type, event_resource_id).await })
        })
        .await
    }
}
