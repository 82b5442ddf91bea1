//! The stored grants, and their event subscriptions, which are renewed automatically.

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
    /// Checks whether the settings can work.
    fn check(&self) -> Typed<()> {
        self.call(async move |platform| platform.check().await)
    }

    /// All grants in the store that can be read.
    fn grants_list(&self) -> Typed<Vec<GrantInfo>> {
        self.call(async move |platform| platform.grants().list().await)
    }

    /// One page of the grants in the store that can be read.
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

    /// The state of one grant, or `None`.
    fn grants_info(&self, grant: GrantKey) -> Typed<Option<GrantInfo>> {
        self.call(async move |platform| platform.grants().info(grant).await)
    }

    /// Whether calls can be made with a grant. If not, the user has to log in again.
    fn grants_is_usable(&self, grant: GrantKey) -> Typed<bool> {
        self.call(async move |platform| platform.grants().is_usable(grant).await)
    }

    /// Refreshes a grant now. The refresh continues if the caller stops waiting.
    fn grants_refresh(&self, grant: GrantKey) -> Typed<GrantInfo> {
        self.call(async move |platform| platform.grants().refresh(grant).await)
    }

    /// Stores tokens that were obtained elsewhere as a grant.
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

    /// Verifies that a user has revoked access, and returns the user's grants in their new state.
    fn grants_revoked(&self, user: UserId) -> Typed<Vec<GrantInfo>> {
        self.call(async move |platform| platform.grants().revoked(user).await)
    }

    /// Deletes a grant and its subscriptions from the store, and returns whether the grant existed.
    fn grants_forget(&self, grant: GrantKey) -> Typed<bool> {
        self.call(async move |platform| platform.grants().forget(grant).await)
    }
}

#[no_panic]
#[pymethods]
impl PlatformUser {
    /// Stores a subscription as wanted, and creates it at once.
    #[pyo3(signature = (subscription, *, timeout = None))]
    fn subscriptions_ensure(
        &self,
        subscription: Subscription,
        timeout: Option<Given<f64>>,
    ) -> PyResult<Typed<SubscriptionInfo>> {
        let with = self.with(options(timeout)?);
        Ok(self.call(async move |platform| with(platform).subscriptions().ensure(subscription).await))
    }

    /// Stops renewing a subscription, and returns whether it was wanted.
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

    /// The wanted subscriptions and their status.
    fn subscriptions_list(&self) -> PyResult<Typed<Vec<SubscriptionInfo>>> {
        let with = self.with(options(None)?);
        Ok(self.call(async move |platform| with(platform).subscriptions().list().await))
    }

    /// Renews the subscriptions that are due.
    fn subscriptions_renew(&self) -> PyResult<Typed<Vec<SubscriptionInfo>>> {
        let with = self.with(options(None)?);
        Ok(self.call(async move |platform| with(platform).subscriptions().renew().await))
    }
}
