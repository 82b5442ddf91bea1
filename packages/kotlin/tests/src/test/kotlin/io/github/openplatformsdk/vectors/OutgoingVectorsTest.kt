package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import io.github.openplatformsdk.ffi.RawHost
import io.github.openplatformsdk.ffi.RawRetry
import io.github.openplatformsdk.ffi.checkBusinessToken
import io.github.openplatformsdk.ffi.checkConversationId
import io.github.openplatformsdk.ffi.checkPostToken
import io.github.openplatformsdk.ffi.checkRecordId
import io.github.openplatformsdk.ffi.checkUserId
import java.io.RandomAccessFile
import java.net.URI
import java.nio.file.Files
import java.nio.file.Path
import java.util.Base64
import kotlin.io.path.deleteRecursively
import kotlin.io.path.div
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** Files of `tests/vectors`: what is sent. */
class OutgoingVectorsTest : Vectors() {
    @TestFactory
    fun requests() = requests(CALLS)

    @TestFactory
    fun `requests from Java`() = requests(JAVA_CALLS)

    private fun requests(calls: Calls) = judge("requests") { given, expect ->
        val platform = VectorPlatform(given["reply"])
        val address = outcome(expect) { platform.call(given.text("call"), given.members("arguments"), calls) }
        when {
            "error" in expect -> same("requests", platform.sent.size, 0)
            "authorization_url" in expect -> authorizationUrl(address as String, expect.members("authorization_url"))
            else -> isRequest(lastOf(platform, expect), expect.members("request"))
        }
    }

    /** The last of the requests of a call. A call sends one, unless the case says how many. */
    private fun lastOf(platform: VectorPlatform, expect: Map<String, Any?>): RecordedRequest {
        same("number of requests", platform.sent.size, expect["requests"] ?: 1)
        return platform.sent.last()
    }

    @TestFactory
    fun credentials() = judge("credentials") { given, expect ->
        val call = example(given["call"])
        val platform = VectorPlatform(call.given["reply"])
        platform.call(given.text("call"), call.given.members("arguments"))
        val request = lastOf(platform, expect)
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
            val addons = when (given["row"]) {
                null -> listOf(PostAddon.fromJson(jsonOf("widgets" to listOf(given["widget"]))))
                else -> rowsWithAnImage(given.text("row"), given.text("image"))
            }
            addons.map { it.apply { check() }.toJson() }
        }
        for (addon in written.orEmpty()) same("the widget", jsonValue(addon).list<Any?>("widgets").first(), expect["value"])
    }

    /** Add-ons of one row, with the name of an image and with the response to an upload. */
    private fun rowsWithAnImage(row: String, name: String): List<PostAddon> {
        val uploaded = UploadedImage(imageName = name)
        return when (row) {
            "event_row" -> listOf(postAddon { eventRow("Report") { image = name } }, postAddon { eventRow("Report") { image(uploaded) } })
            "selector_row" ->
                listOf(postAddon { selectorRow("Report") { image = name } }, postAddon { selectorRow("Report") { image(uploaded) } })
            else -> fail(row)
        }
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
                "id" -> checkRecordId(value)
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
            "mask" -> same("value", outcome(expect) { mask(given.text("value")) }, expect["value"])
            "mask_real_estate" -> {
                val masked = outcome(expect) { maskRealEstate(given.text("document"), given.text("page")) }
                same("value", masked, expect["value"])
            }
            "hashed_names" ->
                same("names", hashedNames(given["semantic"] as Map<String, String>).sorted(), expect["names"])
            else -> fail("${given["operation"]}")
        }
    }

    @TestFactory
    fun amounts() = judge("amounts") { given, expect ->
        val (first, second) = listOf("first", "second").map { Rials(given.text(it).toLong()) }
        val order = if (first < second) "less" else if (first > second) "greater" else "equal"
        same("order", order, expect["order"])
        same("sum", "${(first + second).rials}", expect["sum"])
        same("difference", "${(first - second).rials}", expect["difference"])
    }

    @TestFactory
    fun `submit forms`() = judge("submit_forms") { given, expect ->
        val form = SubmitSchema(schema = jsonText(given["schema"]))
        val fields = given.members("category_fields").mapValues { jsonText(it.value) }
        val problems = form.problems(fields)
        same("problems", problems.map { mapOf("path" to it.path, "reason" to it.reason) }, expect["problems"])
        val details = PostDetails(
            categorySlug = "light", title = "Car", description = "White", city = "tehran", locationType = LocationType.Empty,
        )
        val post = PostSubmission(
            businessToken = "b1", generalData = details, categoryFields = fields, schema = form,
        )
        val refused = try {
            post.check()
            null
        } catch (error: InvalidInputException) {
            error.field
        }
        same("the refused field", refused, problems.firstOrNull()?.path?.replace("category_fields", "categoryFields"))
    }
}

private val SECRETS = linkedMapOf(
    "api_key" to "key-of-the-app",
    "access_token" to "access-token-of-the-user",
    "client_secret" to "client-secret-of-the-app",
)

private fun formPart(given: Map<String, Any?>): FormPart {
    val content = (given["content_base64"] as String?)?.let(Base64.getDecoder()::decode)
    val (fileName, contentType) = listOf("file_name", "content_type").map { given[it] as String? }
    return FormPart(given.text("name"), content ?: given.text("text").encodeToByteArray(), fileName, contentType)
}
