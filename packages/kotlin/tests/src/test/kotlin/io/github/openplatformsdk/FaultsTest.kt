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

/** Requirements about faults with a measurement: many cancelled callers, and many clients that are not closed. */
@Timeout(600)
class FaultsTest {
    private val scopes = listOf("USER_PHONE", "offline_access")

    @Test
    fun `a thousand callers cancelled at any moment of a refresh lose no token`() = runBlocking {
        startSandbox().use { sandbox: Sandbox ->
            val world = sandbox.world()
            OpenPlatform(world.settings).use { platform ->
                val issued = world.issueTokens("buyer", scopes)
                val tokens = Tokens(issued.accessToken, issued.refreshToken, Instant.now(), scopes)
                val grant = platform.grants.adopt(tokens).key
                val refreshes = mutableSetOf<Any?>()
                // The sandbox discards old requests.
                suspend fun note() = world.requests("oauth.refresh").forEach { refreshes += it.number }
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
                // Each token response of the platform was stored as a generation of the grant, after that of the login.
                val lost = refreshes.size - (platform.grants.info(grant)!!.generation - 1)
                measured("F18", "Job.cancel", "callers cancelled" to cancelled, "pairs lost" to lost)
                measured("F59", "Kotlin", "calls cancelled" to cancelled)
                assertEquals(0L, lost)
                assertTrue(platform.user(grant).use { it.users.me() }.phoneNumber != null)
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    fun `clients that are not closed do not leak memory`() {
        makes(10_000)
        val before = resident()
        val clients = makes(100_000)
        val left = (resident() - before).toDouble() / clients
        measured("F59", "Kotlin", "clients that are never closed" to clients, "bytes left of each" to maxOf(0.0, left))
        // A leaked client takes several kilobytes.
        assertTrue(left < 500) { "$left bytes of each client are left" }
    }

    private val trim = Function.getFunction("c", "malloc_trim")

    /** Makes clients, and returns how many it has made. */
    private fun makes(count: Int): Int = (1..count).count {
        OpenPlatform { apiKey("key") }
        if (it % 1000 == 0) System.gc()
        true
    }

    /**
     * The resident memory of the process without the Java heap, in bytes, after unreachable objects are cleaned up. A thread of the
     * JVM does this after a garbage collection, so it repeats until the value has not decreased for 20 rounds. `trim` returns free
     * memory to the system: otherwise the value would include the peak of objects that waited for that thread.
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
