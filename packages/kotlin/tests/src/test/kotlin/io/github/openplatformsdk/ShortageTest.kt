package io.github.openplatformsdk

import com.sun.jna.Function
import com.sun.jna.Memory
import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.startSandbox
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.condition.EnabledOnOs
import org.junit.jupiter.api.condition.OS

/** A process without free file descriptors: an error that says so, and the client works again afterwards. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ShortageTest {
    private val descriptors = 7 // RLIMIT_NOFILE

    /** Lowers the limit of descriptors below the number of those that are open. */
    private fun <T> withoutDescriptors(run: () -> T): T = Memory(16).use { limit ->
        call("getrlimit", limit)
        val before = limit.getLong(0)
        limit.setLong(0, 1)
        call("setrlimit", limit)
        try {
            run()
        } finally {
            limit.setLong(0, before)
            call("setrlimit", limit)
        }
    }

    private fun call(name: String, limit: Memory) =
        assertEquals(0, Function.getFunction("c", name).invokeInt(arrayOf(descriptors, limit)))

    private fun failure(platform: OpenPlatform, post: String): TransportException =
        assertThrows(TransportException::class.java) { runBlocking { platform.posts.get(post) } }

    @Test
    fun `without a free descriptor a call is an error that says so, and the next one works`() = runBlocking {
        startSandbox().use { sandbox: Sandbox ->
            val world = sandbox.world()
            val post = world.posts().first().token
            // The classes of an error are in files, too: they are loaded before.
            OpenPlatform {
                apiKey("key")
                sandbox("http://127.0.0.1:9")
                retries(maxAttempts = 1)
            }.use { failure(it, post) }
            OpenPlatform {
                world.settings(this)
                retries(maxAttempts = 1)
            }.use { platform ->
                val text = withoutDescriptors { failure(platform, post) }.message!!
                assertTrue("descriptor" in text || "open files" in text, text)
                assertEquals(post, platform.posts.get(post).token)
            }
        }
    }
}
