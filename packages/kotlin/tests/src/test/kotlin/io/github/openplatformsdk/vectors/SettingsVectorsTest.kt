package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ffi.retryAfterSeconds
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.transport
import java.time.Instant
import java.util.logging.Level
import java.util.logging.Logger
import kotlin.time.Duration.Companion.seconds
import kotlin.time.DurationUnit
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.TestFactory

/** Files of `tests/vectors`: settings, retries, migration and secrets. */
class SettingsVectorsTest : Vectors() {
    /** What clients log. */
    private val log = LogLines { true }
    private val root: Logger = Logger.getLogger("open_platform")

    /** At this level, and not that of the process, which a web framework in another test may have changed. */
    @BeforeEach
    fun listen() {
        root.level = Level.INFO
        root.addHandler(log)
    }

    @AfterEach
    fun restore() {
        root.removeHandler(log)
        root.level = null
    }

    @TestFactory
    fun environments() = judge("environments") { given, expect ->
        val recorder = Recorder.always(outcomeOf(DEFAULT_RESPONSE))
        log.lines.clear()
        val post = outcome(expect) {
            try {
                val platform = OpenPlatform {
                    environment(given.members("environment").mapValues { (_, value) -> value as String })
                    given["api_key"]?.let { apiKey(it as String) }
                    given["client_id"]?.let { clientId(it as String) }
                    given["sandbox_url"]?.let { sandbox(it as String) }
                    given["base"]?.let {
                        hosts(
                            auth = "https://auth.example",
                            base = it as String,
                            api = "https://api.example",
                            upload = "https://upload.example",
                            chat = "https://chat.example",
                        )
                    }
                    transport(recorder)
                }
                platform.posts.get("gZd7omnS")
            } catch (error: Exception) {
                assertFalse("canary" in printed(error), printed(error))
                throw error
            }
        }
        same("number of requests", recorder.requests.size, if (post != null) 1 else 0)
        if (post != null) isRequest(recorder.requests.single(), expect.members("request"))
        same("lines", log.lines, expect["lines"] ?: emptyList<String>())
    }

    @TestFactory
    fun configurations() = judge("configurations") { given, expect ->
        fun length(name: String) = (given[name] as Number?)?.toDouble()?.seconds
        fun count(name: String) = (given[name] as Number?)?.toInt()
        val recorder = Recorder.always(outcomeOf(DEFAULT_RESPONSE))
        val post = outcome(expect) {
            try {
                val platform = VectorPlatform(recorder) {
                    allowPlainHttp(given["allow_plain_http"] == true)
                    given["api_key"]?.let { apiKey(it as String) }
                    given["client_id"]?.let { clientId(it as String) }
                    given["client_secret"]?.let { clientSecret(it as String) }
                    given["identification_key"]?.let { identificationKeys(it as String) }
                    given["sandbox_url"]?.let { sandbox(it as String) }
                    length("timeout")?.let { timeout(it) }
                    length("upload_timeout")?.let { uploadTimeout(it) }
                    count("max_attempts")?.let { retries(it) }
                    limits(given)
                    count("max_image_bytes")?.let { maxImageBytes(it.toLong()) }
                    count("max_body_bytes")?.let { maxBodyBytes(it.toLong()) }
                    count("max_video_bytes")?.let { maxVideoBytes(it.toLong()) }
                    count("max_pending_logins")?.let { maxPendingLogins(it) }
                    given["base"]?.let {
                        hosts(
                            auth = "https://auth.example",
                            base = it as String,
                            api = "https://api.example",
                            upload = "https://upload.example",
                            chat = "https://chat.example",
                        )
                    }
                }
                if ("identification_key" in given) Hooks(platform.client)
                val token = given["access_token"] as String? ?: "access-token-of-the-user"
                length("connect_timeout")?.let { OpenPlatform { environment(emptyMap()); connectTimeout(it) } }
                platform.client.userWithToken(token).posts.getWithOngoingImages("gZd7omnS", length("call_timeout"))
            } catch (error: Exception) {
                assertFalse("canary" in printed(error), printed(error))
                throw error
            }
        }
        same("number of requests", recorder.requests.size, if (post != null) 1 else 0)
    }

    @TestFactory
    fun retry() = judge("retry") { given, expect ->
        val call = example(given["call"])
        val reply = call.given["reply"] ?: DEFAULT_RESPONSE
        val outcomes = given.list<Any?>("outcomes").map { if (it == mapOf("status" to 200L)) reply else it }
        val platform = VectorPlatform(script(outcomes))
        val run: suspend () -> Any? = { platform.call(given.text("call"), call.given.members("arguments")) }
        repeat((given["calls"] as Number? ?: 1).toInt() - 1) {
            try {
                run()
            } catch (_: OpenPlatformException) {
            }
            platform.clock.advance((given["seconds_between"] as Number? ?: 0).toLong().seconds)
        }
        if ("result" in expect || "error" in expect) {
            outcome(expect, call = run)
        } else {
            try {
                run()
            } catch (_: OpenPlatformException) {
            }
        }
        same("number of requests", platform.sent.size, expect["requests"])
        val waits = platform.clock.waits.map { it.toDouble(DurationUnit.SECONDS) }
        if ("waits_at_least" in expect) {
            val least = expect.list<Number>("waits_at_least").map { it.toDouble() }
            val enough = waits.size == least.size && waits.zip(least).all { (wait, atLeast) -> wait >= atLeast }
            assertTrue(enough, "waited $waits, expected $least s at least")
        }
        platform.recorded(expect)
    }

    @TestFactory
    fun `retry after`() = judge("retry_after") { given, expect ->
        val now = Instant.parse(given.text("now"))
        same("seconds", retryAfterSeconds(given.text("header"), now), expect["seconds"])
    }

    @TestFactory
    fun migration() = judge("migration") { given, expect ->
        val document = jsonText(given["value"])
        val migrated = outcome(expect, path = { it }) {
            when (given["kind"]) {
                "any" -> Migrate.any(document)
                "addon" -> Migrate.addon(document)
                "user_addon" -> Migrate.userAddon(document)
                "verification" -> Migrate.verification(document)
                "widgets" -> Migrate.widgets(document)
                "action" -> Migrate.action(document)
                "message" -> Migrate.message(document)
                "listener" -> Migrate.listener(document)
                "webhook_body" -> Migrate.webhookBody(document)
                "start_request" -> Migrate.startRequest(document)
                else -> fail("${given["kind"]}")
            }
        } ?: return@judge
        val actual = mapOf(
            "value" to jsonValue(migrated.value),
            "endpoint" to migrated.endpoint,
            "dropped" to migrated.dropped,
            "needs_attention" to migrated.needsAttention,
        )
        for ((name, wanted) in expect) {
            if (name == "contains") contains(actual["value"], wanted) else same(name, actual[name], wanted)
        }
    }

    private fun contains(actual: Any?, expected: Any?) {
        if (expected !is Map<*, *>) return same("a member", actual, expected)
        for ((name, member) in expected) contains(actual[name as String], member)
    }

    @TestFactory
    fun redaction() = judge("redaction") { given, expect ->
        val shown = Redaction(given, expect).show()
        for (secret in expect.list<String>("absent")) {
            val form = forms(secret).find { it in shown }
            assertEquals(null, form, "$secret shows in $shown")
        }
    }
}

/** The limits of messages and widgets that a case sets. */
fun PlatformSettings.limits(given: Map<String, Any?>) {
    fun count(name: String) = (given[name] as Number?)?.toInt()
    count("max_message_chars")?.let { maxMessageChars(it) }
    count("max_caption_chars")?.let { maxCaptionChars(it) }
    count("max_image_name_chars")?.let { maxImageNameChars(it) }
    count("max_buttons")?.let { maxButtons(it) }
}
