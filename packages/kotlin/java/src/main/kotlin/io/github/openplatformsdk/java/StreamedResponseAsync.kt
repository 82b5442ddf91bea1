package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.io.ByteArrayInputStream
import java.io.InputStream
import java.io.SequenceInputStream
import java.util.Enumeration
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.flow.firstOrNull

/**
 * The response to a [RawRequest] while its body is arriving, always with a success status. From `stream`. Close it.
 *
 * @property kotlin the response for Kotlin, which this one uses.
 */
public class StreamedResponseAsync internal constructor(
    @get:JvmName("kotlin") public val kotlin: StreamedResponse,
    private val futures: Futures,
) : AutoCloseable {
    /** HTTP status. */
    @get:JvmName("status")
    public val status: Int get() = kotlin.status

    /** Headers, by name in lower case. Of several headers with the same name, the last one. */
    @get:JvmName("headers")
    public val headers: Map<String, String> get() = kotlin.headers

    /** The next bytes of the body, as they arrive; `null` after the last. [StreamedResponse.body] describes the errors. */
    public fun nextChunk(): CompletableFuture<ByteArray?> = futures.of { kotlin.body.firstOrNull() }

    /** The rest of the body. A read waits for the next bytes, and throws what [nextChunk] ends with. Closing it ends the response. */
    public fun body(): InputStream {
        val pieces = generateSequence { nextChunk().join() }.map(::ByteArrayInputStream).iterator()
        val all = object : Enumeration<InputStream> {
            override fun hasMoreElements() = pieces.hasNext()

            override fun nextElement() = pieces.next()
        }
        return object : SequenceInputStream(all) {
            override fun close() = kotlin.close()
        }
    }

    /** Ends the response and closes its connection, if it has not ended. */
    override fun close(): Unit = kotlin.close()
}
