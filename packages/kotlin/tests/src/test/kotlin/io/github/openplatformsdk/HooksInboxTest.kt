package io.github.openplatformsdk

import com.sun.jna.Memory
import io.github.openplatformsdk.vectors.Log
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.days
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Hooks with an inbox: its workers, their time limits and their end. */
class HooksInboxTest {
    private val log = Log()

    private fun withoutInbox() = Hooks(keys = listOf(IdentificationKey("one", HOOKS_KEY)), logger = log)

    @Test
    fun `a handler that takes longer than the lease is called once`() = runBlocking {
        OpenPlatform { clientId("app") }.use { platform ->
            val handled = Channel<String>(Channel.UNLIMITED)
            val calls = AtomicInteger()
            // `tests/run figures` names the lease in seconds, and the handler takes ten longer.
            val asked = System.getenv("OPEN_PLATFORM_ROUNDS")?.toLong()
            val (lease, takes) = asked?.let { it to (it + 10).seconds } ?: (1L to 3500.milliseconds)
            // Two inboxes of one store, as in two processes: only the extended lease keeps the event from the other one.
            val (inbox, other) = List(2) { platform.inbox(InboxOptions(leaseSeconds = lease)) }
            val hooks = listOf(inbox, other).map { of ->
                Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = of, logger = log).on<Event.PostUpdate> {
                    calls.incrementAndGet()
                    delay(takes) // The work.
                    handled.send(it.update.post.token)
                }
            }
            assertEquals(200, hooks[0].receive(update("p")))
            val working = hooks.map { launch(Dispatchers.Default) { it.run(workers = 1) } }
            assertEquals("p", withTimeout(takes + 1.minutes) { handled.receive() })
            withTimeout(1.minutes) { while (inbox.counts().pending > 0) yield() }
            working.forEach { it.cancelAndJoin() }
            assertEquals(1 to 0L, calls.get() to inbox.counts().deadLetters)
        }
    }

    /** How many pieces of native memory JNA frees only after the garbage collector has found them. */
    private fun unfreed(): Int {
        val pieces = Memory::class.java.getDeclaredField("allocatedMemory").apply { isAccessible = true }
        return (pieces.get(null) as Map<*, *>).size
    }

    @Test
    fun `the native memory of a received event is freed without the garbage collector`() = runBlocking {
        OpenPlatform { clientId("app") }.use { platform ->
            val hooks = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = platform.inbox())
            assertEquals(200, hooks.receive(update("first")))
            val (before, events) = unfreed() to 500
            repeat(events) { assertEquals(200, hooks.receive(update("post-$it"))) }
            val perEvent = (unfreed() - before).toDouble() / events
            assertTrue(perEvent <= 20, "$perEvent pieces for each event")
        }
    }

    @Test
    fun `a handler of the inbox that hangs fails after its time limit, and another event takes its place`() = runBlocking {
        OpenPlatform { clientId("app") }.use { platform ->
            val handled = Channel<String>(Channel.UNLIMITED)
            val calls = AtomicInteger()
            val keys = listOf(IdentificationKey("one", HOOKS_KEY))
            val hooks = Hooks(platform, keys, inbox = platform.inbox(), handlerTimeout = 50.milliseconds, logger = log)
                .on<Event.PostUpdate> {
                    if (calls.incrementAndGet() == 1) awaitCancellation()
                    handled.send(it.update.post.token)
                }
            for (token in listOf("a", "b")) assertEquals(200, hooks.receive(update(token)))
            val working = launch(Dispatchers.Default) { hooks.run(workers = 1) }
            assertEquals(setOf("a", "b"), withTimeout(1.minutes) { (1..2).map { handled.receive() }.toSet() })
            working.cancelAndJoin()
            for ((field, run) in mapOf<String, suspend () -> Unit>(
                "workers" to { hooks.run(workers = 0) },
                "drainTimeout" to { hooks.run(drainTimeout = 2.days) },
            )) {
                assertEquals(field, assertThrows(InvalidInputException::class.java) { runBlocking { run() } }.field)
            }
            assertTrue("it took longer than 0.05 s" in "$log", "$log")
        }
    }

    @Test
    fun `at the end of the workers handlers may end, without limit or within a time`() = runBlocking {
        for ((drainTimeout, ends) in listOf(null to true, 1.minutes to true, 50.milliseconds to false)) {
            OpenPlatform { clientId("app") }.use { platform ->
                val (began, mayEnd) = CompletableDeferred<Unit>() to CompletableDeferred<Unit>()
                val (calls, handled) = AtomicInteger() to AtomicInteger()
                val hooks = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = platform.inbox(), logger = log)
                    .on<Event.PostUpdate> {
                        calls.incrementAndGet()
                        began.complete(Unit)
                        mayEnd.await()
                        handled.incrementAndGet()
                    }
                assertEquals(200, hooks.receive(update("p")))
                val working = launch(Dispatchers.Default) { hooks.run(drainTimeout = drainTimeout) }
                began.await()
                working.cancel()
                if (ends) mayEnd.complete(Unit)
                working.join()
                // Handled once, or put back.
                assertEquals(1 to (if (ends) 1 else 0), calls.get() to handled.get())
                assertEquals(if (ends) 0L else 1L, platform.inbox().counts().pending)
            }
        }
    }

    @Test
    fun `an Error of a handler is a failure, and ends neither the request nor the workers`() = runBlocking {
        val fails = AtomicInteger()
        val hooks = withoutInbox().on<Event.PostUpdate> { if (fails.incrementAndGet() == 1) TODO("canary") }
            .onStart { throw StackOverflowError() }
        assertEquals(500, hooks.receive(update("p")))
        assertEquals(200, hooks.receive(update("p")))
        assertEquals(500, hooks.receive(jsonOf("source" to "CHAT"), "/hooks/start"))
        OpenPlatform { clientId("app") }.use { platform ->
            val handled = Channel<String>(Channel.UNLIMITED)
            val calls = AtomicInteger()
            val worked = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = platform.inbox(), logger = log)
                .on<Event.PostUpdate> {
                    if (calls.incrementAndGet() <= 3) TODO("not yet")
                    handled.send(it.update.post.token)
                }
            for (token in listOf("a", "b", "c")) assertEquals(200, worked.receive(update(token)))
            val working = launch(Dispatchers.Default) { worked.run(workers = 1) }
            val tokens = withTimeout(1.minutes) { (1..3).map { handled.receive() }.toSet() }
            assertEquals(setOf("a", "b", "c"), tokens)
            assertTrue(working.isActive)
            working.cancelAndJoin()
        }
    }

    @Test
    fun `with an inbox events are stored, handled, and retried`() = runBlocking {
        OpenPlatform { clientId("app") }.use { platform ->
            val handled = Channel<String>(Channel.UNLIMITED)
            val calls = AtomicInteger()
            val hooks = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = platform.inbox(), logger = log)
                .on<Event.PostUpdate> {
                    if (calls.incrementAndGet() == 1) error("canary")
                    handled.send(it.update.post.token)
                }
            assertEquals(listOf(200, 200), listOf(hooks.receive(update("p")), hooks.receive(update("p"))))
            assertEquals(401, hooks.receive(update("q"), key = "another-identification-key"))
            assertEquals(200, hooks.receive(jsonOf("type" to "NEW_MESSAGE", "time" to 1)))
            for (number in 1..2) assertEquals(200, hooks.receive(jsonOf("type" to "BRAND_NEW", "n" to number)))
            assertEquals(0 to 4L, calls.get() to platform.inbox().counts().pending)
            val working = launch(Dispatchers.Default) { hooks.run(workers = 2) }
            assertEquals("p", withTimeout(1.minutes) { handled.receive() })
            withTimeout(1.minutes) { while (platform.inbox().counts().pending > 0) yield() }
            working.cancelAndJoin()
            assertEquals(2, calls.get())
            val dead = platform.inbox().deadLetters().single()
            assertTrue(dead.delivery.event is Event.Malformed && "canary" !in dead.reason)
            for (name in listOf("hooks.onMalformed", "hooks.onUnknown")) assertEquals(1, "$log".split(name).size - 1, "$log")
            assertTrue(platform.inbox().discard(dead.id))
            val error = assertThrows(ConfigException::class.java) { runBlocking { withoutInbox().run() } }
            assertEquals("inbox", error.setting)
        }
    }

    @Test
    fun `of the error of a handler the class is kept, and of a setting what is wrong with it is logged`() = runBlocking<Unit> {
        OpenPlatform { clientId("app") }.use { platform ->
            val inbox = platform.inbox(InboxOptions(maxAttempts = 1))
            val hooks = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = inbox, logger = log)
                .on<Event.PostUpdate> {
                    if (it.update.post.token == "argument") requiredScopes(listOf("canary"))
                    error("canary")
                }
                .on<Event.NewMessage> { reply("Hello") }
            for (token in listOf("argument", "own")) assertEquals(200, hooks.receive(update(token)))
            assertEquals(200, hooks.receive(jsonOf("type" to "NEW_MESSAGE", "new_message" to mapOf("id" to "m"))))
            val working = launch(Dispatchers.Default) { hooks.run() }
            withTimeout(1.minutes) { while (inbox.counts().deadLetters < 3) yield() }
            working.cancelAndJoin()
            val reasons = inbox.deadLetters().map { it.reason }.toSet()
            assertEquals(setOf("InvalidInputException", "ConfigException", "IllegalStateException"), reasons)
            val setting = "ConfigException: configuration of grantOf: the user in whose name to reply is not known"
            for (name in listOf("InvalidInputException at ", setting, "IllegalStateException at ")) {
                assertTrue("and was the last: $name" in "$log", "$log")
            }
            assertTrue("canary" !in "$log" && "no such endpoint" !in "$log", "$log")
        }
    }

    @Test
    fun `a dedupe store beside an inbox is refused, also none`() {
        OpenPlatform { clientId("app") }.use { platform ->
            for (dedupe in listOf(MemoryDedupe(), null)) {
                val error = assertThrows(InvalidInputException::class.java) {
                    Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), dedupe = dedupe, inbox = platform.inbox())
                }
                assertEquals("dedupe", error.field)
            }
        }
    }

    @Test
    fun `an event whose handler fails at the last attempt is a dead letter, and handled if it is retried`() = runBlocking {
        OpenPlatform { clientId("app") }.use { platform ->
            val inbox = platform.inbox(InboxOptions(maxAttempts = 1))
            val calls = AtomicInteger()
            val hooks = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = inbox, logger = log)
                .on<Event.PostUpdate> { require(calls.incrementAndGet() > 1) { "canary" } }
            assertEquals(200, hooks.receive(update("p")))
            val working = launch(Dispatchers.Default) { hooks.run(workers = 1) }
            withTimeout(1.minutes) { while (inbox.counts().deadLetters == 0L) yield() }
            val letter = inbox.deadLetters().single()
            assertEquals(Triple(1, 1L, "IllegalArgumentException"), Triple(calls.get(), letter.attempts, letter.reason))
            assertTrue(letter.delivery.event is Event.PostUpdate)
            assertTrue(inbox.retry(letter.id))
            withTimeout(1.minutes) { while (inbox.counts().run { pending + deadLetters } > 0) yield() }
            working.cancelAndJoin()
            assertEquals(2, calls.get())
            assertTrue("attempt 1 at an event failed, and was the last: IllegalArgumentException at " in "$log", "$log")
            assertFalse("canary" in "$log", "$log")
        }
    }

    @Test
    fun `without a handler of events no event is taken from an inbox`() = runBlocking<Unit> {
        OpenPlatform { clientId("app") }.use { platform ->
            val hooks = Hooks(platform, listOf(IdentificationKey("one", HOOKS_KEY)), inbox = platform.inbox(), logger = log)
                .onStart { "https://app.example" }
            assertEquals(200, hooks.receive(update("p")))
            val error = assertThrows(ConfigException::class.java) { runBlocking { hooks.run() } }
            assertTrue(error.setting == "hooks" && "no event has a handler" in "$error", "$error")
            assertEquals(1L, platform.inbox().counts().pending)
        }
    }
}
