package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ktor.openPlatformApp
import io.ktor.server.application.Application
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.util.function.Supplier
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.DynamicContainer
import org.junit.jupiter.api.DynamicContainer.dynamicContainer
import org.junit.jupiter.api.TestFactory
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import spring.GatewayController
import spring.SessionUser

/** The list `gateway` of `adapters.json`: Ktor in two engines and Spring MVC, over sockets. */
class GatewayAdaptersTest {
    /** The app that the README of the vectors describes. */
    private fun app(): AppGateway {
        val platform = VectorPlatform(DEFAULT_RESPONSE)
        runBlocking { platform.adopt() }
        return AppGateway(platform.client, listOf("6b".repeat(32)), listOf("conversations.send"))
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(GatewayController::class)
    private open class SpringApp {
        @Bean
        open fun user() = SessionUser { it.getHeader("X-Session") }
    }

    private fun module(): Application.() -> Unit {
        val gateway = app()
        return { routing { route("/open-platform") { openPlatformApp(gateway) { request.headers["X-Session"] } } } }
    }

    private val servers: List<Pair<String, () -> Running>> = listOf(
        "Ktor with CIO" to { ktor(embeddedServer(CIO, port = 0, host = "127.0.0.1", module = module())) },
        "Ktor with Netty" to { ktor(embeddedServer(Netty, port = 0, host = "127.0.0.1", module = module())) },
        "Spring MVC" to { spring(SpringApp::class.java) { registerBean("gateway", AppGateway::class.java, Supplier { app() }) } },
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
