// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AppPlatform
import java.io.InputStream
import java.nio.file.Path
import kotlin.time.Duration

/**
 * The calls of `users` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.users`.
 */
public class AppUsers internal constructor(private val native: AppPlatform) {
    /**
     * Reads the user's id and phone number. The id needs the scope `USER_ID`, the number needs `USER_PHONE`; each is
     * absent without its scope.
     *
     * With a stored grant, the id is stored with it: `GrantInfo.userId`.
     *
     * Scopes `USER_ID` and `USER_PHONE`, each for its member of the response. Key permission `USER_RETRIEVE`. Newer
     * than the specification. Source: `docs/platform.md#users`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun me(timeout: Duration? = null): User = translated { native.usersMe(options(timeout)) }

    /**
     * Lists the businesses of the user, with the user's role in each.
     *
     * Scope `USER_BUSINESSES_READ`. Key permission `GET_USER_BUSINESSES`. Newer than the specification. Source:
     * `docs/platform.md#businesses`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun businesses(timeout: Duration? = null): BusinessList =
        translated { native.usersBusinesses(options(timeout)) }

    /**
     * Reads the profile image of a professional user.
     *
     * Scope `PRO_USER_PROFILE_IMAGE_READ`. Key permission `GET_PRO_USER_PROFILE_IMAGE`. Newer than the specification.
     * Source: `docs/platform.md#profile-image`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun profileImage(timeout: Duration? = null): ProfileImage =
        translated { native.usersProfileImage(options(timeout)) }

    /**
     * Reads the user's phone numbers, in the form of the specification. The live platform has replaced this call with
     * `me`.
     *
     * The body is an empty JSON object. The specification shows no body; old clients sent this one.
     *
     * Scope `USER_PHONE`. Key permission `USER_RETRIEVE`. Source: `docs/platform.md#users`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun phoneNumbers(timeout: Duration? = null): PhoneNumbers =
        translated { native.usersPhoneNumbers(options(timeout)) }
}

/**
 * The calls of `posts` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.posts`.
 */
public class AppPosts internal constructor(private val native: AppPlatform) {
    /**
     * Reads a published post. A member that the response omits is zero, false or empty; `Post.has` tells whether it was
     * there. Money in `Post.data` is in toman.
     *
     * Key permission `GET_POST`. Source: `docs/platform.md#read-post`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws NotFoundException if the token does not exist or the post is no longer published.
     */
    public suspend fun get(post: PostToken, timeout: Duration? = null): Post =
        translated { native.postsGet(post, options(timeout)) }

    /**
     * Lists the user's posts, in all states.
     *
     * Scope `USER_POSTS_GET`. Key permission `GET_USER_POSTS`. Newer than the specification. Source:
     * `docs/platform.md#user-posts`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun list(timeout: Duration? = null): PostList = translated { native.postsList(options(timeout)) }

    /**
     * Reads a post with the images that it has before publication, in `Post.images`.
     *
     * Scope `POST_ONGOING_IMAGES_GET` with the post token. Key permission `GET_POST`. Source:
     * `docs/platform.md#ongoing-images`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun getWithOngoingImages(post: PostToken, timeout: Duration? = null): Post =
        translated { native.postsGetWithOngoingImages(post, options(timeout)) }
}

/**
 * The calls of `images` for an app on a phone. They need no credentials and go to the platform directly. From
 * `OpenPlatformApp.images`.
 */
public class AppImages internal constructor(private val native: AppPlatform) {
    /**
     * Uploads an image for use in a widget. The image is temporary: an add-on that uses it makes it permanent, under a
     * new name.
     *
     * The format is JPEG, or PNG if `allowPng` is on. The size is at most `maxImageBytes`. The request carries no
     * credential: the upload host gets neither key nor token. It may be sent twice if the first outcome is unclear;
     * that only creates another temporary image.
     *
     * Source: `docs/platform.md#image-upload`.
     *
     * @param image The image. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large, of another format or
     *   truncated, or that changes while it is read.
     */
    public suspend fun upload(
        image: Path,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedImage = translated { native.imagesUpload(source(image, onProgress), options(timeout)) }

    /** Like the other [upload], with an image in memory. */
    public suspend fun upload(
        image: ByteArray,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedImage = translated { native.imagesUpload(source(image, onProgress), options(timeout)) }

    /** Like the other [upload], with an image from a stream, which is read first and not closed. */
    public suspend fun upload(
        image: InputStream,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedImage = upload(collected(image, native.maxUploadBytes()), timeout, onProgress)
}

/**
 * The calls of `addons` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.addons`.
 */
public class AppAddons internal constructor(private val native: AppPlatform) {
    /**
     * Creates or replaces this app's add-on on a post.
     *
     * Success means that the add-on is well-formed and queued. It is attached later, and a post token that does not
     * exist is not reported. An image of the add-on becomes permanent under a new name. An empty add-on would replace
     * the existing one by nothing, so it is refused unless its `allowEmpty` is true. `Addons.deleteFromPost` removes an
     * add-on.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
     * Source: `docs/platform.md#post-addons`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param repeat Whether the request may be retried if it is unknown whether the platform executed it. A retry that
     *   arrives late overwrites what another call has written in the meantime.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createOnPost(
        post: PostToken,
        addon: PostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): AddonCreated = translated(addon::texts) { native.addonsCreateOnPost(post, addon, options(timeout, repeat)) }

    /** Like the other [createOnPost], but builds the add-on in a block. */
    public suspend fun createOnPost(
        post: PostToken,
        vararg byName: ByName,
        timeout: Duration? = null,
        repeat: Boolean = false,
        addon: PostAddonBuilder.() -> Unit,
    ): AddonCreated = createOnPost(post, postAddon(addon), timeout, repeat)

    /**
     * Creates or updates this app's add-on on the user with a phone number. It appears on the user's future posts and
     * on up to 30 of the latest, in the categories of the add-on or, if it has none, in all categories in which the app
     * is active. The platform removes it after 3 months. Its `cost` is in rial.
     *
     * An update applies to later posts only: posts that show the add-on already do not change. `Addons.deleteForUser`
     * removes it from all posts.
     *
     * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#user-addons`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForUser(phone: Phone, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        translated(addon::texts) { native.addonsCreateForUser(phone, addon, options(timeout)) }

    /**
     * Like `createForUser`, by the user's id.
     *
     * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#user-addons`.
     *
     * @param user The id of the user, which is different for every app.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForUserId(user: UserId, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        translated(addon::texts) { native.addonsCreateForUserId(user, addon, options(timeout)) }

    /**
     * Creates or updates this app's add-on on all posts of a business. The platform offers this call by invitation
     * only, and documents no call that removes such an add-on.
     *
     * Scope `BUSINESS_ADDON_CREATE` with the business token. Key permission `BUSINESS_ADDON_CREATE`. Newer than the
     * specification. Source: `docs/platform.md#business-addons`.
     *
     * @param business The token of the business.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForBusiness(
        business: BusinessToken,
        addon: BusinessAddon,
        timeout: Duration? = null,
    ): AddonCreated = translated(addon::texts) { native.addonsCreateForBusiness(business, addon, options(timeout)) }
}

/**
 * The calls of `semantics` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.semantics`.
 */
public class AppSemantics internal constructor(private val native: AppPlatform) {
    /**
     * Creates or replaces the semantic record of the user with a phone number.
     *
     * A name that is not known is stored hashed and cannot be read back.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
     * `docs/platform.md#user-semantics`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForUser(phone: Phone, record: SemanticRecord, timeout: Duration? = null): RecordCreated =
        translated { native.semanticsCreateForUser(phone, record, options(timeout)) }

    /**
     * Like `createForUser`, by the user's id. The record also contains the phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#user-semantics`.
     *
     * @param user The id of the user, which is different for every app.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = translated { native.semanticsCreateForUserId(user, record, options(timeout)) }

    /**
     * Creates or replaces the semantic record of a post.
     *
     * Scope `POST_SEMANTIC_CREATE` with the post token. Key permission `POST_SEMANTIC_CREATE`. Newer than the
     * specification. Source: `docs/platform.md#post-semantics`.
     *
     * @param post The token of the post.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForPost(
        post: PostToken,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = translated { native.semanticsCreateForPost(post, record, options(timeout)) }
}

/**
 * The calls of `conversations` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.conversations`.
 */
public class AppConversations internal constructor(private val native: AppPlatform) {
    /**
     * Sends a message into a conversation, as the user, with the app's name above it. If the conversation does not
     * exist yet, the message starts it.
     *
     * The request is never sent twice, because the platform has no idempotency key. After an
     * [AmbiguousOutcomeException], the app receives its own message as an event if it was sent.
     *
     * At most 3 rows of 3 buttons for each side, and 9 buttons in all unless `maxButtons` is set.
     *
     * Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post
     * token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
     * `docs/platform.md#send-message`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws PreconditionFailedException if the recipient does not accept messages.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun send(conversation: ConversationId, message: Message, timeout: Duration? = null): MessageSent =
        translated(message::texts) { native.conversationsSend(conversation, message, options(timeout)) }

    /** Like the other [send], but takes a text, and builds the buttons in a block. */
    public suspend fun send(
        conversation: ConversationId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: MessageBuilder.() -> Unit = {},
    ): MessageSent = send(conversation, message(text, buttons), timeout)

    /**
     * Reads the text messages of a conversation, oldest first.
     *
     * Scope `CHAT_CONVERSATION_READ` with the conversation id. Key permission `CHAT_READ_CONVERSATION`. Newer than the
     * specification. Source: `docs/platform.md#read-conversation`.
     *
     * @param conversation The id of the conversation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun get(conversation: ConversationId, timeout: Duration? = null): ConversationRecord =
        translated { native.conversationsGet(conversation, options(timeout)) }
}
