// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Calls about add-ons that need only the API key. From `OpenPlatform.addons`. */
public class Addons internal constructor(private val native: Platform) {
    /**
     * Removes this app's add-ons from a post. The platform does not check whose post it is. A grant with the scope for
     * a post does not prove that its user owns the post.
     *
     * Key permission `ADD_ON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun deleteFromPost(post: PostToken, timeout: Duration? = null): Unit =
        traced("addons.delete_from_post") { translated { native.addonsDeleteFromPost(post, options(timeout)) } }

    /**
     * Removes a user add-on and its copies on posts. The id is the one that the creation returned.
     *
     * Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
     *
     * @param id The id that the creation of the add-on returned, or that the app chose for the transaction.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun deleteForUser(id: RecordId, timeout: Duration? = null): Unit =
        traced("addons.delete_for_user") { translated { native.addonsDeleteForUser(id, options(timeout)) } }
}

/**
 * Calls about add-ons for a user. From `UserClient.addons`.
 *
 * ```kotlin
 * user.addons.createOnPost("gZd7omnS") {
 *     titleRow("Inspected") { hasDivider = true }
 *     eventRow("Report") { image(photo) }
 *     semantic("inspection_result" to "INSPECTION_APPROVED")
 * }
 * ```
 */
public class UserAddons internal constructor(private val native: PlatformUser) {
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
    ): AddonCreated =
        traced("addons.create_on_post") { translated(addon::texts) { native.addonsCreateOnPost(post, addon, options(timeout, repeat)) } }

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
        traced("addons.create_for_user") { translated(addon::texts) { native.addonsCreateForUser(phone, addon, options(timeout)) } }

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
        traced("addons.create_for_user_id") { translated(addon::texts) { native.addonsCreateForUserId(user, addon, options(timeout)) } }

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
    ): AddonCreated =
        traced("addons.create_for_business") { translated(addon::texts) { native.addonsCreateForBusiness(business, addon, options(timeout)) } }
}
