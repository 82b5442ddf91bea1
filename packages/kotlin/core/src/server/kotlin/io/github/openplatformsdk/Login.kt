package io.github.openplatformsdk

import java.lang.System.Logger.Level
import java.net.URLDecoder
import java.security.SecureRandom
import java.util.HexFormat
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/** A request of a user's browser. */
public class LoginRequest(
    /** The HTTP method. */
    public val method: String,
    /** The path without the query. Its last segment says what it is: `login` or `callback`. */
    public val path: String,
    /** The query as it stands in the address, without `?`. */
    public val query: String,
    /** The values of the headers `Cookie`. */
    public val cookies: List<String>,
    /** The request of the framework itself, such as Ktor's call, with all that its plugins have put there. */
    public val raw: Any? = null,
) {
    /** A parameter of the query, decoded. Of several with one name the first. */
    public fun parameter(name: String): String? = query.split('&').firstNotNullOfOrNull { pair ->
        val (key, value) = pair.split('=', limit = 2).map { URLDecoder.decode(it, Charsets.UTF_8) } + ""
        value.takeIf { key == name }
    }

    /** A cookie by its name. */
    public fun cookie(name: String): String? = cookies.flatMap { it.split(';') }.firstNotNullOfOrNull { pair ->
        val (key, value) = pair.trim().split('=', limit = 2) + ""
        value.takeIf { key == name }
    }

    override fun toString(): String = "LoginRequest(method=$method)"
}

/** What to answer to a user's browser. */
public class LoginAnswer(
    /** HTTP status. */
    public val status: Int,
    /** The headers. */
    public val headers: List<Pair<String, String>> = emptyList(),
    /** The body, in UTF-8. */
    public val body: String = "",
) {
    /** The same with one more header, such as a session cookie of your own. */
    public fun with(name: String, value: String): LoginAnswer = LoginAnswer(status, headers + (name to value), body)

    override fun toString(): String = "LoginAnswer(status=$status)"

    public companion object {
        /** Goes on at a path or an address. */
        public fun redirect(location: String): LoginAnswer =
            LoginAnswer(303, listOf("Location" to location, "Cache-Control" to "no-store"))

        /** A page of HTML: escape what comes from outside. */
        public fun page(html: String, status: Int = 200): LoginAnswer =
            LoginAnswer(status, listOf("Content-Type" to "text/html; charset=utf-8", "Cache-Control" to "no-store"), html)

        /** A sentence. */
        public fun text(text: String, status: Int = 200): LoginAnswer =
            LoginAnswer(status, listOf("Content-Type" to "text/plain; charset=utf-8", "Cache-Control" to "no-store"), text)
    }
}

/**
 * Logs users in: two addresses for their browsers, by their last segment: `…/login`, which takes the path to go on at as
 * `return_to`, and `…/callback`, the redirect address of the app.
 *
 * ```kotlin
 * val login = LoginRoutes(platform, scopes = { listOf(Scopes.USER_PHONE) }) { login ->
 *     users.save(login.user.users.me(), login.grant)
 *     LoginAnswer.redirect("/welcome")
 * }
 * ```
 *
 * With Ktor it is mounted by `openPlatformLogin(login)` of `open-platform-ktor`; any other server hands its requests to
 * [answer].
 *
 * @param platform the client.
 * @param scopes what to ask users for. With [Scopes.OFFLINE_ACCESS] the grant outlives its first access token.
 * @param onDenied the user said no, which is no error. By default a sentence says that nothing has changed.
 * @param onError the login did not work. By default a sentence says so; the error goes to the log.
 * @param session the session that ties the login to this browser, such as the id of your own session. By default a random
 *   cookie that is made for this.
 * @param user your own name for the user, where it is known before the login: the same user and scopes have the same grant.
 * @param prompt what the server should ask: words with spaces between them, such as `login` or `consent`, or `none` alone. A
 *   standard parameter, as the next two: the platform documents none of them and may ignore them.
 * @param loginHint who is about to log in, such as a phone number, so that the page can fill it in.
 * @param uiLocales the languages of the page, the best one first, such as `fa en`.
 * @param redirectUri another registered redirect address than the client's. It ends in `/callback`.
 * @param secure whether users reach the app over https, so that the cookie must not travel otherwise. By default as the
 *   redirect address says that the logins use: [redirectUri], or else the client's.
 * @param logger where failures are noted.
 * @param onGranted the user said yes. Return where to go on; with `null` it goes on at the path that the login was given
 *   in `return_to`, or at `/`. Give whoever logs in a new session, so that an id known before is worth nothing.
 */
public class LoginRoutes(
    private val platform: OpenPlatform,
    private val scopes: suspend (LoginRequest) -> Collection<Scope>,
    private val onDenied: suspend (LoginRequest) -> LoginAnswer = {
        LoginAnswer.text("You did not allow this. Nothing has changed.")
    },
    private val onError: suspend (Throwable, LoginRequest) -> LoginAnswer = { error, _ -> sorry(error) },
    private val session: (suspend (LoginRequest) -> String)? = null,
    private val user: suspend (LoginRequest) -> String? = { null },
    private val prompt: suspend (LoginRequest) -> String? = { null },
    private val loginHint: suspend (LoginRequest) -> String? = { null },
    private val uiLocales: suspend (LoginRequest) -> String? = { null },
    private val redirectUri: String? = null,
    secure: Boolean = (redirectUri ?: platform.oauth.redirectUri)?.startsWith("http:", ignoreCase = true) != true,
    private val logger: System.Logger = System.getLogger("open-platform"),
    private val onGranted: suspend LoginRequest.(LoginOutcome.Granted) -> LoginAnswer?,
) {
    private val cookie = Cookie(secure)

    /** Answers a request of a user's browser; `null` for an address that is neither `…/login` nor `…/callback`. */
    public suspend fun answer(request: LoginRequest): LoginAnswer? {
        val answer = when (request.path.substringAfterLast('/')) {
            "login" -> ::start
            "callback" -> ::finish
            else -> return null
        }
        if (request.method != "GET") return LoginAnswer(405, listOf("Allow" to "GET"))
        return try {
            answer(request)
        } catch (error: Throwable) {
            currentCoroutineContext().ensureActive()
            logger.log(Level.WARNING, "a login did not work", error)
            onError(error, request)
        }
    }

    private suspend fun start(request: LoginRequest): LoginAnswer {
        val own = if (session == null) cookie.of(request) ?: cookie.make() else null
        val returnTo = request.parameter("return_to")
        val id = own ?: session!!(request)
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
        val answer = LoginAnswer.redirect(login.url)
        return if (own == null) answer else answer.with("Set-Cookie", cookie.header(own))
    }

    /** A browser that did not begin the login: with a session that no login has, the client ends it. */
    private suspend fun withoutCookie(request: LoginRequest): LoginOutcome = try {
        platform.oauth.callback("?${request.query}", cookie.make())
    } catch (error: StateMismatchException) {
        throw StateMismatchException(error.report.copy(text = cookie.missing))
    }

    private suspend fun finish(request: LoginRequest): LoginAnswer {
        val login = when (val id = session?.invoke(request) ?: cookie.of(request)) {
            null -> withoutCookie(request)
            else -> platform.oauth.callback("?${request.query}", id)
        }
        return when (login) {
            is LoginOutcome.Granted -> request.onGranted(login) ?: LoginAnswer.redirect(login.returnTo ?: "/")
            LoginOutcome.Denied -> onDenied(request)
        }
    }
}

private fun sorry(error: Throwable): LoginAnswer = when {
    error is RefreshUnavailableException ->
        LoginAnswer.text("The platform is not available. Please try again later.", 503)
    error is OAuthException || error is InvalidInputException ->
        LoginAnswer.text("The login did not work. Please start it again.", 400)
    else -> {
        val isTheirs = error is OpenPlatformException && error !is ConfigException
        LoginAnswer.text("Something went wrong. Please try again later.", if (isTheirs) 502 else 500)
    }
}

/**
 * The cookie that ties a login to a browser: a random id. `HttpOnly` keeps scripts away from it; `SameSite=Lax` lets it
 * arrive when the platform sends the user back, which is a link; over https the prefix `__Host-` makes browsers refuse
 * one that another host of the domain has planted.
 */
private class Cookie(secure: Boolean) {
    private val name = if (secure) "__Host-open-platform-login" else "open-platform-login"
    private val attributes = "Path=/; HttpOnly; SameSite=Lax" + if (secure) "; Secure" else ""
    private val random = SecureRandom()

    val missing = "the browser came back without the cookie $name: the login began in another browser or at another " +
        "address of this app (localhost and 127.0.0.1 are two), or the browser keeps no cookies. Start the login again"

    fun of(request: LoginRequest): String? = request.cookie(name)?.takeIf(ID::matches)

    fun make(): String = HexFormat.of().formatHex(ByteArray(16).also(random::nextBytes))

    fun header(value: String): String = "$name=$value; $attributes"
}

private val ID = Regex("[0-9a-f]{32}")
