/**
 * Code that the example apps share: the client, the session cookie, pages and error pages.
 */
import io.github.openplatformsdk.AmbiguousOutcomeException
import io.github.openplatformsdk.InvalidInputException
import io.github.openplatformsdk.MissingScopeException
import io.github.openplatformsdk.NotFoundException
import io.github.openplatformsdk.OAuthException
import io.github.openplatformsdk.OpenPlatform
import io.github.openplatformsdk.RefreshUnavailableException
import java.security.SecureRandom
import java.util.HexFormat

private val random = SecureRandom()

/** An unguessable text of 128 random bits, for session ids and secret addresses. */
fun unguessable(): String = HexFormat.of().formatHex(ByteArray(16).also(random::nextBytes))

/** The client of the example. */
val platform: OpenPlatform = OpenPlatform.fromEnvironment()

/** Over https the prefix `__Host-` makes browsers refuse a cookie that was set by another host of the domain. */
private val secure = platform.oauth.redirectUri.orEmpty().startsWith("https:")

val SESSION_COOKIE: String = if (secure) "__Host-session" else "session"

/** The session in headers `Cookie`, if there is one. */
fun sessionIn(cookies: List<String>): String? = cookies.flatMap { it.split(';') }
    .map { it.trim().split('=', limit = 2) }
    .firstOrNull { (name) -> name == SESSION_COOKIE }?.getOrNull(1)?.takeIf(Regex("[0-9a-f]{32}")::matches)

/**
 * The header `Set-Cookie` for a session. `HttpOnly` makes it unreadable for scripts. With `SameSite=Lax` it is not sent
 * with forms of other sites, but it is sent with the redirect from the platform.
 */
fun sessionCookie(session: String): String =
    "$SESSION_COOKIE=$session; Path=/; HttpOnly; SameSite=Lax" + if (secure) "; Secure" else ""

/** A page. `body` is HTML: `escape` all other text in it. */
fun page(title: String, body: String): String =
    """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">""" +
        "<title>$title</title><h1>$title</h1>$body</html>"

/** Escapes text for HTML, also inside quotes. */
fun escape(text: String): String = text.replace(Regex("[&<>\"']")) { "&#${it.value.first().code};" }

/** The address does not exist. */
class Missing : Exception("there is nothing here")

/** Converts an error to a page that says what the user can do. Details are logged. */
fun explain(error: Throwable): Pair<Int, String> {
    fun sorry(status: Int, sentence: String) = status to page("Sorry", "<p>${escape(sentence)}</p>")
    if (error is Missing || error is NotFoundException) return sorry(404, "There is nothing here.")
    System.err.println(error)
    return when (error) {
        is InvalidInputException -> sorry(400, "This cannot be sent. ${error.message}.")
        is MissingScopeException -> sorry(403, "You may not do this.")
        is RefreshUnavailableException -> sorry(503, "The platform is not available. Please try again later.")
        is OAuthException -> sorry(400, "Please log in again.")
        is AmbiguousOutcomeException ->
            sorry(502, "It is not certain whether that worked. Please look before you do it again.")
        else -> sorry(502, "The platform did not do it. Please try again later.")
    }
}

/** The port of the app on this machine. In production a proxy in front of it terminates TLS. */
val port: Int = System.getenv("PORT")?.toInt() ?: 8000

/** The public address of the app. */
val publicUrl: String = System.getenv("PUBLIC_URL") ?: "http://127.0.0.1:$port"
