//! Add-ons: widgets and semantic data on posts, users and businesses.

use super::call;
use crate::client::{OpenPlatform, User};
use crate::endpoint;
use crate::error::Result;
use crate::id::{BusinessToken, Phone, PostToken, RecordId, UserId};
use crate::model::addon::{AddonCreated, BusinessAddon, PostAddon, UserAddon};

/// Calls about add-ons that need only the API key. From [`OpenPlatform::addons`].
#[derive(Clone, Debug)]
pub struct Addons(OpenPlatform);

/// Calls about add-ons for a user. From [`User::addons`].
#[derive(Clone, Debug)]
pub struct UserAddons(User);

impl OpenPlatform {
    /// Add-ons.
    pub fn addons(&self) -> Addons {
        Addons(self.clone())
    }
}

impl User {
    /// Add-ons, created for the user.
    pub fn addons(&self) -> UserAddons {
        UserAddons(self.clone())
    }
}

impl Addons {
    /// Removes this app's add-ons from a post.
    ///
    /// Key permission `ADD_ON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn delete_from_post(&self, post: impl Into<PostToken>) -> Result<()> {
        let call = call(endpoint::ADDONS_DELETE_FROM_POST).segment(post.into().segment()?);
        self.0.run(call).await.map(drop)
    }

    /// Removes a user add-on, with its copies on posts, by the id that its creation returned.
    ///
    /// Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn delete_for_user(&self, id: impl Into<RecordId>) -> Result<()> {
        let call = call(endpoint::ADDONS_DELETE_FOR_USER).segment(id.into().segment()?);
        self.0.run(call).await.map(drop)
    }
}

impl UserAddons {
    /// Creates or replaces this app's add-on on a post.
    ///
    /// Success means that the add-on is well-formed and queued. Attaching happens later, and a token of no post is
    /// not noticed. An image of the add-on becomes permanent under a new name.
    ///
    /// Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`; key permission `ADD_ON_CREATE`.
    /// Source: spec 8, facts part 1.3.1.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn create_on_post(&self, post: impl Into<PostToken>, addon: PostAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(endpoint::ADDONS_CREATE_ON_POST).segment(post.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates or replaces this app's add-on on the user with a phone number: on future posts and up to the 30 latest.
    /// It ends by itself after 3 months.
    ///
    /// Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Source: spec 9, facts part 1.3.2.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn create_for_user(&self, phone: impl Into<Phone>, addon: UserAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(endpoint::ADDONS_CREATE_FOR_USER).segment(phone.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// As [`create_for_user`](Self::create_for_user), by the user's id.
    ///
    /// Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Newer than the specification.
    /// Source: facts part 1.3.2.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn create_for_user_id(&self, user: impl Into<UserId>, addon: UserAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(endpoint::ADDONS_CREATE_FOR_USER_ID).segment(user.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates this app's add-on on all posts of a business. The platform opens this call by invitation only.
    ///
    /// Scope `BUSINESS_ADDON_CREATE` with the business token, key permission `BUSINESS_ADDON_CREATE`. Newer than the
    /// specification. Source: facts part 1.3.3.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn create_for_business(
        &self,
        business: impl Into<BusinessToken>,
        addon: BusinessAddon,
    ) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(endpoint::ADDONS_CREATE_FOR_BUSINESS).segment(business.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }
}
