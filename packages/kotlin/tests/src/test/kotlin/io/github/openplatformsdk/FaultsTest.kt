package io.github.openplatformsdk

import com.sun.jna.Function
import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.startSandbox
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant
import kotlin.random.Random
import kotlin.time.Duration.Companion.microseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.condition.EnabledOnOs
import org.junit.jupiter.api.condition.OS

/** Faults with a figure: many callers that go away, many clients that nobody closes. */
@Timeout(600)
class FaultsTest {
    private val scopes = listOf("USER_PHONE", "offline_access")

    @Test
    fun `a thousand callers cancelled at any moment of a refresh lose no token`() = runBlocking {
        startSandbox().use { sandbox: Sandbox ->
            val world = sandbox.world()
            OpenPlatform(world.settings).use { platform ->
                val issued = world.issueTokens("buyer", scopes)
                val tokens = Tokens(issued["access_token"] as String, issued["refresh_token"] as String, Instant.now(), scopes)
                val grant = platform.grants.adopt(tokens).key
                val refreshes = mutableSetOf<Any?>()
                // The sandbox forgets old requests.
                suspend fun note() = world.requests("oauth.refresh").forEach { refreshes += it["number"] }
                val random = Random(7)
                var cancelled = 0
                while (cancelled < 1000) {
                    val call = launch(Dispatchers.Default) { platform.grants.refresh(grant) }
                    delay(random.nextInt(6_000).microseconds)
                    call.cancelAndJoin()
                    if (call.isCancelled && ++cancelled % 100 == 0) note()
                }
                platform.grants.refresh(grant)
                note()
                // Each answer of the platform was stored.
                assertEquals(1L + refreshes.size, platform.grants.info(grant)?.generation)
                assertTrue(platform.user(grant).use { it.users.me() }.phoneNumber != null)
                measured("F18", "Job.cancel", "callers cancelled" to cancelled, "pairs lost" to 0)
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    fun `clients that nobody closes leave nothing behind`() {
        val clients = 100_000
        makes(clients / 10)
        val before = resident()
        makes(clients)
        val left = (resident() - before).toDouble() / clients
        measured("F59", "Kotlin", "clients that are never closed" to clients, "bytes left of each" to maxOf(0.0, left))
        // One that is kept takes several kilobytes.
        assertTrue(left < 500) { "$left bytes of each client are left" }
    }

    private val trim = Function.getFunction("c", "malloc_trim")

    private fun makes(count: Int) {
        repeat(count) {
            OpenPlatform { apiKey("key") }
            if (it % 1000 == 0) System.gc()
        }
    }

    /**
     * What the process has in memory beside the heap of the JVM, in bytes, once what nobody has any more is cleaned up: a thread of
     * the JVM does that after a collection, so as long as it gets less there is something left to clean up. What is free goes
     * back to the system first: otherwise it counts how far that thread was once behind.
     */
    private fun resident(): Long {
        var (lowest, rounds) = Long.MAX_VALUE to 0
        while (rounds < 20) {
            System.gc()
            trim.invokeInt(arrayOf(0L))
            val now = Files.readString(Path.of("/proc/self/statm")).split(' ')[1].toLong() * 4096 - Runtime.getRuntime().totalMemory()
            rounds = if (now < lowest) 0 else rounds + 1
            lowest = minOf(lowest, now)
        }
        return lowest
    }
}
