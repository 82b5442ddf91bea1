package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/**
 * Acts for one user: every call carries the user's access token beside the API key. From [OpenPlatform.user].
 *
 * The token of a stored grant is refreshed when it is due, and once more if the platform refuses it.
 */
public class UserClient internal constructor(internal val native: PlatformUser) : AutoCloseable {
    /** The grant whose tokens the calls carry, if it is a stored one. */
    public val grant: GrantKey? get() = translated { native.grant() }

    /** The user. */
    public val users: CurrentUser = CurrentUser(native)

    /** Posts, as the user may see them. */
    public val posts: UserPosts = UserPosts(native)

    /** Add-ons. */
    public val addons: UserAddons = UserAddons(native)

    /** Semantic records. */
    public val semantics: UserSemantics = UserSemantics(native)

    /** The user's conversations. */
    public val conversations: UserConversations = UserConversations(native)

    /** The app's chatbot, writing to this user. */
    public val chatbot: UserChatbot = UserChatbot(native)

    /** Single event subscriptions, which end with the access token. */
    public val events: UserEvents = UserEvents(native)

    /** Event subscriptions that are kept alive. */
    public val subscriptions: Subscriptions = Subscriptions(native)

    /** Old forms, for old apps. */
    public val legacy: UserLegacy = UserLegacy(native)

    /** Sends a request to an endpoint that has no method here, for the user. */
    public suspend fun request(request: RawRequest, timeout: Duration? = null): RawResponse =
        translated { request.send { native.request(it, options(timeout)) } }

    /** Lets go of the handle. The grant stays stored. */
    override fun close(): Unit = native.close()
}
