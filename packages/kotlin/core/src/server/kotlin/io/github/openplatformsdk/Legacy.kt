package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Old forms that need only the API key. From [OpenPlatform.legacy]. */
public class Legacy internal constructor(native: Platform) {
    /** Add-ons. */
    public val addons: LegacyAddons = LegacyAddons(native)

    /** Verifications. */
    public val verifications: LegacyVerifications = LegacyVerifications(native)
}

/** From [Legacy.addons]. */
public class LegacyAddons internal constructor(private val native: Platform) {
    /**
     * Creates an add-on with images in the form of one old example: on the second API host, without a user.
     *
     * Key permission `ADD_ON_CREATE`. Source: spec 8a, facts part 2 row 2.
     */
    @Deprecated("Use UserClient.addons.createOnPost: the same body, for a user.")
    public suspend fun createOnPostByKey(post: PostToken, addon: PostAddon, timeout: Duration? = null): AddonCreated =
        translated { native.legacyAddonsCreateOnPostByKey(post, addon, options(timeout)) }
}

/** From [Legacy.verifications]. */
public class LegacyVerifications internal constructor(private val native: Platform) {
    /**
     * Deletes the verification of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: spec 13, facts part 1.13.
     */
    @Deprecated("Use OpenPlatform.semantics.deleteForUser.")
    public suspend fun delete(phone: Phone, timeout: Duration? = null): Unit =
        translated { native.legacyVerificationsDelete(phone, options(timeout)) }
}

/** Old forms for a user. From [UserClient.legacy]. `migrate` converts their bodies. */
public class UserLegacy internal constructor(native: PlatformUser) {
    /** Add-ons. */
    public val addons: UserLegacyAddons = UserLegacyAddons(native)

    /** Verifications. */
    public val verifications: UserLegacyVerifications = UserLegacyVerifications(native)

    /** Messages. */
    public val conversations: UserLegacyConversations = UserLegacyConversations(native)

    /** Listeners. */
    public val events: UserLegacyEvents = UserLegacyEvents(native)
}

/** From [UserLegacy.addons]. */
public class UserLegacyAddons internal constructor(private val native: PlatformUser) {
    /**
     * Creates an add-on on a post in the old widget format.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`; key permission `ADD_ON_CREATE`.
     * Source: spec 10, facts part 1.2.5.
     */
    @Deprecated("Use UserClient.addons.createOnPost.")
    public suspend fun createOnPost(post: PostToken, addon: LegacyPostAddon, timeout: Duration? = null): AddonCreated =
        translated { native.legacyAddonsCreateOnPost(post, addon, options(timeout)) }

    /**
     * Creates an add-on on the user with a phone number, in the old widget format.
     *
     * Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Source: spec 10, facts part 1.2.5.
     */
    @Deprecated("Use UserClient.addons.createForUser.")
    public suspend fun createForUser(phone: Phone, addon: LegacyUserAddon, timeout: Duration? = null): AddonCreated =
        translated { native.legacyAddonsCreateForUser(phone, addon, options(timeout)) }
}

/** From [UserLegacy.verifications]. */
public class UserLegacyVerifications internal constructor(private val native: PlatformUser) {
    /**
     * Creates a verification of the user with a phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Source: spec 13, facts part 1.13.
     */
    @Deprecated("Use UserClient.semantics.createForUser.")
    public suspend fun create(
        phone: Phone,
        verification: LegacyVerification,
        timeout: Duration? = null,
    ): RecordCreated = translated { native.legacyVerificationsCreate(phone, verification, options(timeout)) }
}

/** From [UserLegacy.conversations]. */
public class UserLegacyConversations internal constructor(private val native: PlatformUser) {
    /**
     * Sends a message with at most one button for each side.
     *
     * Scope `CHAT_MESSAGE_SEND` with its identifier, key permission `CHAT_SEND_MESSAGE_OAUTH`. Source: spec 15, facts part
     * 1.13.
     */
    @Deprecated("Use UserClient.conversations.send.")
    public suspend fun send(message: LegacyMessage, timeout: Duration? = null): MessageSent =
        translated { native.legacyConversationsSend(message, options(timeout)) }
}

/** From [UserLegacy.events]. */
public class UserLegacyEvents internal constructor(private val native: PlatformUser) {
    /**
     * Has the messages of one post sent to an address, in the old form, with [identificationKey] in the header
     * `Authorization`.
     *
     * Scope `CHAT_POST_CONVERSATIONS_READ` with the post token. Source: spec 17, facts part 1.13.
     */
    @Deprecated("Use UserClient.subscriptions.ensure with SubscriptionType.NewMessageOnPost.")
    public suspend fun listen(
        post: PostToken,
        endpoint: String,
        identificationKey: String,
        timeout: Duration? = null,
    ): Unit = translated { native.legacyEventsListen(post, endpoint, identificationKey, options(timeout)) }
}
