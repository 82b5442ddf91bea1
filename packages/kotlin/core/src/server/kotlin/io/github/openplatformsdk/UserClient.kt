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

    // The areas, made by `cargo run -p open-platform-generator`.

    /** Calls about the user who granted access. */
    public val users: CurrentUser = CurrentUser(native)

    /** Calls about posts for a user. */
    public val posts: UserPosts = UserPosts(native)

    /** Calls about add-ons for a user. */
    public val addons: UserAddons = UserAddons(native)

    /** Calls about semantic records for a user. */
    public val semantics: UserSemantics = UserSemantics(native)

    /** Calls about conversations for a user. */
    public val conversations: UserConversations = UserConversations(native)

    /** Calls of the chatbot for a user. */
    public val chatbot: UserChatbot = UserChatbot(native)

    /** Calls about events for a user. */
    public val events: UserEvents = UserEvents(native)

    /** Payments for the posts of a user. */
    public val payments: UserPayments = UserPayments(native)

    /** Calls about custom buttons for a user. */
    public val customButtons: UserCustomButtons = UserCustomButtons(native)

    /** The posts of a user: to read, edit, delete and submit. */
    public val ownPosts: UserOwnPosts = UserOwnPosts(native)

    /** Calls that the platform keeps for existing apps. */
    public val legacy: UserLegacy = UserLegacy(native)

    // End of the areas.

    /** The event subscriptions of this user, which are renewed automatically. Needs a stored grant. */
    public val subscriptions: Subscriptions = Subscriptions(native)

    /** Sends a request for the user to an endpoint that has no method in this package. */
    public suspend fun request(request: RawRequest, timeout: Duration? = null): RawResponse =
        traced("request") { translated { request.send { native.request(it, options(timeout)) } } }

    /** Like [OpenPlatform.stream], for the user. */
    public suspend fun stream(request: RawRequest, timeout: Duration? = null): StreamedResponse =
        traced("request") { translated { request.open { native.stream(it, options(timeout)) } } }

    /** Releases the handle. The grant stays in the store. */
    override fun close(): Unit = native.close()
}
