package io.github.openplatformsdk

import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.admin.AppChange
import io.github.openplatformsdk.testing.admin.Effect
import io.github.openplatformsdk.testing.admin.FaultRule
import io.github.openplatformsdk.testing.admin.RequestMatch
import io.github.openplatformsdk.testing.startSandbox
import io.github.openplatformsdk.vectors.Log
import io.github.openplatformsdk.vectors.ktor
import io.ktor.server.application.ApplicationCallPipeline
import io.ktor.server.application.install
import io.ktor.server.cio.CIO
import io.ktor.server.engine.ApplicationEngineFactory
import io.ktor.server.engine.embeddedServer
import io.ktor.server.http.HttpRequestLifecycle
import io.ktor.server.netty.Netty
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.net.Socket
import java.net.URI
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** Requests of browsers that are cancelled, because the browser has closed its connection. */
class LoginCancelledTest {
    @Test
    fun `a browser that leaves during the callback leaves no grant that the app does not know, with CIO`() = leaves(CIO)

    @Test
    fun `a browser that leaves during the callback leaves no grant that the app does not know, with Netty`() = leaves(Netty)

    private fun leaves(engine: ApplicationEngineFactory<*, *>): Unit = runBlocking(Dispatchers.Default) {
        val world = sandbox.world()
        world.configure(AppChange(redirectUris = listOf(REDIRECT_URI)))
        val platform = OpenPlatform {
            world.settings(this)
            redirectUri(REDIRECT_URI)
        }
        val (begun, left) = CompletableDeferred<Unit>() to CompletableDeferred<Unit>()
        val granted = CompletableDeferred<String>()
        val log = Log()
        val login = LoginRoutes(
            platform,
            { listOf(Scopes.USER_PHONE) },
            session = {
                if (it.path.endsWith("callback")) begun.complete(Unit)
                "the app's session"
            },
            logger = log,
        ) {
            left.await()
            granted.complete(it.user.users.me().phone.orEmpty())
            null
        }
        val server = ktor(
            embeddedServer(engine, port = 0, host = "127.0.0.1") {
                install(HttpRequestLifecycle) { cancelCallOnClose = true }
                intercept(ApplicationCallPipeline.Setup) {
                    try {
                        proceed()
                    } catch (error: CancellationException) {
                        left.complete(Unit)
                        throw error
                    }
                }
                routing { route("/oauth") { openPlatformLogin(login) } }
            },
        )
        val start = LoginRequest("GET", "/oauth/login", "", emptyList())
        val back = world.consent(login.answer(start)!!.headers.toMap().getValue("Location"), user = "buyer")
        val slow = Effect.Delay(milliseconds = 1000)
        world.fault(FaultRule(on = RequestMatch(endpoint = "oauth.exchange"), effects = listOf(slow), times = 1))
        try {
            Socket("127.0.0.1", server.port).use { socket ->
                val head = "GET /oauth/callback?${URI(back).rawQuery} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                socket.getOutputStream().write(head.encodeToByteArray())
                withTimeout(1.minutes) { begun.await() }
            }
            assertEquals(world.user("buyer").phone, withTimeout(1.minutes) { granted.await() })
            assertEquals("", "$log")
        } finally {
            server.stop()
            platform.close()
        }
    }

    private companion object {
        const val REDIRECT_URI = "https://app.example/oauth/callback"
        val sandbox: Sandbox = startSandbox()

        @JvmStatic
        @AfterAll
        fun stop() = sandbox.close()
    }
}
