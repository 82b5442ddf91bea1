//! Stored grants and their event subscriptions.

use std::time::SystemTime;

use open_platform::ffi::uniffi::instant;
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::session::{Adoption, GrantInfo, GrantKey, SubscriptionInfo};

use crate::client::{Platform, PlatformUser};
use crate::errors::Result;
use crate::oauth::Tokens;

#[uniffi::export(async_runtime = "tokio")]
impl Platform {
    async fn grants_list(&self) -> Result<Vec<GrantInfo>> {
        Ok(self.0.grants().list().await?)
    }

    async fn grants_info(&self, grant: GrantKey) -> Result<Option<GrantInfo>> {
        Ok(self.0.grants().info(grant).await?)
    }

    async fn grants_is_usable(&self, grant: GrantKey) -> Result<bool> {
        Ok(self.0.grants().is_usable(grant).await?)
    }

    async fn grants_refresh(&self, grant: GrantKey) -> Result<GrantInfo> {
        Ok(self.0.grants().refresh(grant).await?)
    }

    #[uniffi::method(default(user = None, redirect_uri = None, consent_at = None))]
    async fn grants_adopt(
        &self,
        tokens: &Tokens,
        user: Option<String>,
        redirect_uri: Option<String>,
        consent_at: Option<SystemTime>,
    ) -> Result<GrantInfo> {
        let mut adoption = Adoption::new(tokens.0.clone());
        (adoption.user, adoption.redirect_uri, adoption.consent_at) = (user, redirect_uri, consent_at.map(instant));
        Ok(self.0.grants().adopt(adoption).await?)
    }

    async fn grants_forget(&self, grant: GrantKey) -> Result<bool> {
        Ok(self.0.grants().forget(grant).await?)
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl PlatformUser {
    async fn subscriptions_ensure(&self, subscription: Subscription) -> Result<SubscriptionInfo> {
        Ok(self.0.subscriptions().ensure(subscription).await?)
    }

    #[uniffi::method(default(event_resource_id = None))]
    async fn subscriptions_remove(
        &self,
        event_type: SubscriptionType,
        event_resource_id: Option<String>,
    ) -> Result<bool> {
        Ok(self.0.subscriptions().remove(event_type, event_resource_id).await?)
    }

    async fn subscriptions_list(&self) -> Result<Vec<SubscriptionInfo>> {
        Ok(self.0.subscriptions().list().await?)
    }

    async fn subscriptions_renew(&self) -> Result<Vec<SubscriptionInfo>> {
        Ok(self.0.subscriptions().renew().await?)
    }
}
