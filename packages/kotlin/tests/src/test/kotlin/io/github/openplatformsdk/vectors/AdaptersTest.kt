package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.java.HooksAsync
import io.github.openplatformsdk.ktor.openPlatformHooks
import io.ktor.server.application.Application
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.FutureTask
import java.util.function.Supplier
import kotlin.concurrent.thread
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

/** `adapters.json`: Ktor in two engines, and Spring MVC with controllers in Kotlin and in Java, as real servers, over sockets. */
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

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(web.HookController::class)
    private open class JavaApp

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
        "Spring MVC in Java" to { app ->
            spring(JavaApp::class.java) { registerBean("hooks", HooksAsync::class.java, Supplier { HooksAsync.of(app.hooks) }) }
        },
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

    @TestFactory
    fun `slow bodies`(): List<DynamicContainer> {
        val suite = Conformance("slow", servers.map { (name) -> name })
        val slow = cases("adapters", "slow")
        val apps = servers.map { App() }
        val ports = servers.zip(apps) { (_, start), app -> start(app).also { running += it }.port }
        // The first request loads classes.
        for (port in ports) assertEquals(200, ask(port, cases("adapters").first().given).status)
        for (app in apps) app.called.clear()
        // All at once, because a server waits for a body for seconds.
        val exchanges = ports.map { port ->
            slow.associate { case -> case.given to FutureTask { drip(port, case.given) }.also { thread(isDaemon = true) { it.run() } } }
        }
        return servers.indices.map { index ->
            val (name, app) = servers[index].first to apps[index]
            dynamicContainer(
                name,
                suite.judge(name) { given, expect ->
                    val (answer, took) = exchanges[index].getValue(given).get()
                    // A thread of Spring MVC sees that the time is over when the next byte comes, so it has a limit of its own.
                    val part = if (name.startsWith("Spring MVC")) "Kotlin, Spring MVC" else "Kotlin"
                    (expect["figure"] as String?)?.let { measured("F51", part, it to took.inWholeMilliseconds) }
                    compare(answer, expect)
                    assertTrue(took.inWholeMilliseconds >= (expect["at_least_milliseconds"] as Long? ?: 0), "$took")
                    assertTrue(took.inWholeMilliseconds <= expect["at_most_milliseconds"] as Long, "$took")
                    assertTrue((expect["log"] as String? ?: "") in "${app.log}", "${app.log}")
                    assertEquals(emptyList<Any?>(), app.called.toList())
                },
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
