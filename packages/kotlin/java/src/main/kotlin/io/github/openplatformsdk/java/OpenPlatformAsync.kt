package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer
import kotlin.time.toKotlinDuration
import kotlinx.coroutines.yield

/**
 * A client of the platform for a server in Java. It holds the app's credentials. A class of Kotlin with calls, such as [Posts], has one
 * for Java with the same calls, whose name ends in `Async`.
 *
 * Create one instance and share it: calls from any number of threads use one connection pool, one store of grants and one limit of
 * retries.
 *
 * ```java
 * try (var platform = OpenPlatformAsync.fromEnvironment()) {
 *     Post post = platform.posts().get("gZd7omnS").join();
 * }
 * ```
 *
 * Every call can end with an [OpenPlatformException]. `get()` throws it as the cause of an `ExecutionException`, `join()` as the cause of
 * a `CompletionException`; `exceptionally` and its like get it either as such a cause or itself, and [OpenPlatformErrors.of] finds it.
 * Cancelling the future that a call has returned ends the call at once; a token refresh that it has started continues.
 *
 * A function that is given to `thenApply` and its like runs where the call ends: on a thread of [ClientSettings.executor], which describes
 * the default; or on the caller's thread if the call has ended already.
 *
 * @property kotlin the client for Kotlin, which this one uses.
 */
public class OpenPlatformAsync internal constructor(
    @get:JvmName("kotlin") public val kotlin: OpenPlatform,
    internal val futures: Futures,
) : AutoCloseable {
    // The areas, made by `cargo run -p open-platform-generator`.

    /** Calls about users that need only the API key. */
    @get:JvmName("users")
    public val users: UsersAsync = UsersAsync(kotlin.users, futures)

    /** Calls about posts that need only the API key. */
    @get:JvmName("posts")
    public val posts: PostsAsync = PostsAsync(kotlin.posts, futures)

    /** Image upload. */
    @get:JvmName("images")
    public val images: ImagesAsync = ImagesAsync(kotlin.images, futures)

    /** Calls about add-ons that need only the API key. */
    @get:JvmName("addons")
    public val addons: AddonsAsync = AddonsAsync(kotlin.addons, futures)

    /** Calls about semantic records that need only the API key. */
    @get:JvmName("semantics")
    public val semantics: SemanticsAsync = SemanticsAsync(kotlin.semantics, futures)

    /** Calls of the chatbot that need only the API key. */
    @get:JvmName("chatbot")
    public val chatbot: ChatbotAsync = ChatbotAsync(kotlin.chatbot, futures)

    /** The platform's lists of values: categories, cities, scopes and others. */
    @get:JvmName("assets")
    public val assets: AssetsAsync = AssetsAsync(kotlin.assets, futures)

    /** The app's balance and its transactions. */
    @get:JvmName("payments")
    public val payments: PaymentsAsync = PaymentsAsync(kotlin.payments, futures)

    /** Calls about custom buttons that need only the API key. */
    @get:JvmName("customButtons")
    public val customButtons: CustomButtonsAsync = CustomButtonsAsync(kotlin.customButtons, futures)

    /** Search over the posts of the platform. */
    @get:JvmName("finder")
    public val finder: FinderAsync = FinderAsync(kotlin.finder, futures)

    /** Submitting posts and uploading their images and videos, with only the API key. */
    @get:JvmName("ownPosts")
    public val ownPosts: OwnPostsAsync = OwnPostsAsync(kotlin.ownPosts, futures)

    /** Calls that the platform keeps for existing apps. */
    @get:JvmName("legacy")
    public val legacy: LegacyAsync = LegacyAsync(kotlin.legacy, futures)

    // End of the areas.

    /** Login. */
    @get:JvmName("oauth")
    public val oauth: OAuthAsync = OAuthAsync(kotlin.oauth, futures)

    /** The stored grants. */
    @get:JvmName("grants")
    public val grants: GrantsAsync = GrantsAsync(kotlin.grants, futures)

    /**
     * Checks the configuration: see [OpenPlatform.check]. Call it once when the app starts.
     *
     * It ends with [ConfigException] for a wrong setting, which it names.
     *
     * It ends with [StoreException] if the store cannot be used and nothing else is wrong.
     */
    @JvmOverloads
    public fun check(timeout: Duration? = null): CompletableFuture<Void?> = futures.done { kotlin.check(timeout.inKotlin()) }

    /** A client for one user, whose calls use the access token of the stored grant. It is refreshed automatically. */
    public fun user(grant: GrantKey): UserClientAsync = UserClientAsync(kotlin.user(grant), futures)

    /** A client for one user, with an access token that the caller refreshes. */
    public fun userWithToken(accessToken: String): UserClientAsync = UserClientAsync(kotlin.userWithToken(accessToken), futures)

    /**
     * Refreshes every stored grant before its access token expires, and renews the event subscriptions: see [OpenPlatform.keeper]. It
     * runs until the future is cancelled. If it fails, only the future shows it:
     *
     * ```java
     * var keeper = platform.keeper(report -> {
     *     if (report instanceof KeeperReport.ReauthRequired it) mail(it.getUser(), "please log in again");
     * });
     * keeper.whenComplete((nothing, error) -> log.error("grants are no longer refreshed", error));
     * ```
     *
     * @param report called with each report, one after the other, on a thread of [ClientSettings.executor]. It may block, but it delays
     *   the next report. What it throws ends the keeper, and its future with it.
     * @param interval the time between two scans of the store: 60 s by default.
     */
    @JvmOverloads
    public fun keeper(report: Consumer<KeeperReport>, interval: Duration? = null): CompletableFuture<Void?> =
        futures.done {
            yield() // From here on it runs on the executor, so that no report is given to the caller's thread.
            kotlin.keeper(interval.inKotlin()).collect(report::accept)
        }

    /**
     * Opens an inbox of events in the store of this client, for [HooksAsync].
     *
     * @throws ConfigException for invalid options.
     */
    @JvmOverloads
    public fun inbox(options: InboxOptions? = null): InboxAsync = InboxAsync(kotlin.inbox(options), futures)

    /**
     * Waits for work that must not be interrupted: see [OpenPlatform.drain]. Call it before the process ends and before [close]. The
     * value is whether everything is finished.
     *
     * @param timeout how long it waits: 12 s by default.
     */
    @JvmOverloads
    public fun drain(timeout: Duration? = null): CompletableFuture<Boolean> =
        futures.of { if (timeout == null) kotlin.drain() else kotlin.drain(timeout.toKotlinDuration()) }

    /** Sends a request with the API key to an endpoint that has no method in this package. */
    @JvmOverloads
    public fun request(request: RawRequest, timeout: Duration? = null): CompletableFuture<RawResponse> =
        futures.of { kotlin.request(request, timeout.inKotlin()) }

    /** Like [request], for a response that is large or slow: the body is read in pieces. See [OpenPlatform.stream]. */
    @JvmOverloads
    public fun stream(request: RawRequest, timeout: Duration? = null): CompletableFuture<StreamedResponseAsync> =
        futures.of { StreamedResponseAsync(kotlin.stream(request, timeout.inKotlin()), futures) }

    /**
     * Ends the calls in progress, including those of its users, and closes the connections. Ended and later calls end with a
     * [ConfigException] for the setting `client`. A token refresh that has started continues.
     */
    override fun close(): Unit = kotlin.close()

    public companion object {
        /**
         * Creates a client with these settings. Missing settings are read from the environment. No setting is required here: a call
         * that needs a missing one ends with a [ConfigException].
         *
         * ```java
         * var platform = OpenPlatformAsync.create(settings -> settings.apiKey(key).timeout(Duration.ofSeconds(5)));
         * ```
         */
        @JvmStatic
        public fun create(settings: Consumer<ClientSettings>): OpenPlatformAsync {
            lateinit var given: ClientSettings
            val platform = OpenPlatform {
                given = ClientSettings(this).also(settings::accept)
            }
            return OpenPlatformAsync(platform, Futures(given.executor))
        }

        /** Creates a client from environment variables: see [OpenPlatform.fromEnvironment]. */
        @JvmStatic
        public fun fromEnvironment(): OpenPlatformAsync = create {}

        /** Makes the calls of a client for Kotlin. */
        @JvmStatic
        public fun of(platform: OpenPlatform): OpenPlatformAsync = OpenPlatformAsync(platform, Futures())
    }
}
