package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.LoginResult
import io.github.openplatformsdk.ffi.Platform
import java.time.Instant
import io.github.openplatformsdk.ffi.Tokens as NativeTokens

/** Login. From [OpenPlatform.oauth]. */
public class OAuth internal constructor(private val native: Platform) {
    /**
     * Starts a login that asks for [scopes]: send the user's browser to the returned address. It can be completed
     * once, within ten minutes, and only by the same session, the same app and the same authorization server.
     * Source: `docs/platform.md#authorization`.
     *
     * @param sessionId whatever ties the login to this browser, such as the value of a session cookie. [callback] must
     *   be shown the same value.
     * @param user the app's own id of the user, never a session id or a cookie: with it a new login with the same scopes replaces the old grant.
     * @param returnTo where in the app to go on afterwards: a path, given back by the callback.
     * @param redirectUri another registered redirect address than the client's.
     * @param prompt what the server should ask: words with spaces between them, such as `login` or `consent`, or `none` alone.
     *   A standard parameter, as the next two: the platform documents none of them and may ignore them.
     * @param loginHint who is about to log in, such as a phone number, so that the page can fill it in.
     * @param uiLocales the languages of the page, the best one first, such as `fa en`.
     * @throws InvalidInputException for a scope that cannot be asked for, or another value that cannot be sent.
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
        ).use {
            Authorization(it.url(), it.state())
        }
    }

    /**
     * Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
     *
     * Takes the whole address, a path with its query, or the query alone. Behind a proxy hand over the query alone.
     *
     * A call with the wrong session uses the login up, too: the address was then in other hands than the user's, so its code
     * must not be used any more.
     *
     * The login is over afterwards, whatever the outcome, with one exception: after a [RateLimitedException] the same
     * address may be handed in again.
     *
     * @throws StateMismatchException another session, used already, or an address that is not the login's.
     * @throws StateExpiredException the user took longer than ten minutes.
     * @throws AuthorizationRefusedException the platform refused the login itself, which is no denial by the user.
     * @throws CodeRejectedException the platform does not take the code.
     */
    public suspend fun callback(urlOrQuery: String, sessionId: String): LoginOutcome = translated {
        when (val outcome = native.oauthCallback(urlOrQuery, sessionId)) {
            is LoginResult.Granted -> LoginOutcome.Granted(
                UserClient(outcome.user),
                outcome.grant,
                outcome.scopes,
                outcome.missingScopes,
                outcome.returnTo,
            )
            is LoginResult.Denied -> LoginOutcome.Denied
        }
    }

    /** Where users return to after a login that names no other address; `null` if the client does not know. */
    public val redirectUri: String? get() = translated { native.oauthRedirectUri() }

    /**
     * Exchanges a code without storing anything: for apps that keep `state` and tokens themselves.
     * Source: `docs/platform.md#token-exchange`.
     */
    public suspend fun exchange(code: String, redirectUri: String): Tokens =
        translated { native.oauthExchange(code, redirectUri).use(::Tokens) }

    /**
     * Sends one refresh request, without lease, window or store. The platform replaces both tokens: store both before
     * the next call. Stored grants are refreshed without being asked.
     * Source: `docs/platform.md#token-refresh`.
     *
     * @throws ReauthRequiredException the refresh token has ended.
     * @throws RefreshUnavailableException not now.
     */
    public suspend fun refresh(tokens: Tokens, redirectUri: String): Tokens =
        translated { tokens.toNative().use { native.oauthRefresh(it, redirectUri).use(::Tokens) } }
}

/** The beginning of a login. Its text shows neither the address nor the state. */
public class Authorization internal constructor(
    /** Where to send the user's browser. */
    public val url: String,
    /** The one-time value in the address that ties the login together. */
    public val state: String,
) {
    override fun toString(): String = "Authorization"
}

/** How the user answered. There is no third way. */
public sealed interface LoginOutcome {
    /** Yes: the tokens are stored. */
    public class Granted internal constructor(
        /** Acts for the user. */
        public val user: UserClient,
        /** The name of the stored grant: for [OpenPlatform.user]. */
        public val grant: GrantKey,
        /** The granted scopes. */
        public val scopes: List<Scope>,
        /** The scopes that were asked for and not granted. */
        public val missingScopes: List<Scope>,
        /** The path that the login remembered. */
        public val returnTo: String?,
    ) : LoginOutcome

    /** No. This is a normal outcome: show the app's own page. */
    public data object Denied : LoginOutcome
}

/** Tokens, as the token endpoint gave them. Their text shows none. */
public class Tokens(
    /** For [OpenPlatform.userWithToken]. */
    public val accessToken: String,
    /** Only if `offline_access` was granted. */
    public val refreshToken: String?,
    /** When the access token ends, by the clock of this machine before the request was sent. */
    public val expiresAt: Instant,
    /** The granted scopes; empty where the answer named none. */
    public val scopes: List<Scope> = emptyList(),
) {
    /** Whether the answer named no lifetime, and 3600 s were assumed. */
    public var expiryAssumed: Boolean = false
        private set

    internal constructor(native: NativeTokens) :
        this(native.accessToken(), native.refreshToken(), native.expiresAt(), native.scopes()) {
        expiryAssumed = native.expiryAssumed()
    }

    internal fun toNative(): NativeTokens = NativeTokens(accessToken, refreshToken, expiresAt, scopes)

    override fun toString(): String = "Tokens(expiresAt=$expiresAt)"
}
