package io.github.openplatformsdk

import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.response
import io.github.openplatformsdk.testing.startSandbox
import io.github.openplatformsdk.testing.transport
import io.github.openplatformsdk.vectors.Log
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.util.concurrent.LinkedBlockingQueue
import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertInstanceOf
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** An app on a phone, which uses the backend of the sandbox. */
class AppTest {
    private val http = HttpClient.newHttpClient()

    /** Sends a request of the phone to its own backend, with its own session. */
    private suspend fun post(url: String, session: String?, body: String = ""): HttpResponse<ByteArray> {
        val request = HttpRequest.newBuilder(URI(url)).header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
        if (session != null) request.header("x-session", session)
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray()).await()
    }

    private suspend fun phone(world: World, backend: String, session: String): OpenPlatformApp {
        val environment = world.environment
        return OpenPlatformApp {
            clientId(environment.getValue("OPEN_PLATFORM_CLIENT_ID"))
            redirectUri(environment.getValue("OPEN_PLATFORM_REDIRECT_URI"))
            sandbox(environment.getValue("OPEN_PLATFORM_SANDBOX_URL"))
            backend(backend)
            tokens {
                val answer = post("$backend/access", session)
                if (answer.statusCode() != 200) throw LoginRequired("the backend says ${answer.statusCode()}")
                AppAccess.parse(answer.body())
            }
        }
    }

    @Test
    fun `the exception of the token provider is the cause`() = runBlocking {
        var failure: Throwable? = java.io.IOException("canary")
        val app = OpenPlatformApp {
            clientId("my-app")
            redirectUri("https://app.example/back")
            backend("https://app.example/open-platform")
            transport(Recorder.always(response(200, jsonOf("token" to "gZd7omnS"))))
            tokens { failure?.let { throw it } ?: AppAccess("access", 10.minutes) }
        }
        app.use {
            val now = assertThrows(RefreshUnavailableException::class.java) { runBlocking { app.users.me() } }
            assertTrue(now.cause === failure && "IOException" in now.message!! && "canary" !in now.message!!, now.message)
            failure = LoginRequired("nobody is logged in")
            val ended = assertThrows(ReauthRequiredException::class.java) { runBlocking { app.users.me() } }
            assertTrue(ended.cause === failure)
            failure = NotImplementedError()
            assertTrue(assertThrows(RefreshUnavailableException::class.java) { runBlocking { app.users.me() } }.cause === failure)
            failure = null
            assertEquals("gZd7omnS", app.posts.get("gZd7omnS").token)
        }
    }

    /** Runs nothing by itself. */
    private class Held : CoroutineDispatcher() {
        val blocks = LinkedBlockingQueue<Runnable>()

        override fun dispatch(context: CoroutineContext, block: Runnable) {
            blocks += block
        }
    }

    @Test
    fun `the cause of a call is not that of another one`() = runBlocking<Unit> {
        lateinit var failure: suspend () -> Exception
        val app = OpenPlatformApp {
            clientId("my-app")
            redirectUri("https://app.example/back")
            backend("https://app.example/open-platform")
            transport(Recorder.always(response(200, jsonOf("token" to "gZd7omnS"))))
            tokens { throw failure() }
        }
        suspend fun cause() = (runCatching { app.users.me() }.exceptionOrNull() as RefreshUnavailableException).cause
        app.use {
            val first = java.io.IOException("first")
            failure = { first }
            val held = Held()
            val call = async(held) { cause() }
            held.blocks.take().run()
            // The first call has failed, and its coroutine is not resumed before the second one has failed, too.
            val resumed = held.blocks.take()
            val second = java.io.IOException("second")
            failure = { second }
            assertSame(second, cause())
            resumed.run()
            assertSame(first, call.await())

            failure = { withTimeout(1.milliseconds) { awaitCancellation() } }
            assertInstanceOf(TimeoutCancellationException::class.java, cause())
        }
    }

    @Test
    fun `a redirect address may have a scheme of the app, with PKCE`() {
        fun app(pkce: Boolean) = OpenPlatformApp {
            clientId("my-app")
            redirectUri("com.example.app:/oauth")
            backend("https://app.example/open-platform")
            pkce(pkce)
            tokens { throw LoginRequired("nobody is logged in") }
        }
        assertEquals("redirectUri", assertThrows(ConfigException::class.java) { app(false) }.setting)
        app(true).use {
            val login = it.authorize(listOf(Scopes.USER_PHONE))
            val state = Regex("state=([^&]+)").find(login.url)!!.groupValues[1]
            val back = it.callback("com.example.app:/oauth?state=$state&code=abc", login.pending) as AppLoginOutcome.Granted
            assertTrue("com.example.app:/oauth" in back.body)
        }
    }

    @Test
    fun `login, calls through the backend, and calls that it refuses`() = runBlocking {
        val world = sandbox.world()
        val backend = world.startBackend("conversations.send")
        phone(world, backend, "user-7").use { app ->
            val post = world.posts("seller").first().token
            val conversation = world.conversations().first().id
            val before = assertThrows(ReauthRequiredException::class.java) { runBlocking { app.users.me() } }
            assertTrue("log" in before.message!!, before.message)

            val login = app.authorize(listOf(Scopes.USER_PHONE, Scopes.conversationSendMessage(conversation), Scopes.OFFLINE_ACCESS))
            val back = world.consent(login.url, user = "seller")
            assertThrows(OAuthException::class.java) { app.callback(back, app.authorize(listOf(Scopes.USER_PHONE)).pending) }
            val granted = app.callback(back, login.pending) as AppLoginOutcome.Granted
            val access = AppAccess.parse(post("$backend/login", "user-7", granted.body).body())
            assertEquals(listOf(3, 0), listOf(access.scopes.size, access.missingScopes.size), "${access.scopes}")

            assertEquals(world.user("seller").phone, app.users.me().phone)
            assertEquals(post, app.posts.get(post).token)
            app.conversations.send(conversation, text = "From my phone") { receiver { row { server("Pay", "id" to "7") } } }
            assertEquals("From my phone", world.messages(conversation).last().message["text"])
            val refused = assertThrows(OpenPlatformException::class.java) {
                runBlocking { app.addons.createOnPost(post) { titleRow("Mine") } }
            }
            assertEquals("missing_scope", refused.code, "$refused")
            app.forgetAccess()
            assertEquals(post, app.posts.get(post).token)

            val denied = app.authorize(listOf(Scopes.USER_PHONE))
            assertEquals(AppLoginOutcome.Denied, app.callback(world.consent(denied.url, user = null), denied.pending))
            for (secret in listOf(login.pending, login.url, granted.body)) {
                assertFalse(secret in "$login $granted $app ${listOf(login, granted)}")
            }
        }
        assertEquals(emptyList<Any>(), world.credentials().filterNot { it.belongs })
    }

    @Test
    fun `if the backend cannot tell who the user is, the response says so, and the log has no text of the app's errors`() = runBlocking {
        val log = Log()
        val key = "0123456789abcdef".repeat(4)
        OpenPlatform(sandbox.world().settings).use { platform ->
            val gateway = AppGateway(platform, listOf(key), logger = log)
            val request = IncomingRequest("POST", "/access", listOf("Content-Type" to "application/json")) { byteArrayOf() }
            val reply = gateway.receive(request) { error("canary") }
            assertEquals(500, reply.status)
            assertTrue("answered with 500: IllegalStateException at AppTest.kt:" in "$log", "$log")
            assertFalse("canary" in "$log${reply.body.decodeToString()}", "$log")

            val limited = AppGateway(platform, listOf(key), handlerTimeout = 50.milliseconds, logger = log)
            assertEquals(500, limited.receive(request) { awaitCancellation() }.status)
            assertTrue("answered with 500: it took longer than 0.05 s" in "$log", "$log")
            val error = assertThrows(InvalidInputException::class.java) {
                AppGateway(platform, listOf(key), handlerTimeout = Duration.ZERO)
            }
            assertEquals("handlerTimeout", error.field)
        }
    }

    @Test
    fun `a token provider may fail or hang`() = runBlocking {
        fun app(provider: TokenProvider) = OpenPlatformApp {
            clientId("app")
            redirectUri("https://app.example/oauth/callback")
            backend("http://127.0.0.1:9")
            tokens(provider)
        }
        val unavailable = assertThrows(RefreshUnavailableException::class.java) {
            runBlocking { app { throw java.io.IOException("canary") }.users.me() }
        }
        // Only the cause, the app's own exception, contains its text.
        assertFalse("canary" in "$unavailable ${unavailable.report}", unavailable.message)
        assertEquals("canary", unavailable.cause?.message)
        assertThrows(ReauthRequiredException::class.java) { runBlocking { app { throw LoginRequired("nobody") }.users.me() } }
        assertEquals("AppAccess(expiresIn=5m)", "${AppAccess("canary", 5.minutes)}")

        val asked = CompletableDeferred<Unit>()
        val hangs = app {
            asked.complete(Unit)
            awaitCancellation()
        }
        val call = launch(Dispatchers.Default) { hangs.users.me() }
        asked.await()
        call.cancelAndJoin()
        hangs.close()
        val closed = assertThrows(ConfigException::class.java) { runBlocking { hangs.users.me() } }
        assertEquals("client", closed.setting)
    }

    private companion object {
        val sandbox: Sandbox = startSandbox()

        @JvmStatic
        @AfterAll
        fun stop() = sandbox.close()
    }
}
