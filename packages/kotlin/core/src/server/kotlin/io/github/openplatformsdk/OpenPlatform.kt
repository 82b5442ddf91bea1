package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.Settings
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

/**
 * A client of the platform for a server. It holds the app's credentials.
 *
 * Create one instance and share it: calls from any number of coroutines use one connection pool, one store of grants and one
 * limit of retries. Cancelling a coroutine ends its call at once. A token refresh that the call has started continues, so that
 * the new tokens are not lost.
 *
 * ```kotlin
 * OpenPlatform.fromEnvironment().use { platform ->
 *     println(platform.posts.get("gZd7omnS").city)
 * }
 * ```
 *
 * Every call can throw an [OpenPlatformException].
 */
public class OpenPlatform private constructor(internal val native: Platform) : AutoCloseable {
    private val closed = AtomicBoolean()

    // The areas, made by `cargo run -p open-platform-generator`.

    /** Calls about users that need only the API key. */
    public val users: Users = Users(native)

    /** Calls about posts that need only the API key. */
    public val posts: Posts = Posts(native)

    /** Image upload. */
    public val images: Images = Images(native)

    /** Calls about add-ons that need only the API key. */
    public val addons: Addons = Addons(native)

    /** Calls about semantic records that need only the API key. */
    public val semantics: Semantics = Semantics(native)

    /** Calls of the chatbot that need only the API key. */
    public val chatbot: Chatbot = Chatbot(native)

    /** The platform's lists of values: categories, cities, scopes and others. */
    public val assets: Assets = Assets(native)

    /** The app's balance and its transactions. */
    public val payments: Payments = Payments(native)

    /** Calls about custom buttons that need only the API key. */
    public val customButtons: CustomButtons = CustomButtons(native)

    /** Search over the posts of the platform. */
    public val finder: Finder = Finder(native)

    /** Submitting posts and uploading their images and videos, with only the API key. */
    public val ownPosts: OwnPosts = OwnPosts(native)

    /** Calls that the platform keeps for existing apps. */
    public val legacy: Legacy = Legacy(native)

    // End of the areas.

    /** Login. */
    public val oauth: OAuth = OAuth(native)

    /** The stored grants. */
    public val grants: Grants = Grants(native)

    /**
     * Checks the configuration. It passes if the API key is set; if client id, client secret and redirect address are all set
     * or all missing; if the store is reachable and its keys decrypt its contents; and if the addresses of the platform
     * respond, with any status. It sends no credentials and changes nothing on the platform. Call it once when the app starts.
     * It takes at most about ten seconds.
     *
     * @throws ConfigException for a wrong setting, which it names. If several settings are wrong, the name is `check` and the
     *   message lists them all.
     * @throws StoreException if the store cannot be used and nothing else is wrong.
     */
    public suspend fun check(timeout: Duration? = null): Unit = translated { native.check(options(timeout)) }

    /** A client for one user, whose calls use the access token of the stored grant. It is refreshed automatically. */
    public fun user(grant: GrantKey): UserClient = UserClient(translated { native.user(grant) })

    /** A client for one user, with an access token that the caller refreshes. */
    public fun userWithToken(accessToken: String): UserClient =
        UserClient(translated { native.userWithToken(accessToken) })

    /**
     * Refreshes every stored grant before its access token expires, even if the app makes no calls, renews the event
     * subscriptions after each refresh, and reports events of interest to the app. It runs while the flow is collected.
     * Collect it in each process, or run `open-platform keeper` once for all processes. Any number of keepers may share a
     * store: each grant is refreshed by one of them. Stopping the collection loses no data.
     *
     * Results of its own work are reported at once. Changes that it finds in the store, such as the end of a grant that a
     * call detected, are reported one to two minutes later, unless another keeper has reported them by then.
     *
     * ```kotlin
     * scope.launch {
     *     platform.keeper().collect { report ->
     *         when (report) {
     *             is KeeperReport.ReauthRequired -> mail(report.user, "please log in again")
     *             is KeeperReport.Gap -> catchUp(report.user, report.gap)
     *             else -> log(report)
     *         }
     *     }
     * }
     * ```
     *
     * @param interval the time between two scans of the store: 60 s by default.
     */
    public fun keeper(interval: Duration? = null): Flow<KeeperReport> = flow {
        translated { native.keeper(interval?.checked("interval")) }.use { keeper ->
            while (true) emit(translated { keeper.next() })
        }
    }

    /**
     * Opens an inbox of events in the store of this client, for [Hooks].
     *
     * @throws ConfigException for invalid options.
     */
    public fun inbox(options: InboxOptions? = null): Inbox = Inbox(translated { native.inbox(options) })

    /**
     * Waits up to [timeout] for work that must not be interrupted: logins that are being completed, token refreshes, renewals of
     * subscriptions, and new tokens that are not stored yet. Call it before the process ends and before [close]. Returns whether
     * everything is finished.
     */
    public suspend fun drain(timeout: Duration = 12.seconds): Boolean =
        translated { native.drain(timeout.checked("timeout")) }

    /** Sends a request with the API key to an endpoint that has no method in this package. */
    public suspend fun request(request: RawRequest, timeout: Duration? = null): RawResponse =
        traced("request") { translated { request.send { native.request(it, options(timeout)) } } }

    /**
     * Like [request], but returns when the response begins, and gives its body in the pieces in which it arrives:
     *
     * ```kotlin
     * val export = RawRequest("GET", "v1", "open-platform", "export", maxResponse = 1L shl 30)
     * platform.stream(export).use { response -> response.body.collect(file::write) }
     * ```
     *
     * Until the response begins, everything is as for other calls: credentials, a refresh after a 401, retries, and exceptions
     * for all responses that are no success. [timeout] limits the time until then, with all attempts; after that, each wait for
     * the next bytes, but neither the time between two reads nor the whole time. The response is not compressed.
     */
    public suspend fun stream(request: RawRequest, timeout: Duration? = null): StreamedResponse =
        traced("request") { translated { request.open { native.stream(it, options(timeout)) } } }

    /**
     * Ends the calls in progress, including those of its users, and closes the connections. Ended and later calls throw a
     * [ConfigException] for the setting `client`. A token refresh that has started continues.
     */
    override fun close() {
        if (!closed.compareAndSet(false, true)) return
        native.shutDown()
        native.close()
    }

    public companion object {
        init {
            Notices.listen()
        }

        /**
         * Creates a client with these settings. Missing settings are read from the environment: see [fromEnvironment]. No
         * setting is required here: a call that needs a missing one throws a [ConfigException].
         */
        public operator fun invoke(settings: PlatformSettings.() -> Unit): OpenPlatform = build(Settings(), settings)

        /**
         * Creates a client from environment variables, like `OpenPlatform { … }`. These variables are read for settings that
         * are not given:
         *
         * `OPEN_PLATFORM_API_KEY`, `OPEN_PLATFORM_CLIENT_ID`, `OPEN_PLATFORM_CLIENT_SECRET`,
         * `OPEN_PLATFORM_REDIRECT_URI`, `OPEN_PLATFORM_IDENTIFICATION_KEYS` (separated by commas), `OPEN_PLATFORM_STORE`,
         * `OPEN_PLATFORM_STORE_KEYS`, `OPEN_PLATFORM_ASSET_MAX_AGE` (in seconds), `OPEN_PLATFORM_ROOT_CERTIFICATES_PEM` (the
         * path of a file), and `OPEN_PLATFORM_SANDBOX_URL`, which sends all calls to a sandbox. All are optional; an empty variable
         * counts as missing.
         */
        public fun fromEnvironment(settings: PlatformSettings.() -> Unit = {}): OpenPlatform =
            build(Settings(), settings)

        private fun build(native: Settings, settings: PlatformSettings.() -> Unit): OpenPlatform = native.use {
            translated { PlatformSettings(it).settings() }
            it.logRecords()
            OpenPlatform(translated { Platform(it) })
        }
    }
}

/** The settings of a client. They are checked when the client is created. */
@OpenPlatformDsl
public class PlatformSettings internal constructor(internal val native: Settings) {
    // Made from the core's table by `cargo run -p open-platform-generator`. Do not edit.
    /** The API key of the app, sent as `x-api-key`. */
    public fun apiKey(key: String): Unit = native.apiKey(key)

    /** The slug of the app in the console. It is no secret. */
    public fun clientId(id: String): Unit = native.clientId(id)

    /** The client secret of the app. */
    public fun clientSecret(secret: String): Unit = native.clientSecret(secret)

    /**
     * The redirect address of logins. It must equal one of the addresses allowed in the console, byte for byte:
     * `https`, or `http` on a loopback address; no query, no fragment, no user name.
     */
    public fun redirectUri(uri: String): Unit = native.redirectUri(uri)

    /** The keys with which the platform authenticates its requests. During a key change set the old and the new one. */
    public fun identificationKeys(vararg keys: String): Unit = native.identificationKeys(keys.asList())

    /**
     * Whether `http://` addresses are allowed that are not loopback. Everyone on the network path can then read the
     * credentials. For a sandbox in another container or beside an emulator, never for the live platform. Off by
     * default.
     */
    public fun allowPlainHttp(on: Boolean = true): Unit = native.allowPlainHttp(on)

    /**
     * Whether logins use PKCE (RFC 7636, S256), without which an intercepted authorization code can be used. Off by
     * default: the platform does not document it. On by default on a phone.
     */
    public fun pkce(on: Boolean = true): Unit = native.pkce(on)

    /**
     * Whether a refresh request omits `code`, the current access token. Off by default: the specification requires it,
     * RFC 6749 does not define it (docs/platform.md#contradiction-15).
     */
    public fun omitRefreshCode(on: Boolean = true): Unit = native.omitRefreshCode(on)

    /**
     * The time limit of a call, including a token refresh, all attempts and the waits between them. 15 s by default;
     * more than 0, at most 24 hours.
     */
    public fun timeout(timeout: Duration): Unit = native.timeout(timeout.toSeconds())

    /** The time limit of an upload. 60 s by default; more than 0, at most 24 hours. */
    public fun uploadTimeout(timeout: Duration): Unit = native.uploadTimeout(timeout.toSeconds())

    /**
     * The maximum size of an uploaded image of an add-on or a post, in bytes. 5,000,000 by default: an assumption, the
     * platform states a limit only for images in chats (docs/platform.md#chat-media); at least 1.
     */
    public fun maxImageBytes(bytes: Long): Unit = native.maxImageBytes(size("maxImageBytes", bytes))

    /**
     * The maximum size of an uploaded video of a post, in bytes. 50,000,000 by default: an assumption, the platform
     * states a limit only for videos in chats (docs/platform.md#chat-media); at least 1.
     */
    public fun maxVideoBytes(bytes: Long): Unit = native.maxVideoBytes(size("maxVideoBytes", bytes))

    /**
     * Whether images of add-ons and posts may be PNG, too. Off by default: the platform prefers JPEG, and its documents
     * do not say how it treats other formats (docs/platform.md#image-upload).
     */
    public fun allowPng(on: Boolean = true): Unit = native.allowPng(on)

    /**
     * The maximum length of a message, in characters. 4,096 by default: an assumption, the platform states no limit; at
     * least 1.
     */
    public fun maxMessageChars(characters: Int): Unit = native.maxMessageChars(count("maxMessageChars", characters))

    /**
     * The maximum length of a button's caption, in characters. 256 by default: an assumption, the platform states no
     * limit; at least 1.
     */
    public fun maxCaptionChars(characters: Int): Unit = native.maxCaptionChars(count("maxCaptionChars", characters))

    /**
     * The maximum length of an image name in an add-on, in characters. 256 by default: an assumption, the platform
     * states no limit; at least 1.
     */
    public fun maxImageNameChars(characters: Int): Unit =
        native.maxImageNameChars(count("maxImageNameChars", characters))

    /**
     * The maximum size of the JSON body of a call, in bytes. Texts and objects in it for which the platform states no
     * limit have no other one. Uploads and raw requests do not have this limit. Hooks and gateways refuse more than
     * their own limit of a body, by default 256 KiB. 1,048,576 by default: a choice of the SDK that only stops
     * mistakes; at least 1.
     */
    public fun maxBodyBytes(bytes: Long): Unit = native.maxBodyBytes(size("maxBodyBytes", bytes))

    /**
     * The maximum number of buttons of a message, both sides together. 9 by default: the specification says so. Newer
     * documents allow nine for each side, which is 18 (docs/platform.md#send-message).
     */
    public fun maxButtons(buttons: Int): Unit = native.maxButtons(count("maxButtons", buttons))

    /**
     * The maximum time between the start of a login and the user's return. 600 s by default: a choice of the SDK, the
     * platform states no limit; more than 0, at most 24 hours.
     */
    public fun loginLifetime(lifetime: Duration): Unit = native.loginLifetime(lifetime.toSeconds())

    /**
     * The maximum number of pending logins in the store. If there are more, the oldest are deleted, and their users
     * have to start again, so that login requests without end cannot fill the store. For a short time there may be a
     * tenth more. Logins that nobody completed are deleted in the background, about 20 minutes after their start.
     * 20,000 by default: about 12 MB; at least 1.
     */
    public fun maxPendingLogins(logins: Int): Unit = native.maxPendingLogins(count("maxPendingLogins", logins))

    /**
     * How long the platform's lists of values are used again without a request: the responses of the calls of `assets`,
     * at most 256 of them. Off by default: each call sends a request. More than 0, at most 24 hours.
     */
    public fun assetMaxAge(age: Duration): Unit = native.assetMaxAge(age.toSeconds())

    /**
     * CA certificates to trust in addition to the bundled ones, as PEM text: for all requests, and on a server also for
     * the connection to the store.
     */
    public fun rootCertificatesPem(pem: String): Unit = native.rootCertificatesPem(pem)

    /** The time limit of connecting, including TLS. 3 s by default; more than 0, at most 24 hours. */
    public fun connectTimeout(timeout: Duration): Unit = native.connectTimeout(timeout.toSeconds())

    /** The maximum number of idle connections per host. 128 by default: ideally the number of concurrent calls. */
    public fun maxIdlePerHost(connections: Int): Unit = native.maxIdlePerHost(count("maxIdlePerHost", connections))

    /**
     * Whether `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are used. Off by default: a proxy sees the
     * destination of calls, and over plain HTTP the credentials, too.
     */
    public fun environmentProxy(on: Boolean = true): Unit = native.environmentProxy(on)

    /**
     * For tests: the environment variables to read instead of those of the process. Without any the client is
     * independent of its environment.
     */
    public fun environment(variables: Map<String, String>): Unit = native.environment(variables)
    // End of what is made.

    /**
     * A callback for each request of a call, when its outcome is known. It is called from a thread of the client, which all
     * calls share: it must not block. What it throws is logged, and does not change the call. Without a callback or a log no
     * records are made. The same is logged: docs/observe.md.
     */
    public fun onRequest(callback: (Attempt) -> Unit): Unit = native.onRequest(RequestCallback(callback))

    /** A callback for each request of a token refresh. Like [onRequest]. */
    public fun onRefresh(callback: (Refresh) -> Unit): Unit = native.onRefresh(RefreshCallback(callback))

    /** A callback for each event of an inbox of this client that a worker has handled. Like [onRequest]. */
    public fun onHandledEvent(callback: (HandledEvent) -> Unit): Unit = native.onHandledEvent(HandledEventCallback(callback))

    /** Sends all calls to a sandbox at this address. */
    public fun sandbox(url: String): Unit = native.sandbox(url)

    /**
     * The addresses of the platform: authorization server, main API, second API host, image upload, upload of media of chats.
     * Default: live platform.
     */
    public fun hosts(vararg byName: ByName, auth: String, base: String, api: String, upload: String, chat: String): Unit =
        native.hosts(auth, base, api, upload, chat)

    /**
     * Sets the retry policy.
     *
     * @param maxAttempts the maximum number of attempts per request, including the first. 3 by default, at least 1; 1 turns retries off.
     * @param transientBase the base of the backoff after a connection failure or a 5xx: the wait before the n-th retry is
     *   random, up to `base * 2^(n-1)`.
     * @param throttledBase the base of the backoff after a 429.
     * @param maxBackoff the maximum backoff.
     * @param maxRetryAfter the maximum `Retry-After` that is waited for. If it is longer, the call fails at once, and the
     *   exception says how long to wait.
     */
    public fun retries(
        maxAttempts: Int,
        transientBase: Duration? = null,
        throttledBase: Duration? = null,
        maxBackoff: Duration? = null,
        maxRetryAfter: Duration? = null,
    ) {
        native.maxAttempts(count("maxAttempts", maxAttempts))
        transientBase?.let { native.transientBase(it.checked("transientBase")) }
        throttledBase?.let { native.throttledBase(it.checked("throttledBase")) }
        maxBackoff?.let { native.maxBackoff(it.checked("maxBackoff")) }
        maxRetryAfter?.let { native.maxRetryAfter(it.checked("maxRetryAfter")) }
    }

    /**
     * The address of the store of grants and pending logins, such as `sqlite:///var/lib/app/platform.db`. By default the
     * store is in memory: after a restart all users have to log in again.
     */
    public fun storeUrl(address: String): Unit = native.storeUrl(address)

    /** A custom store, instead of [storeUrl]. It requires [storeKeys]. */
    public fun store(store: RecordStore): Unit = native.customStore(StoreAdapter(store))

    /**
     * The keys that encrypt the store: 32 bytes each in base64, the newest first. Older keys are used for reading only. The
     * single word `unencrypted` turns encryption off.
     */
    public fun storeKeys(vararg keys: String): Unit = translated { native.storeKeys(keys.asList()) }
}
