package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ffi.Header
import io.github.openplatformsdk.ffi.IpAllowlist
import io.github.openplatformsdk.ffi.RawHost
import io.github.openplatformsdk.ffi.RawRetry
import io.github.openplatformsdk.ffi.checkBusinessToken
import io.github.openplatformsdk.ffi.checkConversationId
import io.github.openplatformsdk.ffi.checkPostToken
import io.github.openplatformsdk.ffi.checkRecordId
import io.github.openplatformsdk.ffi.checkUserId
import io.github.openplatformsdk.ffi.readStartRequest
import io.github.openplatformsdk.ffi.replyOk
import io.github.openplatformsdk.ffi.replyToDynamicAction
import io.github.openplatformsdk.ffi.replyToRejection
import io.github.openplatformsdk.ffi.replyToStart
import io.github.openplatformsdk.ffi.replyUnavailable
import io.github.openplatformsdk.ffi.retryAfterSeconds
import io.github.openplatformsdk.testing.Recorder
import io.github.openplatformsdk.testing.transport
import java.io.RandomAccessFile
import java.net.URI
import java.net.URLDecoder
import java.nio.file.Files
import java.nio.file.Path
import java.security.MessageDigest
import java.time.Instant
import java.util.Base64
import kotlin.io.path.deleteRecursively
import kotlin.io.path.div
import kotlin.time.Duration.Companion.seconds
import kotlin.time.DurationUnit
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.MethodOrderer
import org.junit.jupiter.api.Order
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.TestMethodOrder
import io.github.openplatformsdk.ffi.IdentificationKey as NativeKey
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException
import io.github.openplatformsdk.ffi.Webhooks as NativeWebhooks

/** Every file of `tests/vectors` but `adapters.json`, which needs servers. */
@TestMethodOrder(MethodOrderer.OrderAnnotation::class)
class VectorsTest {
    // What is sent.

    @TestFactory
    fun requests() = judge("requests") { given, expect ->
        val platform = VectorPlatform(given["reply"])
        val address = outcome(expect) { platform.call(given.text("call"), given.members("arguments")) }
        when {
            "error" in expect -> same("requests", platform.sent.size, 0)
            "authorization_url" in expect -> authorizationUrl(address as String, expect.members("authorization_url"))
            else -> isRequest(platform.sent.single(), expect.members("request"))
        }
    }

    @TestFactory
    fun credentials() = judge("credentials") { given, expect ->
        val call = example(given["call"])
        val platform = VectorPlatform(call.given["reply"])
        platform.call(given.text("call"), call.given.members("arguments"))
        val request = platform.sent.single()
        same("origin", URI(request.url).let { "${it.scheme}://${it.authority}" }, expect["origin"])
        val body = request.body.decodeToString()
        val everything = (listOf(request.url, body) + request.headers.values).joinToString("\n")
        same("credentials", SECRETS.filterValues { it in everything }.keys.toList(), expect["carries"])
        val atPlace = mapOf(
            "api_key" to (request.headers["x-api-key"] == "key-of-the-app"),
            "access_token" to (request.headers["authorization"] == "Bearer access-token-of-the-user"),
            "client_secret" to ("client_secret=client-secret-of-the-app" in body),
        )
        for (name in SECRETS.keys) {
            same("$name at its place", atPlace[name], name in expect.list<String>("carries"))
        }
    }

    @Test
    fun `every endpoint that is called has a row in the file of credentials`() {
        val rows = cases("credentials").map { it.given["call"] }.toSet()
        val sent = endpoints().filter { it.host != "app" && it.name != "oauth.authorize" }
        assertEquals(emptyList<String>(), sent.map { it.name } - rows)
    }

    @TestFactory
    fun `raw requests`() = judge("raw_requests") { given, expect ->
        val outcomes = given["outcomes"] as List<*>? ?: listOf(DEFAULT_RESPONSE)
        val platform = VectorPlatform(script(outcomes))
        val query = given.list<List<String>>("query").map { (name, value) -> name to value }
        val request = RawRequest(
            given.text("method"),
            *given.list<String>("segments").toTypedArray(),
            host = RawHost.valueOf((given["host"] ?: "base").toString().uppercase()),
            query = query,
            body = if ("json" in given) jsonText(given["json"]) else null,
            content = (given["content_base64"] as String?)?.let(Base64.getDecoder()::decode),
            contentType = given["content_type"] as String?,
            form = if ("form" in given) given.list<Map<String, Any?>>("form").map(::formPart) else null,
            retry = (given["retry"] as String?)?.let { RawRetry.valueOf(it.uppercase()) },
            maxResponse = given["max_response"] as Long?,
        )
        val isApp = given["as"] == "app"
        val response = outcome(expect) {
            if (given["stream"] == true) {
                (if (isApp) platform.client.stream(request) else platform.user.stream(request)).use {
                    it.status to it.body.toList().fold(ByteArray(0), ByteArray::plus)
                }
            } else {
                (if (isApp) platform.client.request(request) else platform.user.request(request)).let { it.status to it.body }
            }
        }
        if ("requests" in expect) same("number of requests", platform.sent.size, expect["requests"])
        else if ("error" in expect) same("number of requests", platform.sent.size, 0)
        assertTrue(platform.sent.size <= outcomes.size, "more requests than outcomes")
        if ("request" in expect) isRequest(platform.sent.first(), expect.members("request"))
        if (response != null && "response" in expect) {
            same("status", response.first, expect["response"]["status"])
            same("body", jsonValue(response.second.decodeToString()), expect["response"]["body"])
        }
    }

    @TestFactory
    fun images() = judge("images") { given, expect ->
        val platform = VectorPlatform(given["reply"]) {
            given["max_image_bytes"]?.let { maxImageBytes(it as Long) }
            given["allow_png"]?.let { allowPng(it as Boolean) }
        }
        val folder = Files.createTempDirectory("open-platform-")
        try {
            val uploaded = outcome(expect) { upload(platform.client.images, given, folder) }
            if (uploaded != null) {
                same("bytes sent", platform.sent.single().body.size, expect["bytes_sent"])
                if ("content_type" in expect) {
                    same("media type", platform.sent.single().headers["content-type"], expect["content_type"])
                }
                same("value", jsonValue(uploaded.toJson()), expect["value"])
            } else if (expect["error"]["code"] == "invalid_input") {
                same("number of requests", platform.sent.size, 0)
            }
        } finally {
            @OptIn(kotlin.io.path.ExperimentalPathApi::class)
            folder.deleteRecursively()
        }
    }

    private suspend fun upload(images: Images, given: Map<String, Any?>, folder: Path): UploadedImage {
        if ("image_base64" in given) {
            val zeros = ByteArray((given["zeros_behind"] as Long? ?: 0).toInt())
            return images.upload(Base64.getDecoder().decode(given.text("image_base64")) + zeros)
        }
        if ("file_bytes" !in given) return images.upload(Path.of(given.text("path")))
        // Only its length: it takes no space, and nobody has to read it.
        val path = folder / "image.jpg"
        RandomAccessFile(path.toFile(), "rw").use { it.setLength(given["file_bytes"] as Long) }
        return images.upload(path)
    }

    @TestFactory
    fun messages() = judge("messages") { given, expect ->
        val written = outcome(expect) {
            val document = jsonText(given["value"])
            if (given["kind"] == "message") Message.fromJson(document).apply { check() }.toJson()
            else BotMessage.fromJson(document).apply { check() }.toJson()
        }
        if (written != null) same("the message", jsonValue(written), expect["value"])
    }

    @TestFactory
    fun widgets() = judge("widgets") { given, expect ->
        val written = outcome(expect) {
            PostAddon.fromJson(jsonOf("widgets" to listOf(given["widget"]))).apply { check() }.toJson()
        }
        if (written != null) same("the widget", jsonValue(written).list<Any?>("widgets").first(), expect["value"])
    }

    @TestFactory
    fun `phones and ids`() = judge("phones_and_ids") { given, expect ->
        val value = given.text("value")
        val result = outcome(expect) {
            when (given["type"]) {
                "phone" -> return@outcome normalizePhone(value)
                "post_token" -> checkPostToken(value)
                "conversation_id" -> checkConversationId(value)
                "user_id" -> checkUserId(value)
                "business_token" -> checkBusinessToken(value)
                "record_id" -> checkRecordId(value)
                else -> fail("${given["type"]}")
            }
            value
        }
        if (result != null) same("value", result, expect["value"])
    }

    @TestFactory
    fun semantics() = judge("semantics") { given, expect ->
        @Suppress("UNCHECKED_CAST")
        when (given["operation"]) {
            "mask" -> same("value", mask(given.text("value")), expect["value"])
            "mask_real_estate" ->
                same("value", maskRealEstate(given.text("document"), given.text("page")), expect["value"])
            "hashed_names" ->
                same("names", hashedNames(given["semantic"] as Map<String, String>).sorted(), expect["names"])
            else -> fail("${given["operation"]}")
        }
    }

    @TestFactory
    fun environments() = judge("environments") { given, expect ->
        val recorder = Recorder.always(outcomeOf(DEFAULT_RESPONSE))
        val post = outcome(expect) {
            try {
                val platform = OpenPlatform {
                    environment(given.members("environment").mapValues { (_, value) -> value as String })
                    given["api_key"]?.let { apiKey(it as String) }
                    given["client_id"]?.let { clientId(it as String) }
                    given["sandbox_url"]?.let { sandbox(it as String) }
                    given["base"]?.let {
                        hosts("https://auth.example", it as String, "https://api.example", "https://upload.example")
                    }
                    transport(recorder)
                }
                platform.posts.get("gZd7omnS")
            } catch (error: Exception) {
                assertFalse("canary" in printed(error), printed(error))
                throw error
            }
        }
        if (post != null) isRequest(recorder.requests.single(), expect.members("request"))
    }

    @TestFactory
    fun configurations() = judge("configurations") { given, expect ->
        fun length(name: String) = (given[name] as Number?)?.toDouble()?.seconds
        outcome(expect) {
            try {
                val platform = VectorPlatform(null as Any?) {
                    allowPlainHttp(given["allow_plain_http"] == true)
                    given["api_key"]?.let { apiKey(it as String) }
                    given["client_id"]?.let { clientId(it as String) }
                    given["client_secret"]?.let { clientSecret(it as String) }
                    given["identification_key"]?.let { identificationKeys(it as String) }
                    given["sandbox_url"]?.let { sandbox(it as String) }
                    length("timeout")?.let { timeout(it) }
                    length("upload_timeout")?.let { uploadTimeout(it) }
                    given["base"]?.let {
                        hosts("https://auth.example", it as String, "https://api.example", "https://upload.example")
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
            outcome(if (expect["result"] == "error") expect + ("error" to emptyMap<String, Any?>()) else expect, call = run)
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

    // What is answered.

    @TestFactory
    fun answers() = judge("answers") { given, expect ->
        val platform = VectorPlatform(given["reply"], ONCE)
        val value = outcome(expect) { platform.call(given.text("call"), example(given["call"]).given.members("arguments")) }
        if ("error" !in expect) same("value", value, expect["value"])
    }

    @TestFactory
    fun errors() = judge("errors") { given, expect ->
        val platform = VectorPlatform(given["reply"], ONCE)
        outcome(expect) { platform.call(given.text("call"), example(given["call"]).given.members("arguments")) }
    }

    /** A client that gets the answer of the case: a whole `reply`, or a `body` or `text` with status 200. */
    private fun answered(given: Map<String, Any?>) =
        VectorPlatform(given["reply"] ?: (given.filterKeys { it == "body" || it == "text" } + ("status" to 200L)), ONCE)

    @TestFactory
    fun posts() = judge("posts") { given, expect ->
        val post = outcome(expect) { answered(given).client.posts.get("gZd7omnS") } ?: return@judge
        same("issues", post.issues.map { it.path }.sorted(), expect.list<String>("issues"))
        fields(jsonValue(post.toJson()), expect.members("fields"))
        for ((member, present) in expect.members("has")) same("whether $member was there", post.has(member), present)
        for ((member, text) in expect.members("data_text")) {
            // As the platform wrote it.
            val value = Regex("\"$member\": ?(\"[^\"]*\"|[^,}]*)").find(post.data)?.groupValues?.get(1)
            same("data.$member", value, text)
        }
        for ((shortcut, expected) in expect.members("shortcuts")) {
            val value = outcome(if (expected["error"] != null) expected.asMembers() else emptyMap()) {
                when (shortcut) {
                    "title" -> post.title
                    "description" -> post.description
                    "images" -> post.images
                    "price" -> post.price?.let { price ->
                        price.extra.mapValues { jsonValue(it.value) } +
                            listOfNotNull(price.mode.takeIf { it.isNotEmpty() }?.let { "mode" to it }, price.value?.let { "value" to it })
                    }
                    else -> fail(shortcut)
                }
            }
            if (expected["error"] == null) same(shortcut, value, expected)
        }
    }

    @TestFactory
    fun users() = judge("users") { given, expect ->
        val platform = answered(given)
        when (given["call"]) {
            "users.me" -> {
                val user = outcome(expect) { platform.user.users.me() } ?: return@judge
                same("issues", user.issues.map { it.path }.sorted(), expect.list<String>("issues"))
                same("phone", user.phone, expect["phone"])
                fields(jsonValue(user.toJson()), expect.members("fields"))
            }
            "users.phone_numbers" -> {
                val numbers = outcome(expect) { platform.user.users.phoneNumbers() } ?: return@judge
                fields(jsonValue(numbers.toJson()), expect.members("fields"))
            }
            else -> {
                val id = outcome(expect) { platform.client.users.idByPhone("09123456789") } ?: return@judge
                same("value", id, expect["value"])
            }
        }
    }

    // Login.

    private val tokenReply = mapOf(
        "status" to 200L,
        "body" to mapOf(
            "access_token" to "ory_at_new", "expires_in" to 3600L, "scope" to "USER_PHONE", "token_type" to "bearer",
        ),
    )

    @TestFactory
    fun callbacks() = judge("callbacks") { given, expect ->
        val platform = VectorPlatform(tokenReply)
        val oauth = platform.client.oauth
        val state = oauth.authorize(listOf("USER_PHONE"), "session-1").state
        val callback = given.text("callback").replace("{state}", state)
        val session = given.text("session_id")
        if ("after_one_callback" in given) oauth.callback(callback, session)
        (given["after_a_callback_of"] as String?)?.let { other ->
            val refused = runCatching { oauth.callback(callback, other) }.exceptionOrNull()
            assertTrue(refused is StateMismatchException, "$refused")
        }
        platform.clock.advance((given["seconds_later"] as Long? ?: 0).seconds)
        val before = platform.sent.size
        val result = outcome(expect) { oauth.callback(callback, session) }
        same("token_requests", platform.sent.size - before, expect["token_requests"])
        if (result != null) same("outcome", if (result is LoginOutcome.Granted) "granted" else "denied", expect["outcome"])
    }

    @TestFactory
    fun `names of grants`() = judge("grant_names") { given, expect ->
        val oauth = VectorPlatform(tokenReply).client.oauth
        val names = listOf("first", "second").map { which ->
            val login = given.members(which)
            val user = login["user"] as String?
            val state = oauth.authorize(login.list("scopes"), "session-1", user).state
            val granted = oauth.callback("$REDIRECT_URI?code=abc&state=$state", "session-1") as LoginOutcome.Granted
            assertFalse((user ?: "canary") in granted.grant, granted.grant)
            granted.grant
        }
        same("same", names[0] == names[1], expect["same"])
    }

    @TestFactory
    fun `token replies`() = judge("token_replies") { given, expect ->
        val oauth = VectorPlatform(given["reply"], ONCE).client.oauth
        val got = outcome(expect) {
            if (given["flow"] == "exchange") oauth.exchange("code-from-the-redirect", REDIRECT_URI)
            else oauth.refresh(tokens("ory_at_old", "ory_rt_old"), REDIRECT_URI)
        } ?: return@judge
        val actual = mapOf(
            "access_token" to got.accessToken,
            "refresh_token" to got.refreshToken,
            "expires_in_seconds" to got.expiresAt.epochSecond - NOW.epochSecond,
            "scopes" to got.scopes,
        )
        for ((name, value) in expect.members("value")) same(name, actual[name], value)
    }

    /** The settings that a case has of its own. */
    private fun settings(given: Map<String, Any?>): PlatformSettings.() -> Unit = {
        pkce(given["pkce"] == true)
        omitRefreshCode(given["omit_refresh_code"] == true)
        given["client_id"]?.let { clientId(it as String) }
        given["client_secret"]?.let { clientSecret(it as String) }
        given["redirect_uri"]?.let { redirectUri(it as String) }
    }

    @TestFactory
    fun authorizations() = judge("authorizations") { given, expect ->
        val address = outcome(expect) {
            VectorPlatform(null as Any?, settings(given)).client.oauth.authorize(
                given.list("scopes"),
                given.text("session_id"),
                given["user"] as String?,
                given["return_to"] as String?,
                given["login_redirect_uri"] as String?,
                prompt = given["prompt"] as String?,
                loginHint = given["login_hint"] as String?,
                uiLocales = given["ui_locales"] as String?,
            ).url
        }
        if (address != null) authorizationUrl(address, expect.members("authorization_url"))
    }

    @TestFactory
    fun `token requests`() = judge("token_requests") { given, expect ->
        val platform = VectorPlatform(tokenReply, settings(given))
        val oauth = platform.client.oauth
        var challenge: String? = null
        when (given["flow"]) {
            "exchange" -> oauth.exchange(given.text("code"), given.text("redirect_uri"))
            "refresh" -> {
                val pair = tokens(given.text("access_token"), given.text("refresh_token"))
                oauth.refresh(pair, given.text("redirect_uri"))
            }
            else -> {
                val login = oauth.authorize(listOf("USER_PHONE"), "session-1")
                challenge = parameters(URI(login.url).rawQuery).toMap()["code_challenge"]
                oauth.callback("code=${given["code"]}&state=${login.state}", "session-1")
            }
        }
        val request = platform.sent.single()
        if ("form_names" in expect) {
            val form = parameters(request.body.decodeToString())
            same("names in the form", form.map { it.first }, expect["form_names"])
            val answer = form.toMap()["code_verifier"]?.let {
                val digest = MessageDigest.getInstance("SHA-256").digest(it.encodeToByteArray())
                Base64.getUrlEncoder().withoutPadding().encodeToString(digest)
            }
            same("the challenge of the verifier", answer, challenge)
        }
        isRequest(request, expect.members("request"))
    }

    @TestFactory
    fun `token errors`() = judge("token_errors") { given, expect ->
        val platform = VectorPlatform(given["reply"], ONCE)
        val client = platform.client
        val old = tokens("ory_at_old", "ory_rt_old")
        var state: GrantState? = null
        outcome(expect) {
            when (given["flow"]) {
                "exchange" -> client.oauth.exchange("code-from-the-redirect", REDIRECT_URI)
                "refresh" -> client.oauth.refresh(old, REDIRECT_URI)
                else -> {
                    val key = client.grants.adopt(old).key
                    try {
                        client.user(key).users.me()
                    } finally {
                        state = client.grants.info(key)?.state
                    }
                }
            }
        }
        if ("token_requests_at_most" in expect) assertTrue(platform.sent.size <= expect.int("token_requests_at_most"))
        else same("token_requests", platform.sent.size, expect["token_requests"])
        if ("grant_state" in expect) same("grant_state", state?.name?.lowercase(), expect["grant_state"])
        platform.recorded(expect)
    }

    @TestFactory
    fun scopes() = judge("scopes") { given, expect ->
        when (given["operation"]) {
            "required" -> {
                val needs = outcome(expect) {
                    requiredScopes(given.list("calls"), given.list<String>("events").map(::subscriptionType))
                } ?: return@judge
                val alternatives = needs.alternatives.map { mapOf("scope" to it.smallest, "or" to it.broader) }
                val actual = mapOf(
                    "scope" to needs.scopes.joinToString(" "),
                    "scopes" to needs.scopes,
                    "alternatives" to alternatives,
                    "permissions" to needs.permissions,
                )
                same("what is needed", actual, expect)
            }
            "join" -> {
                val value = outcome(expect) { joinScopes(given.list("scopes")) }
                if (value != null) same("value", value, expect["value"])
            }
            "table" -> {
                val identifiers = io.github.openplatformsdk.scopes().associate { it.name to it.identifier }
                same("identifiers", identifiers, expect["identifiers"])
            }
            else -> fail("${given["operation"]}")
        }
    }

    private fun subscriptionType(name: String): SubscriptionType =
        Subscription.fromJson(jsonOf("event_type" to name)).eventType

    // What the platform sends to the app.

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
        if ("metadata" in expect) same("metadata", delivery.metadata?.let(::jsonValue), expect["metadata"])
        if ("legacy" in expect) same("legacy", delivery.legacy, expect["legacy"])
        if ("noted" in expect) same("noted", delivery.notes.isNotEmpty(), expect["noted"])
        fields((written - "type").values.first(), expect.members("fields"))
    }

    private fun headers(given: Map<String, Any?>): List<Pair<String, String>> =
        given.list<List<String>>("headers").map { (name, value) -> name to value }

    private fun receiver(keys: List<String>): NativeWebhooks =
        NativeWebhooks(keys.mapIndexed { index, key -> NativeKey("key-$index", key) })

    private fun <T> refusedOr(expect: Map<String, Any?>, run: () -> T): T? = try {
        run()
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
            if ("limit_failures" in given) allowlist.limitFailures(given.int("limit_failures").toUInt()) else allowlist
        } ?: return@judge
        same("the outcomes", given.list<Any>("requests").map { checked(allowlist, it) }, expect["outcomes"])
    }

    private fun checked(allowlist: IpAllowlist, request: Any): Any = try {
        val forwarded = request.list<String>("forwarded").map { Header("X-Forwarded-For", it) }
        val address = allowlist.check(request.text("peer"), forwarded)
        if (request.holds("answered")) allowlist.answered(address, request.int("answered").toUShort())
        address
    } catch (rejected: NativeException.Webhook) {
        rejected.report.status!!.toInt()
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
        val platform = VectorPlatform(given["reply"])
        val tokens = Tokens("access-token-of-the-user", null, NOW.plusSeconds(86_400), listOf("USER_PHONE"))
        val grant = platform.client.grants.adopt(tokens, user = "user-7").key
        val own = given["token"]
        val owner = (own["client_id"] as String?)?.let { OpenPlatform { clientId(it) } } ?: platform.client
        val lifetime = (own["lifetime_seconds"] as Long? ?: 600).seconds
        val token = AppGateway(owner, texts(listOf("{key}")), texts(own["allow"] ?: given["allow"]), lifetime)
            .access(own["grant"] as String? ?: grant).token
        val gateway = AppGateway(platform.client, texts(given["keys"]), texts(given["allow"]))
        platform.clock.advance((given["seconds_later"] as Long? ?: 0).seconds)

        val headers = headers(given).map { (name, value) -> name to value.replace("{token}", token) }
        val body = if ("text" in given || "body" in given) bytes(given) else byteArrayOf()
        val incoming = IncomingRequest(given.text("method"), given.text("path"), headers) { body }
        val reply = gateway.receive(incoming) { given["user"] as String? }
        same("status", reply.status, expect["status"])
        for ((name, wanted) in expect.members("headers")) {
            same(name, reply.headers.entries.find { it.key.equals(name, ignoreCase = true) }?.value, wanted)
        }
        val text = reply.body.decodeToString()
        if ("body" in expect) same("body", if (text.isEmpty()) null else jsonValue(text), expect["body"])
        if ("members" in expect) same("members", jsonValue(text).asMembers().keys.sorted(), expect["members"])
        if ("requests" in expect) same("requests", platform.sent.size, expect["requests"])
        if ("request" in expect) isRequest(platform.sent.first(), expect.members("request"))
    }

    @TestFactory
    fun redaction() = judge("redaction") { given, expect ->
        val shown = Redaction(given, expect).show()
        for (secret in expect.list<String>("absent")) {
            val form = forms(secret).find { it in shown }
            assertEquals(null, form, "$secret shows in $shown")
        }
    }

    // All of them, and what they share.

    @Test
    @Order(Int.MAX_VALUE)
    fun `every file has a runner`() = assertEquals(emptyList<String>(), Results.lacking())

    private companion object {
        val SECRETS = linkedMapOf(
            "api_key" to "key-of-the-app",
            "access_token" to "access-token-of-the-user",
            "client_secret" to "client-secret-of-the-app",
        )

        @JvmStatic
        @AfterAll
        fun table() = Results.write()
    }
}

private fun formPart(given: Map<String, Any?>): FormPart {
    val content = (given["content_base64"] as String?)?.let(Base64.getDecoder()::decode)
    val (fileName, contentType) = listOf("file_name", "content_type").map { given[it] as String? }
    return FormPart(given.text("name"), content ?: given.text("text").encodeToByteArray(), fileName, contentType)
}

/** Whether a request is what a case expects. */
fun isRequest(request: RecordedRequest, expected: Map<String, Any?>) {
    same("method", request.method, expected["method"])
    same("url", request.url, expected["url"])
    for ((name, value) in expected.members("headers")) same("header $name", request.headers[name], value)
    for (name in expected.list<String>("absent_headers")) {
        assertFalse(name in request.headers, "the header $name was sent")
    }
    val body = request.body.decodeToString()
    if ("body_text" in expected) same("body", body, expected["body_text"])
    if ("body" in expected) same("body", jsonValue(body), expected["body"])
    if ("form_body" in expected) {
        val boundary = request.headers.getValue("content-type").removePrefix("multipart/form-data; boundary=")
        assertTrue(boundary.length in 43..70, "the boundary is $boundary")
        same("form", body, expected.text("form_body").replace("{boundary}", boundary))
    }
    if ("form" in expected) {
        val form = parameters(body)
        same("form", form.toMap(), expected["form"])
        same("members of the form", form.size, expected.members("form").size)
    }
    if ("body_base64" in expected) {
        same("body", Base64.getEncoder().encodeToString(request.body), expected["body_base64"])
    }
}

/** Whether the address of the consent page is what a case expects. */
fun authorizationUrl(address: String, expected: Map<String, Any?>) {
    assertTrue(address.startsWith(expected.text("prefix")), address)
    for (part in expected.list<String>("contains")) assertTrue(part in address, "$address lacks $part")
    val query = parameters(URI(address).rawQuery)
    val members = query.toMap().toMutableMap()
    same("number of parameters", query.size, members.size)
    assertTrue(members["state"].orEmpty().length >= expected.int("state_min_length"), "the state is too short")
    for (name in expected.list<String>("other_parameters")) {
        assertTrue(members.remove(name) != null, "$address lacks $name")
    }
    same("query", members, expected["query"])
}

private fun parameters(form: String): List<Pair<String, String>> =
    form.split('&').filter { it.isNotEmpty() }.map { pair ->
        val (name, value) = pair.split('=', limit = 2).map { URLDecoder.decode(it, Charsets.UTF_8) } + ""
        name to value
    }
