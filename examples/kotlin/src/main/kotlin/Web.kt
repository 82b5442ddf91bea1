/**
 * What the example apps have in common and what is about the web, not about the platform: the session cookie, pages, and
 * errors as pages.
 */
import io.github.openplatformsdk.AmbiguousOutcomeException
import io.github.openplatformsdk.InvalidInputException
import io.github.openplatformsdk.NotFoundException
import io.github.openplatformsdk.OAuthException
import io.github.openplatformsdk.RefreshUnavailableException
import java.security.SecureRandom
import java.util.HexFormat

/** Where the platform wants users back when the app is done with them. */
const val COMPLETION_URL = "https://open-platform-redirect.divar.ir/completion"

private val random = SecureRandom()

/** A text that nobody can guess: 128 random bits. For session ids, and for addresses that are their own key. */
fun unguessable(): String = HexFormat.of().formatHex(ByteArray(16).also(random::nextBytes))

/** Over https the prefix `__Host-` makes browsers refuse a cookie that another host of the domain has planted. */
private val secure = System.getenv("OPEN_PLATFORM_REDIRECT_URI").orEmpty().startsWith("https:")

val SESSION_COOKIE: String = if (secure) "__Host-session" else "session"

/** The session in headers `Cookie`, if there is one. */
fun sessionIn(cookies: List<String>): String? = cookies.flatMap { it.split(';') }
    .map { it.trim().split('=', limit = 2) }
    .firstOrNull { (name) -> name == SESSION_COOKIE }?.getOrNull(1)?.takeIf(Regex("[0-9a-f]{32}")::matches)

/**
 * The header `Set-Cookie` for a session. `HttpOnly` keeps scripts away from it. `SameSite=Lax` keeps other sites from
 * posting forms with it, and lets it arrive when the platform sends the user back, which is a link.
 */
fun sessionCookie(session: String): String =
    "$SESSION_COOKIE=$session; Path=/; HttpOnly; SameSite=Lax" + if (secure) "; Secure" else ""

/** A page: `body` is HTML, so `escape` what comes from outside. */
fun page(title: String, body: String): String =
    """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">""" +
        "<title>$title</title><h1>$title</h1>$body</html>"

/** Text as it may stand in HTML, also inside quotes. */
fun escape(text: String): String = text.replace(Regex("[&<>\"']")) { "&#${it.value.first().code};" }

/** There is nothing at this address. */
class Missing : Exception("there is nothing here")

/** What the user can do about an error: a status and a page. Details go to the log. */
fun explain(error: Throwable): Pair<Int, String> {
    fun sorry(status: Int, sentence: String) = status to page("Sorry", "<p>${escape(sentence)}</p>")
    if (error is Missing || error is NotFoundException) return sorry(404, "There is nothing here.")
    System.err.println(error)
    return when (error) {
        is InvalidInputException -> sorry(400, "This cannot be sent. ${error.message}.")
        is RefreshUnavailableException -> sorry(503, "The platform is not available. Please try again later.")
        is OAuthException -> sorry(400, "Please log in again.")
        is AmbiguousOutcomeException ->
            sorry(502, "It is not certain whether that worked. Please look before you do it again.")
        else -> sorry(502, "The platform did not do it. Please try again later.")
    }
}

/** The port on which the app listens on this machine: a proxy in front of it ends TLS. */
val port: Int = System.getenv("PORT")?.toInt() ?: 8000

/** Where users reach the app. */
val publicUrl: String = System.getenv("PUBLIC_URL") ?: "http://127.0.0.1:$port"
