package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.Settings
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/** Keeps the blocks of one builder out of the blocks of another. */
@DslMarker
public annotation class OpenPlatformDsl

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

    /** A handle for one user, whose calls carry a fresh token of the stored grant. */
    public fun user(grant: GrantKey): UserClient = UserClient(native.user(grant))

    /** A handle for one user, by an access token that the caller keeps fresh. */
    public fun userWithToken(accessToken: String): UserClient = UserClient(native.userWithToken(accessToken))

    /** Sends a request to an endpoint that has no method here, with the API key. */
    public suspend fun request(request: RawRequest, timeout: Duration? = null): RawResponse =
        translated { request.send { native.request(it, options(timeout)) } }

    /** Lets go of the connections. Later calls throw [IllegalStateException]. */
    override fun close(): Unit = native.close()

    public companion object {
        /** A client with these settings. None is required: a call that needs one that is not set says so. */
        public operator fun invoke(settings: PlatformSettings.() -> Unit): OpenPlatform = build(Settings(), settings)

        /**
         * A client with the settings of the environment, and [settings] over them.
         *
         * `OPEN_PLATFORM_API_KEY`, `OPEN_PLATFORM_CLIENT_ID`, `OPEN_PLATFORM_CLIENT_SECRET`,
         * `OPEN_PLATFORM_REDIRECT_URI`, `OPEN_PLATFORM_IDENTIFICATION_KEYS` (several by commas) and
         * `OPEN_PLATFORM_SANDBOX_URL`, with which all calls go to the sandbox. Every variable may be missing.
         */
        public fun fromEnvironment(settings: PlatformSettings.() -> Unit = {}): OpenPlatform =
            build(translated { Settings.fromEnvironment() }, settings)

        private fun build(native: Settings, settings: PlatformSettings.() -> Unit): OpenPlatform = native.use {
            PlatformSettings(it).settings()
            OpenPlatform(translated { Platform(it) })
        }
    }
}

/** The settings of a client. Nothing is checked before the client is made. */
@OpenPlatformDsl
public class PlatformSettings internal constructor(private val native: Settings) {
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

    /** How many times a request is sent at most, the first time included. 3 by default; 1 turns retries off. */
    public fun retries(max: Int): Unit = native.maxAttempts(max.toUInt())

    /** How long a call may take: refresh, all attempts and the waits between them. 15 s by default. */
    public fun timeout(timeout: Duration): Unit = native.timeout(timeout.toJavaDuration())

    /** How long an image upload may take. 60 s by default. */
    public fun uploadTimeout(timeout: Duration): Unit = native.uploadTimeout(timeout.toJavaDuration())

    /** The largest image that is uploaded, in bytes. 5,000,000 by default (assumption: facts part 1.6.4). */
    public fun maxImageBytes(bytes: Long): Unit = native.maxImageBytes(bytes.toULong())
}
