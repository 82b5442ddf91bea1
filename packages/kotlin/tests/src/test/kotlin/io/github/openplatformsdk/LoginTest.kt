package io.github.openplatformsdk

import io.github.openplatformsdk.vectors.Log
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Login routes without a server. */
class LoginTest {
    @Test
    fun `the consent page gets the parameters of the login`() = runBlocking {
        val platform = OpenPlatform {
            clientId("app")
            redirectUri("https://app.example/callback")
        }
        platform.use {
            val routes = LoginRoutes(
                it,
                { listOf(Scopes.USER_PHONE) },
                prompt = { "login" },
                loginHint = { request -> request.parameter("phone") },
                uiLocales = { request -> request.parameter("locales") },
            ) { null }
            suspend fun begin(query: String) = routes.answer(LoginRequest("GET", "/oauth/login", query, emptyList()))!!
            suspend fun location(query: String) = begin(query).headers.toMap().getValue("Location")
            val told = location("phone=0912%2B00&locales=fa%20en")
            assertTrue("&prompt=login&login_hint=0912%2B00&ui_locales=fa%20en" in told, told)
            val less = location("")
            assertTrue("&prompt=login" in less && "login_hint" !in less && "ui_locales" !in less, less)
            assertEquals(400, begin("locales=f%0Aa").status)
            val malformed = location("phone=1&phone=%25FF%+%FF")
            assertTrue("&login_hint=%25FF%25%20%EF%BF%BD" in malformed, malformed)
        }
    }

    @Test
    fun `the cookie of a login is secure if the redirect address uses https`() = runBlocking {
        suspend fun cookie(client: String, login: String? = null): String {
            val platform = OpenPlatform {
                clientId("app")
                redirectUri(client)
            }
            return platform.use {
                val routes = LoginRoutes(it, { listOf(Scopes.USER_PHONE) }, redirectUri = login) { null }
                val answer = routes.answer(LoginRequest("GET", "/oauth/login", "", emptyList()))!!
                answer.headers.toMap().getValue("Set-Cookie")
            }
        }
        for (set in listOf(cookie("https://app.example/callback"), cookie("http://localhost:1/callback", "https://app.example/callback"))) {
            assertTrue(set.startsWith("__Host-open-platform-login=") && set.endsWith("; Secure"), set)
        }
        for (set in listOf(cookie("http://localhost:1/callback"), cookie("https://app.example/callback", "http://localhost:1/callback"))) {
            assertTrue(set.startsWith("open-platform-login=") && "Secure" !in set, set)
        }
    }

    @Test
    fun `a redirect address to which users cannot return is an error of the routes`() {
        fun routes(client: String?, login: String? = null): LoginRoutes {
            val platform = OpenPlatform {
                clientId("app")
                client?.let(::redirectUri)
            }
            return platform.use { LoginRoutes(it, { listOf(Scopes.USER_PHONE) }, redirectUri = login) { null } }
        }
        val (good, wrong) = "https://app.example/oauth/callback" to "https://app.example/oauth/back"
        for ((client, login) in listOf(wrong to null, good to wrong, null to wrong)) {
            val error = assertThrows(ConfigException::class.java) { routes(client, login) }
            assertEquals("redirectUri", error.setting)
            assertTrue("must end in `/callback`" in error.message!! && "`/back`" in error.message!!, error.message)
        }
        for ((client, login) in listOf(good to null, wrong to good, null to null)) routes(client, login)
    }

    @Test
    fun `if onError throws, the response is the default one, and the log has no text of the app's errors`() = runBlocking {
        val platform = OpenPlatform {
            clientId("app")
            redirectUri("https://app.example/callback")
        }
        val log = Log()
        val answer = platform.use {
            val routes = LoginRoutes(it, { error("canary") }, onError = { _, _ -> error("canary") }, logger = log) { null }
            routes.answer(LoginRequest("GET", "/oauth/login", "", emptyList()))!!
        }
        assertEquals(503, answer.status)
        val failed = Regex("(A login failed: a function of the app|The function for failed logins) failed: IllegalStateException at LoginTest.kt:\\d+")
        assertTrue(failed.findAll("$log").count() == 2, "$log")
        assertFalse("canary" in "$log${answer.body.decodeToString()}", "$log")
    }

    @Test
    fun `a query without the parameter of the scopes is a bad request`() = runBlocking {
        val platform = OpenPlatform {
            clientId("app")
            redirectUri("https://app.example/callback")
        }
        platform.use {
            val routes = LoginRoutes(it, { request -> listOf(Scopes.postAddonCreate(request.parameter("post").orEmpty())) }) { null }
            for (query in listOf("", "posts=canary", "post=", "post=a%2Fcanary")) {
                val answer = routes.answer(LoginRequest("GET", "/oauth/login", query, emptyList()))!!
                assertEquals(400, answer.status, query)
                assertFalse("canary" in answer.body.decodeToString(), query)
            }
        }
    }

    @Test
    fun `a function that hangs fails after its time limit`() = runBlocking {
        val platform = OpenPlatform {
            clientId("app")
            redirectUri("https://app.example/callback")
        }
        val log = Log()
        platform.use {
            val limit = 50.milliseconds
            val hanging = listOf(
                LoginRoutes(it, { awaitCancellation() }, handlerTimeout = limit, logger = log) { null },
                LoginRoutes(it, { listOf(Scopes.USER_PHONE) }, session = { awaitCancellation() }, handlerTimeout = limit, logger = log) { null },
                LoginRoutes(it, { emptyList() }, onError = { _, _ -> awaitCancellation() }, handlerTimeout = limit, logger = log) { null },
            )
            val statuses = hanging.map { routes -> routes.answer(LoginRequest("GET", "/oauth/login", "", emptyList()))!!.status }
            assertEquals(listOf(503, 503, 400), statuses)
            assertEquals(3, Regex("failed: it took longer than 0.05 s").findAll("$log").count(), "$log")
            for (wrong in listOf(Duration.ZERO, Duration.INFINITE, (-1).milliseconds)) {
                val error = assertThrows(InvalidInputException::class.java) {
                    LoginRoutes(it, { emptyList() }, handlerTimeout = wrong) { null }
                }
                assertEquals("handlerTimeout", error.field)
            }
        }
    }

    @Test
    fun `the same scopes for every login are checked when the routes are made`(): Unit = runBlocking {
        val platform = OpenPlatform {
            clientId("app")
            redirectUri("https://app.example/callback")
        }
        platform.use {
            val scopes = mutableListOf(Scopes.USER_PHONE, Scopes.OFFLINE_ACCESS)
            val routes = LoginRoutes(it, scopes) { null }
            scopes.clear()
            val begun = routes.answer(LoginRequest("GET", "/oauth/login", "", emptyList()))!!
            val location = begun.headers.toMap().getValue("Location")
            assertTrue("&scope=USER_PHONE%20offline_access&" in location, location)
            for (wrong in listOf(emptyList(), listOf("USER_PHONES"), listOf("POST_ADDON_CREATE"))) {
                val error = assertThrows(InvalidInputException::class.java) { LoginRoutes(it, scopes = wrong) { null } }
                assertTrue(error.field.startsWith("scope"), error.field)
            }
        }
    }
}
