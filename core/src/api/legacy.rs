//! The calls that the platform keeps for old apps, each with its successor. Bodies are converted by
//! [`migrate`](crate::migrate).

use super::call;
use crate::client::{OpenPlatform, User};
use crate::endpoint;
use crate::error::Result;
use crate::id::{Phone, PostToken};
use crate::model::addon::{AddonCreated, PostAddon};
use crate::model::legacy::{LegacyListener, LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification};
use crate::model::message::MessageSent;
use crate::model::semantic::RecordCreated;

/// Old calls that need only the API key. From [`OpenPlatform::legacy`].
#[derive(Clone, Debug)]
pub struct Legacy(OpenPlatform);

/// Old calls for a user. From [`User::legacy`].
#[derive(Clone, Debug)]
pub struct UserLegacy(User);

impl OpenPlatform {
    /// Calls that the platform keeps for old apps.
    pub fn legacy(&self) -> Legacy {
        Legacy(self.clone())
    }
}

impl User {
    /// Calls that the platform keeps for old apps.
    pub fn legacy(&self) -> UserLegacy {
        UserLegacy(self.clone())
    }
}

impl Legacy {
    /// Add-ons in old ways.
    pub fn addons(&self) -> LegacyAddons {
        LegacyAddons(self.0.clone())
    }

    /// User verifications, today semantic records.
    pub fn verifications(&self) -> LegacyVerifications {
        LegacyVerifications(self.0.clone())
    }
}

impl UserLegacy {
    /// Add-ons in the old widget format.
    pub fn addons(&self) -> UserLegacyAddons {
        UserLegacyAddons(self.0.clone())
    }

    /// User verifications, today semantic records.
    pub fn verifications(&self) -> UserLegacyVerifications {
        UserLegacyVerifications(self.0.clone())
    }

    /// Messages in the old form.
    pub fn conversations(&self) -> UserLegacyConversations {
        UserLegacyConversations(self.0.clone())
    }

    /// The old way to listen to messages.
    pub fn events(&self) -> UserLegacyEvents {
        UserLegacyEvents(self.0.clone())
    }
}

/// From [`Legacy::addons`].
#[derive(Clone, Debug)]
pub struct LegacyAddons(OpenPlatform);

impl LegacyAddons {
    /// Creates an add-on with images in the form of one old example: on the second API host, without a user.
    ///
    /// Key permission `ADD_ON_CREATE`. Source: spec 8a, facts part 2 row 2.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    #[deprecated(note = "use `User::addons().create_on_post`: the same body, for a user")]
    pub async fn create_on_post_by_key(&self, post: impl Into<PostToken>, addon: PostAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.inner.config.widget_limits)?;
        let call = call(endpoint::LEGACY_ADDONS_CREATE_ON_POST_BY_KEY).segment(post.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// From [`Legacy::verifications`].
#[derive(Clone, Debug)]
pub struct LegacyVerifications(OpenPlatform);

impl LegacyVerifications {
    /// Deletes the verification of the user with a phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`. Source: spec 13, facts part 1.13.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    #[deprecated(note = "use `OpenPlatform::semantics().delete_for_user`")]
    pub async fn delete(&self, phone: impl Into<Phone>) -> Result<()> {
        let call = call(endpoint::LEGACY_VERIFICATIONS_DELETE).segment(phone.into().segment()?);
        self.0.run(call).await.map(drop)
    }
}

/// From [`UserLegacy::addons`].
#[derive(Clone, Debug)]
pub struct UserLegacyAddons(User);

impl UserLegacyAddons {
    /// Creates an add-on on a post in the old widget format.
    ///
    /// Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`; key permission `ADD_ON_CREATE`.
    /// Source: spec 10, facts part 1.2.5.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    #[deprecated(note = "use `User::addons().create_on_post`; `migrate::addon` converts the body")]
    pub async fn create_on_post(&self, post: impl Into<PostToken>, addon: LegacyPostAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(endpoint::LEGACY_ADDONS_CREATE_ON_POST).segment(post.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }

    /// Creates an add-on on the user with a phone number, in the old widget format.
    ///
    /// Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Source: spec 10, facts part 1.2.5.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    #[deprecated(note = "use `User::addons().create_for_user`; `migrate::user_addon` converts the body")]
    pub async fn create_for_user(&self, phone: impl Into<Phone>, addon: LegacyUserAddon) -> Result<AddonCreated> {
        addon.check_within(&self.0.platform.inner.config.widget_limits)?;
        let call = call(endpoint::LEGACY_ADDONS_CREATE_FOR_USER).segment(phone.into().segment()?).json(&addon)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// From [`UserLegacy::verifications`].
#[derive(Clone, Debug)]
pub struct UserLegacyVerifications(User);

impl UserLegacyVerifications {
    /// Creates a verification of the user with a phone number.
    ///
    /// Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Source: spec 13, facts part 1.13.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    #[deprecated(note = "use `User::semantics().create_for_user`; `migrate::verification` converts the body")]
    pub async fn create(&self, phone: impl Into<Phone>, verification: LegacyVerification) -> Result<RecordCreated> {
        verification.check()?;
        let call = call(endpoint::LEGACY_VERIFICATIONS_CREATE).segment(phone.into().segment()?).json(&verification)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// From [`UserLegacy::conversations`].
#[derive(Clone, Debug)]
pub struct UserLegacyConversations(User);

impl UserLegacyConversations {
    /// Sends a message with at most one button for each side.
    ///
    /// Scope `CHAT_MESSAGE_SEND` with its identifier, key permission `CHAT_SEND_MESSAGE_OAUTH`.
    /// Source: spec 15, facts part 1.13.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    #[deprecated(note = "use `User::conversations().send`; `migrate::message` converts the body")]
    pub async fn send(&self, message: LegacyMessage) -> Result<MessageSent> {
        message.check()?;
        let call = call(endpoint::LEGACY_CONVERSATIONS_SEND).json(&message)?;
        self.0.run(call).await?.decode_or_default()
    }
}

/// From [`UserLegacy::events`].
#[derive(Clone, Debug)]
pub struct UserLegacyEvents(User);

impl UserLegacyEvents {
    /// Has the messages of one post sent to an address, in the old form.
    ///
    /// Scope `CHAT_POST_CONVERSATIONS_READ` with the post token. Source: spec 17, facts part 1.13.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    #[deprecated(note = "use `User::events().subscribe` with `NEW_MESSAGE_ON_POST`")]
    pub async fn listen(&self, listener: LegacyListener) -> Result<()> {
        listener.check()?;
        let call = call(endpoint::LEGACY_EVENTS_LISTEN).json(&listener)?;
        self.0.run(call).await.map(drop)
    }
}
