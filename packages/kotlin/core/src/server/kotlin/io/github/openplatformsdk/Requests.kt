package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.QueryParameter
import io.github.openplatformsdk.ffi.RawAnswer
import io.github.openplatformsdk.ffi.RawCall
import io.github.openplatformsdk.ffi.RawHost
import io.github.openplatformsdk.ffi.RawRetry

/**
 * A request to an endpoint that has no method here. Its text shows neither path nor query nor body.
 *
 * @property method the HTTP method, such as `GET`.
 * @property segments the path, one segment after the other, as plain text: they are checked and percent-encoded. An empty
 * one at the end makes a path that ends in a slash.
 * @property host which host: the main API by default. The upload host and the authorization server get neither key nor
 * token.
 * @property query query parameters, as plain text.
 * @property body JSON text.
 * @property content bytes that are sent as they are, in place of [body]: an image, a multipart form.
 * @property contentType the media type of [content].
 * @property retry when it may be sent again: by default `SAFE` for GET and HEAD, `UNSENT` for all others.
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

/** The answer to a [RawRequest]: always a success. Its text shows no body. */
public class RawResponse internal constructor(native: RawAnswer) {
    /** HTTP status. */
    public val status: Int = native.status().toInt()

    /** Headers, by name in lower case. Of several with one name the last. */
    public val headers: Map<String, String> = native.headers()

    /** The body as it arrived. */
    public val body: ByteArray = native.body()

    /** The request id that the platform gave, or else the one this client sent. */
    public val requestId: String? = native.requestId()

    /** How many times the request was sent. */
    public val attempts: Int = native.attempts().toInt()

    override fun toString(): String = "RawResponse(status=$status, ${body.size} bytes)"
}
