package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.LoginResult
import io.github.openplatformsdk.ffi.Platform
import java.time.Instant
import kotlin.time.Duration
import io.github.openplatformsdk.ffi.Tokens as NativeTokens

// The documentation of the methods is made from the core by `cargo run -p open-platform-generator`.

/** Login. From [OpenPlatform.oauth]. */
public class OAuth internal constructor(private val native: Platform) {
    /**
     * Starts a login: redirect the user's browser to the `url` of the result. No request is sent.
     *
     * The login can be completed once, within `loginLifetime`, which is ten minutes by default, and only with the same
     * session, the same app and the same authorization server. If very many logins are in progress, the oldest are
     * deleted: `maxPendingLogins`. Source: `docs/platform.md#authorization`.
     *
     * @param scopes The scopes to request. With that of offline access the grant can be refreshed after its first
     *   access token ends.
     * @param sessionId A value that binds the login to the browser that starts it: that of a session cookie, or another
     *   one that only this browser can present again. The callback must be called with the same value.
     * @param user The app's own id of the user, such as the primary key of its table of users. The same user and scopes
     *   always have the same grant, so that a new login replaces the old one. Do not use a session id, a cookie or
     *   another secret: the id is stored with the grant and appears in `GrantInfo` and in reports. Omit it if the app
     *   does not know its user yet.
     * @param returnTo The path of the app to continue at after the login. The callback returns it.
     * @param redirectUri A registered redirect URI to use instead of the client's.
     * @param prompt What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none`
     *   alone. Like the next two it is a standard parameter that the platform does not document and may ignore.
     * @param loginHint The user who is about to log in, such as a phone number, so that the page can fill it in.
     * @param uiLocales The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as
     *   `fa en`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws InvalidInputException for a scope that cannot be requested, or another value that cannot be sent.
     * @throws ConfigException for a missing or unsuitable setting.
     * @throws StoreException if the store failed.
     */
    public suspend fun authorize(
        scopes: Collection<Scope>,
        sessionId: String,
        user: String? = null,
        returnTo: String? = null,
        redirectUri: String? = null,
        prompt: String? = null,
        loginHint: String? = null,
        uiLocales: String? = null,
        timeout: Duration? = null,
    ): Authorization = translated {
        native.oauthAuthorize(
            scopes.toList(),
            sessionId,
            user,
            returnTo,
            redirectUri,
            prompt,
            loginHint,
            uiLocales,
            options(timeout),
        ).use {
            Authorization(it.url(), it.state())
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
     * @param urlOrQuery The address that the user returned to: the full address, a path with its query, or the query
     *   alone.
     * @param sessionId The value that was given to `authorize`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws StateMismatchException if the session is another one, the login was completed already, or the address is
     *   not the login's.
     * @throws StateExpiredException if the user took longer than `loginLifetime`.
     * @throws CallbackRejectedException if the address is malformed.
     * @throws AuthorizationRefusedException if the platform refused the login, for example for a scope that the app may
     *   not request. A user who denies access is not an error, but a normal outcome.
     * @throws CodeRejectedException if the platform does not accept the code.
     * @throws ConfigException if the platform does not accept the client secret.
     * @throws RateLimitedException if there were too many requests. Pass the same address again, after `retryAfter` if
     *   the platform names it.
     * @throws TransportException if there was no usable response, as with [DecodeException] and other statuses of
     *   [ApiException]. Unless the error is retryable, start the login again: a code can be used once.
     */
    public suspend fun callback(urlOrQuery: String, sessionId: String, timeout: Duration? = null): LoginOutcome = translated {
        native.oauthCallback(urlOrQuery, sessionId, options(timeout)).toOutcome()
    }

    /** The redirect address of logins that name no other one; `null` if it is not configured. */
    public val redirectUri: String? get() = translated { native.oauthRedirectUri() }

    /**
     * Exchanges a code without the checks of `callback`, and stores nothing: for apps that manage `state` and tokens
     * themselves. Source: `docs/platform.md#token-exchange`.
     *
     * @param code The code in the address that the user returned to.
     * @param redirectUri The redirect URI of the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws CodeRejectedException if the platform does not accept the code.
     * @throws ConfigException if the platform does not accept the client secret.
     * @throws RateLimitedException if there were too many requests. The code is unused.
     * @throws TransportException if there was no usable response, as with [DecodeException] and other statuses of
     *   [ApiException]. Unless the error is retryable, start the login again: a code can be used once.
     */
    public suspend fun exchange(code: String, redirectUri: String, timeout: Duration? = null): Tokens =
        translated { native.oauthExchange(code, redirectUri, options(timeout)).use(::Tokens) }

    /**
     * Sends one refresh request, without repetition and without the store: for apps that manage tokens themselves.
     *
     * The platform replaces both tokens: store both before the next call. Stored grants are refreshed automatically.
     * Source: `docs/platform.md#token-refresh`.
     *
     * @param tokens The current tokens.
     * @param redirectUri The redirect URI of the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws ReauthRequiredException if the refresh token has ended.
     * @throws RefreshUnavailableException if the failure is temporary. If the outcome is unknown, the same tokens may
     *   be tried again for less than two minutes.
     * @throws ConfigException if the platform does not accept the client secret.
     */
    public suspend fun refresh(tokens: Tokens, redirectUri: String, timeout: Duration? = null): Tokens =
        translated { tokens.toNative().use { native.oauthRefresh(it, redirectUri, options(timeout)).use(::Tokens) } }
}

/** A login that was started. `toString` shows neither the address nor the state. */
public class Authorization internal constructor(
    /** The address to redirect the user's browser to. */
    public val url: String,
    /** The one-time value in the address that identifies the login. */
    public val state: String,
) {
    override fun toString(): String = "Authorization"
}

/** The decision of the user. Any other end of a login is an exception. */
public sealed interface LoginOutcome {
    /** The user allowed the access, and the tokens are stored. */
    public class Granted internal constructor(
        /** A client that acts for the user. */
        public val user: UserClient,
        /** The key of the stored grant, for [OpenPlatform.user]. Store it with your own data of the user. */
        public val grant: GrantKey,
        /** The granted scopes. */
        public val scopes: List<Scope>,
        /** The scopes that were requested but not granted. */
        public val missingScopes: List<Scope>,
        /** The path that was given as `returnTo` when the login was started. */
        public val returnTo: String?,
    ) : LoginOutcome

    /** The user denied the access. This is a normal outcome: show a page of the app. */
    public data object Denied : LoginOutcome
}

internal fun LoginResult.toOutcome(): LoginOutcome = when (this) {
    is LoginResult.Granted -> LoginOutcome.Granted(UserClient(user), grant, scopes, missingScopes, returnTo)
    is LoginResult.Denied -> LoginOutcome.Denied
}

/** Tokens from the token endpoint. `toString` shows none of them. */
public class Tokens(
    /** The access token, for [OpenPlatform.userWithToken]. */
    public val accessToken: String,
    /** The refresh token; present only if `offline_access` was granted. */
    public val refreshToken: String?,
    /** When the access token expires, computed from the local clock before the request was sent. */
    public val expiresAt: Instant,
    /** The granted scopes; empty if the response named none. */
    public val scopes: List<Scope> = emptyList(),
) {
    /** Whether the response named no lifetime, so that 3600 s were assumed. */
    public var expiryAssumed: Boolean = false
        private set

    internal constructor(native: NativeTokens) :
        this(native.accessToken(), native.refreshToken(), native.expiresAt(), native.scopes()) {
        expiryAssumed = native.expiryAssumed()
    }

    internal fun toNative(): NativeTokens = NativeTokens(accessToken, refreshToken, expiresAt, scopes)

    override fun toString(): String = "Tokens(expiresAt=$expiresAt)"
}
