package io.github.openplatformsdk

import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.net.SocketException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Responses in pieces, from a server that the test drives chunk by chunk. */
class StreamingTest {
    /** The server's side of a response that has begun. */
    private class Connection(val socket: Socket) {
        val request: String

        init {
            socket.soTimeout = 20_000
            val head = StringBuilder()
            while (!head.endsWith("\r\n\r\n")) head.append(socket.getInputStream().read().toChar())
            request = head.toString().lowercase()
            write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nx-request-id: r7\r\n\r\n")
        }

        fun send(text: String) = write("${text.length.toString(16)}\r\n$text\r\n")

        fun isClosed(): Boolean = try {
            socket.getInputStream().read() < 0
        } catch (_: SocketException) {
            true
        }

        private fun write(text: String) = socket.getOutputStream().apply { write(text.encodeToByteArray()) }.flush()
    }

    private fun export(maxResponse: Long? = null) = RawRequest("GET", "v1", "export", maxResponse = maxResponse)

    private fun streamed(
        request: RawRequest = export(),
        timeout: Duration? = null,
        use: suspend (StreamedResponse, Connection) -> Unit,
    ) = runBlocking {
        ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { server ->
            server.soTimeout = 20_000
            val platform = OpenPlatform {
                apiKey("key")
                sandbox("http://127.0.0.1:${server.localPort}")
            }
            val accepted = async(Dispatchers.IO) { Connection(server.accept()) }
            platform.stream(request, timeout).use { response ->
                val connection = accepted.await()
                connection.socket.use { use(response, connection) }
            }
            platform.close()
        }
    }

    private fun breaks(response: StreamedResponse, kind: String, text: String) {
        val error = assertThrows(TransportException::class.java) { runBlocking { response.body.collect() } }
        assertEquals(kind, error.kind)
        assertTrue(text in error.message.orEmpty(), error.message)
    }

    @Test
    fun `a chunk is received before the next one is sent`() = streamed { response, connection ->
        assertTrue("x-api-key: key\r\n" in connection.request)
        assertEquals(listOf(200, "r7", 1), listOf(response.status, response.requestId, response.attempts))
        assertEquals("chunked", response.headers["transfer-encoding"])
        connection.send("first")
        val received = mutableListOf<String>()
        response.body.collect {
            received += it.decodeToString()
            connection.send(if (received.size == 1) "second" else "")
        }
        assertEquals(listOf("first", "second"), received)
    }

    @Test
    fun `a body that exceeds its limit is an error`() = streamed(export(maxResponse = 5)) { response, connection ->
        connection.send("123456")
        breaks(response, "too_large", "larger than 5 bytes")
    }

    @Test
    fun `a connection that breaks in the middle is an error that says so`() = streamed { response, connection ->
        connection.send("half")
        assertEquals("half", response.body.first().decodeToString())
        connection.socket.close()
        breaks(response, "interrupted", "before the response was complete")
    }

    @Test
    fun `a response that is closed early closes the connection`() = streamed { response, connection ->
        connection.send("first")
        assertEquals(listOf("first"), response.body.take(1).toList().map(ByteArray::decodeToString))
        response.close()
        assertTrue(withContext(Dispatchers.IO) { connection.isClosed() })
        assertThrows(InvalidInputException::class.java) { runBlocking { response.body.collect() } }
    }

    @Test
    fun `a silent server ends the wait`() = streamed(timeout = 500.milliseconds) { response, _ ->
        breaks(response, "interrupted", "nothing of the response arrived for 500 ms")
    }
}
