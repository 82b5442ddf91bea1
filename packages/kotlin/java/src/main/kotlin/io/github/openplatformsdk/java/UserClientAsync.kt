package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture

/**
 * Acts for one user: every call sends the user's access token and the API key. From [OpenPlatformAsync.user].
 *
 * The token of a stored grant is refreshed before it expires, and once if the platform refuses it.
 *
 * @property kotlin the client for Kotlin, which this one uses.
 */
public class UserClientAsync internal constructor(
    @get:JvmName("kotlin") public val kotlin: UserClient,
    private val futures: Futures,
) : AutoCloseable {
    /** The stored grant whose tokens are used; `null` for a client with an access token of the caller. */
    @get:JvmName("grant")
    public val grant: GrantKey? get() = kotlin.grant

    // The areas, made by `cargo run -p open-platform-generator`.

    /** Calls about the user who granted access. */
    @get:JvmName("users")
    public val users: CurrentUserAsync = CurrentUserAsync(kotlin.users, futures)

    /** Calls about posts for a user. */
    @get:JvmName("posts")
    public val posts: UserPostsAsync = UserPostsAsync(kotlin.posts, futures)

    /** Calls about add-ons for a user. */
    @get:JvmName("addons")
    public val addons: UserAddonsAsync = UserAddonsAsync(kotlin.addons, futures)

    /** Calls about semantic records for a user. */
    @get:JvmName("semantics")
    public val semantics: UserSemanticsAsync = UserSemanticsAsync(kotlin.semantics, futures)

    /** Calls about conversations for a user. */
    @get:JvmName("conversations")
    public val conversations: UserConversationsAsync = UserConversationsAsync(kotlin.conversations, futures)

    /** Calls of the chatbot for a user. */
    @get:JvmName("chatbot")
    public val chatbot: UserChatbotAsync = UserChatbotAsync(kotlin.chatbot, futures)

    /** Calls about events for a user. */
    @get:JvmName("events")
    public val events: UserEventsAsync = UserEventsAsync(kotlin.events, futures)

    /** Payments for the posts of a user. */
    @get:JvmName("payments")
    public val payments: UserPaymentsAsync = UserPaymentsAsync(kotlin.payments, futures)

    /** Calls about custom buttons for a user. */
    @get:JvmName("customButtons")
    public val customButtons: UserCustomButtonsAsync = UserCustomButtonsAsync(kotlin.customButtons, futures)

    /** The posts of a user: to read, edit, delete and submit. */
    @get:JvmName("ownPosts")
    public val ownPosts: UserOwnPostsAsync = UserOwnPostsAsync(kotlin.ownPosts, futures)

    /** Calls that the platform keeps for existing apps. */
    @get:JvmName("legacy")
    public val legacy: UserLegacyAsync = UserLegacyAsync(kotlin.legacy, futures)

    // End of the areas.

    /** The event subscriptions of this user, which are renewed automatically. Needs a stored grant. */
    @get:JvmName("subscriptions")
    public val subscriptions: SubscriptionsAsync = SubscriptionsAsync(kotlin.subscriptions, futures)

    /** Sends a request for the user to an endpoint that has no method in this package. */
    @JvmOverloads
    public fun request(request: RawRequest, timeout: Duration? = null): CompletableFuture<RawResponse> =
        futures.of { kotlin.request(request, timeout.inKotlin()) }

    /** Like [request], for a response that is large or slow: the body is read in pieces. See [OpenPlatform.stream]. */
    @JvmOverloads
    public fun stream(request: RawRequest, timeout: Duration? = null): CompletableFuture<StreamedResponseAsync> =
        futures.of { StreamedResponseAsync(kotlin.stream(request, timeout.inKotlin()), futures) }

    /** Releases the handle. The grant stays in the store. */
    override fun close(): Unit = kotlin.close()
}
