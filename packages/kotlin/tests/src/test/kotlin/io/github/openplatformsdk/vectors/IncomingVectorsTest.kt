package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ffi.Header
import io.github.openplatformsdk.ffi.readStartRequest
import io.github.openplatformsdk.ffi.replyOk
import io.github.openplatformsdk.ffi.replyToDynamicAction
import io.github.openplatformsdk.ffi.replyToRejection
import io.github.openplatformsdk.ffi.replyToStart
import io.github.openplatformsdk.ffi.replyUnavailable
import java.time.Instant
import kotlin.time.Duration.Companion.seconds
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.TestFactory
import io.github.openplatformsdk.ffi.IdentificationKey as NativeKey
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException
import io.github.openplatformsdk.ffi.Webhooks as NativeWebhooks

/** Files of `tests/vectors`: what the platform sends to the app. */
class IncomingVectorsTest : Vectors() {
    @TestFactory
    fun events() = judge("events") { given, expect ->
        if ("second" in given) {
            val (first, second) = listOf("first", "second").map { readDelivery(jsonText(given[it]).encodeToByteArray()) }
            val actual = mapOf(
                "same_dedupe_key" to (first.dedupeKey == second.dedupeKey),
                "window_seconds" to first.dedupeWindowSeconds,
            )
            return@judge same("deduplication", actual, expect)
        }
        val delivery = outcome(expect) { readDelivery(bytes(given)) } ?: return@judge
        val event = delivery.event
        if ("unknown" in expect) return@judge same("unknown", (event as Event.Unknown).kind, expect["unknown"])
        if ("malformed" in expect) return@judge assertTrue(event is Event.Malformed)
        assertFalse(event is Event.Unknown || event is Event.Malformed, "$event")
        val written = jsonValue(event.toJson()).asMembers()
        same("kind", written["type"], expect["kind"])
        if ("grant" in expect) same("grant", delivery.grant, expect["grant"])
        if ("metadata" in expect) same("metadata", delivery.metadata?.let(::jsonValue), expect["metadata"])
        if ("legacy" in expect) same("legacy", delivery.legacy, expect["legacy"])
        if ("noted" in expect) same("noted", delivery.notes.isNotEmpty(), expect["noted"])
        if ("from_bot" in expect) {
            val message = if (event is Event.NewMessage) event.message else (event as Event.NewChatbotMessage).message
            same("from_bot", message.isFromBot, expect["from_bot"])
        }
        fields((written - "type").values.first(), expect.members("fields"))
    }

    private fun headers(given: Map<String, Any?>): List<Pair<String, String>> =
        given.list<List<String>>("headers").map { (name, value) -> name to value }

    private fun receiver(keys: List<Any>): NativeWebhooks = NativeWebhooks(
        keys.mapIndexed { index, key ->
            // One that has an end is an object.
            if (key is String) NativeKey("key-$index", key)
            else NativeKey("key-$index", key.text("key"), Instant.parse(key.text("not_after")))
        },
    )

    /** What is read. An expected refusal is compared, and gives null. */
    private fun <T> refusedOr(expect: Map<String, Any?>, run: () -> T): T? = try {
        run().also { assertFalse("rejected" in expect, "was accepted") }
    } catch (rejected: NativeException.Webhook) {
        same("the answer", mapOf("rejected" to rejected.report.status), expect)
        null
    }

    private fun native(headers: List<Pair<String, String>>) =
        headers.map { (name, value) -> Header(name, value) }

    @TestFactory
    fun `webhook requests`() = judge("webhook_requests") { given, expect ->
        val delivery = refusedOr(expect) {
            receiver(given.list("keys")).event(given.text("method"), native(headers(given)), bytes(given))
        } ?: return@judge
        val kind = when (val event = delivery.event) {
            is Event.Malformed -> null
            is Event.Unknown -> event.kind
            else -> jsonValue(event.toJson())["type"]
        }
        same("the answer", mapOf("accepted" to kind), expect)
    }

    @TestFactory
    fun `ip allowlist`() = judge("ip_allowlist") { given, expect ->
        val allowlist = outcome(expect) {
            val allowed = if (given["networks"] is String) IpAllowlist.platform() else IpAllowlist(given.list("networks"))
            val allowlist = allowed.trustedProxies(given.list("trusted_proxies"))
            if ("limit_failures" in given) allowlist.limitFailures(given.int("limit_failures")) else allowlist
        } ?: return@judge
        same("the outcomes", given.list<Any>("requests").map { checked(allowlist, it) }, expect["outcomes"])
    }

    private fun checked(allowlist: IpAllowlist, request: Any): Any = try {
        val forwarded = request.list<String>("forwarded").map { "X-Forwarded-For" to it }
        val address = allowlist.check(request["peer"] as String?, forwarded)
        if (request.holds("answered")) allowlist.answered(address, request.int("answered"))
        address
    } catch (rejected: WebhookRejectedException) {
        rejected.status
    }

    private val authentic = listOf("Authorization" to "identification-key-one", "Content-Type" to "application/json")

    @TestFactory
    fun `start requests`() = judge("start_requests") { given, expect ->
        val request = refusedOr(expect) {
            val receiver = receiver(listOf("identification-key-one"))
            receiver.start("POST", native(headers(given) + authentic), bytes(given))
        } ?: return@judge
        if ("noted" in expect) same("noted", request.notes.isNotEmpty(), expect["noted"])
        val version = when (request.version) {
            is StartVersion.V1 -> 1L
            is StartVersion.V2 -> 2L
            else -> null
        }
        fields(jsonValue(request.toJson()).asMembers() + ("version" to version), expect.members("fields"))
    }

    @TestFactory
    fun `dynamic actions`() = judge("dynamic_actions") { given, expect ->
        val request = refusedOr(expect) {
            receiver(listOf("identification-key-one")).dynamicAction("POST", native(authentic), bytes(given))
        } ?: return@judge
        fields(jsonValue(request.toJson()), expect.members("fields"))
    }

    @TestFactory
    fun `direct links`() = judge("direct_links") { given, expect ->
        same("the query", jsonValue(readDirectLink(given.text("link")).toJson()), expect["value"])
    }

    @TestFactory
    fun `chatbot starts`() = judge("chatbot_starts") { given, expect ->
        same("the start", readBotStart(given.text("text"))?.let { jsonValue(it.toJson()) }, expect["value"])
    }

    @TestFactory
    fun `webhook replies`() = judge("webhook_replies") { given, expect ->
        val reply = outcome(expect) { webhookReply(given) } ?: return@judge
        val body = reply.body.decodeToString()
        val actual = mapOf(
            "status" to reply.status.toInt(),
            "content_type" to reply.contentType,
            "headers" to reply.headers,
            "body" to if (body.isEmpty()) null else jsonValue(body),
        )
        same("the answer", actual, expect)
    }

    private fun webhookReply(given: Map<String, Any?>): Reply = when (given["to"]) {
        "event" -> replyOk()
        "event that cannot be stored" -> {
            val milliseconds = (given["seconds"] as Number).toDouble() * 1000
            replyUnavailable(milliseconds / 1000)
        }
        "refused request" -> replyToRejection(given.int("status").toUShort(), "a reason")
        "start request" -> replyToStart(
            StartReply.fromJson(jsonText(given["reply"])),
            readStartRequest(bytes(given), given["version"]?.toString()),
        )
        "dynamic action" -> replyToDynamicAction(DynamicActionReply.fromJson(jsonText(given["reply"])))
        else -> fail("${given["to"]}")
    }

    /** Which row of the table a call is shows in the request that is sent. */
    @TestFactory
    fun app() = judge("app") { given, expect ->
        fun texts(keys: Any?) =
            (keys as List<*>).map { (it as String).replace("{key}", "6b".repeat(32)).replace("{other}", "6f".repeat(32)) }
        val platform = VectorPlatform(given["reply"]) { limits(given) }
        val grant = platform.adopt().key
        val own = given["token"]
        val owner = (own["client_id"] as String?)?.let { OpenPlatform { clientId(it) } } ?: platform.client
        val lifetime = (own["lifetime_seconds"] as Long? ?: 600).seconds
        val token = AppGateway(owner, texts(listOf("{key}")), texts(own["allow"] ?: given["allow"]), lifetime)
            .access(own["grant"] as String? ?: grant).token
        val log = Log()
        val gateway = AppGateway(platform.client, texts(given["keys"]), texts(given["allow"]), logger = log)
        platform.clock.advance((given["seconds_later"] as Long? ?: 0).seconds)

        val headers = headers(given).map { (name, value) -> name to value.replace("{token}", token) }
        val body = if ("text" in given || "body" in given) bytes(given) else byteArrayOf()
        val incoming = IncomingRequest(given.text("method"), given.text("path"), headers) { body }
        val reply = gateway.receive(incoming) { given["user"] as String? }
        same("status", reply.status, expect["status"])
        for ((name, wanted) in expect.members("headers")) {
            same(name, reply.headers.find { it.first.equals(name, ignoreCase = true) }?.second, wanted)
        }
        val text = reply.body.decodeToString()
        if ("body" in expect) same("body", if (text.isEmpty()) null else jsonValue(text), expect["body"])
        val lines = "$log".lines().filter { it.isNotEmpty() }
        val isLogged = if ("log" in expect) lines.size == 1 && expect.text("log") in lines[0] else lines.isEmpty()
        assertTrue(isLogged, "$lines")
        if ("members" in expect) same("members", jsonValue(text).asMembers().keys.sorted(), expect["members"])
        if ("requests" in expect) same("requests", platform.sent.size, expect["requests"])
        if ("request" in expect) isRequest(platform.sent.first(), expect.members("request"))
    }
}
