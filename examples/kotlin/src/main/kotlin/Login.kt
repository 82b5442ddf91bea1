/**
 * Login, with Ktor: the app identifies its users by their phone numbers on the platform.
 *
 *     GET /oauth/login ──> consent page ──> GET /oauth/callback ──> GET /
 */
package login

import escape
import io.github.openplatformsdk.LoginResponse
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.Scopes
import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.phone
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.route
import java.util.concurrent.ConcurrentHashMap
import page
import platform
import respondPage
import seeOther
import serve
import session
import sessionCookie
import unguessable

/** The phone numbers of the logged-in users, by session. A real app uses a database instead. */
private val visitors = ConcurrentHashMap<String, String>()

private val login = LoginRoutes(
    platform,
    scopes = listOf(Scopes.USER_PHONE, Scopes.USER_ID),
    onDenied = { LoginResponse.page(page("Not logged in", "<p>We cannot know you without your phone number.</p>")) },
) { granted ->
    val phone = granted.user.users.me().phone
    // This app only identifies users, so it keeps no tokens.
    platform.grants.forget(granted.grant)
    // A new session, to prevent session fixation.
    val session = unguessable()
    visitors[session] = phone ?: "somebody"
    LoginResponse.redirect("/").with("Set-Cookie", sessionCookie(session))
}

fun main(): Unit = serve {
    route("/oauth") { openPlatformLogin(login) }

    get("/") {
        val phone = call.session?.let(visitors::get)
        call.respondPage(
            "Welcome",
            if (phone == null) "<p><a href=/oauth/login>Log in with your phone number</a></p>"
            else "<p>You are ${escape(phone)}.</p><form method=post action=/logout><button>Log out</button></form>",
        )
    }

    post("/logout") {
        call.session?.let(visitors::remove)
        call.seeOther("/")
    }
}
