import io.github.openplatformsdk.Event
import io.github.openplatformsdk.Hooks
import io.github.openplatformsdk.IdentificationKey
import io.github.openplatformsdk.MessageContent
import io.github.openplatformsdk.SenderSide
import io.github.openplatformsdk.ffi.Header
import io.github.openplatformsdk.ffi.IdentificationKey as NativeKey
import io.github.openplatformsdk.ffi.Webhooks
import io.github.openplatformsdk.ktor.openPlatformHooks
import io.ktor.http.HttpStatusCode
import io.ktor.server.application.ApplicationCall
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.request.receiveChannel
import io.ktor.server.response.respond
import io.ktor.server.routing.Route
import io.ktor.server.routing.post
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import io.ktor.utils.io.readRemaining
import java.net.ServerSocket
import java.net.Socket
import java.security.MessageDigest
import java.time.Instant
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.system.exitProcess
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.io.readByteArray
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement

/**
 * Measures the CPU time of a webhook request with a message, with one of two receivers:
 *
 *     Webhooks read RECEIVER        authenticated and parsed: prints {"micro_seconds": CPU time per request}
 *     Webhooks dispatch RECEIVER    sent to a server of Ktor, which calls a handler for it
 *
 * RECEIVER is `package` for this package, or `kotlinx` for what an expert would write with kotlinx.serialization alone. The handlers
 * read the same six members of the message. With `dispatch` each request has another message. The client is a socket in the same
 * process, which writes a batch of requests at once and counts the responses. Its time counts for both receivers.
 *
 * What is written by hand does what a receiver must do so that no event is lost or handled twice and no sender can exhaust it, as
 * in core/benches/by_expert: it compares the key in constant time before it reads the body, limits the body in size and time,
 * marks the message as being handled, so that a repetition is answered with 503 until its handler has returned and with 200
 * afterwards, takes the mark back if the handler fails or is cancelled, and keeps a limited number of ids. It does less than the
 * package all the same: it has one key and one type of event, keeps no unknown members and values, does not notice two bodies with
 * one id, computes no age of the message, and its handler ends with the connection.
 */
fun main(arguments: Array<String>) {
    val (what, receiver) = arguments
    val result = when ("$what $receiver") {
        "read package" -> reading(withPackage())
        "read kotlinx" -> reading(byHand())
        "dispatch package" -> dispatching { openPlatformHooks(hooks()) }
        "dispatch kotlinx" -> dispatching { events() }
        else -> error("Webhooks read | dispatch, package | kotlinx")
    }
    println("{\"micro_seconds\": $result}")
    exitProcess(0)
}

private const val KEY = "bench-identification-key-0123456789"
private const val BODY = """{"type":"NEW_MESSAGE","new_message":{"id":"7651e778-6231-11f0-9cd2-0242ac120002","conversation":{"id":""" +
    """"b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55","type":"POST","post_token":"gZd7omnS"},"sender":{"side":"BUYER",""" +
    """"type":"HUMAN"},"type":"TEXT","sent_at":"2025-07-16T10:41:42.648410Z","text":"سلام، هنوز موجود است؟"},""" +
    """"metadata":{"internal_id":"customer-42"}}"""
private val body = BODY.toByteArray()
private const val BATCH = 200

private const val BODY_LIMIT = 256 * 1024
private val BODY_TIMEOUT = 8500.milliseconds

/** How many ids are kept. */
private const val MAX_SEEN = 100_000

private fun reading(read: () -> Unit): Double = microSeconds {
    repeat(BATCH) { read() }
    BATCH
}

private fun withPackage(): () -> Unit {
    val webhooks = Webhooks(listOf(NativeKey("key", KEY)))
    val headers = listOf(Header("host", "app.example"), Header("content-type", "application/json"), Header("authorization", KEY))
    return { six(webhooks.event("POST", headers, body).event as Event.NewMessage) }
}

private fun hooks() = Hooks(keys = listOf(IdentificationKey("key", KEY))).on<Event.NewMessage> { six(it) }

private fun six(event: Event.NewMessage) {
    val message = event.message
    check(message.id.isNotEmpty() && message.sender.side == SenderSide.Buyer && message.conversation.id.isNotEmpty())
    check(message.conversation.postToken != null && (message.content as MessageContent.Text).text.isNotEmpty())
    check(message.sentAt != null)
}

@Serializable
private class HookEvent(
    val type: String,
    @SerialName("new_message") val newMessage: HookMessage? = null,
    val metadata: JsonElement? = null,
)

@Serializable
private class HookMessage(
    val id: String,
    val conversation: HookConversation,
    val sender: HookSender,
    val type: String,
    @Serializable(Instants::class) @SerialName("sent_at") val sentAt: Instant? = null,
    val text: String = "",
)

@Serializable
private class HookConversation(val id: String, val type: String, @SerialName("post_token") val postToken: String? = null)

@Serializable
private class HookSender(val type: String, val side: String? = null)

private fun six(message: HookMessage) {
    check(message.id.isNotEmpty() && message.sender.side == "BUYER" && message.conversation.id.isNotEmpty())
    check(message.conversation.postToken != null && message.text.isNotEmpty() && message.sentAt != null)
}

private val json = Json { ignoreUnknownKeys = true }
private val proof = KEY.toByteArray()

private fun byHand(): () -> Unit = {
    check(MessageDigest.isEqual(KEY.toByteArray(), proof))
    six(json.decodeFromString<HookEvent>(body.decodeToString()).newMessage!!)
}

/** Receives events by hand. */
private fun Route.events() {
    val seen = Seen()
    post("events") { call.respond(receive(call, seen)) }
}

private suspend fun receive(call: ApplicationCall, seen: Seen): HttpStatusCode {
    if (!MessageDigest.isEqual(call.request.headers["authorization"].orEmpty().toByteArray(), proof)) return HttpStatusCode.Unauthorized
    val body = withTimeoutOrNull(BODY_TIMEOUT) { call.receiveChannel().readRemaining(BODY_LIMIT + 1L).readByteArray() }
        ?: return HttpStatusCode.RequestTimeout
    if (body.size > BODY_LIMIT) return HttpStatusCode.PayloadTooLarge
    val event = try {
        json.decodeFromString<HookEvent>(body.decodeToString())
    } catch (_: SerializationException) {
        return HttpStatusCode.BadRequest
    }
    val message = event.newMessage ?: return HttpStatusCode.OK
    when (seen.begin(message.id)) {
        true -> return HttpStatusCode.OK
        false -> return HttpStatusCode.ServiceUnavailable
        null -> Unit
    }
    try {
        six(message)
    } catch (error: Throwable) {
        seen.forget(message.id)
        throw error
    }
    seen.finish(message.id)
    return HttpStatusCode.OK
}

/** The ids of the messages that are being handled or were. */
private class Seen {
    /** Each with whether it was handled. */
    private val all = ConcurrentHashMap<String, Boolean>()

    /** Those that were handled, in order. */
    private val handled = ConcurrentLinkedQueue<String>()
    private val count = AtomicInteger()

    /** Marks a message as being handled. Whether it was handled already, or `null` for a new one. */
    fun begin(id: String): Boolean? = all.putIfAbsent(id, false)

    fun forget(id: String) {
        all.remove(id)
    }

    fun finish(id: String) {
        all[id] = true
        handled.add(id)
        if (count.incrementAndGet() > MAX_SEEN) {
            count.decrementAndGet()
            all.remove(handled.poll())
        }
    }
}

private fun dispatching(routes: Route.() -> Unit): Double {
    val port = ServerSocket(0).use { it.localPort }
    embeddedServer(CIO, port, "127.0.0.1") { routing { route("/hooks") { routes() } } }.start()
    val socket = Socket("127.0.0.1", port).apply { tcpNoDelay = true }
    var made = 0
    val requests = {
        val head = "POST /hooks/events HTTP/1.1\r\nhost: app.example\r\ncontent-type: application/json\r\n" +
            "authorization: $KEY\r\ncontent-length: ${body.size}\r\n\r\n"
        (1..BATCH).joinToString("") { head + BODY.replaceFirst("7651e778", "%08x".format(made++)) }.toByteArray()
    }
    return microSeconds(requests, SERVER_WARM_UP) {
        socket.getOutputStream().write(it)
        val received = StringBuilder()
        val piece = ByteArray(65_536)
        while (received.split("\r\n\r\n").size <= BATCH) {
            val length = socket.getInputStream().read(piece)
            check(length > 0) { "the connection ended after $received" }
            received.append(String(piece, 0, length, Charsets.ISO_8859_1))
        }
        check(received.split("HTTP/1.1 200 OK\r\n").size == BATCH + 1) { received }
        BATCH
    }
}
