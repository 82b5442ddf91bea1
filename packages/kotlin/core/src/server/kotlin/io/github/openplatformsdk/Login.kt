package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Header
import io.github.openplatformsdk.ffi.LoginExchange
import io.github.openplatformsdk.ffi.beginLogin
import io.github.openplatformsdk.ffi.checkLoginRedirectUri
import io.github.openplatformsdk.ffi.loginPaths
import io.github.openplatformsdk.ffi.queryParameters
import kotlin.time.Duration

/** A request from a user's browser. */
public class LoginRequest(
    /** The HTTP method. */
    public val method: String,
    /** The path without the query. [LoginRoutes] uses its last segment: `login` or `callback`. */
    public val path: String,
    /** The raw query of the address, without `?`. */
    public val query: String,
    /** All headers, including repeated ones. */
    public val headers: List<Pair<String, String>>,
    /** The request object of the framework, such as Ktor's `ApplicationCall`. */
    public val raw: Any? = null,
) {
    private val parameters by lazy { translated { queryParameters(query) } }

    /** The decoded value of a query parameter: the last one if it is repeated, or `null` if it is missing. */
    public fun parameter(name: String): String? = parameters[name]

    /** The values of the headers with this name, in upper or lower case, such as those of `Cookie`. */
    public fun header(name: String): List<String> =
        headers.mapNotNull { (key, value) -> value.takeIf { key.equals(name, ignoreCase = true) } }

    override fun toString(): String = "LoginRequest(method=$method)"
}

/** What an app replies to a user's browser. */
public class LoginResponse private constructor(internal val native: LoginReply, internal val headers: List<Header>) {
    /** A whole response. The headers that keep it out of caches are added, unless it has its own ones. */
    public constructor(status: Int, headers: List<Pair<String, String>> = emptyList(), body: String = "") :
        this(LoginReply.Whole(Reply(status.toUShort(), body = body.encodeToByteArray())), headers.toNative())

    /** A copy with one more header, such as a session cookie of the app. */
    public fun with(name: String, value: String): LoginResponse = LoginResponse(native, headers + Header(name, value))

    override fun toString(): String = "LoginResponse"

    public companion object {
        /** A redirect to a path of the app, or to an address. */
        @JvmStatic
        public fun redirect(location: String): LoginResponse = LoginResponse(LoginReply.Redirect(location), emptyList())

        /** An HTML page, with the status that the outcome has. Escape all values that come from outside. */
        @JvmStatic
        public fun page(html: String): LoginResponse = LoginResponse(LoginReply.Page(html), emptyList())
    }
}

/**
 * Logs users in with two addresses: `…/login` starts a login, with the path to continue at afterwards as the query parameter
 * `return_to`; `…/callback` is the redirect address of the app.
 *
 * ```kotlin
 * val login = LoginRoutes(platform, scopes = listOf(Scopes.USER_PHONE)) { login ->
 *     users.save(login.user.users.me(), login.grant)
 *     LoginResponse.redirect("/welcome")
 * }
 * ```
 *
 * For Ktor, mount them with `openPlatformLogin(login)` of `open-platform-ktor`. Any other server passes its requests to
 * [answer].
 *
 * @param platform the client.
 * @param scopes the scopes to request: a list, or a function of the request if logins differ in them. With [Scopes.OFFLINE_ACCESS]
 *   the grant can be refreshed after its first access token has expired. An [InvalidInputException] of the function, such as
 *   that of a scope for an empty post token, is answered with 400, other exceptions with 503.
 * @param onDenied called if the user denied the access, which is not an error. By default a short page says that nothing has changed.
 * @param onError called if the login failed. By default a short page says so. The error is logged before. If it throws, the
 *   response is the default one.
 * @param session returns a value that identifies this browser, such as the id of the app's own session. By default a random
 *   cookie is set for this purpose. It is sent over https only, unless the redirect address begins with `http:`.
 * @param user returns the app's own id of the user, if it is known before the login. A new login of the same user with the
 *   same scopes replaces the old grant.
 * @param prompt what the server should ask for: words separated by spaces, such as `login` or `consent`, or `none`
 *   alone. Like the next two it is a standard parameter that the platform does not document and may ignore.
 * @param loginHint the user who is about to log in, such as a phone number, so that the page can fill it in.
 * @param uiLocales the languages of the page in order of preference: tags of BCP 47 separated by spaces, such as
 *   `fa en`.
 * @param redirectUri a registered redirect address other than the client's. Its path must end with `/callback`.
 * @param handlerTimeout how long each of these functions may take; without limit by default. One that takes longer is cancelled, and
 *   the login has failed.
 * @param logger receives failures.
 * @param onGranted called if the user allowed the access. Return the response; `null` redirects to the path given as
 *   `return_to`, or to `/`. Start a new session for the user here, to prevent session fixation.
 * @throws InvalidInputException for a [handlerTimeout] that is not above 0 or infinite.
 * @throws ConfigException if the path of the redirect address, also of the client's, does not end with `/callback`.
 */
public class LoginRoutes(
    private val platform: OpenPlatform,
    private val scopes: suspend (LoginRequest) -> Collection<Scope>,
    private val onDenied: suspend (LoginRequest) -> LoginResponse? = { null },
    private val onError: suspend (Throwable, LoginRequest) -> LoginResponse? = { _, _ -> null },
    private val session: (suspend (LoginRequest) -> String)? = null,
    private val user: suspend (LoginRequest) -> String? = { null },
    private val prompt: suspend (LoginRequest) -> String? = { null },
    private val loginHint: suspend (LoginRequest) -> String? = { null },
    private val uiLocales: suspend (LoginRequest) -> String? = { null },
    private val redirectUri: String? = null,
    private val handlerTimeout: Duration? = null,
    logger: System.Logger? = null,
    private val onGranted: suspend LoginRequest.(LoginOutcome.Granted) -> LoginResponse?,
) {
    private val logger = logger ?: System.getLogger("open_platform.login")

    /** The paths that are served, relative to the mount point: for adapters of web servers. */
    public val paths: List<String> = loginPaths()

    /**
     * As the other constructor, with the same scopes for every login.
     *
     * @throws InvalidInputException also for scopes that cannot be requested, and without scopes.
     * @throws ConfigException as the other constructor.
     */
    public constructor(
        platform: OpenPlatform,
        scopes: Collection<Scope>,
        onDenied: suspend (LoginRequest) -> LoginResponse? = { null },
        onError: suspend (Throwable, LoginRequest) -> LoginResponse? = { _, _ -> null },
        session: (suspend (LoginRequest) -> String)? = null,
        user: suspend (LoginRequest) -> String? = { null },
        prompt: suspend (LoginRequest) -> String? = { null },
        loginHint: suspend (LoginRequest) -> String? = { null },
        uiLocales: suspend (LoginRequest) -> String? = { null },
        redirectUri: String? = null,
        handlerTimeout: Duration? = null,
        logger: System.Logger? = null,
        onGranted: suspend LoginRequest.(LoginOutcome.Granted) -> LoginResponse?,
    ) : this(
        platform, fixed(scopes.toList()), onDenied, onError, session, user, prompt, loginHint, uiLocales, redirectUri, handlerTimeout,
        logger, onGranted,
    )

    init {
        handlerTimeout.checkedLimit()
        translated { (redirectUri ?: platform.native.oauthRedirectUri())?.let(::checkLoginRedirectUri) }
    }

    /**
     * Handles a request and returns the response; `null` for an address that is neither `…/login` nor `…/callback`.
     *
     * If its coroutine is cancelled, for example because the browser has closed its connection, the login is completed
     * nevertheless: otherwise [onGranted] might never learn of a grant that is stored. Each function has [handlerTimeout] for it.
     */
    public suspend fun answer(request: LoginRequest): OutgoingReply? {
        val exchange = translated { beginLogin(request.method, request.path, request.query, request.headers.toNative()) } ?: return null
        return uninterrupted { answer(exchange, request) }
    }

    private suspend fun answer(begun: LoginExchange, request: LoginRequest): OutgoingReply = begun.use { exchange ->
        var failure: Throwable? = null
        while (exchange.step() != LoginStep.ANSWER) {
            try {
                take(exchange, request, failure)
            } catch (error: Throwable) {
                failure = error
                // The text of another error may hold data of users.
                val ours = error as? OpenPlatformException
                exchange.failed(ours?.code, if (ours != null) "${error.name}: ${error.message}" else error.place)
            }
        }
        val (reply, headers, logs) = exchange.answer()!!
        logs.forEach { logger.write(it) }
        OutgoingReply(reply, headers)
    }

    /** Takes one step. [failure] is the error that the last step has thrown. */
    private suspend fun take(exchange: LoginExchange, request: LoginRequest, failure: Throwable?) {
        fun reply(response: LoginResponse?) =
            translated { exchange.reply(response?.native ?: LoginReply.Default, response?.headers.orEmpty()) }
        when (exchange.step()) {
            LoginStep.AUTHORIZE -> {
                bind(exchange, request)
                val (scopes, user) = ofApp { scopes(request).toList() } to ofApp { user(request) }
                val (prompt, hint) = ofApp { prompt(request) } to ofApp { loginHint(request) }
                val locales = ofApp { uiLocales(request) }
                translated { exchange.authorize(platform.native, scopes, user, redirectUri, prompt, hint, locales) }
            }
            LoginStep.CALLBACK -> {
                bind(exchange, request)
                val outcome = translated { exchange.complete(platform.native) }.toOutcome()
                if (outcome is LoginOutcome.Granted) reply(ofApp { request.onGranted(outcome) })
            }
            LoginStep.DENIED -> reply(ofApp { onDenied(request) })
            LoginStep.FAILED -> reply(failure?.let { ofApp { onError(it, request) } })
            LoginStep.GRANTED, LoginStep.ANSWER -> reply(null)
        }
    }

    private suspend fun bind(exchange: LoginExchange, request: LoginRequest) {
        session?.let { exchange.bindTo(ofApp { it(request) }) }
    }

    /** Calls a function of the app. */
    private suspend fun <T> ofApp(function: suspend () -> T): T = within(handlerTimeout, function)
}

/** The same scopes for every login. A mistake in them is found now, and not when the first user logs in. */
private fun fixed(scopes: List<Scope>): suspend (LoginRequest) -> List<Scope> {
    joinScopes(scopes)
    return { scopes }
}
