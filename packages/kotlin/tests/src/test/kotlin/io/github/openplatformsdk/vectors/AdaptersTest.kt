package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ktor.openPlatformHooks
import io.ktor.server.application.Application
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.io.ByteArrayOutputStream
import java.io.IOException
import java.net.Socket
import java.util.concurrent.CopyOnWriteArrayList
import java.util.function.Supplier
import kotlin.concurrent.thread
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicContainer
import org.junit.jupiter.api.DynamicContainer.dynamicContainer
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import spring.HookController

/** `adapters.json`: Ktor in two engines and Spring MVC, as real servers, over sockets. */
class AdaptersTest {
    /** The app that the README of the vectors describes. */
    private class App {
        val called = CopyOnWriteArrayList<Map<String, Any?>>()
        val log = Log()
        val hooks = Hooks(
            keys = listOf(IdentificationKey("new", "identification-key-new"), IdentificationKey("old", "identification-key-old")),
            bodyLimit = 2048,
            allowlist = listOf("127.0.0.0/8", "::1").let { IpAllowlist(it).trustedProxies(it) },
            logger = log,
        )
            .on<Event.NewMessage> { note("new_message", this) }
            .on<Event.NewChatbotMessage> { note("new_chatbot_message", this) }
            .on<Event.UserAccessRevocation> { note("user_access_revocation", this) }
            .on<Event.PostUpdate> { note("post_update", this) }
            .on<Event.PaymentTransaction> { note("payment_transaction", this) }
            .onUnknown { note("unknown", this) }
            .onMalformed { note("unknown", this) }
            .onStart {
                called += mapOf("handler" to "start", "key_id" to keyId, "fields" to jsonValue(it.toJson()))
                val data = it.extraData?.let(::jsonValue)
                if (data["fail"] != null && data["fail"] != false) error("canary")
                data["url"] as String? ?: "https://app.example/start?from=${jsonValue(it.toJson())["source"] ?: ""}"
            }
            .onDynamicAction {
                called += mapOf("handler" to "dynamic_action", "key_id" to keyId, "fields" to jsonValue(it.toJson()))
                val data = it.extraData?.let(::jsonValue)
                DynamicActionReply(
                    action = (data["open"] as String?)?.let(Action::OpenDirectLink),
                    textMessage = data["text"] as String?,
                )
            }

        private fun note(handler: String, context: HookContext<Event>) {
            val event = context.event
            val payload = when (event) {
                is Event.Unknown, is Event.Malformed -> null
                else -> jsonValue(event.toJson()).asMembers().filterKeys { it != "type" }.values.first()
            }
            called += mapOf(
                "handler" to handler,
                "key_id" to context.keyId,
                "metadata" to context.metadata?.let(::jsonValue),
                "freshness" to context.freshness::class.simpleName!!.lowercase(),
                "kind" to ((event as? Event.Unknown)?.kind ?: (event as? Event.Malformed)?.kind),
                "malformed" to (event is Event.Malformed),
                "fields" to payload,
            )
            if (payload["text"] == "fail") error("canary")
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(HookController::class)
    private open class SpringApp

    private fun module(app: App): Application.() -> Unit = { routing { route("/hooks") { openPlatformHooks(app.hooks) } } }

    private fun container(suite: Conformance, name: String, start: (App) -> Running): DynamicContainer {
        val app = App()
        val server = start(app).also { running += it }
        return dynamicContainer(
            name,
            suite.judge(name) { given, expect ->
                app.called.clear()
                repeat(given.int("times")) { compare(ask(server.port, given), expect) }
                val wanted = expect.list<Map<String, Any?>>("called")
                assertEquals(wanted.size, app.called.size) { "${app.called}\n${app.log}" }
                wanted.zip(app.called).forEach { (wanted, call) ->
                    for ((member, value) in wanted - "fields") same(member, call[member], value)
                    fields(call["fields"], wanted.members("fields"))
                }
                assertFalse("identification-key" in "${app.log}", "${app.log}")
            },
        )
    }

    private val servers: List<Pair<String, (App) -> Running>> = listOf(
        "Ktor with CIO" to { app -> ktor(embeddedServer(CIO, port = 0, host = "127.0.0.1", module = module(app))) },
        "Ktor with Netty" to { app -> ktor(embeddedServer(Netty, port = 0, host = "127.0.0.1", module = module(app))) },
        "Spring MVC" to { app -> spring(SpringApp::class.java) { registerBean("hooks", Hooks::class.java, Supplier { app.hooks }) } },
    )

    @TestFactory
    fun adapters(): List<DynamicContainer> {
        val suite = Conformance("cases", servers.map { (name) -> name })
        return servers.map { (name, start) -> container(suite, name, start) }
    }

    @Test
    fun `percent-encoded letters of the path mean the same`() {
        for ((name, start) in servers) {
            val app = App()
            val port = start(app).also { running += it }.port
            fun status(path: String, type: String): Int {
                val key = listOf("identification-key-new")
                val given = mapOf("method" to "POST", "path" to path, "authorization" to key, "content_type" to listOf("application/json"))
                return ask(port, given + mapOf("text" to """{"type":"$type"}""")).status
            }
            for (path in listOf("/hooks/%65vents", "/hooks/%65%76ents", "/hooks/event%73?a=%65")) {
                assertEquals(200, status(path, "ENCODED $path"), "$name: $path\n${app.log}")
            }
            for (path in listOf("/hooks/%45vents", "/hooks/events%2F", "/hooks%2Fevents", "/hooks/", "/hooks")) {
                assertTrue(status(path, "OTHER") in setOf(400, 404), "$name: $path\n${app.log}")
            }
            assertEquals(List(3) { "unknown" }, app.called.map { it["handler"] }, name)
        }
    }

    /** What a server sends, and after how long it has answered and closed the connection. */
    private class Exchange(val answer: String, val answered: Duration, val closed: Duration)

    /** Sends the head of a request and the beginning of its body, and then a byte a second until the server has closed. */
    private fun drip(port: Int, key: String, length: Int): Exchange = Socket("127.0.0.1", port).use { socket ->
        socket.soTimeout = 30_000
        val start = TimeSource.Monotonic.markNow()
        val head = "POST /hooks/events HTTP/1.1\r\nHost: a\r\nAuthorization: $key\r\nContent-Type: application/json\r\n" +
            "Content-Length: $length\r\n\r\n{"
        socket.getOutputStream().write(head.encodeToByteArray())
        thread(isDaemon = true) {
            runCatching {
                while (true) {
                    Thread.sleep(1000)
                    socket.getOutputStream().write(' '.code)
                }
            }
        }
        val first = socket.getInputStream().read()
        val answered = start.elapsedNow()
        val rest = ByteArrayOutputStream()
        try {
            socket.getInputStream().transferTo(rest)
        } catch (_: IOException) {
            // It closed with a byte unread, or it never does.
        }
        Exchange("${first.toChar()}$rest", answered, start.elapsedNow())
    }

    @Test
    fun `a slow body is refused in time, and a refusal ends the connection`() {
        val apps = servers.map { App() }
        val ports = servers.zip(apps) { (_, start), app -> start(app).also { running += it }.port }
        // The first request loads classes.
        for (port in ports) assertEquals(200, ask(port, cases("adapters").first().given).status)
        val good = "identification-key-new"
        fun of(key: String, length: Int): List<Exchange> = runBlocking(Dispatchers.IO) {
            ports.map { async { drip(it, key, length) } }.awaitAll()
        }
        fun judge(exchanges: List<Exchange>, status: Int, within: Duration) {
            val shown = servers.zip(exchanges) { (name), it -> "$name: ${it.answer}, ${it.answered}, closed after ${it.closed}" }
            for (it in exchanges) {
                assertTrue(it.answer.startsWith("HTTP/1.1 $status "), "$shown")
                assertTrue(it.answered < within && it.closed < it.answered + 8.seconds, "$shown")
            }
        }
        val slow = of(good, 1000)
        judge(slow, 408, within = 15.seconds)
        assertTrue(slow.all { it.answered > 8.seconds })
        for (app in apps) assertTrue("408: the body did not arrive within 8.5 s" in "${app.log}", "${app.log}")
        val large = of(good, 100 shl 20)
        judge(large, 413, within = 5.seconds)
        judge(of("identification-key-bad", 1000), 401, within = 5.seconds)
        for ((index, server) in servers.withIndex()) {
            // A thread of Spring MVC sees that the time is over when the next byte comes, so it has a limit of its own.
            val part = if (server.first == "Spring MVC") "Kotlin, Spring MVC" else "Kotlin"
            measured(
                "F51",
                part,
                "milliseconds until a slow upload gets its 408" to slow[index].answered.inWholeMilliseconds,
                "milliseconds until 100 MiB get their 413" to large[index].answered.inWholeMilliseconds,
            )
        }
    }

    private companion object {
        val running = mutableListOf<Running>()

        @JvmStatic
        @AfterAll
        fun end() {
            running.forEach { it.stop() }
            Results.write()
        }
    }
}
