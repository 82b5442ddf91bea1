package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.QueryParameter
import io.github.openplatformsdk.ffi.RawAnswer
import io.github.openplatformsdk.ffi.RawCall
import io.github.openplatformsdk.ffi.RawHost
import io.github.openplatformsdk.ffi.RawRetry

/**
 * A request to an endpoint that has no method in this package. `toString` shows neither path nor query nor body.
 *
 * @property method the HTTP method, such as `GET`.
 * @property segments the segments of the path, as plain text: they are checked and percent-encoded. An empty last segment
 * makes a path that ends with a slash.
 * @property host the host: the main API by default. The API key and the token are not sent to the upload host and the
 * authorization server.
 * @property query query parameters, as plain text.
 * @property body JSON text.
 * @property content a body of any bytes, instead of [body]: an image or a multipart form.
 * @property contentType the media type of [content].
 * @property retry when the request may be retried: by default `SAFE` for GET and HEAD, `UNSENT` for all other methods.
 */
public class RawRequest(
    public val method: String,
    public vararg val segments: String,
    public val host: RawHost = RawHost.BASE,
    public val query: List<Pair<String, String>> = emptyList(),
    public val body: Json? = null,
    public val content: ByteArray? = null,
    public val contentType: String? = null,
    public val retry: RawRetry? = null,
) {
    internal suspend fun send(send: suspend (RawCall) -> RawAnswer): RawResponse {
        val parameters = query.map { (name, value) -> QueryParameter(name, value) }
        return RawCall(method, segments.asList(), host, parameters, body, content, contentType, retry).use {
            send(it).use(::RawResponse)
        }
    }

    override fun toString(): String = "RawRequest(method=$method, host=$host)"
}

/** The response to a [RawRequest], always with a success status: others are exceptions. `toString` shows no body. */
public class RawResponse internal constructor(native: RawAnswer) {
    /** HTTP status. */
    public val status: Int = native.status().toInt()

    /** Headers, by name in lower case. Of several headers with the same name, the last one. */
    public val headers: Map<String, String> = native.headers()

    /** The body, unchanged. */
    public val body: ByteArray = native.body()

    /** The request id that the platform assigned, or else the one that this client sent. */
    public val requestId: String? = native.requestId()

    /** How many times the request was sent. */
    public val attempts: Int = native.attempts().toInt()

    override fun toString(): String = "RawResponse(status=$status, ${body.size} bytes)"
}
