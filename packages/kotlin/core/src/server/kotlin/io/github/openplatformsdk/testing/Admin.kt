package io.github.openplatformsdk.testing

import io.github.openplatformsdk.jsonText
import io.github.openplatformsdk.jsonValue
import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.time.Instant
import kotlinx.coroutines.future.await

/** The admin API of one world, over HTTP. */
internal class Admin(private val url: String) {
    /** Sends a request, and returns the body of the answer. Throws a [SandboxException] for a refusal. */
    suspend fun send(method: String, path: String, body: Map<String, Any?>? = null): AdminValue {
        val publisher = body?.let { HttpRequest.BodyPublishers.ofString(jsonText(it)) } ?: HttpRequest.BodyPublishers.noBody()
        val request = HttpRequest.newBuilder(URI(url + path)).method(method, publisher)
        if (body != null) request.header("content-type", "application/json")
        val answer = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()).await()
        val value = AdminValue(jsonValue(answer.body()))
        if (answer.statusCode() in 200..299) return value
        val message = "$method ${path.ifEmpty { "/" }}: ${value["message"].value}"
        throw SandboxException(message, status = answer.statusCode(), field = value["field"].orNull { it.text })
    }

    private companion object {
        val client: HttpClient = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    }
}

/** A value of the admin API, read by the type that its description gives. Members that this package does not know are ignored. */
internal class AdminValue(
    /** `null`, a text, a boolean, a number, a list or a map, as from [jsonValue]. */
    val value: Any?,
) {
    val text: String get() = value as String
    val long: Long get() = value as Long
    val boolean: Boolean get() = value as Boolean
    val instant: Instant get() = Instant.parse(text)

    /** The number, whether it has a fraction or not. */
    val number: Double get() = (value as Number).toDouble()

    @Suppress("UNCHECKED_CAST")
    val members: Map<String, Any?> get() = value as Map<String, Any?>

    val texts: Map<String, String> get() = members.mapValues { it.value as String }

    /** A member; an absent one is `null`. */
    operator fun get(member: String): AdminValue = AdminValue(members[member])

    fun has(member: String): Boolean = member in members

    fun <T> list(read: (AdminValue) -> T): List<T> = (value as List<*>).map { read(AdminValue(it)) }

    fun <T> orNull(read: (AdminValue) -> T): T? = if (value == null) null else read(this)
}

/** The members of an object without those that are `null`. */
internal fun members(vararg members: Pair<String, Any?>): Map<String, Any?> = members.toMap().filterValues { it != null }

/** A segment of a path. */
internal fun encoded(segment: String): String = URLEncoder.encode(segment, Charsets.UTF_8).replace("+", "%20")

/** A query of one parameter; empty if it is `null`. */
internal fun query(name: String, value: String?): String = if (value == null) "" else "?$name=${encoded(value)}"
