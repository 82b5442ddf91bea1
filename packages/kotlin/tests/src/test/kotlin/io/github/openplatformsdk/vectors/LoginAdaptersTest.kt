package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ktor.openPlatformLogin
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.admin.AppChange
import io.github.openplatformsdk.testing.admin.Effect
import io.github.openplatformsdk.testing.admin.FaultRule
import io.github.openplatformsdk.testing.admin.RequestMatch
import io.github.openplatformsdk.testing.startSandbox
import io.ktor.server.application.Application
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.net.URI
import java.util.concurrent.CopyOnWriteArrayList
import java.util.function.Supplier
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicContainer
import org.junit.jupiter.api.DynamicContainer.dynamicContainer
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import spring.LoginController

private val REDIRECT_URIS = listOf("https://app.example/oauth/callback", "http://localhost:8000/oauth/callback")

/** The list `login` of `adapters.json`: Ktor in two engines and Spring MVC, over sockets, with the sandbox as the platform. */
class LoginAdaptersTest {
    /** The app that the README of the vectors describes. */
    private class App(world: World, redirectUri: String) {
        val called = CopyOnWriteArrayList<Map<String, Any?>>()
        val log = Log()
        val platform = OpenPlatform {
            world.settings(this)
            redirectUri(redirectUri)
        }
        val login = LoginRoutes(platform, { listOf(Scopes.USER_PHONE) }, logger = log) { granted ->
            called += mapOf("function" to "granted", "return_to" to granted.returnTo)
            when (granted.returnTo) {
                "/elsewhere" -> LoginResponse.redirect("/ب?x=a b")
                "/whole" -> LoginResponse(303, listOf("Location" to "/é", "X-Own" to "1"))
                "/header" -> LoginResponse(200, listOf("X-Own" to "é"))
                "/page" -> LoginResponse.redirect("<!doctype html><p>No.</p>")
                "/fail" -> error("canary")
                else -> null
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(LoginController::class)
    private open class SpringApp

    private fun module(app: App): Application.() -> Unit = { routing { route("/oauth") { openPlatformLogin(app.login) } } }

    private val servers: List<Pair<String, (App) -> Running>> = listOf(
        "Ktor with CIO" to { app -> ktor(embeddedServer(CIO, port = 0, host = "127.0.0.1", module = module(app))) },
        "Ktor with Netty" to { app -> ktor(embeddedServer(Netty, port = 0, host = "127.0.0.1", module = module(app))) },
        "Spring MVC" to { app -> spring(SpringApp::class.java) { registerBean("login", LoginRoutes::class.java, Supplier { app.login }) } },
    )

    @TestFactory
    fun login(): List<DynamicContainer> {
        val world = runBlocking { sandbox.world().also { it.configure(AppChange(redirectUris = REDIRECT_URIS)) } }
        val suite = Conformance("login", servers.map { (name) -> name })
        return servers.map { (name, start) ->
            val apps = REDIRECT_URIS.associateWith { uri ->
                val app = App(world, uri)
                app to start(app).also { running += it }.port
            }
            dynamicContainer(
                name,
                suite.judge(name) { given, expect ->
                    val (app, port) = apps.getValue(given["redirect_uri"] as String? ?: REDIRECT_URIS.first())
                    app.called.clear()
                    val request = prepared(world, port, given)
                    val answers = List((given["times"] as Long? ?: 1).toInt()) { get(port, request) }
                    compare(answers.last(), expect)
                    assertEquals(expect["called"], app.called.toList()) { "${app.log}" }
                    assertFalse("canary" in "${app.log}", "${app.log}")
                },
            )
        }
    }

    @Test
    fun `percent-encoded letters of the path mean the same`() {
        val world = runBlocking { sandbox.world().also { it.configure(AppChange(redirectUris = REDIRECT_URIS)) } }
        for ((name, start) in servers) {
            val app = App(world, REDIRECT_URIS.first())
            val port = start(app).also { running += it }.port
            assertEquals(303, get(port, mapOf("path" to "/oauth/%6Cogin")).status, "$name\n${app.log}")
            val back = runBlocking { prepared(world, port, mapOf("consent" to "approve")) }
            assertEquals(303, get(port, back + mapOf("path" to "/oauth/callbac%6B")).status, "$name\n${app.log}")
            assertEquals(listOf("granted"), app.called.map { it["function"] }, name)
        }
    }

    /** The request of a case, after the login that it needs. */
    private suspend fun prepared(world: World, port: Int, given: Map<String, Any?>): Map<String, Any?> {
        (given["token_status"] as Long?)?.let { status ->
            val exchange = RequestMatch(endpoint = "oauth.exchange")
            world.fault(FaultRule(on = exchange, effects = listOf(Effect.Status(status = status)), times = 1))
        }
        if ("login" !in given && "consent" !in given) return given
        val begun = get(port, mapOf("query" to given["login"]))
        val location = begun.headers.getValue("location")
        val cookie = begun.headers.getValue("set-cookie").substringBefore(';')
        if ("consent" in given) {
            val back = world.consent(location, user = if (given["consent"] == "approve") "buyer" else null)
            val sent = if ("cookie" in given) given["cookie"] as String? else cookie
            val own = sent?.replace("{cookie}", cookie)
            return given + mapOf("cookie" to own, "path" to "/oauth/callback", "query" to URI(back).rawQuery)
        }
        val state = Regex("[?&]state=([^&]+)").find(location)!!.groupValues[1]
        return given + mapOf(
            "query" to given.text("query").replace("{state}", state),
            "cookie" to given.text("cookie").replace("{cookie}", cookie),
        )
    }

    private fun get(port: Int, given: Map<String, Any?>): HttpAnswer {
        val query = (given["query"] as String?).orEmpty()
        val path = (given["path"] ?: "/oauth/login").toString() + if (query.isEmpty()) "" else "?$query"
        val headers = listOfNotNull(given["cookie"]).map { listOf("Cookie", it) }
        return ask(port, mapOf("method" to (given["method"] ?: "GET"), "path" to path, "headers" to headers))
    }

    private fun compare(answer: HttpAnswer, expect: Map<String, Any?>) {
        assertEquals(expect.int("status"), answer.status, answer.body)
        // Tomcat leaves out the space in a content type.
        fun written(value: Any?) = (value as String?)?.replace("; ", ";")
        for ((name, value) in expect.members("headers")) same(name, written(answer.headers[name.lowercase()]), written(value))
        if ("consent_page" in expect) {
            val isPage = "/oauth2/auth?response_type=code&" in answer.headers["location"].orEmpty()
            assertEquals(expect["consent_page"], isPage)
        }
        assertTrue((expect["says"] as String?).orEmpty() in answer.body, answer.body)
        assertFalse("canary" in answer.body, answer.body)
        val cookie = answer.headers["set-cookie"]
        val expected = expect["cookie"] ?: return same("cookie", cookie, null)
        val (pair, attributes) = cookie!!.split("; ").let { it.first() to it.drop(1) }
        val (name, value) = pair.split('=', limit = 2)
        assertEquals(expected["name"], name)
        assertEquals(expected.list<String>("attributes").sorted(), attributes.sorted())
        assertTrue(Regex("${expected["first"]}[0-9a-f]{32}").matches(value), value)
        assertEquals(expected["value"] ?: value, value)
        assertNotEquals(expected["not"], value)
    }

    private companion object {
        val sandbox = startSandbox()
        val running = mutableListOf<Running>()

        @JvmStatic
        @AfterAll
        fun end() {
            running.forEach { it.stop() }
            sandbox.close()
            Results.write()
        }
    }
}
