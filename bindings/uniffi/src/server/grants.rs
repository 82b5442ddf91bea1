//! Stored grants and their event subscriptions.

use open_platform::ffi::uniffi::DateTime;
use open_platform::grants::{Adoption, GrantInfo, GrantPage, UnreadableGrant};
use open_platform::id::GrantKey;
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::subscriptions::SubscriptionInfo;
use open_platform::{UserId, each_method};

use super::client::{Platform, PlatformUser};
use super::oauth::Tokens;
use crate::calling::{CallOptions, export_calls};
use crate::errors::Result;

each_method!(grants export_calls Platform);
each_method!(subscriptions export_calls PlatformUser);

#[uniffi::export]
impl Platform {
    /// Stores tokens that were obtained elsewhere as a grant, and keeps them refreshed.
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
