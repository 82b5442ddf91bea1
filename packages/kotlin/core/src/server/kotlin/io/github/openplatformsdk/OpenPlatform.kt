package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.NoticeListener
import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.Settings
import io.github.openplatformsdk.ffi.listenToNotices
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

/**
 * A client of the platform for a server: it holds the app's credentials and has all powers.
 *
 * Make one and share it: calls from any number of coroutines use one connection pool, one store of grants and one retry
 * budget. A cancelled coroutine ends its call at once; a token refresh that the call has begun goes on, so that no
 * pair of tokens is lost.
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

    /** Posts, with the API key alone. */
    public val posts: Posts = Posts(native)

    /** Image upload. */
    public val images: Images = Images(native)

    /** Removing add-ons. */
    public val addons: Addons = Addons(native)

    /** Users, by what the app knows of them. */
    public val users: Users = Users(native)

    /** Removing semantic records. */
    public val semantics: Semantics = Semantics(native)

    /** The app's chatbot. */
    public val chatbot: Chatbot = Chatbot(native)

    /** Old forms, for old apps. */
    public val legacy: Legacy = Legacy(native)

    /** Login. */
    public val oauth: OAuth = OAuth(native)

    /** The stored grants. */
    public val grants: Grants = Grants(native)

    /**
     * Finds out whether the settings can work: the API key is set; where one of client id, client secret and redirect address
     * is set, all of them are; the store can be reached and its key opens what is in it; the addresses of the platform
     * answer, whatever they answer. No credential is sent, and nothing changes on the platform. Call it once when the app
     * starts. It takes at most about ten seconds.
     *
     * Throws a [ConfigException] that names the setting (`check` if there are several faults, and then the text has all of
     * them), or a [StoreException] if only the store cannot be used.
     */
    public suspend fun check(): Unit = translated { native.check() }

    /** A handle for one user, whose calls carry a fresh token of the stored grant. */
    public fun user(grant: GrantKey): UserClient = UserClient(translated { native.user(grant) })

    /** A handle for one user, by an access token that the caller keeps fresh. */
    public fun userWithToken(accessToken: String): UserClient =
        UserClient(translated { native.userWithToken(accessToken) })

    /**
     * Refreshes every stored grant before its access token ends, whether the app makes calls or not, renews the event
     * subscriptions at once, and reports what the app should know. It works while the flow is collected: collect it in each
     * process, or once for all of them with `open-platform keeper`; any number may share a store, and one of them
     * refreshes each grant. Whoever stops collecting loses nothing.
     *
     * What a keeper has met itself it reports at once. What it finds in the store, such as the end of a grant that a call
     * has met, also one of this process, it reports one to two minutes later, unless another keeper has by then.
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
     * @param interval how often the store is looked through: 60 s by default.
     */
    public fun keeper(interval: Duration? = null): Flow<KeeperReport> = flow {
        translated { native.keeper(interval?.checked("interval")) }.use { keeper ->
            while (true) emit(translated { keeper.next() })
        }
    }

    /**
     * An inbox of events in the store of this client: for [Hooks].
     *
     * @throws ConfigException for options that cannot be.
     */
    public fun inbox(options: InboxOptions? = null): Inbox = Inbox(translated { native.inbox(options) })

    /**
     * Waits for refreshes under way and for tokens that are not saved yet, before the process ends and before [close].
     * Returns whether nothing is left.
     */
    public suspend fun drain(patience: Duration = 12.seconds): Boolean =
        translated { native.drain(patience.checked("patience")) }

    /** Sends a request to an endpoint that has no method here, with the API key. */
    public suspend fun request(request: RawRequest, timeout: Duration? = null): RawResponse =
        translated { request.send { native.request(it, options(timeout)) } }

    /**
     * Ends the calls under way, those of its users too, and lets go of the connections: they and later ones throw a
     * [ConfigException] of the setting `client`. A token refresh that has begun goes on.
     */
    override fun close() {
        if (!closed.compareAndSet(false, true)) return
        native.shutDown()
        native.close()
    }

    public companion object {
        init {
            val logger = System.getLogger("open-platform")
            listenToNotices(
                object : NoticeListener {
                    override fun notice(text: String) = logger.log(System.Logger.Level.WARNING, "{0}", text)
                },
            )
        }

        /**
         * A client with these settings. What is not set comes from the environment, as [fromEnvironment] says. None is
         * required: a call that needs one that is not set says so.
         */
        public operator fun invoke(settings: PlatformSettings.() -> Unit): OpenPlatform = build(Settings(), settings)

        /**
         * The same as `OpenPlatform { … }`, by a name that says where settings come from that are not given:
         *
         * `OPEN_PLATFORM_API_KEY`, `OPEN_PLATFORM_CLIENT_ID`, `OPEN_PLATFORM_CLIENT_SECRET`,
         * `OPEN_PLATFORM_REDIRECT_URI`, `OPEN_PLATFORM_IDENTIFICATION_KEYS` (several by commas) and
         * `OPEN_PLATFORM_SANDBOX_URL`, with which all calls go to the sandbox; `OPEN_PLATFORM_STORE` and
         * `OPEN_PLATFORM_STORE_KEYS`. Every variable may be missing, and an empty one is not set.
         */
        public fun fromEnvironment(settings: PlatformSettings.() -> Unit = {}): OpenPlatform =
            build(Settings(), settings)

        private fun build(native: Settings, settings: PlatformSettings.() -> Unit): OpenPlatform = native.use {
            PlatformSettings(it).settings()
            OpenPlatform(translated { Platform(it) })
        }
    }
}

/** The settings of a client. Nothing is checked before the client is made. */
@OpenPlatformDsl
public class PlatformSettings internal constructor(internal val native: Settings) {
    /** The API key of the app. */
    public fun apiKey(key: String): Unit = native.apiKey(key)

    /** The slug of the app in the console. */
    public fun clientId(id: String): Unit = native.clientId(id)

    /** The client secret of the app. */
    public fun clientSecret(secret: String): Unit = native.clientSecret(secret)

    /** Where the user returns to after login: one of the addresses allowed in the console, byte for byte. */
    public fun redirectUri(uri: String): Unit = native.redirectUri(uri)

    /** The keys the platform proves itself with. Two stand side by side while the key changes. */
    public fun identificationKeys(vararg keys: String): Unit = native.identificationKeys(keys.asList())

    /** Sends everything to a sandbox at this address. */
    public fun sandbox(url: String): Unit = native.sandbox(url)

    /** Where the platform is: authorization server, main API, second API host, image upload. The live one by default. */
    public fun hosts(auth: String, base: String, api: String, upload: String): Unit =
        native.hosts(auth, base, api, upload)

    /** Allows `http://` addresses that are not loopback: everyone on the way can read the credentials. */
    public fun allowPlainHttp(on: Boolean = true): Unit = native.allowPlainHttp(on)

    /** Whether logins use PKCE (RFC 7636, S256). Off by default: the platform does not document it. */
    public fun pkce(on: Boolean = true): Unit = native.pkce(on)

    /** Whether a refresh leaves out `code`, the current access token. Off by default: the specification asks for it. */
    public fun omitRefreshCode(on: Boolean = true): Unit = native.omitRefreshCode(on)

    /**
     * How many times a request is sent at most, the first time included. 3 by default; 1 turns retries off.
     *
     * @param transientBase backoff after a broken connection or a 5xx: before the n-th repetition a random time up to
     *   `base * 2^(n-1)`.
     * @param throttledBase the same after a 429.
     * @param maxBackoff no backoff is longer.
     * @param maxRetryAfter a longer `Retry-After` is not waited for: the call fails at once and says how long to wait.
     */
    public fun retries(
        max: Int,
        transientBase: Duration? = null,
        throttledBase: Duration? = null,
        maxBackoff: Duration? = null,
        maxRetryAfter: Duration? = null,
    ) {
        if (max < 1) throw configError("retry", "max must be 1 or more")
        native.maxAttempts(max.toUInt())
        transientBase?.let { native.transientBase(it.checked("transientBase")) }
        throttledBase?.let { native.throttledBase(it.checked("throttledBase")) }
        maxBackoff?.let { native.maxBackoff(it.checked("maxBackoff")) }
        maxRetryAfter?.let { native.maxRetryAfter(it.checked("maxRetryAfter")) }
    }

    /**
     * How long a call may take: refresh, all attempts and the waits between them. 15 s by default; more than 0, at most 24
     * hours.
     */
    public fun timeout(timeout: Duration): Unit = native.timeout(timeout.toSeconds())

    /** How long an image upload may take. 60 s by default; more than 0, at most 24 hours. */
    public fun uploadTimeout(timeout: Duration): Unit = native.uploadTimeout(timeout.toSeconds())

    /** How long connecting may take, TLS included. 3 s by default; more than 0, at most 24 hours. */
    public fun connectTimeout(timeout: Duration): Unit = native.connectTimeout(timeout.toSeconds())

    /** How many idle connections are kept for each host. 128 by default; best is the number of calls in flight. */
    public fun maxIdlePerHost(connections: Int) {
        if (connections < 0) throw configError("maxIdlePerHost", "must not be negative")
        native.maxIdlePerHost(connections.toUInt())
    }

    /** Also trusts the CA certificates in this PEM text, beside the bundled ones. */
    public fun rootCertificatesPem(pem: String): Unit = native.rootCertificatesPem(pem)

    /**
     * Whether `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are obeyed. Off by default: whoever sets them would
     * see where calls go, and over plain HTTP the credentials too.
     */
    public fun environmentProxy(on: Boolean = true): Unit = native.environmentProxy(on)

    /**
     * Where grants and logins under way are kept: `sqlite:///var/lib/app/platform.db`, for example. In memory by default,
     * and then a restart forgets all users.
     */
    public fun storeUrl(address: String): Unit = native.storeUrl(address)

    /** A store of your own, in place of one by address. It needs [storeKeys]. */
    public fun store(store: RecordStore): Unit = native.store(OwnStore(store))

    /**
     * What the store is encrypted with: keys of 32 bytes in base64, the newest first; older ones only read. The word
     * `unencrypted` alone: no encryption.
     */
    public fun storeKeys(vararg keys: String): Unit = translated { native.storeKeys(keys.asList()) }

    /**
     * The variables to read in place of those of the process: for tests, and an empty map for a client that shall not depend
     * on its environment.
     */
    public fun environment(variables: Map<String, String>): Unit = native.environment(variables)

    /**
     * How many logins may be under way at once in the store: 20,000 by default, about 12 MB; at least 1. If there are more,
     * the oldest are deleted and their users have to start again.
     */
    public fun maxPendingLogins(logins: Int) {
        if (logins < 1) throw configError("maxPendingLogins", "must be at least 1")
        native.maxPendingLogins(logins.toUInt())
    }

    /** The largest image that is uploaded, in bytes. 5,000,000 by default (assumption: docs/platform.md#chat-media). */
    public fun maxImageBytes(bytes: Long) {
        if (bytes < 0) throw configError("maxImageBytes", "must not be negative")
        native.maxImageBytes(bytes.toULong())
    }

    /**
     * Whether PNG images may be uploaded, too. Off by default: the platform prefers JPEG, and nothing says what it does
     * with others (docs/platform.md#image-upload).
     */
    public fun allowPng(on: Boolean = true): Unit = native.allowPng(on)

    /** Most characters of a message. 4,096 by default: an assumption, the platform states no limit. */
    public fun maxMessageChars(characters: Int): Unit = native.maxMessageChars(count("maxMessageChars", characters))

    /** Most characters of a button's caption. 256 by default: an assumption, the platform states no limit. */
    public fun maxCaptionChars(characters: Int): Unit = native.maxCaptionChars(count("maxCaptionChars", characters))

    /** Most characters of the name of an image in an add-on. 256 by default: an assumption, the platform states no limit. */
    public fun maxImageNameChars(characters: Int): Unit =
        native.maxImageNameChars(count("maxImageNameChars", characters))

    /**
     * Most buttons of a message, those of both sides together. 9 by default, as the specification says; newer documents
     * count nine for each side, which is 18 (docs/platform.md#send-message).
     */
    public fun maxButtons(buttons: Int): Unit = native.maxButtons(count("maxButtons", buttons))

    /**
     * How long a user may take between the link to the login and the way back. 10 minutes by default; more than 0, at
     * most 24 hours.
     */
    public fun loginLifetime(lifetime: Duration): Unit = native.loginLifetime(lifetime.toSeconds())
}
