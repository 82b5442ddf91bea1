package io.github.openplatformsdk.testing

import io.github.openplatformsdk.OpenPlatform
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.withContext

/** The sandbox of all tests of this process, which ends with the process. If it does not start, no other test tries it again. */
private val shared by lazy { runCatching { startSandbox() } }

/** What a test gets. */
internal class Tested(val world: World, val platform: OpenPlatform) {
    suspend fun end() {
        try {
            platform.close()
        } finally {
            delete(world)
        }
    }

    companion object {
        suspend fun begin(): Tested {
            // The start blocks its thread.
            val world = withContext(Dispatchers.IO) { shared.getOrThrow() }.world()
            try {
                return Tested(world, OpenPlatform(world.settings))
            } catch (failure: Throwable) {
                delete(world)
                throw failure
            }
        }

        private suspend fun delete(world: World) = withContext(NonCancellable) {
            try {
                world.remove()
            } catch (_: Exception) {
                // If the test has removed the world, or the sandbox is gone, nothing is left to remove.
            }
        }
    }
}

/**
 * Runs a test in a world of its own, with a client of the world's app, in any test framework. Closes the client and deletes the world when
 * the test has ended. All tests of a process that use this function or [SandboxExtension] share a sandbox, which starts with the first of
 * them and ends with the process.
 *
 * ```kotlin
 * @Test
 * fun `a post is read`(): Unit = runBlocking {
 *     withWorld { world, platform ->
 *         val token = world.posts("seller").first().token
 *         assertEquals(token, platform.posts.get(token).token)
 *     }
 * }
 * ```
 */
public suspend fun <T> withWorld(test: suspend (world: World, platform: OpenPlatform) -> T): T {
    val tested = Tested.begin()
    return try {
        test(tested.world, tested.platform)
    } finally {
        tested.end()
    }
}
