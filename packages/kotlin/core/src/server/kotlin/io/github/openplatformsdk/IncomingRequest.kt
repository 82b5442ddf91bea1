package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Header
import io.github.openplatformsdk.ffi.replyHeaders
import java.lang.System.Logger.Level
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withTimeoutOrNull

/** A request, as a web server passes it to this package. */
public class IncomingRequest(
    /** The HTTP method. */
    public val method: String,
    /** The path without the query. [Hooks] use its last segment: `events`, `start` or `actions`. */
    public val path: String,
    /** All headers, including repeated ones. */
    public val headers: List<Pair<String, String>>,
    /** The IP address of the other end of the connection, which the `allowlist` of [Hooks] needs. */
    public val peer: String? = null,
    /** The whole body, if it has arrived with the headers. Then [body] is not called. */
    public val arrived: ByteArray? = null,
    /**
     * Reads the body. It returns the whole body, or, if the body is larger than [limit] bytes, at least `limit + 1` bytes of
     * it. It is called only after the headers were accepted. A body that takes too long is refused with 408, and the call is
     * cancelled. A blocking implementation must check for the cancellation between two reads (`ensureActive()`), and the
     * server must limit the duration of one read.
     */
    public val body: suspend (limit: Int) -> ByteArray,
) {
    override fun toString(): String = "IncomingRequest(method=$method)"

    /** The body, or `null` if it has not arrived within [seconds]. */
    internal suspend fun bodyWithin(seconds: Double, limit: UInt): ByteArray? = arrived ?: withTimeoutOrNull(seconds.seconds) {
        try {
            body(limit.coerceAtMost(Int.MAX_VALUE.toUInt() - 1u).toInt())
        } catch (error: Exception) {
            // After the timeout, a failure of the read is a consequence of the cancellation.
            ensureActive()
            throw error
        }
    }
}

/** A `bodyLimit` after a check. */
internal fun Int.checkedBytes(): UInt {
    if (this < 0) throw invalidInput("bodyLimit", "must not be negative")
    return toUInt()
}

/** The response to a request. */
public class OutgoingReply internal constructor(native: Reply, headers: List<Header> = headersOf(native)) {
    /** HTTP status. */
    public val status: Int = native.status.toInt()

    /** The headers, including `Content-Type`. */
    public val headers: List<Pair<String, String>> = headers.map { it.name to it.value }

    /** The body; empty if there is none. */
    public val body: ByteArray = native.body

    /** Whether to close the connection, because the body of the request was not read. */
    public val close: Boolean = native.close
}

/** Most replies have none, and are not passed to the library for this. */
private fun headersOf(reply: Reply): List<Header> =
    if (reply.contentType == null && reply.headers.isEmpty()) emptyList() else replyHeaders(reply)

internal fun List<Pair<String, String>>.toNative(): List<Header> = map { (name, value) -> Header(name, value) }

/** Writes what the core says about a request. */
internal fun System.Logger.write(log: HookLog): Unit = log(if (log.isError) Level.ERROR else Level.WARNING, "{0}", log.text)
