/** The platform's requests, the login and the backend of phones in Spring MVC: three controllers to copy as they are. */
package spring

import io.github.openplatformsdk.AppGateway
import io.github.openplatformsdk.Hooks
import io.github.openplatformsdk.IncomingRequest
import io.github.openplatformsdk.LoginRequest
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.OutgoingReply
import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import java.io.ByteArrayOutputStream
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestMethod
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.util.ServletRequestPathUtils
import org.springframework.web.util.pattern.PathPatternParser

/**
 * Serves `/hooks/events`, `/hooks/start` and `/hooks/actions`. Spring MVC has a thread for each request, which waits here
 * for the handler. The body is read by [Hooks] alone, after the key was checked: so forms with files must not be unpacked
 * first (`spring.servlet.multipart.resolve-lazily=true`).
 *
 * A body that arrives slowly is refused with 408 after 8.5 seconds, but no thread can be woken that waits for its next byte, and Tomcat
 * reads what was refused before it closes the connection: `server.tomcat.connection-timeout=10s` limits the one,
 * `server.tomcat.max-swallow-size=1B` the other.
 */
@RestController
class HookController(private val hooks: Hooks) {
    // All methods by name: otherwise Spring answers OPTIONS by itself.
    @RequestMapping(
        "/hooks/events", "/hooks/start", "/hooks/actions",
        method = [
            RequestMethod.GET, RequestMethod.HEAD, RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH,
            RequestMethod.DELETE, RequestMethod.OPTIONS, RequestMethod.TRACE,
        ],
    )
    fun receive(request: HttpServletRequest, response: HttpServletResponse): Unit = runBlocking {
        send(checkNotNull(hooks.receive(incoming(request, pathOf(request)))), response)
    }
}

/** Serves `/oauth/login` and `/oauth/callback`. */
@RestController
class LoginController(private val login: LoginRoutes) {
    @RequestMapping("/oauth/login", "/oauth/callback")
    fun answer(request: HttpServletRequest, response: HttpServletResponse): Unit = runBlocking {
        val query = request.queryString.orEmpty()
        val incoming = LoginRequest(request.method, pathOf(request), query, headersOf(request), request)
        send(checkNotNull(login.answer(incoming)), response)
    }
}

/** Returns the app's own id of the user who is logged in to the app's session, or `null`: a bean of the app. */
fun interface SessionUser {
    fun of(request: HttpServletRequest): String?
}

private const val GATEWAY = "/open-platform"

/**
 * Serves the backend of an app on a phone, at all addresses below `/open-platform`. The settings of [HookController] apply here, too. It
 * needs Spring's default way to match paths, not `ant_path_matcher`. Tomcat refuses an encoded slash in an id with 400.
 */
@RestController
class GatewayController(private val gateway: AppGateway, private val user: SessionUser) {
    private val address = PathPatternParser.defaultInstance.parse(GATEWAY)

    @RequestMapping(
        "$GATEWAY/**",
        method = [
            RequestMethod.GET, RequestMethod.HEAD, RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH,
            RequestMethod.DELETE, RequestMethod.OPTIONS, RequestMethod.TRACE,
        ],
    )
    fun receive(request: HttpServletRequest, response: HttpServletResponse): Unit = runBlocking {
        // As it was sent: decoded, a slash in an id would be one of the path.
        val path = ServletRequestPathUtils.getParsedRequestPath(request).pathWithinApplication()
        val below = checkNotNull(address.matchStartOfPath(path)).pathRemaining.value()
        send(gateway.receive(incoming(request, below)) { user.of(request) }, response)
    }
}

private fun incoming(request: HttpServletRequest, path: String) =
    IncomingRequest(request.method, path, headersOf(request), request.remoteAddr) { limit ->
        // In a thread of its own, so that the time is watched while it waits.
        withContext(Dispatchers.IO) {
            val body = ByteArrayOutputStream()
            val piece = ByteArray(16 * 1024)
            while (body.size() <= limit) {
                ensureActive()
                val count = request.inputStream.read(piece)
                if (count < 0) break
                body.write(piece, 0, count)
            }
            body.toByteArray()
        }
    }

/** The decoded path, as Spring compares it with those of the controllers: `requestURI` may be percent-encoded. */
private fun pathOf(request: HttpServletRequest) = request.servletPath + request.pathInfo.orEmpty()

private fun headersOf(request: HttpServletRequest) =
    request.headerNames.toList().flatMap { name -> request.getHeaders(name).toList().map { name to it } }

private fun send(reply: OutgoingReply, response: HttpServletResponse) {
    response.status = reply.status
    for ((name, value) in reply.headers) response.addHeader(name, value)
    if (reply.close) response.setHeader("Connection", "close")
    response.setContentLength(reply.body.size)
    response.outputStream.write(reply.body)
}
