package io.github.openplatformsdk

import io.github.openplatformsdk.testing.Sandbox
import io.github.openplatformsdk.testing.World
import io.github.openplatformsdk.testing.admin.Effect
import io.github.openplatformsdk.testing.admin.FaultRule
import io.github.openplatformsdk.testing.admin.RequestMatch
import io.github.openplatformsdk.testing.startSandbox
import java.io.ByteArrayInputStream
import java.io.IOException
import java.io.InputStream
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.ConcurrentLinkedQueue
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir

/** Uploads: what may be uploaded, their progress, and their cancellation. */
@Timeout(300)
class UploadsTest {
    private val video = ByteArray(3_000_000).also { "\u0000\u0000\u0000\u0018ftypmp42".toByteArray().copyInto(it) }

    private fun check(reports: Collection<UploadProgress>) {
        val sent = reports.map { it.sent }
        assertEquals(0L to video.size.toLong(), sent.first() to sent.last())
        assertTrue(sent.size > 3 && sent.zipWithNext().all { (before, after) -> before < after }, "$sent")
        assertEquals(setOf(video.size.toLong()), reports.map { it.total }.toSet())
    }

    private suspend fun sizes(world: World) = world.chatMedia().map { it.bytes }

    @Test
    fun `each kind of source is uploaded and reports its progress`(@TempDir folder: Path) = runBlocking {
        val world = sandbox.world()
        val path = folder.resolve("tour.mp4")
        Files.write(path, video)
        OpenPlatform(world.settings).use { platform ->
            val uploads = listOf<suspend ((UploadProgress) -> Unit) -> Unit>(
                { platform.chatbot.uploadVideo(path, onProgress = it) },
                { platform.chatbot.uploadVideo(video, onProgress = it) },
                { platform.chatbot.uploadVideo(ByteArrayInputStream(video), onProgress = it) },
                { platform.ownPosts.uploadVideo(video, onProgress = it) },
            )
            for (upload in uploads) {
                val reports = ConcurrentLinkedQueue<UploadProgress>()
                upload { reports.add(it) }
                check(reports)
            }
        }
        assertEquals(List(3) { video.size.toLong() }, sizes(world))
    }

    @Test
    fun `an exception of the callback does not end the upload`() = runBlocking {
        val world = sandbox.world()
        OpenPlatform(world.settings).use { it.chatbot.uploadVideo(video) { error("of the app") } }
        assertEquals(listOf(video.size.toLong()), sizes(world))
    }

    @Test
    fun `a stream that is too long or cannot be read is refused without a request`() = runBlocking {
        val world = sandbox.world()
        val endless = object : InputStream() {
            var read = 0L
            override fun read(): Int = throw UnsupportedOperationException()
            override fun read(bytes: ByteArray, offset: Int, length: Int): Int = length.also { read += length }
        }
        val failing = object : InputStream() {
            override fun read(): Int = throw IOException("the disk is gone")
        }
        OpenPlatform(world.settings).use { platform ->
            val refused = assertThrows(InvalidInputException::class.java) {
                runBlocking { platform.chatbot.uploadVideo(endless) }
            }
            assertTrue("at most 50000000 bytes" in refused.message.orEmpty(), "$refused")
            assertEquals(50_000_001, endless.read, "nothing is read beyond the limit of the largest upload")
            val gone = assertThrows(IOException::class.java) { runBlocking { platform.chatbot.uploadVideo(failing) } }
            assertEquals("the disk is gone", gone.message)
        }
        assertEquals(emptyList<Any>(), world.requests("chatbot.create_upload_token"))
    }

    @Test
    fun `a cancelled upload ends at once`() = runBlocking {
        val world = sandbox.world()
        val delay = listOf(Effect.Delay(milliseconds = 60_000))
        val remove = world.fault(FaultRule(on = RequestMatch(endpoint = "chatbot.upload_video"), effects = delay))
        OpenPlatform(world.settings).use { platform ->
            val begun = CompletableDeferred<Unit>()
            val upload = async(Dispatchers.Default) {
                platform.chatbot.uploadVideo(video) { if (it.sent > 0) begun.complete(Unit) }
            }
            withTimeout(30.seconds) {
                begun.await()
                // Now the sandbox has received the whole upload and delays it.
                while (world.faults().single().fired == 0L) yield()
                upload.cancelAndJoin()
            }
            assertTrue(upload.isCancelled)
            assertThrows(CancellationException::class.java) { runBlocking { upload.await() } }
            remove()
            platform.chatbot.uploadVideo(video)
        }
        assertEquals(1, sizes(world).size)
    }

    private companion object {
        val sandbox: Sandbox = startSandbox()

        @JvmStatic
        @AfterAll
        fun stop() = sandbox.close()
    }
}
