//! Stored grants and their event subscriptions.

use std::sync::Arc;

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

export_calls! { Platform {
    grants_adopt(
        tokens: Arc<Tokens>, user: Option<String>, redirect_uri: Option<String>, consent_at: Option<DateTime>
    ) -> GrantInfo = |client| async {
        let mut adoption = Adoption::new(tokens.0.clone());
        (adoption.user, adoption.redirect_uri, adoption.consent_at) = (user, redirect_uri, consent_at);
        client.grants().adopt(adoption).await
    };
} }
