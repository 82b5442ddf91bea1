package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Login. From [OpenPlatformAsync.oauth]. */
public class OAuthAsync internal constructor(private val calls: OAuth, private val futures: Futures) {
    /**
     * Starts a login: redirect the user's browser to the `url` of the result. No request is sent.
     *
     * The login can be completed once, within `loginLifetime`, which is ten minutes by default, and only with the same
     * session, the same app and the same authorization server. If very many logins are in progress, the oldest are
     * deleted: `maxPendingLogins`. Source: `docs/platform.md#authorization`.
     *
     * It ends with [InvalidInputException] for a scope that cannot be requested, or another value that cannot be sent.
     *
     * It ends with [ConfigException] for a missing or unsuitable setting.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param scopes The scopes to request. With that of offline access the grant can be refreshed after its first
     *   access token ends.
     * @param sessionId A value that binds the login to the browser that starts it: that of a session cookie, or another
     *   one that only this browser can present again. The callback must be called with the same value.
     * @param options What else it may have.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun authorize(
        scopes: Collection<Scope>,
        sessionId: String,
        options: Consumer<LoginOptions> = Consumer {},
        timeout: Duration? = null,
    ): CompletableFuture<Authorization> = futures.of {
        LoginOptions().also(options::accept).run {
            calls.authorize(scopes, sessionId, user, returnTo, redirectUri, prompt, loginHint, uiLocales, timeout.inKotlin())
        }
    }

    /**
     * Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
     *
     * A full address must be the redirect URI of this login: the same scheme, host, port and path (RFC 9700 section
     * 4.7.1). Behind a proxy, pass only the query: the framework then reports the address of the proxy's request, with
     * `http://`, another host or another path, and the login would be refused.
     *
     * A call with the wrong session also ends the login: somebody other than the user had the address, so its code must
     * no longer be used.
     *
     * The login has ended afterwards, whatever the outcome, with one exception: after an error that is retryable, such
     * as [RateLimitedException], or [TransportException] because there was no connection, the code is unused, so the
     * same address may be passed again. The login continues if the caller stops waiting. Source:
     * `docs/platform.md#token-exchange`.
     *
     * It ends with [StateMismatchException] if the session is another one, the login was completed already, or the
     * address is not the login's.
     *
     * It ends with [StateExpiredException] if the user took longer than `loginLifetime`.
     *
     * It ends with [CallbackRejectedException] if the address is malformed.
     *
     * It ends with [AuthorizationRefusedException] if the platform refused the login, for example for a scope that the
     * app may not request. A user who denies access is not an error, but a normal outcome.
     *
     * It ends with [CodeRejectedException] if the platform does not accept the code.
     *
     * It ends with [ConfigException] if the platform does not accept the client secret.
     *
     * It ends with [RateLimitedException] if there were too many requests. Pass the same address again, after
     * `retryAfter` if the platform names it.
     *
     * It ends with [TransportException] if there was no usable response, as with [DecodeException] and other statuses
     * of [ApiException]. Unless the error is retryable, start the login again: a code can be used once.
     *
     * @param urlOrQuery The address that the user returned to: the full address, a path with its query, or the query
     *   alone.
     * @param sessionId The value that was given to `authorize`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun callback(urlOrQuery: String, sessionId: String, timeout: Duration? = null): CompletableFuture<LoginOutcome> =
        futures.of { calls.callback(urlOrQuery, sessionId, timeout.inKotlin()) }

    /** The redirect address of logins that name no other one; `null` if it is not configured. */
    @get:JvmName("redirectUri")
    public val redirectUri: String? get() = calls.redirectUri

    /**
     * Exchanges a code without the checks of `callback`, and stores nothing: for apps that manage `state` and tokens
     * themselves. Source: `docs/platform.md#token-exchange`.
     *
     * It ends with [CodeRejectedException] if the platform does not accept the code.
     *
     * It ends with [ConfigException] if the platform does not accept the client secret.
     *
     * It ends with [RateLimitedException] if there were too many requests. The code is unused.
     *
     * It ends with [TransportException] if there was no usable response, as with [DecodeException] and other statuses
     * of [ApiException]. Unless the error is retryable, start the login again: a code can be used once.
     *
     * @param code The code in the address that the user returned to.
     * @param redirectUri The redirect URI of the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun exchange(code: String, redirectUri: String, timeout: Duration? = null): CompletableFuture<Tokens> =
        futures.of { calls.exchange(code, redirectUri, timeout.inKotlin()) }

    /**
     * Sends one refresh request, without repetition and without the store: for apps that manage tokens themselves.
     *
     * The platform replaces both tokens: store both before the next call. Stored grants are refreshed automatically.
     * Source: `docs/platform.md#token-refresh`.
     *
     * It ends with [ReauthRequiredException] if the refresh token has ended.
     *
     * It ends with [RefreshUnavailableException] if the failure is temporary. If the outcome is unknown, the same
     * tokens may be tried again for less than two minutes.
     *
     * It ends with [ConfigException] if the platform does not accept the client secret.
     *
     * @param tokens The current tokens.
     * @param redirectUri The redirect URI of the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun refresh(tokens: Tokens, redirectUri: String, timeout: Duration? = null): CompletableFuture<Tokens> =
        futures.of { calls.refresh(tokens, redirectUri, timeout.inKotlin()) }
}

/** What a login may have besides its scopes and its session. */
public class LoginOptions internal constructor() {
    // Made from the core by `cargo run -p open-platform-generator`. Do not edit.
    internal var user: String? = null
        private set

    /**
     * The app's own id of the user, such as the primary key of its table of users. The same user and scopes always have
     * the same grant, so that a new login replaces the old one. Do not use a session id, a cookie or another secret:
     * the id is stored with the grant and appears in `GrantInfo` and in reports. Omit it if the app does not know its
     * user yet.
     */
    public fun user(user: String): LoginOptions = apply { this.user = user }

    internal var returnTo: String? = null
        private set

    /** The path of the app to continue at after the login. The callback returns it. */
    public fun returnTo(returnTo: String): LoginOptions = apply { this.returnTo = returnTo }

    internal var redirectUri: String? = null
        private set

    /** A registered redirect URI to use instead of the client's. */
    public fun redirectUri(redirectUri: String): LoginOptions = apply { this.redirectUri = redirectUri }

    internal var prompt: String? = null
        private set

    /**
     * What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like
     * the next two it is a standard parameter that the platform does not document and may ignore.
     */
    public fun prompt(prompt: String): LoginOptions = apply { this.prompt = prompt }

    internal var loginHint: String? = null
        private set

    /** The user who is about to log in, such as a phone number, so that the page can fill it in. */
    public fun loginHint(loginHint: String): LoginOptions = apply { this.loginHint = loginHint }

    internal var uiLocales: String? = null
        private set

    /** The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`. */
    public fun uiLocales(uiLocales: String): LoginOptions = apply { this.uiLocales = uiLocales }
    // End of what is made.
}
