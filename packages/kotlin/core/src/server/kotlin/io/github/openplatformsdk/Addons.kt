package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Removing add-ons, which needs only the API key. From [OpenPlatform.addons]. */
public class Addons internal constructor(private val native: Platform) {
    /**
     * Removes this app's add-ons from a post.
     *
     * Key permission `ADD_ON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
     */
    public suspend fun deleteFromPost(post: PostToken, timeout: Duration? = null): Unit =
        translated { native.addonsDeleteFromPost(post, options(timeout)) }

    /**
     * Removes a user add-on by the id its creation returned, with its copies on posts.
     *
     * Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
     */
    public suspend fun deleteForUser(id: RecordId, timeout: Duration? = null): Unit =
        translated { native.addonsDeleteForUser(id, options(timeout)) }
}

/**
 * Add-ons for a user. From [UserClient.addons].
 *
 * ```kotlin
 * user.addons.createOnPost("gZd7omnS") {
 *     titleRow("Inspected") { hasDivider = true }
 *     eventRow("Report") { image = photo.imageName }
 *     semantic("inspection_result", "INSPECTION_APPROVED")
 * }
 * ```
 */
public class UserAddons internal constructor(private val native: PlatformUser) {
    /**
     * Creates or replaces this app's add-on on a post.
     *
     * Success means that the add-on is well-formed and queued. Attaching happens later, and a token of no post is not
     * noticed. An image of the add-on becomes permanent under a new name. An empty add-on would blank the one that is
     * there, so it is refused unless its `allowEmpty` is true; [Addons.deleteFromPost] removes it.
     *
     * Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`; key permission `ADD_ON_CREATE`.
     * Source: spec 8, facts part 1.3.1.
     *
     * @param repeat whether it may be sent again after an unclear outcome. A repetition that arrives late takes back
     *   what another call has written meanwhile.
     * @throws InvalidInputException with the path of the value, such as `widgets[2].scoreRow.percentageScore`.
     * @throws AmbiguousOutcomeException if it may or may not have happened.
     */
    public suspend fun createOnPost(
        post: PostToken,
        addon: PostAddon,
        timeout: Duration? = null,
        repeat: Boolean = false,
    ): AddonCreated = translated(addon::texts) { native.addonsCreateOnPost(post, addon, options(timeout, repeat)) }

    /** As the other [createOnPost], with the add-on built in place. */
    public suspend fun createOnPost(
        post: PostToken,
        timeout: Duration? = null,
        repeat: Boolean = false,
        addon: PostAddonBuilder.() -> Unit,
    ): AddonCreated = createOnPost(post, postAddon(addon), timeout, repeat)

    /**
     * Creates or replaces this app's add-on on the user with a phone number: on future posts and up to the 30 latest, in
     * the categories of the add-on or, without one, in all in which the app is active. It ends by itself after 3 months.
     *
     * Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Source: spec 9, facts part 1.3.2.
     */
    public suspend fun createForUser(phone: Phone, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        translated(addon::texts) { native.addonsCreateForUser(phone, addon, options(timeout)) }

    /**
     * As [createForUser], by the id of the user.
     *
     * Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Newer than the specification. Source: facts part
     * 1.3.2.
     */
    public suspend fun createForUserId(user: UserId, addon: UserAddon, timeout: Duration? = null): AddonCreated =
        translated(addon::texts) { native.addonsCreateForUserId(user, addon, options(timeout)) }

    /**
     * Creates this app's add-on on all posts of a business. The platform opens this call by invitation only.
     *
     * Scope `BUSINESS_ADDON_CREATE` with the business token, key permission `BUSINESS_ADDON_CREATE`. Newer than the
     * specification. Source: facts part 1.3.3.
     */
    public suspend fun createForBusiness(
        business: BusinessToken,
        addon: BusinessAddon,
        timeout: Duration? = null,
    ): AddonCreated = translated(addon::texts) { native.addonsCreateForBusiness(business, addon, options(timeout)) }
}
