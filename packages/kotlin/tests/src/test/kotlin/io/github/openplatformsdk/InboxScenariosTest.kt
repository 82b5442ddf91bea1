package io.github.openplatformsdk

import java.io.File
import java.io.IOException
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir

/** Scenarios of `tests/scenarios.tsv` about the store of the inbox, some with several processes. */
@Timeout(300)
class InboxScenariosTest {
    @Test
    fun `an event that a killed process has received is handled once by another one`(@TempDir folder: File) = runBlocking {
        for (step in listOf("before the response", "after the response", "in the handler", "after the handler")) {
            val store = newStore(folder)
            val inbox by lazy { Inbox.open(store, "unencrypted") }
            InboxProcess(store, copies = 1, handles = step).use { killed ->
                assertEquals("ready", killed.hear())
                killed.goOn()
                if (step == "before the response") {
                    withTimeout(1.minutes) { while (inbox.counts().pending == 0L) yield() }
                } else {
                    assertEquals("1", killed.hear(), step)
                }
                if (step.endsWith("the handler")) assertEquals("p", killed.hear())
                if (step == "after the handler") {
                    // So that the result of the handler cannot be stored.
                    withoutWrites(store) {
                        killed.goOn()
                        assertEquals("handled", killed.hear())
                        assertEquals(emptyList<String>(), killed.kill())
                    }
                } else {
                    assertEquals(emptyList<String>(), killed.kill(), step)
                }
            }
            assertEquals(1L to 0L, inbox.counts().run { pending to deadLetters }, step)
            // The platform sends the event again, because the response may have been lost.
            InboxProcess(store, copies = 2, handles = "all").use { other ->
                assertEquals("ready", other.hear())
                other.goOn()
                assertEquals(listOf("2", "p"), listOf(other.hear(), other.hear()), step)
                withTimeout(1.minutes) { while (inbox.counts().pending > 0) yield() }
                assertEquals(emptyList<String>(), other.kill(), step)
            }
            assertEquals(200, inboxHooks(inbox).receiveUntilStored("p"))
            assertEquals(0L to 0L, inbox.counts().run { pending to deadLetters })
        }
    }

    @Test
    fun `a process that is asked to end lets its handler end`(@TempDir folder: File) = runBlocking {
        val store = newStore(folder)
        InboxProcess(store, copies = 1, handles = "all until the end").use { process ->
            assertEquals("ready", process.hear())
            process.goOn()
            assertEquals(listOf("1", "p"), listOf(process.hear(), process.hear()))
            process.end()
            assertEquals("ending", process.hear())
            process.goOn()
            assertEquals(listOf("handled", null), listOf(process.hear(), process.hear()))
        }
        assertEquals(0L to 0L, Inbox.open(store, "unencrypted").counts().run { pending to deadLetters })
    }

    @Test
    fun `a store of the app's own that fails is a 503`() = runBlocking {
        var asked = 0
        val failing = object : RecordStore {
            private fun fail(): Nothing {
                asked += 1
                throw IOException("the store is down")
            }

            override suspend fun get(kind: String, key: String) = fail()
            override suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray) = fail()
            override suspend fun delete(kind: String, key: String, expected: Long) = fail()
            override suspend fun scan(kind: String, prefix: String, after: String?, limit: Int) = fail()
        }
        assertEquals(503, inboxHooks(Inbox.over(failing, "unencrypted")).receivePost("p"))
        assertTrue(asked > 0)
    }

    @Test
    fun `a store that does not answer is a 503`() = runBlocking {
        val asked = CompletableDeferred<Unit>()
        val silent = object : RecordStore {
            private suspend fun never(): Nothing {
                asked.complete(Unit)
                awaitCancellation()
            }

            override suspend fun get(kind: String, key: String) = never()
            override suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray) = never()
            override suspend fun delete(kind: String, key: String, expected: Long) = never()
            override suspend fun scan(kind: String, prefix: String, after: String?, limit: Int) = never()
        }
        val hooks = inboxHooks(Inbox.over(silent, "unencrypted"))
        assertEquals(503, withTimeout(1.minutes) { hooks.receivePost("p") })
        assertTrue(asked.isCompleted)
    }

    @Test
    fun `a full inbox is a 503 until there is room`(@TempDir folder: File) = runBlocking {
        val hooks = inboxHooks(Inbox.open(newStore(folder), "unencrypted", options = InboxOptions(capacity = 1)))
        val handled = Channel<String>(Channel.UNLIMITED)
        hooks.on<Event.PostUpdate> { handled.send(it.update.post.token) }
        assertEquals(200, hooks.receiveUntilStored("a"))
        assertEquals(503, hooks.receivePost("b"))
        val working = launch(Dispatchers.Default) { hooks.run(workers = 1) }
        // The events are counted again within a second.
        val tokens = withTimeout(1.minutes) {
            val first = handled.receive()
            assertEquals(200, hooks.receiveUntilStored("b"))
            listOf(first, handled.receive())
        }
        assertEquals(listOf("a", "b"), tokens)
        working.cancelAndJoin()
    }

    @Test
    fun `500 copies over 4 processes are one event`(@TempDir folder: File) = runBlocking {
        val store = newStore(folder)
        val processes = List(4) { InboxProcess(store, copies = 125, handles = "nothing") }
        try {
            for (process in processes) assertEquals("ready", process.hear())
            processes.forEach(InboxProcess::goOn)
            assertEquals(List(4) { "125" }, processes.map(InboxProcess::hear))
        } finally {
            processes.forEach(InboxProcess::close)
        }
        val inbox = Inbox.open(store, "unencrypted")
        val item = inbox.tryNext()
        assertNotNull(item)
        assertNull(inbox.tryNext())
        assertTrue(inbox.ack(item!!.id))
        assertEquals(0L, inbox.counts().pending)
    }
}
