package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/**
 * Acts for one user: every call sends the user's access token and the API key. From [OpenPlatform.user].
 *
 * The token of a stored grant is refreshed before it expires, and once if the platform refuses it.
 */
public class UserClient internal constructor(internal val native: PlatformUser) : AutoCloseable {
    /** The stored grant whose tokens are used; `null` for a client with an access token of the caller. */
    public val grant: GrantKey? get() = translated { native.grant() }

    /** The user. */
    public val users: CurrentUser = CurrentUser(native)

    /** Posts, as the user may see them. */
    public val posts: UserPosts = UserPosts(native)

    /** Add-ons. */
    public val addons: UserAddons = UserAddons(native)

    /** Payments for the user's posts. */
    public val payments: UserPayments = UserPayments(native)

    /** Custom buttons on posts and of businesses. */
    public val customButtons: UserCustomButtons = UserCustomButtons(native)

    /** Semantic records. */
    public val semantics: UserSemantics = UserSemantics(native)

    /** The user's conversations. */
    public val conversations: UserConversations = UserConversations(native)

    /** The app's chatbot, writing to this user. */
    public val chatbot: UserChatbot = UserChatbot(native)

    /** Individual event subscriptions, which end with the access token. */
    public val events: UserEvents = UserEvents(native)

    /** Event subscriptions that are renewed. */
    public val subscriptions: Subscriptions = Subscriptions(native)

    /** Deprecated calls, for existing apps. */
    public val legacy: UserLegacy = UserLegacy(native)

    /** Sends a request for the user to an endpoint that has no method in this package. */
    public suspend fun request(request: RawRequest, timeout: Duration? = null): RawResponse =
        translated { request.send { native.request(it, options(timeout)) } }

    /** Like [OpenPlatform.stream], for the user. */
    public suspend fun stream(request: RawRequest, timeout: Duration? = null): StreamedResponse =
        translated { request.open { native.stream(it, options(timeout)) } }

    /** Releases the handle. The grant stays in the store. */
    override fun close(): Unit = native.close()
}
