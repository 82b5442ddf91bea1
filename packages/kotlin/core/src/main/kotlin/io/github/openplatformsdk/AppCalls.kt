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
public class AppUsers internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** The same call as `CurrentUser.me` on a server. */
    public suspend fun me(timeout: Duration? = null): User = failures.translated { native.usersMe(options(timeout)) }

    /** The same call as `CurrentUser.businesses` on a server. */
    public suspend fun businesses(timeout: Duration? = null): BusinessList =
        failures.translated { native.usersBusinesses(options(timeout)) }

    /** The same call as `CurrentUser.profileImage` on a server. */
    public suspend fun profileImage(timeout: Duration? = null): ProfileImage =
        failures.translated { native.usersProfileImage(options(timeout)) }

    /** The same call as `CurrentUser.phoneNumbers` on a server. */
    public suspend fun phoneNumbers(timeout: Duration? = null): PhoneNumbers =
        failures.translated { native.usersPhoneNumbers(options(timeout)) }
}

/**
 * The calls of `posts` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.posts`.
 */
public class AppPosts internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** The same call as `Posts.get` on a server. */
    public suspend fun get(post: PostToken, timeout: Duration? = null): Post =
        failures.translated { native.postsGet(post, options(timeout)) }

    /** The same call as `UserPosts.list` on a server. */
    public suspend fun list(timeout: Duration? = null): PostList =
        failures.translated { native.postsList(options(timeout)) }

    /** The same call as `UserPosts.getWithOngoingImages` on a server. */
    public suspend fun getWithOngoingImages(post: PostToken, timeout: Duration? = null): Post =
        failures.translated { native.postsGetWithOngoingImages(post, options(timeout)) }
}

/**
 * The calls of `images` for an app on a phone. They need no credentials and go to the platform directly. From
 * `OpenPlatformApp.images`.
 */
public class AppImages internal constructor(
    private val native: AppPlatform,
) {
    /** The same call as `Images.upload` on a server. */
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
public class AppAddons internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** The same call as `UserAddons.createOnPost` on a server. */
    public suspend fun createOnPost(
        post: PostToken,
        addon: PostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateOnPost(post, addon, options(timeout, repeat)) }

    /** Like the other [createOnPost], but builds the add-on in a block. */
    public suspend fun createOnPost(
        post: PostToken,
        vararg byName: ByName,
        timeout: Duration? = null,
        repeat: Boolean = false,
        addon: PostAddonBuilder.() -> Unit,
    ): AddonCreated = createOnPost(post, postAddon(addon), timeout, repeat)

    /** The same call as `UserAddons.createForUser` on a server. */
    public suspend fun createForUser(phone: Phone, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateForUser(phone, addon, options(timeout)) }

    /** The same call as `UserAddons.createForUserId` on a server. */
    public suspend fun createForUserId(user: UserId, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateForUserId(user, addon, options(timeout)) }

    /** The same call as `UserAddons.createForBusiness` on a server. */
    public suspend fun createForBusiness(
        business: BusinessToken,
        addon: BusinessAddon,
        timeout: Duration? = null,
    ): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateForBusiness(business, addon, options(timeout)) }
}

/**
 * The calls of `semantics` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.semantics`.
 */
public class AppSemantics internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** The same call as `UserSemantics.createForUser` on a server. */
    public suspend fun createForUser(phone: Phone, record: SemanticRecord, timeout: Duration? = null): RecordCreated =
        failures.translated { native.semanticsCreateForUser(phone, record, options(timeout)) }

    /** The same call as `UserSemantics.createForUserId` on a server. */
    public suspend fun createForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = failures.translated { native.semanticsCreateForUserId(user, record, options(timeout)) }

    /** The same call as `UserSemantics.createForPost` on a server. */
    public suspend fun createForPost(
        post: PostToken,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = failures.translated { native.semanticsCreateForPost(post, record, options(timeout)) }
}

/**
 * The calls of `conversations` for an app on a phone. They go through the backend, which must allow the call. From
 * `OpenPlatformApp.conversations`.
 */
public class AppConversations internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** The same call as `UserConversations.send` on a server. */
    public suspend fun send(conversation: ConversationId, message: Message, timeout: Duration? = null): MessageSent =
        failures.translated(message::texts) { native.conversationsSend(conversation, message, options(timeout)) }

    /** Like the other [send], but takes a text, and builds the buttons in a block. */
    public suspend fun send(
        conversation: ConversationId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: MessageBuilder.() -> Unit = {},
    ): MessageSent = send(conversation, message(text, buttons), timeout)

    /** The same call as `UserConversations.get` on a server. */
    public suspend fun get(conversation: ConversationId, timeout: Duration? = null): ConversationRecord =
        failures.translated { native.conversationsGet(conversation, options(timeout)) }
}
