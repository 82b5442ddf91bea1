//! Deprecated calls that the platform keeps for old apps, each with its replacement. [`migrate`](crate::migrate)
//! converts their bodies.

use open_platform_macros::calls;

use super::call;
use crate::client::{OpenPlatform, User};
use crate::error::Result;
use crate::id::{Phone, PostToken};
use crate::legacy::{
    LegacyListener, LegacyMessage, LegacyPostAddon, LegacyPostEdit, LegacyUploadUrl, LegacyUserAddon,
    LegacyVerification,
};
use crate::model::addon::{AddonCreated, PostAddon};
use crate::model::message::MessageSent;
use crate::model::semantic::RecordCreated;
use crate::secret::Secret;

/// Deprecated calls that need only the API key. From [`OpenPlatform::legacy`].
#[derive(Clone, Debug)]
pub struct Legacy(OpenPlatform);

/// Deprecated calls for a user. From [`User::legacy`].
#[derive(Clone, Debug)]
pub struct UserLegacy(User);

impl OpenPlatform {
    /// Deprecated calls that the platform keeps for old apps.
    pub fn legacy(&self) -> Legacy {
        Legacy(self.clone())
    }
}

impl User {
    /// Deprecated calls that the platform keeps for old apps.
    pub fn legacy(&self) -> UserLegacy {
        UserLegacy(self.clone())
    }
}

/// Add-ons in deprecated forms.
#[calls(OpenPlatform, legacy.addons)]
impl LegacyAddons {
    /// Creates an add-on with images, as an old example of the platform shows: on the second API host, without a user.
    #[endpoint(
        POST "/v2/open-platform/add-ons/post/{post_token}", number = "8a", host = Api,
        permission = "ADD_ON_CREATE", legacy("addons.create_on_post", "2025-04-27"), repeatable,
        source = "post-addons-example"
    )]
    #[deprecated(note = "use `User::addons().create_on_post`: the same body, for a user")]
    pub async fn create_on_post_by_key(&self, post: impl Into<PostToken>, addon: PostAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.inner.config.widget_limits)?;
        let call = call(LEGACY_ADDONS_CREATE_ON_POST_BY_KEY).segment(post.into().segment("post")?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// User verifications, replaced by semantic records.
#[calls(OpenPlatform, legacy.verifications)]
impl LegacyVerifications {
    /// Deletes the verification of the user with a phone number.
    #[endpoint(
        DELETE "/v1/open-platform/verifications/user/{phone}", number = "13",
        permission = "USER_SEMANTIC_DELETE", legacy("semantics.delete_for_user", "2024-10-27"),
        source = "legacy-verifications"
    )]
    #[deprecated(note = "use `OpenPlatform::semantics().delete_for_user`")]
    pub async fn delete(&self, phone: impl Into<Phone>) -> Result<()> {
        let call = call(LEGACY_VERIFICATIONS_DELETE).segment(phone.into().segment()?);
        self.0.run(call).await.map(drop)
    }
}

/// Add-ons in the old widget format.
#[calls(User, legacy.addons)]
impl UserLegacyAddons {
    /// Creates an add-on on a post in the old widget format.
    #[endpoint(
        POST "/v1/open-platform/add-ons/post/{post_token}", number = "10",
        scopes(POST_ADDON_CREATE, USER_POSTS_ADDON_CREATE), permission = "ADD_ON_CREATE",
        legacy("addons.create_on_post", "2024-10-27"), repeatable, source = "legacy-addons"
    )]
    #[deprecated(note = "use `User::addons().create_on_post`; `migrate::addon` converts the body")]
    pub async fn create_on_post(&self, post: impl Into<PostToken>, addon: LegacyPostAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(LEGACY_ADDONS_CREATE_ON_POST).segment(post.into().segment("post")?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates an add-on on the user with a phone number, in the old widget format.
    #[endpoint(
        POST "/v1/open-platform/addons/user/{phone}", number = "10", scopes(USER_ADDON_CREATE),
        permission = "USER_ADDON_CREATE", legacy("addons.create_for_user", "2024-10-27"),
        source = "legacy-addons"
    )]
    #[deprecated(note = "use `User::addons().create_for_user`; `migrate::user_addon` converts the body")]
    pub async fn create_for_user(&self, phone: impl Into<Phone>, addon: LegacyUserAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(LEGACY_ADDONS_CREATE_FOR_USER).segment(phone.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// User verifications, replaced by semantic records.
#[calls(User, legacy.verifications)]
impl UserLegacyVerifications {
    /// Creates a verification of the user with a phone number.
    #[endpoint(
        POST "/v1/open-platform/verifications/user/{phone}", number = "13", scopes(USER_VERIFICATION_CREATE),
        permission = "USER_SEMANTIC_CREATE", legacy("semantics.create_for_user", "2024-10-27"),
        source = "legacy-verifications"
    )]
    #[deprecated(note = "use `User::semantics().create_for_user`; `migrate::verification` converts the body")]
    pub async fn create(&self, phone: impl Into<Phone>, verification: LegacyVerification) -> Result<RecordCreated> {
        verification.check()?;
        let call = call(LEGACY_VERIFICATIONS_CREATE).segment(phone.into().segment()?).json(&verification)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// Messages in the old format.
#[calls(User, legacy.conversations)]
impl UserLegacyConversations {
    /// Sends a message with at most one button for each side.
    #[endpoint(
        POST "/v2/open-platform/chat/conversation", number = "15", scopes(CHAT_MESSAGE_SEND),
        permission = "CHAT_SEND_MESSAGE_OAUTH", legacy("conversations.send", "2024-11-04"),
        source = "legacy-send"
    )]
    #[deprecated(note = "use `User::conversations().send`; `migrate::message` converts the body")]
    pub async fn send(&self, message: LegacyMessage) -> Result<MessageSent> {
        message.check_within(&self.0.platform.inner.config.message_limits)?;
        let call = call(LEGACY_CONVERSATIONS_SEND).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// The old listener for messages.
#[calls(User, legacy.events)]
impl UserLegacyEvents {
    /// Sends the messages of one post to an address, in the old format.
    #[endpoint(
        POST "/v1/open-platform/notify/chat/post-conversations", number = "17", retry = Safe,
        scopes(CHAT_POST_CONVERSATIONS_READ), legacy("events.subscribe", "2024-11-04"),
        source = "legacy-listener"
    )]
    #[deprecated(note = "use `User::events().subscribe` with `NEW_MESSAGE_ON_POST`")]
    pub async fn listen(
        &self,
        post: impl Into<PostToken>,
        endpoint: impl Into<String>,
        identification_key: impl Into<Secret>,
    ) -> Result<()> {
        let listener = LegacyListener::new(post, endpoint, identification_key);
        listener.check()?;
        let call = call(LEGACY_EVENTS_LISTEN).json(&listener)?;
        self.0.run(call).await.map(drop)
    }
}

/// Addresses for images of posts, replaced by those for images and videos.
#[calls(OpenPlatform, legacy.own_posts)]
impl LegacyOwnPosts {
    /// Reads the address that the next image of a post is uploaded to. It is valid for about 10 minutes.
    #[endpoint(
        GET "/v1/open-platform/post/image-upload-url", permission = "UPLOAD_POST_IMAGE",
        legacy("own_posts.upload_urls", ""), source = "post-media"
    )]
    #[deprecated(note = "use `OpenPlatform::own_posts().upload_urls`")]
    pub async fn image_upload_url(&self) -> Result<LegacyUploadUrl> {
        self.0.run(call(LEGACY_OWN_POSTS_IMAGE_UPLOAD_URL)).await?.decode()
    }
}

/// Edits of posts in the old form.
#[calls(User, legacy.own_posts)]
impl UserLegacyOwnPosts {
    /// Replaces title, description and images of a post.
    #[endpoint(
        PUT "/v1/open-platform/post/{post_token}", scopes(POST_EDIT), permission = "EDIT_POST",
        legacy("own_posts.edit", ""), source = "edit-post"
    )]
    #[deprecated(note = "use `User::own_posts().edit`")]
    pub async fn edit(&self, post: impl Into<PostToken>, edit: LegacyPostEdit) -> Result<()> {
        edit.check()?;
        let call = call(LEGACY_OWN_POSTS_EDIT).segment(post.into().segment("post")?).json(&edit)?;
        self.0.run(call).await.map(drop)
    }
}
