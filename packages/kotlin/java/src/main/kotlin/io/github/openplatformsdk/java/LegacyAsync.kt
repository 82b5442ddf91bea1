// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture

/**
 * Deprecated calls with only the API key, which the platform keeps for existing apps. `Migrate.any` converts their
 * bodies.
 */
public class LegacyAsync internal constructor(calls: Legacy, futures: Futures) {
    /** Add-ons in deprecated forms. */
    @get:JvmName("addons")
    public val addons: LegacyAddonsAsync = LegacyAddonsAsync(calls.addons, futures)

    /** User verifications, replaced by semantic records. */
    @get:JvmName("verifications")
    public val verifications: LegacyVerificationsAsync = LegacyVerificationsAsync(calls.verifications, futures)

    /** Addresses for images of posts, replaced by those for images and videos. */
    @get:JvmName("ownPosts")
    public val ownPosts: LegacyOwnPostsAsync = LegacyOwnPostsAsync(calls.ownPosts, futures)
}

/** Deprecated calls for a user, which the platform keeps for existing apps. `Migrate.any` converts their bodies. */
public class UserLegacyAsync internal constructor(calls: UserLegacy, futures: Futures) {
    /** Add-ons in the old widget format. */
    @get:JvmName("addons")
    public val addons: UserLegacyAddonsAsync = UserLegacyAddonsAsync(calls.addons, futures)

    /** User verifications, replaced by semantic records. */
    @get:JvmName("verifications")
    public val verifications: UserLegacyVerificationsAsync = UserLegacyVerificationsAsync(calls.verifications, futures)

    /** Messages in the old format. */
    @get:JvmName("conversations")
    public val conversations: UserLegacyConversationsAsync = UserLegacyConversationsAsync(calls.conversations, futures)

    /** The old listener for messages. */
    @get:JvmName("events")
    public val events: UserLegacyEventsAsync = UserLegacyEventsAsync(calls.events, futures)

    /** Edits of posts in the old form. */
    @get:JvmName("ownPosts")
    public val ownPosts: UserLegacyOwnPostsAsync = UserLegacyOwnPostsAsync(calls.ownPosts, futures)
}

/** Add-ons in deprecated forms. From `OpenPlatformAsync.legacy.addons`. */
public class LegacyAddonsAsync internal constructor(private val calls: LegacyAddons, private val futures: Futures) {
    /**
     * Creates an add-on with images, as an old example of the platform shows: on the second API host, without a user.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `ADD_ON_CREATE`. Source: `docs/platform.md#post-addons-example`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param repeat Whether the request may be retried if it is unknown whether the platform executed it. A retry that
     *   arrives late overwrites what another call has written in the meantime.
     */
    @Deprecated("Use user.addons.createOnPost: the same body, for a user")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun createOnPostByKey(
        post: PostToken,
        addon: PostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createOnPostByKey(post, addon, timeout.inKotlin(), repeat) }
}

/** User verifications, replaced by semantic records. From `OpenPlatformAsync.legacy.verifications`. */
public class LegacyVerificationsAsync internal constructor(private val calls: LegacyVerifications, private val futures: Futures) {
    /**
     * Deletes the verification of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#legacy-verifications`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use client.semantics.deleteForUser")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun delete(phone: Phone, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.delete(phone, timeout.inKotlin()) }
}

/** Addresses for images of posts, replaced by those for images and videos. From `OpenPlatformAsync.legacy.ownPosts`. */
public class LegacyOwnPostsAsync internal constructor(private val calls: LegacyOwnPosts, private val futures: Futures) {
    /**
     * Reads the address that the next image of a post is uploaded to. It is valid for about 10 minutes.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Source: `docs/platform.md#post-media`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use client.ownPosts.uploadUrls")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun imageUploadUrl(timeout: Duration? = null): CompletableFuture<LegacyUploadUrl> =
        futures.of { calls.imageUploadUrl(timeout.inKotlin()) }
}

/** Add-ons in the old widget format. From `UserClientAsync.legacy.addons`. */
public class UserLegacyAddonsAsync internal constructor(private val calls: UserLegacyAddons, private val futures: Futures) {
    /**
     * Creates an add-on on a post in the old widget format.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
     * Source: `docs/platform.md#legacy-addons`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param repeat Whether the request may be retried if it is unknown whether the platform executed it. A retry that
     *   arrives late overwrites what another call has written in the meantime.
     */
    @Deprecated("Use user.addons.createOnPost; Migrate.addon converts the body")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun createOnPost(
        post: PostToken,
        addon: LegacyPostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createOnPost(post, addon, timeout.inKotlin(), repeat) }

    /**
     * Creates an add-on on the user with a phone number, in the old widget format.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#legacy-addons`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use user.addons.createForUser; Migrate.userAddon converts the body")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun createForUser(
        phone: Phone,
        addon: LegacyUserAddon,
        timeout: Duration? = null,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createForUser(phone, addon, timeout.inKotlin()) }
}

/** User verifications, replaced by semantic records. From `UserClientAsync.legacy.verifications`. */
public class UserLegacyVerificationsAsync internal constructor(private val calls: UserLegacyVerifications, private val futures: Futures) {
    /**
     * Creates a verification of the user with a phone number.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
     * `docs/platform.md#legacy-verifications`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param verification The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use user.semantics.createForUser; Migrate.verification converts the body")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun create(
        phone: Phone,
        verification: LegacyVerification,
        timeout: Duration? = null,
    ): CompletableFuture<RecordCreated> =
        futures.of { calls.create(phone, verification, timeout.inKotlin()) }
}

/** Messages in the old format. From `UserClientAsync.legacy.conversations`. */
public class UserLegacyConversationsAsync internal constructor(private val calls: UserLegacyConversations, private val futures: Futures) {
    /**
     * Sends a message with at most one button for each side.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `CHAT_MESSAGE_SEND` with its identifier. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
     * `docs/platform.md#legacy-send`.
     *
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use user.conversations.send; Migrate.message converts the body")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun send(message: LegacyMessage, timeout: Duration? = null): CompletableFuture<MessageSent> =
        futures.of { calls.send(message, timeout.inKotlin()) }
}

/** The old listener for messages. From `UserClientAsync.legacy.events`. */
public class UserLegacyEventsAsync internal constructor(private val calls: UserLegacyEvents, private val futures: Futures) {
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
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun listen(
        post: PostToken,
        endpoint: String,
        identificationKey: String,
        timeout: Duration? = null,
    ): CompletableFuture<Void?> =
        futures.done { calls.listen(post, endpoint, identificationKey, timeout.inKotlin()) }
}

/** Edits of posts in the old form. From `UserClientAsync.legacy.ownPosts`. */
public class UserLegacyOwnPostsAsync internal constructor(private val calls: UserLegacyOwnPosts, private val futures: Futures) {
    /**
     * Replaces title, description and images of a post.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `POST_EDIT` with the post token. Key permission `EDIT_POST`. Source: `docs/platform.md#edit-post`.
     *
     * @param post The token of the post.
     * @param edit What is changed.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @Deprecated("Use user.ownPosts.edit")
    @Suppress("DEPRECATION")
    @JvmOverloads
    public fun edit(post: PostToken, edit: LegacyPostEdit, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.edit(post, edit, timeout.inKotlin()) }
}
