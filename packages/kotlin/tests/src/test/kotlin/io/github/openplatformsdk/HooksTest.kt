package io.github.openplatformsdk

import io.github.openplatformsdk.ktor.openPlatformHooks
import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.admin.AppChange
import io.github.openplatformsdk.testing.admin.Click
import io.github.openplatformsdk.testing.admin.NewConversation
import io.github.openplatformsdk.testing.admin.Seed
import io.github.openplatformsdk.testing.admin.UserMessage
import io.github.openplatformsdk.testing.noResponse
import io.github.openplatformsdk.testing.startSandbox
import io.github.openplatformsdk.testing.transport
import io.github.openplatformsdk.vectors.Log
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.routing.Routing
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.net.HttpURLConnection
import java.net.ServerSocket
import java.net.URI
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Hooks and login routes against the sandbox: the context of handlers, and the log for events without a handler. */
class HooksTest {
    /** Runs [test] with a client of a new world, whose app serves these routes. */
    private fun app(
        routes: Routing.(OpenPlatform) -> Unit,
        test: suspend (world: World, platform: OpenPlatform, url: String) -> Unit,
    ): Unit = runBlocking {
        val world = sandbox.world()
        // The redirect address must be known before the client is created.
        val port = ServerSocket(0).use { it.localPort }
        val url = "http://127.0.0.1:$port"
        world.configure(
            AppChange(
                eventsUrl = "$url/hooks/events",
                startUrl = "$url/hooks/start",
                dynamicActionUrl = "$url/hooks/actions",
                redirectUris = listOf("$url/oauth/callback"),
            ),
        )
        OpenPlatform(world.settings).use { platform ->
            val server = embeddedServer(CIO, port, "127.0.0.1") { routing { routes(platform) } }.start()
            try {
                test(world, platform, url)
            } finally {
                server.stop(0, 0)
            }
        }
    }

    private val log = Log()

    private fun hooks(dedupe: Dedupe? = MemoryDedupe(), rejectStale: Boolean = false, staleAfter: Duration? = null) =
        Hooks(keys = listOf(IdentificationKey("one", HOOKS_KEY)), dedupe = dedupe, rejectStale = rejectStale, staleAfter = staleAfter, logger = log)

    private fun message(id: Int, vararg members: Pair<String, Any?>) = jsonOf(
        "type" to "NEW_MESSAGE",
        "new_message" to mapOf("id" to "e7a08a2c-8ee4-11ef-af85-%012d".format(id), *members),
    )

    @Test
    fun `a bot replies in the conversation`() = app(
        { platform ->
            val hooks = Hooks(platform).on<Event.NewChatbotMessage> {
                val content = event.message.content
                if (content is MessageContent.Text) reply("You said ${content.text}.")
            }
            route("/hooks") { openPlatformHooks(hooks) }
        },
    ) { world, _, _ ->
        val chat = world.add(Seed(conversations = listOf(NewConversation(user = "buyer")))).conversations.first().id
        world.say(chat, UserMessage(user = "buyer", text = "hello"))
        world.waitForRequest("chatbot.reply")
        assertEquals("You said hello.", world.messages(chat).last().message["text"])
    }

    @Test
    fun `a reply is sent as the user of the grant in the metadata`() {
        val heard = mutableListOf<Any?>()
        app(
            { platform ->
                route("/hooks") {
                    openPlatformHooks(platform) {
                        on<Event.NewMessage> {
                            heard.addAll(listOf(metadata?.let(::jsonValue), keyId, user?.grant))
                            if (it.message.sender.side is SenderSide.Buyer) reply("Still there.")
                        }
                    }
                }
            },
        ) { world, platform, _ ->
            val scopes = listOf(
                "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND", "offline_access",
            )
            val issued = world.issueTokens("seller", scopes)
            val tokens = Tokens(issued.accessToken, issued.refreshToken, issued.expiresAt, scopes)
            val grant = platform.grants.adopt(tokens).key
            platform.user(grant).subscriptions.ensure(
                Subscription(eventType = SubscriptionType.NewMessageOnPost, metadata = jsonOf("grant" to grant)),
            )
            val conversation = world.conversations().first().id
            world.say(conversation, UserMessage(user = "buyer", text = "Is it still there?"))
            world.waitForRequest("conversations.send")
            val answer = world.messages(conversation).last()
            assertEquals(listOf("Still there.", "seller"), listOf(answer.message["text"], answer.author))
            assertEquals(listOf(mapOf("grant" to grant), "key-1", grant), heard.take(3))
        }
    }

    @Test
    fun `a reply without a grant throws a ConfigException`() = runBlocking {
        val thrown = CompletableDeferred<ConfigException>()
        val hooks = hooks().on<Event.NewMessage> {
            assertNull(user)
            try {
                reply("Hello")
            } catch (error: ConfigException) {
                thrown.complete(error)
                throw error
            }
        }
        assertEquals(500, hooks.receive(message(1)))
        assertTrue(Regex("configuration of grantOf: .*metadata").containsMatchIn(thrown.await().message!!))
        assertTrue(Regex("new_message 'message:.*' failed: ConfigException: configuration of grantOf: .*metadata").containsMatchIn("$log"), "$log")
    }

    @Test
    fun `a reply to a message of an app is refused, because replies would never end`() = runBlocking {
        val thrown = CompletableDeferred<Throwable?>()
        val hooks = hooks().on<Event.NewMessage> { thrown.complete(runCatching { reply("Thank you") }.exceptionOrNull()) }
        assertEquals(200, hooks.receive(message(1, "sender" to mapOf("type" to "BOT", "side" to "SELLER"))))
        assertEquals("reply", (thrown.await() as ConfigException).setting)
    }

    @Test
    fun `of an error of a handler the log has the class and the place, not the text`() = runBlocking {
        val hooks = hooks().on<Event.PostUpdate> { error("canary") }.onStart { error("canary") }.onDynamicAction { error("canary") }
        assertEquals(500, hooks.receive(update("p")))
        assertEquals(500, hooks.receive(jsonOf("source" to "CHAT"), "/hooks/start"))
        assertEquals(500, hooks.receive(jsonOf("touchpoint" to "CHAT"), "/hooks/actions"))
        assertEquals(3, Regex("failed: IllegalStateException at HooksTest.kt:\\d+").findAll("$log").count(), "$log")
        assertFalse("canary" in "$log", "$log")
    }

    @Test
    fun `a body that has arrived with the headers is not asked for, and has the same limits`() = runBlocking {
        val handled = CopyOnWriteArrayList<String>()
        val hooks = Hooks(keys = listOf(IdentificationKey("one", HOOKS_KEY)), bodyLimit = 100, logger = log)
            .on<Event.PostUpdate> { handled += it.update.post.token }
        suspend fun status(body: Json, key: String = HOOKS_KEY): Int {
            val headers = listOf("Authorization" to key, "Content-Type" to "application/json")
            return hooks.receive(
                IncomingRequest("POST", "/hooks/events", headers, arrived = body.encodeToByteArray()) { error("it has arrived") },
            )!!.status
        }
        assertEquals(listOf(200, 200), List(2) { status(update("AAAAAAAA")) })
        assertEquals(401, status(update("BBBBBBBB"), "another key"))
        assertEquals(413, status(update("C".repeat(100))))
        assertEquals(listOf("AAAAAAAA"), handled)
    }

    @Test
    fun `start requests and dynamic actions are answered`() = app(
        { platform ->
            val hooks = Hooks(platform)
                .onStart { "https://app.example/start?in=${it.conversationId}" }
                .onDynamicAction { DynamicActionReply(textMessage = "You clicked ${it.extraData}.") }
                .on<Event.NewChatbotMessage> { reply("Choose") { row { dynamic("Ask", "id" to "7") } } }
            route("/hooks") { openPlatformHooks(hooks) }
        },
    ) { world, _, _ ->
        val conversation = world.conversations().first().id
        val opened = world.click(Click.ChatService(user = "seller", conversation = conversation))
        assertEquals("https://app.example/start?in=$conversation", opened.opens)
        val chat = world.add(Seed(conversations = listOf(NewConversation(user = "buyer")))).conversations.first().id
        world.say(chat, UserMessage(user = "buyer", text = "hello"))
        world.waitForRequest("chatbot.reply")
        val id = world.messages(chat).last().message["id"] as String
        val clicked = world.click(Click.MessageButton(user = "buyer", message = id))
        assertEquals("""You clicked {"id":"7"}.""", clicked.textMessage)
    }

    @Test
    fun `an event without a handler is accepted, and an example handler is logged once per type`() = runBlocking {
        val hooks = hooks()
        repeat(3) { time ->
            assertEquals(200, hooks.receive(update("p$time")))
            assertEquals(200, hooks.receive(jsonOf("type" to "BRAND_NEW", "time" to time)))
            assertEquals(200, hooks.receive(jsonOf("type" to "NEW_MESSAGE", "time" to time)))
            assertEquals(404, hooks.receive(jsonOf("source" to "CHAT"), "/hooks/start"))
            assertEquals(404, hooks.receive(jsonOf("touchpoint" to "CHAT"), "/hooks/actions"))
        }
        val shown = Regex("hooks\\.on.*").findAll("$log").map { it.value }.toList()
        assertEquals(5, shown.size, "$log")
        assertEquals("hooks.on<Event.PostUpdate> { event ->", shown[0])
        assertTrue("\"BRAND_NEW\"" in "$log" && "could not be parsed" in "$log", "$log")
        assertEquals(
            listOf("hooks.onUnknown {", "hooks.onMalformed {", "hooks.onStart {", "hooks.onDynamicAction {"),
            shown.drop(1).map { it.substringBefore('{') + "{" },
        )
        // The example compiles.
        Compiler.mustCompile(
            """
            import io.github.openplatformsdk.*
            fun paste(hooks: Hooks) {
            ${Regex("hooks\\.on[^}]*?\\{(.*\\}|[\\s\\S]*?\n\\})").findAll("$log").joinToString("\n") { it.value }}
            }
            """,
        )
    }

    @Test
    fun `of concurrent deliveries of an event one is handled, and after a failure the next one`() = runBlocking {
        val calls = AtomicInteger()
        var fails = true
        val hooks = hooks().on<Event.PostUpdate> {
            calls.incrementAndGet()
            if (fails) error("not now")
        }
        assertEquals(500, hooks.receive(update("p")))
        fails = false
        val answers = (1..20).map { async(Dispatchers.Default) { hooks.receive(update("p")) } }.awaitAll()
        // Deliveries during the handling get a 503, because its result is not known yet.
        assertTrue(200 in answers && answers.all { it == 200 || it == 503 }, "$answers")
        assertEquals(200 to 2, hooks.receive(update("p")) to calls.get())
    }

    @Test
    fun `an event whose reply may have been sent is not handled again`() = runBlocking {
        val recorder = Recorder.always(noResponse(TransportErrorKind.INTERRUPTED))
        OpenPlatform {
            apiKey("key")
            transport(recorder)
        }.use { platform ->
            val calls = AtomicInteger()
            val hooks = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), logger = log).on<Event.NewChatbotMessage> {
                calls.incrementAndGet()
                reply("Hello")
            }
            val message = mapOf("id" to "m-1", "sender" to mapOf("type" to "HUMAN"), "conversation" to mapOf("id" to "c-1", "type" to "BOT"))
            val event = jsonOf("type" to "NEW_CHATBOT_MESSAGE", "new_chatbot_message" to message)
            assertEquals(listOf(200, 200, 1), listOf(hooks.receive(event), hooks.receive(event), calls.get()))
            assertTrue("because a call may have been executed: AmbiguousOutcomeException" in "$log", "$log")
        }
    }

    @Test
    fun `a repeated delivery during a handler that then fails is not lost`() = runBlocking {
        val handled = mutableMapOf<String, Long?>()
        val own = object : Dedupe {
            override suspend fun remember(key: String, window: Duration?): Boolean =
                synchronized(handled) { (key !in handled).also { if (it) handled[key] = window?.inWholeSeconds } }

            override suspend fun forget(key: String) = synchronized(handled) { handled -= key }
        }
        for (dedupe in listOf(MemoryDedupe(), own)) {
            val (began, ends) = CompletableDeferred<Unit>() to CompletableDeferred<Unit>()
            val calls = AtomicInteger()
            val hooks = hooks(dedupe).on<Event.NewMessage> {
                if (calls.incrementAndGet() > 1) return@on
                began.complete(Unit)
                ends.await()
                error("not now")
            }
            val first = async { hooks.receive(message(4)) }
            began.await()
            assertEquals(503, hooks.receive(message(4)), "it is being handled")
            ends.complete(Unit)
            assertEquals(500, first.await())
            assertEquals(listOf(200, 200, 2), listOf(hooks.receive(message(4)), hooks.receive(message(4)), calls.get()))
            assertTrue(Regex("503: new_message 'message:e7a08a2c").containsMatchIn("$log"), "$log")
        }
    }

    @Test
    fun `a handler goes on after its connection is closed`() = runBlocking {
        val (began, mayEnd) = CompletableDeferred<Unit>() to CompletableDeferred<Unit>()
        val calls = AtomicInteger()
        val hooks = hooks().on<Event.PostUpdate> {
            calls.incrementAndGet()
            began.complete(Unit)
            mayEnd.await()
        }
        val request = launch {
            hooks.receive(update("p"))
            error("it went on after its cancellation")
        }
        began.await()
        request.cancelAndJoin() // As some servers do.
        assertEquals(503, hooks.receive(update("p")))
        mayEnd.complete(Unit)
        while (hooks.receive(update("p")) == 503) yield()
        assertEquals(200 to 1, hooks.receive(update("p")) to calls.get())
    }

    @Test
    fun `a handler for the class Event is refused`() {
        val error = assertThrows(ConfigException::class.java) { hooks().on<Event> {} }
        assertTrue(error.setting == "hooks" && "on<Event>" in error.message!!, error.message)
    }

    @Test
    fun `a timeout inside a handler is a failure of the handler`() = runBlocking {
        val hooks = hooks().on<Event.PostUpdate> { withTimeout(1.milliseconds) { awaitCancellation() } }
        assertEquals(500, hooks.receive(update("p")))
    }

    @Test
    fun `a custom dedupe store is used`() = runBlocking {
        val known = mutableMapOf<String, Duration?>()
        val dedupe = object : Dedupe {
            override suspend fun remember(key: String, window: Duration?): Boolean =
                (key !in known).also { if (it) known[key] = window }

            override suspend fun forget(key: String) {
                known -= key
            }
        }
        val calls = AtomicInteger()
        val hooks = hooks(dedupe).on<Event.NewMessage> { calls.incrementAndGet() }
        assertEquals(listOf(200, 200, 1), listOf(hooks.receive(message(2)), hooks.receive(message(2)), calls.get()))
        val id = "message:e7a08a2c-8ee4-11ef-af85-000000000002"
        assertTrue(known.size == 2 && id in known && known.keys.all { it.startsWith(id) } && known.values.all { it == null }, "$known")
        val broken = object : Dedupe {
            override suspend fun remember(key: String, window: Duration?): Boolean = error("canary")

            override suspend fun forget(key: String) = Unit
        }
        val down = hooks(broken).on<Event.NewMessage> { calls.incrementAndGet() }
        assertEquals(503 to 1, down.receive(message(2)) to calls.get())
        assertFalse("canary" in "$log", "$log")
        val every = hooks(dedupe = null).on<Event.NewMessage> { calls.incrementAndGet() }
        assertEquals(listOf(200, 200, 3), listOf(every.receive(message(2)), every.receive(message(2)), calls.get()))
    }

    @Test
    fun `a dedupe store that does not answer is a 503`() = runBlocking {
        val silent = object : Dedupe {
            override suspend fun remember(key: String, window: Duration?): Boolean = awaitCancellation()

            override suspend fun forget(key: String) = Unit
        }
        assertEquals(503, hooks(silent).on<Event.NewMessage> { error("it was handled") }.receive(message(2)))
        assertTrue("The dedupe store failed (it took longer than 0.6 s)" in "$log", "$log")
    }

    @Test
    fun `keys are replaced while requests arrive`() = runBlocking {
        val hooks = hooks().onUnknown {}
        hooks.replaceKeys(listOf(IdentificationKey("two", "identification-key-two")))
        assertEquals(401, hooks.receive(jsonOf("type" to "A")))
        assertEquals(200, hooks.receive(jsonOf("type" to "A"), key = "identification-key-two"))
        assertFalse(HOOKS_KEY in "$log", "$log")
    }

    @Test
    fun `a handler that hangs fails after its time limit`() = runBlocking {
        val hooks = Hooks(keys = listOf(IdentificationKey("one", HOOKS_KEY)), handlerTimeout = 50.milliseconds, logger = log)
            .on<Event.PostUpdate> { awaitCancellation() }
            .onStart { awaitCancellation() }
            .onDynamicAction { awaitCancellation() }
        assertEquals(500, hooks.receive(update("slow")))
        assertEquals(500, hooks.receive(jsonOf("callback_url" to "https://platform.example/back", "user_id" to "u"), "/hooks/start"))
        assertEquals(500, hooks.receive(jsonOf("touchpoint" to "CHAT"), "/hooks/actions"))
        assertEquals(3, Regex("failed: it took longer than 0.05 s").findAll("$log").count(), "$log")
        for (limit in listOf(Duration.ZERO, Duration.INFINITE, (-1).milliseconds)) {
            val error = assertThrows(InvalidInputException::class.java) { Hooks(keys = emptyList(), handlerTimeout = limit) }
            assertEquals("handlerTimeout", error.field)
        }
    }

    @Test
    fun `wrong settings are reported at once`() {
        val hooks = hooks(rejectStale = true, staleAfter = 1.minutes).on<Event.NewMessage> {}.onStart { "" }
        assertThrows(ConfigException::class.java) { hooks.on<Event.NewMessage> {} }
        assertThrows(ConfigException::class.java) { hooks.onStart { "" } }
        assertThrows(ConfigException::class.java) { Hooks(keys = listOf(IdentificationKey("one", ""))) }
        assertThrows(ConfigException::class.java) { Hooks(OpenPlatform { apiKey("key") }) }
        assertThrows(ConfigException::class.java) { Hooks(keys = emptyList()) }
        val keys = listOf(IdentificationKey("one", HOOKS_KEY))
        val negative = assertThrows(InvalidInputException::class.java) { Hooks(keys = keys, bodyLimit = -1) }
        assertEquals("bodyLimit", negative.field)
        assertEquals(403, runBlocking { hooks.receive(message(3, "sent_at" to 1729429926140000)) })
    }

    private class Page(val status: Int, val text: String, val location: String?, val cookie: String?)

    private fun get(url: String, cookie: String? = null): Page {
        val connection = URI(url).toURL().openConnection() as HttpURLConnection
        connection.instanceFollowRedirects = false
        if (cookie != null) connection.setRequestProperty("Cookie", cookie)
        val body = if (connection.responseCode < 400) connection.inputStream else connection.errorStream
        val set = connection.getHeaderField("Set-Cookie")
        return Page(connection.responseCode, body?.reader()?.readText().orEmpty(), connection.getHeaderField("Location"), set)
    }

    @Test
    fun `a login can be completed once, in the browser that started it`() {
        val phones = mutableListOf<String?>()
        app(
            { platform ->
                val login = LoginRoutes(platform, { listOf(Scopes.USER_PHONE) }, logger = log) { granted ->
                    phones += granted.user.users.me().phone
                    null
                }
                route("/oauth") { openPlatformLogin(login) }
            },
        ) { world, _, url ->
            val start = get("$url/oauth/login?return_to=/posts/7")
            assertEquals(303, start.status)
            val set = start.cookie.orEmpty()
            assertTrue("HttpOnly; SameSite=Lax" in set && "Secure" !in set, set)
            val cookie = set.substringBefore(';')
            val back = world.consent(start.location!!, user = "buyer")
            assertEquals(400, get(back).status, "another browser")
            assertTrue("returned without the cookie of a login" in "$log", "$log")
            assertEquals(400, get(back, cookie).status, "it is over now: whoever took it has ended it")

            val again = get("$url/oauth/login?return_to=/posts/7", cookie)
            assertEquals(cookie, again.cookie?.substringBefore(';'))
            val landed = get(world.consent(again.location!!, user = "buyer"), cookie)
            assertEquals(303 to "/posts/7", landed.status to landed.location)
            assertEquals(listOf(world.user("buyer").phone), phones)

            val denied = get(world.consent(get("$url/oauth/login", cookie).location!!, user = null), cookie)
            assertEquals(200 to true, denied.status to ("Nothing has changed" in denied.text))
            assertEquals(400, get("$url/oauth/callback?code=1&state=2", cookie).status)
            assertTrue("StateMismatchException" in "$log", "$log")
        }
    }

    private companion object {
        val sandbox: Sandbox = startSandbox()

        @JvmStatic
        @AfterAll
        fun stop() = sandbox.close()
    }
}
