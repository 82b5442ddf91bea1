package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.testing.ManualClock
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.answer
import io.github.openplatformsdk.testing.clock
import io.github.openplatformsdk.testing.noAnswer
import io.github.openplatformsdk.testing.transport
import java.time.Instant
import java.util.Base64

const val REDIRECT_URI = "https://app.example/oauth/callback"
val NOW: Instant = Instant.parse("2026-11-20T12:00:00Z")
val ONCE: PlatformSettings.() -> Unit = { retries(max = 1) }

/** The client of the vectors, what it sent, and its clock. */
class VectorPlatform(private val recorder: Recorder, settings: PlatformSettings.() -> Unit = {}) {
    val clock = ManualClock(NOW)

    val client: OpenPlatform = OpenPlatform {
        environment(emptyMap())
        apiKey("key-of-the-app")
        clientSecret("client-secret-of-the-app")
        clientId("my-app")
        redirectUri(REDIRECT_URI)
        hosts("https://auth.example", "https://base.example", "https://api.example", "https://upload.example")
        settings()
        transport(recorder)
        clock(clock)
    }

    /** The same answer for every request. */
    constructor(always: Any?, settings: PlatformSettings.() -> Unit = {}) :
        this(Recorder.always(outcomeOf(always ?: mapOf("status" to 200L, "body" to emptyMap<String, Any?>()))), settings)

    val user: UserClient get() = client.userWithToken("access-token-of-the-user")

    val sent: List<RecordedRequest> get() = recorder.requests

    /** Makes a call of the endpoint table. The value is what it returns, in its written form. */
    suspend fun call(name: String, given: Map<String, Any?>): Any? {
        val call = CALLS[name] ?: error("$name has no runner")
        return call(this, given)
    }
}

fun script(outcomes: List<Any?>): Recorder = Recorder.script(*outcomes.map(::outcomeOf).toTypedArray())

/** The first case of a call in `requests.json`: where other files take its arguments and its reply from. */
fun example(call: Any?): Case = cases("requests").first { it.given["call"] == call }

/** What the platform answers, as a case writes it. */
private fun outcomeOf(it: Any?): Outcome {
    if (it["failure"] != null) {
        return noAnswer(TransportErrorKind.valueOf(it.text("failure").uppercase()), it["may_have_arrived"] as Boolean)
    }
    val headers = it.members("headers").mapValues { (_, value) -> value as String }
    if (it.holds("body")) return answer(it.int("status"), jsonText(it["body"]), headers)
    return answer(it.int("status"), (it["text"] as String? ?: "").encodeToByteArray(), headers)
}

/** A pair whose access token ended an hour ago. */
fun tokens(accessToken: String, refreshToken: String) =
    Tokens(accessToken, refreshToken, Instant.parse("2026-11-20T11:00:00Z"), listOf("USER_PHONE", "offline_access"))

private fun Map<String, Any?>.json(name: String): Json = jsonText(this[name])

private fun value(json: Json): Any? = jsonValue(json)

@Suppress("DEPRECATION")
private val CALLS: Map<String, suspend VectorPlatform.(Map<String, Any?>) -> Any?> = mapOf(
    "oauth.authorize" to { client.oauth.authorize(it.list("scopes"), it.text("session_id")).url },
    "oauth.exchange" to { client.oauth.exchange(it.text("code"), it.text("redirect_uri")); null },
    "oauth.refresh" to {
        client.oauth.refresh(tokens(it.text("access_token"), it.text("refresh_token")), it.text("redirect_uri"))
        null
    },
    "users.phone_numbers" to { value(user.users.phoneNumbers().toJson()) },
    "users.me" to { value(user.users.me().toJson()) },
    "users.id_by_phone" to { client.users.idByPhone(it.text("phone")) },
    "posts.get" to { value(client.posts.get(it.text("post_token")).toJson()) },
    "posts.get_with_ongoing_images" to { value(user.posts.getWithOngoingImages(it.text("post_token")).toJson()) },
    "images.upload" to { value(client.images.upload(Base64.getDecoder().decode(it.text("image_base64"))).toJson()) },
    "addons.create_on_post" to {
        value(user.addons.createOnPost(it.text("post_token"), PostAddon.fromJson(it.json("addon"))).toJson())
    },
    "addons.create_for_user" to {
        value(user.addons.createForUser(it.text("phone"), UserAddon.fromJson(it.json("addon"))).toJson())
    },
    "addons.create_for_user_id" to {
        value(user.addons.createForUserId(it.text("user_id"), UserAddon.fromJson(it.json("addon"))).toJson())
    },
    "addons.create_for_business" to {
        value(user.addons.createForBusiness(it.text("business_token"), BusinessAddon.fromJson(it.json("addon"))).toJson())
    },
    "addons.delete_from_post" to { client.addons.deleteFromPost(it.text("post_token")); null },
    "addons.delete_for_user" to { client.addons.deleteForUser(it.text("id")); null },
    "semantics.create_for_user" to {
        value(user.semantics.createForUser(it.text("phone"), SemanticRecord.fromJson(it.json("record"))).toJson())
    },
    "semantics.create_for_user_id" to {
        val record = UserIdSemanticRecord.fromJson(it.json("record"))
        value(user.semantics.createForUserId(it.text("user_id"), record).toJson())
    },
    "semantics.create_for_post" to {
        value(user.semantics.createForPost(it.text("post_token"), SemanticRecord.fromJson(it.json("record"))).toJson())
    },
    "semantics.delete_for_user" to { client.semantics.deleteForUser(it.text("phone")); null },
    "semantics.delete_for_user_id" to { client.semantics.deleteForUserId(it.text("user_id"), it.text("phone")); null },
    "conversations.send" to {
        value(user.conversations.send(it.text("conversation_id"), Message.fromJson(it.json("message"))).toJson())
    },
    "conversations.get" to { value(user.conversations.get(it.text("conversation_id")).toJson()) },
    "chatbot.reply" to {
        value(client.chatbot.reply(it.text("conversation_id"), BotMessage.fromJson(it.json("message"))).toJson())
    },
    "chatbot.send" to { value(user.chatbot.send(it.text("user_id"), BotMessage.fromJson(it.json("message"))).toJson()) },
    "events.subscribe" to { user.events.subscribe(Subscription.fromJson(it.json("subscription"))); null },
    "legacy.addons.create_on_post_by_key" to {
        val addon = PostAddon.fromJson(it.json("addon"))
        value(client.legacy.addons.createOnPostByKey(it.text("post_token"), addon).toJson())
    },
    "legacy.addons.create_on_post" to {
        val addon = LegacyPostAddon.fromJson(it.json("addon"))
        value(user.legacy.addons.createOnPost(it.text("post_token"), addon).toJson())
    },
    "legacy.addons.create_for_user" to {
        value(user.legacy.addons.createForUser(it.text("phone"), LegacyUserAddon.fromJson(it.json("addon"))).toJson())
    },
    "legacy.verifications.create" to {
        val verification = LegacyVerification.fromJson(it.json("verification"))
        value(user.legacy.verifications.create(it.text("phone"), verification).toJson())
    },
    "legacy.verifications.delete" to { client.legacy.verifications.delete(it.text("phone")); null },
    "legacy.conversations.send" to {
        value(user.legacy.conversations.send(LegacyMessage.fromJson(it.json("message"))).toJson())
    },
    "legacy.events.listen" to {
        val listener = it["listener"]
        user.legacy.events.listen(
            listener.text("post_token"), listener.text("endpoint"), listener.text("identification_key"),
        )
        null
    },
)
