package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ktor.openPlatformApp
import io.ktor.server.application.Application
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.DynamicContainer
import org.junit.jupiter.api.DynamicContainer.dynamicContainer
import org.junit.jupiter.api.TestFactory

/** The list `gateway` of `adapters.json`: Ktor in two engines, over sockets. */
class GatewayAdaptersTest {
    /** The app that the README of the vectors describes. */
    private fun module(): Application.() -> Unit {
        val platform = VectorPlatform(DEFAULT_RESPONSE)
        runBlocking { platform.adopt() }
        val gateway = AppGateway(platform.client, listOf("6b".repeat(32)), listOf("conversations.send"))
        return { routing { route("/open-platform") { openPlatformApp(gateway) { request.headers["X-Session"] } } } }
    }

    private val servers: List<Pair<String, () -> Running>> = listOf(
        "Ktor with CIO" to { ktor(embeddedServer(CIO, port = 0, host = "127.0.0.1", module = module())) },
        "Ktor with Netty" to { ktor(embeddedServer(Netty, port = 0, host = "127.0.0.1", module = module())) },
    )

    @TestFactory
    fun gateway(): List<DynamicContainer> {
        val suite = Conformance("gateway", servers.map { (name) -> name })
        val access = cases("adapters", "gateway").first().given
        return servers.map { (name, start) ->
            val port = start().also { running += it }.port
            val token = jsonValue(ask(port, access).body).text("token")
            dynamicContainer(
                name,
                suite.judge(name) { given, expect ->
                    val authorization = given.list<String>("authorization").map { it.replace("{token}", token) }
                    compare(ask(port, given + mapOf("authorization" to authorization)), expect)
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
