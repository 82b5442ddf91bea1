// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Calls about add-ons that need only the API key. From `OpenPlatformAsync.addons`. */
public class AddonsAsync internal constructor(private val calls: Addons, private val futures: Futures) {
    /**
     * Removes this app's add-ons from a post. The platform does not check whose post it is. A grant with the scope for
     * a post does not prove that its user owns the post.
     *
     * Key permission `ADD_ON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun deleteFromPost(post: PostToken, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.deleteFromPost(post, timeout.inKotlin()) }

    /**
     * Removes a user add-on and its copies on posts. The id is the one that the creation returned.
     *
     * Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
     *
     * @param id The id that the creation of the add-on returned, or that the app chose for the transaction.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun deleteForUser(id: RecordId, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.deleteForUser(id, timeout.inKotlin()) }
}

/** Calls about add-ons for a user. From `UserClientAsync.addons`. */
public class UserAddonsAsync internal constructor(private val calls: UserAddons, private val futures: Futures) {
    /**
     * Creates or replaces this app's add-on on a post.
     *
     * Success means that the add-on is well-formed and queued. It is attached later, and a post token that does not
     * exist is not reported. An image of the add-on becomes permanent under a new name. An empty add-on would replace
     * the existing one by nothing, so it is refused unless its `allowEmpty` is true. `Addons.deleteFromPost` removes an
     * add-on.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
     * Source: `docs/platform.md#post-addons`.
     *
     * @param post The token of the post.
     * @param addon The add-on. It replaces what the app has shown there so far.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param repeat Whether the request may be retried if it is unknown whether the platform executed it. A retry that
     *   arrives late overwrites what another call has written in the meantime.
     */
    @JvmOverloads
    public fun createOnPost(
        post: PostToken,
        addon: PostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createOnPost(post, addon, timeout.inKotlin(), repeat) }

    /** Like the other [createOnPost], but builds `addon`. */
    @JvmOverloads
    public fun createOnPost(
        post: PostToken,
        addon: Consumer<PostAddonBuilder>,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createOnPost(post, PostAddonBuilder().built(addon), timeout.inKotlin(), repeat) }

    /**
     * Creates or updates this app's add-on on the user with a phone number. It appears on the user's future posts and
     * on up to 30 of the latest, in the categories of the add-on or, if it has none, in all categories in which the app
     * is active. The platform removes it after 3 months. Its `cost` is in rial.
     *
     * An update applies to later posts only: posts that show the add-on already do not change. `Addons.deleteForUser`
     * removes it from all posts.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#user-addons`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun createForUser(
        phone: Phone,
        addon: UserAddon,
        timeout: Duration? = null,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createForUser(phone, addon, timeout.inKotlin()) }

    /** Like the other [createForUser], but builds `addon`. */
    @JvmOverloads
    public fun createForUser(
        phone: Phone,
        addon: Consumer<UserAddonBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createForUser(phone, UserAddonBuilder().built(addon), timeout.inKotlin()) }

    /**
     * Like `createForUser`, by the user's id.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#user-addons`.
     *
     * @param user The id of the user, which is different for every app.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun createForUserId(
        user: UserId,
        addon: UserAddon,
        timeout: Duration? = null,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createForUserId(user, addon, timeout.inKotlin()) }

    /** Like the other [createForUserId], but builds `addon`. */
    @JvmOverloads
    public fun createForUserId(
        user: UserId,
        addon: Consumer<UserAddonBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createForUserId(user, UserAddonBuilder().built(addon), timeout.inKotlin()) }

    /**
     * Creates or updates this app's add-on on all posts of a business. The platform offers this call by invitation
     * only, and documents no call that removes such an add-on.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `BUSINESS_ADDON_CREATE` with the business token. Key permission `BUSINESS_ADDON_CREATE`. Newer than the
     * specification. Source: `docs/platform.md#business-addons`.
     *
     * @param business The token of the business.
     * @param addon The add-on.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun createForBusiness(
        business: BusinessToken,
        addon: BusinessAddon,
        timeout: Duration? = null,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createForBusiness(business, addon, timeout.inKotlin()) }

    /** Like the other [createForBusiness], but builds `addon`. */
    @JvmOverloads
    public fun createForBusiness(
        business: BusinessToken,
        addon: Consumer<BusinessAddonBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<AddonCreated> =
        futures.of { calls.createForBusiness(business, BusinessAddonBuilder().built(addon), timeout.inKotlin()) }
}
