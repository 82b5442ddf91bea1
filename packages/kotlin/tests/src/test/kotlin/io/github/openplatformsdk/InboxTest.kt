package io.github.openplatformsdk

import io.github.openplatformsdk.testing.startSandbox
import java.util.logging.Handler
import java.util.logging.Level
import java.util.logging.LogRecord
import java.util.logging.Logger
import java.util.logging.SimpleFormatter
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

/** An inbox with workers of the app's own. */
@Timeout(300)
class InboxTest {
    private fun hooks(platform: OpenPlatform, inbox: Inbox) =
        Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = inbox)

    @Test
    fun `closing an inbox ends its waiting workers, but neither the client nor another inbox`() = runBlocking<Unit> {
        startSandbox().use { sandbox ->
            val world = sandbox.world()
            OpenPlatform(world.settings).use { platform ->
                val handled = Channel<String>(Channel.UNLIMITED)
                val hooks = hooks(platform, platform.inbox()).on<Event.PostUpdate> { handled.send(it.update.post.token) }
                val closed = platform.inbox()
                val waiting = async(Dispatchers.Default) { runCatching { closed.next() }.exceptionOrNull() }
                closed.use { assertEquals(0L, it.counts().pending) }
                assertEquals("inbox", (withTimeout(1.minutes) { waiting.await() } as ConfigException).setting)
                assertEquals("inbox", assertThrows(ConfigException::class.java) { runBlocking { closed.next() } }.setting)

                val post = world.posts("seller").first().token
                assertEquals(post, platform.posts.get(post).token)
                assertEquals(200, hooks.receive(update("own")))
                assertTrue(closed.ack(closed.tryNext()!!.id), "a worker can still finish")
                val working = launch(Dispatchers.Default) { hooks.run(workers = 1) }
                assertEquals(200, hooks.receive(update("p")))
                assertEquals("p", withTimeout(1.minutes) { handled.receive() })
                working.cancelAndJoin()

                val open = platform.inbox()
                platform.close()
                assertEquals("client", assertThrows(ConfigException::class.java) { runBlocking { open.next() } }.setting)
            }
        }
    }

    @Test
    fun `an event that ends its workers is a dead letter in the log`() = runBlocking<Unit> {
        val lines = Channel<String>(Channel.UNLIMITED)
        val handler = object : Handler() {
            override fun publish(record: LogRecord) {
                lines.trySend(SimpleFormatter().formatMessage(record))
            }

            override fun flush() = Unit

            override fun close() = Unit
        }
        val log = Logger.getLogger("open_platform")
        log.level = Level.WARNING
        log.addHandler(handler)
        try {
            OpenPlatform { clientId("app") }.use { platform ->
                val inbox = platform.inbox(InboxOptions(leaseSeconds = 1, maxAttempts = 1))
                assertEquals(200, hooks(platform, inbox).receive(update("p")))
                inbox.next()
                val waiting = launch(Dispatchers.Default) { inbox.next() }
                withTimeout(1.minutes) {
                    while ("is a dead letter of the inbox now: POST_UPDATE" !in lines.receive()) continue
                }
                waiting.cancelAndJoin()
            }
        } finally {
            log.removeHandler(handler)
            log.level = null
        }
    }

    @Test
    fun `a worker keeps its event longer than the lease, and loses it without`() = runBlocking<Unit> {
        OpenPlatform { clientId("app") }.use { platform ->
            val inbox = platform.inbox(InboxOptions(leaseSeconds = 1))
            val hooks = hooks(platform, inbox)
            assertEquals(200, hooks.receive(update("p")))
            val kept = inbox.next()
            inbox.keep(kept.id).use {
                delay(2500.milliseconds) // The work.
                assertNull(inbox.tryNext(), "no other worker gets it")
            }
            assertTrue(inbox.ack(kept.id))

            assertEquals(200, hooks.receive(update("q")))
            val lost = inbox.next()
            inbox.keep(lost.id).close()
            val again = withTimeout(1.minutes) { inbox.next() }
            assertEquals(lost.delivery.event, again.delivery.event)
            assertFalse(inbox.ack(lost.id))
            assertTrue(inbox.ack(again.id))
            assertThrows(InvalidInputException::class.java) { inbox.keep("no id") }
        }
    }
}
