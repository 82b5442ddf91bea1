package io.github.openplatformsdk

import java.lang.System.Logger.Level
import java.net.URLDecoder
import java.security.SecureRandom
import java.util.HexFormat
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/** A request from a user's browser. */
public class LoginRequest(
    /** The HTTP method. */
    public val method: String,
    /** The path without the query. [LoginRoutes] uses its last segment: `login` or `callback`. */
    public val path: String,
    /** The raw query of the address, without `?`. */
    public val query: String,
    /** The values of the `Cookie` headers. */
    public val cookies: List<String>,
    /** The request object of the framework, such as Ktor's `ApplicationCall`. */
    public val raw: Any? = null,
) {
    /** The decoded value of a query parameter: the first one if it is repeated, or `null` if it is missing. */
    public fun parameter(name: String): String? = query.split('&').firstNotNullOfOrNull { pair ->
        val (key, value) = pair.split('=', limit = 2).map { URLDecoder.decode(it, Charsets.UTF_8) } + ""
        value.takeIf { key == name }
    }

    /** The value of a cookie, or `null` if it is missing. */
    public fun cookie(name: String): String? = cookies.flatMap { it.split(';') }.firstNotNullOfOrNull { pair ->
        val (key, value) = pair.trim().split('=', limit = 2) + ""
        value.takeIf { key == name }
    }

    override fun toString(): String = "LoginRequest(method=$method)"
}

/** The response to a user's browser. */
public class LoginResponse(
    /** HTTP status. */
    public val status: Int,
    /** The headers. */
    public val headers: List<Pair<String, String>> = emptyList(),
    /** The body, in UTF-8. */
    public val body: String = "",
) {
    /** A copy with one more header, such as a session cookie of the app. */
    public fun with(name: String, value: String): LoginResponse = LoginResponse(status, headers + (name to value), body)

    override fun toString(): String = "LoginResponse(status=$status)"

    public companion object {
        /** A redirect (303) to a path or an address. */
        public fun redirect(location: String): LoginResponse =
            LoginResponse(303, listOf("Location" to location, "Cache-Control" to "no-store"))

        /** An HTML page. Escape all values that come from outside. */
        public fun page(html: String, status: Int = 200): LoginResponse =
            LoginResponse(status, listOf("Content-Type" to "text/html; charset=utf-8", "Cache-Control" to "no-store"), html)

        /** Plain text. */
        public fun text(text: String, status: Int = 200): LoginResponse =
            LoginResponse(status, listOf("Content-Type" to "text/plain; charset=utf-8", "Cache-Control" to "no-store"), text)
    }
}

/**
 * Logs users in with two addresses: `…/login` starts a login, with the path to continue at afterwards as the query parameter
 * `return_to`; `…/callback` is the redirect address of the app.
 *
 * ```kotlin
 * val login = LoginRoutes(platform, scopes = { listOf(Scopes.USER_PHONE) }) { login ->
 *     users.save(login.user.users.me(), login.grant)
 *     LoginResponse.redirect("/welcome")
 * }
 * ```
 *
 * For Ktor, mount them with `openPlatformLogin(login)` of `open-platform-ktor`. Any other server passes its requests to
 * [answer].
 *
 * @param platform the client.
 * @param scopes the scopes to request. With [Scopes.OFFLINE_ACCESS] the grant outlives its first access token.
 * @param onDenied called if the user denied the access, which is not an error. By default it returns a short text.
 * @param onError called if the login failed. By default it returns a short text. The error is logged before. If it throws, the
 *   response is the default one.
 * @param session returns a value that identifies this browser, such as the id of the app's own session. By default a random
 *   cookie is set for this purpose.
 * @param user returns the app's own id of the user, if it is known before the login. A new login of the same user with the
 *   same scopes replaces the old grant.
 * @param prompt what the server should ask the user: values separated by spaces, such as `login`, or `none` alone. Like
 *   [loginHint] and [uiLocales] it is a standard parameter that the platform does not document and may ignore.
 * @param loginHint an identifier of the user who logs in, such as a phone number, to fill in the form of the page.
 * @param uiLocales the preferred languages of the page, in order of preference, separated by spaces, such as `fa en`.
 * @param redirectUri a registered redirect address other than the client's. Its path must end with `/callback`.
 * @param secure whether users reach the app over https, so that the cookie is marked `Secure`. By default this follows from
 *   the scheme of the redirect address: [redirectUri], or else the client's.
 * @param logger receives failures.
 * @param onGranted called if the user allowed the access. Return the response; `null` redirects to the path given as
 *   `return_to`, or to `/`. Start a new session for the user here, to prevent session fixation.
 */
public class LoginRoutes(
    private val platform: OpenPlatform,
    private val scopes: suspend (LoginRequest) -> Collection<Scope>,
    private val onDenied: suspend (LoginRequest) -> LoginResponse = {
        LoginResponse.text("You did not allow this. Nothing has changed.")
    },
    private val onError: suspend (Throwable, LoginRequest) -> LoginResponse = { error, _ -> defaultErrorPage(error) },
    private val session: (suspend (LoginRequest) -> String)? = null,
    private val user: suspend (LoginRequest) -> String? = { null },
    private val prompt: suspend (LoginRequest) -> String? = { null },
    private val loginHint: suspend (LoginRequest) -> String? = { null },
    private val uiLocales: suspend (LoginRequest) -> String? = { null },
    private val redirectUri: String? = null,
    secure: Boolean = (redirectUri ?: platform.oauth.redirectUri)?.startsWith("http:", ignoreCase = true) != true,
    private val logger: System.Logger = System.getLogger("open_platform.login"),
    private val onGranted: suspend LoginRequest.(LoginOutcome.Granted) -> LoginResponse?,
) {
    private val cookie = Cookie(secure)

    /** Handles a request and returns the response; `null` for an address that is neither `…/login` nor `…/callback`. */
    public suspend fun answer(request: LoginRequest): LoginResponse? {
        val answer = when (request.path.substringAfterLast('/')) {
            "login" -> ::start
            "callback" -> ::finish
            else -> return null
        }
        if (request.method != "GET") return LoginResponse(405, listOf("Allow" to "GET"))
        return try {
            answer(request)
        } catch (error: Throwable) {
            currentCoroutineContext().ensureActive()
            // The text of another error may hold data of users.
            val described = if (error is OpenPlatformException) error.toString() else error.place
            logger.log(Level.WARNING, "{0}", "A login failed: $described")
            errorPage(error, request)
        }
    }

    private suspend fun errorPage(error: Throwable, request: LoginRequest): LoginResponse = try {
        onError(error, request)
    } catch (failure: Throwable) {
        currentCoroutineContext().ensureActive()
        logger.log(Level.ERROR, "{0}", "onError failed: ${failure.place}")
        defaultErrorPage(error)
    }

    private suspend fun start(request: LoginRequest): LoginResponse {
        val cookieValue = if (session == null) cookie.of(request) ?: cookie.make() else null
        val returnTo = request.parameter("return_to")
        val id = cookieValue ?: session!!(request)
        val login = platform.oauth.authorize(
            scopes(request),
            id,
            user(request),
            returnTo,
            redirectUri,
            prompt(request),
            loginHint(request),
            uiLocales(request),
        )
        val answer = LoginResponse.redirect(login.url)
        return if (cookieValue == null) answer else answer.with("Set-Cookie", cookie.header(cookieValue))
    }

    /** Handles a browser that did not start the login. With a session id that no login has, the client ends the login. */
    private suspend fun withoutCookie(request: LoginRequest): LoginOutcome = try {
        platform.oauth.callback("?${request.query}", cookie.make())
    } catch (error: StateMismatchException) {
        throw StateMismatchException(error.report.copy(text = cookie.missing))
    }

    private suspend fun finish(request: LoginRequest): LoginResponse {
        val login = when (val id = session?.invoke(request) ?: cookie.of(request)) {
            null -> withoutCookie(request)
            else -> platform.oauth.callback("?${request.query}", id)
        }
        return when (login) {
            is LoginOutcome.Granted -> request.onGranted(login) ?: LoginResponse.redirect(login.returnTo ?: "/")
            LoginOutcome.Denied -> onDenied(request)
        }
    }
}

private fun defaultErrorPage(error: Throwable): LoginResponse = when {
    error is RefreshUnavailableException ->
        LoginResponse.text("The platform is not available. Please try again later.", 503)
    error is OAuthException || error is InvalidInputException ->
        LoginResponse.text("The login did not work. Please start it again.", 400)
    else -> {
        val isUpstream = error is OpenPlatformException && error !is ConfigException
        LoginResponse.text("Something went wrong. Please try again later.", if (isUpstream) 502 else 500)
    }
}

/**
 * The cookie with a random id that ties a login to a browser. `HttpOnly` hides it from scripts. With `SameSite=Lax` the
 * browser sends it when the platform redirects the user back. Over https the prefix `__Host-` prevents other hosts of the
 * domain from setting it.
 */
private class Cookie(secure: Boolean) {
    private val name = if (secure) "__Host-open-platform-login" else "open-platform-login"
    private val attributes = "Path=/; HttpOnly; SameSite=Lax" + if (secure) "; Secure" else ""
    private val random = SecureRandom()

    val missing = "the browser returned without the cookie $name: the login was started in another browser or at another " +
        "address of this app (localhost and 127.0.0.1 are two), or the browser keeps no cookies. Start the login again"

    fun of(request: LoginRequest): String? = request.cookie(name)?.takeIf(ID::matches)

    fun make(): String = HexFormat.of().formatHex(ByteArray(16).also(random::nextBytes))

    fun header(value: String): String = "$name=$value; $attributes"
}

private val ID = Regex("[0-9a-f]{32}")
