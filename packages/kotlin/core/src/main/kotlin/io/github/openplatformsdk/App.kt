package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AppLoginOutcome as NativeOutcome
import io.github.openplatformsdk.ffi.AppPlatform
import io.github.openplatformsdk.ffi.AppSettings
import io.github.openplatformsdk.ffi.AppTokenException
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.AppAccess as NativeAccess
import io.github.openplatformsdk.ffi.TokenProvider as NativeTokenProvider

/**
 * The platform for an app on a phone, which must hold no secret: neither API key nor client secret nor a token of the
 * platform. Its calls go through the developer's own backend, which adds them: `AppGateway` of the packages for Python and
 * Node, and of the Rust crate, is that backend.
 *
 * ```kotlin
 * val app = OpenPlatformApp {
 *     clientId("my-app")
 *     redirectUri("https://app.example/oauth/callback")
 *     backend("https://app.example/open-platform")
 *     tokens { AppAccess.parse(http.post("https://app.example/open-platform/access")) }
 * }
 * val post = app.posts.get("gZd7omnS")
 * ```
 *
 * What needs a secret does not exist here: for that there is [OpenPlatform], on a server. A cancelled coroutine ends its
 * call at once. Every call can throw an [OpenPlatformException].
 */
public class OpenPlatformApp private constructor(
    private val native: AppPlatform,
    failures: TokenFailures,
) : AutoCloseable {
    private val closed = AtomicBoolean()

    /** Posts. */
    public val posts: AppPosts = AppPosts(native, failures)

    /** Image upload. */
    public val images: AppImages = AppImages(native)

    /** The user. */
    public val users: AppUsers = AppUsers(native, failures)

    /** Add-ons. */
    public val addons: AppAddons = AppAddons(native, failures)

    /** Semantic records. */
    public val semantics: AppSemantics = AppSemantics(native, failures)

    /** The user's conversations. */
    public val conversations: AppConversations = AppConversations(native, failures)

    /**
     * Starts a login: open the returned address in the browser, and keep [AppLogin.pending] in the app's own storage until
     * the user is back, for the system may end the app meanwhile.
     *
     * @param prompt what the server should ask: words with spaces between them, such as `login` or `consent`, or `none` alone.
     *   A standard parameter, as the next two: the platform documents none of them and may ignore them.
     * @param loginHint who is about to log in, such as a phone number, so that the page can fill it in.
     * @param uiLocales the languages of the page, the best one first, such as `fa en`.
     * @throws ConfigException if client id or redirect address are not set.
     * @throws InvalidInputException for a scope that cannot be asked for, or another value that cannot be sent.
     */
    public fun authorize(
        scopes: Collection<Scope>,
        prompt: String? = null,
        loginHint: String? = null,
        uiLocales: String? = null,
    ): AppLogin = translated {
        native.authorize(scopes.toList(), prompt, loginHint, uiLocales).use { AppLogin(it.url(), it.pending()) }
    }

    /**
     * Reads the address that the user returned to. With [AppLoginOutcome.Granted] post its `body` to `…/login` of the backend,
     * with the app's own session.
     *
     * @throws StateMismatchException if it does not belong to this login.
     * @throws StateExpiredException if the user took longer than ten minutes.
     * @throws AuthorizationRefusedException if the platform refused the login itself, which is no denial by the user.
     */
    public fun callback(url: String, pending: String): AppLoginOutcome = translated {
        when (val outcome = native.callback(url, pending)) {
            is NativeOutcome.Granted -> AppLoginOutcome.Granted(outcome.code.use { it.body() })
            is NativeOutcome.Denied -> AppLoginOutcome.Denied
        }
    }

    /** Forgets the access that it holds, at a logout: the next call asks the token provider again. */
    public suspend fun forgetAccess(): Unit = translated { native.forgetAccess() }

    /** Ends the calls under way, and lets go of the connections. Later calls throw a [ConfigException] of `client`. */
    override fun close() {
        if (!closed.compareAndSet(false, true)) return
        native.shutDown()
        native.close()
    }

    public companion object {
        /** An app with these settings. */
        public operator fun invoke(settings: AppModeSettings.() -> Unit): OpenPlatformApp = AppSettings().use {
            val failures = TokenFailures()
            AppModeSettings(it, failures).settings()
            OpenPlatformApp(translated { AppPlatform(it) }, failures)
        }
    }
}

/** A login that a phone has begun. Its text shows neither the address nor what is kept. */
public class AppLogin internal constructor(
    /** Where to send the user's browser. */
    public val url: String,
    /** What ties the login together: for [OpenPlatformApp.callback], in the app's own storage until then. */
    public val pending: String,
) {
    override fun toString(): String = "AppLogin"
}

/** How the user answered. There is no third way. */
public sealed interface AppLoginOutcome {
    /** Yes. Its text does not show the body. */
    public class Granted internal constructor(
        /** JSON for `POST …/login` of the backend: it holds the code, so it goes there and nowhere else. */
        public val body: Json,
    ) : AppLoginOutcome {
        override fun toString(): String = "Granted"
    }

    /** No. This is a normal outcome: show the app's own page. */
    public data object Denied : AppLoginOutcome
}

/** Short-lived access to the backend: a token of the backend's own, never one of the platform. Its text does not show it. */
public class AppAccess(
    /** The token, for `Authorization: Bearer` at the backend. */
    public val token: String,
    /** How long it lives from when it was given. */
    public val expiresIn: Duration,
) {
    override fun toString(): String = "AppAccess(expiresIn=$expiresIn)"

    public companion object {
        /**
         * Reads the answer of `POST …/access` of the backend.
         *
         * @throws DecodeException for what is no such answer.
         */
        public fun parse(body: ByteArray): AppAccess =
            translated { NativeAccess.parse(body).use { AppAccess(it.token(), it.expiresIn().seconds) } }
    }
}

/**
 * Asks the backend for access, by the app's own means: a request to `POST …/access` with the app's own session. It is asked
 * when there is none, shortly before one ends, and once more after the backend has refused one.
 */
public fun interface TokenProvider {
    /**
     * The access of the user who is logged in to the app.
     *
     * @throws LoginRequired if nobody is: calls fail with [ReauthRequiredException]. Any other exception stands for now
     *   alone, and calls fail with [RefreshUnavailableException]. The exception is the cause of theirs.
     */
    public suspend fun access(): AppAccess
}

/** From a [TokenProvider]: the user must log in. [reason] says why, and holds no part of a token. */
public class LoginRequired(public val reason: String) : Exception(reason)

private class NativeTokens(private val own: TokenProvider, private val failures: TokenFailures) : NativeTokenProvider {
    override suspend fun access(): NativeAccess = try {
        own.access().run { NativeAccess(token, expiresIn.inWholeSeconds) }.also { failures.last = null }
    } catch (error: CancellationException) {
        throw error
    } catch (error: LoginRequired) {
        failures.last = error
        throw AppTokenException.LoginRequired(error.reason)
    } catch (error: Throwable) {
        failures.last = error
        // Its text may hold anything, so it is in the cause alone.
        throw AppTokenException.Unavailable("the token provider failed with ${error::class.simpleName}")
    }
}

/** What the token provider of an app has thrown last, if it failed then: the cause of calls that fail for it. */
internal class TokenFailures {
    @Volatile
    var last: Throwable? = null

    inline fun <T> translated(call: () -> T): T = try {
        call()
    } catch (error: Exception) {
        throw translation(error).also(::explain)
    }

    inline fun <T> translated(texts: () -> Sequence<Pair<String, Json>>, call: () -> T): T = try {
        io.github.openplatformsdk.translated(texts, call)
    } catch (error: Exception) {
        throw error.also(::explain)
    }

    fun explain(error: Exception) {
        val isOfTokens = error is ReauthRequiredException || error is RefreshUnavailableException
        if (isOfTokens && error.cause == null) last?.let(error::initCause)
    }
}

/** The settings of an app on a phone. There is none for a secret. */
@OpenPlatformDsl
public class AppModeSettings internal constructor(
    internal val native: AppSettings,
    private val failures: TokenFailures,
) {
    /** The slug of the app in the console. */
    public fun clientId(id: String): Unit = native.clientId(id)

    /**
     * Where the user returns to after login: one of the addresses allowed in the console, byte for byte. With `https` it is
     * an App Link of this app. Where that cannot be, it may have a scheme of the app's own that is a reversed domain name,
     * such as `com.example.app:/oauth`, if the console takes it: other apps can claim the same one, so it needs [pkce]. The
     * `AppGateway` of the backend must know the address, too.
     */
    public fun redirectUri(uri: String): Unit = native.redirectUri(uri)

    /** The address of the backend's gateway, such as `https://app.example/open-platform`. */
    public fun backend(address: String): Unit = native.backend(address)

    /** Who asks the backend for access. */
    public fun tokens(provider: TokenProvider): Unit = native.tokens(NativeTokens(provider, failures))

    /** Sends logins and uploads to a sandbox at this address. */
    public fun sandbox(url: String): Unit = native.sandbox(url)

    /** Where the platform is: authorization server, main API, second API host, image upload. The live one by default. */
    public fun hosts(auth: String, base: String, api: String, upload: String): Unit =
        native.hosts(auth, base, api, upload)

    /** Allows `http://` addresses that are not loopback: everyone on the way can read the access. */
    public fun allowPlainHttp(on: Boolean = true): Unit = native.allowPlainHttp(on)

    /**
     * Whether logins use PKCE (RFC 7636, S256). On by default: with it a code that another app on the phone has caught is worth
     * nothing. The platform does not document it; turn it off if the platform refuses logins because of it.
     */
    public fun pkce(on: Boolean = true): Unit = native.pkce(on)

    /** How many times a request is sent at most, the first time included. 3 by default; 1 turns retries off. */
    public fun retries(max: Int) {
        if (max < 1) throw configError("retry", "max must be 1 or more")
        native.maxAttempts(max.toUInt())
    }

    /**
     * How long a call may take, with all attempts and the waits between them. 15 s by default; more than 0, at most 24
     * hours.
     */
    public fun timeout(timeout: Duration): Unit = native.timeout(timeout.toSeconds())

    /** How long an image upload may take. 60 s by default; more than 0, at most 24 hours. */
    public fun uploadTimeout(timeout: Duration): Unit = native.uploadTimeout(timeout.toSeconds())

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
