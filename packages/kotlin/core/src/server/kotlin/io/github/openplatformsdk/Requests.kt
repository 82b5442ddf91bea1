package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.QueryParameter
import io.github.openplatformsdk.ffi.RawHost
import io.github.openplatformsdk.ffi.RawRetry
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import io.github.openplatformsdk.ffi.FormPart as NativePart
import io.github.openplatformsdk.ffi.RawRequest as NativeRequest
import io.github.openplatformsdk.ffi.RawResponse as NativeResponse
import io.github.openplatformsdk.ffi.StreamedResponse as NativeStream

/**
 * A request to an endpoint that has no method in this package. `toString` shows neither path nor query nor body.
 *
 * @property method the HTTP method, such as `GET`.
 * @property segments the segments of the path, as plain text: they are checked and percent-encoded. An empty last segment
 * makes a path that ends with a slash.
 * @property host the host: the main API by default. The API key and the token are not sent to the upload host and the
 * authorization server. The host of chat media takes only uploads with a token of their own: `chatbot.uploadImage` and its like.
 * @property query query parameters, as plain text.
 * @property body JSON text.
 * @property content a body of any bytes, instead of [body]: an image.
 * @property contentType the media type of [content].
 * @property form a form with fields and files (`multipart/form-data`), instead of [body] and [content].
 * @property retry when the request may be retried: by default `SAFE` for GET and HEAD, `NOT_PROCESSED` for all other methods.
 * @property maxResponse the largest body of the response, in bytes: by default 2 MiB, and 64 KiB from the authorization server.
 */
public class RawRequest(
    public val method: String,
    public vararg val segments: String,
    public val host: RawHost = RawHost.BASE,
    public val query: List<Pair<String, String>> = emptyList(),
    public val body: Json? = null,
    public val content: ByteArray? = null,
    public val contentType: String? = null,
    public val form: List<FormPart>? = null,
    public val retry: RawRetry? = null,
    public val maxResponse: Long? = null,
) {
    internal suspend fun send(send: suspend (NativeRequest) -> NativeResponse): RawResponse = call { send(it).use(::RawResponse) }

    internal suspend fun open(open: suspend (NativeRequest) -> NativeStream): StreamedResponse = call { StreamedResponse(open(it)) }

    private suspend fun <T> call(use: suspend (NativeRequest) -> T): T {
        val parameters = query.map { (name, value) -> QueryParameter(name, value) }
        val parts = form?.map { NativePart(it.name, it.content, it.fileName, it.contentType) }
        try {
            return NativeRequest(
                method, segments.asList(), host, parameters, body, content, contentType, parts, retry, maxResponse,
            ).use { use(it) }
        } finally {
            parts?.forEach(NativePart::close)
        }
    }

    override fun toString(): String = "RawRequest(method=$method, host=$host)"
}

/**
 * A field or a file of the form of a [RawRequest]. Names are escaped as browsers do, and the content is sent unchanged.
 * `toString` shows neither names nor content.
 *
 * @property name the name of the field.
 * @property content the value of the field, or the whole file.
 * @property fileName the name of the file. A part without one is a field.
 * @property contentType the media type of the part: by default `application/octet-stream` for a file, and none for a field,
 * which means text.
 */
public class FormPart(
    public val name: String,
    public val content: ByteArray,
    public val fileName: String? = null,
    public val contentType: String? = null,
) {
    /** Creates a field. Its [text] is sent in UTF-8. */
    public constructor(name: String, text: String, contentType: String? = null) :
        this(name, text.encodeToByteArray(), null, contentType)

    override fun toString(): String = if (fileName == null) "FormPart(field)" else "FormPart(file)"
}

/** The response to a [RawRequest], always with a success status: others are exceptions. `toString` shows no body. */
public class RawResponse internal constructor(native: NativeResponse) {
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

/**
 * The response to a [RawRequest] while its body is arriving, always with a success status: others are exceptions. From `stream`.
 * [close] it, for example with `use`. `toString` shows no body.
 */
public class StreamedResponse internal constructor(private val native: NativeStream) : AutoCloseable {
    /** HTTP status. */
    public val status: Int = native.status().toInt()

    /** Headers, by name in lower case. Of several headers with the same name, the last one. */
    public val headers: Map<String, String> = native.headers()

    /** The request id that the platform assigned, or else the one that this client sent. */
    public val requestId: String? = native.requestId()

    /** How many times the request was sent. */
    public val attempts: Int = native.attempts().toInt()

    /**
     * The bytes of the body as they arrive, in pieces of any size. A second collection goes on where the first one ended.
     *
     * An incomplete body throws a [TransportException]: of the kind `interrupted` if the connection breaks, or if nothing
     * arrives for as long as the timeout of the call; `too_large` if the body exceeds [RawRequest.maxResponse]. Nothing is sent
     * again.
     */
    public val body: Flow<ByteArray> = flow {
        while (true) emit(translated { native.nextChunk() } ?: break)
    }

    /** Ends the response and closes its connection, if it has not ended. */
    override fun close(): Unit = native.end()

    override fun toString(): String = "StreamedResponse(status=$status)"
}
