package io.github.openplatformsdk.ktor

import io.github.openplatformsdk.AppGateway
import io.github.openplatformsdk.Hooks
import io.github.openplatformsdk.IncomingRequest
import io.github.openplatformsdk.LoginRequest
import io.github.openplatformsdk.LoginRoutes
import io.github.openplatformsdk.OpenPlatform
import io.github.openplatformsdk.OutgoingReply
import io.ktor.http.ContentType
import io.ktor.http.Headers
import io.ktor.http.HttpHeaders
import io.ktor.http.HttpStatusCode
import io.ktor.http.content.OutgoingContent
import io.ktor.http.decodeURLPart
import io.ktor.http.headers
import io.ktor.server.application.ApplicationCall
import io.ktor.server.request.httpMethod
import io.ktor.server.request.httpVersion
import io.ktor.server.request.path
import io.ktor.server.request.queryString
import io.ktor.server.response.respond
import io.ktor.server.routing.Route
import io.ktor.server.routing.RoutingCall
import io.ktor.server.routing.route
import io.ktor.utils.io.ByteWriteChannel
import io.ktor.utils.io.readRemaining
import kotlinx.io.readByteArray

/**
 * Receives requests of the platform, at `events`, `start` and `actions` below this route. No plugin is required, and no
 * plugin may read the body before.
 *
 * ```kotlin
 * routing {
 *     route("/hooks") { openPlatformHooks(hooks) }
 * }
 * ```
 */
public fun Route.openPlatformHooks(hooks: Hooks) {
    for (path in hooks.paths) {
        route(path) {
            handle {
                // The path of the route: that of the request may be percent-encoded. Not null: `receive` returns null only for other
                // addresses.
                call.answer(hooks.receive(call.incoming(path))!!)
            }
        }
    }
}

/**
 * Like the other [openPlatformHooks], but creates the [Hooks] and returns them.
 *
 * ```kotlin
 * routing {
 *     route("/hooks") {
 *         openPlatformHooks(platform) { on<Event.NewChatbotMessage> { reply("Got it") } }
 *     }
 * }
 * ```
 */
public fun Route.openPlatformHooks(platform: OpenPlatform? = null, handlers: Hooks.() -> Unit): Hooks =
    Hooks(platform).apply(handlers).also { openPlatformHooks(it) }

/**
 * Logs users in, at `login` and `callback` below this route. The `raw` of the requests is the [ApplicationCall].
 *
 * ```kotlin
 * routing {
 *     route("/oauth") { openPlatformLogin(login) }     // links go to /oauth/login?return_to=/posts/7
 * }
 * ```
 */
public fun Route.openPlatformLogin(login: LoginRoutes) {
    for (served in login.paths) {
        route(served) {
            handle {
                val (method, query) = call.request.run { httpMethod.value to queryString() }
                // Not null: decoded, the path ends with a served one.
                val path = call.request.path().decodeURLPart()
                call.answer(login.answer(LoginRequest(method, path, query, call.allHeaders(), call))!!)
            }
        }
    }
}

/**
 * Serves the backend of an app on a phone, at all addresses below this route.
 *
 * ```kotlin
 * routing {
 *     route("/open-platform") {
 *         openPlatformApp(gateway) { sessions.get<Session>()?.user }
 *     }
 * }
 * ```
 *
 * @param user returns the app's own id of the user who is logged in to the app's session, or `null`.
 */
public fun Route.openPlatformApp(gateway: AppGateway, user: suspend ApplicationCall.() -> String?) {
    route("{below...}") {
        handle {
            // From the raw path: the parameters are decoded.
            val below = call.request.path().split('/').takeLast(call.parameters.getAll("below").orEmpty().size)
            val incoming = call.incoming(below.joinToString("/", prefix = "/"))
            call.answer(gateway.receive(incoming) { call.user() })
        }
    }
}

private suspend fun ApplicationCall.incoming(path: String): IncomingRequest {
    // Not through the plugins that convert what is received.
    val channel = request.receiveChannel()
    // Then reading it does not wait.
    val hasArrived = (channel as? ByteWriteChannel)?.isClosedForWrite == true && channel.closedCause == null
    val arrived = if (hasArrived) channel.readRemaining().readByteArray() else null
    return IncomingRequest(request.httpMethod.value, path, allHeaders(), request.local.remoteAddress, arrived) { limit ->
        channel.readRemaining(limit + 1L).readByteArray()
    }
}

private fun ApplicationCall.allHeaders() = request.headers.entries().flatMap { (name, values) -> values.map { name to it } }

private suspend fun ApplicationCall.answer(reply: OutgoingReply) {
    respond(Answer(reply))
    if (reply.close) close()
}

/** Closes the connection of a refused request. Otherwise the engines would wait for the rest of the body, without a limit. */
private fun ApplicationCall.close() {
    // CIO then closes the connection at the next byte, or at once if one has already arrived.
    request.receiveChannel().cancel(null)
    val call = (this as? RoutingCall)?.pipelineCall?.engineCall ?: return
    // For HTTP/2 the engine ends the single stream by itself.
    if (isOfNetty(call) && request.httpVersion.startsWith("HTTP/1")) Netty.close(call)
}

/** A response with exactly the headers of this reply. */
private class Answer(private val reply: OutgoingReply) : OutgoingContent.ByteArrayContent() {
    private val types = reply.headers.filter { (name) -> name.equals(HttpHeaders.ContentType, ignoreCase = true) }
    override val status = HttpStatusCode.fromValue(reply.status)
    override val contentType = types.firstOrNull()?.let { (_, type) -> ContentType.parse(type) }
    override val contentLength = reply.body.size.toLong()
    override val headers: Headers = headers {
        (reply.headers - types.toSet()).forEach { (name, value) -> append(name, value) }
        if (reply.close) append(HttpHeaders.Connection, "close")
    }

    override fun bytes(): ByteArray = reply.body
}
