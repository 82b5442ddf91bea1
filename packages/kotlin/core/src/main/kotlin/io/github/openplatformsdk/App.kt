package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AppLoginOutcome as NativeOutcome
import io.github.openplatformsdk.ffi.AppPlatform
import io.github.openplatformsdk.ffi.AppSettings
import io.github.openplatformsdk.ffi.AppTokenException
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import io.github.openplatformsdk.ffi.AppAccess as NativeAccess
import io.github.openplatformsdk.ffi.TokenProvider as NativeTokenProvider

/**
 * A client for an app on a phone. Such an app must hold no secret: no API key, no client secret and no token of the
 * platform. Its calls go through the developer's own backend, which adds them: an `AppGateway` of this package or of those for
 * Python, Node, Swift or Rust.
 *
 * ```kotlin
 * val app = OpenPlatformApp {
 *     clientId("my-app")
 *     redirectUri("https://app.example/oauth/callback")
 *     backend("https://app.example/open-platform")
 *     tokens {
 *         val (status, body) = post("https://app.example/open-platform/access") // With the app's own session.
 *         if (status == 401 || status == 412) throw LoginRequired("the backend answers $status")
 *         AppAccess.parse(body)
 *     }
 * }
 * val post = app.posts.get("gZd7omnS")
 * ```
 *
 * Calls that need a secret are not available here. Use [OpenPlatform] on a server for them. Cancelling a coroutine ends its
 * call at once. Every call can throw an [OpenPlatformException].
 */
public class OpenPlatformApp private constructor(private val native: AppPlatform) : AutoCloseable {
    private val closed = AtomicBoolean()

    /** Posts. */
    public val posts: AppPosts = AppPosts(native)

    /** Image upload. */
    public val images: AppImages = AppImages(native)

    /** The user. */
    public val users: AppUsers = AppUsers(native)

    /** Add-ons. */
    public val addons: AppAddons = AppAddons(native)

    /** Semantic records. */
    public val semantics: AppSemantics = AppSemantics(native)

    /** The user's conversations. */
    public val conversations: AppConversations = AppConversations(native)

    /**
     * Starts a login. Open the returned address in the browser, and keep [AppLogin.pending] in the app's own storage until
     * the user returns: the system may end the app in the meantime.
     *
     * @param prompt what the server should ask the user: values separated by spaces, such as `login`, or `none` alone. Like
     *   [loginHint] and [uiLocales] it is a standard parameter that the platform does not document and may ignore.
     * @param loginHint an identifier of the user who logs in, such as a phone number, to fill in the form of the page.
     * @param uiLocales the preferred languages of the page, in order of preference, separated by spaces, such as `fa en`.
     * @throws ConfigException if the client id or the redirect address is not set.
     * @throws InvalidInputException for a scope that cannot be requested, or another invalid value.
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
     * Reads the address that the user returned to. If the outcome is [AppLoginOutcome.Granted], send its `body` to
     * `POST …/login` of the backend, with the app's own session. Delete [pending] afterwards, whatever the outcome.
     *
     * The system may deliver an address twice, for example when it creates the activity anew. The second time this throws
     * [StateMismatchException], or there is no [pending] any more: ignore it then, because the first one counts.
     *
     * @throws StateMismatchException if the address does not belong to this login, or was read before.
     * @throws StateExpiredException if the user took longer than [AppModeSettings.loginLifetime], by default ten minutes.
     * @throws AuthorizationRefusedException if the platform, and not the user, refused the login.
     */
    public fun callback(url: String, pending: String): AppLoginOutcome = translated {
        when (val outcome = native.callback(url, pending)) {
            is NativeOutcome.Granted -> AppLoginOutcome.Granted(outcome.code.use { it.body() })
            is NativeOutcome.Denied -> AppLoginOutcome.Denied
        }
    }

    /** Discards the cached access token. Call it at a logout: the next call asks the token provider again. */
    public suspend fun forgetAccess(): Unit = translated { native.forgetAccess() }

    /** Ends the calls in progress and closes the connections. Later calls throw a [ConfigException] for `client`. */
    override fun close() {
        if (!closed.compareAndSet(false, true)) return
        native.shutDown()
        native.close()
    }

    public companion object {
        /** Creates a client with these settings. */
        public operator fun invoke(settings: AppModeSettings.() -> Unit): OpenPlatformApp = AppSettings().use {
            translated { AppModeSettings(it).settings() }
            OpenPlatformApp(translated { AppPlatform(it) })
        }
    }
}

/** A login that a phone has started. `toString` shows neither the address nor the pending state. */
public class AppLogin internal constructor(
    /** The address to open in the user's browser. */
    public val url: String,
    /** The state of the login, for [OpenPlatformApp.callback]. Keep it in the app's own storage until then, and delete it afterwards. */
    public val pending: String,
) {
    override fun toString(): String = "AppLogin"
}

/** The decision of the user. Any other end of a login is an exception. */
public sealed interface AppLoginOutcome {
    /** The user allowed the access. `toString` does not show the body. */
    public class Granted internal constructor(
        /** JSON for `POST …/login` of the backend. It holds the authorization code, so send it to the backend only. */
        public val body: Json,
    ) : AppLoginOutcome {
        override fun toString(): String = "Granted"
    }

    /** The user denied the access. This is a normal outcome: show a page of the app. */
    public data object Denied : AppLoginOutcome
}

/** A short-lived access token that the backend issues. It is not a token of the platform. `toString` does not show it. */
public class AppAccess(
    /** The token, sent to the backend as `Authorization: Bearer`. */
    public val token: String,
    /** How long the token is valid after it was issued. */
    public val expiresIn: Duration,
    /** In a parsed response to `POST …/login`, the granted scopes; otherwise empty. */
    public val scopes: List<String> = emptyList(),
    /** The requested scopes that the user did not grant, in the same way. */
    public val missingScopes: List<String> = emptyList(),
) {
    override fun toString(): String = "AppAccess(expiresIn=$expiresIn)"

    public companion object {
        /**
         * Reads the response of the backend to `POST …/access` or `POST …/login`.
         *
         * @throws DecodeException if the body is not such a response.
         */
        public fun parse(body: ByteArray): AppAccess =
            translated { NativeAccess.parse(body).use { AppAccess(it.token(), it.expiresIn().seconds, it.scopes(), it.missingScopes()) } }
    }
}

/**
 * Gets an access token from the backend: a request to `POST …/access` with the app's own session. It is called when there is
 * no token, shortly before the token expires, and once after the backend refused a token.
 */
public fun interface TokenProvider {
    /**
     * Returns an access token for the user who is logged in to the app.
     *
     * @throws LoginRequired if no user is logged in: calls then fail with [ReauthRequiredException]. Any other exception
     *   counts as temporary: calls then fail with [RefreshUnavailableException]. The exception becomes the cause of theirs.
     */
    public suspend fun access(): AppAccess
}

/** Thrown by a [TokenProvider] if the user must log in. [reason] must not contain any part of a token. */
public class LoginRequired(public val reason: String) : Exception(reason)

/** Adapts a [TokenProvider] to the interface that the native library calls. */
private class TokenProviderAdapter(private val provider: TokenProvider) : NativeTokenProvider {
    override suspend fun access(): NativeAccess = try {
        provider.access().run { NativeAccess(token, expiresIn.inWholeSeconds) }
    } catch (error: LoginRequired) {
        throw AppTokenException.Thrown(error.reason, true, StoreCauses.keep(error))
    } catch (error: Throwable) {
        // Only the cancellation of this call is none of the provider's errors: a timeout in it is one.
        currentCoroutineContext().ensureActive()
        // The message of the exception may contain secrets, so only the cause carries it.
        val reason = "the token provider failed with ${error::class.simpleName}"
        throw AppTokenException.Thrown(reason, false, StoreCauses.keep(error))
    }
}

/** The settings of an app on a phone. None of them is a secret. */
@OpenPlatformDsl
public class AppModeSettings internal constructor(internal val native: AppSettings) {
    // Made from the core's table by `cargo run -p open-platform-generator`. Do not edit.
    /** The slug of the app in the console. It is no secret. */
    public fun clientId(id: String): Unit = native.clientId(id)

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
     * CA certificates to trust in addition to the bundled ones, as PEM text: for all requests, and on a server also for
     * the connection to the store.
     */
    public fun rootCertificatesPem(pem: String): Unit = native.rootCertificatesPem(pem)
    // End of what is made.

    /**
     * The redirect address of logins. It must equal one of the addresses allowed in the console, byte for byte. An `https`
     * address is an App Link of this app. If App Links are not possible and the console accepts it, the address may have a
     * private scheme that is a reversed domain name, such as `com.example.app:/oauth`. Other apps can claim the same scheme,
     * so it requires [pkce]. The `AppGateway` of the backend must be configured with the address, too.
     */
    public fun redirectUri(uri: String): Unit = native.redirectUri(uri)

    /** The address of the backend's gateway, such as `https://app.example/open-platform`. */
    public fun backend(address: String): Unit = native.backend(address)

    /** The provider of access tokens for the backend. */
    public fun tokens(provider: TokenProvider): Unit = native.tokens(TokenProviderAdapter(provider))

    /** Sends logins and uploads to a sandbox at this address. */
    public fun sandbox(url: String): Unit = native.sandbox(url)

    /**
     * The addresses of the platform: authorization server, main API, second API host, image upload, upload of media of chats.
     * Default: live platform.
     */
    public fun hosts(vararg byName: ByName, auth: String, base: String, api: String, upload: String, chat: String): Unit =
        native.hosts(auth, base, api, upload, chat)

    /** The maximum number of attempts per request, including the first. 3 by default, at least 1; 1 turns retries off. */
    public fun retries(maxAttempts: Int): Unit = native.maxAttempts(count("maxAttempts", maxAttempts))
}
