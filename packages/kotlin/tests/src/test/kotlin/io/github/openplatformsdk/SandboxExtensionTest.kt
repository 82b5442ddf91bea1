package io.github.openplatformsdk

import io.github.openplatformsdk.testing.SandboxException
import io.github.openplatformsdk.testing.SandboxExtension
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.withWorld
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.MethodOrderer
import org.junit.jupiter.api.Order
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestMethodOrder
import org.junit.jupiter.api.extension.ExtendWith

/** What a test of an app gets of the sandbox. */
@ExtendWith(SandboxExtension::class)
@TestMethodOrder(MethodOrderer.OrderAnnotation::class)
class SandboxExtensionTest {
    private lateinit var prepared: World

    @BeforeEach
    fun prepare(world: World) {
        prepared = world
    }

    @Test
    @Order(1)
    fun `a test gets a world and a client of its app`(world: World, platform: OpenPlatform): Unit = runBlocking {
        assertSame(prepared, world)
        first = world to platform
        val token = world.posts("seller").first().token
        assertEquals(token, platform.posts.get(token).token)
    }

    @Test
    @Order(2)
    fun `the next test has others, and those before are gone`(world: World): Unit = runBlocking {
        val (before, client) = first
        assertNotEquals(before.name, world.name)
        assertThrows(SandboxException::class.java) { runBlocking { before.users() } }
        assertThrows(ConfigException::class.java) { runBlocking { client.posts.get("gZd7omnS") } }
    }

    @Test
    fun `a test without the extension has a world for a block`(world: World): Unit = runBlocking {
        val inside = withWorld { own, platform ->
            assertNotEquals(world.name, own.name)
            assertEquals(origin(world), origin(own), "both are in one sandbox")
            val token = own.posts("seller").first().token
            assertEquals(token, platform.posts.get(token).token)
            own
        }
        assertThrows(SandboxException::class.java) { runBlocking { inside.users() } }
        val failure = IllegalStateException("of the test")
        lateinit var failed: World
        val thrown = assertThrows(IllegalStateException::class.java) {
            runBlocking {
                withWorld<Unit> { own, _ ->
                    failed = own
                    throw failure
                }
            }
        }
        assertEquals(failure.message, thrown.message)
        assertThrows(SandboxException::class.java) { runBlocking { failed.users() } }
    }

    @Test
    fun `the world of a block that is cancelled is deleted`(): Unit = runBlocking {
        val begun = CompletableDeferred<Pair<World, OpenPlatform>>()
        val block = launch {
            withWorld<Unit> { own, platform ->
                begun.complete(own to platform)
                awaitCancellation()
            }
        }
        val (own, client) = begun.await()
        block.cancelAndJoin()
        assertThrows(SandboxException::class.java) { runBlocking { own.users() } }
        assertThrows(ConfigException::class.java) { runBlocking { client.posts.get("gZd7omnS") } }
    }

    private fun origin(world: World) = world.environment.getValue("OPEN_PLATFORM_SANDBOX_URL").removeSuffix(world.name)

    private companion object {
        lateinit var first: Pair<World, OpenPlatform>
    }
}
