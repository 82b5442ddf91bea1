// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AppPlatform
import io.github.openplatformsdk.ffi.ImageSource
import java.nio.file.Path
import kotlin.time.Duration

/**
 * The calls of `users` for an app on a phone. Through the backend, as far as it allows the call. From
 * `OpenPlatformApp.users`.
 */
public class AppUsers internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** As `CurrentUser.me` of a server. */
    public suspend fun me(timeout: Duration? = null): User = failures.translated { native.usersMe(options(timeout)) }

    /** As `CurrentUser.phoneNumbers` of a server. */
    public suspend fun phoneNumbers(timeout: Duration? = null): PhoneNumbers =
        failures.translated { native.usersPhoneNumbers(options(timeout)) }
}

/**
 * The calls of `posts` for an app on a phone. Through the backend, as far as it allows the call. From
 * `OpenPlatformApp.posts`.
 */
public class AppPosts internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** As `Posts.get` of a server. */
    public suspend fun get(post: PostToken, timeout: Duration? = null): Post =
        failures.translated { native.postsGet(post, options(timeout)) }

    /** As `UserPosts.getWithOngoingImages` of a server. */
    public suspend fun getWithOngoingImages(post: PostToken, timeout: Duration? = null): Post =
        failures.translated { native.postsGetWithOngoingImages(post, options(timeout)) }
}

/**
 * The calls of `images` for an app on a phone. It needs no credentials and goes to the platform directly. From
 * `OpenPlatformApp.images`.
 */
public class AppImages internal constructor(
    private val native: AppPlatform,
) {
    /** As `Images.upload` of a server. */
    public suspend fun upload(image: Path, timeout: Duration? = null): UploadedImage =
        translated { native.imagesUpload(ImageSource.File(image.toString()), options(timeout)) }

    /** As the other [upload]: from memory. */
    public suspend fun upload(image: ByteArray, timeout: Duration? = null): UploadedImage =
        translated { native.imagesUpload(ImageSource.Bytes(image), options(timeout)) }
}

/**
 * The calls of `addons` for an app on a phone. Through the backend, as far as it allows the call. From
 * `OpenPlatformApp.addons`.
 */
public class AppAddons internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** As `UserAddons.createOnPost` of a server. */
    public suspend fun createOnPost(
        post: PostToken,
        addon: PostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateOnPost(post, addon, options(timeout, repeat)) }

    /** As the other [createOnPost]: with the add-on built in place. */
    public suspend fun createOnPost(
        post: PostToken,
        timeout: Duration? = null,
        repeat: Boolean = false,
        addon: PostAddonBuilder.() -> Unit,
    ): AddonCreated = createOnPost(post, postAddon(addon), timeout, repeat)

    /** As `UserAddons.createForUser` of a server. */
    public suspend fun createForUser(phone: Phone, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateForUser(phone, addon, options(timeout)) }

    /** As `UserAddons.createForUserId` of a server. */
    public suspend fun createForUserId(user: UserId, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateForUserId(user, addon, options(timeout)) }

    /** As `UserAddons.createForBusiness` of a server. */
    public suspend fun createForBusiness(
        business: BusinessToken,
        addon: BusinessAddon,
        timeout: Duration? = null,
    ): AddonCreated =
        failures.translated(addon::texts) { native.addonsCreateForBusiness(business, addon, options(timeout)) }
}

/**
 * The calls of `semantics` for an app on a phone. Through the backend, as far as it allows the call. From
 * `OpenPlatformApp.semantics`.
 */
public class AppSemantics internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** As `UserSemantics.createForUser` of a server. */
    public suspend fun createForUser(phone: Phone, record: SemanticRecord, timeout: Duration? = null): RecordCreated =
        failures.translated { native.semanticsCreateForUser(phone, record, options(timeout)) }

    /** As `UserSemantics.createForUserId` of a server. */
    public suspend fun createForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = failures.translated { native.semanticsCreateForUserId(user, record, options(timeout)) }

    /** As `UserSemantics.createForPost` of a server. */
    public suspend fun createForPost(
        post: PostToken,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = failures.translated { native.semanticsCreateForPost(post, record, options(timeout)) }
}

/**
 * The calls of `conversations` for an app on a phone. Through the backend, as far as it allows the call. From
 * `OpenPlatformApp.conversations`.
 */
public class AppConversations internal constructor(
    private val native: AppPlatform,
    private val failures: TokenFailures,
) {
    /** As `UserConversations.send` of a server. */
    public suspend fun send(conversation: ConversationId, message: Message, timeout: Duration? = null): MessageSent =
        failures.translated(message::texts) { native.conversationsSend(conversation, message, options(timeout)) }

    /** As the other [send]: a text, and buttons built in place. */
    public suspend fun send(
        conversation: ConversationId,
        text: String,
        timeout: Duration? = null,
        buttons: MessageBuilder.() -> Unit = {},
    ): MessageSent = send(conversation, message(text, buttons), timeout)

    /** As `UserConversations.get` of a server. */
    public suspend fun get(conversation: ConversationId, timeout: Duration? = null): ConversationRecord =
        failures.translated { native.conversationsGet(conversation, options(timeout)) }
}
