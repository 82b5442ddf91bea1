//! The stored grants, and the event subscriptions that are kept alive for them.

use chrono::{DateTime, Utc};
use open_platform::UserId;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::grants::{Adoption, GrantInfo, GrantPage, UnreadableGrant};
use open_platform::id::GrantKey;
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::subscriptions::SubscriptionInfo;
use pyo3::prelude::*;

use crate::call::Typed;
use crate::calls::options;
use crate::client::{Platform, PlatformUser};
use crate::oauth::Tokens;

#[no_panic]
#[pymethods]
impl Platform {
    /// Finds out whether the settings can work.
    fn check(&self) -> Typed<()> {
        self.call(async move |platform| platform.check().await)
    }

    /// All grants in the store that can be read.
    fn grants_list(&self) -> Typed<Vec<GrantInfo>> {
        self.call(async move |platform| platform.grants().list().await)
    }

    /// A part of the grants in the store that can be read.
    #[pyo3(signature = (*, after = None, limit = None))]
    fn grants_page(&self, after: Option<Given<GrantKey>>, limit: Option<Given<usize>>) -> PyResult<Typed<GrantPage>> {
        let (after, limit) = (Given::optional(after, "after")?, Given::optional(limit, "limit")?);
        Ok(self.call(async move |platform| platform.grants().page(after, limit).await))
    }

    /// The grants of one user, the newest login first.
    fn grants_of_user(&self, user: String) -> Typed<Vec<GrantInfo>> {
        self.call(async move |platform| platform.grants().of_user(&user).await)
    }

    /// The grants that cannot be read.
    fn grants_unreadable(&self) -> Typed<Vec<UnreadableGrant>> {
        self.call(async move |platform| platform.grants().unreadable().await)
    }

    /// What is known about one grant, or `None`.
    fn grants_info(&self, grant: GrantKey) -> Typed<Option<GrantInfo>> {
        self.call(async move |platform| platform.grants().info(grant).await)
    }

    /// Whether calls can be made with a grant. If not, send the user to a login.
    fn grants_is_usable(&self, grant: GrantKey) -> Typed<bool> {
        self.call(async move |platform| platform.grants().is_usable(grant).await)
    }

    /// Refreshes a grant now. It goes on if the caller stops waiting.
    fn grants_refresh(&self, grant: GrantKey) -> Typed<GrantInfo> {
        self.call(async move |platform| platform.grants().refresh(grant).await)
    }

    /// Takes over tokens that were obtained elsewhere, and keeps them alive.
    #[pyo3(signature = (tokens, *, user = None, redirect_uri = None, consent_at = None))]
    fn grants_adopt(
        &self,
        tokens: Tokens,
        user: Option<Given<String>>,
        redirect_uri: Option<Given<String>>,
        consent_at: Option<Given<DateTime<Utc>>>,
    ) -> PyResult<Typed<GrantInfo>> {
        let mut adoption = Adoption::new(tokens.0);
        adoption.user = Given::optional(user, "user")?;
        adoption.redirect_uri = Given::optional(redirect_uri, "redirect_uri")?;
        adoption.consent_at = Given::optional(consent_at, "consent_at")?;
        Ok(self.call(async move |platform| platform.grants().adopt(adoption).await))
    }

    /// Finds out whether a user has taken access away, and gives the user's grants as they are then.
    fn grants_revoked(&self, user: UserId) -> Typed<Vec<GrantInfo>> {
        self.call(async move |platform| platform.grants().revoked(user).await)
    }

    /// Deletes a grant and its subscriptions from the store, and says whether there was one.
    fn grants_forget(&self, grant: GrantKey) -> Typed<bool> {
        self.call(async move |platform| platform.grants().forget(grant).await)
    }
}

#[no_panic]
#[pymethods]
impl PlatformUser {
    /// Wants a subscription from now on, and makes it at once.
    #[pyo3(signature = (subscription, *, timeout = None))]
    fn subscriptions_ensure(
        &self,
        subscription: Subscription,
        timeout: Option<Given<f64>>,
    ) -> PyResult<Typed<SubscriptionInfo>> {
        let with = self.with(options(timeout)?);
        Ok(self.call(async move |platform| with(platform).subscriptions().ensure(subscription).await))
    }

    /// No longer wants a subscription, and says whether it was wanted.
    #[pyo3(signature = (event_type, event_resource_id = None))]
    fn subscriptions_remove(
        &self,
        event_type: SubscriptionType,
        event_resource_id: Option<Given<String>>,
    ) -> PyResult<Typed<bool>> {
        let resource = Given::optional(event_resource_id, "event_resource_id")?;
        let with = self.with(options(None)?);
        Ok(self.call(async move |platform| with(platform).subscriptions().remove(event_type, resource).await))
    }

    /// The wanted subscriptions, and how they stand.
    fn subscriptions_list(&self) -> PyResult<Typed<Vec<SubscriptionInfo>>> {
        let with = self.with(options(None)?);
        Ok(self.call(async move |platform| with(platform).subscriptions().list().await))
    }

    /// Renews what is due.
    fn subscriptions_renew(&self) -> PyResult<Typed<Vec<SubscriptionInfo>>> {
        let with = self.with(options(None)?);
        Ok(self.call(async move |platform| with(platform).subscriptions().renew().await))
    }
}
