package io.github.openplatformsdk

import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.response
import io.github.openplatformsdk.testing.transport
import java.net.InetAddress
import java.net.ServerSocket
import java.util.concurrent.Executors
import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.TimeUnit
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

/** Calls of the native library through JNI. */
@Timeout(60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NativeCallsTest {
    private val platform = OpenPlatform {
        apiKey("key-of-the-app")
        transport(Recorder.always(response(200, jsonOf("token" to "gZd7omnS"))))
    }

    @Test
    fun `every method is found in the library`() {
        val numbers = Class.forName("io.github.openplatformsdk.ffi.MethodNumbers")
        val methods = numbers.declaredFields.filter { it.type == Int::class.java }.associate { it.name to it.getInt(null) }
        assertTrue(methods.size > 40, methods.keys.toString())
        assertEquals(emptyMap<String, Int>(), methods.filterValues { it < 0 })
        assertEquals(methods.size, methods.values.toSet().size)
    }

    @Test
    fun `the thread of calls is a daemon, and no code of the caller runs on it`() {
        val thread = runBlocking(Dispatchers.Default) {
            withContext(Dispatchers.Unconfined) {
                platform.posts.get("gZd7omnS")
                // This would deadlock on the thread that runs the calls.
                assertEquals("gZd7omnS", runBlocking { platform.posts.get("gZd7omnS").token })
                Thread.currentThread().name
            }
        }
        assertNotEquals("open-platform", thread)
        val own = Thread.getAllStackTraces().keys.filter { it.name == "open-platform" }
        assertEquals(listOf(true), own.map { it.isDaemon })
    }

    /** Fails while [fails] is set; with [early] as soon as it is asked whether it has to run something. */
    private class FailingDispatcher(private val early: Boolean) : CoroutineDispatcher() {
        @Volatile
        var fails = false

        override fun isDispatchNeeded(context: CoroutineContext): Boolean {
            if (fails && early) throw RejectedExecutionException("canary")
            return true
        }

        override fun dispatch(context: CoroutineContext, block: Runnable) {
            if (fails) throw RejectedExecutionException("canary")
            Dispatchers.Default.dispatch(context, block)
        }
    }

    @Test
    fun `a dispatcher that fails makes its call an error, and all later calls work`() = runBlocking {
        for (dispatcher in listOf(FailingDispatcher(early = false), FailingDispatcher(early = true))) {
            repeat(3) {
                val call = runCatching {
                    withContext(dispatcher) {
                        dispatcher.fails = true
                        platform.posts.get("gZd7omnS")
                    }
                }
                dispatcher.fails = false
                val error = call.exceptionOrNull() as ConfigException
                assertEquals("dispatcher", error.setting)
                assertTrue(error.cause is RejectedExecutionException && "canary" !in error.message!!, error.message)
            }
            assertEquals("gZd7omnS", withContext(dispatcher) { platform.posts.get("gZd7omnS").token })
        }
        val ended = Executors.newSingleThreadExecutor()
        val call = launch(ended.asCoroutineDispatcher()) {
            ended.shutdown()
            platform.posts.get("gZd7omnS")
        }
        call.join()
        assertTrue(call.isCancelled)
        assertEquals("gZd7omnS", platform.posts.get("gZd7omnS").token)
    }

    @Test
    fun `concurrent calls get their own results`() = runBlocking(Dispatchers.Default) {
        val refused = async { runCatching { platform.posts.get("no token") }.exceptionOrNull() }
        val posts = List(500) { async { platform.posts.get("gZd7omnS") } }.awaitAll()
        assertEquals(setOf("gZd7omnS"), posts.map { it.token }.toSet())
        assertTrue(refused.await() is InvalidInputException)
    }

    @Test
    fun `a cancelled coroutine ends its call`() = runBlocking(Dispatchers.IO) {
        ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { server ->
            val client = OpenPlatform {
                apiKey("key-of-the-app")
                sandbox("http://127.0.0.1:${server.localPort}")
                retries(1)
            }
            val call = launch { client.posts.get("gZd7omnS") }
            server.accept().use { connection ->
                val request = connection.getInputStream()
                assertTrue(request.read() >= 0)
                call.cancelAndJoin()
                // The client closes the connection, because the call on it was dropped.
                while (request.read() >= 0) continue
            }
            client.close()
        }
    }
}
