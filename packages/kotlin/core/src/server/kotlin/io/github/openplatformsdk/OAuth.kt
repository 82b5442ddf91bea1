package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.LoginResult
import io.github.openplatformsdk.ffi.Platform
import java.time.Instant
import io.github.openplatformsdk.ffi.Tokens as NativeTokens

/** Login. From [OpenPlatform.oauth]. */
public class OAuth internal constructor(private val native: Platform) {
    /**
     * Starts a login that requests [scopes]: redirect the user's browser to the returned address. The login can be completed
     * once, within ten minutes, and only by the same session, the same app and the same authorization server.
     * Source: `docs/platform.md#authorization`.
     *
     * @param sessionId a value that identifies this browser, such as the value of a session cookie. [callback] must be
     *   called with the same value.
     * @param user the app's own id of the user, never a session id or a cookie. If it is given, a new login with the same
     *   scopes replaces the old grant.
     * @param returnTo a path of the app to continue at afterwards. The callback returns it.
     * @param redirectUri a registered redirect address other than the client's.
     * @param prompt what the server should ask the user: values separated by spaces, such as `login`, or `none` alone. Like
     *   [loginHint] and [uiLocales] it is a standard parameter that the platform does not document and may ignore.
     * @param loginHint an identifier of the user who logs in, such as a phone number, to fill in the form of the page.
     * @param uiLocales the preferred languages of the page, in order of preference, separated by spaces, such as `fa en`.
     * @throws InvalidInputException for a scope that cannot be requested, or another invalid value.
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
     * It accepts the whole address, a path with its query, or the query alone. Behind a proxy pass the query alone.
     *
     * A call with the wrong session also ends the login: somebody other than the user had the address, so its code must not
     * be used any more.
     *
     * The login cannot be completed again afterwards, whatever the outcome, with one exception: after a
     * [RateLimitedException] the same address may be passed again.
     *
     * @throws StateMismatchException if the session is another one, the login was already completed, or the address does not
     *   belong to it.
     * @throws StateExpiredException if the user took longer than ten minutes.
     * @throws AuthorizationRefusedException if the platform, and not the user, refused the login.
     * @throws CodeRejectedException if the platform does not accept the code.
     */
    public suspend fun callback(urlOrQuery: String, sessionId: String): LoginOutcome = translated {
        native.oauthCallback(urlOrQuery, sessionId).toOutcome()
    }

    /** The redirect address of logins that name no other one; `null` if it is not configured. */
    public val redirectUri: String? get() = translated { native.oauthRedirectUri() }

    /**
     * Exchanges a code without storing anything, for apps that manage `state` and tokens themselves.
     * Source: `docs/platform.md#token-exchange`.
     */
    public suspend fun exchange(code: String, redirectUri: String): Tokens =
        translated { native.oauthExchange(code, redirectUri).use(::Tokens) }

    /**
     * Sends one refresh request, without using the store. The platform replaces both tokens: store both before the next
     * call. This is for apps that manage tokens themselves; stored grants are refreshed automatically.
     * Source: `docs/platform.md#token-refresh`.
     *
     * @throws ReauthRequiredException if the refresh token has ended.
     * @throws RefreshUnavailableException if the refresh failed temporarily.
     */
    public suspend fun refresh(tokens: Tokens, redirectUri: String): Tokens =
        translated { tokens.toNative().use { native.oauthRefresh(it, redirectUri).use(::Tokens) } }
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
