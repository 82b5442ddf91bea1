package io.github.openplatformsdk

import io.github.openplatformsdk.testing.ManualClock
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.clock
import io.github.openplatformsdk.testing.response
import io.github.openplatformsdk.testing.transport
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.time.Instant
import java.util.concurrent.CopyOnWriteArrayList
import java.util.logging.Handler
import java.util.logging.Level
import java.util.logging.LogRecord
import java.util.logging.Logger
import java.util.logging.SimpleFormatter
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

/** Callbacks, log and the requests of single calls. What the records contain is in the vectors. */
class ObserversTest {
    private val post = response(200, jsonOf("token" to "gZd7omnS"), mapOf("x-request-id" to "41"))
    private val lines = CopyOnWriteArrayList<String>()
    private val handler = object : Handler() {
        override fun publish(record: LogRecord) {
            lines += "${record.level} ${record.loggerName} ${SimpleFormatter().formatMessage(record)}"
        }

        override fun flush() = Unit

        override fun close() = Unit
    }
    private val root: Logger = Logger.getLogger("open_platform")
    private val http: Logger = Logger.getLogger("open_platform.http")

    /** Not the level of the process, which a web framework in another test may have changed. */
    @BeforeEach
    fun prepare() {
        root.level = Level.INFO
    }

    @AfterEach
    fun restore() {
        root.removeHandler(handler)
        root.level = null
        http.level = null
    }

    private fun client(recorder: Recorder, settings: PlatformSettings.() -> Unit = {}) = OpenPlatform {
        environment(emptyMap())
        apiKey("canary-key")
        clientId("my-app")
        clientSecret("canary-secret")
        redirectUri("https://app.example/callback")
        transport(recorder)
        clock(ManualClock(Instant.parse("2026-11-20T12:00:00Z")))
        settings()
    }

    private fun OpenPlatform.read(): Post = runBlocking { posts.get("gZd7omnS") }

    @Test
    fun `a warning about the store is logged`(@TempDir folder: Path) = runBlocking {
        root.addHandler(handler)
        val file = Files.createFile(folder.resolve("grants.db"))
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"))
        client(Recorder.script()) {
            storeUrl("sqlite:$file")
            storeKeys("unencrypted")
        }.use { it.grants.page() }
        assertTrue(lines.any { it.startsWith("WARNING open_platform other users could read the file of the store, $file") }, "$lines")
    }

    @Test
    fun `each request is a record, and an exception in a callback does not change the call`() {
        root.addHandler(handler)
        val records = CopyOnWriteArrayList<Attempt>()
        val platform = client(Recorder.script(response(503), post)) {
            onRequest {
                records += it
                throw IllegalStateException("of the app")
            }
        }
        assertEquals("gZd7omnS", platform.read().token)
        assertEquals(listOf<Pair<Long, Long?>>(1L to 503L, 2L to 200L), records.map { it.attempt to it.status })
        val (first, last) = records
        assertEquals("server", first.retry)
        assertTrue(first.wait!! >= Duration.ZERO && first.duration >= Duration.ZERO)
        assertEquals(listOf("41", null, null), listOf(last.requestId, last.retry, last.wait))
        assertEquals("/v1/open-platform/finder/post/{post_token}", last.path)
        assertTrue(records.none { "gZd7omnS" in it.toString() || "canary" in it.toString() }, "$records")
        assertEquals(2, lines.count { it == "SEVERE open_platform a callback for records failed" }, "$lines")
    }

    @Test
    fun `requests are logged at the levels that are on`() {
        root.addHandler(handler)
        fun logged(level: Level?): List<String> {
            http.level = level
            lines.clear()
            client(Recorder.script(response(503), post)).read()
            return lines.map { it.replace(Regex("in \\d+ ms"), "in 0 ms") }
        }
        val retried = Regex("INFO open_platform.http posts.get: request 1: 503 in 0 ms, request id \\S+; sent again in \\d\\.\\d s \\(server\\)")
        val all = logged(Level.ALL)
        assertTrue(retried.matches(all.first()), "$all")
        assertEquals(listOf("FINE open_platform.http posts.get: request 2: 200 in 0 ms, request id 41"), all.drop(1))
        assertTrue(logged(Level.INFO).single().matches(retried))
        assertEquals(emptyList<String>(), logged(Level.OFF))
    }

    @Test
    fun `each request of a refresh is a record and logged`() {
        root.addHandler(handler)
        val records = CopyOnWriteArrayList<Refresh>()
        val refused = response(400, jsonOf("error" to "invalid_grant"))
        val platform = client(Recorder.always(refused)) { onRefresh(records::add) }
        val ended = Instant.parse("2026-11-20T11:00:00Z")
        assertThrows(ReauthRequiredException::class.java) {
            runBlocking {
                val grant = platform.grants.adopt(Tokens("canary-1", "canary-2", ended, listOf("USER_PHONE", "offline_access")))
                platform.user(grant.key).users.me()
            }
        }
        assertEquals(listOf("invalid_grant" to "due"), records.map { it.outcome to it.reason })
        assertTrue(records.single().duration >= Duration.ZERO)
        val line = lines.single { "open_platform.refresh" in it }
        assertTrue(line.startsWith("WARNING open_platform.refresh token refresh (due): request 1: invalid_grant in "), line)
        assertTrue(lines.none { "canary" in it }, "$lines")
    }

    @Test
    fun `hooks and inboxes are logged, and an exception in a callback changes nothing`() = runBlocking {
        root.addHandler(handler)
        root.level = Level.ALL
        val platform = client(Recorder.always(post)) { onHandledEvent { throw IllegalStateException("of the app") } }
        val inbox = platform.inbox()
        val key = IdentificationKey("one", "identification-key-one")
        val hooks = Hooks(platform, listOf(key), inbox = inbox, onHook = { throw IllegalStateException("of the app") })
        val headers = listOf("Authorization" to "identification-key-one", "Content-Type" to "application/json")
        val request = IncomingRequest("POST", "/hooks/events", headers) { "{\"type\":\"BRAND_NEW\"}".encodeToByteArray() }
        assertEquals(200, hooks.receive(request)?.status)
        assertEquals(NackOutcome.RETRY, inbox.nack(checkNotNull(inbox.tryNext()).id, "a reason"))
        val logged = lines.filter { "open_platform.hooks" in it || "open_platform.inbox" in it }
        val expected = listOf(
            "FINE open_platform.hooks event unknown: stored, answered with 200 in 0 ms",
            "INFO open_platform.inbox unknown: attempt 1: retried after 0 ms; handled again in 0.0 s",
        )
        assertEquals(expected, logged.map { it.replace(Regex("\\d+ ms"), "0 ms").replace(Regex("\\d+\\.\\d s"), "0.0 s") })
        assertEquals(2, lines.count { it == "SEVERE open_platform a callback for records failed" }, "$lines")
    }

    @Test
    fun `a list takes the requests of the calls inside it`() = runBlocking {
        val platform = client(Recorder.script(response(503), post, response(404), post, post))
        val attempts = mutableListOf<Attempt>()
        val read = recordAttempts(attempts) { platform.posts.get("gZd7omnS", timeout = 1.minutes) }
        assertEquals("gZd7omnS", read.token)
        assertEquals(listOf<Any?>(503L, 200L, "41"), attempts.map { it.status } + attempts.last().requestId)
        assertThrows(NotFoundException::class.java) {
            runBlocking { recordAttempts(attempts) { platform.posts.get("gZd7omnS") } }
        }
        assertEquals(listOf(503L, 200L, 404L), attempts.map { it.status })
        attempts.clear()
        recordAttempts(attempts) { List(2) { async { platform.posts.get("gZd7omnS") } }.awaitAll() }
        assertEquals(listOf(200L, 200L), attempts.map { it.status })
    }
}
