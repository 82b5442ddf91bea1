package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.java.OpenPlatformAsync
import io.github.openplatformsdk.java.UserClientAsync
import io.github.openplatformsdk.testing.ManualClock
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.clock
import io.github.openplatformsdk.testing.noResponse
import io.github.openplatformsdk.testing.response
import io.github.openplatformsdk.testing.transport
import java.time.Instant
import java.util.Base64
import java.util.concurrent.CopyOnWriteArrayList
import kotlin.time.Duration
import org.junit.jupiter.api.Assertions.assertTrue

const val REDIRECT_URI = "https://app.example/oauth/callback"
val NOW: Instant = Instant.parse("2026-11-20T12:00:00Z")
val ONCE: PlatformSettings.() -> Unit = { retries(maxAttempts = 1) }

/** The client of the vectors, what it sent, and its clock. */
class VectorPlatform(private val recorder: Recorder, settings: PlatformSettings.() -> Unit = {}) {
    val clock = ManualClock(NOW)
    private val attempts = CopyOnWriteArrayList<Attempt>()
    private val refreshes = CopyOnWriteArrayList<Refresh>()

    val client: OpenPlatform = OpenPlatform {
        environment(emptyMap())
        apiKey("key-of-the-app")
        clientSecret("client-secret-of-the-app")
        clientId("my-app")
        redirectUri(REDIRECT_URI)
        hosts(
            auth = "https://auth.example",
            base = "https://base.example",
            api = "https://api.example",
            upload = "https://upload.example",
            chat = "https://chat.example",
        )
        settings()
        transport(recorder)
        clock(clock)
        onRequest(attempts::add)
        onRefresh(refreshes::add)
    }

    /** The same answer for every request. */
    constructor(always: Any?, settings: PlatformSettings.() -> Unit = {}) :
        this(Recorder.always(outcomeOf(always ?: DEFAULT_RESPONSE)), settings)

    val user: UserClient get() = client.userWithToken("access-token-of-the-user")

    /** The same clients for Java. */
    val java: OpenPlatformAsync = OpenPlatformAsync.of(client)
    val javaUser: UserClientAsync get() = java.userWithToken("access-token-of-the-user")

    val sent: List<RecordedRequest> get() = recorder.requests

    /** Adopts a grant of the user `user-7`, whose access token ends in a day. */
    suspend fun adopt() = client.grants.adopt(
        Tokens("access-token-of-the-user", null, NOW.plusSeconds(86_400), listOf("USER_PHONE")),
        user = "user-7",
    )

    /** Compares the records of the callbacks with those of a case, which names the members that matter. */
    fun recorded(expect: Map<String, Any?>) {
        if ("attempts" in expect) same("attempts", attempts.map(::members), expect["attempts"])
        if ("refreshes" in expect) same("refreshes", refreshes.map(::members), expect["refreshes"])
    }

    /** Makes a call of the endpoint table, in Kotlin or by a table of other calls. The value is what it returns, in its written form. */
    suspend fun call(name: String, given: Map<String, Any?>, calls: Calls = CALLS): Any? {
        val call = calls[name] ?: LOGIN[name] ?: error("$name has no runner")
        return call(this, given)
    }
}

/** Calls by their names. */
typealias Calls = Map<String, suspend VectorPlatform.(Map<String, Any?>) -> Any?>

/** The response of a case that has none. */
val DEFAULT_RESPONSE: Map<String, Any?> = mapOf("status" to 200L, "body" to mapOf("token" to "gZd7omnS"))

private fun members(it: Attempt): Map<String, Any?> {
    assertTrue(it.duration >= Duration.ZERO && it.requestId != null && (it.wait != null) == (it.retry != null), "$it")
    return mapOf(
        "endpoint" to it.endpoint,
        "method" to it.method,
        "attempt" to it.attempt,
        "status" to it.status,
        "error" to it.error,
        "retry" to it.retry,
    )
}

private fun members(it: Refresh): Map<String, Any?> {
    assertTrue(it.duration >= Duration.ZERO, "$it")
    return mapOf("outcome" to it.outcome, "attempt" to it.attempt, "reason" to it.reason)
}

fun script(outcomes: List<Any?>): Recorder = Recorder.script(*outcomes.map(::outcomeOf).toTypedArray())

/** The first case of a call in `requests.json`: where other files take its arguments and its reply from. */
fun example(call: Any?): Case = cases("requests").first { it.given["call"] == call }

/** What the platform answers, as a case writes it. */
fun outcomeOf(it: Any?): ScriptedOutcome {
    if (it["failure"] != null) {
        return noResponse(TransportErrorKind.valueOf(it.text("failure").uppercase()), it["may_have_arrived"] as Boolean?)
    }
    val headers = it.members("headers").mapValues { (_, value) -> value as String }
    if (it.holds("body")) return response(it.int("status"), jsonText(it["body"]), headers)
    return response(it.int("status"), (it["text"] as String? ?: "").encodeToByteArray(), headers)
}

/** A pair whose access token ended an hour ago. */
fun tokens(accessToken: String, refreshToken: String) =
    Tokens(accessToken, refreshToken, Instant.parse("2026-11-20T11:00:00Z"), listOf("USER_PHONE", "offline_access"))

fun Map<String, Any?>.json(name: String): Json = jsonText(this[name])

fun value(json: Json): Any? = jsonValue(json)

/** The calls of login, which have no method of an area. */
private val LOGIN: Map<String, suspend VectorPlatform.(Map<String, Any?>) -> Any?> = mapOf(
    "oauth.authorize" to { client.oauth.authorize(it.list("scopes"), it.text("session_id")).url },
    "oauth.exchange" to { client.oauth.exchange(it.text("code"), it.text("redirect_uri")); null },
    "oauth.refresh" to {
        client.oauth.refresh(tokens(it.text("access_token"), it.text("refresh_token")), it.text("redirect_uri"))
        null
    },
)
