// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/**
 * Deprecated calls with only the API key, which the platform keeps for existing apps. `Migrate.any` converts their
 * bodies.
 */
public class Legacy internal constructor(native: Platform) {
    /** Add-ons in deprecated forms. */
    public val addons: LegacyAddons = LegacyAddons(native)

    /** User verifications, replaced by semantic records. */
    public val verifications: LegacyVerifications = LegacyVerifications(native)

    /** Addresses for images of posts, replaced by those for images and videos. */
    public val ownPosts: LegacyOwnPosts = LegacyOwnPosts(native)
}

/** Deprecated calls for a user, which the platform keeps for existing apps. `Migrate.any` converts their bodies. */
public class UserLegacy internal constructor(native: PlatformUser) {
    /** Add-ons in the old widget format. */
    public val addons: UserLegacyAddons = UserLegacyAddons(native)

    /** User verifications, replaced by semantic records. */
    public val verifications: UserLegacyVerifications = UserLegacyVerifications(native)

    /** Messages in the old format. */
    public val conversations: UserLegacyConversations = UserLegacyConversations(native)

    /** The old listener for messages. */
    public val events: UserLegacyEvents = UserLegacyEvents(native)

    /** Edits of posts in the old form. */
    public val ownPosts: UserLegacyOwnPosts = UserLegacyOwnPosts(native)
}

/** Add-ons in deprecated forms. From `OpenPlatform.legacy.addons`. */
public class LegacyAddons internal constructor(private val native: Platform) {
    /**
     * Creates an add-on with images, as an old example of the platform shows: on the second API host, without a user.
     *
     * Key permission `ADD_ON_CREATE`. Source: `docs/platform.md#post-addons-example`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param repeat Whether the request may be retried if it is unknown whether the platform executed it. A retry that
     *   arrives late overwrites what another call has written in the meantime.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    @Deprecated("Use user.addons.createOnPost: the same body, for a user")
    public suspend fun createOnPostByKey(
        post: PostToken,
        addon: PostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): AddonCreated =
        traced("legacy.addons.create_on_post_by_key") { translated(addon::texts) { native.legacyAddonsCreateOnPostByKey(post, addon, options(timeout, repeat)) } }
}

/** User verifications, replaced by semantic records. From `OpenPlatform.legacy.verifications`. */
public class LegacyVerifications internal constructor(private val native: Platform) {
    /**
     * Deletes the verification of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#legacy-verifications`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use client.semantics.deleteForUser")
    public suspend fun delete(phone: Phone, timeout: Duration? = null): Unit =
        traced("legacy.verifications.delete") { translated { native.legacyVerificationsDelete(phone, options(timeout)) } }
}

/** Addresses for images of posts, replaced by those for images and videos. From `OpenPlatform.legacy.ownPosts`. */
public class LegacyOwnPosts internal constructor(private val native: Platform) {
    /**
     * Reads the address that the next image of a post is uploaded to. It is valid for about 10 minutes.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Source: `docs/platform.md#post-media`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use client.ownPosts.uploadUrls")
    public suspend fun imageUploadUrl(timeout: Duration? = null): LegacyUploadUrl =
        traced("legacy.own_posts.image_upload_url") { translated { native.legacyOwnPostsImageUploadUrl(options(timeout)) } }
}

/** Add-ons in the old widget format. From `UserClient.legacy.addons`. */
public class UserLegacyAddons internal constructor(private val native: PlatformUser) {
    /**
     * Creates an add-on on a post in the old widget format.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
     * Source: `docs/platform.md#legacy-addons`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param repeat Whether the request may be retried if it is unknown whether the platform executed it. A retry that
     *   arrives late overwrites what another call has written in the meantime.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    @Deprecated("Use user.addons.createOnPost; Migrate.addon converts the body")
    public suspend fun createOnPost(
        post: PostToken,
        addon: LegacyPostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): AddonCreated =
        traced("legacy.addons.create_on_post") { translated { native.legacyAddonsCreateOnPost(post, addon, options(timeout, repeat)) } }

    /**
     * Creates an add-on on the user with a phone number, in the old widget format.
     *
     * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#legacy-addons`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    @Deprecated("Use user.addons.createForUser; Migrate.userAddon converts the body")
    public suspend fun createForUser(phone: Phone, addon: LegacyUserAddon, timeout: Duration? = null): AddonCreated =
        traced("legacy.addons.create_for_user") { translated { native.legacyAddonsCreateForUser(phone, addon, options(timeout)) } }
}

/** User verifications, replaced by semantic records. From `UserClient.legacy.verifications`. */
public class UserLegacyVerifications internal constructor(private val native: PlatformUser) {
    /**
     * Creates a verification of the user with a phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
     * `docs/platform.md#legacy-verifications`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param verification The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    @Deprecated("Use user.semantics.createForUser; Migrate.verification converts the body")
    public suspend fun create(
        phone: Phone,
        verification: LegacyVerification,
        timeout: Duration? = null,
    ): RecordCreated =
        traced("legacy.verifications.create") { translated { native.legacyVerificationsCreate(phone, verification, options(timeout)) } }
}

/** Messages in the old format. From `UserClient.legacy.conversations`. */
public class UserLegacyConversations internal constructor(private val native: PlatformUser) {
    /**
     * Sends a message with at most one button for each side.
     *
     * Scope `CHAT_MESSAGE_SEND` with its identifier. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
     * `docs/platform.md#legacy-send`.
     *
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    @Deprecated("Use user.conversations.send; Migrate.message converts the body")
    public suspend fun send(message: LegacyMessage, timeout: Duration? = null): MessageSent =
        traced("legacy.conversations.send") { translated { native.legacyConversationsSend(message, options(timeout)) } }
}

/** The old listener for messages. From `UserClient.legacy.events`. */
public class UserLegacyEvents internal constructor(private val native: PlatformUser) {
    /**
     * Sends the messages of one post to an address, in the old format.
     *
     * Scope `CHAT_POST_CONVERSATIONS_READ` with the post token. Source: `docs/platform.md#legacy-listener`.
     *
     * @param post The token of the post.
     * @param endpoint The address that the platform sends the messages to.
     * @param identificationKey The value that the platform sends in the header `Authorization` to that address.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use user.events.subscribe with NEW_MESSAGE_ON_POST")
    public suspend fun listen(
        post: PostToken,
        endpoint: String,
        identificationKey: String,
        timeout: Duration? = null,
    ): Unit =
        traced("legacy.events.listen") { translated { native.legacyEventsListen(post, endpoint, identificationKey, options(timeout)) } }
}

/** Edits of posts in the old form. From `UserClient.legacy.ownPosts`. */
public class UserLegacyOwnPosts internal constructor(private val native: PlatformUser) {
    /**
     * Replaces title, description and images of a post.
     *
     * Scope `POST_EDIT` with the post token. Key permission `EDIT_POST`. Source: `docs/platform.md#edit-post`.
     *
     * @param post The token of the post.
     * @param edit What is changed.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    @Deprecated("Use user.ownPosts.edit")
    public suspend fun edit(post: PostToken, edit: LegacyPostEdit, timeout: Duration? = null): Unit =
        traced("legacy.own_posts.edit") { translated { native.legacyOwnPostsEdit(post, edit, options(timeout)) } }
}
