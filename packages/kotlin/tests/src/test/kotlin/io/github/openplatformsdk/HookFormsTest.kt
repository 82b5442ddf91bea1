package io.github.openplatformsdk

import java.time.Instant
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit
import java.util.logging.Handler
import java.util.logging.Level
import java.util.logging.LogRecord
import java.util.logging.Logger
import java.util.logging.SimpleFormatter
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** The forms of answers and arguments that handlers and calls take beside the usual ones. */
class HookFormsTest {
    private fun hooks() = Hooks(keys = listOf(IdentificationKey("one", HOOKS_KEY)))

    private suspend fun Hooks.answer(body: Json, path: String): Any? {
        val headers = listOf("Authorization" to HOOKS_KEY, "Content-Type" to "application/json")
        return jsonValue(receive(IncomingRequest("POST", path, headers) { body.encodeToByteArray() })!!.body.decodeToString())
    }

    @Test
    fun `a start request is answered with further members, and a dynamic action with a text`() = runBlocking<Unit> {
        val hooks = hooks()
            .onStartReply { StartReply(url = "https://app.example/start", extra = mapOf("theme" to "\"dark\"")) }
            .onDynamicActionText { "You clicked." }
        assertEquals(
            mapOf("url" to "https://app.example/start", "theme" to "dark"),
            hooks.answer(jsonOf("source" to "CHAT"), "/hooks/start"),
        )
        val acted = hooks.answer(jsonOf("touchpoint" to "CHAT"), "/hooks/actions")
        assertTrue("You clicked." in "$acted", "$acted")
        assertThrows(ConfigException::class.java) { hooks.onStart { "" } }
        assertThrows(ConfigException::class.java) { hooks.onDynamicActionText { "" } }
    }

    @Test
    fun `the memory of events forgets the oldest when it is full`() = runBlocking<Unit> {
        val dedupe = MemoryDedupe(capacity = 2)
        for (key in listOf("a", "b", "c")) assertTrue(dedupe.remember(key, null))
        assertFalse(dedupe.remember("c", null))
        assertTrue(dedupe.remember("a", null), "it was forgotten")
        assertThrows(ConfigException::class.java) { MemoryDedupe(capacity = -1) }
    }

    @Test
    fun `a short identification key is warned of`() {
        val lines = LinkedBlockingQueue<String>()
        val handler = object : Handler() {
            override fun publish(record: LogRecord) {
                val text = SimpleFormatter().formatMessage(record)
                if ("short-of-this-test" in text) lines.add("${record.level} $text")
            }

            override fun flush() = Unit

            override fun close() = Unit
        }
        val log = Logger.getLogger("open_platform")
        log.addHandler(handler)
        // Not the level of the process, which a web framework in another test may have changed.
        log.level = Level.WARNING
        try {
            Hooks(keys = listOf(IdentificationKey("short-of-this-test", "short")))
            val line = lines.poll(60, TimeUnit.SECONDS)
            assertTrue("$line".startsWith("WARNING the identification key short-of-this-test has fewer than 16 bytes"), "$line")
        } finally {
            log.removeHandler(handler)
            log.level = null
        }
    }

    @Test
    fun `calls of a login and the check have a time limit`() = runBlocking<Unit> {
        OpenPlatform { clientId("app"); redirectUri("https://app.example/callback") }.use { platform ->
            val tokens = Tokens("access", "refresh", Instant.parse("2026-11-20T12:00:00Z"))
            for (call in listOf<suspend (Duration) -> Any?>(
                { platform.check(timeout = it) },
                { platform.oauth.authorize(listOf(Scopes.USER_PHONE), "session", timeout = it) },
                { platform.oauth.callback("?code=a&state=b", "session", timeout = it) },
                { platform.oauth.exchange("code", "https://app.example/callback", timeout = it) },
                { platform.oauth.refresh(tokens, "https://app.example/callback", timeout = it) },
            )) {
                val error = assertThrows(InvalidInputException::class.java) { runBlocking { call((-1).seconds) } }
                assertEquals("timeout", error.field)
            }
        }
    }
}
