package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ffi.RawHost
import io.github.openplatformsdk.ffi.RawRetry
import java.io.ByteArrayOutputStream
import java.io.InputStream
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withContext

/** Makes the requests that web servers of Java pass to [HooksAsync] and [LoginRoutesAsync]. */
public object IncomingRequests {
    /**
     * A request of the platform.
     *
     * @param method the HTTP method.
     * @param path the path without the query.
     * @param headers all headers.
     * @param peer the IP address of the other end of the connection, or `null`.
     * @param body the body. It is read after the headers were accepted, on a thread that may block. The server must limit how long one
     *   read takes.
     */
    @JvmStatic
    public fun of(
        method: String,
        path: String,
        headers: Map<String, List<String>>,
        peer: String?,
        body: InputStream,
    ): IncomingRequest = IncomingRequest(method, path, headers.pairs(), peer) { limit -> read(body, limit) }

    /**
     * A request of a user's browser.
     *
     * @param method the HTTP method.
     * @param path the path without the query.
     * @param query the raw query, without `?`, or `null`.
     * @param headers all headers.
     * @param raw the request object of the framework, for the functions of the app; or `null`.
     */
    @JvmStatic
    public fun ofLogin(
        method: String,
        path: String,
        query: String?,
        headers: Map<String, List<String>>,
        raw: Any?,
    ): LoginRequest = LoginRequest(method, path, query.orEmpty(), headers.pairs(), raw)

    private fun Map<String, List<String>>.pairs() = flatMap { (name, values) -> values.map { name to it } }

    // No thread can be woken that waits for the next byte, so the time is watched between two reads.
    private suspend fun read(from: InputStream, limit: Int): ByteArray = withContext(Dispatchers.IO) {
        val body = ByteArrayOutputStream()
        val piece = ByteArray(16 * 1024)
        while (body.size() <= limit) {
            ensureActive()
            val count = from.read(piece)
            if (count < 0) break
            body.write(piece, 0, count)
        }
        body.toByteArray()
    }
}

/**
 * Builds a [RawRequest], which describes the members.
 *
 * @param method the HTTP method, such as `GET`.
 * @param segments the segments of the path, as plain text.
 */
public class RawRequestBuilder(private val method: String, private vararg val segments: String) {
    private var host = RawHost.BASE
    private val query = mutableListOf<Pair<String, String>>()
    private var body: Json? = null
    private var content: ByteArray? = null
    private var contentType: String? = null
    private var form: List<FormPart>? = null
    private var retry: RawRetry? = null
    private var maxResponse: Long? = null

    /** The host: the main API by default. */
    public fun host(host: RawHost): RawRequestBuilder = apply { this.host = host }

    /** Adds a query parameter. */
    public fun query(name: String, value: String): RawRequestBuilder = apply { query += name to value }

    /** The body, a JSON text. */
    public fun body(body: Json): RawRequestBuilder = apply { this.body = body }

    /** A body of any bytes, with its media type. */
    public fun content(content: ByteArray, contentType: String): RawRequestBuilder = apply {
        this.content = content
        this.contentType = contentType
    }

    /** A form with fields and files. */
    public fun form(form: List<FormPart>): RawRequestBuilder = apply { this.form = form }

    /** When the request may be retried. */
    public fun retry(retry: RawRetry): RawRequestBuilder = apply { this.retry = retry }

    /** The largest body of the response, in bytes. */
    public fun maxResponse(bytes: Long): RawRequestBuilder = apply { maxResponse = bytes }

    /** Returns the [RawRequest]. */
    public fun build(): RawRequest = RawRequest(
        method, *segments, host = host, query = query.toList(), body = body, content = content, contentType = contentType, form = form,
        retry = retry, maxResponse = maxResponse,
    )
}
