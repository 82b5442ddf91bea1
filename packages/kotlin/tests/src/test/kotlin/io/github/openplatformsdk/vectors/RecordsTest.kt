package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import java.util.concurrent.CopyOnWriteArrayList
import java.util.logging.Handler
import java.util.logging.Level
import java.util.logging.LogRecord
import java.util.logging.Logger
import java.util.logging.SimpleFormatter
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.TestFactory

private const val KEY = "identification-key-one"

/** A store of the app that cannot be reached. */
private object Broken : Dedupe {
    override suspend fun remember(key: String, window: Duration?): Boolean = error("down")

    override suspend fun forget(key: String): Unit = error("down")
}

/** The lines of a log, without times and ids. */
internal class LogLines(private val isMeant: (LogRecord) -> Boolean) : Handler() {
    val lines = CopyOnWriteArrayList<String>()
    private val levels = mapOf(Level.FINE to "debug", Level.INFO to "info", Level.WARNING to "warning")

    override fun publish(record: LogRecord) {
        if (!isMeant(record)) return
        val text = SimpleFormatter().formatMessage(record)
            .replace(Regex("\\d+ ms"), "N ms")
            .replace(Regex("\\d+\\.\\d s\\b"), "N s")
            .replace(Regex("request id [\\w-]+"), "request id N")
        lines += "${levels[record.level]} $text"
    }

    override fun flush() = Unit

    override fun close() = Unit
}

/** `records.json`: the records of hooks and inboxes. */
class RecordsTest : Vectors() {
    /** The logs of hooks and of the client have other warnings and errors. */
    private val log = LogLines {
        it.loggerName !in setOf("open_platform", "open_platform.hooks") || it.level == Level.FINE
    }
    private val root: Logger = Logger.getLogger("open_platform")

    @BeforeEach
    fun listen() {
        root.level = Level.ALL
        root.addHandler(log)
    }

    @AfterEach
    fun restore() {
        root.removeHandler(log)
        root.level = null
    }

    private suspend fun VectorPlatform.refresh() {
        client.grants.refresh(client.grants.adopt(tokens("access-token", "refresh-token")).key)
    }

    @TestFactory
    fun records() = judge("records") { given, expect ->
        val received = CopyOnWriteArrayList<ReceivedHook>()
        val handled = CopyOnWriteArrayList<HandledEvent>()
        val platform = VectorPlatform(script(given["outcomes"] as List<Any?>? ?: emptyList())) { onHandledEvent(handled::add) }
        log.lines.clear()
        val inbox = if (given["inbox"] == true) platform.client.inbox() else null
        val waits = mutableListOf<String?>()
        val keys = listOf(IdentificationKey("one", KEY))
        val receiver = if (given["dedupe"] == "fails") {
            Hooks(platform.client, keys, dedupe = Broken, onHook = received::add)
        } else {
            Hooks(platform.client, keys, inbox = inbox, onHook = received::add)
        }
        val hooks = receiver.on<Event.PostUpdate> { check(it.update.post.city != "fail") }
            .onStart { "https://app.example/start" }
        for (request in given.list<Map<String, Any?>>("requests")) {
            val headers = listOf("Authorization" to (request["authorization"] ?: KEY).toString(), "Content-Type" to "application/json")
            val body = (request["text"] as String? ?: jsonText(request["body"]).toString()).encodeToByteArray()
            val reply = hooks.receive(IncomingRequest("POST", "/hooks/${request["kind"]}", headers) { body })
            waits += reply?.headers?.toMap()?.get("Retry-After")
        }
        for (end in given.list<Map<String, Any?>>("ends")) {
            val id = checkNotNull(checkNotNull(inbox).tryNext()).id
            repeat((end["times"] as Long? ?: 1).toInt()) {
                when (end["end"]) {
                    "ack" -> inbox.ack(id)
                    "nack" -> inbox.nack(id, "a reason")
                    "give_up" -> inbox.giveUp(id, "a reason")
                    else -> inbox.release(id)
                }
            }
            platform.clock.advance((end["seconds_later"] as Long? ?: 0).seconds)
        }
        for (name in given.list<String>("calls")) {
            try {
                if (name == "posts.get") platform.client.posts.get("gZd7omnS") else platform.refresh()
            } catch (_: OpenPlatformException) {
            }
        }
        same("hooks", received.map(::members), expect["hooks"])
        expect["retry_after"]?.let { same("retry_after", waits, it) }
        same("handled events", handled.map(::members), expect["handled_events"] ?: emptyList<Any?>())
        expect["lines"]?.let { same("lines", log.lines.toList(), it) }
        for (secret in listOf("gZd7omnS", "identification-key")) assertTrue(secret !in "$received $handled", secret)
    }

    private fun members(it: ReceivedHook): Map<String, Any?> {
        assertTrue(it.duration >= Duration.ZERO, "$it")
        return mapOf(
            "kind" to it.kind,
            "event_type" to it.eventType,
            "outcome" to it.outcome,
            "status" to it.status,
            "refused" to (it.reason != null),
        )
    }

    private fun members(it: HandledEvent): Map<String, Any?> {
        assertTrue(it.duration?.let { duration -> duration >= Duration.ZERO } ?: false, "$it")
        return mapOf("event_type" to it.eventType, "outcome" to it.outcome, "attempt" to it.attempt, "waits" to (it.wait != null))
    }
}
