//! Add-ons: widgets and semantic data on posts, users and businesses.

use open_platform_macros::calls;

use super::call;
use crate::error::Result;
use crate::id::{BusinessToken, Phone, PostToken, RecordId, UserId};
use crate::model::addon::{AddonCreated, BusinessAddon, PostAddon, UserAddon};

/// Calls about add-ons that need only the API key.
#[calls(OpenPlatform, addons)]
impl Addons {
    /// Removes this app's add-ons from a post. The platform does not check whose post it is. A grant with the scope for a post does
    /// not prove that its user owns the post.
    #[endpoint(
        DELETE "/v1/open-platform/addons/post/{post_token}", permission = "ADD_ON_DELETE", newer,
        source = "addon-deletion"
    )]
    pub async fn delete_from_post(&self, post: impl Into<PostToken>) -> Result<()> {
        let call = call(ADDONS_DELETE_FROM_POST).segment(post.into().segment("post")?);
        self.0.run(call).await.map(drop)
    }

    /// Removes a user add-on and its copies on posts. The id is the one that the creation returned.
    #[endpoint(
        DELETE "/v1/open-platform/addons/user/{id}", permission = "USER_ADDON_DELETE", newer,
        source = "addon-deletion"
    )]
    pub async fn delete_for_user(&self, id: impl Into<RecordId>) -> Result<()> {
        let call = call(ADDONS_DELETE_FOR_USER).segment(id.into().segment("id")?);
        self.0.run(call).await.map(drop)
    }
}

/// Calls about add-ons for a user.
#[calls(User, addons)]
impl UserAddons {
    /// Creates or replaces this app's add-on on a post.
    ///
    /// Success means that the add-on is well-formed and queued. It is attached later, and a post token that does not
    /// exist is not reported. An image of the add-on becomes permanent under a new name. An empty add-on would replace
    /// the existing one by nothing, so it is refused unless its `allow_empty` is true. [`Addons::delete_from_post`]
    /// removes an add-on.
    #[endpoint(
        POST "/v2/open-platform/addons/post/{post_token}", number = "8",
        scopes(POST_ADDON_CREATE, USER_POSTS_ADDON_CREATE), permission = "ADD_ON_CREATE", repeatable,
        source = "post-addons"
    )]
    pub async fn create_on_post(&self, post: impl Into<PostToken>, addon: PostAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(ADDONS_CREATE_ON_POST).segment(post.into().segment("post")?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates or updates this app's add-on on the user with a phone number. It appears on the user's future posts
    /// and on up to 30 of the latest, in the categories of the add-on or, if it has none, in all categories in which
    /// the app is active. The platform removes it after 3 months. Its `cost` is in rial.
    ///
    /// An update applies to later posts only: posts that show the add-on already do not change.
    /// [`Addons::delete_for_user`] removes it from all posts.
    #[endpoint(
        POST "/v2/open-platform/addons/user/{phone}", number = "9", scopes(USER_ADDON_CREATE),
        permission = "USER_ADDON_CREATE", newer_form = "addons.create_for_user_id",
        source = "user-addons"
    )]
    pub async fn create_for_user(&self, phone: impl Into<Phone>, addon: UserAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(ADDONS_CREATE_FOR_USER).segment(phone.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Like [`create_for_user`](Self::create_for_user), by the user's id.
    #[endpoint(
        POST "/v2/open-platform/addons/users/{user_id}", scopes(USER_ADDON_CREATE),
        permission = "USER_ADDON_CREATE", newer, source = "user-addons"
    )]
    pub async fn create_for_user_id(&self, user: impl Into<UserId>, addon: UserAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(ADDONS_CREATE_FOR_USER_ID).segment(user.into().segment("user")?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates or updates this app's add-on on all posts of a business. The platform offers this call by invitation only, and
    /// documents no call that removes such an add-on.
    #[endpoint(
        POST "/v1/open-platform/addons/business/{business_token}", scopes(BUSINESS_ADDON_CREATE),
        permission = "BUSINESS_ADDON_CREATE", newer, source = "business-addons"
    )]
    pub async fn create_for_business(
        &self,
        business: impl Into<BusinessToken>,
        addon: BusinessAddon,
    ) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(ADDONS_CREATE_FOR_BUSINESS).segment(business.into().segment("business")?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }
}
